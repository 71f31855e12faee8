"""The forms of the second step of signing in: those of allauth, in our own words."""

from collections.abc import Mapping
from typing import Any

from allauth.mfa.base import forms as steps
from allauth.mfa.totp import forms as app
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, Any]

CODE = _("Code of the app, or a recovery code")


def _labelled(base: type[forms.Form], labels: Words) -> type[forms.Form]:
    class Labelled(base):  # type: ignore[misc, valid-type]  # a base is chosen at run time
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            for name, label in labels.items():
                self.fields[name].label = label
                self.fields[name].widget.attrs.pop("placeholder", None)

    return Labelled


StepForm = _labelled(steps.AuthenticateForm, {"code": CODE})
StepAgainForm = _labelled(steps.ReauthenticateForm, {"code": CODE})
ActivateAppForm = _labelled(app.ActivateTOTPForm, {"code": _("Code that the app shows")})
NamePasskeyForm = _labelled(passkeys.EditWebAuthnForm, {"name": _("Name")})


class AddPasskeyForm(passkeys.AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
        alone = self.fields["passwordless"]
        alone.label = _("Sign in with it alone, without the password")
        alone.help_text = _("Not every key of an older kind can do that.")
        alone.initial = True
