"""huiteuros, the text that mysqldump writes of its database.

Source: import_formats.md §huiteuros.
"""

from collections.abc import Iterator

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    day_field,
    truth_field,
    word_field,
)
from clubs.games.french.exchange.apps.kit import (
    MISERES,
    App,
    AppTable,
    DealFields,
    Place,
    contracts,
    database_rows,
    name_in,
    names_by_id,
    of_the_day,
    poignee_sizes,
    rows_by,
    seated,
    sides,
    slams,
)

TABLES = ("games", "game_players", "users")
FIELDS = DealFields(
    contract="contract_type",
    contracts=contracts("petite", "garde", "garde_sans", "garde_contre"),
    oudlers="oudlers",
    points="points",
    poignee="poignee",
    sizes=poignee_sizes("simple", "double", "triple", "aucune"),
    shown_by="poignee_team",
    camps=sides("attaque", "defense"),
    chelem="chelem",
    chelems=slams("annonce_reussi", "non_annonce", "annonce_chute", "aucun"),
)
PETITS = sides("attaque", "defense")
ROLES = {"preneur": 0, "attaquant": 1, "defenseur": 2}
KINDS = {"tetes": "courts", "atouts": "trumps"}


def _huiteuros_places(contents: Contents) -> Iterator[Place]:
    users = (row for _at, row in database_rows(contents, "users", *TABLES))
    people = names_by_id(users, "id", name_in("name"))
    seats = rows_by(
        (row for _at, row in database_rows(contents, "game_players", *TABLES)), "game_id"
    )
    miseres = rows_by(
        (row for _at, row in database_rows(contents, "game_miseres", *TABLES)), "game_id"
    )
    for path, game in database_rows(contents, "games", *TABLES):
        key = str(game.get("id"))
        more = {"seats": seats.get(key, []), "miseres": miseres.get(key, []), "people": people}
        yield path, {**game, **more}


def _huiteuros_table(path: str, game: Object) -> AppTable:
    names = seated(game["people"], (seat.get("user_id") for seat in game["seats"]), "user_id")
    day = day_field(game, "played_at")
    return AppTable(of_the_day("huiteuros", day, names.values()), day, names, [(path, game)])


def _huiteuros_deal(table: AppTable, path: str, game: Object) -> FiledDeal:
    roles: dict[int, list[str]] = {}
    for seat in game["seats"]:
        roles.setdefault(word_field(seat, "role", ROLES), []).append(table.player(seat, "user_id"))
    if len(roles.get(0, [])) != 1:
        raise BadField("role", len(roles.get(0, [])), "field_missing")
    partner = next(iter(roles.get(1, [])), None)
    has_petit = truth_field(game, "petit_au_bout")
    record = FIELDS.record(
        game,
        table.players,
        roles[0][0],
        partner,
        petit_au_bout=(word_field(game, "petit_au_bout_team", PETITS) or "attack")
        if has_petit
        else None,
        miseres=[
            {"player": table.player(one, "user_id"), "kind": word_field(one, "type", KINDS)}
            for one in game["miseres"]
        ],
    )
    scores = table.scores("score", ((seat["user_id"], seat.get("score")) for seat in game["seats"]))
    return FiledDeal(path, record, scores=scores, key=f"huiteuros:{game.get('id', path)}")


HUITEUROS = App(
    "huiteuros", "huiteuros", _huiteuros_places, _huiteuros_table, _huiteuros_deal, rules=MISERES
).format()
