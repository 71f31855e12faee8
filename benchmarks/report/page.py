"""docs/performance.md: what stands between its marks is written here, from the newest figures."""

import re

from benchmarks.report.aims import AIMS, Aim
from benchmarks.report.figures import OUTPUTS, kept_figures
from scripts.server import ROOT

PAGE = ROOT / "docs" / "performance.md"
HEAD = "| what | measured | limit | before | beside it, then | part | on |"
RULE = "| --- | --- | --- | --- | --- | --- | --- |"


def figures_table(page: str = "") -> str:
    """A line for each figure that was measured here; of others the line that the page has."""
    known = kept_figures()
    lines = {line.split(" | ")[0].removeprefix("| "): line for line in page.splitlines()}
    rows = (
        _row(aim, *known[key]) if key in known else lines.get(aim.words)
        for key, aim in AIMS.items()
    )
    return "\n".join([HEAD, RULE, *filter(None, rows)])


def _row(aim: Aim, value: float, day: str) -> str:
    digits = 0 if abs(value) >= 100 else 2
    limit = ""
    if aim.limit is not None:
        sign = "≥" if aim.is_least else "≤"
        missed = "" if aim.is_met(value) else ", **missed**"
        limit = f"{sign} {aim.limit:,g}{missed}"
    told = f"{value:,.{digits}f} {aim.unit}".rstrip()
    return f"| {aim.words} | {told} | {limit} | {aim.before} | {aim.peers} | `{aim.part}` | {day} |"


def write_page() -> None:
    """Parts that never ran here leave what the page has of them."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = {"figures": figures_table(text)}
    for output in OUTPUTS.glob("*.txt"):
        printed = output.read_text(encoding="utf-8").rstrip()
        blocks[output.stem] = f"```\n{printed}\n```"
    for name, block in blocks.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        text = marks.sub(lambda found, block=block: f"{found[1]}\n{block}\n\n{found[2]}", text)
    PAGE.write_text(text, encoding="utf-8")
