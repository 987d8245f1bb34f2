"""Decide from its text whether the rules of a spec mention neighbouring moments only.

Then the possible successors of a state do not depend on the number of moves before and after it,
and plans of any length are walks in one graph of states. This holds if

- a moment is the variable of `for t in time` in a rule (but not of a loop inside another) or of
  `let x[t in time] = …`, the next of such a moment, the first, or the last;
- moments are used as keys of layers, as arguments of defines, and compared with one another; the
  sequence itself, and layers at moments as a whole, are used for nothing else.

So a statement means the same at every moment except the first and the last two. How many moments it
relates follows only from the constraints (`transitions`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from ...dsl.diagnostics import Source, Span
from ...dsl.syntax import (
    At,
    Attribute,
    Call,
    Compare,
    Declaration,
    Define,
    Find,
    For,
    Index,
    Let,
    Name,
    Rule,
)
from ...dsl.walking import names_in
from ...records import is_record, values


class Moment(Enum):
    """The moment that an expression denotes."""

    THIS = "t"
    NEXT = "next(t)"
    FIRST = "first"
    LAST = "last"


_ENDS = {"first": Moment.FIRST, "last": Moment.LAST}
_Scope = dict[str, Moment]


class _OutOfReach(Exception):
    """Raised if moments are used in any other way."""


def speaks_of_neighbours(declarations: Iterable[Declaration], sequence: str) -> bool:
    """Whether the rules of a spec relate neighbouring moments only. sequence: its name."""
    try:
        _Reader(tuple(declarations), sequence).read()
    except _OutOfReach:
        return False
    return True


class _Reader:
    """Walks the declarations; raises _OutOfReach where one uses moments in another way.

    timed: the layers at moments. reaching: those whose computation uses the next moment, too."""

    def __init__(self, declarations: tuple[Declaration, ...], sequence: str) -> None:
        self.declarations = declarations
        self.sequence = sequence
        self.defines = {d.name.id: d for d in declarations if isinstance(d, Define)}
        self.lets = {d.name.id: d for d in declarations if isinstance(d, Let)}
        self.timed: set[str] = set()
        self.reaching: set[str] = set()
        self._read: set[tuple[Any, ...]] = set()

    def read(self) -> None:
        for d in self.declarations:
            match d:
                case Find():
                    if self._is_timed(d.at):
                        self.timed.update(n.id for n in d.names)
                    self._layer(d)
                case Let() if any(self._is_sequence(s) for _, s in d.keys):
                    self.timed.add(d.name.id)
                    self._computed(d)
                case Rule():
                    for statement in d.body:
                        self._statement(statement, {})

    # ---- layers

    def _is_sequence(self, tree: Any) -> bool:
        return isinstance(tree, Name) and tree.id == self.sequence

    def _is_timed(self, at: At) -> bool:
        return any(map(self._is_sequence, at.sets))

    def _layer(self, tree: Find) -> None:
        """Require that the domain of a layer is the same at all moments, and that its keys have at
        most one moment."""
        at = tree.at
        bound = {
            v.id: Moment.THIS
            for v, s in zip(at.variables, at.sets, strict=True)
            if v is not None and self._is_sequence(s)
        }
        if sum(map(self._is_sequence, at.sets)) > 1:
            raise _OutOfReach
        for part in (tree.domain, *(s for s in at.sets if not self._is_sequence(s))):
            self._walk(part, {})
            if any(n.id in bound for n in names_in(part)):
                raise _OutOfReach
        self._walk(at.where, bound)

    def _computed(self, tree: Let) -> None:
        scope: _Scope = {}
        for names, over in tree.keys:
            if self._is_sequence(over):
                if len(names) > 1 or scope:
                    raise _OutOfReach
                scope[names[0].id] = Moment.THIS
            else:
                self._walk(over, scope)
        self._walk(tree.value, scope)
        if any(n.id == "next" or n.id in self.reaching for n in names_in(tree.value)):
            self.reaching.add(tree.name.id)
        for name in names_in(tree.value):
            define = self.defines.get(name.id)
            if define is not None and self._reaches(define):
                self.reaching.add(tree.name.id)

    def _reaches(self, define: Define) -> bool:
        names = {n.id for n in names_in(define.body)}
        below = (self.defines[n] for n in names if n in self.defines)
        return "next" in names or bool(names & self.reaching) or any(map(self._reaches, below))

    # ---- rules

    def _statement(self, tree: Any, scope: _Scope) -> None:
        match tree:
            case For(targets=targets, iterable=iterable, filters=filters, body=body):
                inner = scope
                if self._is_sequence(iterable):
                    if scope or len(targets) > 1:
                        raise _OutOfReach
                    inner = {targets[0].id: Moment.THIS}
                else:
                    self._walk(iterable, scope)
                self._walk(filters, inner)
                for statement in body:
                    self._statement(statement, inner)
            case _:
                for part in _parts(tree):
                    if isinstance(part, For):
                        self._statement(part, scope)
                    else:
                        self._walk(part, scope)

    def _walk(self, tree: Any, scope: _Scope) -> None:
        """Analyse any node that does not denote a moment."""
        match tree:
            case Name(id=name):
                if name in scope or name == self.sequence or name in self.timed:
                    raise _OutOfReach
                self._let(name)
            case Attribute() if self._moment(tree, scope) is not None:
                raise _OutOfReach
            case Index(base=Name(id=layer), indices=indices) if layer in self.timed:
                for index in indices:
                    moment = self._moment(index, scope)
                    if moment is None:
                        self._walk(index, scope)
                    elif moment is Moment.NEXT and layer in self.reaching:
                        raise _OutOfReach
            case Compare(operands=operands):
                if any(self._moment(o, scope) is None for o in operands):
                    for operand in operands:
                        self._walk(operand, scope)
            case Call(function=Name(id="next")):
                raise _OutOfReach
            case Call(function=Name(id=name), args=args) if name in self.defines:
                self._define(self.defines[name], args, scope)
            case For():
                self._statement(tree, scope)
            case _:
                for part in _parts(tree):
                    self._walk(part, scope)

    def _let(self, name: str) -> None:
        """Analyse a let where it is used."""
        let = self.lets.get(name)
        if let is not None and (name,) not in self._read:
            self._read.add((name,))
            self._walk((*(over for _, over in let.keys), let.value), {})

    def _define(self, define: Define, args: tuple[Any, ...], scope: _Scope) -> None:
        """Analyse a define once for each combination of moments it is called with."""
        moments = [self._moment(a, scope) for a in args]
        for arg, moment in zip(args, moments, strict=True):
            if moment is None:
                self._walk(arg, scope)
        call = (define.name.id, *moments)
        if call not in self._read:
            self._read.add(call)
            named = zip(define.parameters, moments, strict=True)
            self._walk(define.body, {p.id: m for p, m in named if m is not None})

    def _moment(self, tree: Any, scope: _Scope) -> Moment | None:
        """The meaning of an expression that denotes a moment."""
        match tree:
            case Name(id=name):
                if name in scope:
                    return scope[name]
                let = self.lets.get(name)
                return None if let is None or let.keys else self._moment(let.value, {})
            case Attribute(base=base, name=name) if self._is_sequence(base):
                return _ENDS[name]
            case Call(function=Name(id="next"), args=(arg,)):
                if self._moment(arg, scope) is Moment.THIS:
                    return Moment.NEXT
                raise _OutOfReach
        return None


def _parts(tree: Any) -> Iterator[Any]:
    """The children of a node or of a tuple of nodes."""
    if isinstance(tree, tuple):
        yield from tree
    elif is_record(tree) and not isinstance(tree, (Span, Source)):
        yield from values(tree)
