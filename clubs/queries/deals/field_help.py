"""Short help on the fields of a deal, whatever its game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from clubs.choices import rules_title
from clubs.core.rule_settings import Profile
from clubs.queries.deals.setting_words import RuleWords
from clubs.queries.deals.stories import FieldHelp

Sentences = Iterator[str]
Fixed = tuple[Any, ...]  # sentences that no rules change, translated when they are shown
R = TypeVar("R", bound=Profile)


def help_by_field(
    sentences: Mapping[str, tuple[Callable[[R], Sentences] | Fixed, tuple[str, ...]]],
    settings: RuleWords,
    rules: R,
    usual: R,
    source: str,
) -> dict[str, FieldHelp]:
    """The sentences on each field, with their source: the rules of the session where these change
    one of the settings that the sentences tell of (keys of `settings`)."""
    changed = settings.changed(rules, usual)
    house = _("Rules of this session: %(title)s") % {"title": rules_title(rules)}
    return {
        name: FieldHelp(
            " ".join(say(rules) if callable(say) else map(str, say)),
            source if changed.isdisjoint(keys) else house,
        )
        for name, (say, keys) in sentences.items()
    }
