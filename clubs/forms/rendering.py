"""How the fields of forms become HTML."""

from collections.abc import Mapping
from html import escape
from typing import Any

from django.forms.renderers import TemplatesSetting
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString


class FormRenderer(TemplatesSetting):
    """Renders widgets by their templates, but lists of choices without one: Django includes two for
    each choice, which is a third of a page with a list of 800 people."""

    def render(self, template_name: str, context: Any, request: Any = None) -> str:
        if template_name == "django/forms/widgets/select.html":
            return _select(context["widget"])
        return super().render(template_name, context, request)


def _select(widget: Mapping[str, Any]) -> str:
    lines: list[str] = []
    for name, options, _index in widget["optgroups"]:
        if name:
            lines.append(format_html('<optgroup label="{}">', name))
        lines += map(_option, options)
        if name:
            lines.append("</optgroup>")
    choices = SafeString("\n".join(lines))  # each of them is escaped
    attributes = flatatt(widget["attrs"])
    return format_html('<select name="{}"{}>\n{}\n</select>', widget["name"], attributes, choices)


def _option(option: Mapping[str, Any]) -> str:
    value, label = _as_html(str(option["value"])), _as_html(option["label"])
    attributes = flatatt(option["attrs"]) if option["attrs"] else ""
    return f'<option value="{value}"{attributes}>{label}</option>'


def _as_html(text: Any) -> str:
    """As conditional_escape, which looks for lazy texts twice."""
    return text if isinstance(text, SafeString) else escape(str(text))
