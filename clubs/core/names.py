"""Names of people: compared without case or accents, put in order by family name, shortened for
chips and faces.

Source: docs/names.md. `name_key` is made here because SQLite's LOWER leaves É alone.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count
from typing import NamedTuple

TABLE_NAME_LENGTH = 8  # characters, at most
LEAST_CAPITALS = 3  # of a last name written in capitals
KEY_LENGTH = 160  # characters; a single ligature may stand for eighteen
# Between the family name and the rest of a sort key. name_key never has two spaces, and a space is
# before all letters: "martin  zoe" comes before "martin dupont  anne" and "martine  anne".
GAP = "  "
# Words that belong to the family name that follows them.
PARTICLES = frozenset(
    {"d'", "da", "dal", "dall'", "dalla", "dalle", "de", "degli", "dei", "del", "dell'", "della"}
    | {"delle", "den", "der", "des", "di", "do", "dos", "du", "la", "le", "les", "lo", "mac", "mc"}
    | {"saint", "sainte", "st", "ste", "ten", "ter", "van", "vander", "vom", "von", "zu", "zum"}
    | {"zur"}
)
# Of these, words that begin a nickname as well, "le Grand Jacques", or are a given name: Mac, Do.
_OTHER_BEGINNINGS = frozenset({"do", "la", "le", "les", "lo", "mac", "mc", "saint", "sainte"})
# The same, but as the first word of a name rather a given name: Ben Martin.
INNER_PARTICLES = PARTICLES | {"al", "bel", "ben", "bin", "e", "el", "y"}
# How lists address people; a point behind them does not count.
_TITLES = frozenset(
    {"m", "mr", "mme", "mlle", "melle", "monsieur", "madame", "mademoiselle", "mrs", "ms", "miss"}
    | {"sig", "sig.ra", "sig.na", "signor", "signora", "signorina"}
)
WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*")  # an accent may be a letter of its own
NUMBER = re.compile(r" \(\d+\)$")  # of who came later with a name that is taken

# Letters that are read as others but that Unicode does not take apart.
LETTERS = str.maketrans(
    {
        "œ": "oe",
        "æ": "ae",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ł": "l",
        "þ": "th",
        "’": "'",
        "‐": "-",
        "‑": "-",
    }
)


def _visible(text: str) -> str:
    """The text without characters that cannot be seen, and that can turn the text round (U+202E) or
    make two names that look alike: all controls and format characters. Tabs and ends of lines stay,
    since they part words; NUL, since who sends it is refused."""
    if text.isprintable():  # nearly every name, and a page has hundreds
        return text
    return "".join(
        letter
        for letter in text
        if letter.isspace() or letter == "\0" or unicodedata.category(letter) not in ("Cc", "Cf")
    )


def tidy_name(text: str) -> str:
    """The visible part of a name, with one space between words."""
    return " ".join(_visible(text).split())


def name_key(name: str) -> str:
    """The name without case, accents or doubled spaces: equal keys mean the same name."""
    folded = fold(fold(_visible(name))).translate(LETTERS)
    return " ".join(folded.split())[:KEY_LENGTH].rstrip()


def is_found(asked: str, *texts: str) -> bool:
    """Whether every word that is searched for stands in one of these texts, without case and
    accents."""
    words = name_key(asked).split()
    where = " ".join(map(name_key, texts)) if words else ""
    return all(word in where for word in words)


def fold(text: str) -> str:
    """Case and accents away. Taking a letter apart can bring new capitals: called twice."""
    if text.isascii():  # an import folds the names of everybody many times
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def is_title(text: str) -> bool:
    """Whether the text is how a list addresses somebody: "Mme", "M."."""
    return text.strip(".,").casefold() in _TITLES


class PersonName(NamedTuple):
    """One of them may be empty: somebody who is known by one name alone."""

    given: str
    family: str

    @property
    def whole(self) -> str:
        """The name as people say it, the given name first."""
        return " ".join(part for part in self if part)


def split_name(text: str, *, family_first: bool = False) -> PersonName:
    """Tells the family name of a text: what stands before a comma, else the words in capitals at
    either end, else the last word (the first one with family_first), with the particles before it.

    A single word is a given name. Only a guess: "Simon Martin" and "Garcia Lopez Maria" may be
    anything, so that whoever gives a list can correct it.

    A title goes where both names are there. Else it stands in place of the given name, since "M.
    Petit" and "Mme Petit" are two people.
    """
    title, tidy = _title_and_rest(tidy_name(text))
    person = _split_untitled(tidy, family_first=family_first)
    if all(person) or not title:
        return person
    return PersonName(title, person.whole)


def _title_and_rest(text: str) -> tuple[str, str]:
    """The title at either end of a name, or nothing, and what is left without it. "M. J. Petit"
    may have two initials, as may "Petit Luc M.", and "M. et Mme Petit" are two people: nothing is
    taken from them."""
    words = text.split()
    titles = [at for at, word in enumerate(words) if is_title(word)]
    is_in_front = titles == [0]
    if not is_in_front and (titles != [len(words) - 1] or len(words[-1].strip(".")) < 2):
        return "", text
    rest = words[1:] if is_in_front else words[:-1]
    if not rest or any(len(word.strip(".,")) < 2 for word in rest):
        return "", text
    return words[titles[0]], " ".join(rest).rstrip(" ,")


def _split_untitled(tidy: str, *, family_first: bool) -> PersonName:
    family, comma, given = (part.strip() for part in tidy.partition(","))
    if comma and family and given:
        return PersonName(given, family)
    unnumbered, ending = without_number(tidy)
    words = unnumbered.split()
    start, end = _family_words(words, family_first=family_first)
    if not any(map(str.isalpha, "".join(words[start:end]))):  # Guest 2
        start = end = len(words)
    family = " ".join(words[start:end])
    given = " ".join([*words[:start], *words[end:]])
    return PersonName(given, family + ending) if family else PersonName(given + ending, "")


def without_number(name: str) -> tuple[str, str]:
    """The name, and the number behind it or nothing: "Martin" and " (2)"."""
    number = NUMBER.search(name)
    return (name[: number.start()], number.group()) if number else (name, "")


def read_name(text: str) -> PersonName:
    """The name as split_name reads it, spelt as it is stored."""
    return spelt(split_name(text))


def person_key(text: str) -> str:
    """The name_key under which somebody of this name would be kept: equal for "LE GOFF Yann",
    "Le Goff, Yann" and "Yann Le Goff"."""
    return name_key(split_name(text).whole)


def spelt(person: PersonName) -> PersonName:
    """The name without the capitals by which lists mark a family name: Paul Bernard for Paul
    BERNARD. Who has one name alone keeps it as it is, and initials stay: JP Marchand."""
    given, family = person
    if not all(person):
        return person
    if any(_is_long([word]) for word in given.split()) and given.isupper():
        given = _small(given)
    own_words = [
        word
        for word in family.split()
        if not (word.islower() or name_key(word) in INNER_PARTICLES)  # "DUPONT fils"
    ]
    is_marked = _is_capitals(" ".join(own_words) or family)  # "van der BERG", and "LE DU"
    return PersonName(given, _small(family) if is_marked else family)


def _small(capitals: str) -> str:
    """The text with one capital a word: "Le Goff", "O'Brien", "Dupont-Martin"."""
    return WORD.sub(lambda word: word[0][0] + word[0][1:].lower(), capitals)


def _with_comma(person: PersonName) -> str:
    """A text that is read as just this name: "Garcia Lopez, Maria"."""
    return f"{person.family}, {person.given}" if all(person) else person.whole


def turned(text: str) -> str:
    """A text that is read the other way round: what was the given name is the family name."""
    person = split_name(text)
    return _with_comma(PersonName(given=person.family, family=person.given))


def family_first(text: str) -> str:
    """A text whose family name is in front, unless it says itself which one it is."""
    return _with_comma(split_name(text, family_first=True))


def _family_words(words: list[str], *, family_first: bool) -> tuple[int, int]:
    """The places of the family name among the words: from, and up to without it."""
    size = len(words)
    if size < 2:
        return size, size
    capitals = [_is_capitals(word) for word in words]
    if any(capitals):
        lead = _particles_from(words)
        head = next((at for at in range(lead, size) if not capitals[at]), size)
        if lead < head < size and _is_long(words[:head]):
            return 0, head
        tail = next((at for at in range(size, 0, -1) if not capitals[at - 1]), 0)
        if 0 < tail < size and _is_long(words[tail:]):
            return _particles_before(words, tail), size
    if end := _end_in_front(words):
        return 0, end
    if family_first:
        return 0, min(_particles_from(words) + 1, size)
    return _particles_before(words, size - 1), size


def _is_capitals(word: str) -> bool:
    """Is it a word in capitals, and not the initial of a first name: "J."?"""
    return word.isupper() and sum(map(str.isalpha, word)) > 1


def _is_long(words: list[str]) -> bool:
    """Two capitals alone are the letters of a first name: JP Marchand."""
    return any(_is_capitals(word) and len(word) >= LEAST_CAPITALS for word in words)


def _particles_from(words: list[str]) -> int:
    """How many words at the beginning are particles; at least one word is none."""
    last = len(words) - 1
    return next((at for at in range(last) if name_key(words[at]) not in PARTICLES), last)


def _end_in_front(words: list[str]) -> int:
    """How many words a family name in front has that its particles show: "de La Tour Hervé", "Van
    der Berg Jan", up to the word behind the last of them. 0 for others: one particle with a capital
    may be a given name (Van Anh Nguyen), and behind a family name alone nothing follows."""
    lead = _particles_from(words)
    is_small = lead == 1 and words[0].islower() and not all(map(str.islower, words))
    if name_key(words[0]) in _OTHER_BEGINNINGS or not (lead > 1 or is_small):
        return 0
    last = max(at for at, word in enumerate(words) if name_key(word) in PARTICLES)
    return last + 2 if last + 2 < len(words) else 0


def _particles_before(words: list[str], place: int) -> int:
    """The place of the first word of the family name that ends at this place."""
    while place > 0 and name_key(words[place - 1]) in (INNER_PARTICLES if place > 1 else PARTICLES):
        place -= 1
    return place


def given_of(name: str, family: str) -> str:
    """The whole name without the family name, on whichever side that stands."""
    if not family:
        return name
    if name.endswith(family):
        return name.removesuffix(family).strip(" ,")
    return name.removeprefix(family).strip(" ,")


def sort_key(name: str, family: str, *, by_family: bool = True) -> str:
    """Puts people in order. By family name as it is written, particles included, since that is the
    letter under which it stands in print: "de La Tour" under D, "Le Gall" under L. Who has none,
    and everybody where lists go by given names, is in order by the whole name.
    """
    if not (by_family and family):
        return name_key(name)
    bare, ending = without_number(family)
    key = f"{name_key(bare)}{GAP}{name_key(given_of(name, family))}{ending}"
    return key[:KEY_LENGTH].rstrip()


def listed_name(name: str, family: str, key: str) -> str:
    """How a list in order shows somebody: "BOUVIER Hervé", with the family name in capitals so that
    nobody reads "Martin Simon" the wrong way round. key says whether the list goes by it."""
    if GAP not in key:
        return name
    bare, ending = without_number(family)
    given = given_of(name, family)
    return f"{bare.upper()} {given}{ending}"


def index_letter(text: str) -> str:
    """The first letter or digit in capitals; empty where there is neither. People stand under that
    of their sort key."""
    return next((letter.upper()[0] for letter in text if letter.isalnum()), "")


def name_keys(name: str, family: str = "") -> tuple[str, ...]:
    """All keys by which a person is found: the name as it is, and the family name first, also
    before a comma. A list that has it the other way round means the same person."""
    person = PersonName(given_of(name, family), family) if family else split_name(name)
    turned = PersonName(given=person.family, family=person.given)
    forms = [name, person.whole, turned.whole, _with_comma(person), read_name(name).whole]
    return tuple(dict.fromkeys(map(name_key, forms)))


def initials(name: str) -> str:
    """The first letters of the first and the last word, in capitals: "JP" of Jean-Luc Petit."""
    letters = [index_letter(word) for word in name.split()]
    visible = [letter for letter in letters if letter]
    return "".join(visible if len(visible) < 2 else (visible[0], visible[-1]))


def first_and_initial(name: str) -> str:
    """ "Zoé M." of Zoé Marchand, MARCHAND Zoé and Marchand, Zoé; who has one word alone is called
    by it."""
    words = split_name(name).whole.split()
    letter = index_letter(words[-1]) if len(words) > 1 else ""
    return f"{words[0]} {letter}." if letter else " ".join(words[:1])


def numbered_names(names: Iterable[str]) -> list[str]:
    """The same names in their order; who comes later with a name that is taken gets a number."""
    taken: set[str] = set()
    untried: dict[str, int] = {}  # by the key of a name: lower numbers of it are taken
    numbered = []
    for name in names:
        key = name_key(name)
        shown, shown_key, number = name, key, untried.get(key, 2)
        while shown_key in taken:
            shown, number = f"{name} {number}", number + 1
            shown_key = name_key(shown)
        untried[key] = number
        taken.add(shown_key)
        numbered.append(shown)
    return numbered


def table_name(full_name: str, taken: Collection[str]) -> str:
    """A short name of at most 8 characters that nobody of `taken` has, whatever the case.

    The first name; then with one or two letters of the last name, "Luc F." and "Luc Fe."; then
    with a number.
    """
    keys = {name_key(name) for name in taken}
    return next(name for name in _table_names(full_name) if name_key(name) not in keys)


def _table_names(full_name: str) -> Iterator[str]:
    """Short names in the order of preference, without end. Who has a title in place of a given name
    is called by the family name: "Cordier", and the next one "Mme C."."""
    words = full_name.split() or ["?"]
    first, last = words[0], "".join(filter(str.isalnum, words[-1] if len(words) > 1 else ""))
    yield shortened(words[1] if is_title(words[0]) and len(words) == 2 else first)
    endings = (f" {last[:size].capitalize()}." for size in (1, 2) if len(last) >= size)
    for ending in chain(endings, (f" {number}" for number in count(2))):
        yield (first[: TABLE_NAME_LENGTH - len(ending)].rstrip("-'. ") or "?") + ending


def shortened(first: str) -> str:
    """A first name of at most 8 characters: "Marie-C." for Marie-Christine, "Alexand."."""
    if len(first) <= TABLE_NAME_LENGTH:
        return first
    head, hyphen, second = first.partition("-")
    if hyphen and second and len(head) + 3 <= TABLE_NAME_LENGTH:
        return f"{head}-{second[0]}."
    if hyphen and len(head) <= TABLE_NAME_LENGTH:
        return head
    return first[: TABLE_NAME_LENGTH - 1] + "."


def is_short_for(short: str, full: str) -> bool:
    """Whether one key is what tables call the person with the other: "luc", "luc p.", "petit" and
    "m. petit" all mean "luc petit"."""
    first, *rest = short.split() or [""]
    if len(rest) == 1 and is_title(first):
        first, *rest = rest
    words = full.split()
    if not rest:
        return first in words[:1] + words[-1:]
    last = words[1:]
    return first in words[:1] and all(
        any(word.startswith(part.rstrip(".")) for word in last) for part in rest
    )
