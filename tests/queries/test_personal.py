"""All that a club knows of one person."""

import json
from datetime import date
from uuid import uuid4

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import translation

from clubs.models import Penalty, Player, RatingChange, SittingTotal
from clubs.queries.personal import Season, personal_data
from clubs.services.players import merge_players
from tests.cast import make_player

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def known(club, name):
    player = Player.objects.select_related("club", "user").get(pk=club.player(name).pk)
    return personal_data(player)


def test_record_and_account(club):
    data = known(club, "Bob")

    assert data.record == {
        "uuid": club.player("Bob").uuid,
        "name": "Bob",
        "table_name": "Bob",
        "member_since": date(2026, 1, 1),
        "archived_at": None,
        "nickname": "",
        "licence": "",
        "categories": [],
        "email": "",
        "birth_year": None,
        "public_name": "initial",
    }
    account = {key: data.account[key] for key in ("email", "name", "role")}
    assert account == {"email": "bob@example.org", "name": "Bob", "role": "member"}


def test_who_has_no_account_and_did_nothing(club):
    data = known(club, "Frank")

    assert data.account is None
    rest = (data.seasons, data.evenings, data.tables, data.deals, data.totals)
    assert rest == ((), (), (), (), ())
    assert (data.penalties, data.ratings, data.log) == ((), (), ())


def test_what_was_played(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob", points=46)  # (25+5)·2 = 60 from each
    club.deal(sitting, taker="Alice", points=46)
    club.deal(sitting, kind="void", void_reason="all_pass")

    data = known(club, "Bob")

    [table] = data.tables
    assert (table.uuid, table.total, table.deal_count) == (sitting.uuid, 180 - 60, 2)
    assert [(deal.number, deal.kind, deal.role, deal.score) for deal in data.deals] == [
        (3, "void", "player", 0),
        (2, "played", "defender", -60),
        (1, "played", "taker", 180),
    ]
    assert known(club, "Frank").deals == ()


def test_seasons_evenings_penalties_ratings_and_sums(club):
    league = club.league("Bob", "Dora")
    sitting = club.sitting(*FOUR)
    evening = club.evening(league, date(2025, 9, 12), sitting, name="Opening")
    bob, dora = club.player("Bob"), club.player("Dora")
    evening.present.add(bob)
    for player, points in ((bob, -10), (dora, 5)):
        Penalty.objects.create(evening=evening, player=player, points=points, reason="Late")
    levels = {"mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7.5}
    RatingChange.objects.create(player=bob, sitting=sitting, sequence=1, **levels)
    SittingTotal.objects.create(sitting=sitting, player=bob, total=197, deal_count=12)

    data = known(club, "Bob")

    assert data.seasons == (Season("2025–2026", date(2025, 9, 1), date(2026, 6, 30), 1, 0),)
    assert [(came.held_on, came.name) for came in data.evenings] == [(date(2025, 9, 12), "Opening")]
    assert [(one.points, one.reason, one.is_cancelled) for one in data.penalties] == [
        (-10, "Late", False)
    ]
    assert [(one.mu_before, one.mu_after) for one in data.ratings] == [(25, 26)]
    assert [(one.total, one.deal_count) for one in data.totals] == [(197, 12)]


def test_the_log_that_names_them_or_that_they_wrote(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice")
    club.sitting("Charlie", "Dora", "Frank", by="Charlie")

    told = [(entry.action, entry.wrote) for entry in known(club, "Bob").log]
    assert told == [("record_deal", False), ("open_sitting", False)]
    told = [(entry.action, entry.wrote) for entry in known(club, "Charlie").log]
    assert told == [("open_sitting", True), ("record_deal", False), ("open_sitting", False)]


def test_the_log_under_a_former_uuid(club):
    guest = make_player(club.club, "Bobby")
    guest.save()
    club.players["Bobby"] = guest
    sitting = club.sitting("Alice", "Bobby", "Charlie", "Dora")
    club.deal(sitting, taker="Alice")
    merge_players(club.actor("Charlie"), guest, club.player("Bob"), request_id=uuid4())

    actions = [entry.action for entry in known(club, "Bob").log]
    assert sorted(actions) == ["merge_players", "merge_players", "open_sitting", "record_deal"]


def test_the_file_says_the_same(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")

    told = json.loads(json.dumps(known(club, "Bob").to_json(), cls=DjangoJSONEncoder))

    assert told["format"] == "feutre-person/1"
    assert told["record"]["name"] == "Bob"
    assert [deal["score"] for deal in told["deals"]] == [180]
    assert {"Alice", "Charlie", "Dora"} & set(json.dumps(told).split('"')) == set()
