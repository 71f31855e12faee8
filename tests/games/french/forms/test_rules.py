"""The editor of a profile: every setting there and back, errors at their fields."""

import pytest

from clubs.core.games import GAMES, get_game
from clubs.core.problems import Problem
from clubs.core.rule_settings import paths_of
from clubs.forms.deals.rules import RulesForm
from clubs.queries.games import WORDS

pytestmark = pytest.mark.usefixtures("in_english")

FRENCH = get_game("french")


def typed(profile="fft", **changes):
    """What a browser sends of the form of a built-in profile."""
    form = RulesForm(game="french", start=FRENCH.read_rules(profile), seen_version=0, title="Dole")
    values = {name: form[name].value() for name in form.fields}
    values |= changes
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def make(profile="fft", **changes):
    return RulesForm(
        typed(profile, **changes), game="french", start=FRENCH.read_rules("fft"), seen_version=0
    )


class TestRulesForm:
    @pytest.mark.parametrize("profile", [rules.name for rules in FRENCH.profiles()])
    def test_every_profile_there_and_back(self, profile):
        form = make(profile)

        assert form.is_valid(), form.errors
        kept = FRENCH.read_rules(profile).to_json()
        assert FRENCH.read_rules({**form.to_profile(), "name": "x"}).to_json() == {
            **kept,
            "name": "x",
            "title": "Dole",
            "version": 1,
        }

    def test_no_card_is_called(self):
        form = make(call_weights__5__0="", call_weights__6__0="3", call_weights__6__1="")

        assert form.is_valid()
        assert form.to_profile()["call_weights"] == {"5": [], "6": [3]}

    @pytest.mark.parametrize("game", GAMES)
    def test_every_setting_stands_on_the_page_once(self, game):
        sections = WORDS[game].settings.all_sections
        shown = [path for section in sections for line in section.lines for path in line.captions]

        assert sorted(shown) == sorted(
            path for path, _kind in paths_of(get_game(game).read_rules(None).settings())
        )

    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("base_value", "1001", "0 to 1000."),
            ("base_value", "", "This field is required."),
            ("multipliers__garde", "0", "1 to 1000."),
            ("multipliers__garde", "1.5", "Enter a whole number."),
            ("chelem__announced", "10001", "0 to 10000."),
            ("rounding", "7", "Select a valid choice. 7 is not one of the available choices."),
            ("poignee_trumps__4__1", "9", "Rising numbers, from 1 to 22."),
            ("call_weights__6__0", "5", "Together five sixths at most: one is left to the taker."),
        ],
    )
    def test_errors_stand_at_their_field(self, field, value, message):
        form = make(**{field: value})

        first = "poignee_trumps__4__0" if field.startswith("poignee_trumps") else field
        assert form.errors == {first: [message]}
        assert form.rules is None

    @pytest.mark.parametrize(
        ("scale", "table"), [("multiplier", "multipliers"), ("fixed", "fixed_values")]
    )
    def test_no_contract_is_offered(self, scale, table):
        contracts = ("prise", "pousse", "garde", "garde_sans", "garde_contre")
        form = make(scale=scale, **{f"{table}__{contract}": "" for contract in contracts})

        assert form.errors == {f"{table}__prise": ["At least one contract must be offered."]}

    def test_a_problem_without_a_field_of_its_own(self):
        form = make()
        form.is_valid()

        form.explain([Problem("rules_unknown", "rules.base")])

        assert list(form.errors) == ["base"]

    def test_rules_to_try_need_no_title(self):
        form = make(title="", rounding="10")

        assert list(form.errors) == ["title"]
        assert form.rules.to_json()["rounding"] == 10

    def test_what_differs_from_the_fft_is_marked(self):
        form = RulesForm(game="french", start=FRENCH.read_rules("family"), seen_version=1)

        assert [(group.title, group.changed_count) for group in form.groups] == [
            ("Contracts", 0),
            ("Count and rounding", 0),
            ("Petit at the end", 0),
            ("Handfuls", 1),
            ("Slams", 1),
            ("Misère", 1),
            ("Called cards", 0),
            ("At the table", 1),
            ("Money", 0),
        ]
        (line,) = [line for line in form.groups[3].lines if line.changed]
        assert (line.label, line.usual) == ("Value", "20, 30, 40")

    def test_what_is_typed_is_compared(self):
        form = make(rounding="5", multipliers__pousse="3")
        form.is_valid()

        changed = [line for group in form.groups for line in group.lines if line.changed]
        assert [(str(line.label), line.usual) for line in changed] == [
            ("Pousse", "not offered, 20"),
            ("Scores rounded to", "1"),
        ]

    def test_a_group_with_an_error_opens(self):
        form = make(base_value="x")
        form.is_valid()

        assert [group.title for group in form.groups if group.has_errors] == ["Contracts"]

    def test_after_somebody_else_saved(self):
        form = make(seen_version="1")
        form.is_valid()

        form.keep_up(3)

        assert form["seen_version"].value() == "3"
        assert form["title"].value() == "Dole"
