"""The choice of rules among those that a club offers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import forms

from clubs.core.games import Rules
from clubs.forms.fields import set_choices
from clubs.queries.deals.rules import RulesOffer, find_offer


@dataclass(frozen=True, slots=True)
class RulesOption:
    """One profile among those that a form offers."""

    offer: RulesOffer
    is_on: bool


def rules_choices(offers: Iterable[RulesOffer]) -> list[tuple[str, str]]:
    return [(offer.name, offer.title) for offer in offers]


class RulesChoice(forms.Form):
    """A form with a field `rules`, which offers these profiles."""

    offers: Sequence[RulesOffer]

    def offer_rules(self, offers: Sequence[RulesOffer]) -> None:
        self.offers = offers
        set_choices(self, "rules", rules_choices(offers))

    def rules_options(self) -> list[RulesOption]:
        chosen = self["rules"].value()
        return [RulesOption(offer, offer.name == chosen) for offer in self.offers]

    def chosen_rules(self) -> Rules:
        """The chosen profile. Call after is_valid()."""
        offer = find_offer(self.offers, self.cleaned_data["rules"])
        assert offer is not None  # noqa: S101 - a choice of the field
        return offer.rules
