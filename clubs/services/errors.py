"""Why a service did not do what it was asked, where nobody made a mistake in the input."""

from clubs.models import Deal, Sitting


class RequestReused(Exception):
    """One request id for two different changes: a mistake of the program that sent it."""


class SittingMoved(Exception):
    """Somebody else wrote first. deal is what stands there now, when a deal is concerned."""

    def __init__(self, sitting: Sitting, deal: Deal | None = None) -> None:
        self.sitting = sitting
        self.deal = deal
        super().__init__(f"{sitting.uuid} is at revision {sitting.revision}")


class SittingClosed(Exception):
    """The session is over; nothing more is recorded."""


class LastOwner(Exception):
    """A club keeps at least one owner."""


class NameTaken(Exception):
    """Somebody or something of that name is there already. name is the one that clashed."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


class RulesMoved(Exception):
    """Somebody else saved a newer version of the profile."""
