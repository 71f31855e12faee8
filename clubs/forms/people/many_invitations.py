"""The form of inviting many: a pasted list, members to choose, and a role."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.people.settings import ROLE_CHOICES
from clubs.models import Player, Role
from clubs.numbers import grouped_number
from clubs.queries.people.invitees import Line, read_lines

MOST_AT_ONCE = 60
LONGEST = 254  # characters of a name or an address as the preview sends it back
NAMES = "name"
ADDRESSES = "address"
LEFT_OUT = "left_out"


class ManyInvitationsForm(forms.Form):
    """Who is invited, and as what. members are uuids of those who have no account."""

    text = forms.CharField(
        label=_("Names or addresses, one a line"),
        required=False,
        max_length=20_000,
        strip=True,
        help_text=_("Such as zoe@example.org, Zoé Petit, or both. Paste a list as it is."),
        validators=[ProhibitNullCharactersValidator()],
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "off"}),
    )
    everybody = forms.BooleanField(required=False)
    members = forms.MultipleChoiceField(
        label=_("Members without an account"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=ROLE_CHOICES, initial=Role.MEMBER, required=False
    )
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, members: Sequence[Player], may_choose_role: bool
    ) -> None:
        super().__init__(data)
        self.names = {str(player.uuid): player for player in members}
        labels = ((uuid, _member_label(player)) for uuid, player in self.names.items())
        set_choices(self, "members", labels)
        self.with_address = [player for player in members if player.email]
        if self.with_address:
            label = gettext("All with an address: %(count)s")
            values = {"count": grouped_number(len(self.with_address))}
            self.fields["everybody"].label = label % values
        else:
            del self.fields["everybody"]
        if not may_choose_role:
            del self.fields["role"]

    def clean(self) -> None:
        if self.errors:
            return
        count = len(self.lines())
        if not count:
            self.add_error("text", _("Write somebody down, or choose somebody below."))
        elif count > MOST_AT_ONCE:
            text = _("At most %(most)s people at once; these are %(count)s.")
            values = {"most": MOST_AT_ONCE, "count": count}
            self.add_error("text", ValidationError(text, params=values))

    def lines(self) -> list[Line]:
        """Everybody who was typed, then who was chosen."""
        chosen = [self.names[uuid] for uuid in self.cleaned_data.get("members", ())]
        if self.cleaned_data.get("everybody"):
            chosen = list(dict.fromkeys([*self.with_address, *chosen]))
        return [
            *read_lines(self.cleaned_data.get("text", "")),
            *(Line(player.name, "") for player in chosen),
        ]

    def to_role(self) -> Role:
        return Role(self.cleaned_data.get("role") or Role.MEMBER)


def _member_label(player: Player) -> str:
    return f"{player.listed_name} · {player.email}" if player.email else player.listed_name


def previewed_lines(data: Mapping[str, Any]) -> list[Line]:
    """The lines as the preview sends them back, with mended addresses, without those left out."""
    left_out = set(_typed_values(data, LEFT_OUT))
    pairs = zip(_typed_values(data, NAMES), _typed_values(data, ADDRESSES), strict=False)
    rows = enumerate(pairs)
    lines = [
        Line(name[:LONGEST], "".join(address.split())[:LONGEST])
        for number, (name, address) in rows
        if str(number) not in left_out and "\0" not in name + address
    ]
    return [line for line in lines if line.name or line.address][:MOST_AT_ONCE]


def _typed_values(data: Any, name: str) -> Iterable[str]:
    values: list[str] = data.getlist(name)
    return values
