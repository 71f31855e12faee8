"""The form that makes somebody anonymous: typed once, and asked once more."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.names import name_key
from clubs.forms.fields import RequestIdField
from clubs.models import Player


class AnonymiseForm(forms.Form):
    """The name of who goes, as it is now: nobody types that by accident."""

    name = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data)
        self.player = player

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name_key(name) != name_key(self.player.name):
            raise forms.ValidationError(
                _("This is not the name: %(name)s."), params={"name": self.player.name}
            )
        return name
