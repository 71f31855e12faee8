"""What our own lists say of random evenings reads again to the same state. Source:
leagues.md §7.2, §7.3, §8, §10 (invariant 12)."""

from io import BytesIO, StringIO
from random import Random
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import translation

from clubs.core.fields import says_something
from clubs.core.games import get_game
from clubs.core.names import name_key
from clubs.core.problems import DealRefused
from clubs.exchange.club_lists import (
    TOTAL_COLUMNS,
    ClubList,
    deal_header,
    deal_rows,
    member_columns,
    member_rows,
    total_rows,
    write_list_csv,
    write_list_xlsx,
)
from clubs.exchange.imports.columns import ImportKind
from clubs.models import Deal, Penalty, Player, Sitting, SittingTotal
from clubs.queries.exports import export_deals, export_members, export_totals
from clubs.queries.people.people import Details
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people import people
from clubs.services.tables import sittings
from tests.cast import totals

GAME = get_game("french")
FAMILY = GAME.read_rules("family")
NAMES = ["Alice", "Bob", "Charlie", "Dora", "Olivia", "Frank"]
KINDS = ["csv", "xlsx"]
LANGUAGES = ["en", "fr", "it"]


def written(extension, kind, header, rows, game=""):
    out, listed = BytesIO(), ClubList(kind, header, rows, game)
    if extension == "csv":
        write_list_csv(out, listed)
    else:
        write_list_xlsx(out, "x", listed)
    return out.getvalue()


def import_into(slug, content, tmp_path, *options):
    path = tmp_path / "again.file"
    path.write_bytes(content)
    out = StringIO()
    call_command("import_deals", slug, path, *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def deals_of(club, kind):
    export = export_deals(club)
    return written(
        kind, ImportKind.DEALS, deal_header(export), list(deal_rows(export)), export.game
    )


def totals_of(club, kind):
    return written(kind, ImportKind.TOTALS, TOTAL_COLUMNS, list(total_rows(export_totals(club))))


# Random evenings


def some(random, values, most):
    return random.sample(values, random.randint(0, min(most, len(values))))


def random_result(random, active):
    """A record that the rules take. None of its fields says nothing."""
    while True:
        taker = random.choice(active)
        record = {
            "taker": taker,
            "contract": random.choice(["prise", "garde", "garde_sans", "garde_contre"]),
            "oudlers": random.randint(0, 3),
            "points": random.choice([0, 2, 45.5, 89, 91, *range(4, 88)]),
            "poignees": [
                {"player": one, "size": random.choice(["simple", "double"])}
                for one in some(random, active, 1)
            ],
            "miseres": [
                {"player": one, "kind": random.choice(["trumps", "courts"])}
                for one in some(random, active, 2)
            ],
            "petit_au_bout": random.choice([None, "attack", "defence"]),
            "chelem": random.choice([None, None, "attack", "defence"]),
            "chelem_announced": random.choice([False, False, True]),
            "note": random.choice([None, "-x", "=1+1", "'+", "deux ; « mots », et\nplus"]),
        }
        if len(active) > 4:
            record["called"] = [random.choice([*active, None]) for _ in range(len(active) - 4)]
        record = {name: value for name, value in record.items() if says_something(value)}
        try:
            GAME.judge(active, FAMILY, record)
        except DealRefused:
            continue
        return record


def random_deal(random, seated, playing):
    kind = random.choice(["played"] * 5 + ["void", "scores"])
    dealer = random.choice(seated)
    out = random.sample(seated, len(seated) - playing)
    if kind == "scores":
        won = random.randint(1, 90)
        first, second, third = random.sample(seated, 3)
        scores = {first: won, second: -won} | ({third: 0} if won % 2 else {})
        return {"kind": "scores", "label": "Vachette", "scores": scores, "dealer": dealer}
    if kind == "void":
        told = {"kind": "void", "void_reason": random.choice(["all_pass", "misdeal", "other"])}
    else:
        told = random_result(random, [name for name in seated if name not in out])
    return {**told, "dealer": dealer, **({"out": out} if out else {})}


def play(club, random):
    """Three evenings on one day: three to six at the table, some resting, some coming and going,
    and a deal that was corrected."""
    for _table in range(3):
        seated = random.sample(NAMES, random.randint(3, 6))
        playing = random.randint(3, min(len(seated), 5))
        sitting = club.sitting(*seated, active_count=playing, rules="family")
        for number in range(1, 7):
            record_named(club, sitting, random_deal(random, seated, playing), number)
            if number == 3:
                seated = random.sample(NAMES, max(random.randint(3, 6), playing))
                club.reseat(sitting, *seated, active_count=playing)
        corrected = sitting.deals.exclude(kind="scores").order_by("-number").first()
        told = random_deal(random, [club_name(one) for one in corrected.record["players"]], playing)
        if told.get("kind") != "scores":
            sittings.correct_deal(
                club.actor("Charlie"),
                corrected,
                told_with_uuids(club, told),
                revision=1,
                reason="other",
                request_id=uuid4(),
            )


def club_name(uuid):
    return Player.objects.get(uuid=uuid).name


def told_with_uuids(club, told):
    def uuid(value):
        if isinstance(value, str):
            return str(club.player(value).uuid) if value in club.players else value
        if isinstance(value, list):
            return [uuid(one) for one in value]
        if isinstance(value, dict):
            return {uuid(key): uuid(one) for key, one in value.items()}
        return value

    return uuid(told)


def record_named(club, sitting, told, number):
    sittings.record_deal(
        club.actor("Alice"), sitting, told_with_uuids(club, told), number=number, request_id=uuid4()
    )


def state(club):
    """Of every table: its deals in order, with records and scores by name, and its totals."""
    export = export_deals(club)
    told: dict[object, list[object]] = {}
    for deal in export.deals:
        record = {name: value for name, value in deal.record.items() if says_something(value)}
        told.setdefault(deal.table, []).append((deal.players, record, deal.scores))
    sums = [
        {name: total for name, total in totals(sitting).items() if total}
        for sitting in Sitting.objects.filter(club=club).order_by("table_number")
    ]
    return told, sums


class TestDeals:
    @pytest.mark.parametrize("seed", range(6))
    def test_random_evenings(self, club, tmp_path, seed):
        play(club, Random(seed))
        options = ["--rules", "family", "--new-players", "member"]
        with translation.override(LANGUAGES[seed % 3]):
            content = deals_of(club.club, KINDS[seed % 2])

        import_into("ailleurs", content, tmp_path, *options)

        assert state(club.other) == state(club.club)
        assert [*check_sittings(), *check_chains()] == []

    def test_again_into_its_own_club(self, club, tmp_path):
        play(club, Random(99))
        before = state(club.club)

        said = import_into("trois-bouts", deals_of(club.club, "csv"), tmp_path, "--rules", "family")

        assert "Imported: 0 deals and 0 totals at 0 tables" in said
        assert "Imported before: 18." in said
        assert state(club.club) == before

    def test_penalties_of_a_table_are_not_in_the_list(self, club, tmp_path):
        """A list of deals has none; the file of a season does."""
        sitting = club.sitting("Alice", "Bob", "Charlie")
        club.deal(sitting)
        Penalty.objects.create(sitting=sitting, player=club.player("Bob"), points=-5, reason="x")

        import_into("ailleurs", deals_of(club.club, "csv"), tmp_path, "--new-players", "guest")

        assert Deal.objects.filter(sitting__club=club.other).count() == 1
        assert Penalty.objects.count() == 1

    def test_two_tables_of_one_number_and_day(self, club, tmp_path):
        for points in (46, 50):
            sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
            club.deal(sitting, points=points)
            Sitting.objects.filter(pk=sitting.pk).update(table_number=1)

        import_into("ailleurs", deals_of(club.club, "csv"), tmp_path, "--new-players", "guest")

        made = Sitting.objects.filter(club=club.other).order_by("table_number")
        assert [list(totals(one).values()) for one in made] == [
            [180, -60, -60, -60],
            [204, -68, -68, -68],  # (25 + 9)·2
        ]


class TestNames:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("name", ["=Bob", "+33", "-x", "@home", "'=Bob", "''-", "'tHooft"])
    def test_signs_of_formulas(self, club, tmp_path, kind, name):
        Player.objects.filter(pk=club.player("Bob").pk).update(name=name, name_key=name_key(name))
        club.deal(club.sitting("Alice", "Bob", "Charlie"), taker="Alice", note="-x")

        import_into("ailleurs", deals_of(club.club, kind), tmp_path, "--new-players", "member")

        assert Player.objects.filter(club=club.other, name=name).exists()
        assert Deal.objects.get(sitting__club=club.other).record["note"] == "-x"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_members(self, club, tmp_path, language):
        bob = {"nickname": "-x", "licence": "012", "public_name": "initial", "categories": ["Été"]}
        bob |= {"email": "bob@home.example", "birth_year": 1961}
        assert {*bob, "free_columns"} == set(Details._fields)  # those only the archive has
        Player.objects.filter(pk=club.player("Bob").pk).update(**bob)
        people.archive_player(club.actor("Charlie"), club.player("Dora"), request_id=uuid4())
        members = export_members(club.club)
        columns = member_columns(members, personal=True)
        with translation.override(language):
            rows = member_rows(members, columns)
            content = written("csv", ImportKind.MEMBERS, columns, rows)

        import_into("ailleurs", content, tmp_path, "--new-players", "member")

        again = Player.objects.get(club=club.other, name="Bob")
        assert {field: getattr(again, field) for field in bob} == bob
        assert Player.objects.get(club=club.other, name="Dora").archived_at

    def test_two_of_one_name_and_signs_between_names_are_known_again(self, club, tmp_path):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())
        people.add_players(club.actor("Charlie"), club.club, ["Bob"], request_id=uuid4())
        Player.objects.filter(name="Dora").update(name="Do|ra", name_key="do|ra")
        club.deal(club.sitting("Alice", "Bob", "Charlie", "Dora"))

        said = import_into("trois-bouts", deals_of(club.club, "csv"), tmp_path)

        assert "Imported before: 1." in said


OLD = (
    "date;player;score;deals;table;points\n"
    "2025-09-12;Alice;197;12;;10\n2025-09-12;Bob;-197;12;;6,5\n"
    "2025-09-12;Charlie;30;;2;\n2025-09-12;Dora;-30;;2;\n"
)
WIDE = "player;2025-10-10\n" + "".join(f"Zoé {n};{n - 5}\n" for n in range(12))


class TestTotals:
    @pytest.fixture(autouse=True)
    def _known(self, club, tmp_path):
        for text in (OLD, WIDE):
            import_into("trois-bouts", text.encode(), tmp_path, "--new-players", "member")

    def state(self, club):
        rows = SittingTotal.objects.filter(sitting__club=club).order_by("pk")
        told = ("player__name", "total", "deal_count", "place_points", "sitting__opened_at")
        return list(rows.values_list(*told))

    def test_what_stands_in_the_list(self, club):
        rows = list(total_rows(export_totals(club.club)))

        assert [tuple(map(str, row)) for row in rows[:4]] == [
            ("2025-09-12", "Alice", "197", "12", "", "10.0"),
            ("2025-09-12", "Bob", "-197", "12", "", "6.5"),
            ("2025-09-12", "Charlie", "30", "None", "2", "None"),
            ("2025-09-12", "Dora", "-30", "None", "2", "None"),
        ]
        assert len(rows) == 16

    @pytest.mark.parametrize(
        ("kind", "language"), [("csv", "en"), ("csv", "fr"), ("csv", "it"), ("xlsx", "fr")]
    )
    def test_into_another_club(self, club, tmp_path, kind, language):
        with translation.override(language):
            content = totals_of(club.club, kind)

        import_into("ailleurs", content, tmp_path, "--new-players", "member")

        assert self.state(club.other) == self.state(club.club)
        assert Sitting.objects.filter(club=club.other, totals_only=True).count() == 3

    @pytest.mark.parametrize("kind", KINDS)
    def test_again_into_its_own_club(self, club, tmp_path, kind):
        said = import_into("trois-bouts", totals_of(club.club, kind), tmp_path)

        assert "Imported: 0 deals and 0 totals at 0 tables" in said
        assert "Imported before: 16." in said
        assert SittingTotal.objects.count() == 16

    def test_the_same_totals_under_another_label(self, club, tmp_path):
        """Tables that came with a season have other keys: who won what tells them again."""
        told = totals_of(club.club, "csv").decode().replace(";2;", ";7;").encode()

        said = import_into("trois-bouts", told, tmp_path, "--dry-run")

        assert "Imported before: 16." in said

    def test_queries(self, club, django_assert_num_queries):
        with django_assert_num_queries(4):  # people, tables, what they were called, totals
            assert len(list(export_totals(club.club))) == 16
