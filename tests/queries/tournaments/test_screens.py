"""How much a page of a screen holds, and how screens share the alphabet."""

from clubs.queries.tournaments.screens import (
    ScreenPageKind,
    ScreenPart,
    cut,
    letters_of,
    shared_alphabet,
)


def sizes(kind, count, rows=0, **told):
    return [len(page.items) for page in cut(kind, range(count), rows, **told)]


class TestCut:
    def test_lines_for_the_back_of_the_room_while_they_are_few(self):
        """Eight lines a page, eight pages at most: tournaments.md §9."""
        assert sizes(ScreenPageKind.STANDINGS, 64, few=8) == [8] * 8
        assert sizes(ScreenPageKind.NAMES, 45, columns=2) == [16, 16, 13]
        assert sizes(ScreenPageKind.SEATING, 11, lines=2) == [4, 4, 3]

    def test_five_hundred_are_smaller_and_in_more_columns(self):
        """Twelve lines: 3 columns of names, 2 of six tables, 2 of the standings."""
        assert sizes(ScreenPageKind.NAMES, 500, columns=2) == [36] * 13 + [32]
        assert sizes(ScreenPageKind.SEATING, 125, lines=2) == [12] * 10 + [5]
        assert sizes(ScreenPageKind.STANDINGS, 500, few=8) == [24] * 20 + [20]

    def test_as_many_lines_as_are_asked_for(self):
        assert sizes(ScreenPageKind.NAMES, 500, 8, columns=2) == [16] * 31 + [4]
        assert sizes(ScreenPageKind.NAMES, 20, 12, columns=2) == [20]

    def test_a_column_is_full_before_the_next(self):
        [page] = cut(ScreenPageKind.NAMES, range(30), 12, columns=2)

        assert [list(column) for column in page.columns] == [
            list(range(12)),
            list(range(12, 24)),
            list(range(24, 30)),
        ]


class TestAlphabet:
    def test_each_letter_is_on_one_screen(self):
        letters = [*"AAAABBCDDDDMMMMMMPPRSSSSTTTVW"]

        for screens in range(1, 10):
            parts = [letters_of(letters, ScreenPart(n, screens)) for n in range(1, screens + 1)]
            assert [letter for part in parts for letter in part] == sorted(set(letters))

    def test_about_as_many_names_on_each(self):
        """Twelve: four with A, two each with B, E, P and Z."""
        letters = list("AAAABBEEPPZZ")

        assert shared_alphabet(letters, 1) == ["A – Z"]
        assert shared_alphabet(letters, 2) == ["A – B", "E – Z"]
        assert shared_alphabet(letters, 3) == ["A", "B – E", "P – Z"]

    def test_more_screens_than_letters(self):
        assert shared_alphabet(["A", "A"], 2) == ["", "A"]
