"""Tags and filters of every template: icons, signed figures, half points.

Numbers are printed as the page's language writes them, with a real minus sign, and carry words that
only a screen reader speaks: colour and sign never stand alone.
"""

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import segno
from django import template
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.defaultfilters import date as django_date
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs import numbers
from clubs.access import (
    Actor,
    may_keep_table,
    may_name_sitting,
    may_record_deal,
    may_say_player,
    may_see_log,
)
from clubs.core.games import DEFAULT_GAME
from clubs.dates import date_format
from clubs.http import GUEST, owner_key, owner_keys
from clubs.models import Club, League, Sitting
from clubs.numbers import NONE, Number
from clubs.queries import fingerprints
from clubs.queries.games import WORDS
from clubs.queries.people.accounts import needs_second_step
from clubs.queries.seasons.rank_moves import RankMove, RankTable
from clubs.queries.tournaments.entries.entries import amount_text

register = template.Library()

UNKNOWN = "\N{MIDDLE DOT}"
DECORATIVE = SafeString('aria-hidden="true"')


@register.filter(name="date", expects_localtime=True, is_safe=False)
def date_words(value: Any, name: str = "DATE_FORMAT") -> str:
    """In the place of Django's filter of that name: see clubs/dates.py."""
    if isinstance(value, date):
        return date_format(value, name)
    return str(django_date(value, name))


@register.simple_tag
def icon(name: str, classes: str = "", label: str = "") -> SafeString:
    """One symbol of the sprite. Decorative, unless it has a label."""
    drawn = DECORATIVE if not label else f'role="img" aria-label="{conditional_escape(label)}"'
    return SafeString(  # there are dozens on a page: format_html would take three times as long
        f'<svg class="{conditional_escape(f"i {classes}".strip())}" {drawn}>'
        f'<use href="{static("img/icons.svg")}#i-{conditional_escape(name)}"></use></svg>'
    )


@register.filter
def grouped(value: Number | None, digits: int = 0) -> str:
    """1234 as "1 234" or "1,234"; without a sign of plus. Nothing known gives a dot."""
    if not isinstance(value, Number):
        return UNKNOWN
    return numbers.grouped_number(value, digits)


@register.filter
def counted(value: int) -> numbers.GroupedCount:
    """For blocktranslate: {% blocktranslate count count=deals|counted %}{{ count }} deal …"""
    return numbers.GroupedCount(value)


@register.filter
def signed(value: Number | None, digits: int = 0) -> str:
    """A score: "+1 234", "−72", "0"."""
    text = grouped(value, digits)
    return f"+{text}" if isinstance(value, Number) and value > 0 else text


@register.simple_tag
def figure_rows(figure: Any) -> SafeString:
    """The rows of the table behind a chart (listings/statistics/figures.py): some hundred of two
    cells, for which a template takes five times as long."""
    in_words, digits = signed if figure.signed else grouped, figure.digits
    return SafeString(
        "".join(
            f'<tr><th scope="row" class="nowrap">{conditional_escape(label)}</th>'
            + "".join(
                f'<td class="r num">{NONE if value is None else in_words(value, digits)}</td>'
                for value in values
            )
            + "</tr>"
            for label, values in figure.rows()
        )
    )


@register.filter
def money(hundredths: int, currency: str) -> str:
    """An amount with its currency: "12,50 €"."""
    return amount_text(hundredths, currency)


@register.filter
def in_currency(units: int, currency: str) -> str:
    """An amount with all places of its currency: "12,00 €"."""
    return numbers.money(units, currency)


@register.filter
def gain_class(value: Number | None) -> str:
    if not isinstance(value, Number) or value == 0:
        return "zero"
    return "gain" if value > 0 else "loss"


@register.filter
def spoken(value: Number | None, digits: int = 0) -> str:
    """A score in words for the ear: "plus 144", "minus 72"."""
    if not isinstance(value, Number):
        return gettext("not known yet")
    return _with_sign(value, grouped(-value if value < 0 else value, digits))


def _with_sign(value: Number, text: str) -> str:
    """The text of an amount without sign, with that of the value in words."""
    if value > 0:
        return gettext("plus %(number)s") % {"number": text}
    if value < 0:
        return gettext("minus %(number)s") % {"number": text}
    return text


@register.simple_tag
def score(value: Number | None, classes: str = "", digits: int = 0) -> SafeString:
    """A score for eye and ear: sign, colour, and hidden words."""
    shown = signed(value, digits)
    if not isinstance(value, Number):
        return _for_eye_and_ear(value, classes, shown, gettext("not known yet"))
    words = _with_sign(value, shown.lstrip(f"+{numbers.MINUS}"))  # its digits are put apart once
    return _for_eye_and_ear(value, classes, shown, words)


@register.simple_tag
def score_money(amount: int, currency: str) -> SafeString:
    """What somebody gets or owes, as a score is shown."""
    shown = numbers.money(amount, currency)
    words = _with_sign(amount, numbers.money(abs(amount), currency))
    return _for_eye_and_ear(amount, "strong", f"+{shown}" if amount > 0 else shown, words)


def _for_eye_and_ear(value: Number | None, classes: str, shown: str, words: str) -> SafeString:
    classes = conditional_escape(f"num {gain_class(value)} {classes}".strip())
    seen, heard = conditional_escape(shown), conditional_escape(words)
    return SafeString(
        f'<span class="{classes}"><span aria-hidden="true">{seen}</span>'
        f'<span class="vh">{heard}</span></span>'
    )


@register.filter
def half_points(points_x2: int | None) -> str:
    return UNKNOWN if points_x2 is None else numbers.half_number(points_x2)


@register.filter
def pips(count: int | None) -> SafeString:
    """The multiplier of a contract as dots, readable without words; the ear hears nothing."""
    return format_html('<span class="pips">{}</span>', SafeString("<b></b>" * (count or 0)))


@register.filter
def in_groups(fingerprint: str) -> str:
    """As it is printed and typed: "KZ5G QMV2 …"."""
    return fingerprints.in_groups(fingerprint)


@register.simple_tag
def qr(address: str) -> SafeString:
    """An address for the camera of a phone: black on white in the dark too, with its quiet zone."""
    code = segno.make(address, error="m", micro=False)
    return format_html(
        '<svg role="img" aria-label="{}"{}',
        gettext("QR code"),
        SafeString(code.svg_inline(omitsize=True, svgclass=None, light="#fff")[4:]),
    )


@register.filter
def belongs_to(actor: object, club: object) -> bool:
    """Whether the club has pages of its own that are for this actor: its navigation is shown."""
    if not (isinstance(actor, Actor) and isinstance(club, Club)):
        return False
    return club.pk in actor.roles and not club.is_private


@register.simple_tag
def lacks_second_step(actor: object) -> bool:
    """Whether the account of the actor should have a second step and has none."""
    return isinstance(actor, Actor) and needs_second_step(actor)


@register.filter
def owners(actor: object) -> str:
    """Whose deals the page may send that this phone keeps; js/offline/queue-store.js reads it."""
    return " ".join(owner_keys(actor)) if isinstance(actor, Actor) else ""


@register.simple_tag
def guest_owner() -> str:
    """The owner of what guests keep on a phone; js/offline/queue-show.js asks them for a code."""
    return owner_key(GUEST)


@register.filter
def keeps(actor: object, club: object) -> bool:
    """Whether the actor holds the secret link of a private table: the menu leads to it."""
    return isinstance(actor, Actor) and isinstance(club, Club) and may_keep_table(actor, club)


def _at_table(rule: Callable[[Actor, Sitting], bool]) -> Callable[[object, object], bool]:
    """Returns the filter of a rule for the menu of a table; False for what is no table."""

    def answer(actor: object, sitting: object) -> bool:
        return isinstance(actor, Actor) and isinstance(sitting, Sitting) and rule(actor, sitting)

    return answer


# What the menu leads to: the history, who a guest is, and bulk entry.
sees_log = register.filter("sees_log", _at_table(may_see_log))
names_table = register.filter("names_table", _at_table(may_name_sitting))
says_player = register.filter("says_player", _at_table(may_say_player))
writes_at = register.filter(
    "writes_at",
    _at_table(lambda actor, sitting: sitting.is_open and may_record_deal(actor, sitting)),
)


@register.filter
def new_id(address: object) -> str:
    """The id of a request that a button of this address makes; none without an address."""
    return str(uuid4()) if address else ""


@register.filter
def moves_at(ranks: RankTable, place: int) -> list[RankMove]:
    return ranks.at(place)


@register.filter
def takes_slips(sitting: Sitting) -> bool:
    """Whether deals of this table's game can be typed from a pile of slips."""
    return WORDS[sitting.game].slips


@register.filter
def unusual_game(game: str) -> str:
    """What people call a game, where it is not the one that most tables play."""
    return "" if game == DEFAULT_GAME else str(WORDS[game].name)


@register.filter
def statistics_tabs(league: League) -> list[tuple[str, str, str]]:
    """The tabs that a season of this game has beside its standings: key, name of the address, and
    label."""
    tabs = WORDS[league.game].tabs
    return [(key, f"league_{key}", str(label)) for key, label in tabs.items()]


@register.simple_tag
def font_links() -> SafeString:
    """The first font and the stylesheet of all, if `manage.py fonts` made them; else system fonts
    serve. Once files are collected, css/base.css has that stylesheet in it."""
    if finders.find("fonts/fonts.css") is None:
        return SafeString()
    try:
        first = staticfiles_storage.url("fonts/source-sans-pro-400-latin.woff2")
    except ValueError:  # made after collectstatic, so without a hashed name
        return SafeString()
    preload = '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>'
    if getattr(staticfiles_storage, "has_bundles", False):
        return format_html(preload, first)
    sheet = staticfiles_storage.url("fonts/fonts.css")
    return format_html(preload + '<link rel="stylesheet" href="{}">', first, sheet)
