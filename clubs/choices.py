"""Translated words for the codes of core: labels of choices, and a message for each problem.

The words are those of design/glossary.csv. Contracts keep their French names in every language
that has no own.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import TextChoices
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override, pgettext_lazy

from clubs.core import deals
from clubs.core.interfaces import Rules
from clubs.core.problems import JsonType, Problem
from clubs.games.bolognese.core import cards as bolognese_cards
from clubs.games.bolognese.core import rules as bolognese_rules
from clubs.games.french.core import records as french_records
from clubs.games.french.core import rules as french_rules
from clubs.games.volte.core import records as volte_records
from clubs.games.volte.core import rules as volte_rules
from clubs.games.volte.core import scoring as volte_scoring
from clubs.numbers import Count

OTHER_DEAL = re.compile(r"deals\[(\d+)\]", re.ASCII)


class Contract(TextChoices):
    PRISE = french_records.Contract.PRISE.value, _("Prise")
    POUSSE = french_records.Contract.POUSSE.value, _("Pousse")
    GARDE = french_records.Contract.GARDE.value, _("Garde")
    GARDE_SANS = french_records.Contract.GARDE_SANS.value, _("Garde sans")
    GARDE_CONTRE = french_records.Contract.GARDE_CONTRE.value, _("Garde contre")


class Role(TextChoices):
    """`player` is everybody in a void deal, and in games without a taker."""

    TAKER = deals.Role.TAKER.value, _("taker")
    PARTNER = deals.Role.PARTNER.value, _("called partner")
    DEFENDER = deals.Role.DEFENDER.value, _("defender")
    OUT = deals.Role.OUT.value, _("sitting out")
    PLAYER = deals.Role.PLAYER.value, _("player")


class VoidReason(TextChoices):
    ALL_PASS = french_records.VoidReason.ALL_PASS.value, _("passed out")
    PETIT_SEC = french_records.VoidReason.PETIT_SEC.value, _("Petit sec")
    MISDEAL = french_records.VoidReason.MISDEAL.value, _("misdeal")
    OTHER = french_records.VoidReason.OTHER.value, _("other reason")


class Camp(TextChoices):
    ATTACK = french_records.Camp.ATTACK.value, _("attack")
    DEFENCE = french_records.Camp.DEFENCE.value, _("defence")


class PoigneeSize(TextChoices):
    SIMPLE = french_records.PoigneeSize.SIMPLE.value, _("single")
    DOUBLE = french_records.PoigneeSize.DOUBLE.value, _("double")
    TRIPLE = french_records.PoigneeSize.TRIPLE.value, _("triple")


class MisereKind(TextChoices):
    TRUMPS = french_records.MisereKind.TRUMPS.value, _("no trumps")
    COURTS = french_records.MisereKind.COURTS.value, _("no court cards")


class ChelemOutcome(TextChoices):
    """Of a slam or a small slam, as the breakdown tells it."""

    ANNOUNCED_MADE = deals.SlamOutcome.ANNOUNCED_MADE.value, _("announced and made")
    UNANNOUNCED_MADE = deals.SlamOutcome.UNANNOUNCED_MADE.value, _("made, not announced")
    DEFENCE_MADE = deals.SlamOutcome.DEFENCE_MADE.value, _("made by the defence")
    ANNOUNCED_FAILED = deals.SlamOutcome.ANNOUNCED_FAILED.value, _("announced, not made")


class Scale(TextChoices):
    MULTIPLIER = french_rules.Scale.MULTIPLIER.value, _("25 plus margin, multiplied")
    FIXED = french_rules.Scale.FIXED.value, _("fixed value of the contract")


class FixedMargin(TextChoices):
    ADD = french_rules.FixedMargin.ADD.value, _("added to the fixed value")
    IGNORE = french_rules.FixedMargin.IGNORE.value, _("not counted")


class HalfPoints(TextChoices):
    WINNER = french_rules.HalfPoints.WINNER.value, _("to the side that wins")
    DROP = french_rules.HalfPoints.DROP.value, _("not counted")
    TAKER = french_rules.HalfPoints.TAKER.value, _("to the taker")
    DEFENCE = french_rules.HalfPoints.DEFENCE.value, _("to the defence")


class PetitMode(TextChoices):
    MULTIPLIED = french_rules.PetitMode.MULTIPLIED.value, _("multiplied like the contract")
    FLAT = french_rules.PetitMode.FLAT.value, _("not multiplied")
    WINNER_ONLY = (
        french_rules.PetitMode.WINNER_ONLY.value,
        _("only for the side that wins the deal"),
    )
    PERSONAL = french_rules.PetitMode.PERSONAL.value, _("between players")
    NONE = french_rules.PetitMode.NONE.value, _("not counted")


class DoubleCallShare(TextChoices):
    HIGHEST = french_rules.DoubleCallShare.HIGHEST.value, _("the share of the higher card")
    SUM = french_rules.DoubleCallShare.SUM.value, _("the shares of both cards")


class MisdealDealer(TextChoices):
    SAME = french_rules.MisdealDealer.SAME.value, _("the same dealer again")
    NEXT = french_rules.MisdealDealer.NEXT.value, _("the next dealer")


class VolteContract(TextChoices):
    LISCIO = volte_records.Contract.LISCIO.value, _("Plain")
    DUE = volte_records.Contract.DUE.value, _("Two times")
    QUATTRO = volte_records.Contract.QUATTRO.value, _("Four times")
    OTTO = volte_records.Contract.OTTO.value, _("Eight times")
    DODICI = volte_records.Contract.DODICI.value, _("Twelve times")


class VolteVoidReason(TextChoices):
    ALL_PASS = volte_records.VoidReason.ALL_PASS.value, _("passed out")
    MATTO_ALONE = volte_records.VoidReason.MATTO_ALONE.value, _("Matto as the only trump")
    MISDEAL = volte_records.VoidReason.MISDEAL.value, _("misdeal")
    OTHER = volte_records.VoidReason.OTHER.value, _("other reason")


VOID_LABELS: dict[str, Any] = {
    reason.value: reason.label for reasons in (VoidReason, VolteVoidReason) for reason in reasons
}


class VolteSide(TextChoices):
    TAKER = volte_records.Side.TAKER.value, pgettext_lazy("volte", "taker")
    DEFENCE = volte_records.Side.DEFENCE.value, pgettext_lazy("volte", "defence")


class AccusaKind(TextChoices):
    TRIONFI_10 = volte_records.AccusaKind.TRIONFI_10.value, _("I am well: 10 trumps")
    TRIONFI_13 = volte_records.AccusaKind.TRIONFI_13.value, _("I am well: 13 trumps")
    TRIONFI_15 = volte_records.AccusaKind.TRIONFI_15.value, _("I am well: 15 trumps")
    MISERIA = volte_records.AccusaKind.MISERIA.value, _("misery")
    MISERIA_NERA = volte_records.AccusaKind.MISERIA_NERA.value, _("black misery")


class VolteOutcome(TextChoices):
    WON = volte_scoring.Outcome.WON.value, pgettext_lazy("of a contract", "won")
    LOST = volte_scoring.Outcome.LOST.value, pgettext_lazy("of a contract", "lost")
    DRAW = volte_scoring.Outcome.DRAW.value, pgettext_lazy("of a contract", "draw")
    VOID = volte_scoring.Outcome.VOID.value, pgettext_lazy("of a contract", "void")


class CountedPoints(TextChoices):
    DIFFERENCE = volte_rules.CountedPoints.DIFFERENCE.value, _("those beyond the target")
    TOTALS = volte_rules.CountedPoints.TOTALS.value, _("all of the winning side")


class PremiumTiming(TextChoices):
    BEFORE = volte_rules.PremiumTiming.BEFORE.value, _("before multiplying")
    AFTER = volte_rules.PremiumTiming.AFTER.value, _("after multiplying")


class BonusScope(TextChoices):
    TAKER = volte_rules.BonusScope.TAKER.value, _("only the taker")
    BOTH = volte_rules.BonusScope.BOTH.value, _("both sides")


class AccusaMode(TextChoices):
    WINNERS = volte_rules.AccusaMode.WINNERS.value, _("only for the side that wins the deal")
    INDIVIDUAL = volte_rules.AccusaMode.INDIVIDUAL.value, _("for who declares, from the others")


class SequenceFamily(TextChoices):
    """Of Tarocco bolognese. The Italian suits keep their names."""

    GRANDE = bolognese_cards.Family.GRANDE.value, _("Grande")
    DANARI = bolognese_cards.Family.DANARI.value, _("Danari")
    COPPE = bolognese_cards.Family.COPPE.value, _("Coppe")
    SPADE = bolognese_cards.Family.SPADE.value, _("Spade")
    BASTONI = bolognese_cards.Family.BASTONI.value, _("Bastoni")
    MORI = bolognese_cards.Family.MORI.value, _("Moors")
    ASSI = bolognese_cards.Family.ASSI.value, _("Aces")


class CriccaRank(TextChoices):
    TAROCCHI = bolognese_cards.Rank.TAROCCHI.value, _("Tarocchi")
    RE = bolognese_cards.Rank.RE.value, _("Kings")
    REGINE = bolognese_cards.Rank.REGINE.value, pgettext_lazy("Italian cards", "Queens")
    CAVALLI = bolognese_cards.Rank.CAVALLI.value, _("Knights")
    FANTI = bolognese_cards.Rank.FANTI.value, _("Jacks")


class MatchEnd(TextChoices):
    TARGET = bolognese_rules.MatchEnd.TARGET.value, _("a number of points")
    DEALS = bolognese_rules.MatchEnd.DEALS.value, _("a number of deals")


class MatchTie(TextChoices):
    EXTRA_DEAL = bolognese_rules.MatchTie.EXTRA_DEAL.value, _("one more deal")
    DRAW = bolognese_rules.MatchTie.DRAW.value, _("a draw")


class CallOut(TextChoices):
    TURN_ORDER = bolognese_rules.CallOut.TURN_ORDER.value, _("in turn, first hand’s partner adds")
    PAIR = bolognese_rules.CallOut.PAIR.value, _("with what the partner declared before")
    OFF = bolognese_rules.CallOut.OFF.value, _("not played")


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
    "counted_points": _("points that are multiplied"),
    "premium_timing": _("premium added"),
    "bonus_in_target": _("last-trick bonus counts towards the target"),
    "bonus_scope": _("who can earn a last-trick bonus"),
    "matto_last_bonus": _("for capturing the Matto in the last trick"),
    "sto_bene_mode": _("“I am well”"),
    "miseria_mode": _("miseries"),
    "cappotto_defence": _("the defence is paid for a cappotto"),
    "target_without_honours": _("target without honours"),
    "stake_per_point": _("stake per point"),
    "end": _("what ends a match"),
    "target": _("points to reach"),
    "deals": _("deals of a match"),
    "tie": _("equal totals at the end"),
    "call_out": _("calling out"),
    "accuso_doubling": _("three combinations double in a declaration"),
    "adjacent_counters": _("counters for two numbers side by side"),
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
    "volte": _("Volte as printed"),
    "volte-scaled": _("Premium added after multiplying"),
    "volte-totals": _("All points of the winning side"),
    "volte-tarot": _("Volte counted like French tarot"),
    "ottocento": _("Ottocento, match to 800"),
    "cinquecento": _("Cinquecento, match to 500"),
    "mille": _("Mille, match to 1000"),
    "quattro-scartate": _("Quattro scartate, four deals"),
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
    "points_impossible": _("The cards of this contract cannot make this count."),
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
    "honours_out_of_range": _("0 to 3."),
    "points_sum": _("The two counts must make 91."),
    "cappotto_missing": _("With this count one side took every trick: say who made the cappotto."),
    "cappotto_points_mismatch": _("Points and cappotto do not go together."),
    "last_trick_conflict": _("One side takes the last trick, and it has a trick in the deal."),
    "honours_conflict": _("By the honours in the taker’s hand, that side held the Matto itself."),
    "accusa_duplicate": _("Each declaration once a player, and one level of “I am well”."),
    "accusa_conflict": _("This hand had trumps or honours: there is no such misery."),
    "accuse_trumps_exceed": _("There are not so many trumps for these declarations."),
    "accuse_trumps_missing": _("Four hands without trumps: somebody must have had some."),
    "entry_mixed": _("This belongs to the other way of entry: cards of a pile, or points."),
    "card_duplicate": _("This card is somewhere else already."),
    "pile_impossible": _("No pair can own these cards alone: is one missing?"),
    "passed_card_required": _("Which card was given for the Matto?"),
    "passed_card_invalid": _("What is given for the Matto comes from the pile that has the Matto."),
    "passed_card_unexpected": _("No card passes between these piles."),
    "last_trick_cappotto": _("The pair without a trick cannot have the last one."),
    "scartini_impossible": _("A card count is 0, 2 to 85, or 87."),
    "sequences_impossible": _("No sequences add up to this."),
    "cricche_impossible": _("No cricche add up to this."),
    "scartini_sum": _("The two card counts must make 87."),
    "cappotto_totals": _("In a cappotto one pair has 550 and 296, and the other nothing."),
    "cricche_conflict": _("These cricche cannot be shared so: a rank goes to one pair only."),
    "sequences_conflict": _("Both pairs cannot have these sequences at once."),
    "accuso_cards_or_points": _("A declaration has either cards or points."),
    "accuso_player_twice": _("One declaration a player."),
    "accuso_too_long": _("That is more cards than a hand at this moment."),
    "accuso_empty": _("These cards make no combination."),
    "accuso_not_there": _("The cards shown do not make this combination."),
    "accuso_points_impossible": _("No combinations add up to this."),
    "call_out_has_result": _("A deal that was called out has no result."),
    "call_out_not_in_rules": _("By the rules of this table nobody can call out."),
    "call_out_turn": _("It was not this player’s turn to call out."),
    "call_out_short": _("What this player declared does not reach the target."),
    "match_over": _("The match is decided: it takes no further deal."),
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
    "accusa_not_counted": _("By these rules a declaration counts for the side that wins only."),
    "bonus_ignored": _("By these rules only the taker earns a bonus in the last trick."),
    "accuso_unchecked": _("A declaration was given as points, so nobody checked its cards."),
    "passed_card_assumed": _("Nobody said which card was given for the Matto: a small one."),
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
    "lock_conflict": _("The locked tables contradict each other, or who is there."),
    "standings_missing": _("This method needs the standings: list the players, the best first."),
    "player_not_listed": _("This is nobody on the list of players."),
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
    "accuse_trumps_exceed": _("These declarations need %(trumps)s trumps, and there are %(most)s."),
    "scartini_sum": _("The two card counts make %(sum)s, and must make 87."),
    "sequences_impossible": _("A sequence here has %(low)s to %(high)s cards."),
    "cricche_impossible": _("A cricca has %(low)s or %(high)s cards."),
    "accuso_too_long": _("At most %(most)s cards are declared; here are %(count)s."),
    "call_out_short": ngettext_lazy(
        "%(missing)s point is missing to the target.",
        "%(missing)s points are missing to the target.",
        "missing",
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
        "Round %(round)s, table %(table)s: the lock contradicts another, or who is there."
    ),
    "player_not_listed": _("“%(player)s” is nobody on the list of players."),
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

# Said of a later deal, of which an earlier one would take what it stands on.
LATER_MESSAGES: dict[str, Any] = {
    "call_out_short": ngettext_lazy(
        "%(caller)s could not have called out: %(missing)s point would be missing."
        " Correct or take back that deal first.",
        "%(caller)s could not have called out: %(missing)s points would be missing."
        " Correct or take back that deal first.",
        "missing",
    ),
}

# Of a range that is one number.
ONE_NUMBER_MESSAGES: dict[str, Any] = {
    "players_count": _("%(low)s players sit at a table."),
    "active_count": _("%(low)s players play a deal."),
}


def rules_title(rules: Rules) -> str:
    """The title for people: translated for a built-in profile, as written for a house rule."""
    return str(PROFILE_TITLES.get(rules.name, rules.title))


def void_label(reason: str) -> str:
    """Why a deal was not played, in words; a reason means the same in every game that has it."""
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
    return str(exact % {key: shown(value) for key, value in problem.params.items()})


def _allowed_message(params: Mapping[str, object]) -> str:
    """What would be right: codes as they are written in files, or a range."""
    allowed = params.get("allowed")
    if isinstance(allowed, tuple):
        return str(_("Possible here: %(values)s.") % {"values": ", ".join(map(str, allowed))})
    return str(_("Possible here: %(low)s to %(high)s.") % {k: shown(v) for k, v in params.items()})


def deal_problem_message(problem: Problem) -> str:
    """The same; a problem of another deal (`deals[n].…`) says which, and the way out."""
    found = OTHER_DEAL.match(problem.field or "")
    if found is None:
        return problem_message(problem)
    later = LATER_MESSAGES.get(problem.code)
    text = later % problem.params if later and problem.params else problem_message(problem)
    return str(_("Deal %(number)s: %(problem)s") % {"number": found[1], "problem": text})


def warning_message(code: str) -> str:
    return str(MESSAGES[code])


def shown(value: object) -> object:
    """A number as people of the active language write it; whole ones stay countable."""
    if isinstance(value, float) and not value.is_integer():
        return localize(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Count(value)
    return value


UNDO = "undo"  # the reason that is kept for the button of the toast


# What the forms offer beside one's own words.
REASONS_TO_CORRECT = (_("Entered wrong"), _("Counted wrong"))
REASONS_TO_TAKE_BACK = (_("Entered by mistake"), _("Recorded twice"))
REASONS_TO_RESTORE = (_("Taken back by mistake"), _("The correction was wrong"))


@cache
def _offered_reasons() -> dict[str, Promise]:
    """By their text in each language: the log has that of whoever chose one."""
    found: dict[str, Promise] = {UNDO: _("undone right after saving")}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for reason in REASONS_TO_CORRECT + REASONS_TO_TAKE_BACK + REASONS_TO_RESTORE:
                found[str(reason)] = reason
    return found


def reason_text(reason: str) -> str:
    """A reason as the log tells it: one that a form offered in the language of the reader, any
    other as somebody wrote it, and that a deal was undone at once."""
    return str(_offered_reasons().get(reason, reason))
