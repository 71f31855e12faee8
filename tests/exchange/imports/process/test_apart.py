"""Files of strangers in a process of its own: what comes back, and what its limits do.

The corpus are sound containers with odd content. Every case ends: refused with the right sentence,
or read. How long that takes is measured in benchmarks/bench_import.py.
"""

import json
import subprocess
import sys
import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from clubs.exchange.imports import reading
from clubs.exchange.imports.process import apart, documents
from clubs.exchange.imports.process.apart import read_apart
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import MOST_ROWS, Unreadable
from tests.paths import ROOT

SHEET = "xl/worksheets/sheet1.xml"
TYPES = "[Content_Types].xml"
STRINGS_TYPE = (
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.spreadsheetml.sharedStrings+xml"/>'
)
NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'


def book(rows="", *, after="", strings=""):
    """A sound workbook whose sheet has these rows under its header."""
    out, own = BytesIO(), BytesIO()
    Workbook().save(own)
    sheet = f"<worksheet {NS}><sheetData>{HEADER}{rows}</sheetData>{after}</worksheet>"
    with zipfile.ZipFile(own) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            told = old.read(name).decode()
            if name == TYPES and strings:
                told = told.replace("</Types>", f"{STRINGS_TYPE}</Types>")
            new.writestr(name, sheet if name == SHEET else told)
        if strings:
            new.writestr("xl/sharedStrings.xml", f"<sst {NS}>{strings}</sst>")
    return out.getvalue()


def cell(place, text="x"):
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def row(number, *cells):
    return f'<row r="{number}">{"".join(cells)}</row>'


def refusal(read, content):
    with pytest.raises(Unreadable) as caught:
        read(content)
    return caught.value.error.code


MERGED = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
GAP = book(row(10**9, cell(f"A{10**9}")))


class TestCorpus:
    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (GAP, "too_many_rows"),
            (book(row(2**20, cell(f"A{2**20}"))), "too_many_rows"),
            (book(row(MOST_ROWS + 2, cell(f"A{MOST_ROWS + 2}"))), "too_many_rows"),
            (book(row(2, cell("ZZZ2"))), "too_many_columns"),
            (book(row(2, cell("OK2"))), "too_many_columns"),  # column 401
            (book(row(2, cell("AAAAAAAAAA2"))), "bad_file"),
            (book(row("2.5", cell("A2"))), "bad_file"),
            (book(row(2, '<c r="A2" t="s"><v>7</v></c>')), "bad_file"),  # no such text
            (b"n\n" + b"\n" * (MOST_ROWS + 1) + b"Anne\n", "too_many_rows"),
            (b"n\n" + b";" * 400 + b"x\n", "too_many_columns"),
            (b"[" + b"[]," * documents.MOST_VALUES + b"[]]", "too_heavy"),
        ],
        ids=[
            "row 10^9",
            "the last row of a spreadsheet",
            "one row too many by its number",
            "column ZZZ",
            "one column too many",
            "no column at all",
            "half a row",
            "a text that is not there",
            "empty rows",
            "empty columns",
            "empty lists",
        ],
    )
    def test_it_is_refused(self, content, code):
        assert refusal(open_file, content) == code

    @pytest.mark.parametrize(
        "content",
        [
            book(row(2, cell("A2")) + row(2**20)),  # LibreOffice writes the last row, empty
            book(row(2, cell("A2"), '<c r="XFD2" s="0"/>')),  # drawn, but empty
            book(
                row(2, cell("A2")),
                after='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
            ),
            book(row(2, cell("A2")) + row(2, cell("A2", "again")) * 3),
            book(row(2, cell("A2")) + row(1, cell("A1", "back"))),
            b"name\nx\n" + b"\n" * 200_000,
            b"name;;;;\nx;;;;\n" + b";;;;\n" * 200_000,
        ],
        ids=[
            "last row",
            "last column",
            "merged",
            "twice",
            "backwards",
            "ends empty",
            "drawn empty",
        ],
    )
    def test_it_is_read(self, content):
        sheet = open_file(content).sheet

        assert (sheet.header, sheet.rows) == (("name",), [(2, ["x"])])

    def test_many_short_rows_are_not_read_to_the_end(self, monkeypatch):
        monkeypatch.setattr(reading, "MOST_ROWS", 100)
        seen = []
        monkeypatch.setattr(reading, "row_texts", lambda told: seen.append(1) or ["x"])

        content = book("".join(row(n, cell(f"A{n}")) for n in range(2, 6_000)))

        assert refusal(open_file, content) == "too_many_rows"
        assert len(seen) == 12 + 102  # those that are shown, and those that are read

    def test_one_long_text_in_many_cells(self):
        rows = "".join(row(n, f'<c r="A{n}" t="s"><v>0</v></c>') for n in range(2, 1_000))
        content = book(rows, strings=f"<si><t>{'x' * 30_000}</t></si>")

        assert len(content) < 100_000
        assert refusal(open_file, content) == "too_heavy"

    def test_many_cells_in_short_rows(self, monkeypatch):
        monkeypatch.setattr(reading, "MOST_CELLS", 1_000)

        assert refusal(open_file, b"n\n" + (b";" * 99 + b"x\n") * 10) == "too_heavy"


class TestTheProcess:
    @pytest.mark.parametrize(
        "content",
        [
            "nom;prénom\nAnne;\n;Zoë\n".encode(),
            book(row(2, cell("A2"))),
            b'[{"name": "Anne", "n": [1, 2.5, null, true]}]',
        ],
    )
    def test_it_tells_what_is_read_here(self, content):
        assert read_apart(content) == open_file(content)

    def test_the_sheet_by_its_name(self):
        workbook = Workbook()
        workbook.create_sheet("Été 'n° 2'").append(["nom"])
        out = BytesIO()
        workbook.save(out)

        assert read_apart(out.getvalue(), "Été 'n° 2'").sheet.header == ("nom",)

    def test_a_row_that_would_be_walked_to(self):
        assert refusal(read_apart, GAP) == "too_many_rows"

    def test_a_refusal_has_its_place(self):
        with pytest.raises(Unreadable) as caught:
            read_apart(b"name\nAn\0ne\n")

        assert (caught.value.error.code, caught.value.error.row) == ("encoding", 2)

    def test_it_knows_no_django_and_no_secrets(self, monkeypatch):
        """Else it starts slowly, and a file that breaks it would find them."""
        child = "clubs.exchange.imports.process.child"
        code = f"import sys; import {child}; print('django' in sys.modules)"
        told = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
        )
        monkeypatch.setenv("SECRET_KEY", "secret")

        assert told.stdout.strip() == "False"
        assert "SECRET_KEY" not in apart._environment()

    @pytest.mark.parametrize(
        ("code", "told"),
        [
            ("while True: pass", "too_heavy"),
            ("import time; time.sleep(60)", "too_heavy"),
            ("while True: print('x' * 1000)", "too_heavy"),
            ("import os; os.kill(os.getpid(), 9)", "too_heavy"),
            ("raise ValueError", "bad_file"),
        ],
    )
    def test_one_that_does_not_answer(self, monkeypatch, code, told):
        monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", code])
        monkeypatch.setattr(apart, "SECONDS", 1)
        monkeypatch.setattr(apart, "MOST_TOLD", 10_000)

        assert refusal(read_apart, b"name\nAnne\n") == told
        assert apart._turns.acquire(timeout=0)  # its turn was given back
        apart._turns.release()

    @pytest.mark.skipif(sys.platform == "win32", reason="only the clock limits it there")
    @pytest.mark.parametrize(
        ("limit", "content"),
        [
            ("MOST_MEMORY = 60 * 2**20", json.dumps([[n] for n in range(900_000)]).encode()),
            ("CPU_SECONDS = 1", book("".join(row(n, cell(f"A{n}")) for n in range(2, 60_000)))),
        ],
        ids=["memory", "processor"],
    )
    def test_its_limits(self, monkeypatch, limit, content):
        code = (
            f"from clubs.exchange.imports.process import child; child.{limit}; child.write_answer()"
        )
        monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", code])

        assert refusal(read_apart, content) == "too_heavy"

    def test_only_some_at_once(self, monkeypatch):
        monkeypatch.setattr(apart, "PATIENCE", 0.01)
        for _turn in range(apart.AT_ONCE):
            apart._turns.acquire()
        try:
            assert refusal(read_apart, b"name\nAnne\n") == "busy"
        finally:
            for _turn in range(apart.AT_ONCE):
                apart._turns.release()
        assert read_apart(b"name\nAnne\n").sheet.header == ("name",)
