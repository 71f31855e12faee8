"""News of a club as an Atom feed, for other programs to read."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.dates import date_format
from clubs.models import Club
from clubs.numbers import GroupedCount
from clubs.queries.seasons.public import News
from clubs.queries.seasons.standings_words import digits_of, figure, signed_figure

SHOWN = 3  # names in a summary
Placed = tuple[int | None, str, Decimal | int | None]


class _Feed(Atom1Feed):
    """Its summaries are plain text, where those of Django are HTML. Without items it was changed
    when the club was made, where those of Django change every second."""

    def latest_post_date(self) -> datetime:
        changed_at: datetime = super().latest_post_date() if self.items else self.feed["made_at"]
        return changed_at

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, {**item, "description": None})
        handler.addQuickElement("summary", item["description"], {"type": "text"})


def atom_feed(club: Club, news: Sequence[News], *, site: str, title: str) -> str:
    """The feed as XML. site is scheme and host of its addresses."""
    feed = _Feed(
        title=title,
        link=site + reverse("public_club", args=[club.slug]),
        description="",
        language=get_language(),
        feed_url=site + reverse("public_feed", args=[club.slug]),
        author_name=club.name,
        feed_guid=f"urn:uuid:{club.uuid}",
        made_at=club.created_at,
    )
    for item in news:
        link, guid = site + _news_address(item), _news_id(item)
        feed.add_item(
            title=_news_title(item),
            link=link,
            description=_news_summary(item),
            unique_id=guid,
            pubdate=item.at,
            updateddate=item.at,
            categories=[item.league.name],
        )
    return feed.writeString("utf-8")


def _news_address(news: News) -> str:
    slug, league = news.league.club.slug, news.league.uuid
    if news.evening is not None:
        return reverse("public_evening", args=[slug, league, news.evening.uuid])
    return reverse("public_league", args=[slug, league])


def _news_id(news: News) -> str:
    """The identifier of an item, which never changes: programs know by it what they have shown."""
    if news.evening is not None:
        return f"urn:uuid:{news.evening.uuid}"
    version = news.publication.version if news.publication else 0
    return f"urn:uuid:{news.league.uuid}#{version}"


def _news_title(news: News) -> str:
    if news.evening is None:
        return _("%(season)s: standings") % {"season": news.league.name}
    day = date_format(news.evening.held_on)
    name = f"{news.evening.name}, " if news.evening.name else ""
    return _("Results: %(evening)s") % {"evening": name + day}


def _news_summary(news: News) -> str:
    """Who is in front, and of how many: "1. Alice +320 · 2. Bob +40 · 3. Dora −60 · 12 players"."""
    if news.evening is not None:
        rows = [(row.place, row.name, row.score) for row in news.rows]
        return _first_three(rows, is_signed=True) or _("Nobody played at this evening.")
    if news.standings is None:
        return ""
    parts = []
    for table in news.standings.tables:
        ranked = [(row.rank, row.name, row.value) for row in table.rows]
        leaders = _first_three(ranked, is_signed=news.standings.is_signed)
        if leaders and table.size:
            leaders = f"{_('Deals of %(size)s') % {'size': table.size}} · {leaders}"
        parts.append(leaders)
    return " — ".join(filter(None, parts))


def _first_three(rows: Sequence[Placed], *, is_signed: bool) -> str:
    """The first three, and how many have a place."""
    placed = sorted((row for row in rows if row[0] is not None), key=lambda row: row[0] or 0)
    if not placed:
        return ""
    digits = digits_of(*(value for *_rest, value in placed))
    written = signed_figure if is_signed else figure
    first = [
        f"{place}. {name} {written(None if value is None else Fraction(value), digits)}"
        for place, name, value in placed[:SHOWN]
    ]
    count = ngettext("%(count)s player", "%(count)s players", len(placed))
    return " · ".join([*first, count % {"count": GroupedCount(len(placed))}])
