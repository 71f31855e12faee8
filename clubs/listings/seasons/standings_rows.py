"""The rows of standings as HTML.

A page has fifty of them. As a template, whose every tag is looked up anew, they take four times as
long as these strings; so what is put into them is escaped here.
"""

from collections.abc import Iterator, Mapping
from html import escape

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.numbers import NONE
from clubs.queries.seasons.standings import StandingsGroup, StandingsLine
from clubs.queries.seasons.standings_words import count_text
from clubs.templatetags.feutre import grouped, icon, score

_NUMBER = dict.fromkeys(("deals", "won"), ' class="num"')


class StandingsRows:
    """The rows of a group. address leads to the reasons of a rank, with the stand-in for its
    player; places are those within a group of people, where one is asked for: then the rank stands
    beside them."""

    def __init__(
        self, group: StandingsGroup, address: str, stand_in: str, places: Mapping[int, int]
    ) -> None:
        self.group, self.places = group, places
        self.before, _stand_in, self.after = escape(address).partition(stand_in)
        self.moves: dict[int | None, str] = {None: ""}
        self.heads = {
            "total": escape(group.total_heading),
            "deals": escape(str(group.words.many)),
            "average": escape(str(group.words.average)),
            "won": escape(str(group.words.won)),
            "carry_over": escape(_("Brought along")),
            "penalty": escape(_("Penalties")),
        }
        self.you, self.level = escape(_("you")), escape(_("level"))
        self.chevron = icon("chev", "i-sm")

    def row(self, line: StandingsLine) -> SafeString:
        me = ' class="me"' if line.is_me else ""
        cells = "".join(f'<td class="{classes}">{text}</td>' for classes, text in self.cells(line))
        return SafeString(f"<tr{me}>{cells}</tr>")

    def cells(self, line: StandingsLine) -> Iterator[tuple[str, str]]:
        """The classes and the content of each."""
        row, group = line.row, self.group
        figures = self.figures(line)
        rank = self.places.get(line.player.pk) or row.rank
        yield "r", f'<span class="rank num">{rank}</span>' if row.rank else _muted(NONE)
        yield "hide-sm", self.move_text(line)
        yield "standings-who", self.who(line) + self.more(line, figures)
        yield "r nowrap", self.value_text(line)
        if group.shows_total:
            yield "r hide-sm", figures["total"]
        yield "r num hide-sm", str(row.evenings)
        yield "r num hide-sm", figures["deals"]
        if group.shows_average:
            yield "r hide-sm", figures["average"] or NONE
        if group.shows_carry_over:
            yield "r hide-sm", figures["carry_over"]
        if group.shows_penalties:
            yield "r hide-sm", figures["penalty"]
        yield "hide-sm", _share_bar(line) if row.taken else NONE
        yield "hide-sm", _curve(line)

    def figures(self, line: StandingsLine) -> dict[str, str]:
        """Those that stand in the wide table and behind the row on a phone."""
        row, group = line.row, self.group
        has_average = group.shows_average and line.average is not None
        return {
            "total": score(line.total, "", group.total_digits) if group.shows_total else "",
            "deals": NONE if row.known_deals is None else escape(grouped(row.deals)),
            "average": score(line.average, "", 2) if has_average else "",
            "carry_over": score(row.carry_over) if row.carry_over else "",
            "penalty": score(row.penalty) if row.penalty else "",
        }

    def who(self, line: StandingsLine) -> str:
        row, player = line.row, line.player
        notes = []
        if line.is_me:
            notes.append(f'<span class="badge b-brass">{self.you}</span>')
        if row.tied:
            notes.append(f'<span class="badge b-line">{self.level}</span>')
        if player.pk in self.places:
            notes.append(_reason(_("rank %(rank)s of all") % {"rank": row.rank}))
        if line.reason:
            notes.append(_reason(line.reason))
        return (
            '<span class="row row-2"><span class="avatar avatar-sm hide-sm" aria-hidden="true">'
            f'{escape(player.initials)}</span> <span><a class="strong"'
            f' href="{self.before}{row.player}{self.after}">{escape(player.listed_name)}</a>'
            f" {' '.join(notes)}</span></span>"
        )

    def more(self, line: StandingsLine, figures: Mapping[str, str]) -> str:
        """What a phone shows under the name, and when the row is opened."""
        evenings = ngettext("%(evenings)s evening", "%(evenings)s evenings", line.row.evenings)
        texts = [(name, figures[name]) for name in ("total", "deals", "average")]
        if line.row.taken:
            share, base = _share_texts(line)
            texts.append(("won", f'{share} <span class="muted nowrap">{base}</span>'))
        texts += [(name, figures[name]) for name in ("carry_over", "penalty")]
        facts = (
            f"<dt>{self.heads[name]}</dt><dd{_NUMBER.get(name, '')}>{text}</dd>"
            for name, text in texts
            if text
        )
        return (
            '<details class="phone-only standings-more"><summary class="small">'
            f"{escape(evenings % {'evenings': line.row.evenings})} {self.move_text(line)}"
            f" {self.chevron}</summary>"
            f'<dl class="facts">{"".join(facts)}</dl></details>'
        )

    def value_text(self, line: StandingsLine) -> str:
        if line.value is None:
            return NONE
        if self.group.is_signed:
            return score(line.value, "tot strong", self.group.digits)
        text = escape(grouped(line.value, self.group.digits))
        return f'<span class="num tot strong">{text}</span>'

    def move_text(self, line: StandingsLine) -> str:
        """The text of a movement, rendered once for each: all lines of a page share a few
        numbers."""
        if line.moved not in self.moves:
            move = render_to_string("clubs/seasons/standings/_standings_move.html", {"line": line})
            self.moves[line.moved] = move.strip()
        return self.moves[line.moved]


def _muted(text: str) -> str:
    return f'<span class="muted">{text}</span>'


def _reason(text: str) -> str:
    return f'<span class="small muted standings-reason">{escape(text)}</span>'


def _share_texts(line: StandingsLine) -> tuple[str, str]:
    """What share of the contracts was made, and how many that are of how many."""
    made_count = count_text(line.row.contracts_made)
    base = _("%(made)s of %(taken)s") % {"made": made_count, "taken": line.row.taken}
    return escape(_("%(percent)s %%") % {"percent": line.percent}), escape(base)


def _share_bar(line: StandingsLine) -> str:
    share, base = _share_texts(line)
    return (
        f'<span class="row row-2"><span class="num small w3" title="{base}">{share}</span>'
        ' <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{line.percent}" height="6" /></svg></span>'
    )


def _curve(line: StandingsLine) -> str:
    form = line.form
    if form is None:
        return ""
    return (
        '<svg class="spark" viewBox="0 0 88 26" aria-hidden="true">'
        f'<polyline points="{form.points}" />'
        f'<circle cx="{form.last_x}" cy="{form.last_y}" r="3.2" /></svg>'
    )
