"""A year of a club and of a player.

The figures of the year are told once more by plain loops over the records of the deals.
"""

from collections import Counter
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.conf import settings
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Player, PublicName, Sitting
from clubs.services.tables.sittings import close_sitting
from tests.cast import Cast
from tests.queries.plain_deals import plain_deal
from tests.queries.statistics.test_figures_twice import EVERYBODY, all_told, play

CLUB = "/c/trois-bouts/years/2026/"
FOUR = ("Alice", "Bob", "Charlie", "Dora")


def of_player(club: Cast, name: str, year: int = 2026) -> str:
    return f"/p/{club.player(name).uuid}/years/{year}/"


def texts(response) -> dict[str, str]:
    return {line.label: line.text for line in response.context["lines"]}


def move(table: Sitting, year: int) -> None:
    Sitting.objects.filter(pk=table.pk).update(opened_at=datetime(year, 3, 1, 19, tzinfo=UTC))


def test_what_is_told_of_a_player(sign_in, club: Cast):
    play(club, 1)
    old = club.sitting(*FOUR)
    club.deal(old, taker="Dora")
    move(old, 2025)
    told = [deal for deal in all_told() if deal.day.year == 2026]
    me = str(club.player("Dora").uuid)
    mine = [deal for deal in told if me in deal.scores]
    takes = [deal for deal in mine if deal.is_known and deal.taker == me]
    met = Counter(who for deal in mine for who in deal.scores if who != me)
    most = {str(p.uuid): p.name for p in Player.objects.all()}[met.most_common(1)[0][0]]
    response = sign_in("Bob").get(of_player(club, "Dora"))
    lines = texts(response)

    days = len({deal.day for deal in mine})
    assert lines["Played"] == f"{len(mine)} deals · {days} evenings (2025: 1)"
    bob = sign_in("Bob")
    bob.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert texts(bob.get(of_player(club, "Dora")))["Joué"].endswith("(2025\xa0: 1)")
    made = sum(deal.margin >= 0 for deal in takes)
    assert lines["Taken and made"].startswith(f"{made} of {len(takes)} (")
    best = max(deal.scores[me] for deal in mine)
    assert lines["Highest deal"].startswith(f"+{best:,} · ")
    assert lines["Most deals with"] == f"{most} · {met.most_common(1)[0][1]} deals"
    assert len(lines) == 10
    for name in EVERYBODY:  # whoever has ten sentences without it
        assert "Most deals with" in texts(sign_in("Bob").get(of_player(club, name))), name
    for line in response.context["lines"]:
        assert sign_in("Bob").get(line.url).status_code == 200
    assert [played for played, _url in response.context["year_links"]] == [2026, 2025]


def test_what_is_told_of_the_club(sign_in, club: Cast):
    play(club, 2)
    told = all_told()
    nights: dict[object, Counter[str]] = {}
    for deal in told:
        nights.setdefault(deal.day, Counter()).update(deal.scores)
    came = Counter(who for night in nights.values() for who in night)
    response = sign_in("Bob").get(CLUB)
    lines = texts(response)

    assert lines["Played"] == f"{len(told)} deals · {len(nights)} evenings · {len(came)} players"
    assert lines["Came most often"].endswith(f"{max(came.values())} evenings")
    best = max(max(deal.scores.values()) for deal in told)
    assert f"+{best:,} · " in lines["Highest deal"]
    assert len(lines) == 10
    totals = sum(nights.values(), Counter())
    assert response.context["sent"].lines[0].value == max(totals.values())


def test_an_evening_that_ends_level_is_won_by_all(sign_in, club: Cast):
    table = club.sitting(*FOUR)
    for won in (20, -20):
        plain_deal(club, table, Bob=won, Dora=-won)
    move(table, 2026)
    bob = sign_in("Bob")

    assert texts(bob.get(CLUB))["Most evenings won"] == "Bob, Dora · 1"
    assert texts(bob.get(of_player(club, "Bob")))["Evenings won"].startswith("1 · ")


def test_what_is_sent_has_the_names_that_people_chose(sign_in, club: Cast):
    Player.objects.filter(name="Alice").update(public_name=PublicName.HIDDEN)
    table = club.sitting(*FOUR)
    club.deal(table, taker="Bob")
    move(table, 2026)
    response = sign_in("Bob").get(CLUB)
    sent = response.context["sent"].text

    assert texts(response)["Came most often"] == "Alice, Bob, Charlie and 1 other · 1 evening"
    assert "Player 1, Bob, Charlie and 1 other · 1 evening" in sent
    assert "Alice" not in sent


def test_nothing_that_went_badly(sign_in, club: Cast):
    for year, oudlers in ((2025, 2), (2026, 0)):
        table = club.sitting(*FOUR)
        club.deal(table, taker="Bob", oudlers=oudlers)
        if year == 2025:
            club.deal(table, taker="Bob")
        move(table, year)
    response = sign_in("Bob").get(of_player(club, "Bob"))

    assert texts(response)["Played"] == "1 deal · 1 evening"  # two the year before
    assert texts(response)["Taken and made"] == "0 of 1 (0.0%)"
    assertNotContains(response, "−")
    assert response.context["sent"] is None  # he won no deal


def test_a_year_without_a_deal_leads_to_the_others(sign_in, club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table, taker="Bob")
    move(table, 2025)
    # Nor is anything told of a year of totals, of a table without deals, and of one that is void.
    for year, changes in ((2024, {"totals_only": True}), (2023, {}), (2022, {"state": "void"})):
        empty = club.sitting(*FOUR)
        if year == 2022:
            club.deal(empty)
        Sitting.objects.filter(pk=empty.pk).update(**changes)
        move(empty, year)
        if year == 2024:
            close_sitting(club.actor("Charlie"), empty, request_id=uuid4())
    beside = club.sitting(*FOUR)  # of Bob nothing is told of it
    plain_deal(club, beside, Alice=30, Dora=-30)
    move(beside, 2021)
    bob, own = sign_in("Bob"), of_player(club, "Bob")

    for path, years in ((CLUB, [2025, 2021]), (own.replace("2026", "2025"), [2025])):
        links = bob.get(path).context["year_links"]
        assert [year for year, _address in links] == years
    assertContains(bob.get(CLUB), f'href="{CLUB.replace("2026", "2025")}"')
    assertRedirects(bob.get(own), own.replace("2026", "2025"))
    for path in (CLUB, own):
        assert bob.get(path.replace("2026", "9999")).status_code == 404


@pytest.mark.parametrize("path", [CLUB, "player"])
def test_the_picture(sign_in, club: Cast, path: str):
    table = club.sitting(*FOUR)
    club.deal(table, taker="Bob")
    move(table, 2026)
    address = of_player(club, "Bob") if path == "player" else path
    response = sign_in("Alice").get(address + "year.png")

    assert response.content.startswith(b"\x89PNG")


def test_the_club_leads_to_the_year_in_which_it_played_last(sign_in, club: Cast):
    """Not to a page without a deal: the scores of before were brought in from a workbook."""
    table = club.sitting(*FOUR)
    club.deal(table)
    close_sitting(club.actor("Charlie"), table, request_id=uuid4())
    move(table, 2024)
    totals = club.sitting(*FOUR)
    close_sitting(club.actor("Charlie"), totals, request_id=uuid4())
    Sitting.objects.filter(pk=totals.pk).update(totals_only=True)
    move(totals, 2025)

    for path in ("/c/trois-bouts/", "/c/trois-bouts/statistics/"):
        assertContains(sign_in("Bob").get(path), 'href="/c/trois-bouts/years/2024/"')
