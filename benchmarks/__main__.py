"""Compare pzc with other solvers: `python -m benchmarks`.

Prints tables, and writes results.json and chart.svg to the folder that --output names. Each tool
searches for two answers to each puzzle, which proves uniqueness; its answers are compared with
those of pzc. Times are processor time.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import sys
from pathlib import Path

from . import chart, examples, page, report, startup
from .measure import has_model, measure
from .peers import noqx, tools
from .peers.tool import version
from .workloads import sudokus, workloads


def main() -> int:
    args = _arguments()
    if args.noqx:
        noqx.programs(args.noqx)
    if args.page:
        results = json.loads(args.page.read_text(encoding="utf-8"))
        text = page.PAGE.read_text(encoding="utf-8")
        page.PAGE.write_text(page.filled(text, results), encoding="utf-8")
        return 0
    args.output.mkdir(parents=True, exist_ok=True)
    results = _run(args)
    print(report.text(results), end="")
    for row in report.wrong(results):
        print(f"wrong: {row}", file=sys.stderr)
    return 1 if report.wrong(results) else 0


def _run(args: argparse.Namespace) -> report.Results:
    """Run the measurements that the options select."""
    wanted = args.tools.split(",") if args.tools else None
    every = [tool for tool in tools() if wanted is None or tool.name in wanted]
    ready = [tool for tool in every if tool.installed()]
    versions = {tool.package: tool for tool in every if tool.package}
    results: report.Results = {
        "quick": args.quick,
        "rounds": args.rounds,
        "date": datetime.date.today().isoformat(),
        "machine": report.machine(),
        "python": platform.python_version(),
        "versions": {package: version(tool) for package, tool in versions.items()},
        "tables": [],
    }
    print(report.heading(results), file=sys.stderr)
    work = workloads(args.quick)
    if args.sudoku:
        work = [sudokus(path.stem, path.read_text().split()) for path in args.sudoku]
    only = args.only.split(",") if args.only else None
    if not args.sudoku and not args.tools and (not only or "start-up" in only):
        rows = startup.rows(3 if args.quick else 25)
        results["tables"].append(report.plain_table("start-up", "a sudoku", rows, args.limit))
    for workload in work:
        if only and workload.section not in only:
            continue
        able = [tool for tool in ready if has_model(tool, workload)]
        rows = measure(able, workload, args.limit, args.budget, args.rounds, _tell)
        results["tables"].append(report.table(workload, rows, args.limit))
        if not args.keep:
            _write(args.output, results)
    if not args.sudoku and not args.tools and (not only or "bundled examples" in only):
        results["examples"] = list(examples.measured(args.rounds, args.limit, args.quick))
        results["tables"].append(examples.summary(results["examples"], args.limit))
    if args.keep:
        _keep(args.output, results)
    _write(args.output, results)
    _tell("")
    return results


def _keep(folder: Path, results: report.Results) -> None:
    """Take over the tables of an earlier run that were not measured now."""
    earlier = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    tables = {(one["section"], one["name"]): one for one in earlier["tables"]}
    tables |= {(one["section"], one["name"]): one for one in results["tables"]}
    results["tables"] = list(tables.values())
    results.setdefault("examples", earlier.get("examples", []))
    results["quick"] = results["quick"] and earlier["quick"]


def _write(folder: Path, results: report.Results) -> None:
    """Write the results so far, so that an interrupted run is not lost."""
    text = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
    (folder / "results.json").write_text(text, encoding="utf-8")
    (folder / "chart.svg").write_text(chart.svg(results), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    add = parser.add_argument
    add("--quick", action="store_true", help="few puzzles, short limits: under two minutes")
    add("--only", metavar="A,B", help="these tables only, such as 'sudoku,star battle'")
    add("--tools", metavar="A,B", help="these tools only, the first of which is compared with")
    add("--sudoku", metavar="FILE", nargs="+", type=Path, help="sudokus of one's own, one a line")
    add("--noqx", metavar="FOLDER", type=Path, help="a copy of noqx, to measure its programs too")
    add("--limit", metavar="SECONDS", type=float, help="for a puzzle; default 10, quick 2")
    add("--budget", metavar="SECONDS", type=float, help="for a tool in a round; 20, quick 3")
    add("--rounds", metavar="N", type=int, help="default 3, quick 1")
    add("--keep", action="store_true", help="keep the other tables that are in the output folder")
    add("--output", metavar="FOLDER", type=Path, default=Path("benchmarks", "out"))
    add("--page", metavar="RESULTS", type=Path, help="only write a run into docs/performance.md")
    args = parser.parse_args()
    args.limit = args.limit or (2.0 if args.quick else 10.0)
    args.budget = args.budget or (3.0 if args.quick else 20.0)
    args.rounds = args.rounds or (1 if args.quick else 3)
    return args


def _tell(message: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{message[:78]:78}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
