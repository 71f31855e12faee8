"""What a deal takes on PostgreSQL: a club of 20,000 deals, written in bulk, and some that are
recorded one by one for their entry in the log.

    python -m benchmarks.servers.size

DATABASE_URL names the server; a database of its own is made there and dropped again. Sizes are
those of the tables that grow with deals, after VACUUM FULL, with their indexes.
"""

import os

from benchmarks.kill_server import close_connections, database
from benchmarks.report.figures import judge

DEALS = 20_000
RECORDED = 400
GROWS = ("deal", "dealscore", "seat", "sitting", "leaguesitting", "span", "share", "evening")


def main() -> None:
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        print("  the size of a deal: set DATABASE_URL to a PostgreSQL server")
        return
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    with database():
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        measure()
        close_connections()


def measure() -> None:
    from benchmarks.bench_seasons import EMAIL, open_table, record
    from benchmarks.big_club import Size, build
    from clubs.models import Membership, Role, User

    club = build(Size(members=60, seasons=2, deals=DEALS))
    told = {name: sizes(name) for name in GROWS}
    print(f"\nA club of {DEALS:,} deals on PostgreSQL, bytes a deal    rows   indexes")
    for name, (rows, indexes) in told.items():
        print(f"  {name:<38} {rows / DEALS:12,.0f} {indexes / DEALS:9,.0f}")
    judge("deal_bytes", sum(map(sum, told.values())) / DEALS)
    user = User.objects.create_user(EMAIL, "not needed")
    Membership.objects.create(club=club, user=user, role=Role.ORGANISER)
    table, before = open_table(user, club), sum(sizes("auditentry"))
    for number in range(1, RECORDED + 1):
        record(user, table, number)
    judge("log_bytes", (sum(sizes("auditentry")) - before) / RECORDED)


def sizes(name: str) -> tuple[int, int]:
    """Bytes of the rows and of the indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM FULL clubs_{name}")
        cursor.execute("SELECT pg_table_size(%s), pg_indexes_size(%s)", [f"clubs_{name}"] * 2)
        rows, indexes = cursor.fetchone()
    return rows, indexes


if __name__ == "__main__":
    main()
