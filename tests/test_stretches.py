"""Loops over stretches whose condition the puzzle decides: the shortest that must not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise, product

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.model.monotone import is_antitone
from pzc.tasks.answers import assignments
from pzc.tasks.spec import Spec

WIDTH = 6
HINT = (1, 2, 2, 0, 1, 2)
SPEC = """
grid h x w
given hint : 0..2 at cells
find mark : bool at cells

rule "Of stretches":
    for s in runs(mark):
        """
Passes = Callable[[Sequence[int]], bool]
# A condition on a stretch, and the same of the positions it holds.
CONDITIONS: dict[str, Passes] = {
    "size(s) <= 3": lambda s: len(s) <= 3,
    "size(s) >= 2": lambda s: len(s) >= 2,
    "size(s) != 2": lambda s: len(s) != 2,
    "size(s) in {1, 4}": lambda s: len(s) in (1, 4),
    "sum(hint[s]) <= 4": lambda s: sum(HINT[k] for k in s) <= 4,
    "sum(hint[s]) != 2": lambda s: sum(HINT[k] for k in s) != 2,
    "sum(hint[s]) % 2 = 1": lambda s: sum(HINT[k] for k in s) % 2 == 1,
    "kinds(hint[s]) < 3": lambda s: len({HINT[k] for k in s}) < 3,
    "max(hint[s]) = 2": lambda s: max(HINT[k] for k in s) == 2,
    "all(hint[c] > 0 for c in s)": lambda s: all(HINT[k] for k in s),
    "not any(hint[a] = hint[b] for a, b in steps(s))": lambda s: all(
        HINT[a] != HINT[b] for a, b in pairwise(s)
    ),
    "if size(s) > 2: size(s) < 5\n        for c in s: hint[c] = 0 => size(s) < 4": lambda s: (
        len(s) < 5 and (len(s) < 4 or all(HINT[k] for k in s))
    ),
}


def boards(body: str) -> tuple[Spec, str]:
    return Spec.of(Source("s.spec", SPEC + body)), "hint:\n" + " ".join(map(str, HINT))


@pytest.mark.parametrize("body", CONDITIONS)
def test_solutions_are_the_boards_whose_longest_stretches_pass(body: str) -> None:
    spec, puzzle = boards(body)
    found = set()
    grounding = spec.problem(puzzle)
    for assignment in assignments(grounding, spec.solver(grounding, "native")):
        found.add(tuple(assignment[:WIDTH]))
    passes = CONDITIONS[body]
    expected = set()
    for board in product((0, 1), repeat=WIDTH):
        runs = [list(g) for held, g in groupby(range(WIDTH), board.__getitem__) if held]
        alone = [[k] for k in range(WIDTH) if board[k]]  # the columns, of one cell each
        if all(map(passes, runs + alone)):
            expected.add(board)
    assert found == expected


def test_only_the_shortest_stretches_are_demanded() -> None:
    """However a condition is worded that fails on all longer stretches, too."""
    wordings = (
        "size(s) <= 3",
        "sum(1 for c in s) < 4",
        "size({c.column for c in s}) <= 3",
        "not any(size(before(c, s)) > 2 for c in s)",
    )
    sizes = set()
    for wording in wordings:
        spec, puzzle = boards(wording)
        grounding = spec.grounder.ground(spec.sections(puzzle))
        sizes.add(tuple(len(c.condition.arg.args) for c in grounding.model.constraints))
    assert sizes == {(4, 4, 4)}


def test_what_the_solver_decides_is_asked_of_all_stretches() -> None:
    spec, puzzle = boards("size(s) = size(mark)")
    assert spec.count(puzzle) == 1 + WIDTH  # nothing, or one cell


def test_conditions_that_only_break() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    breaks = [
        m.not_(a),
        m.le(m.sum_((a, b, c)), 1),
        m.or_((m.not_(a), m.not_(m.or_((b, c))))),
        m.not_(m.le(2, m.sum_((a, m.and_((b, c)))))),
    ]
    mends = [a, m.le(1, m.sum_((a, b, c))), m.iff(a, b), m.or_((m.not_(a), b))]
    assert [is_antitone(x) for x in (*breaks, *mends)] == [True] * 4 + [False] * 4


def joined(star: Sequence[bool], line: Sequence[bool]) -> list[list[int]]:
    """The columns of the stretches of starred cells that lines join, in a row."""
    found: list[list[int]] = [[]]
    for one, other in pairwise([c for c, there in enumerate(star, 1) if there]):
        if other == one + 1 and line[one - 1]:
            found[-1] = [*(found[-1] or [one]), other]
        else:
            found.append([])
    return [stretch for stretch in found if stretch]


@pytest.mark.parametrize(
    ("rule", "meaning"),
    [
        ("size({}) = 0", lambda found: not found),
        ("[size(x) for x in {}] = [2, 2]", lambda found: list(map(len, found)) == [2, 2]),
        ("[size(x) for x in {}] = [3]", lambda found: list(map(len, found)) == [3]),
        ("any(x[1].column = 2 for x in {})", lambda found: any(x[0] == 2 for x in found)),
        ("sum(c.column for x in {} for c in x) = 5", lambda found: sum(map(sum, found)) == 5),
    ],
)
def test_links_join_the_cells_of_a_line_that_is_found(
    rule: str, meaning: Callable[[list[list[int]]], bool]
) -> None:
    declared = "grid 1 x 4\nfind star : bool at cells\nfind line : bool at links\n"
    runs = "runs([c for c in cells if star[c]], line)"
    spec = Spec.of(Source("my.spec", f'{declared}rule "It": {rule.format(runs)}\n'))
    boards = product(product((False, True), repeat=4), product((False, True), repeat=3))
    expected = sum(meaning(joined(star, line)) for star, line in boards)
    assert expected
    assert [spec.count(backend=backend) for backend in BACKENDS] == [expected] * len(BACKENDS)


def test_borders_join_the_corners_of_a_line_that_is_found() -> None:
    declared = "grid 1 x 3\nfind wall : bool at borders\nfind kept : bool at corners\n"
    rules = (
        "all(not wall[b] for b in borders if b not in segments([p for p in corners if p.row = 0]))",
        "all(kept[p] <=> p.row = 0 and p.column != 1 for p in corners)",
        "[size(x) for x in runs([p for p in corners if kept[p]], wall)] = [2]",
    )
    text = declared + 'rule "It":\n' + "".join(f"    {rule}\n" for rule in rules)
    spec = Spec.of(Source("my.spec", text))
    assert [spec.count(backend=backend) for backend in BACKENDS] == [4] * len(BACKENDS)
