"""The rows of the rankings of takers and of partners as HTML.

A page has fifty of them, which take three times as long as templates; so what is put into them is
escaped here.
"""

from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.games.french.queries.club_figures import RankedTaker, Taker
from clubs.games.french.queries.partners import PartnerPair, RankedPair
from clubs.models import Player
from clubs.numbers import NONE
from clubs.queries.statistics.deal_filters import DealLinks
from clubs.templatetags.feutre import grouped
from clubs.templatetags.figures import fixed, mean_score, of_base, percent
from clubs.templatetags.whiskers import whisker


def taker_row(record: RankedTaker, links: DealLinks) -> SafeString:
    taker, player = record.taker, record.taker.player
    takes = links.to(player=player.uuid, role="taker")
    successes = links.to(player=player.uuid, role="taker", made="yes")
    rate = f'<span class="rate num">{percent(taker.success)}</span> {whisker(taker.success)}'
    return _ranking_line(
        record.rank,
        ("", f"{_player(player, 'strong')} {_taker_notes(taker)}"),
        ("r num", _link(takes, taker.taken)),
        ("r num hide-sm", _link(successes, taker.made_count)),
        ("", rate),
        ("r hide-sm", mean_score(taker.means.margin)),
        ("r num hide-sm", fixed(taker.means.daring)),
        ("r hide-sm", mean_score(taker.means.score)),
    )


def _taker_notes(taker: Taker) -> str:
    guest = escape(_("guest"))
    notes = [f'<span class="xs muted">{guest}</span>'] if taker.player.is_guest else []
    if taker.missing:
        words = ngettext("%(count)s more take", "%(count)s more takes", taker.missing)
        notes.append(_missing_words(words, taker.missing))
    return " ".join(notes)


def pair_row(record: RankedPair, links: DealLinks) -> SafeString:
    pair = record.pair
    partner = f'<span class="plus">+ {_player(pair.b, "tap")}</span>'  # one line is of one name
    success = (
        f'<span class="num nowrap">{percent(pair.success)}</span> '
        f'<span class="xs muted nowrap">{escape(of_base(pair.success))}</span>'
    )
    return _ranking_line(
        record.rank,
        ("", f"{_player(pair.a, 'tap')} {partner} {_pair_notes(record)}"),
        ("r num", _link(links.to(player=pair.a.uuid, partner=pair.b.uuid), pair.deals)),
        ("r", mean_score(pair.shrunk)),
        ("r hide-sm", mean_score(pair.synergy)),
        ("r hide-sm", mean_score(pair.stake_mean)),
        ("r hide-sm", mean_score(pair.others_mean)),
        ("hide-sm", success),
    )


def _pair_notes(record: RankedPair) -> str:
    pair = record.pair
    notes = f'<span class="xs muted nowrap hide-sm"> {escape(_called_words(pair))} </span>'
    if pair.missing:
        words = ngettext("%(count)s more deal", "%(count)s more deals", pair.missing)
        return f"{notes} {_missing_words(words, pair.missing)}"
    if not record.rank:
        apart = escape(_("never apart"))
        return f'{notes} <span class="xs muted">{apart}</span>'
    return notes


def _called_words(pair: PartnerPair) -> str:
    called = {"a": grouped(pair.called_by_a), "b": grouped(pair.called_by_b)}
    return _("called %(a)s and %(b)s times") % called


def _ranking_line(rank: int | None, *cells: tuple[str, str]) -> SafeString:
    """The classes and the content of each cell, after the rank."""
    place = f'<span class="rank num">{rank}</span>' if rank else NONE
    content = "".join(
        f'<td class="{classes}">{text}</td>' if classes else f"<td>{text}</td>"
        for classes, text in (("", place), *cells)
    )
    few = "" if rank else ' class="few muted"'
    return SafeString(f"<tr{few}>{content}</tr>")


def _player(player: Player, classes: str) -> str:
    address = reverse("player_show", args=[player.uuid])
    return f'<a class="{classes}" href="{address}">{escape(player.listed_name)}</a>'


def _link(address: str, count: int) -> str:
    return f'<a href="{escape(address)}">{grouped(count)}</a>'


def _missing_words(words: str, count: int) -> str:
    return f'<span class="xs muted nowrap"> {escape(words % {"count": count})} </span>'
