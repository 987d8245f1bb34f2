"""The results as a chart (SVG): a line for each workload, a dot for each tool, on a log scale.

A dot shows a tool's time as a multiple of pzc's, so that pzc is a vertical line, and faster tools
are to its left.
"""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from .report import Results, shown

LEFT, WIDTH, LINE, TOP = 190, 560, 22, 70
LOW, HIGH = -1, 4  # Decades: from ten times as fast as pzc to ten thousand times as slow.
COLOURS = {
    "pzc": "#d62728",
    "cadical195": "#1f77b4",
    "glucose4": "#17becf",
    "clingo": "#2ca02c",
    "CP-SAT": "#ff7f0e",
    "z3": "#9467bd",
    "Python": "#8c564b",
}


def svg(results: Results) -> str:
    """The chart as the text of an SVG file."""
    tables = results["tables"]
    height = TOP + LINE * len(tables) + 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 30}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="18" font-size="14">Time to solve and prove unique, '
        "as a multiple of pzc's (smaller is faster)</text>",
        *_legend(),
        *_scale(height),
    ]
    for k, one in enumerate(tables):
        y = TOP + LINE * k + LINE // 2
        name = escape(f"{one['section']}: {one['name']}" if one["section"] else one["name"])
        out.append(f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{name}</text>')
        out.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y}" y2="{y}" stroke="#eee"/>')
        for row in reversed(one["rows"]):
            if row["ratio"] is not None and row["tool"] in COLOURS and not row["wrong"]:
                out.append(
                    _dot(row["tool"], row["ratio"], y, f"{shown(row['value'])} {one['unit']}")
                )
    return "\n".join([*out, "</svg>"]) + "\n"


def _x(ratio: float) -> float:
    place = min(max(math.log10(ratio), LOW), HIGH)
    return round(LEFT + WIDTH * (place - LOW) / (HIGH - LOW), 1)


def _dot(tool: str, ratio: float, y: int, value: str) -> str:
    label = escape(f"{tool}: {value}, {shown(ratio)}x")
    return (
        f'<circle cx="{_x(ratio)}" cy="{y}" r="5" fill="{COLOURS[tool]}" fill-opacity="0.85">'
        f"<title>{label}</title></circle>"
    )


def _legend() -> list[str]:
    out = []
    for k, (tool, colour) in enumerate(COLOURS.items()):
        x = LEFT + 80 * k
        out.append(f'<circle cx="{x + 5}" cy="36" r="5" fill="{colour}"/>')
        out.append(f'<text x="{x + 14}" y="40">{tool}</text>')
    return out


def _scale(height: int) -> list[str]:
    out = []
    for decade in range(LOW, HIGH + 1):
        x = _x(10.0**decade)
        colour = "#d62728" if decade == 0 else "#ccc"
        out.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{height - 24}" stroke="{colour}"/>')
        label = f"{10.0**decade:g}x"
        out.append(f'<text x="{x}" y="{height - 8}" text-anchor="middle">{label}</text>')
    return out
