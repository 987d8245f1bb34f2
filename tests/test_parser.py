"""The parser: the tree of every construct, and the message for every mistake."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl import parser
from pzc.dsl.diagnostics import MOST_MISTAKES, Diagnostic, PzcError, Source, Span
from pzc.dsl.dump import dump
from pzc.dsl.parser import load, parse, parse_spec
from pzc.dsl.syntax import Expr, For, Let, Rule, SpecTree, Title

ROOT = Path(__file__).resolve().parent.parent
DESIGN = ROOT.parent / "shared" / "design" / "specs"

# Every declaration and every kind of statement, for the properties below.
SAMPLE = r"""
puzzle "Sample"
about  "Everything once."
use other
param a, b : 1..6 = 3
param c : one of {x, "+"} = x
grid h x w
things colour = {red, "+", 3}
things tile = given
sequence time up to 2*a
given clue, hint : 1..h*w at some cells blank "0" unknown "?"   # a comment
given face : list of picture of {white, red} at t in tile drawn "0 1"
given region : symbol at cells
find digit : 1..9 at c in cells where not black[c] or c in clue from clue drawn "1 2"
find block : pieces at cells
let same[a, b in adjacent] = digit[a] = digit[b]
define near(c, d) = [
    c.up if c = d else d.row,
    -c + {e for e in cells if e in clue if e.row % 2 = 0} & d,
]
picture "{clue} {region}"
rule "Every \"unit\" {{holds}} {size(rows) - 1}":
    for unit in rows + columns if size(unit) > 2:
        1 <= count(digit[unit]) <= 9 => all(x in unit for x in cells) and
            not any(yes, no)
        if a = b: a != b
        else:
            a <=> b
minimize sum(digit[cells])
answer digit, block
make h = 9, clue density 20..40 symmetry rotate2
"""


def declarations(text: str) -> str:
    return " ".join(dump(d) for d in parse_spec(Source("spec", text)).declarations)


def expression(text: str) -> str:
    (let,) = parse_spec(Source("spec", f"let v = {text}")).declarations
    assert isinstance(let, Let)
    return short(let.value)


def short(node: Expr) -> str:
    """The dump of an expression, with names and numbers as they are written."""
    text = dump(node)
    for word in ("Name", "Number", "Binary", "Unary"):
        text = text.replace(f"({word} ", "(")
    return text.replace("'", "")


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("spec", text)).diagnostics


# ---- what is accepted ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(ROOT.glob("specs/*.spec")), ids=lambda path: path.stem)
def test_bundled_specs_parse(path: Path) -> None:
    assert parse_spec(Source(path.name, path.read_text(encoding="utf-8"))).declarations


def test_design_specs_parse() -> None:
    if not DESIGN.is_dir():
        pytest.skip(f"no {DESIGN}: the design is not beside this checkout")
    paths = sorted(DESIGN.glob("*.spec"))
    assert len(paths) == 15
    for path in paths:
        assert parse_spec(Source(path.name, path.read_text(encoding="utf-8"))).declarations


def test_sample_parses() -> None:
    assert len(parse_spec(Source("sample", SAMPLE)).declarations) == 21


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a and b or not c", "(or (and (a) (b)) (not (c)))"),
        ("a or b => c <=> d => e => f", "(<=> (=> (or (a) (b)) (c)) (=> (d) (=> (e) (f))))"),
        ("a if b else c if d else e", "(Conditional (b) (a) (Conditional (d) (c) (e)))"),
        ("a => b if c else d", "(Conditional (c) (=> (a) (b)) (d))"),
        ("not a = b", "(not (Compare [(a) (b)] [=]))"),
        ("1 <= x < y", "(Compare [(1) (x) (y)] [<= <])"),
        ("a not in b", "(Compare [(a) (b)] [not in])"),
        ("(a = b) = c", "(Compare [(Compare [(a) (b)] [=]) (c)] [=])"),
        ("1..h*w - 1", "(.. (1) (- (* (h) (w)) (1)))"),
        ("a + b & c - -d", "(- (+ (a) (& (b) (c))) (- (d)))"),
        ("-a.b[c](d)", "(- (Call (Index (Attribute (a) b) [(c)]) [(d)]))"),
        ("a + andb", "(+ (a) (andb))"),
        ("iffy or nothing", "(or (iffy) (nothing))"),
        ("größe + ñ", "(+ (größe) (ñ))"),
        ("e\u0301t\u00e9", "(\u00e9t\u00e9)"),
        ("c.row + c.at.size", "(+ (Attribute (c) row) (Attribute (Attribute (c) at) size))"),
        ("[]", "(Collection list [])"),
        ('{a, "+", 3,}', "(Collection set [(a) (Text +) (3)])"),
        ("007", "(7)"),
    ],
)
def test_expression(text: str, meaning: str) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "count(f(x) for x in s if p if q)",
            "(Call (count) [(Comprehension bare (Call (f) [(x)]) "
            "[(ForClause [(x)] (s)) (IfClause (p)) (IfClause (q))])])",
        ),
        (
            "[x for x in s if (p if q else r)]",
            "(Comprehension list (x) [(ForClause [(x)] (s)) (IfClause (Conditional (q) (p) (r)))])",
        ),
        (
            "any(x if p else y for x in s for y in x)",
            "(Call (any) [(Comprehension bare (Conditional (p) (x) (y)) "
            "[(ForClause [(x)] (s)) (ForClause [(y)] (x))])])",
        ),
        (
            "{[a, b] for a, b in adjacent if r[a]}",
            "(Comprehension set (Collection list [(a) (b)]) "
            "[(ForClause [(a) (b)] (adjacent)) (IfClause (Index (r) [(a)]))])",
        ),
    ],
)
def test_comprehension(text: str, meaning: str) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("grid 9x9", "(Grid (Number 9) (Number 9) None)"),
        ("grid x x x", "(Grid (Name 'x') (Name 'x') None)"),
        ("grid h x w of hexagons", "(Grid (Name 'h') (Name 'w') (Name 'hexagons'))"),
        ("grid of x of of of", "(Grid (Name 'of') (Name 'of') (Name 'of'))"),
        ("grid 9xn", "(Grid (Number 9) (Name 'n') None)"),
        ("use sudoku", "(Use (Name 'sudoku'))"),
        ("param s : one of S = a", "(Param [(Name 's')] (OneOf (Name 'S')) (Name 'a'))"),
        ("param s : bool = yes", "(Param [(Name 's')] (BoolDomain) (Truth True))"),
        (
            "param s : list of 1..9",
            "(Param [(Name 's')] (ListDomain (SetDomain (Binary '..' "
            "(Number 1) (Number 9)))) None)",
        ),
        ("things t = given", "(Things (Name 't') None)"),
        ("sequence t up to 20", "(Sequence (Name 't') (Number 20))"),
        (
            "make n = 9, a = red",
            "(Make [(Usual (Name 'n') (Number 9) []) (Usual (Name 'a') (Name 'red') [])])",
        ),
        (
            "make c density 2..4 symmetry full",
            "(Make [(Usual (Name 'c') None "
            "[(Hint (Text 'density') (Number 2) (Number 4)) "
            "(Hint (Text 'symmetry') (Text 'full') (Text 'full'))])])",
        ),
        ("minimize a", "(Objective 'minimize' (Name 'a'))"),
        ("maximize a", "(Objective 'maximize' (Name 'a'))"),
        ("define f() = a", "(Define (Name 'f') [] (Name 'a'))"),
        (
            "let m[a, b in adjacent, t in time] = a",
            "(Let (Name 'm') [[[(Name 'a') (Name 'b')] (Name 'adjacent')] "
            "[[(Name 't')] (Name 'time')]] (Name 'a'))",
        ),
        (
            "find a : bool at k in couple, time where k",
            "(Find [(Name 'a')] (BoolDomain) (At False [(Name 'k') None] "
            "[(Name 'couple') (Name 'time')] (Name 'k')) None None None)",
        ),
        (
            "find a : b at not c",
            "(Find [(Name 'a')] (SetDomain (Name 'b')) "
            "(At False [None] [(Unary 'not' (Name 'c'))] None) None None None)",
        ),
        # Words with a meaning are names wherever a value stands.
        (
            'find at, drawn : at at some where where x drawn "a b" from from',
            "(Find [(Name 'at') (Name 'drawn')] (SetDomain (Name 'at')) "
            "(At True [None] [(Name 'where')] (Name 'x')) (Name 'from') (Text 'a b') None)",
        ),
        (
            'given a : symbol unknown "?" blank "-" at sides(top) drawn "a b"',
            "(Given [(Name 'a')] (SymbolDomain) (At False [None] [(Call (Name 'sides') "
            "[(Name 'top')])] None) (Text 'a b') (Text '-') (Text '?'))",
        ),
        ('picture "{a} {b}"', "(Picture (Text '{a} {b}') [(Name 'a') (Name 'b')])"),
        (
            r'rule "\"{{a}}\" \\ {f({b})}!": c',
            r"""(Rule (Sentence ['"{a}" \\ ' (Call (Name 'f') [(Collection 'set' [(Name 'b')])]) """
            "'!']) [(Condition (Name 'c'))])",
        ),
        (
            'rule "r":\n  if a:\n    if b:\n      c\n  else:\n    d',
            "(Rule (Sentence ['r']) [(If (Name 'a') [(If (Name 'b') [(Condition (Name 'c'))] [])] "
            "[(Condition (Name 'd'))])])",
        ),
        (
            'rule "r":\n  for a, b in s if p if q: c\n  d',
            "(Rule (Sentence ['r']) [(For [(Name 'a') (Name 'b')] (Name 's') [(Name 'p') "
            "(Name 'q')] [(Condition (Name 'c'))]) (Condition (Name 'd'))])",
        ),
        # Statements on one line; an `else:` belongs to the `if` that begins a line.
        (
            'rule "r": for c in s if p: if q: d',
            "(Rule (Sentence ['r']) [(For [(Name 'c')] (Name 's') [(Name 'p')] "
            "[(If (Name 'q') [(Condition (Name 'd'))] [])])])",
        ),
        (
            'rule "r": for c in s: if p:\n  a\n  b',
            "(Rule (Sentence ['r']) [(For [(Name 'c')] (Name 's') [] "
            "[(If (Name 'p') [(Condition (Name 'a')) (Condition (Name 'b'))] [])])])",
        ),
        (
            'rule "r":\n  if a: if b: c\n  else: if d:\n    e\n  f',
            "(Rule (Sentence ['r']) [(If (Name 'a') [(If (Name 'b') [(Condition (Name 'c'))] [])] "
            "[(If (Name 'd') [(Condition (Name 'e'))] [])]) (Condition (Name 'f'))])",
        ),
        # Line breaks in brackets and after operators do not count, at any indentation.
        (
            'rule "r":\n    a +\n  b\n    f(\nc)',
            "(Rule (Sentence ['r']) [(Condition (Binary '+' "
            "(Name 'a') (Name 'b'))) (Condition (Call (Name 'f') [(Name 'c')]))])",
        ),
        ("let a =\n    b\n    + c", "(Let (Name 'a') [] (Binary '+' (Name 'b') (Name 'c')))"),
        ("let a = b\r\n\r\n# c\r\n", "(Let (Name 'a') [] (Name 'b'))"),
    ],
)
def test_declaration(text: str, meaning: str) -> None:
    assert declarations(text) == meaning


def test_spans() -> None:
    text = 'puzzle "P"\nrule "R":\n    for c in cells:\n        (a + b)[c] = 3\n'
    title, rule = parse_spec(Source("spec", text)).declarations
    assert isinstance(title, Title) and isinstance(rule, Rule)
    loop = rule.body[0]
    assert isinstance(loop, For)
    assert place(title.span) == (1, 1, 1, 11)
    assert place(rule.span) == (2, 1, 4, 23)
    assert place(loop.span) == (3, 5, 4, 23)
    assert place(loop.body[0].span) == (4, 9, 4, 23)
    assert place(loop.targets[0].span) == (3, 9, 3, 10)


def place(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


# ---- what is refused -----------------------------------------------------------------------------

MISTAKES = [
    # (text, code, line, column, what the message, what was expected or the hint says)
    ("", "E0103", 1, 1, "declares nothing"),
    ("# only this\n", "E0103", 1, 1, "declares nothing"),
    ("let a = b\nlet c\0", "E0102", 2, 6, "not a text"),
    ("let a = 3 $ 4", "E0104", 1, 11, "'$' has no meaning"),
    ("let a = 'x'", "E0104", 1, 9, "double quotes"),
    ("let a\u00a0= 3", "E0104", 1, 6, "no-break space"),
    ('puzzle "Star', "E0105", 1, 8, "not closed"),
    ('puzzle "Star\\', "E0105", 1, 8, "not closed"),
    (r'puzzle "a \n"', "E0106", 1, 11, r"\\ for a backslash"),
    ("let a = 1.5", "E0107", 1, 9, "1..5"),
    ("let a = 12345678901234567890", "E0107", 1, 9, "too large"),
    ("let a = b == c", "E0108", 1, 11, "write '='"),
    ("let a = b && c", "E0108", 1, 11, "write 'and'"),
    ("let a = b || c", "E0108", 1, 11, "write 'or'"),
    ("let a = !c", "E0108", 1, 9, "write 'not'"),
    ("let a = b -> c", "E0108", 1, 11, "write '=>'"),
    ("let a = true", "E0108", 1, 9, "write 'yes'"),
    ("let a = b ≤ c", "E0108", 1, 11, "write '<='"),
    ("let a = (b + c\nlet d = 3", "E0109", 1, 9, "')' before the declaration ends"),
    ("let a = f([b)", "E0109", 1, 11, "']' before the ')' in line 1"),
    ("let a = f(b]", "E0109", 1, 10, "')' before the ']' in line 1"),
    ("let a = b)", "E0110", 1, 10, "closes no bracket"),
    ("let a = " + "(" * 150 + "b" + ")" * 150, "E0111", 1, 109, "100 open brackets"),
    ("let a = " + "-" * 150 + "b", "E0111", 1, 109, "100 levels"),
    ('rule "x":\n\ta', "E0112", 2, 1, "tab"),
    ('rule "x":\n  a\n    b', "E0113", 3, 5, "open a block"),
    ('rule "x":\n  a\n    and b', "E0113", 3, 5, "end with 'and'"),
    ('rule "x": a\n    b', "E0113", 2, 5, "not both"),
    ('rule "x":\n    a\n  b', "E0113", 3, 3, "4 spaces before it, there are 2"),
    ('rule "x":', "E0114", 1, 1, "'rule' has no body"),
    ('rule "x":\n    for c in s:\n    a', "E0114", 2, 5, "'for' has no body"),
    ('rule "x"\n    a', "E0115", 1, 9, "':' of this 'rule'"),
    ('rule "x":\n    for c in s\n        a', "E0115", 2, 15, "':' of this 'for'"),
    ('rule "x":\n    if a\n    b', "E0115", 2, 9, "':' of this 'if'"),
    ('rule "x" a', "E0115", 1, 9, "':' of this 'rule'"),
    ('rule "x" "y":\n    a', "E0117", 1, 10, "unexpected 'y' before the ':'"),
    ('rule "x"y:\n    a', "E0117", 1, 9, "unexpected 'y' before the ':'"),
    ('rule "x":\n  a = 3:\n    b', "E0115", 2, 8, "follow rule, implied, lemma, for, if and else"),
    ("gird 9 x 9", "E0116", 1, 1, "did you mean 'grid'?"),
    ("n = 3", "E0116", 1, 1, "let name = value"),
    ("def f(x): x", "E0116", 1, 1, "define f(x)"),
    ("for c in cells: a", "E0116", 1, 1, "belongs inside a rule"),
    ('grid 2 x 2\n"abc"', "E0116", 2, 1, "no declaration begins"),
    ('"abc"', "E0133", 1, 1, "not a spec"),
    ("let a = b c", "E0117", 1, 11, "between 'b' and 'c'"),
    ("param k = 3", "E0117", 1, 9, "param stars : 1..9 = 2"),
    ("grid 9 9", "E0117", 1, 8, "'x' or an operator"),
    ("grid hxw", "E0117", 1, 6, "grid h x w"),
    ("given x at cells", "E0117", 1, 9, "given clue : 1..9 at some cells"),
    ("find x : list 1..9 at cells", "E0117", 1, 15, "'of'"),
    ("find d : 1..9 at cells form clue", "E0117", 1, 24, "did you mean 'from'?"),
    ('find d : 1..9 at cells drwan "a"', "E0117", 1, 24, "did you mean 'drawn'?"),
    ('rule "x":\n  fro c in cells: a', "E0117", 2, 3, "did you mean 'for'?"),
    ('rule "x":\n  for c inn cells: a', "E0117", 2, 9, "did you mean 'in'?"),
    ('rule "x":\n  when a: b', "E0117", 2, 3, "write 'if'"),
    ("let a = b is c", "E0117", 1, 11, "write '='"),
    ("let a = b[]", "E0117", 1, 11, "a value"),
    ("let a : 3", "E0117", 1, 7, "'='"),
    ("rule: a", "E0117", 1, 5, "a sentence in double quotes"),
    ('rule "x": for c in cells:', "E0114", 1, 11, "this 'for' has no body"),
    ('rule "x": for c in cells\n  a', "E0115", 1, 25, "the ':' of this 'for' is missing"),
    ('rule "x": fro c in cells: a', "E0117", 1, 11, "did you mean 'for'?"),
    ('rule "x":\n  if c: a else: b', "E0117", 2, 11, "each begin a line"),
    ('rule "x": if c: a else: b', "E0117", 1, 19, "each begin a line"),
    ('rule "x":\n  for c in s: if a: b\n  else: d', "E0119", 3, 3, "same indentation"),
    ('rule "x": if a: b\nelse: d', "E0116", 2, 1, "below its 'if'"),
    ("let a = f(b, x for x in s)", "E0117", 1, 16, "in brackets"),
    ("let a = count(x for x in s if p else q)", "E0117", 1, 33, "in brackets"),
    ("let a = 3\n  b = 4", "E0117", 2, 3, "does not continue"),
    ("let for = 3", "E0118", 1, 5, "cannot be a name"),
    ('rule "x":\n  for if in s: a', "E0118", 2, 7, "cannot be a name"),
    ('rule "x":\n  if a: b\n  elif c: d', "E0119", 3, 3, "no 'elif'"),
    ('rule "x":\n  if a: b\n  else if c: d', "E0119", 3, 3, "no 'else if'"),
    ('rule "x":\n  else: b', "E0119", 2, 3, "belongs to no 'if'"),
    ('rule "x":\n  for c in s:\n    a\n  else: b', "E0119", 4, 3, "same indentation"),
    ('rule "a } b": c', "E0120", 1, 9, "closes no '{'"),
    ('rule "a {b": c', "E0120", 1, 9, "is not closed"),
    ('rule "a {}": c', "E0120", 1, 9, "nothing between"),
    ('rule "": c', "E0121", 1, 6, "plain words"),
    ('find x : bool at cells drawn ""', "E0124", 1, 30, "this string has no tokens"),
    ('find x : bool at cells drawn ". ."', "E0124", 1, 30, "both be drawn '.'"),
    ('given x : bool at cells blank "a b"', "E0124", 1, 31, "a single token"),
    ('picture "a"', "E0127", 1, 9, "shows no layer"),
    ("find x : bool at cells at rows", "E0122", 1, 24, "occurs twice"),
    ("given x : bool at cells from y", "E0122", 1, 25, "belongs to a find"),
    ('find x : bool at cells unknown "?"', "E0122", 1, 24, "belongs to a given"),
    ("find x : bool", "E0123", 1, 1, "does not say where"),
    (' puzzle "X"', "E0125", 1, 2, "first column"),
    ('rule "x":\n  a\n  let b = 3', "E0125", 3, 3, "first column"),
    ("let a = 3\n  find b : bool at cells", "E0125", 2, 3, "first column"),
    ("let a =", "E0126", 1, 8, "a value"),
    ("use", "E0126", 1, 4, "use sudoku"),
    ("given x : 1..9 at", "E0126", 1, 18, "places such as cells"),
    ("let a = b if c", "E0126", 1, 15, "a if c else b"),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"), MISTAKES, ids=[repr(m[0][:30]) for m in MISTAKES]
)
def test_mistake(text: str, code: str, line: int, column: int, says: str) -> None:
    found = mistakes(text)[0]
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == (code, line, column)
    assert says in f"{found.message} {found.expected} {found.hint}"
    assert not any(word.isupper() and "_" in word for word in found.show().split())


def test_one_mistake_hides_no_other() -> None:
    text = (
        "gird 9 x 9\nlet a = (b\nlet ok = 3\n"
        'rule "x":\n    a ==\n    (b\nfind d : 1..9\nrule "y": a b\nanswer d'
    )
    found = mistakes(text)
    assert [(d.code, d.span.line) for d in found if d.span] == [
        ("E0116", 1),
        ("E0109", 2),
        ("E0108", 5),
        ("E0109", 6),
        ("E0123", 7),
        ("E0117", 8),
    ]
    assert dump(parse(Source("spec", text)).tree.declarations) == (
        "[(Let (Name 'ok') [] (Number 3)) (Answer [(Name 'd')])]"
    )


def test_many_mistakes_are_cut() -> None:
    found = mistakes("grid 2 x 2\n" + "bad\n" * 500)
    assert len(found) == MOST_MISTAKES + 1
    assert found[-1].code == "E0100"


def test_large_text_is_refused() -> None:
    (found,) = mistakes("# x\n" * 300_000)
    assert found.code == "E0101"


HOSTILE = {
    "sum": "let a = b" + " + b" * 20_000,
    "choices": "let a = b" + " if c else b" * 10_000,
    "brackets": "let a = " + "[" * 200_000,
    "holes": 'rule "' + "{" * 100_000,
    "names": "let a = b" * 20_000,
    "name": "a" * 900_000,
    "strays": "$" * 400_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_ends_in_a_message(text: str) -> None:
    assert all(len(d.show()) < 2_000 for d in mistakes(text))
    assert mistakes(text)


# ---- use -----------------------------------------------------------------------------------------


def loaded(**specs: str) -> SpecTree:
    """Load the spec named `main`; `use` finds the others by name."""
    sources = {name: Source(name, text) for name, text in specs.items()}
    return load(sources["main"], lambda name, span: sources[name])


def test_use_takes_over_in_place() -> None:
    tree = loaded(
        main='puzzle "Main"\nuse one\nlet d = 3\n',
        one='puzzle "One"\nabout "First."\nlet a = 1\nuse two\n',
        two='about "Second."\nlet b = 2\n',
    )
    assert dump(tree.declarations) == (
        "[(Title 'Main') (About 'First.') (Let (Name 'a') [] (Number 1)) "
        "(Let (Name 'b') [] (Number 2)) (Let (Name 'd') [] (Number 3))]"
    )


def test_a_spec_used_twice_is_taken_once() -> None:
    tree = loaded(main="use one\nuse two", one="use two\nlet a = 1", two="let b = 2")
    assert dump(tree.declarations) == (
        "[(Let (Name 'b') [] (Number 2)) (Let (Name 'a') [] (Number 1))]"
    )


def test_a_later_title_overrides() -> None:
    tree = loaded(main="use one\nuse two", one='puzzle "One"\nlet a = 1', two='puzzle "Two"')
    assert dump(tree.declarations) == "[(Let (Name 'a') [] (Number 1)) (Title 'Two')]"


def test_circle() -> None:
    with pytest.raises(PzcError) as caught:
        loaded(main="use one", one="let a = 1\nuse two", two="use main")
    (found,) = caught.value.diagnostics
    assert found.code == "E0131"
    assert "main -> one -> two -> main" in found.message


def test_unknown_and_broken_specs() -> None:
    with pytest.raises(PzcError) as caught:
        loaded(main="use missing\nuse one\nlet a =", one="let b = (")
    found = [(d.code, d.span.source.name) for d in caught.value.diagnostics if d.span]
    assert sorted(found) == [("E0109", "one"), ("E0126", "main"), ("E0130", "main")]


def test_long_chain() -> None:
    specs = {f"s{i}": f"use s{i + 1}" for i in range(2_000)}
    with pytest.raises(PzcError, match="E0132"):
        loaded(main="use s0", **specs)


# ---- the grammar and its tables ------------------------------------------------------------------


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    from lark import Lark, logger

    logger.setLevel("DEBUG")
    try:
        grammar = (ROOT / "dsl" / "grammar.lark").read_text(encoding="utf-8")
        with caplog.at_level("DEBUG", logger=logger.name):
            Lark(grammar, parser="lalr", lexer=parser._NoLexer, debug=True)
    finally:
        logger.setLevel("CRITICAL")
    assert "onflict" not in caplog.text


@pytest.mark.parametrize("state", ["fresh", "corrupt", "stale", "no folder"])
def test_the_table_cache_never_matters(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "own"
    monkeypatch.setenv("PZC_CACHE", str(folder))
    file = folder / "grammar"
    if state == "no folder":
        folder.write_text("in the way")
    elif state != "fresh":
        parser._grammar.__wrapped__()
        data = file.read_bytes()
        file.write_bytes(data[:5000] if state == "corrupt" else b"0" * 64 + data[64:])
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(parser, "_grammar", parser._grammar.__wrapped__)
            assert declarations("let a = b") == "(Let (Name 'a') [] (Name 'b'))"
    assert file.is_file() == (state != "no folder")


# ---- properties ----------------------------------------------------------------------------------


def check_any(text: str) -> None:
    """Any text gives a result, and every mistake points into it."""
    source = Source("spec", text)
    result = parse(source)
    lines = text.split("\n")
    for found in result.diagnostics:
        assert found.span is not None and found.span.source is source
        assert 1 <= found.span.line <= found.span.end_line <= len(lines)
        assert 1 <= found.span.column <= len(lines[found.span.line - 1]) + 1
        assert 1 <= found.span.end_column <= len(lines[found.span.end_line - 1]) + 1
        assert found.show()
    if not result.diagnostics:
        assert result.tree.declarations


@given(st.text(max_size=200))
@settings(max_examples=37)
def test_arbitrary_text(text: str) -> None:
    check_any(text)


@given(st.lists(st.sampled_from([*SAMPLE.split(), "\n", "\n    ", " ", '"', "{", "(", ")"])))
@settings(max_examples=37)
def test_arbitrary_words(words: list[str]) -> None:
    check_any(" ".join(words))


@given(seed=st.integers(0, 2**32), edits=st.integers(1, 4))
@settings(max_examples=62)
def test_damaged_spec(seed: int, edits: int) -> None:
    dice = random.Random(seed)
    text = SAMPLE
    pieces = [*SAMPLE.split(), *'()[]{}":=.,+-#\\\n\t\0é', "    ", "\n    ", "\n"]
    for _ in range(edits):
        at = dice.randrange(len(text))
        removed = dice.choice([0, 0, 1, 1, 3, 10])
        text = text[:at] + dice.choice(["", *pieces]) + text[at + removed :]
    check_any(text)
