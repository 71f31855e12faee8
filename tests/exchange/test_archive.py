"""The archive of a club: out and back in without loss. Source: leagues.md §7.4."""

import json
from datetime import UTC, date, datetime
from io import BytesIO
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone

from clubs.access import Actor, Forbidden
from clubs.core.measures import Rate
from clubs.exchange.archive import FORMAT, open_archive, write_archive
from clubs.exchange.bundle import BundleDamaged, write_bundle
from clubs.games.french.models import PlayerSums, TableSums
from clubs.games.french.queries.stored_statistics import stored_statistics
from clubs.models import (
    Announcement,
    AuditEntry,
    Category,
    Club,
    Confirmation,
    Counter,
    Deal,
    DealScore,
    ImportedRow,
    ImportRun,
    League,
    LeagueSitting,
    Link,
    MatchScore,
    Membership,
    Penalty,
    Player,
    Publication,
    RatingChange,
    RoleOffer,
    Seat,
    Sitting,
    SittingTotal,
    SlipMode,
    Substitution,
    Team,
    TournamentRole,
    User,
)
from clubs.queries.statistics.populations import Population
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.deals.rules import save_rules
from clubs.services.demo.demo import load_demo
from clubs.services.files.archives import FILES, PARTS, ArchiveRefused, audit_of, import_club
from clubs.services.files.checks import check_chains, check_seasons, check_sittings
from clubs.services.people import people
from clubs.services.people.players import merge_players
from clubs.services.seasons.leagues import close_league
from clubs.services.tables import sittings
from clubs.services.tables.takeover import take_over
from clubs.services.tournaments.entries import substitutions
from clubs.services.tournaments.results import publish_results
from clubs.services.tournaments.rounds import slip_rulings, slips
from tests.cast import totals
from tests.hall import Hall

COMMAND = Actor.command("test")
RUN = {"kind": "deals", "name": "2025.csv", "digest": "0" * 64, "content": {"rows": [1]}}


def exported(club, actor=COMMAND):
    out = BytesIO()
    write_archive(actor, club, out)
    return out.getvalue()


def imported(content, **how):
    with open_archive(BytesIO(content)) as bundle:
        return import_club(COMMAND, bundle.rows, **how)


def read(content):
    """Its files as lists of rows, and the manifest."""
    with ZipFile(BytesIO(content)) as archive:
        return {
            name.removesuffix(".json"): json.loads(archive.read(name))
            for name in archive.namelist()
        }


def changed(content, change):
    """Packed again after a change, with a manifest that fits."""
    files = read(content)
    versions = files.pop("manifest")["versions"]
    change(files)
    out = BytesIO()
    write_bundle(out, FORMAT, versions, files.items())
    return out.getvalue()


def forget(club):
    """The installation without that club, and without the clubs that its tables were in before."""
    chains = list(audit_of(club).values_list("pk", "club"))
    for part in reversed(PARTS):
        part.model._base_manager.filter(**{part.club: club}).delete()
    with connection.cursor() as cursor:
        for key, _ in chains:
            cursor.execute("DELETE FROM clubs_auditentry WHERE id = %s", [key])
    Club.objects.filter(pk__in={club.pk, *(former for _, former in chains)}).delete()


@pytest.fixture
def proved(club):
    """Everybody has proved the address of the account."""
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True)
        for user in club.users.values()
    )


@pytest.fixture
def full(club, proved):
    """A club that has something of everything."""
    charlie = club.actor("Charlie")
    maison = {"name": "maison", "title": "Maison", "rounding": 10}
    save_rules(charlie, club.club, maison, seen_version=0, request_id=uuid4())
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    deal = club.deal(table, points=46)  # (25+5)·2 = 60 a defender
    club.deal(table, kind="void", void_reason="all_pass")
    sittings.correct_deal(
        charlie,
        deal,
        club.record(table, points=49, poignees=[{"player": "Bob", "size": "simple"}]),
        revision=1,
        reason="Mal compté",
        request_id=uuid4(),
    )
    club.reseat(table, "Alice", "Bob", "Charlie", "Zoe")  # Dora leaves, somebody new comes
    zoe = Player.objects.get(name="Zoe")
    club.deal(table, number=3)
    merge_players(charlie, zoe, club.player("Frank"), request_id=uuid4())
    sittings.close_sitting(charlie, table, request_id=uuid4())
    [gone] = people.add_players(charlie, club.club, ["Gil"], request_id=uuid4())
    people.archive_player(charlie, gone, request_id=uuid4())
    opened = club.private_table("Ana", "Luc", "Jo")
    alice = Actor.of_user(club.user("Alice"), [str(opened.link.uuid)])
    take_over(alice, opened.sitting.club, club.club, {}, request_id=uuid4())
    seasons(club, table)
    tournament(club)
    return club


def tournament(cast):
    """One with a round that is played, a substitute, a penalty, a team, a bye, and its results."""
    hall = Hall.gather(cast, 9, shows_page=True, leftovers="bye", table_sizes=[4])
    olivia = cast.user("Olivia")
    TournamentRole.objects.create(tournament=hall.tournament, user=olivia, role="desk")
    Category.objects.create(tournament=hall.tournament, code="F", name="Dames")
    team = Team.objects.create(tournament=hall.tournament, name="Bouts A")
    hall.tournament.entries.filter(number__lte=2).update(team=team)
    first = hall.entry(1)
    hall.publish()
    hall.play()
    Confirmation.objects.create(slip=hall.tables()[0].slip, entry=first)
    hall.validate()
    Substitution.objects.create(entry=first, player=cast.player("Dora"), name="Dora", from_round=2)
    Penalty.objects.create(
        entry=first, player=first.player, points=-30, reason="Retard", after_round=1, code="late"
    )
    Announcement.objects.create(tournament=hall.tournament, text="Buvette ouverte")
    Publication.objects.create(tournament=hall.tournament, version=1, content={"rows": []})


def seasons(club, table):
    """A season with an evening, a penalty, what was published, ratings, and an old spreadsheet."""
    olivia, alice = club.user("Olivia"), club.player("Alice")
    league = club.league("Alice", "Bob", shows_standings=True, seed=7)
    evening = club.evening(league, date(2025, 10, 10), table, place="Café")
    evening.present.set([alice, club.player("Dora")])
    Penalty.objects.create(evening=evening, player=alice, points=-20, reason="Retard")
    Publication.objects.create(
        league=league, version=1, published_by=olivia, content={"rows": [str(alice.uuid)]}
    )
    figures = {
        "mu_before": 25.0,
        "sigma_before": 25 / 3,
        "mu_after": 26.1,
        "sigma_after": 0.1 + 0.2,
    }
    RatingChange.objects.create(player=alice, sitting=table, sequence=1, **figures)
    SittingTotal.objects.create(sitting=table, player=alice, total=197, deal_count=12)
    run = ImportRun.objects.create(club=club.club, made_by=olivia, **RUN)
    ImportedRow.objects.create(club=club.club, key="a" * 64, target_uuid=run.uuid)


class TestRoundTrip:
    def test_byte_for_byte(self, full):
        before = exported(full.club)
        forget(full.club)
        assert not Club.objects.filter(slug="trois-bouts").exists()

        back = imported(before, link_accounts=True)

        assert exported(back) == before
        assert [*check_sittings(), *check_chains()] == []
        made = TableSums.objects.filter(sitting__club=back).values("sitting").distinct().count()
        assert made == back.sittings.closed().count() > 0

    def test_it_has_something_of_everything(self, full):
        """Else the test before would prove less than it says."""
        files = read(exported(full.club))

        assert [name for name in FILES if not files[name]] == []

    def test_every_table_of_the_database_is_in_it_or_left_out_for_a_reason(self):
        models = set(apps.get_app_config("clubs").get_models(include_auto_created=True))

        left_out = models - {part.model for part in PARTS} - {Club, AuditEntry}
        # An installation's; secrets; what follows from deals and is made anew.
        of_installation = {User, Counter}
        assert left_out == of_installation | {Link, RoleOffer, TableSums, PlayerSums, MatchScore}

    def test_a_closed_season_keeps_its_statistics(self, club, proved):
        """Alice won 180 and was the only taker; what was stored still follows from the deals, and
        the pages read it under the new primary keys."""
        table = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(table)
        sittings.close_sitting(club.actor("Alice"), table, request_id=uuid4())
        league = club.league("Alice", "Bob", "Charlie", "Dora")
        club.evening(league, date(2025, 10, 10), table, state="closed")
        close_league(club.actor("Charlie"), league, request_id=uuid4())
        stored = league.publications.get().content
        content = exported(club.club)
        forget(club.club)

        back = imported(content)

        league = League.objects.select_related("club").get()
        assert league.publications.get().content == stored
        assert list(check_seasons()) == []
        read = stored_statistics(Population(back, league=league))
        [taker] = read.figures().takers
        assert (taker.player, taker.success) == (back.players.get(name="Alice"), Rate(1, 1))
        assert read.records().highest_deal.table == Sitting.objects.get().uuid

    def test_a_tournament_that_was_played(self, club, proved):
        """With a substitute in the middle of a table, and a table of which only totals are known:
        byte for byte, and the same standings."""
        hall = Hall.gather(club, 8, rounds_planned=1)
        hall.publish()
        one, lost = hall.tables()
        first, second, *_others = hall.seated(one)
        hall.deal(one, first)
        told = {"from_round": 1, "from_deal": 2, "request_id": uuid4()}
        substitutions.substitute(hall.arbiter, hall.entry(first), name="Zoé", **told)
        hall.deal(one, second)
        hall.hand_in(one)
        hall.confirm(one)
        told = {"reason": "Perdue", "request_id": uuid4()}
        slip_rulings.set_mode(hall.arbiter, hall.table(lost), SlipMode.TOTALS, **told)
        numbers = hall.seated(lost)
        slips.type_totals(
            hall.phone(lost),
            hall.table(lost),
            dict(zip(numbers, (30, -10, -10, -10), strict=True)),
            entry=hall.entry(numbers[0]),
            seen=hall.mark(lost),
            request_id=uuid4(),
        )
        hall.confirm(lost)
        hall.validate()
        publish_results(hall.arbiter, hall.reread(), request_id=uuid4())
        standings = standings_after(hall.reread(), 1).rows
        before = exported(club.club)
        forget(club.club)

        back = imported(before, link_accounts=True)

        assert exported(back) == before
        assert standings_after(back.tournaments.get(), 1).rows == standings
        assert {row.number: row.total for row in standings}[first] == 180 - 60
        assert [*check_sittings(), *check_chains()] == []

    def test_people_play_on(self, full):
        forget_and_back = exported(full.club)
        forget(full.club)
        full.club = imported(forget_and_back, link_accounts=True)
        full.players |= {player.name: player for player in Player.objects.all()}

        table = full.sitting("Alice", "Bob", "Charlie", "Frank")
        full.deal(table, points=46)

        assert totals(table) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Frank": -60}
        assert [*check_sittings(), *check_chains()] == []

    def test_what_there_was_before(self, full):
        content = exported(full.club)
        forget(full.club)

        club = imported(content, link_accounts=True)

        table = Sitting.objects.get(club=club, leagues__isnull=False)
        # (25+8)·2 + 20 for Bob's poignée = 86 a defender, and (25+5)·2 = 60 in the third deal
        assert totals(table) == {
            "Alice": 3 * 86 + 3 * 60,
            "Bob": -146,
            "Charlie": -146,
            "Frank": -60,
            "Dora": -86,
        }
        actions = AuditEntry.objects.filter(chain_uuid=table.uuid).order_by("sequence")
        assert [(entry.action, entry.reason) for entry in actions][:3] == [
            ("record_deal", ""),
            ("record_deal", ""),
            ("correct_deal", "Mal compté"),
        ]
        assert Seat.objects.get(sitting=table, player__name="Frank").former != []
        [rating] = RatingChange.objects.all()
        assert (rating.sigma_before, rating.sigma_after) == (25 / 3, 0.1 + 0.2)
        assert LeagueSitting.objects.get().sitting == table

    def test_an_archive_from_before_family_names(self, full):
        def of_before(files):
            for part in ("players", "entries", "substitutions"):
                for row in files[part]:
                    del row["family_name"], row["sort_key"]
            files["players"][0]["name"] = "Jean de La Tour"

        content = changed(exported(full.club), of_before)
        forget(full.club)

        club = imported(content)

        player = club.players.order_by("pk")[0]
        assert (player.family_name, player.listed_name) == ("de La Tour", "DE LA TOUR Jean")
        assert not club.players.filter(sort_key="").exists()


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


class TestSecrets:
    def test_no_link_and_no_password(self, full):
        full.link(full.sitting("Alice", "Bob", "Charlie"))
        content = exported(full.club)

        with ZipFile(BytesIO(content)) as archive:
            text = b"".join(archive.read(name) for name in archive.namelist()).decode()
        links = list(Link.objects.filter(club=full.club))
        secrets = [told for link in links for told in (link.token, link.token_hash, link.code)]
        assert len(secrets) >= 3
        assert [secret for secret in secrets if secret in text] == []
        assert full.user("Alice").password not in text
        assert read(content)["accounts"][0] == {
            "uuid": str(full.user("Alice").uuid),
            "email": "alice@example.org",
            "name": "Alice",
        }

    def test_nothing_of_another_club(self, full):
        with ZipFile(BytesIO(exported(full.club))) as archive:
            text = b"".join(archive.read(name) for name in archive.namelist()).decode()

        assert str(full.user("Alice").uuid) in text
        for hidden in (full.other.uuid, full.user("Eve").uuid, "eve@example.org", "Ailleurs"):
            assert str(hidden) not in text

    @pytest.mark.parametrize("who", ["Alice", "Charlie", "Eve"])
    def test_for_owners_only(self, club, who):
        with pytest.raises(Forbidden):
            exported(club.club, club.actor(who))


def everything():
    return [
        list(model._base_manager.order_by("pk").values())
        for model in apps.get_app_config("clubs").get_models(include_auto_created=True)
    ]


class TestRefusals:
    """Nothing is written, and one line says why."""

    @pytest.fixture
    def content(self, full):
        content = exported(full.club)
        forget(full.club)
        return content

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


def test_an_older_archive_lacks_columns(full):
    """They are as in a new row."""
    content = exported(full.club)
    forget(full.club)

    def older(files):
        del files["club"][0]["least_takes"]
        for player in files["players"]:
            del player["nickname"], player["public_name"]

    club = imported(changed(content, older))

    assert club.least_takes == 10
    assert set(club.players.values_list("nickname", "public_name")) == {("", "initial")}


def test_a_table_that_was_elsewhere_before(full):
    """The former club is here still: its entries are not written twice."""
    content = exported(full.club)
    private = Club.objects.get(slug=None)
    entries = AuditEntry.objects.filter(club=private)
    kept = list(entries.order_by("pk").values())
    keys = set(audit_of(full.club).exclude(club=private).values_list("pk", flat=True))
    for part in reversed(PARTS):
        part.model._base_manager.filter(**{part.club: full.club}).delete()
    with connection.cursor() as cursor:
        for key in keys:
            cursor.execute("DELETE FROM clubs_auditentry WHERE id = %s", [key])
    full.club.delete()

    imported(content)

    assert list(entries.order_by("pk").values()) == kept
    assert [*check_sittings(), *check_chains()] == []


@pytest.fixture(scope="class")
def demo(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        load_demo(timezone.now())
        yield Club.objects.get(slug="amicale-du-tarot-de-dole")
        transaction.set_rollback(True)


@pytest.mark.usefixtures("db")
class TestDemoClub:
    def test_there_and_back(self, demo):
        before, scores = exported(demo), sums(demo)
        forget(demo)

        back = imported(before, link_accounts=True)

        assert exported(back) == before
        assert sums(back) == scores
        assert len(scores) > 10
        assert Membership.objects.filter(club=back).count() == len(read(before)["memberships"])
        assert [*check_sittings(), *check_chains()] == []


def sums(club):
    """What everybody has won or lost, by name."""
    told = {}
    for name, score in DealScore.objects.filter(deal__sitting__club=club).values_list(
        "player__name", "score"
    ):
        told[name] = told.get(name, 0) + score
    return told


def test_the_moment_of_a_deal_is_told_to_the_microsecond(full):
    Deal.objects.update(recorded_at=datetime(2026, 1, 2, 3, 4, 5, 678901, UTC))

    [told] = {deal["recorded_at"] for deal in read(exported(full.club))["deals"]}

    assert told == "2026-01-02T03:04:05.678901+00:00"
