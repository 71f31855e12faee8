"""Registering by the public page, and the pages of the desk for entries."""

import re
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.http import HELD_LINKS
from clubs.models import Category, Link
from clubs.queries.tournaments.entries.entries import entry_mark, player_link
from clubs.services.tournaments.entries import entries
from clubs.views.tournaments.entries.entries import REGISTRATIONS
from tests.cast import Cast
from tests.hall import Hall, published_hall
from tests.page_forms import errors, page_form
from tests.views.tournaments.pages import names, page


@pytest.fixture
def hall(club: Cast) -> Hall:
    """Registration is open to everybody; P01 to P03 have entered, and nobody is here."""
    hall = Hall.gather(club, 0, state="open", shows_page=True, fee=1000)
    hall.enter("P01", "P02", "P03", checked_in=False)
    return hall


def of_entry(hall: Hall, number: int, rest: str = "") -> str:
    return page(hall, f"entries/{hall.entry(number).uuid}/{rest}")


class TestEntryRegister:
    def test_a_visitor_registers_and_gets_a_number_and_a_link(self, hall, guest):
        typed = {
            "given_name": " Jean ",
            "family_name": "Martin",
            "club_name": "Lyon",
            "email": "jean@example.org",
        }

        response = guest.post(page(hall, "register/"), {**typed, "note": "Avec P01"})

        entry = hall.entry(4)
        assertRedirects(response, page(hall, f"register/{entry.uuid}/"))
        assert (entry.name, entry.club_name, entry.note) == ("Jean Martin", "Lyon", "Avec P01")
        shown = guest.get(response.url)
        assertContains(shown, "Jean Martin is registered")
        assertContains(shown, '<b class="entry-number num" translate="no">4</b>', html=True)
        assertContains(shown, "Please pay the fee of 10\N{NO-BREAK SPACE}€ at the desk.")
        assertContains(shown, f"/s/{player_link(entry).token}/")

    def test_nobody_else_sees_that_page(self, hall, guest, sign_in):
        guest.post(page(hall, "register/"), {"given_name": "Jean"})
        path = page(hall, f"register/{hall.entry(4).uuid}/")
        guest.cookies.clear()

        assert guest.get(path).url == f"/login/?next={path}"
        assert sign_in("Bob").get(path).status_code == 404

    def test_sent_twice(self, hall, guest):
        typed = {"given_name": "Jean", "request_id": str(uuid4())}

        first, second = (guest.post(page(hall, "register/"), typed) for _time in range(2))

        assert first.url == second.url
        assert names(hall) == ["P01", "P02", "P03", "Jean"]
        assert len(guest.session[HELD_LINKS]) == 1

    @pytest.mark.parametrize(
        ("typed", "field", "text"),
        [
            ({"given_name": ""}, "given_name", "Write at least one of the two names."),
            ({"given_name": "…"}, "given_name", "A name has letters."),
            (
                {"given_name": "x" * 81},
                "given_name",
                "Ensure this value has at most 80 characters (it has 81).",
            ),
            ({"given_name": "Jean", "email": "jean"}, "email", "Enter a valid email address."),
            (
                {"given_name": "Jean", "licence": "7"},
                "licence",
                "Another entry has this licence number.",
            ),
        ],
    )
    def test_bad_input_writes_nothing_and_stays(self, hall, guest, typed, field, text):
        hall.tournament.entries.filter(number=1).update(licence="7")

        response = guest.post(page(hall, "register/"), {**typed, "club_name": "Lyon"})

        assert response.status_code == 422
        assert errors(response) == {field: [text]}
        assertContains(response, 'value="Lyon"', status_code=422)
        assert names(hall) == ["P01", "P02", "P03"]

    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({"state": "check_in"}, "Registration is over."),
            ({"capacity": 3}, "All places are taken."),
        ],
    )
    def test_closed_or_full(self, hall, guest, told, text):
        type(hall.tournament).objects.update(**told)

        response = guest.get(page(hall, "register/"))
        assertContains(response, text)
        assertNotContains(response, 'name="given_name"')

        response = guest.post(page(hall, "register/"), {"given_name": "Jean"})
        assert response.status_code == 422
        assert errors(response) == {"__all__": [text]}

    def test_the_year_of_birth_is_asked_where_a_category_goes_by_it(self, hall, guest):
        assertNotContains(guest.get(page(hall, "register/")), "birth_year")
        Category.objects.create(
            tournament=hall.tournament, code="junior", name="Junior", born_from=2001
        )
        Category.objects.create(tournament=hall.tournament, code="women", name="Women")

        shown = guest.get(page(hall, "register/"))
        assertContains(shown, 'name="birth_year"')
        assertContains(shown, 'value="women"')
        assertNotContains(shown, 'value="junior"')

        typed = {"given_name": "Zoé", "birth_year": "2004", "categories": ["women"]}
        guest.post(page(hall, "register/"), typed)
        entry = hall.entry(4)
        assert (entry.birth_year, entry.categories) == (2004, ["women"])

    def test_an_account_of_the_club_or_a_friend(self, hall, sign_in, club):
        bob = sign_in("Bob")
        assertContains(bob.get(page(hall, "register/")), 'value="Bob"')

        bob.post(page(hall, "register/"), {"given_name": "Bob"})
        bob.post(page(hall, "register/"), {"given_name": "Ami", "is_another": "on"})

        assert hall.entry(4).player == club.player("Bob")
        assert hall.entry(5).player.name == "Ami"

    def test_too_many_from_one_address(self, hall, guest, rf):
        for _time in range(REGISTRATIONS.most):
            REGISTRATIONS.count(rf.get("/"))

        response = guest.post(page(hall, "register/"), {"given_name": "Jean"})

        assert response.status_code == 429
        assert names(hall) == ["P01", "P02", "P03"]

    def test_a_tournament_without_public_page_is_not_there(self, hall, guest):
        type(hall.tournament).objects.update(shows_page=False)

        assert guest.get(page(hall, "register/")).status_code == 404


TOKEN = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\w{32,}"  # may have any of it by chance
PRIVATE = {"email": "secret@example.org", "licence": "L-4711", "birth_year": 1961, "fee_paid": 777}


class TestPrivacy:
    """tournaments.md §13, invariant 17: no e-mail address, fee, licence number or year of birth in
    public."""

    def test_public_pages_say_nothing_private_of_others(self, hall, guest):
        private = {**PRIVATE, "fee_paid_at": hall.tournament.starts_at, "note": "Secret"}
        hall.tournament.entries.filter(number=1).update(**private)
        type(hall.tournament).objects.update(shows_entries=True, shows_standings=True)

        shown = guest.get(page(hall, "register/")).content.decode()
        guest.post(page(hall, "register/"), {"given_name": "Jean", "email": "jean@example.org"})
        done = guest.get(page(hall, f"register/{hall.entry(4).uuid}/")).content.decode()

        for text in (shown, done):
            said = re.sub(TOKEN, "", text)
            assert not re.search(r"secret@|L-4711|1961|7[.,]77|Secret|P01", said)
        assert "jean@example.org" not in done


class TestEntryList:
    def test_everybody_by_number_with_what_the_desk_needs(self, hall, sign_in, club):
        entries.take_fee(club.actor("Charlie"), hall.entry(1), request_id=uuid4())
        hall.tournament.entries.filter(number=3).update(withdrawn_after=2, club_name="Lyon")

        response = sign_in().get(page(hall, "entries/"))

        assertContains(response, "3 entries")
        assertContains(response, "2 unpaid")  # who left after a round owes it
        assertContains(response, "left after round 2")
        lines = [row.record for row in response.context["table"].rows]
        assert [(line.entry.number, line.entry.name, line.fee) for line in lines] == [
            (1, "P01", "10\N{NO-BREAK SPACE}€"),
            (2, "P02", ""),
            (3, "P03", ""),
        ]

    @pytest.mark.parametrize(
        ("asked", "found"),
        [
            ("q=p0", [1, 2, 3]),
            ("q=lyon", [2]),
            ("q=2", [2]),
            ("q=x", []),
            ("show=unpaid", [2, 3]),
            ("show=left", [3]),
            ("show=absent", [1, 2]),
            ("show=substituted", [1]),
            ("show=nonsense", [1, 2, 3]),
        ],
    )
    def test_narrowed(self, hall, sign_in, club, asked, found):
        entries.take_fee(club.actor("Charlie"), hall.entry(1), request_id=uuid4())
        hall.tournament.entries.filter(number=2).update(club_name="Lyon")
        hall.tournament.entries.filter(number=3).update(withdrawn_after=2)
        hall.entry(1).substitutions.create(player=club.player("Frank"), name="Frank", from_round=2)

        response = sign_in().get(page(hall, f"entries/?{asked}"))

        assert [row.record.entry.number for row in response.context["table"].rows] == found

    def test_narrowed_by_category_and_by_club(self, hall, sign_in):
        """Clubs are offered once, whatever the case and the accents of who typed them."""
        Category.objects.create(tournament=hall.tournament, code="w", name="Women")
        rows = hall.tournament.entries
        rows.filter(number=1).update(club_name="Évian", categories=["w"])
        rows.filter(number=2).update(club_name="evian")
        rows.filter(number=3).update(club_name="Lyon", categories=["w"])
        client = sign_in()
        shown = client.get(page(hall, "entries/"))

        def asked(**chosen: str) -> list[int]:
            response = page_form(shown, has="club").fill(**chosen).send(client)
            return [row.record.entry.number for row in response.context["table"].rows]

        assert page_form(shown, has="club").fields["club"].choices == ["", "Évian", "Lyon"]
        assert asked(club="Évian") == [1, 2]
        assert asked(category="w") == [1, 3]
        assert asked(category="w", club="Lyon") == [3]
        assert asked(q="P0", category="w", club="Évian") == [1]

    def test_no_filter_by_what_nobody_has(self, hall, sign_in):
        assertNotContains(sign_in().get(page(hall, "entries/")), 'name="category"')

    def test_empty(self, club, sign_in):
        hall = Hall.gather(club, 0, state="open")

        assertContains(sign_in().get(page(hall, "entries/")), "Nobody has entered yet")

    def test_queries_do_not_grow(self, club, sign_in, count_queries):
        hall = Hall.gather(club, 1, state="open")
        client = sign_in()

        assert count_queries(client, page(hall, "entries/")) == 7
        hall.enter("P02", "P03")
        assert count_queries(client, page(hall, "entries/")) == 7


class TestEntryAdd:
    def test_one_after_the_other(self, hall, sign_in, club):
        client = sign_in()
        assertContains(client.get(page(hall, "entries/new/")), '<option value="Frank">')

        response = client.post(page(hall, "entries/new/"), {"name": "frank", "licence": "8"})

        assertRedirects(response, page(hall, "entries/new/"))
        assert hall.entry(4).player == club.player("Frank")

    def test_who_is_there_already_or_another_one(self, hall, sign_in):
        client = sign_in()
        client.post(page(hall, "entries/new/"), {"name": "Frank"})

        response = client.post(page(hall, "entries/new/"), {"name": "Frank"})
        assert response.status_code == 422
        assert errors(response) == {"name": ["This person has entered already."]}

        client.post(page(hall, "entries/new/"), {"name": "Frank", "is_another": "on"})
        assert names(hall)[3:] == ["Frank", "Frank (2)"]


class TestEntryEdit:
    def test_saved(self, hall, sign_in):
        entry = hall.entry(1)
        typed = {
            "given_name": "P01",
            "family_name": "bis",
            "note": "Porte C",
            "seen": entry_mark(entry),
        }

        response = sign_in().post(of_entry(hall, 1), typed)

        assertRedirects(response, page(hall, "entries/"))
        entry.refresh_from_db()
        assert (entry.name, entry.note) == ("P01 bis", "Porte C")

    def test_overtaken_keeps_what_was_typed(self, hall, sign_in):
        seen = entry_mark(hall.entry(1))
        hall.tournament.entries.filter(number=1).update(note="Autre")
        typed = {"given_name": "P01", "note": "Porte C", "seen": seen}

        response = sign_in().post(of_entry(hall, 1), typed)

        assert response.status_code == 409
        assertContains(response, 'value="Porte C"', status_code=409)
        assert hall.entry(1).note == "Autre"
        again = {**typed, "seen": response.context["form"].data["seen"]}
        assert sign_in().post(of_entry(hall, 1), again).status_code == 302

    def test_categories_by_age_that_were_given_by_hand_stay(self, hall, sign_in):
        for code, born in (("junior", 2001), ("women", None)):
            Category.objects.create(
                tournament=hall.tournament, code=code, name=code, born_from=born
            )
        hall.tournament.entries.filter(number=1).update(categories=["junior"])

        sign_in().post(of_entry(hall, 1), {"given_name": "P01", "categories": ["women"]})

        assert hall.entry(1).categories == ["women", "junior"]

    def test_bad_input(self, hall, sign_in):
        response = sign_in().post(of_entry(hall, 1), {"given_name": ""})

        assert response.status_code == 422
        assert errors(response) == {"given_name": ["Write at least one of the two names."]}

    def test_an_entry_of_another_tournament_is_not_there(self, hall, club, sign_in):
        other = Hall.gather(club, 0, name="Autre")
        [stranger] = other.enter("P09")

        assert sign_in().get(page(hall, f"entries/{stranger.uuid}/")).status_code == 404


class TestFeeAndLink:
    @pytest.mark.parametrize(("typed", "paid"), [("", 1000), ("5", 500), ("7.50", 750)])
    def test_taken_and_refunded(self, hall, sign_in, typed, paid):
        client = sign_in()
        client.post(of_entry(hall, 1, "fee/"), {"action": "take", "amount": typed})
        assert hall.entry(1).fee_paid == paid

        client.post(of_entry(hall, 1, "fee/"), {"action": "refund"})
        assert hall.entry(1).fee_paid is None

    def test_an_amount_that_is_none(self, hall, sign_in):
        response = sign_in().post(
            of_entry(hall, 1, "fee/"), {"action": "take", "amount": "dix"}, follow=True
        )

        assertContains(response, "Enter a number.")
        assert hall.entry(1).fee_paid is None

    def test_link_made_renewed_and_revoked(self, hall, sign_in):
        client, entry = sign_in(), hall.entry(1)
        client.post(of_entry(hall, 1, "link/"), {"action": "make"})
        first = player_link(entry)
        assertContains(client.get(of_entry(hall, 1)), f"/s/{first.token}/")

        client.post(of_entry(hall, 1, "link/"), {"action": "renew"})
        assert player_link(entry) not in (first, None)

        client.post(of_entry(hall, 1, "link/"), {"action": "revoke"})
        assert player_link(entry) is None
        assert Link.objects.filter(target_uuid=entry.uuid).count() == 2


class TestComings:
    @pytest.fixture
    def playing(self, club) -> Hall:
        return published_hall(club, 9)

    def test_withdraws_and_plays_on_after_all(self, playing, sign_in):
        client = sign_in()
        response = client.post(of_entry(playing, 9, "withdraw/"), {"after_round": "0"})

        assertRedirects(response, of_entry(playing, 9))
        assert playing.entry(9).withdrawn_after == 0

        client.post(of_entry(playing, 9, "return/"), {"request_id": str(uuid4())})
        assert playing.entry(9).withdrawn_after is None

    def test_a_round_that_there_is_not(self, playing, sign_in):
        response = sign_in().post(of_entry(playing, 9, "withdraw/"), {"after_round": "9"})

        assert response.status_code == 422
        assert playing.entry(9).withdrawn_after is None

    def test_somebody_plays_instead(self, playing, sign_in, club):
        typed = {"name": "Frank", "from_round": "1", "from_deal": "1"}

        response = sign_in().post(of_entry(playing, 9, "substitute/"), typed)

        assertRedirects(response, of_entry(playing, 9))
        change = playing.entry(9).substitutions.get()
        assert (change.player, change.from_round) == (club.player("Frank"), 1)

    def test_in_the_middle_of_a_round_from_the_deal_to_come(self, playing, sign_in, club):
        """The form offered deal 1, which is refused once one is played."""
        table = playing.tables()[0]
        leaver = playing.seated(table)[0]
        playing.deal(table)
        client = sign_in()

        form = page_form(client.get(of_entry(playing, leaver, "substitute/")), has="from_deal")
        response = form.fill(name="Frank").send(client)

        assertRedirects(response, of_entry(playing, leaver))
        seat = table.seats.get(position__isnull=False, entry__number=leaver)
        assert seat.player == club.player("Frank")

    def test_not_somebody_who_has_entered(self, playing, sign_in):
        typed = {"name": "P01", "from_round": "1", "from_deal": "1"}

        response = sign_in().post(of_entry(playing, 9, "substitute/"), typed)

        assert response.status_code == 422
        assert errors(response) == {
            "name": ["This person holds an entry of the tournament already."]
        }
