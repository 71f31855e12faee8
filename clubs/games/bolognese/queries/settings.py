"""The words of the settings of Tarocco bolognese, for the editor and the rules in plain words.

Source: bolognese.md §7.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.games.bolognese.queries import rules
from clubs.games.bolognese.queries.words import CALL_OUTS, MATCH_ENDS, MATCH_TIES
from clubs.queries.deals.setting_words import RuleWords, Section, SettingWords

BOLOGNESE_SETTINGS = RuleWords(
    usual_name=_("Ottocento"),
    before=rules.fixed_lines,
    sections=(
        Section(
            _("Match"),
            "trophy",
            (
                SettingWords(
                    "end",
                    _("What ends a match"),
                    values=MATCH_ENDS,
                    short=_("Match"),
                    tell=rules.match_end,
                ),
                SettingWords(
                    "target",
                    _("Points to reach"),
                    _("Where points end the match: 800 in the Ottocento."),
                    is_told=False,
                ),
                SettingWords(
                    "deals",
                    _("Deals of a match"),
                    _("Where deals end the match: with 4 everybody deals once."),
                    is_told=False,
                ),
                SettingWords(
                    "tie",
                    _("Equal totals at the end"),
                    _("When both pairs have the same when the match should end."),
                    MATCH_TIES,
                ),
            ),
        ),
        Section(
            _("Calling out"),
            "flag",
            (
                SettingWords(
                    "call_out",
                    _("Calling out"),
                    _("A player who reaches the target by a declaration ends the match at once."),
                    CALL_OUTS,
                    tell=rules.call_out,
                ),
            ),
        ),
        Section(
            _("Combinations"),
            "hand",
            (
                SettingWords(
                    "accuso_doubling",
                    _("Three combinations double in a declaration"),
                    _("Three sequences, or three cricche, declared by one player."),
                    short=pgettext_lazy("Tarocco bolognese", "Declarations"),
                    said={
                        True: _("three combinations of a kind double, each player for himself"),
                        False: _("not doubled"),
                    },
                ),
                SettingWords(
                    "adjacent_counters",
                    _("Counters may stand for two numbers side by side"),
                    _("In the Grande, from 16 down to 5."),
                    short=_("Counters in the Grande"),
                    tell=rules.counters,
                ),
            ),
        ),
    ),
)
