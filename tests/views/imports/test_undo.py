"""The page where an import is taken back: import_undo. Source: leagues.md §7."""

import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models import Deal, League, Player, Sitting
from clubs.services.files import import_undo
from clubs.services.tables import sittings
from tests.exchange.imports.workbooks import club_workbook
from tests.page_forms import follow, page_form, page_forms
from tests.views.imports.pages import HEAD, HOME, ROW, html


def facts(page):
    """What a list of numbers says."""
    [told] = re.findall(r'<dl class="facts">(.*?)</dl>', html(page))
    pairs = re.findall(r"<dt>(.*?)</dt> <dd.*?>(.*?)</dd>", told)
    return {label: text.strip() for label, text in pairs}


def imported(client, text, **settings):
    """The report of pasted cells that leave nothing open."""
    form = page_form(client.get(f"{HOME}import/"), has="pasted").fill(pasted=text)
    preview = form.send(client, follow=True)
    return page_form(preview, press="write").fill(**settings).send(client, "write", follow=True)


def address_of(page):
    return page.request["PATH_INFO"]


class TestImportUndo:
    def test_from_the_report(self, organiser):
        report = imported(organiser, HEAD + ROW)

        page = follow(organiser, report, f"{address_of(report)}undo/")
        assert facts(page) == {"Deals": "1", "Tables": "1"}
        assert "What stays" not in html(page)
        done = page_form(page, press="undo").send(organiser, "undo", follow=True)

        assert "This import was taken back" in html(done)
        assert facts(done) == {"Deals": "1", "Tables": "1"}
        assert (Deal.objects.count(), Sitting.objects.count()) == (0, 0)
        assert f'{address_of(report)}undo/"' not in html(done)
        assert "Taken back" in html(organiser.get(HOME))
        again = imported(organiser, HEAD + ROW)
        assert facts(again) == {"Deals": "1", "Tables": "1"}

    def test_later_from_the_page_of_data(self, organiser):
        report = address_of(imported(organiser, HEAD + ROW))

        page = follow(organiser, organiser.get(HOME), report)

        assert f'href="{report}undo/"' in html(page)

    def test_what_stays_is_said_before_and_after(self, organiser, club):
        report = imported(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A"))
        deal = Deal.objects.order_by("pk")[0]
        how = {"revision": 1, "reason": "", "request_id": uuid4()}
        sittings.void_deal(club.actor("Charlie"), deal, **how)

        page = organiser.get(f"{address_of(report)}undo/")
        assert facts(page) == {"Deals": "1", "Tables": "1"}
        assert "1 table, which somebody changed or used since" in html(page)
        done = page_form(page, press="undo").send(organiser, "undo", follow=True)

        assert "1 table, which somebody changed or used since" in html(done)
        assert "What went" in html(done)
        assert ("Tables that stay" in html(done), "2 tables" in html(done)) == (True, False)
        assert Sitting.objects.count() == 1
        assert organiser.get(f"{address_of(report)}undo/")["Location"] == address_of(report)

    def test_block_after_block(self, organiser, monkeypatch):
        monkeypatch.setattr(import_undo, "UNDO_BLOCK", 1)
        rows = "".join(ROW.replace(";1;A", f";{n};A") for n in range(1, 4))
        report = address_of(imported(organiser, HEAD + rows))

        page = organiser.get(f"{report}undo/")
        first = page_form(page, press="undo")
        assert "data-go-on" not in html(page)
        page = first.send(organiser, "undo", follow=True)
        assert "Tables taken back: 1; to go: 2." in html(page)
        assert "data-go-on" in html(page)
        assert first.send(organiser, "undo").status_code == 302  # sent twice
        stale = organiser.post(address_of(page), {"next_block": "5"})
        assert (stale.status_code, Sitting.objects.count()) == (409, 2)
        assert "<div data-stuck>" in html(stale)
        for _left in range(2):
            page = page_form(page, press="undo").send(organiser, "undo", follow=True)

        assert facts(page) == {"Deals": "3", "Tables": "3"}

    def test_a_closed_season_keeps_its_tables(self, organiser, club):
        league = club.league("Alice", name="Hiver")
        report = address_of(imported(organiser, HEAD + ROW, league=str(league.uuid)))
        form = page_form(organiser.get(f"{report}undo/"), press="undo")
        League.objects.update(state="closed")

        page = organiser.get(f"{report}undo/")
        refused = form.send(organiser, "undo")

        assert "The season Hiver is closed" in html(page)
        assert all(("step", "undo") not in one.buttons for one in page_forms(page))
        assert (refused.status_code, Deal.objects.count()) == (409, 1)

    def test_a_file_that_waits_has_nothing_to_take_back(self, organiser):
        form = page_form(organiser.get(f"{HOME}import/"), has="pasted").fill(pasted=HEAD + ROW)
        undo = form.send(organiser)["Location"] + "undo/"

        assert "There is nothing to take back" in html(organiser.get(undo))
        assert organiser.post(undo, {"next_block": "0"}).status_code == 302

    @pytest.mark.parametrize("tables", [1, 3])
    def test_queries(self, organiser, tables, count_queries):
        rows = "".join(ROW.replace(";1;A", f";{n};A") for n in range(tables))
        report = address_of(imported(organiser, HEAD + rows))

        assert count_queries(organiser, f"{report}undo/") == 14


class TestOtherSheets:
    def test_they_wait_behind_the_report(self, organiser):
        form = page_form(organiser.get(f"{HOME}import/"), has="pasted")
        form.fill(file=SimpleUploadedFile("club.xlsx", club_workbook(evenings=1)))
        page = form.send(organiser, follow=True)
        page = page_form(page, press="columns").send(organiser, "columns", follow=True)
        report = page_form(page, press="write").send(organiser, "write", follow=True)
        assert facts(report) == {"New people": "60"}

        sheets = page_form(report, press="Automne")
        assert [value for _name, value in sheets.buttons] == [
            "Comité",
            "Automne",
            "Hiver",
            "Printemps",
        ]
        preview = sheets.send(organiser, "Automne", follow=True)
        assert "50 deals" in html(preview)  # everybody is known, and every column
        report = page_form(preview, press="write").send(organiser, "write", follow=True)
        assert facts(report) == {"Deals": "50", "Tables": "5"}
        left = [value for _name, value in page_form(report, press="Hiver").buttons]
        assert left == ["Comité", "Hiver", "Printemps"]

        # The members play now: the tables go first, then they do.
        page = organiser.get(HOME)
        assert "Adhérents · Imported" in html(page)
        assert html(page).count("Its other sheets are not imported yet") == 1
        runs = page.context["runs"]
        [members] = [run for run in runs if run.report.get("members") == 60]
        undo = f"{HOME}import/{members.uuid}/undo/"
        first = organiser.get(undo)
        assert "people who played, were invited or were changed since" in html(first)
        page = organiser.get(f"{address_of(report)}undo/")
        done = page_form(page, press="undo").send(organiser, "undo", follow=True)
        assert page_form(done, press="Automne")  # the sheet can come in again at once
        page = page_form(organiser.get(undo), press="undo").send(organiser, "undo", follow=True)
        assert facts(page) == {"People": "60"}
        assert not Player.objects.filter(email__startswith="membre").exists()

    def test_the_whole_file_goes_in_one_step(self, organiser, club):
        form = page_form(organiser.get(f"{HOME}import/"), has="pasted")
        form.fill(file=SimpleUploadedFile("club.xlsx", club_workbook(evenings=1)))
        page = form.send(organiser, follow=True)
        page = page_form(page, press="columns").send(organiser, "columns", follow=True)
        members = page_form(page, press="write").send(organiser, "write", follow=True)
        assert "?whole=1" not in html(members)  # nothing else of it came in
        sheets = page_form(members, press="Automne")
        preview = sheets.send(organiser, "Automne", follow=True)
        report = page_form(preview, press="write").send(organiser, "write", follow=True)
        first = follow(organiser, report, "/c/trois-bouts/s/first/")
        page_form(first, has="starts_on").send(organiser)

        undo = f"{address_of(report)}undo/?whole=1"
        page = follow(organiser, report, undo)
        assert facts(page) == {
            "Deals": "50",
            "Tables": "5",
            "Evenings": "1",
            "Season": "2025–2026",
            "People": "60",
        }
        assert "Sheets of the file: Adhérents, Automne" in html(page)
        done = page_form(page, press="undo").send(organiser, "undo", follow=True)

        assert facts(done) == {"Deals": "50", "Tables": "5", "Evenings": "1", "People": "60"}
        waiting = ["Adhérents", "Automne", "Comité", "Hiver", "Printemps"]
        again = page_form(done, press="Automne")
        assert [value for _name, value in again.buttons] == waiting
        preview = again.send(organiser, "Adhérents", follow=True)
        assert "60 members in the file" in html(preview)
        assert not Player.objects.filter(email__startswith="membre").exists()
        assert not League.objects.exists()
        other = organiser.get(address_of(members))
        assert f'href="{address_of(report)}"' in html(other)
        assert organiser.get(f"{address_of(members)}undo/").status_code == 302
