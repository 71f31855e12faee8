"""The report of the arbiter: settings in words, entries, seatings, corrections and penalties."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from django.conf import settings as project
from django.utils.translation import gettext as _

from clubs.access import Actor
from clubs.choices import reason_text, rules_title
from clubs.core.games import get_game
from clubs.core.limits import MOST_ROUNDS
from clubs.core.seating.shapes import SeatingGroup
from clubs.core.seating.sizes import MOST_SEATS
from clubs.core.tournaments.settings import (
    AVERAGE,
    TournamentSettings,
)
from clubs.models import (
    AuditEntry,
    PenaltyCode,
    Round,
    Sitting,
    Slip,
    Tournament,
    TournamentDuty,
    TournamentState,
    User,
)
from clubs.models import SlipMode as SlipModeWords
from clubs.numbers import NONE, grouped_number
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.queries.games import WORDS
from clubs.queries.tables.audit import log_row
from clubs.queries.tables.log_words import entry_title, people_by_key, who_text
from clubs.queries.tournaments.entries.entry_penalties import penalty_lines, tournament_penalties
from clubs.queries.tournaments.paper_shapes import (
    ReportedChange,
    ReportedPenalty,
    ReportedRound,
    ReportPaper,
)
from clubs.queries.tournaments.papers import (
    FINAL,
    listed_entries,
    local,
    paper_entry,
    paper_head,
)
from clubs.queries.tournaments.rounds.seating_words import certificate_sentences
from clubs.queries.tournaments.rounds.seatings import kept_apart
from clubs.queries.tournaments.tournaments import entries_of, settings_of
from clubs.queries.tournaments.words import (
    FIVE_FORMS,
    LATECOMERS,
    LEAVERS,
    LEFTOVERS,
    METHODS,
    SEPARATIONS,
    TIE_BREAKS,
)

# Of the log: what was made otherwise after it had been written. Those of one deal only where they
# have a reason, as every one has after its round was validated.
CORRECTIONS = ("correct_slip", "resolve_slip", "set_slip_mode", "reopen_round", "reopen_results")
ENDED = ("validate_round", "publish_results")
OF_DEALS = ("correct_deal", "void_deal", "restore_deal")


def report_paper(actor: Actor, tournament: Tournament) -> ReportPaper:
    """The report for an arbiter. 19 queries at most, however long the day was."""
    entries, settings = entries_of(tournament), settings_of(tournament)
    # After an early end the later rounds are there still, and belong to the day no more.
    last = settings.rounds_planned or MOST_ROUNDS
    rounds = list(tournament.rounds.filter(number__lte=last).order_by("number"))
    return ReportPaper(
        head=paper_head(tournament),
        state=tournament.get_state_display(),
        settings=tuple(_setting_lines(tournament, settings, rounds)),
        entries=tuple(listed_entries(tournament, entries)),
        rounds=tuple(
            _reported_rounds(
                rounds,
                {entry.number: entry.listed_name for entry in entries},
                kept_apart(tournament, rounds, entries),
            )
        ),
        stops=(*_early_end(actor, tournament), *_early_tables(tournament, last)),
        corrections=tuple(_corrections(actor, tournament)),
        penalties=tuple(_reported_penalties(actor, tournament)),
        arbiters=tuple(_arbiters(actor, tournament)),
        currency=tournament.currency,
        version=program_version(),
        # What is played is in the logs of the tables: until the results are final that of the
        # tournament would vouch for figures that change without it.
        fingerprint=fingerprint_in_log(tournament.uuid) if tournament.state in FINAL else "",
    )


@cache
def program_version() -> str:
    """The version in pyproject.toml; empty where the program runs without that file."""
    file = project.BASE_DIR / "pyproject.toml"
    if not file.exists():
        return ""
    return str(tomllib.loads(file.read_text())["project"]["version"])


def _arbiters(actor: Actor, tournament: Tournament) -> list[str]:
    """The arbiters named for the tournament; where nobody is, who ended it by the log: whose click
    made the results final or closed the last round."""
    named = User.objects.filter(
        duties__tournament=tournament, duties__role=TournamentDuty.ARBITER
    ).order_by("pk")
    if names := [str(user) for user in named]:
        return names
    ended = AuditEntry.objects.filter(chain__uuid=tournament.uuid, action__in=ENDED).last()
    people = people_by_key(actor, tournament.club, [ended.actor]) if ended else {}
    return list(people.values())[:1]


# Settings


def _setting_lines(
    tournament: Tournament, settings: TournamentSettings, rounds: Iterable[Round]
) -> Iterator[tuple[str, str]]:
    rules = get_game(tournament.game).read_rules(tournament.rules)
    yield _("Game"), str(WORDS[tournament.game].name)
    yield _("Rules"), rules_title(rules)
    yield _("Rounds"), _number_or_dash(settings.rounds_planned)
    yield _("Deals a round"), _number_or_dash(settings.deals_per_round)
    yield _("Seating"), ", ".join(str(METHODS[method]) for method in settings.seating)
    yield _("Left over"), str(LEFTOVERS[settings.leftovers])
    # A round may be drawn with other sizes than the settings allow.
    seated = {len(table["players"]) for one in rounds for table in one.plan.get("tables", ())}
    if MOST_SEATS in seated.union(settings.table_sizes):
        yield _("Five at a table"), str(FIVE_FORMS[settings.five_player_form])
    yield _("Kept apart"), str(SEPARATIONS[settings.separation])
    yield _("Seed"), str(settings.seed)
    yield _("Slips"), str(SlipModeWords(settings.slip_mode.value).label)
    ties = ", ".join(str(TIE_BREAKS[tie_break]) for tie_break in settings.tie_breaks)
    yield _("Ties"), ties or _("share the rank")
    yield _("Who leaves"), str(LEAVERS[settings.leaver_policy])
    yield _("Who comes late"), str(LATECOMERS[settings.late_ranking])
    yield _("Missed round"), grouped_number(settings.missed_round_score)
    yield _("Bye"), _bye_text(settings)


def _number_or_dash(value: int | None) -> str:
    return NONE if value is None else str(value)


def _bye_text(settings: TournamentSettings) -> str:
    if settings.bye_score == AVERAGE:
        return _("the mean of one's rounds")
    return grouped_number(int(settings.bye_score))


# Rounds


def _reported_rounds(
    rounds: Iterable[Round], names: Mapping[int, str], separated: SeatingGroup | None
) -> Iterator[ReportedRound]:
    for round_ in rounds:
        certificate = round_.certificate
        sentences = certificate_sentences(certificate, names, separated) if certificate else ()
        yield ReportedRound(
            number=round_.number,
            state=round_.get_state_display(),
            method=str(METHODS.get(round_.method, round_.method)),
            seed=round_.seed,
            tables=len(round_.plan.get("tables", ())),
            sentences=tuple(sentences),
            plan_hash=certificate.get("plan_sha256", "") if certificate else "",
        )


# What ended early


def _early_end(actor: Actor, tournament: Tournament) -> Iterator[ReportedChange]:
    """The last word of the log on the end, if fewer rounds are played than were planned at first,
    or the tournament is cancelled."""
    reasoned = AuditEntry.objects.filter(chain__uuid=tournament.uuid).exclude(reason="")
    if tournament.state == TournamentState.CANCELLED:
        entry, title = reasoned.filter(action="set_tournament_state").last(), _("Cancelled")
    else:
        ends = [
            one
            for one in reasoned.filter(action="update_tournament")
            if "rounds_planned" in (one.after or {})
        ]
        planned = ends[0].before["rounds_planned"] if ends else None
        number = settings_of(tournament).rounds_planned
        if number is None or planned is None or number >= planned:
            return
        values = {"number": number, "planned": planned}
        entry, title = ends[-1], _("Stopped early, after round %(number)s of %(planned)s") % values
    if entry is not None:
        people = people_by_key(actor, tournament.club, [entry.actor])
        author = who_text(entry.actor, people)
        yield ReportedChange(entry.at, title, (), author, reason_text(entry.reason))


def _early_tables(tournament: Tournament, last: int) -> Iterator[ReportedChange]:
    """The tables of the rounds up to the last one that played fewer deals, and who handed in."""
    slips = Slip.objects.filter(
        sitting__round__tournament=tournament, sitting__round__number__lte=last
    ).exclude(stopped_early="")
    for slip in slips.order_by("sitting__round__number", "sitting__table_number").select_related(
        "sitting__round", "entered_by"
    ):
        assert slip.sitting.round is not None  # noqa: S101 - asked for by round
        place = (slip.sitting.round.number, slip.sitting.table_number or 0)
        yield ReportedChange(
            at=slip.entered_at or slip.changed_at,
            where=_where_text(_("Stopped early"), place),
            changes=(),
            author=slip.entered_by.name if slip.entered_by else "",
            reason=slip.stopped_early,
        )


# What was changed


def _corrections(actor: Actor, tournament: Tournament) -> Iterator[ReportedChange]:
    """The corrections, oldest first."""
    tables = Sitting.objects.filter(round__tournament=tournament)
    chains = [*tables.values_list("uuid", "round__number", "table_number")]
    places = {uuid: (number, table) for uuid, number, table in chains}
    wanted = AuditEntry.objects.filter(action__in=[*CORRECTIONS, *OF_DEALS])
    of_tables = wanted.filter(chain__uuid__in=tables.values("uuid"))
    entries = [*of_tables, *wanted.filter(chain__uuid=tournament.uuid)]
    entries = [entry for entry in entries if entry.reason or entry.action in CORRECTIONS]
    entries.sort(key=lambda entry: (entry.at, entry.pk))
    people = people_by_key(actor, tournament.club, [entry.actor for entry in entries])
    names = _player_names(tournament) if entries else {}
    for entry in entries:
        row = log_row(tournament.game, entry, people, names, deals={})
        place = places.get(entry.chain_uuid) or places.get(entry.target_uuid)
        yield ReportedChange(
            at=entry.at,
            where=_where_text(entry_title(entry.action, row.deal_number), place),
            changes=tuple((change.label, change.was, change.now) for change in row.changes),
            author=who_text(entry.actor, people),
            reason=reason_text(entry.reason),
        )


def _where_text(title: str, place: tuple[int, int] | None) -> str:
    """ "Deal 3 corrected (round 2, table 4)" """
    if place is None:
        return title
    values = {"title": title, "round": place[0], "table": place[1]}
    return _("%(title)s (round %(round)s, table %(table)s)") % values


def _player_names(tournament: Tournament) -> dict[str, str]:
    """Names by the uuid of the player, as records have them."""
    rows = [
        *tournament.entries.values_list("player__uuid", "name"),
        *tournament.entries.filter(substitutions__isnull=False).values_list(
            "substitutions__player__uuid", "substitutions__name"
        ),
    ]
    return {str(uuid): name for uuid, name in rows}


def _reported_penalties(actor: Actor, tournament: Tournament) -> Iterator[ReportedPenalty]:
    """The penalties, oldest first; cancelled ones too."""
    penalties = tournament_penalties(tournament)[::-1]
    for line in penalty_lines(actor, tournament, penalties):
        row = line.penalty
        assert row.entry is not None  # noqa: S101 - asked for by entry
        yield ReportedPenalty(
            entry=paper_entry(row.entry, row.entry),
            points=row.points,
            after_round=row.after_round or 0,
            kind=str(PenaltyCode(row.code).label) if row.code else "",
            reason=row.reason,
            at=local(tournament, row.given_at),
            author=line.given_by,
            cancelled=row.cancel_reason,
        )
