"""Imported people and seasons, and games of one label. Source: leagues.md §7."""

import json
from datetime import date
from hashlib import sha256

import pytest

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.orders import order_of
from clubs.models import (
    DealScore,
    Evening,
    ImportedRow,
    League,
    LeagueSitting,
    Player,
    Sitting,
)
from clubs.queries.seasons.seasons import closed_league_of
from clubs.services.errors import NameTaken
from clubs.services.files import imports
from tests.cast import totals
from tests.services.files.lists import HEAD, SMALL, TWO, counts, do_import, is_sound, start


class TestPeople:
    TEXT = HEAD + "2025-10-10;1;Alice|Bob|Charly|Zoé;Alice;;garde;2;46\n"

    def test_as_it_was_decided(self, club):
        same = f"same:{club.player('Charlie').uuid}"

        run = do_import(club, self.TEXT, ImportChoices(names={"charly": same, "zoe": "guest"}))

        zoe = Player.objects.get(name="Zoé")
        assert (run.report["members"], zoe.is_guest, zoe.table_name) == (1, True, "Zoé")
        assert totals(Sitting.objects.get()) == {
            "Alice": 180,
            "Bob": -60,
            "Charlie": -60,
            "Zoé": -60,
        }

    def test_somebody_of_that_name_came_meanwhile(self, club):
        run = start(club, self.TEXT, ImportChoices(names={"charly": "guest", "zoe": "guest"}))
        actor = club.actor("Charlie")
        choices = runs.choices_of(run)
        plan = runs.planned(run, choices)
        do_import(club, "nom\nZoé\n", ImportChoices(kind="members"))

        with pytest.raises(NameTaken):
            imports.begin_import(actor, run, lambda: order_of(plan))
        assert Sitting.objects.count() == 0
        assert not Player.objects.filter(name="Charly").exists()

    def test_a_member_who_stands_there_in_two_forms(self, club):
        text = "nom\nBERNARD Paul\nPaul Bernard\n"

        run = do_import(club, text, ImportChoices(kind="members", skips_errors=True))

        assert Player.objects.filter(name="Paul Bernard").count() == 1
        assert (run.report["members"], run.report["skipped"]) == (1, 1)

    def test_year_of_birth_and_family_name_first(self, club):
        text = "Nom Prénom;Année de naissance\nLE GOFF Yann;1962\nGarcia Ana;12/05/1970\nBob;1985\n"

        run = do_import(club, text, ImportChoices(kind="members"))

        rows = Player.objects.filter(club=club.club, birth_year__isnull=False).order_by(
            "birth_year"
        )
        assert list(rows.values_list("name", "family_name", "birth_year")) == [
            ("Yann Le Goff", "Le Goff", 1962),
            ("Ana Garcia", "Garcia", 1970),
            ("Bob", "", 1985),
        ]
        assert (run.report["members"], run.report["completed"]) == (2, 1)

    def test_new_members_of_a_season_are_members_since_their_first_table(self, club):
        text = "player;2025-09-12;2025-10-10\nAlice;197;199\nZoé;;-199\nGil;-197;\n"

        do_import(club, text, ImportChoices(names={"zoe": "member", "gil": "member"}))

        rows = Player.objects.filter(name__in=["Gil", "Zoé"]).order_by("name")
        assert list(rows.values_list("name", "member_since")) == [
            ("Gil", date(2025, 9, 12)),
            ("Zoé", date(2025, 10, 10)),
        ]

    def test_members_once_and_gaps_are_filled(self, club):
        text = "nom;licence;courriel;actif\nZoé;12;zoe@example.org;oui\nBob;77;;\nGil;;;non\n"

        run = do_import(club, text, ImportChoices(kind="members"))
        again = do_import(club, text, ImportChoices(kind="members"))

        zoe, gil = (Player.objects.get(name=name) for name in ("Zoé", "Gil"))
        assert (zoe.licence, zoe.email, zoe.is_guest) == ("12", "zoe@example.org", False)
        assert gil.archived_at is not None
        assert Player.objects.get(name="Bob", club=club.club).licence == "77"
        assert (run.report["members"], run.report["already_imported"]) == (2, 1)
        assert (again.report["members"], again.report["already_imported"]) == (0, 3)
        assert (run.report["completed"], again.report["completed"]) == (1, 0)


class TestSeasons:
    WIDE = "player;2025-09-12;2025-10-10\nAlice;197;199\nBob;-197;-199\nFrank;;\n"

    def test_totals_count_at_the_evenings_of_the_season(self, club):
        league = club.league("Alice", state="planned")
        there = club.evening(league, date(2025, 9, 12))

        run = do_import(club, self.WIDE, ImportChoices(league=str(league.uuid)))

        assert counts(run) == (0, 4, 2, 0, 0, 0)
        rows = LeagueSitting.objects.order_by("evening__held_on")
        assert [(row.evening.held_on, row.sitting.totals_only) for row in rows] == [
            (date(2025, 9, 12), True),
            (date(2025, 10, 10), True),
        ]
        assert rows[0].evening == there
        league.refresh_from_db()
        assert league.state == "open"
        assert Evening.objects.count() == 2
        assert [one.player.name for one in league.members.all()] == ["Alice", "Bob"]
        assert DealScore.objects.count() == 0
        assert is_sound()

    def test_totals_twice(self, club):
        do_import(club, self.WIDE)

        assert counts(do_import(club, self.WIDE)) == (0, 0, 0, 0, 4, 0)

    def test_a_closed_season_takes_nothing(self, club):
        league = club.league("Alice", state="closed")

        do_import(club, self.WIDE, ImportChoices(league=str(league.uuid)))

        assert LeagueSitting.objects.count() == 0
        assert closed_league_of(Sitting.objects.first()) is None

    def test_a_whole_season(self, club):
        content = SMALL.read_bytes()

        run = do_import(club, content, ImportChoices(league="new"), name="saison.json")
        again = do_import(club, content, ImportChoices(league="new"), name="saison.json")

        league = League.objects.get()
        assert counts(run) == (21, 0, 5, 6, 0, 0)  # Bob is there already
        assert counts(again) == (0, 0, 0, 0, 21, 0)
        assert [(one.number, one.player.name) for one in league.members.all()] == [
            (1, "Anne"),
            (2, "Bob"),
            (3, "Cléo"),
            (4, "Dino"),
            (5, "Eva"),
            (6, "Fred"),
        ]
        assert Player.objects.get(name="Gina").is_guest
        anne = DealScore.objects.filter(player__name="Anne").values_list("score", flat=True)
        assert sum(anne) == 766  # leagues.md §3.2, `total`
        assert is_sound()


class TestGamesOfOneLabel:
    """Tables of two games on one day are two tables, whatever both are called."""

    VOLTE = "date;table;players;taker;contract;honours;points;kind;void_reason;score: Alice\n"
    PLAYED = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;liscio;2;47;;;\n"  # (6 + 25)·1 each
    VOID = "2025-10-10;1;Alice|Bob|Charlie|Dora;;;;;void;misdeal;\n"
    SCORES = (
        "date;table;players;taker;contract;{column};points;kind;score: Alice;score: Bob\n"
        "2025-10-10;1;Alice|Bob|Charlie|Dora;;;;;scores;5;-5\n"
    )
    VOID_FRENCH = (
        "date;table;players;taker;contract;oudlers;points;kind;void_reason\n"
        "2025-10-10;1;Alice|Bob|Charlie|Dora;;;;;void;misdeal\n"
    )
    TOTALS = "player;2025-10-10\nAlice;197\nBob;-197\n"

    def games(self):
        return sorted(Sitting.objects.values_list("game", flat=True))

    def test_deals(self, club):
        do_import(club, TWO)

        run = do_import(club, self.VOLTE + self.PLAYED)

        assert counts(run) == (1, 0, 1, 0, 0, 0)
        assert self.games() == ["french", "volte"]
        won = {"Alice": 93, "Bob": -31, "Charlie": -31, "Dora": -31}
        assert totals(Sitting.objects.get(game="volte")) == won
        assert is_sound()

    def test_a_void_deal(self, club):
        do_import(club, self.VOID_FRENCH)

        assert counts(do_import(club, self.VOLTE + self.VOID)) == (1, 0, 1, 0, 0, 0)
        assert self.games() == ["french", "volte"]

    def test_plain_scores(self, club):
        do_import(club, self.SCORES.format(column="oudlers"))

        run = do_import(club, self.SCORES.format(column="honours"))

        assert counts(run) == (1, 0, 1, 0, 0, 0)
        assert self.games() == ["french", "volte"]

    @pytest.mark.parametrize("order", [("french", "volte"), ("volte", "french")])
    def test_totals(self, club, order):
        for game in order:
            run = do_import(club, self.TOTALS, ImportChoices(game=game))
            assert counts(run) == (0, 2, 1, 0, 0, 0)

        assert self.games() == ["french", "volte"]
        for game in order:
            assert counts(do_import(club, self.TOTALS, ImportChoices(game=game))) == (
                0,
                0,
                0,
                0,
                2,
                0,
            )

    def test_a_table_goes_on_with_that_of_its_game(self, club):
        do_import(club, TWO)
        do_import(club, self.VOLTE + self.PLAYED)

        run = do_import(club, self.VOLTE + self.PLAYED + self.VOID)

        assert counts(run) == (1, 0, 1, 0, 1, 0)
        assert [one.deals.count() for one in Sitting.objects.order_by("game")] == [2, 2]

    def test_a_season_file(self, club):
        """A table of each game, one after the other."""
        told = json.loads(SMALL.read_bytes())
        [first, *_others] = told["evenings"]
        told["evenings"] = [first]
        do_import(club, json.dumps(told).encode(), name="saison.json")
        played = Sitting.objects.count()
        record = {"kind": "void", "void_reason": "misdeal"}
        seats = ["Alice", "Bob", "Charlie", "Dora"]
        table = {"players": seats, "deals": [{"record": record}]}
        told["evenings"] = [{**first, "tables": [table]}]
        told["league"] |= {"game": "volte", "rules": "volte"}
        told["settings"] = {}

        run = do_import(club, json.dumps(told).encode(), name="volte.json")

        assert counts(run)[0] == 1
        assert Sitting.objects.filter(game="french").count() == played
        assert Sitting.objects.get(game="volte").deals.count() == 1

    def test_keys_of_the_usual_game_stay_as_they_were(self, club):
        do_import(club, TWO)

        key = sha256(b'["table","2025-10-10|1"]').hexdigest()
        assert ImportedRow.objects.get(key=key).target_uuid == Sitting.objects.get().uuid
