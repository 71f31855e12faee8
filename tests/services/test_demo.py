"""The demo club: who is in it, what they played, and when. Loaded once for the class."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealScore,
    Membership,
    Player,
    RuleProfile,
    Sitting,
    User,
)
from clubs.services.checks import check_chains, check_sittings
from clubs.services.demo import load_demo
from clubs.services.demo_season import span

PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture(scope="class")
def loaded(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        assert load_demo(timezone.now())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(loaded, db):
    return Club.objects.get(slug="amicale-du-tarot-de-dole")


class TestDemo:
    @pytest.mark.parametrize("role", ["owner", "organiser", "scorer", "member"])
    def test_each_role_signs_in_and_plays(self, demo, client, role):
        user = User.objects.get(email=f"{role}@feutre.example")

        assert client.login(username=user.email, password="trois-bouts-21")
        assert Membership.objects.get(user=user).role == role
        player = Player.objects.get(user=user)
        assert (player.club, player.name) == (demo, user.name)
        assert player.scores.exists()

    def test_the_outsider_owns_another_club(self, demo, client):
        user = User.objects.get(email="outsider@feutre.example")

        assert client.login(username=user.email, password="trois-bouts-21")
        membership = Membership.objects.get(user=user)
        assert (membership.club.name, membership.role) == ("Les Trois Bouts", "owner")
        assert membership.club != demo
        assert membership.club.sittings.count() == 1

    def test_the_password_is_one_that_people_could_choose(self, loaded, db):
        for user in User.objects.all():
            validate_password("trois-bouts-21", user)

    def test_who_is_in_the_club(self, demo):
        players = Player.objects.filter(club=demo)

        assert demo.name == "Amicale du Tarot de Dole"
        assert players.members().count() == 24
        assert players.filter(member_since=None).count() == 3
        assert players.filter(member_since__gt=demo.created_at).count() == 0
        assert {"Luc", "Luc P.", "Zoé", "Émile"} <= set(
            players.values_list("table_name", flat=True)
        )

    def test_how_much_was_played(self, demo):
        deals = Deal.objects.filter(sitting__club=demo)
        tables = demo.sittings.annotate(seat_count=Count("seats"))

        assert deals.count() > 600
        assert Counter(tables.values_list("seat_count", "active_count")) == {
            (3, 3): 4,
            (4, 4): 25,
            (5, 5): 25,
            (6, 5): 4,
            (6, 6): 4,
        }
        assert Counter(row["name"] for row in tables.values_list("rules", flat=True)) == {
            "fft": 53,
            "rounded-10": 4,
            "maison": 5,
        }
        assert Counter(tables.values_list("state", flat=True)) == {"closed": 60, "open": 2}

    def test_deals_fall_as_they_do(self, demo):
        played = Deal.objects.filter(sitting__club=demo, kind="played")
        records = list(played.values_list("record", flat=True))
        count = len(records)
        contracts = Counter(played.values_list("contract", flat=True))
        made = played.filter(made=True).count()

        assert contracts["prise"] + contracts["garde"] > 0.85 * count
        assert 0 < contracts["garde_contre"] < contracts["garde_sans"] < 0.12 * count
        assert 0.55 * count < made < 0.75 * count
        assert 0.06 * count < sum("poignees" in record for record in records) < 0.14 * count
        assert 0.05 * count < sum("petit_au_bout" in record for record in records) < 0.11 * count
        assert sum("chelem" in record for record in records) == 2
        assert sum("chelem_announced" in record for record in records) == 2  # one of them failed
        assert sum("petit_chelem" in record for record in records) == 1
        assert sum("miseres" in record for record in records) >= 2
        assert any(record["points"] % 1 == 0.5 for record in records)
        assert any(None in record.get("called", ()) for record in records)
        voids = Deal.objects.filter(sitting__club=demo, kind="void")
        reasons = Counter(voids.values_list("void_reason", flat=True))
        assert reasons["all_pass"] > 20
        assert reasons["petit_sec"] > 2
        assert (reasons["misdeal"], reasons["other"]) == (1, 1)

    def test_what_was_set_right(self, demo):
        entries = AuditEntry.objects.filter(club=demo)
        corrections = entries.filter(action="correct_deal").order_by("at")

        assert [entry.reason for entry in corrections] == [
            "Mal compté",
            "Mal compté",
            "Mal saisi",
            "Un pli était resté sous la nappe",
            "Mal compté",
            "Mal compté",  # tonight
        ]
        assert [entry.reason for entry in entries.filter(action="void_deal")] == [
            "Enregistrée deux fois"
        ]
        organiser = User.objects.get(email="organiser@feutre.example")
        [next_day] = corrections.filter(actor=f"account:{organiser.uuid}")
        sitting = Sitting.objects.get(uuid=next_day.chain_uuid)
        assert next_day.at - sitting.closed_at > timedelta(hours=12)

    def test_house_rules_have_two_versions(self, demo):
        profiles = RuleProfile.objects.filter(club=demo).order_by("version")

        assert [(p.name, p.version, p.rules["misere"]["value"]) for p in profiles] == [
            ("maison", 1, 10),
            ("maison", 2, 20),
        ]
        versions = demo.sittings.filter(rules__name="maison").order_by("opened_at")
        assert [sitting.rules["version"] for sitting in versions] == [1, 1, 2, 2, 2]

    def test_it_all_adds_up(self, demo):
        assert list(check_sittings()) == []
        assert list(check_chains()) == []

    def test_evenings_are_on_tuesdays_until_lately(self, demo):
        now = timezone.now()
        opened = [
            sitting.opened_at.astimezone(PARIS)
            for sitting in demo.sittings.closed().order_by("opened_at")
        ]

        assert {moment.weekday() for moment in opened} == {1}
        assert 28 * 7 - 1 < (opened[-1] - opened[0]).days < 30 * 7
        assert timedelta(0) < now - opened[-1] < timedelta(days=8)

    def test_two_tables_are_playing_now(self, demo):
        now = timezone.now()
        tables = demo.sittings.open().annotate(last=Max("deals__recorded_at"), count=Count("deals"))

        assert [table.count for table in tables.order_by("opened_at")] == [9, 11]
        for table in tables:
            assert timedelta(minutes=90) < now - table.opened_at < timedelta(hours=3)
            assert table.opened_at < table.last < now

    def test_whoever_signs_in_sits_at_the_newer_table(self, demo):
        accounts = Player.objects.filter(club=demo, user__isnull=False)

        newest = demo.sittings.order_by("opened_at").last()

        assert set(accounts) < {seat.player for seat in newest.seats.all()}

    def test_a_table_of_the_last_evening_could_play_again(self, demo):
        busy = set(Player.objects.filter(seats__sitting__state="open"))

        last = demo.sittings.closed().order_by("opened_at").last()

        assert last.seats.count() == 5
        assert busy.isdisjoint({seat.player for seat in last.seats.all()})

    def test_each_chain_goes_forward(self, demo):
        last: dict = {}
        for entry in AuditEntry.objects.order_by("chain_uuid", "sequence"):
            assert last.get(entry.chain_uuid, entry.at) <= entry.at <= timezone.now()
            last[entry.chain_uuid] = entry.at


def test_the_story_is_the_same_on_another_day(db):
    def told(now):
        with transaction.atomic():
            assert load_demo(now)
            assert not load_demo(now)
            names = dict(Player.objects.values_list("pk", "name"))
            rows = DealScore.objects.order_by("deal__sitting__pk", "deal__number", "seat__pk")
            story = [
                (names[player], role, score, contract)
                for player, role, score, contract in rows.values_list(
                    "player", "role", "score", "deal__contract"
                )
            ]
            transaction.set_rollback(True)
        return story

    summer = datetime(2026, 7, 14, 0, 5, tzinfo=UTC)  # a Tuesday, and the hour of midnight
    winter = datetime(2027, 1, 6, 12, 0, tzinfo=UTC)  # a Wednesday

    assert told(summer) == told(winter)


class TestSeason:
    """Every Tuesday of the season is one of its evenings, with all tables of that day."""

    def test_the_current_one_is_open_and_public(self, demo):
        league = demo.leagues.get()

        today = timezone.localdate(timezone=PARIS)
        assert league.starts_on <= today <= league.ends_on
        assert (league.state, league.shows_standings) == ("open", True)
        assert league.members.count() == 24
        assert league.standings_rules["best_n"] == 6

    def test_all_tables_of_its_evenings_count(self, demo):
        league = demo.leagues.get()
        held = league.evenings.filter(state="closed")
        opened = {
            sitting: sitting.opened_at.astimezone(PARIS).date() for sitting in demo.sittings.all()
        }

        assert held.count() >= 8
        for evening in held:
            tables = {row.sitting for row in evening.tables.select_related("sitting")}
            assert tables == {s for s, day in opened.items() if day == evening.held_on}
            assert {table.state for table in tables} == {"closed"}

    def test_tonight_is_open_with_the_tables_at_play(self, demo):
        tonight = demo.leagues.get().evenings.get(state="open")

        assert tonight.tables.count() == demo.sittings.open().count() == 2
        assert tonight.present.count() == 4

    def test_there_are_evenings_to_come(self, demo):
        planned = demo.leagues.get().evenings.filter(state="planned")

        today = timezone.localdate(timezone=PARIS)
        days = [evening.held_on for evening in planned]
        assert all(day > today and day.weekday() == 1 for day in days)

    def test_one_penalty(self, demo):
        [evening] = demo.leagues.get().evenings.exclude(penalties=None)

        assert [row.points for row in evening.penalties.all()] == [-20]


@pytest.mark.parametrize(
    ("today", "since_september", "expected"),
    [
        (date(2026, 11, 21), 11, (date(2026, 9, 1), date(2027, 8, 31), "2026–2027")),
        (date(2026, 9, 1), 0, (date(2026, 1, 1), date(2026, 12, 31), "2026")),
        (date(2026, 2, 3), 20, (date(2025, 9, 1), date(2026, 8, 31), "2025–2026")),
        (date(2026, 8, 31), 28, (date(2025, 9, 1), date(2026, 8, 31), "2025–2026")),
    ],
)
def test_the_span_of_the_season(today, since_september, expected):
    played = [today - timedelta(weeks=back) for back in range(1, since_september + 1)]

    assert span(today, played) == expected
