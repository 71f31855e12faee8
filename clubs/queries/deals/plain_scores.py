"""Plain scores, told: what was played, and what each player got."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.core.games import JsonObject
from clubs.core.plain_scores import KIND
from clubs.numbers import grouped_number
from clubs.queries.deals.stories import Names, RecordFact, told_frame


def is_plain(record: JsonObject) -> bool:
    return record.get("kind") == KIND


def told_plainly(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    yield RecordFact("label", _("Plain scores"), record["label"])
    scores = record["scores"]
    seats = record.get("players", scores)  # PostgreSQL keeps the keys of scores in its own order
    for name in (*seats, *(scores.keys() - set(seats))):
        if name in scores:
            yield RecordFact(f"score {name}", names.get(name, "?"), score_text(scores[name]))
    yield from told_frame(record, names)


def score_text(score: int) -> str:
    """With its sign, a real minus among them."""
    return f"+{grouped_number(score)}" if score > 0 else grouped_number(score)
