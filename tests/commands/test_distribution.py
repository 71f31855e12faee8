"""`manage.py distribution`: cli.md §distribution."""

from io import StringIO

from django.core.management import call_command


def test_a_line_a_table_and_one_a_constraint():
    out, err = StringIO(), StringIO()

    call_command("distribution", stdout=out, stderr=err)

    lines = [line.split() for line in out.getvalue().splitlines()]
    assert ["clubs_seat", "distributed", "club_id"] in lines
    assert ["clubs_user", "reference"] in lines
    assert ["clubs_counter", "local"] in lines
    assert ["clubs_seat", "UNIQUE", "seat_player_once"] in lines
    count = sum(line[1] in {"PRIMARY", "UNIQUE", "FOREIGN"} for line in lines)
    assert err.getvalue() == f"Constraints without the column: {count}.\n"
