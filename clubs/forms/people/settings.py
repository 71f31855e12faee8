"""The forms on the settings page of a club: its name and habits, and its roles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.money.currencies import Currency
from clubs.forms.deals.rules_choice import rules_choices
from clubs.forms.fields import RequestIdField, TidyNameField, set_choices
from clubs.models import Club, ListOrder, Membership, Player, Role, User
from clubs.queries.deals.rules import RulesOffer

LAST_OWNER = _("A club keeps at least one owner. Make somebody else owner first.")


ROLE_CHOICES = [(role, role.label) for role in reversed(Role)]  # from the least


@cache
def time_zones() -> list[str]:
    """Places, not abbreviations: Europe/Paris, but neither CET nor Etc/GMT-2."""
    oceans_and_continents = {
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
    return sorted(
        name for name in available_timezones() if name.partition("/")[0] in oceans_and_continents
    )


class ClubForm(forms.Form):
    """Settings of a club."""

    name = TidyNameField(label=_("Name of the club"), max_length=80)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Dates and times of the tables are shown in it.")
    )
    rules = forms.ChoiceField(
        label=_("Usual rules"), help_text=_("A new table starts with them; each table may choose.")
    )
    lists_by = forms.ChoiceField(
        label=_("Lists of people go by"),
        choices=[
            (ListOrder.FAMILY, _("family name: BOUVIER Hervé")),
            (ListOrder.GIVEN, _("given name: Hervé Bouvier")),
        ],
        help_text=_("Lists of members and entries, what hangs on the wall, the screens."),
    )
    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[(one.value, one.value) for one in Currency],
        help_text=_("Of stakes that are set from now on; each table keeps its own."),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, club: Club, offers: Sequence[RulesOffer]) -> None:
        initial = {
            "name": club.name,
            "time_zone": club.time_zone,
            "rules": club.rules,
            "lists_by": club.lists_by,
            "currency": club.currency,
        }
        super().__init__(data, initial=initial)
        zones = sorted({*time_zones(), club.time_zone})
        set_choices(self, "time_zone", [(zone, zone.replace("_", " ")) for zone in zones])
        set_choices(self, "rules", rules_choices(offers))


class RoleForm(forms.Form):
    """Another role for an account of the club. seen is the one that the page showed."""

    user = forms.UUIDField(widget=forms.HiddenInput)
    role = forms.ChoiceField(label=_("Role"), choices=ROLE_CHOICES)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    @classmethod
    def of_membership(cls, membership: Membership) -> "RoleForm":
        user = membership.user
        return cls(
            initial={"user": user.uuid, "role": membership.role, "seen": membership.role},
            auto_id=f"id_{user.uuid}_%s",
        )

    @classmethod
    def of_post(cls, data: Mapping[str, Any]) -> "RoleForm":
        user = data.get("user", "").replace("%", "%%")  # Django formats auto_id with the name
        return cls(data, auto_id=f"id_{user}_%s")

    def explain_last_owner(self) -> None:
        self.add_error("role", LAST_OWNER)

    def explain_moved(self, now: str) -> None:
        """Adds an error that names the current role. The chosen one stays, and counts when it is
        sent again."""
        text = _("Somebody changed this role meanwhile: it is %(role)s now.")
        self.add_error("role", text % {"role": Role(now).label})

    def to_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class RoleGiveForm(forms.Form):
    """A role that is offered to an address."""

    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("The person gets a link and decides. It works once, for 14 days."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=ROLE_CHOICES, initial=Role.SCORER)
    request_id = RequestIdField()

    def to_role(self) -> Role:
        return Role(self.cleaned_data["role"])


@dataclass(frozen=True, slots=True)
class RoleRow:
    """An account of the club with its role, the form to change it, and who it plays as."""

    membership: Membership
    form: RoleForm
    is_self: bool
    player: Player | None


def role_rows(
    memberships: Iterable[Membership],
    me: User | None,
    bound: RoleForm | None = None,
    players: Mapping[int, Player] = MappingProxyType({}),
) -> list[RoleRow]:
    """Returns a row for each account; the form with errors takes its place in the row of its
    account."""
    rows = []
    for membership in memberships:
        form = RoleForm.of_membership(membership)
        if bound is not None and bound.data.get("user") == str(membership.user.uuid):
            form = bound
        player = players.get(membership.user.pk)
        rows.append(RoleRow(membership, form, membership.user == me, player))
    return rows
