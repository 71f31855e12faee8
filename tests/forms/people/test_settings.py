"""What may be typed on the settings page of a club."""

import pytest

from clubs.forms.people.settings import ClubForm, RoleForm, role_rows, time_zones
from clubs.models import Role
from clubs.queries.deals.rules import available_rules
from clubs.queries.people.people import accounts

ID = "0b0b0b0b-0000-4000-8000-000000000001"


class TestClubForm:
    def form(self, club, **changes):
        told = {"name": "Dole", "time_zone": "Europe/Paris", "rules": "fft", **changes}
        told["lists_by"] = "family_name"
        return ClubForm(told, club=club.club, offers=available_rules(club.club))

    def test_zones_are_places(self):
        zones = time_zones()

        assert {"Europe/Paris", "Indian/Reunion", "America/Martinique"} <= set(zones)
        assert not {"UTC", "CET", "Etc/GMT-2"} & set(zones)

    @pytest.mark.parametrize(
        "changes",
        [{"time_zone": "Europe/Dole"}, {"rules": "dole"}, {"name": ""}, {"name": "x" * 81}],
        ids=str,
    )
    def test_refused(self, club, changes):
        assert list(self.form(club, **changes).errors) == list(changes)

    def test_accepted(self, club):
        assert self.form(club, rules="family", name="x" * 80).is_valid()

    def test_a_zone_that_the_club_has_already(self, club):
        club.club.time_zone = "UTC"

        assert self.form(club, time_zone="UTC").is_valid()


class TestRoleRows:
    def test_the_form_that_came_back_stands_in_its_row(self, club):
        bob = club.user("Bob")
        bound = RoleForm.of_post({"user": str(bob.uuid), "role": "unknown"})
        bound.is_valid()

        rows = role_rows(accounts(club.actor("Olivia"), club.club), club.user("Olivia"), bound)

        assert [(str(row.membership.user), row.form is bound, row.is_self) for row in rows] == [
            ("Olivia", False, True),
            ("Charlie", False, False),
            ("Alice", False, False),
            ("Bob", True, False),
            ("Dora", False, False),
        ]
        assert len({row.form["role"].id_for_label for row in rows}) == 5

    def test_the_role_that_was_chosen(self):
        form = RoleForm.of_post({"user": ID, "role": "scorer"})

        assert form.is_valid()
        assert form.to_role() is Role.SCORER
