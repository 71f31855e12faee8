"""An unknown variable in one of our templates fails the test; those of libraries may have some."""

import sys
from types import FrameType

from django.template.base import FilterExpression
from django.template.context import BaseContext

OWN = "/templates/"


class UnknownVariableError(Exception):
    """Not one that Django's templates swallow."""


class UnknownVariable(str):
    """Stands for `string_if_invalid`, and raises where Django is about to print it.

    Django asks whether it is true before it fills in the name of the variable: that is the moment
    to look which template is being rendered. `|default:…` says that the variable may be missing.
    """

    def __bool__(self) -> bool:
        caller = sys._getframe(1)
        expression = caller.f_locals.get("self")
        if isinstance(expression, FilterExpression) and caller.f_code.co_name == "resolve":
            optional = any(func.__name__ == "default" for func, _args in expression.filters)
            if not optional:
                self.complain(caller, expression.token)
        return False

    def __contains__(self, part: object) -> bool:
        caller = sys._getframe(1)  # {% blocktranslate %} asks this
        if part == "%s" and "key" in caller.f_locals:
            self.complain(caller, caller.f_locals["key"])
        return False

    def complain(self, caller: FrameType, variable: str) -> None:
        context = caller.f_locals.get("context")
        if not isinstance(context, BaseContext):
            return
        template = context.render_context.template or context.template
        if "site-packages" not in template.origin.name and OWN in template.origin.name:
            raise UnknownVariableError(f"{template.name} has no {variable!r}")
