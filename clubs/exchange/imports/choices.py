"""The answers that people gave about a file that is imported."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

NEW_LEAGUE = "new"  # the season that the file brings along


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """The answers of a person about a file. columns are by header_key, names by person_key (see
    player_uuids), slams by SlamQuestion.key, mended texts by `row:column`. league is a uuid, `new`,
    or empty; rules a name or empty. game is of a sheet, empty for what its columns say; header the
    number of its header row, 0 for a guess, and below 0 that of the first row of a list without
    one. is_seen: a person has looked at the sheet and its columns. day is
    that of all rows, where no column has one; days are those of evenings whose headings say none,
    by header_key, and `-` for one that is left out: of this file alone. done are the sheets of the
    file that are in already."""

    kind: str = ""
    game: str = ""
    sheet: str = ""
    header: int = 0
    is_seen: bool = False
    done: Sequence[str] = ()
    order: str = ""
    day: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    slams: Mapping[str, str] = field(default_factory=dict)
    mended: Mapping[str, str] = field(default_factory=dict)
    league: str = ""
    rules: str = ""
    is_complete: bool = False  # every evening of the totals must add up to 0
    skips_errors: bool = False
    keeps_differences: bool = False  # scores that differ become a note
    lists_members: bool = True

    @property
    def answers(self) -> Mapping[str, str]:
        """What was said of columns: what they are, or of which day."""
        return {**self.columns, **self.days}

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "ImportChoices":
        return cls(**{name: values[name] for name in cls.__dataclass_fields__ if name in values})
