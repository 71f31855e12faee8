"""tarot_coach, export as JSON (version 1). Source: import_formats.md §tarot_coach."""

from collections.abc import Sequence
from typing import Any

from clubs.core.filed import FiledDeal
from clubs.exchange.imports.shape import (
    Contents,
    Format,
    ImportedFile,
    ImportedTable,
    RowError,
    Unreadable,
)
from clubs.games.french.core.cards import CalledCard
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    called_in,
    has_keys,
    maybe,
    read_table,
    read_tables,
    said,
    whole_field,
)
from clubs.games.french.exchange.apps.tarot345 import CONTRACTS, SCORES

NAME = "tarot_coach"
KINGS = (
    CalledCard.KING_HEARTS,
    CalledCard.KING_DIAMONDS,
    CalledCard.KING_CLUBS,
    CalledCard.KING_SPADES,
)
CAMPS = (None, "attack", "defence")
SIZES = (None, "simple", "double", "triple")
# By the code of the file: which side made it, and whether it was announced.
CHELEMS = ((None, False), ("attack", True), ("attack", False), (None, True))
PLAYERS = range(3, 7)
HALF_POINTS = range(183)


def _is_export(contents: Contents) -> bool:
    document = contents.document
    return has_keys(document, "format") and bool(document["format"] == "tarot_coach_sessions")


def _read_export(contents: Contents) -> ImportedFile:
    document = contents.document
    if document.get("version") != 1:
        raise Unreadable("bad_file")
    return read_tables(document, "sessions", _read_coach_session, rules="fft", source=NAME)


def _read_coach_session(path: str, session: Object) -> tuple[ImportedTable, list[RowError]]:
    key = f"tarot_coach:{session.get('id', path)}"
    return read_table(
        path,
        session,
        _read_coach_deal,
        source=NAME,
        key=key,
        columns=("name", "dateCreation"),
        sizes=PLAYERS,
    )


def _read_coach_deal(players: Sequence[str], key: str, path: str, row: Object) -> FiledDeal:
    seats = range(len(players))
    taker = players[whole_field(row, "preneurIndex", seats)]
    called = maybe(row, "appeleIndex", seats)
    partner = None if called is None else players[called]
    resting = maybe(row, "mortIndex", seats)
    dealer = maybe(row, "donneurIndex", seats)
    out = [] if resting is None else [players[resting]]
    playing = [name for name in players if name not in out]
    chelem, announced = CHELEMS[whole_field(row, "chelem", range(4), 0)]
    half_points = whole_field(row, "pointsPreneur", HALF_POINTS)
    record = {
        "dealer": None if dealer is None else players[dealer],
        "out": out,
        "taker": taker,
        "called": called_in(playing, taker, partner),
        "called_cards": _called_king(playing, row),
        "contract": CONTRACTS[whole_field(row, "contrat", range(4))].value,
        "oudlers": whole_field(row, "nbBouts", range(4)),
        "points": half_points / 2 if half_points % 2 else half_points // 2,
        "petit_au_bout": CAMPS[whole_field(row, "petitAuBout", range(3), 0)],
        "poignees": _poignee_of(playing, taker, partner, row),
        "chelem": chelem,
        "chelem_announced": announced,
    }
    scores = _coach_scores(players, row.get("scores"))
    return FiledDeal(path, said(record), scores=scores or None, key=f"{key}:{row.get('id', path)}")


def _called_king(playing: Sequence[str], row: Object) -> list[CalledCard]:
    """No score needs it: what is no king is not told."""
    king = row.get("roiAppele")
    if len(playing) != 5 or not isinstance(king, int) or king not in range(4):
        return []
    return [KINGS[king]]


def _poignee_of(
    playing: Sequence[str], taker: str, partner: str | None, row: Object
) -> list[dict[str, str]]:
    """The file knows the side alone: the taker stands for one, the next defender for the other."""
    size = SIZES[whole_field(row, "poignee", range(4), 0)]
    if size is None:
        return []
    if whole_field(row, "campPoignee", range(2), 0) if row.get("campPoignee") is not None else 0:
        player = next(name for name in playing if name not in (taker, partner))
    else:
        player = taker
    return [{"player": player, "size": size}]


def _coach_scores(players: Sequence[str], scores: Any) -> dict[str, int]:
    if not scores:
        return {}
    if not isinstance(scores, dict):
        raise BadField("scores", scores)
    places = {str(seat): name for seat, name in enumerate(players)}
    if scores.keys() - places.keys():
        raise BadField("scores", sorted(scores.keys() - places.keys())[0], "value_not_allowed")
    return {places[seat]: whole_field(scores, seat, SCORES) for seat in scores}


TAROT_COACH = Format("tarot_coach", NAME, _is_export, _read_export)
