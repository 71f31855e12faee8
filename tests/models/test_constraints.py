"""Every constraint of the database both ways: one row refused by name, its neighbour accepted."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from clubs.constraints import OfSameClub
from clubs.models import (
    AuditEntry,
    Best,
    Chain,
    Club,
    ClubSeal,
    Deal,
    DealScore,
    Evening,
    ImportedRow,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    Link,
    MatchScore,
    Membership,
    Penalty,
    Player,
    Publication,
    RatingChange,
    RoleOffer,
    RuleProfile,
    Seat,
    Share,
    Sitting,
    SittingTotal,
    Span,
    User,
)
from tests.again import built_again
from tests.cast import Cast
from tests.hall import Hall
from tests.models import tournament_rows

AT = datetime(2026, 1, 6, 20, 15, tzinfo=UTC)
USED, FREE = UUID(int=1), UUID(int=2)
TUESDAY = date(2025, 11, 4)


@dataclass
class World:
    """One sitting with one deal, beside the people of the cast; and a season of which Bob is a
    member, with an evening at which the sitting counts; and a tournament of one table."""

    cast: Cast
    sitting: Sitting
    deal: Deal
    league: League
    evening: Evening
    hall: Hall

    def club(self) -> Club:
        return self.cast.club

    def other_sitting(self) -> Sitting:
        return self.cast.sitting("Alice", "Bob", "Charlie", "Dora")

    def seat(self, position: int) -> Seat:
        return self.sitting.seats.get(position=position)


RATED = {"sequence": 1, "mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7}

MATCH = {"number": 1, "score": 34, "halves": 2, "deals": 2}


@pytest.fixture
def world(club: Cast) -> World:
    return built_again(make_world, club)


def make_world(club: Cast) -> World:
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    deal = club.deal(sitting)
    seat = Seat.objects.create(sitting=sitting, position=6, player=club.player("Frank"))
    deal.scores.filter(player=club.player("Dora")).delete()
    assert (deal.number, seat.position) == (1, 6)
    User.objects.filter(email="alice@example.org").update(uuid=USED)
    Player.objects.filter(name="Alice").update(uuid=USED)
    Club.objects.filter(slug="trois-bouts").update(uuid=USED)
    Sitting.objects.update(uuid=USED)
    Deal.objects.update(uuid=USED)
    RuleProfile.objects.create(
        club=club.club, game="french", name="maison", version=1, rules=sitting.rules
    )
    Link.objects.create(
        uuid=USED,
        club=club.club,
        kind="watch",
        target_uuid=USED,
        code="222222",
        token_hash="0" * 64,
    )
    league = club.league("Bob")
    evening = club.evening(league, TUESDAY, sitting)
    bob = club.player("Bob")
    SittingTotal.objects.create(sitting=sitting, player=bob, total=5)
    MatchScore.objects.create(sitting=sitting, player=bob, **MATCH)
    span = Span.objects.create(club=club.club, game="french", kind="club", rules="fft")
    Share.objects.create(club=club.club, kind="club", span=span, player=bob, deals=1, content="{}")
    Best.objects.create(
        club=club.club, game="french", kind="day", size=0, ref="2026-03-02", content="{}"
    )
    rows = [Penalty(evening=evening, player=bob, points=-5, reason="Retard")]
    Penalty.objects.bulk_create(rows)
    RatingChange.objects.create(sitting=sitting, player=bob, **RATED)
    _free, used = (
        Link.objects.create(
            club=club.club,
            kind="invitation",
            target_uuid=club.club.uuid,
            code=digit * 6,
            token_hash=digit * 64,
        )
        for digit in "89"
    )
    RoleOffer.objects.create(link=used, email="gil@example.org", role="member")
    Publication.objects.create(league=league, version=1, content={})
    ImportRun.objects.create(club=club.club, kind="members", name="a.csv", digest="0")
    ImportedRow.objects.create(club=club.club, key="0", target_uuid=USED)
    for model in (League, Evening, Penalty, ImportRun):
        model.objects.update(uuid=USED)
    return World(club, sitting, deal, league, evening, tournament_rows.fill(club))


# A row that the database takes, by model; the cases below change what they are about.
ROWS: dict[type[models.Model], Callable[[World], dict[str, Any]]] = {
    User: lambda w: {"email": "gil@example.org", "password": "x"},
    Club: lambda w: {"slug": "neuf", "name": "Neuf"},
    Membership: lambda w: {"club": w.club(), "user": w.cast.user("Eve"), "role": "member"},
    Player: lambda w: {"club": w.club(), "name": "Gil", "name_key": "gil", "table_name": "Gil"},
    RuleProfile: lambda w: {
        "club": w.club(),
        "game": "french",
        "name": "maison",
        "version": 2,
        "rules": {},
    },
    Sitting: lambda w: {"club": w.club(), "game": "french", "rules": {}, "active_count": 4},
    Seat: lambda w: {"sitting": w.sitting, "position": 4, "player": w.cast.player("Olivia")},
    Deal: lambda w: {
        "uuid": uuid4(),
        "sitting": w.sitting,
        "number": 2,
        "record": {},
        "kind": "played",
        "recorded_at": AT,
    },
    DealScore: lambda w: {
        "deal": w.deal,
        "seat": w.seat(3),
        "player": w.cast.player("Dora"),
        "role": "defender",
        "score": -60,
    },
    AuditEntry: lambda w: {
        "club": w.club(),
        "actor": "command:test",
        "action": "update_club",
        "target_type": "club",
        "target_uuid": USED,
        "chain": Chain.objects.get(uuid=w.sitting.uuid),
        "sequence": 2,
        "hash": "",
    },
    Chain: lambda w: {"club": w.club(), "kind": "club", "uuid": FREE},
    ClubSeal: lambda _w: {"club": Club.objects.create(name="x"), "until": 0, "words": {}},
    Link: lambda w: {
        "club": w.club(),
        "kind": "score",
        "target_uuid": w.sitting.uuid,
        "code": "CDFHJK",
        "token_hash": "1" * 64,
    },
    RoleOffer: lambda w: {
        "link": Link.objects.get(token_hash="8" * 64),
        "email": "gil@example.org",
        "role": "member",
    },
    League: lambda w: {
        "club": w.club(),
        "name": "Vendredi",
        "starts_on": TUESDAY,
        "ends_on": TUESDAY,
    },
    LeagueMember: lambda w: {"league": w.league, "player": w.cast.player("Dora"), "number": 2},
    Evening: lambda w: {"league": w.league, "held_on": date(2025, 11, 11)},
    LeagueSitting: lambda w: {
        "league": w.league,
        "evening": w.evening,
        "sitting": w.other_sitting(),
    },
    Penalty: lambda w: {
        "evening": w.evening,
        "player": w.cast.player("Bob"),
        "points": -20,
        "reason": "Retard",
    },
    Publication: lambda w: {"league": w.league, "version": 2, "content": {}},
    RatingChange: lambda w: {"sitting": w.sitting, "player": w.cast.player("Dora"), **RATED},
    ImportRun: lambda w: {
        "club": w.club(),
        "kind": "deals",
        "name": "b.csv",
        "digest": "1",
        "done": 3,
        "total": 3,
    },
    ImportedRow: lambda w: {"club": w.club(), "key": "1", "target_uuid": USED},
    **tournament_rows.ROWS,
    MatchScore: lambda w: {
        "sitting": w.sitting,
        "player": w.cast.player("Alice"),
        **MATCH,
    },
    SittingTotal: lambda w: {
        "sitting": w.sitting,
        "player": w.cast.player("Dora"),
        "total": -5,
    },
    Span: lambda w: {"club": w.club(), "game": "french", "kind": "club", "rules": "house"},
    Best: lambda w: {
        "club": w.club(),
        "game": "french",
        "kind": "day",
        "size": 0,
        "ref": "2026-03-03",
        "content": "{}",
    },
    Share: lambda w: {
        "club": w.club(),
        "kind": "club",
        "span": Span.objects.get(rules="fft"),
        "player": w.cast.player("Dora"),
        "deals": 1,
        "content": "{}",
    },
}

Values = Callable[[World], dict[str, Any]]


def case(name: str, model: type[models.Model], refused: Values, accepted: Values) -> Any:
    return pytest.param(name, model, refused, accepted, id=name)


def closed(state: str, at: datetime | None) -> Values:
    return lambda w: {"state": state, "closed_at": at}


def void(**values: Any) -> Values:
    return lambda w: {"kind": "void", **values}


def version(number: int) -> Values:
    return lambda w: {"version": number}


def anonymous(**values: Any) -> Values:
    return lambda w: {"anonymised_at": AT, "archived_at": AT, **values}


CASES = [
    # Memberships
    case(
        "membership_once_in_a_club",
        Membership,
        lambda w: {"user": w.cast.user("Alice")},
        lambda w: {"user": w.cast.user("Alice"), "club": w.cast.other},
    ),
    case(
        "membership_role_known",
        Membership,
        lambda w: {"role": "president"},
        lambda w: {"role": "organiser"},
    ),
    # Players
    case(
        "player_name_once_in_a_club",
        Player,
        lambda w: {"name_key": "alice"},
        lambda w: {"name_key": "alice", "archived_at": AT},
    ),
    case(
        "player_table_name_once_in_a_club",
        Player,
        lambda w: {"table_name": "Alice"},
        lambda w: {"table_name": "Alice", "club": w.cast.other},
    ),
    case(
        "player_user_once_in_a_club",
        Player,
        lambda w: {"user": w.cast.user("Alice"), "archived_at": AT},
        lambda w: {"user": w.cast.user("Eve")},
    ),
    case(
        "player_has_a_name",
        Player,
        lambda w: {"name": ""},
        lambda w: {"name": "G"},
    ),
    case(
        "player_public_name_known",
        Player,
        lambda w: {"public_name": "other"},
        lambda w: {"public_name": "hidden"},
    ),
    case("player_anonymous_is_nobody", Player, anonymous(archived_at=None), anonymous()),
    case("player_anonymous_is_nobody", Player, anonymous(email="g@example.org"), anonymous()),
    case("player_anonymous_is_nobody", Player, anonymous(licence="123"), anonymous()),
    case("player_anonymous_is_nobody", Player, anonymous(nickname="Gigi"), anonymous()),
    case(
        "player_anonymous_is_nobody",
        Player,
        lambda w: {**anonymous()(w), "user": w.cast.user("Eve")},
        lambda w: {"user": w.cast.user("Eve"), "email": "g@example.org"},
    ),
    # Rule profiles
    case(
        "rule_profile_version_once",
        RuleProfile,
        lambda w: {"version": 1},
        lambda w: {"version": 1, "name": "autre"},
    ),
    case(
        "rule_profile_version_from_1",
        RuleProfile,
        lambda w: {"version": 0, "name": "autre"},
        lambda w: {"version": 1, "name": "autre"},
    ),
    # Sittings
    case(
        "sitting_active_count_3_to_6",
        Sitting,
        lambda w: {"active_count": 2},
        lambda w: {"active_count": 3},
    ),
    case(
        "sitting_active_count_3_to_6",
        Sitting,
        lambda w: {"active_count": 7},
        lambda w: {"active_count": 6},
    ),
    case(
        "sitting_first_dealer_is_a_seat",
        Sitting,
        lambda w: {"first_dealer": 8},
        lambda w: {"first_dealer": 7},
    ),
    case(
        "sitting_table_number_from_1",
        Sitting,
        lambda w: {"table_number": 0},
        lambda w: {"table_number": 1},
    ),
    case(
        "sitting_state_known",
        Sitting,
        lambda w: {"state": "paused"},
        lambda w: {"state": "void"},
    ),
    case(
        "sitting_planned_means_not_opened",
        Sitting,
        lambda w: {"state": "planned", "opened_at": AT},
        lambda w: {"state": "planned", "opened_at": None},
    ),
    case(
        "sitting_planned_means_not_opened",
        Sitting,
        lambda w: {"state": "open", "opened_at": None},
        lambda w: {"state": "open", "opened_at": AT},
    ),
    case("sitting_closed_means_closed_at", Sitting, closed("closed", None), closed("closed", AT)),
    case("sitting_closed_means_closed_at", Sitting, closed("open", AT), closed("open", None)),
    case(
        "sitting_turn_from_a_deal", Sitting, lambda w: {"turn_from": 0}, lambda w: {"turn_from": 1}
    ),
    # Seats
    case(
        "seat_position_once",
        Seat,
        lambda w: {"position": 3},
        lambda w: {"position": 5},
    ),
    case(
        "seat_player_once",
        Seat,
        lambda w: {"player": w.cast.player("Alice")},
        lambda w: {"player": w.cast.player("Olivia")},
    ),
    case(
        "seat_position_0_to_7",
        Seat,
        lambda w: {"position": 8},
        lambda w: {"position": 7},
    ),
    # Deals
    case("deal_number_once", Deal, lambda w: {"number": 1}, lambda w: {"number": 2}),
    case("deal_number_from_1", Deal, lambda w: {"number": 0}, lambda w: {"number": 3}),
    case("deal_revision_from_1", Deal, lambda w: {"revision": 0}, lambda w: {"revision": 1}),
    case("deal_kind_known", Deal, lambda w: {"kind": "lost"}, lambda w: {"kind": "scores"}),
    case("deal_points_0_to_91", Deal, lambda w: {"points_x2": 183}, lambda w: {"points_x2": 182}),
    case("deal_oudlers_0_to_3", Deal, lambda w: {"oudlers": 4}, lambda w: {"oudlers": 3}),
    case("deal_void_has_reason_and_no_taker", Deal, void(), void(void_reason="misdeal")),
    case(
        "deal_void_has_reason_and_no_taker",
        Deal,
        lambda w: {"kind": "void", "void_reason": "other", "taker": w.cast.player("Alice")},
        lambda w: {"taker": w.cast.player("Alice")},
    ),
    case(
        "deal_void_has_reason_and_no_taker",
        Deal,
        lambda w: {"void_reason": "misdeal"},
        lambda w: {"void_reason": None},
    ),
    # Scores
    case(
        "deal_score_once_a_seat",
        DealScore,
        lambda w: {"seat": w.seat(0)},
        lambda w: {"seat": w.seat(6)},
    ),
    case(
        "deal_score_once_a_player",
        DealScore,
        lambda w: {"player": w.cast.player("Alice")},
        lambda w: {"player": w.cast.player("Frank")},
    ),
    # Seasons
    case(
        "league_starts_before_it_ends",
        League,
        lambda w: {"ends_on": date(2025, 11, 3)},
        lambda w: {"ends_on": TUESDAY},
    ),
    case("league_state_known", League, lambda w: {"state": "late"}, lambda w: {"state": "open"}),
    case("league_has_a_name", League, lambda w: {"name": ""}, lambda w: {"name": "V"}),
    case(
        "league_member_once",
        LeagueMember,
        lambda w: {"player": w.cast.player("Bob")},
        lambda w: {"player": w.cast.player("Frank")},
    ),
    case("league_number_once", LeagueMember, lambda w: {"number": 1}, lambda w: {"number": 3}),
    case("league_number_from_1", LeagueMember, lambda w: {"number": 0}, lambda w: {"number": 2}),
    case(
        "evening_once",
        Evening,
        lambda w: {"held_on": TUESDAY},
        lambda w: {"held_on": TUESDAY, "name": "Noël"},
    ),
    case("evening_state_known", Evening, lambda w: {"state": "late"}, lambda w: {"state": "open"}),
    case(
        "league_sitting_once",
        LeagueSitting,
        lambda w: {"sitting": w.sitting},
        lambda w: {"sitting": w.sitting, "league": w.cast.league(name="Vendredi")},
    ),
    case("penalty_is_not_0", Penalty, lambda w: {"points": 0}, lambda w: {"points": 1}),
    case(
        "penalty_cancelled_for_a_reason",
        Penalty,
        lambda w: {"cancelled_at": AT},
        lambda w: {"cancelled_at": AT, "cancel_reason": "Train en panne"},
    ),
    case(
        "penalty_cancelled_for_a_reason",
        Penalty,
        lambda w: {"cancel_reason": "Train en panne"},
        lambda w: {"cancel_reason": ""},
    ),
    case("publication_version_once", Publication, version(1), version(2)),
    case("publication_from_1", Publication, version(0), version(2)),
    case(
        "rating_change_once",
        RatingChange,
        lambda w: {"player": w.cast.player("Bob")},
        lambda w: {"player": w.cast.player("Alice")},
    ),
    case("import_done_of_total", ImportRun, lambda w: {"done": 4}, lambda w: {"done": 2}),
    case("imported_row_once", ImportedRow, lambda w: {"key": "0"}, lambda w: {"key": "2"}),
    case(
        "sitting_total_once_a_player",
        SittingTotal,
        lambda w: {"player": w.cast.player("Bob")},
        lambda w: {"player": w.cast.player("Alice")},
    ),
    case(
        "sitting_total_of_a_deal_at_least",
        SittingTotal,
        lambda w: {"deal_count": 0},
        lambda w: {"deal_count": 1},
    ),
    case(
        "match_score_once_a_player",
        MatchScore,
        lambda w: {"player": w.cast.player("Bob")},
        lambda w: {"player": w.cast.player("Bob"), "number": 2},
    ),
    case("match_score_number_from_1", MatchScore, lambda w: {"number": 0}, lambda w: {"number": 2}),
    case("match_score_halves_0_to_2", MatchScore, lambda w: {"halves": 3}, lambda w: {"halves": 0}),
    case("match_score_of_a_deal", MatchScore, lambda w: {"deals": 0}, lambda w: {"deals": 1}),
    case("span_once", Span, lambda w: {"rules": "fft"}, lambda w: {"ref": "2026-03-02"}),
    case("span_kind_known", Span, lambda w: {"kind": "week"}, lambda w: {"kind": "day"}),
    case("best_once", Best, lambda w: {"ref": "2026-03-02"}, lambda w: {"size": 4}),
    case("best_kind_known", Best, lambda w: {"kind": "week"}, lambda w: {"kind": "evening"}),
    case(
        "share_once",
        Share,
        lambda w: {"player": w.cast.player("Bob")},
        lambda w: {"player": w.cast.player("Alice")},
    ),
    case("share_of_a_deal", Share, lambda w: {"deals": 0}, lambda w: {"deals": 1}),
    # The log
    case("audit_sequence_once", AuditEntry, lambda w: {"sequence": 1}, lambda w: {"sequence": 9}),
    case(
        "audit_sequence_from_1",
        AuditEntry,
        lambda w: {"sequence": 0},
        lambda w: {"sequence": 9},
    ),
    case("chain_kind_known", Chain, lambda w: {"kind": "deal"}, lambda w: {"kind": "league"}),
    case(
        "Chain.uuid",
        Chain,
        lambda w: {"uuid": w.sitting.uuid},
        lambda w: {"uuid": FREE},
    ),
    case(
        "ClubSeal.club",
        ClubSeal,
        lambda w: {"club": w.cast.other},
        lambda _w: {"club": Club.objects.create(name="y")},
    ),
    # Links
    case(
        "link_code_once_while_valid",
        Link,
        lambda w: {"code": "222222"},
        lambda w: {"code": "222222", "revoked_at": AT},
    ),
    case(
        "link_kind_known",
        Link,
        lambda w: {"kind": "table"},
        lambda w: {"kind": "screen"},
    ),
    case(
        "Link.token_hash",
        Link,
        lambda w: {"token_hash": "0" * 64},
        lambda w: {"token_hash": "2" * 64},
    ),
    case(
        "RoleOffer.link",
        RoleOffer,
        lambda w: {"link": Link.objects.get(token_hash="9" * 64)},
        lambda w: {"link": Link.objects.get(token_hash="8" * 64)},
    ),
    # Single columns
    case(
        "User.email",
        User,
        lambda w: {"email": "alice@example.org"},
        lambda w: {"email": "alicia@example.org"},
    ),
    case("Club.slug", Club, lambda w: {"slug": "trois-bouts"}, lambda w: {"slug": None}),
    *(
        case(f"{model.__name__}.uuid", model, lambda w: {"uuid": USED}, lambda w: {"uuid": FREE})
        for model in (
            User,
            Club,
            Player,
            Sitting,
            Deal,
            Link,
            League,
            Evening,
            Penalty,
            ImportRun,
        )
    ),
    case(
        "AuditEntry.request_id",
        AuditEntry,
        lambda _w: {
            "request_id": AuditEntry.objects.filter(request_id__isnull=False)
            .latest("pk")
            .request_id
        },
        lambda w: {"request_id": None},
    ),
    *(case(*told) for told in tournament_rows.CASES),
]


def unique_columns(name: str, model: type[models.Model]) -> list[str]:
    """The columns of a unique constraint or field: SQLite names these and not the constraint."""
    if "." in name:
        return [name.partition(".")[2]]
    for constraint in model._meta.constraints:
        if constraint.name == name and isinstance(constraint, models.UniqueConstraint):
            return list(constraint.fields)
    return []


def signature(name: str, model: type[models.Model]) -> str:
    """How this database calls the constraint when it refuses a row."""
    table, fields = model._meta.db_table, unique_columns(name, model)
    columns = [model._meta.get_field(field).column for field in fields]
    if fields and connection.vendor == "sqlite":
        return "UNIQUE constraint failed: " + ", ".join(f"{table}.{column}" for column in columns)
    return f"{table}_{columns[0]}_" if "." in name else name


@pytest.mark.parametrize(("name", "model", "refused", "accepted"), CASES)
class TestConstraint:
    def test_a_row_is_refused_by_its_name(self, world, name, model, refused, accepted):
        row = model(**{**ROWS[model](world), **refused(world)})

        with pytest.raises(IntegrityError) as refusal, transaction.atomic():
            row.save(force_insert=True)

        assert signature(name, model) in str(refusal.value)

    def test_its_neighbour_is_accepted(self, world, name, model, refused, accepted):
        row = model(**{**ROWS[model](world), **accepted(world)})

        row.save(force_insert=True)

        assert model.objects.filter(pk=row.pk).exists()


def test_no_constraint_is_forgotten():
    named, single = set(), set()
    for model in apps.get_app_config("clubs").get_models():
        for constraint in model._meta.constraints:
            # With the key of the row it is always true; foreign keys of two columns lead to it.
            of_key = "id" in getattr(constraint, "fields", ())
            if not of_key and not isinstance(constraint, OfSameClub):  # test_of_club.py
                named.add(constraint.name)
        single |= {
            f"{model.__name__}.{field.name}"
            for field in model._meta.concrete_fields
            if field.unique and not field.primary_key
        }

    assert {parameters.values[0] for parameters in CASES} == named | single


def test_every_row_of_the_table_above_is_sound(world):
    """Else a refusal might have another cause than the one it stands for."""
    for model, values in ROWS.items():
        model(**values(world)).save(force_insert=True)


@pytest.mark.parametrize("thing", ["player", "seat"])
def test_what_was_played_cannot_be_deleted_with_it(world, thing):
    row = world.cast.player("Alice") if thing == "player" else world.seat(0)

    with pytest.raises(models.ProtectedError):
        row.delete()
