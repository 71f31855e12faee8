"""News of a club as an Atom feed, for other programs to read."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.dates import date_format
from clubs.models import Club
from clubs.queries.seasons.public import News


def atom_feed(club: Club, news: Sequence[News], *, site: str, title: str) -> str:
    """The feed as XML. site is scheme and host of its addresses."""
    feed = Atom1Feed(
        title=title,
        link=site + reverse("public_club", args=[club.slug]),
        description="",
        language=get_language(),
        feed_url=site + reverse("public_feed", args=[club.slug]),
        author_name=club.name,
        feed_guid=f"urn:uuid:{club.uuid}",
    )
    for item in news:
        link, guid = site + _news_address(item), _news_id(item)
        feed.add_item(
            title=_news_title(item),
            link=link,
            description="",
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
