"""The choice of rules among those that a club offers, and of what is played for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.games import Rules
from clubs.core.money.currencies import Currency
from clubs.forms.fields import set_choices
from clubs.forms.money import MoneyField
from clubs.numbers import symbol_of
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


class StakedRules(RulesChoice):
    """The same with a stake and coins for this table alone, in the currency of its club. Where one
    says nothing, the chosen rules do."""

    currency: Currency

    def offer_stakes(self, currency: str) -> None:
        self.currency = Currency(currency)
        more: dict[str, Any] = {"currency": currency, "required": False, "empty": None}
        self.fields["stake"] = MoneyField(label=_("Stake per point"), **more)
        self.fields["coin"] = MoneyField(label=_("Smallest coin"), least=1, **more)

    @property
    def symbol(self) -> str:
        return symbol_of(self.currency)

    def stake_fields(self) -> list[forms.BoundField]:
        return [self["stake"], self["coin"]]

    @property
    def shows_stakes(self) -> bool:
        """Whether something is typed of them, or wrong."""
        return any(field.value() or field.errors for field in self.stake_fields())

    def chosen_rules(self) -> Rules:
        rules, stake, coin = super().chosen_rules(), *map(self.cleaned_data.get, ("stake", "coin"))
        typed = {"stake_per_point": stake, "smallest_coin": coin}
        said = {name: amount for name, amount in typed.items() if amount is not None}
        return rules.in_currency(self.currency).changed(**said) if said else rules
