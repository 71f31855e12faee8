"""What may be typed of a tournament: amounts, numbers of tables, pairs, methods of seating."""

import pytest
from django.core.exceptions import ValidationError

from clubs.core.seating.shapes import SeatingMethod
from clubs.core.tournaments.settings import TournamentSettings
from clubs.forms.money import MoneyField
from clubs.forms.tournaments.choices import KEPT, round_methods, shown_seating
from clubs.forms.tournaments.fields import NumbersField, PairsField, PartsField

M = SeatingMethod


@pytest.mark.parametrize(
    ("typed", "hundredths", "shown"),
    [
        ("", 0, "0"),
        ("10", 1000, "10"),
        ("12,5", 1250, "12,50"),
        (" 12.05 ", 1205, "12,05"),
        ("1 000", 100_000, "1000"),
    ],
)
def test_an_amount_in_hundredths(typed, hundredths, shown):
    field = MoneyField(required=False)

    assert field.clean(typed) == hundredths
    assert field.prepare_value(hundredths) == shown
    assert field.clean(hundredths) == hundredths  # as it is, of a field that is locked


@pytest.mark.parametrize("typed", ["dix", "-1", "1.234", "1,2,3", ",5", "99999999", "١٠"])
def test_what_is_no_amount(typed):
    with pytest.raises(ValidationError):
        MoneyField(required=False).clean(typed)


@pytest.mark.parametrize(
    ("typed", "numbers", "shown"),
    [
        ("", [], ""),
        ("3", [3], "3"),
        ("1-4, 6", [1, 2, 3, 4, 6], "1-4, 6"),
        ("1–3;5 - 6", [1, 2, 3, 5, 6], "1-3, 5-6"),
        ("8,2,2", [8, 2], "8, 2"),
    ],
)
def test_numbers_of_tables(typed, numbers, shown):
    field = NumbersField(required=False)

    assert field.clean(typed) == numbers
    assert field.prepare_value(numbers) == shown


@pytest.mark.parametrize("typed", ["a", "3-1", "0", "1-", "1-2-3", "1-9999", "-4"])
def test_what_are_no_numbers_of_tables(typed):
    with pytest.raises(ValidationError):
        NumbersField(required=False).clean(typed)


@pytest.mark.parametrize(
    ("typed", "pairs", "shown"),
    [("", [], ""), ("8-3", [[3, 8]], "3-8"), ("3-8, 4 – 11; 8-3", [[3, 8], [4, 11]], "3-8, 4-11")],
)
def test_pairs_of_entries(typed, pairs, shown):
    field = PairsField(required=False)

    assert field.clean(typed) == pairs
    assert field.prepare_value(pairs) == shown


@pytest.mark.parametrize("typed", ["3", "3-3", "a-b", "1-2-3", "3-"])
def test_what_are_no_pairs(typed):
    with pytest.raises(ValidationError):
        PairsField(required=False).clean(typed)


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("", []),
        ("Samedi: 3", [{"name": "Samedi", "last": 3}]),
        (
            "Samedi : 3\n\n Dimanche matin:5 ",
            [{"name": "Samedi", "last": 3}, {"name": "Dimanche matin", "last": 5}],
        ),
        ("Finale: à 20 h: 5", [{"name": "Finale: à 20 h", "last": 5}]),
    ],
)
def test_parts(typed, parts):
    field = PartsField(required=False)

    told = field.clean(typed)

    assert told == parts
    assert field.clean(field.prepare_value(told)) == parts


@pytest.mark.parametrize(
    "typed", ["Samedi", ": 3", "Samedi: x", "A: 3\nB: 3", "A: 0", "A: 500", f"A: {'9' * 5000}"]
)
def test_what_are_no_parts(typed):
    with pytest.raises(ValidationError):
        PartsField(required=False).clean(typed)


@pytest.mark.parametrize(
    ("method", "last", "rounds", "methods"),
    [
        (M.ROTATION, None, 3, [M.ROTATION] * 3),
        (M.ROTATION, M.STANDING, 3, [M.ROTATION, M.ROTATION, M.STANDING]),
        (M.SNAKE, None, 3, [M.RANDOM_APART, M.SNAKE, M.SNAKE]),
        (M.STANDING, None, 1, [M.RANDOM_APART]),
        (M.ROTATION, M.STANDING, 1, [M.ROTATION]),
    ],
)
def test_methods_of_the_rounds(method, last, rounds, methods):
    assert round_methods(method, last, rounds) == methods


@pytest.mark.parametrize(
    ("seating", "shown"),
    [
        ("rotation", ("rotation", "")),
        (["rotation", "rotation", "standing"], ("rotation", "standing")),
        (["random_apart", "standing_apart"], ("random_apart", "standing_apart")),
        (["random_apart", "snake", "snake"], ("random_apart", "snake")),
        (["random", "snake", "rotation"], (KEPT, "")),
    ],
)
def test_how_methods_are_shown(seating, shown):
    settings = TournamentSettings.read({"rounds_planned": 3, "seating": seating})

    told = shown_seating(settings)

    if told[0] != KEPT and told != shown:  # several choices may give the same methods
        last = SeatingMethod(told[1]) if told[1] else None
        expanded = [settings.seating[min(n, len(settings.seating)) - 1] for n in (1, 2, 3)]
        assert round_methods(SeatingMethod(told[0]), last, 3) == expanded
    else:
        assert told == shown
