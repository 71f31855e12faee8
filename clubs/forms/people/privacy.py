"""Forms of what cannot be undone: a player made anonymous, an account deleted."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.names import name_key, name_keys
from clubs.forms.fields import RequestIdField
from clubs.models import Club, Player, User


class AnonymiseForm(forms.Form):
    """The current name of the player, typed to confirm, in either order of its parts."""

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
        if name_key(name) not in name_keys(self.player.name, self.player.family_name):
            raise forms.ValidationError(
                _("This is not the name: %(name)s."), params={"name": self.player.name}
            )
        return name


class AccountDeleteForm(forms.Form):
    """The address of the account, typed to confirm."""

    email = forms.CharField(
        label=_("Type your e-mail address to confirm"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "inputmode": "email", "spellcheck": "false"}
        ),
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if email.casefold() != self.user.email.casefold():
            raise forms.ValidationError(
                _("This is not your address: %(email)s."), params={"email": self.user.email}
            )
        return email

    def explain_only_owner(self, clubs: Sequence[Club]) -> None:
        text = _("Nobody else owns %(clubs)s: make somebody else owner first.")
        error = forms.ValidationError(
            text, params={"clubs": ", ".join(club.name for club in clubs)}
        )
        self.add_error(None, error)
