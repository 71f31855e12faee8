"""A season of tables that are there already."""

from datetime import date, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from pytest_django.asserts import assertContains, assertRedirects

from clubs.models import Sitting
from clubs.queries.seasons.leagues import league_data
from clubs.queries.seasons.uncounted import SeasonProposal, season_proposal
from clubs.services.files.checks import check_chains
from clubs.services.tables.sittings import close_sitting
from tests.again import built_once
from tests.page_forms import form_on

FIRST = "/c/trois-bouts/s/first/"
FIVE = ("Alice", "Bob", "Charlie", "Dora", "Frank")
EVENINGS = [date(2025, 9, 5), date(2025, 10, 3), date(2025, 11, 7), date(2026, 1, 9)]


@pytest.fixture
@built_once
def played(club):
    """Alice takes each deal, in Garde with 46 and two oudlers: (25+5)·2 = 60 a defender. Four play
    four evenings, Frank one of them as a fifth; and one evening is of the season before."""
    for day in [date(2025, 6, 6), *EVENINGS]:
        names = FIVE if day == EVENINGS[0] else FIVE[:4]
        table = club.sitting(*names, active_count=len(names))
        club.deal(table, **({"called": "Bob"} if len(names) == 5 else {}))
        close_sitting(club.actor("Alice"), table, request_id=uuid4())
        at = datetime(day.year, day.month, day.day, 20, 30, tzinfo=ZoneInfo("Europe/Paris"))
        Sitting.objects.filter(pk=table.pk).update(opened_at=at)
    return club


def test_rules_are_read_from_what_was_played(played):
    told = season_proposal(played.club)

    assert (told.name, told.tables, told.evenings) == ("2025–2026", 4, 4)
    assert (told.first, told.last) == (EVENINGS[0], EVENINGS[-1])
    assert told.sizes == {3: 0, 4: 3, 5: 1, 6: 0}
    # Of four evenings two thirds are 3, half of them 2: four people came to each.
    assert [(one.evenings, one.people) for one in told.best] == [(3, 4), (2, 4)]
    assert (told.people, told.people_with(1), told.least_evenings) == (5, 5, 1)


def test_a_season_begins_at_midnight_in_the_zone_of_the_club(played):
    """The first of five tables lies in the last minute of August, the second in the first after
    it."""
    zone = ZoneInfo("Europe/Paris")
    tables = Sitting.objects.order_by("opened_at")
    pks = list(tables.values_list("pk", flat=True))
    tables.filter(pk=pks[0]).update(opened_at=datetime(2025, 8, 31, 23, 59, tzinfo=zone))
    tables.filter(pk=pks[1]).update(opened_at=datetime(2025, 9, 1, 0, 0, tzinfo=zone))

    told = season_proposal(played.club)

    assert (told.tables, told.first) == (4, date(2025, 9, 1))


def test_of_several_games_that_of_most_tables_is_proposed(played):
    """Whichever was played last."""
    newest = Sitting.objects.order_by("-opened_at")
    newest.filter(pk=newest[0].pk).update(game="volte")
    told = season_proposal(played.club)
    assert (told.game, told.tables, told.last) == ("french", 3, EVENINGS[-2])

    newest.filter(pk__in=[table.pk for table in newest[:3]]).update(game="volte")
    told = season_proposal(played.club)
    assert (told.game, told.tables, told.last) == ("volte", 3, EVENINGS[-1])


def test_no_best_of_evenings_is_proposed_to_which_nobody_came():
    proposal = SeasonProposal(
        game="french",
        starts_on=EVENINGS[0],
        ends_on=EVENINGS[-1],
        first=EVENINGS[0],
        last=EVENINGS[-1],
        tables=6,
        evenings=6,
        sizes={},
        came={3: 5, 2: 8},
        guests=0,
    )

    # Two thirds of six are four evenings, half of them three, to which five people came.
    assert [(each.evenings, each.people) for each in proposal.best] == [(3, 5)]


def test_it_is_made_with_its_standings_and_sent_twice(played, sign_in):
    client = sign_in("Charlie")
    shown = client.get(FIRST)
    assertContains(shown, "The best 3 of 4 evenings of each player – 4 of 5 players came to 3")
    form = form_on(shown, "").fill(best_n="2")

    for _time in range(2):
        answer = form.send(client)
        league = played.club.leagues.get()
        assertRedirects(answer, f"/c/trois-bouts/s/{league.uuid}/?new=1")

    assert (league.state, league.evenings.count(), league.tables.count()) == ("open", 4, 4)
    assert league.standings_rules["best_n"] == 2
    assert league.standings_rules["sizes"] == [4, 5]
    data = league_data(league)
    values = {data.players[row.player].name: row.value for row in data.standings().rows}
    # At five with a called partner: 3 defenders pay 60, Alice has 2 of 3 shares, 120, Bob 60.
    # Of her evenings, 120 and three times 180, the best two count; the others lost 60 each time,
    # Bob won 60 once.
    assert values["Alice"] == 360
    assert values["Bob"] == 60 - 60
    assert values["Charlie"] == -120
    assertContains(client.get(answer.url), 'href="/c/trois-bouts/statistics/"')
    assert list(check_chains()) == []

    older = season_proposal(played.club)
    assert (older.name, older.tables) == ("2024–2025", 1)


def test_without_such_tables_there_is_an_empty_one_to_make(club, sign_in):
    club.sitting(*FIVE[:4])  # is still played

    assertRedirects(sign_in("Charlie").get(FIRST), "/c/trois-bouts/s/new/")


def test_a_new_season_leads_to_it(played, sign_in):
    assertContains(sign_in("Charlie").get("/c/trois-bouts/s/new/"), f'href="{FIRST}"')


def test_wrong_days_are_told(played, sign_in):
    client = sign_in("Charlie")

    answer = form_on(client.get(FIRST), "").fill(ends_on="2025-08-01").send(client)

    assert answer.status_code == 422
    page = answer.content.decode()
    assert page.index("error-list") < page.index('class="facts"')  # above what was played
    assert not played.club.leagues.exists()


@pytest.mark.parametrize("days", [{"starts_on": "0001-01-01"}, {"ends_on": "9999-12-31"}])
def test_days_at_the_end_of_the_calendar(played, sign_in, days):
    """Midnight there has no moment in UTC."""
    client = sign_in("Charlie")

    answer = form_on(client.get(FIRST), "").fill(**days).send(client)

    league = played.club.leagues.get()
    assertRedirects(answer, f"/c/trois-bouts/s/{league.uuid}/?new=1")
    [name] = days
    evening = played.evening(league, getattr(league, name))
    page = client.get(f"/c/trois-bouts/s/{league.uuid}/evenings/{evening.uuid}/edit/")
    assert page.status_code == 200
