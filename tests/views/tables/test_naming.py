"""The name of a table: given later, from its menu."""

from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import AuditEntry
from tests.page_forms import page_form


class TestName:
    def test_is_given_from_the_menu_and_logged(self, alice, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        table = f"/t/{sitting.uuid}/"
        assertContains(alice.get(table), f'href="{table}name/"')

        page_form(alice.get(f"{table}name/"), has="table_name").fill(
            table_name=" Chez  Camille "
        ).send(alice)

        for path in (table, "/c/trois-bouts/", "/c/trois-bouts/tables/", f"{table}live/"):
            assertContains(alice.get(path), "Chez Camille")
        assertContains(alice.get(f"{table}log/"), "Name of the table changed")
        entry = AuditEntry.objects.get(action="name_sitting")
        assert (entry.before, entry.after) == ("", "Chez Camille")

    def test_taken_away_the_number_is_back(self, alice, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        path = f"/t/{sitting.uuid}/name/"
        page_form(alice.get(path), has="table_name").fill(table_name="Chez Camille").send(alice)

        page_form(alice.get(path), has="table_name").fill(table_name="").send(alice)

        assertContains(alice.get("/c/trois-bouts/"), "Table 1")
        assertNotContains(alice.get("/c/trois-bouts/"), "Camille")

    def test_a_longer_one_than_other_names_is_refused(self, alice, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        page = alice.get(f"/t/{sitting.uuid}/name/")
        form = page_form(page, has="table_name").fill(table_name="x" * 81)

        assert form.send(alice).status_code == 422
        assert not AuditEntry.objects.filter(action="name_sitting").exists()
