"""Django's `migrate`: it alone makes a database that is not there, and takes nothing away unasked.
Source: cli.md §migrate."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubs.services.files.ground import make_file, schema_differences, schema_sentence


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--lose-data",
            action="store_true",
            help="undo migrations, which takes away the tables and columns that they added",
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        make_file()
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        _missing, unknown = schema_differences()
        if unknown:
            raise CommandError(schema_sentence())
        if not options["lose_data"] and self._goes_back(options):
            raise CommandError(
                "Nothing was done: to undo migrations takes away what they added, with all that it "
                "holds. To go back to an older version see docs/operators.md (When an upgrade went "
                "wrong); --lose-data does it all the same."
            )
        super().handle(*args, **options)

    def _goes_back(self, options: dict[str, Any]) -> bool:
        app, name = options["app_label"], options["migration_name"]
        if not app or not name or options["plan"]:
            return False
        executor = MigrationExecutor(connection)
        try:
            target = None if name == "zero" else executor.loader.get_migration_by_prefix(app, name)
        except (KeyError, ValueError):  # Django says what is wrong with it
            return False
        plan = executor.migration_plan([(app, target.name if target else None)])
        return any(is_backwards for _migration, is_backwards in plan)
