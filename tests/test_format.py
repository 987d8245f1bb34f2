"""The formatter changes space only, and nothing when it is run again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import PzcError, Source
from pzc.dsl.dump import dump
from pzc.dsl.format import format_spec
from pzc.dsl.layout import chunks
from pzc.dsl.parser import parse_spec

ROOT = Path(__file__).resolve().parent.parent
SPECS = sorted(ROOT.glob("specs/*.spec"))
DESIGN = sorted(ROOT.parent.glob("shared/design/specs/*.spec"))

MESSY = """# first
puzzle "Messy"
about   "Kept in its column."


let n=3*k   # three
given a,b:1.. h*( w+1 )-1 at some cells where  not  x drawn"a b" \t
 # odd
let z = [a,b ,
  c, # c
    d
]
grid 9x9
rule "é {count( a )} {{x}} { {a} }" :
  # inner
  for a,b in s if -a<- b :
      if x.y (3) [ 4 ] = 3:
         a =>b and ( not c )
           # deep
      else : f( x for x in s if p if q )
  a +
   b = [ ]
rule "one line" :   for a in s:if b :
   c
# end

"""

TIDY = """# first
puzzle "Messy"
about   "Kept in its column."

let n = 3 * k   # three
given a, b : 1..h*(w + 1)-1 at some cells where not x drawn "a b"
# odd
let z = [a, b,
    c,  # c
    d
]
grid 9 x 9
rule "é {count(a)} {{x}} { {a} }":
    # inner
    for a, b in s if -a < -b:
        if x.y(3)[4] = 3:
            a => b and (not c)
            # deep
        else: f(x for x in s if p if q)
    a +
        b = []
rule "one line": for a in s: if b:
    c
# end
"""


def tree(text: str) -> str:
    return dump(parse_spec(Source("spec", text)))


def test_messy() -> None:
    assert format_spec(MESSY) == TIDY
    assert format_spec(TIDY) == TIDY
    assert tree(MESSY) == tree(TIDY)


@pytest.mark.parametrize("path", SPECS + DESIGN, ids=lambda path: path.stem)
def test_written_specs_are_tidy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    formatted = format_spec(text)
    assert formatted == text.rstrip("\n") + "\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("let a=- b", "let a = -b"),
        ("let a = b - -c", "let a = b - -c"),
        ("let a = - (b)", "let a = -(b)"),
        ("let a=b*c-1 .. d", "let a = b*c-1..d"),
        ("let a=f(b*c)..d+1", "let a = f(b * c)..d+1"),
        ("let a=b in 1..c*2 and c*2=d", "let a = b in 1..c*2 and c * 2 = d"),
        ("let a={b for b in -c..c}", "let a = {b for b in -c..c}"),
        ("let a=not(b)and(c)", "let a = not (b) and (c)"),
        ("find a:one of(b)at some(c)", "find a : one of (b) at some (c)"),
        ("let  a [ c in cells ]  = b", "let  a[c in cells]  = b"),
        ("define f ( x,y ) = x", "define f(x, y) = x"),
        ("grid n*2x9", "grid n * 2 x 9"),
        ('picture  "{ a }  {b}"', 'picture  "{a}  {b}"'),
        ('rule"a":b', 'rule "a": b'),
        ("let a = b if c else(d)", "let a = b if c else (d)"),
        ("let a = { b }&{c ,}", "let a = {b} & {c,}"),
        ("param a,b:bool=yes", "param a, b : bool = yes"),
        ("\r\nlet a = b\r\n\r\n", "let a = b"),
        ("let a = b # c", "let a = b  # c"),
    ],
)
def test_line(before: str, after: str) -> None:
    assert format_spec(before) == after + "\n"
    assert format_spec(after) == after + "\n"
    assert tree(before) == tree(after)


def test_broken_text_is_refused() -> None:
    with pytest.raises(PzcError):
        format_spec("let a = (b")


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_any_spacing_leads_to_the_same_tree(seed: int) -> None:
    """Blanks, comments and line breaks are thrown between the tokens; the tree must not notice."""
    dice = random.Random(seed)
    source = Source("spec", TIDY)
    out = []
    for chunk in chunks(source, lambda diagnostic: None):
        step = dice.randint(1, 6)
        open_brackets, in_sentence = 0, False
        for line in chunk.lines:
            text = source.line(line.number)
            end = 0
            shaken = " " * (line.width // 4 * step)
            for token in line.tokens:
                start = token.span.column - 1
                gap = text[end:start] if end else ""
                if gap.strip() == "" and token.type not in ("FRAGMENT", "OPEN_HOLE", "QUOTE"):
                    gap = gap * dice.randint(1, 3)
                    if open_brackets > 0 and not in_sentence and dice.random() < 0.1:
                        gap = f" # x\n{' ' * dice.randint(1, 9)}"
                end = token.span.end_column - 1
                shaken += gap + text[start:end]
                in_sentence = in_sentence != (token.type == "QUOTE")
                open_brackets += (token.text in "([") - (token.text in ")]")
            out += [shaken] + [" " * dice.randint(0, 9) + "# y"] * (dice.random() < 0.1)
            out += [""] * dice.randint(0, 2)
    text = "\n".join(out)
    formatted = format_spec(text)
    assert tree(text) == tree(formatted) == tree(TIDY)
    assert format_spec(formatted) == formatted
