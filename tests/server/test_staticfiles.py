"""Static files with hashed names: what a browser keeps for ever must name what it imports so."""

import re
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

from clubs.staticfiles import HashedStaticFilesStorage

HASHED = r"\.[0-9a-f]{12}\."


def collected(root: Path, pattern: str) -> str:
    [path] = [path for path in root.glob(pattern) if re.search(HASHED, path.name)]
    return path.read_text(encoding="utf-8")


def test_modules_and_stylesheets_name_each_other_by_hash(settings, tmp_path):
    storage = {"BACKEND": "clubs.staticfiles.HashedStaticFilesStorage"}
    with override_settings(
        STATIC_ROOT=tmp_path,
        STORAGES={**settings.STORAGES, "staticfiles": storage},
        WHITENOISE_SKIP_COMPRESS_EXTENSIONS=["css", "js", "map", "svg", "txt"],  # quicker
    ):
        call_command("collectstatic", interactive=False, verbosity=0)

    assert re.search(rf'"\./toast{HASHED}js"', collected(tmp_path, "js/frame.*.js"))
    assert re.search(rf"bootstrap\.min{HASHED}css", collected(tmp_path, "css/bootstrap.*.css"))


def test_names_are_plain_before_anything_was_collected(tmp_path):
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")

    assert storage.url("css/app.css") == "/static/css/app.css"
