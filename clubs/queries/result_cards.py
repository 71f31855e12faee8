"""The end of a table, an evening or a tournament as it is shown first and sent to others: who won,
the podium, what is told of it.

A card is made of names that its maker was given, and holds nothing else of anybody: what goes out
as text or picture is made of a card with published names.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.deals import DealRole
from clubs.core.games import Rules
from clubs.core.lead import Lead
from clubs.models import Deal, DealKind
from clubs.numbers import grouped_number
from clubs.queries.deals.breakdown import deal_told
from clubs.queries.deals.stories import Names, score_text
from clubs.queries.tables.sheet_rows import SheetDeal

BEST = 3  # ranks of a podium
TOLD = 10  # people whom a message lists


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A place; equal results share a rank. value may have digits after the point."""

    rank: int
    name: str
    value: Decimal | int


@dataclass(frozen=True, slots=True)
class ResultStory:
    """Something that happened, in a sentence, under a label."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ResultCard:
    """title says what it was; place its club, empty for a table without one; facts how much was
    played. heading says what the first rank means. lines are all who are ranked, the best first.
    matches are those of a game that has them, a line each. has_chosen_names: people are called as
    they chose for public pages."""

    title: str
    place: str
    day: str
    heading: str
    facts: tuple[str, ...]
    lines: tuple[ResultLine, ...]
    digits: int = 0
    stories: tuple[ResultStory, ...] = ()
    matches: tuple[str, ...] = ()
    has_chosen_names: bool = False

    @property
    def winners(self) -> tuple[ResultLine, ...]:
        return tuple(line for line in self.lines if line.rank == 1)

    @property
    def podium(self) -> tuple[ResultLine, ...]:
        """Who comes after the winners, up to the third rank."""
        return tuple(line for line in self.lines if 1 < line.rank <= BEST)

    @property
    def listed(self) -> tuple[ResultLine, ...]:
        """Who has a line in a message; the others are counted."""
        return self.lines[:TOLD]

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.lines]

    def figure(self, line: ResultLine) -> str:
        """ "+1 234", "−42.56", "0"."""
        text = grouped_number(line.value, self.digits)
        return f"+{text}" if line.value > 0 else text

    @property
    def text(self) -> str:
        """The card for a message: short lines, no columns."""
        head = [" · ".join(filter(None, (self.title, self.day))), self.place]
        places = [f"{line.rank}. {line.name} {self.figure(line)}" for line in self.listed]
        if left := len(self.lines) - len(self.listed):
            places.append(others_counted(left))
        stories = [
            _("%(label)s: %(text)s") % {"label": told.label, "text": told.text}
            for told in self.stories
        ]
        blocks = [filter(None, head), places, [*self.matches, *stories], [" · ".join(self.facts)]]
        return "\n\n".join(text for block in blocks if (text := "\n".join(block)))

    @property
    def text_rows(self) -> int:
        """The lines of the text on a phone, where the sentences need two."""
        return self.text.count("\n") + 1 + len(self.stories) + len(self.matches)


def others_counted(count: int) -> str:
    return ngettext("and %(count)s other", "and %(count)s others", count) % {"count": count}


def first_heading(ranks: Collection[int], *, is_over: bool) -> str:
    """What the first of these ranks means."""
    if set(ranks) == {1} and len(ranks) > 1:
        return _("All level")
    return _("First place") if is_over else _("In the lead so far")


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal on which somebody won most. roles are those of who won as much, by uuid; where says
    which deal it is."""

    deal: Deal | SheetDeal
    rules: Rules
    won: int
    roles: Mapping[str, str]
    where: str

    def story(self, game: str, names: Names) -> ResultStory:
        """Who won is named where the words of the deal do not say it. Of plain scores there are no
        words: what was typed about them may be anything."""
        words = deal_told(game, self.deal.record, self.rules, names)
        is_takers = self.deal.taker_id is None or [*self.roles.values()] == [DealRole.TAKER]
        gain = score_text(self.won)
        if not (words and is_takers):
            who = ", ".join(names[key] for key in self.roles)
            gain = _("%(gain)s for %(who)s") % {"gain": gain, "who": who}
        text = _("%(told)s: %(gain)s") % {"told": words, "gain": gain} if words else gain
        return ResultStory(_("Deal of the evening"), f"{text} ({self.where})")


def is_dealt(deal: Deal | SheetDeal) -> bool:
    """Plain scores of a deal that nobody dealt are an adjustment, which nobody played for."""
    return deal.kind != DealKind.SCORES or "dealer" in deal.record


def lead_story(lead: Lead | None, names: Mapping[str, str], step: str) -> Iterator[ResultStory]:
    """How the winners came to be first. step says a step by its number: "deal %(number)s"."""
    if lead is None:
        return
    others = [names[key] for key in lead.before if key not in lead.winners]
    values = {
        "since": step % {"number": lead.since},
        "last": step % {"number": lead.last_at},
        "others": ", ".join(others),
    }
    label = _("Turn of fortune")
    if not lead.before:
        label, story = _("The lead"), _("in front from start to finish")
    elif lead.is_shared_late:
        story = _("level in front from %(since)s on")
    elif lead.last_at is not None:
        story = _("behind everybody after %(last)s, in front for good from %(since)s on")
    elif len(others) < len(lead.before):
        story = _("alone in front from %(since)s on; until then level with %(others)s")
    else:
        story = _("in front for good from %(since)s on; until then %(others)s")
    who = ", ".join(names[key] for key in lead.winners)
    yield ResultStory(label, _("%(who)s: %(story)s") % {"who": who, "story": story % values})
