"""Which empty sheet, and what counts as a fingerprint."""

import pytest

from clubs.forms.tables.paper import BlankSheetForm, FingerprintForm

pytestmark = pytest.mark.usefixtures("in_english")


class TestBlankSheetForm:
    def test_without_a_word_it_is_a_sheet_for_five(self):
        form = BlankSheetForm.of({})

        assert form.is_valid()
        assert form.to_sheet() == {
            "game": "french",
            "active_count": 5,
            "seat_count": 5,
            "names": [],
            "paper": "a4",
            "language": "en",
        }

    def test_everything_told(self):
        told = {"players": "4", "resting": "2", "paper": "a5", "language": "fr"}

        form = BlankSheetForm.of({**told, "names": " Alice \n\nBob  B.\n"})

        assert form.is_valid()
        assert form.to_sheet() == {
            "game": "french",
            "active_count": 4,
            "seat_count": 6,
            "names": ["Alice", "Bob B."],
            "paper": "a5",
            "language": "fr",
        }

    @pytest.mark.parametrize(
        "told",
        [
            {"players": "2"},
            {"players": "7"},
            {"players": "x"},
            {"resting": "3"},
            {"resting": "-1"},
            {"paper": "a3"},
            {"language": "xx"},
            {"names": "\x00"},
            {"names": "a" * 81},
        ],
    )
    def test_what_is_no_sheet(self, told):
        form = BlankSheetForm.of(told)

        assert not form.is_valid()
        assert list(form.errors) == list(told)

    def test_more_names_than_seats(self):
        form = BlankSheetForm.of({"players": "3", "names": "A\nB\nC\nD"})

        assert not form.is_valid()
        assert form.errors == {"names": ["There is room for 3 players."]}

    def test_who_rests_has_a_name_too(self):
        form = BlankSheetForm.of({"players": "3", "resting": "1", "names": "A\nB\nC\nD"})

        assert form.is_valid()

    def test_of_another_game(self):
        """Four play at volte, and up to four more may sit there; a sheet has room for two."""
        form = BlankSheetForm.of({"change_game": "volte", "game": "french", "players": "5"})

        assert form.is_valid()
        assert (form.to_sheet()["game"], form.to_sheet()["active_count"]) == ("volte", 4)
        assert [count for count, _label in form.fields["resting"].choices] == [0, 1, 2]

    def test_two_pairs_have_nobody_who_rests(self):
        form = BlankSheetForm.of({"game": "bolognese", "players": "5"})

        assert not form.is_valid()
        assert list(form.errors) == ["players"]
        assert form.fields["resting"].choices == [(0, "0")]


class TestFingerprintForm:
    def test_as_it_stands_on_paper(self):
        form = FingerprintForm({"f": "0123 4567 89AB cdef 0123"})

        assert form.is_valid()
        assert form.cleaned_data == {"f": "0123456789abcdef0123"}

    @pytest.mark.parametrize(
        ("typed", "error"),
        [
            ("", "This field is required."),
            (
                "0123 4567",
                "This is no fingerprint: it has 32 letters and digits. Of a longer one on an older"
                " sheet the first 20 are enough.",
            ),
        ],
    )
    def test_what_is_none(self, typed, error):
        form = FingerprintForm({"f": typed})

        assert not form.is_valid()
        assert form.errors == {"f": [error]}
