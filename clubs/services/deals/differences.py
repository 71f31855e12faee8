"""What a check found: something stored that its source does not give."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """place is a sitting or a chain; what is one of the COLUMNS of a deal
    (services/deals/scoring.py), `score of` a player, `sum`, `players`, `number`, `numbers`,
    `rules`, `record`, `log`, `next entry`, `hash of` an entry, `sums`, `best`, `match` or
    `match n of` a player.

    What does not follow from the record by computing is not repairable: it needs a person.
    """

    place: str
    what: str
    stored: object
    computed: object
    deal: int | None = None
    is_repairable: bool = False

    def __str__(self) -> str:
        place = f"{self.place}, deal {self.deal}" if self.deal else self.place
        return f"{place}: {self.what} is {self.stored}, should be {self.computed}"
