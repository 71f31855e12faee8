"""Files become rows. Source: leagues.md §7 (first paragraph), §7.6."""

import contextlib
import zipfile
from datetime import date
from io import BytesIO

import pytest
from django.conf import settings
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from clubs.exchange.games import FILES
from clubs.exchange.imports import reading
from clubs.exchange.imports.columns import IGNORED, ImportKind
from clubs.exchange.imports.headers import known_columns, read_header
from clubs.exchange.imports.reading import FORMULA, open_file
from clubs.exchange.imports.shape import Unreadable
from clubs.exchange.imports.values import (
    YES_NO,
    DateOrder,
    date_order,
    parse_number,
    read_date,
    word,
)
from clubs.exchange.imports.words import column_label
from clubs.games.french.queries.typed_words import CONTRACTS

SAMPLES = settings.BASE_DIR / "tests/data/imports"


def book(*rows, sheets=("Feuille 1",)) -> bytes:
    workbook = Workbook()
    workbook.active.title = sheets[0]
    for name in sheets[1:]:
        workbook.create_sheet(name)
    for row in rows:
        workbook[sheets[-1]].append(row)
    out = BytesIO()
    workbook.save(out)
    return out.getvalue()


def changed_ods(old: bytes, new: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(SAMPLES / "evening.ods") as sound, zipfile.ZipFile(out, "w") as changed:
        for name in sound.namelist():
            changed.writestr(name, sound.read(name).replace(old, new))
    return out.getvalue()


def read_sheet(content, sheet=""):
    return open_file(content, sheet).sheet


def refused(content: bytes, sheet: str = "") -> tuple[str, object]:
    with pytest.raises(Unreadable) as caught:
        read_sheet(content, sheet)
    return caught.value.error.code, caught.value.error.row


class TestText:
    @pytest.mark.parametrize("sign", [",", ";", "\t"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252", "utf-16"])
    def test_every_separator_and_encoding(self, sign, encoding):
        text = sign.join(["nom", "surnom"]) + "\n" + sign.join(["Cléo", "Zoë"]) + "\n"

        sheet = read_sheet(text.encode(encoding))

        assert sheet.header == ("nom", "surnom")
        assert sheet.rows == [(2, ["Cléo", "Zoë"])]

    def test_a_quoted_cell_may_hold_the_separator_and_a_line_break(self):
        sheet = read_sheet(b'name;note\n"Anne; dite Nan";"a\nb"\n\nBob;\n')

        assert sheet.rows == [(2, ["Anne; dite Nan", "a\nb"]), (4, ["Bob"])]

    def test_rows_are_numbered_as_in_the_file(self):
        assert read_sheet(b"\n\nname\n\nAnne\n").rows == [(5, ["Anne"])]

    def test_signs_that_are_no_text_are_an_encoding_error_with_their_line(self):
        assert refused(b"name\nAn\0ne\n") == ("encoding", 2)
        assert refused("name\nAnne\n".encode("utf-16-le")) == ("encoding", 1)
        assert refused(b"name\n\x81\x8d\n") == ("encoding", 2)

    def test_nothing_at_all(self):
        assert refused(b"\n \n")[0] == "empty_file"
        assert refused(b"")[0] == "empty_file"

    def test_limits(self, monkeypatch):
        monkeypatch.setattr(reading, "MOST_ROWS", 2)
        assert read_sheet(b"n\n1\n2\n").rows == [(2, ["1"]), (3, ["2"])]
        assert refused(b"n\n1\n2\n3\n") == ("too_many_rows", 4)
        assert refused(b"n\n" + b"x" * (20 * 1024 * 1024))[0] == "file_too_big"

    @given(st.binary(max_size=300))
    def test_no_file_does_more_than_be_refused(self, content):
        for start in (b"", b"PK\x03\x04"):
            with contextlib.suppress(Unreadable):
                read_sheet(start + content)


class TestSpreadsheets:
    def test_cells_read_as_they_would_be_typed(self):
        content = book(["nom", date(2025, 9, 12), "x"], ["Cléo", 12.0, 41.5], [None, True, -3])

        sheet = read_sheet(content)

        assert sheet.header == ("nom", "2025-09-12", "x")
        assert sheet.rows == [(2, ["Cléo", "12", "41.5"]), (3, ["", "1", "-3"])]

    def test_the_first_sheet_or_the_chosen_one(self):
        content = book(["nom"], ["Anne"], sheets=("Vide", "Membres"))

        assert read_sheet(content).header == ("nom",)  # an empty one is passed over
        assert read_sheet(content, "Membres").rows == [(2, ["Anne"])]
        assert read_sheet(content, "Membres").names == ("Vide", "Membres")

    def test_hidden_sheets_are_not_offered(self):
        hidden = load_workbook(BytesIO(book(["nom"], ["Anne"], sheets=("Calculs", "Membres"))))
        hidden.worksheets[0].sheet_state = "hidden"
        out = BytesIO()
        hidden.save(out)

        assert read_sheet(out.getvalue()).names == ("Membres",)

    def test_a_formula_without_a_value_is_marked(self):
        content = book(["nom", "total"], ["Anne", "=1+1"], ["Bob", 3])

        assert read_sheet(content).rows == [(2, ["Anne", FORMULA]), (3, ["Bob", "3"])]

    @pytest.mark.parametrize("kind", ["ods", "xls"])
    def test_of_other_programs(self, kind):
        """As LibreOffice and Excel of before 2007 write them: a title over three columns, two empty
        rows, a date with an hour, a hidden sheet, and a million repeated empty rows below."""
        sheet = read_sheet((SAMPLES / f"evening.{kind}").read_bytes())

        assert (sheet.names, sheet.header) == (("Soirées",), ("Cercle de Beaune",))
        assert sheet.rows == [
            (4, ["Date", "Joueur", "Points"]),
            (5, ["2025-09-12", "Anne Berger", "120"]),
            (6, ["2025-09-12", "Bruno Petit", "-60"]),
            (7, ["2025-09-12", "Chloé Roux", "-30"]),
            (8, ["2025-09-12", "Denis Faure", "-30"]),
        ]

    def test_a_text_of_open_document_is_no_spreadsheet(self):
        assert (
            refused(changed_ods(b"opendocument.spreadsheet", b"opendocument.text"))[0] == "not_read"
        )

    @pytest.mark.parametrize(
        "attributes",
        [
            b"",
            b' office:value-type="string" office:string-value="" calcext:value-type="error"',
        ],
    )
    def test_a_formula_of_another_program_without_a_value(self, attributes):
        number = b'<table:table-cell office:value-type="float" office:value="-60"'
        formula = b'<table:table-cell table:formula="of:=[.C5]/0"' + attributes

        assert refused(changed_ods(number, formula)) == ("no_values", "")

    def test_cells_that_repeat_over_a_whole_sheet(self):
        """A kilobyte that stands for 17,000 million cells."""
        empty, full = (
            b'<table:table-cell%s table:number-columns-repeated="16384"/>' % value
            for value in (b"", b' office:value-type="float" office:value="1"')
        )

        assert refused(changed_ods(empty, full))[0] == "bad_file"

    def test_a_damaged_one(self):
        content = book(["nom"], ["Anne"])

        assert refused(content[:-200])[0] == "bad_file"
        assert refused(b"PK\x03\x04" + b"\0" * 60)[0] == "bad_file"
        assert refused((SAMPLES / "evening.xls").read_bytes()[:3000])[0] == "not_read"

    def test_a_small_file_that_unpacks_to_a_huge_one(self):
        out = BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/worksheets/sheet1.xml", b"\0" * 30_000_000)

        assert refused(out.getvalue())[0] == "file_too_big"

    def test_entities_that_blow_up_are_refused(self):
        content = book(["nom"], ["Anne"])
        bomb = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>'
        out = BytesIO()
        with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
            for member in old.namelist():
                new.writestr(member, bomb if member == "xl/workbook.xml" else old.read(member))

        assert refused(out.getvalue())[0] in {"bad_file", "empty_file"}  # nothing is expanded


class TestValues:
    @pytest.mark.parametrize(
        ("text", "day"),
        [
            ("2025-09-12", date(2025, 9, 12)),
            ("12/09/2025", date(2025, 9, 12)),
            ("12.09.25", date(2025, 9, 12)),
            ("2/9/2025", date(2025, 9, 2)),
            ("6 mars 2026", date(2026, 3, 6)),
            ("mar. 12 août 25", date(2025, 8, 12)),
            ("12/09/2025 20:31:05", date(2025, 9, 12)),
            ("ven. 12 septembre 2025, à 20h30", date(2025, 9, 12)),
            ("31/02/2025", None),
            ("12/09.2025", None),
            ("demain", None),
            ("0001-01-01", None),
            ("", None),
        ],
    )
    def test_dates(self, text, day):
        assert read_date(text) == day

    def test_month_first_where_the_file_is_so(self):
        assert read_date("09/12/2025", DateOrder.MONTH) == date(2025, 9, 12)
        assert read_date("12.09.2025", DateOrder.MONTH) == date(2025, 9, 12)

    @pytest.mark.parametrize(
        ("texts", "order"),
        [
            (["12/09/2025", "26/09/2025"], DateOrder.DAY),
            (["09/12/2025", "09/26/2025"], DateOrder.MONTH),
            (["12/09/2025", "10/10/2025"], DateOrder.ASK),
            (["10/10/2025", "2025-09-12", "12.09.25"], DateOrder.DAY),
        ],
    )
    def test_a_file_says_its_order_or_is_asked(self, texts, order):
        assert date_order(texts) is order

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("41,5", 41.5),
            ("41.5", 41.5),
            ("42,0", 42),
            ("−120", -120),
            ("1 234", 1234),
            ("1\u202f234", 1234),
            ("+3", 3),
            ("1e5", None),
            ("inf", None),
            ("1,2,3", None),
            ("quarante", None),
        ],
    )
    def test_numbers(self, text, number):
        assert parse_number(text) == number

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("Petite", "prise"),
            ("p", "prise"),
            ("G", "garde"),
            ("GS", "garde_sans"),
            ("G. sans", "garde_sans"),
            ("garde  contre", "garde_contre"),
            ("gc", "garde_contre"),
            ("Pousse", "pousse"),
            ("passe", None),
        ],
    )
    def test_words_of_contracts(self, text, code):
        assert word(CONTRACTS, text) == code

    @pytest.mark.parametrize("text", ["oui", "OUI", "sì", "x", "1", "yes"])
    def test_words_for_yes(self, text):
        assert word(YES_NO, text) == "yes"

    @pytest.mark.parametrize("text", ["non", "no", "0"])
    def test_words_for_no(self, text):
        assert word(YES_NO, text) == "no"


@pytest.mark.parametrize("header", ["N°", "donne", "No donne", "Numéro", "deal"])
def test_a_column_that_numbers_the_deals_is_left_out(header):
    columns = read_header(ImportKind.DEALS, [header, "date", "joueurs"], {})

    assert columns.of == (IGNORED, "date", "players")
    assert columns.unknown == ()


SHEETS = [
    (ImportKind.MEMBERS, ""),
    (ImportKind.TOTALS, ""),
    *((ImportKind.DEALS, game) for game in FILES),
]


@pytest.mark.parametrize(("kind", "game"), SHEETS)
@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_a_column_is_known_by_what_pages_call_it(kind, game, language):
    columns = known_columns(kind, game)
    with override(language):
        header = [column_label(column, game) for column in columns]

    found = read_header(kind, header, {}, game)

    assert dict(zip(header, found.of, strict=True)) == dict(zip(header, columns, strict=True))


def test_deals_with_italian_headers():
    header = ["Data", "Giocatori", "Mazziere", "Dichiarante", "Contratto", "Onori", "Punti"]
    of = ("date", "players", "dealer", "taker", "contract", "oudlers", "points")

    assert read_header(ImportKind.DEALS, header, {}).of == of
