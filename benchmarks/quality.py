"""How explanations of the bundled examples look: the shares of their tiers, and what steps cite.

    python -m benchmarks.quality [--only NAME,…] [--limit 60] [--jobs 1] [--docs]

Prints a row for each example and a table of all of them, of examples that are not explained within
the limit (seconds of processor time) as far as they were. --docs writes the table into
docs/explaining.md, with the date and the commit. Of a chain each instance and fact counts once,
however many inner steps cite it.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import pzc
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import PzcError, Source
from pzc.tasks.explain.explanation import Explanation
from pzc.tasks.explain.position import State
from pzc.tasks.explain.step import Step, Tier
from pzc.tasks.library import SPECS, bundled

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "explaining.md"
BEGIN, END = "<!-- quality: written by benchmarks/quality.py -->", "<!-- end of quality -->"
MOST = 6  # instances that a step cites, unless it says "by cases"
WEAKEST = 8
BUSY = 10  # the most seconds that a second of processor time takes on a busy machine
TIERS = {
    Tier.ONE: "1: one rule instance",
    Tier.FEW: "2: up to four together",
    Tier.CHAIN: "3: a chain of at most six",
    Tier.LONG_CHAIN: "4: a longer chain",
    Tier.CASES: "5: by cases",
}


class Cited(NamedTuple):
    """A step: its tier, how many instances and facts it cites, and whether it goes by cases."""

    tier: int
    instances: int
    facts: int
    cases: bool = False


class Explained(NamedTuple):
    """An example, with its steps. first, whole: seconds of processor time to the first step behind
    grounding, and to the last. end: how it ended."""

    example: str
    steps: list[Cited]
    first: float
    whole: float
    end: str


def main() -> None:
    args = _arguments()
    only = set(args.only.split(",")) if args.only else set(bundled())
    cases = [(name, path, args.limit) for name, path in _examples() if name in only]
    found: list[Explained] = []
    with get_context("spawn").Pool(args.jobs) as pool:
        for one in pool.imap(_explained, cases):
            found.append(one)
            print(_row(one), flush=True)
    text = "\n".join(table(found))
    print(text)
    if args.docs:
        write(text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names of specs, with commas between")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", action="store_true")
    return parser.parse_args()


def _examples() -> Iterator[tuple[str, Path]]:
    for name in bundled():
        for path in sorted((SPECS / "examples" / name).glob("*.puzzle")):
            yield name, path


def _explained(case: tuple[str, Path, float]) -> Explained:
    name, path, limit = case
    puzzle = Source(str(path), path.read_text(encoding="utf-8"))
    return explained(f"{name}/{path.stem}", pzc.load(name), puzzle, limit)


def explained(example: str, spec: Any, puzzle: Source, limit: float) -> Explained:
    """Explain a puzzle within a limit of processor time, which is looked at after each step."""
    steps: list[Cited] = []
    first = 0.0
    begun = process_time()
    explanation: Explanation | None = None
    try:
        spec.ground(puzzle, exact=True)
        begun = process_time()
        explanation = spec.explain(puzzle, timeout=BUSY * limit)
        assert explanation is not None
        for shown in explanation:
            first = first or process_time() - begun
            if process_time() - begun > limit:
                raise OutOfTime(f"{limit:g} s")
            steps.append(cited(shown.step))
        end = "" if explanation.state is State.FINISHED else explanation.state.value
    except OutOfTime:
        end = f"not within {limit:g} s"
    except PzcError as error:
        end = error.diagnostics[0].message
    return Explained(example, steps, first, process_time() - begun, end)


def cited(step: Step) -> Cited:
    """What a step cites, of a chain with what its inner steps do."""
    groups = {g for s in (step, *step.inner) for g in s.groups}
    derived = {f for s in step.inner for f in s.facts}
    facts = {f for s in (step, *step.inner) for f in s.cited} - derived
    cases = step.tier is Tier.CASES or step.branches
    return Cited(int(step.tier), len(groups), len(facts), cases)


def _row(one: Explained) -> str:
    tiers = Counter(step.tier for step in one.steps)
    counts = " ".join(f"{tiers[tier]:4}" for tier in Tier)
    most = max((s.instances for s in one.steps), default=0)
    return (
        f"{one.example:28} {counts}  most {most:3}  {one.first:6.2f} {one.whole:7.2f} s  {one.end}"
    )


def table(found: Sequence[Explained]) -> list[str]:
    """The table of all steps, and what is weak, as Markdown."""
    steps = [step for one in found for step in one.steps]
    lines = ["| tier | steps | share | instances cited: median, most | facts cited: median, most |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for tier, name in TIERS.items():
        of_it = [step for step in steps if step.tier == tier]
        lines.append(f"| {name} | {_cells(of_it, len(steps))} |")
    lines += [f"| all | {_cells(steps, len(steps))} |", ""]
    lines += _summary(found, steps)
    return lines


def _cells(some: Sequence[Cited], of: int) -> str:
    if not some:
        return "0 | 0 % | – | –"
    return (
        f"{len(some):,} | {100 * len(some) / max(of, 1):.1f} % | "
        f"{median(s.instances for s in some):g}, {max(s.instances for s in some)} | "
        f"{median(s.facts for s in some):g}, {max(s.facts for s in some)}"
    )


def _summary(found: Sequence[Explained], steps: Sequence[Cited]) -> Iterator[str]:
    tiers = Counter(step.tier for step in steps)
    few, chains = tiers[1] + tiers[2], tiers[1] + tiers[2] + tiers[3]
    every = max(len(steps), 1)
    yield (
        f"{len(found)} examples of {len({one.example.split('/')[0] for one in found})} specs. "
        f"Tiers 1 and 2 have {100 * few / every:.1f} % of the steps (aim: 80 %), with tier 3 "
        f"{100 * chains / every:.1f} % (aim: 95 %)."
    )
    finished = [one for one in found if not one.end]
    yield (
        f"{len(finished)} are explained to the end; the first step takes "
        f"{median(one.first for one in finished):.2f} s (median) to "
        f"{max(one.first for one in finished):.2f} s of processor time after grounding."
        if finished
        else "None is explained to the end."
    )
    large = [s for s in steps if s.instances > MOST and not s.cases]
    whose = [one for one in found if any(s in one.steps for s in large)]
    yield (
        f"{len(large)} steps that are not by cases ({100 * len(large) / every:.1f} %), in "
        f"{len(whose)} examples, cite more than {MOST} instances."
    )
    yield ""
    ended = Counter(one.end for one in found if one.end)
    if ended:
        yield "Not explained to the end: " + ", ".join(
            f"{end} ({_names(one.example for one in found if one.end == end)})" for end in ended
        )
        yield ""
    hard = sorted(found, key=lambda one: -_hard(one))[:WEAKEST]
    weakest = [f"{one.example} ({100 * _hard(one):.0f} %)" for one in hard if _hard(one)]
    if weakest:
        yield f"Largest shares of steps of tiers 4 and 5: {', '.join(weakest)}."


def _names(examples: Iterable[str]) -> str:
    names = list(examples)
    rest = f" and {len(names) - WEAKEST} more" if len(names) > WEAKEST else ""
    return ", ".join(names[:WEAKEST]) + rest


def _hard(one: Explained) -> float:
    return sum(s.tier > Tier.CHAIN for s in one.steps) / max(1, len(one.steps))


def write(text: str) -> None:
    """Put the table into the page, with the date and the commit."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    today = datetime.now(UTC).date()
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    stamp = f"Measured on {today} at commit {commit}."
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n\n{stamp}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
