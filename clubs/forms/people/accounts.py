"""The forms of signing in and of one's account: those of allauth, in our own words."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.utils.translation import gettext_lazy as _

EMAIL_FIELDS = ("login", "email")
NEW_PASSWORD = "password1"  # noqa: S105 - the name of a field
PASSWORD_HELP = _("At least 10 characters, not only digits; no common word, not your address.")


def _reword(form: forms.Form) -> None:
    """Gives the field of the address one label everywhere, and the password one help text for
    its four rules."""
    for name in EMAIL_FIELDS:
        if name in form.fields:
            form.fields[name].label = _("E-mail address")
    if NEW_PASSWORD in form.fields:
        form.fields[NEW_PASSWORD].help_text = PASSWORD_HELP


def _reworded(base: type[forms.Form]) -> type[forms.Form]:
    class Reworded(base):  # type: ignore[misc, valid-type]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            _reword(self)

    return Reworded


LoginForm = _reworded(allauth.LoginForm)
SignupForm = _reworded(allauth.SignupForm)
AddEmailForm = _reworded(allauth.AddEmailForm)
RequestLoginCodeForm = _reworded(allauth.RequestLoginCodeForm)
ResetPasswordForm = _reworded(allauth.ResetPasswordForm)
ResetPasswordKeyForm = _reworded(allauth.ResetPasswordKeyForm)
ChangePasswordForm = _reworded(allauth.ChangePasswordForm)
SetPasswordForm = _reworded(allauth.SetPasswordForm)
