"""The syntax tree of a spec: built by the parser, read by the checker and the compiler.

One class for each kind of node, in one file, so that the grammar of the tree is read at one place.
Every node has its `span`. Nodes are compared by identity, so that later stages can keep tables by
node (its type, what a name refers to).
"""

from __future__ import annotations

from typing import TypeAlias

from ..records import record
from .diagnostics import Source, Span

# ---- expressions ---------------------------------------------------------------------------------


@record(eq=False)
class Name:
    """A name: a loop variable, something declared, something built in, or a symbol of a domain."""

    id: str
    span: Span


LONGEST_NUMBER = 15  # digits
SQUARES = "squares"  # the default shape of a board


@record(eq=False)
class Number:
    value: int
    span: Span


@record(eq=False)
class Truth:
    """`yes` or `no`."""

    value: bool
    span: Span


@record(eq=False)
class Text:
    """A quoted string, its escapes resolved: a symbol that is no name, or a pattern."""

    value: str
    span: Span


@record(eq=False)
class Unary:
    """op: "not" or "-"."""

    op: str
    operand: Expr
    span: Span


@record(eq=False)
class Binary:
    """op: one of `=> <=> or and + - * / % & ..`."""

    op: str
    left: Expr
    right: Expr
    span: Span


@record(eq=False)
class Compare:
    """A chain `a < b <= c`: one more operand than ops. op: `= != < <= > >= in`, or "not in"."""

    operands: tuple[Expr, ...]
    ops: tuple[str, ...]
    span: Span


@record(eq=False)
class Conditional:
    """`then if test else otherwise`."""

    test: Expr
    then: Expr
    otherwise: Expr
    span: Span


@record(eq=False)
class Collection:
    """`[a, b]` (kind "list") or `{a, b}` (kind "set")."""

    kind: str
    items: tuple[Expr, ...]
    span: Span


@record(eq=False)
class ForClause:
    """`for a, b in iterable` inside a comprehension."""

    targets: tuple[Name, ...]
    iterable: Expr


@record(eq=False)
class IfClause:
    """`if test` inside a comprehension or after the iterable of a `for` statement."""

    test: Expr


@record(eq=False)
class Comprehension:
    """kind "list", "set", or "bare": the lone argument of a call, `count(x for x in s if p)`."""

    kind: str
    element: Expr
    clauses: tuple[ForClause | IfClause, ...]
    span: Span


@record(eq=False)
class Call:
    function: Expr
    args: tuple[Expr, ...]
    span: Span


@record(eq=False)
class Index:
    """`base[i, j]`."""

    base: Expr
    indices: tuple[Expr, ...]
    span: Span


@record(eq=False)
class Attribute:
    """`base.name`; name_span is the span of the name alone."""

    base: Expr
    name: str
    name_span: Span
    span: Span


Expr: TypeAlias = (
    Name
    | Number
    | Truth
    | Text
    | Unary
    | Binary
    | Compare
    | Conditional
    | Collection
    | Comprehension
    | Call
    | Index
    | Attribute
)

# ---- statements of a rule ------------------------------------------------------------------------


@record(eq=False)
class Condition:
    """A line of a rule that must hold."""

    expr: Expr
    span: Span


@record(eq=False)
class For:
    """`for targets in iterable if filter …:` over a block."""

    targets: tuple[Name, ...]
    iterable: Expr
    filters: tuple[Expr, ...]
    body: tuple[Statement, ...]
    span: Span


@record(eq=False)
class If:
    """`if test:` over a block, `else:` over another (empty where there is none)."""

    test: Expr
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


Statement: TypeAlias = Condition | For | If

# ---- domains: after the colon of a declaration ---------------------------------------


@record(eq=False)
class BoolDomain:
    span: Span


@record(eq=False)
class SymbolDomain:
    """`symbol`: whatever tokens the puzzle file contains."""

    span: Span


@record(eq=False)
class PiecesDomain:
    """`pieces`: a partition that the solver chooses."""

    span: Span


@record(eq=False)
class ListDomain:
    """`list of D`."""

    element: Domain
    span: Span


@record(eq=False)
class PictureDomain:
    """`picture of D`."""

    element: Domain
    span: Span


@record(eq=False)
class OneOf:
    """`one of S`: a member of an explicit finite set."""

    options: Expr
    span: Span


@record(eq=False)
class SetDomain:
    """Any expression that denotes a set: `1..n`, `{red, green}`, `cell`, `direction`, `bank`."""

    expr: Expr
    span: Span


Domain: TypeAlias = (
    BoolDomain | SymbolDomain | PiecesDomain | ListDomain | PictureDomain | OneOf | SetDomain
)

# ---- declarations --------------------------------------------------------------------------------


@record(eq=False)
class Title:
    """`puzzle "Name"`."""

    text: str
    span: Span


@record(eq=False)
class About:
    text: str
    span: Span


@record(eq=False)
class Use:
    """`use name`: name is a bundled spec's or a path's stem, beside this spec first."""

    name: Name
    span: Span


@record(eq=False)
class Mark:
    """A part of a look: the words of the picture vocabulary (see `looks`), or a path of SVG."""

    words: tuple[Text, ...]
    path: Text | None
    span: Span


@record(eq=False)
class Look:
    """How a value is drawn: `ring + small text`."""

    marks: tuple[Mark, ...]
    span: Span


@record(eq=False)
class Param:
    """looks: after `as`, here and below."""

    names: tuple[Name, ...]
    domain: Domain
    default: Expr | None
    looks: tuple[Look, ...]
    span: Span


@record(eq=False)
class Grid:
    """`grid height x width`, or `grid height x width of hexagons`; word: the shape."""

    height: Expr
    width: Expr
    word: Name | None
    looks: tuple[Look, ...]
    span: Span

    @property
    def shape(self) -> str:
        return self.word.id if self.word is not None else SQUARES


@record(eq=False)
class Things:
    """`things name = members`; members None: `= given`, the puzzle file lists them."""

    name: Name
    members: Expr | None
    span: Span


@record(eq=False)
class Sequence:
    """`sequence name up to limit`."""

    name: Name
    limit: Expr
    span: Span


@record(eq=False)
class At:
    """`at some t in cells, times where cond`: one entry of `sets` a dimension.

    variables: the names bound by `x in S` (None where a dimension has none), for `where` and for
    the domain. some: the layer may be missing at a place.
    """

    some: bool
    variables: tuple[Name | None, ...]
    sets: tuple[Expr, ...]
    where: Expr | None
    span: Span


@record(eq=False)
class Given:
    """A layer that the puzzle file fills. drawn, blank, unknown: the quoted texts, if given."""

    names: tuple[Name, ...]
    domain: Domain
    at: At
    drawn: Text | None
    blank: Text | None
    unknown: Text | None
    looks: tuple[Look, ...]
    span: Span


@record(eq=False)
class Find:
    """A layer that the solver fills. printed: the given layer after `from`."""

    names: tuple[Name, ...]
    domain: Domain
    at: At
    printed: Name | None
    drawn: Text | None
    blank: Text | None
    looks: tuple[Look, ...]
    span: Span


@record(eq=False)
class Let:
    """`let name = value`, or, with `keys`, the computed layer `let name[a, b in S] = value`.

    keys are pairs of the names bound and the set they range over: `[c in cells]` is one pair of
    one name, `[a, b in adjacent]` one pair of two names, `[k in couple, t in time]` two pairs.
    """

    name: Name
    keys: tuple[tuple[tuple[Name, ...], Expr], ...]
    value: Expr
    looks: tuple[Look, ...]
    span: Span


@record(eq=False)
class Define:
    """`define name(parameters) = body`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Expr
    span: Span


@record(eq=False)
class Sentence:
    """A rule's sentence: plain text and the expressions between braces, in order."""

    parts: tuple[str | Expr, ...]
    span: Span

    @property
    def text(self) -> str:
        """The sentence for people, its expressions between braces as the spec has them."""
        return "".join(p if isinstance(p, str) else f"{{{p.span.text}}}" for p in self.parts)


@record(eq=False)
class Rule:
    """word: what it is declared with. `rule`: it must hold. `implied`: it follows from the rules,
    for solvers and explanations. `lemma`: it follows, for explanations only."""

    sentence: Sentence
    body: tuple[Statement, ...]
    span: Span
    word: str = "rule"

    @property
    def implied(self) -> bool:
        """Whether it follows from the rules."""
        return self.word != "rule"

    @property
    def trusted(self) -> bool:
        """Whether a model for solving includes it."""
        return self.word != "lemma"


@record(eq=False)
class Objective:
    """sense: "minimize" or "maximize"."""

    sense: str
    value: Expr
    span: Span


@record(eq=False)
class Answer:
    names: tuple[Name, ...]
    span: Span


@record(eq=False)
class Picture:
    """`picture "{clue}{black}"`: the layers in the order of their tokens, with the text between."""

    text: Text
    layers: tuple[Name, ...]
    span: Span


@record(eq=False)
class Hint:
    """`density 20..40`: low and high are numbers; `symmetry rotate2`: both are the name."""

    word: Text
    low: Number | Text
    high: Number | Text
    span: Span


@record(eq=False)
class Usual:
    """The usual value of a param or of a size of the grid, or the hints for a given layer."""

    name: Name
    value: Expr | None
    hints: tuple[Hint, ...]
    span: Span


@record(eq=False)
class Make:
    """`make n = 10, clue density 20..40`: hints for making puzzles."""

    usual: tuple[Usual, ...]
    span: Span


Declaration: TypeAlias = (
    Title
    | About
    | Use
    | Param
    | Grid
    | Things
    | Sequence
    | Given
    | Find
    | Let
    | Define
    | Rule
    | Objective
    | Answer
    | Picture
    | Make
)


@record(eq=False)
class SpecTree:
    """A parsed spec: its declarations in order, with the declarations of a used spec in place of
    the `use`. used: the specs that it uses, also by way of others."""

    source: Source
    declarations: tuple[Declaration, ...]
    used: tuple[Source, ...] = ()
