"""The finished sheet as data, against values worked out by hand, and the pages it becomes."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
import segno
from django.utils import translation

from clubs.access import Actor
from clubs.exchange.score_sheet import score_sheet_data, score_sheet_file_name, score_sheet_pdf
from clubs.models import AuditEntry, Deal, DealKind, DealScore, Player, Sitting
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.queries.tables.paper import paper_sheet
from clubs.services.changes import written_at
from clubs.services.tables import sittings
from tests.cast import keeper
from tests.exchange.pages import font_families, page_count, page_size
from tests.games.bolognese.services.test_matches import record

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")
PLAYED_AT = datetime(2026, 3, 17, 20, 15, tzinfo=UTC)  # 21:15 in Paris, a Tuesday
CORRECTED_AT = datetime(2026, 3, 17, 23, 30, tzinfo=UTC)  # half an hour after midnight there
PRINTED_AT = datetime(2026, 7, 1, 10, 0, tzinfo=UTC)  # noon, in summer


@pytest.fixture(autouse=True)
def _on_that_evening():
    with written_at(PLAYED_AT):
        yield


def printed(club, sitting: Sitting, actor: Actor | None = None):
    sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)
    found = paper_sheet(actor or club.actor("Bob"), sitting)
    return score_sheet_data(found, "a4", PRINTED_AT)


def pdf(club, sitting: Sitting, paper: str = "a4") -> bytes:
    sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)
    found = paper_sheet(club.actor("Bob"), sitting)
    return score_sheet_pdf(found, paper=paper, printed_at=PRINTED_AT)


def correct(club, deal: Deal, reason: str, **told: object) -> None:
    record = club.record(deal.sitting, **told)
    how = {"revision": deal.revision, "reason": reason, "request_id": uuid4()}
    with written_at(CORRECTED_AT):
        sittings.correct_deal(club.actor("Charlie"), deal, record, **how)


def only_scores(sitting: Sitting, label: str, *scores: int) -> Deal:
    """A deal of which nothing else is known."""
    deal = Deal.objects.create(
        uuid=uuid4(),
        sitting=sitting,
        number=sitting.deals.count() + 1,
        record={"label": label},
        kind=DealKind.SCORES,
        recorded_at=PLAYED_AT,
    )
    for seat, score in zip(sitting.seats.all(), scores, strict=True):
        DealScore.objects.create(
            deal=deal, seat=seat, player=seat.player, role="player", score=score
        )
    return deal


def figures(row) -> list[tuple[str, str, str]]:
    return [(cell["role"], cell["gain"], cell["total"]) for cell in row["cells"]]


class TestHead:
    def test_what_it_says(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        with written_at(CORRECTED_AT):
            sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        data = printed(club, sitting)

        assert (data["heading"], data["club"]) == ("Score sheet", "Les Trois Bouts")
        assert data["title"] == "Score sheet · Les Trois Bouts · Tuesday 17 March 2026 · table 1"
        assert data["facts"] == [
            ["Date", "Tuesday 17 March 2026"],
            ["Table", "1"],
            ["Rules", "FFT official rules"],
            ["Deals", "1"],
            ["Duration", "3 h 15"],
            ["Session", "closed"],
        ]
        assert data["state"] == "Closed on 18 March 2026, 00:30"

    def test_an_open_session_is_said_to_be_open(self, club):
        data = printed(club, club.sitting(*FOUR))

        assert data["facts"][-1] == ["Session", "in progress"]
        assert data["state"] == "Session in progress: not the final sheet"

    def test_in_french(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, dealer="Dora")

        with translation.override("fr"):
            data = printed(club, sitting)

        assert (data["lang"], data["heading"]) == ("fr", "Feuille de marque")
        assert data["facts"][0] == ["Date", "Mardi 17 mars 2026"]
        assert [column["name"] for column in data["columns"]] == [
            "N°", "Donneur", "Preneur", "Contrat", "Bouts", "Points", "Résultat", "Primes",
        ]  # fmt: skip

    def test_a_table_without_a_club_names_none(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")

        data = printed(club, opened.sitting, keeper(opened.link))

        assert (data["club"], data["running"]) == ("", "Tuesday 17 March 2026 · table 1")

    def test_the_name_of_the_file(self, club):
        club.club.name = "L’Écart & Cie"
        club.club.save()
        sitting = club.sitting(*FOUR)

        sheet = paper_sheet(club.actor("Bob"), sitting).sheet

        assert score_sheet_file_name(sheet) == "lecart-cie-2026-03-17-table-1.pdf"


class TestRows:
    def test_a_line_a_deal(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", points=49, dealer="Dora")  # (25+8)·2 = 66
        poignee = [{"player": "Charlie", "size": "simple"}]
        club.deal(
            sitting,
            taker="Bob",
            contract="prise",
            oudlers=1,
            points=48,
            poignees=poignee,
            petit_au_bout="defence",
        )  # −(25+3+10+20) = −58

        first, second = printed(club, sitting)["rows"]

        assert first == {
            "kind": "played",
            "number": "1",
            "mark": "",
            "label": "",
            "dealer": ["Dora"],
            "taker": ["Alice"],
            "called": (),
            "contract": "Garde",
            "oudlers": "2",
            "points": "49",
            "result": "made by 8",
            "bonuses": "",
            "cells": first["cells"],
        }
        assert figures(first) == [
            ("taker", "+198", "+198"),
            ("defender", "−66", "−66"),
            ("defender", "−66", "−66"),
            ("defender", "−66", "−66"),
        ]
        assert (second["contract"], second["result"]) == ("Prise", "down by 3")
        assert second["bonuses"] == ("Handful: single (Charlie); Petit at the end for the defence")
        assert [cell["gain"] for cell in second["cells"]] == ["+58", "−174", "+58", "+58"]
        assert [cell["total"] for cell in second["cells"]] == ["+256", "−240", "−8", "−8"]

    def test_who_is_called_and_who_rests(self, club):
        sitting = club.sitting(*FIVE, "Frank")
        club.deal(sitting, taker="Alice", called="Bob", points=49, out=["Frank"])  # 66
        club.deal(sitting, taker="Bob", called="Bob", points=40, out=["Alice"])  # −(25+1)·2 = −52

        first, second = printed(club, sitting)["rows"]

        assert (first["called"], second["called"]) == (("Bob",), ["alone"])
        assert figures(first) == [
            ("taker", "+132", "+132"),
            ("partner", "+66", "+66"),
            *[("defender", "−66", "−66")] * 3,
            ("out", "rests", "0"),
        ]
        assert figures(second) == [
            ("out", "rests", "+132"),
            ("taker", "−208", "−142"),
            *[("defender", "+52", "−14")] * 3,
            ("defender", "+52", "+52"),
        ]

    def test_half_points(self, club):
        sitting = club.sitting("Alice", "Bob", "Dora")
        club.deal(sitting, points=41.5)

        assert printed(club, sitting)["rows"][0]["points"] == "41½"

    def test_void_deals_keep_their_line_and_their_reason(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, kind="void", void_reason="petit_sec", dealer="Bob")
        deal = club.deal(sitting, taker="Alice")
        how = {"revision": 1, "reason": "twice", "request_id": uuid4()}
        sittings.void_deal(club.actor("Alice"), deal, **how)

        data = printed(club, sitting)

        assert [
            (row["kind"], row["dealer"], row["label"], row["mark"]) for row in data["rows"]
        ] == [
            ("void", ["Bob"], "Petit sec", ""),
            ("void", [""], "Taken back", "*"),
        ]
        assert data["facts"][3] == ["Deals", "0"]

    def test_a_deal_of_which_only_the_scores_are_known(self, club):
        sitting = club.sitting(*FOUR)
        only_scores(sitting, "vachette", 90, -30, -30, -30)

        data = printed(club, sitting)

        [row] = data["rows"]
        assert (row["kind"], row["label"], row["taker"]) == ("scores", "vachette", [""])
        assert figures(row)[:2] == [("player", "+90", "+90"), ("player", "−30", "−30")]
        assert [column["key"] for column in data["columns"]] == ["number", "bonuses"]

    def test_somebody_who_left_and_somebody_who_came(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Dora")  # 60
        club.reseat(sitting, "Alice", "Bob", "Charlie", "Frank")
        club.deal(sitting, taker="Frank")

        data = printed(club, sitting)

        names = [(seat["name"], seat["signs"], seat["total"]) for seat in data["seats"]]
        assert names == [
            ("Alice", "Alice", "−120"),
            ("Bob", "Bob", "−120"),
            ("Charlie", "Charlie", "−120"),
            ("Frank", "Frank", "+180"),
            ("Dora", "Dora, until deal 1", "+180"),
        ]
        assert [figures(row)[3:] for row in data["rows"]] == [
            [("", "", ""), ("taker", "+180", "+180")],
            [("taker", "+180", "+180"), ("", "", "")],
        ]


class TestTotals:
    def test_ranks_and_the_sum(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")  # (25+5)·2 = 60

        data = printed(club, sitting)

        assert [(seat["total"], seat["rank"]) for seat in data["seats"]] == [
            ("−60", "2"),
            ("+180", "1"),
            ("−60", "2"),
            ("−60", "2"),
        ]
        assert data["words"]["totals"] == "Total (sum 0)"


class TestNotes:
    def test_who_corrected_when_why_and_what(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        deal = club.deal(sitting, taker="Alice", note="Luc was late")
        correct(club, deal, "counted wrong", taker="Bob", points=49, note="Luc was late")

        data = printed(club, sitting)

        assert [row["mark"] for row in data["rows"]] == ["", "*"]
        assert data["notes"] == [
            {
                "deal": 2,
                "head": "Deal 2 corrected",
                "by": "Charlie, 18 March 2026, 00:30",
                "text": "“counted wrong”",
                "changes": [
                    {"label": "Taker", "was": "Alice", "now": "Bob"},
                    {"label": "Points", "was": "46", "now": "49"},
                ],
            },
            {"deal": 2, "head": "Deal 2", "by": "", "text": "Luc was late", "changes": []},
        ]

    def test_what_concerns_no_deal_stands_last(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        deal = club.deal(sitting)
        correct(club, deal, "", points=49)

        heads = [note["head"] for note in printed(club, sitting)["notes"]]

        assert heads == ["Deal 1 corrected", "Session reopened"]

    def test_who_only_watches_is_told_no_more_than_when(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        correct(club, deal, "counted wrong", points=49)
        guest = keeper(club.link(sitting, "watch"))

        data = printed(club, sitting, guest)

        assert data["notes"] == [
            {
                "deal": 1,
                "head": "Deal 1 corrected",
                "by": "18 March 2026, 00:30",
                "text": "",
                "changes": [],
            }
        ]


class TestFingerprint:
    def test_that_of_the_last_entry_in_groups(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)
        last = fingerprint_in_log(sitting.uuid)

        data = printed(club, sitting)

        groups = data["fingerprint"]["groups"]
        assert ("".join(groups), {len(group) for group in groups}) == (last, {4})
        assert data["fingerprint"]["address"] == "localhost:8000/check/"
        typed = " ".join(groups)
        assert data["foot"] == f"Feutre · printed on 1 July 2026, 12:00 · {typed}"

    def test_the_square_leads_to_the_page_that_checks(self, club, settings):
        settings.SITE_URL = "https://tarot.example"
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        last = fingerprint_in_log(sitting.uuid)

        told = printed(club, sitting)["fingerprint"]

        square = segno.make(
            f"https://tarot.example/check/?f={last}", error="m", micro=False, mask=2
        )
        assert told["qr"] == square.svg_inline(border=0)
        assert told["address"] == "tarot.example/check/"

    def test_before_the_first_deal_there_is_none(self, club):
        data = printed(club, club.sitting(*FOUR))

        assert data["fingerprint"] is None
        assert data["foot"] == "Feutre · printed on 1 July 2026, 12:00"


class TestPages:
    @pytest.mark.parametrize(("paper", "size"), [("a4", (841, 595)), ("a5", (595, 419))])
    def test_a_short_evening_is_one_page(self, club, paper, size):
        sitting = club.sitting(*FIVE)
        for number in range(10):
            club.deal(sitting, taker=FIVE[number % 5], called=FIVE[(number + 1) % 5])

        found = pdf(club, sitting, paper)

        assert (page_count(found), page_size(found)) == (1, size)
        assert font_families(found) == {b"SourceSansPro", b"SourceSerifPro"}

    def test_the_matches_are_under_the_table(self, club):
        """106 to 89 a deal, to 200. A game without matches tells none."""
        sitting = club.sitting(*FOUR, game="bolognese", rules={"target": 200})
        for number in (1, 2, 3):
            record(club, sitting, number)

        told = printed(club, sitting)

        assert told["matches"] == [
            "Match 1 · Alice and Charlie won: 212 to 178 (deals 1 to 2)",
            "Match 2 · Goes on: Alice and Charlie 106, Bob and Dora 89 (deal 3)",
        ]
        assert told["words"]["matches"] == "Matches"
        assert page_count(pdf(club, sitting)) == 1
        assert printed(club, club.sitting(*FOUR))["matches"] == []

    def test_before_the_first_deal(self, club):
        assert page_count(pdf(club, club.sitting(*FOUR))) == 1

    def test_sixty_deals(self, club):
        sitting = club.sitting(*FIVE)
        for number in range(60):
            club.deal(sitting, taker=FIVE[number % 5], called=FIVE[(number + 1) % 5])

        assert page_count(pdf(club, sitting)) == 2

    @pytest.mark.parametrize("paper", ["a4", "a5"])
    def test_everything_at_once(self, club, paper):
        """Eight seats, long names, one who left, corrections, long notes, all kinds of deals."""
        sitting = club.sitting(*FIVE, "Frank")
        club.reseat(sitting, *FIVE, "Frank", "Gil", "Hugo")
        club.players |= {name: Player.objects.get(name=name) for name in ("Gil", "Hugo")}
        for number in range(12):
            takes, rests = ("Dora", ["Bob", "Gil"]) if number % 2 else ("Bob", ["Dora", "Hugo"])
            told = {"taker": takes, "called": takes, "out": ["Alice", *rests]}
            deal = club.deal(sitting, **told, note="late again " * 40)
        correct(club, deal, "x" * 200, **told, points=60)
        club.deal(sitting, kind="void", void_reason="misdeal", out=["Alice", "Bob"])
        club.reseat(sitting, "Alice", "Bob", "Charlie", "Olivia", "Frank", "Gil", "Hugo")
        only_scores(sitting, "agreed adjustment " * 20, *[0] * 8)
        for name, player in club.players.items():
            player.name = f"{name}\x07 de La Rochefoucauld-Montmorency d’Œuf 👑 שלום"
            player.table_name = f"{name} W👑שלוםWWW"[:12]
            player.save()

        assert page_count(pdf(club, sitting, paper)) > 1


def test_the_log_that_the_notes_come_from_is_read_only(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    before = list(AuditEntry.objects.values())

    pdf(club, sitting)

    assert list(AuditEntry.objects.values()) == before
