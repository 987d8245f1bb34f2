"""Missing values: what a rule says of them does not depend on when it turns out that they are."""

from __future__ import annotations

import re

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import PzcError, Source
from pzc.tasks.spec import Spec

# `c.up` is known to be missing, `way[c]` is only found to be.
HEAD = """\
grid 2 x 2
find b : bool at cells
find d : 0..1 at cells
find way : cell at some cells
let c = [x for x in cells][1]
let e = [x for x in cells][2]
rule "Blank": size(way) = 0 and all(d = 0)
"""
BOARDS = 2**4


def counts(rule: str) -> list[int]:
    spec = Spec.of(Source("missing.spec", f'{HEAD}rule "It": {rule}\n'))
    return [spec.count(backend=backend) for backend in BACKENDS]


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize(
    "rule",
    [
        "count(d = d[{}]) = 0 and count(d[{}] = d) = 0",
        "count(d >= d[{}]) = 0 and count(d <= d[{}]) = 0",
        "count(d != d[{}]) = 4",
        "count(0 <= d <= d[{}]) = 0",
        "connected(d = d[{}]) and size(areas(d = d[{}])) = 0",
        "count(d[row(c)] = d[{}]) = 0 and count(d[{}] = d[row(c)]) = 0",
        "all(d[row(c)] != d[{}]) and all(d[{}] != d[row(c)])",
        "count({}.row <= d[row(c)]) = 0",
        "count(0 <= d[row(c)] < {}.row) = 0",
        "count([x.row for x in cells] = {}.row) = 0",
        "count([c, e] = {}) = 0",
        "size(1..d[{}]) = 0 and size({}.row..9) = 0 and size(d[{}]..{}.row) = 0",
    ],
)
def test_a_value_is_compared_with_no_member(place: str, rule: str) -> None:
    assert counts(rule.replace("{}", place)) == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize(
    "rule",
    [
        "count(b[row({})]) = 0 and all(b[row({})]) and not any(b[row({})])",
        "count(d[row({})] = 0) = 0 and all(d[row({})] != 0)",
        "all(not x for x in b[row({})])",
        "all(0 <= d[row({})] < 0)",
        "b[row({})] = b[row({})] and d[row({})] = d[row({})]",
        "row({}) != row({}) and d[{}] != d[{}]",
    ],
)
def test_a_list_has_no_members(place: str, rule: str) -> None:
    assert counts(rule.replace("{}", place)) == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize(
    "places",
    [
        "between({}, e)",
        "between(e, {})",
        "run({}, down, cells)",
        "run({}, down, b)",
        "before({}, row(c))",
        "after({}, row(c))",
        "ends(link({}, up))",
        "reversed(row({}))",
    ],
)
def test_around_no_place_there_are_none(place: str, places: str) -> None:
    none = places.replace("{}", place)
    rule = f"{none} = [x for x in before(c, row(c))] and size({none}) = 0"
    assert counts(rule) == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("count(c.row = 2 and b) = 0", BOARDS),
        ("count(b[c.up] and b) = 0", BOARDS),
        ("size(c.row = 1 or b) = 4", BOARDS),
        ("count(c.row = 2 => b) = 4", BOARDS),
        ("count(c.row = 1 and b) = 1", 4),
        ("connected(c.row = 2 and b)", BOARDS),
    ],
)
def test_a_known_condition_joined_with_a_layer_is_a_layer(rule: str, wanted: int) -> None:
    assert counts(rule) == [wanted] * len(BACKENDS)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("(row(c) if b[e] else column(c))[1] = c", BOARDS),
        ("b[(row(c) if b[e] else column(c))[2]]", 12),
        ("(row(c) if b[e] else column(c))[3] = c", 0),
        ("row(c.down if b[e] else c)[2] = e", 8),
    ],
)
def test_a_chosen_line_is_indexed_by_number(rule: str, wanted: int) -> None:
    assert counts(rule) == [wanted] * len(BACKENDS)


def test_a_blank_list_of_clues_has_no_members() -> None:
    spec = Spec.of(
        Source(
            "blank.spec",
            "grid 1 x 2\ngiven clue : list of 1..2 at some rows\nfind b : bool at cells\n"
            'rule "It": all(count(clue[r] = 1) = 0 and all(clue[r] != 1) for r in rows)\n',
        )
    )
    assert spec.count("clue:\n.\n") == 4
    assert spec.count("clue:\n1\n") == 0


def test_each_set_of_a_list_is_compared_with_a_set() -> None:
    assert counts(
        "count([adjacent(x) for x in cells] = {x.right for x in [c]} + {c.down}) = 2"
    ) == [BOARDS] * len(BACKENDS)


ONES = """\
let one[x in cells] = 1 if b[x] else 0
let beside[x in cells] = count(b[y] for y in [x])
"""


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize("layer", ["one", "beside"])
@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("LAYER[PLACE] != 0 and not LAYER[PLACE] <= 0 and LAYER[PLACE] + 1 != 1", BOARDS),
        ("LAYER[PLACE] not in {0, 1} and size([LAYER[PLACE]]) = 0", BOARDS),
        ("size(LAYER) = 4 and size(LAYER & row(c)) = 2 and c in LAYER", BOARDS),
        ("(LAYER[c] if b[e] else d[PLACE]) = 0", 4),
        ("(d[PLACE] if b[e] else LAYER[c]) = 0", 4),
        ("(LAYER[c] if b[e] else 7) = 7", 8),
        ("[LAYER[x] for x in cells if b[x]][1] != 0", BOARDS),
        ("[LAYER[x] for x in cells if b[x]][1] = 1", 15),
        ("[LAYER[x] for x in cells][d[c]] != 0", BOARDS),
        ("count(LAYER = 0) = count(not b)", BOARDS),
    ],
)
def test_a_number_that_is_0_or_1_may_be_missing(
    place: str, layer: str, rule: str, wanted: int
) -> None:
    """Conditions that stand for numbers are no truths, which are no where they are missing."""
    words = rule.replace("LAYER", layer).replace("PLACE", place)
    spec = Spec.of(Source("ones.spec", f'{HEAD}{ONES}rule "It": {words}\n'))
    assert [spec.count(backend=backend) for backend in BACKENDS] == [wanted] * len(BACKENDS)


def test_a_define_chooses_among_numbers_and_among_truths() -> None:
    chosen = "define chosen(x, y) = x if b[e] else y\n"
    rule = "chosen(1, 0) = (1 if b[e] else 0) and chosen(b[c], not b[c])"
    spec = Spec.of(Source("chosen.spec", f'{HEAD}{chosen}rule "It": {rule}\n'))
    assert spec.count() == 8


# Layers that differ in their places; a spec has those that its rule names.
PARTS = {
    "q": "find q : bool at c in cells where c.column <= 2\n",
    "b": "find b : bool at c in cells where c.column >= 2\n",
    "x": "find x : 0..1 at c in cells where c.column <= 2\n",
    "y": "find y : 0..1 at c in cells where c.column >= 2\n",
    "dot": "find dot : bool at cells + corners\n"
    'rule "Few": size(dot & corners) = 1 and size(dot & cells) = 0\n',
}
CORNERS = 8


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("size(q or b) = 1", "size(b or q) = 1", 5),
        ("size(q or b) = 1", "size(q + b) = 1", 5),
        ("all(q or b)", "all(b or q)", 3),
        ("count(q => b) = 1", "count(q[c] => b[c] for c in cells) = 1", 2),
        ("all(q => b)", "all(q[c] => b[c] for c in cells)", 6),
        ("count(q <=> b) = 1", "count(b <=> q) = 1", 6),
        ("count(x != y) = 2", "count(y != x) = 2", 8),
        ("size(x + y) = 1", "size(y + x) = 1", 16),
        ("size(q or dot) = 1", "size(dot or q) = 1", CORNERS),
        (
            "count(c in corners for c in (q or dot)) = 1",
            "size((q or dot) & corners) = 1",
            4 * CORNERS,
        ),
    ],
)
def test_an_operator_on_two_layers_has_the_places_of_both(
    one: str, other: str, wanted: int
) -> None:
    parts = "".join(PARTS[name] for name in PARTS if re.search(rf"\b{name}\b", one))
    for rule in (one, other):
        spec = Spec.of(Source("parts.spec", f'grid 1 x 3\n{parts}rule "It": {rule}\n'))
        found = [spec.count(backend=backend) for backend in BACKENDS]
        assert found == [wanted] * len(BACKENDS)


@pytest.mark.parametrize("numbers", ["one[row(c)]", "[one[x] for x in row(c)]", "beside[row(c)]"])
def test_a_number_that_is_a_condition_matches_its_digit(numbers: str) -> None:
    for pattern, wanted in (("?0", 8), ("10", 4), ("2?", 0)):
        rule = f'matches({numbers}, "{pattern}")'
        spec = Spec.of(Source("digits.spec", f'{HEAD}{ONES}rule "It": {rule}\n'))
        assert [spec.count(backend=backend) for backend in BACKENDS] == [wanted] * len(BACKENDS)


SPELT = """grid 1 x 3
given word : list of 1..2 at rows unknown "?"
find  mark : 1..2 at some cells

rule "The marks of a row, without the blanks between them, are as they stand beside it":
    for r in rows: """


@pytest.mark.parametrize(
    ("rule", "word", "wanted"),
    [
        ("digits(mark[r]) = digits(word[r])", "1 2", 3),
        ("digits(mark[r]) = digits(word[r])", "1 2 1", 1),
        ("digits(mark[c] for c in reversed(r)) = digits(word[r])", "2", 3),
        ("digits(mark[r]) > 100", "1", 8),
        ("digits(mark[r]) = 0", "1", 1),  # no marks
        ('matches(mark[r], "?1")', "1", 6),
        ("matches(mark[r], word[r])", "1 2", 3),
        ("matches(mark[r], word[r])", "1 ?", 6),
        ("matches(mark[r], word[r])", "? ? ?", 8),
        ("matches([mark[c] for c in r if mark[c] = 1], word[r])", "1", 12),
        ("matches(mark[r], reversed(mark[r]))", "1", 1 + 6 + 6 + 4),
    ],
)
def test_digits_and_patterns_pass_over_what_is_missing(rule: str, word: str, wanted: int) -> None:
    spec = Spec.of(Source("spelt.spec", SPELT + rule + "\n"))
    assert [spec.count(f"word:\n{word}\n", backend=name) for name in BACKENDS] == [wanted] * 3


def test_a_range_ends_at_a_number_that_may_be_missing() -> None:
    rule = "(c in way <=> b[c]) and (size(1..2 * way[c].row) = 4 <=> b[e])"
    head = HEAD.replace("size(way) = 0 and ", "")
    spec = Spec.of(Source("missing.spec", f'{head}rule "It": {rule}\n'))
    # Ways at 4 cells, that of the first in the upper row, in the lower, or nowhere.
    expected = (2 + 2 + 1) * 5**3 * 2**2
    assert {spec.count(backend=backend) for backend in ("native", "cnf")} == {expected}


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize(
    "member", ["[x.row, 2]", "[y for y in cells if b[y]]", "adjacent(x)", "row(x)", "{x}"]
)
@pytest.mark.parametrize(
    "rule",
    [
        "{} != {}",
        "not {} = [y for y in [{}] if 1 = 2][1]",
        "size({}) = 0 and size([{}]) = 0 and size({{}}) = 0",
        "kinds([{}, {}]) = 0",
        "({} if b[e] else {}) != {}",
        "all(not z in [{}] for z in [{} for x in cells if x = c.down])",
    ],
)
def test_a_list_past_the_end_is_missing(place: str, member: str, rule: str) -> None:
    past = f"[{member} for x in cells if x = {place}][1]"
    rule = rule.replace("[{} for x in cells if x = c.down]", f"[{member} for x in [c.down]]")
    assert counts(rule.replace("{}", past)) == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
def test_a_missing_list_is_not_an_empty_one(place: str) -> None:
    past = f"[[x.row, 2] for x in cells if x = {place}][1]"
    none = "[x.row for x in before(c, row(c))]"
    assert counts(f"{past} != {none} and {none} = {none}") == [BOARDS] * len(BACKENDS)
    assert counts(f"(1 if {past} = [1, 2] else 2) = 2") == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize(
    ("around", "members"),
    [
        ("adjacent({})", "cells"),
        ("diagonal({})", "cells"),
        ("b({})", "cells"),
        ("cells(link({}, up))", "cells"),
        ("links({})", "links"),
        ("rows({})", "rows"),
        ("sides({})", "sides"),
    ],
)
def test_a_set_around_no_place_is_empty(place: str, around: str, members: str) -> None:
    around = around.replace("{}", place)
    rule = f"{around} = {{x for x in {members} if 1 = 2}} and kinds([{around}, {around}]) = 1"
    assert counts(rule) == [BOARDS] * len(BACKENDS)
    if members == "cells":
        rule = f"shape({around}) = shape({{c}} - {{c}}) and shape({around}) != shape({{c}})"
        assert counts(rule) == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
def test_a_written_list_may_be_shorter_than_it_looks(place: str) -> None:
    for rule in ("[d[{}], d[c]] = [0]", "[1, 2] != [1, d[{}], 2, 3]", "[{}, c] = [c]"):
        assert counts(rule.replace("{}", place)) == [BOARDS] * len(BACKENDS)
    with pytest.raises(PzcError, match="never equal"):
        counts("[c, e] = [c]")
    with pytest.raises(PzcError, match="never equal"):
        counts("[d[c]] = [0, 1]")


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_largest_number_is_optimised_if_one_is_always_there(backend: str) -> None:
    spec = Spec.of(
        Source(
            "largest.spec",
            """\
grid 1 x 3
find b : bool at cells
find d : 1..5 at cells
rule "Sums": sum(d) = 9 and count(b) = 2
minimize max(d[c] for c in cells if b[c] or c.column = 2)
""",
        )
    )
    (best,) = spec.solutions(backend=backend, limit=1)
    assert best.objective == 2


NOWHERE = {
    "number": "[x for x in {num[k] for k in cells}][3]",
    "symbol": "[x for x in {hue[k] for k in cells}][3]",
    "truth": "[num[k] = 1 for k in cells if hue[k] = green][1]",
}


@pytest.mark.parametrize(
    ("kind", "number", "expected"),
    [
        ("number", "size(s)", 0),
        ("number", "size(s + num)", 0),
        ("number", "count(s + num = 1)", 0),
        ("number", "size(areas((s + num = 1)))", 0),
        ("number", "kinds(s[cells])", 0),
        ("symbol", "size(s)", 0),
        ("symbol", "size([s[c] for c in cells])", 0),
        ("symbol", "kinds(s[cells])", 0),
        ("symbol", "size({s[c] for c in cells})", 0),
        ("symbol", "size(areas(s))", 0),
        ("symbol", "size(s + cells)", 6),
        ("truth", "size(s)", 0),
        ("truth", "size(s[cells])", 6),
        ("truth", "size(areas(s))", 0),
        ("truth", "count(not s[c] for c in cells)", 6),
    ],
)
def test_a_computed_layer_without_values_is_of_its_kind(
    kind: str, number: str, expected: int
) -> None:
    """Whether it is numbers, yes and no, or others, is a matter of its text."""
    text = f"""\
grid h x w
things one = {{it}}
given num : 0..2 at cells
given hue : {{red, blue, green}} at cells drawn "R B G"
let s[c in cells] = {NOWHERE[kind]}
find m : 0..9 at one
rule "It": m[it] = {number}
"""
    spec = Spec.of(Source("nowhere.spec", text))
    solutions = spec.solutions("num:\n1 2 1\n2 2 1\nhue:\nRRB\nBBR\n")
    assert [one.answer[0].table["it"] for one in solutions] == [expected]
