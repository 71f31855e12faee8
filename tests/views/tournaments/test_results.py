"""Pages of standings, prizes and results of a tournament."""

import csv
import io
import json
import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation
from openpyxl import load_workbook
from pytest_django.asserts import assertContains, assertNotContains

from clubs.core.tournaments.files import read_tournament
from clubs.exchange.tournaments.papers.rounds import by_table
from clubs.models import ListOrder, Tournament, TournamentState
from clubs.queries.tournaments.papers import seating_paper
from clubs.queries.tournaments.results.ending import tournament_card
from clubs.queries.tournaments.results.honours import diplomas_paper
from clubs.services.tournaments.entries.entry_penalties import give_entry_penalty
from clubs.services.tournaments.imports import import_tournament
from tests.again import built_once
from tests.hall import Hall, validated_hall
from tests.page_forms import errors, follow, send
from tests.paths import DATA

SMALL = json.loads((DATA / "tournament_small.json").read_text(encoding="utf-8"))


@pytest.fixture
@built_once
def played(club):
    """The tournament of the examples of tournaments.md §7, its results provisional and public."""
    told = {"state": "provisional", "shows_page": True, "shows_standings": True}
    document = {**SMALL, "tournament": {**SMALL["tournament"], **told}}
    return import_tournament(club.actor("Charlie"), club.club, document, request_id=uuid4())


def page(client, tournament, rest="standings/"):
    return client.get(f"/g/{tournament.uuid}/{rest}")


def csv_lines(response, delimiter=","):
    """The lines by heading."""
    text = io.StringIO(response.content.decode("utf-8-sig"))
    return list(csv.DictReader(text, delimiter=delimiter))


def sheet_lines(response):
    head, *rows = load_workbook(io.BytesIO(response.content)).active.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


def prizes(client, tournament):
    return page(client, tournament, "prizes/").content.decode()


class TestNames:
    """One person is found by one spelling on whatever hangs on the wall."""

    @pytest.mark.parametrize(
        ("by_family", "shown"), [(True, "MALLET René"), (False, "René Mallet")]
    )
    def test_lists_go_as_the_club_wants(self, charlie, club, by_family, shown):
        club.club.lists_by = ListOrder.FAMILY if by_family else ListOrder.GIVEN
        club.club.save()
        hall = Hall.gather(club, 7)
        hall.enter("René Mallet")
        hall.publish()
        hall.play()
        hall.validate()

        for rest in ("standings/", "standings.csv", "r/1/", "r/1/seating/", "screen/"):
            told = page(charlie, hall.tournament, rest)
            assertContains(told, shown)
        paper = seating_paper(hall.tournament, hall.round(1))
        assert shown in json.dumps(by_table(paper, timezone.now()), ensure_ascii=False)
        diplomas = diplomas_paper(hall.reread(), 1).diplomas
        assert not [told for told in diplomas if told.name.startswith("MALLET")]


class TestStandings:
    def test_the_first_rows(self, played):
        """tournaments.md §7.2: 540, then 385, then two with 259 who share the third rank."""
        text = page(Client(), played).content.decode()

        totals = [text.index(f"+{total}<") for total in (540, 385, 259, 253)]
        assert totals == sorted(totals)
        assert "ex æquo" in text or "à égalité" in text

    def test_searched_and_sorted(self, played, monkeypatch):
        monkeypatch.setattr("clubs.views.tournaments.results.FEW", 1)
        names = [line.row.name for line in page(Client(), played).context["page"].lines]

        def shown(query):
            rows = page(Client(), played, f"standings/?{query}").context["rows"]
            return sorted((name for name in names if f"{name}<" in rows), key=rows.index)

        assert shown("") == shown("sort=nonsense") == names
        assert shown("sort=name") == sorted(names)
        assert sorted(shown("sort=1")) == sorted(names) != shown("sort=1")
        assert shown(f"q={names[3]}") == [names[3]]
        assertContains(page(Client(), played, "standings/?q=xyz"), 'value="xyz"')
        asked = page(Client(), played, f"standings/?q={names[3]}&sort=name")
        [tab] = re.findall(r'href="(\?[^"]*after=1)"', asked.content.decode())
        assert shown(unescape(tab[1:])) == [names[3]]

    def test_a_missed_round_shows_what_it_costs(self, played):
        """P07 (115 points, tournaments.md §7.4) left after round 2: the third counts −50 in its
        total."""
        played.settings["missed_round_score"] = -50
        played.save()

        text = page(Client(), played).content.decode()

        assert "(−50)" in text
        line = next(
            one for one in page(Client(), played).context["page"].lines if one.row.number == 7
        )
        assert line.row.total == 115 - 50
        for told in csv_lines(page(Client(), played, "standings.csv"), ";"):
            parts = [told[name] for name in told if name.startswith(("Manche", "Pénalité"))]
            assert sum(int(points or 0) for points in parts) == int(told["Total"])

    def test_teams_and_categories_are_reached_from_the_top(self, played):
        text = page(Client(), played).content.decode()

        for name in re.findall(r'href="#([\w-]+)"', text.partition("results-jump")[2]):
            assert text.count(f'id="{name}"') == 1
        assert 'href="#teams"' in text
        assert 'href="#category-1"' in text

    def test_to_the_projector_and_to_paper(self, charlie, played):
        text = page(charlie, played, "standings/?after=2").content.decode()

        assert f"/g/{played.uuid}/screen/?show=standings" in text
        assert f"/g/{played.uuid}/paper/standings-2.pdf" in text
        assert "paper/standings" not in page(Client(), played).content.decode()

    def test_each_sees_their_own_row_marked(self, client, club):
        """The rows are printed once for all who look, in the same state of the tournament."""
        hall = Hall.gather(club, 7, shows_standings=True)
        hall.enter("Alice")
        hall.publish()
        hall.play()
        hall.validate()

        for who, marked in (("Bob", 0), ("Alice", 1), ("Bob", 0)):
            client.force_login(club.user(who))
            shown = page(client, hall.tournament).content.decode()
            assert shown.count('<tr class="me">') == marked
            assert shown.count(">Alice</strong>") == 1

    def test_a_penalty_is_seen_at_once(self, charlie, club, played):
        """tournaments.md §7.2: the first has 540."""
        first = page(charlie, played).context["page"].lines[0].row
        told = {"points": -20, "after_round": 3, "code": "late", "reason": "late"}
        entry = played.entries.get(number=first.number)
        give_entry_penalty(club.actor("Charlie"), entry, **told, request_id=uuid4())

        for rest in ("standings/", "standings/?after=3"):
            shown = page(charlie, played, rest)
            assert shown.context["page"].lines[0].row.total == 520
            assertContains(shown, "+520")

    def test_the_first_page_begins_with_the_podium_once_results_are_final(self, played):
        assert 'class="result-first"' not in page(Client(), played, "").content.decode()

        Tournament.objects.update(state="final")
        first = page(Client(), played, "").content.decode()
        assert 'class="result-first"' in first
        winners = page(Client(), played).context["card"].winners
        assert all(winner.name in first for winner in winners)

        Tournament.objects.update(shows_standings=False)
        assert 'class="result-first"' not in page(Client(), played, "").content.decode()

    def test_of_an_earlier_round_and_of_none(self, played):
        assert page(Client(), played, "standings/?after=2").context["page"].after == 2
        assert page(Client(), played, "standings/?after=99").context["page"].after == 3
        assert page(Client(), played, "standings/?after=x").context["page"].after == 0

    @pytest.mark.parametrize(("who", "most"), [(None, 16), ("Charlie", 23)])
    def test_queries_do_not_grow_with_entries(
        self, client, club, played, django_assert_max_num_queries, who, most
    ):
        if who:
            client.force_login(club.user(who))
        with django_assert_max_num_queries(most):
            page(client, played)

    def test_nothing_private_is_public(self, played):
        played.entries.update(email="secret@example.org", birth_year=1961, licence="")
        played.entries.filter(number=1).update(licence="26-0001")

        for rest in ("standings/", "standings.csv"):
            text = page(Client(), played, rest).content.decode()
            found = [x for x in ("secret@example.org", "1961", "26-0001", "€") if x in text]
            assert found == []


class TestFiles:
    @pytest.mark.parametrize(("language", "delimiter"), [("fr", ";"), ("en", ",")])
    def test_csv(self, played, language, delimiter):
        """A spreadsheet in French puts a line with commas into one cell."""
        client = Client(headers={"accept-language": language})

        told = csv_lines(page(client, played, "standings.csv"), delimiter)

        assert [line["Total"] for line in told[:5]] == ["540", "385", "259", "259", "253"]

    def test_the_desk_has_the_licences_in_them(self, charlie, played):
        """A committee knows people by their licence; the public file has none."""
        played.entries.filter(number=1).update(licence="26-0001")

        rows = csv_lines(page(charlie, played, "standings.csv"))
        sheet = sheet_lines(page(charlie, played, "standings.xlsx"))

        assert {row["Number"]: row["Licence"] for row in rows}["1"] == "26-0001"
        assert {row["Number"]: row["Licence"] for row in sheet}[1] == "26-0001"

    def test_xlsx_of_a_round(self, played):
        told = sheet_lines(page(Client(), played, "standings.xlsx?after=1"))

        assert len(told) == 13
        assert sum(line["Total"] for line in told) == 0

    def test_xlsx_has_the_teams_and_categories_of_the_page(self, played):
        """Those of tournaments.md §7.6, §7.7. A sheet takes no colon in its title."""
        played.categories.filter(code="women").update(name="Femmes: " + "x" * 40)
        shown = page(Client(), played)
        standings = shown.context["page"]

        response = follow(Client(), shown, f"/g/{played.uuid}/standings.xlsx")

        first, teams, *categories = load_workbook(io.BytesIO(response.content)).worksheets
        assert (first.max_row, teams.title) == (14, "Équipes")
        told = [(row[1], row[3]) for row in teams.iter_rows(min_row=2, values_only=True)]
        assert told == [(line.row.team, line.row.total) for line in standings.teams] != []
        for sheet, category in zip(categories, standings.categories, strict=True):
            told = [(row[0], row[2]) for row in sheet.iter_rows(min_row=2, values_only=True)]
            assert told == [(one.rank, one.row.name) for one in category.rows] != []
        assert "Femmes  " + "x" * 20 in [sheet.title for sheet in categories]

    def test_json_reads_again(self, charlie, played):
        response = page(charlie, played, "tournament.json")

        assert read_tournament(json.loads(response.content)).standings().total_sum == -30
        assert 'filename="les-trois-bouts-' in response["Content-Disposition"]


class TestFinal:
    def test_at_one_press(self, charlie, played):
        shown = charlie.get(f"/g/{played.uuid}/standings/")
        send(charlie, shown, "results/publish/")

        played.refresh_from_db()
        assert played.state == TournamentState.FINAL
        assert "version 1" in charlie.get(f"/g/{played.uuid}/standings/").content.decode()

    def test_it_says_before_what_is_missing(self, club, charlie):
        charlie.cookies["django_language"] = "en"
        hall = validated_hall(club, 8, fee=1000, rounds_planned=1)
        before = page(charlie, hall.tournament)
        assertContains(before, "8 fees are not paid.")
        assertContains(before, "Nobody gets a prize.")
        assertContains(page(charlie, hall.tournament, "paper/"), "each page says so")
        assert not diplomas_paper(hall.reread(), 1).is_final

        send(charlie, before, "results/publish/")

        assertContains(
            page(charlie, hall.tournament, "prizes/"), "The results are final, and the prizes"
        )
        assertNotContains(page(charlie, hall.tournament, "paper/"), "each page says so")

    def test_one_count_of_versions(self, club, charlie, played):
        """Corrected once before they are final: these are version 2, and one line says so."""
        played.standings_version, played.corrected_at = 2, timezone.now()
        played.save()

        send(charlie, charlie.get(f"/g/{played.uuid}/standings/"), "results/publish/")

        assert played.publications.get().version == 2
        told = page(charlie, played).content.decode()
        assert told.count("version 2") == 1
        assert "version 1" not in told

    def test_only_standings_that_were_looked_at(self, charlie, club, played):
        """A penalty is given while the page is open."""
        charlie.cookies["django_language"] = "en"
        shown = charlie.get(f"/g/{played.uuid}/standings/")
        entry = played.entries.get(number=1)
        told = {"points": -20, "after_round": 3, "code": "late", "reason": "late"}
        give_entry_penalty(club.actor("Charlie"), entry, **told, request_id=uuid4())

        response = send(charlie, shown, "results/publish/")

        assertContains(response, "Nothing is made final", status_code=409)
        played.refresh_from_db()
        assert played.state == TournamentState.PROVISIONAL
        assert not played.publications.exists()
        assert send(charlie, response, "results/publish/").status_code == 302

    def test_standings_of_an_earlier_round_are_not_made_final(self, charlie, played):
        shown = charlie.get(f"/g/{played.uuid}/standings/?after=1")

        assert b"results/publish/" not in shown.content

    def test_too_early_says_so(self, charlie, played):
        played.state = TournamentState.PLAYING
        played.save()

        response = charlie.post(f"/g/{played.uuid}/results/publish/", follow=True)

        assert [m.level_tag for m in response.context["messages"]] == ["error"]

    def test_opened_again_only_with_a_reason(self, client, club, played):
        played.state = TournamentState.FINAL
        played.save()
        client.force_login(club.user("Olivia"))
        address = f"/g/{played.uuid}/results/reopen/"

        assert client.post(address, {"reason": "  "}).status_code == 422
        assert client.post(address, {"reason": "Donne 3"}).status_code == 302
        played.refresh_from_db()
        assert played.state == TournamentState.PROVISIONAL


class TestPrizes:
    FORM = {
        "kind": "shares",
        "percent": "100",
        "extra": "",
        "unit": "5",
        "shares": "40 25 15 10 10",
    }

    def test_shares(self, charlie, played):
        response = charlie.post(f"/g/{played.uuid}/prizes/", self.FORM | {"extra": "680"})

        assert response.status_code == 302
        text = page(charlie, played, "prizes/").content.decode()
        assert "280" in text  # the example of tournaments.md §8: 270 and the rest of 10
        assert "50\N{NO-BREAK SPACE}€" in text or "82,50" in text

    def test_the_rank_is_that_of_the_list(self, charlie, played):
        """P11, second, takes the better prize of the women: the second one goes on to P05 and P09,
        who are third."""
        women = played.categories.get(code="women")
        fixed = {"kind": "fixed", "fixed": "100 60", f"fixed_{women.pk}": "80", "one_each": "on"}
        charlie.post(f"/g/{played.uuid}/prizes/", self.FORM | fixed)

        text = prizes(charlie, played)

        rows = re.findall(r'class="rank num">(\d+)</span>.*?<strong>(.*?)</strong>', text, re.S)
        winners = [(rank, name.split()[-1]) for rank, name in rows]
        assert winners == [("1", "Loïc"), ("3", "Élodie"), ("3", "Inès"), ("1", "Karine")]

    def test_a_category_is_open_where_it_has_a_prize(self, charlie, played):
        category = played.categories.first()
        told = self.FORM | {f"goods_{category.pk}": "Un jambon"}
        charlie.post(f"/g/{played.uuid}/prizes/", told)

        folds = re.findall(r'class="fold prizes-category"\s*(open)?', prizes(charlie, played))

        assert folds.count("open") == 1

    def test_what_is_wrong_stays_typed(self, charlie, played):
        response = charlie.post(
            f"/g/{played.uuid}/prizes/", self.FORM | {"shares": "40 viele", "unit": "0"}
        )

        text = response.content.decode()
        assert response.status_code == 422
        assert set(response.context["form"].errors) == {"shares", "unit"}
        assert 'value="40 viele"' in text

    @pytest.mark.parametrize(
        ("name", "typed", "error"),
        [
            ("percent", "290,5", "Enter a whole number."),
            ("percent", "290", "From 0 to 100."),
            ("extra", "12;10", "An amount such as 0.05 or 12.50."),
            ("unit", "0", "From 0.01\xa0€ to 100,000.00\xa0€."),
            ("shares", "a third", "Whole numbers with spaces between them, such as 40 25 15."),
            ("shares", "1 000", "Whole numbers with spaces between them, such as 40 25 15."),
            ("shares", "5 " * 201, "At most 200."),
            ("fixed", "1 000 500", "“000”: an amount has no spaces in it, such as 50 or 1200.50."),
            ("fixed", "1 500 800", "“1 500” is one amount or two: write 1500 or 1; 500."),
            ("fixed", "9" * 12, "At most 100,000."),
            ("goods", "A ham\0", "Null characters are not allowed."),
            ("goods", "x" * 81, f"“{'x' * 20}…” is too long: a line has 80 characters at most."),
        ],
    )
    def test_says_what_would_be_right(self, charlie, played, name, typed, error):
        response = send(charlie, page(charlie, played, "prizes/"), "", **{name: typed})

        assert errors(response) == {name: [error]}
        assert response.context["form"][name].value() == typed

    def test_thousands_apart_are_one_amount(self, charlie, played):
        typed = "1\u202f500 1\u00a0000,00 100 €, 50,5 1; 500"
        told = {"kind": "fixed", "extra": "1 000 €", "fixed": typed, "percent": "80\u202f%"}

        for more in (told, {}):  # as typed, and once more as the page shows it then
            send(charlie, page(charlie, played, "prizes/"), "", **more)

        played.refresh_from_db()
        fixed = [150_000, 100_000, 10_000, 5_050, 100, 50_000]
        assert (played.prizes["extra"], played.prizes["fixed"]) == (100_000, fixed)
        assert played.prizes["percent"] == 80

    def test_francs_of_the_pacific_have_no_hundredths(self, charlie, played):
        played.currency = "XPF"
        played.save()
        told = {"kind": "fixed", "extra": "1 000", "fixed": "1000 500"}

        send(charlie, page(charlie, played, "prizes/"), "", **told)

        played.refresh_from_db()
        assert (played.prizes["extra"], played.prizes["fixed"]) == (1000, [1000, 500])
        refused = send(charlie, page(charlie, played, "prizes/"), "", fixed="10.50")
        assert errors(refused) == {"fixed": ["A whole amount such as 10."]}

    def test_final_prizes_are_not_as_it_stands(self, charlie, played):
        send(charlie, page(charlie, played, "prizes/"), "", kind="fixed", fixed="100")
        assertContains(page(charlie, played, "prizes/"), "As it stands")
        played.state = TournamentState.FINAL
        played.save()

        assertNotContains(page(charlie, played, "prizes/"), "As it stands")

    def test_queries(self, charlie, played, django_assert_max_num_queries):
        with django_assert_max_num_queries(22):
            page(charlie, played, "prizes/")


class TestParts:
    """tournaments.md §7.8: rounds 1 and 2 of the fixture are Saturday, round 3 is Sunday."""

    @pytest.fixture
    def parted(self, played):
        played.parts = [{"name": "Samedi", "last": 2}, {"name": "Dimanche", "last": 3}]
        played.save()
        return played

    def test_each_is_ranked_by_its_own_rounds(self, parted):
        """P11 has 258 + 110, P05 50 − 31; on Sunday the best is P12 with 438."""
        saturday = page(Client(), parted, "standings/?part=1").context["page"]
        sunday = page(Client(), parted, "standings/?part=2").context["page"]

        totals = [
            {line.row.number: line.row.total for line in one.lines} for one in (saturday, sunday)
        ]
        assert (totals[0][11], totals[0][5]) == (258 + 110, 50 - 31)
        assert max(totals[1].values()) == 438
        assert list(sunday.rounds) == [3]

    def test_who_left_on_saturday_is_not_there_on_sunday(self, parted):
        sunday = page(Client(), parted, "standings/?part=2").context["page"]

        assert 7 not in {line.row.number for line in sunday.lines}

    def test_the_whole_stays_the_whole(self, parted):
        for part in ("", "0", "9", "x"):
            shown = page(Client(), parted, f"standings/?part={part}").context["page"]
            assert (shown.part, shown.lines[0].row.total) == (None, 540)

    def test_files_have_the_same(self, parted):
        first, *_others = sheet_lines(page(Client(), parted, "standings.xlsx?after=3&part=2"))

        assert first["Manche 3"] == 438
        assert "Manche 2" not in first


class TestEnding:
    """Totals of tournaments.md §7: P10 leads after round 1, P11 after 2, P12 wins with 540."""

    def test_the_card(self, played):
        with translation.override("en"):
            card = tournament_card(played)
            text = card.text

        names = {entry.number: entry.name for entry in played.entries.all()}
        assert (card.title, card.day) == ("Tournoi d'exemple", "14 March 2026")
        assert card.facts[0] == "provisional results"
        assert card.facts[-1] == "13 players"
        assert [(line.rank, line.name, line.value) for line in card.lines[:4]] == [
            (1, names[12], 540),
            (2, names[11], 385),
            (3, names[5], 259),
            (3, names[9], 259),
        ]
        [story] = card.stories
        assert story.text == (
            f"{names[12]}: in front for good from round 3 on; until then {names[11]}"
        )
        assert f"10. {names[6]} " in text
        assert f"11. {names[8]} " not in text
        assert "\nand 3 others\n" in text

    def test_the_standings_begin_with_it_once_they_are_those_of_all_rounds(self, played):
        path = f"/g/{played.uuid}/standings.png"

        assertContains(page(Client(), played), f'href="{path}"')
        assertNotContains(page(Client(), played, "standings/?after=2"), path)
        assert Client().get(path).content.startswith(b"\x89PNG")

    def test_while_rounds_are_to_come_there_is_none(self, played):
        played.state = TournamentState.PLAYING
        played.save()

        assertNotContains(page(Client(), played), "standings.png")
        assert page(Client(), played, "standings.png").status_code == 404

    def test_the_picture_is_as_public_as_the_standings(self, played):
        played.shows_standings = False
        played.save()

        assert page(Client(), played, "standings.png").status_code == 403
