"""House rules of a table without an account."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import RuleProfile, Sitting
from tests.page_forms import page_form


@pytest.fixture
def kept(client, club):
    """A table without account that this browser keeps."""
    opened = club.private_table("Ana", "Luc", "Bob")
    client.cookies["django_language"] = "en"
    client.get(f"/s/{opened.link.token}/")
    return opened.sitting


class TestTableRules:
    def make(self, client, table, **told):
        start = client.get(f"{table}rules/house/")
        return page_form(start, has="title").fill(title="Chez nous", **told).send(client, "save")

    def test_made_at_the_table_and_played_by(self, client, kept):
        table = f"/t/{kept.uuid}/"
        assertContains(client.get(f"{table}rules/"), f'href="{table}rules/house/"')

        answer = self.make(client, table, rounding="10")

        assert answer.status_code == 302
        profile = RuleProfile.objects.get()
        assert (profile.club, profile.rules["title"]) == (kept.club, "Chez nous")
        form = page_form(client.get(answer.url), has="rules")
        assert form.data()["rules"] == profile.name
        form.send(client)
        played_by = Sitting.objects.get(pk=kept.pk).rules
        assert (played_by["name"], played_by["rounding"]) == (profile.name, 10)

    def test_changed_later_in_a_second_version(self, client, kept):
        table = f"/t/{kept.uuid}/"
        self.make(client, table)
        name = RuleProfile.objects.get().name
        edit = f"{table}rules/house/{name}/"
        assertContains(client.get(f"{table}rules/"), f'href="{edit}"')

        page_form(client.get(edit), has="title").fill(rounding="5").send(client, "save")

        assert RuleProfile.objects.get(name=name, version=2).rules["rounding"] == 5

    def test_a_trial_deal_and_no_way_to_the_built_in_rules(self, client, kept):
        table = f"/t/{kept.uuid}/"

        page = client.get(f"{table}rules/house/")

        assertContains(page, f'hx-post="{table}rules/preview/"')
        assert client.get(f"{table}rules/house/fft/").status_code == 404

    def test_the_trial_of_a_deal_does_not_offer_them(self, client, kept):
        answer = self.make(client, f"/t/{kept.uuid}/")
        client.get(answer.url)  # which says that they are saved

        assertNotContains(client.get("/try/"), "Chez nous")
