"""Every chart has its table as a file, at the address of its page."""

import re
from uuid import uuid4

import pytest

from clubs.services.seasons.ratings import set_ratings
from clubs.services.tables import sittings


def files_of(client, path):
    """What the links of a page give, by key."""
    html = client.get(path).content.decode()
    found = re.findall(r'href="(\?[^"]*csv=([\w-]+)[^"]*)"', html)
    base = path.partition("?")[0]
    return {key: client.get(base + query.replace("&amp;", "&")) for query, key in found}


def lines(response):
    return response.content.decode("utf-8-sig").splitlines()


def test_those_of_a_profile(sign_in, club, example):
    client = sign_in("Bob")
    files = files_of(client, f"/p/{club.player('Anne').uuid}/")

    assert sorted(files) == [
        "figure-contracts",
        "figure-curve",
        "figure-evenings",
        "figure-margins",
    ]
    assert all(file["Content-Type"] == "text/csv; charset=utf-8" for file in files.values())
    evenings = lines(files["figure-evenings"])
    assert evenings[0] == "Evening,Score (points)"
    assert [line.rpartition(",")[2] for line in evenings[1:]] == ["197", "199", "497", "-127"]
    disposition = files["figure-evenings"]["Content-Disposition"]
    assert disposition == 'attachment; filename="anne-score-of-each-evening.csv"'


def test_filters_stay(sign_in, club, example):
    """At tables of four Anne took part in the first evening alone, or others: fewer than four."""
    files = files_of(sign_in("Bob"), f"/p/{club.player('Anne').uuid}/?size=4")

    assert 1 < len(lines(files["figure-evenings"])) < 5


def test_as_french_spreadsheets_read_it(sign_in, club, example):
    """Prise: 1 of 2 made."""
    files = files_of(sign_in("Bob", "fr"), f"/p/{club.player('Anne').uuid}/")

    row = lines(files["figure-contracts"])[1]
    assert row.split(";")[1] == "50,00"


@pytest.mark.parametrize("path", ["s/{}/takers/", "statistics/"])
def test_those_of_a_season_and_a_club(sign_in, example, path):
    files = files_of(sign_in("Bob"), "/c/trois-bouts/" + path.format(example.uuid))

    assert sorted(files) == [
        "figure-attendance",
        "figure-contract-rates",
        "figure-contracts",
        "figure-margins",
        "figure-oudler-rates",
        "figure-takers",
    ]
    assert lines(files["figure-takers"])[0] == "Taker,Made (takes),Failed (takes)"
    assert "Anne,5,1" in lines(files["figure-takers"])


def test_that_of_the_partners(sign_in, example):
    files = files_of(sign_in("Bob"), f"/c/trois-bouts/s/{example.uuid}/partners/?player=")

    [file] = files.values()
    rows = [line.split(",") for line in lines(file)]
    assert rows[0][:3] == ["Weighted synergy", "Anne", "Bob"]
    assert rows[1][2] == "-16.17"


def test_those_of_the_ratings(sign_in, club, example):
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    for _deal in range(4):
        club.deal(sitting)
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())

    files = files_of(sign_in("Bob"), "/c/trois-bouts/ratings/")

    assert len(files) == 3
    for file in files.values():
        header, row = lines(file)
        assert header == "Date,Rating,Estimate,Margin"
        value, estimate, margin = map(int, row.split(",")[1:])
        assert value == estimate - margin


def test_that_of_a_table(sign_in, club):
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting, taker="Alice", oudlers=2, points=46)  # (25+5)·2 = 60 a defender

    files = files_of(sign_in("Bob"), f"/t/{sitting.uuid}/curve/")

    assert lines(files["curve"]) == [
        "Deal,Alice,Bob,Charlie,Dora",
        "0,0,0,0,0",
        "1,180,-60,-60,-60",
    ]


def test_a_name_is_no_formula(sign_in, club):
    player = club.player("Alice")
    player.table_name = "=1+1"
    player.save()
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)

    response = sign_in("Bob").get(f"/t/{sitting.uuid}/curve/?csv=curve")

    assert lines(response)[0] == "Deal,'=1+1,Bob,Charlie,Dora"


@pytest.mark.parametrize("key", ["", "figure-nothing"])
def test_there_is_no_other(sign_in, club, example, key):
    assert sign_in("Bob").get(f"/p/{club.player('Anne').uuid}/?csv={key}").status_code == 404
