"""The form of a tournament: how it is played, ranked and entered."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.games import Game, Rules, get_game
from clubs.core.limits import MOST_ROUNDS
from clubs.core.problems import Problem
from clubs.core.seating.shapes import SeatingMethod, Separation
from clubs.core.seating.sizes import ALLOWED, Leftovers
from clubs.core.tournaments.games import five_forms, has_tournaments, leftovers_for
from clubs.core.tournaments.settings import (
    AVERAGE,
    MOST_DEALS,
    FivePlayerForm,
    LateRanking,
    LeaverPolicy,
    SlipDetail,
    TeamTieBreak,
)
from clubs.forms.deals.rules_choice import rules_choices
from clubs.forms.fields import ExplainedForm, RequestIdField, TidyField, TidyNameField, set_choices
from clubs.forms.money import MoneyField
from clubs.forms.seasons.leagues import WholeNumber
from clubs.forms.tables.play import game_choices
from clubs.forms.tournaments.choices import (
    CONFIRMATION_CHOICES,
    CURRENCIES,
    FIVE_CHOICES,
    FIVE_WORDS,
    KEPT,
    LAST_CHOICES,
    LATE_CHOICES,
    LEAVER_CHOICES,
    LEFTOVER_CHOICES,
    METHOD_CHOICES,
    SEPARATION_CHOICES,
    SLIP_CHOICES,
    round_methods,
)
from clubs.forms.tournaments.fields import MomentField, PartsField, ShowsField
from clubs.forms.tournaments.sections import SECTIONS, SHOWS, TIES, ShownSection
from clubs.queries.deals.rules import RulesOffer, find_offer
from clubs.queries.tournaments.words import TIE_BREAKS

MOST_PLAYERS = 2000
MOST_MINUTES = 600
TIES_SHOWN = 4  # selects, at least

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
    "confirmations",
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


class TournamentForm(ExplainedForm):
    """How a tournament is played, ranked and entered."""

    name = TidyNameField(label=_("Name"), max_length=80)
    starts_at = MomentField(label=_("Date and time"))
    place = TidyField(label=_("Place"), max_length=120, required=False)
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
        initial=SlipDetail.DEALS,
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
        initial=SeatingMethod.ROTATION,
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
    missed_round_score = WholeNumber(
        signed=True, label=_("A round missed counts"), initial=0, required=False
    )
    bye_points = WholeNumber(
        signed=True, label=_("A round sat out counts"), initial=0, required=False
    )
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
    fee = MoneyField(label=_("Entry fee"), required=False, initial=0)
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
        nothing = ("", pgettext_lazy("tie-break", "none"))
        for place, name in enumerate(TIES, 1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("Tie-break %(place)s") % {"place": place},
                required=False,
                choices=[nothing, *TIE_BREAKS.items()],
            )

    def offer(
        self, name: str, known: Sequence[tuple[Any, Any]], offered: Sequence[Any], code: str
    ) -> None:
        """Offers those of the known choices that the game has, its usual one first. code is the
        problem that explains why any other is refused."""
        field = self.fields[name]
        set_choices(self, name, [choice for choice in known if choice[0] in offered])
        field.initial = next(iter(offered), None)
        field.error_messages["invalid_choice"] = problem_message(Problem(code))
        shown = self.initial.get(name)
        if shown is not None and shown not in offered:  # chosen for another game
            self.initial = {key: value for key, value in self.initial.items() if key != name}

    def games(self) -> list[tuple[str, Any, bool]]:
        """The games that have tournaments."""
        shown = game_choices(self.game)
        return [one for one in shown if has_tournaments(get_game(one[0]))]

    @property
    def chooses_five(self) -> bool:
        """Whether there is more than one way to sit at five."""
        return len(five_forms(self.game)) > 1

    def clean_five_player_form(self) -> str:
        """The usual way of the game where none is chosen."""
        usual = next(iter(five_forms(self.game)), FivePlayerForm.CALLED_KING)
        return self.cleaned_data["five_player_form"] or usual.value

    def tie_names(self) -> Sequence[str]:
        """The names of the tie-breaks that are shown: those that are set, and one more."""
        filled = [at for at, name in enumerate(TIES, 1) if self[name].value() or self[name].errors]
        return TIES[: max(TIES_SHOWN, max(filled, default=0) + 1)]

    def shown(self, code: str) -> ShownSection:
        """A section as this form shows it, without fields that leave nothing to choose."""
        section, left_out = SECTIONS[code], {*TIES} - {*self.tie_names()}
        if not (self.chooses_five or self["five_player_form"].errors):
            left_out.add("five_player_form")
        rows = [[self[name] for name in row if name not in left_out] for row in section.rows]
        return ShownSection(code, section.title, section.hint, [row for row in rows if row])

    def clean(self) -> None:
        cleaned, seen = self.cleaned_data, set()
        if not has_tournaments(self.game):
            self.explain([Problem("game_without_tournaments")])
        for name in TIES:
            tie = cleaned.get(name)
            if tie and tie in seen:
                self.add_error(name, _("It stands there twice."))
            seen.add(tie)
        parts, rounds = cleaned.get("parts"), cleaned.get("rounds_planned")
        if parts and rounds and parts[-1]["last"] > rounds:
            text = ngettext(
                "The tournament has %(count)s round.",
                "The tournament has %(count)s rounds.",
                rounds,
            )
            self.add_error("parts", text % {"count": rounds})
        starts_at, closes = cleaned.get("starts_at"), cleaned.get("registration_closes_at")
        if starts_at and closes and closes.date() > starts_at.date():
            self.add_error("registration_closes_at", _("That is after the day of the tournament."))

    def known(self) -> dict[str, Any]:
        """The sound values so far, for the plan."""
        self.is_valid()
        values = self.cleaned_data if self.is_bound else self.initial
        return {**values, "tie_breaks": self.ties(values)}

    def ties(self, values: Mapping[str, Any]) -> list[str]:
        return [tie for name in TIES if (tie := values.get(name))]

    def to_settings(self) -> dict[str, Any]:
        """The settings as core reads them; call after is_valid()."""
        cleaned = self.cleaned_data
        settings = {name: cleaned[name] for name in SAME_NAME}
        settings["missed_round_score"] = cleaned["missed_round_score"] or 0
        settings["bye_score"] = AVERAGE if cleaned["bye_average"] else cleaned["bye_points"] or 0
        settings["team_tie_break"] = (
            TeamTieBreak.BEST_MEMBER.value if cleaned["best_member"] else None
        )
        settings["table_sizes"] = list(ALLOWED[Leftovers(cleaned["leftovers"])])
        settings["tie_breaks"] = self.ties(cleaned)
        if cleaned["seating"] != KEPT:
            last = SeatingMethod(cleaned["last_round"]) if cleaned["last_round"] else None
            methods = round_methods(
                SeatingMethod(cleaned["seating"]), last, cleaned["rounds_planned"]
            )
            same = len(set(methods)) == 1
            settings["seating"] = [method.value for method in (methods[:1] if same else methods)]
        return settings

    def to_columns(self) -> dict[str, Any]:
        """The columns of a tournament beside name, date, rules and settings."""
        return {name: self.cleaned_data[name] for name in COLUMNS}

    def to_rules(self) -> Rules | None:
        """The chosen rules; None for those that the tournament has."""
        offer = find_offer(self.offers, self.cleaned_data["rules"])
        return offer.rules if offer else None

    def field_of(self, problem: Problem) -> str | None:
        name = (problem.field or "").removeprefix("tournament.").partition("[")[0]
        shown = SHOWN_BY.get(name, (name,))[0]
        return shown if shown in self.fields else None
