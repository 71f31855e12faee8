"""Badges as the summary of a table and the page of a player print them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.numbers import GroupedCount
from clubs.queries.deals.stories import score_text
from clubs.queries.statistics.badges import BadgeKind, WonBadge


@dataclass(frozen=True, slots=True)
class BadgeRow:
    """Whose badge it is, what it says, and where it was won."""

    name: str
    text: str
    url: str


def badge_rows(won: Iterable[WonBadge]) -> list[BadgeRow]:
    return [BadgeRow(one.player.name, _badge_words(one), _url(one)) for one in won]


def _badge_words(won: WonBadge) -> str:
    value = GroupedCount(won.badge.value)
    match won.badge.kind:
        case BadgeKind.SLAM:
            return _("First slam")
        case BadgeKind.DEALS:
            return ngettext("%(count)s deal played", "%(count)s deals played", value) % {
                "count": value
            }
        case BadgeKind.RUN:
            return ngettext(
                "Longest run: %(count)s contract made in a row",
                "Longest run: %(count)s contracts made in a row",
                value,
            ) % {"count": value}
        case BadgeKind.DEAL:
            return _("Own best deal: %(score)s") % {"score": score_text(won.badge.value)}


def _url(won: WonBadge) -> str:
    if won.badge.number is not None:
        return reverse("deal_detail", args=[won.table, won.badge.number])
    return reverse("sitting_summary", args=[won.table])
