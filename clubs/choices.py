"""Translated words for the codes that all games share, and the place for those of each game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, ngettext_lazy, override
from django.utils.translation import gettext_lazy as _

from clubs.core import deals
from clubs.core.interfaces import Rules
from clubs.core.problems import JsonType, Problem
from clubs.numbers import GroupedCount, half_number

OTHER_DEAL = re.compile(r"deals\[(\d+)\]", re.ASCII)


Labels = Mapping[StrEnum, Any]  # of each member of one enumeration of core, in its order

# `player` is everybody in a void deal, and in games without a taker.
DEAL_ROLES: Labels = {
    deals.DealRole.TAKER: _("taker"),
    deals.DealRole.PARTNER: _("called partner"),
    deals.DealRole.DEFENDER: _("defender"),
    deals.DealRole.OUT: _("sitting out"),
    deals.DealRole.PLAYER: _("player"),
}

# Why a deal was not played; a reason means the same in every game that has it.
VOID_LABELS: dict[str, Any] = {
    deals.MISDEAL: _("misdeal"),
    deals.OTHER: _("other reason"),
}
PROFILE_TITLES: dict[str, Any] = {}  # of built-in profiles, by name
SHORT_TITLES: dict[str, Any] = {}  # of those that have one, for a line of a phone

MESSAGES: dict[str, Any] = {
    "bad_line": _("This line cannot be read: one JSON object a line, in UTF-8."),
    "game_unknown": _("There is no game of that name."),
    "field_missing": _("This is needed."),
    "field_type": _("This is another kind of value than expected."),
    "field_unknown": _("There is no such field."),
    "players_count": _("That many cannot sit at one table."),
    "players_duplicate": _("The same name is there twice."),
    "player_name_invalid": _("A name has 1 to 80 characters, and no space around it."),
    "rules_unknown": _("There are no built-in rules of that name."),
    "rules_invalid": _("This is not a setting of the rules, or not a value that it can have."),
    "value_not_allowed": _("This is not one of the possible values here."),
    "player_unknown": _("Nobody of that name sits at the table."),
    "duplicate_entry": _("This player is there twice."),
    "active_count": _("That many cannot play a deal."),
    "void_has_result": _("A void deal has no result."),
    "player_not_active": _("This player sits out this deal."),
    "points_out_of_range": _("0 to 91."),
    "points_impossible": _("The cards of this contract cannot make this count."),
    "points_sum": _("The two counts must make 91."),
    "card_unknown": _("This is no card of the pack."),
    "label_length": _("Say in a few words what was played."),
    "score_out_of_range": _("That is more than one deal can bring."),
    "scores_empty": _("Nobody has won or lost anything."),
    "scores_sum": _("The scores must add up to 0."),
    "misdeal_third": _("This is the third misdeal in a row: is it right?"),
    "import_format": _(
        "This is not a file that can be read here: JSON of a known format, in UTF-8."
    ),
    "import_version": _("This file is of a newer version: update the program, or export it again."),
    "bad_date": _("A date is written as 2025-09-12."),
    "date_outside_league": _("This date is before the first or after the last day of the season."),
    "evening_unknown": _("The season has no evening on that date."),
    "game_of_league": _("The season is of another game."),
    "unknown_player": _("Nobody of that name is on the list of people in this file."),
    "score_differs": _("By the rules the score is another one."),
    "too_few_players": _("There are too few players for a table."),
    "no_table_split": _("So many cannot be split into tables of these sizes."),
    "game_without_tournaments": _("There are no tournaments in this game."),
    "size_not_in_game": _("Nobody plays this game at tables of that size."),
    "five_form_not_in_game": _("Five do not play this game in that way."),
    "apart_impossible": _(
        "These players cannot all be kept apart: allow more tables, or take away a pair."
    ),
    "lock_conflict": _(
        "The locked tables contradict each other, or the list of those who are there."
    ),
    "standings_missing": _("This method needs the standings: list the players, the best first."),
    "player_not_listed": _("This player is not on the list of players."),
    "player_has_no_seat": _("This player has no place in the round."),
    "table_not_open": _("Nobody can move to or from this table."),
    "table_too_small": _("Too few would be left at a table to play: dissolve the table instead."),
    "seating_timeout": _("The draw takes too long: try another seed, or fewer conditions."),
    "seed_out_of_range": _("A seed is a whole number from 0 to 9007199254740991."),
    "unknown_method": _("There is no method of that name."),
    "import_inconsistent": _("This contradicts another place of the file."),
    "sum_not_zero": _("The scores must add up to 0."),
    "deal_count": _("This is not the number of deals of a round."),
    "score_pattern": _("One deal does not bring scores like these: is a sign or a digit wrong?"),
    "score_impossible": _("No contract of these rules brings such scores: are they right?"),
    "total_mismatch": _("This is not the sum of the deals."),
    "not_checked_in": _("This entry is absent: check it in before it has a place."),
    "entry_withdrawn": _("This entry has withdrawn before this round."),
    "player_seated_twice": _("This entry has another place in the same round."),
    "duplicate_table_number": _("Another table of the round has this number."),
    "licence_taken": _("Another entry has this licence number."),
    "withdraw_round": _("The tournament has no such round: give the last one played."),
    "team_size": _("A team has 2, 3 or 4 entries, and all teams have equally many."),
    "entry_in_two_teams": _("This entry is in another team already."),
    "tournament_not_open": _("Registration is not open."),
    "tournament_full": _("All places are taken."),
    "registration_closed": _("Registration is over."),
    "already_entered": _("This person has entered already."),
    "check_in_closed": _("Check-in is not open: ask at the desk."),
    "entry_seated": _("A round has a place for this entry already: withdraw it instead."),
    "number_taken": _("Another entry has this number."),
    "category_unknown": _("The tournament has no such category."),
    "tournament_incomplete": _("Name, date, rounds, deals and table sizes come first."),
    "tournament_step": _("The tournament is not there yet, or no longer."),
    "round_not_complete": _("The round before is not closed yet."),
    "first_round_by_standings": _(
        "There are no standings before the first round: draw it in another way."
    ),
    "round_slips_missing": _("Not every slip of the round is confirmed."),
    "round_not_drawn": _("This round has no seating yet."),
    "round_already_published": _("This round is published."),
    "round_has_scores": _("A table of this round has a deal already."),
    "round_locked": _("The round is closed: it changes by corrections only."),
    "round_unknown": _("The tournament has no such round."),
    "clock_stopped": _("The clock of this round is not started."),
    "clock_minutes": _("Between 1 and 600 minutes."),
    "announcement_empty": _("Write what the room is to read."),
    "table_unknown": _("No round has a table of this number."),
    "certificate_errors": _("Somebody has no place, or two: correct the seating first."),
    "warnings_unseen": _("Read what the seating does not keep to, and say that you have."),
    "slip_not_yours": _("This is the slip of another table."),
    "slip_not_open": _("This slip takes nothing now."),
    "slip_closed": _("The slip is closed: ask the arbiter."),
    "slip_moved": _("The slip has changed meanwhile: look at it again."),
    "slip_self_confirm": _("Somebody else of the table confirms."),
    "slip_mode": _("This slip is kept in another way."),
    "second_pass_differs": _("The two passes differ."),
    "correction_reason_required": _("A correction needs a reason."),
    "reopen_reason_required": _("Say why the results are opened again."),
    "reason_required": _("Say why."),
    "not_by_hand": _(
        "Only a chart that is filled by hand takes this: draw the round by hand first."
    ),
    "nothing_to_undo": _("Nothing was changed by hand since the draw."),
    "substitute_deal": _("At this table another deal comes next: the substitute plays from there."),
    "seating_outdated": _("People came or left since the draw: change the seating for them first."),
    "no_place_left": _("Tables of the sizes that are allowed cannot seat everybody: draw again."),
    "round_later_published": _("A later round is published: take that publication back first."),
    "substitute_is_entered": _("This person holds an entry of the tournament already."),
    "results_disputed": _("A table is in disagreement: settle that first."),
    "not_final": _("The results are not final."),
    "settings_frozen": _("A round is drawn or published: this can no longer change."),
    "tournament_has_entries": _("People have entered: it cannot be a draft again."),
    "round_drawn": _("A round is drawn: throw the draw away first."),
    "stop_round": _("This cannot be the last round."),
    "category_twice": _("There is a category of this name already."),
    "category_years": _("The last year comes before the first one."),
    "category_used": _("An entry is in this category: take it out there first."),
    "penalty_zero": _("A penalty takes or gives points: it cannot be 0."),
    "penalty_reason_required": _("A penalty needs a reason."),
    "penalty_positive": _("This gives points instead of taking them: is it meant so?"),
    "penalty_alike": _("The same penalty is noted already. Tick this to give it twice."),
}

# Said instead when the problem carries the numbers.
TYPE_MESSAGES: dict[JsonType, Any] = {
    JsonType.TEXT: _("Text in quotation marks is expected here."),
    JsonType.WHOLE: _("A whole number without quotation marks is expected here."),
    JsonType.NUMBER: _("A number without quotation marks is expected here."),
    JsonType.FLAG: _("true or false, without quotation marks, is expected here."),
    JsonType.LIST: _("A list in square brackets is expected here."),
    JsonType.OBJECT: _("An object in curly brackets is expected here."),
}

EXACT_MESSAGES: dict[str, Any] = {
    "players_count": _("%(low)s to %(high)s players sit at a table."),
    "active_count": _("%(low)s to %(high)s players play a deal."),
    "points_impossible": ngettext_lazy(
        "With %(oudlers)s oudler between %(low)s and %(high)s.",
        "With %(oudlers)s oudlers between %(low)s and %(high)s.",
        "oudlers",
    ),
    "label_length": _("Say what was played, in at most %(most)s characters."),
    "score_out_of_range": _("At most %(most)s points, won or lost."),
    "scores_sum": _("The scores add up to %(sum)s, and must add up to 0."),
    "score_differs": _("By the rules it is %(ours)s, but %(theirs)s is written here."),
    "too_few_players": _("%(players)s are there, and a table needs %(needed)s."),
    "no_table_split": _("%(players)s players cannot be split so. Splits that exist: %(splits)s."),
    "size_not_in_game": _("This game is not played at tables of %(size)s."),
    "apart_impossible": _(
        "%(members)s members of “%(team)s” cannot be kept apart at %(tables)s tables."
    ),
    "lock_conflict": _(
        "Round %(round)s, table %(table)s: the lock contradicts another, or the list of those "
        "who are there."
    ),
    "player_not_listed": _("“%(player)s” is not on the list of players."),
    "import_inconsistent": _("By the rules it is %(ours)s, but %(theirs)s is written here."),
    "sum_not_zero": _("The scores add up to %(difference)s, and must add up to 0."),
    "deal_count": ngettext_lazy(
        "A round has %(planned)s deals; here is %(count)s.",
        "A round has %(planned)s deals; here are %(count)s.",
        "count",
    ),
    "score_pattern": _(
        "One deal does not bring scores like these: was %(meant)s meant, not %(written)s?"
    ),
    "score_impossible": _("No contract of these rules has a stake of %(stake)s: is it right?"),
    "total_mismatch": _("The deals add up to %(ours)s, but %(theirs)s is written here."),
    "second_pass_differs": _("First %(first)s, now %(second)s."),
    "withdraw_round": _("The last round played is between 0 and %(most)s."),
    "stop_round": _("The last round can be one from %(low)s to %(high)s."),
    "category_used": _("An entry is in the category “%(name)s”: take it out there first."),
}

# Said besides of the limits of points.
DOG_OF_DEFENCE = gettext_noop("The dog counts for the defence.")

# Said of a later deal, of which an earlier one would take what it stands on.
LATER_MESSAGES: dict[str, Any] = {}

# Of a range that is one number.
ONE_NUMBER_MESSAGES: dict[str, Any] = {
    "players_count": _("%(low)s players sit at a table."),
    "active_count": _("%(low)s players play a deal."),
    "stop_round": _("The last round can be round %(low)s."),
}


@dataclass(frozen=True, slots=True)
class CodeWords:
    """What a game says of the codes that it does not share with others, in the same tables."""

    titles: Mapping[str, Any]
    short_titles: Mapping[str, str] = field(default_factory=dict)
    messages: Mapping[str, Any] = field(default_factory=dict)
    exact: Mapping[str, Any] = field(default_factory=dict)
    later: Mapping[str, Any] = field(default_factory=dict)
    voids: Mapping[str, Any] = field(default_factory=dict)


def add_words(words: CodeWords) -> None:
    """Called once by each game."""
    for table, own in (
        (PROFILE_TITLES, words.titles),
        (SHORT_TITLES, words.short_titles),
        (MESSAGES, words.messages),
        (EXACT_MESSAGES, words.exact),
        (LATER_MESSAGES, words.later),
        (VOID_LABELS, words.voids),
    ):
        for code, text in own.items():
            table[code] = text


def choices_of(labels: Labels) -> list[tuple[str, Any]]:
    """As a field of a form takes them."""
    return [(member.value, label) for member, label in labels.items()]


def rules_title(rules: Rules) -> str:
    """The title for people: translated for a built-in profile, as written for a house rule."""
    return str(PROFILE_TITLES.get(rules.name, rules.title))


def rules_short(rules: Rules) -> str:
    """The title for a line of a phone: short where the game has one, such as FFT."""
    return SHORT_TITLES.get(rules.name) or rules_title(rules)


def void_label(reason: str) -> str:
    return str(VOID_LABELS[reason])


def problem_message(problem: Problem) -> str:
    """One calm sentence in the active language. Names no player: core knows only opaque names."""
    if problem.code == "field_type" and "expected" in problem.params:
        return str(TYPE_MESSAGES[JsonType(str(problem.params["expected"]))])
    if problem.code == "value_not_allowed" and problem.params:
        return _allowed_message(problem.params)
    exact = EXACT_MESSAGES.get(problem.code)
    if exact is None or not problem.params:
        return str(MESSAGES[problem.code])
    low = problem.params.get("low")
    if low is not None and low == problem.params.get("high"):
        exact = ONE_NUMBER_MESSAGES.get(problem.code, exact)
    text = str(exact % {key: shown(value) for key, value in problem.params.items()})
    return f"{text} {gettext(DOG_OF_DEFENCE)}" if problem.params.get("dog") == "defence" else text


def _allowed_message(params: Mapping[str, object]) -> str:
    """What would be right: codes as they are written in files, or a range."""
    allowed = params.get("allowed")
    if isinstance(allowed, tuple):
        return str(_("Possible here: %(values)s.") % {"values": ", ".join(map(str, allowed))})
    return str(_("Possible here: %(low)s to %(high)s.") % {k: shown(v) for k, v in params.items()})


def deal_problem_message(problem: Problem) -> str:
    """The same; a problem of another deal (`deals[n].…`) says which, and the way out."""
    path = OTHER_DEAL.match(problem.field or "")
    if path is None:
        return problem_message(problem)
    later = LATER_MESSAGES.get(problem.code)
    text = later % problem.params if later and problem.params else problem_message(problem)
    return str(_("Deal %(number)s: %(problem)s") % {"number": path[1], "problem": text})


def warning_message(code: str) -> str:
    return str(MESSAGES[code])


def shown(value: object) -> object:
    """A number as people of the active language write it; whole ones stay countable."""
    if isinstance(value, float) and not value.is_integer():
        return half_number(int(value * 2)) if (value * 2).is_integer() else localize(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return GroupedCount(value)
    return value


# Reasons that nobody types, as they are kept.
UNDO = "undo"
COUNTED_OTHERWISE = "counted_otherwise"
_OWN_REASONS = {
    UNDO: _("undone right after saving"),
    COUNTED_OTHERWISE: _("the phone had shown other scores"),
}


# What the forms offer beside one's own words.
REASONS_TO_CORRECT = (_("Entered wrong"), _("Counted wrong"))
REASONS_TO_TAKE_BACK = (_("Entered by mistake"), _("Recorded twice"))
REASONS_TO_RESTORE = (_("Taken back by mistake"), _("The correction was wrong"))


@cache
def _offered_reasons() -> dict[str, Promise]:
    """By their text in each language: the log has that of whoever chose one."""
    reasons: dict[str, Promise] = dict(_OWN_REASONS)
    for language, _name in settings.LANGUAGES:
        with override(language):
            for reason in REASONS_TO_CORRECT + REASONS_TO_TAKE_BACK + REASONS_TO_RESTORE:
                reasons[str(reason)] = reason
    return reasons


def reason_text(reason: str) -> str:
    """A reason as the log tells it: one that a form offered in the language of the reader, one
    that nobody typed, any other as somebody wrote it."""
    return str(_offered_reasons().get(reason, reason))
