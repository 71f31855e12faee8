#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    from scorekeeper.computing import compute, only_computes

    if only_computes(sys.argv[1:]):
        compute(sys.argv)
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except DatabaseError as error:  # of a command of Django's; ours say it themselves
        from clubs.trouble import database_sentence, trouble_of

        if trouble_of(error) is None or "--traceback" in sys.argv:
            raise
        sys.exit(database_sentence(error))


if __name__ == "__main__":
    main()
