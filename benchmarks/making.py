"""Which genres `pzc generate` makes puzzles of: `python -m benchmarks.making [SPEC …]`.

Each bundled spec makes three puzzles at its examples' size; the seconds are of processor time. Rows
go into the table of docs/genres.md as soon as they are measured; those of specs that are not named
stay. `--after SPEC` goes on after a spec where a run was interrupted; `--jobs 2` measures two specs
at a time.
"""

from __future__ import annotations

import argparse
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import monotonic, process_time

import pzc
from pzc.deadline import OutOfTime, enforced, moment
from pzc.dsl.diagnostics import PzcError
from pzc.tasks.files import bundled
from pzc.tasks.make.checking import Made
from pzc.tasks.make.maker import Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.run import in_words, recipe_for

PAGE = Path(__file__).resolve().parent.parent / "docs" / "genres.md"
HEAD = "| spec | seconds | attempts that failed | why not |\n| --- | --- | --- | --- |\n"
WANTED, ATTEMPTS, SECONDS = 3, 60, 120


def row(name: str) -> str:
    spec = pzc.load(name)
    try:
        maker = Maker(spec, recipe_for(spec), Options())
    except PzcError as error:
        reason = error.diagnostics[0].message.rpartition(": ")[2]
        return f"| {name} | – | – | {reason} |"
    found: set[str] = set()
    times: list[float] = []
    tally: Counter[str] = Counter()
    begun, since = monotonic(), process_time()
    for number in range(ATTEMPTS):
        try:
            with enforced(moment(max(1.0, SECONDS - (monotonic() - begun)))):
                result = maker.attempt(number)
        except OutOfTime:
            tally["out of time"] += 1
            break
        if isinstance(result, Made) and result.identity not in found:
            found.add(result.identity)
            times.append(process_time() - since)
            since = process_time()
        else:
            tally[getattr(result, "reason", "another one again")] += 1
        if len(found) == WANTED:
            break
    failed = f"{tally.total()} of {tally.total() + len(found)}"
    seconds = f"{median(times):.1f}" if found else "–"
    return f"| {name} | {seconds} | {failed} | {in_words(tally)} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.making")
    parser.add_argument("specs", nargs="*", help="all bundled ones if none is named")
    parser.add_argument("--after", default="", help="only specs after this one in the alphabet")
    parser.add_argument("--jobs", type=int, default=1, help="specs measured at a time")
    chosen = parser.parse_args()
    names = [name for name in sorted(chosen.specs or bundled()) if name > chosen.after]
    head, _, table = PAGE.read_text(encoding="utf-8").partition(HEAD)
    rows = {line.split(" | ")[0][2:]: line for line in table.splitlines() if line.startswith("| ")}
    rest = "\n".join(line for line in table.splitlines() if not line.startswith("| "))
    with get_context("fork").Pool(chosen.jobs, maxtasksperchild=1) as pool:
        for name, line in zip(names, pool.imap(row, names), strict=True):
            rows[name] = line
            print(line, flush=True)
            lines = "".join(f"{rows[key]}\n" for key in sorted(rows))
            PAGE.write_text(f"{head}{HEAD}{lines}{rest}", encoding="utf-8")


if __name__ == "__main__":
    main()
