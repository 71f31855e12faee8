"""What a club's own list says of its members beside what is known here: fees, telephone numbers,
remarks. Pairs of a label, which may be empty, and a text.
"""

from collections.abc import Iterable

FreeColumns = tuple[tuple[str, str], ...]

MOST_FREE = 20  # of one person
FREE_LABEL = 40  # characters
FREE_TEXT = 200


def read_free(text: str) -> FreeColumns:
    """Lines "label: text" as pairs; a line without a colon has no label."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    parts = (line.partition(": ") for line in lines if line)
    return tuple((label, told) if colon else ("", label) for label, colon, told in parts)


def free_text(columns: Iterable[tuple[str, str]]) -> str:
    """The pairs as lines, as read_free reads them."""
    return "\n".join(f"{label}: {text}" if label else text for label, text in columns)


def joined_free(first: FreeColumns, others: Iterable[tuple[str, str]]) -> FreeColumns:
    """All of first, and those of the others that have another label, as many as may be."""
    labels = {label for label, _text in first if label}
    more = (pair for pair in others if pair[0] not in labels and pair not in first)
    return (*first, *more)[:MOST_FREE]
