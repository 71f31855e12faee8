"""Results that are final, opened again, and prizes. Source: tournaments.md §3.1, §7, §8."""

import json
from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.models import Entry, Publication, Slip, SlipState, TournamentState
from clubs.queries.tournaments.results.prizes import prize_page
from clubs.queries.tournaments.results.standings import tournament_standings
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.errors import RequestReused
from clubs.services.tournaments import results
from clubs.services.tournaments.imports import import_tournament
from tests.again import built_once
from tests.paths import DATA
from tests.refusals import codes

SMALL = json.loads((DATA / "tournament_small.json").read_text(encoding="utf-8"))


@pytest.fixture
@built_once
def played(club):
    """The tournament of the examples of tournaments.md §7, its results provisional."""
    document = {**SMALL, "tournament": {**SMALL["tournament"], "state": "provisional"}}
    return import_tournament(club.actor("Charlie"), club.club, document, request_id=uuid4())


def publish(club, tournament, by="Charlie"):
    return results.publish_results(club.actor(by), tournament, request_id=uuid4())


class TestFinal:
    def test_they_are_kept_as_they_are(self, club, played):
        """tournaments.md §7.2: totals 540, 385, 259, 259, 253, ranks 1, 2, 3, 3, 5."""
        published = publish(club, played)

        assert played.state == TournamentState.FINAL
        rows = published.content["standings"]["rows"][:5]
        assert [(row["rank"], row["total"]) for row in rows] == [
            (1, 540),
            (2, 385),
            (3, 259),
            (3, 259),
            (5, 253),
        ]
        assert published.version == 1

    def test_nobody_is_named_in_them(self, club, played):
        content = json.dumps(publish(club, played).content, ensure_ascii=False)

        names = list(played.entries.values_list("name", flat=True))
        assert [name for name in names if name in content] == []

    def test_sent_twice_it_is_one(self, club, played):
        request_id = uuid4()
        charlie = club.actor("Charlie")

        both = [results.publish_results(charlie, played, request_id=request_id) for _ in range(2)]

        assert both[0] == both[1]
        assert Publication.objects.count() == 1

    def test_not_with_an_open_dispute(self, club, played):
        slip = Slip.objects.first()
        slip.state, slip.dispute = SlipState.DISPUTED, "Donne 3"
        slip.save()

        assert codes(publish, club, played) == ["results_disputed"]

    def test_not_before_the_last_round(self, club, played):
        played.state = TournamentState.PLAYING
        played.save()

        assert codes(publish, club, played) == ["tournament_step"]


class TestOpenedAgain:
    def reopen(self, club, tournament, by="Olivia", reason="Donne 3 mal comptée"):
        return results.reopen_results(club.actor(by), tournament, reason=reason, request_id=uuid4())

    def test_by_an_owner_with_a_reason(self, club, played):
        publish(club, played)

        self.reopen(club, played)

        assert (played.state, played.standings_version) == (TournamentState.PROVISIONAL, 2)
        assert publish(club, played).version == 2

    def test_without_a_reason(self, club, played):
        publish(club, played)

        assert codes(self.reopen, club, played, reason=" ") == ["reopen_reason_required"]

    def test_what_is_not_final(self, club, played):
        assert codes(self.reopen, club, played) == ["not_final"]

    def test_by_nobody_else(self, club, played):
        publish(club, played)

        with pytest.raises(Forbidden):
            self.reopen(club, played, by="Charlie")


class TestPrizes:
    def plan(self, **told):
        return {"kind": "shares", "unit": 500, "shares": [40, 25, 15, 10, 10], **told}

    def test_tied_places_share(self, club, played):
        """13 paid 10.00: 130.00. Of 52, 32.50, 19.50, 13 and 13, down to 5.00: 50, 30, 15, 10, 10;
        the rest of 15 goes to the first. Third and fourth share 15 + 10: 12.50 each."""
        played.fee = 1000
        played.save()
        for entry in Entry.objects.all():
            entry.fee_paid, entry.fee_paid_at = 1000, entry.entered_at
            entry.save()
        charlie = club.actor("Charlie")
        results.set_prizes(charlie, played, self.plan(), request_id=uuid4())

        page = prize_page(played, standings_after(played, 3))

        assert (page.pot, page.given) == (13000, 13000)
        amounts = [line.award.amount for line in page.lines]
        assert amounts == [6500, 3000, 1250, 1250, 1000]

    def test_a_category_goes_on_to_the_next(self, club, played):
        """tournaments.md §7.6: of the women P11 is first (385), then P05 and P09 (259). P11 has 300
        for the second place of all, and gives up the 100 of the category."""
        told = {"kind": "fixed", "fixed": [50000, 30000]}
        told["categories"] = {"women": {"fixed": [10000], "goods": []}}
        results.set_prizes(club.actor("Charlie"), played, told, request_id=uuid4())

        page = prize_page(played, standings_after(played, 3))

        rows = [(line.list, line.award.number, line.award.amount) for line in page.lines]
        assert rows[1] == ("", 11, 30000)
        assert sorted(rows[2:]) == [("women", 5, 5000), ("women", 9, 5000)]

    def test_goods_that_are_shared_are_the_arbiters(self, club, played):
        told = {"kind": "goods", "goods": ["Jambon", "Panier", "Vin"]}
        results.set_prizes(club.actor("Charlie"), played, told, request_id=uuid4())

        page = prize_page(played, standings_after(played, 3))
        assert any(line.award.to_decide for line in page.lines)

    def test_not_once_it_is_final(self, club, played):
        publish(club, played)

        told = (club.actor("Charlie"), played, self.plan())
        assert codes(results.set_prizes, *told, request_id=uuid4()) == ["tournament_step"]

    def test_the_same_request_with_another_plan(self, club, played):
        request_id, charlie = uuid4(), club.actor("Charlie")
        results.set_prizes(charlie, played, self.plan(), request_id=request_id)

        with pytest.raises(RequestReused):
            results.set_prizes(charlie, played, self.plan(unit=100), request_id=request_id)


class TestWords:
    def test_a_tie_break_is_told_with_its_numbers(self, club, played):
        """tournaments.md §7.3: best_round puts P05 (240) before P09 (191)."""
        played.settings = {**played.settings, "tie_breaks": ["best_round"]}
        played.save()

        lines = {line.row.number: line for line in tournament_standings(played).lines}

        assert lines[5].row.rank == 3
        assert "240" in lines[5].remark
        assert "191" in lines[5].remark

    def test_ranks_won_and_lost(self, club, played):
        """tournaments.md §7.4: P07 was 4th after round 2 and is 13th, for having left."""
        lines = {line.row.number: line for line in tournament_standings(played).lines}

        assert lines[7].moved == 4 - 13
        assert "2" in lines[7].remark

    def test_an_earlier_round(self, club, played):
        page = tournament_standings(played, 1)

        assert (page.after, page.steps.over) == (1, 3)
        assert [len(line.cells) for line in page.lines] == [1] * 13
