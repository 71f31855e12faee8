"""Draws the rounds of an event, without a database. Source: cli.md §seat."""

import json
import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from clubs.core.limits import MOST_ROUNDS
from clubs.core.problems import DealRefused
from clubs.core.seating.draw import SeatingMethod, better_sizes, draw, plan_document
from clubs.core.seating.files import Options, read_request
from clubs.core.seating.request import MOST_PLAYERS
from clubs.management.console import ConsoleCommand, encodable_text, read_content, refusal_line
from clubs.queries.tournaments.rounds.seating_words import certificate_sentences

SECONDS = 60  # a safety net: plans end by counted steps
LONGEST_COUNT = 9  # digits


class Command(ConsoleCommand):
    help = (
        "Draws who sits where, and checks it: for players numbered from 1, or for those of a file,"
        " in which the rounds already played stay as they are. Options win over the file."
    )
    example = (
        "  python manage.py seat --players 21 --rounds 3 --seed 7\n"
        "  python manage.py seat --players 21 --rounds 3 --sizes 4,5 --json\n"
        "  python manage.py seat --file entries.json --method random_apart"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--file",
            type=Path,
            metavar="FILE",
            help="players and plan as JSON; - for standard input",
        )
        parser.add_argument(
            "--players", type=player_count, metavar="N", help="so many, numbered from 1"
        )
        parser.add_argument(
            "--rounds", type=rounds, metavar="N", help="in all, those already played included"
        )
        parser.add_argument(
            "--sizes",
            type=sizes,
            metavar="LIST",
            help="3,4 (default), 4,5, or 4 with byes; with a size twice: the tables themselves",
        )
        parser.add_argument("--seed", type=int, metavar="N", help="another seed, another plan")
        parser.add_argument("--method", choices=[method.value for method in SeatingMethod])
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(self, **options: Any) -> None:
        path = options["file"]
        if path is None and options["players"] is None:
            raise CommandError("Say --players N or --file FILE (--help tells more).", returncode=2)
        given = Options(
            **{name: options[name] for name in ("players", "rounds", "sizes", "seed", "method")}
        )
        with override("en"):
            document = self.plan({} if path is None else parsed(path), given, path)
            if options["json"]:
                text = json.dumps(document, ensure_ascii=False, indent=1)
            else:
                text = seating_text(document)
        self.stdout.write(encodable_text(text))
        offer = offered(document)
        if offer:
            self.stderr.write(offer)
        if has_wrong_seats(document):
            raise CommandError("The plan has errors: see its certificate.")

    def plan(self, source: Mapping[str, Any], given: Options, path: Path | None) -> dict[str, Any]:
        try:
            request = read_request(source, given)
            return plan_document(request, draw(request, deadline()))
        except DealRefused as refusal:
            where = "" if path is None else f"{path}: "
            raise CommandError(f"{where}{refusal_line(refusal)}") from refusal


def player_count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"{text!r} is no number")
    if len(text) > LONGEST_COUNT or int(text) > MOST_PLAYERS:
        raise ArgumentTypeError(f"at most {MOST_PLAYERS}")
    return int(text)


def rounds(text: str) -> int:
    number = player_count(text)
    if not 1 <= number <= MOST_ROUNDS:
        raise ArgumentTypeError(f"{text} is not from 1 to {MOST_ROUNDS}")
    return number


def sizes(text: str) -> tuple[int, ...]:
    """The sizes of tables in a text: 4,5 → (4, 5)."""
    numbers = text.replace(",", " ").split()
    if not numbers or any(size not in {"3", "4", "5"} for size in numbers):
        raise ArgumentTypeError(f"{text!r} are no sizes of tables such as 3,4")
    return tuple(map(int, numbers))


def deadline() -> Callable[[], bool]:
    end = time.monotonic() + SECONDS
    return lambda: time.monotonic() > end


def parsed(path: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(read_content(path))
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path}: this is no JSON in UTF-8.") from error
    if not isinstance(document, Mapping):
        raise CommandError(f"{path}: one JSON object is expected.")
    return document


def seating_text(document: Mapping[str, Any]) -> str:
    """The chart of a plan. document is what `seat --json` prints."""
    method = document["method"]
    methods = method if isinstance(method, str) else ", ".join(method)
    lines = [f"{methods}, seed {document['seed']}", ""]
    for round_ in document["rounds"]:
        lines += [*round_lines(round_), ""]
    if any(table["players"] for round_ in document["rounds"] for table in round_["tables"]):
        lines += certificate_sentences(document["certificate"])
    return "\n".join(lines).rstrip("\n") + "\n"


def round_lines(round_: Mapping[str, Any]) -> Iterator[str]:
    yield f"Round {round_['number']}"
    width = max((len(str(table["number"])) for table in round_["tables"]), default=0)
    names = [str(player) for table in round_["tables"] for player in table["players"]]
    wide = max(map(len, names), default=0)
    for table in round_["tables"]:
        players = "  ".join(str(player).ljust(wide) for player in table["players"])
        yield f"  table {table['number']:>{width}}  {players}".rstrip()
    if round_["byes"]:
        yield f"  bye {', '.join(map(str, round_['byes']))}"


def offered(document: Mapping[str, Any]) -> str:
    """The hint at other tables at which nobody would meet twice; empty where there are none."""
    count, rounds = len(document["players"]), len(document["rounds"])
    instead = better_sizes(count, rounds) if document["certificate"]["repeats"] else None
    if instead is None or document["method"] != SeatingMethod.ROTATION.value:
        return ""
    listed = ",".join(map(str, instead))
    return f"Nobody would meet anybody twice with --sizes {listed}."


def has_wrong_seats(document: Mapping[str, Any]) -> bool:
    """Whether the certificate has an error that is not one of a round left empty, to be filled by
    hand."""
    empty = {
        (round_["number"], table["number"])
        for round_ in document["rounds"]
        for table in round_["tables"]
        if not table["players"]
    }
    rounds = {number for number, _ in empty}
    return any(
        error["round"] not in rounds or error["code"] not in {"missing_player", "table_size"}
        for error in document["certificate"]["errors"]
    )
