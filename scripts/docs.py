"""Render the documentation to build/docs: what `make docs` does."""

import re
import shutil
import sys
from pathlib import Path

import markdown

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "docs"
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{up}style.css">
<nav><a href="{up}docs/index.html">Feutre</a></nav>
<main>
{body}
</main>
"""
STYLE = """
body { margin: 0; background: #f5f0e5; color: #1b2420 }
body { font: 1.0625rem/1.6 "Source Sans Pro", sans-serif }
nav { padding: .75rem 1rem; background: #124a3e }
nav a { color: #fbf6ea; font-weight: 600; text-decoration: none }
main { max-width: 54rem; margin: 0 auto; padding: 1rem }
h1, h2, h3 { font-family: "Source Serif Pro", serif; line-height: 1.2 }
a { color: #124a3e }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .35rem .6rem; border: 1px solid #ddd4c2; text-align: left; vertical-align: top }
pre, code { background: #fffdf8; font-size: .9em }
pre { padding: .75rem; overflow-x: auto; border: 1px solid #ddd4c2 }
img { max-width: 100%; max-height: 40rem }
"""


def render(path: Path) -> str:
    place = path.relative_to(ROOT)
    text = path.read_text(encoding="utf-8")
    body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
    body = re.sub(r'href="(?!\w+:)([^"#]*)\.md', r'href="\1.html', body)
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    return PAGE.format(
        title=title[1] if title else place, up="../" * (len(place.parts) - 1), body=body
    )


def main() -> int:
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    (TARGET.parent / ".gitignore").write_text("*\n", encoding="ascii")
    for path in PAGES:
        target = (TARGET / path.relative_to(ROOT)).with_suffix(".html")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(render(path), encoding="utf-8")
    (TARGET / "style.css").write_text(STYLE, encoding="utf-8")
    shutil.copytree(ROOT / "docs/screenshots", TARGET / "docs/screenshots", dirs_exist_ok=True)
    print(f"{len(PAGES)} pages: {TARGET.relative_to(ROOT)}/docs/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
