"""The chips of deal entry, which forms/deals/chips.py makes. There are seventy on a page: as a
template they would be half of what it costs, so they are strings here, and what is put into them is
escaped here."""

from collections.abc import Iterator
from typing import Any

from django import template
from django.forms import BoundField
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from clubs.templatetags.feutre import icon, pips, signed, spoken

register = template.Library()


@register.simple_tag
def chips(field: BoundField) -> SafeString:
    """The chips of a ChipField or ChipsField. Each ends where the next begins: the page stays
    light."""
    widget = field.field.widget
    layout = f"c{widget.columns}" if widget.columns else "seated"
    refused = " invalid" if field.errors else ""
    described = f' aria-describedby="{field.auto_id}_error"' if field.errors else ""
    drawn = (_chip(option.data, widget, described) for option in field)
    start = f'<div class="chips {layout}{refused}" id="{field.auto_id}">'
    return SafeString("".join((start, *drawn, "</div>")))


def _chip(option: dict[str, Any], widget: Any, described: str) -> str:
    chip = option["chip"]
    names = ["chip", chip.classes, "chip-sm" if widget.small else ""]
    seat = f' data-seat="{chip.place.position}"' if chip.place else ""
    letter = f' data-letter="{conditional_escape(chip.key)}"' if chip.key else ""
    checked = " checked" if option["selected"] else ""
    tick = "" if chip.is_none else icon("check", "tick")
    return (
        f'<label class="{" ".join(filter(None, names))}"{seat}>'
        f'<input class="chip-input" type="{option["type"]}" name="{option["name"]}"'
        f' value="{conditional_escape(chip.value)}" id="{option["attrs"].get("id", "")}"'
        f"{seat}{letter}{checked}{described}>{''.join(_words(chip, widget))}{tick}</label>"
    )


def _words(chip: Any, widget: Any) -> Iterator[str]:
    label = conditional_escape(chip.label)
    if chip.pips:
        yield pips(chip.pips)
    if chip.is_none:
        yield f'<span aria-hidden="true">–</span><span class="vh">{label}</span>'
    elif chip.icon:
        yield icon(chip.icon, "", chip.label)
    else:
        is_long = chip.is_long and not widget.is_roomy
        names = ["n", "long" if is_long else "", "who" if chip.own else ""]
        yield f'<span class="{" ".join(filter(None, names))}">{label}</span>'
    if chip.own:
        yield f'<span class="n own">{conditional_escape(chip.own)}</span>'
    if widget.totals and chip.place:
        yield _total(chip.place.total)
    elif chip.small:
        yield f"<small>{conditional_escape(chip.small)}</small>"


def _total(total: int) -> str:
    seen = f'<span class="num" aria-hidden="true" data-total="{total}">{signed(total)}</span>'
    return f'<small>{icon("dealer", "dealer")}{seen}<span class="vh">{spoken(total)}</span></small>'
