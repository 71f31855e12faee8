"""The titles of a closed season in words; core/standings/season_titles.py awards them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.core.standings.rank import LeagueSettings, SettingsRefused
from clubs.core.standings.scale import plain_number
from clubs.models import Player, Publication
from clubs.queries.seasons.standings_words import figure, signed_figure, value_text

RANKED = {
    "champion": pgettext_lazy("standings", "Champion"),
    "second": pgettext_lazy("standings", "Second"),
    "third": pgettext_lazy("standings", "Third"),
}
LABELS: Mapping[str, Any] = {
    **RANKED,
    "best_taker": gettext_lazy("Best taker"),
    "best_pair": gettext_lazy("Best pair"),
    "highest_deal": gettext_lazy("Highest deal"),
    "largest_made": gettext_lazy("Contract made by the widest margin"),
    "best_evening": gettext_lazy("Best evening"),
    "longest_run": gettext_lazy("Contracts made in a row"),
    "most_takes": gettext_lazy("Most takes in an evening"),
    "biggest_comeback": gettext_lazy("Biggest comeback, from below zero"),
}
UNITS: Mapping[str, Any] = {
    "best_pair": gettext_lazy("points a defender"),
    "largest_made": gettext_lazy("points above the contract"),
}


@dataclass(frozen=True, slots=True)
class Title:
    """name is the key of LABELS, size that of the tables where each size has a champion. players
    are called as they are called today; value is in words."""

    name: str
    size: int | None
    players: tuple[Player, ...]
    value: str

    @property
    def label(self) -> str:
        return str(LABELS[self.name])

    @property
    def unit(self) -> str:
        """The unit of the value, where the label does not name it."""
        return str(UNITS.get(self.name, ""))

    @property
    def is_champion(self) -> bool:
        return self.name == "champion"

    @property
    def is_rank(self) -> bool:
        return self.name in RANKED


def titles_of(final: Publication, players: Mapping[str, Player]) -> list[Title]:
    """Lists the titles with their holders. players by uuid; deleted players are left out. Empty for
    a season that was closed before titles were stored."""
    titles = []
    for row in final.content.get("titles") or []:
        holders = tuple(players[uuid] for uuid in row["players"] if uuid in players)
        if holders and row["title"] in LABELS:
            holders = tuple(sorted(holders, key=lambda player: player.sort_key))
            titles.append(Title(row["title"], row["size"], holders, _title_value(row, final)))
    return titles


def _title_value(row: Mapping[str, Any], final: Publication) -> str:
    if row["title"] in RANKED:
        return value_text(plain_number(Fraction(row["value"])), _settings_of(final))
    return VALUES[row["title"]](row["value"])


def _settings_of(final: Publication) -> LeagueSettings:
    """The rules that were stored; the defaults where they cannot be read any more."""
    try:
        return LeagueSettings.read(final.content["standings"].get("rules"))
    except SettingsRefused:
        return LeagueSettings()


def _score_words(text: str) -> str:
    return signed_figure(plain_number(Fraction(text)))


def _synergy_words(text: str) -> str:
    return signed_figure(Fraction(text), 2)


def _made_words(text: str) -> str:
    """ "5 of 6"."""
    hits, taken = text.split("/")
    return _("%(hits)s of %(base)s") % {"hits": figure(int(hits)), "base": figure(int(taken))}


def _margin_words(text: str) -> str:
    """Card points, with one place where there is a half one."""
    points = Fraction(text)
    return signed_figure(points, 0 if points.denominator == 1 else 1)


def _count_words(text: str) -> str:
    return figure(int(text))


VALUES: Mapping[str, Callable[[str], str]] = {
    "best_taker": _made_words,
    "best_pair": _synergy_words,
    "highest_deal": _score_words,
    "largest_made": _margin_words,
    "best_evening": _score_words,
    "longest_run": _count_words,
    "most_takes": _count_words,
    "biggest_comeback": _count_words,
}
