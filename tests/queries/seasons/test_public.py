"""What visitors see of a club, and what people are called there."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from django.utils import timezone, translation

from clubs.models import Club, EveningState, League, Player, Publication
from clubs.queries.seasons.public import (
    PublicRow,
    ResultRow,
    news_of,
    public_club,
    public_evening,
    public_league,
    public_names,
)
from clubs.services.people.privacy import anonymise_player
from tests.cast import make_player

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")
TODAY = date(2025, 10, 1)
SHOWN = {"shows_standings": True, "shows_results": True, "shows_calendar": True}


def choose(club, who, chosen, **more):
    Player.objects.filter(pk=club.player(who).pk).update(public_name=chosen, **more)


def league_of(club, **told):
    return club.league(*FOUR, **{**SHOWN, **told})


def play(club, league, day, **told):
    """An evening where Alice takes and wins: 3·60, −60 from each."""
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60 from each
    return club.evening(league, day, sitting, **{"state": EveningState.CLOSED, **told})


class TestNames:
    def name(self, club, name):
        return public_names(club.club)[str(club.player(name).uuid)]

    @pytest.mark.parametrize(
        ("name", "nickname", "chosen", "shown"),
        [
            ("Zoé Marchand", "Zouzou", "full", "Zoé Marchand"),
            ("Zoé Marchand", "Zouzou", "initial", "Zoé M."),
            ("Zoé Marchand", "Zouzou", "nickname", "Zouzou"),
            ("Zoé Marchand", "", "nickname", "Zoé M."),
            ("Zoé Marchand", "Zouzou", "hidden", "Player 2"),
            ("Marie-Claude de la Tour", "", "initial", "Marie-Claude T."),
            ("Zoé", "", "initial", "Zoé"),
            ("Zoé (2)", "", "initial", "Zoé 2."),
            ("Zoé !", "", "initial", "Zoé"),
        ],
    )
    def test_as_chosen(self, club, name, nickname, chosen, shown):
        choose(club, "Bob", chosen, name=name, nickname=nickname)

        assert self.name(club, "Bob") == shown

    def test_first_name_and_initial_unless_chosen(self, club):
        player = make_player(club.club, "Zoé Marchand")
        player.member_since = None  # a guest
        player.save()

        assert public_names(club.club)[str(player.uuid)] == "Zoé M."

    def test_clashes_are_told_apart_for_good(self, club):
        for name in ("Zoé Marchand", "Zoe Morel", "Zoé M."):
            player = make_player(club.club, name)
            player.public_name = "initial" if name != "Zoé M." else "full"
            player.save()
        choose(club, "Bob", "nickname", nickname="Player 3")
        choose(club, "Charlie", "hidden")

        names = list(public_names(club.club).values())
        assert names == [
            "Alice",
            "Player 3",
            "Player 3 2",
            "Dora",
            "Olivia",
            "Frank",
            "Zoé M.",
            "Zoe M. 2",
            "Zoé M. 3",
        ]

    def test_who_was_made_anonymous_in_the_language_of_the_visitor(self, club):
        bob = Player.objects.select_related("club", "user").get(pk=club.player("Bob").pk)
        anonymise_player(club.actor("Olivia"), bob, request_id=uuid4())

        assert self.name(club, "Bob") == "Player 2"
        with translation.override("fr"):
            assert self.name(club, "Bob") == "Joueur 2"


class TestClub:
    def test_only_what_is_switched_on(self, club):
        league_of(club, name="Shown", shows_standings=False, shows_calendar=False)
        club.league(name="Not shown")

        page = public_club("trois-bouts", TODAY)

        assert [league.name for league in page.leagues] == ["Shown"]
        assert page.evenings == []

    def test_nothing(self, club):
        club.league()

        assert public_club("trois-bouts", TODAY) is None
        assert public_club("ailleurs", TODAY) is None

    def test_today_is_that_of_the_club(self, club, monkeypatch):
        """At 22:30 in Québec it is the next day in Paris."""
        Club.objects.update(time_zone="America/Toronto")
        club.evening(league_of(club), TODAY, state="planned")
        now = datetime(2025, 10, 2, 2, 30, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: now)

        assert len(public_club("trois-bouts").evenings) == 1

    def test_the_next_evenings_of_those_with_a_calendar(self, club):
        shown = league_of(club)
        silent = league_of(club, name="Cup", shows_calendar=False)
        for league in (shown, silent):
            for day, state in ((30, "planned"), (1, "planned"), (2, "closed")):
                month = 9 if day == 30 else 10
                club.evening(league, date(2025, month, day), state=state, name=f"{day}")

        page = public_club("trois-bouts", TODAY)

        told = [(one.held_on, one.league.name) for one in page.evenings]
        assert told == [(date(2025, 10, 1), "2025–2026")]


class TestStandings:
    def test_as_they_stand_while_nothing_is_published(self, club):
        league = league_of(club)
        choose(club, "Bob", "hidden")
        play(club, league, date(2025, 9, 12))

        standings = public_league(league, TODAY).standings

        [table] = standings.tables
        # −60 three times: the one who came first on the list stands first
        assert table.rows == [
            PublicRow(1, "Alice", 180, 1, 1, False),
            PublicRow(2, "Player 2", -60, 1, 1, False),
            PublicRow(2, "Charlie", -60, 1, 1, False),
            PublicRow(2, "Dora", -60, 1, 1, False),
        ]
        assert (standings.published_at, standings.is_final) == (None, False)
        assert (standings.heading, standings.is_signed) == ("Points", True)

    def test_the_last_that_was_published(self, club):
        league = league_of(club)
        play(club, league, date(2025, 9, 12))
        alice = {"player": str(club.player("Alice").uuid), "deals": 30, "evenings": 3}
        rows = [
            {**alice, "rank": 1, "value": 12.5, "guest": False},
            {"player": str(UUID(int=1)), "rank": None, "value": None, "guest": True},
        ]
        rules = {"method": "average"}
        for version, told in ((1, []), (2, rows)):
            content = {"standings": {"rules": rules, "rows": told}}
            Publication.objects.create(league=league, version=version, content=content)

        standings = public_league(league, TODAY).standings

        [table] = standings.tables
        assert [(row.rank, row.name, str(row.value)) for row in table.rows] == [
            (1, "Alice", "12.50"),
            (None, "somebody", "None"),
        ]
        assert (standings.heading, table.digits) == ("Average a deal", 2)
        assert standings.published_at is not None

    def test_by_size_of_table(self, club):
        league = league_of(club)
        part = {"rows": [{"player": str(club.player("Bob").uuid), "rank": 1, "value": 5}]}
        content = {"standings": {"rules": {}, "by_size": {"5": part, "4": part}}}
        Publication.objects.create(league=league, version=1, content=content)

        tables = public_league(league, TODAY).standings.tables

        assert [(table.size, table.rows[0].name) for table in tables] == [(4, "Bob"), (5, "Bob")]

    @pytest.mark.parametrize("content", [{}, {"standings": None}, {"standings": {}}])
    def test_a_publication_without_standings(self, club, content):
        league = league_of(club)
        Publication.objects.create(league=league, version=1, content=content)
        play(club, league, date(2025, 9, 12))

        [table] = public_league(league, TODAY).standings.tables
        assert table.rows[0].name == "Alice"

    def test_rules_that_cannot_be_read(self, club):
        league = league_of(club, standings_rules={"method": "astrology"})

        assert public_league(league, TODAY).standings is None

    def test_switched_off(self, club):
        league = league_of(club, shows_standings=False, shows_results=False)
        play(club, league, date(2025, 9, 12))
        club.evening(league, date(2025, 10, 10), state="planned")

        page = public_league(league, TODAY)

        assert (page.standings, page.results) == (None, [])
        assert [one.held_on for one in page.to_come] == [date(2025, 10, 10)]

    def test_evenings_that_are_over_and_to_come(self, club):
        league = league_of(club)
        for day, state in ((1, "closed"), (5, "closed"), (6, "open"), (7, "planned")):
            club.evening(league, date(2025, 10, day), state=state)
        club.evening(league, date(2025, 9, 7), state="planned")  # forgotten

        page = public_league(league, TODAY)

        assert [one.held_on.day for one in page.results] == [5, 1]
        assert [one.held_on.day for one in page.to_come] == [6, 7]


class TestEvening:
    def test_what_everybody_won(self, club):
        league = league_of(club)
        choose(club, "Charlie", "nickname", nickname="Charly")
        evening = play(club, league, date(2025, 9, 12))

        page = public_evening(league, evening.uuid)

        # equal places by name
        assert page.rows == [
            ResultRow(1, "Alice", 180),
            ResultRow(2, "Bob", -60),
            ResultRow(2, "Charly", -60),
            ResultRow(2, "Dora", -60),
        ]

    def test_not_while_it_is_played(self, club):
        league = league_of(club)
        evening = play(club, league, date(2025, 9, 12), state=EveningState.OPEN)

        assert public_evening(league, evening.uuid) is None

    def test_not_where_results_are_switched_off(self, club):
        league = league_of(club, shows_results=False)

        assert public_evening(league, play(club, league, date(2025, 9, 12)).uuid) is None

    def test_not_of_another_season(self, club):
        league, other = league_of(club), league_of(club, name="Cup")

        assert public_evening(other, play(club, league, date(2025, 9, 12)).uuid) is None

    def test_nobody_played(self, club):
        league = league_of(club)
        evening = club.evening(league, date(2025, 9, 12), state="closed")

        assert public_evening(league, evening.uuid).rows == []


class TestNews:
    def test_results_and_standings_the_newest_first(self, club):
        league = league_of(club)
        silent = league_of(club, name="Cup", shows_results=False, shows_standings=False)
        for season in (league, silent):
            club.evening(season, date(2025, 9, 12), state="closed")
            club.evening(season, date(2025, 9, 19), state="open")
            at = timezone.make_aware(timezone.datetime(2025, 9, 13, 12))
            Publication.objects.create(league=season, version=1, content={}, published_at=at)

        news = news_of(public_club("trois-bouts", TODAY))

        assert [(one.evening is not None, one.at.day) for one in news] == [(False, 13), (True, 12)]
        assert {one.league for one in news} == {league}
        assert League.objects.count() == 2
