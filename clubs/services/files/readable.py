"""Proof that pages can read what a club keeps as JSON, by what pages read it with."""

from datetime import datetime
from typing import Any
from uuid import UUID

from clubs.core.games import get_game
from clubs.core.standings.settings import LeagueSettings
from clubs.models import Club, Publication, Round, Slip, Tournament
from clubs.queries.seasons.publications import changes
from clubs.queries.seasons.season_titles import titles_of
from clubs.queries.tournaments.rounds.seating_words import certificate_sentences
from clubs.queries.tournaments.rounds.seatings import everybody, locks_of, patched, seated_round
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.tournaments.checks import result_facts
from clubs.services.tournaments.rounds.typed_slips import Typed

NUMBERS = ("rank", "evenings", "deals")  # of a row of published standings


def require_readable(club: Club) -> None:
    """Read rules, settings, seatings, certificates, slips, publications and reports of a club.
    Raises what a page would: ValueError, TypeError, LookupError, AttributeError, DealRefused."""
    for profile in club.rule_profiles.all():
        get_game(profile.game).read_rules(profile.rules)
    for tournament in club.tournaments.all():
        _read_tournament(tournament)
    for slip in Slip.objects.filter(sitting__club=club, first_pass__isnull=False):
        Typed.from_json(slip.first_pass or {})
    for league in club.leagues.all():
        LeagueSettings.read(league.standings_rules or None)
    for publication in Publication.objects.filter(club=club):
        _read_publication(publication)
    for run in club.imports.all():
        [UUID(text) for text in run.report.get("tables", ())]
        _require(run.undo_block >= 0 and not (run.undone_at and run.undone_at.tzinfo is None))


def _require(is_so: bool) -> None:
    if not is_so:
        raise ValueError("a value is none that its column can have")


def _are_whole(*values: Any) -> bool:
    return all(type(value) is int for value in values)


def _read_tournament(tournament: Tournament) -> None:
    get_game(tournament.game).read_rules(tournament.rules)
    settings_of(tournament)
    _require(_are_whole(*tournament.table_numbers))
    _require(all(_are_whole(one, other) for one, other in tournament.apart))
    entries = set(tournament.entries.values_list("number", flat=True))
    for round_ in tournament.rounds.all():
        _read_round(round_, entries)


def _read_round(round_: Round, entries: set[int]) -> None:
    """Also the plans to which a step leads back. Nobody sits there who has not entered."""
    plan = round_.plan
    for patch in [None, *reversed(plan.get("undo", ()))]:
        plan = plan if patch is None else patched(plan, patch)
        seating = seated_round(round_.number, plan)
        moves = [(player, was, now) for player, was, now in plan.get("moves", ())]
        _require(_are_whole(*(table.number for table in seating.tables)))
        _require({*everybody(seating), *seating.byes, *(one for one, *_at in moves)} <= entries)
        locks_of(round_.number, plan)
    if round_.certificate:
        certificate_sentences(round_.certificate)
    for record in round_.printed.values():
        _require(datetime.fromisoformat(record["at"]).tzinfo is not None)
        _require(isinstance(record["mark"], str))


def _read_publication(publication: Publication) -> None:
    content = publication.content
    if publication.league is None:
        result_facts(content)
        return
    list(changes(content, content))
    titles_of(publication, {str(one.uuid): one for one in publication.club.players.all()})
    standings = content.get("standings") or {}
    parts = standings.get("by_size", {0: standings})
    for size, part in parts.items():
        int(size)
        for row in part.get("rows") or []:
            _require(_are_whole(*(row.get(name) or 0 for name in NUMBERS)))
