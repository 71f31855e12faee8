"""The worked examples through the form, and what the pages of a deal cost."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django.asserts import assertContains

from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.problems import DealRefused, Problem
from clubs.models import Deal, Player, Sitting
from clubs.services.tables.tables import open_sitting
from tests.cast import Cast, make_player
from tests.paths import DATA
from tests.views.tables.pages import FIVE, garde, statements, typed, uuids

EXAMPLES = DATA / "deals_public.jsonl"


def examples() -> list[dict]:
    return [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]


ACCEPTED = [example for example in examples() if "scores" in example["expect"]]


# What no form of ours can say: fields and types that it does not have, tables that never open,
# two handfuls of one player, a slam announced and made by the other side, a call where none is.
BEYOND = {
    "err-oudlers-type", "err-call-four", "err-poignee-twice", "err-chelem-conflict",
    "err-chelem-defence-off", "err-chelem-defence-conflict",
    "err-void-result", "err-unknown-field", "err-duplicate-name", "err-two-players", "err-rules",
    "err-rules-value",
}  # fmt: skip


REFUSED = [
    example
    for example in examples()
    if "error" in example["expect"] and example["id"] not in BEYOND
]


GAPS = {
    "err-no-call": ("called_0", "Who was called?"),
    "err-missing": ("points", "How many points?"),
}


FIELDS = {
    "err-points-high": "points", "err-half-four": "points", "err-quarter": "points",
    "err-oudlers": "oudlers", "err-points-oudlers-low": "points",
    "err-points-oudlers-high": "points", "err-taker-unknown": "taker", "err-taker-out": "taker",
    "err-contract": "contract", "err-contract-profile": "contract", "err-minimum-bid": "contract",
    "err-petit-none": "petit_au_bout", "err-petit-three": "petit_au_bout",
    "err-petit-chelem-camp": "petit_au_bout", "err-petit-player": "petit_player",
    "err-poignee-sum": "poignee_0", "err-chelem-points": "chelem",
    "err-petit-chelem-off": "petit_chelem", "err-two-slams": "petit_chelem",
    "err-misere-off": "misere_1", "err-misere-poignee": "misere_1",
}  # fmt: skip


def set_up(club: Cast, example: dict) -> Sitting:
    names = example["players"]
    Player.objects.bulk_create(make_player(club.club, name) for name in names)
    players = {player.name: player for player in Player.objects.filter(name__in=names)}
    out = example["deal"].get("out", [])
    return open_sitting(
        club.actor("Alice"),
        club.club,
        [players[name] for name in names],
        get_game("french").read_rules(example["rules"]),
        active_count=len(names) - len(out),
        request_id=uuid4(),
    )


OUTCOMES = {
    (None, True): "announced_failed",
    ("attack", True): "announced_made",
    ("attack", False): "unannounced_made",
    ("defence", False): "defence_made",
}


def told_by_hand(sitting: Sitting, deal: dict) -> dict[str, object]:
    """The fields of the form that tell the deal of an example."""
    seat = {name: position for position, name in enumerate(uuids(sitting))}
    told = {key: deal[key] for key in ("taker", "contract", "petit_au_bout", "petit_player",
                                       "dealer", "void_reason") if key in deal}  # fmt: skip
    told |= {key: str(deal[key]) for key in ("oudlers", "points") if key in deal}
    told |= {f"called_{i}": name or "dog" for i, name in enumerate(deal.get("called") or ())}
    told |= {f"poignee_{seat[p['player']]}": p["size"] for p in deal.get("poignees", ())}
    told |= {f"misere_{seat[m['player']]}": [m["kind"]] for m in deal.get("miseres", ())}
    for slam in ("chelem", "petit_chelem"):
        outcome = (deal.get(slam), deal.get(f"{slam}_announced", False))
        told |= {slam: OUTCOMES[outcome]} if outcome in OUTCOMES else {}
    if deal.get("chelem_defence_announced"):
        told["chelem"] = "defence_bid_made" if deal.get("chelem") else "defence_bid_lost"
    if "out" in deal:
        told["out"] = deal["out"]
    return told


def problem_of(example: dict, code: str) -> Problem:
    """What core says of the example itself, with the numbers that the message shows."""
    game = get_game("french")
    with pytest.raises(DealRefused) as refusal:
        game.judge(example["players"], game.read_rules(example["rules"]), example["deal"])
    return next(problem for problem in refusal.value.problems if problem.code == code)


class TestQueries:
    """Each page asks the same with one deal and with three."""

    @pytest.fixture(params=[1, 3])
    def sitting(self, request, club):
        sitting = club.sitting(*FIVE)
        for _deal in range(request.param):
            club.deal(sitting)
        return sitting

    def count(self, client, method, path, data=None):
        with CaptureQueriesContext(connection) as captured:
            response = getattr(client, method)(path, data)
        assert response.status_code in (200, 302)
        return len(statements(captured))

    def test_deal_entry(self, alice, sitting):
        # session, user, membership, sitting, seats, deals; of the last deal record, scores, names
        assert self.count(alice, "get", f"/t/{sitting.uuid}/new/") == 9

    def test_recording(self, alice, sitting):
        number = sitting.deals.count() + 1
        data = garde(sitting, number=number, called_0="Bob")

        # a preview; bump, receipt, last number, seats, deal, scores, chain, its head, entry
        assert self.count(alice, "post", f"/t/{sitting.uuid}/new/", data) == 14

    def test_correction(self, alice, sitting):
        path = f"/t/{sitting.uuid}/1/edit/"
        data = garde(sitting, called_0="Bob", revision=1, reason="Entered wrong")

        # session, user, membership, deal, scores
        assert self.count(alice, "get", path) == 5
        # these, the old scores, the last number, seats and seasons for the ranks
        assert self.count(alice, "post", path, {**data, "step": "review"}) == 9
        # session, user, membership, deal; bump, receipt, reread of the deal, seats, deal,
        # scores away and anew, chain, its head, entry
        assert self.count(alice, "post", path, {**data, "step": "correct"}) == 14

    def test_taking_back(self, alice, sitting):
        path = f"/t/{sitting.uuid}/1/void/"

        # as for the review of a correction
        assert self.count(alice, "get", path) == 9
        data = {"revision": 1, "request_id": str(uuid4())}
        # as for a correction, and the last number, which Redo sends along
        assert self.count(alice, "post", path, data) == 15


class TestExamples:
    @pytest.mark.parametrize("example", ACCEPTED, ids=lambda example: example["id"])
    def test_what_is_accepted_scores_as_written(self, alice, club, example):
        sitting = set_up(club, example)
        data = typed(sitting, **told_by_hand(sitting, example["deal"]))
        expect = example["expect"]
        if expect["warnings"]:
            refused = alice.post(f"/t/{sitting.uuid}/new/", data)
            assert refused.status_code == 422
            data["confirmed"] = ",".join(expect["warnings"])

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assert response.status_code == 302
        scores = Deal.objects.get().scores.values_list("player__name", "score")
        assert dict(scores) == expect["scores"]

    @pytest.mark.parametrize("example", REFUSED, ids=lambda example: example["id"])
    def test_what_is_refused_says_so_at_its_field(self, alice, club, example):
        sitting = set_up(club, example)
        told = told_by_hand(sitting, example["deal"])
        code = example["expect"]["error"]
        for language in ("en", "fr"):
            alice.cookies["django_language"] = language
            with translation.override(language):
                if example["id"] in GAPS:
                    field, question = GAPS[example["id"]]
                    message = translation.gettext(question)
                else:
                    field = FIELDS[example["id"]]
                    message = problem_message(problem_of(example, code))

            response = alice.post(f"/t/{sitting.uuid}/new/", typed(sitting, **told))

            assert response.status_code == 422
            assert message in response.context["form"].errors[field]
            assertContains(response, message, status_code=422, html=False)
        assert not Deal.objects.exists()


def test_every_example_is_tried_or_named_as_beyond_the_form():
    tried = {example["id"] for example in [*ACCEPTED, *REFUSED]}
    assert tried | BEYOND == {example["id"] for example in examples()}
    assert set(FIELDS) | set(GAPS) == {example["id"] for example in REFUSED}


def test_the_page_of_six_with_all_bonuses_is_light(client, club):
    club.players["Gus"] = make_player(club.club, "Gus")
    club.players["Gus"].save()
    sitting = club.sitting(*FIVE, "Gus", rules="family", active_count=6)
    client.force_login(club.user("Alice"))

    # 5 kB of them are the rules and words with which the phone counts and tells what waits
    assert len(client.get(f"/t/{sitting.uuid}/new/").content) <= 67_500
