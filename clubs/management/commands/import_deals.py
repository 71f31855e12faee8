"""Deals of a file into a club. Source: cli.md §import_deals."""

from argparse import ArgumentTypeError
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError, CommandParser
from django.utils import translation

from clubs.access import Actor
from clubs.core.problems import DealRefused
from clubs.exchange.games import FILES
from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import NEW_LEAGUE, ImportChoices
from clubs.exchange.imports.names import Who
from clubs.exchange.imports.orders import order_of, repeated_count
from clubs.exchange.imports.plan import ImportFacts, ImportPlan, make_plan
from clubs.exchange.imports.shape import EVERY_SLAM, NO_SLAM, RowError, Unreadable
from clubs.exchange.imports.words import error_message, what_is_wrong
from clubs.management.console import ConsoleCommand
from clubs.models import Club, ImportRun
from clubs.queries.imports import importable_leagues
from clubs.services.errors import LeagueClosed, NameTaken
from clubs.services.files.imports import begin_import, go_on

SLUG = "the last part of the address of its pages"


class Command(ConsoleCommand):
    help = (
        "Imports deals into a club from CSV, a spreadsheet (.xlsx, .ods, .xls) or JSON. Lists "
        "every error, one line each with its row; with any, nothing is written. What was imported "
        "before is counted and not written again. Exit status 1 if a row is wrong."
    )
    example = (
        "  python manage.py import_deals dole deals.csv --dry-run\n"
        "  python manage.py import_deals dole deals.csv --skip-errors --new-players guest"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="CLUB", help=f"the club: {SLUG}")
        parser.add_argument("file", metavar="FILE", type=readable, help="the file to import")
        parser.add_argument("--dry-run", action="store_true", help="says what would be written")
        parser.add_argument(
            "--skip-errors", action="store_true", help="imports the rows without errors"
        )
        parser.add_argument(
            "--new-players",
            choices=[Who.MEMBER.value, Who.GUEST.value],
            help="what people become whom the club does not know; else they are errors",
        )
        parser.add_argument(
            "--no-slams",
            action="store_true",
            help="a slam of which the file does not say what came of it is none; else an error",
        )
        parser.add_argument(
            "--game", default="", choices=list(FILES), help="of a list; else what its columns say"
        )
        parser.add_argument("--rules", default="", help="name of a profile, else the club's own")
        parser.add_argument("--league", default="", help="uuid of the season the tables count for")

    def handle(self, **options: Any) -> None:
        try:
            with translation.override("en"):
                self.run_import(**options)
        except Unreadable as refusal:
            with translation.override("en"):
                raise CommandError(line_of(refusal.error)) from refusal
        except NameTaken as taken:
            raise CommandError(f"{taken.name} was added meanwhile: start again.") from taken
        except DealRefused as refusal:
            raise CommandError(
                f"The rules changed meanwhile: start again ({refusal})."
            ) from refusal
        except LeagueClosed as closed:
            raise CommandError(f"A season of these tables is closed: {closed}.") from closed

    def run_import(self, *, club: str, file: Path, **options: Any) -> None:
        target = Club.objects.filter(slug=club).first()
        if target is None:
            raise CommandError(f"There is no club {club}: CLUB is {SLUG}.")
        content, name = file.read_bytes(), file.name
        plan = self.planned(target, content, name, options)
        for error in [*plan.errors, *plan.warnings]:
            self.stdout.write(line_of(error))
        if plan.kind is None:
            raise Unreadable("bad_kind", value=name)
        is_refused = bool(plan.errors) and not options["skip_errors"]
        if not (options["dry_run"] or is_refused or plan.is_empty):
            self.write(content, name, plan)
        else:
            self.tell_plan(plan)
        if plan.errors:
            word = "skipped" if options["skip_errors"] else "wrong, nothing was written"
            raise CommandError(f"Rows {word}: {plan.bad_rows}.")

    def planned(self, club: Club, content: bytes, name: str, options: dict[str, Any]) -> ImportPlan:
        """The plan, with everything that a page would ask decided by the options."""
        slams = {EVERY_SLAM: NO_SLAM} if options["no_slams"] else {}
        contents = runs.read_best(content, name)
        choices = ImportChoices(
            game=options["game"],
            sheet=contents.sheet.name if contents.sheet else "",
            rules=options["rules"],
            league=options["league"],
            slams=slams,
        )
        league = runs.league_of(club, options["league"]) if options["league"] else None
        if options["league"] and league is None:
            open_ones = ", ".join(f"{one.name} {one.uuid}" for one in importable_leagues(club))
            raise CommandError(f"There is no such open season. There are: {open_ones or 'none'}.")
        facts = ImportFacts(club, league, uuid4())
        plan = make_plan(contents, choices, facts)
        decided = {one.key: options["new_players"] for one in plan.unknown}
        more = choices
        if plan.league is not None and league is None:
            more = replace(more, league=NEW_LEAGUE)
        if options["new_players"]:
            more = replace(more, names=decided)
        return plan if more == choices else make_plan(contents, more, facts)

    def write(self, content: bytes, name: str, plan: ImportPlan) -> None:
        """Write block by block, as a page would."""
        actor = Actor.command("import_deals")
        club, seed = plan.facts.club, plan.facts.seed
        run = runs.keep_file(actor, club, content, name, plan.choices, request_id=seed)
        run = begin_import(actor, run, lambda: order_of(plan))
        while run.finished_at is None:
            self.progress(run)
            run = go_on(actor, run, block=run.report["block"])
        report = run.report
        self.stdout.write(
            f"Imported: {report['deals']} deals and {report['totals']} totals at "
            f"{report['table_count']} tables. New players: {report['members']}. "
            f"Imported before: {report['already_imported']}."
        )

    def progress(self, run: ImportRun) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{run.done} / {run.total}", ending="")

    def tell_plan(self, plan: ImportPlan) -> None:
        before = repeated_count(order_of(plan), plan.facts.club)
        self.stdout.write(
            f"To import: {plan.deal_count} deals and {plan.total_count} totals at "
            f"{len(plan.tables)} tables. Imported before: {before}. Nothing was written."
        )


def readable(text: str) -> Path:
    path = Path(text)
    if not path.is_file():
        raise ArgumentTypeError(f"there is no file {text}")
    return path


# What the command offers where the pages ask.
OPTIONS = {
    "unknown_player": "Correct the name, or say --new-players member or guest.",
    "chelem_unclear": "Say --no-slams if none was made.",
}


def line_of(error: RowError) -> str:
    """An error as a line: `row 3, points "95": points_out_of_range: 0 to 91.`"""
    place = f"row {error.row}" if isinstance(error.row, int) else error.row
    value = f' "{error.value}"' if error.value else ""
    head = ", ".join(filter(None, [place, f"{error.column}{value}"]))
    mark = "warning: " if error.is_warning else ""
    option = OPTIONS.get(error.code)
    text = f"{what_is_wrong(error)} {option}" if option else error_message(error)
    return ": ".join(filter(None, [head, f"{mark}{error.code}", text]))
