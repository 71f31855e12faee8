"""An import is taken back as a whole, and what was used since stays. Source: leagues.md §7."""

from datetime import date
from io import BytesIO
from uuid import uuid4

import pytest
from django.apps import apps
from openpyxl import Workbook

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.models import (
    AuditEntry,
    Chain,
    Club,
    ClubSeal,
    Deal,
    Evening,
    ImportRun,
    League,
    LeagueSitting,
    Player,
    Sitting,
)
from clubs.queries.import_undo import runs_of_file, undoable
from clubs.queries.imports import waiting_rest
from clubs.services.deals.kept import check_kept
from clubs.services.errors import LeagueClosed
from clubs.services.files import import_undo, imports
from clubs.services.files.chains import check_chains
from clubs.services.files.words import check_words, seal_rows
from clubs.services.people.people import archive_player
from clubs.services.seasons.evenings import plan_evenings
from clubs.services.seasons.first_season import create_league_of_tables
from clubs.services.seasons.leagues import publish_league, update_league
from clubs.services.seasons.ratings import set_ratings
from clubs.services.tables import sittings
from tests.cast import totals
from tests.services.files.lists import HEAD, SMALL, TWO, counts, do_import, is_sound

# The log grows, runs say what became of them, and clubs, seasons and spans count their changes.
GROWING = {AuditEntry, Chain, ClubSeal, ImportRun}
COUNTING = {Club: ["revision"], League: ["revision", "state"]}
WITH_ZOE = HEAD + "2025-10-10;1;Alice|Bob|Charlie|Zoé;Alice;;garde;2;46\n"
ZOE = ImportChoices(names={"zoe": "member"})


def everything():
    """Every row of the program, by its model."""
    rows: dict[str, object] = {}
    for model in apps.get_app_config("clubs").get_models():
        if model not in GROWING and model._meta.model_name != "span":
            fields = [f.attname for f in model._meta.concrete_fields]
            names = [name for name in fields if name not in COUNTING.get(model, ())]
            rows[model.__name__] = list(model.objects.order_by("pk").values_list(*names))
    return rows


def take_back(club, run, *, by="Charlie", whole_file=False):
    while run.undone_at is None:
        before = run.undo_block
        import_undo.undo_import(club.actor(by), run, block=before, whole_file=whole_file)
        assert run.undo_block == before + 1
    assert is_sound()
    assert list(check_kept()) == []
    return run.report["undo"]


def told(club, run, **how):
    undo = take_back(club, run, **how)
    return {name: count for name, count in undo.items() if count and name != "at"}


def season_of_tables(club, year=2025):
    """Made as from the club's home, of every table of these days that counts for none."""
    league, _count = create_league_of_tables(
        club.actor("Charlie"),
        club.club,
        name=str(year),
        starts_on=date(year, 9, 1),
        ends_on=date(year + 1, 8, 31),
        game="french",
        standings_rules={},
        members=[club.player("Alice"), *Player.objects.filter(name="Zoé")],
        request_id=uuid4(),
    )
    return league


class TestAll:
    def test_nothing_is_left_and_the_file_comes_in_again(self, club):
        before = everything()
        run = do_import(club, TWO)
        first = Sitting.objects.get()

        assert told(club, run) == {"block": 1, "deals": 2, "tables": 1}
        assert everything() == before
        again = do_import(club, TWO)
        assert counts(again) == (2, 0, 1, 0, 0, 0)
        sitting = Sitting.objects.get()
        assert totals(sitting) == {"Alice": 240, "Bob": -240, "Charlie": 0, "Dora": 0}
        assert sitting.uuid != first.uuid  # its log is that of a table that is gone
        take_back(club, again)
        assert everything() == before

    def test_a_season_that_the_file_made(self, club):
        seal_rows(club.club)  # what the fixtures wrote stands in no log
        before = everything()
        run = do_import(club, SMALL.read_bytes(), ImportChoices(league="new"))
        assert League.objects.count() == 1

        undo = told(club, run)

        assert (undo["seasons"], undo["tables"]) == (1, run.report["table_count"])
        assert everything() == before
        assert [*check_chains(), *check_words()] == []
        assert counts(do_import(club, SMALL.read_bytes(), ImportChoices(league="new"))) == counts(
            run
        )

    def test_a_season_that_was_made_of_its_tables(self, club):
        before = everything()
        run = do_import(club, WITH_ZOE, ZOE)
        season_of_tables(club)

        assert told(club, run) == {
            "block": 1,
            "deals": 1,
            "tables": 1,
            "evenings": 1,
            "people": 1,
            "seasons": 1,
        }
        assert everything() == before

    def test_a_season_that_somebody_changed_stays_without_the_tables(self, club):
        run = do_import(club, WITH_ZOE, ZOE)
        league = season_of_tables(club)
        rename(club, league, "Hiver")

        # Zoé is on the list of the season, which stays.
        assert told(club, run) == {"block": 1, "deals": 1, "tables": 1, "evenings": 1, "used": 1}
        assert League.objects.get().name == "Hiver"
        assert not Evening.objects.exists()

    def test_all_sheets_of_a_file_together(self, club, monkeypatch):
        before = everything()
        first, second = two_sheets(club)
        season_of_tables(club)
        assert not undoable([first]).people  # Zoé plays on the second sheet
        monkeypatch.setattr(import_undo, "UNDO_BLOCK", 1)

        undo = told(club, first, whole_file=True)

        expected = {"deals": 2, "tables": 2, "evenings": 2, "people": 1, "seasons": 1}
        assert undo == {"block": 2, **expected}
        second.refresh_from_db()
        assert (second.undone_at, second.report["undo"]["with"]) == (
            first.undone_at,
            str(first.uuid),
        )
        assert everything() == before
        assert [*check_chains(), *check_words()] == []

    def test_a_season_of_earlier_tables_goes_with_their_block(self, club, monkeypatch):
        """No table of the last block counts for it."""
        before = everything()
        text = WITH_ZOE.replace("2025", "2024") + WITH_ZOE.partition("\n")[2]
        run = do_import(club, text, ZOE)
        season_of_tables(club, 2024)
        monkeypatch.setattr(import_undo, "UNDO_BLOCK", 1)

        undo = told(club, run)

        assert (undo["block"], undo["seasons"], undo["people"]) == (2, 1, 1)
        assert everything() == before

    def test_the_other_sheets_stay_where_one_goes(self, club):
        first, second = two_sheets(club)

        assert told(club, second) == {"block": 1, "deals": 1, "tables": 1}
        assert runs_of_file(first) == [first]
        assert Player.objects.filter(name="Zoé").count() == 1

    def test_a_season_that_was_here(self, club):
        league = club.league("Alice", name="Hiver")
        before = everything()
        run = do_import(club, WITH_ZOE, ImportChoices(league=str(league.uuid), names=ZOE.names))
        assert sorted(row.player.name for row in league.members.all()) == [
            "Alice",
            "Bob",
            "Charlie",
            "Zoé",
        ]

        assert told(club, run) == {
            "block": 1,
            "deals": 1,
            "tables": 1,
            "evenings": 1,
            "people": 1,
        }
        assert everything() == before

    def test_members_with_what_was_filled_in(self, club):
        run = do_import(club, "nom;licence\nZoé;12\nBob;13\n", ImportChoices(kind="members"))

        assert told(club, run) == {"block": 1, "people": 1, "filled": 1}
        assert not Player.objects.filter(name="Zoé").exists()
        assert Player.objects.get(name="Bob").licence == "13"

    def test_totals(self, club):
        before = everything()
        run = do_import(club, "player;2025-09-12\nAlice;197\nBob;-197\n")

        assert told(club, run) == {"block": 1, "totals": 2, "tables": 1}
        assert everything() == before

    def test_ratings_are_those_of_the_other_tables(self, club):
        set_ratings(club.actor("Olivia"), club.club, has_ratings=True, request_id=uuid4())
        do_import(club, TWO.replace("2025-10-10", "2025-12-10"))
        before = everything()["RatingChange"]
        run = do_import(club, TWO)

        take_back(club, run)

        rated = [row[1:] for row in everything()["RatingChange"]]
        assert rated == [row[1:] for row in before]  # without their primary keys

    def test_block_by_block(self, club, monkeypatch):
        monkeypatch.setattr(import_undo, "UNDO_BLOCK", 1)
        before = everything()
        run = do_import(club, TWO + TWO.replace("-10-10;1", "-10-11;1").partition("\n")[2])
        actor = club.actor("Charlie")

        import_undo.undo_import(actor, run, block=0)
        assert (Sitting.objects.count(), run.undone_at) == (1, None)
        for _again in range(2):  # sent twice, and by a page that is behind
            import_undo.undo_import(actor, ImportRun.objects.get(), block=0)
        assert Sitting.objects.count() == 1
        run.refresh_from_db()
        take_back(club, run)

        assert everything() == before
        entries = AuditEntry.objects.filter(action="undo_import", target_uuid=run.uuid)
        assert [len(entry.after["tables"]) for entry in entries.order_by("sequence")] == [1, 1]

    def test_an_import_that_is_paused_ends(self, club, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        before = everything()
        text = TWO + TWO.replace("-10-10;1", "-10-11;1").partition("\n")[2]
        monkeypatch.setattr(imports, "go_on", lambda _actor, run, block: finish(run))
        run = do_import(club, text)
        monkeypatch.undo()
        ImportRun.objects.update(finished_at=None)
        run = ImportRun.objects.get()
        assert Deal.objects.count() == 1

        take_back(club, run)
        imports.go_on(club.actor("Charlie"), run, block=1)

        assert everything() == before


def two_sheets(club):
    """The imports of a file with deals of Zoé on two sheets."""
    book = Workbook()
    pages = [book.active, book.create_sheet("Novembre")]
    for page, day in zip(pages, ("2025-10-10", "2025-11-14"), strict=True):
        page.append(HEAD.strip().split(";"))
        page.append([day, 1, "Alice|Bob|Charlie|Zoé", "Alice", None, "garde", 2, 46])
    out = BytesIO()
    book.save(out)
    first = do_import(club, out.getvalue(), ZOE)
    second = runs.begin_run(club.actor("Charlie"), waiting_rest(first))
    return first, second


def rename(club, league, name):
    days = {"starts_on": league.starts_on, "ends_on": league.ends_on}
    how = {**days, "standings_rules": league.standings_rules, "request_id": uuid4()}
    update_league(club.actor("Charlie"), league, name=name, **how)


def finish(run):
    """Leave it where it is."""
    run.finished_at = run.made_at
    return run


class TestWhatStays:
    def test_a_table_that_was_corrected(self, club):
        run = do_import(club, TWO + TWO.replace("-10-10;1", "-10-11;1").partition("\n")[2])
        deal = Deal.objects.filter(sitting=Sitting.objects.first()).first()
        how = {"revision": 1, "reason": "", "request_id": uuid4()}
        sittings.void_deal(club.actor("Charlie"), deal, **how)

        assert told(club, run) == {"block": 1, "deals": 2, "tables": 1, "changed": 1}
        assert list(Sitting.objects.all()) == [deal.sitting]
        # Its rows are here still, and are not written twice.
        assert counts(do_import(club, TWO)) == (0, 0, 0, 0, 2, 0)

    def test_a_table_that_was_here_before(self, club):
        do_import(club, TWO)
        run = do_import(club, TWO + "2025-10-10;1;Alice|Bob|Charlie|Frank;Frank;;prise;1;51\n")

        assert undoable([run]).is_empty
        assert told(club, run) == {"block": 1, "before": 1}
        assert Deal.objects.count() == 3

    def test_a_table_that_another_file_went_on_with(self, club):
        run = do_import(club, TWO)
        do_import(club, TWO + "2025-10-10;1;Alice|Bob|Charlie|Frank;Frank;;prise;1;51\n")

        assert told(club, run) == {"block": 1, "changed": 1}
        assert Deal.objects.count() == 3

    def test_a_table_of_a_season_that_was_published_since(self, club):
        run = do_import(club, TWO)
        league = season_of_tables(club)
        publish_league(club.actor("Charlie"), league, request_id=uuid4())

        assert told(club, run) == {"block": 1, "changed": 1}
        assert LeagueSitting.objects.count() == 1

    @pytest.mark.parametrize("use", ["play", "change"])
    def test_people_who_play_or_were_changed(self, club, use):
        run = do_import(club, WITH_ZOE, ZOE)
        zoe = Player.objects.get(name="Zoé")
        if use == "play":
            club.players["Zoé"] = zoe
            club.sitting("Zoé", "Bob", "Charlie", "Dora")
        else:
            archive_player(club.actor("Charlie"), zoe, request_id=uuid4())

        assert told(club, run) == {"block": 1, "deals": 1, "tables": 1, "used": 1}
        assert Player.objects.filter(pk=zoe.pk).exists()

    def test_an_evening_that_was_planned(self, club):
        league = club.league("Alice")
        plan_evenings(club.actor("Charlie"), league, [league.starts_on], request_id=uuid4())
        text = TWO.replace("2025-10-10", league.starts_on.isoformat())
        run = do_import(club, text, ImportChoices(league=str(league.uuid)))

        assert told(club, run) == {"block": 1, "deals": 2, "tables": 1}
        assert Evening.objects.count() == 1


class TestRefused:
    def test_a_season_of_its_tables_that_is_closed(self, club):
        run = do_import(club, TWO)
        season_of_tables(club)
        League.objects.update(state="closed")

        with pytest.raises(LeagueClosed):
            take_back(club, run)

        assert Deal.objects.count() == 2

    def test_a_closed_season(self, club):
        league = club.league("Alice")
        run = do_import(club, TWO, ImportChoices(league=str(league.uuid)))
        League.objects.update(state="closed")

        with pytest.raises(LeagueClosed):
            take_back(club, run)

        assert Deal.objects.count() == 2


def test_every_model_that_names_a_player_is_asked(club):
    """Else somebody would be deleted whom a new table needs."""
    relations = Player._meta.related_objects
    naming = {one.related_model.__name__ for one in relations if not one.many_to_many}
    assert naming == {
        # asked by their seats
        *("Seat", "Deal", "DealScore", "MatchScore", "SittingTotal"),
        # asked each
        *("LeagueMember", "Presence", "Penalty", "Entry", "Substitution"),
        # follow from the tables
        *("RatingChange", "Share"),
    }
