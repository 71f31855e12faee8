"""Pages that set up a season, close it and publish it."""

from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.standings.settings import LeagueSettings
from clubs.models import AuditEntry, League, LeagueMember
from clubs.queries.seasons.publications import publication_content
from clubs.queries.seasons.seasons import league_mark, members_mark
from clubs.services.files.chains import check_chains
from clubs.services.people.roles import remove_role
from clubs.services.seasons.league_deletion import delete_league
from clubs.services.seasons.leagues import open_league
from tests.page_forms import errors, page_form, shown_data

LIST = "/c/trois-bouts/s/"
NEW = "/c/trois-bouts/s/new/"
TUESDAY = date(2025, 11, 4)


def page(league: League, rest: str) -> str:
    return f"{LIST}{league.uuid}/{rest}/"


class TestList:
    def test_each_with_its_evenings(self, club, sign_in):
        league = club.league("Bob", "Dora")
        club.evening(league, TUESDAY, state="closed")
        club.evening(league, date(2025, 11, 11), state="planned")

        response = sign_in("Bob").get(LIST)

        assertContains(response, "2025–2026")
        assertContains(response, "1 of 2 evenings")
        assertContains(response, "2 members")

    def test_empty_it_says_what_to_do_to_who_may(self, sign_in):
        assertContains(sign_in("Charlie").get(LIST), NEW)
        assertNotContains(sign_in("Bob").get(LIST), NEW)

    def test_costs_the_same_with_three(self, club, sign_in, count_queries):
        club.evening(club.league(), TUESDAY)
        client = sign_in("Bob")
        # session, account, roles, club, seasons; of one that runs what is kept, tables without,
        # their sums, tables, evenings and players
        assert count_queries(client, LIST) == 11

        for name in ("Vendredi", "Cinq", "Jeudi"):
            club.evening(club.league(name=name), TUESDAY)
        assert count_queries(client, LIST) == 17  # two at most are counted
        for name in ("2023", "2024"):
            closed = club.league(name=name, state="closed")
            closed.publications.create(
                version=1, is_final=True, content=publication_content(closed)
            )
        assert count_queries(client, LIST) == 18  # what was stored of both

    def test_who_leads_and_who_won(self, club, sign_in):
        league = club.league()
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting, taker="Alice", oudlers=2, points=46)  # (25+5)·2 = 60 a defender
        club.evening(league, TUESDAY, sitting, state="closed")
        assertContains(sign_in("Bob").get(LIST), "Leader: Alice")

        league.publications.create(version=1, is_final=True, content=publication_content(league))
        type(league).objects.update(state="closed")

        response = sign_in("Bob").get(LIST)

        assertContains(response, "Champion: Alice")
        assertContains(response, "+180")


class TestNew:
    def typed(self, **told):
        span = {"starts_on": "2026-09-01", "ends_on": "2027-06-30"}
        return {"name": "2026–2027", **span, "request_id": str(uuid4()), **told}

    def test_all_members_of_the_club_unless_told(self, club, sign_in):
        response = sign_in().post(NEW, self.typed())

        league = League.objects.get()
        assertRedirects(response, page(league, "settings"))
        assert league.members.count() == 6

    def test_rules_and_members_of_an_earlier_one(self, club, sign_in):
        rules = {"method": "best_n", "best_n": 15}
        earlier = club.league("Dora", "Bob", standings_rules=LeagueSettings.read(rules).to_json())
        told = {"rules_of": earlier.uuid, "members_of": earlier.uuid}

        sign_in().post(NEW, self.typed(**told))

        league = League.objects.get(name="2026–2027")
        names = league.members.order_by("number").values_list("player__name", flat=True)
        assert (league.standings_rules["best_n"], list(names)) == (15, ["Dora", "Bob"])

    def test_nobody_yet(self, club, sign_in):
        sign_in().post(NEW, self.typed(members_of="nobody"))

        assert not LeagueMember.objects.exists()

    def test_rules_are_asked_for_where_there_are_several(self, club, sign_in):
        assertNotContains(sign_in().get(NEW), '<select name="rules_of"')
        club.league()

        assertContains(sign_in().get(NEW), '<select name="rules_of"')

    @pytest.mark.parametrize(
        ("told", "field", "text"),
        [
            ({"name": " "}, "name", "This field is required."),
            ({"starts_on": "yesterday"}, "starts_on", "Enter a valid date."),
            ({"ends_on": "2026-08-31"}, "ends_on", "The last day comes before the first one."),
            ({"members_of": str(uuid4())}, "members_of", None),
        ],
    )
    def test_wrong_input_is_kept_and_nothing_is_made(self, club, sign_in, told, field, text):
        response = sign_in().post(NEW, self.typed(**told))

        assert response.status_code == 422
        assert list(errors(response)) == [field]
        assert text is None or errors(response)[field] == [text]
        assert not League.objects.exists()


class TestSettings:
    def typed(self, league, **told):
        rules = {"method": "total", "normalise": "none", "guests": "ranked"}
        rules |= {"sizes": ["4", "5"], "unqualified": "hidden", "penalties": "on"}
        span = {"starts_on": "2025-09-01", "ends_on": "2026-06-30"}
        seen = {"seen": league_mark(league), "request_id": str(uuid4())}
        return {"name": "Mardi", **span, **rules, **seen, **told}

    def send(self, client, league, **told):
        response = client.post(page(league, "settings"), self.typed(league, **told))
        league.refresh_from_db()
        return response

    def test_every_setting(self, club, sign_in):
        league = club.league()

        response = self.send(
            sign_in(),
            league,
            method="place_points",
            place_points="12; 8 5,4,3, −1",
            place_scope="table",
            attendance_points="2",
            min_evenings="3",
            min_deals="40",
            carry_over="on",
            tie_1="best_evening",
            tie_2="",
            tie_3="lot",
        )

        assertRedirects(response, page(league, "settings"))
        assert league.name == "Mardi"
        assert league.standings_rules == {
            "version": 1,
            "method": "place_points",
            "sizes": [4, 5],
            "normalise": "none",
            "guests": "ranked",
            "min_evenings": 3,
            "min_deals": 40,
            "unqualified": "hidden",
            "best_n": None,
            "drop_worst": None,
            "missed_counts_as": None,
            "place_points": [12, 8, 5, 4, 3, -1],
            "attendance_points": 2,
            "place_scope": "table",
            "tie_breaks": ["best_evening", "lot"],
            "carry_over": True,
            "penalties": True,
        }

    def test_what_other_rules_would_change(self, sign_in, example):
        """leagues.md §3.2: by the average of eight deals or more Bob passes Eva, and Fred, who has
        four, is not ranked. Seen before it is saved, with all that was typed."""
        client = sign_in("Charlie")
        form = page_form(client.get(page(example, "settings")), has="method")
        form.fill(method="average", min_deals="8", name="By the average")

        shown = form.send(client, "compare")

        [table] = shown.context["tables"]
        moves = [(move.player.name, move.before, move.after) for move in table.moves]
        assert moves == [("Bob", 5, 4), ("Eva", 4, 5), ("Fred", 6, None)]
        assertContains(shown, "3 players keep their ranks.")
        assert League.objects.get().standings_rules.get("method", "total") == "total"
        again = page_form(shown, has="method")
        assert again.fields["name"].value == "By the average"
        separate = again.fill(normalise="own_size").send(client, "compare")
        titles = [(table.title, table.is_new) for table in separate.context["tables"]]
        assert titles == [(f"Deals of {size} players", True) for size in (3, 4, 5)]
        assertContains(separate, "There are no such standings now", count=3)
        again.fill(normalise="none").send(client)
        assert League.objects.get().standings_rules["method"] == "average"

    def test_by_other_rules_a_guest_has_no_row_or_nobody_a_rank(self, sign_in, example):
        """Deals with Gina count for nobody, and she stands nowhere. There are four evenings."""
        client = sign_in("Charlie")
        form = page_form(client.get(page(example, "settings")), has="method")
        shown = form.fill(guests="excluded_deals").send(client, "compare")
        assert shown.status_code == 200
        moved = {move.player.name for move in shown.context["tables"][0].moves}
        assert "Gina" not in moved
        form = page_form(client.get(page(example, "settings")), has="method")
        form.fill(min_evenings="9").send(client)
        form = page_form(client.get(page(example, "settings")), has="method")

        nobody = form.fill(min_evenings="8").send(client, "compare")

        assertContains(nobody, "Nobody is ranked.")

    def test_a_comparison_is_of_the_season_that_was_shown(self, sign_in, example):
        client = sign_in("Charlie")
        form = page_form(client.get(page(example, "settings")), has="method")
        page_form(client.get(page(example, "settings")), has="method").fill(name="New").send(client)

        late = form.fill(method="average").send(client, "compare")

        assert (late.context["moved"], late.context["tables"]) == (True, None)

    @pytest.mark.parametrize(
        ("told", "field", "text"),
        [
            ({"method": "best_n"}, "best_n", "This method needs a number."),
            ({"method": "best_n", "best_n": "0"}, "best_n", "From 1 to 1,000,000."),
            ({"method": "best_n", "best_n": "two"}, "best_n", "Enter a whole number."),
            ({"method": "drop_worst"}, "drop_worst", "This method needs a number."),
            ({"min_deals": "-1"}, "min_deals", "From 0 to 1,000,000."),
            ({"sizes": []}, "sizes", "Choose one size at least."),
            ({"tie_1": "lot", "tie_3": "lot"}, "tie_3", "It stands there twice."),
            (
                {"method": "place_points", "place_points": "10, x"},
                "place_points",
                "“x”: whole numbers with a space after each, such as 10, 6, 4.",
            ),
            (
                {"method": "place_points", "place_points": "10 6,5"},
                "place_points",
                "“6,5”: whole numbers with a space after each, such as 10, 6, 4.",
            ),
            ({"ends_on": "2025-08-01"}, "ends_on", "The last day comes before the first one."),
        ],
    )
    def test_what_cannot_be_is_told_at_its_field(self, club, sign_in, told, field, text):
        league = club.league()

        response = self.send(sign_in(), league, **told)

        assert response.status_code == 422
        assert errors(response) == {field: [text]}
        assert league.name == "2025–2026"

    def test_a_tie_break_that_stands_there_three_times(self, club, sign_in):
        """Each that is too many says so, and what was chosen after them stays."""
        client, league = sign_in(), club.league()
        form = page_form(client.get(f"/c/trois-bouts/s/{league.uuid}/settings/"), has="tie_1")

        response = form.fill(tie_1="lot", tie_2="lot", tie_4="lot", tie_5="average").send(client)

        assert response.status_code == 422
        twice = ["It stands there twice."]
        assert errors(response) == {"tie_2": twice, "tie_4": twice}

    def test_what_another_method_needs_does_not_stand_in_the_way(self, club, sign_in):
        league = club.league()

        response = self.send(sign_in(), league, method="average", best_n="two", place_points="x")

        assert response.status_code == 302
        assert league.standings_rules["best_n"] is None
        assert league.standings_rules["place_points"] == [10, 6, 4, 3, 2, 1]

    def test_an_evening_that_would_be_outside_is_named(self, club, sign_in):
        league = club.league()
        club.evening(league, TUESDAY)

        response = self.send(sign_in(), league, starts_on="2025-12-01")

        assert response.status_code == 422
        text = "There is an evening outside these days: 4 Nov. 2025. Move it first."
        assert errors(response) == {"starts_on": [text]}

    def test_somebody_was_first(self, club, sign_in):
        league = club.league()
        client, typed = sign_in(), self.typed(league)
        League.objects.update(name="Jeudi")

        response = client.post(page(league, "settings"), typed)
        assert response.status_code == 409
        assertContains(response, "Somebody changed this meanwhile", status_code=409)
        assertContains(response, 'value="Mardi"', status_code=409)

        again = {**typed, "seen": response.context["form"]["seen"].value()}
        assert (
            client.post(page(league, "settings"), again | {"request_id": uuid4()}).status_code
            == 302
        )

    def test_of_a_closed_one_they_can_be_read_but_not_changed(self, club, sign_in):
        league = club.league(state="closed")
        client = sign_in()

        assertContains(client.get(page(league, "settings")), "disabled")
        response = self.send(client, league)

        assertContains(response, "The season is closed", status_code=409)
        assert league.name == "2025–2026"

    def test_ratings_are_offered_where_the_club_has_them(self, club, sign_in):
        league = club.league()
        assertNotContains(sign_in().get(page(league, "settings")), 'value="rating"')

        club.club.has_ratings = True
        club.club.save()
        assertContains(sign_in().get(page(league, "settings")), 'value="rating"')

    def test_queries(self, club, sign_in, count_queries):
        path = page(club.league(), "settings")

        assert count_queries(sign_in(), path) == 4  # session, account, roles, season


BRINGS = {"version": 1, "carry_over": True}


class TestMembers:
    def test_points_are_asked_only_where_they_count(self, club, sign_in):
        """There were boxes without a heading, of points that no standings had. What is there stays
        when the list is saved."""
        league = club.league("Bob")
        league.members.update(carry_over=40)
        client = sign_in()
        shown = client.get(page(league, "members"))
        assertNotContains(shown, "Points that")

        page_form(shown, has="member").send(client)

        assert [row.carry_over for row in league.members.all()] == [40]
        League.objects.update(standings_rules={**BRINGS})
        assertContains(client.get(page(league, "members")), "Points brought along")

    def test_ticked_with_points(self, club, sign_in):
        league = club.league("Bob", "Dora", standings_rules=BRINGS)
        uuids = {name: str(club.player(name).uuid) for name in ("Bob", "Frank")}
        typed = {"member": list(uuids.values()), f"points_{uuids['Frank']}": "−30"}
        seen = members_mark(league.members.all())

        response = sign_in().post(page(league, "members"), {**typed, "seen": seen})

        assertRedirects(response, page(league, "members"))
        rows = league.members.order_by("number").values_list("number", "player__name", "carry_over")
        assert list(rows) == [(1, "Bob", 0), (3, "Frank", -30)]

    def test_points_that_are_none_are_kept(self, club, sign_in):
        league = club.league("Bob", standings_rules=BRINGS)
        bob = club.player("Bob").uuid

        response = sign_in().post(
            page(league, "members"), {"member": [bob], f"points_{bob}": "many"}
        )

        assertContains(response, 'value="many"', status_code=422)
        assert errors(response) == {"__all__": ["Points to correct: Bob."]}

    def test_points_have_spaces_between_thousands_and_somebody_who_brings_them(self, club, sign_in):
        league, client = club.league("Bob", standings_rules=BRINGS), sign_in()
        bob, frank = (str(club.player(name).uuid) for name in ("Bob", "Frank"))
        form = page_form(client.get(page(league, "members")), has="member")
        form.fill(**{f"points_{bob}": "1 250", f"points_{frank}": "40"})

        response = form.send(client)

        assert errors(response) == {"__all__": ["Points to correct: Frank."]}
        assertContains(response, "Tick the name as well", count=1, status_code=422)
        form = page_form(response, has="member").fill(member=[bob, frank])
        form.send(client)
        assert [row.carry_over for row in league.members.order_by("number")] == [1250, 40]

    def test_somebody_was_first(self, club, sign_in):
        league = club.league("Bob")
        seen = members_mark(league.members.all())
        LeagueMember.objects.create(league=league, player=club.player("Dora"), number=2)
        typed = {"member": [club.player("Frank").uuid], "seen": seen}

        response = sign_in().post(page(league, "members"), typed)

        assert response.status_code == 409
        assert league.members.count() == 2

    def test_who_played_without_being_on_the_list_is_told(self, club, sign_in):
        league = club.league("Bob")
        club.evening(league, TUESDAY, club.sitting("Alice", "Bob", "Dora"))

        assertContains(sign_in().get(page(league, "members")), "guest, has played", count=2)

    def test_queries(self, club, sign_in, count_queries):
        path = page(club.league("Bob"), "members")
        client = sign_in()

        # session, account, roles, season, list, who played, others
        assert count_queries(client, path) == 7


class TestClosing:
    def test_what_is_missing_is_told(self, club, sign_in):
        league = club.league()
        club.evening(league, TUESDAY)

        response = sign_in().get(page(league, "close"))

        assertContains(response, "The evening of 4 November 2025 is open: close it.")

    def test_and_closing_is_refused_until_it_is_done(self, club, sign_in):
        league = club.league()
        club.evening(league, TUESDAY)

        response = sign_in().post(page(league, "close"), {"is_meant": "on"})

        assert response.status_code == 409
        assert League.objects.get().state == "open"

    def test_closed_and_opened_again(self, club, sign_in):
        league = club.league()

        close = page_form(sign_in().get(page(league, "close")), has="is_meant")
        response = close.send(client := sign_in())
        assert (response.status_code, list(errors(response))) == (422, ["is_meant"])
        assert League.objects.get().state == "open"  # one tap is not enough
        response = close.fill(is_meant="on").send(client)
        assertRedirects(response, page(league, "publish"))
        assertContains(sign_in().get(page(league, "publish")), "final")
        assertNotContains(sign_in().get(page(league, "close")), page(league, "reopen"))

        client = sign_in("Olivia")
        assertContains(client.get(page(league, "close")), page(league, "reopen"))
        response = client.post(page(league, "reopen"), {"reason": " "})
        assert (response.status_code, list(errors(response))) == (422, ["reason"])
        client.post(page(league, "reopen"), {"reason": "Une erreur"})
        assert League.objects.get().state == "open"

    def test_what_changed_since_the_page_was_shown_is_not_closed_unseen(self, club, sign_in):
        league = club.league()
        sitting = club.sitting("Alice", "Bob", "Dora")
        club.deal(sitting)
        evening = club.evening(league, TUESDAY, sitting, state="closed")
        client = sign_in()
        client.post(f"/t/{sitting.uuid}/close/")

        penalty = page(league, f"evenings/{evening.uuid}/penalties/new")
        given = {"player": club.player("Bob").uuid, "points": "20", "direction": "takes"}
        voided = {"reason": "other", "reason_text": "Si", "revision": "1"}
        for path, told in (
            (penalty, {**given, "reason": "Retard"}),
            (f"/t/{sitting.uuid}/1/void/", voided),
        ):
            close = page_form(client.get(page(league, "close")), has="is_meant")
            client.post(path, told)
            response = close.fill(is_meant="on").send(client)
            assertContains(response, "The season has changed since", status_code=409)
            assert League.objects.get().state == "open"

        page_form(response, has="is_meant").fill(is_meant="on").send(client)
        assert League.objects.get().state == "closed"

    def test_an_open_one_has_nothing_to_open(self, club, sign_in):
        league = club.league()

        response = sign_in("Olivia").get(page(league, "reopen"))

        assertRedirects(response, page(league, "settings"))

    def test_a_deal_of_a_closed_season_is_not_corrected(self, club, sign_in):
        league = club.league()
        sitting = club.sitting("Alice", "Bob", "Dora")
        club.deal(sitting)
        club.evening(league, TUESDAY, sitting, state="closed")
        client = sign_in("Olivia")
        client.post(f"/t/{sitting.uuid}/close/")
        client.post(page(league, "close"), {"is_meant": "on"})

        response = client.post(
            f"/t/{sitting.uuid}/1/void/", {"reason": "other", "reason_text": "Si", "revision": "1"}
        )

        assertContains(response, "season 2025–2026, which is closed", status_code=409)
        assert sitting.deals.get().kind == "played"

    def test_queries(self, club, sign_in, count_queries):
        league = club.league()
        club.evening(league, TUESDAY)
        client = sign_in()
        # session, account, roles, season, revisions, evenings, tables, open tables, members
        assert count_queries(client, page(league, "close")) == 9

        for day in (11, 18):
            club.evening(league, date(2025, 11, day))
        assert count_queries(client, page(league, "close")) == 9


class TestPublishing:
    def test_switches(self, club, sign_in):
        league = club.league()

        response = sign_in().post(page(league, "publish"), {"standings": "on", "calendar": "on"})

        league.refresh_from_db()
        assertRedirects(response, page(league, "publish"))
        shown = (league.shows_standings, league.shows_results, league.shows_calendar)
        assert shown == (True, False, True)

    def test_a_version(self, club, sign_in):
        league = club.league()
        client = sign_in()

        client.post(page(league, "publish/now"))

        response = client.get(page(league, "publish"))
        assertContains(response, "Version 1 of the standings is kept. Visitors see it once")
        assertContains(response, "· Charlie")
        League.objects.update(shows_standings=True)
        response = client.post(page(league, "publish/now"), follow=True)
        assertContains(response, "Version 2 of the standings is published.")

    def test_by_somebody_who_left(self, club, sign_in):
        league = club.league()
        sign_in("Charlie").post(page(league, "publish/now"))
        remove_role(club.actor("Charlie"), club.club, club.user("Charlie"), request_id=uuid4())

        response = sign_in("Olivia").get(page(league, "publish"))

        assertContains(response, "Version 1")
        assertNotContains(response, "Charlie")

    def test_all_off_is_saved_too(self, club, sign_in):
        league = club.league(shows_standings=True)

        sign_in().post(page(league, "publish"), {"request_id": uuid4()})

        league.refresh_from_db()
        assert not league.is_public

    def test_queries(self, club, sign_in, count_queries):
        league = club.league()
        client = sign_in()
        client.post(page(league, "publish/now"))
        # session, account, roles, season, versions, who made them
        assert count_queries(client, page(league, "publish")) == 6

        client.post(page(league, "publish/now"))
        client.post(page(league, "publish/now"))
        assert count_queries(client, page(league, "publish")) == 6


def test_nobody_chooses_the_log_that_their_season_writes_to(client, club):
    """The uuid of a table stands in the address bar of everybody who watches it. An owner of
    another club sends it as the id of the form of a new season, and saves its settings."""
    sitting = club.table_of_a_round()
    client.force_login(club.user("Eve"))
    form = shown_data(client.get("/c/ailleurs/s/new/"), "name", "request_id")
    form |= {"name": ["Saison"], "starts_on": ["2025-09-01"], "ends_on": ["2026-06-30"]}
    form |= {"request_id": [str(sitting.uuid)]}

    client.post("/c/ailleurs/s/new/", form)
    settings = f"/c/ailleurs/s/{League.objects.get(club=club.other).uuid}/settings/"
    for name in ("Un", "Deux"):
        told = shown_data(client.get(settings), "name", "request_id") | {"name": [name]}
        assert client.post(settings, told).status_code == 302

    log = AuditEntry.objects.filter(chain__uuid=sitting.uuid)
    assert set(log.values_list("club__slug", flat=True)) == {"trois-bouts"}
    assert list(check_chains()) == []


class TestDeleting:
    def test_says_what_goes_and_the_second_send_is_the_same(self, club, sign_in):
        league = club.league()
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.evening(league, TUESDAY, sitting)
        client, path = sign_in("Charlie"), page(league, "delete")
        assertContains(client.get(page(league, "settings")), path)
        shown = client.get(path)
        assertContains(shown, "Evenings, with who came")
        form = page_form(shown, has="is_meant")
        assert list(errors(form.send(client))) == ["is_meant"]

        form.fill(is_meant="on")
        assertRedirects(form.send(client), LIST)
        assertRedirects(form.send(client), LIST)

        assert not League.objects.exists()
        assert client.get(path).status_code == 404
        assertContains(client.get(f"/t/{sitting.uuid}/"), "Alice")

    def test_not_of_what_visitors_see(self, club, sign_in):
        league = club.league(shows_calendar=True)
        client, path = sign_in("Charlie"), page(league, "delete")

        shown = client.get(path)

        assertContains(shown, "It stays.")
        assertNotContains(shown, "is_meant")
        assert client.post(path, {"is_meant": "on"}).status_code == 409

    def test_who_changes_it_at_the_same_moment_does_not_find_it(self, club, sign_in, monkeypatch):
        league = club.league(state="planned")

        def open_too_late(actor, found, *, request_id):
            delete_league(actor, League.objects.get(pk=found.pk), request_id=uuid4())
            return open_league(actor, found, request_id=request_id)

        monkeypatch.setattr("clubs.services.seasons.leagues.open_league", open_too_late)

        response = sign_in("Charlie").post(page(league, "open"))

        assert response.status_code == 404
