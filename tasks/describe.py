"""A summary of a spec: its declarations, in its own words."""

from __future__ import annotations

from ..dsl.syntax import Find, Given, Grid, Objective, Param, Rule, Sequence, Things
from ..records import record
from .spec import Spec


@record
class Description:
    """Texts of declarations, without keywords that the heading repeats.

    printed: the params, things and givens that have sections in a puzzle file. rules,
    implied: their sentences.
    """

    title: str
    about: str
    board: tuple[str, ...]
    printed: tuple[str, ...]
    found: tuple[str, ...]
    answer: tuple[str, ...]
    rules: tuple[str, ...]
    implied: tuple[str, ...]
    file: str


def describe(spec: Spec) -> Description:
    """What a spec declares, with the declarations of the specs that it uses."""
    board, printed, found = [], [], []
    rules: dict[bool, list[str]] = {False: [], True: []}
    goal: tuple[str, ...] = ()
    for d in spec.program.declarations:
        match d:
            case Grid():
                board.append(d.span.text)
            case Param() | Given() | Things(members=None):
                printed.append(d.span.text)
            case Sequence() | Find():
                found.append(d.span.text)
            case Rule():
                rules[d.implied].append(d.sentence.text)
            case Objective():
                goal = (d.span.text,)
    return Description(
        spec.title,
        spec.about,
        tuple(board),
        tuple(printed),
        tuple(found),
        (*filter(None, [", ".join(spec.checked.answer)]), *goal),
        tuple(rules[False]),
        tuple(rules[True]),
        spec.source.name,
    )
