"""The form of a group of people."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import RequestIdField, TidyNameField
from clubs.forms.people.people import CategoriesField
from clubs.models import Player


class GroupRow(NamedTuple):
    """A player whom the form offers."""

    player: Player
    is_in: bool


class GroupForm(forms.Form):
    """The name of a group and who is in it."""

    name = TidyNameField(
        label=_("Name of the group"),
        max_length=CategoriesField.LENGTH,
        help_text=_("Such as Juniors or Thursday."),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any, *, players: Iterable[Player], former: str) -> None:
        super().__init__(data, initial={"name": former})
        self.players = list(players)
        self.former = former

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if re.search(r"[,;|]", name):
            raise ValidationError(_("Commas, semicolons and strokes divide groups in lists."))
        return name

    def clean(self) -> dict[str, Any]:
        """Nobody comes into more groups than the form of a member takes: it would refuse them."""
        cleaned: dict[str, Any] = super().clean() or {}
        own, chosen = {self.former, cleaned.get("name")}, set(self.chosen())
        full = [
            player.name
            for player in self.players
            if player.uuid in chosen and len(set(player.categories) - own) >= CategoriesField.MOST
        ]
        if full:
            text = _("Already in %(count)s groups, the most there may be: %(names)s.")
            values = {"count": CategoriesField.MOST, "names": ", ".join(full)}
            raise ValidationError(text, params=values)
        return cleaned

    def chosen(self) -> list[UUID]:
        data: Any = self.data
        ticked = set(data.getlist("member"))
        return [player.uuid for player in self.players if str(player.uuid) in ticked]

    def rows(self) -> Sequence[GroupRow]:
        ticked = set(self.chosen()) if self.is_bound else None
        return [
            GroupRow(
                player,
                self.former in player.categories if ticked is None else player.uuid in ticked,
            )
            for player in self.players
        ]

    def explain_taken(self) -> None:
        self.add_error("name", _("There is a group of that name."))
