"""`import_deals CLUB FILE`: cli.md §import_deals: the report, errors with their rows, exit
codes."""

import json
import zipfile
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Deal, Player

HEAD = "date;table;players;taker;called;contract;oudlers;points\n"
ROW = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"


@pytest.fixture
def deals(tmp_path, club):
    def run(text, *options, name="donnes.csv"):
        path = tmp_path / name
        path.write_bytes(text.encode())
        out = StringIO()
        try:
            call_command("import_deals", "trois-bouts", str(path), *options, stdout=out)
        except CommandError as error:
            return out.getvalue().splitlines(), str(error)
        return out.getvalue().splitlines(), ""

    return run


def test_the_report(deals):
    lines, error = deals(HEAD + ROW)

    assert error == ""
    assert lines == [
        "Imported: 1 deals and 0 totals at 1 tables. New players: 0. Imported before: 0."
    ]
    assert deals(HEAD + ROW)[0] == [
        "Imported: 0 deals and 0 totals at 0 tables. New players: 0. Imported before: 1."
    ]


def test_one_line_an_error_and_nothing_is_written(deals):
    lines, error = deals(HEAD + ROW + ROW.replace("46", "95") + ROW.replace("2025", "25-"))

    assert lines[:2] == [
        'row 3, points "95": points_out_of_range: 0 to 91.',
        'row 4, date "25--10-10": bad_date: '
        "This is no date: write 2025-09-12, 12/09/2025 or 12.09.25.",
    ]
    assert error == "Rows wrong, nothing was written: 2."
    assert Deal.objects.count() == 0


def test_skip_errors(deals):
    lines, error = deals(HEAD + ROW + ROW.replace("46", "95"), "--skip-errors")

    assert lines[-1].startswith("Imported: 1 deals")
    assert error == "Rows skipped: 1."
    assert Deal.objects.count() == 1


def test_dry_run(deals):
    lines, error = deals(HEAD + ROW, "--dry-run")

    assert (lines, error) == (
        ["To import: 1 deals and 0 totals at 1 tables. Imported before: 0. Nothing was written."],
        "",
    )
    assert Deal.objects.count() == 0


def test_new_players_only_when_told(deals):
    text = HEAD + ROW.replace("Dora", "Zoé")

    lines, error = deals(text)
    assert lines[0] == (
        'row 2, players "Zoé": unknown_player: Nobody in the club is called Zoé.'
        " Correct the name, or say --new-players member or guest."
    )
    assert error == "Rows wrong, nothing was written: 1."

    assert deals(text, "--new-players", "guest")[1] == ""
    assert Player.objects.get(name="Zoé").is_guest


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a\0b", "row 1: encoding: "),
        ("", "empty_file: "),
        ("a;b\n1;2\n", ' "donnes.csv": bad_kind: '),
        ("[1", "bad_file: "),
    ],
)
def test_files_that_cannot_be_read(deals, text, error):
    assert deals(text)[1].startswith(error)


def test_clubs_and_seasons_that_are_not_there(deals, tmp_path, club):
    assert deals(HEAD + ROW, "--league", "x")[1].startswith("There is no such open season.")
    with pytest.raises(CommandError, match="There is no club nirgends"):
        call_command("import_deals", "nirgends", __file__)


def test_slams_that_say_no_more(club, tmp_path):
    """Of a backup of Tarot – Compteur de points: nobody is there to be asked."""
    path = tmp_path / "backup.zip"
    with zipfile.ZipFile(path, "w") as archive:
        people = [{"id": n, "name": name} for n, name in enumerate(("Alice", "Bob", "Dora"))]
        archive.writestr("players", json.dumps(people))
        seats = [{"id": 0, "side": 0}, {"id": 1}, {"id": 2}]
        deal = {"day": 10, "contract": 1, "oudlers": 3, "attack_score": 60, "slam": 1}
        archive.writestr("games_2025_10", json.dumps([{**deal, "players": seats}]))
    out = StringIO()

    with pytest.raises(CommandError, match="nothing was written: 1"):
        call_command("import_deals", "trois-bouts", str(path), stdout=out)
    call_command("import_deals", "trois-bouts", str(path), "--no-slams", stdout=out)

    assert "games_2025_10[0], slam: chelem_unclear: A slam is noted" in out.getvalue()
    deal = Deal.objects.get()
    assert (deal.stake, deal.chelem) == (98, None)  # (25 + 24)·2
    assert deal.record["note"] == "A slam is noted in the file, and not counted here."


def test_the_game_of_a_list(deals):
    """ "onori" may be what French tarot counts at the end, or what a volte hand holds at first."""
    text = (
        "data;giocatori;dichiarante;contratto;onori;punti\n"
        "2025-10-10;Alice|Bob|Charlie|Dora;Alice;liscio;2;47\n"
    )
    assert deals(text)[0][0].startswith('row 2, contract "liscio": value_not_allowed')

    lines, error = deals(text, "--game", "volte", "--rules", "volte-totals")

    assert (lines[0][:17], error) == ("Imported: 1 deals", "")
    deal = Deal.objects.select_related("sitting").get()
    assert (deal.sitting.game, deal.stake) == ("volte", 72)  # (47 + 25)·1
