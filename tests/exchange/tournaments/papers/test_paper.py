"""The papers of a tournament as data, against values worked out by hand, and the pages they become.

No database: everything that is on a paper is in its frozen value.
"""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from clubs.core.games import get_game
from clubs.core.names import name_key, sort_key
from clubs.core.tournaments.prizes import Award
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.shapes import (
    TableResult,
    TournamentBye,
    TournamentEntry,
    TournamentInput,
    TournamentPenalty,
    TournamentTeam,
)
from clubs.core.tournaments.standings import rank_tournament
from clubs.exchange.pdf import qr_code
from clubs.exchange.tournaments.papers.emergency import guide_part, sheet_part
from clubs.exchange.tournaments.papers.paper import (
    badges_pdf,
    certificates_pdf,
    check_in_pdf,
    emergency_pdf,
    paper_file_name,
    poster_pdf,
    prizes_pdf,
    report_pdf,
    seating_pdf,
    slips_pdf,
    tournament_standings_pdf,
)
from clubs.exchange.tournaments.papers.people import badges_part, check_in_part
from clubs.exchange.tournaments.papers.poster import poster_part
from clubs.exchange.tournaments.papers.prizes import certificates_part, prizes_part, receipts_part
from clubs.exchange.tournaments.papers.report import report_part
from clubs.exchange.tournaments.papers.seating import by_name, by_table
from clubs.exchange.tournaments.papers.slips import slips_part, slips_per_page
from clubs.exchange.tournaments.papers.standings import standings_part
from clubs.numbers import money
from clubs.queries.games import WORDS
from clubs.queries.tournaments.paper_shapes import (
    Badge,
    BadgesPaper,
    CheckInPaper,
    Diploma,
    DiplomasPaper,
    EmergencyPaper,
    ListedEntry,
    PaperEntry,
    PaperHead,
    PaperPrize,
    PaperTable,
    PosterPaper,
    PrizesPaper,
    ReportedChange,
    ReportedPenalty,
    ReportedRound,
    ReportPaper,
    SeatingPaper,
    SheetLine,
    SlipsPaper,
    StandingsPaper,
)
from tests.exchange.pages import font_families, main_type_size, page_count, page_size

pytestmark = pytest.mark.usefixtures("in_english")

PARIS = ZoneInfo("Europe/Paris")
HEAD = PaperHead(
    "Tournoi de la Saint-Martin",
    "Les Trois Bouts",
    "Beaune",
    datetime(2026, 11, 14, 14, 0, tzinfo=PARIS),
)
PRINTED = datetime(2026, 11, 14, 15, 5, tzinfo=UTC)  # 16:05 in Paris
UPRIGHT, LYING = (595, 841), (841, 595)
LONG = "Wilhelmina-Antoinette von Hohenzollern-Sigmaringen und zu Württemberg"
ODD = '#panic("read as markup") $x$ [ *a* \u202e'


def entry(number: int, name: str = "", club: str = "") -> PaperEntry:
    shown = name or f"Player {number}"
    return PaperEntry(number, shown, club, shown, name_key(shown))


def table(number: int, *names: str, size: int = 4) -> PaperTable:
    players = [entry(10 * number + at, name) for at, name in enumerate(names or [""] * size)]
    code = f"TAB{number:03}"
    return PaperTable(number, tuple(players), code, f"https://tarot.example.org/j/{code}/")


def slips(*tables: PaperTable, game: str = "french", **told) -> SlipsPaper:
    tell = WORDS[game].tournament_slip
    shown = tell(get_game(game).read_rules(None))
    told = {"columns": tuple(shown.columns), "reminder": tuple(shown.reminder), **told}
    return SlipsPaper(HEAD, 2, told.pop("deals", 4), tables, **told)


def column_names(part) -> list[str]:
    return [column["name"] for column in part["columns"]]


class TestSlips:
    def test_what_one_says(self):
        part = slips_part(slips(table(7, "Anne Berger", "Bob", "Cléo", "Dino")))

        [told] = part["tables"]
        assert (part["tournament"], part["round"], part["deals"]) == (HEAD.tournament, "2", 4)
        assert part["under"] == "Les Trois Bouts · Beaune · Saturday 14 November 2026"
        assert told["number"] == "7"
        assert [player["name"] for player in told["players"]] == [
            "Anne Berger",
            "Bob",
            "Cléo",
            "Dino",
        ]
        assert (told["code"], told["short"]) == ("TAB007", "tarot.example.org/j/TAB007/")
        assert told["qr"].startswith("<svg")

    def test_columns(self):
        assert column_names(slips_part(slips(table(1)))) == [
            "Deal",
            "Taker",
            "Called",
            "Contract",
            "Oudlers",
            "Points",
            "Bonuses",
        ]

    def test_of_another_game(self):
        """Targets by honours, tarocco_volte.md §2."""
        part = slips_part(slips(table(1), game="volte"))

        assert column_names(part) == ["Deal", "Taker", "Contract", "Honours", "Points", "Bonuses"]
        assert part["reminder"][0] == ["To pass with 0, 1, 2, 3 honours", "56, 51, 41, 36"]

    def test_in_french(self):
        with translation.override("fr"):
            part = slips_part(slips(table(1)))

        assert column_names(part) == [
            "Donne",
            "Preneur",
            "Appelé",
            "Contrat",
            "Bouts",
            "Points",
            "Primes",
        ]
        assert part["under"] == "Les Trois Bouts · Beaune · Samedi 14 novembre 2026"

    @pytest.mark.parametrize(("size", "calls"), [(3, False), (4, False), (5, True)])
    def test_who_is_called_is_asked_with_five(self, size, calls):
        [told] = slips_part(slips(table(1, size=size)))["tables"]

        assert told["calls"] is calls

    def test_the_dealer_who_sits_out_calls_nobody(self):
        paper = slips(table(1, size=5), calls_partner=False, dealer_sits_out=True)

        part = slips_part(paper)

        assert part["tables"][0]["calls"] is False
        assert part["five"] == "The dealer sits out."

    def test_without_a_link_there_is_no_code(self):
        [told] = slips_part(slips(PaperTable(1, (entry(1),) * 4)))["tables"]

        assert (told["qr"], told["code"], told["short"]) == ("", "", "")

    @pytest.mark.parametrize(
        ("wanted", "deals", "on_page"),
        [(4, 5, 4), (4, 8, 4), (4, 9, 2), (2, 14, 2), (2, 15, 1), (1, 4, 1), (4, 40, 1)],
    )
    def test_many_deals_need_a_larger_slip(self, wanted, deals, on_page):
        assert slips_per_page(wanted, deals) == on_page

    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    @pytest.mark.parametrize(
        ("on_page", "pages", "size"), [(1, 9, UPRIGHT), (2, 5, UPRIGHT), (4, 3, LYING)]
    )
    def test_pages(self, on_page, pages, size, language):
        """Nine tables of three, four and five, with names short and long."""
        names = ["Bo", LONG, ODD, "Édouard Œuf", "Юлия"]
        tables = [table(at, *names[: 3 + at % 3]) for at in range(1, 10)]

        with translation.override(language):
            pdf = slips_pdf(slips(*tables), on_page)

        assert (page_count(pdf), page_size(pdf)) == (pages, size)
        assert f"/Lang({language})".encode() in pdf
        assert font_families(pdf) == {b"SourceSansPro", b"SourceSerifPro"}

    @pytest.mark.parametrize(("on_page", "deals"), [(4, 8), (2, 14), (1, 30), (1, 99)])
    def test_as_many_deals_as_fit_stay_on_their_page(self, on_page, deals):
        pdf = slips_pdf(slips(table(1, size=5), deals=deals), on_page)

        assert page_count(pdf) == 1

    def test_without_names(self):
        blank = PaperTable(1, (PaperEntry(0, ""),) * 4)

        assert page_count(slips_pdf(SlipsPaper(HEAD, 0, 4, (blank, blank)))) == 1


class TestSeating:
    PAPER = SeatingPaper(
        HEAD,
        2,
        (table(1, "Émile", "Bob", "Zoé"), table(12, "Anne", "édith", "Carl", "Dino")),
        byes=(entry(9, "Eva"),),
        planned_at=datetime(2026, 11, 14, 15, 30, tzinfo=PARIS),
    )

    def test_by_table(self):
        part = by_table(self.PAPER, PRINTED)

        assert part["tables"] == [
            {"number": "1", "players": ["Émile", "Bob", "Zoé"]},
            {"number": "12", "players": ["Anne", "édith", "Carl", "Dino"]},
        ]
        assert part["byes"] == ["9\N{NO-BREAK SPACE}Eva"]
        assert part["facts"] == [
            ["Round", "2"],
            ["Tables", "2"],
            ["Players", "7"],
            ["Starts at", "15:30"],
        ]
        assert part["foot"].endswith("printed on 14 November 2026, 16:05")

    def test_by_name_without_accents(self):
        part = by_name(self.PAPER, PRINTED)

        assert [
            (group["letter"], [(line["name"], line["table"], line["seat"]) for line in lines])
            for group in part["letters"]
            if (lines := group["lines"])
        ] == [
            ("A", [("Anne", "12", "1")]),
            ("B", [("Bob", "1", "2")]),
            ("C", [("Carl", "12", "3")]),
            ("D", [("Dino", "12", "4")]),
            ("E", [("édith", "12", "2"), ("Émile", "1", "1"), ("Eva", "–", "")]),
            ("Z", [("Zoé", "1", "3")]),
        ]

    def test_five_hundred_names_by_family_name(self):
        """Sixteen of them are called André: A is not their heading."""
        families = [
            f"{letter}{end}" for letter in "ABCDEFGHIJKLMNOPRSTUVWYZÉ" for end in ("abel", "oux")
        ]
        given = ["André", "Zoé", "Jean-Luc", "Émile", "Anne", "Bob", "Luc", "Léa", "Guy", "Paul"]
        names = [(first, last) for last in families for first in given]
        people = [
            PaperEntry(
                at, f"{first} {last}", "", f"{last} {first}", sort_key(f"{first} {last}", last)
            )
            for at, (first, last) in enumerate(names, 1)
        ]
        tables = tuple(PaperTable(at + 1, tuple(people[at::125])) for at in range(125))

        part = by_name(SeatingPaper(HEAD, 1, tables), PRINTED)

        counts = {group["letter"]: len(group["lines"]) for group in part["letters"]}
        assert counts == {
            letter: 40 if letter == "E" else 20 for letter in "ABCDEFGHIJKLMNOPRSTUVWYZ"
        }
        assert [line["name"] for line in part["letters"][0]["lines"]][:3] == [
            "Aabel André",
            "Aabel Anne",
            "Aabel Bob",
        ]

    def test_a_draft_says_so(self):
        paper = SeatingPaper(HEAD, 2, (table(1),), is_published=False)

        assert by_table(paper, PRINTED)["facts"][-1] == ["State", "draft"]

    def test_pages(self):
        pdf = seating_pdf(self.PAPER, PRINTED)

        assert (page_count(pdf), page_size(pdf)) == (2, UPRIGHT)

    @pytest.mark.parametrize(
        ("tables", "pages", "least"),
        [(11, 2, 20), (2, 2, 26), (125, 5 + 5, 11.5)],
    )
    def test_the_type_is_as_large_as_the_sheets_allow(self, tables, pages, least):
        """To be read from across the room: 44 people at 20 points and more, on a page each for the
        tables and the names; 500 on the fewest pages that can be read at arm's length."""
        paper = SeatingPaper(HEAD, 2, tuple(table(number) for number in range(1, tables + 1)))

        pdf = seating_pdf(paper, PRINTED)

        assert page_count(pdf) == pages
        assert main_type_size(pdf) >= least

    @pytest.mark.parametrize("tables", [1, 30, 60])
    def test_long_names_stay_in_their_column(self, tables):
        paper = SeatingPaper(
            HEAD, 2, tuple(table(n, LONG, LONG, LONG) for n in range(1, tables + 1))
        )

        assert page_count(seating_pdf(paper, PRINTED)) <= 2 + tables // 10


class TestPoster:
    PAPER = PosterPaper(
        HEAD,
        "https://tarot.example.org/j/K7P2WD/",
        "tarot.example.org/j/K7P2WD",
        "French tarot",
        rounds=5,
        deals=4,
        fee=1250,
        places=64,
        closes_at=datetime(2026, 11, 13, 20, 0, tzinfo=PARIS),
    )

    def test_what_it_says(self):
        part = poster_part(self.PAPER)

        assert (part["day"], part["time"], part["place"]) == (
            "Saturday 14 November 2026",
            "14:00",
            "Beaune",
        )
        assert part["heading"] == "Register on your phone"
        assert part["typed"] == "tarot.example.org/j/K7P2WD"
        assert part["facts"] == [
            ["Game", "French tarot"],
            ["Rounds", "5 rounds of 4 deals"],
            ["Entry fee", "12.50\N{NO-BREAK SPACE}€"],
            ["Places", "64 players"],
            ["Registration until", "13 November 2026, 20:00"],
        ]

    def test_what_nobody_said_stays_away(self):
        paper = PosterPaper(HEAD, "https://a/j/K7P2WD/", "a/j/K7P2WD", "French tarot")

        assert [name for name, _value in poster_part(paper)["facts"]] == ["Game"]

    def test_once_registration_is_over(self):
        part = poster_part(replace(self.PAPER, registers=False))

        assert part["heading"] == "Your table and your points on your phone"
        assert "Registration until" not in dict(part["facts"])

    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    def test_one_page_whatever_the_names(self, language):
        head = PaperHead(LONG, LONG, LONG, HEAD.starts_at)
        typed = "tarot.amicale-de-la-vallee.example.org/j/K7P2WD"

        with translation.override(language):
            content = poster_pdf(replace(self.PAPER, head=head, typed=typed))

        assert (page_count(content), page_size(content)) == (1, UPRIGHT)


class TestBadges:
    def test_what_one_says(self):
        address = "https://tarot.example.org/s/" + "a" * 43 + "/"
        paper = BadgesPaper(HEAD, (Badge(entry(3, "Anne", "Dijon"), "Bouts A", address=address),))

        [told] = badges_part(paper)["badges"]

        assert (told["number"], told["name"], told["lines"]) == ("3", "Anne", ["Dijon", "Bouts A"])
        assert told["qr"] == qr_code(address)

    @pytest.mark.parametrize(("count", "pages"), [(8, 1), (9, 2)])
    def test_eight_on_a_page(self, count, pages):
        badges = tuple(Badge(entry(at, LONG, LONG)) for at in range(count))

        assert page_count(badges_pdf(BadgesPaper(HEAD, badges))) == pages


class TestCheckIn:
    def test_only_columns_with_something(self):
        paper = CheckInPaper(HEAD, (ListedEntry(entry(1)),))

        assert column_names(check_in_part(paper, PRINTED)) == [
            "No.",
            "Name",
            "Present",
            "Signature",
        ]

    def test_fees(self):
        paper = CheckInPaper(
            HEAD,
            (
                ListedEntry(entry(1, "Anne", "Dijon"), "75001", fee_paid=1000, is_present=True),
                ListedEntry(entry(2, "Bob"), categories=("Women", "Junior"), withdrawn=True),
                ListedEntry(entry(3, "Cléo"), team="Bouts A", fee_paid=500),
            ),
            fee=1000,
        )

        part = check_in_part(paper, PRINTED)

        assert column_names(part) == [
            "No.",
            "Name",
            "Club",
            "Licence",
            "Team",
            "Categories",
            "Fee",
            "Paid",
            "Present",
            "Signature",
        ]
        told = [(row["name"], row["mark"], row["fee"], row["paid"]) for row in part["entries"]]
        assert told == [
            ("Anne", "", "10.00\N{NO-BREAK SPACE}€", True),
            ("Bob", "withdrawn", "10.00\N{NO-BREAK SPACE}€", False),
            ("Cléo", "", "5.00\N{NO-BREAK SPACE}€", True),
        ]
        assert part["sums"] == [
            ["Entries:", "3"],
            ["Present:", "1"],
            ["Paid:", "2"],
            ["Fees taken:", "15.00\N{NO-BREAK SPACE}€"],
        ]

    def test_pages(self):
        entries = tuple(ListedEntry(entry(at, LONG)) for at in range(1, 101))
        pdf = check_in_pdf(CheckInPaper(HEAD, entries, 1000), PRINTED)

        assert page_size(pdf) == LYING
        assert page_count(pdf) > 3


def test_money():
    with translation.override("fr"):
        assert money(123450, "EUR") == "1\N{NARROW NO-BREAK SPACE}234,50\N{NO-BREAK SPACE}€"
    assert money(27000, "CHF") == "270.00\N{NO-BREAK SPACE}CHF"


def standings_paper(**told) -> StandingsPaper:
    """Two rounds. Bob and Cléo tie; Dino left after the first; Eva came late and had a bye; the
    second slip of Anne says less than the others."""
    entries = [
        TournamentEntry("1", 1, "Anne", "Dijon", ("women",)),
        TournamentEntry("2", 2, "Bob"),
        TournamentEntry("3", 3, "Cléo", None, ("women",)),
        TournamentEntry("4", 4, "Dino", withdrawn_after=1),
        TournamentEntry("5", 5, "Eva", first_round=2),
    ]
    tables = [
        TableResult(1, {"1": 300, "2": -100, "3": -100, "4": -100}, SlipDetail.DEALS),
        TableResult(2, {"1": -60, "2": 30, "3": 30}, SlipDetail.TOTALS),
    ]
    found = TournamentInput(
        entries,
        tables,
        byes=[TournamentBye(2, "5")],
        penalties=[TournamentPenalty("1", -20, 1)],
        teams=[TournamentTeam("Bouts A", ("1", "2")), TournamentTeam("Petit A", ("3", "4"))],
    )
    settings = TournamentSettings.read({"leaver_policy": "unranked", "rounds_planned": 3})
    return StandingsPaper(
        HEAD,
        rank_tournament(found, settings, 2),
        3,
        byes=frozenset({(5, 2)}),
        category_names={"women": "Women"},
        **told,
    )


class TestStandings:
    """Anne 300 − 60 − 20 = 220; Eva 0 and a bye of 0; Bob and Cléo −100 + 30 = −70; Dino −100."""

    def test_rows(self):
        part = standings_part(standings_paper(), PRINTED)

        told = [(row["rank"], row["name"], row["figures"], row["total"]) for row in part["ranked"]]
        assert part["figures"] == ["R1", "R2", "Penalty"]
        assert told == [
            ("1", "Anne", ["+300", "−60*", "−20"], "+220"),
            ("2", "Eva", ["–", "0°", ""], "0"),
            ("3=", "Bob", ["−100", "+30*", ""], "−70"),
            ("3=", "Cléo", ["−100", "+30*", ""], "−70"),
        ]
        [dino] = part["below"]
        assert (dino["rank"], dino["mark"]) == ("–", "left after round 1")
        assert dino["figures"] == ["−100", "–", ""]

    def test_what_the_marks_mean(self):
        corrected = datetime(2026, 11, 14, 15, 42, tzinfo=UTC)

        part = standings_part(standings_paper(version=2, corrected_at=corrected), PRINTED)

        assert part["notes"] == [
            "= shares the rank; within it the order is that of the numbers and means nothing.",
            "° bye",
            "* the slip of this table says less than the others.",
            "– did not play this round",
            "Corrected on 14 November 2026, 16:42.",
        ]
        assert part["facts"] == [
            ["After round", "2 / 3"],
            ["State", "provisional"],
            ["Version", "2"],
        ]

    def test_teams_and_categories(self):
        """Bouts A 220 − 70 = 150; Petit A −70 − 100, with a leaver."""
        part = standings_part(standings_paper(is_final=True), PRINTED)

        teams = [(row["rank"], row["name"], row["mark"], row["total"]) for row in part["teams"]]
        assert teams == [("1", "Bouts A", "", "+150"), ("2", "Petit A", "incomplete", "−170")]
        assert part["teams"][0]["members"] == "Anne, Bob"
        [women] = part["categories"]
        assert women["name"] == "Women"
        told = [(row["rank"], row["overall"], row["name"], row["total"]) for row in women["rows"]]
        assert told == [("1", "1", "Anne", "+220"), ("2", "3=", "Cléo", "−70")]
        assert part["facts"][1] == ["State", "final"]

    def test_in_french(self):
        with translation.override("fr"):
            part = standings_part(standings_paper(), PRINTED)

        assert (part["heading"], part["words"]["rank"]) == ("Classement", "Rang")
        assert part["ranked"][0]["total"] == "+220"

    def test_ties_that_are_decided(self):
        """20 to each of two: by lot, SHA-256 of "7:2" begins with 8, that of "7:1" with d."""
        entries = [TournamentEntry(str(at), at, f"P{at}") for at in (1, 2, 3)]
        tables = [TableResult(1, {"1": 20, "2": 20, "3": -40}, SlipDetail.DEALS)]
        settings = TournamentSettings.read({"tie_breaks": ["best_round", "lot"], "seed": 7})
        found = rank_tournament(TournamentInput(entries, tables), settings, 1)

        part = standings_part(StandingsPaper(HEAD, found, 1), PRINTED)

        told = [(row["rank"], row["name"], row["mark"]) for row in part["ranked"]]
        assert told == [
            ("1", "P2", "drawn by lot"),
            ("2", "P1", "drawn by lot"),
            ("3", "P3", ""),
        ]
        assert part["notes"] == ["Equal totals are decided by: the best round, a draw of lots."]

    def test_before_anything_was_played(self):
        empty = rank_tournament(TournamentInput([]), TournamentSettings(), 0)
        paper = StandingsPaper(HEAD, empty, 3)

        assert standings_part(paper, PRINTED)["empty"] == "Nobody is ranked yet."
        assert page_count(tournament_standings_pdf(paper, PRINTED)) == 1

    def test_pages(self):
        pdf = tournament_standings_pdf(standings_paper(), PRINTED)

        assert (page_count(pdf), page_size(pdf)) == (1, UPRIGHT)


class TestPrizes:
    PAPER = PrizesPaper(
        HEAD,
        (
            PaperPrize(Award("", 1, "3", 3, 28000), "", entry(3, "Anne", "Dijon")),
            PaperPrize(
                Award("", 2, "4", 4, 0, ("Ham", "Wine"), to_decide=True), "", entry(4, "Bob")
            ),
            PaperPrize(Award("women", 1, "8", 8, 6550), "Women", entry(8, "Cléo")),
        ),
    )

    def test_the_list(self):
        part = prizes_part(self.PAPER, PRINTED)

        told = [(row["place"], row["list"], row["amount"], row["goods"]) for row in part["lines"]]
        assert told == [
            ("1", "Overall", "280.00\N{NO-BREAK SPACE}€", ""),
            ("2", "Overall", "", "Ham, Wine"),
            ("1", "Women", "65.50\N{NO-BREAK SPACE}€", ""),
        ]
        assert part["lines"][1]["mark"] == "the arbiter decides who takes which"
        assert part["sum"] == "345.50\N{NO-BREAK SPACE}€"

    def test_a_receipt(self):
        first, *_others = receipts_part(self.PAPER)["receipts"]

        assert first["sentence"] == (
            "Anne has received from Les Trois Bouts: 280.00\N{NO-BREAK SPACE}€, for place 1"
            " (overall ranking) in Tournoi de la Saint-Martin, Saturday 14 November 2026."
        )

    def test_pages(self):
        assert page_count(prizes_pdf(self.PAPER, PRINTED)) == 2
        assert page_count(prizes_pdf(PrizesPaper(HEAD, ()), PRINTED)) == 1


class TestCertificates:
    def test_what_one_says(self):
        diploma = Diploma("Bouts A", 2, 12, -395, "teams", "", ("Anne", "Bob"))

        paper = certificates_part(DiplomasPaper(HEAD, (diploma,)))
        early = certificates_part(DiplomasPaper(HEAD, (diploma,), is_final=False))
        [told] = paper["certificates"]

        assert (paper["state"], early["state"]) == (
            "",
            "Provisional: the results are not final yet",
        )

        assert told == {
            "name": "Bouts A",
            "under": "Anne, Bob",
            "rank": "2",
            "list": "teams",
            "result": "of 12, with −395 points",
        }

    def test_a_page_each(self):
        told = (Diploma("Anne", 1, 68, 540), Diploma(LONG, 2, 68, 385, club=LONG))
        pdf = certificates_pdf(DiplomasPaper(HEAD, told))

        assert (page_count(pdf), page_size(pdf)) == (2, LYING)


class TestReport:
    PAPER = ReportPaper(
        HEAD,
        "final results",
        (("Rounds", "5"), ("Ties", "share the rank")),
        (
            ListedEntry(entry(1, "Anne"), fee_paid=1000, is_present=True),
            ListedEntry(entry(2, "Bob"), withdrawn=True, note="ill"),
        ),
        (
            ReportedRound(1, "validated", "rotation", 7, 4, ("Nobody meets anybody twice.",), "ab"),
            ReportedRound(2, "planned", "", 0, 0),
        ),
        (ReportedChange(PRINTED, "Deal 3 corrected", (("Points", "41", "45"),), "Bob", "typo"),),
        (
            ReportedPenalty(entry(1, "Anne"), -30, 2, "late", "ten minutes", PRINTED, "Bob"),
            ReportedPenalty(entry(1, "Anne"), -10, 1, "conduct", "loud", PRINTED, "", "not she"),
        ),
        arbiters=("Charlie",),
        version="0.1.0",
        fingerprint="9f2c01ab",
    )

    def test_what_it_says(self):
        part = report_part(self.PAPER, PRINTED)

        assert part["settings"] == [["Rounds", "5"], ["Ties", "share the rank"]]
        assert [(told["title"], told["facts"]) for told in part["rounds"]] == [
            ("Round 1", "validated · 4 tables · rotation · seed 7"),
            ("Round 2", "planned"),
        ]
        assert part["rounds"][0]["sentences"] == "Nobody meets anybody twice."
        assert [told["state"] for told in part["entries"]] == ["", "absent, withdrawn, ill"]
        assert part["corrections"] == [
            {
                "where": "Deal 3 corrected",
                "by": "Bob, 14 November 2026, 16:05",
                "changes": [{"label": "Points", "was": "41", "now": "45"}],
                "reason": "“typo”",
            }
        ]
        assert [(told["points"], told["reason"]) for told in part["penalties"]] == [
            ("−30", "late: “ten minutes”"),
            ("−10", "conduct: “loud”; cancelled: “not she”"),
        ]
        assert part["version"] == "Feutre, version 0.1.0"
        assert part["fingerprint"] == "Fingerprint of the log: 9f2c 01ab"

    def test_pages(self):
        assert page_count(report_pdf(self.PAPER, PRINTED)) == 1


class TestEmergency:
    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    def test_it_begins_with_a_page_of_steps(self, language):
        with translation.override(language):
            part = guide_part(EmergencyPaper(HEAD, (), ()), PRINTED)
            pdf = emergency_pdf(EmergencyPaper(HEAD, (), ()), PRINTED)

        assert [len(chapter["steps"]) for chapter in part["chapters"]] == [6, 6]
        assert page_count(pdf) == 2  # it fits its page; the sheet to add up on follows

    def test_the_sheet_has_what_is_known_and_room_for_the_rest(self):
        lines = (
            SheetLine(PaperEntry(3, "Anne Adam", "", "ADAM Anne", "adam anne"), (120, None), -20),
            SheetLine(entry(1, "Bob"), (-60, 40)),
            SheetLine(entry(9, "Zoé")),
        )

        part = sheet_part(EmergencyPaper(HEAD, (), (), sheet=lines, rounds=4), PRINTED)

        assert part["rounds"] == ["R1", "R2", "R3", "R4"]
        assert part["lines"][0]["name"] == "ADAM Anne"  # as it stands in every list in order
        assert [(line["number"], line["scores"], line["penalty"]) for line in part["lines"]] == [
            ("3", ["+120", "–", "", ""], "−20"),
            ("1", ["−60", "+40", "", ""], ""),
            ("9", ["", "", "", ""], ""),
        ]


def test_the_emergency_set_is_one_file():
    """What to do, the overall sheet, standings, seating by table and by name, two slips with names
    and two without."""
    seating = SeatingPaper(HEAD, 2, (table(1), table(2)))
    blank = tuple(PaperTable(at, (PaperEntry(0, ""),) * 4) for at in (1, 2))
    papers = (slips(table(1), table(2)), slips(*blank))

    pdf = emergency_pdf(EmergencyPaper(HEAD, (seating,), papers, standings_paper()), PRINTED)

    assert page_count(pdf) == 2 + 1 + 2 + 1 + 1


def test_the_name_of_a_file():
    assert paper_file_name(HEAD, "Slips 2") == "tournoi-de-la-saint-martin-2026-11-14-slips-2.pdf"


def test_names_are_text():
    for odd in (ODD, "\x00\ud800", "שלום עולם", "👨‍👩‍👧", "W" * 200, "a b " * 300, " "):
        pdf = slips_pdf(slips(table(1, odd, odd, odd)), 4)

        assert page_count(pdf) == 1
