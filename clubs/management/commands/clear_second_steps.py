"""Lets somebody in again who lost the second step of signing in. Source: cli.md
§clear_second_steps."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubs.management.console import ConsoleCommand
from clubs.models import User
from clubs.services.people.accounts import clear_second_steps


class Command(ConsoleCommand):
    requires_schema = True
    help = (
        "Takes the second step of signing in (app, passkeys, recovery codes) off an account: the "
        "password alone signs in again. Ask the person first, and not by the mail of the account."
    )
    example = "  python manage.py clear_second_steps alice@example.org"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address of the account")

    def handle(self, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"]).first()
        if user is None:
            raise CommandError(f"No account has the address {options['email']}.")
        self.stderr.write(f"Taken off {user.email}: {clear_second_steps(user)}.")
