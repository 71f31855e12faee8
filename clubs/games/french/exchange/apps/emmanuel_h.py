"""Tarot Counter (emmanuel-h), games of its DataStore as JSON.

Source: import_formats.md §Tarot.
"""

from clubs.core.deals import SlamOutcome
from clubs.core.file_rows import FiledDeal
from clubs.games.french.core.records import FrenchVoidReason
from clubs.games.french.exchange.apps.fields import (
    Object,
    camp_of,
    day_field,
    object_list,
    plain_list,
)
from clubs.games.french.exchange.apps.kit import (
    App,
    AppTable,
    DealFields,
    contracts,
    listed,
    objects_with,
    seated_by_id,
    slams,
)

FIELDS = DealFields(
    contract="contract",
    contracts=contracts("PRISE", "GARDE", "GARDE_SANS", "GARDE_CONTRE"),
    oudlers="bouts",
    points="points",
    chelem="chelem",
    chelems={
        **slams("ANNOUNCED_REALIZED", "NOT_ANNOUNCED_REALIZED", "ANNOUNCED_NOT_REALIZED", "NONE"),
        "DEFENDERS_REALIZED": SlamOutcome.DEFENCE_MADE,
    },
)
# Sizes with the field of all who showed such a poignée, and that of one in older files.
POIGNEES = (
    ("simple", "poignees", "poignee"),
    ("double", "doublePoignees", "doublePoignee"),
    ("triple", "triplePoignees", "triplePoignee"),
)


def _emmanuel_h_table(path: str, game: Object) -> AppTable:
    people = plain_list(game.get("playerNames"), "playerNames")
    names = seated_by_id(people, people, "playerNames")
    key = f"emmanuel_h:{game.get('id', path)}"
    return AppTable(key, day_field(game, "datestamp"), names, listed(path, game, "rounds"))


def _emmanuel_h_deal(table: AppTable, path: str, row: Object) -> FiledDeal:
    key = f"{table.key}:{row.get('roundNumber', path)}"
    if row.get("contract") is None:  # nobody took
        return FiledDeal(
            path, {"kind": "void", "void_reason": FrenchVoidReason.ALL_PASS.value}, key=key
        )
    [details] = object_list([row.get("details")], "details")
    taker = table.player(row, "takerName")
    partner = table.maybe_player(details, "partnerName")
    petit = table.maybe_player(details, "petitAuBout")
    poignees = [
        {"player": table.name_of(name, column), "size": size}
        for size, column, old in POIGNEES
        for name in plain_list(details.get(column), column) or filter(None, [details.get(old)])
    ]
    record = FIELDS.record(
        {**details, "contract": row["contract"]},
        table.players,
        taker,
        partner,
        petit_au_bout=camp_of(petit, (taker, partner)) if petit else None,
        petit_player=petit,
        poignees=poignees,
    )
    [scores] = object_list([row.get("playerScores") or {}], "playerScores")
    read = table.scores("playerScores", scores.items())
    return FiledDeal(path, record, scores=read or None, key=key)


EMMANUEL_H = App(
    "emmanuel_h",
    "Tarot Counter (emmanuel-h)",
    objects_with("playerNames", "rounds", "datestamp"),
    _emmanuel_h_table,
    _emmanuel_h_deal,
).format()
