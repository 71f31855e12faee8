"""All that a club knows of one person."""

import json
import re
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core.serializers.json import DjangoJSONEncoder

from clubs.models import ImportRun, Penalty, Player, Publication, RatingChange, SittingTotal
from clubs.queries.home.personal import personal_data
from clubs.queries.home.personal_log import Logged, entries_about, log_lines
from clubs.queries.home.personal_seasons import Came, PersonalSeason
from clubs.services.changes import written_at
from clubs.services.people.invitations import invite_player
from clubs.services.people.players import merge_players
from clubs.services.people.roles import set_role
from clubs.services.seasons.evenings import attach_table
from clubs.services.seasons.leagues import publish_league
from clubs.services.tables.sittings import void_deal
from clubs.services.tournaments.rounds.rounds import unpublish_round
from tests.cast import make_player
from tests.hall import Hall

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def known(club, name, *, by="Olivia"):
    player = Player.objects.select_related("club", "user").get(pk=club.player(name).pk)
    return personal_data(club.actor(by), player)


def test_record_and_account(club):
    data = known(club, "Bob")

    assert data.record == {
        "uuid": club.player("Bob").uuid,
        "name": "Bob",
        "given_name": "Bob",
        "family_name": "",
        "table_name": "Bob",
        "member_since": date(2026, 1, 1),
        "archived_at": None,
        "nickname": "",
        "licence": "",
        "categories": [],
        "email": "",
        "birth_year": None,
        "free_columns": [],
        "public_name": "initial",
        "anonymised_at": None,
    }
    account = {key: data.account[key] for key in ("email", "name", "role")}
    assert account == {"email": "bob@example.org", "name": "Bob", "role": "member"}


def test_who_has_no_account_and_did_nothing(club):
    data = known(club, "Frank")

    assert data.account is None
    rest = (data.seasons, data.evenings, data.tables, data.deals, data.totals)
    assert rest == ((), (), (), (), ())
    assert (data.penalties, data.ratings, data.log) == ((), (), ())
    assert (data.standings, data.links, data.imports) == ((), (), ())


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


def test_why_a_deal_was_void(club, client):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, kind="void", void_reason="all_pass")
    void_deal(
        club.actor("Alice"), club.deal(sitting), revision=1, reason="twice", request_id=uuid4()
    )
    client.force_login(club.user("Bob"))
    client.cookies["django_language"] = "en"

    page = client.get(f"/p/{club.player('Bob').uuid}/data/").content.decode()

    told = [" ".join(cell.split()) for cell in re.findall(r"<td>(?!\s*<a)(.*?)</td>", page, re.S)]
    assert told[-2:] == ["taken back", "passed out"]


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

    assert data.seasons == (PersonalSeason("2025–2026", date(2025, 9, 1), date(2026, 6, 30), 1, 0),)
    assert data.evenings == (Came("2025–2026", date(2025, 9, 12), "Opening", True, True),)
    [penalty] = data.penalties
    assert (penalty.points, penalty.reason, penalty.is_cancelled) == (-10, "Late", False)
    assert (penalty.evening, penalty.table) == (date(2025, 9, 12), None)
    assert [(one.mu_before, one.mu_after) for one in data.ratings] == [(25, 26)]
    assert [(one.total, one.deal_count) for one in data.totals] == [(197, 12)]


def test_rows_of_standings_now_and_as_published(club):
    league = club.league(*FOUR)
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob", points=46)  # (25+5)·2 = 60 from each
    club.evening(league, date(2025, 9, 12), sitting)
    publish_league(club.actor("Charlie"), league, request_id=uuid4())
    club.deal(sitting, taker="Alice", points=46)  # −60 for Bob
    club.league("Dora", name="Without Bob")

    now, published = known(club, "Bob").standings

    assert (now.season, now.published_at, now.version) == ("2025–2026", None, None)
    assert (now.rank, now.value, now.total, now.deals, now.evenings) == (1, 120, 120, 2, 1)
    assert now.per_evening == [120]
    assert (published.version, published.rank, published.value) == (1, 1, 180)
    assert published.published_at is not None
    assert known(club, "Frank").standings == ()


def test_rows_of_each_size_of_tables(club):
    league = club.league(*FOUR, state="closed")
    part = {"rows": [{"player": str(club.player("Bob").uuid), "rank": 2, "value": 1.5}]}
    content = {"standings": {"rules": {}, "by_size": {"4": part, "5": part}}}
    Publication.objects.create(league=league, version=1, content=content, is_final=True)

    told = [(row.size, row.rank, row.value, row.is_final) for row in known(club, "Bob").standings]

    assert told == [(4, 2, 1.5, True), (5, 2, 1.5, True)]


def test_evenings_they_came_to_or_played_at(club):
    league = club.league(*FOUR)
    played = club.sitting(*FOUR, "Olivia", active_count=4)
    club.deal(played, taker="Bob", out=["Alice"])
    club.evening(league, date(2025, 9, 12), played)
    came = club.evening(league, date(2025, 9, 19))
    came.present.add(club.player("Alice"))

    told = {who: known(club, who).evenings for who in ("Alice", "Bob", "Frank")}

    assert told == {
        "Alice": (Came("2025–2026", date(2025, 9, 19), "", True, False),),
        "Bob": (Came("2025–2026", date(2025, 9, 12), "", False, True),),
        "Frank": (),
    }


def test_links_they_made_and_invitations_for_them(club):
    club.link(club.sitting(*FOUR), by="Alice")
    frank = Player.objects.select_related("club").get(pk=club.player("Frank").pk)
    invite_player(club.actor("Charlie"), frank, request_id=uuid4())

    told = {
        who: [(link.kind, link.is_for_them) for link in known(club, who).links]
        for who in ("Alice", "Bob", "Charlie", "Frank")
    }

    assert told == {
        "Alice": [("score", False)],
        "Bob": [],
        "Charlie": [("invitation", False)],
        "Frank": [("invitation", True)],
    }


def test_files_they_began_to_import_here(club):
    for place, who in ((club.club, "Charlie"), (club.club, "Olivia"), (club.other, "Charlie")):
        ImportRun.objects.create(
            club=place, kind="members", name=f"{who}.csv", digest="0", made_by=club.user(who)
        )

    [run] = known(club, "Charlie").imports

    assert (run.name, run.kind, run.finished_at) == ("Charlie.csv", "members", None)
    assert known(club, "Frank").imports == ()


def test_more_of_the_account_for_the_person_alone(club):
    bob = club.user("Bob")
    bob.preferences = {"theme": "dark"}
    bob.save()
    EmailAddress.objects.create(user=bob, email="b@example.net", verified=True)

    own, for_owner = known(club, "Bob", by="Bob").account, known(club, "Bob").account

    assert own["preferences"] == {"theme": "dark"}
    assert own["addresses"] == [{"email": "b@example.net", "verified": True, "primary": False}]
    assert own["last_login"] is None
    assert set(own) - set(for_owner) == {
        "preferences",
        "addresses",
        "last_login",
        "second_steps",
        "signed_in",
    }


def test_reasons_that_they_wrote_and_not_those_of_others(club):
    sitting = club.sitting(*FOUR)
    deal = club.deal(sitting, taker="Bob")
    told = {"revision": 1, "reason": "Counted twice"}
    void_deal(club.actor("Alice"), deal, **told, request_id=uuid4())

    told = {who: [row.reason for row in known(club, who).log][:1] for who in ("Alice", "Bob")}

    assert told == {"Alice": ["Counted twice"], "Bob": [""]}


def test_what_they_did_to_roles_of_others_is_theirs(club):
    set_role(club.actor("Olivia"), club.club, club.user("Bob"), "scorer", request_id=uuid4())

    [entry] = [row for row in known(club, "Olivia").log if row.action == "set_role"]
    assert entry.wrote


def test_the_log_that_names_them_or_that_they_wrote(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice")
    club.sitting("Charlie", "Dora", "Frank", by="Charlie")

    told = [(entry.action, entry.wrote) for entry in known(club, "Bob").log]
    assert told == [("record_deal", False), ("open_sitting", False)]
    told = [(entry.action, entry.wrote) for entry in known(club, "Charlie").log]
    assert told == [("open_sitting", True), ("record_deal", False), ("open_sitting", False)]


def test_the_log_of_tables_of_others_is_not_read(club):
    def read():
        bob = club.player("Bob")
        return {row["pk"] for row in entries_about(bob, [str(bob.uuid)], "")}

    club.sitting(*FOUR)
    before = read()
    with written_at(datetime(2026, 5, 29, 20, tzinfo=UTC)):
        others = club.sitting("Alice", "Charlie", "Dora", "Frank")
    club.deal(others, taker="Alice")
    evening = club.evening(club.league(), date(2026, 5, 29))
    attach_table(club.actor("Charlie"), evening, others, request_id=uuid4())

    assert read() == before


def test_the_log_of_a_seating_that_was_taken_back(club):
    hall = Hall.gather(club, 8)
    hall.draw()
    hall.publish()
    [seat, *_rest] = hall.tables()[0].seats.all()
    name = seat.player.name
    club.players[name] = seat.player
    unpublish_round(hall.arbiter, hall.tournament, 1, request_id=uuid4())

    told = {entry.action for entry in known(club, name).log}
    assert "open_sitting" in told


def test_what_a_file_brought_is_one_line_of_the_log():
    def entry(minute, second, action="import"):
        at = datetime(2026, 5, 29, 20, minute, second, tzinfo=UTC)
        return Logged(at, action, False, "deal", uuid4(), 1, "")

    newest = entry(31, 0, "correct_deal")
    brought = [entry(30, 9), entry(30, 8), entry(30, 8)]
    earlier = entry(29, 59)

    lines = log_lines([newest, *brought, earlier])

    told = [(line.entry, line.count) for line in lines]
    assert told == [(newest, 1), (brought[0], 3), (earlier, 1)]


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
