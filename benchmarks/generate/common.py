"""What makers of puzzles share: uniqueness, fewer clues, and solutions at random.

They ask a SAT solver with the models of `models/`, which takes up a changed puzzle the fastest.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from ..booleans import Booleans
from ..peers.sat import Sat
from ..reading import Answer, Cell
from ..workloads import GENRES

Clue = TypeVar("Clue")


def found(genre: str, puzzle: str, limit: int = 2) -> list[Answer]:
    """At most so many answers to a puzzle."""
    formula = Sat("cadical195")
    GENRES[genre][0](formula, puzzle)
    return list(formula.solutions(limit))


def unique(genre: str, puzzle: str) -> bool:
    return len(found(genre, puzzle)) == 1


def fewer(
    random: Random,
    genre: str,
    clues: dict[Cell, Clue],
    text: Callable[[dict[Cell, Clue]], str],
    keep: float = 0.0,
) -> dict[Cell, Clue]:
    """Leave out clues, in random order, while the puzzle stays unique; keep: a part that stays."""
    left = dict(clues)
    for c in random.sample(sorted(clues), len(clues)):
        if len(left) <= keep * len(clues):
            break
        clue = left.pop(c)
        if not unique(genre, text(left)):
            left[c] = clue
    return left


def random_answer(random: Random, enter: Callable[[Booleans], None]) -> Answer | None:
    """A solution of a model, with what the search tries first at random."""
    formula = Sat("cadical195")
    enter(formula)
    every = range(1, formula.count + 1)
    formula.prefer(x if random.random() < 0.3 else -x for x in every)
    return next(iter(formula.solutions(1)), None)


def picture(height: int, width: int, tokens: dict[Cell, object]) -> str:
    """Rows of tokens, blanks between them."""
    rows = [
        " ".join(str(tokens.get((r, c), ".")) for c in range(1, width + 1))
        for r in range(1, height + 1)
    ]
    return "\n".join(rows) + "\n"
