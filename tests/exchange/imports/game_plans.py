"""Plans of lists of the volte game and of bolognese tarocchi."""

from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.words import error_message
from tests.exchange.imports.plans import SEED

VOLTE = "taker;contract;honours;points;defence_points;bagatto_last;matto_last;cappotto;accuse;out"


BOLOGNESE = (
    "entry;ns_sequences;ns_cricche;ns_scartini;ew_sequences;ew_cricche;ew_scartini;pile;pile_cards;"
    "passed_card;last_trick;accusi;penalties;called_out;first15"
)


EVERYBODY = "Alice|Bob|Charlie|Dora"


def plan_of(club, columns, *rows, choices=None, league=None, seats=EVERYBODY):
    """Rows as columns and their cells; the first ones say when, who and who dealt."""
    names = ["date", "table", "players", "dealer", *columns.split(";"), "kind", "void_reason"]
    names += sorted({name for row in rows for name in row} - set(names))
    lines = [";".join(names)]
    for row in rows:
        told = {"date": "2025-10-10", "table": "1", "players": seats, **row}
        lines.append(";".join(told.get(name, "") for name in names))
    text = "\n".join(lines) + "\n"
    facts = ImportFacts(club.club, league, SEED)
    return make_plan(open_file(text.encode()), choices or ImportChoices(), facts)


def errors(plan):
    assert all(error_message(one) for one in plan.errors)
    return [(one.row, one.column, one.code) for one in plan.errors]


LISCIO = {"taker": "Alice", "contract": "liscio", "honours": "2", "points": "47"}


QUICK = {
    "last_trick": "ns",
    "ns_sequences": "60",
    "ns_cricche": "0",
    "ns_scartini": "40",
    "ew_sequences": "25",
    "ew_cricche": "17",
    "ew_scartini": "47",
}


CARDS = {"pile": "ew", "pile_cards": "MAT DK CQ SA MO1 D7", "last_trick": "ns"}


SIXTEEN = ["ANG", "MON", "SOL", "LUN", *(f"T{number}" for number in range(16, 4, -1))]


CALL = {"called_out": "Bob", "dealer": "Alice"}
