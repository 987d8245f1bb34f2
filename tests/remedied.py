"""Specs with holes for mistakes, and what their hints make of them."""

from __future__ import annotations

from dataclasses import dataclass

from pzc.dsl.diagnostics import PzcError, Source
from pzc.dsl.remedies import applied
from pzc.tasks.checking import checked
from pzc.tasks.spec import Spec

MINES = """grid h x w
given clue : 0..8 at some cells
find mine : bool at cells
rule "No clue is a mine":
    for c in clue: not mine[c]
rule "A number counts the mines around it":
    {}
"""
MINES_PUZZLE = "1..\n.2.\n...\n"

LATIN = """grid n x n
given region : symbol at cells
find digit : 1..n at cells
rule "Each row and column holds every number once":
    for line in rows + columns: all_different(digit[line])
rule "And more":
    {}
"""
LATIN_PUZZLE = "region:\nAAB\nABB\nCCC\n"

STARS = """grid n x n
given region : symbol at cells
find star : bool at cells
rule "Stars":
    for r in rows: count(star[r]) = 1
    {}
"""

PARTS = """grid n x n
find star : bool at cells
let part = areas(star)
rule "Parts":
    {}
"""

SIDES = """grid h x w
find side : {} at cells
rule "A board":
    {}
"""

WORDS = """grid h x w
given clue : 1..9 at some cells unknown "?"
given letter : {A, B} at some cells
find star : bool at cells
rule "A board":
    {}
"""

MARKS = """grid h x w
given clue : 1..9 at some cells
{}
rule "A board": size(mark) > 0
"""

LINES = """grid h x w
find line : bool at links
let strand = areas(line)
rule "Lines":
    {}
"""

OPTIMUM = """grid n x n
find star : bool at cells
find digit : 1..2 at rows
rule "No two stars touch, and digits differ":
    for a, b in touching: not (star[a] and star[b])
    all_different(digit[r] for r in rows if any(star[r]))
{}
"""


@dataclass(frozen=True)
class Case:
    """wrong and right: what stands in the holes of a spec."""

    spec: str
    puzzle: str
    wrong: tuple[str, ...]
    right: tuple[str, ...]


def mines(wrong: str, right: str) -> Case:
    return Case(MINES, MINES_PUZZLE, (wrong,), (right,))


def latin(wrong: str, right: str) -> Case:
    return Case(LATIN, LATIN_PUZZLE, (wrong,), (right,))


def stars(wrong: str, right: str) -> Case:
    return Case(STARS, LATIN_PUZZLE, (wrong,), (right,))


def declared(wrong: str, right: str) -> Case:
    return Case(MARKS, "1.\n.2\n", (wrong,), (right,))


WORDS_PUZZLE = "letter:\nA..B\n..A.\n"
LETTERED = "for r in rows: any(letter[r] = A) => star[r[1]]"


def words(wrong: str, right: str) -> Case:
    return Case(WORDS, WORDS_PUZZLE, (wrong,), (right,))


TWO_BOARDS = """things board = {first, second}
grid 1 x 3
find digit : 1..2 at board, cells
find mark : bool at board, cells
rule "r": {}
"""


def two_boards(wrong: str, right: str) -> Case:
    return Case(TWO_BOARDS, "", (wrong,), (right,))


def filled(spec: str, parts: tuple[str, ...]) -> str:
    for part in parts:
        spec = spec.replace("{}", part, 1)
    return spec


def mistakes(text: str) -> PzcError | None:
    try:
        checked(Source("my.spec", text))
    except PzcError as error:
        return error
    return None


def mended(text: str) -> str:
    """A spec with the changes made that its hints name, one after another."""
    for _ in range(10):
        error = mistakes(text)
        if error is None:
            return text
        found = [d for d in error.diagnostics if d.edits]
        assert found, f"no hint mends this:\n{error}"
        hint = found[0].hint or ""
        shown = [line.strip() for edit in found[0].edits for line in edit.text.split("\n")]
        assert any(line and line in hint for line in shown) or not any(shown), hint
        text = applied(Source("my.spec", text), found[0].edits).text
    raise AssertionError(f"the hints never end:\n{text}")


def answers(text: str, puzzle: str) -> set[str]:
    return {str(s) for s in Spec.of(Source("my.spec", text)).solutions(puzzle)}
