"""Every constraint of the database both ways: one row refused by name, its neighbour accepted."""

from datetime import date, datetime
from typing import Any

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
from tests.models import tournament_rows
from tests.models.rows import AT, FREE, ROWS, TUESDAY, USED, Values


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
        "DealScore.pk",
        DealScore,
        lambda w: {"seat": w.seat(0)},
        lambda w: {"seat": w.seat(6)},
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
    if name.endswith(".pk"):
        return [field.name for field in model._meta.pk_fields]
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
    if name.endswith(".pk"):
        return f"{table}_pkey"
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
        if model._meta.is_composite_pk:
            single.add(f"{model.__name__}.pk")

    assert {parameters.values[0] for parameters in CASES} == named | single


def test_every_row_of_the_table_is_sound(world):
    """Else a refusal might have another cause than the one it stands for."""
    for model, values in ROWS.items():
        model(**values(world)).save(force_insert=True)


@pytest.mark.parametrize("thing", ["player", "seat"])
def test_what_was_played_cannot_be_deleted_with_it(world, thing):
    row = world.cast.player("Alice") if thing == "player" else world.seat(0)

    with pytest.raises(models.ProtectedError):
        row.delete()
