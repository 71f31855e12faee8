"""Rule profiles: which there are for a club, what they say in plain words, and what a change does
to a made-up deal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.access import Actor, visible_rule_profiles
from clubs.choices import DEAL_ROLES, problem_message, rules_title
from clubs.core.deals import DealRole
from clubs.core.games import DEFAULT_GAME, JsonObject, Rules, Verdict, get_game
from clubs.core.problems import DealRefused
from clubs.models import Club, RuleProfile
from clubs.queries.deals.stories import RecordFact, ToldChange, changes_between
from clubs.queries.games import WORDS

NAME_LENGTH = 60  # characters of an identifier made from a title
RESERVED_NAMES = {"new", "preview"}  # addresses beside those of the profiles


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A setting in words; differs says that the game's default profile has another value."""

    label: str
    value: str
    differs: bool


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """A profile that a table of the club may be opened with."""

    game: str
    name: str
    title: str
    version: int
    rules: Rules
    is_own: bool

    @property
    def brief(self) -> str:
        """What differs from the usual rules, in one line.

        Made when it is shown: an import looks profiles up for each of its rows and shows none.
        """
        return rules_brief(self.rules, self.game)

    @property
    def game_name(self) -> str:
        return str(WORDS[self.game].name)


def rules_summary(rules_json: Mapping[str, Any], game: str = DEFAULT_GAME) -> list[SummaryRow]:
    """A complete or partial profile in plain words. Raises DealRefused when it is not sound."""
    return summary_rows(get_game(game).read_rules(rules_json), game)


def summary_rows(rules: Rules, game: str = DEFAULT_GAME) -> list[SummaryRow]:
    usual = _usual_words(game, get_language())
    return [
        SummaryRow(wording.label, wording.value, usual.get(wording.key) != wording.value)
        for wording in WORDS[game].settings.told(rules)
    ]


@lru_cache(maxsize=32)
def _usual_words(game: str, language: str | None) -> Mapping[str, str]:
    """The default profile of a game in words, by the key of each setting. language: the active one,
    in which they are kept. A page with ten profiles compares each of them."""
    return WORDS[game].settings.by_key(default_rules(game))


def rules_brief(rules: Rules, game: str = DEFAULT_GAME) -> str:
    """One line: the settings that are not those of the game's default profile."""
    changed = [
        _("%(label)s: %(value)s") % {"label": row.label, "value": row.value}
        for row in summary_rows(rules, game)
        if row.differs
    ]
    return " · ".join(changed) or str(WORDS[game].usual)


def default_rules(game: str = DEFAULT_GAME) -> Rules:
    return get_game(game).read_rules(None)


def built_in_rules(game: str = DEFAULT_GAME) -> list[RulesOffer]:
    return [_make_offer(rules, game, is_own=False) for rules in get_game(game).profiles()]


def available_rules(club: Club, game: str = DEFAULT_GAME) -> list[RulesOffer]:
    """The built-in profiles, then the newest version of each house rule, by title. One query."""
    return [offer for offer in every_offer(club) if offer.game == game]


def every_offer(club: Club) -> list[RulesOffer]:
    """The same of all games, one game after the other. One query."""
    own = [
        _make_offer(get_game(saved.game).read_rules(saved.rules), saved.game, is_own=True)
        for saved in _newest(RuleProfile.objects.filter(club=club))
    ]
    own.sort(key=lambda offer: offer.title.casefold())
    return [
        offer
        for game in WORDS
        for offer in (*built_in_rules(game), *(offer for offer in own if offer.game == game))
    ]


def _make_offer(rules: Rules, game: str, *, is_own: bool) -> RulesOffer:
    return RulesOffer(
        game=game,
        name=rules.name,
        title=rules_title(rules),
        version=rules.version,
        rules=rules,
        is_own=is_own,
    )


def house_rules(actor: Actor, game: str) -> dict[str, tuple[str, Rules]]:
    """The newest version of each house rule of the actor's clubs: title with the club, and rules,
    by "club/name", as addresses have it. Two queries with the roles; none without an account."""
    saved = _newest(visible_rule_profiles(actor).filter(game=game, club__slug__isnull=False))
    read = [(one.club, get_game(game).read_rules(one.rules)) for one in saved]
    titled_rules = {
        f"{club.slug}/{rules.name}": (f"{rules_title(rules)} · {club.name}", rules)
        for club, rules in read
    }
    return dict(sorted(titled_rules.items(), key=lambda item: item[1][0].casefold()))


def _newest(profiles: QuerySet[RuleProfile]) -> QuerySet[RuleProfile]:
    """The last version of each profile."""
    newer = RuleProfile.objects.filter(
        club=OuterRef("club"),
        game=OuterRef("game"),
        name=OuterRef("name"),
        version__gt=OuterRef("version"),
    )
    return profiles.filter(~Exists(newer))


def find_offer(offers: Iterable[RulesOffer], name: str) -> RulesOffer | None:
    return next((offer for offer in offers if offer.name == name), None)


def free_rules_name(title: str, taken: Iterable[str]) -> str:
    """An identifier for a new profile, made from its title, that is no other profile's."""
    base = slugify(title)[:NAME_LENGTH].strip("-") or "house-rules"
    taken_names = {*taken, *RESERVED_NAMES}
    name, number = base, 2
    while name in taken_names:
        name, number = f"{base}-{number}", number + 1
    return name


def profile_version(club: Club, game: str, name: str, version: int) -> Rules | None:
    """A house rule as it was in that version."""
    saved = RuleProfile.objects.filter(club=club, game=game, name=name, version=version).first()
    return get_game(game).read_rules(saved.rules) if saved else None


def setting_changes(
    before: Rules, after: Rules, game: str = DEFAULT_GAME
) -> tuple[ToldChange, ...]:
    """The settings that one profile has otherwise than another."""
    return changes_between(WORDS[game].settings.told(before), WORDS[game].settings.told(after))


def changed_rows(before: Rules, after: Rules, game: str = DEFAULT_GAME) -> list[ToldChange]:
    """What one version says otherwise than another, title included."""
    title = (
        RecordFact("title", _("Title"), before.title),
        RecordFact("title", _("Title"), after.title),
    )
    return [*changes_between(title[:1], title[1:]), *setting_changes(before, after, game)]


@dataclass(frozen=True, slots=True)
class TrialRow:
    """What one player scores before and after; None where the deal is not possible."""

    label: str
    before: int | None
    after: int | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Trial:
    """Both results. refused_before and refused_after say why a profile has no such deal."""

    rows: tuple[TrialRow, ...]
    stake: TrialRow
    refused_before: tuple[str, ...]
    refused_after: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return any(row.differs for row in self.rows)


def compare(
    game: str,
    players: Sequence[str],
    record_by: Callable[[Rules], JsonObject],
    before: Rules,
    after: Rules,
) -> Trial:
    """record_by gives the record under a profile: how much there is to tell may depend on it."""
    old, refused_before = _judge(game, players, before, record_by)
    new, refused_after = _judge(game, players, after, record_by)
    verdict = new or old
    roles = verdict.roles if verdict else {}
    rows = tuple(
        TrialRow(
            label=f"{number}. {DEAL_ROLES[DealRole(roles[name])]}",
            before=old.scores[name] if old else None,
            after=new.scores[name] if new else None,
        )
        for number, name in enumerate(players, start=1)
        if name in roles
    )
    stake = TrialRow("", old.facts.stake if old else None, new.facts.stake if new else None)
    return Trial(rows, stake, refused_before, refused_after)


def _judge(
    game: str, players: Sequence[str], rules: Rules, record_by: Callable[[Rules], JsonObject]
) -> tuple[Verdict | None, tuple[str, ...]]:
    try:
        return get_game(game).judge(players, rules, record_by(rules)), ()
    except DealRefused as refusal:
        return None, tuple(problem_message(problem) for problem in refusal.problems)
