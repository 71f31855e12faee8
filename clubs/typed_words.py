"""The words that a file, a pasted table or a person may have for our codes, in all languages.

Source: leagues.md §7.3 (accepted words).
"""

from collections.abc import Mapping

from clubs.core.names import name_key

# Why nobody played, as far as games share it, besides the codes.
MISDEAL_WORDS = "misdeal, maldonne, fausse donne, distribuzione errata, errore di distribuzione"
OTHER_WORDS = "other, autre, altro, other reason, autre raison, altro motivo"
NOBODY_TAKES_WORDS = (
    "all_pass, all pass, passed out, passe, passe générale, tous passent, tout le monde passe, "
    "passano tutti, tutti passano"
)


def by_word(words: Mapping[str, str]) -> dict[str, str]:
    """Code by each word for it, made comparable by name_key. Words stand between commas."""
    return {name_key(word): str(code) for code, all_ in words.items() for word in all_.split(",")}
