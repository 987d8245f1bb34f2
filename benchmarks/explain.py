"""Times of explanations, and their citations, compared with smallest unsatisfiable subsets.

    python -m benchmarks.explain [--only NAME,…] [--limit 60] [--peer-limit 60]
    python -m benchmarks.explain --puzzles SPEC FILE …

For each puzzle: seconds of processor time to ground it exactly, from then on to the first hint and
to the end of the explanation; the steps by tier, and how many rule instances they cite; the same of
`smallest_mus`, with how much it had ruled out where its limit came first. Puzzles are those of this
benchmark, the largest of a genre and the first of its size, or the reader's own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pzc
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import Source
from pzc.tasks.explain.hints import hint
from pzc.tasks.explain.position import Position, State
from pzc.tasks.explain.step import Tier

from .quality import cited
from .smallest_mus import SmallestMus, Timeout
from .workloads import boards, lines

# By spec, the size of the board; None where the file has a puzzle a line.
SIZES = {
    "sudoku": "",
    "kakuro": "10x10",
    "nurikabe": "10x10",
    "heyawake": "10x10",
    "slitherlink": "10x12",
    "star_battle": "10x10, 2",
    "nonogram": "30x30",
}
HEAD = (
    "| puzzle | grounding | first hint | whole | steps by tier 1 2 3 4 5 "
    "| instances: median, most | smallest MUS: whole | steps | instances: median, most |"
)


def main() -> None:
    args = _arguments()
    print(HEAD)
    print("|" + " --- |" * 9)
    for name, spec, puzzle in _cases(args):
        print(f"| {name} | {_ours(spec, puzzle, args.limit)} | {_peer(spec, puzzle, args)} |")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names of specs, with commas between")
    parser.add_argument("--limit", type=float, default=60, help="seconds")
    parser.add_argument(
        "--peer-limit", type=float, default=60, help="of processor time; 0: leave it out"
    )
    parser.add_argument("--puzzles", nargs="+", default=[], metavar="SPEC FILE")
    return parser.parse_args()


def _cases(args: argparse.Namespace) -> Iterator[tuple[str, Any, Source]]:
    for name, path in zip(args.puzzles[::2], args.puzzles[1::2], strict=True):
        yield f"{name} {Path(path).name}", pzc.load(name), Source(path, Path(path).read_text())
    if args.puzzles:
        return
    only = args.only.split(",") if args.only else SIZES
    for name in only:
        text = boards(name)[SIZES[name]][0] if SIZES[name] else lines("sudoku_hard")[0]
        yield f"{name} {SIZES[name] or 'hard'}", pzc.load(name), Source("<puzzle>", text)


def _ours(spec: Any, puzzle: Source, limit: float) -> str:
    begun = process_time()
    spec.ground(puzzle, exact=True)
    grounded = process_time() - begun
    begun = process_time()
    hint(spec, puzzle, timeout=limit)
    first = process_time() - begun
    begun = process_time()
    steps = []
    explanation = spec.explain(puzzle, timeout=limit)
    try:
        for shown in explanation:
            steps.append(cited(shown.step))
        end = "" if explanation.state is State.FINISHED else f" ({explanation.state.value})"
    except OutOfTime:
        end = " (out of time)"
    whole = process_time() - begun
    tiers = Counter(step.tier for step in steps)
    counts = " ".join(str(tiers[tier]) for tier in Tier)
    return f"{grounded:.2f} s | {first:.2f} s | {whole:.2f} s{end} | {counts} | " + _cited(
        [step.instances for step in steps]
    )


def _peer(spec: Any, puzzle: Source, args: argparse.Namespace) -> str:
    if not args.peer_limit:
        return "– | – | –"
    position = Position(spec, puzzle)
    begun = process_time()
    peer = SmallestMus(position.instances, args.peer_limit)
    cited: list[int] = []
    end = ""
    try:
        for count in peer.steps():
            cited.append(count)
    except Timeout:
        end = f" ({100 * peer.share:.0f} % of the values)"
    return f"{process_time() - begun:.1f} s{end} | {len(cited)} | {_cited(cited)}"


def _cited(counts: list[int]) -> str:
    return f"{median(counts):g}, {max(counts)}" if counts else "–"


if __name__ == "__main__":
    main()
