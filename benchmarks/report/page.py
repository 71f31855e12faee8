"""docs/performance.md: what stands between its marks is written here, from the newest figures."""

import re

from benchmarks.report.aims import AIMS, Aim
from benchmarks.report.figures import OUTPUTS, kept_figures
from scripts.server import ROOT

PAGE = ROOT / "docs" / "performance.md"
HEAD = "| what | measured | limit | before | beside it, then | part | on |"
RULE = "| --- | --- | --- | --- | --- | --- | --- |"


def figures_table() -> str:
    """A line for each figure that was measured."""
    known = kept_figures()
    rows = [_row(AIMS[key], *known[key]) for key in AIMS if key in known]
    return "\n".join([HEAD, RULE, *rows])


def _row(aim: Aim, value: float, day: str) -> str:
    digits = 0 if abs(value) >= 100 else 2
    limit = ""
    if aim.limit is not None:
        sign = "≥" if aim.is_least else "≤"
        missed = "" if aim.is_met(value) else ", **missed**"
        limit = f"{sign} {aim.limit:,g}{missed}"
    told = f"{value:,.{digits}f} {aim.unit}"
    return f"| {aim.words} | {told} | {limit} | {aim.before} | {aim.peers} | `{aim.part}` | {day} |"


def write_page() -> None:
    """Parts that never ran here leave what the page has of them."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = {"figures": figures_table()}
    for output in OUTPUTS.glob("*.txt"):
        printed = output.read_text(encoding="utf-8").rstrip()
        blocks[output.stem] = f"```\n{printed}\n```"
    for name, block in blocks.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        text = marks.sub(lambda found, block=block: f"{found[1]}\n{block}\n\n{found[2]}", text)
    PAGE.write_text(text, encoding="utf-8")
