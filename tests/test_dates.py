"""Dates in words: what French and Italian write otherwise than Django, and nothing else."""

import re
from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from clubs.dates import date_format
from tests.paths import ROOT

CLUBS = ROOT / "clubs"
FIRST, SECOND = date(2025, 9, 1), date(2025, 9, 2)


@pytest.mark.parametrize(
    ("language", "day", "name", "told"),
    [
        ("fr", FIRST, "j F Y", "1er septembre 2025"),
        ("fr", FIRST, "l j F Y", "lundi 1er septembre 2025"),
        ("fr", FIRST, "l j F", "lundi 1er septembre"),
        ("fr", FIRST, "j N Y", "1er sept. 2025"),
        ("fr", FIRST, "DATE_FORMAT", "1er septembre 2025"),
        ("fr", FIRST, "SHORT_DATE_FORMAT", "1er sept. 2025"),
        ("fr", FIRST, "N Y", "sept. 2025"),
        ("fr", FIRST, "j", "1"),
        ("fr", SECOND, "j F Y", "2 septembre 2025"),
        ("fr", date(2025, 9, 11), "j F Y", "11 septembre 2025"),
        ("fr", date(2025, 9, 21), "j F Y", "21 septembre 2025"),
        ("fr", datetime(2025, 9, 1, 20, 5), "j F Y, H:i", "1er septembre 2025, 20:05"),
        ("fr", datetime(2025, 9, 1, 20, 5), "DATETIME_FORMAT", "1er septembre 2025, 20:05"),
        ("it", FIRST, "j F Y", "1º settembre 2025"),
        ("it", FIRST, "l j F Y", "lunedì 1º settembre 2025"),
        ("it", FIRST, "j N Y", "1º set. 2025"),
        ("it", FIRST, "DATE_FORMAT", "1º settembre 2025"),
        ("it", FIRST, "SHORT_DATE_FORMAT", "1º set. 2025"),
        ("it", FIRST, "l", "lunedì"),
        ("it", FIRST, "c", "2025-09-01"),
        ("it", SECOND, "DATE_FORMAT", "2 settembre 2025"),
        ("it", date(2025, 9, 11), "l j F Y", "giovedì 11 settembre 2025"),
        ("it", datetime(2025, 9, 1, 20, 5), "c", "2025-09-01T20:05:00"),
        ("it", datetime(2025, 9, 1, 20, 5), "j F Y, H:i", "1º settembre 2025, 20:05"),
        ("it", datetime(2025, 9, 1, 20, 5), "DATETIME_FORMAT", "1º settembre 2025, 20:05"),
        ("en", FIRST, "j F Y", "1 September 2025"),
        ("en", FIRST, "l j F", "Monday 1 September"),
        ("en", SECOND, "j F Y", "2 September 2025"),
    ],
)
def test_in_words(language, day, name, told):
    with translation.override(language):
        assert date_format(day, name) == told
        assert Template(f'{{{{ day|date:"{name}" }}}}').render(Context({"day": day})) == told


def test_the_day_of_a_moment_is_that_of_the_zone():
    moment = datetime(2025, 8, 31, 22, 30, tzinfo=UTC)  # half past midnight in Paris
    page = Template('{{ at|date:"j F, H:i" }}')

    with translation.override("fr"), timezone.override("Europe/Paris"):
        assert page.render(Context({"at": moment})) == "1er septembre, 00:30"


@pytest.mark.parametrize(("value", "told"), [(None, ""), ("", ""), ("soon", "")])
def test_what_is_no_date(value, told):
    assert Template('{{ at|date:"j F" }}').render(Context({"at": value})) == told


def test_a_time_of_day():
    at = datetime(2025, 9, 1, 20, 5).time()

    assert Template('{{ at|date:"H:i" }}').render(Context({"at": at})) == "20:05"


def test_nothing_asks_django_for_dates_in_words():
    asked = re.compile(r"django\.utils\.(formats|dateformat) import .*(date_format|\bformat\b)")
    found = [path.name for path in CLUBS.rglob("*.py") if asked.search(path.read_text("utf-8"))]

    assert found == []
