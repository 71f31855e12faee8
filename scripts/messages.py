"""Collect the texts to translate and compile the catalogues: what `make messages` does.

A text is English in the code. The English catalogue repeats it, since Django would fall back to
French, the default language; only words of the game differ there now and then.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
IGNORED = (".venv", "benchmarks", "build", "scripts", "staticfiles", "tests")


def collect(languages: list[str]) -> None:
    command = [sys.executable, "manage.py", "makemessages", "--no-wrap", "--no-obsolete"]
    command += ["--add-location", "file"]
    command += [f"--ignore={folder}" for folder in IGNORED]
    command += [f"--locale={language}" for language in languages]
    environment = {**os.environ, "SECRET_KEY": "messages", "DATABASE_URL": "sqlite://:memory:"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def repeat(catalogue: polib.POFile) -> None:
    """Fill what English lacks with the text of the code."""
    for entry in catalogue:
        if not entry.translated():
            entry.fuzzy = False
            entry.previous_msgctxt = entry.previous_msgid = entry.previous_msgid_plural = None
            if entry.msgid_plural:
                entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
            else:
                entry.msgstr = entry.msgid


def main() -> int:
    if shutil.which("xgettext") is None:
        sys.exit("GNU gettext is needed (Debian: apt install gettext).")
    paths = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
    collect([path.parts[-3] for path in paths])
    for path in paths:
        catalogue = polib.pofile(str(path), wrapwidth=0)
        if path.parts[-3] == "en":
            repeat(catalogue)
            catalogue.save()
        catalogue.save_as_mofile(str(path.with_suffix(".mo")))
        open_ones = len(catalogue.untranslated_entries()) + len(catalogue.fuzzy_entries())
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {open_ones} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
