"""A summary of a spec: what it declares, in its own words."""

from __future__ import annotations

from ..dsl.diagnostics import Span
from ..dsl.syntax import Find, Given, Grid, Objective, Param, Rule, Sequence, Things
from ..records import record
from .spec import Spec


@record
class Description:
    """Texts of declarations, without their keywords where the heading says it.

    told: the params, things and givens that have sections in a puzzle file. rules: their sentences.
    """

    title: str
    about: str
    board: tuple[str, ...]
    told: tuple[str, ...]
    found: tuple[str, ...]
    answer: tuple[str, ...]
    rules: tuple[str, ...]
    file: str


def describe(spec: Spec) -> Description:
    """What a spec declares, with what it takes over from others."""
    board, told, found, rules = [], [], [], []
    goal: tuple[str, ...] = ()
    for d in spec.program.declarations:
        match d:
            case Grid():
                board.append(_text(d.span))
            case Param() | Given() | Things(members=None):
                told.append(_text(d.span))
            case Sequence() | Find():
                found.append(_text(d.span))
            case Rule():
                rules.append(_text(d.sentence.span).strip('"'))
            case Objective():
                goal = (_text(d.span),)
    return Description(
        spec.title,
        spec.about,
        tuple(board),
        tuple(told),
        tuple(found),
        (*(", ".join(spec.checked.answer),), *goal),
        tuple(rules),
        spec.source.name,
    )


def _text(span: Span) -> str:
    """The source text of a span, on one line with single blanks."""
    lines = [span.source.line(n) for n in range(span.line, span.end_line + 1)]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
