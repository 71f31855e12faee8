"""The archive of a club: out and back in without loss. Source: leagues.md §7.4."""

from datetime import UTC, date, datetime
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.apps import apps

from clubs.access import Forbidden
from clubs.core.measures import Rate
from clubs.games.french.queries.stored_statistics import stored_statistics
from clubs.models import (
    AuditEntry,
    Best,
    Chain,
    Club,
    ClubSeal,
    Counter,
    Deal,
    League,
    LeagueSitting,
    Link,
    MatchScore,
    Player,
    RatingChange,
    RoleOffer,
    Seat,
    Share,
    Sitting,
    SlipMode,
    Span,
    User,
)
from clubs.queries.statistics.populations import Population
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.deals.kept import check_kept
from clubs.services.files.archives import FILES, PARTS
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_seasons, check_sittings
from clubs.services.seasons.leagues import close_league
from clubs.services.tables import sittings
from clubs.services.tournaments.entries import substitutions
from clubs.services.tournaments.results import publish_results
from clubs.services.tournaments.rounds import slip_rulings, slips
from tests.cast import totals
from tests.exchange.archives import changed, exported, forget, imported, read
from tests.hall import published_hall


class TestRoundTrip:
    def test_byte_for_byte(self, full):
        before = exported(full.club)
        forget(full.club)
        assert not Club.objects.filter(slug="trois-bouts").exists()

        back = imported(before, link_accounts=True)

        assert exported(back) == before
        assert [*check_sittings(), *check_chains()] == []
        made = back.sittings.filter(kept__isnull=False).count()
        assert made == back.sittings.closed().count() > 0
        assert list(check_kept()) == []

    def test_it_has_something_of_everything(self, full):
        """Else the test before would prove less than it says."""
        files = read(exported(full.club))

        assert [name for name in FILES if not files[name]] == []

    def test_every_table_of_the_database_is_in_it_or_left_out_for_a_reason(self):
        models = set(apps.get_app_config("clubs").get_models(include_auto_created=True))

        left_out = models - {part.model for part in PARTS} - {Club, AuditEntry}
        # An installation's; secrets; what follows from deals and is made anew.
        of_installation = {User, Counter, Chain, ClubSeal}
        assert left_out == of_installation | {*(Link, RoleOffer, MatchScore, Span, Share, Best)}

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
        assert read.records().records["deal"].table == Sitting.objects.get().uuid

    def test_a_tournament_that_was_played(self, club, proved):
        """With a substitute in the middle of a table, and a table of which only totals are known:
        byte for byte, and the same standings."""
        hall = published_hall(club, 8, rounds_planned=1)
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
        actions = AuditEntry.objects.filter(chain__uuid=table.uuid).order_by("sequence")
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


def test_the_moment_of_a_deal_is_told_to_the_microsecond(full):
    Deal.objects.update(recorded_at=datetime(2026, 1, 2, 3, 4, 5, 678901, UTC))

    [told] = {deal["recorded_at"] for deal in read(exported(full.club))["deals"]}

    assert told == "2026-01-02T03:04:05.678901+00:00"
