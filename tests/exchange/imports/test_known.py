"""Files that go on with tables that are here already, in a game of matches: one table, and the same
matches as the preview judged. Source: leagues.md §7.3; bolognese.md §8, §9.

The first deal brings 468 to 70 (400 + 28 + 40 against 17 + 47 + 6 for the last trick); with 40 more
of an accuso Alice has 508 of 500 and calls out.
"""

import json
from datetime import date
from uuid import uuid4

import pytest

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.words import error_message
from clubs.exchange.seasons.season_json import season_document
from clubs.models import Deal, DealScore, ImportedRow, MatchScore, Seat, Sitting
from clubs.services.files import imports
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.tables import sittings
from tests.exchange.imports.evenings import CALL, FIRST
from tests.exchange.imports.plans import SEED
from tests.exchange.test_round_trip import record_named

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")
HEAD = (
    "date;table;players;dealer;ns_sequences;ns_cricche;ns_scartini;ew_sequences;ew_cricche;"
    "ew_scartini;last_trick;accusi;called_out;uuid"
)
TABLE = "2025-10-10;1;Alice|Bob|Charlie|Dora;"
A = TABLE + "Alice;400;28;40;0;17;47;ew;;;"
B = TABLE + "Dora;0;0;30;0;17;57;ew;;;"  # 30 to 80: 498 to 150
CALLED = TABLE + "Dora;;;;;;;;Alice:40;Alice;"
RULES = ImportChoices(rules="cinquecento")


def text(*rows):
    return "\n".join([HEAD, *rows]) + "\n"


def plan_of(club, content, choices=RULES, name="x.csv"):
    return make_plan(open_file(content.encode()), choices, ImportFacts(club.club, None, SEED))


def errors(plan):
    assert all(error_message(one) for one in plan.errors)
    return [(one.row, one.code) for one in plan.errors]


def write(club, content, choices=RULES, name="x.csv"):
    actor = club.actor("Charlie")
    run = runs.keep_file(actor, club.club, content.encode(), name, choices, request_id=uuid4())
    run = runs.begin_run(actor, run)
    while run.finished_at is None:
        run = imports.go_on(actor, run, block=run.report["block"])
    assert [str(one) for one in (*check_sittings(), *check_chains())] == []
    return run


def deals_of(sitting):
    return list(sitting.deals.order_by("number").values_list("number", "match"))


def called_out():
    """Who won and lost the match by calling out."""
    rows = MatchScore.objects.order_by("player__name")
    return [(one.score, one.halves) for one in rows] == [(438, 2), (-438, 0)] * 2


@pytest.fixture
def recorded(club):
    """A table with the first deal, recorded in the app, and counted for a season."""
    sitting = club.sitting(*FOUR, game="bolognese", rules="cinquecento")
    record_named(club, sitting, FIRST, 1)
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    league = club.league(game="bolognese", standings_rules={"sizes": [4]})
    club.evening(league, date(2025, 10, 10), sitting, state="closed")
    sitting.refresh_from_db()
    sitting.league = league
    return sitting


def season_with(sitting, *records):
    told = season_document(sitting.league)
    told["evenings"][0]["tables"][0]["deals"] += [{"record": record} for record in records]
    return json.dumps(told)


class TestRecordedInTheApp:
    def test_a_season_with_one_more_deal(self, club, recorded):
        write(club, season_with(recorded, CALL), ImportChoices(), "season.json")

        assert Sitting.objects.get() == recorded
        assert deals_of(recorded) == [(1, 1), (2, 1)]
        assert called_out()

    def test_a_list_with_one_more_deal(self, club, recorded):
        run = write(club, text(A + str(recorded.deals.get().uuid), CALLED))

        assert (run.report["deals"], run.report["already_imported"]) == (1, 1)
        assert Sitting.objects.get() == recorded
        assert called_out()

    def test_the_next_file_has_new_rows_only(self, club, recorded):
        write(club, text(A + str(recorded.deals.get().uuid), B))

        write(club, text(CALLED.replace("Alice:40", "Alice:20")))  # 498 are there already

        assert Sitting.objects.get() == recorded
        assert deals_of(recorded) == [(1, 1), (2, 1), (3, 1)]

    def test_in_several_blocks(self, club, recorded, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)

        write(club, text(A + str(recorded.deals.get().uuid), B, CALLED))

        assert Sitting.objects.get() == recorded
        assert deals_of(recorded) == [(1, 1), (2, 1), (3, 1)]

    def test_its_own_rules_count(self, club, recorded):
        """By `ottocento` 332 points would be missing."""
        content = text(A + str(recorded.deals.get().uuid), CALLED)

        assert errors(plan_of(club, content, ImportChoices(rules="ottocento"))) == []
        write(club, content, ImportChoices(rules="ottocento"))

        assert called_out()

    def test_a_table_that_is_still_open(self, club, recorded):
        Sitting.objects.update(state="open", closed_at=None)

        write(club, text(A + str(recorded.deals.get().uuid), CALLED))

        assert called_out()

    def test_what_says_something_else(self, club, recorded):
        other = A.replace("400", "300") + str(recorded.deals.get().uuid)

        assert errors(plan_of(club, text(other))) == []
        plan = plan_of(club, text(other, CALLED))

        assert errors(plan) == [(3, "known_deal_differs")]
        assert "(2)" in error_message(plan.errors[0])

    def test_another_note_is_nothing_else(self, club, recorded):
        uuid = str(recorded.deals.get().uuid)
        told = text(A + uuid, CALLED).replace("uuid", "uuid;note", 1)

        assert errors(plan_of(club, told.replace(uuid, f"{uuid};late"))) == []

    def test_deals_of_several_tables(self, club, recorded):
        other = club.sitting(*FOUR, game="bolognese", rules="cinquecento")
        record_named(club, other, FIRST, 1)
        known = [A + str(deal.uuid) for deal in Deal.objects.order_by("pk")]

        assert errors(plan_of(club, text(*known))) == []
        assert errors(plan_of(club, text(*known, B))) == [(4, "table_unclear")]

    def test_several_tables_that_are_one_here(self, club, recorded):
        write(club, text(A + str(recorded.deals.get().uuid), f"{B}{uuid4()}"))
        one = A + str(recorded.deals.get(number=1).uuid)
        two = f"{B}{recorded.deals.get(number=2).uuid}".replace(";1;", ";2;", 1)
        more = [f"{B}{uuid4()}", f"{B}{uuid4()}".replace(";1;", ";2;", 1)]

        plan = plan_of(club, text(one, more[0], two, more[1]))

        assert errors(plan) == [(3, "table_unclear"), (5, "table_unclear")]


class TestImportedBefore:
    def test_a_row_in_the_middle(self, club):
        write(club, text(A, CALLED))

        plan = plan_of(club, text(A, B, CALLED, B.replace("17", "26")))

        assert errors(plan) == [(3, "deal_between_known")]
        assert error_message(plan.errors[0]).startswith("Later deals of this table are here")

    def test_the_others_are_written_where_that_is_wanted(self, club):
        write(club, text(A, CALLED))

        rows = text(A, B, CALLED, B.replace(";17;", ";26;"))
        write(club, rows, ImportChoices(rules="cinquecento", skips_errors=True))

        assert deals_of(Sitting.objects.get()) == [(1, 1), (2, 1), (3, 2)]

    def test_the_last_row_told_otherwise(self, club):
        """The new one would stand after the one that it is meant to replace."""
        write(club, text(A, B))

        assert errors(plan_of(club, text(A, CALLED))) == [(3, "deal_between_known")]

    def test_two_that_say_the_same_change_places(self, club):
        """The second of the file would be the third of the table."""
        write(club, text(B, A, B))

        assert errors(plan_of(club, text(B, B, A, B))) == [(5, "known_deal_differs")]

    def test_new_rows_alone(self, club):
        write(club, text(A))

        assert errors(plan_of(club, text(CALLED))) == []
        write(club, text(CALLED))

        assert deals_of(Sitting.objects.get()) == [(1, 1), (2, 1)]
        assert called_out()

    def test_new_rows_alone_of_another_table(self, club):
        write(club, text(A))

        plan = plan_of(club, text(CALLED.replace(";1;", ";2;", 1)))

        assert errors(plan) == [(2, "call_out_short")]

    def test_a_deal_twice_in_the_file_is_one(self, club):
        """Else 468 would be there twice, and the match won."""
        one = f"{A}{uuid4()}"

        assert errors(plan_of(club, text(one, one, CALLED))) == []
        write(club, text(one, one, CALLED))

        assert deals_of(Sitting.objects.get()) == [(1, 1), (2, 1)]
        assert called_out()

    def test_a_table_that_is_gone(self, club):
        """What was imported once does not come again, and so nobody has its points."""
        write(club, text(A))
        for model in (DealScore, Seat, Sitting):
            model.objects.all().delete()
        assert ImportedRow.objects.exists()

        assert errors(plan_of(club, text(A, CALLED))) == [(3, "call_out_short")]

    def test_corrected_in_the_app_meanwhile(self, club):
        """What is here counts, and a file with new rows alone is judged by it."""
        write(club, text(A))
        deal = Deal.objects.get()
        record = {name: told for name, told in deal.record.items() if name != "players"}
        record["quick"]["ns"]["sequences"] = 300
        sittings.correct_deal(
            club.actor("Charlie"), deal, record, revision=1, reason="other", request_id=uuid4()
        )

        assert errors(plan_of(club, text(A, CALLED))) == [(3, "known_deal_differs")]
        assert errors(plan_of(club, text(CALLED))) == [(2, "call_out_short")]

    def test_of_a_game_without_matches_a_row_may_stand_anywhere(self, club):
        head = "date;table;players;taker;contract;honours;points\n"
        rows = [f"2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;due;2;{n}\n" for n in (46, 47, 48)]
        write(club, head + rows[0] + rows[2], ImportChoices(rules="volte"))

        write(club, head + "".join(rows), ImportChoices(rules="volte"))

        assert deals_of(Sitting.objects.get()) == [(1, None), (2, None), (3, None)]
