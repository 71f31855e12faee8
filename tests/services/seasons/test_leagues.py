"""Setting up a season, closing it, and what a closed one forbids at its tables."""

from dataclasses import replace
from datetime import date
from uuid import UUID, uuid4

import pytest

from clubs.access import Actor, Forbidden
from clubs.core.standings.settings import LeagueSettings, SettingsRefused
from clubs.models import AuditEntry, Deal, League, LeagueState, Sitting
from clubs.queries.seasons.seasons import league_mark, members_mark
from clubs.services.errors import (
    DateOutside,
    LeagueClosed,
    LeagueMoved,
    LeagueNotReady,
    RequestReused,
    SittingClosed,
)
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import repair_sittings
from clubs.services.people import players
from clubs.services.seasons import evenings, leagues, penalties
from clubs.services.tables import seats, sittings
from tests.again import built_once
from tests.cast import Cast

TUESDAY = date(2025, 11, 4)
SPAN = {"starts_on": date(2025, 9, 1), "ends_on": date(2026, 6, 30)}
ID = UUID("00000000-0000-4000-8000-00000000cafe")


def create(club: Cast, by: str = "Charlie", **told) -> League:
    told = {"name": "2025–2026", **SPAN, "request_id": uuid4(), **told}
    return leagues.create_league(club.actor(by), club.club, **told)


def entries(league: League) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(chain__uuid=league.uuid).order_by("sequence"))


def numbers(league: League) -> list[tuple[int, str, int]]:
    rows = league.members.select_related("player").order_by("number")
    return [(row.number, row.player.name, row.carry_over) for row in rows]


class TestCreating:
    def test_it_is_planned_and_ranked_by_the_defaults(self, club):
        league = create(club, request_id=ID)

        assert (league.state, league.name) == ("planned", "2025–2026")
        assert league.standings_rules == LeagueSettings().to_json()
        # the last 53 bits of the uuid: its last 13 hexadecimal digits and one bit of the 14th
        assert league.seed == 0xCAFE

    def test_the_same_id_with_another_name_is_refused(self, club):
        create(club, request_id=ID)

        with pytest.raises(RequestReused):
            create(club, request_id=ID, name="Vendredi")

    def test_members_get_their_numbers_in_the_order_given(self, club):
        league = create(club, members=[club.player("Dora"), club.player("Bob")])

        assert numbers(league) == [(1, "Dora", 0), (2, "Bob", 0)]

    def test_the_log_names_people_by_uuid(self, club):
        league = create(club, members=[club.player("Dora")])

        entry = AuditEntry.objects.get(target_uuid=league.uuid)
        assert (entry.action, entry.chain_uuid) == ("create_league", club.club.uuid)
        assert entry.after["members"] == [str(club.player("Dora").uuid)]
        assert "Dora" not in str(entry.after)

    def test_settings_that_cannot_be_are_refused(self, club):
        with pytest.raises(SettingsRefused):
            create(club, standings_rules={"method": "best_n"})

    def test_nobody_of_another_club(self, club):
        with pytest.raises(ValueError, match="another club"):
            create(club, members=[club.player("Eve")])


class TestUpdating:
    def update(self, club, league, by="Charlie", **told):
        told = {
            "name": "Vendredi",
            **SPAN,
            "standings_rules": {"method": "best_n", "best_n": 15},
            "request_id": uuid4(),
            **told,
        }
        return leagues.update_league(club.actor(by), league, **told)

    def test_before_and_after_are_in_the_log(self, club):
        league = create(club)

        self.update(club, league)

        [entry] = entries(league)
        assert (entry.before["name"], entry.after["name"]) == ("2025–2026", "Vendredi")
        assert entry.before["standings_rules"]["method"] == "total"
        assert entry.after["standings_rules"]["best_n"] == 15
        league.refresh_from_db()
        assert (
            league.standings_rules
            == replace(LeagueSettings(), method="best_n", best_n=15).to_json()
        )

    def test_what_somebody_else_changed_meanwhile_stays(self, club):
        league = create(club)
        seen = league_mark(league)
        self.update(club, league, name="Mardi")

        with pytest.raises(LeagueMoved):
            self.update(club, league, name="Jeudi", seen=seen)

        league.refresh_from_db()
        assert league.name == "Mardi"

    def test_running_an_evening_makes_no_edit_stale(self, club):
        league = create(club)
        seen = league_mark(league)
        [evening] = evenings.plan_evenings(
            club.actor("Charlie"), league, [TUESDAY], request_id=uuid4()
        )
        evenings.open_evening(club.actor("Alice"), evening, request_id=uuid4())

        self.update(club, League.objects.get(), seen=seen)

    def test_no_evening_is_left_outside(self, club):
        league = create(club)
        evenings.plan_evenings(club.actor("Charlie"), league, [TUESDAY], request_id=uuid4())

        with pytest.raises(DateOutside) as refusal:
            self.update(club, league, starts_on=date(2025, 11, 5))

        assert refusal.value.dates == [TUESDAY]

    def test_nothing_changed_writes_nothing(self, club):
        league = create(club)

        self.update(club, league, name=league.name, standings_rules={})

        assert entries(league) == []


class TestMembers:
    def put(self, club, league, *told, **options):
        people = [(club.player(name), points) for name, points in told]
        options = {"request_id": uuid4(), **options}
        return leagues.set_league_members(club.actor("Charlie"), league, people, **options)

    def test_who_stays_keeps_the_number_and_who_is_new_gets_the_next(self, club):
        league = create(club)
        self.put(club, league, ("Alice", 0), ("Bob", 0), ("Dora", 0))

        self.put(club, league, ("Frank", -20), ("Dora", 50), ("Alice", 0))

        assert numbers(league) == [(1, "Alice", 0), (3, "Dora", 50), (4, "Frank", -20)]

    def test_the_log_has_both_lists_without_names(self, club):
        league = create(club, members=[club.player("Bob")])

        self.put(club, league, ("Bob", 5))

        [entry] = entries(league)
        bob = str(club.player("Bob").uuid)
        assert entry.before == [{"number": 1, "player": bob, "carry_over": 0}]
        assert entry.after == [{"number": 1, "player": bob, "carry_over": 5}]

    def test_twice_sent_counts_once_and_with_another_list_not_at_all(self, club):
        league = create(club)
        self.put(club, league, ("Bob", 5), request_id=ID)
        self.put(club, league, ("Bob", 5), request_id=ID)

        with pytest.raises(RequestReused):
            self.put(club, league, ("Dora", 5), request_id=ID)

        assert numbers(league) == [(1, "Bob", 5)]
        assert len(entries(league)) == 1

    def test_a_list_that_somebody_else_changed_is_not_overwritten(self, club):
        league = create(club)
        seen = members_mark([])
        self.put(club, league, ("Bob", 0))

        with pytest.raises(LeagueMoved):
            self.put(club, league, ("Dora", 0), seen=seen)

        assert numbers(league) == [(1, "Bob", 0)]


class TestPublishing:
    def test_what_visitors_see(self, club):
        league = create(club)

        leagues.show_league(
            club.actor("Charlie"),
            league,
            standings=True,
            results=False,
            calendar=True,
            request_id=uuid4(),
        )

        league.refresh_from_db()
        shown = (league.shows_standings, league.shows_results, league.shows_calendar)
        assert shown == (True, False, True)
        [entry] = entries(league)
        assert entry.before == {"standings": False, "results": False, "calendar": False}

    def test_versions_are_numbered_and_sent_twice_are_one(self, club):
        league = create(club)
        actor = club.actor("Charlie")
        first = leagues.publish_league(actor, league, request_id=ID)
        again = leagues.publish_league(actor, league, request_id=ID)
        second = leagues.publish_league(actor, league, request_id=uuid4())

        assert (first.version, again.version, second.version) == (1, 1, 2)
        assert not first.is_final

    def test_it_has_the_standings_with_uuids_for_names(self, club):
        league = club.league("Alice", "Bob", "Charlie", "Dora")
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting, taker="Alice")  # (25+5)·2 = 60 from each
        club.evening(league, TUESDAY, sitting)

        content = leagues.publish_league(club.actor("Charlie"), league, request_id=uuid4()).content

        rows = content["standings"]["rows"]
        alice = str(club.player("Alice").uuid)
        assert (rows[0]["rank"], rows[0]["player"], rows[0]["value"]) == (1, alice, 180)
        assert [row["value"] for row in rows[1:]] == [-60, -60, -60]
        assert [one["held_on"] for one in content["evenings"]] == ["2025-11-04"]
        assert "Alice" not in str(content)


@pytest.fixture
@built_once
def closed(club: Cast) -> League:
    """A closed season with one evening, one table of one deal."""
    league = club.league()
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting, taker="Alice")
    evening = club.evening(league, TUESDAY, sitting)
    evenings.close_evening(club.actor("Alice"), evening, request_id=uuid4())
    leagues.close_league(club.actor("Charlie"), league, request_id=uuid4())
    return league


class TestClosing:
    def test_the_standings_are_stored(self, closed):
        closed.refresh_from_db()
        [final] = closed.publications.all()

        assert closed.state == "closed"
        assert final.is_final
        assert final.content["standings"]["rows"][0]["value"] == 180

    def test_an_open_evening_is_in_the_way(self, club):
        league = club.league()
        club.evening(league, TUESDAY)

        with pytest.raises(LeagueNotReady):
            leagues.close_league(club.actor("Charlie"), league, request_id=uuid4())

        league.refresh_from_db()
        assert league.state == "open"
        assert not league.publications.exists()

    def test_so_is_a_table_that_was_opened_again(self, club):
        league = club.league()
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        evening = club.evening(league, TUESDAY, sitting)
        evenings.close_evening(club.actor("Alice"), evening, request_id=uuid4())
        sitting.refresh_from_db()
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        with pytest.raises(LeagueNotReady):
            leagues.close_league(club.actor("Charlie"), league, request_id=uuid4())

    def test_twice_closed_is_closed_once(self, club, closed):
        leagues.close_league(club.actor("Charlie"), closed, request_id=uuid4())

        assert closed.publications.count() == 1

    def test_only_the_owner_opens_it_again_and_says_why(self, club, closed):
        with pytest.raises(Forbidden):
            leagues.reopen_league(
                club.actor("Charlie"), closed, reason="Une erreur", request_id=uuid4()
            )
        with pytest.raises(ValueError, match="reason"):
            leagues.reopen_league(club.actor("Olivia"), closed, reason=" ", request_id=uuid4())

        leagues.reopen_league(club.actor("Olivia"), closed, reason="Une erreur", request_id=uuid4())

        closed.refresh_from_db()
        assert closed.state == "open"
        assert entries(closed)[-1].reason == "Une erreur"


def the_deal() -> Deal:
    return Deal.objects.select_related("sitting__club").get()


def correct(club: Cast, _league: League) -> None:
    deal = the_deal()
    told = {key: value for key, value in deal.record.items() if key != "players"}
    sittings.correct_deal(
        club.actor("Olivia"),
        deal,
        {**told, "points": 60},
        revision=deal.revision,
        reason="Mal compté",
        request_id=uuid4(),
    )


def void(club: Cast, _league: League) -> None:
    deal = the_deal()
    sittings.void_deal(
        club.actor("Olivia"), deal, revision=deal.revision, reason="Deux fois", request_id=uuid4()
    )


def restore(club: Cast, _league: League) -> None:
    deal = the_deal()
    sittings.restore_deal(
        club.actor("Olivia"),
        deal,
        version=1,
        revision=deal.revision,
        reason="Si",
        request_id=uuid4(),
    )


def reopen(club: Cast, _league: League) -> None:
    sittings.reopen_sitting(club.actor("Olivia"), the_deal().sitting, request_id=uuid4())


def merge(club: Cast, _league: League) -> None:
    players.merge_players(
        club.actor("Olivia"), club.player("Dora"), club.player("Frank"), request_id=uuid4()
    )


def attach(club: Cast, league: League) -> None:
    evening = league.evenings.select_related("league__club").get()
    evenings.attach_table(club.actor("Olivia"), evening, the_deal().sitting, request_id=uuid4())


def detach(club: Cast, league: League) -> None:
    evenings.detach_table(club.actor("Olivia"), league, the_deal().sitting, request_id=uuid4())


def penalise(club: Cast, league: League) -> None:
    evening = league.evenings.select_related("league__club").get()
    penalties.give_penalty(
        club.actor("Olivia"), evening, club.player("Bob"), -10, "Retard", request_id=uuid4()
    )


def reopen_evening(club: Cast, league: League) -> None:
    evening = league.evenings.select_related("league__club").get()
    evenings.reopen_evening(club.actor("Olivia"), evening, request_id=uuid4())


def check_in(club: Cast, league: League) -> None:
    evening = league.evenings.select_related("league__club").get()
    came = [club.player("Frank")]
    evenings.check_in_players(club.actor("Alice"), evening, came=came, request_id=uuid4())


def plan(club: Cast, league: League) -> None:
    evenings.plan_evenings(club.actor("Olivia"), league, [date(2025, 12, 2)], request_id=uuid4())


def change_settings(club: Cast, league: League) -> None:
    leagues.update_league(
        club.actor("Olivia"),
        league,
        name="Autre",
        **SPAN,
        standings_rules={},
        request_id=uuid4(),
    )


def change_members(club: Cast, league: League) -> None:
    leagues.set_league_members(club.actor("Olivia"), league, [], request_id=uuid4())


def publish(club: Cast, league: League) -> None:
    leagues.publish_league(club.actor("Olivia"), league, request_id=uuid4())


CHANGES = [
    correct,
    void,
    restore,
    reopen,
    merge,
    attach,
    detach,
    penalise,
    reopen_evening,
    check_in,
    plan,
    change_settings,
    change_members,
    publish,
]


def stored() -> list[object]:
    """Everything about the season, beside revisions and the log."""
    return [
        list(Deal.objects.values("record", "revision", "kind")),
        list(Sitting.objects.values("state", "rules", "leagues__evening")),
        list(League.objects.values("name", "standings_rules", "state", "members__number")),
        list(League.objects.values("evenings__state", "evenings__present", "publications")),
    ]


class TestClosed:
    """Source: leagues.md §10, invariant 13."""

    @pytest.mark.parametrize("ask", CHANGES)
    def test_no_service_changes_what_counts(self, club, closed, ask):
        closed.refresh_from_db()
        before = stored()

        with pytest.raises(LeagueClosed) as refusal:
            ask(club, closed)

        assert refusal.value.league == closed
        assert stored() == before

    @pytest.mark.parametrize("ask", [one for one in CHANGES if one not in (restore, attach)])
    def test_once_it_is_open_again_each_of_them_works(self, club, closed, ask):
        leagues.reopen_league(club.actor("Olivia"), closed, reason="Erreur", request_id=uuid4())
        before = stored()

        ask(club, closed)

        assert stored() != before or ask is penalise

    def test_nothing_is_recorded_or_seated_at_its_tables(self, club, closed):
        sitting = the_deal().sitting

        with pytest.raises(SittingClosed):
            sittings.record_deal(
                club.actor("Olivia"),
                sitting,
                club.record(sitting, taker="Bob"),
                number=2,
                request_id=uuid4(),
            )
        with pytest.raises(SittingClosed):
            seats.change_seats(
                club.actor("Olivia"),
                sitting,
                [club.player(name) for name in ("Bob", "Alice", "Charlie", "Dora")],
                active_count=4,
                seen="",
                number=2,
                request_id=uuid4(),
            )
        with pytest.raises(Forbidden):
            sittings.change_rules(
                club.actor("Olivia"),
                sitting,
                sittings.get_game("french").read_rules("rounded-10"),
                request_id=uuid4(),
            )

    def test_a_table_that_counts_for_an_open_season_too_is_frozen(self, club, closed):
        other = club.league(name="Cinq", state=LeagueState.OPEN)
        evening = club.evening(other, TUESDAY, the_deal().sitting)

        with pytest.raises(LeagueClosed):
            correct(club, closed)
        with pytest.raises(LeagueClosed):
            penalties.give_penalty(
                club.actor("Charlie"),
                evening,
                club.player("Bob"),
                -10,
                "Retard",
                sitting=the_deal().sitting,
                request_id=uuid4(),
            )

    def test_who_may_not_manage_learns_no_more_than_before(self, club, closed):
        with pytest.raises(Forbidden):
            leagues.publish_league(club.actor("Alice"), closed, request_id=uuid4())

    def test_what_visitors_see_can_still_change(self, club, closed):
        leagues.show_league(
            club.actor("Charlie"),
            closed,
            standings=True,
            results=True,
            calendar=True,
            request_id=uuid4(),
        )

        closed.refresh_from_db()
        assert closed.is_public

    def test_a_repair_leaves_it_alone(self, club, closed):
        Deal.objects.update(margin=3)

        assert list(repair_sittings(Actor.command("check_scores"))) == []
        assert the_deal().margin == 3

    def test_all_chains_are_whole(self, club, closed):
        assert list(check_chains()) == []
