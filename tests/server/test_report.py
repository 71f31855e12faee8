"""The table of docs/performance.md, which `python -m benchmarks --markdown` writes."""

import json

from benchmarks.report import figures, page

OLD = "| deal entry, CPU | 15.95 ms | ≤ 20 | 61 |  | `table` | 2026-11-24 |"


def test_a_line_is_of_the_last_time_its_part_ran(monkeypatch, tmp_path):
    measured = tmp_path / "figures.jsonl"
    monkeypatch.setattr(figures, "FIGURES", measured)
    told = {"key": "idle", "value": 0.25, "on": "2026-12-01"}
    measured.write_text(json.dumps(told) + "\n", encoding="utf-8")
    lines = page.figures_table(f"| what | measured |\n{OLD}\n").splitlines()

    assert lines == [
        page.HEAD,
        page.RULE,
        OLD,
        "| an idle server, CPU in a minute | 0.25 s | ≤ 0.2, **missed** | 0.38 |  | `server` "
        "| 2026-12-01 |",
    ]
