"""Parts of lists that come many times on a page. A template takes five times as long for them."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.forms.utils import flatatt
from django.template import Context
from django.utils.formats import localize
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django_tables2 import Table
from django_tables2.rows import BoundRow

from clubs.http import others_than
from clubs.models import EveningState
from clubs.templatetags.feutre import icon

register = template.Library()


@register.simple_tag
def body_rows(table: Table) -> SafeString:
    """The rows of a page of a table of django-tables2. No column works its attributes out from the
    record, so that they are written once."""
    starts = [
        (column.name, f"<td{flatatt(column.column.attrs.get('td', {}))}>")
        for column in table.columns
    ]
    return SafeString("".join(_body_row(row, starts) for row in table.paginated_rows))


def _body_row(row: BoundRow, starts: Iterable[tuple[str, str]]) -> str:
    cells = "".join(
        f"{start}{conditional_escape(localize(row.get_cell(name)))}</td>" for name, start in starts
    )
    return f"<tr {row.attrs.as_html()}>{cells}</tr>"


@register.simple_tag(takes_context=True)
def shows_at_once(context: Context) -> SafeString:
    """The attributes of a form that asks by GET: a choice shows at once, in #figures, which holds
    the form as well. Without scripts the form needs a button."""
    return SafeString(
        f'hx-get="{conditional_escape(context["request"].path)}" hx-target="#figures"'
        ' hx-select="#figures" hx-swap="outerHTML" hx-trigger="change" hx-push-url="true"'
        ' hx-sync="this:replace" data-quiet'
    )


@register.simple_tag(takes_context=True)
def others_kept(context: Context, name: str) -> SafeString:
    """What else the address asks for, hidden in a form that changes this one thing."""
    field = '<input type="hidden" name="{}" value="{}">'
    return format_html_join("", field, others_than(context["request"], {name}))


@register.simple_tag
def evening_badge(state: str) -> SafeString:
    """The state of an evening."""
    if state == EveningState.OPEN:
        words = gettext("in play")
        return SafeString(f'<span class="badge b-ok live">{words}</span>')
    is_planned = state == EveningState.PLANNED
    drawn = icon("calendar" if is_planned else "lock")
    words = gettext("planned") if is_planned else gettext("closed")
    return SafeString(f'<span class="badge b-line">{drawn} {words}</span>')


@register.simple_tag
def face_tile(face: Any) -> SafeString:
    """A face to tap, a Face of the form of a table; the number is its seat. That of nobody is the
    pattern that the script fills in."""
    key, name, search = map(conditional_escape, (face.key, face.name, face.search))
    return SafeString(
        f'<label class="face{" guest" if face.is_guest else ""}" data-face data-search="{search}">'
        f'<input class="chip-input" type="checkbox" name="seat" value="{key}"'
        f"{' checked' if face.number else ''}>"
        '<span class="avatar av-l"><span data-initials aria-hidden="true">'
        f'{conditional_escape(face.initials)}</span><b class="ord" data-ord>{face.number or ""}</b>'
        f'</span> <span class="fn" data-name>{name}</span></label>'
    )
