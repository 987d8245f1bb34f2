"""clingo: a program of `asp/` for each genre, and the puzzle as facts.

A program shows `answer(…)`, whose arguments are those of a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..reading import Answer
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

PROGRAMS = Path(__file__).resolve().parent.parent / "asp"
OPTIONS = ("--project=show", "--warn=none")  # Answers differ in what is shown.


def program(workload: Workload) -> str | None:
    path = PROGRAMS / f"{workload.genre}.lp"
    return path.read_text(encoding="utf-8") if path.exists() else None


def _prepare(workload: Workload) -> Ask | None:
    import clingo

    text, facts = program(workload), workload.facts
    if text is None or facts is None:
        return None

    def ask(puzzle: str) -> Iterator[Callable[[], Answer]]:
        control = clingo.Control((str(workload.limit or 0), *OPTIONS))
        control.add("base", [], text + facts(puzzle))
        control.ground([("base", [])])
        return _answers(control, [])

    return ask


def _prepare_kept(workload: Workload) -> Ask | None:
    import clingo

    text, givens = program(workload), workload.givens
    if text is None or givens is None:
        return None
    control = clingo.Control((str(workload.limit or 0), *OPTIONS))
    control.add("base", [], text)
    control.ground([("base", [])])
    literals = {
        tuple(argument.number for argument in atom.symbol.arguments): atom.literal
        for atom in control.symbolic_atoms.by_signature("answer", 3)
    }
    return lambda puzzle: _answers(control, [literals[fact] for fact in givens(puzzle)])


def _answers(control: Any, assumptions: list[int]) -> Iterator[Callable[[], Answer]]:
    with control.solve(assumptions, yield_=True) as handle:
        for model in handle:
            yield partial(_facts, model.symbols(shown=True))


def _facts(symbols: Iterable[Any]) -> Answer:
    return frozenset(tuple(a.number for a in symbol.arguments) for symbol in symbols)


TOOLS = [
    Tool("clingo kept", "clingo", "clingo", _prepare_kept),
    Tool("clingo", "clingo", "clingo", _prepare),
]
