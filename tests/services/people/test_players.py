"""Two players who are one person."""

from datetime import date
from uuid import uuid4

import pytest

from clubs.models import (
    AuditEntry,
    Deal,
    DealScore,
    League,
    LeagueMember,
    LeagueState,
    Penalty,
    Player,
    Publication,
    Seat,
    Sitting,
    SittingTotal,
)
from clubs.queries.deals.deals import record_taken_back
from clubs.queries.tables.audit import past_version, sitting_log
from clubs.queries.tables.deal_detail import deal_detail
from clubs.queries.tables.sittings import score_sheet
from clubs.services.errors import LeagueClosed, PlayedTogether, RequestReused
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people.players import merge_players, was_merged
from clubs.services.tables import sittings
from tests.cast import audit, make_player, totals

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def zoe(club):
    """A guest who turns out to be Dora."""
    player = make_player(club.club, "Zoe")
    player.member_since = None
    player.save()
    club.players["Zoe"] = player
    return player


@pytest.fixture
def sitting(club, zoe):
    """Zoe was in every part that a record can name: taker, called, dealer, out, and by herself."""
    sitting = club.sitting("Alice", "Bob", "Zoe", "Charlie", "Olivia", "Frank", active_count=5)
    out = {"out": ["Frank"], "dealer": "Frank"}
    club.deal(
        sitting,
        taker="Zoe",
        called="Zoe",
        poignees=[{"player": "Zoe", "size": "simple"}],
        **out,
    )
    club.deal(sitting, taker="Alice", called="Zoe", **out)
    club.deal(sitting, taker="Alice", called="Bob", out=["Zoe"], dealer="Zoe")
    scores = {str(zoe.uuid): 5, str(club.player("Bob").uuid): -5}
    sittings.record_deal(
        club.actor("Alice"),
        sitting,
        {"kind": "scores", "label": "Vachette", "scores": scores},
        number=4,
        request_id=uuid4(),
    )
    return sitting


def merge(club, old, new, by="Charlie", **told):
    return merge_players(club.actor(by), old, club.player(new), **{"request_id": uuid4(), **told})


def everything():
    return (
        list(Player.objects.order_by("pk").values_list("pk", "name", "member_since", "user")),
        list(Seat.objects.order_by("pk").values_list("pk", "player", "former")),
        list(DealScore.objects.order_by("pk").values_list("pk", "player", "score")),
        list(Deal.objects.order_by("pk").values_list("pk", "record", "taker")),
        AuditEntry.objects.count(),
    )


class TestMergePlayers:
    def test_all_that_was_played_goes_over(self, club, sitting, zoe):
        before = totals(sitting)
        uuids = str(zoe.uuid), str(club.player("Dora").uuid)

        merge(club, zoe, "Dora")

        assert totals(sitting) == {
            ("Dora" if name == "Zoe" else name): total for name, total in before.items()
        }
        assert not Player.objects.filter(name="Zoe").exists()
        first, second, third, fourth = Deal.objects.order_by("number")
        assert first.taker == second.scores.get(role="partner").player == club.player("Dora")
        assert first.record["called"] == [uuids[1]]
        assert first.record["poignees"] == [{"player": uuids[1], "size": "simple"}]
        assert (third.record["dealer"], third.record["out"]) == (uuids[1], [uuids[1]])
        assert fourth.record["scores"][uuids[1]] == 5
        assert not any(uuids[0] in str(deal.record) for deal in Deal.objects.all())

    def test_the_proof_still_holds(self, club, sitting, zoe):
        merge(club, zoe, "Dora")

        assert [str(found) for found in check_sittings()] == []
        assert [str(found) for found in check_chains()] == []

    def test_the_log_and_older_versions_say_the_new_name(self, club, sitting, zoe):
        deal = sitting.deals.get(number=1)
        record = {**deal.record, "points": 49}
        record.pop("players")
        sittings.correct_deal(
            club.actor("Alice"), deal, record, revision=1, reason="", request_id=uuid4()
        )
        club.reseat(sitting, "Alice", "Bob", "Charlie", "Olivia")
        merge(club, zoe, "Dora")
        dora = str(club.player("Dora").uuid)
        sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)

        log = sitting_log(club.actor("Charlie"), sitting, page=1)
        detail = deal_detail(club.actor("Charlie"), Deal.objects.get(number=1))
        told = [line.value for row in log.rows for line in row.facts]

        assert "Two players made one" in [row.title for row in log.rows]
        assert "Dora leaves · Frank leaves · 4 play a deal" in told
        assert not any("Zoe" in value or str(zoe.uuid) in value for value in told)
        assert [version.facts[0].value for version in detail.versions] == ["Dora", "Dora"]
        past = past_version(club.actor("Charlie"), Deal.objects.get(number=1), 1)
        assert past.record["taker"] == dora

    def test_an_older_version_can_be_restored(self, club, sitting, zoe):
        deal = sitting.deals.get(number=1)
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="undo", request_id=uuid4())
        merge(club, zoe, "Dora")
        deal, sitting = Deal.objects.get(number=1), Sitting.objects.get(pk=sitting.pk)

        told_again = record_taken_back(club.actor("Alice"), sitting, 1)
        sittings.restore_deal(
            club.actor("Alice"), deal, version=1, revision=2, reason="", request_id=uuid4()
        )

        assert told_again["taker"] == str(club.player("Dora").uuid)
        assert deal.taker == club.player("Dora")

    def test_live_pages_see_the_other_name(self, club, sitting, zoe):
        seen = Sitting.objects.get(pk=sitting.pk).revision

        merge(club, zoe, "Dora")

        sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)
        assert sitting.revision == seen + 1
        assert [seat.name for seat in score_sheet(sitting).seats][2] == "Dora"

    def test_what_is_known_of_the_person_is_kept(self, club, zoe):
        zoe.member_since, zoe.user = date(2019, 9, 1), None
        zoe.save()

        merge(club, zoe, "Dora")

        dora = Player.objects.get(name="Dora")
        assert (dora.member_since, dora.user) == (date(2019, 9, 1), club.user("Dora"))

    def test_an_account_goes_over(self, club, zoe):
        zoe.user = club.user("Eve")
        zoe.save()

        merge(club, zoe, "Frank")

        assert Player.objects.get(name="Frank").user == club.user("Eve")

    def test_twice_in_a_row(self, club, sitting, zoe):
        dora, gus = club.player("Dora"), make_player(club.club, "Gus")
        gus.save()
        merge(club, zoe, "Dora")
        Player.objects.filter(pk=dora.pk).update(user=None)
        dora.refresh_from_db()
        merge_players(club.actor("Charlie"), dora, gus, request_id=uuid4())

        assert list(check_sittings()) == []
        assert sitting.seats.get(player=gus).former == [str(zoe.uuid), str(dora.uuid)]
        past = past_version(club.actor("Charlie"), Deal.objects.get(number=1), 1)
        assert past.record["taker"] == str(gus.uuid)

    def test_what_the_log_keeps(self, club, sitting, zoe):
        uuid = str(zoe.uuid)

        merge(club, zoe, "Dora")

        entry = AuditEntry.objects.get(action="merge_players", target_type="player")
        assert entry.chain_uuid == club.club.uuid
        assert entry.after == {"player": uuid, "sittings": [str(sitting.uuid)]}
        assert audit(sitting)[-1].after == {"players": {uuid: str(club.player("Dora").uuid)}}


class TestRefused:
    def test_who_sat_at_one_table(self, club, sitting, zoe):
        before = everything()

        with pytest.raises(PlayedTogether) as refusal:
            merge(club, zoe, "Bob")

        assert refusal.value.sittings == [sitting]
        assert everything() == before

    def test_somebody_with_themselves_or_of_another_club(self, club, sitting, zoe):
        before = everything()

        with pytest.raises(ValueError, match="two players"):
            merge_players(club.actor("Charlie"), zoe, zoe, request_id=uuid4())
        with pytest.raises(ValueError, match="two players"):
            merge_players(club.actor("Charlie"), club.player("Eve"), zoe, request_id=uuid4())

        assert everything() == before


class TestTwice:
    def test_it_is_done_once(self, club, sitting, zoe):
        request_id, gone = uuid4(), Player.objects.get(pk=zoe.pk)
        merge(club, zoe, "Dora", request_id=request_id)
        before = everything()

        merge(club, gone, "Dora", request_id=request_id)

        assert everything() == before
        dora = club.player("Dora")
        charlie = club.actor("Charlie")
        assert was_merged(charlie, club.club, dora.uuid, request_id=request_id)
        assert not was_merged(charlie, club.club, dora.uuid, request_id=uuid4())

    def test_the_same_id_for_somebody_else(self, club, sitting, zoe):
        request_id = uuid4()
        merge(club, zoe, "Dora", request_id=request_id)

        with pytest.raises(RequestReused):
            merge(club, club.player("Frank"), "Dora", request_id=request_id)


class TestSeasons:
    """What hangs on a player beside tables goes over as well."""

    def test_places_on_lists_penalties_totals_and_evenings(self, club, zoe):
        dora, frank = club.player("Dora"), club.player("Frank")
        both, one = club.league("Zoe", "Dora"), club.league("Frank", "Zoe", name="Cup")
        LeagueMember.objects.filter(league=both).update(carry_over=10)
        table = club.sitting("Alice", "Bob", "Zoe")
        evening = club.evening(one, date(2025, 9, 12), table)
        evening.present.add(zoe, frank)
        Penalty.objects.create(evening=evening, player=zoe, points=-10, reason="Late")
        SittingTotal.objects.create(sitting=table, player=zoe, total=40)
        content = {"standings": [{"player": str(zoe.uuid), "rank": 1}]}
        Publication.objects.create(league=one, version=1, content=content)

        merge_players(club.actor("Charlie"), zoe, dora, request_id=uuid4())

        rows = LeagueMember.objects.order_by("league", "number")
        assert list(rows.values_list("league", "player", "number", "carry_over")) == [
            (both.pk, dora.pk, 1, 20),
            (one.pk, frank.pk, 1, 0),
            (one.pk, dora.pk, 2, 0),
        ]
        assert set(evening.present.all()) == {dora, frank}
        assert Penalty.objects.get().player == dora
        assert SittingTotal.objects.get().player == dora
        told = Publication.objects.get().content
        assert told == {"standings": [{"player": str(dora.uuid), "rank": 1}]}

    @pytest.mark.parametrize("where", ["list", "evening", "penalty"])
    def test_a_closed_season_that_names_one_of_them_stays_as_it_is(self, club, zoe, where):
        league = club.league("Zoe") if where == "list" else club.league("Dora")
        evening = club.evening(league, date(2025, 9, 12), state="closed")
        if where == "evening":
            evening.present.add(zoe)
        if where == "penalty":
            Penalty.objects.create(evening=evening, player=zoe, points=-10, reason="Late")
        League.objects.filter(pk=league.pk).update(state=LeagueState.CLOSED)

        with pytest.raises(LeagueClosed):
            merge_players(club.actor("Charlie"), zoe, club.player("Dora"), request_id=uuid4())
        assert Player.objects.filter(pk=zoe.pk).exists()

    @pytest.mark.parametrize(("old", "new"), [("hidden", "initial"), ("initial", "hidden")])
    def test_who_wanted_no_public_name_keeps_none(self, club, zoe, old, new):
        dora = club.player("Dora")
        Player.objects.filter(pk=zoe.pk).update(public_name=old)
        Player.objects.filter(pk=dora.pk).update(public_name=new)

        merge_players(club.actor("Charlie"), zoe, dora, request_id=uuid4())

        assert Player.objects.get(pk=dora.pk).public_name == "hidden"

    def test_both_won_something_at_one_table_without_deals(self, club, zoe):
        table = club.sitting("Alice", "Bob", "Charlie")
        for player in (zoe, club.player("Dora")):
            SittingTotal.objects.create(sitting=table, player=player, total=0)

        with pytest.raises(PlayedTogether):
            merge_players(club.actor("Charlie"), zoe, club.player("Dora"), request_id=uuid4())

    def test_what_is_known_of_either(self, club, zoe):
        Player.objects.filter(pk=zoe.pk).update(nickname="Zouzou", licence="1", birth_year=1961)
        dora = club.player("Dora")
        Player.objects.filter(pk=dora.pk).update(licence="2", public_name="hidden")

        merge_players(club.actor("Charlie"), zoe, dora, request_id=uuid4())

        dora.refresh_from_db()
        known = (dora.nickname, dora.licence, dora.birth_year, dora.public_name)
        assert known == ("Zouzou", "2", 1961, "hidden")
