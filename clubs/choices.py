"""Translated words for the codes of core: labels of choices, and a message for each problem.

The words are those of design/glossary.csv. Contracts keep their French names in every language
that has no own.
"""

from typing import Any

from django.db.models import TextChoices
from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubs.core import records, rules
from clubs.core.problems import Problem


class Contract(TextChoices):
    PRISE = records.Contract.PRISE.value, _("Prise")
    POUSSE = records.Contract.POUSSE.value, _("Pousse")
    GARDE = records.Contract.GARDE.value, _("Garde")
    GARDE_SANS = records.Contract.GARDE_SANS.value, _("Garde sans")
    GARDE_CONTRE = records.Contract.GARDE_CONTRE.value, _("Garde contre")


class Role(TextChoices):
    """`player` is everybody in a void deal, and in games without a taker."""

    TAKER = records.Role.TAKER.value, _("taker")
    PARTNER = records.Role.PARTNER.value, _("called partner")
    DEFENDER = records.Role.DEFENDER.value, _("defender")
    OUT = records.Role.OUT.value, _("sitting out")
    PLAYER = records.Role.PLAYER.value, _("player")


class VoidReason(TextChoices):
    ALL_PASS = records.VoidReason.ALL_PASS.value, _("passed out")
    PETIT_SEC = records.VoidReason.PETIT_SEC.value, _("Petit sec")
    MISDEAL = records.VoidReason.MISDEAL.value, _("misdeal")
    OTHER = records.VoidReason.OTHER.value, _("other reason")


class Camp(TextChoices):
    ATTACK = records.Camp.ATTACK.value, _("attack")
    DEFENCE = records.Camp.DEFENCE.value, _("defence")


class PoigneeSize(TextChoices):
    SIMPLE = records.PoigneeSize.SIMPLE.value, _("single")
    DOUBLE = records.PoigneeSize.DOUBLE.value, _("double")
    TRIPLE = records.PoigneeSize.TRIPLE.value, _("triple")


class MisereKind(TextChoices):
    TRUMPS = records.MisereKind.TRUMPS.value, _("no trumps")
    COURTS = records.MisereKind.COURTS.value, _("no court cards")


class ChelemOutcome(TextChoices):
    """Of a slam or a small slam, as the breakdown tells it."""

    ANNOUNCED_MADE = records.ChelemOutcome.ANNOUNCED_MADE.value, _("announced and made")
    UNANNOUNCED_MADE = records.ChelemOutcome.UNANNOUNCED_MADE.value, _("made, not announced")
    DEFENCE_MADE = records.ChelemOutcome.DEFENCE_MADE.value, _("made by the defence")
    ANNOUNCED_FAILED = records.ChelemOutcome.ANNOUNCED_FAILED.value, _("announced, not made")


class Scale(TextChoices):
    MULTIPLIER = rules.Scale.MULTIPLIER.value, _("25 plus margin, multiplied")
    FIXED = rules.Scale.FIXED.value, _("fixed value of the contract")


class FixedMargin(TextChoices):
    ADD = rules.FixedMargin.ADD.value, _("added to the fixed value")
    IGNORE = rules.FixedMargin.IGNORE.value, _("not counted")


class HalfPoints(TextChoices):
    WINNER = rules.HalfPoints.WINNER.value, _("to the side that wins")
    DROP = rules.HalfPoints.DROP.value, _("not counted")
    TAKER = rules.HalfPoints.TAKER.value, _("to the taker")
    DEFENCE = rules.HalfPoints.DEFENCE.value, _("to the defence")


class PetitMode(TextChoices):
    MULTIPLIED = rules.PetitMode.MULTIPLIED.value, _("multiplied like the contract")
    FLAT = rules.PetitMode.FLAT.value, _("not multiplied")
    WINNER_ONLY = rules.PetitMode.WINNER_ONLY.value, _("only for the side that wins the deal")
    PERSONAL = rules.PetitMode.PERSONAL.value, _("between players")
    NONE = rules.PetitMode.NONE.value, _("not counted")


class DoubleCallShare(TextChoices):
    HIGHEST = rules.DoubleCallShare.HIGHEST.value, _("the share of the higher card")
    SUM = rules.DoubleCallShare.SUM.value, _("the shares of both cards")


class MisdealDealer(TextChoices):
    SAME = rules.MisdealDealer.SAME.value, _("the same dealer again")
    NEXT = rules.MisdealDealer.NEXT.value, _("the next dealer")


SETTINGS: dict[str, Any] = {
    "name": _("name"),
    "title": _("title"),
    "version": _("version"),
    "scale": _("scale"),
    "base_value": _("value of a contract"),
    "multipliers": _("multipliers"),
    "fixed_values": _("fixed values"),
    "fixed_margin": _("margin on a fixed value"),
    "half_points": _("half points"),
    "margin_step": _("margin rounded to"),
    "petit_au_bout": _("Petit at the end"),
    "petit_au_bout.mode": _("how it counts"),
    "petit_au_bout.value": _("value"),
    "poignee": _("handfuls"),
    "poignee_trumps": _("trumps of a handful"),
    "chelem": _("slam"),
    "chelem.announced": _("announced and made"),
    "chelem.unannounced": _("made, not announced"),
    "chelem.failed": _("announced, not made"),
    "chelem.defence": _("made by the defence"),
    "petit_chelem": _("small slam"),
    "petit_chelem.enabled": _("played"),
    "petit_chelem.announced": _("announced and made"),
    "petit_chelem.unannounced": _("made, not announced"),
    "petit_chelem.failed": _("announced, not made"),
    "misere": _("misère"),
    "misere.enabled": _("played"),
    "misere.value": _("paid by each other player"),
    "rounding": _("scores rounded to"),
    "call_weights": _("shares of the called cards"),
    "double_call_share": _("partner with both called cards"),
    "parole": _("waiting bid"),
    "misdeal_dealer": _("after a misdeal"),
}

PROFILE_TITLES: dict[str, Any] = {
    "fft": _("FFT official rules"),
    "flat-petit": _("Petit at the end not multiplied"),
    "personal-petit": _("Petit at the end between players"),
    "poignee-20-40-60": _("Handfuls at 20, 40 and 60"),
    "contre-8": _("Garde contre multiplied by 8"),
    "garde-minimum": _("Garde as lowest contract"),
    "fixed-scale": _("Fixed values"),
    "rounded-10": _("Scores rounded to 10"),
    "family": _("Family rules"),
}

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
    "called_count": _("One entry for each called card."),
    "contract_not_in_rules": _("The rules of this table do not have this contract."),
    "oudlers_out_of_range": _("0 to 3."),
    "points_out_of_range": _("0 to 91."),
    "points_not_half_step": _("Whole or half points."),
    "points_half_not_allowed": _("Half points come with 3 or 5 players only."),
    "points_impossible": _("Points and oudlers do not go together."),
    "chelem_conflict": _("A slam that the taker announced cannot be made by the defence."),
    "chelem_points_mismatch": _("Points, oudlers and slam do not go together."),
    "petit_chelem_not_in_rules": _("The rules of this table have no small slam."),
    "petit_chelem_conflict": _("Slam or small slam, not both."),
    "petit_oudlers_conflict": _("By the count of oudlers, the other side has the Petit."),
    "petit_camp_conflict": _("The side without a trick cannot have the last one."),
    "petit_player_missing": _("Who played the Petit?"),
    "poignee_duplicate_player": _("One handful a player."),
    "poignee_trumps_exceed": _("There are not so many trumps for these handfuls."),
    "misere_not_in_rules": _("The rules of this table have no misère."),
    "misere_duplicate": _("This misère is there twice."),
    "misere_conflict": _("This player had trumps: a handful, or the Petit."),
    "card_unknown": _("This is no card of the pack."),
    "card_twice": _("The same card is there twice."),
    "hand_count": _("A hand has 18 cards."),
    "label_length": _("Say in a few words what was played."),
    "score_out_of_range": _("That is more than one deal can bring."),
    "scores_empty": _("Nobody has won or lost anything."),
    "scores_sum": _("The scores must add up to 0."),
    "chelem_not_recorded": _("With this count one side won every trick, yet no slam is noted."),
    "margin_unusual": _("30 points or more from the contract: is the count right?"),
    "chelem_announced_contract_failed": _("A slam was announced, and the contract failed."),
    "misere_taker": _("The taker declared a misère without trumps."),
    "petit_ignored": _("The rules of this table do not count the Petit at the end."),
    "misdeal_third": _("This is the third misdeal in a row: is it right?"),
    "import_format": _(
        "This is not a file that can be read here: JSON of a known format, in UTF-8."
    ),
    "import_version": _("This file is of a newer version: update the program, or export it again."),
    "bad_date": _("A date is written as 2025-09-12."),
    "date_outside_league": _("This date is before the first or after the last day of the season."),
    "evening_unknown": _("The season has no evening on that date."),
    "unknown_player": _("Nobody of that name is on the list of people in this file."),
    "score_differs": _("By the rules the score is another one."),
    "too_few_players": _("There are too few players for a table."),
    "no_table_split": _("So many cannot be split into tables of these sizes."),
    "apart_impossible": _(
        "These players cannot all be kept apart: allow more tables, or take away a pair."
    ),
    "lock_conflict": _("The locked tables contradict each other, or who is there."),
    "standings_missing": _("This method needs the standings: list the players, the best first."),
    "player_not_listed": _("This is nobody on the list of players."),
    "player_has_no_seat": _("This player has no place in the round."),
    "table_not_open": _("Nobody can move to or from this table."),
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
    "round_not_complete": _("The round before is not validated yet."),
    "round_slips_missing": _("Not every slip of the round is confirmed."),
    "round_not_drawn": _("This round has no seating yet."),
    "round_already_published": _("This round is published."),
    "round_has_scores": _("A table of this round has a deal already."),
    "round_locked": _("The round is validated: it changes by corrections only."),
    "round_unknown": _("The tournament has no such round."),
    "clock_stopped": _("The clock of this round is not started."),
    "clock_minutes": _("Between 1 and 600 minutes."),
    "announcement_empty": _("Write what the room is to read."),
    "table_unknown": _("No round has a table of this number."),
    "certificate_errors": _("Somebody has no place, or two: mend the seating first."),
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
    "seating_outdated": _("People came or went since the draw: bring the seating up to date."),
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
}

# Said instead when the problem carries the numbers.
EXACT_MESSAGES: dict[str, Any] = {
    "players_count": _("%(low)s to %(high)s players sit at a table."),
    "active_count": _("%(low)s to %(high)s players play a deal."),
    "called_count": ngettext_lazy(
        "With %(players)s players, %(needed)s card is called.",
        "With %(players)s players, %(needed)s cards are called.",
        "needed",
    ),
    "points_impossible": ngettext_lazy(
        "With %(oudlers)s oudler between %(low)s and %(high)s.",
        "With %(oudlers)s oudlers between %(low)s and %(high)s.",
        "oudlers",
    ),
    "hand_count": _("A hand has %(needed)s cards; here are %(count)s."),
    "poignee_trumps_exceed": _("These handfuls need %(trumps)s trumps, and there are %(most)s."),
    "label_length": _("Say what was played, in at most %(most)s characters."),
    "score_out_of_range": _("At most %(most)s points, won or lost."),
    "scores_sum": _("The scores add up to %(sum)s, and must add up to 0."),
    "score_differs": _("By the rules it is %(ours)s, but %(theirs)s is written here."),
    "too_few_players": _("%(players)s are there, and a table needs %(needed)s."),
    "no_table_split": _("%(players)s players cannot be split so. Splits that exist: %(splits)s."),
    "apart_impossible": _(
        "%(members)s members of “%(team)s” cannot be kept apart at %(tables)s tables."
    ),
    "lock_conflict": _(
        "Round %(round)s, table %(table)s: the lock contradicts another, or who is there."
    ),
    "player_not_listed": _("“%(player)s” is nobody on the list of players."),
    "import_inconsistent": _("By the rules it is %(ours)s, but %(theirs)s is written here."),
    "sum_not_zero": _("The scores add up to %(difference)s, and must add up to 0."),
    "deal_count": _("A round has %(planned)s deals; here are %(count)s."),
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


def problem_message(problem: Problem) -> str:
    """One calm sentence in the active language. Names no player: core knows only opaque names."""
    exact = EXACT_MESSAGES.get(problem.code)
    if exact is None or not problem.params:
        return str(MESSAGES[problem.code])
    return str(exact % {key: shown(value) for key, value in problem.params.items()})


def warning_message(code: str) -> str:
    return str(MESSAGES[code])


def shown(value: object) -> object:
    """A number as people of the active language write it; small integers stay countable."""
    if isinstance(value, int) and value < 0:
        return f"\N{MINUS SIGN}{-value}"
    if isinstance(value, float):
        return localize(int(value) if value.is_integer() else value)
    return value


UNDO = "undo"  # the reason that is kept for the button of the toast


def reason_text(reason: str) -> str:
    """A reason as the log tells it: as somebody wrote it, or that a deal was undone at once."""
    return str(_("undone right after saving")) if reason == UNDO else reason
