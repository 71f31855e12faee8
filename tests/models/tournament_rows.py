"""Rows of tournaments that the database takes, and the cases of their constraints: data of rows.py
and test_constraints.py. `w` is a World; its hall has four entries at one table."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import models

from clubs.models import (
    Announcement,
    Bye,
    Category,
    Confirmation,
    Entry,
    Penalty,
    Publication,
    Round,
    Sitting,
    Slip,
    Substitution,
    Team,
    Tournament,
    TournamentRole,
)
from tests.cast import Cast
from tests.hall import Hall, published_hall

AT = datetime(2026, 11, 21, 14, tzinfo=UTC)
LATER = datetime(2026, 11, 21, 15, tzinfo=UTC)
USED, FREE = UUID(int=1), UUID(int=2)

Values = Callable[[Any], dict[str, Any]]
Case = tuple[str, type[models.Model], Values, Values]


def fill(cast: Cast) -> Hall:
    """What is there before a row is tried."""
    hall = published_hall(cast, 4)
    event, first = hall.tournament, hall.entry(1)
    Team.objects.create(tournament=event, name="Bouts A")
    Category.objects.create(tournament=event, code="F", name="Dames")
    TournamentRole.objects.create(tournament=event, user=cast.user("Dora"), role="desk")
    Substitution.objects.create(entry=first, player=cast.player("Dora"), name="Dora", from_round=2)
    Bye.objects.create(round=hall.round(1), entry=first)
    Confirmation.objects.create(slip=hall.tables()[0].slip, entry=first)
    Announcement.objects.create(tournament=event, text="Buvette")
    Publication.objects.create(tournament=event, version=1, content={})
    event.entries.filter(number=1).update(uuid=USED, licence="L1")
    for model in (Tournament, Team, Announcement):
        model._default_manager.update(uuid=USED)
    Round.objects.filter(number=1).update(uuid=USED)
    Slip.objects.update(uuid=USED)
    return hall


def slip_of(w: Any) -> Slip:
    slip: Slip = w.hall.tables()[0].slip
    return slip


ROWS: dict[type[models.Model], Values] = {
    Tournament: lambda w: {"club": w.club(), "name": "Coupe", "starts_at": AT, "rules": {}},
    TournamentRole: lambda w: {
        "tournament": w.hall.tournament,
        "user": w.cast.user("Bob"),
        "role": "arbiter",
    },
    Team: lambda w: {"tournament": w.hall.tournament, "name": "Petit A"},
    Category: lambda w: {"tournament": w.hall.tournament, "code": "J", "name": "Juniors"},
    Entry: lambda w: {
        "tournament": w.hall.tournament,
        "player": w.cast.player("Bob"),
        "number": 9,
        "name": "Bob",
    },
    Substitution: lambda w: {
        "entry": w.hall.entry(2),
        "player": w.cast.player("Olivia"),
        "name": "Olivia",
        "from_round": 2,
    },
    Round: lambda w: {"tournament": w.hall.tournament, "number": 9},
    Bye: lambda w: {"round": w.hall.round(1), "entry": w.hall.entry(2)},
    Slip: lambda w: {"sitting": w.sitting},
    Confirmation: lambda w: {"slip": slip_of(w), "entry": w.hall.entry(2)},
    Announcement: lambda w: {"tournament": w.hall.tournament, "text": "Reprise à 15 h"},
}


def told(**values: Any) -> Values:
    return lambda w: values


def given(w: Any, **changed: Any) -> dict[str, Any]:
    """A penalty of an entry."""
    of_entry = {"evening": None, "entry": w.hall.entry(1), "after_round": 1, "code": "late"}
    return {**of_entry, **changed}


CASES: list[Case] = [
    *(
        (f"{model.__name__}.uuid", model, told(uuid=USED), told(uuid=FREE))
        for model in (Tournament, Team, Entry, Round, Slip, Announcement)
    ),
    (
        "Tournament.code",
        Tournament,
        lambda _w: {"code": Tournament.objects.get(uuid=USED).code},
        told(code="333333"),
    ),
    ("tournament_state_known", Tournament, told(state="lost"), told(state="final")),
    ("tournament_has_a_name", Tournament, told(name=""), told(name="x")),
    ("tournament_has_a_place", Tournament, told(capacity=0), told(capacity=1)),
    ("tournament_confirmations_0_to_4", Tournament, told(confirmations=5), told(confirmations=4)),
    ("tournament_rounds_last", Tournament, told(round_minutes=0), told(round_minutes=1)),
    (
        "tournament_role_once",
        TournamentRole,
        lambda w: {"user": w.cast.user("Dora")},
        lambda w: {"user": w.cast.user("Alice")},
    ),
    ("tournament_role_known", TournamentRole, told(role="king"), told(role="desk")),
    ("team_name_once", Team, told(name="Bouts A"), told(name="Bouts B")),
    ("team_has_a_name", Team, told(name=""), told(name="x")),
    ("category_code_once", Category, told(code="F"), told(code="S")),
    ("category_has_a_code", Category, told(code=""), told(code="x")),
    (
        "entry_player_once",
        Entry,
        lambda w: {"player": w.hall.entry(1).player},
        lambda w: {"player": w.cast.player("Alice")},
    ),
    ("entry_number_once", Entry, told(number=1), told(number=5)),
    ("entry_licence_once", Entry, told(licence="L1"), told(licence="L2")),
    ("entry_number_from_1", Entry, told(number=0), told(number=6)),
    ("entry_round_from_1", Entry, told(first_round=0), told(first_round=2)),
    ("entry_has_a_name", Entry, told(name=""), told(name="x")),
    (
        "entry_fee_paid_means_when",
        Entry,
        told(fee_paid=1000),
        told(fee_paid=1000, fee_paid_at=AT),
    ),
    (
        "entry_checked_in_means_how",
        Entry,
        told(checked_in_at=AT),
        told(checked_in_at=AT, check_in_way="qr"),
    ),
    (
        "substitution_once",
        Substitution,
        lambda w: {"entry": w.hall.entry(1)},
        lambda w: {"entry": w.hall.entry(1), "from_round": 3},
    ),
    ("substitution_from_1", Substitution, told(from_deal=0), told(from_deal=2)),
    ("substitution_has_a_name", Substitution, told(name=""), told(name="x")),
    ("round_number_once", Round, told(number=1), told(number=8)),
    ("round_number_from_1", Round, told(number=0), told(number=7)),
    ("round_state_known", Round, told(state="lost"), told(state="drawn")),
    (
        "round_clock_paused_means_started",
        Round,
        told(clock_paused_at=AT),
        told(clock_paused_at=LATER, clock_started_at=AT),
    ),
    (
        "bye_once",
        Bye,
        lambda w: {"entry": w.hall.entry(1)},
        lambda w: {"entry": w.hall.entry(3)},
    ),
    (
        "Slip.sitting",
        Slip,
        lambda w: {"sitting": w.hall.tables()[0]},
        lambda w: {"sitting": w.other_sitting()},
    ),
    ("slip_state_known", Slip, told(state="lost"), told(state="entered")),
    ("slip_mode_known", Slip, told(mode="guess"), told(mode="totals")),
    (
        "slip_disputed_means_why",
        Slip,
        told(state="disputed"),
        told(state="disputed", dispute="Donne 3"),
    ),
    (
        "confirmation_once",
        Confirmation,
        lambda w: {"entry": w.hall.entry(1)},
        lambda w: {"entry": None},
    ),
    ("announcement_says_something", Announcement, told(text=""), told(text="x")),
    ("announcement_place_known", Announcement, told(place="moon"), told(place="phones")),
    (
        "announcement_from_before_until",
        Announcement,
        told(shown_from=LATER, shown_until=AT),
        told(shown_from=AT, shown_until=LATER),
    ),
    (
        "sitting_once_in_round",
        Sitting,
        lambda w: {"round": w.hall.round(1), "table_number": 1},
        lambda w: {"round": w.hall.round(1), "table_number": 2},
    ),
    (
        "penalty_of_a_table_an_evening_or_an_entry",
        Penalty,
        lambda w: {"sitting": w.sitting},
        lambda w: {"sitting": w.sitting, "evening": None},
    ),
    (
        "penalty_of_a_table_an_evening_or_an_entry",
        Penalty,
        lambda w: {"evening": None},
        lambda w: {"evening": w.evening},
    ),
    (
        "penalty_of_a_table_an_evening_or_an_entry",
        Penalty,
        lambda w: given(w, evening=w.evening),
        given,
    ),
    (
        "penalty_of_an_entry_means_round_and_code",
        Penalty,
        lambda w: given(w, code=""),
        lambda w: given(w, code="other"),
    ),
    (
        "publication_of_tournament_once",
        Publication,
        lambda w: {"league": None, "tournament": w.hall.tournament, "version": 1},
        lambda w: {"league": None, "tournament": w.hall.tournament, "version": 2},
    ),
    (
        "publication_of_a_season_or_a_tournament",
        Publication,
        lambda w: {"tournament": w.hall.tournament},
        lambda w: {"tournament": None},
    ),
]

__all__ = ["CASES", "ROWS", "fill"]
