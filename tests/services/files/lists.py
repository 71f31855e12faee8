"""Lists of deals that are imported into a club."""

from uuid import uuid4

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.services.files import imports
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from tests.paths import DATA

SMALL = DATA / "league_small.json"


HEAD = "date;table;players;taker;called;contract;oudlers;points\n"


TWO = HEAD + (
    "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n2025-10-10;1;;Bob;;garde;2;36\n"
)


def start(club, text, choices=None, *, by="Charlie", name="donnes.csv"):
    content = text if isinstance(text, bytes) else text.encode()
    choices = choices or ImportChoices()
    return runs.keep_file(club.actor(by), club.club, content, name, choices, request_id=uuid4())


def do_import(club, text, choices=None, *, by="Charlie", name="donnes.csv"):
    run = runs.begin_run(club.actor(by), start(club, text, choices, by=by, name=name))
    while run.finished_at is None:
        run = imports.go_on(club.actor(by), run, block=run.report["block"])
    return run


def counts(run):
    names = ("deals", "totals", "table_count", "members", "already_imported", "skipped")
    return tuple(run.report[name] for name in names)


def is_sound():
    return [str(one) for one in (*check_sittings(), *check_chains())] == []


LATER = HEAD + (
    "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"
    "2025-10-11;1;Alice|Bob|Charlie|Zoe;Zoe;;garde;2;36\n"
)
