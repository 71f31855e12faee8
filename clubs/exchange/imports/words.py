"""Sentences for the errors of files. Source: leagues.md §7.6."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message, shown
from clubs.core.file_rows import Row
from clubs.core.problems import Problem
from clubs.dates import date_format
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import FREE, SCORE, SEAT
from clubs.exchange.imports.shape import RowError

MESSAGES: dict[str, Any] = {
    "missing_column": _("There is no column for this, and it is needed."),
    "unknown_header": _("This column is not known here: choose what it is, or leave it out."),
    "bad_date": _("This is no date: write 2025-09-12, 12/09/2025 or 12.09.25."),
    "date_outside_league": _("The season %(league)s is from %(first)s to %(last)s."),
    "game_of_league": _("The season %(league)s is of another game."),
    "bad_number": _("This number is not possible here."),
    "bad_email": _("This is no e-mail address."),
    "bad_birth_year": _("Write the year of birth, as in 1985, or the date."),
    "bad_uuid": _("This is not the identifier of a deal (uuid)."),
    "too_long": _("At most %(most)s characters."),
    "deal_between_known": _(
        "Later deals of this table are here already: a new one can only stand after all of them. "
        "What is here is corrected at its table."
    ),
    "known_deal_differs": _(
        "An earlier row of the table (%(known)s) differs from its deal here: make them agree first."
    ),
    "table_unclear": _(
        "It is unclear which table these deals continue: here they belong to several tables, or "
        "several tables of the file are one."
    ),
    "unknown_player": _("Nobody in the club is called %(name)s."),
    "player_twice": _("%(name)s is there twice."),
    "taker_not_seated": _("%(name)s takes, but does not sit at this table."),
    "called_not_seated": _("%(name)s is called, but does not sit at this table."),
    "score_differs": _("%(name)s: %(ours)s by our count, %(theirs)s in the file."),
    "sum_not_zero": _("The scores of %(date)s add up to %(sum)s, not to 0."),
    "sum_differs": _(
        "The row of the sum says %(theirs)s, and the rows above it add up to %(ours)s."
    ),
    "total_mismatch": _("The evenings add up to %(ours)s, the file says %(theirs)s."),
    "already_imported": _("This was imported before."),
    "too_many_rows": _("More than %(most)s rows: cut the file into several."),
    "file_too_big": _("The file is too big: %(most)s MB at most, also unpacked."),
    "too_many_columns": _("More than %(most)s columns have something in them."),
    "too_heavy": _(
        "Reading this file takes more time or memory than is allowed here: save it as CSV, or cut "
        "it into several."
    ),
    "busy": _("Other files are being read just now: try again in a minute."),
    "encoding": _(
        "The text cannot be read: save it as CSV in UTF-8, or as a spreadsheet (.xlsx or .ods)."
    ),
    "formula_cell": _("This cell is a formula without a value: open the file, save it, try again."),
    "no_values": _(
        "A formula in this file has no value, or an error in its place: mend it, save the file, "
        "try again."
    ),
    "chelem_unclear": _("A slam is noted, and the file does not say what came of it."),
    "bad_file": _("The file is damaged, or of a kind that is not read here."),
    "not_read": _("This is %(what)s, which is not read here. %(files)s"),
    "unknown_json": _("This is JSON, but of no app that is known here. %(files)s"),
    "unknown_database": _("This is a database, but of no app that is known here. %(files)s"),
    "unknown_text": _("This is a text without columns, and of no app known here. %(files)s"),
    "unknown_zip": _("This is a ZIP, but of no app that is known here. %(files)s"),
    "not_a_workbook": _(
        "The name ends in .xlsx, but this is no spreadsheet: open it in your spreadsheet program "
        "and save it as .xlsx, or name it .csv if it is one."
    ),
    "tournament_file": _("This is a whole tournament: import it on the page of the tournaments."),
    "club_archive": _(
        "This is the archive of a whole club. The administrator of the server makes a new club of "
        "it, with the command manage.py import_club; it cannot be imported into a club that exists."
    ),
    "backup": _(
        "This is a backup of a whole installation. The administrator of the server restores it, "
        "with the command manage.py restore."
    ),
    "empty_file": _("There is nothing in the file."),
    "bad_kind": _("Nothing says what this is: members, totals or deals?"),
    # Of lists of entries of a tournament.
    "bad_paid": _("Write yes or no."),
    "bad_entry_number": _("A number of an entry is from 1 to 99999."),
    "no_such_category": _("No category is called so. There are: %(known)s."),
    "no_categories": _("This tournament has no categories: make them first, or empty the column."),
    "name_missing": _("A name is needed."),
    "no_list": _(
        "This is no list of entries. What is read: CSV and spreadsheets (.xlsx, .ods, .xls)."
    ),
    "no_name_column": _("There is no column for the name."),
    "too_many_entries": _("More than %(most)s rows: cut the list into several."),
}

# What to do about it, behind the sentences above, and those of the rules, that do not say it.
REMEDIES: dict[str, Any] = {
    "missing_column": _("Add it to the file, or say which of its columns it is."),
    "bad_number": _("Write it in digits; a score is a whole number, such as 41 or -120."),
    "bad_email": _("Write one such as anne@example.org, or leave the cell empty."),
    "bad_uuid": _("Leave the cell empty: the deal gets one."),
    "date_outside_league": _(
        "Correct the date, choose another season, or make one of these days first: the file waits."
    ),
    "game_of_league": _("Choose another season."),
    "table_unclear": _("Give all deals of a table one word in the column of the table."),
    "unknown_player": _("Correct the name, or say who it is where the names are asked about."),
    "player_twice": _(
        "Take one out, or write the other name in full, with an initial or with junior."
    ),
    "taker_not_seated": _("Write one of the names in the column of the players."),
    "called_not_seated": _(
        "Write one of the names in the column of the players, “alone” for the taker, or “dog”."
    ),
    "player_unknown": _("Write one of the names in the column of the players."),
    "score_differs": _("Correct the deal or the score, or choose the rules that were played."),
    "sum_not_zero": _("Correct a score, or add the missing player."),
    "sum_differs": _("Check the scores above it; the row itself is left out."),
    "total_mismatch": _("Correct one of them, or leave the total empty."),
    "too_many_columns": _("Delete those that are not needed."),
    "chelem_unclear": _("Say it where the slams of the file are asked about."),
    "bad_file": _("Save it again, as CSV or as a spreadsheet (.xlsx or .ods)."),
    "players_count": _("Name them all, with | between them: Anne|Luc|Zoé|Hervé."),
    "active_count": _("Name the players who do not play in the column of those who sit out."),
    "player_not_active": _("Write another name, or take this one out of those who sit out."),
    "called_count": _(
        "For each card write who held it, one of the names in the column of the players, “alone” "
        "for the taker, or “dog”, with | between two."
    ),
    "contract_not_in_rules": _("Correct the contract, or choose the rules that were played."),
    "chelem_defence_not_in_rules": _("Empty the cell, or choose the rules that were played."),
    "petit_chelem_not_in_rules": _("Empty the cell, or choose the rules that were played."),
    "misere_not_in_rules": _("Empty the cell, or choose the rules that were played."),
    "call_out_not_in_rules": _("Empty the cell, or choose the rules that were played."),
    "petit_player_missing": _("Write the name in the column of the player of the Petit."),
    "scores_empty": _("Write the score of each player in a column of its own."),
    "name_missing": _("Fill it in, or delete the row."),
    "no_name_column": _("Head the column of the names with “name”."),
    "number_taken": _("Write another one, or leave the cell empty for the next that is free."),
    "licence_taken": _("Correct the number, or leave the cell empty."),
    "already_entered": _("Delete the row, or add the club or the licence of the other person."),
    "tournament_full": _("Delete rows, or allow more places in the settings of the tournament."),
}

COLUMN_LABELS: dict[str, Any] = {
    "name": _("name"),
    "family_first": _("family name and first name"),
    "first_name": _("first name"),
    "last_name": _("last name"),
    "nickname": _("nickname"),
    "licence": _("licence number"),
    "categories": _("groups"),
    "email": _("e-mail address"),
    "birth_year": _("year of birth"),
    "member_since": _("member since"),
    "active": _("active"),
    "public_name": _("name on public pages"),
    "free_columns": _("other things"),
    "player": _("player"),
    "date": _("date"),
    "score": pgettext_lazy("column of a file", "score"),
    "deals": _("number of deals"),
    "table": _("table"),
    "points": _("points"),
    "total": _("total"),
    "evening": _("evening"),
    "players": _("players in seat order"),
    "dealer": _("dealer"),
    "kind": _("kind of deal"),
    "void_reason": _("why it is void"),
    "label": _("what was played"),
    "note": _("note"),
    "stake": _("Stake"),
    "uuid": _("identity (uuid)"),
}


# What is not read, and what to do with it where that is more than taking another file.
OTHER_FILES: dict[str, Any] = {
    "pdf": _("a PDF"),
    "picture": _("a picture"),
    "old_office": _(
        "an old document of Office, or a spreadsheet with a password (save it without one)"
    ),
    "open_document": _("an OpenDocument file that is no spreadsheet"),
    "document": _("a text document"),
    "packed": _("a packed file (unpack it first)"),
    "web": _("a web page or XML"),
}


@dataclass(frozen=True, slots=True)
class ShownError:
    """An error as a line of a page. row is its number or path, or the numbers of all rows that have
    it, "2, 5–9". cell is the field in which it can be mended, empty for none; it may be of several
    rows. count is how many errors the line stands for, inner has the first of them one by one."""

    row: Row
    column: str
    value: str
    message: str
    cell: str = ""
    count: int = 1
    inner: tuple["ShownError", ...] = ()

    @property
    def id(self) -> str:
        """That of the field, which may be of many rows."""
        return self.cell.replace(".", "_")

    @property
    def rest(self) -> int:
        return self.count - len(self.inner)


def rows_text(rows: Sequence[int]) -> str:
    """Numbers of rows with their runs joined: "2, 5–9"."""
    runs: list[list[int]] = []
    for row in sorted(set(rows)):
        if runs and row == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], row]
        else:
            runs.append([row])
    return ", ".join("–".join(map(str, run)) for run in runs)


def known_files() -> str:
    """The sentence of what can be imported, with the apps: for the page, and for refused files."""
    apps = [str(one.label) for files in FILES.values() for one in files.apps]
    text = gettext(
        "What is read: CSV, spreadsheets (.xlsx, .ods, .xls), lists and seasons of Feutre (JSON), "
        "and files of the apps %(apps)s."
    )
    return text % {"apps": ", ".join(apps)}


def error_message(error: RowError, known: str = "") -> str:
    """The sentence of an error, and what to do about it, in the active language. known is the
    sentence of what can be read, where that is less than known_files."""
    return " ".join(filter(None, [what_is_wrong(error, known), str(REMEDIES.get(error.code, ""))]))


def what_is_wrong(error: RowError, known: str = "") -> str:
    """The sentence of an error without what to do about it."""
    if error.code == "bad_number" and error.params:  # one, but too large or too small
        return problem_message(Problem("value_not_allowed", error.column, error.params))
    message = MESSAGES.get(error.code)
    if message is None:
        return problem_message(Problem(error.code, error.column, error.params))
    params = {key: _column_words(value) for key, value in error.params.items()}
    if "what" in params:
        params["what"] = OTHER_FILES.get(str(params["what"]), params["what"])
    if "%(files)s" in str(message):
        params["files"] = known or known_files()
    return str(message % params if params else message)


def _column_words(value: object) -> object:
    return date_format(value) if isinstance(value, date) else shown(value)


def column_label(column: str, game: str = "") -> str:
    """A column in words, for a list of deals of this game; a heading of the file as it is."""
    if column.startswith(FREE):
        return column.removeprefix(FREE)
    if column.startswith(SCORE):
        return str(_("score of %(name)s")) % {"name": column.removeprefix(SCORE)}
    if column.startswith(SEAT):
        return str(_("player %(number)s")) % {"number": column.removeprefix(SEAT)}
    heads = FILES[game].deals.heads if game in FILES else {}
    if column in heads:
        return str(heads[column].label)
    return str(COLUMN_LABELS.get(column, column))
