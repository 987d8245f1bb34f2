"""The tables of `docs/performance.md`, which are those of one recorded run.

In the page, `<!-- results: SECTION -->` begins a table and `<!-- end -->` ends it.
`python -m benchmarks --page RESULTS` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from . import report
from .report import Results

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
RECORDED = Path(__file__).resolve().parent / "results" / "results.json"
BLOCK = re.compile(r"(<!-- results: ([\w -]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str, results: Results) -> str:
    """The page with the tables of a run. Raises KeyError for a section that the run has not."""
    sections = report.sections(results)

    def block(found: re.Match[str]) -> str:
        begin, name, end = found.groups()
        if name == "machine":
            body = report.heading(results) + f". Recorded on {results['date']}.\n"
        else:
            body = report.markdown(sections[name])
        return f"{begin}{body}{end}"

    return BLOCK.sub(block, page)


def claimed(page: str) -> list[str]:
    """The sections that a page shows."""
    return [found.group(2) for found in BLOCK.finditer(page)]
