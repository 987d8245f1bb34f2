"""The checker's state: names declared so far, and mistakes found.

A `Fact` is what the checker knows about an expression. Names are looked up innermost first:
variables (of a `for`, of a comprehension, parameters of a define), declared names, built-in names,
symbols."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from ..records import field, record
from . import foreign
from .boards import instead, lacks
from .builtins import BUILTINS, Builtin
from .checked import EITHER, NUMBER, SET, WHOLE
from .diagnostics import MOST_MISTAKES, MOST_PLACES, Diagnostic, Span, more, nearest, sameness
from .syntax import SQUARES, Declaration, Define, Expr, Name
from .types import (
    ANY,
    BOOL,
    Enum,
    Int,
    Layer,
    List,
    Moment,
    Set,
    Type,
    Unit,
    agree,
    is_symbolic,
    show,
)


class Fact(NamedTuple):
    """What the checker knows about an expression. found: its value depends on found layers."""

    type: Type
    found: bool = False


WRONG = Fact(ANY)
NO_NAMES = "single cells have no names in a spec; a given layer can mark them"
CELL_NAME = re.compile(r"r\d+c\d+|c\d+r\d+", re.IGNORECASE)
# Nested attempts to read an ambiguous name; without a limit the work could double with each.
MOST_TRIES = 2
MOST_USES = 500  # instantiations of defines; each may lead to two more
Scope: TypeAlias = Mapping[str, Fact]


class TooManyMistakes(Exception):
    """Raised within the checker when MOST_MISTAKES are reported."""


@record
class Declared:
    """A declared name. kind: the keyword of its declaration."""

    kind: str
    fact: Fact
    span: Span
    node: Declaration


@record(frozen=False)
class Context:
    """The tables of the checker.

    announced, grid, shape: where the spec declares each name and the grid, and the shape of the
    board. has_grid: the grid declaration has been checked. uses: the fact of a define for each
    tuple of argument types. calls: the last use that each call of a define was. in_define: a define
    is being checked, of which another use may have other types. circular: defines that call
    themselves. timed: the sequence, and the lets and defines that mention it. tries: the depth of
    nested attempts. nameless: the checker is inside a `where` whose places have no variable. own:
    the names that the current declaration declares. readings: see `Checked`. references: names that
    refer to something other than a symbol. opened: given layers that the solver decides. facts: if
    recorded, the fact of each expression and of the variables in scope there. files: by the name of
    each file, how many were begun before it, in the order of their `use`. distinct: the mistakes,
    with repeated ones once, see `sameness`."""

    announced: dict[str, Span] = field(default_factory=dict)
    names: dict[str, Declared] = field(default_factory=dict)
    known_symbols: set[str] = field(default_factory=set)
    symbols: dict[Name, Type] = field(default_factory=dict)
    readings: dict[Expr, str] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    references: set[Name] = field(default_factory=set)
    opened: Collection[str] = ()
    uses: dict[tuple[str, tuple[Fact, ...]], Fact] = field(default_factory=dict)
    calls: dict[Expr, tuple[str, tuple[Fact, ...]]] = field(default_factory=dict)
    in_define: bool = False
    circular: set[str] = field(default_factory=set)
    timed: set[str] = field(default_factory=set)
    facts: dict[Expr, tuple[Fact, Scope]] | None = None
    tries: int = 0
    nameless: bool = False
    grid: Span | None = None
    shape: str = SQUARES
    files: dict[str, int] = field(default_factory=dict)
    has_grid: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    distinct: set[Hashable] = field(default_factory=set)
    warnings: list[Diagnostic] = field(default_factory=list)

    # ---- mistakes

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        expected: str | None = None,
        hint: str | None = None,
    ) -> Fact:
        """Report a mistake once, and return a Fact that agrees with everything, so that no further
        mistakes follow from it.

        Raises TooManyMistakes after MOST_MISTAKES, or MOST_PLACES of them.
        """
        if not any(d.code == code and d.span == span for d in self.diagnostics):
            found = Diagnostic(code, message, span, expected, hint)
            self.diagnostics.append(found)
            if not self.tries:
                self.distinct.add(sameness(found))
                most = len(self.distinct) == MOST_MISTAKES
                if most or len(self.diagnostics) == MOST_PLACES:
                    self.diagnostics.append(more(span))
                    raise TooManyMistakes
        return WRONG

    def warn(
        self, code: str, message: str, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Warn once of a place, also in a define, which is checked for each use."""
        if not any(w.code == code and w.span == span for w in self.warnings):
            self.warnings.append(Diagnostic(code, message, span, hint=hint))

    @contextmanager
    def attempt(self) -> Iterator[list[Diagnostic]]:
        """Check tentatively: yield the list of mistakes, and restore the state of the checker
        afterwards."""
        saved = (self.diagnostics, self.symbols, self.readings, self.references, self.uses)
        self.diagnostics, self.symbols = [], dict(self.symbols)
        self.readings = dict(self.readings)
        self.references, self.uses = set(self.references), dict(self.uses)
        self.tries += 1
        try:
            yield self.diagnostics
        finally:
            self.tries -= 1
            self.diagnostics, self.symbols, self.readings, self.references, self.uses = saved

    @contextmanager
    def with_grid(self) -> Iterator[None]:
        """Assume that the grid has been declared."""
        saved, self.has_grid = self.has_grid, True
        try:
            yield
        finally:
            self.has_grid = saved

    @property
    def may_try(self) -> bool:
        return self.tries < MOST_TRIES

    def text(self, span: Span) -> str | None:
        """The text at a span of one line, for a hint."""
        if span.line != span.end_line:
            return None
        return span.source.line(span.line)[span.column - 1 : span.end_column - 1]

    # ---- names

    def declare(self, kind: str, name: Name, fact: Fact, node: Declaration) -> None:
        """Enter a declared name, unless it is taken."""
        first = self.names.get(name.id)
        if first is not None:
            self.error(
                "E0201",
                f"'{name.id}' is declared twice",
                name.span,
                hint=f"first declared in line {first.span.line} of {first.span.source.name}",
            )
        elif _reserved(name.id):
            self.error(
                "E0202",
                f"'{name.id}' is a built-in name",
                name.span,
                expected="a name of your own",
                hint=f"choose another name, such as '{name.id}_'",
            )
        else:
            self.names[name.id] = Declared(kind, fact, name.span, node)

    def bind(self, scope: Scope, targets: tuple[Name, ...], facts: list[Fact]) -> Scope:
        """A scope with the variables of a `for`, a comprehension or a define."""
        inner = dict(scope)
        for i, (target, fact) in enumerate(zip(targets, facts, strict=True)):
            if target.id in {t.id for t in targets[:i]}:
                self.error("E0206", f"'{target.id}' is named twice here", target.span)
            elif target.id in scope:
                self.error(
                    "E0205",
                    f"'{target.id}' is already a variable here",
                    target.span,
                    expected="a name of its own for each variable",
                )
            elif target.id in self.names:
                self._hides(target, self.names[target.id].span)
            elif _reserved(target.id):
                self.error(
                    "E0202",
                    f"the variable '{target.id}' would hide a built-in name",
                    target.span,
                    expected="a name of your own",
                    hint=f"choose another name, such as '{target.id[0]}'",
                )
            inner[target.id] = fact
        return inner

    def _hides(self, variable: Name, declared: Span) -> None:
        """Report a variable with a declared name. A file that is used after the declaration cannot
        know of it: there, the mistake is the place of the `use`."""
        own, other = variable.span.source.name, declared.source.name
        if self.files.get(other, 0) < self.files.get(own, 0):
            used = own.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".spec")
            self.error(
                "E0205",
                f"'{variable.id}' is a variable in '{used}', which is used below",
                declared,
                expected="used specs in front of what this one declares",
                hint=f"put `use {used}` above this line",
            )
            return
        line = f"line {declared.line}" + (f" of {other}" if other != own else "")
        self.error(
            "E0205",
            f"the variable '{variable.id}' would hide what {line} declares",
            variable.span,
            expected="a name that is not declared",
        )

    def way_back(self) -> str | None:
        """The hint for a moment before another one; None in a spec without a sequence."""
        time = next((n for n, d in self.names.items() if d.kind == "sequence"), None)
        if time is None:
            return None
        loop = f"for t in {time} if t != {time}.last"
        return f"only `next` goes from moment to moment: in `{loop}`, t comes before `next(t)`"

    def unknown(self, name: Name, scope: Scope) -> Fact:
        """Report an unknown name."""
        if name.id in self.circular:
            return WRONG
        if name.id in self.announced and name.id in self.own:
            above = [n for n, d in self.names.items() if d.kind in ("given", "let", "things")]
            return self.error(
                "E0204",
                f"'{name.id}' is used in its own declaration",
                name.span,
                expected="what is declared above" + (f": {' or '.join(above)}" if above else ""),
            )
        if name.id in self.announced:
            return self.error(
                "E0204",
                f"'{name.id}' is used before it is declared",
                name.span,
                hint=f"move its declaration up from line {self.announced[name.id].line}",
            )
        if name.id in BUILTINS:
            self.on_board(BUILTINS[name.id], name.span)
            return WRONG
        known = {*scope, *self.names, *BUILTINS, *self.known_symbols}
        hint = nearest(name.id, known)
        if name.id.lower() in ("previous", "prev") and (back := self.way_back()) is not None:
            hint = back
        elif CELL_NAME.fullmatch(name.id):
            hint = NO_NAMES
        elif (meant := foreign.NAMES.get(name.id.lower())) and name.id[:-1] not in known:
            hint = f"write '{meant}'"
        elif hint is None and self.nameless:
            hint = f"if a place is meant, give it this name: `at {name.id} in … where …`"
        elif hint is None:
            hint = foreign.undeclared(name.id, name.span)
            hint += f', or write "{name.id}" if a symbol is meant' * ("`" not in hint)
        return self.error("E0203", f"unknown name '{name.id}'", name.span, hint=hint)

    def meaning(self, name: Name, scope: Scope) -> Fact | None:
        """What a name that is no symbol refers to; None if nothing. Reports misuse."""
        if name.id in scope:
            return scope[name.id]
        declared = self.names.get(name.id)
        if declared is not None:
            if isinstance(declared.node, Define):
                return self._uncalled(name, f"{name.id}({_names(declared.node.parameters)})")
            return declared.fact
        builtin = BUILTINS.get(name.id)
        if builtin is None or lacks(self.shape, name.id):
            return None
        match builtin.kind:
            case "function":
                return self._uncalled(name, builtin.usage)
            case "domain":
                return self.error(
                    "E0213",
                    f"'{name.id}' names a domain, not a set",
                    name.span,
                    expected="a value",
                    hint=f"all of them are '{name.id}s'",
                )
            case "flag":
                return self.error(
                    "E0213",
                    f"'{name.id}' means something only as an argument of placements or shape",
                    name.span,
                    expected="a value",
                )
        self.on_board(builtin, name.span)
        return Fact(builtin.type)

    def on_board(self, builtin: Builtin, span: Span) -> None:
        """Report a built-in name that needs a board, or that this board lacks."""
        if builtin.board and not self.has_grid:
            self.needs_grid(builtin.name, span)
        elif lacks(self.shape, builtin.name):
            self.error(
                "E0269",
                f"a board of {self.shape} has no '{builtin.name}'",
                span,
                hint=instead(self.shape, builtin.name),
            )

    def needs_grid(self, word: str, span: Span) -> None:
        """Report a word that needs a board."""
        if self.grid is None:
            self.error(
                "E0234",
                f"'{word}' needs a board",
                span,
                expected="a declaration such as `grid h x w`",
            )
        else:
            self.error(
                "E0204",
                f"'{word}' is used before the grid is declared",
                span,
                hint=f"move the grid up from line {self.grid.line}"
                if self.grid.line > span.line
                else "the size of the board comes from numbers, params and lets",
            )

    def _uncalled(self, name: Name, usage: str) -> Fact:
        return self.error(
            "E0213",
            f"'{name.id}' is a function",
            name.span,
            expected=f"a call: {usage}",
        )

    def hidden(self, name: str, scope: Scope) -> str | None:
        """The declaration that hides a built-in name, in words; None if it is not hidden."""
        if name not in BUILTINS:
            return None
        if name in scope:
            return "a variable"
        declared = self.names.get(name)
        return None if declared is None else f"declared in line {declared.span.line}"

    # ---- symbols

    def name(self, node: Name, scope: Scope, domain: Type | None) -> Fact:
        """The fact of a name where a value of `domain` is expected: a symbol of the domain takes
        precedence."""
        if isinstance(domain, Enum) and domain.members and node.id in domain.members:
            with self.attempt():
                other = self.meaning(node, scope)
            t = other.type if other else domain
            t = t.value if isinstance(t, Layer) else t
            if other and is_symbolic(t) and agree(t, domain):
                self.error(
                    "E0208",
                    f"'{node.id}' can be a symbol or the name declared above",
                    node.span,
                    hint=f'write "{node.id}" for the symbol, or rename the other',
                )
            return self.as_symbol(node, domain)
        if domain is None and self.only_symbol(node, scope):
            return self.as_symbol(node, Enum((node.id,)))
        fact = self.meaning(node, scope)
        if fact is not None:
            return self._as_reference(node, fact)
        if node.id in self.announced or node.id in self.circular:
            return self.unknown(node, scope)
        if isinstance(domain, Enum):
            return self._no_symbol_of(node, scope, domain)
        if node.id in self.known_symbols:
            return self.as_symbol(node, Enum((node.id,)))
        return self.unknown(node, scope)

    def only_symbol(self, node: Name, scope: Scope) -> bool:
        """Whether a name can only be a symbol: it is the name of nothing else, or of what is no
        value, such as a function that is not called."""
        declared = node.id in self.announced or node.id in self.circular
        if declared or node.id not in self.known_symbols:
            return False
        with self.attempt() as misuse:
            usual = self.meaning(node, scope)
        return usual is None or bool(misuse)

    def as_symbol(self, node: Name, domain: Type) -> Fact:
        self._same_reading(node, node in self.references)
        self.symbols[node] = domain
        return Fact(domain)

    def read_as(self, node: Expr, reading: str) -> None:
        """Record how an expression is read; uses of a define may differ."""
        known = self.readings.setdefault(node, reading)
        if known != reading:
            self.readings[node] = EITHER

    def read_number(self, node: Expr, t: Type) -> None:
        """Record whether an expression of type t, or with members of it, is of numbers (so are
        moments) or of truths: found conditions stand for both."""
        if isinstance(t, (Int, Moment)):
            self.read_as(node, NUMBER)
        elif t == BOOL:
            self.read_as(node, WHOLE)

    def read_sets(self, node: Expr, types: Iterable[Type], joined: Type) -> None:
        """Record whether layers, lists and units among values of these types are sets, as others
        are, or remain what they are."""
        if any(isinstance(t, (Layer, List, Unit)) for t in types):
            self.read_as(node, SET if isinstance(joined, Set) else WHOLE)

    def _as_reference(self, node: Name, fact: Fact) -> Fact:
        self._same_reading(node, node in self.symbols)
        self.references.add(node)
        return fact

    def _same_reading(self, node: Name, otherwise: bool) -> None:
        if otherwise:
            self.error(
                "E0208",
                f"'{node.id}' is a symbol in one use of this define, and none in another",
                node.span,
                hint=f'write "{node.id}" for the symbol',
            )

    def _no_symbol_of(self, node: Name, scope: Scope, domain: Enum) -> Fact:
        if domain.members is None:
            return self.error(
                "E0207",
                f"unknown name '{node.id}'; the puzzle file says what {domain.name} there are",
                node.span,
                hint=f'write "{node.id}" if it must have this one',
            )
        return self.error(
            "E0207",
            f"'{node.id}' is not {show(Enum(domain.members))}",
            node.span,
            expected=show(Enum(domain.members)),
            hint=nearest(node.id, [*domain.members, *scope, *self.names]),
        )


def _reserved(name: str) -> bool:
    """Whether a built-in name may not be taken: all but functions and directions may not."""
    return name in BUILTINS and BUILTINS[name].kind not in ("function", "value")


def _names(names: tuple[Name, ...]) -> str:
    return ", ".join(n.id for n in names)
