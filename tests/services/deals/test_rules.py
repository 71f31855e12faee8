"""House rules: versions, refusals, repetition."""

from uuid import UUID, uuid4

import pytest

from clubs.core.problems import DealRefused
from clubs.models import RuleProfile
from clubs.services.deals.rules import save_rules
from clubs.services.errors import NameTaken, RequestReused, RulesMoved
from tests.cast import audit

REQUEST = UUID(int=7)


def save(club, who="Charlie", seen=0, request_id=None, **rules):
    told = {"title": "Dole", "name": "dole", **rules}
    return save_rules(
        club.actor(who),
        club.club,
        told,
        seen_version=seen,
        request_id=request_id or uuid4(),
    )


def versions():
    return list(RuleProfile.objects.order_by("name", "version").values_list("name", "version"))


class TestSaveRules:
    def test_a_new_profile_is_complete(self, club):
        profile = save(club, base="family", rounding=10)

        assert (profile.name, profile.version, profile.created_by) == (
            "dole",
            1,
            club.user("Charlie"),
        )
        assert profile.rules["rounding"] == 10
        assert profile.rules["poignee"] == {"simple": 20, "double": 40, "triple": 60}
        assert profile.rules["version"] == 1
        assert "base" not in profile.rules
        assert [(entry.action, entry.after) for entry in audit(club.club)] == [
            ("save_rules", {"game": "french", "name": "dole", "version": 1})
        ]

    def test_editing_makes_the_next_version(self, club):
        first = save(club)

        second = save(club, seen=1, rounding=10)

        assert versions() == [("dole", 1), ("dole", 2)]
        first.refresh_from_db()
        assert (first.rules["rounding"], second.rules["rounding"]) == (1, 10)
        assert second.rules["version"] == 2

    def test_an_open_table_keeps_its_rules(self, club):
        save(club)
        sitting = club.sitting("Alice", "Bob", "Charlie", rules={"name": "dole", "title": "Dole"})

        save(club, seen=1, rounding=10)

        sitting.refresh_from_db()
        assert (sitting.rules["version"], sitting.rules["rounding"]) == (1, 1)

    @pytest.mark.parametrize(
        ("title", "name"),
        [
            ("Règle de Dole", "regle-de-dole"),
            ("Новые правила", "house-rules"),
            ("New", "new-2"),
            ("FFT", "fft-2"),
        ],
    )
    def test_a_new_profile_without_name_gets_one_from_its_title(self, club, title, name):
        assert save(club, name="", title=title).name == name

    def test_two_titles_that_give_the_same_name(self, club):
        save(club, name="", title="Новые правила")

        assert save(club, name="", title="Старые правила").name == "house-rules-2"

    @pytest.mark.parametrize("title", ["Dole", "dole", "FFT official rules", "Family rules"])
    def test_a_title_that_is_taken(self, club, title):
        save(club)

        with pytest.raises(NameTaken):
            save(club, name="", title=title)

        assert versions() == [("dole", 1)]

    def test_ones_own_title_stays(self, club):
        save(club)

        assert save(club, seen=1).version == 2

    def test_ones_own_title_stays_though_a_built_in_profile_has_come_to_it(self, club):
        """The house had it first; others may not take it any more."""
        save(club)
        saved = RuleProfile.objects.get(name="dole")
        RuleProfile.objects.filter(pk=saved.pk).update(
            rules={**saved.rules, "title": "FFT official rules"}
        )

        again = save(club, title="FFT official rules", seen=1, rounding=10)

        assert (again.version, again.rules["rounding"]) == (2, 10)
        with pytest.raises(NameTaken):
            save(club, title="Family rules", seen=2)

    def test_the_title_of_another_club_is_free(self, club):
        save(club)

        saved = save_rules(
            club.actor("Eve"),
            club.other,
            {"title": "Dole", "name": "dole"},
            seen_version=0,
            request_id=uuid4(),
        )

        assert saved.version == 1

    def test_a_built_in_name(self, club):
        with pytest.raises(NameTaken):
            save(club, name="fft")

    def test_a_name_that_is_there_for_a_new_one(self, club):
        save(club)

        with pytest.raises(NameTaken):
            save(club, title="Other")

    def test_somebody_was_quicker(self, club):
        save(club)
        save(club, seen=1, rounding=10)

        with pytest.raises(RulesMoved):
            save(club, seen=1, rounding=5)

        assert versions() == [("dole", 1), ("dole", 2)]

    def test_a_version_of_nothing(self, club):
        with pytest.raises(RulesMoved):
            save(club, seen=1)

    def test_rules_that_core_refuses(self, club):
        with pytest.raises(DealRefused) as refusal:
            save(club, rounding=7, multipliers={"garde": 0})

        assert [(p.code, p.field) for p in refusal.value.problems] == [
            ("rules_invalid", "rules.rounding"),
            ("rules_invalid", "rules.multipliers.garde"),
        ]
        assert versions() == []

    def test_without_a_title(self, club):
        with pytest.raises(DealRefused):
            save(club, name="", title="")

    def test_an_edit_sent_twice(self, club):
        save(club)
        second = save(club, seen=1, request_id=REQUEST)

        assert save(club, seen=1, request_id=REQUEST) == second
        with pytest.raises(RequestReused):
            save(club, seen=1, request_id=REQUEST, rounding=5)
        assert versions() == [("dole", 1), ("dole", 2)]
