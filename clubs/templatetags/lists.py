"""Parts of lists that come many times on a page. A template takes five times as long for them."""

from typing import Any

from django import template
from django.forms.utils import flatatt
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django_tables2.rows import BoundRow

from clubs.models import EveningState
from clubs.templatetags.feutre import icon

register = template.Library()


@register.simple_tag
def row_cells(row: BoundRow) -> SafeString:
    """The cells of a row of django-tables2. No column works its attributes out from the record, so
    that they need not be asked for in each row."""
    cells = []
    for column, cell in row.items():
        attributes = flatatt(column.column.attrs.get("td", {}))
        cells.append(f"<td{attributes}>{conditional_escape(localize(cell))}</td>")
    return SafeString("".join(cells))


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
