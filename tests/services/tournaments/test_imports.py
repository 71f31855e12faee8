"""A tournament of a file comes in whole, and goes out as it came."""

import json
from uuid import uuid4

import pytest

from clubs.core.tournaments.careers import careers_of
from clubs.core.tournaments.files import TournamentFileRefused, read_tournament
from clubs.core.tournaments.settings import TournamentTieBreak
from clubs.core.tournaments.writing import written_tournament
from clubs.models import Entry, Penalty, Player, Round, Sitting, Slip, Tournament
from clubs.queries.tournaments.files import file_of
from clubs.queries.tournaments.tournaments import settings_of, standings_after, tournament_input
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.tournaments.imports import import_tournament
from tests.again import built_once
from tests.hall import validated_hall
from tests.paths import DATA

SMALL = json.loads((DATA / "tournament_small.json").read_text(encoding="utf-8"))


def imported(club, document, by="Charlie"):
    return import_tournament(club.actor(by), club.club, document, request_id=uuid4())


def exported(tournament):
    """Without the ids of deals: those of a tournament that is here already are given anew."""
    told = json.loads(json.dumps(written_tournament(file_of(tournament))))
    for one in told["rounds"]:
        for table in one["tables"]:
            for deal in table.get("deals", ()):
                assert deal.pop("uuid")
    return told


def ranking(standings):
    """Ranks with what the tie-breaks said."""
    decided = ((row, row.decision) for row in standings.rows)
    return [
        (row.rank, row.number, row.total, told and (told.mine, told.theirs))
        for row, told in decided
    ]


@pytest.fixture
@built_once
def tournament(club):
    return imported(club, SMALL)


class TestTheSpecificationsExample:
    def test_its_standings_come_out_to_the_point(self, tournament):
        """The totals of tournaments.md §7.2: 540, 385, 259, 259, 253, ranks 1, 2, 3, 3, 5."""
        rows = standings_after(tournament, 3).rows
        assert [(row.rank, row.total) for row in rows[:5]] == [
            (1, 540),
            (2, 385),
            (3, 259),
            (3, 259),
            (5, 253),
        ]
        assert sum(row.total for row in rows) == -30

    def test_every_row_and_score_is_sound(self, tournament):
        assert [*check_sittings(), *check_chains()] == []
        assert Entry.objects.count() == 13
        assert Round.objects.count() == 3
        assert Sitting.objects.filter(round__isnull=False).count() == 11
        assert Slip.objects.count() == 11
        assert Penalty.objects.get().points == -30

    @pytest.mark.parametrize(
        ("name", "value", "code"),
        [
            ("name", "Coupe \ud800", "import_format"),
            ("note", "of\0nobody", "import_format"),
            ("date", "0001-01-01", "bad_date"),
        ],
    )
    def test_what_no_database_takes_is_refused(self, club, name, value, code):
        with pytest.raises(TournamentFileRefused) as refused:
            imported(club, SMALL | {"tournament": SMALL["tournament"] | {name: value}})

        assert [problem.code for problem in refused.value.problems] == [code]

    def test_what_is_spelt_like_a_null_character_is_text(self, club):
        name = r"Coupe \u0000"

        tournament = imported(club, SMALL | {"tournament": SMALL["tournament"] | {"name": name}})

        assert tournament.name == name

    def test_moments_of_no_calendar_are_passed_over(self, club):
        early = "0001-01-01T00:00:00+12:00"
        told = SMALL["tournament"] | {"starts_at": early}
        news = [{"text": "A break.", "from": early, "until": "9999-12-31T23:59:59-12:00"}]

        tournament = imported(club, SMALL | {"tournament": told, "announcements": news})

        said = tournament.announcements.get()
        assert said.shown_from.year > 2000
        assert said.shown_until is None
        assert tournament.starts_at.date().isoformat() == SMALL["tournament"]["date"]

    def test_codes_of_categories_that_begin_alike_are_one(self, club):
        entries = [
            entry | {"categories": [f"{'x' * 20}{at % 2}"]}
            for at, entry in enumerate(SMALL["entries"])
        ]

        tournament = imported(club, SMALL | {"entries": entries})

        assert tournament.categories.get().code == "x" * 20

    def test_a_name_that_cannot_be_seen_is_none(self, club):
        document = json.loads(json.dumps(SMALL))
        document["entries"][0]["name"] = "\u200b\u202e"

        with pytest.raises(TournamentFileRefused) as refused:
            imported(club, document)

        [problem] = refused.value.problems
        assert (problem.code, problem.field) == ("field_missing", "entries[0].name")

    def test_out_and_in_and_out_is_the_same(self, club):
        first = exported(imported(club, SMALL))

        again = exported(imported(club, first))

        assert again == first

    def test_the_file_says_the_same_standings_as_the_database(self, tournament):
        """P05 and P09 have 259 both: tournaments.md §7.3."""
        for tie_break in TournamentTieBreak:
            tournament.settings["tie_breaks"] = [tie_break.value]
            tournament.save()

            ours = standings_after(tournament, 3)
            theirs = read_tournament(exported(tournament)).standings()

            assert ranking(ours) == ranking(theirs), tie_break

    def test_contracts_made(self, tournament):
        """Counted by hand in the deals of the file: P05 made 1 + 0 + 2, P09 1 + 2 + 1. The taker
        who has 36, 41, 51 or 56 points with 3, 2, 1 or no oudler has made it."""
        counts = {1: 2, 2: 3, 3: 0, 4: 1, 5: 3, 6: 1, 7: 2, 8: 2, 9: 4, 10: 3, 11: 4, 12: 6, 13: 2}

        for source in (tournament_input(tournament), read_tournament(SMALL).input()):
            careers = careers_of(source, settings_of(tournament), 3).values()
            assert {one.entry.number: one.contracts_made for one in careers} == counts

    def test_what_the_format_does_not_name_comes_back(self, club):
        document = {**SMALL, "sponsor": {"name": "Café"}}
        document["tournament"] = {**SMALL["tournament"], "weather": "rain"}

        told = exported(imported(club, document))

        assert told["sponsor"] == {"name": "Café"}
        assert told["tournament"]["weather"] == "rain"
        assert told["note"] == SMALL["note"]


class TestPeople:
    def test_who_is_of_the_club_is_found_by_name(self, club):
        document = json.loads(json.dumps(SMALL))
        document["entries"][0]["name"] = "Bob"

        tournament = imported(club, document)

        assert tournament.entries.get(number=1).player == club.player("Bob")

    def test_two_of_one_name_are_two(self, club):
        document = json.loads(json.dumps(SMALL))
        document["entries"][0]["name"] = document["entries"][1]["name"] = "Bob"

        tournament = imported(club, document)

        names = tournament.entries.order_by("number").values_list("player__name", flat=True)
        assert list(names[:2]) == ["Bob", "Bob (2)"]


class TestRefusals:
    def test_nothing_is_written_of_a_file_that_contradicts_itself(self, club):
        document = json.loads(json.dumps(SMALL))
        document["rounds"][1]["tables"][0]["deals"][0]["scores"] = {"P01": 1}
        players = Player.objects.count()

        with pytest.raises(TournamentFileRefused) as refusal:
            imported(club, document)

        assert refusal.value.problems[0].field.startswith("rounds[1].tables[0].deals[0].scores")
        assert Tournament.objects.count() == 0
        assert Player.objects.count() == players


def test_one_of_ours_in_the_middle_of_a_round(club):
    hall = validated_hall(club, 9, fee=1000, shows_page=True)
    hall.publish(2)
    hall.deal(hall.tables(2)[0])
    first = exported(hall.reread())

    again = imported(club, first)

    told = exported(again)
    for document in (told, first):
        document.pop("events")
    assert told == first
    assert [row.total for row in standings_after(again, 2).rows] == [
        row.total for row in standings_after(hall.tournament, 2).rows
    ]
