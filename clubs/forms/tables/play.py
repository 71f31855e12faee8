"""What every form that sets up a table asks at its end: how many play a deal, by which rules."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.core.games import Game, pairs_of
from clubs.core.money.currencies import Currency
from clubs.core.seating.random import Draws
from clubs.core.table_checks import NAME_LENGTH
from clubs.forms.deals.rules_choice import StakedRules
from clubs.forms.fields import RequestIdField, TidyField, set_choices
from clubs.queries.deals.rules import RulesOffer, find_offer
from clubs.queries.games import WORDS

CHANGE = "change_game"  # the name of the buttons for another game


def game_choices(chosen: Game) -> list[tuple[str, Any, bool]]:
    """What can be played: code, name, and whether it is this."""
    return [(code, words.name, code == chosen.code) for code, words in WORDS.items()]


def table_name_field() -> forms.CharField:
    return TidyField(
        label=_("Name of the table"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("For example “Chez Camille”. Without one the table has its number."),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )


class PlayForm(StakedRules):
    """How many of a table play a deal, by which rules and for what: what every set-up asks at its
    end."""

    active_count = forms.TypedChoiceField(
        label=_("How many play a deal?"), required=False, coerce=int, empty_value=None
    )
    rules = forms.ChoiceField(label=_("Rules"))
    table_name = table_name_field()
    request_id = RequestIdField()
    drawn: Sequence[str] = ()  # names in seat order, once they were drawn

    def __init__(
        self,
        data: Any = None,
        *,
        offers: Sequence[RulesOffer],
        usual_rules: str,
        game: Game,
        currency: str = Currency.EUR,
    ) -> None:
        usual = usual_rules if find_offer(offers, usual_rules) else game.default_rules
        self.changes_game = bool(data) and CHANGE in data
        if self.changes_game and data[CHANGE] != data.get("game"):  # chosen for the other game
            data = data.copy()
            data["rules"], data["active_count"] = usual, ""
        super().__init__(data, initial={"rules": usual})
        self.game = game
        set_choices(self, "active_count", [("", _("All")), *((n, n) for n in game.active_counts)])
        self.offer_rules(offers)
        self.offer_stakes(currency)

    def full_clean(self) -> None:
        """A form that asks for another game is shown again: nothing is wrong with it yet."""
        super().full_clean()
        if self.changes_game:
            self.errors.clear()

    def games(self) -> list[tuple[str, Any, bool]]:
        return game_choices(self.game)

    # The draw of seats

    @property
    def asks_for_draw(self) -> bool:
        """Whether the button that draws was pressed: nothing is opened, the seats are shown."""
        return self.is_bound and self.data.get("action") == "draw"

    def draw(self, draws: Draws) -> None:
        """Seat those who are told anew. The form is valid."""
        self.drawn, dealer = self.seat_drawn(draws)
        data: Any = copy(self.data)  # what was sent cannot be changed
        data["first_dealer"] = dealer
        self.data = data

    def seat_drawn(self, draws: Draws) -> tuple[Sequence[str], str]:
        """Seat everybody as drawn: their names in seat order, and the value of `first_dealer`."""
        raise NotImplementedError

    def dealer_position(self) -> int:
        """The seat that deals first, from 0, of those that are taken."""
        raise NotImplementedError

    @property
    def drawn_text(self) -> str:
        """What the draw came to; nothing before one."""
        if not self.drawn:
            return ""
        dealer = self.drawn[self.dealer_position()]
        pairs = pairs_of(self.game, self.drawn)
        if pairs is None:
            text = gettext("Drawn: %(names)s; %(dealer)s deals.")
            return text % {"names": ", ".join(self.drawn), "dealer": dealer}
        (first, second), (third, fourth) = pairs
        text = gettext(
            "Drawn: %(one)s and %(two)s against %(three)s and %(four)s; %(dealer)s deals."
        )
        return text % {
            "one": first,
            "two": second,
            "three": third,
            "four": fourth,
            "dealer": dealer,
        }

    @property
    def seat_count(self) -> int:
        """How many sit down, as far as it is told."""
        raise NotImplementedError

    def check_active_count(self) -> None:
        """No more may play than sit there."""
        if "active_count" not in self.errors and self.playing_count() > self.seat_count:
            text = ngettext(
                "Only %(count)s player is seated.",
                "Only %(count)s players are seated.",
                self.seat_count,
            )
            self.add_error("active_count", text % {"count": self.seat_count})

    def playing_count(self) -> int:
        """As many as can play, unless told."""
        count: int | None = self.cleaned_data.get("active_count")
        return count or min(self.seat_count, max(self.game.active_counts))

    @property
    def shown_rules(self) -> RulesOffer:
        return find_offer(self.offers, str(self["rules"].value())) or self.offers[0]

    def count_options(self) -> list[dict[str, Any]]:
        """How many may play a deal; the first stands for as many as can."""
        chosen = str(self["active_count"].value() or "")
        options: Iterable[tuple[Any, Any]] = self.fields["active_count"].choices  # type: ignore[attr-defined]
        return [
            {"value": str(value), "label": label, "is_on": str(value) == chosen}
            for value, label in options
        ]

    @property
    def bounds(self) -> Mapping[str, int]:
        counts = self.game.seat_counts
        return {"low": min(counts), "high": max(counts), "active": max(self.game.active_counts)}
