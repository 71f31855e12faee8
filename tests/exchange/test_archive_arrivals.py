"""Accounts that an archive finds again, and archives that are refused. Source: leagues.md §7.4."""

from uuid import UUID, uuid4

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection

from clubs.exchange.bundle import BundleDamaged
from clubs.models import (
    AuditEntry,
    Club,
    Player,
    User,
)
from clubs.services.files.archives import PARTS, audit_of
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.files.club_imports import ArchiveRefused
from tests.again import built_again
from tests.exchange.archives import changed, exported, forget, imported


class TestAccounts:
    def test_without_being_told_nobody_has_a_role(self, full):
        content = exported(full.club)
        forget(full.club)

        club = imported(content)

        assert not club.memberships.exists()
        assert set(club.players.values_list("user", flat=True)) == {None}
        assert [*check_sittings(), *check_chains()] == []
        again = exported(club)
        forget(club)
        assert exported(imported(again)) == again

    def test_only_proved_addresses(self, full):
        content = exported(full.club)
        forget(full.club)
        EmailAddress.objects.exclude(email="alice@example.org").update(verified=False)

        club = imported(content, link_accounts=True)

        assert [(row.user.name, row.role) for row in club.memberships.all()] == [
            ("Alice", "scorer")
        ]
        assert [player.name for player in club.players.exclude(user=None)] == ["Alice"]

    def test_they_may_be_others_by_uuid(self, full):
        content = exported(full.club)
        forget(full.club)
        User.objects.filter(name="Alice").update(uuid=uuid4())

        club = imported(content, link_accounts=True)

        assert club.memberships.get(role="scorer").user.name == "Alice"

    def test_an_owner_may_be_named(self, full):
        content = exported(full.club)
        forget(full.club)

        club = imported(content, owner="eve@example.org")

        assert [(row.user.name, row.role) for row in club.memberships.all()] == [("Eve", "owner")]

    def test_an_owner_may_be_named_later(self, full):
        content = exported(full.club)
        forget(full.club)
        club = imported(content)

        assert imported(content, owner="eve@example.org") == club
        assert [row.user.name for row in club.memberships.all()] == ["Eve"]
        with pytest.raises(ArchiveRefused, match="is here already"):
            imported(content, owner="bob@example.org")

    def test_nobody_comes_to_own_tables_of_somebody_elses_link(self, full):
        content = exported(full.club)
        private = Club.objects.get(slug=None)
        told = changed(content, lambda files: files["club"][0].update(uuid=str(private.uuid)))

        with pytest.raises(ArchiveRefused):
            imported(told, owner="olivia@example.org")
        assert not private.memberships.exists()

    def test_an_owner_without_account(self, full):
        content = exported(full.club)
        forget(full.club)

        with pytest.raises(ArchiveRefused, match="nobody has an account"):
            imported(content, owner="nobody@example.org")
        assert not Club.objects.filter(slug="trois-bouts").exists()


def everything():
    return [
        list(model._base_manager.order_by("pk").values())
        for model in apps.get_app_config("clubs").get_models(include_auto_created=True)
    ]


class TestRefusals:
    """Nothing is written, and one line says why."""

    @pytest.fixture
    def content(self, full):
        return built_again(_gone, full)

    def refused(self, content):
        before = everything()
        with pytest.raises((ArchiveRefused, BundleDamaged)) as refusal:
            imported(content, link_accounts=True)
        assert everything() == before
        assert "\n" not in str(refusal.value)
        return str(refusal.value)

    def test_a_club_that_is_here(self, full):
        assert self.refused(exported(full.club)) == "the club Les Trois Bouts is here already"

    def test_its_address_is_taken(self, content, club):
        Club.objects.filter(pk=club.other.pk).update(slug="trois-bouts")

        assert "another club here has the address trois-bouts" in self.refused(content)
        assert imported(content, slug="trois-bouts-bis").slug == "trois-bouts-bis"

    @pytest.mark.parametrize("cut", [10, 1000, 5000])
    def test_cut_off(self, content, cut):
        assert "damaged or incomplete" in self.refused(content[:-cut])

    def test_another_archive(self, content):
        assert "not those of an archive" in self.refused(
            changed(content, lambda files: files.pop("audit"))
        )

    @pytest.mark.parametrize(
        ("name", "change", "reason"),
        [
            ("deals", {"stake": 61}, "does not add up"),
            ("scores", {"score": 1}, "does not add up"),
            ("audit", {"reason": "other"}, "log was changed"),
            ("audit", {"actor": "account:x"}, "log was changed"),
            ("club", {"uuid": str(UUID(int=5))}, "which is not in it"),
            ("club", {"time_zone": "Mars/Base"}, "no time zone"),
            ("club", {"slug": None}, "no address"),
            ("club", {"slug": "a b"}, "do not fit"),
            ("players", {"name": "x" * 81}, "do not fit"),
            ("players", {"name": None}, "do not fit"),
            ("players", {"colour": "red"}, "newer version"),
            ("players", {"uuid": "no"}, "do not fit"),
            ("seats", {"player": str(UUID(int=6))}, "names 00000000-0000-0000-0000-000000000006"),
            ("seats", {"player": [1]}, "names [1]"),
            ("deals", {"record": []}, "not"),
            ("deals", {"recorded_at": "2026-01-01T00:00:00"}, "no time zone"),
            ("deals", {"number": 10**30}, "do not fit"),
            ("deals", {"kind": "odd"}, "do not fit"),
            ("memberships", {"role": "emperor"}, "do not fit"),
            ("players", {"categories": {"Jeudi": 1}}, "categories is list in every row"),
            ("players", {"categories": [{"Jeudi": 1}]}, "categories has more than texts"),
            ("players", {"free_columns": [["Tél", 12]]}, "free_columns has more than texts"),
            ("club", {"groups": [5]}, "groups has more than texts"),
            ("leagues", {"standings_rules": ["total"]}, "standings_rules is dict"),
            ("leagues", {"standings_rules": {"method": "luck"}}, "method"),
            ("tournaments", {"settings": {"best_n": "all"}}, "best_n"),
            ("tournaments", {"rules": {"name": 5}}, "name"),
            ("rule_profiles", {"rules": {"name": 5}}, "name"),
            ("tournaments", {"apart": [[1, "zwei"]]}, "none that its column can have"),
            ("rounds", {"plan": {"tables": [{"number": 1}]}}, "players"),
            ("rounds", {"plan": {"byes": [999]}}, "none that its column can have"),
            ("rounds", {"plan": {"undo": [{"numbers": [7]}]}}, "tables"),
            ("rounds", {"certificate": {"ok": True}}, "errors"),
            ("rounds", {"printed": {"seating": {"at": "noon", "mark": ""}}}, "noon"),
            ("publications", {"content": {"standings": {"rows": [{}]}}}, "player"),
            ("publications", {"content": {"titles": [{"title": 1}]}}, "do not fit"),
            ("tournament_results", {"content": {"standings": {"rows": [1]}}}, "do not fit"),
            ("imports", {"report": {"tables": ["x"]}}, "do not fit"),
        ],
    )
    def test_a_changed_row_with_a_right_sum(self, content, name, change, reason):
        assert reason in self.refused(changed(content, lambda files: files[name][0].update(change)))

    @pytest.mark.parametrize("name", ["players", "memberships", "sittings", "leagues"])
    def test_a_row_for_another_club(self, content, name):
        """Only the log may name a former club: it may be one that is here."""

        def elsewhere(files):
            files[name][0]["club"] = files["former_clubs"][0]["uuid"]

        assert "which is not in it" in self.refused(changed(content, elsewhere))

    def test_a_former_club_with_pages(self, content, club):
        other = str(club.other.uuid)

        told = changed(content, lambda files: files["former_clubs"][0].update(uuid=other))

        assert "no private one" in self.refused(told)

    def test_a_missing_entry_of_the_log(self, content):
        assert "log was changed" in self.refused(
            changed(content, lambda files: files["audit"].pop(2))
        )

    def test_a_missing_deal(self, content):
        def without(files):
            gone = files["deals"].pop()["uuid"]
            files["scores"] = [row for row in files["scores"] if row["deal"] != gone]

        assert "does not add up" in self.refused(changed(content, without))

    def test_two_clubs(self, content):
        two = changed(content, lambda files: files["club"].append(files["club"][0]))

        assert "do not fit" in self.refused(two)


def test_groups_come_along(full):
    """Those that members see, and who is in them."""
    Club.objects.filter(pk=full.club.pk).update(groups=["Jeudi"])
    Player.objects.filter(pk=full.player("Alice").pk).update(categories=["Jeudi"])
    full.club.refresh_from_db()
    content = exported(full.club)
    forget(full.club)

    club = imported(content)

    assert club.groups == ["Jeudi"]
    assert [one.name for one in club.players.all() if one.categories] == ["Alice"]


def test_an_older_archive_lacks_columns(full):
    """They are as in a new row, and settings keep to the limits of today."""
    content = exported(full.club)
    forget(full.club)

    def older(files):
        del files["club"][0]["least_takes"]
        for player in files["players"]:
            del player["nickname"], player["public_name"]
        files["tournaments"][0]["settings"]["rounds_planned"] = 99  # more than can be drawn

    club = imported(changed(content, older))

    assert club.least_takes == 10
    assert club.tournaments.get().settings["rounds_planned"] == 60
    assert set(club.players.values_list("nickname", "public_name")) == {("", "initial")}


def test_a_table_that_was_elsewhere_before(full):
    """The former club is here still: its entries are not written twice."""
    content = exported(full.club)
    private = Club.objects.get(slug=None)
    entries = AuditEntry.objects.filter(club=private)
    told = ("chain__uuid", "sequence", "hash", "before", "after")
    kept = list(entries.order_by("pk").values_list(*told))
    keys = set(audit_of(full.club).exclude(club=private).values_list("pk", flat=True))
    for part in reversed(PARTS):
        part.model._base_manager.filter(**{part.club: full.club}).delete()
    with connection.cursor() as cursor:
        for key in keys:
            cursor.execute("DELETE FROM clubs_auditentry WHERE id = %s", [key])
    full.club.delete()

    imported(content)

    assert sorted(entries.values_list(*told), key=str) == sorted(kept, key=str)
    assert [*check_sittings(), *check_chains()] == []


def _gone(full):
    """The archive of a club that is not here any more."""
    content = exported(full.club)
    forget(full.club)
    return content
