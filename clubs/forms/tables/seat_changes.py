"""The form that seats a table anew in the middle of a session: see forms/tables/tables.py for its
fields.

js/seats/seats.js and js/seats/table-setup.js write them as people are tapped; without scripts the
server arranges the seats, and its buttons move them.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.games import get_game
from clubs.forms.deals.deals import MOST
from clubs.forms.tables.tables import TableForm
from clubs.models import Sitting
from clubs.queries.deals.deals import DealTable
from clubs.queries.deals.stories import score_text
from clubs.queries.tables.seats import Seating, changes_told, current_seating, dealer_after


class SeatsForm(TableForm):
    """The seats from the next deal on, how many play, and who deals it.

    number and seen (DealTable.seats_mark) are what the person saw. knows_club: the faces are those
    of the club, not only of who has sat here.
    """

    number = forms.IntegerField(min_value=1, max_value=MOST, widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, sitting: Sitting, table: DealTable, knows_club: bool, **more: Any
    ) -> None:
        game = get_game(sitting.game)
        super().__init__(data, offers=(), usual_rules="", game=game, **more)
        del self.fields["rules"]  # a session keeps its own
        self.sitting = sitting
        self.table = table
        self.knows_club = knows_club
        everybody = sitting.active_count == min(len(table.places), max(game.active_counts))
        self.initial = {
            "number": table.number,
            "seen": table.seats_mark,
            "active_count": "" if everybody else str(sitting.active_count),
            "first_dealer": table.dealer,
        }

    # What was sent

    @cached_property
    def keys(self) -> list[str]:
        """The keys of the seats: until something is sent, as the table is."""
        if not self.is_bound:
            return list(self.table.uuids)
        leaver = self.data.get("leave")
        return [key for key in super().keys if key != leaver]

    @property
    def dealer_key(self) -> str:
        """The key of the player who was said to deal next, if they sit there; else empty."""
        key = str(self["first_dealer"].value() or "")
        return key if key in self.keys else ""

    def dealer(self) -> int | None:
        """The position of the next dealer, None to leave the turn as it goes."""
        return self.keys.index(self.dealer_key) if self.dealer_key else None

    def clean(self) -> dict[str, Any]:
        super().clean()
        if not self.is_start and "seat" not in self.errors:
            self.check_counts()
        return self.cleaned_data

    def refuse_known(self, names: Sequence[str]) -> None:
        if self.knows_club or not names:
            super().refuse_known(names)
            return
        text = _("%(names)s: somebody in the club is called so. Add an initial.")
        self.refuse_guests(names, text % {"names": ", ".join(names)})

    @property
    def may_draw(self) -> bool:
        """Seats are drawn before anybody has dealt."""
        return self.table.number == 1

    # What it says

    @cached_property
    def news(self) -> list[str]:
        """What changes from the next deal on, a sentence each."""
        if not self.is_bound or not self.keys or "active_count" in self.errors:
            return []
        names = {**self.table.names, **{key: self.face(key).name for key in self.keys}}
        totals = {place.uuid: score_text(place.total) for place in self.table.places}
        before = current_seating(self.sitting, self.table)
        return changes_told(before, self.after(), names, totals)

    def after(self) -> Seating:
        then, now = self.table.uuids, tuple(self.keys)
        dealer = self.dealer_key or dealer_after(self.sitting, then, now)
        return Seating(now, self.playing_count(), dealer)
