"""Opening, recording, correcting and closing at a table: effect, log, refusals, repetition."""

from uuid import uuid4

import pytest

from clubs.access import Actor, Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Club, Deal, DealScore, Player, Seat, Sitting
from clubs.services.errors import RequestReused, SittingClosed, SittingMoved, VersionUnknown
from clubs.services.ids import made_uuid
from clubs.services.tables import sittings
from clubs.services.tables.tables import open_sitting
from tests.cast import audit, make_player, totals

FFT = get_game("french").read_rules("fft")
ROUNDED = get_game("french").read_rules("rounded-10")
FOUR = ("Alice", "Bob", "Charlie", "Dora")
NOBODY = Actor("visitor")


def problems(refusal):
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def actor(club, name):
    return NOBODY if name == "visitor" else club.actor(name)


def scores(deal):
    """Who won or lost what, as what, in seat order."""
    rows = deal.scores.order_by("pk").values_list("player__name", "role", "score")
    return list(rows)


def columns(deal):
    deal.refresh_from_db()
    return {
        "kind": deal.kind,
        "void_reason": deal.void_reason,
        "taker": deal.taker and deal.taker.name,
        "contract": deal.contract,
        "oudlers": deal.oudlers,
        "points_x2": deal.points_x2,
        "made": deal.made,
        "margin": deal.margin,
        "stake": deal.stake,
    }


def uuids(club, *names):
    return [str(club.player(name).uuid) for name in names]


def everything():
    """What a refusal must leave as it was."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Club, Sitting, Seat, Deal, DealScore, AuditEntry)
    ]


def chain_is_whole(uuid):
    """Numbers from 1, and each hash that of the content and of the entry before."""
    previous, numbers = "", []
    for entry in AuditEntry.objects.filter(chain_uuid=uuid).order_by("sequence"):
        assert entry.hash == entry.computed_hash(previous)
        previous = entry.hash
        numbers.append(entry.sequence)
    return numbers == list(range(1, len(numbers) + 1))


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

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_who_may(self, club, name):
        self.open(club, by=name)

        assert Sitting.objects.get().opened_by == club.user(name)

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        before = everything()

        with pytest.raises(Forbidden):
            self.open(club, by=name)

        assert everything() == before

    def test_sent_twice_it_is_one_table(self, club):
        request_id = uuid4()
        first = self.open(club, request_id=request_id)

        again = self.open(club, request_id=request_id)

        assert again == first
        assert again.seats.count() == 4
        assert len(audit(first)) == 1

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

        assert problems(refusal) == expected
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
        assert problems(refusal) == [("players_count", "players")]


class TestRecordDeal:
    def test_scores_and_columns(self, club):
        sitting = club.sitting(*FOUR)

        deal = club.deal(sitting, taker="Bob", contract="garde", oudlers=2, points=49)  # (25+8)·2

        assert scores(deal) == [
            ("Alice", "defender", -66),
            ("Bob", "taker", 198),  # 3·66
            ("Charlie", "defender", -66),
            ("Dora", "defender", -66),
        ]
        assert columns(deal) == {
            "kind": "played",
            "void_reason": None,
            "taker": "Bob",
            "contract": "garde",
            "oudlers": 2,
            "points_x2": 98,
            "made": True,
            "margin": 8,  # 49 − 41
            "stake": 66,
        }
        assert deal.number == 1
        assert deal.revision == 1
        assert deal.recorded_by == club.user("Alice")
        assert deal.record == {
            "taker": str(club.player("Bob").uuid),
            "contract": "garde",
            "oudlers": 2,
            "points": 49,
            "players": uuids(club, *FOUR),
        }

    def test_half_points_at_a_table_of_three(self, club):
        sitting = club.sitting("Alice", "Bob", "Dora")

        deal = club.deal(sitting, taker="Dora", contract="prise", oudlers=2, points=40.5)

        # Half a point short of 41 counts as one: −(25+1) = −26 a defender.
        assert scores(deal) == [
            ("Alice", "defender", 26),
            ("Bob", "defender", 26),
            ("Dora", "taker", -52),
        ]
        assert columns(deal) == {
            "kind": "played",
            "void_reason": None,
            "taker": "Dora",
            "contract": "prise",
            "oudlers": 2,
            "points_x2": 81,
            "made": False,
            "margin": 1,
            "stake": -26,
        }
        assert deal.record["points"] == 40.5

    def test_who_sits_out_gets_nothing_and_the_called_partner_a_share(self, club):
        sitting = club.sitting(*FOUR, "Olivia", "Frank", active_count=5)

        deal = club.deal(sitting, out=["Alice"], taker="Bob", called="Frank", points=46)

        # (25+5)·2 = 60: three defenders pay, two thirds go to the taker.
        assert scores(deal) == [
            ("Alice", "out", 0),
            ("Bob", "taker", 120),
            ("Charlie", "defender", -60),
            ("Dora", "defender", -60),
            ("Olivia", "defender", -60),
            ("Frank", "partner", 60),
        ]

    def test_a_void_deal_scores_nothing(self, club):
        sitting = club.sitting(*FOUR)

        deal = club.deal(sitting, kind="void", void_reason="all_pass", dealer="Alice")

        assert [score for _name, _role, score in scores(deal)] == [0, 0, 0, 0]
        assert columns(deal) == {
            "kind": "void",
            "void_reason": "all_pass",
            "taker": None,
            "contract": None,
            "oudlers": None,
            "points_x2": None,
            "made": None,
            "margin": None,
            "stake": 0,
        }

    def test_totals_add_up_to_nothing(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60
        club.deal(sitting, taker="Bob", contract="prise", oudlers=1, points=45)  # −(25+6) = −31
        club.deal(sitting, taker="Alice", contract="garde_sans", oudlers=3, points=40)  # 29·4 = 116

        assert totals(sitting) == {
            "Alice": 559,  # 180 + 31 + 348
            "Bob": -269,  # −60 − 93 − 116
            "Charlie": -145,  # −60 + 31 − 116
            "Dora": -145,
        }
        assert sum(totals(sitting).values()) == 0

    def test_the_sitting_moves_on_by_one(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)

        assert sitting.revision == 2
        assert Sitting.objects.get().revision == 2
        assert list(Deal.objects.values_list("number", flat=True)) == [1, 2]

    def test_the_log_of_the_sitting_tells_it(self, club):
        sitting = club.sitting(*FOUR)

        deal = club.deal(sitting, points=46)
        club.deal(sitting)

        [entry] = audit(deal)
        assert entry.action == "record_deal"
        assert entry.actor == f"account:{club.user('Alice').uuid}"
        assert entry.club == club.club
        assert entry.chain_uuid == sitting.uuid
        assert entry.sequence == 1
        assert entry.target_type == "deal"
        assert entry.before is None
        assert entry.after == {
            "number": 1,
            "revision": 1,
            "record": Deal.objects.get(pk=deal.pk).record,
        }
        assert made_uuid(Deal, sitting.uuid, entry.request_id) == deal.uuid
        assert entry.at == Deal.objects.get(pk=deal.pk).recorded_at
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_who_may(self, club, name):
        sitting = club.sitting(*FOUR)

        assert club.deal(sitting, by=name).recorded_by == club.user(name)

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(Forbidden):
            sittings.record_deal(
                actor(club, name), sitting, club.record(sitting), number=1, request_id=uuid4()
            )

        assert everything() == before
        assert sitting.revision == 0

    def test_sent_twice_it_is_one_deal(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, number=1, points=46, request_id=request_id)

        again = club.deal(sitting, number=1, points=46, request_id=request_id)

        assert again == first
        assert again.number == 1
        assert scores(again) == scores(first)
        assert Deal.objects.count() == 1
        assert AuditEntry.objects.filter(chain_uuid=sitting.uuid).count() == 1
        assert sitting.revision == Sitting.objects.get().revision

    def test_sent_twice_with_another_deal_in_between(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, number=1, request_id=request_id)
        club.deal(sitting, number=2)

        assert club.deal(sitting, number=1, request_id=request_id) == first
        assert Deal.objects.count() == 2

    def test_sent_again_after_the_session_closed(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, number=1, request_id=request_id)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert club.deal(sitting, number=1, request_id=request_id) == first

    def test_sent_again_by_somebody_else_who_may_record(self, club):
        """The phone was signed in anew while it waited for the network."""
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, request_id=request_id)

        again = club.deal(sitting, by="Charlie", number=1, request_id=request_id)

        assert again == first
        assert Deal.objects.count() == 1
        assert [entry.actor for entry in audit(first)] == [f"account:{club.user('Alice').uuid}"]

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_sent_again_by_somebody_who_may_not(self, club, name):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        club.deal(sitting, request_id=request_id)
        before = everything()

        with pytest.raises(Forbidden):
            sittings.record_deal(
                actor(club, name), sitting, club.record(sitting), number=1, request_id=request_id
            )

        assert everything() == before

    def test_the_same_id_with_another_record(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, points=46, request_id=request_id)
        before = everything()

        with pytest.raises(SittingMoved) as moved:
            club.deal(sitting, points=60, number=2, request_id=request_id)

        assert moved.value.deal == first
        assert everything() == before

    def test_sent_again_after_a_correction(self, club):
        """What was sent is what counts, not what became of it."""
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        deal = club.deal(sitting, points=46, request_id=request_id)
        record = club.record(sitting, points=60)
        told = {"revision": 1, "reason": "counted wrong", "request_id": uuid4()}
        sittings.correct_deal(club.actor("Charlie"), deal, record, **told)

        again = club.deal(sitting, points=46, number=1, request_id=request_id)

        assert again.record["points"] == 60
        assert Deal.objects.count() == 1

    def test_the_same_id_at_another_table(self, club):
        one, other = club.sitting(*FOUR), club.sitting(*FOUR)
        request_id = uuid4()
        club.deal(one, request_id=request_id)
        before = everything()

        with pytest.raises(RequestReused):
            club.deal(other, request_id=request_id)

        assert everything() == before

    def test_the_same_id_for_another_action(self, club):
        sitting = club.sitting(*FOUR)
        [entry] = audit(club.deal(sitting))
        before = everything()

        with pytest.raises(RequestReused):
            sittings.close_sitting(club.actor("Alice"), sitting, request_id=entry.request_id)

        assert everything() == before

    @pytest.mark.parametrize("number", [0, 1, 3])
    def test_a_number_that_is_not_the_next(self, club, number):
        sitting = club.sitting(*FOUR)
        first = club.deal(sitting)
        before = everything()

        with pytest.raises(SittingMoved) as moved:
            sittings.record_deal(
                club.actor("Alice"),
                sitting,
                club.record(sitting),
                number=number,
                request_id=uuid4(),
            )

        assert moved.value.sitting == sitting
        assert moved.value.deal == (first if number == 1 else None)
        assert everything() == before
        assert sitting.revision == 1  # as the database has it, for a page that polls

    def test_a_closed_session(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        before = everything()

        with pytest.raises(SittingClosed):
            club.deal(sitting, by="Olivia")

        assert everything() == before

    def test_a_session_that_closed_after_the_page_was_shown(self, club):
        sitting = club.sitting(*FOUR)
        seen = Sitting.objects.get(pk=sitting.pk)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(SittingClosed):
            club.deal(seen)

    def test_a_refused_deal_leaves_nothing(self, club):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            club.deal(sitting, oudlers=4, points=92)

        assert problems(refusal) == [
            ("oudlers_out_of_range", "oudlers"),
            ("points_out_of_range", "points"),
        ]
        assert everything() == before
        assert sitting.revision == 0

    def test_players_told_by_the_request_are_not_believed(self, club):
        sitting = club.sitting(*FOUR)
        record = {**club.record(sitting), "players": uuids(club, "Frank", *FOUR[:3])}

        deal = sittings.record_deal(
            club.actor("Alice"), sitting, record, number=1, request_id=uuid4()
        )

        assert deal.record["players"] == uuids(club, *FOUR)


class TestCorrectDeal:
    def correct(self, club, deal, by="Alice", **told):
        how = {"revision": deal.revision, "reason": "", "request_id": uuid4()}
        how |= {key: told.pop(key) for key in list(how) if key in told}
        record = club.record(deal.sitting, **told)
        return sittings.correct_deal(actor(club, by), deal, record, **how)

    def test_scores_columns_and_totals_follow(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60
        club.deal(sitting, taker="Bob", contract="prise", oudlers=1, points=45)  # −(25+6) = −31

        self.correct(club, deal, taker="Dora", points=40)  # −(25+1)·2 = −52

        assert scores(deal) == [
            ("Alice", "defender", 52),
            ("Bob", "defender", 52),
            ("Charlie", "defender", 52),
            ("Dora", "taker", -156),
        ]
        assert columns(deal) == {
            "kind": "played",
            "void_reason": None,
            "taker": "Dora",
            "contract": "garde",
            "oudlers": 2,
            "points_x2": 80,
            "made": False,
            "margin": 1,
            "stake": -52,
        }
        assert deal.revision == 2
        assert totals(sitting) == {"Alice": 83, "Bob": -41, "Charlie": 83, "Dora": -125}
        # 52 + 31, 52 − 93, 52 + 31, −156 + 31

    def test_who_recorded_it_stays(self, club):
        deal = club.deal(club.sitting(*FOUR))
        recorded_at = deal.recorded_at

        self.correct(club, deal, by="Charlie", points=41)

        deal.refresh_from_db()
        assert deal.recorded_by == club.user("Alice")
        assert deal.recorded_at == recorded_at
        assert deal.number == 1

    def test_before_after_and_reason_are_logged(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", points=46)
        request_id = uuid4()

        self.correct(
            club,
            deal,
            by="Charlie",
            taker="Bob",
            points=41,
            reason="Mal compté",
            request_id=request_id,
        )

        told = {"contract": "garde", "oudlers": 2, "players": uuids(club, *FOUR)}
        alice, bob = uuids(club, "Alice", "Bob")
        recorded, corrected = audit(deal)
        assert corrected.action == "correct_deal"
        assert corrected.actor == f"account:{club.user('Charlie').uuid}"
        assert corrected.before == {
            "number": 1,
            "revision": 1,
            "record": {**told, "taker": alice, "points": 46},
        }
        assert corrected.before == recorded.after
        assert corrected.after == {
            "number": 1,
            "revision": 2,
            "record": {**told, "taker": bob, "points": 41},
        }
        assert corrected.reason == "Mal compté"
        assert corrected.request_id == request_id
        assert corrected.sequence == 2
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_who_may_while_the_session_is_open(self, club, name):
        deal = club.deal(club.sitting(*FOUR))

        self.correct(club, deal, by=name, points=41)

        assert columns(deal)["points_x2"] == 82

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        deal = club.deal(club.sitting(*FOUR))
        before = everything()

        with pytest.raises(Forbidden):
            self.correct(club, deal, by=name, points=41)

        assert everything() == before

    @pytest.mark.parametrize("name", ["Charlie", "Olivia"])
    def test_who_may_when_it_is_closed(self, club, name):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        self.correct(club, deal, by=name, points=41)

        assert columns(deal)["points_x2"] == 82

    def test_a_scorer_may_not_when_it_is_closed(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), Sitting.objects.get(), request_id=uuid4())
        before = everything()

        with pytest.raises(Forbidden):
            self.correct(club, deal, by="Alice", points=41)  # deal.sitting still says open

        assert everything() == before

    def test_sent_twice_it_is_one_correction(self, club):
        deal = club.deal(club.sitting(*FOUR), points=46)
        seen = Deal.objects.get(pk=deal.pk)
        request_id = uuid4()
        self.correct(club, deal, points=41, request_id=request_id)
        before = everything()[3:]

        again = self.correct(club, seen, points=41, revision=1, request_id=request_id)

        assert everything()[3:] == before  # deals, scores and log; only revisions move
        assert (again.revision, again.points_x2, again.stake) == (2, 82, 50)  # as stored now
        assert len(audit(deal)) == 2

    def test_the_same_id_for_another_deal(self, club):
        sitting = club.sitting(*FOUR)
        one, other = club.deal(sitting), club.deal(sitting)
        request_id = uuid4()
        self.correct(club, one, points=41, request_id=request_id)
        before = everything()

        with pytest.raises(RequestReused):
            self.correct(club, other, points=41, request_id=request_id)

        assert everything() == before

    def test_somebody_else_was_first(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, points=46)
        seen = Deal.objects.get(pk=deal.pk)
        self.correct(club, deal, points=41)
        before = everything()

        with pytest.raises(SittingMoved) as moved:
            self.correct(club, seen, by="Charlie", points=50)

        assert moved.value.deal == deal
        assert (moved.value.deal.revision, moved.value.deal.points_x2) == (2, 82)
        assert everything() == before
        assert moved.value.sitting.revision == Sitting.objects.get().revision

    def test_a_refused_correction_leaves_everything(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, points=46)
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.correct(club, deal, points=40.5)

        assert problems(refusal) == [("points_half_not_allowed", "points")]
        assert everything() == before
        assert deal.revision == 1  # the form goes out again with what was seen
        assert deal.record["points"] == 46

    def test_who_sat_there_then_though_seats_changed_since(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Dora", points=46)
        club.reseat(sitting, *FOUR[:3], "Frank")  # Dora goes home
        later = club.deal(sitting, taker="Frank", points=46)

        record = {**deal.record, "points": 41}
        sittings.correct_deal(
            club.actor("Alice"), deal, record, revision=1, reason="", request_id=uuid4()
        )

        assert scores(deal) == [
            ("Alice", "defender", -50),  # (25+0)·2
            ("Bob", "defender", -50),
            ("Charlie", "defender", -50),
            ("Dora", "taker", 150),
        ]
        assert deal.record["players"] == uuids(club, *FOUR)
        assert [name for name, _role, _score in scores(later)] == [
            "Alice",
            "Bob",
            "Charlie",
            "Frank",
        ]

    def test_the_order_of_the_record_though_two_swapped_seats_since(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", points=46)
        club.reseat(sitting, "Bob", "Alice", "Charlie", "Dora")

        record = {**deal.record, "points": 41}
        sittings.correct_deal(
            club.actor("Alice"), deal, record, revision=1, reason="", request_id=uuid4()
        )

        assert deal.record["players"] == uuids(club, *FOUR)
        assert totals(sitting) == {"Bob": -50, "Alice": 150, "Charlie": -50, "Dora": -50}

    def test_a_void_deal_can_become_a_played_one(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, kind="void", void_reason="all_pass")

        self.correct(club, deal, taker="Bob", points=46)

        assert columns(deal)["kind"] == "played"
        assert totals(sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}


class TestVoidDeal:
    def test_at_a_table_of_eight_those_who_sat_out_stay_out(self, club):
        names = ("Alice", "Bob", "Charlie", "Dora", "Frank", "Gus", "Hana", "Ines")
        club.players |= {name: make_player(club.club, name) for name in names[5:]}
        Player.objects.bulk_create(club.players[name] for name in names[5:])
        sitting = club.sitting(*names, active_count=6)
        out = uuids(club, "Hana", "Ines")
        deal = club.deal(sitting, taker="Bob", called=["Charlie", "Dora"], out=["Hana", "Ines"])

        self.void(club, deal)

        assert deal.record["out"] == out
        assert [role for _name, role, _score in scores(deal)][-2:] == ["out", "out"]

    def void(self, club, deal, by="Alice", **told):
        told = {"revision": deal.revision, "reason": "Enregistrée deux fois", **told}
        return sittings.void_deal(actor(club, by), deal, **{"request_id": uuid4(), **told})

    def test_it_stays_and_scores_nothing(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")
        deal = club.deal(sitting, taker="Bob")

        self.void(club, deal)

        assert deal.number == 2
        assert deal.record == {
            "kind": "void",
            "void_reason": "other",
            "players": uuids(club, *FOUR),
        }
        assert [score for _name, _role, score in scores(deal)] == [0, 0, 0, 0]
        assert columns(deal) == {
            "kind": "void",
            "void_reason": "other",
            "taker": None,
            "contract": None,
            "oudlers": None,
            "points_x2": None,
            "made": None,
            "margin": None,
            "stake": 0,
        }
        assert totals(sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}

    def test_what_it_said_stays_in_the_log(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Bob", points=46)

        self.void(club, deal, by="Charlie")

        recorded, voided = audit(deal)
        assert voided.action == "void_deal"
        assert voided.before == recorded.after
        assert voided.after == {"number": 1, "revision": 2, "record": deal.record}
        assert voided.reason == "Enregistrée deux fois"
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        deal = club.deal(club.sitting(*FOUR))
        before = everything()

        with pytest.raises(Forbidden):
            self.void(club, deal, by=name)

        assert everything() == before

    def test_a_scorer_may_not_when_it_is_closed_but_an_organiser_may(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            self.void(club, deal, by="Alice")
        self.void(club, deal, by="Charlie")

        assert columns(deal)["kind"] == "void"

    def test_sent_twice(self, club):
        deal = club.deal(club.sitting(*FOUR))
        request_id = uuid4()
        self.void(club, deal, request_id=request_id)

        self.void(club, deal, request_id=request_id, revision=1)

        assert deal.revision == 2
        assert len(audit(deal)) == 2

    def test_a_correction_does_not_pass_for_it(self, club):
        deal = club.deal(club.sitting(*FOUR))
        request_id = uuid4()
        self.void(club, deal, request_id=request_id)

        with pytest.raises(RequestReused):
            sittings.correct_deal(
                club.actor("Alice"),
                deal,
                club.record(deal.sitting),
                revision=1,
                reason="",
                request_id=request_id,
            )

    def test_somebody_else_was_first(self, club):
        deal = club.deal(club.sitting(*FOUR))
        self.void(club, deal)
        before = everything()

        with pytest.raises(SittingMoved):
            self.void(club, deal, revision=1)

        assert everything() == before


class TestRestoreDeal:
    def corrected(self, club):
        """Bob made it by 5: 60 a defender; then it was Charlie, by 8: 66."""
        deal = club.deal(club.sitting(*FOUR), taker="Bob", points=46, dealer="Dora")
        sittings.correct_deal(
            club.actor("Alice"),
            deal,
            club.record(deal.sitting, taker="Charlie", points=49),
            revision=1,
            reason="Mal saisie",
            request_id=uuid4(),
        )
        return deal

    def restore(self, club, deal, by="Alice", **told):
        told = {"version": 1, "revision": deal.revision, "reason": "La première", **told}
        return sittings.restore_deal(actor(club, by), deal, **{"request_id": uuid4(), **told})

    def test_it_says_again_what_it_said(self, club):
        deal = self.corrected(club)

        self.restore(club, deal)

        assert deal.record == {
            "taker": str(club.player("Bob").uuid),
            "contract": "garde",
            "oudlers": 2,
            "points": 46,
            "dealer": str(club.player("Dora").uuid),
            "players": uuids(club, *FOUR),
        }
        assert totals(deal.sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert columns(deal)["taker"] == "Bob"

    def test_the_log_keeps_all_three(self, club):
        deal = self.corrected(club)

        self.restore(club, deal, by="Charlie")

        recorded, corrected, restored = audit(deal)
        assert (restored.action, restored.reason) == ("restore_deal", "La première")
        assert restored.before == corrected.after
        assert restored.after == {**recorded.after, "revision": 3}
        assert chain_is_whole(deal.sitting.uuid)

    def test_a_deal_that_was_taken_back_counts_again(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Bob", points=46)
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

        self.restore(club, deal)

        assert totals(sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert columns(deal)["kind"] == "played"

    def test_a_deal_that_was_passed_out_is_so_again(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, kind="void", void_reason="all_pass")
        sittings.correct_deal(
            club.actor("Alice"),
            deal,
            club.record(sitting),
            revision=1,
            reason="",
            request_id=uuid4(),
        )

        self.restore(club, deal)

        assert columns(deal)["void_reason"] == "all_pass"
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

    def test_plain_scores_come_back_too(self, club):
        sitting = club.sitting(*FOUR)
        alice, bob = uuids(club, "Alice", "Bob")
        told = {"kind": "scores", "label": "Vachette", "scores": {alice: 30, bob: -30}}
        deal = sittings.record_deal(
            club.actor("Alice"), sitting, told, number=1, request_id=uuid4()
        )
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

        self.restore(club, deal)

        assert totals(sitting) == {"Alice": 30, "Bob": -30, "Charlie": 0, "Dora": 0}
        assert columns(deal)["kind"] == "scores"

    def test_the_rules_of_now_count_it(self, club):
        deal = self.corrected(club)  # 180 for Bob
        by = club.actor("Charlie")
        sittings.change_rules(by, deal.sitting, ROUNDED, request_id=uuid4())
        deal.refresh_from_db()

        self.restore(club, deal, revision=deal.revision)

        assert totals(deal.sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert deal.revision == 4  # recorded, corrected, other rules, restored

    def test_a_version_that_the_rules_no_longer_take_is_refused(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, contract="prise")
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        no_prise = get_game("french").read_rules("garde-minimum")
        sittings.change_rules(club.actor("Charlie"), sitting, no_prise, request_id=uuid4())
        deal.refresh_from_db()
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.restore(club, deal, revision=3)

        assert problems(refusal) == [("contract_not_in_rules", "contract")]
        assert everything() == before

    @pytest.mark.parametrize("version", [0, 3])
    def test_a_version_that_never_was(self, club, version):
        deal = self.corrected(club)
        before = everything()

        with pytest.raises(VersionUnknown):
            self.restore(club, deal, version=version)

        assert everything() == before

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        deal = self.corrected(club)
        before = everything()

        with pytest.raises(Forbidden):
            self.restore(club, deal, by=name)

        assert everything() == before

    def test_a_scorer_may_not_when_it_is_closed_but_an_organiser_may(self, club):
        deal = self.corrected(club)
        sittings.close_sitting(club.actor("Alice"), deal.sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            self.restore(club, deal, by="Alice")
        self.restore(club, deal, by="Charlie")

        assert columns(deal)["taker"] == "Bob"

    def test_sent_twice(self, club):
        deal = self.corrected(club)
        request_id = uuid4()
        self.restore(club, deal, request_id=request_id)

        self.restore(club, deal, request_id=request_id, revision=2)

        assert deal.revision == 3
        assert len(audit(deal)) == 3

    def test_somebody_else_was_first(self, club):
        deal = self.corrected(club)
        before = everything()

        with pytest.raises(SittingMoved):
            self.restore(club, deal, revision=1)

        assert everything() == before


class TestCloseSitting:
    def close(self, club, sitting, by="Alice", request_id=None):
        return sittings.close_sitting(actor(club, by), sitting, request_id=request_id or uuid4())

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_it_ends_the_session(self, club, name):
        sitting = club.sitting(*FOUR)

        self.close(club, sitting, by=name)

        stored = Sitting.objects.get()
        assert stored.state == "closed"
        [entry] = AuditEntry.objects.filter(chain_uuid=sitting.uuid)
        assert entry.action == "close_sitting"
        assert entry.actor == f"account:{club.user(name).uuid}"
        assert entry.target_uuid == sitting.uuid
        assert entry.at == stored.closed_at
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(Forbidden):
            self.close(club, sitting, by=name)

        assert everything() == before

    def test_sent_twice_and_pressed_twice(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        closed_at = self.close(club, sitting, request_id=request_id).closed_at

        self.close(club, sitting, request_id=request_id)
        self.close(club, sitting, by="Charlie")  # another request, nothing left to do

        assert Sitting.objects.get().closed_at == closed_at
        assert AuditEntry.objects.filter(chain_uuid=sitting.uuid).count() == 1


class TestReopenSitting:
    def reopen(self, club, sitting, by="Charlie", request_id=None):
        return sittings.reopen_sitting(actor(club, by), sitting, request_id=request_id or uuid4())

    @pytest.fixture
    def closed(self, club):
        sitting = club.sitting(*FOUR)
        return sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

    @pytest.mark.parametrize("name", ["Charlie", "Olivia"])
    def test_play_goes_on(self, club, closed, name):
        self.reopen(club, closed, by=name)

        stored = Sitting.objects.get()
        assert (stored.state, stored.closed_at) == ("open", None)
        actions = AuditEntry.objects.filter(chain_uuid=closed.uuid).values_list("action", flat=True)
        assert list(actions) == ["close_sitting", "reopen_sitting"]
        assert chain_is_whole(closed.uuid)
        assert club.deal(closed).number == 1

    @pytest.mark.parametrize("name", ["Alice", "Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, closed, name):
        before = everything()

        with pytest.raises(Forbidden):
            self.reopen(club, closed, by=name)

        assert everything() == before

    def test_sent_twice_and_pressed_twice(self, club, closed):
        request_id = uuid4()
        self.reopen(club, closed, request_id=request_id)

        self.reopen(club, closed, request_id=request_id)
        self.reopen(club, closed, by="Olivia")

        assert AuditEntry.objects.filter(chain_uuid=closed.uuid).count() == 2

    def test_sent_again_after_it_was_closed_once_more(self, club, closed):
        request_id = uuid4()
        self.reopen(club, closed, request_id=request_id)
        sittings.close_sitting(club.actor("Alice"), closed, request_id=uuid4())

        self.reopen(club, closed, request_id=request_id)

        assert Sitting.objects.get().state == "closed"


class TestChangeRules:
    def change(self, club, sitting, rules=ROUNDED, by="Charlie", request_id=None):
        return sittings.change_rules(
            actor(club, by), sitting, rules, request_id=request_id or uuid4()
        )

    def test_every_deal_is_scored_again(self, club):
        sitting = club.sitting(*FOUR)
        first = club.deal(sitting, taker="Alice", points=49)  # (25+8)·2 = 66 → 70
        second = club.deal(sitting, taker="Bob", contract="prise", oudlers=1, points=45)
        # −(25+6) = −31 → −30
        club.deal(sitting, kind="void", void_reason="all_pass")

        self.change(club, sitting)

        assert Sitting.objects.get().rules == ROUNDED.to_json()
        assert [columns(deal)["stake"] for deal in (first, second)] == [70, -30]
        assert totals(sitting) == {"Alice": 240, "Bob": -160, "Charlie": -40, "Dora": -40}
        # 210 + 30, −70 − 90, −70 + 30, −70 + 30
        assert list(Deal.objects.values_list("number", "revision")) == [(1, 2), (2, 2), (3, 2)]

    def test_before_and_after_are_logged(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        self.change(club, sitting)

        [_recorded, changed] = AuditEntry.objects.filter(chain_uuid=sitting.uuid)
        assert changed.action == "change_rules"
        assert changed.before == FFT.to_json()
        assert changed.after == ROUNDED.to_json()
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Alice", "Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(Forbidden):
            self.change(club, sitting, by=name)

        assert everything() == before

    def test_not_when_it_is_closed(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            self.change(club, sitting, by="Olivia")

    def test_all_that_does_not_fit_is_told_and_nothing_written(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, points=49)
        club.deal(sitting, contract="prise")
        club.deal(sitting, contract="prise")
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.change(club, sitting, get_game("french").read_rules("garde-minimum"))

        assert problems(refusal) == [
            ("contract_not_in_rules", "deals[2].contract"),
            ("contract_not_in_rules", "deals[3].contract"),
        ]
        assert everything() == before
        assert sitting.rules == FFT.to_json()
        assert sitting.revision == 3

    def test_sent_twice(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        request_id = uuid4()
        self.change(club, sitting, request_id=request_id)

        again = self.change(club, Sitting.objects.get(), request_id=request_id)
        with pytest.raises(RequestReused):
            self.change(club, Sitting.objects.get(), rules=FFT, request_id=request_id)

        assert again.rules == ROUNDED.to_json()
        deal.refresh_from_db()
        assert deal.revision == 2
        assert AuditEntry.objects.filter(chain_uuid=sitting.uuid).count() == 2

    def test_a_correction_from_a_page_that_is_older_is_overtaken(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        self.change(club, sitting)

        with pytest.raises(SittingMoved):
            sittings.correct_deal(
                club.actor("Alice"),
                deal,
                club.record(sitting),
                revision=1,
                reason="",
                request_id=uuid4(),
            )
