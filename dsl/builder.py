"""Build the nodes of syntax.py from the rules of the grammar.

The parser calls the method of `Builder` named as a grammar rule whenever it reduces by this rule,
with the rule's parts: tokens and nodes built earlier. So the tree grows from its leaves, without
recursion. The grammar keeps all tokens of the rules marked `!`, which gives each node its span."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from ..records import record, replace
from . import syntax as s
from .diagnostics import PzcError, Span
from .tokens import Token, shown, unescape, unescape_fragment

_PLACES = frozenset(("cells", "corners", "borders", "links", "sides", "rows", "columns"))

# The parser's values: tokens, nodes and parts of nodes, in the order of the grammar rule.
Parts: TypeAlias = list[Any]


@record
class Clause:
    """A clause of `given` or `find` after the domain. word: its keyword."""

    word: str
    value: s.At | s.Text | s.Name | tuple[s.Look, ...]
    span: Span


@record
class Body:
    """The statements of a rule or block, with the span of all."""

    statements: tuple[s.Statement, ...]
    span: Span


def _span(parts: Sequence[Any]) -> Span:
    """From the first to the last part that is present."""
    first: Span = parts[0].span
    return first.to(next(part for part in reversed(parts) if part is not None).span)


def _is(part: object, *types: str) -> bool:
    return isinstance(part, Token) and part.type in types


def _between(parts: Parts, start: str, end: str) -> tuple[Any, ...]:
    """The parts between the first token of one type and the next of another."""
    first = next(i for i, part in enumerate(parts) if _is(part, start))
    last = next(i for i, part in enumerate(parts) if i > first and _is(part, end))
    return tuple(parts[first + 1 : last])


def _quoted(token: Token) -> s.Text:
    return s.Text(unescape(token.text), token.span)


class Builder:
    """One method for each rule of grammar.lark; see there for the parts each gets."""

    # ---- declarations

    def puzzle(self, parts: Parts) -> s.Title:
        return s.Title(_quoted(parts[1]).value, _span(parts))

    def about(self, parts: Parts) -> s.About:
        return s.About(_quoted(parts[1]).value, _span(parts))

    def use(self, parts: Parts) -> s.Use:
        return s.Use(parts[1], _span(parts))

    def param(self, parts: Parts) -> s.Param:
        return s.Param(_between(parts, "PARAM", "COLON"), parts[-1], None, (), _span(parts))

    def param_with_default(self, parts: Parts) -> s.Param:
        names, (domain, _, default, clause) = _between(parts, "PARAM", "COLON"), parts[-4:]
        return s.Param(names, domain, default, _looks(clause), _span(parts))

    def grid(self, parts: Parts) -> s.Grid:
        shape = parts[-2] if isinstance(parts[-2], s.Name) else None
        return s.Grid(parts[1], parts[3], shape, _looks(parts[-1]), _span(parts))

    def things(self, parts: Parts) -> s.Things:
        return s.Things(parts[1], parts[3], _span(parts))

    def things_given(self, parts: Parts) -> s.Things:
        return s.Things(parts[1], None, _span(parts))

    def sequence(self, parts: Parts) -> s.Sequence:
        return s.Sequence(parts[1], parts[4], _span(parts))

    def given(self, parts: Parts) -> s.Given:
        clauses = _clauses(parts)
        if "from" in clauses:
            raise PzcError.at(
                "E0122",
                "'from' belongs to a find, not to a given",
                clauses["from"].span,
                hint="a given is filled by the puzzle file alone",
            )
        return s.Given(
            _between(parts, "GIVEN", "COLON"),
            _domain(parts),
            _at(clauses, parts),
            _value(clauses, "drawn"),
            _value(clauses, "blank"),
            _value(clauses, "unknown"),
            _looks(clauses.get("as")),
            _span(parts),
        )

    def find(self, parts: Parts) -> s.Find:
        clauses = _clauses(parts)
        if "unknown" in clauses:
            raise PzcError.at(
                "E0122",
                "'unknown' belongs to a given, not to a find",
                clauses["unknown"].span,
                hint="only a value that a puzzle file prints can be unknown",
            )
        return s.Find(
            _between(parts, "FIND", "COLON"),
            _domain(parts),
            _at(clauses, parts),
            _value(clauses, "from"),
            _value(clauses, "drawn"),
            _value(clauses, "blank"),
            _looks(clauses.get("as")),
            _span(parts),
        )

    def let(self, parts: Parts) -> s.Let:
        return s.Let(parts[1], (), parts[3], _looks(parts[-1]), _span(parts))

    def let_layer(self, parts: Parts) -> s.Let:
        keys, (value, clause) = _between(parts, "LSQB", "RSQB"), parts[-2:]
        return s.Let(parts[1], keys, value, _looks(clause), _span(parts))

    def define(self, parts: Parts) -> s.Define:
        return s.Define(parts[1], _between(parts, "LPAR", "RPAR"), parts[-1], _span(parts))

    def objective(self, parts: Parts) -> s.Objective:
        return s.Objective(parts[0].text, parts[1], _span(parts))

    def answer(self, parts: Parts) -> s.Answer:
        return s.Answer(tuple(parts[1:]), _span(parts))

    def picture(self, parts: Parts) -> s.Picture:
        pieces = parts[2:-1]
        text = "".join(
            piece.id
            if isinstance(piece, s.Name)
            else piece.text
            if _is(piece, "OPEN_HOLE", "CLOSE_HOLE")
            else unescape_fragment(piece.text)
            for piece in pieces
        )
        names = tuple(piece for piece in pieces if isinstance(piece, s.Name))
        span = _span(parts[1:])
        if not names:
            raise PzcError.at(
                "E0127",
                "this picture shows no layer",
                span,
                expected='the given layers between braces, such as "{clue}{black}"',
            )
        return s.Picture(s.Text(text, span), names, _span(parts))

    def make(self, parts: Parts) -> s.Make:
        return s.Make(tuple(p for p in parts if isinstance(p, s.Usual)), _span(parts))

    # ---- parts of declarations

    def usual_value(self, parts: Parts) -> s.Usual:
        return s.Usual(parts[0], parts[1], (), _span(parts))

    def usual(self, parts: Parts) -> s.Usual:
        return s.Usual(parts[0], None, tuple(parts[1:]), _span(parts))

    def hint(self, parts: Parts) -> s.Hint:
        word, *rest = (part for part in parts if part is not None and not _is(part, "RANGE"))
        ends = [
            self.number([part]) if _is(part, "NUMBER") else s.Text(part.text, part.span)
            for part in rest
        ]
        return s.Hint(s.Text(word.text, word.span), ends[0], ends[-1], _span(parts))

    def key(self, parts: Parts) -> tuple[tuple[s.Name, ...], s.Expr]:
        return tuple(parts[:-1]), parts[-1]

    def at(self, parts: Parts) -> Clause:
        some = _is(parts[1], "SOME")
        where = parts[-1] if _is(parts[-2], "WHERE") else None
        places = [part for part in parts if isinstance(part, tuple)]
        span = _span([parts[0], where or places[-1][1]])
        variables, sets = zip(*places, strict=True)
        return Clause("at", s.At(some, variables, sets, where, span), span)

    def place(self, parts: Parts) -> tuple[s.Name | None, s.Expr]:
        variable, places = parts if len(parts) == 2 else (None, parts[0])
        return variable, places

    def text_clause(self, parts: Parts) -> Clause:
        text = _quoted(parts[1])
        word: str = parts[0].text
        (_check_drawn if word == "drawn" else _check_token)(word, text)
        return Clause(word, text, _span(parts))

    def from_clause(self, parts: Parts) -> Clause:
        return Clause("from", parts[1], _span(parts))

    def as_clause(self, parts: Parts) -> Clause:
        looks = tuple(part for part in parts if isinstance(part, s.Look))
        return Clause("as", looks, _span(parts))

    def look(self, parts: Parts) -> s.Look:
        return s.Look(tuple(p for p in parts if isinstance(p, s.Mark)), _span(parts))

    def mark(self, parts: Parts) -> s.Mark:
        if _is(parts[0], "TEXT"):
            return s.Mark((), _quoted(parts[0]), _span(parts))
        return s.Mark(tuple(s.Text(t.text, t.span) for t in parts), None, _span(parts))

    def domain(self, parts: Parts) -> s.Domain:
        span = _span(parts)
        match parts[0]:
            case Token(type="BOOL"):
                return s.BoolDomain(span)
            case Token(type="SYMBOL"):
                return s.SymbolDomain(span)
            case Token(type="PIECES"):
                return s.PiecesDomain(span)
            case Token(type="LIST"):
                return s.ListDomain(parts[-1], span)
            case Token(type="PICTURE"):
                return s.PictureDomain(parts[-1], span)
            case Token(type="ONE"):
                return s.OneOf(parts[-1], span)
        return s.SetDomain(parts[0], span)

    # ---- rules and statements

    def rule(self, parts: Parts) -> s.Rule:
        return s.Rule(parts[1], parts[3].statements, _span(parts), parts[0].text)

    def sentence(self, parts: Parts) -> s.Sentence:
        pieces = tuple(
            unescape_fragment(part.text) if _is(part, "FRAGMENT") else part
            for part in parts
            if not _is(part, "QUOTE", "OPEN_HOLE", "CLOSE_HOLE")
        )
        if not any(piece.strip() if isinstance(piece, str) else True for piece in pieces):
            raise PzcError.at(
                "E0121",
                "the sentence of this rule is empty",
                _span(parts),
                expected="the rule in plain words; verify, explain and hint show it",
            )
        return s.Sentence(pieces, _span(parts))

    def body(self, parts: Parts) -> Body:
        return Body(tuple(parts), _span(parts))

    def condition(self, parts: Parts) -> s.Condition:
        return s.Condition(parts[0], parts[0].span)

    def for_statement(self, parts: Parts) -> s.For:
        start = next(i for i, part in enumerate(parts) if _is(part, "IN"))
        filters = tuple(part for part in parts[start + 2 :] if not isinstance(part, Token | Body))
        targets = tuple(parts[1:start])
        return s.For(targets, parts[start + 1], filters, parts[-1].statements, _span(parts))

    def filter(self, parts: Parts) -> s.Expr:
        test: s.Expr = parts[0]
        return test

    def if_statement(self, parts: Parts) -> s.If:
        body, *otherwise = (part.statements for part in parts if isinstance(part, Body))
        return s.If(parts[1], body, otherwise[0] if otherwise else (), _span(parts))

    # ---- expressions

    def name(self, parts: Parts) -> s.Name:
        return s.Name(_normal(parts[0].text), parts[0].span)

    def number(self, parts: Parts) -> s.Number:
        return s.Number(int(parts[0].text), parts[0].span)

    def text(self, parts: Parts) -> s.Text:
        return _quoted(parts[0])

    def truth(self, parts: Parts) -> s.Truth:
        return s.Truth(parts[0].type == "YES", parts[0].span)

    def conditional(self, parts: Parts) -> s.Conditional:
        then, test, otherwise = parts
        return s.Conditional(test, then, otherwise, _span(parts))

    def binary(self, parts: Parts) -> s.Binary:
        left, operator, right = parts
        return s.Binary(operator.text, left, right, _span(parts))

    def unary(self, parts: Parts) -> s.Unary:
        return s.Unary(parts[0].text, parts[1], _span(parts))

    def comparator(self, parts: Parts) -> str:
        return " ".join(part.text for part in parts)

    def compare(self, parts: Parts) -> s.Compare:
        return s.Compare(tuple(parts[::2]), tuple(parts[1::2]), _span(parts))

    def call(self, parts: Parts) -> s.Call:
        return s.Call(parts[0], tuple(parts[2:-1]), _span(parts))

    def index(self, parts: Parts) -> s.Index:
        return s.Index(parts[0], tuple(parts[2:-1]), _span(parts))

    def attribute(self, parts: Parts) -> s.Attribute:
        base, _, name = parts
        return s.Attribute(base, _normal(name.text), name.span, _span(parts))

    def group(self, parts: Parts) -> s.Expr:
        # The brackets leave no node, only a wider span.
        inner: s.Expr = parts[1]
        return replace(inner, span=_span(parts))

    def collection(self, parts: Parts) -> s.Collection | s.Comprehension:
        kind = "list" if _is(parts[0], "LSQB") else "set"
        match parts[1:-1]:
            case [s.Comprehension(kind="bare") as inner]:
                return replace(inner, kind=kind, span=_span(parts))
        return s.Collection(kind, tuple(parts[1:-1]), _span(parts))

    def comprehension(self, parts: Parts) -> s.Comprehension:
        element, *clauses = parts
        last = clauses[-1]
        end = last.test if isinstance(last, s.IfClause) else last.iterable
        return s.Comprehension("bare", element, tuple(clauses), _span([element, end]))

    def for_clause(self, parts: Parts) -> s.ForClause:
        return s.ForClause(tuple(parts[:-1]), parts[-1])

    def if_clause(self, parts: Parts) -> s.IfClause:
        return s.IfClause(parts[0])


# ---- clauses -------------------------------------------------------------------------------------


def _clauses(parts: Parts) -> dict[str, Clause]:
    """The clauses by their keywords; each may occur once."""
    found: dict[str, Clause] = {}
    for part in parts:
        if isinstance(part, Clause) and found.setdefault(part.word, part) is not part:
            raise PzcError.at("E0122", f"'{part.word}' occurs twice", part.span)
    return found


def _domain(parts: Parts) -> s.Domain:
    colon = next(i for i, part in enumerate(parts) if _is(part, "COLON"))
    domain: s.Domain = parts[colon + 1]
    return domain


def _at(clauses: dict[str, Clause], parts: Parts) -> s.At:
    if "at" not in clauses:
        domain = _domain(parts).span.text
        raise PzcError.at(
            "E0123",
            f"this '{parts[0].text}' does not say where",
            _span(parts),
            expected="the places of the layer, such as: at cells",
            hint=_instead_of_places(parts, domain),
        )
    at = clauses["at"].value
    assert isinstance(at, s.At)
    return at


def _instead_of_places(parts: Parts, domain: str) -> str | None:
    """The hint for a layer without places, of which `domain` is the text of the domain: some of
    these are meant, or a single value is."""
    each = f"a yes or no for each: `bool at {domain.removesuffix('s')}s`"
    if domain in _PLACES:
        return each
    single = "a single value is a `param`"
    if parts[0].text == "find":
        single = f"a single value: `things one = {{it}}`, and `{_span(parts).text} at one`"
    return f"{each}; {single}" if f"{domain}s" in _PLACES else single


def _value(clauses: dict[str, Clause], word: str) -> Any:
    return clauses[word].value if word in clauses else None


def _looks(clause: Clause | None) -> tuple[s.Look, ...]:
    value = () if clause is None else clause.value
    assert isinstance(value, tuple)
    return value


def _check_drawn(word: str, text: s.Text) -> None:
    tokens = text.value.split()
    if not tokens:
        message = "this string has no tokens"
    elif twice := [token for token, times in Counter(tokens).items() if times > 1]:
        message = f"two values cannot both be drawn {shown(twice[0])}"
    else:
        return
    raise PzcError.at(
        "E0124",
        message,
        text.span,
        expected='one token for each value, separated by spaces: drawn ". #"',
    )


def _check_token(word: str, text: s.Text) -> None:
    if len(text.value.split()) != 1:
        raise PzcError.at(
            "E0124",
            f"'{word}' takes a single token",
            text.span,
            expected=f'the token in the picture, without spaces: {word} "?"',
        )


def _normal(name: str) -> str:
    """A name with its accents composed, so that two ways to type it are one name."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)
