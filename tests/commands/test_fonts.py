"""`manage.py fonts`."""

from io import StringIO

import pytest
from django.core.management import call_command
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import USE_MY_METRICS

from clubs.management.commands import fonts


def make(directory):
    out = StringIO()
    call_command("fonts", directory=directory, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="class")
def made(tmp_path_factory):
    """The folder of one cut, made once: it takes two seconds."""
    folder, cuts = fonts.FAMILIES["Source Serif Pro"]
    made = tmp_path_factory.mktemp("fonts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "FAMILIES", {"Source Serif Pro": (folder, {600: cuts[600]})})
        assert make(made) == "Fonts made: 3.\n"
        yield made


class TestFonts:
    def test_makes_a_file_for_each_script_and_their_stylesheet(self, made):
        assert sorted(path.name for path in made.iterdir()) == [
            "fonts.css",
            "source-serif-pro-600-cyrillic.woff2",
            "source-serif-pro-600-latin-ext.woff2",
            "source-serif-pro-600-latin.woff2",
            "source-serif-pro-licence.txt",
        ]
        assert (made / "fonts.css").read_text().splitlines()[2] == (
            '@font-face{font-family:"Source Serif Pro";font-weight:600;font-display:swap;'
            'src:url("../fonts/source-serif-pro-600-cyrillic.woff2") format("woff2");'
            "unicode-range:U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116}"
        )

    def test_does_nothing_twice(self, made):
        assert make(made) == "Fonts are up to date.\n"

    def test_makes_again_what_is_missing(self, made):
        (made / "source-serif-pro-600-latin.woff2").unlink()

        assert make(made) == "Fonts made: 1.\n"

    def test_has_figures_minus_and_the_narrow_space(self, made):
        with TTFont(made / "source-serif-pro-600-latin.woff2") as font:
            letters = font.getBestCmap()
            widths = {font["hmtx"][letters[ord(figure)]][0] for figure in "0123456789"}
            signs = [font["glyf"][letters[ord(sign)]] for sign in "0123456789½%"]
            parts = [part for sign in signs if sign.isComposite() for part in sign.components]
        assert [sign for sign in "019−½éœ’\u202f" if ord(sign) not in letters] == []
        assert len(widths) == 1  # tabular
        assert [part.glyphName for part in parts if part.flags & USE_MY_METRICS] == []


def test_all_cuts_have_a_source():
    assert [cut.file_name for cut in fonts.cuts() if not cut.source.exists()] == []
    assert len(list(fonts.cuts())) == 17
