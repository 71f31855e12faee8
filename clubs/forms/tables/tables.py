"""The form that sets up a table, and the filter above the list of tables.

A seat is a key: the uuid of a player, or `+` and the name of a new guest. The boxes `seat` say who
sits down, the hidden fields `order` in which order. js/seats/table-setup.js writes them as faces
are tapped; without it the server arranges the seats, and its buttons move them.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.games import Game, Rules, pairs_of
from clubs.core.limits import CALENDAR_YEARS
from clubs.core.names import initials, name_key, person_key
from clubs.core.players import NAME_LENGTH
from clubs.core.problems import DealRefused, Problem
from clubs.core.seat_draw import draw_seats
from clubs.core.seating.random import Draws
from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.people.people import RulesOption, rules_choices, rules_options
from clubs.models import Player
from clubs.queries.deals.rules import RulesOffer, find_offer
from clubs.queries.games import WORDS
from clubs.queries.people.people import Attendance
from clubs.services.errors import NameTaken

NOBODY = Attendance()
GUEST = "+"
CHANGE = "change_game"  # the name of the buttons for another game


@dataclass(frozen=True, slots=True)
class Face:
    """Somebody who may sit down. number is the seat, counted from 1; None: not seated."""

    key: str
    name: str
    full_name: str
    initials: str
    is_guest: bool
    number: int | None

    @property
    def search(self) -> str:
        """What a search looks through, without case or accents."""
        return name_key(f"{self.full_name} {self.name}")


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that is taken."""

    face: Face
    deals_first: bool


class KeysField(forms.Field):
    """All values of one name, in the order they were sent."""

    widget = forms.MultipleHiddenInput

    def __init__(self, *, label: Any) -> None:
        super().__init__(required=False, label=label)

    def to_python(self, value: Any) -> list[str]:
        return list(dict.fromkeys(value or ()))


def game_choices(chosen: Game) -> list[tuple[str, Any, bool]]:
    """What can be played: code, name, and whether it is this."""
    return [(code, words.name, code == chosen.code) for code, words in WORDS.items()]


class PlayForm(forms.Form):
    """How many of a table play a deal, and by which rules: what every set-up asks at its end."""

    active_count = forms.TypedChoiceField(
        label=_("How many play a deal?"), required=False, coerce=int, empty_value=None
    )
    rules = forms.ChoiceField(label=_("Rules"))
    request_id = RequestIdField()
    drawn: Sequence[str] = ()  # names in seat order, once they were drawn

    def __init__(
        self, data: Any = None, *, offers: Sequence[RulesOffer], usual_rules: str, game: Game
    ) -> None:
        usual = usual_rules if find_offer(offers, usual_rules) else game.default_rules
        self.changes_game = bool(data) and CHANGE in data
        if self.changes_game and data[CHANGE] != data.get("game"):  # chosen for the other game
            data = data.copy()
            data["rules"], data["active_count"] = usual, ""
        super().__init__(data, initial={"rules": usual})
        self.offers = offers
        self.game = game
        set_choices(self, "active_count", [("", _("All")), *((n, n) for n in game.active_counts)])
        set_choices(self, "rules", rules_choices(offers))

    def full_clean(self) -> None:
        """With another game the form is shown again, and nothing is wrong with it yet."""
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

    def chosen_rules(self) -> Rules:
        offer = find_offer(self.offers, self.cleaned_data["rules"])
        assert offer is not None  # noqa: S101 - one of the choices
        return offer.rules

    def playing_count(self) -> int:
        """As many as can play, unless told."""
        count: int | None = self.cleaned_data.get("active_count")
        return count or min(self.seat_count, max(self.game.active_counts))

    def rules_options(self) -> list[RulesOption]:
        return rules_options(self["rules"], self.offers)

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


class TableForm(PlayForm):
    """Who sits where, who deals first, how many play, by which rules."""

    seat = KeysField(label=_("Who plays?"))
    order = KeysField(label=_("Seats"))
    first_dealer = forms.CharField(required=False, label=_("Deals first"))
    guest_name = forms.CharField(
        label=_("Name of a guest"),
        required=False,
        help_text=_("Several names with commas between them."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    field_order = ("seat", "order", "first_dealer", "guest_name")

    def __init__(
        self, data: Any = None, *, players: Iterable[Player], room: Attendance = NOBODY, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.room = room
        self.players = {str(player.uuid): player for player in players}
        self.refused_guests: list[str] = []

    # What was sent

    @property
    def is_start(self) -> bool:
        """Whether the table is to be opened; else only the seats are arranged.

        Seats that were never arranged are shown first: nobody has seen their order.
        """
        arranged = bool(self["order"].value()) and "move" not in self.data
        arranged &= not self.changes_game
        return self.is_bound and arranged and self.data.get("action") == "start"

    @cached_property
    def keys(self) -> list[str]:
        """Who sits down, in seat order: as arranged, then who came since."""
        if not self.is_bound:
            return []
        seated = [*(self["seat"].value() or ()), *(GUEST + name for name in self.typed_guests)]
        known = dict.fromkeys(key for key in seated if key in self.players or key[:1] == GUEST)
        arranged = [key for key in self["order"].value() or () if key in known]
        keys = list(dict.fromkeys([*arranged, *known]))
        return moved(_unlike(keys), str(self.data.get("move", "")))

    @property
    def typed_guests(self) -> list[str]:
        text = str(self["guest_name"].value() or "").replace("\n", ",")
        return [name for part in text.split(",") if (name := " ".join(part.split()))]

    @property
    def seat_count(self) -> int:
        return len(self.keys)

    @property
    def guests(self) -> list[str]:
        return [key[1:] for key in self.keys if key[:1] == GUEST]

    # Checks

    def clean(self) -> dict[str, Any]:
        bad = [name for name in self.guests if not is_name(name)]
        if bad:
            self.refuse_guests(bad, problem_message(Problem("player_name_invalid")))
        if not self.is_start:
            known = {person_key(player.name) for player in self.players.values()}
            self.refuse_known([name for name in self.guests if person_key(name) in known])
            starts = self.data.get("action") == "start"
            if self.asks_for_draw or (starts and len(self.keys) < self.bounds["low"]):
                self.check_counts()  # too few to have an order that could be looked at
            return self.cleaned_data
        if any(key not in self.players and key[:1] != GUEST for key in self["seat"].value()):
            text = _("Somebody has left the list of players. Look at the seats, then start.")
            self.add_error("seat", text)
        self.check_counts()
        return self.cleaned_data

    def check_counts(self) -> None:
        """How many may sit, and how many of them may play."""
        counts = self.game.seat_counts
        if self.seat_count not in counts:
            bounds = {"low": min(counts), "high": max(counts)}
            self.add_error("seat", problem_message(Problem("players_count", "players", bounds)))
        else:
            self.check_active_count()

    def refuse_known(self, names: Sequence[str]) -> None:
        if names:
            text = _(
                "%(names)s: there is somebody of that name. Tap their face, or write the guest"
                " with an initial, such as “%(example)s”."
            )
            example = f"{names[0].split()[0]} F."
            self.refuse_guests(names, text % {"names": ", ".join(names), "example": example})

    def refuse_guests(self, names: Sequence[str], message: str) -> None:
        """Back into the field they were typed in, to be mended."""
        self.refused_guests += names
        self.__dict__["keys"] = [key for key in self.keys if key[1:] not in names]
        self.add_error("guest_name", message)

    def explain(self, refusal: NameTaken | DealRefused) -> None:
        """Why the table was not opened."""
        if isinstance(refusal, NameTaken):
            self.refuse_known([refusal.name])
            return
        for problem in refusal.problems:
            shown = problem.field if problem.field in self.fields else "seat"
            self.add_error(shown, ValidationError(problem_message(problem), code=problem.code))

    # What it says

    def seats(self) -> list[Player | str]:
        """Players and, for new guests, names, in seat order."""
        return [self.players.get(key, key[1:]) for key in self.keys]

    @property
    def dealer_key(self) -> str:
        key = str(self["first_dealer"].value() or "")
        return key if key in self.keys else next(iter(self.keys), "")

    def dealer_position(self) -> int:
        return self.keys.index(self.dealer_key)

    def seat_drawn(self, draws: Draws) -> tuple[Sequence[str], str]:
        drawn = draw_seats(self.keys, draws)
        self.__dict__["keys"] = drawn.order
        return [self.face(key).name for key in drawn.order], drawn.order[drawn.dealer]

    # What the page shows

    def faces(self) -> list[Face]:
        return [self.face(key) for key in [*self.players, *(GUEST + n for n in self.guests)]]

    def face_groups(self) -> list[tuple[Any, list[Face]]]:
        """Faces with what they have in common: who is here and free comes first. All of them as
        they are, without a heading, where nobody was checked in."""
        if not self.room.here:
            return [("", self.faces())]
        by_name = sorted(self.faces(), key=lambda face: name_key(face.name))
        free = [face for face in by_name if face.key not in self.room.seated]
        groups = [
            (_("Here"), [face for face in free if self.is_here(face)]),
            (_("Not checked in"), [face for face in free if not self.is_here(face)]),
            (_("At another table"), [face for face in by_name if face.key in self.room.seated]),
        ]
        return [(title, faces) for title, faces in groups if faces]

    def is_here(self, face: Face) -> bool:
        return face.key in self.room.here or face.key not in self.players

    def face(self, key: str) -> Face:
        player = self.players.get(key)
        number = self.keys.index(key) + 1 if key in self.keys else None
        if player is None:
            name = key[1:]
            return Face(key, name, name, initials(name), True, number)
        return Face(key, player.table_name, player.name, player.initials, player.is_guest, number)

    def chairs(self) -> list[Chair]:
        return [Chair(self.face(key), key == self.dealer_key) for key in self.keys]

    @property
    def guest_text(self) -> str:
        return ", ".join(self.refused_guests)


def is_name(text: str) -> bool:
    return bool(text.strip()) and len(text) <= NAME_LENGTH and "\0" not in text


def _unlike(keys: Iterable[str]) -> list[str]:
    """Without a guest who is typed twice."""
    seen: dict[str, str] = {}
    for key in keys:
        seen.setdefault(person_key(key[1:]) if key[:1] == GUEST else key, key)
    return list(seen.values())


def moved(keys: Sequence[str], move: str) -> list[str]:
    """After one seat went `up:<key>` or `down:<key>`; anything else moves nobody.

    A table is round: who goes up from the first seat takes the last.
    """
    direction, _colon, key = move.partition(":")
    order = list(keys)
    if key in order and direction in ("up", "down"):
        place = order.index(key)
        target = (place + (1 if direction == "down" else -1)) % len(order)
        order.insert(target, order.pop(place))
    return order


class TableFilterForm(forms.Form):
    """Which tables the list shows; anything that makes no sense shows all."""

    month = forms.CharField(
        label=_("Month"),
        required=False,
        widget=forms.TextInput(attrs={"type": "month", "placeholder": "2026-11"}),
    )
    player = forms.CharField(label=_("Player"), required=False, max_length=NAME_LENGTH)

    def criteria(self) -> dict[str, Any]:
        valid = self.cleaned_data if self.is_valid() else {}
        return {
            "month": _parsed_month(valid.get("month", "")),
            "key": name_key(valid.get("player", "")),
        }

    def is_narrowed(self) -> bool:
        return any(self.criteria().values())


def _parsed_month(text: str) -> date | None:
    """The first day of a month such as 2026-11; None for anything else."""
    try:
        month = datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        return None
    return month if month.year in CALENDAR_YEARS else None
