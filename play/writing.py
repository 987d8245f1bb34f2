"""Questions while a person writes: check a spec and a puzzle as they are, and draw them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .. import backends
from ..dsl.diagnostics import Diagnostic, PzcError, Source, as_json
from ..tasks.answers import assignments
from ..tasks.explain.rating import rate
from ..tasks.look import look
from ..tasks.spec import Spec
from .sketch import Sketch, blank


def write(spec: Source, beside: Mapping[str, str], puzzle: Source) -> Iterator[dict[str, Any]]:
    """The diagnostics of a spec, then of its puzzle; if both can be read, the puzzle's picture.

    beside: the neighbours that the spec may use, texts by name.
    """
    try:
        loaded = Spec.of(spec, beside)
    except PzcError as error:
        yield {"spec": [_shown(d, spec.name) for d in error.diagnostics], "puzzle": []}
        return
    warnings = list(loaded.checked.warnings)
    try:
        sketch = Sketch(loaded, puzzle)
    except PzcError as error:
        mistakes = error.diagnostics
        yield {
            "spec": _as_json([*warnings, *(d for d in mistakes if _is_of(d, spec.name))]),
            "puzzle": _as_json(d for d in mistakes if not _is_of(d, spec.name)),
        }
        return
    yield {
        "spec": _as_json([*warnings, *look(loaded, puzzle)]),
        "puzzle": [],
        "sketch": sketch.described(),
        "picture": sketch.picture(),
    }


def draw(spec: Spec, puzzle: Source, changes: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The text of a puzzle after changes, and its picture."""
    text = Sketch(spec, puzzle).drawn(changes)
    yield {"text": text, "picture": Sketch(spec, Source("puzzle", text)).picture()}


def rewrite(spec: Spec, puzzle: Source, name: Any, rows: Any) -> Iterator[dict[str, Any]]:
    """The text of a puzzle with new rows in a part, and its picture."""
    text = Sketch(spec, puzzle).rewritten(name, rows)
    yield {"text": text, "picture": Sketch(spec, Source("puzzle", text)).picture()}


def begin(spec: Spec, like: Source, height: int, width: int) -> Iterator[dict[str, Any]]:
    """The text of an empty puzzle of another size."""
    yield {"text": blank(spec, like, height, width)}


def unique(spec: Spec, puzzle: Source) -> Iterator[dict[str, Any]]:
    """The number of solutions of a puzzle: 0, 1, or 2 for more."""
    grounding = spec.problem(puzzle)
    solver = backends.load("auto", grounding.model)
    found = sum(1 for _ in assignments(grounding, solver, None, 2))
    yield {"count": found}


def _shown(diagnostic: Diagnostic, spec: str) -> dict[str, Any]:
    """A diagnostic for the page; if it is in another spec that is used, it has no position."""
    shown = as_json(diagnostic)
    if diagnostic.span is None or _is_of(diagnostic, spec):
        return shown
    span = diagnostic.span
    where = f"{span.source.name}:{span.line}:{span.column}"
    return {
        **shown,
        "message": f"{where}: {shown['message']}",
        "line": None,
        "edits": [],
        "also": [],
    }


def _is_of(diagnostic: Diagnostic, name: str) -> bool:
    return diagnostic.span is not None and diagnostic.span.source.name == name


def _as_json(diagnostics: Any) -> list[dict[str, Any]]:
    return [as_json(d) for d in diagnostics]


def generate(
    spec: Spec, like: Source, size: Any, seed: Any, tell: Callable[[dict[str, Any]], None]
) -> Iterator[dict[str, Any]]:
    """Generate a puzzle like a given one: yield its text, then its rating. tell: called with the
    number of the attempt and its stage (see `tasks.make.stages`) when one of them changes."""
    # A browser takes seconds to load the maker, which other questions do without.
    from ..tasks.make.options import Options
    from ..tasks.make.run import generate as make
    from ..tasks.make.stages import RATING

    attempt = 1

    def tell_stage(stage: str, number: int | None = None) -> None:
        tell({"attempt": attempt, "stage": stage, "number": number})

    def report(tally: Counter[str], hint: str) -> None:
        nonlocal attempt
        attempt = tally.total() + 1

    wanted = tuple(size) if isinstance(size, list) and len(size) == 2 else None
    options = Options(size=wanted, seed=int(seed or 0))
    for one in make(spec, options, like=like.text or None, report=report, stage=tell_stage):
        yield {"text": one.text}
        tell_stage(RATING)
        try:
            found = rate(spec, Source("puzzle", one.text))
        except PzcError:
            return  # plans cannot be rated
        yield {"rating": {"number": found.number, "level": found.level, "steps": found.steps}}
