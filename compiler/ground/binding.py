"""Binding a puzzle to a spec: params, board, things, given layers.

A `Binding` walks the declarations in order and fills a `Context`. It keeps a `LayerSlot` (see
`layers`) for each layer.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ...dsl.diagnostics import Diagnostic, PzcError, counted
from ...dsl.puzzle import Line, PuzzleText, Section, Token
from ...dsl.syntax import (
    LONGEST_NUMBER,
    Declaration,
    Expr,
    Find,
    Given,
    Grid,
    Let,
    ListDomain,
    Name,
    Param,
    PictureDomain,
    Things,
)
from ...dsl.syntax import Domain as DomainTree
from ...dsl.syntax import Sequence as Moments
from ...dsl.walking import names_in
from ...model.limits import MAX_DOMAIN
from ...records import replace
from ..board.places import Unit
from ..board.protocol import MAX_CELLS
from ..board.shapes import board
from ..builtins.moments import moments
from ..context import Context
from ..values.listing import sure_members
from ..values.members import items
from ..values.showing import show
from ..values.values import Layer, Unsupported, Value
from . import finds, opening, reading
from .combined_picture import Pictures
from .declared import known
from .domains import Domain
from .givens import Givens, missing
from .layers import LayerSlot, single
from .narrowing import Choices
from .reading import UNKNOWN

if TYPE_CHECKING:
    from .program import Program


EVERYTHING_CLOSED: Mapping[str, opening.Opening] = {}


class Binding:
    """Fills the context of one puzzle.

    moves: of the plan; None for `most_moves`. open: the given layers to open, and how (see
    `opening`).
    """

    def __init__(
        self,
        program: Program,
        context: Context,
        puzzle: PuzzleText,
        moves: int | None = None,
        open: Mapping[str, opening.Opening] = EVERYTHING_CLOSED,
    ) -> None:
        self.program = program
        self.context = context
        self.puzzle = puzzle
        self.moves = moves
        self.open = open
        self.most_moves = 0
        self.slots: dict[str, LayerSlot] = {}
        self.params: dict[str, Any] = {}
        # The hint that the things of pictures have numbers, as nothing names them.
        self._numbered: str | None = None
        self.shape: Any = None
        self.choices = Choices()
        self._raw: dict[str, Any] = {}
        self._unknown_at: dict[str, tuple[int, ...]] = {}
        self._opened: dict[str, Any] = {}  # by open layer, its part of the shape
        self.printed: dict[str, dict[Any, Any]] = {}
        self._pictures = Pictures(program, puzzle)
        self._givens = Givens(program, context, puzzle, self._pictures)

    def bind(self) -> None:
        """Evaluate the params, board, things and given layers into the context. Raises PzcError
        with all mistakes of the puzzle."""
        problems: list[Diagnostic] = []
        wrong: set[str] = set()  # names without a value after a mistake in their sections
        for d in self.program.declarations:
            if not wrong or wrong.isdisjoint(self._names_for(d)):
                try:
                    self._declaration(d)
                    continue
                except PzcError as error:
                    problems += error.diagnostics
                except Unsupported as problem:
                    problems += PzcError.at(problem.code, str(problem), d.span).diagnostics
            wrong.update(_declares(d))
            if isinstance(d, Grid):  # the declarations below depend on the board
                break
        if problems:
            if self._numbered is not None:
                problems = [replace(d, hint=d.hint or self._numbered) for d in problems]
            raise PzcError(dict.fromkeys(problems))  # layers of one picture share its mistakes
        if self.puzzle.bare is not None and not self._givens.bare_taken:
            raise self._pictures.stray(self.puzzle.bare)
        # An unknown value becomes a variable and a constraint; a known one fixes a variable.
        # The values of an open layer are not part of the shape: its clues fix variables.
        closed = {k: v for k, v in self._raw.items() if k not in self.open}
        shaped = {k: v for k, v in closed.items() if k not in self.program.pure}
        shaped |= {k: v for k, v in self._unknown_at.items() if k in self.program.pure and v}
        shaped |= self._opened
        self.shape = (self._board_size(), tuple(sorted(shaped.items())))

    def family(self, open: Collection[str]) -> Hashable | None:
        """A key that puzzles share if they differ only in the values of these layers, and of layers
        that only fix found values. None if this puzzle has an unknown value, which is a
        variable."""
        if any(self._unknown_at.values()):
            return None
        free = self.program.pure.union(open)
        fixed = sorted((name, raw) for name, raw in self._raw.items() if name not in free)
        return (self._board_size(), tuple(fixed))

    def _board_size(self) -> tuple[int, int] | None:
        """(height, width); None without a board."""
        context = self.context
        return (context.board.height, context.board.width) if context.has_board else None

    def _names_for(self, d: Declaration) -> set[str]:
        """The names that a declaration depends on. Splitting the tokens of a picture requires the
        domains of all its layers."""
        picture = self._pictures.combined
        together = {n.id for n in picture.layers} if picture is not None else set()
        sharing = [d]
        if not together.isdisjoint(_declares(d)):
            sharing = [
                e for e in self.program.declarations if not together.isdisjoint(_declares(e))
            ]
        return {n.id for e in sharing for n in names_in(e)}

    def _declaration(self, d: Declaration) -> None:
        match d:
            case Param():
                self._params(d)
            case Grid():
                self._grid(d)
            case Things():
                self._things(d)
            case Moments():
                self._moments(d)
            case Given():
                self._given(d)
            case Let() if d.name.id not in self.program.found:
                self.program.let(d, self.context)

    # ---- params, board, things

    def _section(self, name: str) -> Section | None:
        return self.puzzle.sections.get(name)

    def _params(self, tree: Param) -> None:
        domain = self.program.domain(tree).at(self.context, "", [self.context])
        problems: list[Diagnostic] = []
        for name in tree.names:
            try:
                value = self._param(name.id, domain, tree.default)
            except PzcError as error:
                problems += error.diagnostics
                continue
            self.context.values[name.id] = value
            self.params[name.id] = value
            self._raw[name.id] = show(value)
        if problems:
            raise PzcError(problems)

    def _param(self, name: str, domain: Domain, default: Expr | None) -> Any:
        section = self._section(name)
        if section is not None:
            tokens = [t for line in section.filled() for t in line.tokens()]
            if domain.kind == "list":
                return reading.read_list(domain, tokens)
            return reading.read_token(domain, single(name, tokens, section, domain))
        if default is None:
            raise missing(self.puzzle, name, domain.describe())
        value = self.program.value(default, self.context)
        if domain.kind == "int" and value not in domain.values:
            raise PzcError.at(
                "E0408",
                f"the default {show(value)} is not in the domain",
                default.span,
                expected=domain.describe(),
            )
        return value

    def _grid(self, tree: Grid) -> None:
        sides = (tree.height, tree.width)
        sizes = [self._side(side, sides) for side in sides]
        if None in sizes:
            found = self._pictures.measure(tree, sizes)
            for k, side in enumerate(sides):
                if sizes[k] is None and isinstance(side, Name):
                    known = self.context.values.get(side.id)
                    if known is not None and known != found[k]:
                        span = self._pictures.picture_span()
                        raise PzcError.at(
                            "E0319",
                            f"the board has {counted(found[0], 'row')} and "
                            f"{counted(found[1], 'column')}",
                            span,
                            expected=f"a square: '{side.id}' stands for both",
                        )
                    sizes[k] = self.context.values[side.id] = found[k]
            sizes = [
                self._side(side, sides) if n is None else n
                for side, n in zip(sides, sizes, strict=True)
            ]
        height, width = (s or 0 for s in sizes)
        if height < 1 or width < 1 or height * width > MAX_CELLS:
            raise PzcError.at(
                "E0409",
                f"a board of {height:,} x {width:,} cells",
                tree.span,
                expected=f"from 1 to {MAX_CELLS:,} cells",
            )
        self.context.board = board(tree.shape, height, width)

    def _side(self, side: Any, sides: tuple[Any, Any]) -> int | None:
        """The board's height or width, if it is known without a picture. The width may depend on
        the height."""
        if isinstance(side, Name) and side.id not in self.context.values:
            section = self._section(side.id)
            if section is None:
                return None
            tokens = [t for line in section.filled() for t in line.tokens()]
            numbers = Domain("int", range(1, MAX_CELLS + 1))
            token = single(side.id, tokens, section, numbers)
            self.context.values[side.id] = reading.read_token(numbers, token)
        unknown = {s.id for s in sides if isinstance(s, Name)} - self.context.values.keys()
        if unknown and not unknown.isdisjoint(name.id for name in names_in(side)):
            return None
        value = self.program.value(side, self.context)
        if not isinstance(value, int):
            raise PzcError.at(
                "E0410", "the board's size is not a number", side.span, expected="a whole number"
            )
        return int(value)

    def _things(self, tree: Things) -> None:
        if tree.members is not None:
            listed = self.program.value(tree.members, self.context)
            value: Sequence[Value]
            if isinstance(listed, range):  # perhaps too long to list
                value = listed
            else:
                pairs = items(self.context.m, listed)
                value = tuple(known(v, there, tree.span) for v, there in pairs)
        else:
            value = self._given_things(tree)
        if len(value) > MAX_DOMAIN:
            raise PzcError.at(
                "E0411",
                f"'{tree.name.id}' has {len(value):,} members",
                tree.span,
                expected=f"at most {MAX_DOMAIN:,}",
            )
        members = tuple(value)
        self.context.values[tree.name.id] = members
        self._raw[tree.name.id] = members

    def _moments(self, tree: Moments) -> None:
        limit = self.program.value(tree.limit, self.context)
        assert isinstance(limit, int)
        found = moments(tree, limit, self.moves)
        self.context.values[tree.name.id] = found
        self.context.moves = found[-1]
        self.most_moves = limit
        self._raw[tree.name.id] = found

    def _given_things(self, tree: Things) -> tuple[Any, ...]:
        """The members that the puzzle file lists, or those that occur in its layers."""
        thing = tree.name.id
        section = self._section(thing)
        if section is not None:
            tokens = [t for line in section.filled() for t in line.tokens()]
            first: dict[Any, Token] = {}
            problems = [
                reading.twice(t, first[_member(t)])
                for t in tokens
                if first.setdefault(_member(t), t) is not t
            ]
            if problems:
                raise PzcError(problems)
            return tuple(first)
        layers = [
            (d, [k for k, s in enumerate(d.at.sets) if isinstance(s, Name) and s.id == thing], own)
            for d in self.program.declarations
            if isinstance(d, Given)
            for name in d.names
            if (own := self.puzzle.sections.get(name.id)) is not None
        ]
        for d, at, own in layers:
            if len(d.at.sets) == 1 and at and _is_pictured(d.domain):
                paragraphs = own.paragraphs()
                self._numbered = _numbered(thing, paragraphs)
                return tuple(range(1, len(paragraphs) + 1))
        # A layer at all members lists them; if there is none, each layer lists some of them.
        keyed = [(d, at, own) for d, at, own in layers if at and not _is_pictured(d.domain)]
        whole = [entry for entry in keyed if len(entry[0].at.sets) == 1 and not entry[0].at.some]
        if keyed:
            rows = [
                (line.tokens(), at) for _, at, own in whole[:1] or keyed for line in own.filled()
            ]
            heads = [tokens[k] for tokens, at in rows for k in at if k < len(tokens)]
            return tuple(dict.fromkeys(map(_member, heads)))
        raise missing(self.puzzle, tree.name.id, "the names of its members")

    # ---- given layers

    def _given(self, tree: Given) -> None:
        declared = self.program.declared(tree)
        kind, places, frames = declared.places(self.context)
        domain, own = declared.domains(self.context, kind, places, frames)
        for name in tree.names:
            slot = LayerSlot(name.id, kind, places, domain, tree.at.some, {}, {}, own=own)
            self.slots[name.id] = slot
            values = self._givens.read(slot, needed=name.id not in self.open)
            table: dict[Any, Value] = {}
            for key in places:
                if key in values:
                    table[key] = values[key]
                elif domain.kind == "bool" and not tree.at.some:
                    table[key] = False
            self.printed[name.id] = {k: v for k, v in table.items() if v is not None}
            if name.id in self.open:
                self._open(tree, slot, table)
                continue
            printed = [table.get(key) for key in places]
            self._raw[name.id] = tuple([v if type(v) in _PLAIN else (repr(v),) for v in printed])
            present = self.printed[name.id].copy()
            unknown: tuple[int, ...] = ()
            if _may_be_unknown(domain):
                unknown = tuple([i for i, v in enumerate(printed) if v is UNKNOWN])
                present = self._with_unknown(slot, present, printed)
            self._unknown_at[name.id] = unknown
            self._enter(slot, present)

    def _enter(self, slot: LayerSlot, values: dict[Any, Value]) -> None:
        """Enter a given layer into the context."""
        domain, printed = slot.domain, self.printed[slot.name]
        truthful, numbers = domain.kind == "bool", domain.kind == "int"
        layer = Layer(slot.name, values, truthful, slot.kind, numbers=numbers)
        layer.places = slot.keys
        if domain.unknown is not None:
            layer.unknown = frozenset(k for k, v in printed.items() if v is UNKNOWN)
        self.context.values[slot.name] = layer

    def _open(self, tree: Given, slot: LayerSlot, printed: dict[Any, Any]) -> None:
        """Make an open layer, whose values are variables."""
        how, domain = self.open[slot.name], slot.domain
        if not how.computed:
            domain = opening.domain_to_open(tree, domain, printed.values(), how)
        found_from = slot.name in self.program.printed
        values = opening.open_layer(self.context.m, slot, domain, printed, how, found_from)
        self._opened[slot.name] = opening.shape_of(slot, domain, printed, how)
        self._enter(slot, self._with_unknown(slot, values, tuple(printed.values())))

    def _with_unknown(
        self, slot: LayerSlot, values: dict[Any, Any], printed: Sequence[Any]
    ) -> dict[Any, Value]:
        """The values of a layer with a variable for each unknown one."""
        kinds = _kinds_of_unknown(slot.domain, printed)
        return {
            k: self._value_at(slot, k, v, kinds if slot.own is None else _element(slot.own[k]))
            for k, v in values.items()
        }

    def _value_at(self, slot: LayerSlot, key: Any, value: Any, domain: Domain) -> Value:
        """The value at a place. An unknown value, also in a list, is some value of the domain."""
        if type(value) is tuple and UNKNOWN in value:
            return tuple(
                self._value_at(slot, (key, k), member, domain) for k, member in enumerate(value, 1)
            )
        if value is not UNKNOWN:
            return value
        if not domain.values and domain.kind != "bool":
            token = slot.tokens.get(key[0] if type(key) is tuple else key)
            raise PzcError.at(
                "E0414",
                f"'{domain.unknown}' stands for a symbol, and '{slot.name}' shows none",
                token.span if token is not None else None,
                expected="one symbol at least",
            )
        variable = finds.variable(self.context.m, slot, key, domain, False, Choices())
        del slot.variables[key]  # neither an answer nor a clue can fix this variable
        return variable

    # ---- found layers

    def find(self, tree: Find) -> None:
        """Make the variables of a `find` and enter its layers into the context."""
        finds.find(self.program, self.context, self.slots, tree, self.choices)

    def find_computed(self) -> None:
        """Make the variables of the layers of the answer that are computed; see `finds`. Plans have
        none: their layers have places at moments, which models of single moves take apart."""
        if self.program.sequence is None:
            for name in self.program.computed:
                finds.find_computed(self.context, self.slots, name)

    def givens(self) -> dict[int, int]:
        """The values that printed layers fix, by variable index."""
        fixed = finds.fixed_values(self.context, self.slots)
        return {**fixed, **dict(opening.given_codes(self.slots))}

    def walls(self) -> tuple[tuple[Any, ...], ...]:
        """Groups of cells between which a picture draws walls: the spec's blocks."""
        blocks = self.program.blocks
        try:
            value = () if blocks is None else blocks([self.context])
        except PzcError:
            return ()
        units = sure_members(value) or ()
        return tuple(tuple(unit) for unit in units if isinstance(unit, (tuple, Unit)))


# Types of values that are compared as they are; others are compared by their `repr`.
_PLAIN: Final = frozenset((str, int, bool, type(None)))


def _may_be_unknown(domain: Domain) -> bool:
    """Whether a layer, or a list in it, can have a value that is printed as unknown."""
    return any(d is not None and d.unknown is not None for d in (domain, domain.element))


def _member(token: Token) -> int | str:
    """The thing that a token names; a decimal number is an int."""
    text = token.text
    plain = text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER
    return int(text) if plain else text


def _numbered(thing: str, paragraphs: Sequence[Sequence[Line]]) -> str:
    """The hint about the names of things that the file shows as pictures, one below another."""
    heads = [lines[0].text.strip() for lines in paragraphs]
    hint = f"without a section '{thing}', its members are numbered from 1"
    below = all(len(lines) > 1 for lines in paragraphs)
    if below and all(map(str.isidentifier, heads)) and len(set(heads)) == len(heads):
        hint += f"; if these are names, write '{thing}: {' '.join(heads)}' above"
    return hint


def _element(domain: Domain) -> Domain:
    """The domain of a value, or of the members of a list."""
    return domain.element or domain


def _kinds_of_unknown(domain: Domain, printed: Sequence[Any]) -> Domain:
    """The possible values of an unknown value or list member; in a layer of type `symbol`, those
    that are shown elsewhere in the layer."""
    element = _element(domain)
    if element.kind != "any" or element.unknown is None:
        return element
    members = [m for v in printed for m in (v if type(v) is tuple else (v,))]
    symbols = dict.fromkeys(m for m in members if m is not None and m is not UNKNOWN)
    return replace(element, values=tuple(symbols))


def _declares(d: Declaration) -> list[str]:
    match d:
        case Param(names=names) | Given(names=names):
            return [name.id for name in names]
        case Things(name=name) | Let(name=name):
            return [name.id]
    return []


def _is_pictured(domain: DomainTree) -> bool:
    if isinstance(domain, ListDomain):
        return _is_pictured(domain.element)
    return isinstance(domain, PictureDomain)
