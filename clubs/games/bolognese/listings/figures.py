"""What a population of deals of Tarocco bolognese tells, for the page of statistics.

Source: bolognese.md §10.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.games.bolognese.queries.figures import (
    BologneseFigures,
    BolognesePair,
    BolognesePlayer,
    Matches,
    bolognese_figures_of,
)
from clubs.listings.statistics.figure_words import MOST_BARS, person_row
from clubs.listings.statistics.figures import Figure, Series
from clubs.listings.statistics.game_figures import (
    Amount,
    FigureRow,
    FigureTable,
    GameFigures,
    Tile,
    count_amount,
    mean_amount,
    rate,
    score_amount,
)
from clubs.models import Player
from clubs.queries.statistics.populations import Population
from clubs.templatetags.feutre import grouped
from clubs.templatetags.figures import of_base


def bolognese_figures(population: Population, player: Player | None = None) -> GameFigures:
    """The figures of everybody, or of one player alone. Four queries."""
    figures = bolognese_figures_of(population, player)
    if not figures.deals:
        return GameFigures(0)
    if player is None:
        tiles = _all_tiles(figures)
        tables = [*_player_tables(figures), *_pair_table(figures)]
        charts = _total_bars(
            _("Average total by player"),
            _("Player"),
            [(one.player, one.counted, one.total_mean) for one in figures.players],
        )
    else:
        tiles = _bolognese_player_tiles(figures.players[0])
        partners = [(_partner_of(pair, player), pair) for pair in _by_deals(figures)]
        tables = list(_partner_table(partners))
        charts = _total_bars(
            _("Average total by partner"),
            _("Partner"),
            [(partner, pair.deals, pair.total_mean) for partner, pair in partners],
        )
    return GameFigures(figures.deals, tiles, tables, list(charts))


def _deals_word() -> str:
    return pgettext("Tarocco bolognese", "Deals")


def _matches_word() -> str:
    return pgettext("Tarocco bolognese", "Matches")


def _accusi_word() -> str:
    return pgettext("Tarocco bolognese", "Declarations")


# Tiles


def _all_tiles(figures: BologneseFigures) -> list[Tile]:
    return [
        Tile(_matches_word(), count_amount(figures.matches), _("those that were finished")),
        Tile(_deals_word(), count_amount(figures.deals)),
        Tile(_("Deals a match"), mean_amount(figures.deals_a_match)),
        Tile(_("Average total"), mean_amount(figures.total_mean), _("of a pair, a deal")),
        Tile(_("Cappotti"), count_amount(figures.cappotti)),
        Tile(_accusi_word(), count_amount(figures.accusi)),
    ]


def _bolognese_player_tiles(person: BolognesePlayer) -> list[Tile]:
    matches = person.matches
    ended = _("%(won)s won, %(drawn)s drawn, %(lost)s lost") % {
        "won": grouped(matches.won),
        "drawn": grouped(matches.drawn),
        "lost": grouped(matches.lost),
    }
    return [
        Tile(_matches_word(), count_amount(matches.played), ended),
        Tile(
            pgettext("matches", "Won"),
            rate(matches.success),
            of_base(matches.success) if matches.played else "",
        ),
        Tile(_("Difference of totals"), score_amount(matches.difference), _("in all matches")),
        Tile(_deals_word(), count_amount(person.deals)),
        Tile(_("Deals won"), count_amount(person.won)),
        Tile(_("Score"), score_amount(person.score), _("in all deals")),
        Tile(_("Average total"), mean_amount(person.total_mean), _("of the own pair, a deal")),
        Tile(_("Cappotti made"), count_amount(person.cappotti_made)),
        Tile(_("Cappotti suffered"), count_amount(person.cappotti_suffered)),
        Tile(_accusi_word(), count_amount(person.accusi)),
    ]


# Tables


def _match_heads() -> list[str]:
    return [
        _matches_word(),
        pgettext("matches", "Won"),
        pgettext("matches", "Drawn"),
        pgettext("matches", "Lost"),
        _("Difference of totals"),
    ]


def _match_cells(matches: Matches) -> list[Amount]:
    counts = (matches.played, matches.won, matches.drawn, matches.lost)
    return [*map(count_amount, counts), score_amount(matches.difference)]


def _player_tables(figures: BologneseFigures) -> Iterator[FigureTable]:
    """Players by matches, the most won first; and by deals, the most played first."""
    played = [one for one in figures.players if one.matches.played]
    if played:
        played.sort(key=lambda one: (-one.matches.won, -one.matches.difference))
        yield FigureTable(
            key="matches",
            title=_matches_word(),
            heads=[_("Player"), *_match_heads()],
            rows=[person_row(one.player, _match_cells(one.matches)) for one in played],
        )
    yield FigureTable(
        key="players",
        title=_deals_word(),
        heads=[
            _("Player"),
            _deals_word(),
            pgettext("Tarocco bolognese, deals", "Won"),
            _("Score"),
            _("Average total"),
            _("Cappotti made"),
            _("Cappotti suffered"),
            _accusi_word(),
        ],
        rows=[
            person_row(one.player, _bolognese_player_cells(one))
            for one in sorted(figures.players, key=lambda one: -one.deals)
        ],
    )


def _bolognese_player_cells(person: BolognesePlayer) -> list[Amount]:
    counts = (person.cappotti_made, person.cappotti_suffered, person.accusi)
    return [
        count_amount(person.deals),
        count_amount(person.won),
        score_amount(person.score),
        mean_amount(person.total_mean),
        *map(count_amount, counts),
    ]


def _pair_heads() -> list[str]:
    return [*_match_heads(), _deals_word(), _("Average total")]


def _pair_cells(pair: BolognesePair) -> list[Amount]:
    return [*_match_cells(pair.matches), count_amount(pair.deals), mean_amount(pair.total_mean)]


def _pair_table(figures: BologneseFigures) -> Iterator[FigureTable]:
    pairs = _by_deals(figures)
    if pairs:
        yield FigureTable(
            key="pairs",
            title=pgettext("Tarocco bolognese", "Pairs"),
            heads=[pgettext("Tarocco bolognese", "Pair"), *_pair_heads()],
            rows=[FigureRow(_pair_name(pair), _pair_cells(pair)) for pair in pairs],
        )


def _partner_table(
    partners: Sequence[tuple[Player, BolognesePair]],
) -> Iterator[FigureTable]:
    if partners:
        yield FigureTable(
            key="partners",
            title=_("Partners"),
            heads=[_("Partner"), *_pair_heads()],
            rows=[person_row(partner, _pair_cells(pair)) for partner, pair in partners],
        )


def _by_deals(figures: BologneseFigures) -> list[BolognesePair]:
    """The pairs that played most together come first."""
    return sorted(figures.pairs, key=lambda pair: -pair.deals)


def _pair_name(pair: BolognesePair) -> str:
    first, second = (player.listed_name for player in pair.players)
    return _("%(first)s and %(second)s") % {"first": first, "second": second}


def _partner_of(pair: BolognesePair, player: Player) -> Player:
    first, second = pair.players
    return second if first == player else first


# Charts


def _total_bars(
    title: str, head: str, people: Sequence[tuple[Player, int, Fraction | None]]
) -> Iterator[Figure]:
    """Bars of the players with the most deals, the most first."""
    known = sorted((one for one in people if one[1]), key=lambda one: -one[1])[:MOST_BARS]
    if known:
        yield Figure(
            key="figure-totals",
            kind="bars",
            title=title,
            unit=_("points"),
            head=head,
            labels=[player.listed_name for player, _deals, _total in known],
            short_labels=[player.table_name for player, _deals, _total in known],
            series=[Series(_("Average total"), [total for _player, _deals, total in known])],
            digits=2,
        )
