"""The matches that are kept of a table follow its deals, whatever happens to them."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.games.bolognese.core import sessions as bolognese_sessions
from clubs.models import Deal, LeagueState, MatchScore, Player, Sitting
from clubs.services.deals.kept import check_kept, fill, fill_missing, keep
from clubs.services.deals.matches import keep_matches, repair_matches
from clubs.services.files.checks import check_sittings
from clubs.services.files.tidy import erase
from clubs.services.people.players import merge_players
from clubs.services.people.privacy import anonymise_player
from clubs.services.tables import sittings
from clubs.services.tables.private_tables import open_private_table
from clubs.services.tables.takeover import take_over
from tests.cast import keeper, make_player
from tests.games.bolognese.services.test_matches import call_out, record
from tests.italian_games import DEAL, FOUR

# A match to 200: two deals of 106 to 89 decide it, with 212 to 178.
WON = {"Alice": (34, 2), "Bob": (-34, 0), "Charlie": (34, 2), "Dora": (-34, 0)}
VOID = {"kind": "void", "void_reason": "misdeal"}
LESS = {**DEAL, "quick": {**DEAL["quick"], "ns": {"sequences": 0, "cricche": 0, "scartini": 40}}}


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR, game="bolognese", rules={"target": 200})


def play(club, sitting, *told):
    return [record(club, sitting, number, one) for number, one in enumerate(told, 1)]


def numbers(sitting):
    return list(sitting.deals.order_by("number").values_list("match", flat=True))


def brought(sitting, number=1):
    """By name: score and halves."""
    rows = MatchScore.objects.filter(sitting=sitting, number=number).order_by("pk")
    return {row.player.name: (row.score, row.halves) for row in rows.select_related("player")}


def matches(sitting):
    rows = MatchScore.objects.filter(sitting=sitting).order_by("number")
    return list(rows.values_list("number", "deals").distinct())


def told(**more):
    return {"reason": "wrong", "request_id": uuid4(), **more}


def counted(monkeypatch):
    """A list with one entry for each deal that is played on to its match from here on."""
    calls = []
    real = bolognese_sessions.match_after
    monkeypatch.setattr(
        bolognese_sessions, "match_after", lambda *args: calls.append(1) or real(*args)
    )
    return calls


class TestKeeping:
    def test_a_match_is_written_when_it_is_decided(self, club, sitting):
        play(club, sitting, DEAL)
        assert (numbers(sitting), brought(sitting)) == ([1], {})

        record(club, sitting, 2)
        assert (numbers(sitting), brought(sitting)) == ([1, 1], WON)
        assert matches(sitting) == [(1, 2)]

    def test_what_counts_for_no_match_has_none(self, club, sitting):
        play(club, sitting, VOID, DEAL, VOID, DEAL, DEAL)

        assert numbers(sitting) == [None, 1, None, 1, 2]
        assert (matches(sitting), brought(sitting)) == ([(1, 2)], WON)

    def test_who_calls_out(self, club, sitting):
        play(club, sitting, DEAL, call_out(club, "Alice", 94, "Dora"))

        # 106 + 94 = 200 to 89
        scores = {name: (111 if halves else -111, halves) for name, (_, halves) in WON.items()}
        assert brought(sitting) == scores

    def test_a_correction_undoes_it(self, club, sitting):
        first, _second = play(club, sitting, DEAL, DEAL)

        sittings.correct_deal(club.actor("Alice"), first, LESS, revision=1, **told())

        # 46 + 106 : 89 + 89: nobody is at 200
        assert (numbers(sitting), matches(sitting)) == ([1, 1], [])

    def test_a_correction_moves_the_deals_after_it(self, club, sitting):
        first, *_others = play(club, sitting, DEAL, DEAL, DEAL, DEAL)
        assert (numbers(sitting), matches(sitting)) == ([1, 1, 2, 2], [(1, 2), (2, 2)])

        sittings.correct_deal(club.actor("Alice"), first, LESS, revision=1, **told())

        # 46 + 106 + 106 = 258 to 3 · 89 = 267
        assert (numbers(sitting), matches(sitting)) == ([1, 1, 1, 2], [(1, 3)])
        assert brought(sitting)["Bob"] == (9, 2)

    def test_void_and_restored(self, club, sitting):
        first, _second = play(club, sitting, DEAL, DEAL)

        sittings.void_deal(club.actor("Alice"), first, revision=1, **told())
        assert (numbers(sitting), matches(sitting)) == ([None, 1], [])

        first.refresh_from_db()
        sittings.restore_deal(club.actor("Alice"), first, version=1, revision=2, **told())
        assert (numbers(sitting), brought(sitting)) == ([1, 1], WON)

    def test_other_rules(self, club, sitting):
        play(club, sitting, DEAL, DEAL, DEAL)
        rules = get_game("bolognese").read_rules({"target": 100})

        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        assert (numbers(sitting), matches(sitting)) == ([1, 2, 3], [(1, 1), (2, 1), (3, 1)])
        assert brought(sitting)["Alice"] == (17, 2)

    def test_other_rules_under_which_a_deal_could_not_be(self, club, sitting):
        play(club, sitting, DEAL, call_out(club, "Alice", 94, "Dora"))
        rules = get_game("bolognese").read_rules({"target": 300})

        with pytest.raises(DealRefused) as refusal:
            sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        assert [one.field for one in refusal.value.problems] == ["deals[2].called_out"]
        assert matches(sitting) == [(1, 2)]

    def test_pairs_that_change_sides_play_on(self, club, sitting):
        play(club, sitting, DEAL)
        club.reseat(sitting, "Bob", "Charlie", "Dora", "Alice")
        record(club, sitting, 2)  # Bob and Dora 89 + 106 = 195, as the others
        record(club, sitting, 3)

        assert (numbers(sitting), matches(sitting)) == ([1, 1, 1], [(1, 3)])
        assert brought(sitting) == {
            "Bob": (17, 2),
            "Charlie": (-17, 0),
            "Dora": (17, 2),
            "Alice": (-17, 0),
        }

    def test_a_substitute_begins_another(self, club, sitting):
        play(club, sitting, DEAL)
        club.reseat(sitting, "Alice", "Bob", "Charlie", "Frank")
        record(club, sitting, 2)
        record(club, sitting, 3)

        assert (numbers(sitting), matches(sitting)) == ([1, 2, 2], [(2, 2)])
        assert brought(sitting, 2)["Frank"] == (-34, 0)

    def test_closing_and_opening_change_nothing(self, club, sitting):
        play(club, sitting, DEAL, DEAL)
        before = list(MatchScore.objects.values())

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        assert list(MatchScore.objects.values()) == before

    def test_only_what_differs_is_written(self, club, sitting):
        play(club, sitting, DEAL, DEAL, DEAL)

        with CaptureQueriesContext(connection) as captured:
            keep_matches(sitting)

        assert [one["sql"].split()[0] for one in captured] == ["SELECT"] * 2

    def test_a_game_without_matches_costs_nothing(self, club, django_assert_num_queries):
        french = club.sitting(*FOUR)
        club.deal(french)

        with django_assert_num_queries(0):
            keep([french])
        assert numbers(french) == [None]

    def test_a_long_session_is_gone_through_once(self, club, sitting, monkeypatch):
        """Of nine deals a change of rules plays each on twice, for what it refuses and writes and
        for what is kept, and does not go through all before it each time."""
        play(club, sitting, *[DEAL] * 9)
        calls = counted(monkeypatch)
        rules = get_game("bolognese").read_rules({"target": 250})

        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        assert len(calls) == 2 * 9

    def test_a_correction_goes_through_it_twice(self, club, sitting, monkeypatch):
        """Once for what the deals know of each other, and once for the matches that are kept."""
        *_others, last = play(club, sitting, *[DEAL] * 9)
        calls = counted(monkeypatch)

        sittings.correct_deal(club.actor("Alice"), last, LESS, revision=1, **told())

        assert len(calls) == 2 * 9

    def test_a_correction_is_judged_by_the_deals_before_it(self, club, sitting):
        """94 points call out at 106, not at the 46 that the deal before brings now."""
        first, last = play(club, sitting, DEAL, call_out(club, "Alice", 94, "Dora"))

        with pytest.raises(DealRefused) as stranded:
            sittings.correct_deal(club.actor("Alice"), first, LESS, revision=1, **told())
        less = call_out(club, "Alice", 93, "Dora")
        with pytest.raises(DealRefused) as short:
            sittings.correct_deal(club.actor("Alice"), last, less, revision=1, **told())

        assert [one.field for one in stranded.value.problems] == ["deals[2].called_out"]
        assert [one.field for one in short.value.problems] == ["called_out"]
        assert (numbers(sitting), matches(sitting)) == ([1, 1], [(1, 2)])

    def test_a_repair_goes_through_it_once(self, club, sitting, monkeypatch):
        play(club, sitting, *[DEAL] * 9)
        Deal.objects.filter(number=9).update(match=1)
        calls = counted(monkeypatch)

        assert len(list(repair_matches())) == 1
        assert len(calls) == 9
        assert numbers(sitting) == [1, 1, 2, 2, 3, 3, 4, 4, 5]

    def test_a_check_goes_through_it_once(self, club, sitting, monkeypatch):
        """Each of nine deals once for the scores of all, and once for the matches."""
        play(club, sitting, *[DEAL] * 9)
        calls = counted(monkeypatch)

        assert [*check_sittings(), *check_kept()] == []
        assert len(calls) == 2 * 9


class TestPeople:
    def test_merged(self, club, sitting):
        play(club, sitting, DEAL, DEAL)
        new = make_player(club.club, "Zoe")
        new.save()

        merge_players(club.actor("Olivia"), club.player("Dora"), new, request_id=uuid4())

        assert brought(sitting)["Zoe"] == (-34, 0)
        assert list(check_kept()) == []

    def test_anonymous(self, club, sitting):
        play(club, sitting, DEAL, DEAL)

        anonymise_player(club.actor("Olivia"), club.player("Dora"), request_id=uuid4())

        assert len(brought(sitting)) == 4
        assert list(check_kept()) == []

    def test_a_table_that_is_taken_over(self, club):
        opened = open_private_table(
            Actor("visitor"),
            ["Ana", "Luc", "Bob", "Zoe"],
            get_game("bolognese").read_rules({"target": 200}),
            game="bolognese",
            active_count=4,
            club_name="Tavolo",
            time_zone="Europe/Rome",
            request_id=uuid4(),
        )
        for number in (1, 2):
            sittings.record_deal(
                keeper(opened.link), opened.sitting, DEAL, number=number, request_id=uuid4()
            )
        alice = Actor.of_user(club.user("Alice"), [str(opened.link.uuid)])
        guest = Player.objects.get(club=opened.sitting.club, name="Bob")

        take_over(
            alice,
            opened.sitting.club,
            club.club,
            {guest.uuid: club.player("Bob")},
            request_id=uuid4(),
        )

        assert brought(opened.sitting) == {
            "Ana": (34, 2),
            "Luc": (-34, 0),
            "Bob": (34, 2),
            "Zoe": (-34, 0),
        }
        rows = MatchScore.objects.filter(sitting=opened.sitting)
        assert rows.filter(player=club.player("Bob")).exists()

    def test_a_club_that_is_erased(self, club, sitting):
        play(club, sitting, DEAL, DEAL)

        erase(club.club)

        assert not MatchScore.objects.exists()


class TestChecks:
    @pytest.fixture
    def played(self, club, sitting):
        play(club, sitting, DEAL, DEAL, DEAL)
        return sitting

    def lines(self):
        return [str(difference) for difference in check_kept()]

    def test_nothing_is_found(self, played):
        assert self.lines() == []

    def test_what_differs_is_found_and_mended(self, club, played):
        dora = str(club.player("Dora").uuid)
        Deal.objects.filter(sitting=played, number=3).update(match=1)
        MatchScore.objects.filter(player=club.player("Alice")).update(score=35)
        MatchScore.objects.filter(player=club.player("Dora")).delete()
        place = f"sitting {played.uuid}"
        alice = str(club.player("Alice").uuid)

        assert self.lines() == [
            f"{place}, deal 3: match is 1, should be 2",
            f"{place}: match 1 of {alice} is 35 with 2 halves of 2 deals, "
            "should be 34 with 2 halves of 2 deals",
            f"{place}: match 1 of {dora} is missing, should be -34 with 0 halves of 2 deals",
        ]
        with pytest.raises(CommandError, match="Differences: 3"):
            call_command("check_scores", stdout=StringIO(), stderr=StringIO())

        call_command("check_scores", "--repair", stdout=StringIO(), stderr=StringIO())

        assert self.lines() == []
        assert (numbers(played), brought(played)) == ([1, 1, 2], WON)

    def test_what_a_closed_season_counts_needs_a_person(self, club, played):
        league = club.league(game="bolognese", state=LeagueState.CLOSED)
        club.evening(league, league.starts_on, played)
        MatchScore.objects.filter(player=club.player("Dora")).delete()

        with pytest.raises(CommandError):
            call_command("check_scores", "--repair", stdout=StringIO(), stderr=StringIO())

        assert len(self.lines()) == 1

    def test_who_has_no_seat_needs_a_person(self, club, played):
        """A record that was changed by hand: nothing of the table is written until somebody sees
        to it, and the game goes on all the same."""
        zoe = make_player(club.club, "Zoe")
        zoe.save()
        dora = str(club.player("Dora").uuid)
        for deal in played.deals.all():
            names = [str(zoe.uuid) if name == dora else name for name in deal.record["players"]]
            Deal.objects.filter(pk=deal.pk).update(record={**deal.record, "players": names})

        mended = list(repair_matches())

        assert mended == []
        assert brought(played) == WON
        [missing] = [one for one in check_kept() if not one.is_repairable]
        assert (missing.what, missing.stored) == (f"match 1 of {zoe.uuid}", "missing")
        keep([played])
        assert set(brought(played)) == {"Alice", "Bob", "Charlie"}

    def test_what_is_missing_is_filled(self, played):
        Deal.objects.update(match=None)
        MatchScore.objects.all().delete()

        fill_missing()

        assert (numbers(played), brought(played)) == ([1, 1, 2], WON)

    def test_what_a_closed_season_counts_is_not_filled(self, club, played):
        league = club.league(game="bolognese", state=LeagueState.CLOSED)
        club.evening(league, league.starts_on, played)
        Deal.objects.update(match=None)
        MatchScore.objects.all().delete()

        fill_missing()
        assert (numbers(played), brought(played)) == ([None] * 3, {})

        league.state = LeagueState.OPEN
        league.save()
        fill_missing()
        assert (numbers(played), brought(played)) == ([1, 1, 2], WON)

    def test_what_came_from_outside_is_made_again(self, played):
        """An archive brings the numbers of matches, but nothing of what they brought."""
        MatchScore.objects.all().delete()

        fill(Sitting.objects.all())

        assert brought(played) == WON


def test_somebody_else_at_the_table_changes_nothing(club, sitting):
    """A seat that is left keeps what was won on it."""
    play(club, sitting, DEAL, DEAL)
    club.reseat(sitting, "Alice", "Frank", "Charlie", "Dora")

    assert brought(sitting) == WON
