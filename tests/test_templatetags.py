"""Tags and filters: what a template prints, in both languages."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation

from clubs.access import Actor
from clubs.templatetags import feutre
from tests.cast import keeper


def rendered(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


class TestIcon:
    def test_is_one_symbol_of_the_sprite(self):
        assert rendered('{% icon "check" %}') == (
            '<svg class="i" aria-hidden="true">'
            '<use href="/static/img/icons.svg#i-check"></use></svg>'
        )

    def test_with_classes_and_a_label(self):
        assert rendered('{% icon "dealer" "i-sm gold" "dealer" %}') == (
            '<svg class="i i-sm gold" role="img" aria-label="dealer">'
            '<use href="/static/img/icons.svg#i-dealer"></use></svg>'
        )


@pytest.mark.parametrize(
    ("language", "value", "digits", "text"),
    [
        ("fr", 1234, 0, "+1\u202f234"),
        ("en", 1234, 0, "+1,234"),
        ("fr", -72, 0, "\u221272"),
        ("en", -1234567, 0, "\u22121,234,567"),
        ("fr", 0, 0, "0"),
        ("fr", 12.34, 1, "+12,3"),
        ("en", Decimal("-6.25"), 2, "\u22126.25"),
        ("fr", 12.75, 1, "+12,8"),
        ("fr", Fraction(-1, 100), 1, "0,0"),
        ("fr", Fraction(-5, 4), 1, "\u22121,3"),
        ("fr", None, 0, "\u00b7"),
        ("it", 1234, 0, "+1.234"),
        ("it", Decimal("-6.25"), 2, "\u22126,25"),
    ],
)
def test_signed(language, value, digits, text):
    with translation.override(language):
        assert feutre.signed(value, digits) == text


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", 1, "1 deal"),
        ("en", 1200, "1,200 deals"),
        ("fr", 1200, "1\u202f200 donnes"),
        ("it", 1200, "1.200 mani"),
        ("it", 999, "999 mani"),
    ],
)
def test_counted_chooses_the_plural_and_prints_grouped(language, value, text):
    source = (
        "{% load i18n %}{% blocktranslate count count=n|counted %}{{ count }} deal"
        "{% plural %}{{ count }} deals{% endblocktranslate %}"
    )

    with translation.override(language):
        assert rendered(source, n=value) == text


@pytest.mark.parametrize(
    ("value", "name"), [(3, "gain"), (-3, "loss"), (0, "zero"), (None, "zero")]
)
def test_gain_class(value, name):
    assert feutre.gain_class(value) == name


@pytest.mark.parametrize(
    ("value", "words"), [(144, "plus 144"), (-72, "minus 72"), (0, "0"), (None, "not known yet")]
)
def test_spoken(value, words):
    with translation.override("en"):
        assert feutre.spoken(value) == words


class TestScore:
    def test_has_sign_colour_and_hidden_words(self):
        with translation.override("en"):
            assert rendered('{% score n "tot" %}', n=-1312) == (
                '<span class="num loss tot"><span aria-hidden="true">\u22121,312</span>'
                '<span class="vh">minus 1,312</span></span>'
            )


@pytest.mark.parametrize(
    ("language", "points_x2", "text"),
    [
        ("fr", 81, "40,5"),
        ("en", 81, "40½"),
        ("fr", 104, "52"),
        ("en", 0, "0"),
        ("fr", 1, "0,5"),
        ("it", 81, "40,5"),
        ("fr", None, "·"),
    ],
)
def test_half_points(language, points_x2, text):
    with translation.override(language):
        assert feutre.half_points(points_x2) == text


@pytest.mark.parametrize(
    ("count", "dots"), [(1, "<b></b>"), (4, "<b></b><b></b><b></b><b></b>"), (None, "")]
)
def test_pips(count, dots):
    assert feutre.pips(count) == f'<span class="pips">{dots}</span>'


class TestBelongsTo:
    def test_a_member_and_an_outsider(self, club):
        assert feutre.belongs_to(club.actor("Bob"), club.club) is True
        assert feutre.belongs_to(club.actor("Eve"), club.club) is False

    def test_a_visitor_and_a_page_without_club(self, club):
        assert feutre.belongs_to(Actor("visitor"), club.club) is False
        assert feutre.belongs_to(club.actor("Bob"), None) is False
        assert feutre.belongs_to(None, club.club) is False

    def test_a_private_club_has_no_pages_to_lead_to(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")

        assert feutre.belongs_to(keeper(opened.link), opened.sitting.club) is False


class TestSeesLog:
    def test_who_scores_but_not_who_watches(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        by_link = [keeper(club.link(sitting, kind)) for kind in ("score", "watch")]

        seen = [feutre.sees_log(actor, sitting) for actor in (club.actor("Bob"), *by_link)]

        assert seen == [True, True, False]

    def test_a_page_without_table(self, club):
        assert feutre.sees_log(club.actor("Bob"), None) is False


class TestQr:
    def test_black_on_white_with_a_quiet_zone_and_a_name(self):
        with translation.override("en"):
            svg = rendered('{% qr "https://feutre.example/j/K7P2WD/" %}')

        # version 3 has 29 modules; four of quiet zone on each side
        assert svg.startswith('<svg role="img" aria-label="QR code" viewBox="0 0 37 37">')
        assert '<path fill="#fff" d="M0 0h37v37h-37z"/>' in svg
        assert 'stroke="#000"' in svg
        assert "style" not in svg


class TestFontLinks:
    def test_nothing_where_the_fonts_were_not_made(self, settings, tmp_path):
        settings.STATICFILES_DIRS = [tmp_path]

        assert rendered("{% font_links %}") == ""

    def test_the_stylesheet_and_the_first_font(self, settings, tmp_path):
        (tmp_path / "fonts").mkdir()
        (tmp_path / "fonts" / "fonts.css").touch()
        settings.STATICFILES_DIRS = [tmp_path]

        assert rendered("{% font_links %}") == (
            '<link rel="preload" href="/static/fonts/source-sans-pro-400-latin.woff2" as="font"'
            ' type="font/woff2" crossorigin>'
            '<link rel="stylesheet" href="/static/fonts/fonts.css">'
        )
