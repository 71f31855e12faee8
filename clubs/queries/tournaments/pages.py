"""The list of the tournaments of a club, and the page of one: its next step, who has entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Case, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import (
    Actor,
    may_manage_tournament,
    may_run_tournament,
    visible_tournaments,
)
from clubs.core.names import is_found
from clubs.models import (
    Club,
    Entry,
    Round,
    RoundPaper,
    RoundState,
    Slip,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.numbers import grouped_number
from clubs.queries.tournaments.entries.entries import Present
from clubs.queries.tournaments.rounds.seating_presence import Missing, missing_people
from clubs.queries.tournaments.rounds.slips import DONE
from clubs.queries.tournaments.setup import is_ready
from clubs.queries.tournaments.tournaments import Steps

S = TournamentState
RUNNING = (S.CHECK_IN, S.PLAYING, S.PROVISIONAL)
COMING = (S.DRAFT, S.OPEN)
PAST = (S.FINAL, S.ARCHIVED, S.CANCELLED)


# The list of a club


def _listed_tournaments(actor: Actor, club: Club) -> QuerySet[Tournament]:
    """The tournaments of the club that the actor may see, with `entered`, `left` and `over`:
    numbers of entries, of those that withdrew, and of validated rounds."""
    entered = Entry.objects.filter(tournament=OuterRef("pk"))
    left = entered.exclude(withdrawn_after=None)
    over = Round.objects.filter(tournament=OuterRef("pk"), state=RoundState.VALIDATED)
    rows = visible_tournaments(actor).filter(club=club)
    listed: QuerySet[Tournament] = rows.annotate(
        entered=_count_by_tournament(entered),
        left=_count_by_tournament(left),
        over=_count_by_tournament(over),
    )
    return listed


def _count_by_tournament(rows: QuerySet[Entry] | QuerySet[Round]) -> Coalesce:
    by_tournament = rows.order_by().values("tournament").annotate(found=Count("pk"))
    counts = Subquery(by_tournament.values("found"), output_field=IntegerField())
    return Coalesce(counts, 0)


def present_tournaments(actor: Actor, club: Club) -> tuple[list[Tournament], list[Tournament]]:
    """Running ones, then those to come, each by date. One query."""
    rows = _listed_tournaments(actor, club).filter(state__in=(*RUNNING, *COMING))
    tournaments = list(rows.order_by("starts_at", "pk"))
    return [one for one in tournaments if one.state in RUNNING], [
        one for one in tournaments if one.state in COMING
    ]


def past_tournaments(
    actor: Actor, club: Club, asked: str = "", order: str = "newest"
) -> QuerySet[Tournament]:
    """Those whose name or place has all these words. One query, and one more for a search."""
    rows = _listed_tournaments(actor, club).filter(state__in=PAST)
    if asked:  # accents do not count, which no database knows
        named = rows.values_list("pk", "name", "place")
        rows = rows.filter(pk__in=[pk for pk, *texts in named if is_found(asked, *texts)])
    orders = {"name": ("name", "pk"), "oldest": ("starts_at", "pk")}
    return rows.order_by(*orders.get(order, ("-starts_at", "-pk")))


def next_tournament(club: Club) -> Tournament | None:
    """The tournament that the home of the club names: one that runs, else the next that is open to
    entries. One that began more than two days ago and was never ended is left out. One query."""
    since = timezone.now() - timedelta(days=2)
    rows = Tournament.objects.filter(club=club, is_practice=False, starts_at__gte=since)
    rows = rows.filter(state__in=(*RUNNING, S.OPEN))
    running_first = Case(When(state__in=RUNNING, then=Value(0)), default=Value(1))
    return rows.order_by(running_first, "starts_at", "pk").first()


# What is next


@dataclass(frozen=True, slots=True)
class ActionButton:
    """A button. page is the name of an address of the tournament, with the number of a round where
    it has one; step instead a step of the life cycle that the button takes. paper is the kind of
    one that is printed by the page paper_print, which notes for which seating (RoundPaper)."""

    label: str
    icon: str
    page: str = ""
    round: int | None = None
    step: str = ""
    paper: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """The next step in words, its main button, and others. missing: people who came or left since
    the next round was drawn."""

    words: str
    main: ActionButton | None
    others: Sequence[ActionButton] = ()
    missing: Missing | None = None


def _entered_words(present: Present, capacity: int | None) -> str:
    count, left = present.entered, present.left
    if capacity is None:
        text = ngettext("%(count)s entry.", "%(count)s entries.", count)
    else:
        text = ngettext(
            "%(count)s entry for %(places)s places.",
            "%(count)s entries for %(places)s places.",
            count,
        )
    text %= {"count": grouped_number(count), "places": grouped_number(capacity or 0)}
    gone = ngettext("%(count)s has withdrawn.", "%(count)s have withdrawn.", left)
    return f"{text} {gone % {'count': grouped_number(left)}}" if left else text


# Which buttons are not for everybody at the desk.
OF_ORGANISERS = {"tournament_settings", "open", "draft", "archive", "unarchive", "uncancel"}
OF_ARBITERS = {"tournament_stop", "paper_print"}


def next_of(actor: Actor, tournament: Tournament, steps: Steps, present: Present) -> Next:
    """The next step, with the buttons that the actor may use."""
    next_step = TELL[TournamentState(tournament.state)](tournament, steps, present)
    barred = set() if may_manage_tournament(actor, tournament) else set(OF_ORGANISERS)
    if not may_run_tournament(actor, tournament):
        barred |= OF_ARBITERS
    moves = [
        one
        for one in (next_step.main, *next_step.others)
        if one and not barred & {one.page, one.step}
    ]
    missing = missing_people(tournament, steps.rounds.values())
    return Next(next_step.words, moves[0] if moves else None, moves[1:], missing)


def _in_draft(tournament: Tournament, steps: Steps, present: Present) -> Next:
    if not is_ready(tournament):
        words = _("Rounds and deals are not set yet.")
        return Next(words, ActionButton(_("Complete the settings"), "gear", "tournament_settings"))
    words = _("Everything is set: people can enter as soon as you open the registration.")
    main = ActionButton(_("Open registration"), "play", step="open")
    return Next(words, main, [ActionButton(_("Settings"), "gear", "tournament_settings")])


def _in_registration(tournament: Tournament, steps: Steps, present: Present) -> Next:
    words = _entered_words(present, tournament.capacity)
    entries = ActionButton(_("Entries"), "users", "entry_list")
    check_in = ActionButton(_("Start the check-in"), "check", step="check_in")
    back = [] if present.entered else [ActionButton(_("Back to preparation"), "undo", step="draft")]
    is_early = tournament.starts_at - timezone.now() > timedelta(hours=18)
    if is_early:
        words += " " + _("The check-in begins on the day.")
    if is_early or not present.entered:
        return Next(words, entries, [check_in, *back])
    return Next(words, check_in, [entries, *back])


def _in_check_in(tournament: Tournament, steps: Steps, present: Present) -> Next:
    words = _("%(here)s of %(entered)s are here.") % {
        "here": grouped_number(present.here),
        "entered": grouped_number(present.expected),
    }
    check_in = ActionButton(_("Check in"), "check", "check_in")
    if steps.to_draw != 1:
        words += " " + _("Round 1 is drawn: look at the seating, and publish it.")
        return Next(
            words, ActionButton(_("Seating of round 1"), "users", "round_seating", 1), [check_in]
        )
    draw = ActionButton(_("Draw round 1"), "cards", "round_seating", 1)
    back = ActionButton(_("Back to registration"), "undo", step="open_again")
    if present.here < present.expected:
        words += " " + _("Draw round 1 when everybody who comes is there.")
        return Next(words, check_in, [draw, back])
    return Next(words, draw, [check_in, back])


def _in_play(tournament: Tournament, steps: Steps, present: Present) -> Next:
    number = steps.current
    if not number:  # a file may say that it is played before there is a round
        return _in_check_in(tournament, steps, present)
    here = steps.rounds[number]
    stop = ActionButton(_("End early or add rounds"), "flag", "tournament_stop")
    board = ActionButton(
        _("Board of round %(number)s") % {"number": number}, "sheet", "round_board", number
    )
    if here.state == RoundState.COMPLETE:
        words = _("All slips of round %(number)s are confirmed: close the round.")
        return Next(words % {"number": number}, board, [stop])
    if here.state != RoundState.VALIDATED:
        kind = RoundPaper.EMERGENCY.value
        paper = ActionButton(
            _("Print the emergency set"), "print", "paper_print", number, paper=kind
        )
        others = [paper, stop] if here.state == RoundState.PUBLISHED else [stop]
        return Next(_round_progress(here), board, others)
    following = {"number": number + 1}
    place = ("round_seating", number + 1)
    if steps.to_draw == number + 1:
        words = _("Round %(number)s is over. The next one is to be drawn.") % {"number": number}
        return Next(
            words, ActionButton(_("Draw round %(number)s") % following, "cards", *place), [stop]
        )
    words = _("Round %(number)s is over. The next one is drawn.") % {"number": number}
    return Next(
        words, ActionButton(_("Seating of round %(number)s") % following, "users", *place), [stop]
    )


def _round_progress(here: Round) -> str:
    """The sentence on how many slips of a round are confirmed. One query."""
    slips = Slip.objects.filter(sitting__round=here).aggregate(
        tables=Count("pk"),
        confirmed=Count("pk", filter=Q(state__in=DONE)),
        disputed=Count("pk", filter=Q(state=SlipState.DISPUTED)),
    )
    words = _("Round %(number)s is played: %(confirmed)s of %(tables)s slips are confirmed.")
    sentence = words % {"number": here.number, **slips}
    if slips["disputed"]:
        more = ngettext(
            "%(count)s table is in disagreement.",
            "%(count)s tables are in disagreement.",
            slips["disputed"],
        )
        sentence += " " + more % {"count": slips["disputed"]}
    return sentence


def _in_provisional(tournament: Tournament, steps: Steps, present: Present) -> Next:
    words = _("All rounds are played. Look at the standings, then make them final.")
    main = ActionButton(_("Make the results final"), "share", "tournament_standings")
    return Next(
        words,
        main,
        [
            ActionButton(_("Prizes"), "trophy", "prize_list"),
            ActionButton(_("End early or add rounds"), "flag", "tournament_stop"),
        ],
    )


def _when_final(tournament: Tournament, steps: Steps, present: Present) -> Next:
    words = _("The results are final.")
    main = ActionButton(_("Prizes"), "trophy", "prize_list")
    return Next(
        words, main, [ActionButton(_("Put it into the archive"), "archive", step="archive")]
    )


def _in_archive(tournament: Tournament, steps: Steps, present: Present) -> Next:
    main = ActionButton(_("Standings"), "chart", "tournament_standings")
    back = ActionButton(_("Take it out of the archive"), "undo", step="unarchive")
    return Next(_("This tournament is in the archive."), main, [back])


def _when_cancelled(tournament: Tournament, steps: Steps, present: Present) -> Next:
    main = ActionButton(_("Let it take place after all"), "undo", step="uncancel")
    return Next(_("This tournament is cancelled."), main)


TELL = {
    S.DRAFT: _in_draft,
    S.OPEN: _in_registration,
    S.CHECK_IN: _in_check_in,
    S.PLAYING: _in_play,
    S.PROVISIONAL: _in_provisional,
    S.FINAL: _when_final,
    S.ARCHIVED: _in_archive,
    S.CANCELLED: _when_cancelled,
}
