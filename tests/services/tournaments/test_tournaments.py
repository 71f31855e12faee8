"""Setting a tournament up, and each step of its life with its undo."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.games import get_game
from clubs.core.standings.settings import SettingsRefused
from clubs.models import AuditEntry, RoundState, Tournament, TournamentDuty
from clubs.queries.tournaments.setup import categories_mark, tournament_mark
from clubs.services.errors import RequestReused, TournamentMoved
from clubs.services.tournaments import entry_categories, tournaments, transitions
from clubs.services.tournaments.entry_categories import CategoryTold
from tests.hall import STARTS_AT, Hall, published_hall, validated_hall
from tests.refusals import problems

PLAYED = {"rounds_planned": 5, "deals_per_round": 4}


def actions(tournament):
    rows = AuditEntry.objects.filter(target_uuid=tournament.uuid).order_by("pk")
    return list(rows.values_list("action", flat=True))


@pytest.fixture
def make(club):
    """make(): a tournament that Charlie prepares, or somebody else."""

    def make(by="Charlie", **told):
        defaults = {"name": "Grand prix", "starts_at": STARTS_AT, "settings": PLAYED}
        told = {**defaults, "request_id": uuid4(), **told}
        return tournaments.create_tournament(club.actor(by), club.club, **told)

    return make


@pytest.fixture
def by(club):
    """by("Charlie"): the first argument of a service, with a fresh request."""

    def by(call, tournament, *args, who="Charlie", **told):
        told.setdefault("request_id", uuid4())
        return call(club.actor(who), tournament, *args, **told)

    return by


class TestOtherGames:
    def test_settings_that_nobody_told_are_those_of_the_game(self, make):
        made = make(game="volte")

        assert (made.game, made.rules_name) == ("volte", "volte")
        assert made.settings["leftovers"] == "fives"
        assert made.settings["table_sizes"] == [4, 5]
        assert made.settings["five_player_form"] == "dealer_sits_out"

    @pytest.mark.parametrize(
        ("told", "problem"),
        [
            ({"leftovers": "threes"}, ("size_not_in_game", "tournament.leftovers")),
            ({"table_sizes": [3, 4]}, ("size_not_in_game", "tournament.table_sizes")),
            (
                {"five_player_form": "called_king"},
                ("five_form_not_in_game", "tournament.five_player_form"),
            ),
        ],
    )
    def test_what_a_game_does_not_have_is_refused(self, make, by, told, problem):
        assert problems(make, game="volte", settings={**PLAYED, **told}) == [problem]
        made = make(game="volte")
        update = {"name": made.name, "starts_at": made.starts_at, "settings": told}
        assert problems(by, tournaments.update_tournament, made, **update) == [problem]

    def test_bolognese_has_no_tournaments(self, make):
        assert problems(make, game="bolognese") == [("game_without_tournaments", "tournament.game")]
        assert not Tournament.objects.exists()


class TestCreating:
    def test_it_is_a_draft_with_everything_told(self, make):
        made = make(place="Salle des fêtes", fee=1000, capacity=64)

        made.refresh_from_db()
        assert (made.state, made.place, made.fee, made.capacity) == (
            "draft",
            "Salle des fêtes",
            1000,
            64,
        )
        assert made.settings["rounds_planned"] == 5
        assert made.settings["leftovers"] == "threes"
        assert "state" not in made.settings
        assert made.rules_name == "fft"
        assert made.rules["base_value"] == 25
        assert made.shows_page is False

    def test_it_has_a_seed_of_its_own_unless_one_is_told(self, make):
        assert make().settings["seed"] != make().settings["seed"]
        assert make(settings={**PLAYED, "seed": 7}).settings["seed"] == 7

    def test_the_same_request_makes_one(self, make):
        request_id = uuid4()

        assert make(request_id=request_id) == make(request_id=request_id)
        assert Tournament.objects.count() == 1
        with pytest.raises(RequestReused):
            make(request_id=request_id, name="Autre")

    def test_house_rules_come_along_whole(self, make):
        rules = get_game("french").read_rules("family")

        made = make(rules=rules)

        assert (made.rules_name, made.rules["misere"]["enabled"]) == ("family", True)

    def test_wrong_settings_are_refused(self, make):
        with pytest.raises(SettingsRefused):
            make(settings={"rounds_planned": 0})
        assert not Tournament.objects.exists()


class TestUpdating:
    def change(self, by, tournament, **told):
        kept = {"name": tournament.name, "starts_at": tournament.starts_at, "settings": {}}
        return by(tournaments.update_tournament, tournament, **{**kept, **told})

    def test_what_is_told_changes_and_the_rest_stays(self, make, by):
        made = make(place="Mairie")

        self.change(by, made, name="Coupe", settings={"rounds_planned": 3}, fee=500)

        made.refresh_from_db()
        assert (made.name, made.place, made.fee) == ("Coupe", "Mairie", 500)
        assert (made.settings["rounds_planned"], made.settings["deals_per_round"]) == (3, 4)
        assert actions(made) == ["create_tournament", "update_tournament"]

    def test_nothing_new_is_not_logged(self, make, by):
        made = make()

        self.change(by, made)

        assert actions(made) == ["create_tournament"]

    def test_the_same_request_changes_once(self, make, by):
        made, request_id = make(), uuid4()
        self.change(by, made, name="Coupe", request_id=request_id)
        self.change(by, made, name="Grand prix", fee=300)

        self.change(by, made, name="Coupe", request_id=request_id)

        made.refresh_from_db()
        assert (made.name, made.fee) == ("Grand prix", 300)
        with pytest.raises(RequestReused):
            self.change(by, made, name="Trophée", request_id=request_id)

    def test_who_saw_an_older_form_is_told(self, make, by):
        made = make()
        seen = tournament_mark(Tournament.objects.get())
        self.change(by, made, name="Coupe", seen=seen)

        with pytest.raises(TournamentMoved):
            self.change(by, made, name="Trophée", seen=seen)
        made.refresh_from_db()
        assert made.name == "Coupe"

    def test_a_draw_freezes_rules_and_what_it_stands_on(self, club, by):
        hall = Hall.gather(club, 9)
        hall.draw()
        family = get_game("french").read_rules("family")
        told = {"deals_per_round": 4, "tie_breaks": ["lot"]}

        refused = problems(self.change, by, hall.reread(), settings=told, rules=family)

        assert sorted(refused) == [
            ("settings_frozen", "deals_per_round"),
            ("settings_frozen", "rules"),
        ]
        self.change(by, hall.reread(), settings={"tie_breaks": ["lot"]}, fee=100)
        assert hall.reread().settings["tie_breaks"] == ["lot"]

    def test_thrown_away_it_does_not(self, club, by):
        from clubs.services.tournaments.rounds.draws import discard_round

        hall = Hall.gather(club, 9)
        hall.draw()
        discard_round(hall.arbiter, hall.reread(), 1, request_id=uuid4())

        self.change(by, hall.reread(), settings={"deals_per_round": 4})

        assert hall.reread().settings["deals_per_round"] == 4

    def test_a_published_round_freezes_the_ranking_too(self, club, by):
        hall = published_hall(club, 9)

        refused = problems(self.change, by, hall.reread(), settings={"tie_breaks": ["lot"]})

        assert refused == [("settings_frozen", "tie_breaks")]
        self.change(by, hall.reread(), round_minutes=45, shows_page=True)
        assert hall.reread().round_minutes == 45

    def test_of_a_final_one_only_what_is_public(self, club, by):
        hall = Hall.gather(club, 8, state="final")

        assert problems(self.change, by, hall.tournament, fee=100) == [("tournament_step", None)]
        self.change(by, hall.reread(), shows_standings=True)
        assert hall.reread().shows_standings

    def test_an_arbiter_alone_does_not_set_it_up(self, make, by, club):
        made = make()
        by(tournaments.set_duty, made, club.user("Alice"), TournamentDuty.ARBITER)

        with pytest.raises(Forbidden):
            self.change(by, made, who="Alice")


STEPS = [
    ("draft", transitions.open_registration, "open", transitions.back_to_draft),
    ("open", transitions.start_check_in, "check_in", transitions.back_to_open),
    ("final", transitions.archive, "archived", transitions.unarchive),
]


@pytest.mark.parametrize(("before", "step", "after", "undo"), STEPS)
class TestSteps:
    def test_there_and_back(self, club, by, before, step, after, undo):
        hall = Hall.gather(club, 0, state=before)

        by(step, hall.tournament)
        assert hall.reread().state == after
        by(undo, hall.tournament)
        assert hall.reread().state == before
        assert actions(hall.tournament) == ["set_tournament_state"] * 2

    def test_twice_is_once(self, club, by, before, step, after, undo):
        hall = Hall.gather(club, 0, state=before)
        request_id = uuid4()
        by(step, hall.tournament, request_id=request_id)
        by(step, hall.tournament)  # somebody else, at the same time
        by(undo, hall.tournament)

        by(step, hall.tournament, request_id=request_id)

        assert hall.reread().state == before
        assert len(actions(hall.tournament)) == 2

    def test_from_elsewhere_it_is_refused(self, club, by, before, step, after, undo):
        hall = Hall.gather(club, 8, state="playing")
        code = "not_final" if step is transitions.archive else "tournament_step"

        assert problems(by, step, hall.tournament) == [(code, None)]
        assert problems(by, undo, hall.tournament) == [("tournament_step", None)]


class TestConditions:
    def test_registration_opens_once_rounds_and_deals_are_told(self, make, by):
        made = make(settings={"rounds_planned": 5})

        assert problems(by, transitions.open_registration, made) == [
            ("tournament_incomplete", None)
        ]

    def test_no_draft_again_once_somebody_entered(self, club, by):
        hall = Hall.gather(club, 1, state="open")

        refused = problems(by, transitions.back_to_draft, hall.tournament)

        assert refused == [("tournament_has_entries", None)]

    def test_the_desk_starts_the_check_in_and_opens_nothing(self, club, by):
        hall = Hall.gather(club, 0, state="draft")
        by(tournaments.set_duty, hall.tournament, club.user("Dora"), TournamentDuty.DESK)

        with pytest.raises(Forbidden):
            by(transitions.open_registration, hall.reread(), who="Dora")
        by(transitions.open_registration, hall.reread())
        by(transitions.start_check_in, hall.reread(), who="Dora")
        assert hall.reread().state == "check_in"

    def test_check_in_stays_while_a_round_is_drawn(self, club, by):
        hall = Hall.gather(club, 8)
        hall.draw()

        refused = problems(by, transitions.back_to_open, hall.reread())

        assert refused == [("round_drawn", None)]


class TestCancelling:
    @pytest.mark.parametrize("state", ["draft", "open", "check_in", "playing", "provisional"])
    def test_from_any_state_before_final_and_back(self, club, by, state):
        hall = Hall.gather(club, 8, state=state)

        by(transitions.cancel, hall.tournament, reason=" Salle  fermée ")
        assert (hall.reread().state, hall.tournament.state_before) == ("cancelled", state)
        assert AuditEntry.objects.latest("pk").reason == "Salle fermée"

        by(transitions.uncancel, hall.tournament)
        assert (hall.reread().state, hall.tournament.state_before) == (state, "")

    @pytest.mark.parametrize("state", ["final", "archived"])
    def test_not_once_it_is_final(self, club, by, state):
        hall = Hall.gather(club, 8, state=state)

        refused = problems(by, transitions.cancel, hall.tournament, reason="Trop tard")

        assert refused == [("tournament_step", None)]

    def test_it_says_why(self, club, by):
        hall = Hall.gather(club, 8)

        refused = problems(by, transitions.cancel, hall.tournament, reason=" ")

        assert refused == [("reason_required", "reason")]
        assert hall.reread().state == "check_in"

    def test_twice_is_once(self, club, by):
        hall, request_id = Hall.gather(club, 8, state="open"), uuid4()
        for _ in range(2):
            by(transitions.cancel, hall.tournament, reason="Neige", request_id=request_id)
        by(transitions.cancel, hall.tournament, reason="Verglas")

        by(transitions.uncancel, hall.reread())
        assert hall.reread().state == "open"
        assert problems(by, transitions.uncancel, hall.tournament) == [("tournament_step", None)]


class TestEndingEarly:
    def test_after_the_round_that_is_played(self, club, by):
        hall = published_hall(club, 9)
        request_id = uuid4()

        for _ in range(2):
            told = {"reason": "Il neige", "request_id": request_id}
            by(transitions.stop_after, hall.reread(), 1, **told)

        assert hall.reread().settings["rounds_planned"] == 1
        assert hall.tournament.state == "playing"
        assert [one.state for one in hall.tournament.rounds.all()] == [
            RoundState.PUBLISHED,
            RoundState.PLANNED,
            RoundState.PLANNED,
        ]
        hall.play()
        hall.validate()
        assert hall.reread().state == "provisional"

    def test_after_one_that_is_validated_the_results_are_provisional(self, club, by):
        hall = validated_hall(club, 9)

        by(transitions.stop_after, hall.reread(), 1, reason="Il neige")
        assert hall.reread().state == "provisional"

        by(transitions.extend_rounds, hall.reread(), 3, reason="Il fait beau")
        assert (hall.reread().state, hall.tournament.settings["rounds_planned"]) == ("playing", 3)
        hall.publish(2)

    @pytest.mark.parametrize("number", [0, 1, 3, 4])
    def test_not_below_what_is_published_nor_at_what_is_planned(self, club, by, number):
        hall = Hall.gather(club, 13, runs_on=True)
        hall.publish(1)
        hall.publish(2)

        refused = problems(by, transitions.stop_after, hall.reread(), number, reason="Il neige")

        assert refused == [("stop_round", "number")]

    def test_it_says_why(self, club, by):
        hall = Hall.gather(club, 9)

        refused = problems(by, transitions.stop_after, hall.tournament, 2, reason="")

        assert refused == [("reason_required", "reason")]
        assert hall.reread().settings["rounds_planned"] == 3

    def test_playing_on_adds_rounds_only(self, club, by):
        hall = Hall.gather(club, 9)

        refused = problems(by, transitions.extend_rounds, hall.tournament, 3, reason="Encore")

        assert refused == [("stop_round", "number")]

    def test_an_arbiter_may_and_a_member_not(self, club, by):
        hall = Hall.gather(club, 9)
        by(tournaments.set_duty, hall.tournament, club.user("Bob"), TournamentDuty.ARBITER)

        by(transitions.stop_after, hall.reread(), 2, reason="Il neige", who="Bob")
        with pytest.raises(Forbidden):
            by(transitions.stop_after, hall.reread(), 1, reason="Il neige", who="Dora")

    @pytest.mark.parametrize("state", ["open", "final"])
    def test_not_before_the_day_nor_after_the_end(self, club, by, state):
        hall = Hall.gather(club, 9, state=state)

        refused = problems(by, transitions.stop_after, hall.tournament, 2, reason="Il neige")

        assert refused == [("tournament_step", None)]


class TestDuties:
    def held(self, tournament):
        return list(tournament.roles.values_list("user__email", "role"))

    def test_given_changed_and_taken_away(self, make, by, club):
        made, bob = make(), club.user("Bob")

        by(tournaments.set_duty, made, bob, TournamentDuty.DESK)
        by(tournaments.set_duty, made, bob, TournamentDuty.ARBITER)
        assert self.held(made) == [("bob@example.org", "arbiter")]
        by(tournaments.set_duty, made, bob, None)
        assert self.held(made) == []
        assert actions(made) == ["create_tournament", *["set_duty"] * 3]

    def test_somebody_of_another_club_may_help(self, make, by, club):
        made = make()

        by(tournaments.set_duty, made, club.user("Eve"), TournamentDuty.DESK)

        assert club.actor("Eve").desks(made)

    def test_the_same_request_once(self, make, by, club):
        made, bob, request_id = make(), club.user("Bob"), uuid4()
        by(tournaments.set_duty, made, bob, TournamentDuty.DESK, request_id=request_id)
        by(tournaments.set_duty, made, bob, None)

        by(tournaments.set_duty, made, bob, TournamentDuty.DESK, request_id=request_id)

        assert self.held(made) == []
        with pytest.raises(RequestReused):
            by(tournaments.set_duty, made, bob, TournamentDuty.ARBITER, request_id=request_id)

    def test_an_arbiter_names_nobody(self, make, by, club):
        made = make()
        by(tournaments.set_duty, made, club.user("Bob"), TournamentDuty.ARBITER)

        with pytest.raises(Forbidden):
            by(tournaments.set_duty, made, club.user("Dora"), TournamentDuty.DESK, who="Bob")


class TestCategories:
    def told(self, tournament):
        rows = tournament.categories.all()
        return [(row.code, row.name, row.born_from, row.born_to) for row in rows]

    def test_each_gets_a_code(self, make, by):
        made = make()

        by(
            entry_categories.set_categories,
            made,
            [CategoryTold("Féminines"), CategoryTold("Moins de 25 ans", born_from=2002)],
        )

        assert self.told(made) == [
            ("feminines", "Féminines", None, None),
            ("moins-de-25-ans", "Moins de 25 ans", 2002, None),
        ]

    def test_renamed_it_keeps_its_code_and_one_that_is_not_told_goes(self, make, by):
        made = make()
        by(entry_categories.set_categories, made, [CategoryTold("Dames"), CategoryTold("Seniors")])

        by(entry_categories.set_categories, made, [CategoryTold("Féminines", "dames")])

        assert self.told(made) == [("dames", "Féminines", None, None)]

    def test_one_with_an_entry_stays(self, club, by):
        hall = Hall.gather(club, 1)
        by(entry_categories.set_categories, hall.tournament, [CategoryTold("Dames")])
        hall.enter("Zoé", categories=["dames"])

        refused = problems(by, entry_categories.set_categories, hall.tournament, [])

        assert refused == [("category_used", "categories")]
        assert len(self.told(hall.tournament)) == 1

    def test_a_name_once_and_years_the_right_way_round(self, make, by):
        wrong = [
            CategoryTold("Dames"),
            CategoryTold("dames"),
            CategoryTold("Seniors", born_from=1960, born_to=1940),
        ]

        assert problems(by, entry_categories.set_categories, make(), wrong) == [
            ("category_twice", "categories[1].name"),
            ("category_years", "categories[2].born_to"),
        ]

    def test_the_same_request_once_and_a_stale_one_never(self, make, by):
        made, request_id = make(), uuid4()
        seen = categories_mark([])
        told = [CategoryTold("Dames")]
        by(entry_categories.set_categories, made, told, seen=seen, request_id=request_id)
        by(entry_categories.set_categories, made, told, seen=seen, request_id=request_id)

        with pytest.raises(TournamentMoved):
            by(entry_categories.set_categories, made, [], seen=seen)
        assert len(self.told(made)) == 1
