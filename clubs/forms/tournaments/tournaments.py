"""Forms of a tournament: how it is played and ranked, who may enter, duties, categories, and why it
ends before its time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.core.games import Game, Rules, get_game
from clubs.core.limits import FIRST_BIRTH_YEAR
from clubs.core.problems import DealRefused, Problem
from clubs.core.seating.shapes import NEEDS_STANDINGS, Method, Separation
from clubs.core.seating.sizes import ALLOWED, Leftovers
from clubs.core.tournament_games import five_forms, has_tournaments, leftovers_for
from clubs.core.tournaments.parts import NAME_LENGTH, read_parts
from clubs.core.tournaments.settings import (
    AVERAGE,
    MOST_DEALS,
    MOST_ROUNDS,
    FivePlayerForm,
    LateRanking,
    LeaverPolicy,
    Settings,
    SlipMode,
    TeamTieBreak,
)
from clubs.forms.fields import NameField, RequestIdField, set_choices
from clubs.forms.people.people import rules_choices
from clubs.forms.seasons.leagues import REASON_LENGTH, WholeNumber, tidy
from clubs.forms.tables.tables import game_choices
from clubs.forms.tournaments.sections import GROUPS, SECTIONS, SHOWS, TIES, ShownGroup, ShownSection
from clubs.models import Category, Tournament, TournamentDuty, User
from clubs.queries.deals.rules import RulesOffer, find_offer
from clubs.queries.games import WORDS
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.plan import SHOWN_WORDS, group_lines, moment_words
from clubs.queries.tournaments.results.report import TIE_BREAKS
from clubs.queries.tournaments.rounds.seatings import method_of
from clubs.queries.tournaments.setup import categories_mark, frozen_settings, tournament_mark
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.tournaments.tournaments import CategoryTold

MOST_PLAYERS = 2000
MOST_MINUTES = 600
MOST_FEE = 1_000_000  # hundredths
MOST_TABLES = 500
MOST_PAIRS = 100
TIES_SHOWN = 4  # selects, at least
KEPT = "kept"  # what an imported tournament has, and no choice here says
FIRST_METHOD = Method.RANDOM_APART  # of a first round, where the others need the standings

LEFTOVER_CHOICES = [
    (Leftovers.THREES, _("Fours, and tables of 3 for who is left over")),
    (Leftovers.FIVES, _("Fours, and tables of 5 for who is left over")),
    (Leftovers.BYE, _("Fours only: who is left over sits the round out")),
]
FIVE_CHOICES = [
    (FivePlayerForm.CALLED_KING, _("All five play, with a called king")),
    (FivePlayerForm.DEALER_SITS_OUT, _("Four play, and the dealer sits out")),
]
FIVE_WORDS = {  # where there is nothing to choose
    FivePlayerForm.CALLED_KING: _("Five at a table: all five play, with a called king."),
    FivePlayerForm.DEALER_SITS_OUT: _("Five at a table: four play, and the dealer sits out."),
}
SLIP_CHOICES = [
    (SlipMode.DEALS, _("Deal by deal: the scores are computed")),
    (SlipMode.SCORES, _("The scores of each deal, as the table counted them")),
    (SlipMode.TOTALS, _("Only the totals of the round")),
]
METHOD_CHOICES = [
    (
        Method.ROTATION,
        _("Rotation: all rounds are planned at once, and nobody meets twice if tables allow it"),
    ),
    (Method.RANDOM_APART, _("Drawn by lot, with as few repeats as possible")),
    (Method.STANDING_APART, _("By the standings, with as few repeats as possible")),
    (Method.STANDING, _("By the standings: 1 to 4 at table 1, 5 to 8 at table 2")),
    (Method.SNAKE, _("Balanced: tables of equal strength by the standings")),
    (Method.RANDOM, _("Drawn by lot, repeats or not")),
    (Method.FIXED, _("The same tables in every round")),
    (Method.MANUAL, _("By hand")),
]
LAST_CHOICES = [
    ("", _("Like the others")),
    (Method.STANDING, _("By the standings: the final at the first table")),
    (Method.STANDING_APART, _("By the standings, with as few repeats as possible")),
    (Method.SNAKE, _("Balanced: tables of equal strength by the standings")),
]
SEPARATION_CHOICES = [
    (Separation.NONE, _("Nobody in particular")),
    (Separation.TEAM, _("Members of a team")),
    (Separation.CLUB, _("Members of a club, where it can be")),
]
LEAVER_CHOICES = [
    (LeaverPolicy.RANKED_LAST, _("ranked behind all who stayed")),
    (LeaverPolicy.UNRANKED, _("listed without a rank")),
    (LeaverPolicy.KEEP, _("ranked by their total like everybody")),
]
LATE_CHOICES = [
    (LateRanking.RANKED, _("ranked like everybody")),
    (LateRanking.APART, _("listed behind, without a rank")),
]
CONFIRMATION_CHOICES = [
    (1, _("one other player")),
    (2, _("two other players")),
    (0, _("all players of the table")),
]
CURRENCIES = [(code, code) for code in ("EUR", "CHF", "GBP", "USD")]

# Fields of the form that show a setting under another name.
SHOWN_BY: Mapping[str, Sequence[str]] = {
    "table_sizes": ("leftovers",),
    "seating": ("seating", "last_round"),
    "bye_score": ("bye_average", "bye_points"),
    "team_tie_break": ("best_member",),
    "tie_breaks": TIES,
}
COLUMNS = (
    "place",
    "round_minutes",
    "pause_minutes",
    "two_passes",
    "runs_on",
    "fee",
    "currency",
    "capacity",
    "registration_closes_at",
    "check_in_closes_at",
    "parts",
    *SHOWS,
)
SAME_NAME = (
    "rounds_planned",
    "deals_per_round",
    "leftovers",
    "five_player_form",
    "separation",
    "slip_mode",
    "leaver_policy",
    "late_ranking",
    "missed_round_score",
    "best_n",
)


class MomentInput(forms.DateTimeInput):
    """The browser's own; it speaks ISO whatever the language."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class MomentField(forms.DateTimeField):
    """A date and time in the zone of the page."""

    widget = MomentInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%d/%m/%Y %H:%M", "%d.%m.%Y %H:%M"], **kwargs)


class PartsField(forms.CharField):
    """Parts of a tournament, one a line: "Saturday: 3". Gives what core reads as parts."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        found: list[dict[str, Any]] = []
        for line in str(value or "").splitlines():
            name, _colon, last = (part.strip() for part in line.rpartition(":"))
            if not line.strip():
                continue
            before = found[-1]["last"] if found else 0
            if not name or not last.isdecimal() or not before < int(last) <= MOST_ROUNDS:
                raise ValidationError(
                    _("“%(line)s”: a name, a colon, and the last round of the day."),
                    params={"line": line.strip()[:40]},
                )
            found.append({"name": tidy(name)[:NAME_LENGTH], "last": int(last)})
        return found

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return "\n".join(f"{part.name}: {part.last}" for part in read_parts(value))

    def validate(self, value: Any) -> None:
        """No parts are as good as some."""

    def run_validators(self, value: Any) -> None:
        """Those of CharField want text."""


class AmountField(forms.CharField):
    """An amount of money with a point or a comma. Gives hundredths."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "class": "w-num"}
        super().__init__(widget=forms.TextInput(attrs=attrs), max_length=12, **kwargs)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, int):
            return value
        text = "".join(str(value if value is not None else "").split()).replace(",", ".")
        whole, _point, part = text.partition(".")
        digits = f"{whole}{part}"
        if not text:
            return 0
        if not (digits.isascii() and digits.isdecimal() and len(part) <= 2 and whole):
            raise ValidationError(_("An amount such as 10 or 12.50."))
        return int(whole) * 100 + int(part.ljust(2, "0"))

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        return f"{Decimal(value) / 100:.2f}" if value % 100 else str(value // 100)

    def validate(self, value: Any) -> None:
        if value > MOST_FEE:
            raise ValidationError(_("At most %(most)s."), params={"most": MOST_FEE // 100})

    def run_validators(self, value: Any) -> None:
        """CharField's own validators want text."""


class NumbersField(forms.CharField):
    """Whole numbers and spans of them, such as 1-12, 14-20. Gives a list, each number once."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        found: dict[int, None] = {}
        for word in str(value or "").replace("–", "-").replace(";", ",").split(","):
            first, dash, last = word.strip().partition("-")
            if not word.strip():
                continue
            ends = [end.strip() for end in ((first, last) if dash else (first, first))]
            if not all(end.isascii() and end.isdecimal() and len(end) < 5 for end in ends):
                raise ValidationError(_("Numbers such as 1-12, 14-20."))
            low, high = map(int, ends)
            if not 1 <= low <= high or high - low >= MOST_TABLES:
                raise ValidationError(_("Numbers such as 1-12, 14-20."))
            found |= dict.fromkeys(range(low, high + 1))
        return list(found)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        spans: list[list[int]] = []
        for number in value:
            if spans and number == spans[-1][1] + 1:
                spans[-1][1] = number
            else:
                spans.append([number, number])
        return ", ".join(f"{low}-{high}" if low < high else f"{low}" for low, high in spans)

    def run_validators(self, value: Any) -> None:
        if len(value) > MOST_TABLES:
            raise ValidationError(_("At most %(most)s."), params={"most": MOST_TABLES})


class PairsField(forms.CharField):
    """Pairs of entry numbers, such as 3-8, 4-11. Gives a list of pairs, the lower number first."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        found: list[list[int]] = []
        for word in str(value or "").replace("–", "-").replace(";", ",").split(","):
            if not word.strip():
                continue
            ends = [end.strip() for end in word.split("-")]
            is_pair = len(ends) == 2 and len(set(ends)) == 2
            if not is_pair or not all(e.isascii() and e.isdecimal() and len(e) < 7 for e in ends):
                raise ValidationError(_("Pairs of entry numbers such as 3-8, 4-11."))
            pair = sorted(map(int, ends))
            if pair not in found:
                found.append(pair)
        return found

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return ", ".join(f"{first}-{second}" for first, second in value)

    def run_validators(self, value: Any) -> None:
        if len(value) > MOST_PAIRS:
            raise ValidationError(_("At most %(most)s."), params={"most": MOST_PAIRS})


class ShowsField(forms.BooleanField):
    """Whether everybody may see that; it is called as queries tell it."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(label=SHOWN_WORDS[name], required=False, **kwargs)


def seating_of(method: Method, last: Method | None, rounds: int) -> list[Method]:
    """The methods of the rounds: a first round has no standings yet, and the last may be drawn in
    another way."""
    methods = [method] * max(rounds, 1)
    if last is not None and rounds > 1:
        methods[-1] = last
    if methods[0] in NEEDS_STANDINGS:
        methods[0] = FIRST_METHOD
    return methods


def shown_seating(settings: Settings) -> tuple[str, str]:
    """The choices that give these methods, or KEPT."""
    rounds = settings.rounds_planned or 1
    here = [method_of(settings, number) for number in range(1, rounds + 1)]
    for method in Method:
        for last in (None, *(Method(value) for value, _label in LAST_CHOICES if value)):
            if seating_of(method, last, rounds) == here:
                return method.value, last.value if last else ""
    return KEPT, ""


class TournamentForm(forms.Form):
    """How a tournament is played, ranked and entered."""

    name = NameField(label=_("Name"), max_length=80)
    starts_at = MomentField(label=_("Date and time"))
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    rules = forms.ChoiceField(label=_("Rules"))
    leftovers = forms.ChoiceField(
        label=_("Tables"),
        choices=LEFTOVER_CHOICES,
        widget=forms.RadioSelect,
    )
    five_player_form = forms.ChoiceField(
        label=_("Five at a table"),
        choices=FIVE_CHOICES,
        widget=forms.RadioSelect,
    )
    slip_mode = forms.ChoiceField(
        label=_("What a table writes down"),
        choices=SLIP_CHOICES,
        initial=SlipMode.DEALS,
        widget=forms.RadioSelect,
    )
    players = WholeNumber(
        label=_("Players expected"),
        required=False,
        min_value=3,
        max_value=MOST_PLAYERS,
        help_text=_("For the plan alone."),
    )
    rounds_planned = WholeNumber(label=_("Rounds"), initial=5, min_value=1, max_value=MOST_ROUNDS)
    deals_per_round = WholeNumber(
        label=_("Deals in a round"), initial=4, min_value=1, max_value=MOST_DEALS
    )
    round_minutes = WholeNumber(
        label=_("Minutes a round"), initial=60, min_value=1, max_value=MOST_MINUTES
    )
    pause_minutes = WholeNumber(
        label=_("Minutes between two rounds"), initial=10, min_value=0, max_value=MOST_MINUTES
    )
    seating = forms.ChoiceField(
        label=_("Who sits where"),
        choices=METHOD_CHOICES,
        initial=Method.ROTATION,
        help_text=_("Of methods by the standings, the first round is drawn by lot."),
    )
    last_round = forms.ChoiceField(label=_("The last round"), choices=LAST_CHOICES, required=False)
    separation = forms.ChoiceField(
        label=_("Kept apart"), choices=SEPARATION_CHOICES, initial=Separation.NONE
    )
    leaver_policy = forms.ChoiceField(
        label=_("Players who leave are"), choices=LEAVER_CHOICES, initial=LeaverPolicy.RANKED_LAST
    )
    late_ranking = forms.ChoiceField(
        label=_("Players who come late are"), choices=LATE_CHOICES, initial=LateRanking.RANKED
    )
    missed_round_score = WholeNumber(label=_("A round missed counts"), initial=0, required=False)
    bye_points = WholeNumber(label=_("A round sat out counts"), initial=0, required=False)
    bye_average = forms.BooleanField(
        label=_("Instead the mean of the rounds that one played"), required=False
    )
    best_n = WholeNumber(
        label=_("Members of a team that count"),
        required=False,
        min_value=1,
        max_value=4,
        help_text=_("Empty: all of them."),
    )
    best_member = forms.BooleanField(
        label=_("Between teams of one total, the better best member is first"), required=False
    )
    capacity = WholeNumber(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=MOST_PLAYERS,
        help_text=_("Empty: no limit."),
    )
    fee = AmountField(label=_("Entry fee"), required=False, initial=0)
    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCIES, initial="EUR")
    registration_closes_at = MomentField(
        label=_("Registration closes"),
        required=False,
        help_text=_("Empty: when the check-in begins."),
    )
    check_in_closes_at = MomentField(label=_("Check-in closes"), required=False)
    parts = PartsField(
        label=_("Days with standings of their own"),
        required=False,
        help_text=_("One a line: name and last round. “Saturday: 3”, then “Sunday: 5”."),
    )
    confirmations = forms.TypedChoiceField(
        label=_("A slip is confirmed by"),
        choices=CONFIRMATION_CHOICES,
        coerce=int,
        initial=1,
    )
    two_passes = forms.BooleanField(
        label=_("Slips on paper are typed twice, and differences shown"), required=False
    )
    runs_on = forms.BooleanField(
        label=_("The next round may start while tables still play"),
        required=False,
        help_text=_("For rounds that need no standings."),
    )
    shows_page = ShowsField("shows_page", initial=True)
    shows_entries = ShowsField("shows_entries")
    shows_seating = ShowsField("shows_seating", initial=True)
    shows_standings = ShowsField("shows_standings", initial=True)
    shows_penalties = ShowsField("shows_penalties")
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, game: Game, offers: Sequence[RulesOffer], initial: Any = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.game, self.offers = game, offers
        set_choices(self, "rules", rules_choices(offers))
        self.fields["rules"].initial = game.default_rules
        self.offer("leftovers", LEFTOVER_CHOICES, leftovers_for(game), "size_not_in_game")
        self.offer("five_player_form", FIVE_CHOICES, five_forms(game), "five_form_not_in_game")
        self.fields["five_player_form"].required = self.chooses_five
        if not self.chooses_five:
            words = [FIVE_WORDS[form] for form in five_forms(game)]
            self.fields["leftovers"].help_text = next(iter(words), "")
        nothing = ("", pgettext_lazy("tie-break", "nothing"))
        for place, name in enumerate(SHOWN_BY["tie_breaks"], 1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("Tie-break %(place)s") % {"place": place},
                required=False,
                choices=[nothing, *TIE_BREAKS.items()],
            )

    def offer(
        self, name: str, known: Sequence[tuple[Any, Any]], offered: Sequence[Any], code: str
    ) -> None:
        """Of the known choices those of the game, the usual first; code is said of the others."""
        field = self.fields[name]
        set_choices(self, name, [choice for choice in known if choice[0] in offered])
        field.initial = next(iter(offered), None)
        field.error_messages["invalid_choice"] = choices.problem_message(Problem(code))
        shown = self.initial.get(name)
        if shown is not None and shown not in offered:  # chosen for another game
            self.initial = {key: value for key, value in self.initial.items() if key != name}

    def games(self) -> list[tuple[str, Any, bool]]:
        """Those that have tournaments."""
        shown = game_choices(self.game)
        return [one for one in shown if has_tournaments(get_game(one[0]))]

    @property
    def chooses_five(self) -> bool:
        """Whether there is more than one way to sit at five."""
        return len(five_forms(self.game)) > 1

    def clean_five_player_form(self) -> str:
        """The usual way of the game, unless another one is told."""
        usual = next(iter(five_forms(self.game)), FivePlayerForm.CALLED_KING)
        return self.cleaned_data["five_player_form"] or usual.value

    def tie_names(self) -> Sequence[str]:
        """Those that are shown: what is set, and room for one more."""
        filled = [at for at, name in enumerate(TIES, 1) if self[name].value() or self[name].errors]
        return TIES[: max(TIES_SHOWN, max(filled, default=0) + 1)]

    def shown(self, code: str) -> ShownSection:
        """A section as this form shows it, without fields of nothing to choose."""
        section, left_out = SECTIONS[code], {*TIES} - {*self.tie_names()}
        if not (self.chooses_five or self["five_player_form"].errors):
            left_out.add("five_player_form")
        rows = [[self[name] for name in row if name not in left_out] for row in section.rows]
        return ShownSection(code, section.title, section.hint, [row for row in rows if row])

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])

    def clean_place(self) -> str:
        return tidy(self.cleaned_data["place"])

    def clean(self) -> None:
        told, seen = self.cleaned_data, set()
        if not has_tournaments(self.game):
            problem = Problem("game_without_tournaments")
            self.add_error(None, choices.problem_message(problem))
        for name in SHOWN_BY["tie_breaks"]:
            tie = told.get(name)
            if tie and tie in seen:
                self.add_error(name, _("It stands there twice."))
            seen.add(tie)
        parts, rounds = told.get("parts"), told.get("rounds_planned")
        if parts and rounds and parts[-1]["last"] > rounds:
            text = ngettext(
                "The tournament has %(count)s round.",
                "The tournament has %(count)s rounds.",
                rounds,
            )
            self.add_error("parts", text % {"count": rounds})
        starts_at, closes = told.get("starts_at"), told.get("registration_closes_at")
        if starts_at and closes and closes.date() > starts_at.date():
            self.add_error("registration_closes_at", _("That is after the day of the tournament."))

    def known(self) -> dict[str, Any]:
        """What is typed and sound so far, for the plan."""
        self.is_valid()
        told = self.cleaned_data if self.is_bound else self.initial
        return {**told, "tie_breaks": self.ties(told)}

    def ties(self, told: Mapping[str, Any]) -> list[str]:
        return [tie for name in SHOWN_BY["tie_breaks"] if (tie := told.get(name))]

    def to_settings(self) -> dict[str, Any]:
        """The settings as core reads them; call after is_valid()."""
        told = self.cleaned_data
        settings = {name: told[name] for name in SAME_NAME}
        settings["missed_round_score"] = told["missed_round_score"] or 0
        settings["bye_score"] = AVERAGE if told["bye_average"] else told["bye_points"] or 0
        settings["team_tie_break"] = TeamTieBreak.BEST_MEMBER.value if told["best_member"] else None
        settings["table_sizes"] = list(ALLOWED[Leftovers(told["leftovers"])])
        settings["tie_breaks"] = self.ties(told)
        if told["seating"] != KEPT:
            last = Method(told["last_round"]) if told["last_round"] else None
            methods = seating_of(Method(told["seating"]), last, told["rounds_planned"])
            same = len(set(methods)) == 1
            settings["seating"] = [method.value for method in (methods[:1] if same else methods)]
        return settings

    def to_columns(self) -> dict[str, Any]:
        """The columns of a tournament beside name, date, rules and settings."""
        told = {name: self.cleaned_data[name] for name in COLUMNS}
        return {**told, "confirmations": self.cleaned_data["confirmations"]}

    def to_rules(self) -> Rules | None:
        """None for those that the tournament has."""
        offer = find_offer(self.offers, self.cleaned_data["rules"])
        return offer.rules if offer else None

    def explain(self, refusal: DealRefused) -> None:
        """What core or the service refuses, at its field and in words."""
        for problem in refusal.problems:
            self.add_error(self.field_of(problem), choices.problem_message(problem))

    def field_of(self, problem: Problem) -> str | None:
        name = (problem.field or "").removeprefix("tournament.").partition("[")[0]
        shown = SHOWN_BY.get(name, (name,))[0]
        return shown if shown in self.fields else None


class TournamentNewForm(TournamentForm):
    """A new tournament in five steps; the fields of the other steps travel along hidden."""

    SECTIONS_OF: Mapping[int, Sequence[str]] = {
        1: ("tournament", "tables"),
        2: ("rounds", "seating"),
        3: ("ties", "missed", "teams", "parts"),
        4: ("entering", "slips", "public"),
        5: (),
    }
    STEPS: Mapping[int, Sequence[str]] = {
        step: [name for code in codes for name in SECTIONS[code].names]
        for step, codes in SECTIONS_OF.items()
    }

    def __init__(self, *args: Any, step: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.step = step

    @classmethod
    def filled(
        cls, typed: Mapping[str, Any], step: int, game: Game, offers: Sequence[RulesOffer]
    ) -> "TournamentNewForm":
        """A step to fill in, with what was typed so far and nothing marked as wrong."""
        told = dict(typed)
        if find_offer(offers, str(told.get("rules"))) is None:  # chosen for another game
            told.pop("rules", None)
        for name, field in cls.base_fields.items():
            if isinstance(field, forms.BooleanField) and told:
                told[name] = told.get(name) in {"on", "True"}
        return cls(initial=told or None, game=game, offers=offers, step=step)

    @property
    def sections(self) -> list[ShownSection]:
        """Those of this step."""
        return [self.shown(code) for code in self.SECTIONS_OF[self.step]]

    def carried(self) -> list[BoundField]:
        """The fields that this step does not show."""
        shown = {*self.STEPS[self.step]} - ({*TIES} - {*self.tie_names()})
        return [field for field in self if field.name not in shown]

    def review(self) -> list[tuple[Any, str]]:
        """Label and value of everything that is set, in words and in order."""
        names = [name for step in self.STEPS.values() for name in step if name not in NOT_REVIEWED]
        told = [(self.fields[name], self.cleaned_data.get(name)) for name in names]
        currency = str(self.cleaned_data.get("currency"))
        rows = [
            (
                field.label,
                amount_text(value, currency)
                if isinstance(field, AmountField)
                else _in_words(field, value),
            )
            for field, value in told
            if value is not None and value is not False and value not in ("", [])
        ]
        shown = [str(self.fields[name].label) for name in SHOWS if self.cleaned_data.get(name)]
        game = gettext("Game"), str(WORDS[self.game.code].name)
        return [game, *rows, (gettext("What everybody may see"), ", ".join(shown) or "–")]

    def first_bad_step(self, upto: int) -> int | None:
        """The earliest step up to this one with something to mend."""
        bad = [
            n for n, names in self.STEPS.items() if n <= upto and self.errors.keys() & set(names)
        ]
        return min(bad, default=None)


# What the plan says already, or what says little alone.
NOT_REVIEWED = {
    "starts_at",
    "players",
    "currency",
    *SHOWN_BY["tie_breaks"],
    *SHOWS,
}


def _in_words(field: forms.Field, value: Any) -> str:
    """A value of a field as a form shows it, for people who only read it."""
    if isinstance(field, forms.ChoiceField):
        options: Mapping[Any, Any] = dict(field.choices)  # type: ignore[arg-type]
        return str(options.get(value, value))
    if isinstance(value, bool):
        return gettext("yes")
    if isinstance(value, datetime):
        return moment_words(value)
    return str(field.prepare_value(value))


class TournamentSettingsForm(TournamentForm):
    """The same of a tournament that is there. What can no longer change is shown and not taken."""

    seed = WholeNumber(
        label=_("Seed of the draws"),
        min_value=0,
        max_value=2**53 - 1,
        help_text=_("The same seed and the same players give the same draw."),
    )
    table_numbers = NumbersField(
        label=_("Numbers of the tables"),
        required=False,
        max_length=200,
        help_text=_("Such as 1-12, 14-20. Empty: from 1 on."),
    )
    apart = PairsField(
        label=_("Entries that never sit together"),
        required=False,
        max_length=400,
        help_text=_("Pairs of entry numbers, such as 3-8, 4-11."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, tournament: Tournament, offers: Sequence[RulesOffer]
    ) -> None:
        self.tournament = tournament
        game, initial = get_game(tournament.game), _initial_of(tournament, offers)
        super().__init__(data, game=game, offers=offers, initial=initial)
        self.fields["rules"].help_text = WORDS[tournament.game].name
        if self.initial["rules"] == KEPT:
            label = gettext("As they are: %(rules)s") % {"rules": tournament.rules["title"]}
            set_choices(self, "rules", [(KEPT, label), *rules_choices(offers)])
        if self.initial["seating"] == KEPT:
            kept = (KEPT, _("As it is listed round by round"))
            set_choices(self, "seating", [kept, *METHOD_CHOICES])
        self.frozen = frozen_settings(tournament)
        for name in self.fields_frozen():
            self.fields[name].disabled = True

    def fields_frozen(self) -> list[str]:
        if self.tournament.is_over:
            free = {*SHOWS, "seen", "request_id"}
            return [name for name in self.fields if name not in free]
        return [shown for name in self.frozen for shown in SHOWN_BY.get(name, (name,))]

    def groups(self) -> list[ShownGroup]:
        """All that is set, folded by what belongs together; each tells in a line what it holds."""
        told = self.known()
        rules = _in_words(self.fields["rules"], told.get("rules", ""))
        lines = group_lines({**told, "rules": rules})
        return [
            ShownGroup(
                code,
                group.title,
                group.icon,
                " · ".join(lines[code]),
                [self.shown(section) for section in group.sections],
                is_fixed=all(self.fields[name].disabled for name in group.names),
                has_errors=bool(self.errors.keys() & {*group.names}),
            )
            for code, group in GROUPS.items()
        ]

    def to_settings(self) -> dict[str, Any]:
        return {**super().to_settings(), "seed": self.cleaned_data["seed"]}

    def to_columns(self) -> dict[str, Any]:
        more = {name: self.cleaned_data[name] for name in ("table_numbers", "apart")}
        return {**super().to_columns(), **more}


def _initial_of(tournament: Tournament, offers: Iterable[RulesOffer]) -> dict[str, Any]:
    """What the form of a tournament shows first."""
    settings = settings_of(tournament)
    told = settings.to_json()
    seating, last_round = shown_seating(settings)
    rules = (offer.name for offer in offers if offer.rules.to_json() == tournament.rules)
    columns = ("name", "starts_at", *COLUMNS, "confirmations", "table_numbers", "apart")
    return {
        **{name: told[name] for name in (*SAME_NAME, "seed")},
        **{column: getattr(tournament, column) for column in columns},
        **dict(zip(SHOWN_BY["tie_breaks"], told["tie_breaks"], strict=False)),
        "seating": seating,
        "last_round": last_round,
        "bye_average": settings.bye_score == AVERAGE,
        "bye_points": 0 if settings.bye_score == AVERAGE else settings.bye_score,
        "best_member": settings.team_tie_break is not None,
        "rules": next(rules, KEPT),
        "seen": tournament_mark(tournament),
    }


# Beside the settings


class TournamentReasonForm(forms.Form):
    """Why a tournament is cancelled, or its results are opened again."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)
    request_id = RequestIdField()

    def explain(self, refusal: DealRefused) -> None:
        for problem in refusal.problems:
            name = problem.field if problem.field in self.fields else None
            self.add_error(name, choices.problem_message(problem))


class TournamentStopForm(TournamentReasonForm):
    """After which round it ends, or how many are played after all, and why."""

    number = WholeNumber(label=_("Rounds played in all"), min_value=1, max_value=MOST_ROUNDS)

    field_order = ("number", "reason")


class DutyForm(forms.Form):
    """Who becomes arbiter or desk: an account of the club, or any by its address."""

    user = forms.ChoiceField(label=_("Account of the club"), required=False)
    email = forms.EmailField(
        label=_("Or another person’s address"),
        help_text=_("The person gets a link and decides. It works once, for 14 days."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    duty = forms.ChoiceField(
        label=_("Duty"), choices=TournamentDuty.choices, initial=TournamentDuty.DESK
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, accounts: Sequence[User]) -> None:
        super().__init__(data)
        self.accounts = {str(user.uuid): user for user in accounts}
        people = [(uuid, user.email) for uuid, user in self.accounts.items()]
        set_choices(self, "user", [("", _("nobody of them")), *people])

    def clean(self) -> None:
        told = self.cleaned_data
        if not self.errors and bool(told.get("user")) == bool(told.get("email")):
            self.add_error("email", _("Choose an account, or type one address."))

    def chosen(self) -> User | None:
        """The account of the club; None where an address is typed."""
        return self.accounts.get(self.cleaned_data["user"])


class CategoryRowForm(forms.Form):
    """One category. Without a name it goes, or is not made."""

    code = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    name = NameField(label=_("Name"), required=False, max_length=80)
    born_from = WholeNumber(
        label=_("Born from"), required=False, min_value=FIRST_BIRTH_YEAR, max_value=2200
    )
    born_to = WholeNumber(
        label=_("Born until"), required=False, min_value=FIRST_BIRTH_YEAR, max_value=2200
    )

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])


class CategoriesForm(forms.Form):
    """All categories of a tournament, with empty rows for new ones."""

    SPARE = 3
    MOST = 20

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, categories: Sequence[Category]) -> None:
        super().__init__(data, initial={"seen": categories_mark(categories)})
        known = [
            {"code": one.code, "name": one.name, "born_from": one.born_from, "born_to": one.born_to}
            for one in categories
        ]
        spare: list[dict[str, Any]] = [{}] * min(self.SPARE, self.MOST - len(known))
        self.rows = [
            CategoryRowForm(data, initial=row, prefix=f"c{at}")
            for at, row in enumerate([*known, *spare])
        ]

    def clean(self) -> None:
        sound = [row.is_valid() for row in self.rows]  # each of them, for its own words
        if not all(sound):
            self.add_error(None, _("Something needs correcting below."))

    def told_rows(self) -> list[CategoryRowForm]:
        return [row for row in self.rows if row.cleaned_data["name"]]

    def to_categories(self) -> list[CategoryTold]:
        """Those that have a name; call after is_valid()."""
        return [CategoryTold(**row.cleaned_data) for row in self.told_rows()]

    def explain(self, refusal: DealRefused) -> None:
        """At the row and field of each problem, such as `categories[2].name`."""
        for problem in refusal.problems:
            index, _bracket, name = (problem.field or "").partition("].")
            message = choices.problem_message(problem)
            if name:
                self.told_rows()[int(index.rpartition("[")[2])].add_error(name, message)
            self.add_error(None, message)
