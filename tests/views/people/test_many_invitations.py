"""Inviting many people at once."""

import re

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Link, Membership, Player, RoleOffer
from clubs.queries.people.invitees import Line, read_lines
from clubs.services.people import people
from clubs.views.limits import INVITATIONS
from tests.cast import make_user
from tests.page_forms import form_on, page_form

MANY = "/c/trois-bouts/members/invite/"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def newcomers(club):
    """Zoé has an address, Luc has none."""
    names = ["Zoé Petit", "Luc Faure"]
    zoe, luc = people.write_players(
        club.actor("Charlie"), club.club, names, lambda *_: True, None, request_id=None
    )
    Player.objects.filter(pk=zoe.pk).update(email="zoe@example.org")
    return zoe, luc


def preview(client, text: str = "", **more):
    return form_on(client.get(MANY), "").fill(text=text, **more).send(client)


def outcomes(response) -> list[tuple[str, str]]:
    return [(row.name or row.address, str(row.outcome)) for row in response.context["rows"]]


def mend(response, **values):
    return page_form(response, has="address").fill(**values)


def test_what_people_paste_is_read():
    text = 'Zoé Petit <zoe@example.org>\n"Luc" luc@example.org;\n'
    text += "a@example.org, b@example.org\n\nAna"
    assert read_lines(text) == [
        Line("Zoé Petit", "zoe@example.org"),
        Line("Luc", "luc@example.org"),
        Line("", "a@example.org"),
        Line("", "b@example.org"),
        Line("Ana", ""),
    ]


def test_who_gets_what(club, newcomers, sign_in):
    client = sign_in("Olivia")
    text = "PETIT Zoé\nfaure luc\nZOÉ Petit\nzoe@example.org\nbob@example.org\n"
    text += "new@example.org\nFrank fr@nk"

    response = preview(client, text)

    assert outcomes(response) == [
        ("Zoé Petit", "mail"),
        ("Luc Faure", "link"),
        ("Zoé Petit", "twice"),
        ("Zoé Petit", "twice"),
        ("bob@example.org", "is_in"),
        ("new@example.org", "offer"),
        ("Frank", "wrong_address"),
    ]
    assert not Link.objects.exists()


def test_the_address_of_somebody_invited_is_not_offered_a_role_as_well(club, newcomers, sign_in):
    """It stands once beside the name and once alone, as lists have it."""
    text = "luc@example.org\nLuc Faure <luc@example.org>\nZoé Petit <LUC@example.org>"

    response = preview(sign_in("Olivia"), text)

    assert outcomes(response) == [
        ("luc@example.org", "twice"),
        ("Luc Faure", "mail"),
        ("Zoé Petit", "mail"),
    ]


def test_they_are_sent_once_mended_and_only_once(club, newcomers, sign_in):
    client = sign_in("Olivia")
    shown = preview(client, "Zoé Petit\nLuc Faure\nFrank fr@nk\nnew@example.org", role="scorer")
    assert outcomes(mend(shown).send(client, "look"))[2] == ("Frank", "wrong_address")
    addresses = ["zoe@example.org", "", "frank@example.net", "new@example.org"]
    again = mend(shown, address=addresses).send(client, "look")
    assert mail.outbox == []
    form = mend(again)

    for _time in range(2):
        assertRedirects(form.send(client, "write"), MANY)

    to = sorted(message.to[0] for message in mail.outbox)
    assert to == ["frank@example.net", "new@example.org", "zoe@example.org"]
    assert Link.objects.count() == 4
    # Of players no address is kept beside the link; that of an offer until it is accepted.
    assert sorted(RoleOffer.objects.values_list("role", "email")) == [
        ("scorer", ""),
        ("scorer", ""),
        ("scorer", ""),
        ("scorer", "new@example.org"),
    ]
    page = client.get(MANY)
    assertContains(page, "Luc Faure")
    assertContains(page, "scorer, until", count=4)  # so that nobody has a role unnoticed
    assertContains(client.get("/c/trois-bouts/settings/"), "scorer, until", count=4)
    assertContains(page, 'class="input-row copy-row"', count=4)  # to copy, also where a mail went


def test_a_player_comes_in_with_the_role(club, newcomers, sign_in, settings):
    settings.REGISTRATION = "invite"
    mend(preview(sign_in("Olivia"), "Zoé Petit", role="scorer")).send(sign_in("Olivia"), "write")
    [message] = mail.outbox
    address = re.search(r"http://testserver(/s/\S+)", message.body).group(1)
    guest = Client(headers={"accept-language": "en"})
    guest.force_login(make_user("Zoé"))

    shown = guest.get(address, follow=True)
    assertContains(shown, "You get this role: scorer.")
    form_on(shown, "").send(guest)

    held = Membership.objects.get(club=club.club, user__name="Zoé")
    assert held.role == "scorer"
    assert Player.objects.get(pk=newcomers[0].pk).user_id == held.user_id


def test_an_organiser_invites_players_alone(club, newcomers, sign_in):
    client = sign_in("Charlie")
    assertNotContains(client.get(MANY), 'name="role"')

    response = preview(client, "Zoé Petit\nnew@example.org")

    assert outcomes(response) == [("Zoé Petit", "mail"), ("new@example.org", "no_name")]
    data = mend(response, left_out=["1"]).data("look") | {"role": "owner", "step": "write"}
    assert client.post(MANY, data).status_code == 403
    assertRedirects(client.post(MANY, data | {"role": "member"}), MANY)
    assert [message.to for message in mail.outbox] == [["zoe@example.org"]]


def test_all_with_an_address_without_mail(club, newcomers, sign_in, settings):
    settings.SENDS_MAIL = False
    client = sign_in("Charlie")

    response = preview(client, everybody=True)

    assert outcomes(response) == [("Zoé Petit", "link")]
    assertRedirects(mend(response).send(client, "write"), MANY)
    assert mail.outbox == []
    assertContains(client.get(MANY), f"/s/{Link.objects.get().token}/")


def test_again_and_taken_back(club, newcomers, sign_in):
    client = sign_in("Olivia")
    mend(preview(client, "Zoé Petit\nnew@example.org")).send(client, "write")
    links = [str(link.uuid) for link in Link.objects.order_by("pk")]

    page_form(client.get(MANY), press=links[0]).send(client, f"again={links[0]}")
    page_form(client.get(MANY), press=links[1]).send(client, f"again={links[1]}")
    assert len(mail.outbox) == 4

    page_form(client.get(MANY), press=links[0]).send(client, f"withdraw={links[0]}")
    [offer] = Link.objects.filter(revoked_at=None)
    page_form(client.get(MANY), press=str(offer.uuid)).send(client, f"end={offer.uuid}")
    assert not Link.objects.filter(revoked_at=None).exists()
    assertNotContains(client.get(MANY), "copy-row")


def test_no_more_than_the_hour_allows(club, newcomers, sign_in, monkeypatch):
    client = sign_in("Charlie")
    monkeypatch.setattr(type(INVITATIONS), "room", lambda self, request: 1)

    answer = mend(preview(client, "Zoé Petit\nLuc Faure")).send(client, "write")

    assert answer.status_code == 422
    assertContains(answer, "Only 1 more invitation can be made", status_code=422)
    assert not Link.objects.exists()


def test_what_could_not_be_sent_is_named(club, newcomers, sign_in, monkeypatch):
    client = sign_in("Charlie")
    monkeypatch.setattr(EmailBackend, "send_messages", _refuse)

    answer = mend(preview(client, "Zoé Petit\nLuc Faure")).send(client, "write")

    page = client.get(answer.url)
    assertContains(page, "No mail could be sent to zoe@example.org.")
    assert Link.objects.count() == 2


def _refuse(*_arguments: object) -> int:
    raise ConnectionRefusedError
