"""The people of a tournament file: entries, teams and penalties.

Source: tournaments.md §2, §4, §7.5, §11.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from clubs.core.limits import MOST_ROUNDS
from clubs.core.problems import Problem
from clubs.core.standings.settings import MOST
from clubs.core.table_checks import name_problems
from clubs.core.tournaments.reading import (
    Source,
    bounded_whole,
    code_among,
    file_refusal,
    needed,
    objects_in,
    optional_field,
    others,
    positive_number,
    read_objects,
    read_texts,
    words,
)
from clubs.core.tournaments.shapes import (
    TournamentEntry,
    TournamentPenalty,
    TournamentSubstitution,
    TournamentTeam,
)

TEAM_SIZES = (2, 3, 4)


class FilePenaltyCode(StrEnum):
    LATE = "late"
    CONDUCT = "conduct"
    IRREGULARITY = "irregularity"
    SCORE_ERROR = "score_error"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class EntryRead:
    """first_round is None where the file does not tell it. extra: what the format does not name,
    here and in all that follows."""

    entry: TournamentEntry
    checked_in: bool = True
    licence: str | None = None
    paid: Any = None
    team: str | None = None
    first_round: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TeamRead:
    team: TournamentTeam
    captain: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PenaltyRead:
    """A cancelled one does not count; `cancelled` in the file is true or the reason."""

    penalty: TournamentPenalty
    code: str
    reason: str
    cancelled: bool
    cancel_reason: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


ENTRY_FIELDS = frozenset(
    {
        "id",
        "number",
        "name",
        "club",
        "licence",
        "categories",
        "team",
        "paid",
        "checked_in",
        "first_round",
        "withdrawn_after",
        "substitutions",
    }
)
TEAM_FIELDS = frozenset({"name", "members", "captain"})
PENALTY_FIELDS = frozenset({"player", "points", "after_round", "code", "reason", "cancelled"})


def read_entries(document: Source, rounds: int) -> tuple[EntryRead, ...]:
    """rounds: how many there are, planned or played."""
    seen: dict[str, set[object]] = {"id": set(), "number": set(), "licence": set()}
    entries = []
    for at, (path, source) in enumerate(read_objects(document, "entries")):
        read = _read_entry(source, f"{path}.", at + 1, rounds)
        if read.entry.key in seen["id"]:
            raise file_refusal(Problem("duplicate_entry", f"{path}.id"))
        if read.entry.number in seen["number"]:
            raise file_refusal(Problem("import_inconsistent", f"{path}.number"))
        if read.licence and read.licence in seen["licence"]:
            raise file_refusal(Problem("licence_taken", f"{path}.licence"))
        seen["id"].add(read.entry.key)
        seen["number"].add(read.entry.number)
        seen["licence"].add(read.licence)
        entries.append(read)
    return tuple(entries)


def _read_entry(source: Source, prefix: str, place: int, rounds: int) -> EntryRead:
    key = needed(source, "id", str, prefix)
    problems = [replace(problem, field=f"{prefix}id") for problem in name_problems(0, key)]
    if problems:
        raise file_refusal(*problems)
    number = bounded_whole(source, "number", prefix, low=1, high=MOST)
    last = optional_field(source, "withdrawn_after", int, prefix)
    if last is not None and not 0 <= last <= rounds:
        raise file_refusal(Problem("withdraw_round", f"{prefix}withdrawn_after", {"most": rounds}))
    first = bounded_whole(source, "first_round", prefix, low=1, high=MOST_ROUNDS)
    checked_in = optional_field(source, "checked_in", bool, prefix)
    entry = TournamentEntry(
        key=key,
        number=place if number is None else number,
        name=words(source, "name", prefix),
        club=optional_field(source, "club", str, prefix),
        categories=tuple(
            dict.fromkeys(code for _, code in read_texts(source, "categories", prefix))
        ),
        first_round=first or 1,
        withdrawn_after=last,
        substitutions=tuple(_read_substitutions(source, prefix)),
    )
    return EntryRead(
        entry=entry,
        checked_in=checked_in is not False,
        licence=optional_field(source, "licence", str, prefix) or None,
        paid=source.get("paid"),
        team=optional_field(source, "team", str, prefix) or None,
        first_round=first,
        extra=others(source, ENTRY_FIELDS),
    )


def born_within(born: int | None, first: int | None, last: int | None) -> bool:
    """Is who was born in this year of a category of these years? One without years has nobody by
    age."""
    if born is None or (first is None and last is None):
        return False
    return (first or born) <= born <= (last or born)


@dataclass(frozen=True, slots=True)
class AgeCategory:
    """A category by years of birth; either may be open."""

    code: str
    first: int | None
    last: int | None


def age_categories(extra: Mapping[str, Any]) -> Iterator[AgeCategory]:
    """Those that the document tells in `categories`. What is none is passed over: the part is not
    of the standings alone, and other programs write it as they like."""
    for row in objects_in(extra.get("categories")):
        if isinstance(row.get("code"), str):
            years = (positive_number(row.get("born_from")), positive_number(row.get("born_to")))
            yield AgeCategory(row["code"], *years)


def with_ages(
    entry: TournamentEntry, read: EntryRead, categories: Sequence[AgeCategory]
) -> TournamentEntry:
    """The entry with its categories by hand and by `birth_year`."""
    born = positive_number(read.extra.get("birth_year"))
    by_age = (one.code for one in categories if born_within(born, one.first, one.last))
    return replace(entry, categories=tuple(dict.fromkeys([*entry.categories, *by_age])))


def _read_substitutions(source: Source, prefix: str) -> Iterator[TournamentSubstitution]:
    """Read the substitutions of an entry, which must stand by round."""
    latest = 0
    for path, change in read_objects(source, "substitutions", prefix):
        # In the order of the rounds: `shown_name` joins the names as they stand.
        number = bounded_whole(
            change, "from_round", f"{path}.", low=max(1, latest), high=MOST_ROUNDS
        )
        if number is None:
            raise file_refusal(Problem("field_missing", f"{path}.from_round"))
        latest = number
        name = words(change, "name", f"{path}.")
        yield TournamentSubstitution(number, name, others(change, {"from_round", "name"}))


def read_teams(document: Source, entries: Sequence[EntryRead]) -> tuple[TeamRead, ...]:
    """The teams of the file, then those that only entries name; all of one size."""
    known = {read.entry.key for read in entries}
    taken: set[str] = set()
    teams: dict[str, TeamRead] = {}
    paths: dict[str, str] = {}
    for path, source in read_objects(document, "teams"):
        name = words(source, "name", f"{path}.")
        if name in teams:
            raise file_refusal(Problem("import_inconsistent", f"{path}.name"))
        members = tuple(_read_team_members(source, f"{path}.", known, taken))
        captain = optional_field(source, "captain", str, f"{path}.")
        if captain is not None and captain not in members:
            raise file_refusal(Problem("unknown_player", f"{path}.captain"))
        teams[name] = TeamRead(TournamentTeam(name, members), captain, others(source, TEAM_FIELDS))
        paths[name] = f"{path}.members"
    _add_named_teams(teams, paths, entries)
    _check_team_sizes(teams, paths)
    return tuple(teams.values())


def _read_team_members(
    source: Source, prefix: str, known: set[str], taken: set[str]
) -> Iterator[str]:
    for path, member in read_texts(source, "members", prefix):
        if member not in known:
            raise file_refusal(Problem("unknown_player", path))
        if member in taken:
            raise file_refusal(Problem("entry_in_two_teams", path))
        taken.add(member)
        yield member


def _add_named_teams(
    teams: dict[str, TeamRead], paths: dict[str, str], entries: Sequence[EntryRead]
) -> None:
    """Entries that say their team: it must be the one that has them, if any does."""
    team_of = {member: name for name, read in teams.items() for member in read.team.members}
    for at, read in enumerate(entries):
        if read.team is None or team_of.get(read.entry.key) == read.team:
            continue
        path = f"entries[{at}].team"
        if read.entry.key in team_of:
            raise file_refusal(Problem("entry_in_two_teams", path))
        paths.setdefault(read.team, path)
        team = teams.setdefault(read.team, TeamRead(TournamentTeam(read.team, ())))
        members = (*team.team.members, read.entry.key)
        teams[read.team] = replace(team, team=TournamentTeam(read.team, members))


def _check_team_sizes(teams: Mapping[str, TeamRead], paths: Mapping[str, str]) -> None:
    sizes = {name: len(read.team.members) for name, read in teams.items()}
    # Sums of two and of three members cannot be compared (tournaments.md §7.7): the first team says
    # how many they are.
    wanted = next(iter(sizes.values()), TEAM_SIZES[0])
    for name, size in sizes.items():
        if size not in TEAM_SIZES or size != wanted:
            raise file_refusal(Problem("team_size", paths[name]))


def read_penalties(
    document: Source, known: Mapping[str, TournamentEntry], rounds: int
) -> tuple[PenaltyRead, ...]:
    return tuple(
        _read_penalty(source, f"{path}.", known, rounds)
        for path, source in read_objects(document, "penalties")
    )


def _read_penalty(
    source: Source, prefix: str, known: Mapping[str, TournamentEntry], rounds: int
) -> PenaltyRead:
    player = needed(source, "player", str, prefix)
    if player not in known:
        raise file_refusal(Problem("unknown_player", f"{prefix}player"))
    points = bounded_whole(source, "points", prefix, low=-MOST, high=MOST)
    if not points:
        raise file_refusal(
            Problem("field_missing" if points is None else "penalty_zero", f"{prefix}points")
        )
    after = bounded_whole(source, "after_round", prefix, low=0, high=rounds)
    if after is None:
        raise file_refusal(Problem("field_missing", f"{prefix}after_round"))
    reason = optional_field(source, "reason", str, prefix) or ""
    if not reason.strip():
        raise file_refusal(Problem("penalty_reason_required", f"{prefix}reason"))
    cancelled = source.get("cancelled")
    if cancelled is not None and not isinstance(cancelled, str | bool):
        raise file_refusal(Problem("field_type", f"{prefix}cancelled"))
    return PenaltyRead(
        penalty=TournamentPenalty(player, points, after),
        code=code_among(source, "code", FilePenaltyCode, prefix) or FilePenaltyCode.OTHER.value,
        reason=reason,
        cancelled=bool(cancelled),
        cancel_reason=cancelled if isinstance(cancelled, str) else "",
        extra=others(source, PENALTY_FIELDS),
    )
