"""Every kind of mistake that the checker reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checked_specs import BOARD, marked, mistakes, read
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl import check_context
from pzc.dsl.builtins import ATTRIBUTES, BUILTINS
from pzc.dsl.checker import examine
from pzc.dsl.diagnostics import PzcError, Source
from pzc.dsl.known_arguments import KNOWN_ARGUMENTS
from pzc.dsl.parser import parse_spec

# code, the marked text, the lines that follow the board
HUES = "find red : {red, blue} at cells\nfind hue : {red, blue} at cells\n"
MISTAKES = [
    ("E0201", "k", "param k : 1..9 = 2"),
    ("E0201", "clue", "let clue = 3"),
    ("E0202", "cells", "find cells : bool at rows"),
    ("E0202", "adjacent", "param adjacent : 1..9 = 1"),
    ("E0202", "turned", "define turned(x) = x"),
    ("E0202", "corners", 'rule "r": for corners in rows: digit[corners] = [1]'),
    ("E0203", "digt", "let a = size(digt)"),
    ("E0203", "zzz", 'rule "r": zzz'),
    ("E0203", "foo", "let a = foo(3)"),
    ("E0203", "oops", "define never(x) = x + oops"),
    ("E0204", "b", "let a = b\nlet b = 3"),
    ("E0204", "f", "define g(x) = f(x)\ndefine f(x) = x"),
    ("E0205", "clue", 'rule "r": for clue in cells: star[clue]'),
    ("E0205", "c", 'rule "r": for c in cells: all(star[c] for c in cells)'),
    ("E0211", "down", "param down : 1..9 = 2\nlet a = opposite(down)"),
    ("E0212", "kinds", "param kinds : 1..9 = 1\nlet a = kinds(cells)"),
    ("E0212", "run", 'rule "r": for run in runs(star): size(run(run)) = 1'),
    ("E0206", "a", 'rule "r": for a, a in adjacent: star[a]'),
    ("E0206", "x", "define f(x, x) = x"),
    ("E0207", "blak", 'rule "r": for c in pearl: pearl[c] = blak'),
    ("E0207", "middle", "let a = sides(middle)"),
    ("E0207", "rotated", "let a = placements(cells, rotated)"),
    ("E0208", "black", 'let black = "black"\nrule "r": for c in pearl: pearl[c] = black'),
    ("E0208", "left", 'define same(x) = x\nlet a = same(left)'),
    ("E0208", "red", 'find red : {red, blue} at cells\nrule "r": for c in red: red[c] = red'),
    ("E0208", "red", HUES + 'rule "r": count(hue = red) = 2'),
    ("E0208", "red", HUES + 'rule "r": count(red = hue) = 2'),
    ("E0209", "f", "define f(x) = f(x) + 1"),
    ("E0209", "f", "define f(x) = g(x)\ndefine g(x) = f(x)"),
    ("E0210", "adjacent(k, k, k)", "let a = adjacent(k, k, k)"),
    ("E0210", "blocks(3)", "let a = blocks(3)"),
    ("E0210", "f(1)", "define f(x, y) = x + y\nlet a = f(1)"),
    ("E0210", "count()", "let a = count()"),
    ("E0211", "clue[cells]", "let a = count(clue[cells])"),
    ("E0211", "k", "let a = size(k)"),
    ("E0211", "star[cells]", "let a = sum(star[cells])"),
    ("E0211", "k", "let a = straight(k)"),
    ("E0211", "k", "let a = step(k, up)"),
    ("E0212", "k", "let a = k(3)"),
    ("E0212", "k", "let a = star(k)"),
    ("E0212", "up", "let a = cells(up)"),
    ("E0211", "cells", "let a = sides(cells)"),
    ("E0211", "[cells]", "let a = outline([cells])"),
    ("E0214", "wallpaper = outline(spot)", 'rule "r": wallpaper = outline(spot)'),
    ("E0213", "size", "let a = size"),
    ("E0213", "f", "define f(x) = x\nlet a = f + 1"),
    ("E0213", "cell", "let a = size(cell)"),
    ("E0213", "turned", "let a = turned"),
    ("E0214", "digit[c]", 'rule "r": for c in cells: digit[c]'),
    ("E0214", "star[cells]", 'rule "r": star[cells]'),
    ("E0214", "digit = 3", 'rule "r": digit = 3'),
    ("E0214", "3", 'rule "r": star[cells] = star[cells] and 3'),
    ("E0214", "star[cells]", "let a = count(not star[cells])"),
    ("E0215", "star[c]", 'rule "r": for c in cells: star[c] + 1 = 2'),
    ("E0221", "[1]", "let a = [1] + 2"),
    ("E0215", "star", "let a = 1..star"),
    ("E0216", "pearl[c]", 'rule "r": for c in cells: pearl[c] < 3'),
    ("E0217", "3", 'rule "r": for c in cells: pearl[c] = 3'),
    ("E0217", "1", 'rule "r": for c in cells: star[c] = 1'),
    ("E0217", "row(c)", 'rule "r": for c in cells: column(c) = row(c)'),
    ("E0217", '"green"', 'rule "r": for c in cells: pearl[c] = "green"'),
    ("E0218", "k", 'rule "r": for c in cells: c in k'),
    ("E0219", "digit[c]", 'rule "r": for c in cells: digit[c] in cells'),
    ("E0220", "digit[r] = 3", 'rule "r": for r in rows: digit[r] = 3'),
    ("E0221", "[1]", "let a = [1] & {2}"),
    ("E0221", "k", "let a = cells + k"),
    ("E0222", "cells", "let a = [1, cells]"),
    ("E0222", "cells + day", "let a = cells + day"),
    ("E0223", "yes", "let a = (1 if k = 2 else yes)"),
    ("E0224", "k", "let a = k[1]"),
    ("E0224", "cells", "let a = cells[1]"),
    ("E0226", "r", "let a = [across[r][r] for r in rows]"),
    ("E0226", "s.line", "let a = [across[s.line] for s in sides]"),
    ("E0225", "wife[t]", "let a = [wife[t] for t in tile]"),
    ("E0226", "k", "let a = digit[k]"),
    ("E0226", "c", "let a = [across[c] for c in columns]"),
    ("E0227", "white[c]", "let white = not wall\nlet a = [white[c] for c in cells]"),
    ("E0228", "north", "let a = [c.north for c in cells]"),
    ("E0229", "k", 'rule "r": for i in k: star[cells] = star[cells]'),
    ("E0230", "b", 'rule "r": for a, b in cells: star[a]'),
    ("E0230", "a", 'rule "r": for a in wife: yes'),
    ("E0232", "digit", "find more : 1..size(digit = 1) at cells"),
    ("E0232", "star", "find more : bool at c in cells where star[c]"),
    ("E0232", "digit[c]", "let a = [blocks(digit[c], 1) for c in cells]"),
    ("E0232", "star", "param m : 1..9 = size(star)"),
    ("E0233", "grid 3 x 3", "grid 3 x 3"),
    ("E0236", "k", "find more : k at cells"),
    ("E0237", "1", "find more : {1, red} at cells"),
    ("E0238", "symbol", "find more : symbol at cells"),
    ("E0238", "list of 1..3", "find more : list of 1..3 at cells"),
    ("E0262", "red", "find more : {red, green, red} at cells"),
    ("E0239", "{}", "find more : {} at cells"),
    ("E0239", "{}", 'find more : {} at cells drawn "a b"'),
    ("E0240", "12", "param m : 1..9 = 12"),
    ("E0240", "yes", "param m : 1..9 = yes"),
    ("E0241", '"a"', 'find more : bool at cells drawn "a"'),
    ("E0241", '"a b c"', 'given more : {red, green} at cells drawn "a b c"'),
    ("E0242", '"3"', 'given more : 1..9 at some cells blank "3"'),
    ("E0242", '"-"', 'given more : 1..9 at some cells blank "-" unknown "-"'),
    ("E0243", '"0"', 'given more : 1..9 at cells blank "0"'),
    ("E0244", "digit", "find more : 1..9 at cells from digit"),
    ("E0244", "cleu", "find more : 1..9 at cells from cleu"),
    ("E0245", "clue", "find more : bool at cells from clue"),
    ("E0245", "clue", "find more : 1..9 at rows from clue"),
    ("E0246", "digit", 'picture "{digit}"'),
    ("E0246", "across", 'picture "{across}"'),
    ("E0247", "clue", 'picture "{clue}{clue}"'),
    ("E0257", 'picture "{wall}"', 'picture "{clue}"\npicture "{wall}"'),
    ("E0248", "clue", "answer clue"),
    ("E0248", "strr", "answer strr"),
    ("E0249", "star", "answer star, star"),
    ("E0250", "star", "minimize star"),
    ("E0251", "maximize 3", "minimize 2\nmaximize 3"),
    ("E0252", "c", 'rule "{c} is fine":\n    for c in cells: star[c]'),
    ("E0252", "cells", 'rule "{cells} is fine": yes'),
    ("E0235", "star", "sequence time up to star"),
    ("E0232", "more", "find more : 1..9 at cells\nsequence time up to sum(more)"),
    ("E0263", "sequence hour up to 3", "sequence time up to 3\nsequence hour up to 3"),
    ("E0264", "time", "sequence time up to 3\ngiven more : bool at time"),
    ("E0265", "bool", "find more : bool at some cells"),
    ("E0264", "n", "sequence time up to 3\nlet n = size(time)\nparam p : 0..9 = n"),
    ("E0254", "days", "sequence time up to 3\nlet days = time\nfind more : bool at days"),
    ("E0211", "k", "sequence time up to 3\nlet a = next(k)"),
    ("E0215", "t", "sequence time up to 3\nrule \"r\":\n    for t in time: star[t + 1]"),
    ("E0228", "up", "sequence time up to 3\nlet a = time.up"),
    ("E0254", "adjacent", "find more : bool at adjacent"),
    ("E0254", "k", "find more : bool at k"),
    ("E0255", "k", "find more : bool at cells where k"),
    ("E0257", 'puzzle "B"', 'puzzle "A"\npuzzle "B"'),
    ("E0259", '"a b"', 'given more : symbol at cells drawn "a b"'),
    ("E0261", "cells", "things more = cells"),
    ("E0268", '"a"', 'let a = placements("a")'),
    ("E0268", '".."', 'let a = placements(["#", ".."])'),
    ("E0239", "9..1", "find more : 9..1 at cells"),
    ("E0276", "star", "make star density 20..40"),
    ("E0276", "cleu", "make cleu density 20..40"),
    ("E0277", "densty", "make clue densty 20..40"),
    ("E0277", "3", "make clue = 3"),
    ("E0277", "size 3", "make k size 3"),
    ("E0277", "density", "make region density 20"),
    ("E0277", "values", "make pearl values 1..2"),
    ("E0277", "size", "make clue size 3..5"),
    ("E0278", "red", "make k = red"),
    ("E0278", "k", "make h = k"),
    ("E0278", "12", "make k = 12"),
    ("E0278", "0", "make h = 0"),
    ("E0278", "rotate", "make clue symmetry rotate"),
    ("E0278", "few", "make clue density few"),
    ("E0278", "40..20", "make clue density 40..20"),
    ("E0278", "40..200", "make clue density 40..200"),
    ("E0279", "density 30", "make clue density 20 density 30"),
    ("E0280", "lit", "let lit = {c for c in cells if star[c]}\nanswer lit"),
    ("E0280", "near", "let near[c in cells] = adjacent(c) & star\nanswer near"),
    ("E0280", "form", "let form = shape(star)\nanswer form"),
    ("E0281", "tone", 'given tone : symbol at some cells\npicture "{tone}{clue}"'),
    ("E0279", "h = 8", "make h = 6\nmake h = 8"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "lines"), MISTAKES)
def test_mistakes(code: str, text: str, lines: str) -> None:
    found = mistakes(BOARD + lines + "\n")
    assert [d.code for d in found] == [code], "\n".join(d.show() for d in found)
    assert marked(found[0]) == text


HUGE = "1..1000000000000"
WITHOUT_BOARD = [
    ("E0234", "cells", "find star : bool at cells\n"),
    ("E0234", "blocks", "let a = blocks(3, 3)\n"),
    ("E0269", "upleft", "grid 3 x 3\nlet a = {upleft}\n"),
    ("E0228", "north", "grid 3 x 3\nlet a = {c.north for c in cells}\n"),
    ("E0269", "columns", "grid 3 x 3 of hexagons\nlet a = rows + columns\n"),
    ("E0269", "knight", "grid 3 x 3 of hexagons\nlet a = size(knight)\n"),
    ("E0269", "up", "grid 3 x 3 of hexagons\nlet a = {up}\n"),
    ("E0269", "box", "grid 3 x 3 of hexagons\nfind s : bool at cells\nlet a = box(s)\n"),
    ("E0228", "up", "grid 3 x 3 of hexagons\nlet a = {c.up for c in cells}\n"),
    ("E0228", "left", "grid 3 x 3 of hexagons\nlet a = {p.left for p in corners}\n"),
    ("E0211", "p", "grid 3 x 3 of hexagons\nlet a = {step(p, left) for p in corners}\n"),
    ("E0270", "hexagon", "grid 3 x 3 of hexagon\n"),
    ("E0271", "trea", "grid 3 x 3\nfind s : bool at cells as trea\n"),
    ("E0272", "dot", "grid 3 x 3\nfind s : bool at cells as ring dot\n"),
    ("E0273", "dot, ring, tree", "grid 3 x 3\nfind s : bool at cells as dot, ring, tree\n"),
    ("E0274", "tube", "grid 3 x 3\nfind s : 1..3 at cells as tube\n"),
    ("E0275", '"0 0"', 'grid 3 x 3\nfind s : bool at cells as "0 0"\n'),
    ("E0204", "rows", "let a = size(rows)\ngrid 3 x 3\n"),
    ("E0235", "cell_name", "param cell_name : {red, green}\ngrid cell_name x 3\n"),
    ("E0235", "0", "grid 0 x 3\n"),
    ("E0203", "w", "grid 3 x w + 1\n"),
    ("E0204", "cells", "grid 3 x size(cells)\n"),
    # Ranges that nothing must iterate.
    ("E0240", "0", f"param k : {HUGE} = 0\n"),
    ("E0241", '"a b"', f'grid 3 x 3\nfind n : {HUGE} at cells drawn "a b"\n'),
    ("E0273", "disc, dot", f"grid 3 x 3\nfind n : {HUGE} at cells as disc, dot\n"),
    ("E0278", "0", f"param k : {HUGE}\nmake k = 0\n"),
]


@pytest.mark.parametrize(("code", "text", "spec"), WITHOUT_BOARD)
def test_mistakes_about_the_board(code: str, text: str, spec: str) -> None:
    found = mistakes(spec)
    assert [d.code for d in found] == [code], "\n".join(d.show() for d in found)
    assert marked(found[0]) == text


def test_there_are_many_kinds_of_mistakes_and_each_is_tested() -> None:
    source = "".join(
        path.read_text() for path in Path(check_context.__file__).parent.glob("check*.py")
    )
    tested = {code for code, *_ in MISTAKES + WITHOUT_BOARD} | {"E0260"}
    assert tested == set(re.findall(r"E02\d\d", source))
    assert len(tested) >= 35


def test_all_mistakes_are_reported_at_once_and_none_twice() -> None:
    found = mistakes(f"{BOARD}let a = size(digt)\nlet b = a + foo\nfind more : k at cells\n")
    assert [d.code for d in found] == ["E0203", "E0203", "E0236"]


def test_what_is_wrong_does_not_cascade() -> None:
    found = mistakes(
        f"{BOARD}let bad = nothing[3] + 1\n"
        'rule "r":\n    for c in bad: bad[c] = 1 + bad(c)\n    bad.up > bad\n'
    )
    assert [d.code for d in found] == ["E0203"]


def test_a_mistake_in_a_define_tells_its_use() -> None:
    (found,) = mistakes(f"{BOARD}define twice(x) = x * 2\nlet a = twice(cells)\n")
    assert found.code == "E0215"
    assert found.span is not None and marked(found) == "x"
    assert "line 22" in (found.hint or "")


def test_a_parameter_of_a_define_is_of_any_kind_that_a_function_takes() -> None:
    defines = (
        "define walled(s) = all(edge[b] for b in segments(s))\n"
        "define first_of(l) = digit[ends(l)[1]]\n"
        "define shut(s) = all(edge[b] for b in segments(runs(s)[1]))\n"
    )
    for use in ("[walled(r) for r in runs(edge)]", "[first_of(l) for l in line]"):
        assert read(f"{BOARD}given edge : bool at borders\n{defines}let a = {use}\n")


def test_defines_that_grow_without_end_are_stopped() -> None:
    doubling = "".join(f"define f{i + 1}(x) = f{i}(f{i}(x))\n" for i in range(40))
    found = mistakes(f"define f0(x) = [x]\n{doubling}let a = f40(1)\n")
    assert {d.code for d in found} - {"E0100"} == {"E0260"}  # and that there are more


def test_many_readings_of_nested_choices_take_no_time() -> None:
    choice = "left"
    for _ in range(12):
        choice = f"({choice} if {choice.count('(')} = 0 else right)"
    nested = "k"
    for _ in range(20):
        nested = f"(1 if {nested} = 1 else k)"
    assert read(f'{BOARD}rule "r": boat[1] = {choice} and {nested} = 1\n').names


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ("let a = size(digt)", "digit"),
        ('rule "r": for c in pearl: pearl[c] = blak', "black"),
        ("let a = [c.nortwest for c in cells]", "northwest"),
        ("answer strr", "star"),
        ("find more : 1..9 at cells from cleu", "clue"),
        ("let a = cont(star)", "count"),
    ],
)
def test_the_nearest_name_is_reported(lines: str, hint: str) -> None:
    (found,) = mistakes(f"{BOARD}{lines}\n")
    assert f"'{hint}'" in (found.hint or "")


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ("let white = not wall\nlet a = [white[c] for c in cells]", "`let white[c in cells] = …`"),
        ("let a = areas(cells, fence)", "`{[a, b] for a, b in adjacent if not fence[a, b]}`"),
        ("let kinds = 3\nlet a = kinds(cells)", "'kinds' also names a built-in function"),
    ],
)
def test_a_hint_shows_what_to_write(lines: str, hint: str) -> None:
    (found,) = mistakes(f"{BOARD}find fence : bool at borders\n{lines}\n")
    assert hint in (found.hint or "")


def test_every_argument_that_must_be_known_is_one_of_a_signature() -> None:
    marked = {
        (name, position)
        for name, builtin in BUILTINS.items()
        for signature in builtin.signatures
        for position, parameter in enumerate(signature.parameters)
        if parameter.given
    }
    assert marked == {(name, at) for name, found in KNOWN_ARGUMENTS.items() for at in found}


def test_every_function_of_the_table_is_one_of_the_grounder() -> None:
    from pzc.compiler.builtins.functions import FUNCTIONS

    functions = {name for name, b in BUILTINS.items() if b.kind == "function"}
    assert functions - {"placements", "shape"} == set(FUNCTIONS)


def test_signatures_are_shown() -> None:
    (found,) = mistakes(f"{BOARD}let a = runs()\n")
    assert found.expected == BUILTINS["runs"].usage == "runs(condition) or runs(line, condition)"


def test_a_symbol_in_one_use_and_a_direction_in_another_is_reported() -> None:
    define = "define is_left(layer, d) = layer[d] = left\n"
    assert read(f"{BOARD}{define}let a = is_left(boat, 1)\n")
    assert read(f"{BOARD}{define}let a = is_left(way, 1)\n")
    both = f"{BOARD}{define}let a = is_left(boat, 1)\nlet b = is_left(way, 1)\n"
    (found,) = mistakes(both)
    assert found.code == "E0208" and marked(found) == "left"


def test_what_nothing_uses_is_a_warning() -> None:
    ctx = read(
        "param k : 1..3 = 1\nparam most : 1..3 = 2\ngrid h x w\n"
        "given clue : bool at cells\nfind a, b, c : 1..9 at cells\n"
        "define idle(x) = x + k\ndefine low(x) = a[x] < most\n"
        'rule "r":\n    for x in clue: low(x)\nanswer a, b\n'
    )
    assert [(w.code, marked(w)) for w in ctx.warnings] == [
        ("W0202", "k"),
        ("W0202", "c"),
        ("W0202", "idle"),
    ]
    assert [w.code for w in read("things tile = {red}\n").warnings] == ["W0201", "W0202"]


SPEC = f"""{BOARD}let two[c in cells] = digit[c] + c.row if c in clue else 2
define lit(c, d) = any(star[run(c, d, not wall)]) or pearl[c] = black
rule "Lit by {{k}}":
    for c in cells if not wall[c]:
        lit(c, left) => two[c] in {{1, 2}} and size(line(c)) = 2
    for r in rows: [size(s) for s in runs(r, star)] = across[r]
minimize sum(digit) - k
answer star, spot
"""
TOKENS = re.findall(r'\w+|"[^"\n]*"|\s+|[^\w\s]', SPEC)
WORDS = [*BUILTINS, *ATTRIBUTES, *dict.fromkeys(t for t in TOKENS if not t.isspace()), "[]", "{}"]


@settings(max_examples=75)
@given(
    st.lists(
        st.tuples(st.integers(0, len(TOKENS) - 1), st.sampled_from(WORDS)), min_size=1, max_size=4
    )
)
def test_whatever_is_written_brings_diagnostics_at_worst(changes: list[tuple[int, str]]) -> None:
    tokens = list(TOKENS)
    for position, word in changes:
        if not tokens[position].isspace():
            tokens[position] = word
    try:
        examine(parse_spec(Source("test.spec", "".join(tokens))))
    except PzcError as error:
        assert all(d.span is not None and d.show() for d in error.diagnostics)
