"""House rules: every save is a new version, sittings keep the copy they began with."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from clubs.access import (
    Actor,
    may_edit_rules,
    require,
)
from clubs.core.games import DEFAULT_GAME, get_game
from clubs.models import Club, RuleProfile
from clubs.queries.deals.rules import RulesOffer, every_offer, find_offer, free_rules_name
from clubs.services.changes import Action, change
from clubs.services.errors import NameTaken, RulesMoved


def save_rules(
    actor: Actor,
    club: Club,
    rules: Mapping[str, object],
    *,
    game: str = DEFAULT_GAME,
    seen_version: int,
    request_id: UUID,
) -> RuleProfile:
    """Write the next version of a house profile (1 for a new one). Safe to repeat.

    rules is a complete or partial profile; a new one may come without `name` and then gets one
    made from its title. seen_version is the version that the person edited, 0 for a new profile.
    Raises DealRefused (`rules_invalid`), NameTaken when the name belongs to a built-in profile or
    a new one to an existing one, or when another profile has the title, and RulesMoved when
    somebody saved a newer version meanwhile.
    """
    with change(Action.SAVE_RULES, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            saved = RuleProfile.objects.get(club=club, **entry.written)
            known = {"name": saved.name, "version": saved.version}
            entry.require_same(saved.rules, get_game(game).read_rules({**rules, **known}).to_json())
            return saved
        require(may_edit_rules(actor, club))
        offers = every_offer(club)  # a name and a title say which profile, whatever its game
        name = str(rules.get("name") or "")
        if not name and seen_version == 0:
            name = free_rules_name(str(rules.get("title", "")), [offer.name for offer in offers])
        last = _last_version(offers, game, name, seen_version)
        complete = get_game(game).read_rules({**rules, "name": name, "version": last + 1})
        _refuse_title(offers, complete.title, name)
        profile = RuleProfile.objects.create(
            club=club,
            game=game,
            name=complete.name,
            version=complete.version,
            rules=complete.to_json(),
            created_at=entry.at,
            created_by=actor.user,
        )
        entry.after = {"game": game, "name": profile.name, "version": profile.version}
    return profile


def _last_version(offers: Iterable[RulesOffer], game: str, name: str, seen_version: int) -> int:
    """The version that is saved now, 0 for none; refuses what may not follow it."""
    existing = find_offer(offers, name)
    if existing is None:
        if seen_version:
            raise RulesMoved
        return 0
    if not existing.is_own or existing.game != game or seen_version == 0:
        raise NameTaken(name)
    if existing.version != seen_version:
        raise RulesMoved
    return existing.version


def _refuse_title(offers: Iterable[RulesOffer], title: str, name: str) -> None:
    """Two profiles of one title could not be told apart when a table is set up.

    A profile may keep its own: a built-in profile can have come to that title later.
    """
    own = find_offer(offers, name)
    if own is not None and own.rules.title.casefold() == title.casefold():
        return
    others = [offer for offer in offers if offer.name != name]
    titles = {*(offer.title for offer in others), *(offer.rules.title for offer in others)}
    if title.casefold() in {taken.casefold() for taken in titles}:
        raise NameTaken(title)
