"""Archives as they are written, changed and read again."""

import json
from datetime import date
from io import BytesIO
from zipfile import ZipFile

from django.db import connection

from clubs.access import Actor
from clubs.exchange.archive import FORMAT, open_archive, write_archive
from clubs.exchange.bundle import write_bundle
from clubs.models import (
    Announcement,
    Category,
    Club,
    Confirmation,
    ImportedRow,
    ImportRun,
    Penalty,
    Publication,
    RatingChange,
    SittingTotal,
    Substitution,
    Team,
    TournamentRole,
)
from clubs.services.files.archives import PARTS, audit_of
from clubs.services.files.club_imports import import_club
from tests.hall import Hall

COMMAND = Actor.command("test")


RUN = {"kind": "deals", "name": "2025.csv", "digest": "0" * 64, "content": {"rows": [1]}}


def exported(club, actor=COMMAND):
    out = BytesIO()
    write_archive(actor, club, out)
    return out.getvalue()


def imported(content, **how):
    with open_archive(BytesIO(content)) as bundle:
        return import_club(COMMAND, bundle.rows, **how)


def read(content):
    """Its files as lists of rows, and the manifest."""
    with ZipFile(BytesIO(content)) as archive:
        return {
            name.removesuffix(".json"): json.loads(archive.read(name))
            for name in archive.namelist()
        }


def changed(content, change):
    """Packed again after a change, with a manifest that fits."""
    files = read(content)
    versions = files.pop("manifest")["versions"]
    change(files)
    out = BytesIO()
    write_bundle(out, FORMAT, versions, files.items())
    return out.getvalue()


def forget(club):
    """The installation without that club, and without the clubs that its tables were in before."""
    chains = list(audit_of(club).values_list("pk", "club"))
    for part in reversed(PARTS):
        part.model._base_manager.filter(**{part.club: club}).delete()
    with connection.cursor() as cursor:
        for key, _ in chains:
            cursor.execute("DELETE FROM clubs_auditentry WHERE id = %s", [key])
    Club.objects.filter(pk__in={club.pk, *(former for _, former in chains)}).delete()


def tournament(cast):
    """One with a round that is played, a substitute, a penalty, a team, a bye, and its results."""
    hall = Hall.gather(cast, 9, shows_page=True, leftovers="bye", table_sizes=[4])
    olivia = cast.user("Olivia")
    TournamentRole.objects.create(tournament=hall.tournament, user=olivia, role="desk")
    Category.objects.create(tournament=hall.tournament, code="F", name="Dames")
    team = Team.objects.create(tournament=hall.tournament, name="Bouts A")
    hall.tournament.entries.filter(number__lte=2).update(team=team)
    first = hall.entry(1)
    hall.publish()
    hall.play()
    Confirmation.objects.create(slip=hall.tables()[0].slip, entry=first)
    hall.validate()
    Substitution.objects.create(entry=first, player=cast.player("Dora"), name="Dora", from_round=2)
    Penalty.objects.create(
        entry=first, player=first.player, points=-30, reason="Retard", after_round=1, code="late"
    )
    Announcement.objects.create(tournament=hall.tournament, text="Buvette ouverte")
    Publication.objects.create(tournament=hall.tournament, version=1, content={"rows": []})


def seasons(club, table):
    """A season with an evening, a penalty, what was published, ratings, and an old spreadsheet."""
    olivia, alice = club.user("Olivia"), club.player("Alice")
    league = club.league("Alice", "Bob", shows_standings=True, seed=7)
    evening = club.evening(league, date(2025, 10, 10), table, place="Café")
    evening.present.set([alice, club.player("Dora")])
    Penalty.objects.create(evening=evening, player=alice, points=-20, reason="Retard")
    Publication.objects.create(
        league=league, version=1, published_by=olivia, content={"rows": [str(alice.uuid)]}
    )
    figures = {
        "mu_before": 25.0,
        "sigma_before": 25 / 3,
        "mu_after": 26.1,
        "sigma_after": 0.1 + 0.2,
    }
    RatingChange.objects.create(player=alice, sitting=table, sequence=1, **figures)
    SittingTotal.objects.create(sitting=table, player=alice, total=197, deal_count=12)
    run = ImportRun.objects.create(club=club.club, made_by=olivia, **RUN)
    ImportedRow.objects.create(club=club.club, key="a" * 64, target_uuid=run.uuid)
