"""Pieces in the language mean what they say: every construct against its meaning.

A condition over a small board is ground once; on random boards its truth by the reference evaluator
must be the truth of the same sentence about plain sets of cells (`piece_meanings`), and that of the
same rule run with constants in every found layer.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from backend_names import BACKENDS, every_backend
from piece_meanings import HEADER, MEANINGS, PUZZLE, STATEMENTS, Board
from plain_cells import HEIGHT, WIDTH, Cell, box
from pzc.compiler.ground.grounding import Grounding
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.evaluate import evaluate
from pzc.tasks.spec import Spec
from pzc.tasks.verify import verify
from test_grounding import concrete

# ---- boards --------------------------------------------------------------------------------------


def around(choose: Random, sides: dict[int, tuple[Cell, Cell]]) -> set[int]:
    """Lines around a random set, perhaps with some changed. sides: of each line the two places that
    it parts, on a grid twice as fine."""
    inner = {(y, x) for ends in sides.values() for y, x in ends}
    inner = {(y, x) for y, x in inner if 0 < y < 2 * HEIGHT and 0 < x < 2 * WIDTH}
    size = choose.choice([1, 2, 3, 4, len(inner)])
    chosen = set(choose.sample(sorted(inner), min(size, len(inner))))
    drawn = {line for line, (a, b) in sides.items() if (a in chosen) != (b in chosen)}
    for _ in range(choose.choice([0, 0, 1, 2])):
        drawn ^= {choose.choice(sorted(sides))}
    return drawn


def random_board(grounding: Grounding, choose: Random) -> list[int]:
    """A random assignment, in which lines are often closed."""
    variables = grounding.model.variables
    assignment = [choose.choice(list(getattr(v, "domain", (0, 1)))) for v in variables]
    for name, ends in (("line", "cell"), ("wall", "corner")):
        sides = {}
        for place, (index, _) in grounding.slots[name].variables.items():
            a, b = grounding.context.board.touching(ends, place)
            (y, x), upright = place.at, a.column == b.column
            dy, dx = (0, 1) if upright else (1, 0)
            sides[index] = ((y - dy, x - dx), (y + dy, x + dx))
        drawn = around(choose, sides)
        for index in sides:
            assignment[index] = int(index in drawn)
    b, x = ({k: i for k, (i, _) in grounding.slots[n].variables.items()} for n in ("b", "x"))
    if choose.random() < 0.3:  # a set or its box, rarely met by chance
        boxed = box((k.row, k.column) for k, index in b.items() if assignment[index])
        for k, index in x.items():
            assignment[index] = int((k.row, k.column) in boxed)
        if choose.random() < 0.5:
            for k, index in x.items():
                assignment[index] = assignment[b[k]]
    return assignment


def ground(rule: str) -> Grounding:
    spec = Spec.of(Source("pieces.spec", f'{HEADER}rule "It":\n    {rule}\n'))
    return spec.ground(PUZZLE, exact=True)  # no variables beside those of layers


CONSTANT = {
    "all(land[p] = land[q] for p, q in adjacent if b[p] and b[q])",
    "any(sea[p] != sea[q] for p, q in adjacent if not b[p] and not b[q])",
    "all(size(areas(p)) = 1 for p in land)",
}
BOARDS = 30


@pytest.mark.parametrize("rule", [*MEANINGS, *STATEMENTS])
def test_what_it_means(rule: str) -> None:
    meaning = MEANINGS.get(rule) or STATEMENTS[rule]
    grounding = ground(rule)
    choose = Random(rule)
    seen = set()
    for k in range(10 * BOARDS):
        assignment = random_board(grounding, choose)
        wanted = bool(meaning(Board(grounding, assignment)))
        if wanted in seen and k >= BOARDS:
            continue
        seen.add(wanted)
        conditions = [c.condition for c in grounding.model.constraints]
        found = all(c is not False and evaluate(c, assignment) for c in conditions)
        assert found == wanted
        if k < 10:
            assert concrete(grounding, assignment) == wanted
    assert seen == {True, False} or rule in CONSTANT


# ---- how many there are --------------------------------------------------------------------------


def spec_of(text: str) -> Spec:
    return Spec.of(Source("count.spec", f'puzzle "Count"\n{text}\n'))


# Closed loops along the lines of a board of 3 x 3 cells, and through the cells of one (OEIS
# A140517); connected sets of its cells, the empty one among them (A059525).
@every_backend
@pytest.mark.parametrize(
    ("find", "condition", "wanted"),
    [
        ("borders", "loop(it)", 213),
        ("links", "loop(it)", 13),
        ("cells", "connected(it)", 219),
    ],
)
def test_known_counts(backend: str, find: str, condition: str, wanted: int) -> None:
    spec = spec_of(f'grid 3 x 3\nfind it : bool at {find}\nrule "It": {condition}')
    assert sum(1 for _ in spec.solutions(backend=backend)) == wanted


SMALL = [
    ("cells", "all(size(areas(it)[c]) != 2 for c in cells)"),
    ("cells", "for p in areas(it): size(p) = size(box(p))"),
    ("cells", "size(areas(it)) = 2 and not connected(not it)"),
    ("cells", "not all(all_different(c.row for c in p) for p in areas(it))"),
    ("cells", "any(mirror(p, c) = p for p in areas(it) for c in cells if size(p) > 1)"),
    ("cells", "shape(it, turned) = shape(not it, turned)"),
    ("links", "acyclic(cells, it)"),
    ("links", "not acyclic(cells, it)"),
    ("links", "path(it)"),
    ("links", "not path(it) and connected(it)"),
    ("links", "size(areas(cells, it)) = 2"),
    ("borders", "loop(it, yes) and size(inside(it)) = 2"),
]


@pytest.mark.parametrize(("find", "rule"), SMALL)
def test_backends_agree(find: str, rule: str) -> None:
    size = "1 x 3" if find == "borders" else "2 x 3"
    spec = spec_of(f'grid {size}\nfind it : bool at {find}\nrule "It":\n    {rule}')
    model = spec.ground(exact=True).model  # no variables beside those of layers
    wanted = sum(
        all(c.condition is not False and evaluate(c.condition, board) for c in model.constraints)
        for board in product((0, 1), repeat=len(model.variables))
    )
    assert 0 < wanted < 2 ** len(model.variables)
    found = [sum(1 for _ in spec.solutions(backend=backend)) for backend in BACKENDS]
    assert found == [wanted] * 3


def test_what_is_inside_of_a_loop_cannot_get_out() -> None:
    spec = spec_of(
        "grid 3 x 3\nfind l : bool at borders\nfind b : bool at cells\n"
        'rule "It":\n    loop(l)\n    all(b = inside(l))'
    )
    solutions = list(spec.solutions())
    assert len(solutions) == 213
    for solution in solutions:
        lines, within = (layer.table for layer in solution.answer)
        drawn = {place.at for place, value in lines.items() if value}
        everywhere = {(y, x) for y in range(-1, 8, 2) for x in range(-1, 8, 2)}
        assert {c.at for c, value in within.items() if value} == everywhere - free(drawn)


def free(walls: set[Cell]) -> set[Cell]:
    """The cells that can be come to from outside the frame, on a grid twice as fine."""
    reached, fresh = set(), [(-1, -1)]
    while fresh:
        y, x = fresh.pop()
        if not (-1 <= y <= 7 and -1 <= x <= 7) or (y, x) in reached:
            continue
        reached.add((y, x))
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
        fresh += [(y + 2 * dy, x + 2 * dx) for dy, dx in steps if (y + dy, x + dx) not in walls]
    return reached


# ---- what is said --------------------------------------------------------------------------------


DIAGNOSTICS = [
    ("connected(kid)", "E0211", "a set of cells", "what joins other things is required"),
    (
        "size(distance(line, kid)) = 1",
        "E0211",
        "a set of links",
        "what joins other things is required: `distance(start, where, joined)`",
    ),
    ("connected(cells, wall)", "E0211", "a set of pairs or a set of links", None),
    ("acyclic(corners, line)", "E0211", "a set of pairs or a set of borders", None),
    ("size(areas(cells, b)) = 1", "E0211", "a set of pairs or a set of links", None),
    ("loop(b)", "E0211", "a set of borders and links", None),
    ("loop(line, corners)", "E0211", "yes or no or a set of cells", None),
    ("path(line + wall)", "E0211", "a set of links or a set of borders", None),
    ("mirror(b, up) = b", "E0211", "a border or cell or corner or link", None),
    ("shape(b) = shape(b, turned)", "E0401", None, None),
    ("ann in land", "E0219", "a set of cells", None),
    ("land(spot[ann])", "E0212", None, None),
]


@pytest.mark.parametrize(("rule", "code", "expected", "hint"), DIAGNOSTICS)
def test_what_has_no_meaning_is_reported(
    rule: str, code: str, expected: str | None, hint: str | None
) -> None:
    with pytest.raises(PzcError) as caught:
        ground(rule)
    (mistake,) = caught.value.diagnostics
    assert mistake.code == code and mistake.span is not None
    assert (expected or "") in (mistake.expected or "")
    assert (hint or "") in (mistake.hint or "")


def test_a_piece_that_breaks_a_rule_is_reported_once() -> None:
    spec = spec_of(
        "grid 2 x 3\ngiven clue : 1..9 at some cells\nfind b : bool at cells\n"
        'rule "A piece holds one clue":\n    for p in areas(b): size(clue & p) = 1\n'
        'rule "A piece is a rectangle":\n    for p in areas(b): size(p) = size(box(p))'
    )
    verdict = verify(spec, "1.2\n...\n", "##.\n#.#\n")
    assert [(one.sentence, one.bindings) for one in verdict.broken] == [
        ("A piece holds one clue", (("p", "the piece of r2c3"),)),
        ("A piece is a rectangle", (("p", "the piece of r1c1"),)),
    ]


def test_a_rule_about_every_piece_stays_small() -> None:
    """The model grows with the board, not with pairs of its cells."""
    text = (
        "grid {n} x {n}\nfind b : bool at cells\nlet land = areas(b)\n"
        'rule "It":\n    connected(not b)\n'
        "    for p in land: size(p) = size(box(p)) and size(p) != 3\n"
        "    for c in cells: size(land[c]) != 5\n"
    )
    sizes = []
    for n in (8, 16):
        model = spec_of(text.replace("{n}", str(n))).ground().model
        sizes.append(model.size)
    assert sizes[1] < 4.5 * sizes[0]
