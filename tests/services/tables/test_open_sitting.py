"""Opening a table: effect, log, refusals, repetition."""

from datetime import datetime
from uuid import uuid4

import pytest

from clubs.access import Actor
from clubs.core.problems import DealRefused
from clubs.models import Sitting
from clubs.services.changes import written_at
from clubs.services.errors import RequestReused
from clubs.services.ids import made_uuid
from clubs.services.tables.tables import open_sitting
from tests.cast import audit, make_player
from tests.refusals import problems_in
from tests.services.tables.session_rows import FFT, FOUR, ROUNDED, actor, everything, uuids


class TestOpenSitting:
    def open(self, club, by="Alice", names=FOUR, rules=FFT, **more):
        told = {"active_count": len(names), "request_id": uuid4(), **more}
        players = [club.player(name) for name in names]
        return open_sitting(actor(club, by), club.club, players, rules, **told)

    def test_a_table_with_its_seats_and_frozen_rules(self, club):
        request_id = uuid4()

        sitting = self.open(
            club,
            names=[*FOUR, "Olivia", "Frank"],
            rules=ROUNDED,
            active_count=5,
            first_dealer=2,
            request_id=request_id,
        )

        stored = Sitting.objects.get()
        assert stored == sitting
        assert stored.club == club.club
        assert stored.game == "french"
        assert stored.rules == ROUNDED.to_json()
        assert stored.rules["rounding"] == 10
        assert stored.active_count == 5
        assert stored.first_dealer == 2
        assert stored.table_number == 1
        assert stored.state == "open"
        assert stored.closed_at is None
        assert stored.opened_by == club.user("Alice")
        assert list(stored.seats.values_list("position", "player__name")) == [
            (0, "Alice"),
            (1, "Bob"),
            (2, "Charlie"),
            (3, "Dora"),
            (4, "Olivia"),
            (5, "Frank"),
        ]

    def test_the_log_of_the_club_tells_it(self, club):
        sitting = self.open(club, first_dealer=3)

        [entry] = audit(sitting)
        assert entry.action == "open_sitting"
        assert entry.actor == f"account:{club.user('Alice').uuid}"
        assert entry.club == club.club
        assert entry.chain_uuid == club.club.uuid
        assert entry.at == Sitting.objects.get().opened_at
        assert entry.before is None
        assert entry.after == {
            "players": uuids(club, *FOUR),
            "game": "french",
            "rules": FFT.to_json(),
            "active_count": 4,
            "first_dealer": 3,
        }
        assert entry.reason == ""
        assert made_uuid(Sitting, club.club.uuid, entry.request_id) == sitting.uuid

    def test_tables_of_a_day_are_numbered(self, club):
        first, second = self.open(club), self.open(club)
        Sitting.objects.filter(pk=first.pk).update(opened_at="2026-01-06T20:00:00Z")
        Sitting.objects.filter(pk=second.pk).update(opened_at="2026-01-06T20:01:00Z")

        assert [first.table_number, second.table_number] == [1, 2]
        assert self.open(club).table_number == 1

    def test_tables_of_a_night_have_numbers_of_their_own(self, club):
        """An evening that goes on after midnight has no two tables 1; nor has the day after it."""
        hours = [(5, 20), (5, 23), (6, 1), (6, 20), (7, 20)]

        def number(day, hour):
            with written_at(datetime(2026, 1, day, hour, tzinfo=club.club.zone)):
                return self.open(club).table_number

        assert [number(*at) for at in hours] == [1, 2, 3, 4, 1]

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_who_may(self, club, name):
        self.open(club, by=name)

        assert Sitting.objects.get().opened_by == club.user(name)

    def test_the_same_id_from_somebody_else(self, club):
        request_id = uuid4()
        self.open(club, request_id=request_id)

        with pytest.raises(RequestReused):
            self.open(club, by="Charlie", request_id=request_id)

    def test_the_same_id_in_another_club(self, club):
        request_id = uuid4()
        command = Actor.command("import")
        told = {"active_count": 3, "request_id": request_id}
        players = [club.player(name) for name in ("Alice", "Bob", "Dora")]
        open_sitting(command, club.club, players, FFT, **told)

        with pytest.raises(RequestReused):
            open_sitting(command, club.other, [club.player("Eve")], FFT, **told)

    @pytest.mark.parametrize(
        ("names", "more", "expected"),
        [
            (FOUR[:2], {}, [("players_count", "players"), ("active_count", "active_count")]),
            (["Alice", "Bob", "Alice"], {}, [("players_duplicate", "players")]),
            (["Alice", "Bob", "Eve"], {}, [("player_unknown", "players")]),
            (FOUR, {"active_count": 5}, [("active_count", "active_count")]),
            (FOUR, {"active_count": 2}, [("active_count", "active_count")]),
            (FOUR, {"first_dealer": 4}, [("player_unknown", "first_dealer")]),
            (
                ["Eve", "Eve"],
                {"first_dealer": -1},
                [
                    ("players_count", "players"),
                    ("player_unknown", "players"),
                    ("players_duplicate", "players"),
                    ("player_unknown", "players"),
                    ("active_count", "active_count"),
                    ("player_unknown", "first_dealer"),
                ],
            ),
        ],
    )
    def test_a_table_that_the_game_does_not_know(self, club, names, more, expected):
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.open(club, names=names, **more)

        assert problems_in(refusal) == expected
        assert everything() == before

    def test_eight_sit_and_six_play_but_nine_do_not(self, club):
        strangers = [make_player(club.club, name) for name in ("Gil", "Hugo", "Ines")]
        for player in strangers:
            player.save()
        names = [*FOUR, "Olivia", "Frank"]
        club.players.update({player.name: player for player in strangers})

        assert self.open(club, names=[*names, "Gil", "Hugo"], active_count=6).seats.count() == 8
        with pytest.raises(DealRefused) as refusal:
            self.open(club, names=[*names, "Gil", "Hugo", "Ines"], active_count=6)
        assert problems_in(refusal) == [("players_count", "players")]
