"""Short codes that are read aloud and typed on another phone: six letters or digits.

The alphabet has one sign of each pair that the eye or the ear confuses, and no vowel, so that no
code is a word. 24 signs in six places: 191 million codes.
"""

import re
import unicodedata

ALPHABET = "23456789CDFHJKMNPQRTVWXY"
LENGTH = 6  # signs
LOOK_ALIKES = str.maketrans({"O": "Q", "0": "Q", "S": "5", "Z": "2", "B": "8", "G": "6", "U": "V"})
BETWEEN = re.compile(r"[\W_]+")
CODE = re.compile(rf"[{ALPHABET}]{{{LENGTH}}}")


def read_code(typed: str) -> str | None:
    """The code that somebody typed, in any case, with spaces or dashes; None when it is none."""
    plain = BETWEEN.sub("", unicodedata.normalize("NFKC", typed)).upper().translate(LOOK_ALIKES)
    return plain if CODE.fullmatch(plain) else None


def shown_code(code: str) -> str:
    """The code in two groups of three."""
    return f"{code[:3]} {code[3:]}"
