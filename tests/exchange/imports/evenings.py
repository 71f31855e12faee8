"""Random evenings of games, and what becomes of them in a file."""

from contextlib import suppress
from datetime import date
from uuid import UUID

from clubs.core.fields import says_something
from clubs.core.games import context_of, get_game
from clubs.core.problems import DealRefused
from clubs.exchange.club_lists import deal_header, deal_rows
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.deals import read_deal_list
from clubs.exchange.imports.headers import guess_kind, read_header
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.values import DateOrder
from clubs.models import Deal, MatchScore
from clubs.queries.exports import DealExport, ExportedDeal, export_deals
from tests.exchange.test_round_trip import record_named, written
from tests.games.bolognese.core import examples as pack

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


# Random evenings in a club, into another one

NAMES = ["Alice", "Bob", "Charlie", "Dora", "Olivia", "Frank"]


# Two deals of one match, of which the second calls it out.
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
