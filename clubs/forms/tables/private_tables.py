"""Forms of tables without an account: opening one by typing names, and taking it into a club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.names import name_key, person_key
from clubs.core.problems import DealRefused, Problem
from clubs.core.seating.random import Draws
from clubs.core.seating.seat_draw import draw_seats
from clubs.core.table_checks import NAME_LENGTH
from clubs.forms.fields import RequestIdField
from clubs.forms.tables.play import PlayForm
from clubs.forms.tables.tables import is_name
from clubs.models import Player
from clubs.queries.games import WORDS
from clubs.services.errors import NameTaken

SHOWN = 5  # rows for names before somebody asks for more: most tables are of four or five


@dataclass(frozen=True, slots=True)
class SeatNameRow:
    """A seat to type a name for. place counts from 0."""

    place: int
    name: str
    deals_first: bool
    error: str

    @property
    def number(self) -> int:
        return self.place + 1

    @property
    def id(self) -> str:
        """The first has that of the field, where the summary of errors leads."""
        return f"id_name_{self.number}" if self.place else "id_name"


class NamesListField(forms.Field):
    """All values of one name in the order they were sent, empty ones too: each is a seat."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[str]:
        return [" ".join(str(name).split()) for name in value or ()]


class SeatNamesForm(PlayForm):
    """A table of people whom nobody knows yet: their names in seat order, and who deals first."""

    name = NamesListField(label=_("Who plays?"), required=False)
    first_dealer = forms.CharField(required=False, label=_("Deals first"))

    field_order = ("name", "first_dealer")

    @cached_property
    def typed(self) -> list[str]:
        """One text for each seat that there could be, in whatever game: one that has fewer says so,
        and what was typed stays for the next choice."""
        most = max(max(get_game(code).seat_counts) for code in WORDS)
        names = NamesListField().to_python(self["name"].value()) if self.is_bound else []
        return [*names, *[""] * most][:most]

    @property
    def names(self) -> list[str]:
        return [name for name in self.typed if name]

    @property
    def seat_count(self) -> int:
        return len(self.names)

    @cached_property
    def faults(self) -> dict[int, str]:
        """What is wrong with a name, by its place."""
        problems: dict[int, str] = {}
        seen: set[str] = set()
        for place, name in enumerate(self.typed):
            if name and not is_name(name):
                problems[place] = problem_message(Problem("player_name_invalid"))
            elif name and person_key(name) in seen:
                problems[place] = str(_("This name stands here twice. Add an initial."))
            seen.add(person_key(name))
        return problems

    def clean(self) -> dict[str, Any]:
        for fault in dict.fromkeys(self.faults.values()):
            self.add_error("name", fault)
        if not self.faults and self.seat_count not in self.game.seat_counts:
            bounds = {"low": self.bounds["low"], "high": self.bounds["high"]}
            self.add_error("name", problem_message(Problem("players_count", "players", bounds)))
        elif not self.faults:
            self.check_active_count()
        return self.cleaned_data

    def explain(self, refusal: NameTaken | DealRefused) -> None:
        """Why the table was not opened, where the form saw nothing wrong."""
        if isinstance(refusal, NameTaken):
            self.add_error("name", _("This name stands here twice. Add an initial."))
            return
        for problem in refusal.problems:
            self.add_error("name", problem_message(problem))

    @property
    def dealer_place(self) -> int:
        """The row of the first dealer: the one told, if somebody sits there, else the first."""
        answer = str(self["first_dealer"].value() or "")
        place = int(answer) if answer.isdecimal() and len(answer) < 3 else 0
        taken = [place for place, name in enumerate(self.typed) if name]
        return place if place in taken or not taken else taken[0]

    def dealer_position(self) -> int:
        return sum(1 for name in self.typed[: self.dealer_place] if name)

    def seat_drawn(self, draws: Draws) -> tuple[Sequence[str], str]:
        drawn = draw_seats(self.names, draws)
        self.typed = [*drawn.order, *[""] * (len(self.typed) - len(drawn.order))]
        return drawn.order, str(drawn.dealer)

    def rows(self) -> list[SeatNameRow]:
        return [
            SeatNameRow(
                place,
                name,
                place == self.dealer_place,
                self.faults.get(place, "") if self.is_bound else "",
            )
            for place, name in enumerate(self.typed)
        ]

    def first_rows(self) -> list[SeatNameRow]:
        return self.rows()[:SHOWN]

    def more_rows(self) -> list[SeatNameRow]:
        return self.rows()[SHOWN:]

    @property
    def shows_more(self) -> bool:
        return any(self.typed[SHOWN:])


# Taking over


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A guest, and the fields that say who they are in the club."""

    guest: Player
    who: forms.BoundField
    name: forms.BoundField


class TakeOverForm(forms.Form):
    """The choice, for each guest, of somebody of the club or the name of a new guest there."""

    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, guests: Sequence[Player], players: Sequence[Player]
    ) -> None:
        super().__init__(data)
        self.guests = guests
        self.players = {str(player.uuid): player for player in players}
        choices = [("", _("A new guest")), *((key, p.name) for key, p in self.players.items())]
        for guest in guests:
            self.fields[f"who_{guest.uuid}"] = forms.ChoiceField(
                label=guest.name,
                required=False,
                choices=choices,
                initial=likely(guest, players),
                widget=forms.Select(attrs={"class": "form-select"}),
            )
            self.fields[f"name_{guest.uuid}"] = forms.CharField(
                label=_("Name in the club"),
                max_length=NAME_LENGTH,
                initial=guest.name,
                widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
            )

    def clean(self) -> dict[str, Any]:
        for guest in self.guests:
            if self.cleaned_data.get(f"who_{guest.uuid}"):
                self.errors.pop(f"name_{guest.uuid}", None)  # of no use to somebody who is there
        return self.cleaned_data

    def to_places(self) -> Mapping[UUID, Player | str]:
        cleaned = self.cleaned_data
        return {
            guest.uuid: self.players.get(cleaned[f"who_{guest.uuid}"])
            or " ".join(cleaned[f"name_{guest.uuid}"].split())
            for guest in self.guests
        }

    def explain(self, refusal: NameTaken | DealRefused) -> None:
        """Why nothing was taken over."""
        if isinstance(refusal, DealRefused):
            for problem in refusal.problems:
                self.add_error(None, self.twice(problem))
            return
        text = _("%(name)s is in the club already. Choose them above, or write another name.")
        places = self.to_places()
        for guest in self.guests:
            name = places[guest.uuid]
            if isinstance(name, str) and person_key(name) == person_key(refusal.name):
                self.add_error(f"name_{guest.uuid}", text % {"name": refusal.name})

    def twice(self, problem: Problem) -> Any:
        if problem.code == "players_duplicate":
            return _("%(player)s would sit twice at one table.") % problem.params
        return problem_message(problem)

    def rows(self) -> list[GuestRow]:
        return [
            GuestRow(guest, self[f"who_{guest.uuid}"], self[f"name_{guest.uuid}"])
            for guest in self.guests
        ]


def likely(guest: Player, players: Iterable[Player]) -> str:
    """Somebody of the club with this very name, else whom the tables call so, else the only one
    with this first name."""
    people = list(players)
    key = guest.name_key
    named = [player for player in people if player.name_key == key]
    called = [player for player in people if name_key(player.table_name) == key]
    first = [player for player in people if player.name_key.partition(" ")[0] == key]
    candidates = named or called or (first if len(first) == 1 else [])
    return str(candidates[0].uuid) if candidates else ""
