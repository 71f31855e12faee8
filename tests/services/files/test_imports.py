"""Files are written: all or nothing, in blocks, once. Source: leagues.md §7."""

import json
import re
from datetime import date, timedelta
from hashlib import sha256
from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.exchange.imports import runs
from clubs.exchange.imports.orders import order_of
from clubs.exchange.imports.plan import ImportChoices
from clubs.models import (
    AuditEntry,
    Deal,
    DealScore,
    Evening,
    ImportedRow,
    ImportRun,
    League,
    LeagueSitting,
    Player,
    Sitting,
)
from clubs.queries.seasons.seasons import closed_league_of
from clubs.services.errors import LeagueClosed, NameTaken
from clubs.services.files import imports
from clubs.services.files.checks import check_chains, check_sittings
from clubs.services.people.players import merge_players
from clubs.services.people.privacy import anonymise_player
from clubs.services.tables import sittings
from tests.cast import audit, make_player, totals
from tests.paths import DATA

SMALL = DATA / "league_small.json"
HEAD = "date;table;players;taker;called;contract;oudlers;points\n"
TWO = HEAD + (
    "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n2025-10-10;1;;Bob;;garde;2;36\n"
)


def start(club, text, choices=None, *, by="Charlie", name="donnes.csv"):
    content = text if isinstance(text, bytes) else text.encode()
    choices = choices or ImportChoices()
    return runs.keep_file(club.actor(by), club.club, content, name, choices, request_id=uuid4())


def do_import(club, text, choices=None, *, by="Charlie", name="donnes.csv"):
    run = runs.begin_run(club.actor(by), start(club, text, choices, by=by, name=name))
    while run.finished_at is None:
        run = imports.go_on(club.actor(by), run, block=run.report["block"])
    return run


def counts(run):
    names = ("deals", "totals", "table_count", "members", "already_imported", "skipped")
    return tuple(run.report[name] for name in names)


def is_sound():
    return [str(one) for one in (*check_sittings(), *check_chains())] == []


LATER = HEAD + (
    "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"
    "2025-10-11;1;Alice|Bob|Charlie|Zoe;Zoe;;garde;2;36\n"
)


class TestPeopleWhoChangeMeanwhile:
    """Between two blocks of a file, or while it waits."""

    @pytest.fixture
    def zoe(self, club):
        club.players["Zoe"] = player = make_player(club.club, "Zoe")
        player.save()
        return player

    def test_a_merger_between_two_blocks(self, club, zoe, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        run = runs.begin_run(club.actor("Charlie"), start(club, LATER))
        assert run.finished_at is None

        merge_players(club.actor("Charlie"), zoe, club.player("Dora"), request_id=uuid4())
        run.refresh_from_db()
        run = imports.go_on(club.actor("Charlie"), run, block=1)

        assert run.finished_at is not None
        # 36 points with 2 oudlers fail by 5: (25 + 5) * 2 to each of three.
        assert list(Deal.objects.filter(taker=club.player("Dora")).values_list("stake")) == [(-60,)]
        assert is_sound()

    def test_a_merger_while_the_file_waits(self, club, zoe):
        told = TWO.replace("Dora", "Unknown")
        run = start(club, told, ImportChoices(names={"unknown": str(zoe.uuid)}))

        merge_players(club.actor("Charlie"), zoe, club.player("Dora"), request_id=uuid4())
        run.refresh_from_db()

        assert run.content["choices"]["names"] == {"unknown": str(club.player("Dora").uuid)}

    def test_a_file_that_waits_is_gone_with_who_was_made_anonymous(self, club, zoe):
        start(club, "name;email\nZoe;zoe@example.org\n")
        done = do_import(club, TWO)

        anonymise_player(club.actor("Olivia"), zoe, request_id=uuid4())

        assert list(ImportRun.objects.all()) == [done]

    def test_notes_that_are_still_to_be_written(self, club, zoe, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        head, *rows = TWO.split()
        told = "\n".join([f"{head};note", *(f"{row};Zoe was late" for row in rows)])
        run = runs.begin_run(club.actor("Charlie"), start(club, told))

        anonymise_player(club.actor("Olivia"), zoe, request_id=uuid4())
        run.refresh_from_db()
        imports.go_on(club.actor("Charlie"), run, block=1)

        notes = [deal.record["note"] for deal in Deal.objects.order_by("number")]
        assert notes == ["Joueur 7 was late"] * 2


class TestDeals:
    def test_a_table_as_if_it_had_been_recorded(self, club):
        """(25+5)·2 = 60 and 25·2 + 5·2 = 60: made by 5, then down by 5."""
        run = do_import(club, TWO)

        sitting = Sitting.objects.get()
        assert counts(run) == (2, 0, 1, 0, 0, 0)
        assert totals(sitting) == {"Alice": 240, "Bob": -240, "Charlie": 0, "Dora": 0}
        assert (sitting.state, sitting.active_count) == ("closed", 4)
        assert sitting.opened_at.isoformat() == "2025-10-10T18:00:00+00:00"
        assert [(d.number, d.contract, d.made, d.size) for d in sitting.deals.all()] == [
            (1, "garde", True, 4),
            (2, "garde", False, 4),
        ]
        assert is_sound()

    def test_the_log_has_the_table_and_every_deal(self, club):
        run = do_import(club, TWO)

        sitting = Sitting.objects.get()
        entries = AuditEntry.objects.filter(chain_uuid=sitting.uuid).order_by("sequence")
        assert [(one.action, one.target_type) for one in entries] == [
            ("import", "sitting"),
            ("import", "deal"),
            ("import", "deal"),
        ]
        assert [one.action for one in audit(club.club)] == []
        club_entries = AuditEntry.objects.filter(chain_uuid=club.club.uuid)
        assert [(one.action, one.target_uuid) for one in club_entries] == [("import", run.uuid)]

    def test_an_imported_deal_is_corrected_like_any_other(self, club):
        do_import(club, TWO)
        deal = Deal.objects.get(number=1)
        record = {key: value for key, value in deal.record.items() if key != "players"}

        sittings.correct_deal(
            club.actor("Charlie"),
            deal,
            {**record, "points": 49},
            revision=1,
            reason="other",
            request_id=uuid4(),
        )
        sittings.restore_deal(
            club.actor("Charlie"), deal, version=1, revision=2, reason="x", request_id=uuid4()
        )

        assert deal.record["points"] == 46
        assert is_sound()

    def test_the_same_file_twice_adds_nothing(self, club):
        do_import(club, TWO)

        again = do_import(club, TWO.replace("garde;2;46", "G;2;46,0"))

        assert counts(again) == (0, 0, 0, 0, 2, 0)
        assert (Sitting.objects.count(), Deal.objects.count()) == (1, 2)

    def test_more_rows_of_the_same_table_go_on_with_it(self, club):
        do_import(club, TWO)

        run = do_import(club, TWO + "2025-10-10;1;Alice|Bob|Charlie|Frank;Frank;;prise;1;51\n")

        assert counts(run) == (1, 0, 1, 0, 2, 0)
        assert [deal.number for deal in Deal.objects.order_by("number")] == [1, 2, 3]
        assert totals(Sitting.objects.get()) == {
            "Alice": 215,
            "Bob": -265,
            "Charlie": -25,
            "Dora": 0,
            "Frank": 75,
        }
        assert is_sound()

    def test_a_table_of_a_closed_season_takes_no_more_rows(self, club):
        league = club.league("Alice")
        do_import(club, TWO, ImportChoices(league=str(league.uuid)))
        League.objects.update(state="closed")

        with pytest.raises(LeagueClosed):
            do_import(club, TWO + "2025-10-10;1;;Alice;;prise;1;51\n")
        assert Deal.objects.count() == 2

    def test_two_rows_that_say_the_same_are_two_deals(self, club):
        row = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"

        assert counts(do_import(club, HEAD + row + row)) == (2, 0, 1, 0, 0, 0)

    def test_ids_of_deals_are_kept(self, club):
        uuid = "33333333-3333-4333-8333-333333333333"
        head = HEAD.replace("\n", ";uuid\n")
        row = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46;"

        do_import(club, f"{head}{row}{uuid}\n")

        assert str(Deal.objects.get().uuid) == uuid
        assert counts(do_import(club, f"{head}{row.replace('46', '47')}{uuid}\n"))[4] == 1

    def test_void_deals_plain_scores_and_who_sits_out(self, club):
        text = (
            "date;players;taker;contract;oudlers;points;out;kind;void_reason;label;score: Alice;"
            "score: Bob\n"
            "2025-10-10;Alice|Bob|Charlie|Dora|Frank;;;;;Frank;;passe;;;\n"
            "2025-10-10;;;;;;;scores;;Vachette;30;-30\n"
            "2025-10-10;;Alice;garde;2;46;Frank;;;;;\n"
        )

        do_import(club, text)

        assert [deal.kind for deal in Deal.objects.order_by("number")] == [
            "void",
            "scores",
            "played",
        ]
        assert totals(Sitting.objects.get()) == {
            "Alice": 210,
            "Bob": -90,
            "Charlie": -60,
            "Dora": -60,
            "Frank": 0,
        }
        assert is_sound()

    def test_bad_rows_are_left_out_where_that_is_wanted(self, club):
        text = TWO + "2025-10-10;1;;Alice;;garde;2;95\n"

        run = do_import(club, text, ImportChoices(skips_errors=True))

        assert counts(run) == (2, 0, 1, 0, 0, 1)

    def test_only_organisers(self, club):
        with pytest.raises(Forbidden):
            start(club, TWO, by="Alice")

        run = start(club, TWO)
        with pytest.raises(Forbidden):
            runs.begin_run(club.actor("Alice"), run)
        assert (Sitting.objects.count(), ImportRun.objects.get().total) == (0, 0)


def test_no_duration_is_claimed_that_no_file_tells(club, client):
    do_import(club, TWO)
    sitting = Sitting.objects.get()
    client.force_login(club.user("Charlie"))
    client.cookies["django_language"] = "en"

    page = client.get(f"/t/{sitting.uuid}/").content.decode()

    assert "FFT official rules" in page
    assert re.search(r"\d+ min\b|>Duration<", page) is None
    Sitting.objects.update(closed_at=sitting.opened_at + timedelta(minutes=82))
    assert "1 h 22" in client.get(f"/t/{sitting.uuid}/").content.decode()


class TestBlocks:
    @pytest.fixture(autouse=True)
    def _small_blocks(self, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 3)

    def many(self, tables, deals=2):
        rows = [
            f"2025-10-10;{table};Alice|Bob|Charlie|Dora;Alice;;garde;2;{45 + deal}"
            for table in range(tables)
            for deal in range(deals)
        ]
        return HEAD + "\n".join(rows)

    def test_each_request_does_one_block(self, club):
        run = runs.begin_run(club.actor("Charlie"), start(club, self.many(3)))

        assert (run.done, run.total, run.finished_at) == (2, 6, None)
        run = imports.go_on(club.actor("Charlie"), run, block=1)
        assert (run.done, Deal.objects.count()) == (4, 4)

    def test_the_same_block_twice_is_one(self, club):
        run = runs.begin_run(club.actor("Charlie"), start(club, self.many(3)))

        for _again in range(2):
            imports.go_on(club.actor("Charlie"), run, block=1)
        imports.go_on(club.actor("Charlie"), ImportRun.objects.get(), block=0)

        assert (ImportRun.objects.get().done, Deal.objects.count()) == (4, 4)

    def test_it_goes_on_after_a_pause_and_ends_as_one_import(self, club):
        run = do_import(club, self.many(3))

        assert counts(run) == (6, 0, 3, 0, 0, 0)
        assert (run.done, run.total) == (6, 6)
        assert is_sound()

    def test_a_table_longer_than_a_block(self, club):
        run = do_import(club, self.many(1, deals=8))

        assert counts(run) == (8, 0, 1, 0, 0, 0)
        assert [deal.number for deal in Deal.objects.order_by("number")] == list(range(1, 9))
        assert is_sound()

    def test_the_file_is_kept_no_longer_than_needed(self, club):
        assert list(do_import(club, self.many(2)).content) == ["columns"]


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
        facts = runs.facts_of(run, choices)
        plan = runs.import_plan(run, choices, facts)
        do_import(club, "nom\nZoé\n", ImportChoices(kind="members"))

        with pytest.raises(NameTaken):
            imports.begin_import(actor, run, lambda: order_of(plan, choices, facts))
        assert Sitting.objects.count() == 0
        assert not Player.objects.filter(name="Charly").exists()

    def test_a_member_who_stands_there_in_two_forms(self, club):
        text = "nom\nBERNARD Paul\nPaul Bernard\n"

        run = do_import(club, text, ImportChoices(kind="members"))

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
