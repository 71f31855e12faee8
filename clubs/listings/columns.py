"""Columns whose cells are small templates."""

from typing import Any

import django_tables2 as tables
from django.template import Context
from django.template.loader import get_template


class PartColumn(tables.TemplateColumn):
    """Prints a small template in the context of the page, as include does.

    The column of django-tables2 copies that context and asks the context processors for every cell.
    """

    def render(
        self, record: Any, table: tables.Table, value: Any, bound_column: Any, **more: Any
    ) -> str:
        cell = {"record": record, "table": table, "value": value, "bound_column": bound_column}
        context = getattr(table, "context", None) or Context()
        template: Any = get_template(self.template_name)
        with context.push(**self.get_context_data(**cell, **more)):
            text: str = template.template.render(context)
        return text
