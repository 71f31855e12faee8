"""Names that Django's template engine gives itself are not given to templates by us.

Inside `{% block %}` the name `block` is the block, whatever the view said; inside `{% for %}`
`forloop` is the loop. Such a variable prints something else than it was given, and only there.
"""

import ast
from collections.abc import Iterator
from inspect import getsource
from typing import Any

import pytest
from django.template import Context, Template, defaulttags, engines, loader_tags
from django.template import library as tag_library
from django.template.base import FilterExpression, Node, Variable, VariableNode
from django.template.context import _builtin_context_processors
from django.template.loader import get_template
from django.template.smartif import TokenBase
from django.utils.module_loading import import_string

from tests.repository.test_layers import MODULES, module_name
from tests.repository.test_templates_compile import TEMPLATES

# What names a variable in a tag: `{% with x=1 %}`, `{% for x in … %}`, `… as x`.
NAMING = ("asvar", "var_name", "target_var", "variable", "varname", "variable_name", "countervar")


def written_names(module: object) -> set[str]:
    """What a module of Django writes into a context under a name of its own: `context["block"]`."""
    return {
        node.slice.value
        for node in ast.walk(ast.parse(getsource(module)))  # type: ignore[arg-type]
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.slice, ast.Constant)
        and ast.unparse(node.value).endswith("context")
    }


def names_of_django() -> set[str]:
    """True, False and None; what its tags write; the token. What other context processors give is
    not among them: there the value of the view wins."""
    names = {key for given in Context().dicts for key in given}
    for module in (defaulttags, loader_tags, tag_library):
        names |= written_names(module)
    for path in _builtin_context_processors:
        tree = ast.parse(getsource(import_string(path)))
        names |= {key for node in ast.walk(tree) for key in keys(node)}
    return names


def keys(node: ast.AST) -> Iterator[str]:
    """The keys of a dict that is written out, and of `context["key"] = …`."""
    if isinstance(node, ast.Dict):
        for key in node.keys:
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        is_context = "context" in ast.unparse(node.value)
        if is_context and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)


FOR_TEMPLATES = [  # modules that may give a context
    path
    for path in MODULES
    if module_name(path).startswith(
        ("clubs.views.", "clubs.templatetags.", "clubs.forms.", "clubs.listings.")
    )
    or module_name(path) in ("clubs.context", "clubs.accounts", "clubs.middleware")
]


def parts(value: Any) -> Iterator[Any]:
    """Everything that a compiled template is made of."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from parts(one)
    elif isinstance(value, dict):
        yield from parts(list(value.values()))
    elif isinstance(value, Node | FilterExpression | Variable | TokenBase):
        yield value
        slots = getattr(type(value), "__slots__", ())
        own = [*getattr(value, "__dict__", {}).values(), *(getattr(value, n) for n in slots)]
        yield from parts(own)


def wrong_in(template: Template, names: set[str]) -> list[str]:
    found = []
    for part in parts(template.nodelist):
        lookups = part.lookups if isinstance(part, Variable) else None
        if lookups and lookups[0] == "block" and lookups != ("block", "super"):
            found.append(f"reads {part.var}")
        if isinstance(part, Node) and not isinstance(part, VariableNode):
            told = [getattr(part, name, None) for name in NAMING]
            told += [*(getattr(part, "extra_context", None) or {}), *getattr(part, "loopvars", [])]
            found += [f"names {name}" for name in told if name in names]
    return found


def test_the_names_are_known():
    assert names_of_django() == {"True", "False", "None", "block", "forloop", "csrf_token"}


def test_no_context_gives_them():
    names, wrong = names_of_django(), []
    for path in FOR_TEMPLATES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        wrong += [(module_name(path), key) for node in ast.walk(tree) for key in keys(node)]

    assert [one for one in wrong if one[1] in names] == []


def test_no_template_gives_or_prints_them():
    names = names_of_django()
    found = {name: wrong_in(get_template(name).template, names) for name in TEMPLATES}  # type: ignore[attr-defined]

    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "source",
    [
        "{% block step %}{{ block }}{% endblock %}",
        "{% block step %}<input value='{{ block|default:0 }}'>{% endblock %}",
        "{% if block > 1 %}{% endif %}",
        "{% block step %}{% url 'x' block.number %}{% endblock %}",
        "{% with block=1 %}{% endwith %}",
        "{% for block in blocks %}{% endfor %}",
        "{% for forloop, b in blocks %}{% endfor %}",
        "{% include 'clubs/layout/_note.html' with csrf_token=1 %}",
        "{% now 'Y' as block %}",
    ],
)
def test_the_check_finds(source):
    template = engines["django"].from_string(source).template  # type: ignore[attr-defined]

    assert len(wrong_in(template, names_of_django())) >= 1


def test_the_check_lets_the_parent_block_pass():
    source = "{% block step %}{{ block.super }}{{ run.block }}{% endblock %}"

    assert wrong_in(engines["django"].from_string(source).template, names_of_django()) == []  # type: ignore[attr-defined]
