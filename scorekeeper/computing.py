"""Commands that only compute start without database, settings and apps: to set Django up costs
three times as much as all that they do.

They are the same commands, of the same modules. What they import may import no model.
"""

from collections.abc import Sequence
from importlib import import_module

from django.apps import apps
from django.conf import settings

from clubs.apps import register_games
from scorekeeper import languages

_ALWAYS = {"rules", "score", "seat"}
_OF_FILES = {"standings"}  # these where they name a file


def only_computes(words: Sequence[str]) -> bool:
    """Whether this command needs nothing but core and words; words as typed after `manage.py`.

    An abbreviated `--file` is not looked for: the command starts more slowly and does the same.
    """
    name = words[0] if words else ""
    names_file = any(word.partition("=")[0] == "--file" for word in words)
    return name in _ALWAYS or (name in _OF_FILES and names_file)


def compute(argv: Sequence[str]) -> None:
    """Run such a command; argv as the shell gave it."""
    settings.configure(
        LANGUAGES=languages.LANGUAGES,
        LOCALE_PATHS=languages.LOCALE_PATHS,
        FORMAT_MODULE_PATH=languages.FORMAT_MODULE_PATH,
    )
    apps.populate([])  # none; translations wait for it
    register_games("computing")
    import_module(f"clubs.management.commands.{argv[1]}").Command().run_from_argv(argv)
