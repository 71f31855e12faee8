"""A practice tournament that plays itself. Source: cli.md §rehearse."""

import time
from argparse import ArgumentTypeError
from random import Random
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from clubs.access import Actor
from clubs.choices import problem_message
from clubs.core.games import DEFAULT_GAME
from clubs.core.limits import MOST_SEED
from clubs.core.problems import DealRefused
from clubs.management.console import ConsoleCommand
from clubs.models import Club, Round, RoundState, Tournament, TournamentState
from clubs.services.demo import rehearsal
from clubs.services.demo.games import INVENTED
from clubs.services.errors import TournamentMoved
from clubs.services.people.links import open_tournament_screen_link

LOOKS_AGAIN = 1.0  # seconds, while there is nothing to play
FASTEST = 600  # deals a minute at each table
RUNNING = (TournamentState.CHECK_IN, TournamentState.PLAYING)


class Command(ConsoleCommand):
    help = (
        "Plays a practice tournament of invented people, and prints where to watch it. It stands in"
        " a club of its own, so that nothing of it counts. Ctrl-C ends it; what was played stays."
    )
    example = (
        "  python manage.py rehearse --club trois-bouts --tables 16 --rounds 3\n"
        "  python manage.py rehearse --tables 4 --speed 0\n"
        "  python manage.py rehearse --club trois-bouts --no-arbiter"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--club", metavar="SLUG", help="for its owners and organisers; else administrators"
        )
        parser.add_argument(
            "--tables", type=up_to(rehearsal.MOST_TABLES), default=8, metavar="N", help="default 8"
        )
        parser.add_argument(
            "--rounds", type=up_to(rehearsal.MOST_ROUNDS), default=4, metavar="N", help="default 4"
        )
        parser.add_argument(
            "--game",
            choices=list(INVENTED),
            default=DEFAULT_GAME,
            help=f"what is played; default {DEFAULT_GAME}",
        )
        parser.add_argument(
            "--seed",
            type=up_to(MOST_SEED, least=0),
            default=1,
            metavar="N",
            help="the same seed, the same people, seating and deals; default 1",
        )
        parser.add_argument(
            "--speed",
            type=speed,
            default=2.0,
            metavar="N",
            help="deals a minute at each table; default 2, 0 is as fast as it can",
        )
        parser.add_argument(
            "--no-arbiter",
            action="store_false",
            dest="arbiter",
            help="leave drawing, publishing and validating rounds to whoever trains",
        )

    def handle(self, **options: Any) -> None:
        actor = Actor.command("rehearse")
        tournament = rehearsal.make_practice(
            actor,
            find_club(options["club"]),
            tables=options["tables"],
            rounds=options["rounds"],
            seed=options["seed"],
            game=options["game"],
            request_id=uuid4(),
        )
        self.tell_addresses(actor, tournament)
        try:
            self.play(actor, tournament, options["speed"], arbiter=options["arbiter"])
        except DealRefused as refusal:
            raise CommandError(str(problem_message(refusal.problems[0]))) from refusal

    def tell_addresses(self, actor: Actor, tournament: Tournament) -> None:
        link = open_tournament_screen_link(actor, tournament, request_id=uuid4())
        for title, path in (
            ("Tournament", reverse("tournament_show", args=[tournament.uuid])),
            ("Board", reverse("round_board", args=[tournament.uuid, 1])),
            ("Screen, without an account", reverse("link_open", args=[link.token])),
        ):
            self.stdout.write(f"{title}: {settings.SITE_URL}{path}")
        self.stdout.flush()

    def play(self, actor: Actor, tournament: Tournament, speed: float, *, arbiter: bool) -> None:
        """Play until the results are provisional."""
        chance = Random(tournament.settings["seed"])  # noqa: S311 (a game, not a secret)
        while True:
            tournament.refresh_from_db()
            if tournament.state not in RUNNING:
                break
            advanced = self.take_step(actor, tournament) if arbiter else None
            tables = rehearsal.tables_in_play(tournament)
            chance.shuffle(tables)
            for sitting in tables:
                if speed:
                    time.sleep(60 / speed / len(tables))
                rehearsal.play_table(sitting, request_id=uuid4())
            if not tables and advanced is None:
                time.sleep(LOOKS_AGAIN)
        self.stdout.write("Played to the end: the results are provisional.")

    def take_step(self, actor: Actor, tournament: Tournament) -> Round | None:
        """The round that was advanced; None where a person at the pages was quicker."""
        try:
            round_ = rehearsal.advance(actor, tournament, request_id=uuid4())
        except TournamentMoved:
            return None
        if round_ is not None:
            is_over = round_.state == RoundState.VALIDATED
            self.stdout.write(f"Round {round_.number}: {'validated' if is_over else 'published'}")
            self.stdout.flush()
        return round_


def find_club(slug: str | None) -> Club | None:
    if slug is None:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club {slug!r}.")
    return club


def up_to(most: int, least: int = 1) -> Any:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text!r} is not from {least} to {most}")
        return int(text)

    return number


def speed(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= FASTEST:
        raise ArgumentTypeError(f"{text!r} is not from 0 to {FASTEST}")
    return value
