"""Lists of deals of Tarocco a volte and of Tarocco bolognese read again to the same records and
scores. Source: leagues.md §7.3, §10 (invariant 12); tarocco_volte.md §3; bolognese.md §8, §9."""

from random import Random

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.games import context_of, matches_of, session_of
from clubs.models import Sitting
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from tests.exchange.imports.evenings import (
    BOLOGNESE,
    CALLED,
    NAMES,
    NOTES,
    TALLIES,
    VOLTE,
    deals_of,
    judged,
    play,
    random_bolognese,
    random_volte,
    said,
    state,
    through_a_file,
)
from tests.exchange.test_round_trip import KINDS, import_into
from tests.games.bolognese.core import examples as pack
from tests.games.volte.core import deals as volte_deals


class TestRecords:
    """Whatever the rules take stands in the cells and is read from them."""

    @given(
        kind=st.sampled_from(KINDS),
        told=volte_deals.deals(),
        note=st.sampled_from(NOTES),
        both=st.booleans(),
    )
    def test_volte(self, kind, told, note, both):
        players, rules, record = told
        if both:
            record = {**record, "defence_points": 91 - record["points"]}
        scores, points = judged(VOLTE, players, rules, record)

        [again] = through_a_file(kind, "volte", (players, {**record, "note": note}, scores, points))

        assert again.players == tuple(players)
        assert again.record == said({**record, "note": note})
        assert again.scores == scores
        assert again.sides is None

    @given(
        kind=st.sampled_from(KINDS),
        told=pack.deals(),
        note=st.sampled_from(NOTES),
        dealer=st.sampled_from(pack.FOUR),
    )
    def test_cards_of_bolognese(self, kind, told, note, dealer):
        record = {**told, "dealer": dealer}
        scores, points = judged(BOLOGNESE, pack.FOUR, None, record)

        [again] = through_a_file(
            kind, "bolognese", (pack.FOUR, {**record, "note": note}, scores, points)
        )

        assert again.record == said({**record, "note": note})
        assert again.scores == scores
        assert again.sides == {"ns_total": points["Nora"], "ew_total": points["Wanda"]}

    @given(kind=st.sampled_from(KINDS), told=pack.piles())
    def test_counts_of_bolognese(self, kind, told):
        """The totals that a pile is worth, as if they had been counted at the table."""
        pairs = BOLOGNESE.answer(pack.FOUR, BOLOGNESE.read_rules(None), told)["pairs"]
        counts = {
            pair: {name: pairs[pair][name] for name in ("sequences", "cricche", "scartini")}
            for pair in ("ns", "ew")
        }
        record = {"entry": "quick", "quick": counts, "last_trick": told["last_trick"]}
        scores, points = judged(BOLOGNESE, pack.FOUR, None, record)

        [again] = through_a_file(kind, "bolognese", (pack.FOUR, record, scores, points))

        assert again.record == record
        assert again.scores == scores


BY_HAND = [
    ("bolognese", {"entry": "quick", "quick": TALLIES, "last_trick": "ew"}),
    ("bolognese", {**pack.QUICK, "accusi": [{"player": "Nora", "points": 25, "void": True}]}),
    ("bolognese", {**pack.QUICK, "penalties": {"ns": "scartini_only", "ew": "scartini_only"}}),
    ("bolognese", pack.pile("")),
    ("bolognese", pack.pile("MAT DK CQ SA MO1", passed_card="SA")),
    ("bolognese", CALLED),
    ("bolognese", {"kind": "void", "void_reason": "misdeal", "dealer": "Wanda"}),
    ("volte", {"kind": "void", "void_reason": "matto_alone", "dealer": "Wanda", "note": "x"}),
    ("volte", {"kind": "void", "void_reason": "all_pass", "out": ["Elio"]}),
    *(
        (game, {"kind": "scores", "label": "Briscola", "scores": {"Nora": 3, "Elio": -3}})
        for game in ("volte", "bolognese")
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "record"), BY_HAND)
def test_records_by_hand(kind, game, record):
    scores = record.get("scores", {})

    [again] = through_a_file(kind, game, (pack.FOUR, record, scores, {}))

    assert again.record == record


GAMES = [("volte", "volte", random_volte), ("bolognese", "cinquecento", random_bolognese)]


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize(("game", "rules", "make"), GAMES)
def test_random_evenings_into_another_club(club, tmp_path, game, rules, make, seed):
    play(club, Random(seed), game, rules, make)
    options = ["--rules", rules, "--new-players", "member"]

    with translation.override(["fr", "it"][seed // 2]):
        content = deals_of(club.club, KINDS[seed % 2], game)

    import_into("ailleurs", content, tmp_path, *options)

    assert state(club.other, game) == state(club.club, game)
    tables = Sitting.objects.filter(club=club.other)
    assert {(one.game, one.rules["name"], one.active_count) for one in tables} == {(game, rules, 4)}
    assert [*check_sittings(), *check_chains()] == []


@pytest.mark.parametrize(("game", "rules", "make"), GAMES)
def test_again_into_its_own_club(club, tmp_path, game, rules, make):
    play(club, Random(99), game, rules, make)
    before = state(club.club, game)

    content = deals_of(club.club, "csv", game)
    said_then = import_into("trois-bouts", content, tmp_path, "--rules", rules)

    assert "Imported: 0 deals and 0 totals at 0 tables" in said_then
    assert "Imported before: 24." in said_then
    assert state(club.club, game) == before


@pytest.mark.parametrize("seed", range(5))
def test_a_session_told_deal_by_deal_says_as_much_as_all_deals(seed):
    """Pairs change their sides and their people, and matches are decided on the way."""
    random, rules = Random(seed), BOLOGNESE.read_rules("cinquecento")
    records, session = [], session_of(BOLOGNESE, rules)
    for _deal in range(30):
        seated = random.choice([NAMES[:4], NAMES[1:4] + NAMES[:1], NAMES[2:]])
        seated = seated if random.random() < 0.2 or not records else records[-1]["players"]
        told = {**random_bolognese(random, seated, records), "players": seated}
        records.append(told)
        session.add(told)

        for players in (NAMES[:4], NAMES[1:4] + NAMES[:1], NAMES[2:]):
            by_all = context_of(BOLOGNESE, players, rules, records)
            assert session.context(players) == by_all
    assert session.decided() == matches_of(BOLOGNESE, rules, records).decided != ()


def test_nothing_goes_on_where_deals_stand_alone():
    record = {**volte_deals.LISCIO, "players": volte_deals.FOUR}

    session = session_of(VOLTE, VOLTE.read_rules(None), [record])
    assert (session.context(volte_deals.FOUR), session.decided()) == ({}, ())
