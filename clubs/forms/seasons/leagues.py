"""Forms of a season: its dates and rules, its members, what visitors see, and why it reopens."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.choices import shown
from clubs.core.standings.settings import (
    MOST,
)
from clubs.forms.fields import (
    DayInput,
    ExplainedForm,
    ListField,
    RequestIdField,
    TidyField,
    TidyNameField,
    set_choices,
)
from clubs.models import League, Player
from clubs.queries.games import WORDS
from clubs.queries.seasons.seasons import MemberLine

REASON_LENGTH = 200
_BETWEEN_THOUSANDS = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")  # \s is a no-break space as well


class DayField(forms.DateField):
    widget = DayInput

    def __init__(self, **kwargs: Any) -> None:
        ours = ["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"]
        super().__init__(input_formats=ours, **kwargs)


class WholeNumber(forms.IntegerField):
    """A whole number; a real minus sign is one too, and thousands may have spaces between them.
    Bounds are those of core.

    signed: it may be below 0. The numeric keys of a phone have no minus, so that all are shown.
    sign: of its unit, which may stand behind it.
    """

    def __init__(self, *, signed: bool = False, sign: str = "", **kwargs: Any) -> None:
        attrs = {"inputmode": "text" if signed else "numeric", "class": "w-num"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)
        self.sign = sign

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            value = _BETWEEN_THOUSANDS.sub("", value.replace("−", "-").strip())
            value = value.removesuffix(self.sign)
        return super().to_python(value)

    def validate(self, value: Any) -> None:
        super().validate(value)
        low, high = self.min_value, self.max_value
        if value is None or not (isinstance(low, int) and isinstance(high, int)):
            return
        if low <= value <= high:
            return
        if ("min_value" if value < low else "max_value") not in self.error_messages:
            # Below 10,000 they may be years, which have no thousands.
            show = shown if high >= 10_000 else str
            bounds = {"low": show(low), "high": show(high)}
            raise ValidationError(_("From %(low)s to %(high)s."), params=bounds)


class PenaltyPoints(ExplainedForm):
    """Points of a penalty: taken unless somebody chooses that they are given, typed as digits.

    cleaned_data["points"] is below 0 for points that are taken. again is asked only where one just
    like it counts already."""

    TAKES, GIVES = "takes", "gives"

    direction = forms.ChoiceField(
        label=_("The penalty"),
        choices=[(TAKES, _("takes points away")), (GIVES, _("gives points"))],
        initial=TAKES,
        widget=forms.RadioSelect,
    )
    points = WholeNumber(
        label=_("Points"),
        min_value=1,
        max_value=MOST,
        error_messages={
            "min_value": _("From 1 on, without a sign: the choice says whether they are taken.")
        },
    )

    again = forms.BooleanField(label=_("Give it once more"), required=False)

    def clean(self) -> None:
        super().clean()
        points, direction = map(self.cleaned_data.get, ("points", "direction"))
        if points and direction == self.TAKES:
            self.cleaned_data["points"] = -points


class PlacePointsField(ListField):
    """Points of the first place, the second, …: whole numbers with commas, semicolons or spaces.

    "6,5" is refused: it may be 6½.
    """

    def read(self, text: str) -> list[int]:
        points: list[int] = []
        for word in text.replace("−", "-").replace(";", " ").split():
            numbers = word.strip(",").split(",")
            try:
                points += [int(number) for number in numbers if number]
            except ValueError:
                numbers = []
            if len(numbers) in (0, 2):
                message = _("“%(text)s”: whole numbers with a space after each, such as 10, 6, 4.")
                raise ValidationError(message, params={"text": word[:20]})
        return points

    def written(self, values: Any) -> str:
        return ", ".join(map(str, values))


def told_list(data: Any, name: str) -> set[str]:
    """Everything that a form sent under this name."""
    return set(data.getlist(name))


def days_text(dates: Iterable[date]) -> str:
    return ", ".join(formats.date_format(day, "SHORT_DATE_FORMAT") for day in dates)


class LeagueDatesForm(forms.Form):
    """Name and span of a season."""

    name = TidyNameField(
        label=_("Name"), max_length=80, help_text=_("Such as 2026–2027, or Friday tournament.")
    )
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"))

    def clean(self) -> None:
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day comes before the first one."))

    def explain_outside(self, dates: Sequence[date]) -> None:
        """Evenings that would lie outside the season."""
        text = ngettext(
            "There is an evening outside these days: %(dates)s. Move it first.",
            "There are evenings outside these days: %(dates)s. Move them first.",
            len(dates),
        )
        last = self.cleaned_data.get("ends_on")
        field = "ends_on" if last and dates[-1] > last else "starts_on"
        self.add_error(field, text % {"dates": days_text(dates)})


class LeagueNewForm(LeagueDatesForm):
    """A new season, of the club's usual game. Its rules are those of the newest season of the same
    game; another choice may be made. Rules and members may come from a season of another game."""

    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        help_text=_("Only tables of this game count. It cannot be changed afterwards."),
    )
    rules_of = forms.ChoiceField(label=_("Rules of the standings"), required=False)
    members_of = forms.ChoiceField(label=_("Members"), required=False)
    request_id = RequestIdField()

    NOBODY = "nobody"
    SAME_GAME = "same_game"

    def __init__(
        self, *args: Any, earlier: Sequence[League], usual_game: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.earlier = {str(league.uuid): league for league in earlier}
        seasons = [(uuid, league.name) for uuid, league in self.earlier.items()]
        as_in = [(uuid, gettext("As in %(season)s") % {"season": name}) for uuid, name in seasons]
        self.usual_game = usual_game
        set_choices(self, "game", [(code, words.name) for code, words in WORDS.items()])
        self.initial.setdefault("game", self.usual_game)
        self.offers_rules = bool(seasons)
        if self.offers_rules:
            total = ("", _("The total of all scores"))
            usual = (self.SAME_GAME, _("As in the newest season of the game, if any"))
            set_choices(self, "rules_of", [usual, total, *as_in])
            self.fields["rules_of"].help_text = gettext("Everything can be changed afterwards.")
        else:  # nothing to choose: the page says what there is
            del self.fields["rules_of"]
        everybody = ("", _("All members of the club"))
        nobody = (self.NOBODY, _("Nobody yet"))
        set_choices(self, "members_of", [everybody, *as_in, nobody])
        if seasons:
            self.initial.setdefault("rules_of", self.SAME_GAME)
            self.initial.setdefault("members_of", seasons[0][0])

    def clean_game(self) -> str:
        return self.cleaned_data["game"] or self.usual_game

    def rules_from(self) -> League | None:
        """Whose rules it takes over; None: all scores are added up."""
        choice, game = self.cleaned_data.get("rules_of", ""), self.cleaned_data["game"]
        if choice == self.SAME_GAME:
            return next((one for one in self.earlier.values() if one.game == game), None)
        return self.earlier.get(choice)

    def members_from(self) -> League | None:
        return self.earlier.get(self.cleaned_data["members_of"])

    def starts_empty(self) -> bool:
        return bool(self.cleaned_data["members_of"] == self.NOBODY)


@dataclass(frozen=True, slots=True)
class LeagueMemberRow:
    """A line of the form: as it is, or as it came back."""

    line: MemberLine
    is_on: bool
    points: str
    error: str = ""


class LeagueMembersForm(forms.Form):
    """The list of a season: a box and a number of points for each player. Without asks_points
    the points stay as they are."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, lines: Sequence[MemberLine], seen: str, asks_points: bool
    ) -> None:
        super().__init__(data, initial={"seen": seen})
        self.lines = lines
        self.asks_points = asks_points
        self.wrong: dict[UUID, str] = {}
        self.asked: list[tuple[Player, int]] = []

    def clean(self) -> None:
        on = told_list(self.data, "member")
        field = WholeNumber(required=False, min_value=-MOST, max_value=MOST)
        for line in self.lines:
            typed = self.data.get(f"points_{line.player.uuid}", "").strip()
            if str(line.player.uuid) not in on:
                if typed and line.number is None:  # who is taken off the list had points before
                    self.wrong[line.player.uuid] = gettext(
                        "Tick the name as well: only players on the list bring points."
                    )
                continue
            if not self.asks_points:
                self.asked.append((line.player, line.carry_over))
                continue
            try:
                points = field.clean(typed) or 0
            except ValidationError as refusal:
                self.wrong[line.player.uuid] = " ".join(refusal.messages)
            else:
                self.asked.append((line.player, points))
        if self.wrong:
            names = [line.player.name for line in self.lines if line.player.uuid in self.wrong]
            text = gettext("Points to correct: %(names)s.") % {"names": ", ".join(names)}
            self.add_error(None, text)

    def rows(self) -> list[LeagueMemberRow]:
        if not self.is_bound:
            return [
                LeagueMemberRow(line, line.number is not None, str(line.carry_over or ""))
                for line in self.lines
            ]
        on = told_list(self.data, "member")
        return [
            LeagueMemberRow(
                line,
                str(line.player.uuid) in on,
                self.data.get(f"points_{line.player.uuid}", ""),
                self.wrong.get(line.player.uuid, ""),
            )
            for line in self.lines
        ]


class UndoReasonForm(forms.Form):
    """Why something is undone that was settled."""

    reason = TidyField(label=_("Reason"), max_length=REASON_LENGTH)
    request_id = RequestIdField()


class LeagueCloseForm(forms.Form):
    """That a season is to be closed, said twice: by a tick and by the button. seen is the
    closing_mark that was shown."""

    is_meant = forms.BooleanField(
        label=_("Yes, make the deals, penalties, rules and standings of this season final"),
        error_messages={"required": _("Tick this if the season is over.")},
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()


class LeagueDeleteForm(LeagueCloseForm):
    is_meant = forms.BooleanField(
        label=_("Yes, delete this season"),
        error_messages={"required": _("Tick this if the season was made by mistake.")},
    )


class LeagueShowForm(forms.Form):
    """The parts of a season that visitors see."""

    standings = forms.BooleanField(
        label=_("Standings"),
        required=False,
        help_text=_(
            "Ranks, points and evenings of all players, as published last; as they stand now while"
            " nothing is published."
        ),
    )
    results = forms.BooleanField(
        label=_("Results of the evenings"),
        required=False,
        help_text=_("Each evening with its tables and what everybody won."),
    )
    calendar = forms.BooleanField(
        label=_("Calendar"),
        required=False,
        help_text=_("Dates and places of the evenings, to subscribe to."),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, league: League) -> None:
        names = ("standings", "results", "calendar")
        shown = {name: getattr(league, f"shows_{name}") for name in names}
        super().__init__(data, initial=shown)
