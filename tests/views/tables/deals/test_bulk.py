"""A pile of deals through the page: typed, counted, saved together."""

from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Deal, Sitting
from clubs.services.tables import sittings
from tests.cast import Cast, audit, totals
from tests.views.tables.pages import statements

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")
CELLS = ("taker", "contract", "oudlers", "points", "bonuses")
PLAIN = ("1", "g", "2", "46")  # Alice: (25+5)·2 = 60 a defender
HTMX = {"headers": {"HX-Request": "true"}}


def typed(*rows, number=1, **more):
    """What a browser sends: each row the texts of CELLS."""
    data = {"row-TOTAL_FORMS": len(rows), "row-INITIAL_FORMS": 0, "number": number}
    data["request_id"] = str(uuid4())
    for index, row in enumerate(rows):
        for name, text in zip(CELLS, row, strict=False):
            data[f"row-{index}-{name}"] = text
    return {**data, **more}


class Cells(HTMLParser):
    """The inputs of the grid by name, and the texts of what has an id."""

    def __init__(self, response) -> None:
        super().__init__()
        self.inputs: dict[str, dict[str, str]] = {}
        self.texts: dict[str, str] = {}
        self.open: list[tuple[str, str]] = []
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attrs):
        told = {key: value or "" for key, value in attrs}
        if tag == "input":
            self.inputs.setdefault(told.get("name", ""), told)
        elif tag not in {"meta", "link", "br"}:
            self.open.append((tag, told.get("id", "")))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for _tag, name in self.open:
            if name:
                self.texts[name] = " ".join([self.texts.get(name, ""), data])

    def says(self, name):
        return " ".join(self.texts.get(name, "").split())

    def value(self, name):
        return self.inputs[name].get("value", "")


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR)


class TestSittingBulk:
    def test_a_fresh_page(self, alice, club, sitting):
        club.deal(sitting, taker="Bob", dealer="Alice")

        response = alice.get(f"/t/{sitting.uuid}/bulk/")
        cells = Cells(response)

        assert response.status_code == 200
        assert cells.value("number") == "2"
        assert cells.value("row-TOTAL_FORMS") == "10"
        assert (cells.says("row-0-number"), cells.says("row-9-number")) == ("2", "11")
        assert cells.says("row-0-dealer-says") == "Bob"
        assert cells.inputs["row-0-dealer"]["placeholder"] == "2"
        assertContains(response, "Before deal 2")

    def test_its_weight(self, alice, sitting):
        assert len(alice.get(f"/t/{sitting.uuid}/bulk/").content) <= 60_000

    def test_the_menu_of_the_table_leads_there(self, alice, client, club, sitting):
        address = f"/t/{sitting.uuid}/bulk/"

        assertContains(alice.get(f"/t/{sitting.uuid}/"), f'href="{address}"')
        client.force_login(club.user("Bob"))
        assertNotContains(client.get(f"/t/{sitting.uuid}/"), f'href="{address}"')

    def test_a_pile_is_written_and_leads_to_the_sheet(self, alice, sitting):
        pile = typed(PLAIN, ("0",), (), ("2", "p", "1", "50", "P1-"), ())

        response = alice.post(f"/t/{sitting.uuid}/bulk/", pile)

        # Bob fails by 1: −26 −20 −10 = 56 a defender
        assertRedirects(response, f"/t/{sitting.uuid}/", fetch_redirect_response=False)
        assert totals(sitting) == {"Alice": 236, "Bob": -228, "Charlie": -4, "Dora": -4}
        deals = Deal.objects.order_by("number")
        assert [(deal.number, deal.kind) for deal in deals] == [
            (1, "played"),
            (2, "void"),
            (3, "played"),
        ]
        assert [[entry.action for entry in audit(deal)] for deal in deals] == [["record_deal"]] * 3
        assertContains(alice.get(f"/t/{sitting.uuid}/"), "Deals 1 to 3 are saved.")

    def test_htmx_is_sent_on(self, alice, sitting):
        response = alice.post(f"/t/{sitting.uuid}/bulk/", typed(PLAIN), **HTMX)

        assert (response.status_code, response["HX-Redirect"]) == (200, f"/t/{sitting.uuid}/")
        assert sitting.deals.count() == 1

    def test_the_records_say_what_was_typed_and_who_dealt(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4, first_dealer=4)
        row = {"row-0-dealer": "", "row-1-dealer": "2", "row-1-out": "4"}
        pile = typed(("2", "g", "2", "46", "P1"), ("3", "s", "3", "D50"), **row)

        alice.post(f"/t/{sitting.uuid}/bulk/", pile)

        uuids = {name: str(club.player(name).uuid) for name in FIVE}
        players = list(uuids.values())
        assert [deal.record for deal in Deal.objects.order_by("number")] == [
            {
                "dealer": uuids["Olivia"],
                "out": [uuids["Olivia"]],
                "taker": uuids["Bob"],
                "contract": "garde",
                "oudlers": 2,
                "points": 46,
                "poignees": [{"player": uuids["Bob"], "size": "simple"}],
                "players": players,
            },
            {
                "dealer": uuids["Bob"],
                "out": [uuids["Dora"]],
                "taker": uuids["Charlie"],
                "contract": "garde_sans",
                "oudlers": 3,
                "points": 41,
                "players": players,
            },
        ]

    def test_one_wrong_cell_keeps_everything(self, alice, sitting):
        response = alice.post(
            f"/t/{sitting.uuid}/bulk/", typed(PLAIN, ("2", "g", "2", "92"), ("3", "x"))
        )
        cells = Cells(response)

        assert response.status_code == 422
        assert Deal.objects.count() == 0
        assert cells.inputs["row-1-points"]["aria-invalid"] == "true"
        assert cells.inputs["row-1-points"]["aria-describedby"] == "row-1-points-says"
        assert cells.says("row-1-points-says") == "0 to 91."
        assert cells.says("row-2-contract-says") == "One of P, G, S, C."
        assert cells.says("row-2-points-says") == "How many points?"
        assert (cells.value("row-1-points"), cells.value("row-0-taker")) == ("92", "1")
        assert "aria-invalid" not in cells.inputs["row-0-points"]
        assertContains(response, '<a href="#row-1-points">Deal 2, Points</a>', status_code=422)

    def test_nothing_typed(self, alice, sitting):
        response = alice.post(f"/t/{sitting.uuid}/bulk/", typed((), ()))

        assertContains(response, "Type at least one deal.", status_code=422)

    def test_odd_but_possible_comes_back_as_a_question(self, alice, sitting):
        pile = typed(PLAIN, ("1", "g", "2", "75"))

        asked = alice.post(f"/t/{sitting.uuid}/bulk/", pile)
        assertContains(asked, "Deal 2: 30 points or more from the contract", status_code=422)
        assertContains(asked, 'value="2:margin_unusual"', status_code=422)
        assert Deal.objects.count() == 0

        alice.post(f"/t/{sitting.uuid}/bulk/", {**pile, "confirmed": "2:margin_unusual"})
        assert Deal.objects.count() == 2

    def test_totals_of_the_paper_that_differ_come_back_as_a_question(self, alice, sitting):
        pile = typed(PLAIN, paper_0="180", paper_1="-60", paper_2="-60", paper_3="-40")

        asked = alice.post(f"/t/{sitting.uuid}/bulk/", pile)

        cells = Cells(asked)
        assert asked.status_code == 422
        assert (cells.says("paper_0-says"), cells.says("paper_3-says")) == ("agrees", "+20")
        assertContains(asked, "They do not add up among themselves: +20.", status_code=422)
        assert Deal.objects.count() == 0
        alice.post(f"/t/{sitting.uuid}/bulk/", {**pile, "confirmed": "paper"})
        assert Deal.objects.count() == 1

    @pytest.mark.parametrize(
        "rows", [[("3", "g", "2", "46")], [PLAIN, PLAIN]], ids=["changed", "longer"]
    )
    def test_sent_changed_and_sent_again(self, alice, sitting, rows):
        pile = typed(PLAIN)
        alice.post(f"/t/{sitting.uuid}/bulk/", pile)

        request_id = {"request_id": pile["request_id"]}
        response = alice.post(f"/t/{sitting.uuid}/bulk/", {**typed(*rows), **request_id})

        assertContains(response, "Deal 1: Alice in Garde, made by 5 (Alice)", status_code=409)
        assert sitting.deals.count() == 1

    def test_overtaken(self, alice, club, sitting):
        pile = typed(PLAIN, ("2", "g", "2", "46"))
        club.deal(sitting, by="Charlie", taker="Dora")

        response = alice.post(f"/t/{sitting.uuid}/bulk/", pile)
        cells = Cells(response)

        assertContains(response, "Deal 1: Dora in Garde, made by 5 (Charlie)", status_code=409)
        assertContains(response, "as deals 2 to 3", status_code=409)
        assert sitting.deals.count() == 1
        assert cells.value("number") == "2"
        assert cells.value("request_id") != pile["request_id"]
        assert (cells.value("row-1-taker"), cells.says("row-1-number")) == ("2", "3")

        later = {"number": cells.value("number"), "request_id": cells.value("request_id")}
        alice.post(f"/t/{sitting.uuid}/bulk/", {**pile, **later})
        assert list(sitting.deals.values_list("number", flat=True)) == [1, 2, 3]

    def test_closed(self, alice, club, sitting):
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assertContains(alice.get(f"/t/{sitting.uuid}/bulk/"), "Nothing more is recorded")
        response = alice.post(f"/t/{sitting.uuid}/bulk/", typed(PLAIN))
        assertContains(response, "The session was closed meanwhile", status_code=409)
        assert Cells(response).value("row-0-points") == "46"
        assert Deal.objects.count() == 0

    def test_other_rules_since_the_page_was_shown(self, alice, club, sitting):
        """The rules that count are those of the moment of saving."""
        rules = sitting.rules | {"multipliers": sitting.rules["multipliers"] | {"prise": None}}
        Sitting.objects.filter(pk=sitting.pk).update(rules=rules)

        response = alice.post(f"/t/{sitting.uuid}/bulk/", typed(("1", "p", "2", "46")))

        words = "The rules of this table do not have this contract."
        assertContains(response, words, status_code=422)

    def test_who_is_signed_out_is_told_so_and_stays_on_the_page(self, client, sitting):
        address = f"/t/{sitting.uuid}/bulk/"
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}"}

        response = client.post(address, typed(PLAIN), headers=headers)

        assert response.status_code == 401
        assert Deal.objects.count() == 0


class TestWithoutScript:
    def test_calculate(self, alice, sitting):
        response = alice.post(f"/t/{sitting.uuid}/bulk/", typed(PLAIN, ("2", "g"), step="preview"))
        cells = Cells(response)

        assert response.status_code == 200
        assert cells.says("row-0-result") == "made by 5"
        assert cells.says("row-0-score1") == "+180 plus 180 +180"
        assert cells.says("row-1-result") == "How many oudlers has the taker?"
        assert cells.says("paper_0-total") == "+180 plus 180"
        assert Deal.objects.count() == 0

    def test_calculate_with_something_wrong(self, alice, sitting):
        response = alice.post(
            f"/t/{sitting.uuid}/bulk/", typed(("1", "g", "2", "92"), step="preview")
        )

        assert response.status_code == 422
        assert Cells(response).says("row-0-points-says") == "0 to 91."

    def test_more_rows(self, alice, sitting):
        response = alice.post(f"/t/{sitting.uuid}/bulk/", typed(PLAIN, (), step="more"))
        cells = Cells(response)

        assert (cells.value("row-TOTAL_FORMS"), cells.value("row-0-taker")) == ("12", "1")
        assert cells.says("row-11-number") == "12"

    def test_pasted_rows_fill_the_grid(self, alice, sitting):
        pasted = "Preneur\tContrat\tBouts\tPoints\nBob\tGarde\t2\t46\nZoé\tPetite\t1\t50"
        data = typed(PLAIN, (), step="paste", pasted=pasted)

        response = alice.post(f"/t/{sitting.uuid}/bulk/", data)
        cells = Cells(response)

        assert response.status_code == 422
        assert [cells.value(f"row-1-{name}") for name in CELLS] == ["2", "G", "2", "46", ""]
        assert cells.says("row-2-taker-says") == "Nobody called “Zoé” sits here."

    def test_a_damaged_form(self, alice, sitting):
        response = alice.post(f"/t/{sitting.uuid}/bulk/", {"row-0-taker": "1"})

        assertContains(response, "Load the page again.", status_code=422)


class TestBulkPreview:
    def test_what_rows_say(self, alice, sitting):
        response = alice.post(
            f"/t/{sitting.uuid}/bulk/preview/", typed(PLAIN, ("2", "g", "2", "92"))
        )
        cells = Cells(response)

        assert response.status_code == 200
        assert cells.says("row-0-result") == "made by 5"
        assert cells.says("row-1-points-says") == "0 to 91."
        assert cells.says("bulk-verdict") == "Deal 2: 0 to 91."
        assert cells.says("bulk-save") == "Save deals 1 to 2"
        assert Deal.objects.count() == 0

    def test_the_row_with_the_cursor_is_told(self, alice, sitting):
        data = typed(PLAIN, ("2", "g", "2", "92"), current="0")
        cells = Cells(alice.post(f"/t/{sitting.uuid}/bulk/preview/", data))

        assert cells.says("bulk-verdict") == "41 needed — made by 5 (25 + 5) × 2 = 60"

    def test_rows_above_the_changed_one_are_left_out(self, alice, sitting):
        data = typed(PLAIN, PLAIN, PLAIN)
        cells = Cells(alice.post(f"/t/{sitting.uuid}/bulk/preview/?since=2", data))

        assert sorted(name for name in cells.texts if name.endswith("-number")) == ["row-2-number"]
        assert cells.says("row-2-score1") == "+180 plus 180 +540"

    @pytest.mark.parametrize("since", ["x", "-1", "9" * 30])
    def test_a_damaged_address(self, alice, sitting, since):
        response = alice.post(f"/t/{sitting.uuid}/bulk/preview/?since={since}", typed(PLAIN))

        assert response.status_code == 200


class TestBulkPaste:
    def paste(self, client, sitting, pasted, column="taker"):
        data = {"pasted": pasted, "column": column}
        return client.post(f"/t/{sitting.uuid}/bulk/paste/", data).json()

    def test_rows_as_texts_for_cells(self, alice, sitting):
        assert self.paste(alice, sitting, "Bob\tGarde\t2\t46\nZoé\tp\t1\t50") == {
            "columns": ["dealer", *CELLS],
            "rows": [
                {"taker": "2", "contract": "G", "oudlers": "2", "points": "46"},
                {"taker": "Zoé", "contract": "P", "oudlers": "1", "points": "50"},
            ],
        }

    def test_from_another_column(self, alice, sitting):
        told = self.paste(alice, sitting, "2\t46", "oudlers")

        assert told["rows"] == [{"oudlers": "2", "points": "46"}]

    def test_from_a_column_that_is_none(self, alice, sitting):
        assert self.paste(alice, sitting, "2\tG", "x")["rows"] == [{"taker": "2", "contract": "G"}]

    def test_nothing(self, alice, sitting):
        assert self.paste(alice, sitting, "")["rows"] == []


@pytest.mark.postgresql_too
class TestQueries:
    @pytest.mark.parametrize("rows", [1, 3])
    def test_the_page(self, alice, club, sitting, rows):
        for _number in range(rows):
            club.deal(sitting)

        with CaptureQueriesContext(connection) as captured:
            alice.get(f"/t/{sitting.uuid}/bulk/")

        assert len(statements(captured)) == 7

    @pytest.mark.parametrize("rows", [1, 3])
    def test_the_preview(self, alice, club, sitting, rows):
        for _number in range(rows):
            club.deal(sitting)
        data = typed(*[PLAIN] * rows, number=rows + 1)

        with CaptureQueriesContext(connection) as captured:
            alice.post(f"/t/{sitting.uuid}/bulk/preview/", data)

        assert len(statements(captured)) == 7

    @pytest.mark.parametrize(("rows", "count"), [(1, 17), (3, 37)])
    def test_saving(self, alice, sitting, rows, count):
        """Ten for each deal, which has its own receipt and audit entry."""
        data = typed(*[PLAIN] * rows)

        with CaptureQueriesContext(connection) as captured:
            alice.post(f"/t/{sitting.uuid}/bulk/", data)

        assert len(statements(captured)) <= count
