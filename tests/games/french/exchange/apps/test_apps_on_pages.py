"""Files of other apps, brought in by the page as people do. Source: leagues.md §7.5.

Every expected score was worked out by hand, by the rules of the federation; what the file has of
its own stands in the note of the deal.
"""

import json

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.timezone import localdate

from clubs.exchange.imports.formats import format_of
from clubs.exchange.imports.reading import open_file
from clubs.models import Deal, Sitting
from tests.cast import totals
from tests.games.french.exchange.apps.samples import SAMPLES, zip_of
from tests.page_forms import page_form

NEW = "/c/trois-bouts/io/import/"
FIVE = ("Anne", "Bob", "Cléo", "Dino", "Eva")
PETIT = "In the other app the Petit at the end goes to the side that wins the deal."
TO_TAKER = "In the other app all bonuses of five players go to the taker alone."
HANDFUL = "In the other app a handful goes to the side that showed it."
SLAM = "In the other app a slam is multiplied by the contract."
MISERE = "Misères do not count in the other app."
SHARES = "In the other app a taker alone among five gets three shares, not four."
NO_DAY = "The file does not say on which day this was."


def scores(text):
    """ "Anne 136, Bob -68" as a mapping."""
    pairs = (one.rpartition(" ") for one in text.split(", "))
    return {name: int(score) for name, _space, score in pairs}


# Of each format its tables: the day, what everybody has, and what is noted of deals, by number.
TABLES = {
    # (25+9)·2 = 68; alone, 45.5 of 51 fails by 6: −31 + 10 = −21, four shares. (25+55)·4 + 30 + 400
    "soviann": [
        ("2025-10-10", "Anne 157, Bob 89, Cléo -152, Dino -47, Eva -47", {2: PETIT}),
        ("2025-11-07", "Anne -750, Bob -750, Cléo -750, Dino 1500, Eva 750", {}),
    ],
    # (25+4)·2 + 20 + 20 = 98; all passed; (25+10)·4 = 140 lost alone. 29 + 30; (25+56)·6 + 200 lost
    "emmanuel_h": [
        ("2025-10-10", "Anne 336, Bob 238, Cléo 42, Dino 42, Eva -658", {1: TO_TAKER}),
        ("2025-11-07", "Anne -2117, Bob 627, Cléo 627, Dino 863", {}),
    ],
    # (25+7)·2 + 20 = 84; 25+16 + 40 = 81 lost. (25+55)·4 + 200 = 520 alone; 34 − 200 = −166
    "scoreit": [
        ("2025-10-10", "Anne -246, Bob 249, Cléo -3", {1: NO_DAY, 2: NO_DAY}),
        (
            "2025-10-10",
            "Anne -852, Bob -686, Cléo -354, Dino -354, Eva 2246",
            {1: NO_DAY, 2: NO_DAY},
        ),
    ],
    # (25+1)·4 + 40 + 20 = 164; 25+11 + 200 = 236 lost. 25·2 alone
    "magne4000": [
        ("2025-10-10", "Anne -872, Bob 728, Cléo 72, Dino 72", {}),
        ("2025-11-07", "Anne -50, Bob -50, Cléo -50, Dino -50, Eva 200", {}),
    ],
    # (25+5)·2 = 60; (25+10) + 20 = 55 lost. Typed scores; (25+55)·2 + 400 = 560
    "carg": [
        ("2025-10-10", "Anne 235, Bob -225, Cléo -5, Dino -5", {2: HANDFUL}),
        ("2025-11-07", "Anne -460, Bob -610, Cléo 1070", {}),
    ],
    "palantarot": [
        (
            "2025-10-10",
            "Anne Arnaud 165, Bob Blanc 95, Cléo Colin -170, Dino Denis -45, Eva Etoile -45",
            {1: "Anne Arnaud + Bob Blanc: 40", 2: "Cléo Colin: 10"},
        ),
        (
            "2025-11-07",
            "Anne Arnaud -300, Bob Blanc -300, Bob Blanc 2 900, Cléo Colin -300",
            {1: "Bob Blanc 2: 160"},
        ),
    ],
    # In the second part: Anne stays, Jules comes one table up, Gus two, Lou two down.
    "gasnier": [
        ("2025-10-12", "ANNE 40, CLEO -80, Bob 120, DINO -80", {}),
        ("2025-10-12", "EVA 20, GUS 20, FINN 20, HUGO -60", {}),
        ("2025-10-12", "ANNE 310, GUS -130, JULES -90, LOU -90", {}),
    ],
    # 68; 25 alone; 25·4 + 20 + 30 = 150. 25·6 − 60 = 90; (25+9)·2 − 200 = −132
    "tarotmeter": [
        ("2025-10-10", "Anne -39, Bob -107, Cléo 207, Dino 57, Eva -118", {2: SHARES}),
        ("2025-11-07", "Anne -486, Bob 402, Cléo 42, Dino 42", {}),
    ],
    # (25+1+10)·2 = 72; (25+8+10)·4 = 172 alone, Eva's misère. (25+2)·4 + 60 = 168 lost
    "victor": [
        (
            "2025-10-10",
            "Anne Arnaud -38, Bob Blanc -110, Cléo Colin -254, Dino 606, Eva O\\Brien -204",
            {2: MISERE},
        ),
        (
            "2025-11-07",
            "Anne Arnaud -336, Bob Blanc -168, Cléo Colin 168, Dino 168, Eva O\\Brien 168",
            {},
        ),
    ],
    # (25+4)·2 − 20 + 20 = 58; 25+11 lost. (25+55)·4 + 400 = 720, Eva's misère
    "huiteuros": [
        ("2025-10-10", "Anne 210, Bob -166, Cléo -22, Dino; d'Or -22", {1: HANDFUL}),
        (
            "2025-11-07",
            "Anne 1430, Bob 710, Cléo -730, Dino; d'Or -730, Eva (la grande) -680",
            {1: SLAM},
        ),
    ],
}


@pytest.fixture
def organiser(client, club):
    client.force_login(club.user("Charlie"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def previewed(client, code):
    """The preview of a file, after everybody in it was taken for a new member."""
    form = page_form(client.get(NEW), has="pasted")
    upload = SimpleUploadedFile("export.bin", SAMPLES[code]())
    page = form.fill(file=upload).send(client, follow=True)
    assert page.status_code == 200, page.context["form"].errors
    if "Who is this?" in page.content.decode():
        page = page_form(page, press="names").send(client, press="names", follow=True)
    return page


def imported(client, code):
    page = previewed(client, code)
    form = page_form(page, press="check")
    form.fill(keeps_differences=True).send(client, press="check")
    page = client.get(page.request["PATH_INFO"])
    return page_form(page, press="write").send(client, press="write", follow=True)


@pytest.mark.parametrize("code", TABLES)
def test_a_file_comes_in_whole_and_once(organiser, club, code):
    page = imported(organiser, code)
    assert "Imported" in page.content.decode()

    tables = Sitting.objects.order_by("pk")
    assert [(str(localdate(table.opened_at)), totals(table), noted(table)) for table in tables] == [
        (day, scores(told), notes) for day, told, notes in TABLES[code]
    ]

    before = Deal.objects.count()
    text = previewed(organiser, code).content.decode()
    assert "already" in text or "imported before" in text
    imported(organiser, code)
    assert Deal.objects.count() == before


def test_what_differs_is_listed_before_it_is_imported(organiser, club):
    text = " ".join(previewed(organiser, "huiteuros").content.decode().split())

    assert f"2025-10-10, deal 1: {HANDFUL}" in text
    assert f"2025-11-07, deal 1: {SLAM}" in text
    assert "Anne: 174 by our count, 54 in the file." in text


def lap(**more):
    told = {"taker": "ONE", "bid": "GUARD", "oudlers": [], "points": 56, "bonuses": []}
    return {**told, **more}


def game(*laps):
    people = [{"name": name} for name in FIVE[:4]]
    return json.dumps({"type": "TAROT", "players": people, "laps": laps})


HOSTILE = {
    "deep": '[{"nom": "Zoé", "x": ' + "[" * 450 + "]" * 450 + "}]",
    "deeper": '{"laps":' * 90_000,
    "bomb": zip_of({"game": b"[" + b" " * (65 * 2**20)}),
    "half": game(lap())[:-3],
    "digits": '{"players": [' + "9" * 5_000 + '], "laps": [{"bid": 1}]}',
    "none": game(),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_in_words(organiser, kind):
    content = HOSTILE[kind]
    content = content if isinstance(content, bytes) else content.encode()
    form = page_form(organiser.get(NEW), has="pasted")

    page = form.fill(file=SimpleUploadedFile("game.json", content)).send(organiser)

    assert page.status_code == 422
    assert page.context["form"].errors["file"]


def test_a_wrong_value_keeps_out_one_deal(organiser, club):
    form = page_form(organiser.get(NEW), has="pasted")
    content = game(lap(), lap(points=float("nan"))).encode()
    upload = SimpleUploadedFile("game.json", content)
    page = form.fill(file=upload).send(organiser, follow=True)
    page = page_form(page, press="names").send(organiser, press="names", follow=True)

    page = page_form(page, press="good").send(organiser, press="good", follow=True)

    assert "Imported" in page.content.decode()
    assert Deal.objects.count() == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"points": 10**30},
        {"points": float("nan")},
        {"points": 1e999},
        {"points": "56"},
        {"taker": ["ONE"]},
        {"taker": "SEVEN"},
        {"oudlers": ["PETIT", "PETIT", "PETIT", "PETIT"]},
        {"oudlers": {"PETIT": 1}},
        {"bonuses": [{"bonus": {}}]},
        {"bid": None},
    ],
)
def test_of_a_wrong_value_one_deal_is_not_read(odd):
    contents = open_file(game(lap(), lap(**odd)).encode())

    found = format_of(contents).read(contents)

    assert [len(table.deals) for table in found.tables] == [1]
    assert len(found.errors) == 1


def noted(table):
    """The first remark of each deal that has one, without the scores of the file."""
    notes = {}
    for deal in Deal.objects.filter(sitting=table).order_by("number"):
        words = [word for word in deal.record.get("note", "").split(" · ") if word]
        if words:
            notes[deal.number] = words[0].partition(" In the file: ")[0]
    return notes
