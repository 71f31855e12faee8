"""Rows that decide a result or a right. The log has a word on each of them: a seal of its columns,
in the entry of the change that wrote the row last, so that one which was written past the program
is noticed (services/files/words.py).

Which rows a change writes is seen here, in whatever way a service writes them: by save, delete,
update or bulk_create of a model whose manager is of WordedQuerySet.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.apps import apps
from django.db import connections, models
from django.db.models.signals import post_delete, post_save

from clubs.batches import batches
from clubs.seals import row_content, seal_of

M = TypeVar("M", bound=models.Model)

BLOCK = 500  # keys in one query

# What decides, by model. Scores, sums and computed columns follow from the records of deals, which
# the log has whole. A column that is added needs no migration: an empty one is in no seal.
COLUMNS: dict[str, tuple[str, ...]] = {
    name: tuple(columns.split())
    for name, columns in {
        "club": "uuid slug name rules currency has_ratings least_takes least_deals time_zone "
        "groups",
        "membership": "club_id user_id role",
        "player": "uuid club_id name user_id member_since archived_at licence categories "
        "birth_year anonymised_at",
        "ruleprofile": "club_id game name version rules",
        "link": "uuid club_id kind target_uuid code_hash token_hash expires_at revoked_at",
        "roleoffer": "link_id tournament_id email role",
        "sitting": "uuid club_id game rules active_count first_dealer turn_from round_id "
        "table_number totals_only state opened_at closed_at",
        "seat": "sitting_id position player_id entry_id former",
        "sittingtotal": "sitting_id player_id total deal_count place_points",
        "league": "uuid club_id game name starts_on ends_on standings_rules seed state",
        "leaguemember": "league_id player_id number carry_over",
        "evening": "uuid league_id held_on state",
        "presence": "evening_id player_id",
        "leaguesitting": "league_id evening_id sitting_id",
        "penalty": "uuid sitting_id evening_id entry_id after_round code player_id "
        "points cancelled_at",
        "publication": "league_id tournament_id version is_final content",
        "tournament": "uuid club_id name game rules settings state state_before fee "
        "currency capacity confirmations two_passes apart parts prizes",
        "tournamentrole": "tournament_id user_id role",
        "team": "uuid tournament_id name",
        "category": "tournament_id code born_from born_to",
        "entry": "uuid tournament_id player_id number name licence categories team_id "
        "is_captain birth_year fee_paid fee_paid_at fee_taken_by_id checked_in_at "
        "first_round withdrawn_after",
        "substitution": "entry_id player_id name from_round from_deal",
        "round": "uuid tournament_id number state seed plan",
        "bye": "round_id entry_id",
        "slip": "uuid sitting_id mode state stopped_early stop_agreed first_pass late_deals",
        "confirmation": "slip_id entry_id user_id",
    }.items()
}

Words = dict[str, dict[str, str | None]]  # by model and key; None for a row that is gone
Rows = dict[type[models.Model], set[int]]

_written: ContextVar[Rows | None] = ContextVar("written", default=None)


@contextmanager
def noting() -> Iterator[None]:
    """Notes the rows that are written inside, for the entry of the log that is made there, else for
    the one around."""
    outside, rows = _written.get(), Rows()
    token = _written.set(rows)
    try:
        yield
    finally:
        _written.reset(token)
    if outside is not None:
        for model, keys in rows.items():
            _note_rows(model, keys)


def words_of_written() -> Words | None:
    """The words on the rows that were noted, as they are now; they are noted no more. None where
    there are none."""
    rows = _written.get()
    if not rows:
        return None
    words = {model._meta.model_name or "": _words_on(model, pks) for model, pks in rows.items()}
    rows.clear()
    return words


def _words_on(model: type[models.Model], keys: Collection[int]) -> dict[str, str | None]:
    words: dict[str, str | None] = dict.fromkeys(map(str, sorted(keys)))
    for block in batches(list(words), BLOCK):
        words |= row_words(model._base_manager.filter(pk__in=block))
    return words


def row_words(rows: models.QuerySet[Any]) -> Iterator[tuple[str, str]]:
    """The key and the word of each of these rows, as they are."""
    for key, _first, content in told_rows(rows):
        yield key, seal_of("row", *content)


def told_rows(rows: models.QuerySet[Any], first: str = "pk") -> Iterator[tuple[str, Any, Any]]:
    """Of each of these rows its key, another column, and what its word is made of."""
    name = rows.model._meta.model_name or ""
    columns = COLUMNS[name]
    for key, value_of, *values in rows.values_list("pk", first, *columns).iterator(BLOCK):
        stored = (getattr(value, "stored", value) for value in values)  # of somebody without a name
        content = row_content(name, str(key), dict(zip(columns, stored, strict=True)))
        yield str(key), value_of, content


def worded_models() -> list[type[models.Model]]:
    return [apps.get_model("clubs", name) for name in COLUMNS]


class WordedQuerySet(models.QuerySet[M]):
    """What it writes is noted."""

    def update(self, **values: Any) -> int:
        if _is_noted(self.model, values):
            _note_rows(self.model, self.order_by().values_list("pk", flat=True))
        return super().update(**values)

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        everything = self.model._base_manager.all()
        is_noted = _is_noted(self.model)
        # An old SQLite, or conflicts that are ignored, tell no keys.
        tells_keys = connections[self.db].features.can_return_rows_from_bulk_insert
        is_blind = is_noted and (kwargs.get("ignore_conflicts") or not tells_keys)
        last = (everything.aggregate(last=models.Max("pk"))["last"] or 0) if is_blind else 0
        new = super().bulk_create(objs, *args, **kwargs)
        if is_blind:
            _note_rows(self.model, everything.filter(pk__gt=last).values_list("pk", flat=True))
        elif is_noted:
            _note_rows(self.model, [row.pk for row in new])
        return new


def _is_noted(model: type[models.Model], columns: Collection[str] | None = None) -> bool:
    """Whether a change is on its way, and one of these columns is in the word on a row."""
    deciding = COLUMNS.get(model._meta.model_name or "")
    if deciding is None or _written.get() is None:
        return False
    if columns is None:
        return True
    fields: list[Any] = [model._meta.get_field(name) for name in columns]
    return any(field.attname in deciding for field in fields)


def _note_rows(model: type[models.Model], keys: Iterable[int]) -> None:
    rows = _written.get()
    if rows is not None:
        rows[model] = rows.get(model, set()).union(keys)


def _on_write(sender: Any, instance: Any, update_fields: Any = None, **_told: Any) -> None:
    """Of a row that was saved or deleted; only a save has update_fields."""
    if _is_noted(sender, update_fields):
        _note_rows(sender, [instance.pk])


def note_writes() -> None:
    """Called once, when all models are there."""
    for model in worded_models():
        post_save.connect(_on_write, sender=model, dispatch_uid="worded")
        post_delete.connect(_on_write, sender=model, dispatch_uid="worded")
