"""A secretary's first evening with the workbook of the club: members, three sheets of deals, a
season, invitations, all of it taken back and done again, and the records of all time."""

import re
from datetime import date

import pytest

from tests.browser.conftest import PHONE
from tests.exchange.imports.workbooks import EVENINGS, SHEETS, club_workbook, whole_name
from tests.journeys.all_time import Deal, all_time, best_evening_of, read_deals

pytestmark = pytest.mark.django_db(transaction=True)

MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
BAR = ".tabbar"
INVITED = [whole_name(number) for number in range(10)]


def day_of(day: date) -> str:
    number = "1er" if day.day == 1 else day.day
    return f"{number} {MONTHS.split()[day.month - 1]} {day.year}"


def number_of(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def score_of(points: int) -> str:
    """A score that was won, and how it is read out."""
    return f"+{number_of(points)} plus {number_of(points)}"


def answers(deals: list[Deal]) -> list[str]:
    """The cards of the page as the second computation has them."""
    best = all_time(deals)

    def line(name: str, title: str, figure: str, *, shows_holder: bool = True) -> str:
        _figure, day, holder, *_rest = best[name]
        who = f"{holder} " if shows_holder else ""
        return f"{title} {figure} {who}{day_of(day)}"

    def number(name: str) -> str:
        return number_of(abs(best[name][0]))

    rarest, *_where, contract, oudlers = best["rarest"]
    run, since, runner, until = best["run"]
    contract_of = {name: best[name][3] for name in ("made", "failed")}
    return [
        line("deal", "Plus grosse donne", score_of(best["deal"][0])),
        f"Contrats réussis d’affilée {run} {runner} du {day_of(since)} au {day_of(until)}",
        line("comeback", "Plus belle remontée, depuis le négatif", number("comeback")),
        line("evening", "Meilleure soirée", score_of(best["evening"][0])),
        line("takes", "Plus de prises en une soirée", number("takes")),
        line(
            "closest",
            "Soirée la plus serrée",
            f"{number('closest')} points entre le premier et le dernier de {best['closest'][2]} "
            "joueurs",
            shows_holder=False,
        ),
        line(
            "made",
            "Contrat le plus largement réussi",
            f"{number('made')} points au-dessus du contrat, {contract_of['made']}",
        ),
        line(
            "failed",
            "Plus grosse chute",
            f"{number('failed')} points en dessous du contrat, {contract_of['failed']}",
            shows_holder=False,
        ),
        line(
            "rarest",
            "Contrat réussi le plus rare",
            f"{contract} avec {oudlers} bout{'s' if oudlers > 1 else ''}, réussi {rarest} fois",
        ),
    ]


def bring_sheets(secretary) -> None:
    """From the preview of the members to the report of the last sheet with deals."""
    deals = str(50 * EVENINGS)
    secretary.sees("60 membres dans le fichier")
    secretary.press(re.compile("^Importer"))
    for sheet in SHEETS:
        secretary.press(sheet)
        secretary.sees(f"{deals} donnes")
        secretary.press(re.compile("^Importer"))
    secretary.sees(deals)


def take_back_and_bring_again(secretary) -> None:
    """All of it goes in one step but whom somebody invited, and comes again."""
    days, tables = 3 * EVENINGS, 15 * EVENINGS
    secretary.follow("Accueil", within=BAR)
    secretary.follow("Réglages")
    secretary.follow(re.compile("^Importer et exporter"))
    secretary.follow(re.compile("Printemps"))
    secretary.follow("Annuler tout le fichier")
    facts = f"Donnes {number_of(10 * tables)} Tables {tables} Soirées {days}"
    assert secretary.texts("main dl.facts") == [f"{facts} Saison 2025–2026 Personnes 50"]
    secretary.sees("10 personnes qui ont joué, ont été invitées ou modifiées depuis")
    secretary.press("Annuler tout le fichier")
    secretary.sees("Cet import a été annulé")
    secretary.press("Adhérents")
    bring_sheets(secretary)
    secretary.follow("Accueil", within=BAR)
    secretary.follow("Créer la saison")
    secretary.press("Créer la saison et voir son classement")


def test_a_workbook_becomes_a_club_with_a_memory(walker, settings, tmp_path):
    """On a phone, where each page has the least room."""
    settings.REGISTRATION = "open"
    file = tmp_path / "Adhérents et donnes.xlsx"
    file.write_bytes(club_workbook(EVENINGS))
    deals = read_deals(file.read_bytes(), list(SHEETS))
    secretary = walker(**PHONE)
    secretary.follow("Créer mon club")
    secretary.fill("Adresse e-mail", "sylvie@example.org")
    secretary.fill("Mot de passe", "une phrase assez longue")
    secretary.press("Créer un compte")
    secretary.fill("Nom du club", "Tarot de Lons")
    secretary.press("Suite : la règle")
    secretary.press("Suite : les membres")
    secretary.press("Créer le club")

    secretary.follow("Apporter un fichier")
    secretary.attach("Fichier", file)
    secretary.press("Voir l’aperçu")
    secretary.sees("Cercle de tarot de Saint-Étienne – Liste des adhérents 2025/2026")
    secretary.press("Suite")
    bring_sheets(secretary)
    secretary.follow("Créer une saison de ce qui s’est joué")
    secretary.press("Créer la saison et voir son classement")
    secretary.follow(re.compile("^Inviter les membres"))
    secretary.fill("Noms ou adresses, un par ligne", "\n".join(INVITED))
    secretary.press("Voir qui reçoit quoi")
    secretary.press("Inviter 10 personnes")
    assert len(secretary.texts("section[aria-labelledby=open] li")) == len(INVITED)

    take_back_and_bring_again(secretary)

    secretary.follow("Accueil", within=BAR)
    secretary.follow(re.compile("^Records"))
    assert secretary.texts(".records > *") == answers(deals)
    secretary.unfold("Choisir saison")
    secretary.select("Joueur", "O'BRIEN Karine")
    total, day = best_evening_of(deals, "Karine O'Brien")
    evening = f"Meilleure soirée {score_of(total)} Karine O'Brien {day_of(day)}"
    assert evening in secretary.texts(".records > *")
