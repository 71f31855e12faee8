"""Deals of French tarot for practice: those of the demo club."""

from random import Random

from clubs.core.games import Rules
from clubs.services.deals.invented_deals import Dealt, Record
from clubs.services.demo import play as demo_play


def french_deal(chance: Random, dealt: Dealt, rules: Rules) -> Record:
    settings = rules.to_json()
    seating = demo_play.DealSeating(
        active=dealt.active,
        dealer=dealt.dealer,
        out=dealt.out,
        called_count=len(settings["call_weights"].get(str(len(dealt.active)), ())),
        has_misere=settings["misere"]["enabled"],
    )
    return demo_play.invent_deal(chance, seating)
