"""The values of cells: dates, numbers, and the words that are accepted for our codes.

Source: leagues.md §7 (dates, decimal comma), §7.3 (accepted words).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from enum import StrEnum
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from clubs.core.limits import CALENDAR_YEARS, FIRST_BIRTH_YEAR
from clubs.core.names import name_key as key_of_name
from clubs.core.names import person_key as key_of_person
from clubs.typed_words import by_word

name_key = lru_cache(maxsize=20_000)(key_of_name)  # a file says the same names over and over
person_key = lru_cache(maxsize=20_000)(key_of_person)

ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d.*)?")
SHORT_DATE = re.compile(r"(\d{1,2})([/.\-])(\d{1,2})\2(\d{4}|\d{2})")
WEEKDAY = re.compile(
    r"\A(?:lun|mar|mer|jeu|gio|ven|sam|sab|dim|dom|mon|tue|wed|thu|fri|sat|sun)[^\W\d]*\.?,?\s+(?=\d)",
    re.IGNORECASE,
)
HOUR = re.compile(
    r"(?<=\d),?\s+(?:à |alle |at )?\d{1,2}(?:[:h]\d\d){1,2}(?:\s?[ap]m)?\Z", re.IGNORECASE
)
WRITTEN_DATE = re.compile(
    r"(\d{1,2})(?:er|st|nd|rd|th|[º°])?\.?\s*(?:of |de )?([^\W\d]{3,})\.?,?\s*(\d{4}|\d{2})"
)
ANY_DATE = re.compile(
    rf"(?<!\d)(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|{SHORT_DATE.pattern}|{WRITTEN_DATE.pattern})(?!\d)"
)
AT_TABLE = " · "  # between a date and a table of any name
DATED_TABLE = re.compile(
    rf"(.*?\d)(?:{AT_TABLE}|\s*[-–,(:]?\s*(?=(?:table|tavolo)\s?\w|t\s?\d))(.+?)\)?", re.IGNORECASE
)
MONTHS = {
    number: names.split()
    for number, names in enumerate(
        [
            "janvier january gennaio",
            "fevrier february febbraio",
            "mars march marzo",
            "avril april aprile",
            "mai may maggio",
            "juin june giugno",
            "juillet july luglio",
            "aout august agosto",
            "septembre september settembre",
            "octobre october ottobre",
            "novembre november novembre",
            "decembre december dicembre",
        ],
        1,
    )
}
NUMBER = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,6})?")
BETWEEN_PARTS = re.compile(r"[\d\s]*[-–—:;,.·|/()_]+[\d\s]*|\n")
DATED_WORD = re.compile(r"([^\W\d_]+) +\d{4}(?! ?[\d/–-])|\d{4} +([^\W\d_]+)")
# French and Italian write months small: "Club de Mars", and all of capitals, may be of a place.
PLACE = re.compile(r"\b(?:[Dd][EeIi] +|[Dd]['’] *)[A-ZÀ-Þ][^\W\d_]*")
ABSENCES = frozenset({"abs", "absent", "absente", "assente", "x", "/", "-", "–", "—", "−"})
SPACES = re.compile("[\\s\u00a0\u202f'’]+")
BETWEEN_NAMES = re.compile(r"[;/&+\n]|\s[-–]\s")
LEAST_PARTS = 3  # with one other sign between them: commas are in names then, "Dupont, Luc"
CENTURY = 2000  # of a year of two digits
LONG_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")  # of a date too, wherever it stands
SHORT_YEAR = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](\d\d)")


class DateOrder(StrEnum):
    """The order of day and month in 12/09/2025; ASK when nothing in the file says."""

    DAY = "day"
    MONTH = "month"
    ASK = "ask"


@lru_cache(maxsize=20_000)
def _in_digits(text: str) -> str:
    """A date without its weekday and hour, and with a number for its month: "ven. 12 sept. 2025"
    and "12.9.2025 20:30" are "12.9.2025"."""
    text = HOUR.sub("", WEEKDAY.sub("", text.strip(), count=1))
    match = WRITTEN_DATE.fullmatch(text)
    word = name_key(match[2]) if match else ""
    months = {number for number, names in MONTHS.items() for one in names if one.startswith(word)}
    return f"{match[1]}.{months.pop()}.{match[3]}" if match and len(months) == 1 else text


def dates_in(text: str) -> list[str]:
    """The dates that stand in a text."""
    texts = (match[0].strip() for match in ANY_DATE.finditer(text))
    return [one for one in texts if looks_like_date(one)]


def looks_like_date(text: str) -> bool:
    text = _in_digits(text)
    return bool(ISO_DATE.fullmatch(text) or SHORT_DATE.fullmatch(text))


def evening_of(text: str) -> tuple[str, str]:
    """The date and the table that a heading names, "12/09/2025" or "12/09/2025 – table 2"; empty
    texts where it has no date."""
    if looks_like_date(text):
        return text, ""
    match = DATED_TABLE.fullmatch(text)
    return (match[1], match[2]) if match and looks_like_date(match[1]) else ("", "")


def is_evening(text: str) -> bool:
    return bool(evening_of(text)[0])


def read_date(text: str, order: DateOrder = DateOrder.DAY) -> date | None:
    """A date such as 2025-09-12, 12/09/2025, 12.09.25 or "ven. 12 septembre 2025"; None for any
    other text, and for 31/02."""
    text = _in_digits(text)
    if match := ISO_DATE.fullmatch(text):
        year, month, day = (int(part) for part in match.groups())
    elif match := SHORT_DATE.fullmatch(text):
        first, sign, second, years = match.groups()
        is_month_first = order is DateOrder.MONTH and sign != "."
        day, month = (int(second), int(first)) if is_month_first else (int(first), int(second))
        year = int(years) + (CENTURY if len(years) == 2 else 0)
    else:
        return None
    try:
        return date(year, month, day) if year in CALENDAR_YEARS else None
    except ValueError:
        return None


def date_order(texts: Iterable[str]) -> DateOrder:
    """The order of day and month that these dates show. With dots the day always comes first."""
    order = DateOrder.DAY
    for text in texts:
        match = SHORT_DATE.fullmatch(_in_digits(text))
        if match is None or match[2] == ".":
            continue
        first, second = int(match[1]), int(match[3])
        if first > 12:
            return DateOrder.DAY
        if second > 12:
            return DateOrder.MONTH
        if first != second:
            order = DateOrder.ASK
    return order


def order_by_month(texts: Iterable[str], titles: Iterable[str]) -> DateOrder:
    """The order in which all these dates are of the month that is written in the titles; ASK where
    the titles have no month, or more, or the dates are of others."""
    months = {month for title in titles for month in _months_in(title)}
    if len(months) == 1:
        for order in (DateOrder.DAY, DateOrder.MONTH):
            days = [day for text in texts if (day := read_date(text, order))]
            if days and {day.month for day in days} == months:
                return order
    return DateOrder.ASK


def _months_in(title: str) -> set[int]:
    """The months in a title that stand beside one year, or alone between signs: "Saison 2025-2026 –
    Mars", but not "Club de Mars 2026"."""
    title = name_key(PLACE.sub("", title))
    parts = {part.strip() for part in BETWEEN_PARTS.split(title)}
    dated = {word for match in DATED_WORD.finditer(title) for word in match.groups() if word}
    return {number for number, names in MONTHS.items() if not (parts | dated).isdisjoint(names)}


def read_birth_year(text: str) -> int | None:
    """A year, or that of a date; None where it is neither, or nobody can be born then. Of two
    digits it is the last such year that is not to come."""
    today = timezone.now().year
    years = [int(one) for one in LONG_YEAR.findall(text)]
    if not years and (match := SHORT_YEAR.fullmatch(text)):
        short = 2000 + int(match[1])
        years = [short if short <= today else short - 100]
    return years[0] if len(years) == 1 and FIRST_BIRTH_YEAR <= years[0] <= today else None


def is_absence(text: str) -> bool:
    """Whether a cell of scores says that somebody did not play."""
    return text.casefold().rstrip(".") in ABSENCES


def is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def parse_number(text: str) -> int | float | None:
    """A number with comma or point for decimals and spaces between thousands; None for another
    text."""
    plain = SPACES.sub("", text).replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    if not NUMBER.fullmatch(plain):
        return None
    number = float(plain.replace(",", "."))
    return int(number) if number.is_integer() else number


def parse_whole(text: str) -> int | None:
    number = parse_number(text)
    return number if isinstance(number, int) else None


def split_list(text: str) -> list[str]:
    """The members of a list that is written with `|`."""
    return [part.strip() for part in text.split("|") if part.strip()]


def split_names(text: str, seats: Collection[str] = ()) -> list[str]:
    """The names of a cell, with `|` between them, or with a sign that people put there. seats are
    the keys of known names, one of which may have such a sign in it. What stands behind a colon is
    said of a name."""
    names = split_list(text)
    if len(names) != 1 or name_key(text.partition(":")[0]) in seats:
        return names
    parts = BETWEEN_NAMES.split(text)
    if len(parts) < LEAST_PARTS or len(set(BETWEEN_NAMES.findall(text))) > 1:
        parts = [name for part in parts for name in part.split(",")]
    return [name.strip() for name in parts if name.strip()]


KINDS = by_word(
    {
        "played": "played, jouée, joué, giocata",
        "void": "void, nulle, nul, annulée, annulé, maldonne, nulla, annullata, non giocata",
        "scores": "scores, score, marques, punteggi",
    }
)
PUBLIC_NAMES = by_word(
    {
        "full": "full, complet, completo, full name, nom complet, nome completo",
        "initial": "initial, initiale, iniziale, initials, initiales, nome e iniziale",
        "nickname": "nickname, surnom, pseudo, soprannome",
        "hidden": "hidden, masqué, caché, nascosto, no name, aucun, nessun nome",
    }
)
YES_NO = by_word(
    {
        "yes": "yes, oui, sì, si, x, 1, y, o, true, vrai, vero, ✓",
        "no": "no, non, n, 0, false, faux, falso, -",
    }
)


def word(words: Mapping[str, str], text: str) -> str | None:
    """The code for a word, in any case and with or without accents; None for an unknown one."""
    return words.get(name_key(text).replace(" _", "_"))
