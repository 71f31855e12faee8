"""A spreadsheet as clubs keep one: titles, merged cells, groups of columns, totals below, and the
deals of a season over three sheets. Made the same each time."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from clubs.exchange.imports.shape import ImportSheet

GIVEN = ["Anne", "Bruno", "Chloé", "Denis", "Élise", "Fabien"]
GIVEN += ["Gaëlle", "Hugues", "Inès", "Jérôme", "Karine", "Loïc"]
FAMILY = ["LEFÈVRE", "MÜLLER", "DE LA TOUR", "NGUYEN", "O'BRIEN"]
MEMBERS = [(family, given) for family in FAMILY for given in GIVEN]  # 60
SHEETS = {"Automne": date(2025, 9, 12), "Hiver": date(2025, 12, 5), "Printemps": date(2026, 3, 6)}
EVENINGS, TABLES, DEALS = 3, 5, 10  # of a sheet, of an evening, of a table


def whole_name(number: int) -> str:
    family, given = MEMBERS[number % len(MEMBERS)]
    return f"{given} {family.title()}"


def club_workbook(evenings: int = EVENINGS) -> bytes:
    """60 members with fees under a title; the committee; three sheets of deals, 50 an evening."""
    book = Workbook()
    book.remove(book.worksheets[0])
    _members(book.create_sheet("Adhérents"))
    committee = book.create_sheet("Comité")
    _title(committee, "Comité directeur", 2)
    _rows(committee, [["Nom", "Fonction"], ["Anne Lefèvre", "présidente"], ["Denis Müller", ""]])
    for name, first in SHEETS.items():
        _deals(book.create_sheet(name), name, first, evenings)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _members(page: Worksheet) -> None:
    _title(page, "Cercle de tarot de Saint-Étienne – Liste des adhérents 2025/2026", 6)
    page.append([])
    page.append(["Identité", None, None, "Contact", "Club"])
    page.merge_cells("A3:C3")
    page.merge_cells("E3:F3")
    head = ["NOM", "Prénom", "Année de naissance", "Courriel", "Cotisation", "Remarque"]
    _rows(page, [head])
    for number, (family, given) in enumerate(MEMBERS):
        email = f"membre{number}@exemple.fr"
        note = "joue le vendredi" if number % 7 == 0 else None
        page.append([family, given, 1940 + number, email, 25 if number % 3 else 12.5, note])
    page.append([])
    page.append(["Total : 60 adhérents", None, None, None, 1250])
    page.append(["Mis à jour le 02/09/2025"])


def _deals(page: Worksheet, name: str, first: date, evenings: int) -> None:
    _title(page, f"Saison 2025/2026 – {name}", 8)
    page.append([])
    _rows(page, [["Date", "Table", "Joueurs", "Preneur", "Appelé", "Contrat", "Bouts", "Points"]])
    start = len(name) * 7
    for evening in range(evenings):
        day = first + timedelta(days=7 * evening)
        for table in range(TABLES):
            seats = [whole_name(start + evening * 3 + table * 12 + seat) for seat in range(4)]
            for deal in range(DEALS):
                contract = ["Petite", "Garde", "Garde", "Garde sans"][(deal + table) % 4]
                page.append(
                    [
                        datetime(day.year, day.month, day.day),
                        table + 1,
                        "|".join(seats) if deal == 0 else None,
                        seats[(deal + evening) % 4],
                        None,
                        contract,
                        (deal + table) % 4,
                        35 + (deal * 7 + evening * 3 + table) % 40,
                    ]
                )
    page.append([])
    page.append([f"Total : {evenings * TABLES * DEALS} donnes"])


def _title(page: Worksheet, text: str, width: int) -> None:
    page.append([text])
    page.merge_cells(start_row=1, start_column=1, end_row=1, end_column=width)


def _rows(page: Worksheet, rows: Sequence[Sequence[Any]]) -> None:
    for row in rows:
        page.append(list(row))


def sheet_with(*rows: Sequence[str]) -> ImportSheet:
    """A sheet of these rows, numbered from 1; empty ones are left out, as a file is read."""
    filled = [(number, list(cells)) for number, cells in enumerate(rows, 1) if any(cells)]
    (first, header), *others = filled
    return ImportSheet(tuple(header), others, header_row=first)
