"""What the log said last of each row that decides a result or a right (models/worded.py), against
the row as it is."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, Model, QuerySet

from clubs.models import AuditEntry, Club, ClubSeal
from clubs.models.worded import row_words, told_rows, worded_models
from clubs.seals import is_seal_of
from clubs.services.deals.differences import Difference
from clubs.services.snapshot import of_one_moment


class Word(NamedTuple):
    """word is None for a row that is gone; where says which entry has it, and club of whom."""

    word: str | None
    club: int
    where: str

    def __str__(self) -> str:
        return f"as {self.where} says"


def seal_rows(club: Club) -> None:
    """Seal the words on every row of the club as it is: of one that came by an archive, or was made
    in another way than by changes. What was said before counts no more. Nobody else may
    write there meanwhile."""
    with transaction.atomic():
        _seal_rows(club)


def _seal_rows(club: Club) -> None:
    last = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    words = {
        model._meta.model_name or "": found
        for model in worded_models()
        if (found := dict(row_words(_worded_rows(model, club))))
    }
    sealed = ClubSeal(club=club, until=last, words=words)
    sealed.set_seal()
    ClubSeal.objects.update_or_create(
        club=club, defaults={"until": last, "words": words, "seal": sealed.seal}
    )


def _worded_rows(model: type[Model], club: Club) -> QuerySet[Any]:
    rows = model._base_manager.order_by("pk")
    return rows.filter(pk=club.pk) if model is Club else rows.filter(club=club)


@of_one_moment
def check_words() -> Iterator[Difference]:
    """Rows that are not as the log says, that it does not know, and that are gone."""
    said = dict(_said_words())
    for sealed in ClubSeal.objects.select_related("club").order_by("pk"):
        if not sealed.is_sealed():
            yield Difference(
                f"club {sealed.club.uuid}", "seal of its rows", "of no key", "of a key"
            )
    clubs = dict(Club.objects.values_list("pk", "uuid"))
    for model in worded_models():
        name = model._meta.model_name or ""
        club = "pk" if model is Club else "club"
        for key, club_id, content in told_rows(model._base_manager.order_by("pk"), club):
            place = f"club {clubs.get(club_id)}"
            word = said.pop((name, key), None)
            if word is None or word.word is None:
                yield Difference(place, f"{name} {key}", "there", word or "in the log")
            elif not is_seal_of(word.word, "row", *content):
                yield Difference(place, f"{name} {key}", "rewritten", word)
    for (name, key), word in said.items():
        if word.word is not None:
            yield Difference(f"club {clubs.get(word.club)}", f"{name} {key}", "gone", word)


def _said_words() -> Iterator[tuple[tuple[str, str], Word]]:
    """The words on each row, those that were said last after the others. Two changes of one row
    wait for each other, so that their entries have their keys in the order of their words."""
    until = {}
    for sealed in ClubSeal.objects.select_related("club").order_by("pk"):
        until[sealed.club_id] = sealed.until
        yield from _words_in(sealed.words, sealed.club_id, f"the seal of club {sealed.club.uuid}")
    entries = AuditEntry.objects.filter(words__isnull=False).order_by("pk")
    rows = entries.values_list("pk", "club", "words", "chain__uuid", "sequence")
    for key, club, words, chain, sequence in rows.iterator(chunk_size=100):
        if key > until.get(club, 0):
            yield from _words_in(words, club, f"entry {sequence} of chain {chain}")


def _words_in(words: Any, club: int, where: str) -> Iterator[tuple[tuple[str, str], Word]]:
    for name, keys in words.items():
        for key, word in keys.items():
            yield (name, key), Word(word, club, where)
