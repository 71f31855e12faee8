"""Files of other programs. The samples in tests/data/imports/ are made from the described formats:
leagues.md §7.5.
"""

import copy
import json
import zipfile
from datetime import date
from io import BytesIO

import pytest

from clubs.core.games import get_game
from clubs.exchange.imports.formats import format_of
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import Contents, ImportedFile, Unreadable
from tests.games.french.exchange.apps.samples import IMPORTS, SAMPLES

pytestmark = pytest.mark.usefixtures("in_english")

GAME = get_game("french")


def sample(code):
    return SAMPLES[code]()


def read(content):
    contents = open_file(content)
    return format_of(contents).read(contents)


def scores_of(found):
    """By our count, for every deal that has a record."""
    rules = GAME.read_rules(found.rules)
    return [
        dict(GAME.judge(deal.players or table.players, rules, deal.record).scores)
        for table in found.tables
        for deal in table.deals
        if "kind" not in deal.record
    ]


@pytest.mark.parametrize("code", SAMPLES)
def test_each_is_recognised_by_its_shape(code):
    assert format_of(open_file(sample(code))).code == code


@pytest.mark.parametrize("content", [b"{}", b'{"parties": 1}', b"date;taker", b'{"sessions": []}'])
def test_others_are_not_taken_for_one_of_them(content):
    assert format_of(open_file(content)) is None


class TestTarot345:
    @pytest.fixture
    def found(self):
        return read(sample("tarot345"))

    def test_tables(self, found):
        assert [(table.date, table.players, len(table.deals)) for table in found.tables] == [
            (date(2025, 10, 10), ("Anne", "Bob", "Cléo", "Dino"), 6),
            (date(2025, 11, 10), ("Anne", "Bob", "Bob 2", "Dino", "Eva"), 2),
        ]
        assert found.errors == ()

    def test_records(self, found):
        first, second, third, fourth, fifth = found.tables[0].deals[:5]

        # what is missing in the file has its default: the first player, Petite, nothing more
        assert first.record == {"taker": "Anne", "contract": "garde", "oudlers": 2, "points": 46}
        assert second.record == {
            "taker": "Bob",
            "contract": "prise",
            "oudlers": 1,
            "points": 41,
            "petit_au_bout": "attack",
            "petit_player": "Bob",
        }
        assert third.record["miseres"] == [{"player": "Dino", "kind": "trumps"}]
        assert fourth.record == {
            "kind": "scores",
            "label": "Tarot 345 Scores",
            "scores": {"Anne": -100, "Bob": -100, "Cléo": 300, "Dino": -100},
        }
        assert fifth.record == {
            "taker": "Dino",
            "contract": "garde_sans",
            "oudlers": 3,
            "points": 91,
            "poignees": [{"player": "Dino", "size": "double"}],
            "chelem": "attack",
            "chelem_announced": True,
        }
        assert [deal.record["called"] for deal in found.tables[1].deals] == [["Bob"], ["Eva"]]

    def test_scores(self, found):
        """Misères of 10 are on there: Dino gets 10 of each in the third deal."""
        assert scores_of(found)[2] == {"Anne": 140, "Bob": -60, "Cléo": -60, "Dino": -20}
        # (25 + 10)·1 lost, the Petit at the end won: 35 − 10 = 25 a defender
        assert scores_of(found)[1] == {"Anne": 25, "Bob": -75, "Cléo": 25, "Dino": 25}

    def test_differences_are_named_deal_by_deal(self, found):
        assert found.remarks == (
            "2025-10-10, deal 2: In the other app the Petit at the end goes to the side that wins "
            "the deal.",
            "2025-10-10, deal 6: The other app counts this deal differently, and it is not known "
            "why.",
        )
        notes = [deal.note for deal in found.tables[0].deals]
        assert [bool(note) for note in notes] == [False, True, False, False, False, True]
        assert found.tables[0].deals[1].scores == {"Anne": 45, "Bob": -135, "Cléo": 45, "Dino": 45}

    def test_every_deal_has_an_identity_of_its_own(self, found):
        keys = [deal.key for table in found.tables for deal in table.deals]

        assert len(set(keys)) == 8
        assert keys == [
            deal.key for table in read(sample("tarot345")).tables for deal in table.deals
        ]

    @pytest.mark.parametrize(
        ("column", "value", "code"),
        [
            ("contratIndex", 4, "value_not_allowed"),
            ("preneurIndex", 7, "value_not_allowed"),
            ("pointsAtq", "46", "field_type"),
            ("pointsAtq", 92, "value_not_allowed"),
            ("petitAuBout", 1, "field_type"),
            ("poignees", [{"index": 0, "type": "HUGE"}], "value_not_allowed"),
            ("chelem", {"annonce": 1}, "field_type"),
            ("scores", [1, 2], "field_type"),
            ("miseres", 3, "field_type"),
        ],
    )
    def test_a_wrong_field_keeps_out_one_deal(self, column, value, code):
        told = json.loads(sample("tarot345"))
        told["parties"][0]["donnes"][0][column] = value

        found = read(json.dumps(told).encode())

        assert [(error.row, error.code) for error in found.errors] == [
            ("parties[0].donnes[0]", code)
        ]
        assert [len(table.deals) for table in found.tables] == [5, 2]

    def test_a_wrong_game_keeps_out_one_table(self):
        told = json.loads(sample("tarot345"))
        told["parties"][0]["joueurs"] = told["parties"][0]["joueurs"][:2]

        found = read(json.dumps(told).encode())

        assert [error.row for error in found.errors] == ["parties[0]"]
        assert len(found.tables) == 1


class TestTarotCoach:
    @pytest.fixture
    def found(self):
        return read(sample("tarot_coach"))

    def test_tables(self, found):
        assert [(table.date, len(table.players), len(table.deals)) for table in found.tables] == [
            (date(2025, 10, 10), 5, 4),
            (date(2025, 10, 11), 5, 1),
        ]
        assert found.errors == ()

    def test_records(self, found):
        first, _alone, third, half = found.tables[0].deals

        assert first.record == {
            "dealer": "Eva",
            "taker": "Anne",
            "called": ["Bob"],
            "called_cards": ["king_hearts"],
            "contract": "garde",
            "oudlers": 2,
            "points": 50,  # 100 half points
        }
        # of the defence: which defender is not told, so the first one
        assert third.record["poignees"] == [{"player": "Anne", "size": "simple"}]
        assert half.record["points"] == 50.5
        assert half.record["petit_au_bout"] == "defence"
        assert found.tables[1].deals[0].record["out"] == ["Eva"]
        assert "called" not in found.tables[1].deals[0].record  # four play

    def test_scores(self, found):
        scores = scores_of(found)

        # (25 + 9)·2 = 68 a defender, the partner one share
        assert scores[0] == {"Anne": 136, "Bob": 68, "Cléo": -68, "Dino": -68, "Eva": -68}
        assert scores[1]["Eva"] == 100  # alone: four shares of 25
        # 50.5 of 51 fails by 1: 26, and 10 for the Petit
        assert scores[3] == {"Anne": -72, "Bob": 36, "Cléo": 36, "Dino": -36, "Eva": 36}
        assert scores[4] == {"Anne": 300, "Bob": -100, "Cléo": -100, "Dino": -100, "Eva": 0}

    def test_differences_are_named_deal_by_deal(self, found):
        assert found.remarks == (
            "2025-10-10, deal 2: In the other app a taker alone among five gets three shares, not "
            "four.",
            "2025-10-10, deal 3: In the other app a handful goes to the side that showed it.",
        )

    def test_another_version_is_not_read(self):
        told = {**json.loads(sample("tarot_coach")), "version": 2}

        with pytest.raises(Unreadable) as refusal:
            read(json.dumps(told).encode())
        assert refusal.value.error.code == "bad_file"


def packed(files):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, told in files.items():
            text = told if isinstance(told, bytes) else json.dumps(told).encode()
            archive.writestr(name, text)
    return out.getvalue()


def unpacked():
    with zipfile.ZipFile(IMPORTS / "compteur.zip") as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


class TestCompteur:
    @pytest.fixture
    def found(self):
        return read(sample("compteur"))

    def test_deals_of_one_day_and_the_same_players_are_one_table(self, found):
        assert [(table.date, table.players, len(table.deals)) for table in found.tables] == [
            (date(2025, 10, 10), ("Anne", "Bob", "Cléo", "Dino"), 2),
            (date(2025, 10, 1), ("Anne", "Bob", "Cléo", "Dino", "Eva"), 1),
            (date(2025, 10, 11), ("Eva", "Bob", "Cléo", "Dino", "Anne"), 1),
            (date(2025, 11, 7), ("Anne", "Bob", "Cléo"), 1),
        ]
        assert found.tables[0].deals[1].players == ("Bob", "Anne", "Cléo", "Dino")

    def test_records(self, found):
        assert found.tables[0].deals[1].record == {
            "taker": "Bob",
            "contract": "prise",
            "oudlers": 1,
            "points": 41,
            "petit_au_bout": "defence",
            "poignees": [{"player": "Anne", "size": "simple"}],
            "miseres": [{"player": "Dino", "kind": "trumps"}],
        }

    def test_scores(self, found):
        # (25 + 10) + 10 + 20 = 65 a defender; Dino gets 10 of each for the misère
        assert scores_of(found)[1] == {"Bob": -205, "Anne": 55, "Cléo": 55, "Dino": 95}

    def test_a_day_that_is_not_known_is_the_first_with_a_note(self, found):
        [deal] = found.tables[1].deals

        assert deal.note == "On which day of the month is not known."

    def test_a_slam_is_asked_about(self, found):
        deals = [deal for table in found.tables for deal in table.deals]

        assert found.errors == ()
        assert [deal.row for deal in deals if deal.asks_slam] == ["games_2025_10[3]"]
        assert not any("chelem" in deal.record for deal in deals)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"day": 31}, "bad_date"),  # of November
            ({"day": 32}, "value_not_allowed"),
            ({"contract": None}, "field_missing"),
            ({"attack_score": 36.2}, "field_type"),
            ({"players": []}, "value_not_allowed"),
            ({"players": [{"id": 99}, {"id": 10}, {"id": 11}]}, "player_unknown"),
            ({"players": [{"id": 10}, {"id": 11}, {"id": 12}]}, "field_missing"),  # no taker
            ({"players": [{"id": 10, "side": 0}, {"id": 10}, {"id": 12}]}, "value_not_allowed"),
        ],
    )
    def test_a_wrong_field_keeps_out_one_deal(self, change, code):
        files = unpacked()
        files["games_2025_11"][0].update(change)

        found = read(packed(files))

        errors = [error for error in found.errors if not error.is_warning]
        assert [(error.row, error.code) for error in errors] == [("games_2025_11[0]", code)]
        assert len(found.tables) == 3

    @pytest.mark.parametrize(
        "content",
        [
            packed({"players": b"{", "games_2025_10": []}),
            packed({"players": {}, "games_2025_10": []}),
            packed({"players": [], "games_2025_10": {}}),
            packed({"players": [{"id": 1}], "games_2025_10": []}),
            packed({"players": b"[" * 100_000, "games_2025_10": []}),
        ],
        ids=["cut", "object", "month", "nameless", "deep"],
    )
    def test_a_damaged_backup(self, content):
        with pytest.raises(Unreadable) as refusal:
            read(content)
        assert refusal.value.error.code == "bad_file"

    def test_a_bomb(self):
        bomb = packed({"players": b" " * (65 * 2**20), "games_2025_10": []})

        assert len(bomb) < 200_000
        with pytest.raises(Unreadable) as refusal:
            read(bomb)
        assert refusal.value.error.code == "file_too_big"

    def test_cut_off(self):
        content = sample("compteur")

        for length in range(4, len(content), 50):
            with pytest.raises(Unreadable):  # its list of files is at the end
                open_file(content[:length])

    def test_changed_on_the_way(self):
        content = bytearray(sample("compteur"))
        content[60] ^= 0xFF

        with pytest.raises(Unreadable):
            read(bytes(content))


ODD = (
    None,
    "x",
    -1,
    10**30,
    1.5,
    float("nan"),
    1e999,
    True,
    [],
    {},
    [None],
    {"index": "x"},
    "\0",
    "2025-13-45",
)


def places(told):
    """The path to a value of each kind in a document: of objects in a row, the first with the key;
    of plain values in a row each, since they may mean something else."""
    kinds = {}
    for path, kind in all_places(told):
        kinds.setdefault(kind, path)
    return kinds.values()


def all_places(told, path=(), kind=()):
    yield path, kind
    if not isinstance(told, dict | list):
        return
    for key, value in told.items() if isinstance(told, dict) else enumerate(told):
        is_object = isinstance(told, list) and isinstance(value, dict | list)
        yield from all_places(value, (*path, key), (*kind, "*" if is_object else key))


def put(told, path, value):
    if not path:
        return value
    changed = copy.deepcopy(told)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


DATABASES = ["tarotmeter", "victor", "huiteuros"]
JSON_APPS = [
    "tarot345",
    "tarot_coach",
    "soviann",
    "emmanuel_h",
    "magne4000",
    "carg",
    "palantarot",
    "gasnier",
    "scoreit",
]


@pytest.mark.parametrize("code", JSON_APPS)
def test_no_odd_value_breaks_the_reader(code):
    contents = open_file(sample(code))
    told = contents.document or next(iter(contents.files.values()))
    for number, place in enumerate(places(told)):
        for value in ODD[number % 2 :: 2]:  # the same field comes again in other deals
            assert_read_or_refused(json.dumps(put(told, place, value)).encode())


def test_no_odd_value_breaks_what_a_browser_kept():
    """Its entries are texts of JSON, each with places of its own."""
    storage = json.loads(sample("magne4000"))
    for key, text in storage.items():
        if key.startswith("v2|2025-10"):
            told = json.loads(text)
            for place in places(told):
                for value in ODD:
                    entry = json.dumps(put(told, place, value))
                    assert_read_or_refused(json.dumps({**storage, key: entry}).encode())


@pytest.mark.parametrize("code", DATABASES)
def test_no_odd_value_breaks_the_reader_of_a_database(code):
    contents = open_file(sample(code))
    odd = (*ODD, float("nan"), -(2**63), "{1,99}", "2025-13-45 25:00:00")
    for number, place in enumerate(places(contents.tables)):
        if len(place) == 3:  # table, row, column
            for value in odd[number % 2 :: 2]:
                tables = put(contents.tables, place, value)
                assert_sound(format_of(Contents(tables=tables)).read(Contents(tables=tables)))


def test_no_odd_value_breaks_the_reader_of_backups():
    files = unpacked()
    for place in places(files):
        if place:
            for value in ODD:
                content = packed(put(files, place, value))
                assert_read_or_refused(content)


def assert_read_or_refused(content):
    try:
        contents = open_file(content)
        kind = format_of(contents)
        if kind is None:
            return
        found = kind.read(contents)
    except Unreadable:
        return
    assert_sound(found)


def assert_sound(found):
    assert isinstance(found, ImportedFile)
    for error in found.errors:
        assert error.row
        assert error.code
