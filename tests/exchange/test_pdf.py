"""Data goes in as JSON and comes out as a PDF, whatever texts are in it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.exchange.blank_sheet import blank_sheet_data
from clubs.exchange.pdf import make_pdf, printable
from tests.exchange.pages import font_families, page_count, page_size

A4, A5 = (841, 595), (595, 419)  # points, lying


def blank(*names: str, paper: str = "a4") -> bytes:
    return make_pdf("blank_sheet", blank_sheet_data(4, 4, names, paper))


class TestMakePdf:
    @pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("a5", A5)])
    def test_one_page_of_that_paper(self, paper, size):
        pdf = blank("Alice", paper=paper)

        assert pdf.startswith(b"%PDF-")
        assert (page_count(pdf), page_size(pdf)) == (1, size)

    def test_only_our_fonts(self):
        assert font_families(blank("Édouard Œuf", "Юлия")) == {
            b"SourceSansPro",
            b"SourceSerifPro",
        }

    def test_nothing_is_left_on_the_disk(self, tmp_path, monkeypatch):
        monkeypatch.setenv("TMPDIR", str(tmp_path))

        blank("Alice")

        assert list(tmp_path.iterdir()) == []

    def test_several_at_once(self):
        with ThreadPoolExecutor(4) as threads:
            pdfs = list(threads.map(blank, ["Alice", "Bob", "Charlie", "Dora"]))

        assert [page_count(pdf) for pdf in pdfs] == [1, 1, 1, 1]

    @pytest.mark.parametrize(
        "name",
        [
            '#panic("read as markup")',
            '#read("/etc/passwd")',
            "$x$ *a* _b_ `c` <d> @e // f /* g",
            '"},{"',
            "\\u{1F600} \\",
            "= Heading\n- list",
            "a\x00b\x07c\x1b[31m",
            "\ud800 alone",
            "\u202eright to left\u202c",
            "שלום עולם مرحبا",
            "👨‍👩‍👧 🇫🇷",
            "W" * 80,
            "a b " * 5000,
            "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
        ],
    )
    def test_odd_names(self, name):
        assert blank(name).startswith(b"%PDF-")

    @settings(max_examples=8, deadline=None)
    @given(st.lists(st.text(max_size=80), max_size=4))
    def test_any_name(self, names):
        assert blank(*names).startswith(b"%PDF-")


class TestPrintable:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Zoé d’Œuf − 1 234", "Zoé d’Œuf − 1 234"),
            ("a\tb\nc\x00d", "a b c d"),
            ("a\u202eb\u200fc\ufeff", "abc"),
            ("\ud83d alone", "\ufffd alone"),
            ("👩\u200d🚀", "👩\u200d🚀"),
            ("1\u202f234\u00a0€", "1\u202f234\u00a0€"),
        ],
    )
    def test_texts(self, text, expected):
        assert printable(text) == expected

    def test_however_deep_they_stand(self):
        told = {"a": ["\x01", {"b": ("\x02", 3, None, True)}]}

        assert printable(told) == {"a": [" ", {"b": [" ", 3, None, True]}]}
