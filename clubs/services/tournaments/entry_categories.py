"""The categories that entries of a tournament are put into. Source: tournaments.md §2."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.text import slugify

from clubs.access import (
    Actor,
    may_manage_tournament,
)
from clubs.core.names import name_key
from clubs.core.problems import Problem
from clubs.models import (
    Category,
    Tournament,
)
from clubs.queries.tournaments.setup import (
    categories_mark,
)
from clubs.services.changes import Action
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.changes import tournament_change

CODE_LENGTH = 16  # of a category, with room for a number behind it


class CategoryTold(NamedTuple):
    """A category; without a code it is new and gets one. Years are those of birth."""

    name: str
    code: str = ""
    born_from: int | None = None
    born_to: int | None = None


def set_categories(
    actor: Actor,
    tournament: Tournament,
    categories: Sequence[CategoryTold],
    *,
    seen: str = "",
    request_id: UUID,
) -> list[Category]:
    """The categories of a tournament; one that is not told goes.

    Safe to repeat. seen is the categories_mark that the person saw. Raises TournamentMoved, and
    TournamentRefused: `category_used` for one that an entry is put into by hand, `category_twice`
    for two of one name, `category_years` for years the wrong way round.
    """
    asked = _with_codes(categories)
    with tournament_change(
        Action.SET_CATEGORIES, actor, tournament, may_manage_tournament, request_id, until_over=True
    ) as log:
        after = [list(one) for one in asked]
        if log.repeated:
            log.require_same(log.written, after)
            return list(tournament.categories.all())
        before = list(tournament.categories.all())
        if seen and seen != categories_mark(before):
            raise TournamentMoved
        _refuse_category_changes(tournament, before, asked)
        log.before = [[one.name, one.code, one.born_from, one.born_to] for one in before]
        log.after = after
        log.is_needless = log.before == after
        gone = {one.code for one in before} - {one.code for one in asked}
        tournament.categories.filter(code__in=gone).delete()
        for category in asked:
            values = category._asdict()
            tournament.categories.update_or_create(code=values.pop("code"), defaults=values)
    return list(tournament.categories.all())


def _with_codes(categories: Iterable[CategoryTold]) -> list[CategoryTold]:
    """Gives each category without a code one that is made from its name. The same names give the
    same codes, so that a repeated request asks for the same."""
    rows = list(categories)
    taken = {one.code for one in rows if one.code}
    coded = []
    for category in rows:
        code = category.code
        if not code:
            base = slugify(category.name)[:CODE_LENGTH].strip("-") or "category"
            code, number = base, 2
            while code in taken:
                code, number = f"{base}-{number}", number + 1
            taken.add(code)
        coded.append(category._replace(code=code))
    return coded


def _refuse_category_changes(
    tournament: Tournament, before: Iterable[Category], asked: Sequence[CategoryTold]
) -> None:
    problems = []
    keys = [name_key(one.name) for one in asked]
    for at, category in enumerate(asked):
        if keys[at] in keys[:at]:
            problems.append(Problem("category_twice", f"categories[{at}].name"))
        if category.born_from and category.born_to and category.born_to < category.born_from:
            problems.append(Problem("category_years", f"categories[{at}].born_to"))
    gone = {one.code: one.name for one in before} | {one.code: "" for one in asked}
    used = {
        code for codes in tournament.entries.values_list("categories", flat=True) for code in codes
    }
    problems += [
        Problem("category_used", "categories", {"name": name})
        for code, name in gone.items()
        if name and code in used
    ]
    if problems:
        raise TournamentRefused(problems)
