"""Static files as users get them: put together, with hashed names."""

import gzip
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from clubs.core.games import GAMES
from clubs.staticfiles.scripts import bundle_script, imported
from clubs.staticfiles.storage import HashedStaticFilesStorage

FRAME = {"js/frame.js": 'import "./csrf.js";\n', "js/csrf.js": "export const token = () => 1;\n"}


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("collected")
    storage = {"BACKEND": "clubs.staticfiles.storage.HashedStaticFilesStorage"}
    with override_settings(
        STATIC_ROOT=root,
        STORAGES={"staticfiles": storage},
        WHITENOISE_SKIP_COMPRESS_EXTENSIONS=["css", "js", "map", "svg", "txt"],  # quicker
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


def hashed(root: Path, name: str) -> str:
    stem, _, kind = name.rpartition(".")
    pattern = rf"{re.escape(Path(stem).name)}\.[0-9a-f]{{12}}\.{kind}"
    [path] = [path for path in (root / name).parent.iterdir() if re.fullmatch(pattern, path.name)]
    return path.read_text(encoding="utf-8")


class TestCollected:
    def test_a_script_brings_what_it_imports_and_leaves_out_what_the_frame_has(self, collected):
        script = hashed(collected, "js/deal/record.js")

        kept = set(re.findall(r'modules\["([^"]+)"\]\?\?=', script))
        assert {
            "js/deal/record.js",
            "js/deal/pad.js",
            "js/live/wake.js",
            "js/score/score.js",
        } <= kept
        assert "js/offline/queue-store.js" not in kept
        assert 'modules["js/offline/queue-store.js"]??=' in hashed(collected, "js/frame.js")

    def test_every_page_has_one_stylesheet_without_what_of_bootstrap_it_never_uses(self, collected):
        sheet = hashed(collected, "css/base.css")

        assert sheet.index("@layer bootstrap{") < sheet.index(".deltabar")
        assert ".form-control" in sheet
        assert ".carousel" not in sheet
        assert "@import" not in sheet

    def test_the_scorers_of_all_games_stay_small(self, collected):
        """With what a page loads beside its own scripts to count; 18.7 kB today."""
        scorers = [hashed(collected, f"js/games/{game}.js") for game in GAMES]

        assert sum(len(gzip.compress(scorer.encode())) for scorer in scorers) < 30_000

    def test_the_worker_stays_a_script_that_is_no_module(self, collected):
        assert hashed(collected, "js/worker.js") == (collected / "js/worker.js").read_text("utf-8")


class TestBundleOfScripts:
    def test_imported_modules_are_functions_that_run_first_and_once(self):
        files = FRAME | {
            "js/deal/form.js": 'import { gap as g } from "./groups.js";\nimport "./pad.js";\ng();',
            "js/deal/pad.js": 'import { token } from "../csrf.js";\n'
            'import * as s from "./groups.js";\n',
            "js/deal/groups.js": "// Why.\nexport function gap() {}\nexport const most = 2;\n",
        }

        assert bundle_script("js/deal/form.js", files.__getitem__).splitlines() == [
            'const modules=(globalThis[Symbol.for("modules")]??={});'
            'modules["js/deal/groups.js"]??=(()=>{function gap(){}',
            'const most=2;return{gap,most};})();modules["js/deal/pad.js"]??=(()=>{'
            'const{token}=modules["js/csrf.js"];const s=modules["js/deal/groups.js"];return{};})();'
            'modules["js/deal/form.js"]??=(()=>{const{gap:g}=modules["js/deal/groups.js"];g();'
            "return{};})();",
        ]

    @pytest.mark.parametrize(
        "line",
        [
            "export default 1;",
            "export let count = 0;",
            'export { token } from "./csrf.js";',
            'import token from "./csrf.js";',
            'const late = () => import("./csrf.js");',
            "const found = ready ? await tables() : [];",
        ],
    )
    def test_what_it_cannot_write_as_a_function_is_refused(self, line):
        files = FRAME | {"js/own.js": f"{line}\n"}

        with pytest.raises(ValueError, match=r"js/own\.js has what no bundle can have"):
            bundle_script("js/own.js", files.__getitem__)

    def test_a_circle_is_refused(self):
        files = FRAME | {"js/a.js": 'import "./b.js";\n', "js/b.js": 'import "./a.js";\n'}

        with pytest.raises(ValueError, match=r"js/a\.js imports itself, by js/b\.js"):
            imported("js/a.js", files.__getitem__)


def test_names_are_plain_before_anything_was_collected(tmp_path):
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")

    assert storage.url("css/app.css") == "/static/css/app.css"
