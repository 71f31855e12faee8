"""The pages of a closed season show what was stored when it was closed."""

from dataclasses import fields
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.games.french.queries.club_figures import ClubFigures
from clubs.models import Club, Deal, League, Player, Sitting
from clubs.services.deals.sums import forget_club
from clubs.services.people.players import merge_players
from clubs.services.people.privacy import anonymise_player
from clubs.services.seasons import leagues
from clubs.services.tables import sittings
from tests.again import built_again
from tests.cast import Cast
from tests.example_league import play_example

PAGES = ("takers", "partners", "records")
STORED = "As they were stored when the season was closed"
NOW = "Computed now from the deals"


@pytest.fixture
def league(club: Cast):
    return built_again(all_tables_closed, club)


def all_tables_closed(club: Cast) -> League:
    """The example; three takes are enough for a rank."""
    Club.objects.update(least_takes=3)
    league = play_example(club)
    for sitting in Sitting.objects.all():
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    return League.objects.select_related("club").get(pk=league.pk)


def close(club: Cast, league: League) -> None:
    leagues.close_league(club.actor("Charlie"), league, request_id=uuid4())


@pytest.fixture
def closed(club: Cast, league: League) -> League:
    close(club, league)
    return league


def page(league, name):
    return f"/c/trois-bouts/s/{league.uuid}/{name}/"


def shown(client, league):
    """Every number of the three pages, whatever people are called."""
    takers, partners, records = (client.get(page(league, name)).context for name in PAGES)
    figures, together = takers["figures"], partners["partners"]
    people = ("takers", "ranking")
    names = [field.name for field in fields(ClubFigures) if field.name not in people]
    return {
        "figures": {name: getattr(figures, name) for name in names},
        "takers": {row.taker.player.pk: row for row in figures.ranking},
        "parts": [table.rows for table in takers["parts"]],
        "least_takes": takers["least_takes"],
        "pairs": {
            frozenset({row.pair.a.pk, row.pair.b.pk}): (
                row.rank,
                row.pair.success,
                row.pair.stake_mean,
                row.pair.others_mean,
                row.pair.shrunk,
                row.pair.called_by_a + row.pair.called_by_b,
            )
            for row in together.ranking
        },
        "company": (together.alone, together.with_partner),
        "records": records["book"],
    }


def test_closing_changes_no_number(club, bob, league):
    """leagues.md §10, invariant 13."""
    before = shown(bob, league)

    close(club, league)

    assert shown(bob, league) == before
    assert before["records"].own_worst["evening"].value == -383
    assertContains(bob.get(page(league, "records")), STORED)


def test_nor_one_of_what_deals_tell(club, bob, league):
    deal = Deal.objects.filter(size=5).earliest("pk")
    record = deal.record | {"called_cards": ["king_hearts"]}
    Deal.objects.filter(pk=deal.pk).update(record=record, tells=True)
    forget_club(club.club)  # its sums are of the deal as it was
    before = shown(bob, league)
    assert before["figures"]["told_takes"]["called_card"][0].key == "king_hearts"

    close(club, league)

    assert shown(bob, league) == before


def test_nor_the_order_of_rows(club, bob, league):
    before = [bob.get(page(league, name)).context["table"].data for name in PAGES[:2]]

    close(club, league)

    after = [bob.get(page(league, name)).context["table"].data for name in PAGES[:2]]
    assert [list(rows) for rows in after] == [list(rows) for rows in before]


class TestLater:
    def test_other_settings_of_the_club(self, club, bob, closed):
        before = shown(bob, closed)

        Club.objects.update(least_takes=10, least_deals=100)

        assert shown(bob, closed) == before
        response = bob.get(page(closed, "takers"))
        assertContains(response, "A taker is ranked from 3 takes on.")
        assert response.context["figures"].ranking[0].rank == 1
        assert bob.get(page(closed, "takers") + "?size=4").context["least_takes"] == 10

    def test_somebody_becomes_anonymous(self, club, bob, closed):
        before = shown(bob, closed)

        anonymise_player(club.actor("Olivia"), club.player("Anne"), request_id=uuid4())

        assert shown(bob, closed) == before
        for name in (*PAGES, "standings"):
            response = bob.get(page(closed, name) if name != "standings" else season(closed))
            assertNotContains(response, "Anne")
            assertContains(response, Player.objects.get(pk=club.player("Anne").pk).name)

    def test_somebody_with_a_licence_that_looks_like_a_number(self, club, bob, closed):
        """The mean score of Anne is stored as 383/9."""
        before = shown(bob, closed)
        Player.objects.filter(name="Anne").update(licence="383", nickname="540")
        stored = closed.publications.get().content["statistics"]

        anonymise_player(club.actor("Olivia"), Player.objects.get(name="Anne"), request_id=uuid4())

        assert closed.publications.get().content["statistics"] == stored
        assert shown(bob, closed) == before

    def test_another_name(self, club, bob, closed):
        before = shown(bob, closed)

        Player.objects.filter(name="Anne").update(name="Zoé", name_key="zoe", table_name="Zoé")

        assert shown(bob, closed) == before
        assertContains(bob.get(page(closed, "takers")), "Zoé")
        assertContains(bob.get(season(closed)), "Zoé")

    def test_two_players_who_are_one(self, club, bob, closed):
        """Frank never played here: he becomes Anne."""
        before = shown(bob, closed)

        merge_players(
            club.actor("Olivia"), club.player("Frank"), club.player("Anne"), request_id=uuid4()
        )

        assert shown(bob, closed) == before

    def test_open_again_it_is_computed(self, club, bob, closed):
        leagues.reopen_league(club.actor("Olivia"), closed, reason="Une erreur", request_id=uuid4())
        Club.objects.update(least_takes=4)

        response = bob.get(page(closed, "takers"))

        assertContains(response, "A taker is ranked from 4 takes on.")
        assertNotContains(response, STORED)


def season(league):
    return f"/c/trois-bouts/s/{league.uuid}/"


class TestSource:
    @pytest.mark.parametrize("name", PAGES)
    def test_it_is_said(self, bob, closed, name):
        assertContains(bob.get(page(closed, name)), STORED)

    @pytest.mark.parametrize(("name", "size"), [("takers", 4), ("partners", 5)])
    def test_a_filter_computes(self, bob, closed, name, size):
        response = bob.get(f"{page(closed, name)}?size={size}")

        assertNotContains(response, STORED)
        assertContains(response, f"{NOW}: what was stored when the season was closed")

    def test_the_same_season_on_the_page_of_the_club(self, bob, closed):
        response = bob.get(f"/c/trois-bouts/statistics/?league={closed.uuid}")

        assertContains(response, STORED)
        assert response.context["figures"].deals == 21

    @pytest.mark.parametrize("name", PAGES)
    def test_one_that_was_closed_before_statistics_were_stored(self, bob, closed, name):
        final = closed.publications.get()
        kept = ("name", "starts_on", "ends_on", "standings", "evenings", "members")
        content = {"version": 1, **{key: final.content[key] for key in kept}}
        closed.publications.update(content=content)

        response = bob.get(page(closed, name))

        assertContains(response, f"{NOW}: when this season was closed")
        assertNotContains(bob.get(season(closed)), "Titles")

    @pytest.mark.parametrize("name", PAGES)
    def test_an_open_one_says_nothing(self, bob, league, name):
        response = bob.get(page(league, name))

        assertNotContains(response, STORED)
        assertNotContains(response, NOW)

    @pytest.mark.parametrize(("name", "count"), [("takers", 6), ("partners", 7), ("records", 7)])
    def test_queries(self, bob, closed, name, count, count_queries):
        assert count_queries(bob, page(closed, name)) == count


class TestTitles:
    def test_who_holds_them(self, club, bob, closed):
        response = bob.get(season(closed))

        titles = response.context["page"].titles
        assert [(t.label, [p.name for p in t.players], t.value) for t in titles] == [
            ("Champion", ["Anne"], "+766"),
            ("Second", ["Cléo"], "+299"),
            ("Third", ["Dino"], "−127"),
            ("Best taker", ["Cléo"], "3 of 3"),
            ("Highest deal", ["Anne"], "+540"),
            ("Contract made by the widest margin", ["Anne"], "+16"),
            ("Best evening", ["Anne"], "+497"),
            ("Contracts made in a row", ["Anne"], "5"),
            ("Most takes in an evening", ["Anne"], "2"),
            ("Biggest comeback, from below zero", ["Cléo"], "143"),
        ]
        assertContains(response, "Titles")

    def test_an_earlier_day_has_none(self, bob, closed):
        assertNotContains(bob.get(season(closed) + "?as_of=2025-10-10"), "Titles")

    def test_nor_has_an_open_season(self, bob, league):
        assertNotContains(bob.get(season(league)), "Titles")
