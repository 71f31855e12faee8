"""The editor of house rules as a browser sends it, for every game."""

from typing import Any

from clubs.core.games import get_game
from clubs.forms.deals.rules import RulesForm, field_text


def typed_rules(game: str, start: str | None = None, **changes: str) -> RulesForm:
    """An editor that starts from a profile, with what was changed in it."""
    rules = get_game(game).read_rules(start)
    fresh = RulesForm(game=game, start=rules, seen_version=0)
    data = {name: field_text(fresh[name].value()) for name in fresh.fields}
    data = {name: value for name, value in data.items() if value != ""}
    request_id = "7d0b4c5a-4f1f-4c55-8a4b-0d2a51f6f001"
    data |= {"title": "Casa", "seen_version": "0", "request_id": request_id, **changes}
    return RulesForm(data, game=game, start=rules, seen_version=0)


def changed_fields(form: RulesForm) -> list[str]:
    """What the editor marks as not usual."""
    lines = [line for group in form.groups for line in group.lines if line.changed]
    return [field.name for line in lines for field in line.fields]


def goes_through(game: str, name: str) -> bool:
    """Does an editor that nobody changes give the rules that it starts from?"""
    form = typed_rules(game, name)
    assert form.is_valid(), form.errors
    rules = get_game(game)
    told: dict[str, Any] = {**rules.read_rules(name).to_json(), "name": "x", "title": "Casa"}
    return rules.read_rules({**form.to_profile(), "name": "x"}).to_json() == told
