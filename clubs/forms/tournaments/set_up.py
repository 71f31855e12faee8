"""Setting up a tournament in steps, and the settings of one that is there."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.core.games import Game, get_game
from clubs.core.limits import MOST_SEED
from clubs.core.seating.sizes import Leftovers
from clubs.core.tournaments.settings import AVERAGE
from clubs.forms.deals.rules_choice import rules_choices
from clubs.forms.fields import set_choices
from clubs.forms.money import MoneyField
from clubs.forms.seasons.leagues import WholeNumber
from clubs.forms.tournaments.choices import KEPT, METHOD_CHOICES, shown_seating
from clubs.forms.tournaments.fields import NumbersField, PairsField
from clubs.forms.tournaments.sections import GROUPS, SECTIONS, SHOWS, TIES, ShownGroup, ShownSection
from clubs.forms.tournaments.tournaments import COLUMNS, SAME_NAME, SHOWN_BY, TournamentForm
from clubs.models import Tournament
from clubs.queries.deals.rules import RulesOffer, find_offer
from clubs.queries.games import WORDS
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.plan import group_lines, moment_words
from clubs.queries.tournaments.setup import frozen_settings, tournament_mark
from clubs.queries.tournaments.tournaments import settings_of

ROOM_COLUMNS = ("table_numbers", "apart")  # of a tournament that is there


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
        values = dict(typed)
        if find_offer(offers, str(values.get("rules"))) is None:  # chosen for another game
            values.pop("rules", None)
        for name, field in cls.base_fields.items():
            if isinstance(field, forms.BooleanField) and values:
                values[name] = values.get(name) in {"on", "True"}
        return cls(initial=values or None, game=game, offers=offers, step=step)

    @property
    def sections(self) -> list[ShownSection]:
        """The sections of this step."""
        return [self.shown(code) for code in self.SECTIONS_OF[self.step]]

    def carried(self) -> list[BoundField]:
        """The fields that this step does not show."""
        shown = {*self.STEPS[self.step]} - ({*TIES} - {*self.tie_names()})
        return [field for field in self if field.name not in shown]

    def review(self) -> list[tuple[Any, str]]:
        """The label and the value of everything that is set, in words and in order."""
        left_out = set(NOT_REVIEWED)
        if self.cleaned_data.get("leftovers") != Leftovers.FIVES:
            left_out.add("five_player_form")
        names = [name for step in self.STEPS.values() for name in step if name not in left_out]
        fields = [(self.fields[name], self.cleaned_data.get(name)) for name in names]
        currency = str(self.cleaned_data.get("currency"))
        rows = [
            (
                field.label,
                amount_text(value, currency)
                if isinstance(field, MoneyField)
                else _readable_value(field, value),
            )
            for field, value in fields
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
    *TIES,
    *SHOWS,
}


def _readable_value(field: forms.Field, value: Any) -> str:
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
    """The settings of a tournament that is there. What can no longer change is shown and
    disabled."""

    seed = WholeNumber(
        label=_("Seed of the draws"),
        min_value=0,
        max_value=MOST_SEED,
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
            as_listed = (KEPT, _("As it is listed round by round"))
            set_choices(self, "seating", [as_listed, *METHOD_CHOICES])
        self.frozen = frozen_settings(tournament)
        for name in self.fields_frozen():
            self.fields[name].disabled = True

    def fields_frozen(self) -> list[str]:
        if self.tournament.is_over:
            free = {*SHOWS, "seen", "request_id"}
            return [name for name in self.fields if name not in free]
        return [shown for name in self.frozen for shown in SHOWN_BY.get(name, (name,))]

    def groups(self) -> list[ShownGroup]:
        """All settings in groups that fold, each with a line that sums up its values."""
        values = self.known()
        rules = _readable_value(self.fields["rules"], values.get("rules", ""))
        lines = group_lines({**values, "rules": rules})
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
        return super().to_columns() | {name: self.cleaned_data[name] for name in ROOM_COLUMNS}


def _initial_of(tournament: Tournament, offers: Iterable[RulesOffer]) -> dict[str, Any]:
    """The values with which the form of a tournament starts."""
    settings = settings_of(tournament)
    document = settings.to_json()
    seating, last_round = shown_seating(settings)
    rules = (offer.name for offer in offers if offer.rules.to_json() == tournament.rules)
    columns = ("name", "starts_at", *COLUMNS, *ROOM_COLUMNS)
    return {
        **{name: document[name] for name in (*SAME_NAME, "seed")},
        **{column: getattr(tournament, column) for column in columns},
        **dict(zip(TIES, document["tie_breaks"], strict=False)),
        "seating": seating,
        "last_round": last_round,
        "bye_average": settings.bye_score == AVERAGE,
        "bye_points": 0 if settings.bye_score == AVERAGE else settings.bye_score,
        "best_member": settings.team_tie_break is not None,
        "rules": next(rules, KEPT),
        "seen": tournament_mark(tournament),
    }
