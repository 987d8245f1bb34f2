"""The results of a run: as JSON, as tables of text, and as Markdown for the documentation.

    {"quick": …, "rounds": …, "machine": …, "python": …, "date": …,
     "versions": {package: version or null},
     "tables": [{"section": …, "name": …, "puzzles": how many, "unit": "ms" or "puzzles/s",
                 "limit": seconds for a puzzle,
                 "rows": [{"tool": …, "value": number or null, "ratio": …, "solved": …, "asked": …,
                           "wrong": …, "error": …}]}]}

`value` is the median over the puzzles in milliseconds (null: half of them took too long), or how
many puzzles a second were solved; `ratio` how many times as long the tool took as pzc.
"""

from __future__ import annotations

import os
import platform
import statistics
from pathlib import Path
from typing import Any

from .measure import Row
from .workloads import Workload

MANY_ROWS = 9
WORST = 10  # workloads that a comparison names
Table = dict[str, Any]
Results = dict[str, Any]


def machine() -> str:
    """The processor's name and number of cores, and the system."""
    name = platform.machine()
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        models = [
            x.split(":")[1].strip() for x in cpuinfo.splitlines() if x.startswith("model name")
        ]
        name = models[0] if models else name
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


def table(workload: Workload, rows: list[Row], limit: float) -> Table:
    """The measurements of a workload; the first row is that of pzc."""
    return plain_table(
        workload.section, workload.name, rows, limit, workload.batch, len(workload.puzzles)
    )


def plain_table(
    section: str,
    name: str,
    rows: list[Row],
    limit: float,
    batch: bool = False,
    puzzles: int = 1,
) -> Table:
    """The same, of whatever was measured."""
    values = [_value(row, batch) for row in rows]
    out = []
    for row, value in zip(rows, values, strict=True):
        ratio = None
        if value and values[0]:
            ratio = values[0] / value if batch else value / values[0]
        out.append(
            {
                "tool": row.tool,
                "value": _rounded(value),
                "ratio": _rounded(ratio),
                "solved": sum(s is not None for s in row.seconds),
                "asked": len(row.seconds),
                "wrong": row.wrong,
                "error": row.error,
            }
        )
    unit = "puzzles/s" if batch else "ms"
    return {
        "section": section,
        "name": name,
        "puzzles": puzzles,
        "unit": unit,
        "limit": limit,
        "rows": out,
    }


def _value(row: Row, batch: bool) -> float | None:
    """The median in milliseconds, or puzzles a second; None if that is past the limit."""
    times = [s for s in row.seconds if s is not None]
    if row.error or not times:
        return None
    if batch:
        return len(times) / sum(times) if len(times) == len(row.seconds) else None
    all_times = times + [float("inf")] * (len(row.seconds) - len(times))
    median = statistics.median(all_times)
    return None if median == float("inf") else median * 1e3


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.3g}")


def shown(value: float | None) -> str:
    """A number with about three figures, thousands apart."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cell(row: dict[str, Any], limit: float) -> str:
    """What a tool reached: its value and, in brackets, the ratio to ours."""
    if row["wrong"]:
        return f"WRONG ({row['wrong']} answers)"
    if row["error"]:
        return f"error: {row['error'][:40]}"
    if row["value"] is None:
        return f"> {limit:g} s ({row['solved']} of {row['asked']} solved)"
    left = "" if row["solved"] == row["asked"] else f", {row['solved']} of {row['asked']} solved"
    ratio = "" if row["ratio"] in (None, 1.0) else f" ({shown(row['ratio'])}x{left})"
    return shown(row["value"]) + (ratio or (f" ({left[2:]})" if left else ""))


def sections(results: Results) -> dict[str, list[Table]]:
    out: dict[str, list[Table]] = {}
    for one in results["tables"]:
        out.setdefault(one["section"], []).append(one)
    return out


def grid(tables: list[Table]) -> list[list[str]]:
    """A section's header and rows: a column for each tool that any of its workloads was put to."""
    tools = list(dict.fromkeys(row["tool"] for one in tables for row in one["rows"]))
    head = [f"{tables[0]['section']}, {tables[0]['unit']}", *tools]
    body = []
    for one in tables:
        by_tool = {row["tool"]: cell(row, one["limit"]) for row in one["rows"]}
        body.append([one["name"], *(by_tool.get(tool, "") for tool in tools)])
    return [head, *body]


def text(results: Results) -> str:
    """All tables for a terminal."""
    out = [heading(results)]
    for tables in sections(results).values():
        rows = _narrow(grid(tables))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        out.append("")
        for row in rows:
            out.append("  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip())
    out += ["", *comparison(results)]
    return "\n".join(out) + "\n"


def comparison(results: Results) -> list[str]:
    """For each other tool how many times as long as it pzc takes, over all workloads that both
    were put to: the geometric mean, how many are above twice, and the ten worst."""
    out = []
    for tool, ratios in _against(results).items():
        worst = sorted(ratios, key=lambda name: -ratios[name])[:WORST]
        mean = statistics.geometric_mean(ratios.values())
        above = sum(ratio > 2 for ratio in ratios.values())
        out.append(f"pzc against {tool}, {len(ratios)} rows: {shown(mean)}x, {above} above 2x")
        out += [f"    {shown(ratios[name])}x  {name}" for name in worst]
    return out


def _against(results: Results) -> dict[str, dict[str, float]]:
    """By tool, by workload how many times as long pzc takes. Time that ran out counts as the
    limit, of which a tool that has no answer took at least as much."""
    found: dict[str, dict[str, float]] = {}
    for one in results["tables"]:
        ours, *others = one["rows"]
        for row in others:
            if row["error"] or row["wrong"] or ours["error"] or row["tool"].startswith("pzc"):
                continue
            if row["value"] is None and ours["value"] is None:
                continue
            mine, theirs = (_reached(x, one) for x in (ours, row))
            ratio = theirs / mine if one["unit"] == "puzzles/s" else mine / theirs
            name = f"{one['section']}, {one['name']}"
            found.setdefault(row["tool"], {})[name] = ratio
    return found


def _reached(row: dict[str, Any], table: Table) -> float:
    if row["value"] is not None:
        return float(row["value"])
    return 1 / table["limit"] if table["unit"] == "puzzles/s" else table["limit"] * 1e3


def _narrow(rows: list[list[str]]) -> list[list[str]]:
    """A table of a few rows turned, so that it has a row for each tool instead."""
    if len(rows) > MANY_ROWS:
        return rows
    return [list(row) for row in zip(*rows, strict=True)]


def markdown(tables: list[Table]) -> str:
    """A section's table for a page."""
    rows = _narrow(grid(tables))
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "| --- |" + " ---: |" * (len(rows[0]) - 1))
    return "\n".join(lines) + "\n"


def heading(results: Results) -> str:
    """Where and with what it was measured."""
    have = [f"{name} {v}" for name, v in results["versions"].items() if v]
    missing = [name for name, v in results["versions"].items() if not v]
    parts = [f"{results['machine']}; Python {results['python']}; {', '.join(have)}"]
    if missing:
        parts.append(f"not installed, and so not measured: {', '.join(missing)}")
    return "\n".join(parts)


def wrong(results: Results) -> list[str]:
    """The rows with wrong answers or errors."""
    return [
        f"{one['section']}, {one['name']}: {row['tool']}"
        for one in results["tables"]
        for row in one["rows"]
        if row["wrong"] or row["error"]
    ]
