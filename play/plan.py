"""Plans: the picture and the values of each moment, for an animation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..compiler.ground.solution import Solution
from ..compiler.plans.steps import steps
from ..dsl.diagnostics import Source
from ..records import replace
from ..render.svg import svg
from ..render.themes import LIGHT, PAGE, Theme
from ..tasks.answers import problem, solutions_of
from ..tasks.moments import puzzle_alone
from ..tasks.spec import Spec
from .moves import printed, tokens_at


def plan(spec: Spec, puzzle: Source) -> Iterator[dict[str, Any]]:
    """A shortest plan, or why there is none."""
    grounding = problem(spec, puzzle)
    if grounding.no_plan is not None:
        yield {"state": "none", "words": grounding.no_plan}
        return
    found = next(solutions_of(spec, grounding, limit=1), None)
    if found is None:
        yield {"state": "none", "words": ""}
        return
    timed = [step.solution for step in steps(found) if step.moment is not None]
    frames = [
        {"svg": picture, "state": tokens_at(shown)}
        for picture, shown in zip(pictures(found), timed, strict=True)
    ]
    yield {"state": "solved", "frames": frames, "sequence": found.sequence}


def start(spec: Spec, puzzle: Source) -> dict[str, Any] | None:
    """The picture and the values of the given layers, or of the start; None if neither is known."""
    alone = puzzle_alone(spec, puzzle)
    if not alone.givens:
        return None
    return {"svg": svg(alone, title=False, theme=PAGE), "state": printed(alone.givens)}


def pictures(solution: Solution, theme: Theme = PAGE) -> list[str]:
    """The pictures of all moments."""
    timed = [step for step in steps(solution) if step.moment is not None]
    return [svg(step.solution, title=False, theme=theme) for step in timed]


def first_frame(spec: Spec, puzzle: Source, theme: Theme = LIGHT) -> str:
    """The picture of the start, if the puzzle gives it; else of the first moment of a plan."""
    alone = puzzle_alone(spec, puzzle)
    if alone.givens:
        return svg(alone, title=False, theme=theme)
    found = spec.solve(puzzle)
    if found is None:
        return svg(replace(spec_blank(spec, puzzle), sequence=""), title=False, theme=theme)
    return pictures(found, theme)[0]


def spec_blank(spec: Spec, puzzle: Source) -> Solution:
    from .fields import Fields

    return Fields(spec.ground(puzzle, moves=0, exact=True)).blank
