"""Pages of the statistics of a season and a club, of its records and its ratings."""

import re
from datetime import UTC, datetime
from html import unescape
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.names import sort_key
from clubs.models import Player, RatingChange
from clubs.services.changes import written_at
from clubs.services.seasons.ratings import set_ratings
from clubs.services.tables import sittings
from tests.cast import Cast
from tests.example_league import play_example
from tests.page_forms import form_on, page_forms

STATISTICS = "/c/trois-bouts/statistics/"
RATINGS = "/c/trois-bouts/ratings/"
FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


@pytest.fixture
def league(club: Cast):
    return play_example(club)


def page(league, name):
    return f"/c/trois-bouts/s/{league.uuid}/{name}/"


def season_of(club: Cast, tables: int):
    """So many tables of five with a deal each, every evening another month."""
    league = club.league()
    for number in range(tables):
        table = club.sitting(*FIVE)
        club.deal(table, taker="Alice", called="Bob")
        day = datetime(2025, 9 + number, 12, tzinfo=UTC).date()
        club.evening(league, day, table)
    return league


class TestLeagueTakers:
    def test_what_was_taken(self, sign_in, league):
        response = sign_in("Bob").get(page(league, "takers"))

        assertContains(response, "83.3%")  # Anne's 5 of 6
        assertContains(response, "95% interval: 43.6% to 97.0%")
        assertContains(response, "<title>scale of the lines: 0 to 100%</title>", count=3)
        assertContains(response, "4 more takes")
        assert response.context["figures"].ranking[0].taker.player.name == "Anne"

    @pytest.mark.parametrize(
        ("query", "row_count"), [("", 3), ("?takers=all", 7), ("?q=anne", 1), ("?page=2", 7)]
    )
    def test_the_first_until_all_are_asked_for(
        self, sign_in, league, monkeypatch, query, row_count
    ):
        monkeypatch.setattr("clubs.games.french.views.statistics.FirstTakers.row_count", 3)
        response = sign_in("Bob").get(page(league, "takers") + query)

        assert len(response.context["table"].paginated_rows) == row_count
        assert ("Show all takers: 4 more" in response.content.decode()) is (row_count == 3)

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("?sort=-taken", ["Anne", "Bob"]),
            ("?sort=-daring", ["Anne", "Cléo"]),
            ("?sort=name", ["Anne", "Bob"]),
            ("?sort=-name", ["Gina", "Fred"]),
            ("?q=CLE", ["Cléo"]),
            ("?q=nobody", []),
        ],
    )
    def test_sorted_and_searched(self, sign_in, league, query, names):
        response = sign_in("Bob").get(page(league, "takers") + query)

        rows = [row.record.taker.player.name for row in response.context["table"].rows]
        assert rows[:2] == names

    def test_numbers_lead_to_their_deals(self, sign_in, club, league):
        client = sign_in("Bob")
        anne = club.player("Anne")
        response = client.get(page(league, "takers") + "?size=4")
        link = f"/c/trois-bouts/deals/?league={league.uuid}&size=4"

        assertContains(response, f"{link}&player={anne.uuid}&role=taker".replace("&", "&amp;"))
        assertContains(response, f"{link}&contract=garde".replace("&", "&amp;"))
        assertContains(client.get(link), "Anne")

    def test_of_one_table_size(self, sign_in, league):
        response = sign_in("Bob").get(page(league, "takers") + "?size=3")

        assert response.context["figures"].deals == 3
        assert response.context["figures"].players == 3

    @pytest.mark.parametrize("size", ["7", "x", "-1"])
    def test_a_size_that_nobody_plays(self, sign_in, league, size):
        response = sign_in("Bob").get(page(league, "takers") + f"?size={size}")

        assert response.status_code == 422
        assert "size" in response.context["form"].errors
        assert response.context["figures"].deals == 21  # shown as without it

    def test_nothing_played(self, sign_in, club):
        response = sign_in("Bob").get(page(club.league(), "takers"))

        assertContains(response, "Figures stand here once a deal is played.")

    @pytest.mark.parametrize("tables", [1, 3])
    def test_queries(self, sign_in, club, tables, count_queries):
        assert count_queries(sign_in("Bob"), page(season_of(club, tables), "takers")) == 13


class TestClubStatistics:
    def test_all_seasons_together(self, sign_in, club, league):
        club.deal(club.sitting(*FOUR))  # counts for no season

        response = sign_in("Bob").get(STATISTICS)

        assert response.context["figures"].deals == 22
        assertContains(response, "Without a season, an evening is a day")

    def test_what_deals_tell_has_tables_of_its_own(self, sign_in, club, league):
        bob = sign_in("Bob")
        assertNotContains(bob.get(STATISTICS), "Which king pays")
        table = club.sitting(*FOUR, "Olivia")
        club.deal(table, taker="Alice", called="Bob", called_cards=["king_hearts"])

        response = bob.get(STATISTICS)

        assertContains(response, "Which king pays")
        assertContains(response, "King of hearts")
        assertNotContains(response, "After a waiting bid")

    def test_what_deals_tell_leads_to_them(self, sign_in, club):
        """Each link to the takes and to those that were made lists as many deals as it says."""
        rules = {"asked": {"which_oudlers": True}}
        table = club.sitting(*FOUR, "Olivia", rules=rules)
        hearts = {"called": "Bob", "called_cards": ["king_hearts"], "which_oudlers": ["petit"]}
        club.deal(table, taker="Alice", **hearts, oudlers=1, points=60, parole=["Alice"])
        club.deal(table, taker="Alice", **hearts, oudlers=1, points=40, parole=["Dora"])
        lost = {"called_cards": ["king_clubs"], "which_oudlers": ["excuse"], "oudlers": 1}
        club.deal(table, taker="Dora", called="Bob", **lost, points=60, parole=[])
        club.deal(table, taker="Dora", called="Bob", points=46)
        bob = sign_in("Bob")
        page = bob.get(STATISTICS).content.decode()

        links = re.findall(r'href="([^"]*fact=[^"]*)">([\d.%]+)<', page)
        counts = [(made, bob.get(unescape(link))) for link, made in links]

        shown = [(text, answer.context["sums"].deals) for text, answer in counts]
        hearts, clubs = [("2", 2), ("50.0%", 1)], [("1", 1), ("100.0%", 1)]
        waited, other = [("1", 1), ("100.0%", 1)], [("1", 1), ("0.0%", 0)]
        assert shown == [*hearts, *clubs, *hearts, *clubs, *waited, *other]
        assertContains(counts[0][1], "Called card: King of hearts")

    def test_a_contract_that_only_house_rules_have(self, sign_in, club):
        """The pousse, between prise and garde."""
        rules = {"multipliers": {"prise": 1, "pousse": 2, "garde": 4}}
        club.deal(club.sitting(*FOUR, rules=rules), taker="Alice", contract="pousse")
        bob = sign_in("Bob")

        assertContains(bob.get(STATISTICS), "Pousse")
        assertContains(bob.get(f"/p/{club.player('Alice').uuid}/"), "Pousse")

    def test_filters(self, sign_in, league):
        client = sign_in("Bob")

        def deals(query):
            return client.get(f"{STATISTICS}?{query}").context["figures"].deals

        assert deals(f"league={league.uuid}") == 21
        assert deals("since=2025-11-01") == 11
        assert deals("until=2025-10-10") == 10
        assert deals("size=5") == 5
        # Midnight there has no moment in UTC.
        assert deals("since=0001-01-01&until=9999-12-31") == 21

    def test_dates_the_wrong_way_round(self, sign_in, league):
        response = sign_in("Bob").get(f"{STATISTICS}?since=2025-11-01&until=2025-10-01")

        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["until"]

    def test_nothing_fits(self, sign_in, league):
        response = sign_in("Bob").get(f"{STATISTICS}?size=6")

        assertContains(response, "No deal fits these filters.")

    @pytest.mark.parametrize("tables", [1, 3])
    def test_queries(self, sign_in, club, tables, count_queries):
        season_of(club, tables)

        assert count_queries(sign_in("Bob"), STATISTICS) == 19


class TestLeaguePartners:
    def test_pairs(self, sign_in, league):
        told = {"name": "Zoé Anne", "family_name": "Anne", "sort_key": sort_key("Zoé Anne", "Anne")}
        Player.objects.filter(name="Anne").update(**told)
        response = sign_in("Bob").get(page(league, "partners"))

        assertContains(response, ">ANNE Zoé</a>")  # as in every list
        assertNotContains(response, ">Zoé Anne</a>")
        assertContains(response, "−16.17")  # Anne and Bob, weighed
        assertContains(response, "3 more deals")
        assertContains(response, "called 1 and 1 times")

    def test_pairs_without_a_rank_are_folded_below_the_first(self, sign_in, club, monkeypatch):
        monkeypatch.setattr("clubs.games.french.views.statistics.FIRST_PAIRS", 2)
        table = club.sitting(*FIVE)
        for _ in range(5):
            club.deal(table, taker="Alice", called="Bob")
        club.deal(table, taker="Alice", called="Charlie")
        club.deal(table, taker="Bob", called="Dora")
        club.evening(league := club.league(), datetime(2026, 2, 3, tzinfo=UTC).date(), table)
        client, path = sign_in("Bob"), page(league, "partners")

        queries = ("size=5", "pairs=all&size=5", "size=5&sort=names")
        few, everything, ordered = (client.get(f"{path}?{query}") for query in queries)

        assert [len(one.context["table"].rows) for one in (few, everything, ordered)] == [2, 3, 3]
        assertContains(few, '<tr class="few muted">', count=1)
        assertContains(few, "Show all pairs: 1 more with too few deals")
        assertContains(few, 'href="?size=5&amp;pairs=all"')
        assertNotContains(everything, "Show all pairs")
        for page_, is_open in ((few, False), (ordered, True)):
            assert ('<details class="list-fold" open>' in page_.content.decode()) == is_open
        assertContains(everything, '<tr class="few muted">', count=2)
        second = client.get(f"{path}?pairs=all&size=5&page=2")
        assert form_on(second, "").data() == {"pairs": "all", "size": "5"}
        assert not any("page" in form.data() for form in page_forms(second))

    def test_the_matrix_says_the_sign_in_its_class(self, sign_in, club):
        table = club.sitting(*FIVE)
        for _ in range(5):
            club.deal(table, taker="Alice", called="Bob")
            club.deal(table, taker="Charlie", called="Alice", points=36)
        club.evening(league := club.league(), datetime(2026, 2, 3, tzinfo=UTC).date(), table)

        response = sign_in("Bob").get(page(league, "partners"))

        cells = {
            (player.name, cell.other.name): cell.tint
            for player, row in response.context["matrix"].rows
            for cell in row
        }
        assert cells["Alice", "Bob"] == cells["Bob", "Alice"] == "up strong"
        assert cells["Alice", "Charlie"] == "down strong"
        assert cells["Bob", "Charlie"] == cells["Bob", "Bob"] == ""

    def test_more_players_than_the_matrix_shows(self, sign_in, club, league, monkeypatch):
        monkeypatch.setattr("clubs.games.french.listings.statistics.MOST_IN_MATRIX", 2)

        def shown(name, query=""):
            matrix = sign_in(name).get(page(league, "partners") + query).context["matrix"]
            return [player.name for player in matrix.players], matrix.hidden_count

        assert shown("Alice") == (["Anne", "Bob"], 2)  # she is in no pair
        assert shown("Bob", "?all=1") == (["Bob", "Anne", "Eva", "Cléo"], 0)
        assert shown("Bob") == (["Bob", "Anne"], 2)
        assert shown("Bob", f"?player={club.player('Cléo').uuid}") == (["Cléo", "Eva"], 2)
        for nobody in ("", "x", club.player("Dora").uuid):
            assert shown("Bob", f"?player={nobody}") == (["Anne", "Bob"], 2)

    def test_only_tables_where_a_card_is_called(self, sign_in, league):
        response = sign_in("Bob").get(page(league, "partners") + "?size=4")

        assert response.status_code == 422

    def test_nobody_called(self, sign_in, club):
        response = sign_in("Bob").get(page(club.league(), "partners"))

        assertContains(response, "No pair yet")

    @pytest.mark.parametrize("pairs", [1, 3])
    def test_queries(self, sign_in, club, pairs, count_queries):
        table = club.sitting(*FIVE)
        for name in FIVE[1 : 1 + pairs]:
            club.deal(table, taker="Alice", called=name)
        club.evening(league := club.league(), datetime(2026, 2, 3, tzinfo=UTC).date(), table)

        assert count_queries(sign_in("Bob"), page(league, "partners")) == 11


class TestLeagueRecords:
    def test_with_links(self, sign_in, club, league):
        response = sign_in("Alice").get(page(league, "records"))
        table = club.player("Anne").seats.get(sitting__opened_at__month=11).sitting
        evening = league.evenings.get(held_on="2025-11-14")

        assertContains(response, "+540")
        assertContains(response, f"/t/{table.uuid}/3/")
        assertContains(response, f"evening={evening.uuid}")

    def test_what_was_lost_is_told_without_a_name(self, sign_in, league):
        response = sign_in("Alice").get(page(league, "records"))

        assertContains(response, "Contract failed by the widest margin")
        assertNotContains(response, "Fred")
        assertNotContains(response, "Your worst evening")

    def test_but_to_the_player(self, sign_in, club, league):
        fred = club.player("Fred")
        fred.user = club.user("Alice")
        club.player("Alice").delete()
        fred.save()

        response = sign_in("Alice").get(page(league, "records"))

        assertContains(response, "you; nobody else sees it", count=2)
        assertContains(response, "−407")

    def test_nothing_played(self, sign_in, club):
        response = sign_in("Bob").get(page(club.league(), "records"))

        assertContains(response, "No record yet")

    @pytest.mark.parametrize("tables", [1, 3])
    def test_queries(self, sign_in, club, tables, count_queries):
        assert count_queries(sign_in("Bob"), page(season_of(club, tables), "records")) == 23


def rate(club: Cast, tables: int = 1) -> None:
    set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
    club.club.refresh_from_db()
    for day in range(1, tables + 1):
        with written_at(datetime(2026, 2, day, 22, tzinfo=UTC)):
            table = club.sitting(*FOUR)
            for taker in ("Alice", "Alice", "Alice", "Bob"):
                club.deal(table, taker=taker)
            sittings.close_sitting(club.actor("Charlie"), table, request_id=uuid4())


def switch(state, request_id=None):
    return {"ratings": state, "request_id": str(request_id or uuid4())}


class TestRatings:
    def test_off(self, sign_in):
        client = sign_in("Bob")

        assertContains(client.get(RATINGS), "An organiser of the club can switch them on.")
        assertNotContains(client.get(RATINGS), 'name="ratings"')

    def test_an_organiser_switches_them_on_and_off(self, sign_in, club):
        client = sign_in("Charlie")

        assertRedirects(client.post(RATINGS, switch("on")), RATINGS)
        club.club.refresh_from_db()
        assert club.club.has_ratings is True
        assertContains(client.get(RATINGS), "No rated table yet")

        client.post(RATINGS, switch("off"))
        club.club.refresh_from_db()
        assert club.club.has_ratings is False

    @pytest.mark.parametrize("state", ["", "perhaps"])
    def test_neither_on_nor_off(self, sign_in, club, state):
        response = sign_in("Charlie").post(RATINGS, switch(state))

        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["ratings"]
        club.club.refresh_from_db()
        assert club.club.has_ratings is False

    def test_provisional_ones_stand_apart(self, sign_in, club):
        rate(club)

        response = sign_in("Bob").get(RATINGS)

        assertContains(response, "Provisional")
        assertContains(response, "their number may stand higher than that of somebody with a rank")
        assertContains(response, "9 more tables")
        assert response.context["listed"].ranked == ()

    def test_those_whose_curves_are_asked_for(self, sign_in, club):
        rate(club, 2)
        client = sign_in("Bob")

        first = client.get(RATINGS).context["bands"]
        dora = client.get(f"{RATINGS}?player={club.player('Dora').uuid}&player=x").context["bands"]

        assert [band.standing.player.name for band in first] == ["Alice", "Bob", "Charlie"]
        assert [band.standing.player.name for band in dora] == ["Dora"]
        assert dora[0].line.count("L") == 2  # the start, and two tables
        alice = club.player("Alice").uuid
        profile = client.get(f"/p/{alice}/")
        assertContains(profile, f'href="{RATINGS}?player={alice}#curves"')
        assertContains(profile, "provisional")
        guest = club.player("Dora")
        Player.objects.filter(pk=guest.pk).update(member_since=None)
        assertNotContains(client.get(f"/p/{guest.uuid}/"), "#curves")

    def test_a_curve_leads_to_its_tables(self, sign_in, club):
        rate(club)
        table = RatingChange.objects.get(player=club.player("Alice")).sitting

        assertContains(sign_in("Bob").get(RATINGS), f"/t/{table.uuid}/summary/")

    @pytest.mark.parametrize("tables", [1, 3])
    def test_queries(self, sign_in, club, tables, count_queries):
        rate(club, tables)

        assert count_queries(sign_in("Bob"), RATINGS) == 5
