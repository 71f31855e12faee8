"""Plans of lists that are written as text."""

from uuid import UUID

from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.reading import open_file

SEED = UUID("11111111-1111-4111-8111-111111111111")


HEAD = "date;table;players;taker;called;contract;oudlers;points"


FIRST = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46"


def plan_of(club, text, choices=None, league=None, name="donnes.csv"):
    choices = choices or ImportChoices()
    return make_plan(open_file(text.encode()), choices, ImportFacts(club.club, league, SEED))


def errors(plan):
    """Row, column, value and code of each."""
    return [(one.row, one.column, one.value, one.code) for one in plan.errors]


def rows(*lines, head=HEAD):
    return "\n".join([head, *lines]) + "\n"
