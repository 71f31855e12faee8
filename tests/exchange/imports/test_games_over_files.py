"""Several games and matches that go on over several files. Source: leagues.md §7.3."""

from datetime import date
from random import Random

import pytest

from clubs.exchange.club_lists import TOTAL_COLUMNS, deal_header, total_rows
from clubs.exchange.spreadsheets import local_csv
from clubs.models import Deal, MatchScore, Sitting, SittingTotal
from clubs.queries.exports import export_deals, export_totals
from tests.exchange.imports.evenings import (
    CALL,
    FIRST,
    NAMES,
    deals_of,
    play,
    random_bolognese,
    state,
)
from tests.exchange.test_round_trip import import_into, record_named


def test_matches_are_called_out_in_these_evenings(club):
    """Else the tests above would say nothing of what a deal must know of those before."""
    play(club, Random(0), "bolognese", "cinquecento", random_bolognese)

    assert any("called_out" in deal.record for deal in Deal.objects.all())
    assert MatchScore.objects.exists()


class TestOneGameAtATime:
    @pytest.fixture(autouse=True)
    def _tables(self, club):
        club.deal(club.sitting("Alice", "Bob", "Charlie"))
        four = ("Alice", "Bob", "Charlie", "Dora")
        volte = club.sitting(*four, game="volte", rules="volte")
        club.deal(volte, contract="liscio", honours=2, points=47)

    def test_each_has_its_columns(self, club):
        french, volte = (export_deals(club.club, game=game) for game in ("french", "volte"))

        assert "oudlers" in deal_header(french)
        assert "oudlers" not in deal_header(volte)
        assert [row.record["contract"] for row in volte.deals] == ["liscio"]
        assert [row.record["contract"] for row in french.deals] == ["garde"]

    def test_a_season_says_its_game(self, club):
        league = club.league(game="volte")
        sitting = Sitting.objects.get(game="volte")
        club.evening(league, date(2025, 10, 10), sitting)

        export = export_deals(club.club, league, game="french")

        assert export.game == "volte"
        assert [row.record["contract"] for row in export.deals] == ["liscio"]


class TestMatchesOverFiles:
    """A deal is judged with those before it, also where these came with an earlier file."""

    @pytest.fixture
    def files(self, club):
        """Of the table after its first deal, and after its second."""
        sitting = club.sitting(*NAMES[:4], game="bolognese", rules="cinquecento")
        found = []
        for number, told in enumerate((FIRST, CALL), 1):
            record_named(club, sitting, told, number)
            found.append(deals_of(club.club, "csv", "bolognese"))
        return found

    def test_the_second_file_has_all_deals(self, club, tmp_path, files):
        options = ["--new-players", "member", "--rules", "cinquecento"]
        import_into("ailleurs", files[0], tmp_path, *options)
        assert not MatchScore.objects.filter(sitting__club=club.other).exists()

        import_into("ailleurs", files[1], tmp_path, *options)

        assert state(club.other, "bolognese") == state(club.club, "bolognese")
        scores = MatchScore.objects.filter(sitting__club=club.other).order_by("player__name")
        assert [one.score for one in scores] == [508 - 70, 70 - 508] * 2


class TestTotalsOfTwoGames:
    """Each list comes back as what it was, though both have the same day, label and scores."""

    TOLD = b"player;2025-10-10\nAlice;197\nBob;-197\n"

    @pytest.fixture
    def lists(self, club, tmp_path):
        for game in ("french", "volte"):
            import_into("trois-bouts", self.TOLD, tmp_path, "--game", game)
        return {
            game: local_csv(TOTAL_COLUMNS, total_rows(export_totals(club.club, game=game)))
            for game in ("french", "volte")
        }

    def test_into_another_club(self, club, tmp_path, lists):
        for game, content in lists.items():
            import_into("ailleurs", content, tmp_path, "--game", game, "--new-players", "member")

        rows = SittingTotal.objects.filter(sitting__club=club.other).order_by("pk")
        assert list(rows.values_list("sitting__game", "player__name", "total")) == [
            ("french", "Alice", 197),
            ("french", "Bob", -197),
            ("volte", "Alice", 197),
            ("volte", "Bob", -197),
        ]

    def test_again_into_its_own_club(self, tmp_path, lists):
        for game, content in lists.items():
            said = import_into("trois-bouts", content, tmp_path, "--game", game)
            assert "Imported before: 2." in said

    def test_under_another_label_too(self, tmp_path, lists):
        """Who won what tells them again, in their game alone."""
        renamed = b"player;table;date;score\nAlice;9;2025-10-10;197\nBob;9;2025-10-10;-197\n"

        for game in ("french", "volte"):
            said = import_into("trois-bouts", renamed, tmp_path, "--game", game, "--dry-run")
            assert "Imported before: 2." in said
        said = import_into("trois-bouts", renamed, tmp_path, "--game", "bolognese", "--dry-run")
        assert "Imported before: 2." not in said
