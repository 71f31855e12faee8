"""The race of a season as a chart: whose lines are drawn, and the figures behind them.

Source: leagues.md §5: at most six lines at once, the others on demand.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.core.standings.rank import RankingMethod
from clubs.dates import date_format
from clubs.listings.statistics.deals import night_words
from clubs.listings.statistics.figures import Figure, Series
from clubs.queries.seasons.races import Race, Runner
from clubs.queries.seasons.standings_words import UNSIGNED, digits_of, value_heading

MOST_LINES = 6
FIRST_LINES = 5  # where nobody was asked for; one's own line comes on top of them
FIRST_CHOICES = 10  # boxes beside the chart


def selected_runners(race: Race, uuids: Collection[str], own: int | None) -> list[Runner]:
    """The runners that are asked for, in the order of the race; where none is, the first ones and
    the player who looks. own is the key of that player."""
    asked = [one for one in race.runners if str(one.player.uuid) in uuids]
    if asked:
        return asked[:MOST_LINES]
    first = race.runners[:FIRST_LINES]
    return [*first, *(one for one in race.runners[FIRST_LINES:] if one.player.pk == own)]


@dataclass(frozen=True, slots=True)
class RunnerChoices:
    """A box for each player: those who stand beside the chart, and how many others there are."""

    beside: SafeString
    others: SafeString
    other_count: int


def runner_choices(race: Race, shown: Collection[Runner]) -> RunnerChoices:
    """Ticked for those shown, who stand beside the chart with the first ones. Strings, as a
    template takes five times as long for 300 of them."""
    keys = {one.player.pk for one in shown}
    beside = {one.player.pk for one in race.runners[:FIRST_CHOICES]} | keys
    others = [one for one in race.runners if one.player.pk not in beside]

    def boxes(runners: Iterable[Runner]) -> SafeString:
        return SafeString("".join(_choice(one, is_shown=one.player.pk in keys) for one in runners))

    return RunnerChoices(
        beside=boxes(one for one in race.runners if one.player.pk in beside),
        others=boxes(others),
        other_count=len(others),
    )


def _choice(runner: Runner, *, is_shown: bool) -> str:
    rank = f'<span class="muted num">{runner.rank}.</span> ' if runner.rank else ""
    ticked = " checked" if is_shown else ""
    return (
        f'<label class="tick-l" data-face data-search="{escape(runner.player.name_key)}">'
        '<input type="checkbox" class="form-check-input" name="player"'
        f' value="{runner.player.uuid}"{ticked}>'
        f" <span>{rank}{escape(runner.player.listed_name)}</span></label>\n"
    )


def race_figure(race: Race, runners: Sequence[Runner]) -> Figure:
    data, values = race.data, race.values(runners)
    return Figure(
        key="figure-race",
        kind="line",
        title=_("Race of the season"),
        unit=value_heading(data.settings, data.words),
        head=_("After the evening of"),
        labels=[night_words(leg.held_on, leg.name) for leg in race.legs],
        series=[
            Series(one.player.listed_name, own, number, short=one.player.table_name)
            for number, (one, own) in enumerate(zip(runners, values, strict=True), start=1)
        ],
        signed=data.settings.method not in UNSIGNED,
        digits=digits_of(*(value for own in values for value in own)),
        from_zero=data.settings.method is not RankingMethod.RATING,
        short_labels=[date_format(leg.held_on, "j N") for leg in race.legs],
    )
