"""Papers of a tournament of which everything is in their frozen values: no database is asked."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from clubs.core.games import get_game
from clubs.core.names import name_key
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.shapes import (
    TableResult,
    TournamentBye,
    TournamentEntry,
    TournamentInput,
    TournamentPenalty,
    TournamentTeam,
)
from clubs.core.tournaments.standings import rank_tournament
from clubs.queries.games import WORDS
from clubs.queries.tournaments.paper_shapes import (
    PaperEntry,
    PaperHead,
    PaperTable,
    SlipsPaper,
    StandingsPaper,
)

PARIS = ZoneInfo("Europe/Paris")


HEAD = PaperHead(
    "Tournoi de la Saint-Martin",
    "Les Trois Bouts",
    "Beaune",
    datetime(2026, 11, 14, 14, 0, tzinfo=PARIS),
)


PRINTED = datetime(2026, 11, 14, 15, 5, tzinfo=UTC)  # 16:05 in Paris


UPRIGHT, LYING = (595, 841), (841, 595)


LONG = "Wilhelmina-Antoinette von Hohenzollern-Sigmaringen und zu Württemberg"


ODD = '#panic("read as markup") $x$ [ *a* \u202e'


def entry(number: int, name: str = "", club: str = "") -> PaperEntry:
    shown = name or f"Player {number}"
    return PaperEntry(number, shown, club, shown, name_key(shown))


def table(number: int, *names: str, size: int = 4) -> PaperTable:
    players = [entry(10 * number + at, name) for at, name in enumerate(names or [""] * size)]
    code = f"TAB{number:03}"
    return PaperTable(number, tuple(players), code, f"https://tarot.example.org/j/{code}/")


def slips(*tables: PaperTable, game: str = "french", **told) -> SlipsPaper:
    tell = WORDS[game].tournament_slip
    shown = tell(get_game(game).read_rules(None))
    told = {"columns": tuple(shown.columns), "reminder": tuple(shown.reminder), **told}
    return SlipsPaper(HEAD, 2, told.pop("deals", 4), tables, **told)


def column_names(part) -> list[str]:
    return [column["name"] for column in part["columns"]]


def standings_paper(**told) -> StandingsPaper:
    """Two rounds. Bob and Cléo tie; Dino left after the first; Eva came late and had a bye; the
    second slip of Anne says less than the others."""
    entries = [
        TournamentEntry("1", 1, "Anne", "Dijon", ("women",)),
        TournamentEntry("2", 2, "Bob"),
        TournamentEntry("3", 3, "Cléo", None, ("women",)),
        TournamentEntry("4", 4, "Dino", withdrawn_after=1),
        TournamentEntry("5", 5, "Eva", first_round=2),
    ]
    tables = [
        TableResult(1, {"1": 300, "2": -100, "3": -100, "4": -100}, SlipDetail.DEALS),
        TableResult(2, {"1": -60, "2": 30, "3": 30}, SlipDetail.TOTALS),
    ]
    found = TournamentInput(
        entries,
        tables,
        byes=[TournamentBye(2, "5")],
        penalties=[TournamentPenalty("1", -20, 1)],
        teams=[TournamentTeam("Bouts A", ("1", "2")), TournamentTeam("Petit A", ("3", "4"))],
    )
    settings = TournamentSettings.read({"leaver_policy": "unranked", "rounds_planned": 3})
    return StandingsPaper(
        HEAD,
        rank_tournament(found, settings, 2),
        3,
        byes=frozenset({(5, 2)}),
        category_names={"women": "Women"},
        **told,
    )
