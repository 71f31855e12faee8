"""Profiles of players, two of them compared, and the deals behind a number."""

import re
from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Evening, Player
from tests.example_league import play_example

FOUR = ("Alice", "Bob", "Charlie", "Dora")
DEALS = "/c/trois-bouts/deals/"


def profile(club, name, query=""):
    return f"/p/{club.player(name).uuid}/{query}"


def versus(club, one, other, query=""):
    return f"/p/{club.player(one).uuid}/versus/{club.player(other).uuid}/{query}"


def words(response):
    """What the page says, without tags."""
    text = re.sub(r"<script.*?</script>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(text.split())


class TestPlayerShow:
    def test_people_of_private_tables_have_no_page(self, client, club):
        table = club.private_table("Ana", "Luc", "Zoé").sitting
        ana = table.seats.present()[0].player
        client.force_login(club.user("Bob"))

        assert client.get(f"/p/{ana.uuid}/").status_code == 404

    def test_the_figures(self, sign_in, club):
        league = play_example(club)

        response = sign_in("Bob").get(profile(club, "Anne", f"?league={league.uuid}"))
        said = words(response)

        assert response.context["figures"].total == 766
        assert "4 evenings · 18 deals" in said
        assert "5 of 6" in said
        assert "83.3%" in said
        assert "+42.56" in said
        assert "Too few deals to say much." in said
        # 15 of 21 made; 86 deals played, one by one
        assert "everybody: 71.4%" in said
        assert "everybody: 24.4%" in said
        assert "4 · 2 evenings won · 4 podiums" in said
        assertContains(response, "95% interval: 43.8% to 100.0%")  # garde, 3 of 3

    def test_numbers_lead_to_their_deals_with_the_same_filters(self, sign_in, club):
        league = play_example(club)
        query = f"?league={league.uuid}&size=4&since=2025-09-01&rules=fft"
        client = sign_in("Bob")
        response = client.get(profile(club, "Anne", query))
        html = response.content.decode()
        links = set(re.findall(rf'href="({DEALS}\?[^"]+)"', html))

        shown = {link.replace("&amp;", "&") for link in links}
        assert len(shown) > 15
        for link in shown:
            assert f"league={league.uuid}" in link
            assert "since=2025-09-01" in link
            assert client.get(link).status_code == 200
        [made] = [link for link in shown if "made=yes" in link]
        assert client.get(made).context["sums"].deals == response.context["figures"].made

    def test_before_the_first_deal(self, sign_in, club):
        assertContains(sign_in("Bob").get(profile(club, "Frank")), "No deal yet")
        response = sign_in("Bob").get(profile(club, "Frank", "?size=4"))
        assertContains(response, "No deal fits these filters.")

    def test_what_went_badly_is_for_the_player_alone(self, sign_in, club):
        club.deal(club.sitting(*FOUR), taker="Bob", points=30)  # −216

        own = words(sign_in("Bob").get(profile(club, "Bob")))
        others = words(sign_in("Alice").get(profile(club, "Bob")))

        assert "Worst deal" in own
        assert "Failed in a row, now" in own
        assert "Worst deal" not in others
        assert "failed in a row" not in others.lower()

    def test_thirty_deals_say_something(self, sign_in, club):
        table = club.sitting(*FOUR)
        for _ in range(30):
            club.deal(table)

        response = sign_in("Bob").get(profile(club, "Bob"))

        assertNotContains(response, "Too few deals to say much.")
        # Alice took all thirty, 60 from Bob each
        assert response.context["profile"].nemesis.name == "Alice"
        assertContains(response, "Nemesis")

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("size=9", "size"),
            ("league=nowhere", "league"),
            ("league=00000000-0000-4000-8000-000000000000", "league"),
            ("since=yesterday", "since"),
            ("since=2025-10-01&until=2025-09-01", "until"),
            ("rules=none", "rules"),
        ],
    )
    def test_wrong_filters_are_told_at_their_field(self, sign_in, club, query, field):
        club.deal(club.sitting(*FOUR))

        response = sign_in("Bob").get(profile(club, "Bob", f"?{query}"))

        assert response.status_code == 422
        assert list(response.context["form"].errors) == [field]
        assertContains(response, f'id="id_{field}_error"', status_code=422)

    def test_an_anonymous_player_stays_in_the_sums(self, sign_in, club):
        play_example(club)
        dino = club.player("Dino")
        Player.objects.filter(pk=dino.pk).update(
            name="Player 7",
            name_key="player 7",
            archived_at="2026-01-01T00:00Z",
            anonymised_at="2026-01-01T00:00Z",
        )
        client = sign_in("Charlie")

        response = client.get(profile(club, "Dino"))

        assert response.context["figures"].total == -127
        assertContains(response, "Player 7")
        assertNotContains(response, "Dino")
        assertNotContains(response, f"/members/{dino.uuid}/")  # nothing to edit
        assertContains(client.get(profile(club, "Anne")), "Player 7")

    def test_those_met_most_often_or_everybody(self, sign_in, club, monkeypatch):
        """Bob plays twice with Alice and Charlie, once with Dora."""
        monkeypatch.setattr("clubs.games.french.views.statistics.MOST_COMPANY", 2)
        club.deal(club.sitting("Alice", "Bob", "Charlie", "Dora"), taker="Bob")
        club.deal(club.sitting("Alice", "Bob", "Charlie"), taker="Alice")
        client = sign_in("Bob")

        few = client.get(profile(club, "Bob"))
        everybody = client.get(profile(club, "Bob", "?all=1"))

        dora = versus(club, "Bob", "Dora")
        assertContains(few, versus(club, "Bob", "Alice"))
        assertContains(few, "Show everybody: 1 more")
        assertNotContains(few, dora)
        assertContains(everybody, dora)
        assertNotContains(everybody, "Show everybody")

    def test_organisers_are_led_to_the_form(self, sign_in, club):
        edit = f"/c/trois-bouts/members/{club.player('Bob').uuid}/"
        assertContains(sign_in("Charlie").get(profile(club, "Bob")), f'href="{edit}"')
        assertNotContains(sign_in("Bob").get(profile(club, "Bob")), edit)

    def test_queries(self, sign_in, club, count_queries):
        league = club.league()
        first = club.sitting(*FOUR, "Olivia")
        club.deal(first, called="Bob")
        club.evening(league, date(2025, 9, 12), first)
        client, path = sign_in("Bob"), profile(club, "Bob", f"?league={league.uuid}")
        one = count_queries(client, path)
        for day in (19, 26):
            table = club.sitting(*FOUR, "Frank")
            club.deal(table, taker="Bob", called="Dora")
            club.deal(table, called="Bob")
            club.evening(league, date(2025, 9, day), table)

        assert one == count_queries(client, path) == 27


class TestPlayerVersus:
    @pytest.mark.parametrize("pair", [("Bob", "Bob"), ("Bob", "Eve"), ("Eve", "Bob")])
    def test_two_of_one_club_only(self, sign_in, club, pair):
        assert sign_in("Bob").get(versus(club, *pair)).status_code == 404

    def test_the_example(self, sign_in, club):
        play_example(club)

        response = sign_in("Bob").get(versus(club, "Anne", "Bob"))
        said = words(response)

        assert "Anne ahead of Bob by +632" in said
        assert "Paid by Bob to Anne, on balance +152" in said
        assert "Evenings at one table 2 : 1" in said
        assert "83.3% 5 of 6" in said
        assert "50.0% 2 of 4" in said
        back = words(sign_in("Bob").get(versus(club, "Bob", "Anne")))
        assert "Bob ahead of Anne by −632" in back
        assert "Evenings at one table 1 : 2" in back

    def test_never_together(self, sign_in, club):
        response = sign_in("Bob").get(versus(club, "Bob", "Frank"))
        assertContains(response, "They have not played a deal together here.")

    def test_wrong_filters(self, sign_in, club):
        assert sign_in("Bob").get(versus(club, "Bob", "Dora", "?size=x")).status_code == 422

    def test_queries(self, sign_in, club, count_queries):
        table = club.sitting(*FOUR)
        club.deal(table)
        client, path = sign_in("Bob"), versus(club, "Bob", "Dora")
        one = count_queries(client, path)
        for _ in range(2):
            club.deal(club.sitting(*FOUR), taker="Dora")

        assert one == count_queries(client, path) == 14


class TestDataOfAPlayer:
    @pytest.mark.parametrize(
        ("who", "words"),
        [("Bob", "Your data"), ("Olivia", "All data of this person"), ("Charlie", "")],
    )
    def test_for_whom_the_profile_leads_there(self, sign_in, club, who, words):
        bob = club.player("Bob")
        response = sign_in(who).get(f"/p/{bob.uuid}/")

        link = f'href="/p/{bob.uuid}/data/"'
        assert (link in response.content.decode()) == bool(words)
        if words:
            assertContains(response, words)


class TestDealList:
    def shown(self, response):
        return [row.record.number for row in response.context["table"].paginated_rows]

    def test_rows_and_foot(self, sign_in, club):
        table = club.sitting(*FOUR)
        club.deal(table, taker="Bob")  # (25+5)·2 = 60 from three
        club.deal(table, taker="Alice", contract="prise")
        path = f"{DEALS}?player={club.player('Bob').uuid}&role=taker"

        response = sign_in("Dora").get(path)

        assert self.shown(response) == [1]
        assert response.context["sums"].total == 180
        assertContains(response, "Deals of Bob")
        assertContains(response, f'href="/t/{table.uuid}/1/"')
        assert response.context["words"] == ["as taker"]
        assert "Garde" in words(response)

    def test_where_the_arrow_leads(self, sign_in, club):
        league, bob = club.league(), club.player("Bob")
        client = sign_in("Dora")

        for asked, back in (
            ("", "/c/trois-bouts/statistics/"),
            (f"?league={league.uuid}", f"/c/trois-bouts/s/{league.uuid}/"),
            (f"?player={bob.uuid}", f"/p/{bob.uuid}/"),
        ):
            page = client.get(f"{DEALS}{asked}").content.decode()
            assert re.findall(r'data-back\s+href="([^"]*)"', page) == [back]

    def test_without_a_player(self, sign_in, club):
        table = club.sitting(*FOUR)
        club.deal(table)
        club.deal(table, kind="void", void_reason="all_pass")

        response = sign_in("Bob").get(f"{DEALS}?contract=garde&oudlers=2&made=yes")

        assert self.shown(response) == [1]
        assert [str(column) for column in response.context["table"].columns.names()] == [
            "date",
            "taker",
            "contract",
        ]

    def test_an_evening_brings_its_season(self, sign_in, club):
        league = play_example(club)
        evening = Evening.objects.get(league=league, held_on="2025-11-14")
        path = f"{DEALS}?player={club.player('Anne').uuid}&evening={evening.uuid}"

        response = sign_in("Bob").get(path)

        assert response.context["sums"].total == 497
        assert response.context["words"][0] == league.name
        other = club.league(name="Vendredis")
        assert sign_in("Bob").get(f"{path}&league={other.uuid}").status_code == 404

    def test_fifty_a_page(self, sign_in, club):
        table = club.sitting(*FOUR)
        for _ in range(51):
            club.deal(table)
        path = f"{DEALS}?player={club.player('Bob').uuid}"
        client = sign_in("Bob")

        assert self.shown(client.get(path)) == list(range(51, 1, -1))
        assert self.shown(client.get(f"{path}&page=2")) == [1]
        assert self.shown(client.get(f"{path}&page=9")) == [1]
        assert client.get(f"{path}&page=2").context["sums"].deals == 51

    def test_nothing_fits(self, sign_in, club):
        assertContains(sign_in("Bob").get(f"{DEALS}?contract=garde_contre"), "No deal fits.")

    @pytest.mark.parametrize(
        "query",
        ["player=bob", "oudlers=4", "size=2", "role=out", "contract=x", "made=1", "since=a",
         "position=0", "bonus=x", "rules=%00", "since=2026-02-01&until=2026-01-01"],
    )  # fmt: skip
    def test_damaged_addresses(self, sign_in, club, query):
        response = sign_in("Bob").get(f"{DEALS}?{query}")

        assert response.status_code == 422
        assertContains(response, "error-list", status_code=422)

    @pytest.mark.parametrize("name", ["player", "opponent", "partner", "league", "evening"])
    def test_what_is_not_there(self, sign_in, club, name):
        assert sign_in("Bob").get(f"{DEALS}?{name}={uuid4()}").status_code == 404

    def test_of_another_club(self, sign_in, club):
        path = f"{DEALS}?player={club.player('Eve').uuid}"
        assert sign_in("Bob").get(path).status_code == 404

    def test_queries(self, sign_in, club, count_queries):
        league = club.league()
        table = club.sitting(*FOUR)
        club.deal(table)
        evening = club.evening(league, date(2025, 9, 12), table)
        bob, dora = club.player("Bob").uuid, club.player("Dora").uuid
        path = f"{DEALS}?player={bob}&opponent={dora}&evening={evening.uuid}"
        client = sign_in("Bob")
        one = count_queries(client, path)
        for _ in range(2):
            club.deal(table)

        assert one == count_queries(client, path) == 9


def test_nobody_is_a_member_since_a_day_after_their_first_table(client, club):
    """The page gave the day of an import, above evenings of the year before."""
    club.sitting("Alice", "Bob", "Charlie", "Dora")
    alice = club.player("Alice")
    address = f"/p/{alice.uuid}/"
    client.cookies["django_language"] = "en"
    client.force_login(club.user("Alice"))
    assert "member since" in client.get(address).content.decode()

    Player.objects.filter(pk=alice.pk).update(member_since="2099-01-01")

    assert "member since" not in client.get(address).content.decode()
