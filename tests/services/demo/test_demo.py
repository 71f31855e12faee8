"""The demo club: who is in it, what they played, and when. Loaded once for all, and once more on
another day."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from clubs.access import Actor
from clubs.models import (
    AuditEntry,
    Club,
    Confirmation,
    Deal,
    DealScore,
    Entry,
    Link,
    MatchScore,
    Membership,
    Penalty,
    Player,
    RuleProfile,
    Seat,
    Sitting,
    SittingTotal,
    Slip,
    Substitution,
    User,
)
from clubs.queries.tournaments.results.prizes import prize_page
from clubs.queries.tournaments.rounds.clock import clock_of
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.demo.demo import load_demo
from clubs.services.demo.season import span
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.files.words import check_words
from clubs.services.people.accounts import delete_account
from clubs.services.people.people import add_players
from clubs.services.tables.sittings import record_deal
from clubs.services.tournaments.checks import check_results
from tests.again import rows_of
from tests.cast import Cast
from tests.emptying import empty, full_tables

PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        assert load_demo(timezone.now())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(loaded, db):
    return Club.objects.get(slug="amicale-du-tarot-de-dole")


class TestDemo:
    def test_each_role_signs_in_and_plays(self, demo, client):
        for role in ("owner", "organiser", "scorer", "member"):
            user = User.objects.get(email=f"{role}@feutre.example")

            assert client.login(username=user.email, password="trois-bouts-21")
            assert Membership.objects.get(user=user).role == role
            player = Player.objects.get(user=user)
            assert (player.club, player.name) == (demo, user.name)
            assert player.scores.exists()

    def test_a_second_time_changes_nothing_whatever_visitors_did(self, demo):
        owner = Actor.of_user(User.objects.get(email="owner@feutre.example"))
        add_players(owner, demo, ["Gil Nouveau"], request_id=uuid4())
        sitting = Sitting.objects.open().filter(club=demo).first()
        void = {"kind": "void", "void_reason": "all_pass"}
        number = sitting.deals.count() + 1
        record_deal(owner, sitting, void, number=number, request_id=uuid4())
        User.objects.get(email="member@feutre.example").delete()
        tables = [model._meta.db_table for model in apps.get_app_config("clubs").get_models()]
        before = [rows_of(table) for table in tables]

        assert not load_demo(timezone.now())
        assert [rows_of(table) for table in tables] == before

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
        assert players.filter(member_since=None).count() == 3 + 5  # and those of Les Trois Bouts
        assert players.filter(member_since__gt=demo.created_at).count() == 0
        assert {"Luc", "Luc P.", "Zoé", "Émile"} <= set(
            players.values_list("table_name", flat=True)
        )

    def test_how_much_was_played(self, demo):
        deals = Deal.objects.filter(sitting__club=demo)
        tables = demo.sittings.free().filter(game="french").annotate(seat_count=Count("seats"))

        assert deals.count() > 600
        assert Counter(tables.values_list("seat_count", "active_count")) == {
            (3, 3): 4,
            (4, 4): 24,
            (5, 5): 26,
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
        usual = Deal.objects.filter(sitting__club=demo, sitting__game="french")
        played = usual.filter(kind="played")
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
        voids = usual.filter(kind="void")
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
        versions = demo.sittings.filter(rules_name="maison").order_by("opened_at")
        assert [sitting.rules["version"] for sitting in versions] == [1, 1, 2, 2, 2]
        asked = [
            deal.record for deal in Deal.objects.filter(sitting__in=versions[2:], kind="played")
        ]
        assert all(record["called_cards"] for record in asked)
        assert {len(record["which_oudlers"]) - record["oudlers"] for record in asked} == {0}

    def test_it_all_adds_up(self, demo):
        assert list(check_sittings()) == []
        assert list(check_chains()) == []

    def test_the_log_holds_when_accounts_go(self, demo):
        """They have taken fees, confirmed slips, recorded deals, opened tables."""
        assert Entry.objects.exclude(fee_taken_by=None).exists()
        assert Confirmation.objects.exclude(user=None).exists()

        for role in ("organiser", "scorer", "member"):
            delete_account(Actor.of_user(User.objects.get(email=f"{role}@feutre.example")))

        assert list(check_words()) == list(check_chains()) == []

    def test_evenings_are_on_tuesdays_until_lately(self, demo):
        now = timezone.now()
        opened = [
            sitting.opened_at.astimezone(PARIS)
            for sitting in demo.sittings.free().closed().filter(game="french").order_by("opened_at")
        ]

        assert {moment.weekday() for moment in opened} == {1}
        assert 28 * 7 - 1 < (opened[-1] - opened[0]).days < 30 * 7
        assert timedelta(0) < now - opened[-1] < timedelta(days=8)

    def test_two_tables_are_playing_now(self, demo):
        now = timezone.now()
        tables = (
            demo.sittings.free()
            .open()
            .annotate(last=Max("deals__recorded_at"), count=Count("deals"))
        )

        assert [table.count for table in tables.order_by("opened_at")] == [9, 11]
        for table in tables:
            assert timedelta(minutes=90) < now - table.opened_at < timedelta(hours=3)
            assert table.opened_at < table.last < now

    def test_whoever_signs_in_sits_at_the_newer_table(self, demo):
        accounts = Player.objects.filter(club=demo, user__isnull=False)

        newest = demo.sittings.free().order_by("opened_at").last()

        assert set(accounts) < {seat.player for seat in newest.seats.all()}

    def test_a_table_of_the_last_evening_could_play_again(self, demo):
        tables = demo.sittings.free()
        busy = set(Player.objects.filter(seats__sitting__in=tables.open()))

        last = tables.closed().order_by("opened_at").last()

        assert last.seats.count() == 5
        assert busy.isdisjoint({seat.player for seat in last.seats.all()})

    def test_each_chain_goes_forward(self, demo):
        last: dict = {}
        for entry in AuditEntry.objects.order_by("chain", "sequence"):
            assert last.get(entry.chain_uuid, entry.at) <= entry.at <= timezone.now()
            last[entry.chain_uuid] = entry.at


class TestSeason:
    """Every Tuesday of the season is one of its evenings, with all tables of that day."""

    def test_the_current_one_is_open_and_public(self, demo):
        league = demo.leagues.get(game="french")

        today = timezone.localdate(timezone=PARIS)
        assert league.starts_on <= today <= league.ends_on
        assert (league.state, league.shows_standings) == ("open", True)
        assert league.members.count() == 24
        assert league.standings_rules["best_n"] == 6

    def test_all_tables_of_its_evenings_count(self, demo):
        league = demo.leagues.get(game="french")
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
        tonight = demo.leagues.get(game="french").evenings.get(state="open")

        assert tonight.tables.count() == demo.sittings.free().open().count() == 2
        assert tonight.present.count() == 4

    def test_there_are_evenings_to_come(self, demo):
        planned = demo.leagues.get(game="french").evenings.filter(state="planned")

        today = timezone.localdate(timezone=PARIS)
        days = [evening.held_on for evening in planned]
        assert all(day > today and day.weekday() == 1 for day in days)

    def test_one_penalty(self, demo):
        [evening] = demo.leagues.get(game="french").evenings.exclude(penalties=None)

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


class TestOtherGames:
    """A weekend of the volte game with its season, and an evening of Tarocco bolognese."""

    def test_the_season_of_the_volte_game(self, demo):
        league = demo.leagues.get(game="volte")

        assert (league.name, league.state) == ("Volte du week-end", "open")
        assert [one.state for one in league.evenings.all()] == ["closed", "closed"]
        assert {row.sitting.game for row in league.tables.select_related("sitting")} == {"volte"}
        assert league.tables.count() == 2

    def test_a_match_to_its_end_and_another_begun(self, demo):
        """To 800: 302 + 58 + 254 + 316 = 930 to 66 + 221 + 117 + 45 = 449."""
        table = demo.sittings.get(game="bolognese")
        scores = MatchScore.objects.filter(sitting=table)

        assert table.deals.count() == 5
        assert sorted(scores.values_list("score", "halves")) == [
            (-481, 0),
            (-481, 0),
            (481, 2),
            (481, 2),
        ]

    def test_the_season_of_the_tuesdays_is_still_the_newest(self, demo):
        assert demo.leagues.newest_first()[0].game == "french"


class TestCup:
    """A tournament that is over, with everything that can happen to one."""

    @pytest.fixture
    def cup(self, demo):
        return demo.tournaments.get(name="Coupe de la forêt de Chaux")

    def test_it_was_on_the_saturday_before_the_last_evening_but_one(self, demo, cup):
        evenings = demo.sittings.free().closed().order_by("opened_at")
        days = sorted({one.opened_at.astimezone(PARIS).date() for one in evenings})

        start = cup.starts_at.astimezone(PARIS)
        assert (start.weekday(), start.hour) == (5, 14)
        assert days[-2] - start.date() == timedelta(days=3)
        for one in cup.rounds.all():
            assert one.validated_at.astimezone(PARIS).date() == start.date()

    def test_its_results_are_public_and_final(self, cup):
        publication = cup.publications.get()

        assert (cup.state, publication.version, publication.is_final) == ("final", 1, True)
        assert cup.shows_page
        assert cup.shows_standings
        assert len(publication.content["standings"]["rows"]) == 25

    def test_who_came(self, cup):
        entries = cup.entries.select_related("player", "team")
        teams = Counter(entry.team.name for entry in entries if entry.team)

        assert len(entries) == 25
        assert all(entry.is_present and entry.fee_paid == 1000 for entry in entries)
        assert sum(entry.player.is_guest for entry in entries) == 7
        assert Counter(entry.club_name for entry in entries) == {
            "Amicale du Tarot de Dole": 21,
            "Les Trois Bouts": 4,
        }
        assert set(teams.values()) == {2}
        assert len(teams) == 5
        assert Counter(code for entry in entries for code in entry.categories) == {
            "dames": 14,
            "jeunes": 5,
        }
        assert not entries.filter(player__name__in=["Gérard Bouveret", "Nadia Ferrand"]).exists()

    def test_two_rounds_on_paper_and_a_final_deal_by_deal(self, cup):
        slips = Slip.objects.filter(sitting__round__tournament=cup)
        told = slips.values_list("sitting__round__number", "mode", "state")

        assert Counter(told) == {
            (1, "totals", "locked"): 6,
            (2, "totals", "locked"): 6,
            (3, "deals", "locked"): 6,
        }
        seats = Seat.objects.present().filter(sitting__round__tournament=cup)
        sizes = Counter(Counter(seats.values_list("sitting__round", "sitting")).values())
        assert sizes == {5: 2, 4: 16}  # the leaver was the twenty-fifth
        played = Deal.objects.filter(sitting__round__tournament=cup).exclude(kind="void")
        assert set(Counter(played.values_list("sitting", flat=True)).values()) == {4}

    def test_a_penalty_a_leaver_and_a_substitute(self, cup):
        [penalty] = Penalty.objects.filter(entry__tournament=cup)
        [leaver] = cup.entries.exclude(withdrawn_after=None)
        [substitution] = Substitution.objects.filter(entry__tournament=cup)

        assert (penalty.entry.name, penalty.points, penalty.code) == ("Loïc Tissot", -20, "late")
        assert (leaver.name, leaver.withdrawn_after) == ("Piotr Kowalski", 2)
        assert substitution.entry.name == "Yvonne Chauvin"
        assert (substitution.name, substitution.from_round) == ("Aïcha Saïd", 3)

    def test_its_standings(self, cup):
        standings = standings_after(cup, 3)

        assert sum(row.total for row in standings.rows) == -20
        ranks = Counter(row.rank for row in standings.rows)
        assert ranks[3] == 2  # a prize that is shared
        assert len(standings.teams) == 5
        assert set(standings.categories) == {"dames", "jeunes"}

    def test_the_whole_pot_is_given(self, cup):
        page = prize_page(cup, standings_after(cup, 3))

        assert page.pot == page.given == 25 * 1000
        lists = Counter(line.list for line in page.lines)
        assert lists == {"": 5, "Dames": 2, "Jeunes": 1}


class TestGrandPrix:
    """A tournament in its second round."""

    @pytest.fixture
    def event(self, demo):
        return demo.tournaments.get(name="Grand Prix de Dole")

    def test_it_is_played_now(self, event):
        now = timezone.now()

        assert event.state == "playing"
        assert timedelta(hours=2) <= now - event.starts_at < timedelta(hours=2, minutes=20)
        assert dict(event.rounds.values_list("number", "state")) == {
            1: "validated",
            2: "playing",
            3: "drawn",
        }
        clock = clock_of(event.rounds.get(number=2), now)
        assert clock.is_running
        assert timedelta(minutes=15) < clock.left <= timedelta(minutes=20)

    def test_all_but_one_came(self, event):
        assert event.entries.count() == 21
        [absent] = event.entries.filter(checked_in_at=None)
        assert absent.fee_paid is None
        assert event.entries.filter(fee_paid=1000).count() == 20

    def test_each_has_a_page_and_the_hall_a_screen(self, event):
        links = Link.objects.valid(timezone.now())
        players = links.filter(kind="player", target_uuid__in=event.entries.values("uuid"))

        assert players.count() == 21
        assert links.filter(kind="hall", target_uuid=event.uuid).count() == 1

    def test_the_tables_are_at_different_points(self, event):
        tables = event.rounds.get(number=2).tables.order_by("table_number")
        told = [
            (table.slip.state, table.deals.exclude(kind="void").count())
            for table in tables.select_related("slip")
        ]

        assert told == [
            ("confirmed", 4),
            ("entered", 4),
            ("entering", 2),  # nobody bid on a third one
            ("entering", 2),
            ("entering", 1),
        ]
        for table in tables:
            assert table.opened_at < max(table.deals.values_list("recorded_at", flat=True))
            assert max(table.deals.values_list("recorded_at", flat=True)) < timezone.now()

    def test_a_member_who_signs_in_has_a_slip_to_confirm(self, demo, event):
        member = demo.players.get(user__email="member@feutre.example")
        slip = Slip.objects.get(state="entered", sitting__seats__player=member)

        assert slip.sitting.round.tournament == event
        assert slip.entered_by.player != member

    def test_the_room_is_told_something(self, event):
        [row] = event.announcements.all()

        assert row.text == "Café et sandwichs au bar avant la troisième manche."
        assert row.shown_until is None

    def test_nobody_sits_at_two_tables_of_the_club_at_once(self, demo, event):
        """But those with an account, who have all of it to click through."""
        there = set(event.entries.values_list("player", flat=True))
        open_tables = demo.sittings.free().open()
        here = demo.players.filter(seats__sitting__in=open_tables, user=None)

        assert there.isdisjoint(here.values_list("pk", flat=True))


class TestTournaments:
    def test_what_was_published_is_what_was_played(self, demo):
        assert demo.tournaments.count() == 2
        assert list(check_results()) == []

    def test_visitors_come_for_tournaments_alone(self, demo):
        visitors = demo.players.filter(name__in=["Maxime Colin", "Brigitte Humbert"])

        assert visitors.filter(seats__sitting__round=None).count() == 0
        assert visitors.filter(entries__tournament__in=demo.tournaments.all()).exists()


def story():
    """Everybody's part in each deal, and their totals."""
    names = dict(Player.objects.values_list("pk", "name"))
    columns = ("player", "role", "score", "deal__contract")
    scores = DealScore.objects.order_by("deal__sitting__pk", "deal__number", "seat__pk")
    totals = SittingTotal.objects.order_by("sitting__pk", "pk").values_list("player", "total")
    rows = [*scores.values_list(*columns), *totals]
    return [(names[player], *told) for player, *told in rows]


def test_the_story_is_the_same_on_another_day_and_beside_other_clubs(demo):
    of_today = story()
    empty(full_tables())
    club = Cast.gather().club
    assert load_demo(datetime(2026, 7, 14, 0, 5, tzinfo=UTC))  # a Tuesday, at the hour of midnight

    assert story() == of_today
    assert Player.objects.filter(club=club).count() == 6
    clubs = Club.objects.order_by("slug").values_list("slug", flat=True)
    assert list(clubs) == ["ailleurs", demo.slug, "les-trois-bouts", "trois-bouts"]
