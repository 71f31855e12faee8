"""A long import goes in by blocks: what stops it, and how it goes on. Source: leagues.md §7."""

import pytest

from clubs.core.problems import DealRefused, Problem
from clubs.models import Deal, ImportRun, League
from clubs.services.files import imports
from tests.page_forms import page_form
from tests.views.imports.pages import HEAD, HOME, NEW, ROW, html, sent


def refuse(*_told):
    raise DealRefused([Problem("contract_not_in_rules", "contract")])


class TestBlocks:
    def test_a_long_file_goes_in_by_blocks(self, organiser, monkeypatch):
        """From the first page to the report, by nothing but what the pages hold."""
        monkeypatch.setattr(imports, "BLOCK", 1)
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(1, 5))

        first = page_form(organiser.get(NEW), has="pasted").fill(pasted=text)
        preview = organiser.get(first.send(organiser)["Location"])
        address = page_form(preview, press="write").send(organiser, "write")["Location"]
        counts = []
        while "data-go-on" in (page := organiser.get(address)).content.decode():
            counts.append(Deal.objects.count())
            assert counts.count(counts[-1]) == 1, "it asks for ever"
            assert f"{counts[-1]} of 4 rows are in." in html(page)
            assert f"Paused: {counts[-1]} of 4 rows are in" in html(organiser.get(HOME))
            page_form(page, press="next").send(organiser, "next")

        assert counts == [1, 2, 3]
        assert Deal.objects.count() == 4
        assert "Imported" in html(page)

    @pytest.mark.parametrize("told", ["x", "0", "3", "99999999999"])
    def test_a_block_that_is_not_the_next_stops_the_page(self, organiser, monkeypatch, told):
        """Else a page with a wrong number would ask for ever, a hundred times a second."""
        monkeypatch.setattr(imports, "BLOCK", 1)
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(1, 5))
        address = sent(organiser, text)
        organiser.post(address, {"step": "write"})
        page_form(organiser.get(address), press="next").send(organiser, "next")

        stopped = organiser.post(address, {"step": "next", "next_block": told})

        assert (stopped.status_code, Deal.objects.count()) == (409, 2)
        assert "data-go-on" not in stopped.content.decode()
        assert "<div data-stuck>" in html(stopped)
        again = page_form(stopped, press="next").send(organiser, "next")
        assert (again.status_code, Deal.objects.count()) == (302, 3)

    def test_a_block_that_is_sent_twice_is_written_once(self, organiser, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(1, 4))
        address = sent(organiser, text)
        organiser.post(address, {"step": "write"})
        form = page_form(organiser.get(address), press="next")

        answers = [form.send(organiser, "next") for _time in range(2)]

        assert [answer["Location"] for answer in answers] == [address, address]
        assert Deal.objects.count() == 2

    def test_a_paused_import_is_ended(self, organiser, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        address = sent(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A", 1))
        organiser.post(address, {"step": "write"})
        page = organiser.get(address)
        assert "1 row is in and stays" in html(page)
        form = page_form(page, press="next")

        response = page_form(page, press="drop").send(organiser, "drop", follow=True)

        assert "The import is ended: 1 row is in and stays" in html(response)
        assert Deal.objects.count() == 1
        assert ImportRun.objects.count() == 0
        assert form.send(organiser, "next").status_code == 404

    def test_a_season_that_closed_meanwhile(self, organiser, club, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        league = club.league("Alice", name="Hiver")
        address = sent(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A", 1))
        organiser.post(address, {"step": "write", "league": str(league.uuid)})
        form = page_form(organiser.get(address), press="next")
        League.objects.update(state="closed")

        page = html(organiser.get(address))
        refused = form.send(organiser, "next")

        assert "The season Hiver was closed meanwhile" in page
        assert "data-go-on" not in page
        assert (refused.status_code, Deal.objects.count()) == (409, 1)
        assert "The season Hiver was closed meanwhile" in html(refused)
        League.objects.update(state="open")
        form.send(organiser, "next")
        assert Deal.objects.count() == 2

    def test_rules_that_changed_meanwhile(self, organiser, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        address = sent(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A", 1))
        organiser.post(address, {"step": "write"})
        form = page_form(organiser.get(address), press="next")
        monkeypatch.setattr("clubs.services.files.imports.write_tables", refuse)

        response = form.send(organiser, "next")

        assert response.status_code == 409
        assert "no longer fits the rules" in html(response)
        assert "End the import" in html(response)
