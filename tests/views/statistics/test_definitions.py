"""What the numbers mean."""

import re

import pytest
from pytest_django.asserts import assertContains

from clubs.views.statistics.definitions import chapters_by_game
from tests.example_league import play_example

PAGE = "/numbers/"


def test_everybody_may_read_it(client, db, django_assert_num_queries):
    client.cookies["django_language"] = "en"

    with django_assert_num_queries(0):
        response = client.get(PAGE)

    assertContains(response, "5 of 6 = 83.3%")
    assertContains(response, "766 ÷ 18 deals = 42.56")


def test_every_key_is_there_once(client):
    html = client.get(PAGE).content.decode()
    chapters = [chapter for _game, found in chapters_by_game() for chapter in found]
    keys = [chapter.key for chapter in chapters]
    keys += [one.key for chapter in chapters for one in chapter.definitions]

    assert len(set(keys)) == len(keys)
    assert [html.count(f'id="{key}"') for key in keys] == [1] * len(keys)


@pytest.mark.parametrize(
    "path",
    [
        "/p/{anne}/",
        "/p/{anne}/versus/{bob}/",
        "/c/trois-bouts/s/{league}/",
        "/c/trois-bouts/s/{league}/race/",
        "/c/trois-bouts/s/{league}/duels/",
        "/c/trois-bouts/s/{league}/takers/",
        "/c/trois-bouts/s/{league}/partners/",
        "/c/trois-bouts/statistics/",
        "/c/trois-bouts/ratings/",
    ],
)
def test_statistics_lead_there(client, club, path):
    league = play_example(club)
    client.force_login(club.user("Bob"))
    anne, bob = club.player("Anne"), club.player("Bob")

    html = client.get(path.format(anne=anne.uuid, bob=bob.uuid, league=league.uuid)).content
    keys = re.findall(r'href="/numbers/#?([\w]*)"', html.decode())

    assert keys
    shown = client.get(PAGE).content.decode()
    assert all(f'id="{key}"' in shown for key in keys if key)
