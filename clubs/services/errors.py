"""Why a service did not do what it was asked, where nobody made a mistake in the input."""

from collections.abc import Sequence
from datetime import date

from clubs.core.problems import DealRefused, Problem
from clubs.models import Club, Deal, League, Sitting


class RequestReused(Exception):
    """One request id for two different changes: a mistake of the program that sent it."""


class ForeignChain(RequestReused):
    """An entry for a log that another club began: nothing that a page of ours leads to."""


class SittingMoved(Exception):
    """Somebody else wrote first. deal is what stands there now, when a deal is concerned."""

    def __init__(self, sitting: Sitting, deal: Deal | None = None) -> None:
        self.sitting = sitting
        self.deal = deal
        super().__init__(f"{sitting.uuid} is at revision {sitting.revision}")


class VersionUnknown(Exception):
    """The log knows no such version of this deal."""


class PlayedTogether(Exception):
    """Two players sat at one table, so they are not one person. sittings are where."""

    def __init__(self, sittings: Sequence[Sitting]) -> None:
        self.sittings = sittings
        super().__init__(", ".join(str(sitting.uuid) for sitting in sittings))


class SittingClosed(Exception):
    """The session is over; nothing more is recorded."""


class TotalsOnly(SittingClosed):
    """Of this table only the totals are known: it takes no deals, and is never open again."""


class AccountTaken(Exception):
    """The player of an invitation is somebody else's account by now."""


class PlaysAlready(Exception):
    """The account is another player of the club. name is what that one is called."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


class LastOwner(Exception):
    """A club keeps at least one owner."""


class OnlyOwner(Exception):
    """An account that is to be deleted is the only owner of clubs with other accounts. clubs are
    those, by name."""

    def __init__(self, clubs: Sequence[Club]) -> None:
        self.clubs = clubs
        super().__init__(", ".join(club.name for club in clubs))


class PlayerMoved(Exception):
    """Somebody else changed this player first."""


class RoleMoved(Exception):
    """Somebody else gave this account another role first. role is the one it has, "" for none."""

    def __init__(self, role: str) -> None:
        self.role = role
        super().__init__(role)


class NameTaken(Exception):
    """Somebody or something of that name is there already. name is the one that clashed."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


class RulesMoved(Exception):
    """Somebody else saved a newer version of the profile."""


class LeagueMoved(Exception):
    """Somebody else changed this season, its members or this evening first."""


class LeagueClosed(Exception):
    """The season is closed: nothing that counts for it changes. league is the one."""

    def __init__(self, league: League) -> None:
        self.league = league
        super().__init__(league.name)


class LeaguePublished(Exception):
    """Somebody may have read the season: it is not deleted. See queries/seasons/seasons.py,
    was_public."""


class LeagueNotReady(Exception):
    """The season cannot be closed while evenings or tables of it are open. See
    queries/seasons/seasons.py, closing_of."""


class DateOutside(Exception):
    """Days that are not of the season. dates are those, in order."""

    def __init__(self, dates: Sequence[date]) -> None:
        self.dates = dates
        super().__init__(", ".join(map(str, dates)))


class EveningTaken(Exception):
    """The season has an evening of that name on these dates."""

    def __init__(self, dates: Sequence[date]) -> None:
        self.dates = dates
        super().__init__(", ".join(map(str, dates)))


class EveningInUse(Exception):
    """An evening with tables or penalties is not taken out."""


class TournamentRefused(DealRefused):
    """A step of a tournament that its state does not allow, or input that it does not take. Codes
    of tournaments.md §12, with their fields."""

    @classmethod
    def of(cls, code: str, field: str | None = None, **params: object) -> "TournamentRefused":
        return cls([Problem(code, field, params)])


class TournamentMoved(Exception):
    """Somebody else changed the tournament, this entry or this slip first."""
