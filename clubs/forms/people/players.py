"""Making two players one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.dates import date_format
from clubs.forms.fields import RequestIdField, set_choices
from clubs.models import Player, Sitting


class MergeForm(forms.Form):
    """The other player of a merger. alike: the likely ones; others: everybody else."""

    into = forms.ChoiceField(
        label=_("The same person as"),
        help_text=_("This name stays, and everything that was played counts for it."),
    )
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, alike: Sequence[Player], others: Sequence[Player]
    ) -> None:
        super().__init__(data)
        self.players = {str(player.uuid): player for player in (*alike, *others)}
        groups = [(_("Names alike"), _options(alike)), (_("Everybody else"), _options(others))]
        filled = [group for group in groups if group[1]]
        set_choices(self, "into", [("", _("Choose…")), *filled])

    @property
    def player(self) -> Player:
        """The chosen player, who stays; call after is_valid()."""
        return self.players[self.cleaned_data["into"]]

    def explain(self, sittings: Sequence[Sitting]) -> None:
        """They sat at one table, or entered one tournament."""
        if not sittings:
            self.add_error("into", _("Both entered one tournament: they are two people."))
            return
        first = sittings[0]
        day = date_format(first.opened_at) if first.opened_at else ""
        text = _("Both sat at table %(number)s on %(day)s: they are two people.")
        self.add_error("into", text % {"number": first.table_number, "day": day})


def _options(players: Sequence[Player]) -> list[tuple[str, str]]:
    return [(str(one.uuid), told_apart(one, one.listed_name)) for one in players]


def told_apart(player: Player, name: str) -> str:
    """The name with a mark where the player is in the archive: one of two namesakes is."""
    return f"{name} ({gettext('archived')})" if player.archived_at else name
