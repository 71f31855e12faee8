"""Why a service did not do what it was asked, where nobody made a mistake in the input."""

from collections.abc import Sequence

from clubs.models import Deal, Sitting


class RequestReused(Exception):
    """One request id for two different changes: a mistake of the program that sent it."""


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


class LastOwner(Exception):
    """A club keeps at least one owner."""


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
