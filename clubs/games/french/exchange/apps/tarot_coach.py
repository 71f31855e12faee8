"""tarot_coach, export as JSON (version 1). Source: import_formats.md §tarot_coach."""

from collections.abc import Iterator

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents, Format, ImportedFile, Unreadable
from clubs.games.french.core.cards import CalledCard
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    day_field,
    has_keys,
    object_list,
    seat_names,
    whole_field,
)
from clubs.games.french.exchange.apps.kit import (
    WITH_RESTING,
    App,
    AppTable,
    DealFields,
    Place,
    by_seat,
    contracts,
    listed,
    mappings,
    poignee_sizes,
    sides,
    slams,
)

NAME = "tarot_coach"
KINGS = (
    CalledCard.KING_HEARTS,
    CalledCard.KING_DIAMONDS,
    CalledCard.KING_CLUBS,
    CalledCard.KING_SPADES,
)
HALF_POINTS = range(183)
FIELDS = DealFields(
    contract="contrat",
    contracts=contracts(0, 1, 2, 3),
    oudlers="nbBouts",
    points="pointsPreneur",
    petit="petitAuBout",
    petits=sides(1, 2, 0),
    poignee="poignee",
    sizes=poignee_sizes(1, 2, 3, 0),
    shown_by="campPoignee",
    camps=sides(0, 1),
    chelem="chelem",
    chelems=slams(1, 2, 3, 0),
)


def _tarot_coach_places(contents: Contents) -> Iterator[Place]:
    for number, session in enumerate(mappings(contents.document.get("sessions"))):
        yield f"sessions[{number}]", session


def _tarot_coach_table(path: str, session: Object) -> AppTable:
    people = object_list(session.get("joueurs"), "joueurs")
    names = seat_names((one.get("name") for one in people), "name")
    key = f"tarot_coach:{session.get('id', path)}"
    day = day_field(session, "dateCreation")
    deals = listed(path, session, "donnes")
    return AppTable(key, day, by_seat(names), deals, str(session.get("id", "")))


def _tarot_coach_deal(table: AppTable, path: str, row: Object) -> FiledDeal:
    resting = table.maybe_player(row, "mortIndex")
    playing = [name for name in table.players if name != resting]
    points = whole_field(row, "pointsPreneur", HALF_POINTS) / 2
    record = FIELDS.record(
        {**row, "pointsPreneur": points},
        playing,
        table.player(row, "preneurIndex"),
        table.maybe_player(row, "appeleIndex"),
        dealer=table.maybe_player(row, "donneurIndex"),
        out=[resting] if resting else [],
        called_cards=_called_king(playing, row),
    )
    cells = row.get("scores") or {}
    if not isinstance(cells, dict):
        raise BadField("scores", cells)
    scores = table.scores("scores", cells.items())
    return FiledDeal(path, record, scores=scores or None, key=f"{table.key}:{row.get('id', path)}")


def _called_king(playing: list[str], row: Object) -> list[CalledCard]:
    """No score needs it: what is no king is not told."""
    king = row.get("roiAppele")
    if len(playing) != 5 or not isinstance(king, int) or king not in range(4):
        return []
    return [KINGS[king]]


_APP = App(
    "tarot_coach",
    NAME,
    _tarot_coach_places,
    _tarot_coach_table,
    _tarot_coach_deal,
    seats=WITH_RESTING,
)


def _is_export(contents: Contents) -> bool:
    document = contents.document
    return has_keys(document, "format") and bool(document["format"] == "tarot_coach_sessions")


def _read_export(contents: Contents) -> ImportedFile:
    if contents.document.get("version") != 1:
        raise Unreadable("bad_file")
    return _APP.read(contents)


TAROT_COACH = Format("tarot_coach", NAME, _is_export, _read_export)
