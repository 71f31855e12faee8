"""Lists of deals of Tarocco a volte and of Tarocco bolognese read again to the same records and
scores. Source: leagues.md §7.3, §10 (invariant 12); tarocco_volte.md §3; bolognese.md §8, §9."""

from contextlib import suppress
from datetime import date
from random import Random
from uuid import UUID

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.fields import says_something
from clubs.core.games import context_of, get_game, matches_of, session_of
from clubs.core.problems import DealRefused
from clubs.exchange.deal_rows import TOTAL_COLUMNS, deal_header, deal_rows, total_rows
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.deals import read_deal_list
from clubs.exchange.imports.headers import guess_kind, read_header
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.values import DateOrder
from clubs.exchange.spreadsheets import csv_file
from clubs.models import Deal, MatchScore, Sitting, SittingTotal
from clubs.queries.exports import DealExport, ExportedDeal, export_deals, export_totals
from clubs.services.files.checks import check_chains, check_sittings
from tests.exchange.test_round_trip import KINDS, import_into, record_named, written
from tests.games.bolognese.core import examples as pack
from tests.games.volte.core import deals as volte_deals

DAY = date(2025, 10, 10)
NOTES = [None, "-x", "=1+1", "deux ; « mots », et\nplus", "void"]
VOLTE, BOLOGNESE = get_game("volte"), get_game("bolognese")


def said(value):
    """A record without what says nothing, however deep; an empty tally and an empty pile do."""
    if isinstance(value, dict):
        told = {name: said(one) for name, one in value.items()}
        return {name: one for name, one in told.items() if is_said(name, one)}
    return [said(one) for one in value] if isinstance(value, list) else value


def is_said(name, value):
    return name in ("sequences", "cricche", "cards") or (says_something(value) and value != {})


def through_a_file(kind, game, *told):
    """Deals as (players, record, scores, points) through a file, and as they are read again."""
    names = tuple(dict.fromkeys(name for players, *_others in told for name in players))
    deals = (
        ExportedDeal(DAY, "Noël", number, tuple(players), record, scores, points, UUID(int=number))
        for number, (players, record, scores, points) in enumerate(told, 1)
    )
    export = DealExport(game, names, deals)
    sheet = open_file(
        written(kind, ImportKind.DEALS, deal_header(export), list(deal_rows(export)), export.game)
    ).sheet
    assert guess_kind(sheet.header) is ImportKind.DEALS
    columns = read_header(ImportKind.DEALS, sheet.header, {})
    assert (columns.game, columns.unknown, columns.missing) == (game, (), ())
    found = read_deal_list(sheet, columns, DateOrder.DAY)
    assert found.errors == ()
    assert [deal.uuid.int for table in found.tables for deal in table.deals] == [
        *range(1, len(told) + 1)
    ]
    return [deal for table in found.tables for deal in table.deals]


def judged(game, players, rules, record, context=None):
    verdict = game.judge(players, game.read_rules(rules), {**record, **(context or {})})
    scores = {name: verdict.scores[name] for name in players if verdict.roles[name] != "out"}
    return scores, dict(verdict.points)


@pytest.mark.parametrize("kind", KINDS)
class TestRecords:
    """Whatever the rules take stands in the cells and is read from them."""

    @given(told=volte_deals.deals(), note=st.sampled_from(NOTES), both=st.booleans())
    def test_volte(self, kind, told, note, both):
        players, rules, record = told
        if both:
            record = {**record, "defence_points": 91 - record["points"]}
        scores, points = judged(VOLTE, players, rules, record)

        [again] = through_a_file(kind, "volte", (players, {**record, "note": note}, scores, points))

        assert again.players == tuple(players)
        assert again.record == said({**record, "note": note})
        assert again.scores == scores
        assert again.sides is None

    @given(told=pack.deals(), note=st.sampled_from(NOTES), dealer=st.sampled_from(pack.FOUR))
    def test_cards_of_bolognese(self, kind, told, note, dealer):
        record = {**told, "dealer": dealer}
        scores, points = judged(BOLOGNESE, pack.FOUR, None, record)

        [again] = through_a_file(
            kind, "bolognese", (pack.FOUR, {**record, "note": note}, scores, points)
        )

        assert again.record == said({**record, "note": note})
        assert again.scores == scores
        assert again.sides == {"ns_total": points["Nora"], "ew_total": points["Wanda"]}

    @given(told=pack.piles())
    def test_counts_of_bolognese(self, kind, told):
        """The totals that a pile is worth, as if they had been counted at the table."""
        pairs = BOLOGNESE.answer(pack.FOUR, BOLOGNESE.read_rules(None), told)["pairs"]
        counts = {
            pair: {name: pairs[pair][name] for name in ("sequences", "cricche", "scartini")}
            for pair in ("ns", "ew")
        }
        record = {"entry": "quick", "quick": counts, "last_trick": told["last_trick"]}
        scores, points = judged(BOLOGNESE, pack.FOUR, None, record)

        [again] = through_a_file(kind, "bolognese", (pack.FOUR, record, scores, points))

        assert again.record == record
        assert again.scores == scores


TALLIES = {
    "ns": {
        "sequences": {"grande": 3, "coppe": 5, "bastoni": 4, "mori": 5, "assi": 3},
        "cricche": {"re": 3, "regine": 3},
    },
    "ew": {"sequences": {"danari": 4, "assi": 3, "spade": 0}, "cricche": {}, "scartini": 29},
}
CALLED = {
    "called_out": {"player": "Elio", "first15": True},
    "dealer": "Elio",
    "accusi": [{"player": "Elio", "cards": ["ANG", "MON", "SOL", "LUN"], "only": ["grande"]}],
}
BY_HAND = [
    ("bolognese", {"entry": "quick", "quick": TALLIES, "last_trick": "ew"}),
    ("bolognese", {**pack.QUICK, "accusi": [{"player": "Nora", "points": 25, "void": True}]}),
    ("bolognese", {**pack.QUICK, "penalties": {"ns": "scartini_only", "ew": "scartini_only"}}),
    ("bolognese", pack.pile("")),
    ("bolognese", pack.pile("MAT DK CQ SA MO1", passed_card="SA")),
    ("bolognese", CALLED),
    ("bolognese", {"kind": "void", "void_reason": "misdeal", "dealer": "Wanda"}),
    ("volte", {"kind": "void", "void_reason": "matto_alone", "dealer": "Wanda", "note": "x"}),
    ("volte", {"kind": "void", "void_reason": "all_pass", "out": ["Elio"]}),
    *(
        (game, {"kind": "scores", "label": "Briscola", "scores": {"Nora": 3, "Elio": -3}})
        for game in ("volte", "bolognese")
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "record"), BY_HAND)
def test_records_by_hand(kind, game, record):
    scores = record.get("scores", {})

    [again] = through_a_file(kind, game, (pack.FOUR, record, scores, {}))

    assert again.record == record


# Random evenings in a club, into another one

NAMES = ["Alice", "Bob", "Charlie", "Dora", "Olivia", "Frank"]


def plain(random, seated):
    first, second = random.sample(seated, 2)
    won = random.randint(1, 90)
    return {"kind": "scores", "label": "Scopa", "scores": {first: won, second: -won}}


def void(random, *reasons):
    return {"kind": "void", "void_reason": random.choice(reasons)}


def random_volte(random, seated, _earlier):
    kind = random.choice(["played"] * 5 + ["void", "scores"])
    if kind == "scores":
        return plain(random, seated)
    out = random.sample(seated, len(seated) - 4)
    told = {"dealer": random.choice(seated), **({"out": out} if out else {})}
    if kind == "void":
        return {**void(random, "all_pass", "matto_alone", "misdeal", "other"), **told}
    active = [name for name in seated if name not in out]
    while True:
        record = {
            **told,
            "taker": random.choice(active),
            "contract": random.choice(["liscio", "due", "quattro", "otto", "dodici"]),
            "honours": random.randint(0, 3),
            random.choice(["points", "defence_points"]): random.randint(0, 91),
            "bagatto_last": random.choice([None, "taker", "defence"]),
            "matto_last": random.choice([None, None, "taker", "defence"]),
            "cappotto": random.choice([None, None, "taker", "defence"]),
            "accuse": [
                {"player": one, "kind": random.choice(["trionfi_10", "miseria", "miseria_nera"])}
                for one in random.sample(active, random.randint(0, 2))
            ],
            "note": random.choice(NOTES),
        }
        record = said(record)
        try:
            judged(VOLTE, seated, "volte", record)
        except DealRefused:
            continue
        return record


def random_bolognese(random, seated, earlier):
    """Called out where that is possible, else a pile or its counts."""
    kind = random.choice(["pile", "pile", "quick", "called", "called", "void", "scores"])
    dealer = random.choice(seated)
    if kind == "scores":
        return {**plain(random, seated), "dealer": dealer}
    if kind == "void":
        return {**void(random, "misdeal", "other"), "dealer": dealer}
    rules = BOLOGNESE.read_rules("cinquecento")
    if kind == "called":
        first_hand = seated[(seated.index(dealer) + 1) % 4]
        context = context_of(BOLOGNESE, seated, rules, earlier)
        for points in (25, 100, 200, 300, 400):
            accusi = [{"player": first_hand, "points": points}]
            record = {"called_out": {"player": first_hand}, "dealer": dealer, "accusi": accusi}
            with suppress(DealRefused):
                judged(BOLOGNESE, seated, "cinquecento", record, context)
                return record
    while True:
        cards = random.sample(pack.DECK, random.choice([0, 2, *range(4, 59)]))
        record = {
            "entry": "cards",
            "pile": {"pair": random.choice(["ns", "ew"]), "cards": cards},
            "last_trick": random.choice(["ns", "ew"]),
            "dealer": dealer,
            "accusi": [
                {"player": one, "points": 17} for one in random.sample(seated, random.randint(0, 2))
            ],
            "penalties": {"ew": "scartini_only"} if random.random() < 0.1 else {},
        }
        record = said(record)
        try:
            answer = BOLOGNESE.answer(seated, rules, record)
        except DealRefused:
            continue
        if kind == "quick":
            counts = ("sequences", "cricche", "scartini")
            quick = {pair: {n: told[n] for n in counts} for pair, told in answer["pairs"].items()}
            if "ew" not in record.get("penalties", {}):
                return said({**record, "entry": "quick", "quick": quick, "pile": None})
        return record


def play(club, random, game, rules, make):
    """Three tables; people come and go between their deals."""
    for _table in range(3):
        count = 4 if game == "bolognese" else random.randint(4, 6)
        seated = random.sample(NAMES, count)
        sitting = club.sitting(*seated, game=game, rules=rules, active_count=4)
        for number in range(1, 9):
            rows = sitting.deals.order_by("number").values_list("record", flat=True)
            record = make(random, seated, [with_names(club, one) for one in rows])
            record_named(club, sitting, record, number)
            if number == 6:
                seated = random.sample(NAMES, count)
                club.reseat(sitting, *seated, active_count=4)


def with_names(club, record):
    names = {str(player.uuid): player.name for player in club.players.values()}

    def told(value):
        if isinstance(value, dict):
            return {names.get(key, key): told(one) for key, one in value.items()}
        if isinstance(value, list):
            return [told(one) for one in value]
        return names.get(value, value) if isinstance(value, str) else value

    return told(record)


def deals_of(club, kind, game):
    export = export_deals(club, game=game)
    return written(
        kind, ImportKind.DEALS, deal_header(export), list(deal_rows(export)), export.game
    )


def state(club, game):
    """Of every table: its deals in order with records, scores and points, and its matches."""
    told = {}
    for deal in export_deals(club, game=game).deals:
        row = (deal.players, said(dict(deal.record)), deal.scores, deal.points)
        told.setdefault(deal.table, []).append(row)
    matches = MatchScore.objects.filter(sitting__club=club).order_by(
        "sitting__table_number", "number", "player__name"
    )
    numbers = Deal.objects.filter(sitting__club=club, sitting__game=game)
    return (
        told,
        list(matches.values_list("number", "player__name", "score", "halves", "deals")),
        list(numbers.order_by("sitting__table_number", "number").values_list("match", flat=True)),
    )


GAMES = [("volte", "volte", random_volte), ("bolognese", "cinquecento", random_bolognese)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "rules", "make"), GAMES)
def test_random_evenings_into_another_club(club, tmp_path, game, rules, make, seed):
    play(club, Random(seed), game, rules, make)
    options = ["--rules", rules, "--new-players", "member"]

    with translation.override(["fr", "it"][seed // 2]):
        content = deals_of(club.club, KINDS[seed % 2], game)

    import_into("ailleurs", content, tmp_path, *options)

    assert state(club.other, game) == state(club.club, game)
    tables = Sitting.objects.filter(club=club.other)
    assert {(one.game, one.rules["name"], one.active_count) for one in tables} == {(game, rules, 4)}
    assert [*check_sittings(), *check_chains()] == []


@pytest.mark.parametrize(("game", "rules", "make"), GAMES)
def test_again_into_its_own_club(club, tmp_path, game, rules, make):
    play(club, Random(99), game, rules, make)
    before = state(club.club, game)

    content = deals_of(club.club, "csv", game)
    said_then = import_into("trois-bouts", content, tmp_path, "--rules", rules)

    assert "Imported: 0 deals and 0 totals at 0 tables" in said_then
    assert "Imported before: 24." in said_then
    assert state(club.club, game) == before


def test_matches_are_called_out_in_these_evenings(club):
    """Else the tests above would say nothing of what a deal must know of those before."""
    play(club, Random(0), "bolognese", "cinquecento", random_bolognese)

    assert Deal.objects.filter(record__has_key="called_out").exists()
    assert MatchScore.objects.exists()


class TestOneGameAtATime:
    @pytest.fixture(autouse=True)
    def _tables(self, club):
        club.deal(club.sitting("Alice", "Bob", "Charlie"))
        four = ("Alice", "Bob", "Charlie", "Dora")
        volte = club.sitting(*four, game="volte", rules="volte")
        club.deal(volte, contract="liscio", honours=2, points=47)

    def test_each_has_its_columns(self, club):
        french, volte = (export_deals(club.club, game=game) for game in ("french", "volte"))

        assert "oudlers" in deal_header(french)
        assert "oudlers" not in deal_header(volte)
        assert [row.record["contract"] for row in volte.deals] == ["liscio"]
        assert [row.record["contract"] for row in french.deals] == ["garde"]

    def test_a_season_says_its_game(self, club):
        league = club.league(game="volte")
        sitting = Sitting.objects.get(game="volte")
        club.evening(league, date(2025, 10, 10), sitting)

        export = export_deals(club.club, league, game="french")

        assert export.game == "volte"
        assert [row.record["contract"] for row in export.deals] == ["liscio"]


class TestMatchesOverFiles:
    """A deal is judged with those before it, also where these came with an earlier file."""

    FIRST = {
        "entry": "quick",
        "quick": {
            "ns": {"sequences": 400, "cricche": 28, "scartini": 40},
            "ew": {"sequences": 0, "cricche": 17, "scartini": 47},
        },
        "last_trick": "ew",
        "dealer": "Alice",
    }
    CALL = {  # 468 of the first deal and 40: 508 against 17 + 47 + 6 = 70
        "called_out": {"player": "Alice"},
        "dealer": "Dora",
        "accusi": [{"player": "Alice", "points": 40}],
    }

    @pytest.fixture
    def files(self, club):
        """Of the table after its first deal, and after its second."""
        sitting = club.sitting(*NAMES[:4], game="bolognese", rules="cinquecento")
        found = []
        for number, told in enumerate((self.FIRST, self.CALL), 1):
            record_named(club, sitting, told, number)
            found.append(deals_of(club.club, "csv", "bolognese"))
        return found

    def test_the_second_file_has_all_deals(self, club, tmp_path, files):
        options = ["--new-players", "member", "--rules", "cinquecento"]
        import_into("ailleurs", files[0], tmp_path, *options)
        assert not MatchScore.objects.filter(sitting__club=club.other).exists()

        import_into("ailleurs", files[1], tmp_path, *options)

        assert state(club.other, "bolognese") == state(club.club, "bolognese")
        scores = MatchScore.objects.filter(sitting__club=club.other).order_by("player__name")
        assert [one.score for one in scores] == [508 - 70, 70 - 508] * 2


@pytest.mark.parametrize("seed", range(5))
def test_a_session_told_deal_by_deal_says_as_much_as_all_deals(seed):
    """Pairs change their sides and their people, and matches are decided on the way."""
    random, rules = Random(seed), BOLOGNESE.read_rules("cinquecento")
    records, session = [], session_of(BOLOGNESE, rules)
    for _deal in range(30):
        seated = random.choice([NAMES[:4], NAMES[1:4] + NAMES[:1], NAMES[2:]])
        seated = seated if random.random() < 0.2 or not records else records[-1]["players"]
        told = {**random_bolognese(random, seated, records), "players": seated}
        records.append(told)
        session.add(told)

        for players in (NAMES[:4], NAMES[1:4] + NAMES[:1], NAMES[2:]):
            by_all = context_of(BOLOGNESE, players, rules, records)
            assert session.context(players) == by_all
    assert session.decided() == matches_of(BOLOGNESE, rules, records).decided != ()


def test_nothing_goes_on_where_deals_stand_alone():
    record = {**volte_deals.LISCIO, "players": volte_deals.FOUR}

    session = session_of(VOLTE, VOLTE.read_rules(None), [record])
    assert (session.context(volte_deals.FOUR), session.decided()) == ({}, ())


class TestTotalsOfTwoGames:
    """Each list comes back as what it was, though both have the same day, label and scores."""

    TOLD = b"player;2025-10-10\nAlice;197\nBob;-197\n"

    @pytest.fixture
    def lists(self, club, tmp_path):
        for game in ("french", "volte"):
            import_into("trois-bouts", self.TOLD, tmp_path, "--game", game)
        return {
            game: csv_file(TOTAL_COLUMNS, total_rows(export_totals(club.club, game=game)))
            for game in ("french", "volte")
        }

    def test_into_another_club(self, club, tmp_path, lists):
        for game, content in lists.items():
            import_into("ailleurs", content, tmp_path, "--game", game, "--new-players", "member")

        rows = SittingTotal.objects.filter(sitting__club=club.other).order_by("pk")
        assert list(rows.values_list("sitting__game", "player__name", "total")) == [
            ("french", "Alice", 197),
            ("french", "Bob", -197),
            ("volte", "Alice", 197),
            ("volte", "Bob", -197),
        ]

    def test_again_into_its_own_club(self, tmp_path, lists):
        for game, content in lists.items():
            said = import_into("trois-bouts", content, tmp_path, "--game", game)
            assert "Imported before: 2." in said

    def test_under_another_label_too(self, tmp_path, lists):
        """Who won what tells them again, in their game alone."""
        renamed = b"player;table;date;score\nAlice;9;2025-10-10;197\nBob;9;2025-10-10;-197\n"

        for game in ("french", "volte"):
            said = import_into("trois-bouts", renamed, tmp_path, "--game", game, "--dry-run")
            assert "Imported before: 2." in said
        said = import_into("trois-bouts", renamed, tmp_path, "--game", "bolognese", "--dry-run")
        assert "Imported before: 2." not in said
