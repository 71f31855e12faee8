"""The page of one's own settings."""

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.preferences import Preferences


def own_name(code: str) -> str:
    """A language as its speakers call it, whatever the language of the page."""
    return str(get_language_info(code)["name_local"]).capitalize()


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"),
        choices=[(code, own_name(code)) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )
    theme = forms.ChoiceField(
        label=_("Brightness"),
        choices=[
            ("auto", _("As the device")),
            ("light", pgettext_lazy("theme", "Light")),
            ("dark", pgettext_lazy("theme", "Dark")),
        ],
        widget=forms.RadioSelect,
    )
    text = forms.ChoiceField(
        label=_("Text size"),
        choices=[("100", _("Normal")), ("125", _("Large")), ("150", _("Very large"))],
        widget=forms.RadioSelect,
    )
    hand = forms.ChoiceField(
        label=_("Hand that holds the phone"),
        choices=[("right", _("Right")), ("left", _("Left"))],
        widget=forms.RadioSelect,
    )
    vibration = forms.BooleanField(label=_("Vibrate at each key"), required=False)
    shortcuts = forms.BooleanField(
        label=_("Keys of one letter (“N” for a new deal)"), required=False
    )

    def to_preferences(self) -> Preferences:
        return Preferences.read(self.cleaned_data)

    def to_language(self) -> str:
        return str(self.cleaned_data["language"])
