"""The form that sets up a table, and the filter above the list of tables.

A seat is a key: the uuid of a player, or `+` and the name of a new guest. The boxes `seat` say who
sits down, the hidden fields `order` in which order. js/seats/table-setup.js writes them as faces
are tapped; without it the server arranges the seats, and its buttons move them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.limits import CALENDAR_YEARS
from clubs.core.names import initials, name_key, person_key
from clubs.core.problems import DealRefused, Problem
from clubs.core.seating.random import Draws
from clubs.core.seating.seat_draw import draw_seats
from clubs.core.table_checks import NAME_LENGTH
from clubs.forms.tables.play import PlayForm
from clubs.models import Player
from clubs.queries.people.people import Attendance
from clubs.services.errors import NameTaken

NOBODY = Attendance()
GUEST = "+"
FEW_FACES = 12  # are seen at a glance


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


class TableForm(PlayForm):
    """The seats of a new table, its first dealer, how many play and the rules."""

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
        """The keys of the seats in order: as arranged, then those that were tapped since."""
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

    no_face = Face("", "", "", "", False, None)

    @property
    def has_many_faces(self) -> bool:
        return len(self.players) + len(self.guests) > FEW_FACES

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
    """The keys without a guest who is typed twice."""
    seen: dict[str, str] = {}
    for key in keys:
        seen.setdefault(person_key(key[1:]) if key[:1] == GUEST else key, key)
    return list(seen.values())


def moved(keys: Sequence[str], move: str) -> list[str]:
    """The keys after one seat went `up:<key>` or `down:<key>`; anything else moves nobody.

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
    q = forms.CharField(label=_("Player"), required=False, max_length=NAME_LENGTH)

    def criteria(self) -> dict[str, Any]:
        valid = self.cleaned_data if self.is_valid() else {}
        return {
            "month": _parsed_month(valid.get("month", "")),
            "key": name_key(valid.get("q", "")),
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
