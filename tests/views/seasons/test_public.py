"""Pages that visitors see."""

import re
from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import EveningState, League, Player, Publication, PublicName
from clubs.services.seasons.leagues import publish_league
from tests.page_forms import send

FOUR = ("Alice", "Bob", "Charlie", "Dora")
LEAGUE = UUID(int=1)
CLUB = "/c/trois-bouts/public/"
SEASON = f"{CLUB}{LEAGUE}/"
SHOWN = {"shows_standings": True, "shows_results": True, "shows_calendar": True}


@pytest.fixture(autouse=True)
def _in_english(client):
    client.cookies["django_language"] = "en"


@pytest.fixture
def league(club):
    told = {"name": "Season", "uuid": LEAGUE, **SHOWN}
    return club.league(*FOUR, ends_on=date(2040, 6, 30), **told)


@pytest.fixture
def evening(club, league):
    return play(club, league, date(2025, 9, 12))


def play(club, league, day):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60 from each
    return club.evening(league, day, sitting, state=EveningState.CLOSED)


def tomorrow():
    return timezone.localdate() + timedelta(days=1)


def addresses(evening):
    return [
        CLUB,
        SEASON,
        f"{SEASON}{evening.uuid}/",
        f"{SEASON}evenings.ics",
        f"{CLUB}feed.atom",
    ]


class TestForEverybody:
    @pytest.mark.parametrize("who", [None, "Eve", "Bob", "Olivia"])
    def test_shown_without_a_session_and_kept_for_a_while(self, client, club, evening, who):
        if who:
            client.force_login(club.user(who))
        for path in addresses(evening):
            response = client.get(path)

            assert response.status_code == 200
            assert response["Cache-Control"] == "public, max-age=300"
            assert set(response["Vary"].split(", ")) >= {"Accept-Language", "Cookie"}
            assert response["X-Robots-Tag"] == "all"
            assert not response.cookies

    def test_the_same_for_members_as_for_visitors(self, client, club, evening):
        pages = [client.get(path).content for path in addresses(evening)[:3]]

        client.force_login(club.user("Olivia"))
        assert [client.get(path).content for path in addresses(evening)[:3]] == pages

    @pytest.mark.parametrize("who", [None, "Eve", "Bob", "Olivia"])
    def test_nothing_is_switched_on(self, client, club, evening, who):
        League.objects.update(**dict.fromkeys(SHOWN, False))
        if who:
            client.force_login(club.user(who))

        answers = [client.get(path) for path in addresses(evening)]

        assert [response.status_code for response in answers] == [404] * 5
        assert {response["X-Robots-Tag"] for response in answers} == {"noindex"}

    @pytest.mark.parametrize(
        ("shown", "answers"),
        [
            ("shows_standings", [200, 200, 404, 404, 200]),
            ("shows_results", [200, 200, 200, 404, 200]),
            ("shows_calendar", [200, 200, 404, 200, 404]),
        ],
    )
    def test_each_switch_alone(self, client, evening, shown, answers):
        League.objects.update(**{**dict.fromkeys(SHOWN, False), shown: True})

        assert [client.get(path).status_code for path in addresses(evening)] == answers

    def test_a_season_of_another_club(self, client, evening):
        for path in addresses(evening):
            assert client.get(path.replace("trois-bouts", "ailleurs")).status_code == 404

    def test_nothing_that_is_private(self, client, club, evening):
        secrets = {
            "licence": "LIC-98765",
            "email": "bob@example.net",
            "name": "Bobby Secretson",
            "nickname": "Bobinou",
        }
        told = {**secrets, "birth_year": 1961, "public_name": "hidden"}
        Player.objects.filter(pk=club.player("Bob").pk).update(**told)

        for path in addresses(evening):
            text = client.get(path).content.decode()
            for secret in (*secrets.values(), "bob@example.org", "Secretson"):
                assert secret not in text
            assert not re.search(r"[>\s]1961[<\s]", text)
        assert "Player 2" in client.get(SEASON).content.decode()

    def test_everything_else_is_not_for_search_engines(self, client, club):
        for path in ("/", "/login/", "/c/trois-bouts/", "/nowhere/"):
            assert client.get(path)["X-Robots-Tag"] == "noindex"


class TestPublicClub:
    def test_seasons_and_next_evenings(self, client, club, league):
        club.evening(league, tomorrow(), state="planned", place="Salle des fêtes")

        page = client.get(CLUB)

        assertContains(page, f'href="{SEASON}"')
        assertContains(page, "Salle des fêtes")
        assertContains(page, f'href="{CLUB}feed.atom"', count=2)

    def test_queries(self, client, club, league, count_queries):
        assert count_queries(client, CLUB) == 2
        for name in ("a", "b"):
            club.league(name=name, **SHOWN)
            club.evening(league, tomorrow(), state="planned", name=name)
        assert count_queries(client, CLUB) == 2


class TestPublicLeague:
    def test_standings_results_and_calendar(self, client, club, league, evening):
        club.evening(league, tomorrow(), state="planned", name="To come")

        page = client.get(SEASON)

        for text in ("Alice", "+180", "To come", "As they stand now."):
            assertContains(page, text)
        assertContains(page, f'href="{SEASON}{evening.uuid}/"')
        assertContains(page, f'href="{SEASON}evenings.ics"')

    def test_for_those_who_share_it(self, client, league, settings):
        settings.SITE_URL = "https://feutre.example"

        page = client.get(f"{SEASON}?from=elsewhere")

        address = f"https://feutre.example{SEASON}"
        assertContains(page, f'<link rel="canonical" href="{address}">', html=True)
        told = {
            "og:title": "Season · Les Trois Bouts",
            "og:site_name": "Feutre",
            "og:url": address,
            "og:type": "website",
            "og:description": "Standings of the season",
        }
        for name, text in told.items():
            assertContains(page, f'<meta property="{name}" content="{text}">', html=True)

    def test_before_the_first_evening(self, client, league):
        page = client.get(SEASON)

        for text in ("None is planned.", "No evening is over yet."):
            assertContains(page, text)

    def test_rules_that_cannot_be_read(self, client, league):
        League.objects.update(standings_rules={"method": "astrology"})

        assertContains(client.get(SEASON), "No standings yet.")

    def test_final_standings(self, client, league):
        rows = {"rules": {}, "rows": []}
        told = {"version": 1, "is_final": True, "content": {"standings": rows}}
        Publication.objects.create(league=league, **told)

        page = client.get(SEASON)
        assertContains(page, "As published on")  # the season was opened again
        League.objects.update(state="closed")
        page = client.get(SEASON)
        assertContains(page, "Final standings of")
        assertContains(page, "Nobody has played yet.")

    def test_queries(self, client, club, league, count_queries):
        # season, evenings, publication; evenings with tables, sums, players; names
        play(club, league, date(2025, 9, 12))
        assert count_queries(client, SEASON) == 7
        for day in (19, 26):
            play(club, league, date(2025, 9, day))
        assert count_queries(client, SEASON) == 7


class TestPublicEvening:
    def test_what_everybody_won(self, client, club, league, evening):
        page = client.get(f"{SEASON}{evening.uuid}/")

        assertContains(page, '<h2 id="result"><span>Alice</span></h2>', html=True)
        assertContains(page, "1. Alice +180\n2. Bob −60\n2. Charlie −60\n2. Dora −60")
        [table] = re.findall(r"<tbody>.*?</tbody>", page.content.decode(), re.DOTALL)
        assert (table.count("+180"), table.count("−60")) == (1, 3)
        assertContains(page, "Friday 12 September 2025")

    def test_its_picture_is_for_everybody_too(self, client, league, evening):
        path = f"{SEASON}{evening.uuid}/evening.png"

        picture = client.get(path)

        assert picture.content.startswith(b"\x89PNG")
        assert "public" in picture["Cache-Control"]
        page = client.get(f"{SEASON}{evening.uuid}/")
        assertContains(page, f'<meta property="og:image" content="http://localhost:8000{path}">')

    def test_without_results_there_is_no_picture(self, client, league, evening):
        league.shows_results = False
        league.save()

        assert client.get(f"{SEASON}{evening.uuid}/evening.png").status_code == 404

    def test_nobody_played(self, client, club, league):
        evening = club.evening(league, date(2025, 9, 12), state="closed", name="Rain")

        assertContains(client.get(f"{SEASON}{evening.uuid}/"), "Nobody played at this evening.")

    def test_not_while_it_is_played(self, client, club, league):
        evening = club.evening(league, date(2025, 9, 12), state="open")

        assert client.get(f"{SEASON}{evening.uuid}/").status_code == 404

    def test_queries(self, client, club, league, evening, count_queries):
        # season, evening; evenings with tables, sums, players; names
        path = f"{SEASON}{evening.uuid}/"
        assert count_queries(client, path) == 6
        for day in (19, 26):
            play(club, league, date(2025, 9, day))
        assert count_queries(client, path) == 6


def test_the_calendar_as_a_file(client, club, league, evening):
    response = client.get(f"{SEASON}evenings.ics")

    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assertContains(response, "DTSTART;VALUE=DATE:20250912")


def test_a_cancelled_evening_is_cancelled_in_the_calendar(client, charlie, club, league):
    """A program that imported it keeps it else: it drops what is cancelled (RFC 5545, 3.8.1.11)."""
    days = [date(2039, 12, 2), date(2039, 12, 9), date(2025, 12, 5)]
    evenings = [club.evening(league, day) for day in days]
    for one in evenings[1:]:
        address = f"/c/trois-bouts/s/{league.uuid}/evenings/{one.uuid}/edit/"
        send(charlie, charlie.get(address), "cancel/")

    for file in (f"{SEASON}evenings.ics", f"/c/trois-bouts/s/{league.uuid}/evenings.ics"):
        told = charlie.get(file).content.decode()
        gone = told[told.index(f"UID:{evenings[1].uuid}@") :]
        assert gone.endswith("STATUS:CANCELLED\r\nSEQUENCE:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
        assert "DTSTART;VALUE=DATE:20391209" in gone
        assert str(evenings[2].uuid) not in told  # its day is over


def test_the_feed(client, club, league, evening):
    response = client.get(f"{CLUB}feed.atom")

    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    assertContains(response, "Results: 12 September 2025")
    # as the page of the evening has it: 60 from each of three
    assertContains(response, "1. Alice +180 · 2. Bob −60 · 2. Charlie −60 · 4 players")
    known = {"if-none-match": response["ETag"]}
    unchanged = client.get(f"{CLUB}feed.atom", headers=known)
    assert unchanged.status_code == 304
    names = ("Cache-Control", "Vary", "X-Robots-Tag")  # whoever keeps a copy takes over these
    assert [unchanged[name] for name in names] == [response[name] for name in names]

    Player.objects.filter(name="Alice").update(public_name=PublicName.HIDDEN)
    publish_league(club.actor("Charlie"), league, request_id=uuid4())
    response = client.get(f"{CLUB}feed.atom", headers=known)
    assertNotContains(response, "Alice")
    assertContains(response, "1. Player 1 +180 · 2. Bob −60", count=2)  # results and standings

    league.shows_results = False
    league.save()
    assertContains(client.get(f"{CLUB}feed.atom"), "Player 1 +180", count=1)
