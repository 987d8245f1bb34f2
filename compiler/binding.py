"""Binding a puzzle to a spec: params, board, things, given layers, and the variables of finds.

A `Binding` walks the declarations in order and fills a `World`. It keeps a `LayerSlot` (see
`layers`) for each layer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import Diagnostic, PzcError, Span, counted
from ..dsl.puzzle import PuzzleText, Section, Token
from ..dsl.syntax import (
    LONGEST_NUMBER,
    At,
    BoolDomain,
    Call,
    Declaration,
    Expr,
    Find,
    Given,
    Grid,
    Let,
    ListDomain,
    Name,
    OneOf,
    Param,
    Picture,
    PictureDomain,
    PiecesDomain,
    SetDomain,
    SymbolDomain,
    Text,
    Things,
    names_in,
)
from ..dsl.syntax import Domain as DomainTree
from ..dsl.syntax import Sequence as Moments
from ..records import replace
from . import drawn, geometry, reading
from .closures import Frame, assign, truth
from .comparison import equal
from .domains import BLANKS, Domain, bool_domain, union, value_domain
from .geometry import MAX_CELLS
from .layers import LayerSlot, read_layer, show_key, single, valueless
from .limits import MAX_DOMAIN
from .lower import Lowering
from .model import Constraint, Origin
from .moments import moments
from .nodes import BoolVar, IntVar
from .reading import PICTURED, UNTOLD
from .values import Choice, Layer, Maybe, Value, items, show, split_tokens
from .world import World

if TYPE_CHECKING:
    from .program import Program


class Binding:
    """One puzzle on its way into a world. moves: of the plan; None for `most_moves`."""

    def __init__(
        self, program: Program, world: World, puzzle: PuzzleText, moves: int | None = None
    ) -> None:
        self.program = program
        self.world = world
        self.puzzle = puzzle
        self.moves = moves
        self.most_moves = 0
        self.slots: dict[str, LayerSlot] = {}
        self.params: dict[str, Any] = {}
        self.shape: Any = None
        self._raw: dict[str, Any] = {}
        self._untold_at: dict[str, tuple[int, ...]] = {}
        self._combined: dict[str, dict[Any, tuple[Token, Any]]] = {}
        self._bare_taken = False
        self._picture = next((d for d in program.declarations if isinstance(d, Picture)), None)

    def bind(self) -> None:
        """Fill the world with all that the puzzle alone decides."""
        problems: list[Diagnostic] = []
        wrong: set[str] = set()  # declared names without a value, for what is wrong with them
        for d in self.program.declarations:
            if not wrong or wrong.isdisjoint(n.id for n in names_in(d)):
                try:
                    self._declaration(d)
                    continue
                except PzcError as error:
                    problems += error.diagnostics
            wrong.update(_declares(d))
            if isinstance(d, Grid):  # everything else has to do with the board
                break
        if problems:
            raise PzcError(dict.fromkeys(problems))  # layers of one picture share its mistakes
        if self.puzzle.bare is not None and not self._bare_taken:
            raise self._homeless(self.puzzle.bare)
        # A value that is printed but not told is a variable and a constraint; a told one fixes.
        shaped = {k: v for k, v in self._raw.items() if k not in self.program.pure}
        shaped |= {k: v for k, v in self._untold_at.items() if k in self.program.pure and v}
        board = (self.world.board.height, self.world.board.width) if self.world.has_board else None
        self.shape = (board, tuple(sorted(shaped.items())))

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
                self.program.let(d, self.world)

    # ---- params, board, things

    def _section(self, name: str) -> Section | None:
        return self.puzzle.sections.get(name)

    def _params(self, tree: Param) -> None:
        domain = self._domain(tree.domain, None, None, None, False, "", [self.world])
        problems: list[Diagnostic] = []
        for name in tree.names:
            try:
                value = self._param(name.id, domain, tree.default)
            except PzcError as error:
                problems += error.diagnostics
                continue
            self.world.values[name.id] = value
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
            raise self._missing(name, domain.describe())
        value = self.program.lowering().expression(default)([self.world])
        if domain.kind == "int" and value not in domain.values:
            raise PzcError.at(
                "E0408",
                f"the default {show(value)} is not in the domain",
                default.span,
                expected=domain.describe(),
            )
        return value

    def _homeless(self, bare: Section) -> PzcError:
        expected = _headings(self.program.sections)
        message, line = "this belongs to no section", bare.lines[0]
        word, _, value = line.text.strip().partition(" ")
        hint = None
        if word in self.program.sections:
            hint = f"behind the name comes a colon: '{word}: {value.lstrip('= ')}'"
        elif word.startswith(("#", "//", "%", ";")):
            hint = "a puzzle file has no comments; behind 'note:' anything may stand"
        return PzcError.at("E0305", message, line.whole(), expected=expected, hint=hint)

    def _missing(self, name: str, expected: str) -> PzcError:
        span = Span(self.puzzle.source, 1, 1, 1, 2) if self.puzzle.source.text else None
        hint = None if self.puzzle.source.text.strip() else "no puzzle is given"
        message = f"section '{name}' is missing"
        return PzcError.at("E0307", message, span, expected=expected, hint=hint)

    def _grid(self, tree: Grid) -> None:
        sizes: list[int | None] = []
        for side in (tree.height, tree.width):
            sizes.append(self._side(side))
        if None in sizes:
            found = self._measure(tree, sizes)
            for k, side in enumerate((tree.height, tree.width)):
                if sizes[k] is None:
                    assert isinstance(side, Name)
                    known = self.world.values.get(side.id)
                    if known is not None and known != found[k]:
                        span = self._picture_span()
                        raise PzcError.at(
                            "E0319",
                            f"the board has {counted(found[0], 'row')} and "
                            f"{counted(found[1], 'column')}",
                            span,
                            expected=f"a square: '{side.id}' stands for both",
                        )
                    sizes[k] = self.world.values[side.id] = found[k]
        height, width = (s or 0 for s in sizes)
        if height < 1 or width < 1 or height * width > MAX_CELLS:
            raise PzcError.at(
                "E0409",
                f"a board of {height:,} x {width:,} cells",
                tree.span,
                expected=f"from 1 to {MAX_CELLS:,} cells",
            )
        self.world.board = geometry.board(height, width)

    def _side(self, side: Any) -> int | None:
        """The board's height or width, if it can be told without a picture."""
        if isinstance(side, Name) and side.id not in self.world.values:
            section = self._section(side.id)
            if section is None:
                return None
            tokens = [t for line in section.filled() for t in line.tokens()]
            numbers = Domain("int", range(1, MAX_CELLS + 1))
            token = single(side.id, tokens, section, numbers)
            self.world.values[side.id] = reading.read_token(numbers, token)
        value = self.program.lowering().expression(side)([self.world])
        if not isinstance(value, int):
            raise PzcError.at(
                "E0410", "the board's size is no number", side.span, expected="a whole number"
            )
        return int(value)

    def _measure(self, tree: Grid, sizes: Sequence[int | None]) -> tuple[int, int]:
        """The board's size, read off the pictures. Raises PzcError if none tells it."""
        height, width = sizes
        square = isinstance(tree.height, Name) and isinstance(tree.width, Name)
        square = square and tree.height.id == tree.width.id  # type: ignore[union-attr]
        for _, kind, section in self._pictures():
            rows = reading.grid_of(section.filled())
            if kind == "cell" and square and sizes[0] is None:
                rows = reading.unwrap(rows, None)
            columns = _usual_length(rows)
            if kind == "around":
                return len(rows) - 2, columns - 2
            if kind in ("row", "column"):
                count = len(section.filled())
                height, width = (count, width) if kind == "row" else (height, count)
                if square:
                    height = width = count
            elif kind == "side" and not reading.names_sides(section.filled()):
                return len(rows) - 2, columns - 2
            elif kind == "side":
                for line in section.filled():
                    head, *tokens = line.tokens()
                    if head.text.rstrip(":") in ("top", "bottom"):
                        width = len(tokens)
                    elif head.text.rstrip(":") in ("left", "right"):
                        height = len(tokens)
                if square:
                    height = width = height or width
            elif square and kind == "cell" and len({len(row) for row in rows}) > 1:
                return columns, columns  # the lines that are not so long will be told
            else:
                return reading.board_size(kind, len(rows), columns)
            if height is not None and width is not None:
                return height, width
        if self.puzzle.bare is not None:
            raise self._homeless(self.puzzle.bare)
        names = [s.id for s in (tree.height, tree.width) if isinstance(s, Name)]
        raise PzcError.at(
            "E0308",
            "nothing in the puzzle tells the board's size",
            Span(self.puzzle.source, 1, 1, 1, 2) if self.puzzle.source.text else None,
            expected=" or ".join(
                [
                    *(f"a picture '{n}:'" for n, _ in self._pictured_givens()),
                    " and ".join(f"'{n}: …'" for n in dict.fromkeys(names)),
                ]
            ),
            hint=None if self.puzzle.source.text.strip() else "no puzzle is given",
        )

    def _picture_span(self) -> Span | None:
        return next((s.heading for _, _, s in self._pictures()), None)

    def _pictured_givens(self) -> list[tuple[str, str]]:
        """(name, kind) of the givens that stand in a picture or in lines by row or side."""
        out: list[tuple[str, str]] = []
        for d in self.program.declarations:
            if isinstance(d, Given) and len(d.at.sets) == 1:
                kind = _static_kind(d.at)
                if kind in (*PICTURED, "row", "column", "side"):
                    out.extend((n.id, kind) for n in d.names)
        return out

    def _pictures(self) -> list[tuple[str, str, Section]]:
        """The sections that show the board, with the kind of places they show."""
        out: list[tuple[str, str, Section]] = []
        bare = self.puzzle.bare
        givens = self._pictured_givens()
        if bare is not None:
            target = self._bare_target()
            if target is not None:
                out.append((*target, bare))
        if self._picture is not None and "picture" in self.puzzle.sections:
            out.append(("picture", "cell", self.puzzle.sections["picture"]))
        for name, kind in sorted(givens, key=lambda g: g[1] not in PICTURED):
            section = self.puzzle.sections.get(name)
            if section is not None and not (self._is_list(name) and reading.is_keyed(section)):
                out.append((name, kind, section))
        return out

    def _bare_target(self) -> tuple[str, str] | None:
        """What a picture without a heading shows: (name, kind), kind "around" with a margin."""
        if self._picture is not None:
            return "picture", "cell"
        givens = [
            (name, kind)
            for name, kind in self._pictured_givens()
            if kind in (*PICTURED, "side") and name not in self.puzzle.sections
        ]
        flat = [g for g in givens if g[1] != "side"]
        if len(givens) == 1:
            return givens[0]
        if len(givens) == 2 and len(flat) == 1 and flat[0][1] == "cell":
            return "", "around"
        needed = [g for g in flat if not self._is_some(g[0])]
        return needed[0] if len(needed) == 1 else None

    def _is_list(self, name: str) -> bool:
        return any(
            isinstance(d, Given)
            and isinstance(d.domain, ListDomain)
            and name in [n.id for n in d.names]
            for d in self.program.declarations
        )

    def _is_some(self, name: str) -> bool:
        return any(
            isinstance(d, Given) and d.at.some and name in [n.id for n in d.names]
            for d in self.program.declarations
        )

    def _things(self, tree: Things) -> None:
        frame: Frame = [self.world]
        if tree.members is not None:
            value = self.program.lowering().expression(tree.members)(frame)
            if not isinstance(value, range):  # which may be too long to be listed
                value = tuple(v for v, _ in items(self.world.m, value))
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
        self.world.values[tree.name.id] = members
        self._raw[tree.name.id] = members

    def _moments(self, tree: Moments) -> None:
        limit = self.program.lowering().expression(tree.limit)([self.world])
        found = moments(tree, limit, self.moves)
        self.world.values[tree.name.id] = found
        self.world.moves = found[-1]
        self.most_moves = limit
        self._raw[tree.name.id] = found

    def _given_things(self, tree: Things) -> tuple[Any, ...]:
        """The members that the puzzle file names, or those that its layers speak of."""
        section = self._section(tree.name.id)
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
        for d in self.program.declarations:
            if isinstance(d, Given) and [s.id for s in d.at.sets if isinstance(s, Name)] == [
                tree.name.id
            ]:
                for name in d.names:
                    found = self.puzzle.sections.get(name.id)
                    if found is None:
                        continue
                    if _is_pictured(d.domain):
                        return tuple(range(1, len(found.paragraphs()) + 1))
                    heads = [line.tokens()[0] for line in found.filled()]
                    return tuple(dict.fromkeys(map(_member, heads)))
        raise self._missing(tree.name.id, "the names of its members")

    # ---- domains and places

    def _domain(
        self,
        tree: DomainTree,
        drawn: Text | None,
        blank: Text | None,
        unknown: Text | None,
        some: bool,
        kind: str,
        frame: Frame,
        lowering: Lowering | None = None,
    ) -> Domain:
        tokens = split_tokens(drawn.value) if drawn is not None else None
        lowering = lowering or self.program.lowering()
        element: Domain | None = None
        match tree:
            case BoolDomain():
                domain = bool_domain(tokens, kind)
            case SymbolDomain():
                domain = Domain("any")
            case ListDomain():
                element = self._domain(
                    tree.element, drawn, None, None, False, kind, frame, lowering
                )
                domain = Domain("list", element.values, element=element)
            case PictureDomain():
                element = self._domain(
                    tree.element, drawn, blank, None, True, kind, frame, lowering
                )
                domain = Domain("picture", element.values, element=element)
            case OneOf(options=expr) | SetDomain(expr=expr):
                value = lowering.expression(expr)(frame)
                if isinstance(value, Layer) and not value.truth:
                    value = tuple(value.table)
                if isinstance(value, range) and len(value) > MAX_DOMAIN:
                    raise PzcError.at(
                        "E0413",
                        f"a domain of {len(value):,} values",
                        expr.span,
                        expected=f"at most {MAX_DOMAIN:,}",
                    )
                members = tuple(v for v, _ in items(self.world.m, value))
                if not members:
                    raise PzcError.at(
                        "E0414",
                        "over this puzzle the domain has no values",
                        expr.span,
                        expected="at least one",
                    )
                if tokens is not None and len(tokens) != len(members):
                    raise PzcError.at(
                        "E0415",
                        f"{counted(len(tokens), 'token')} for {counted(len(members), 'value')}",
                        drawn.span if drawn else None,
                        expected=f"{counted(len(members), 'token')} between spaces",
                    )
                if isinstance(tree, OneOf):
                    names = {show(v).replace(" ", ""): v for v in members}
                    domain = Domain("options", members, names, {v: n for n, v in names.items()})
                else:
                    domain = value_domain(members, tokens)
            case PiecesDomain():
                domain = Domain("pieces")
        blanks = tuple(b for b in BLANKS if b not in domain.tokens) if some else ()
        if blank is not None:
            blanks = (*blanks, *split_tokens(blank.value))
        told = unknown.value if unknown is not None else None
        return Domain(
            domain.kind, domain.values, domain.tokens, domain.drawn, blanks, told, element
        )

    def _places(self, at: At) -> tuple[str, list[tuple[Any, Frame]], Lowering]:
        """The kind of a layer's places, each place with the frame its domain is read in."""
        lowering = self.program.lowering()
        sets = [lowering.members(s) for s in at.sets]
        slots = [lowering.bind([v])[1] if v is not None else None for v in at.variables]
        where = lowering.expression(at.where) if at.where is not None else None
        # Where no variable is named, what `where` says is one value for all places.
        alike = where is not None and not lowering.scope
        everywhere = where([self.world]) if alike and where is not None else None
        keys: list[tuple[Any, ...]] = [()]
        members = [[v for v, _ in evaluate([self.world])] for evaluate in sets]
        total = 1
        for part in members:
            total *= len(part)
        scale = self.world.enter(total, at.span)
        self.world.scale = scale
        for part in members:
            keys = [(*key, member) for key in keys for member in part]
        out: list[tuple[Any, Frame]] = []
        for key in keys:
            frame: Frame = [self.world, *([None] * (lowering.size - 1))]
            for slot, member in zip(slots, key, strict=True):
                if slot is not None:
                    assign(frame, slot, member)
            plain = key[0] if len(key) == 1 else key
            if where is not None:
                assert at.where is not None
                condition = everywhere if alike else where(frame)
                if isinstance(condition, Layer):
                    condition = condition.get(plain)
                if truth(condition, at.where.span) is not True:
                    continue
            out.append((plain, frame))
        kinds = [
            getattr(part[0], "kind", static_kind(s)) if part else static_kind(s)
            for s, part in zip(at.sets, members, strict=True)
        ]
        return ", ".join(kinds), out, lowering

    # ---- given layers

    def _given(self, tree: Given) -> None:
        kind, keys, lowering = self._places(tree.at)
        frame = keys[0][1] if keys else [self.world, *([None] * (lowering.size - 1))]
        domain = self._domain(
            tree.domain, tree.drawn, tree.blank, tree.unknown, tree.at.some, kind, frame, lowering
        )
        places = tuple(k for k, _ in keys)
        for name in tree.names:
            slot = LayerSlot(name.id, kind, places, domain, tree.at.some, {}, {})
            self.slots[name.id] = slot
            values = self._read_given(slot)
            table: dict[Any, Value] = {}
            for key in places:
                if key in values:
                    table[key] = values[key]
                elif domain.kind == "bool" and not tree.at.some:
                    table[key] = False
            told = tuple(sorted(((i, repr(table.get(k))) for i, k in enumerate(places))))
            self._raw[name.id] = told
            self._untold_at[name.id] = tuple(
                i for i, k in enumerate(places) if table.get(k) is UNTOLD
            )
            present = {
                k: self._untold(slot, k) if v is UNTOLD else v
                for k, v in table.items()
                if v is not None
            }
            truthful, numbers = domain.kind == "bool", domain.kind == "int"
            self.world.values[name.id] = Layer(name.id, present, truthful, kind, numbers=numbers)

    def _untold(self, slot: LayerSlot, key: Any) -> Value:
        """A value that is printed but not told: some value of the domain."""
        variable = self._variable(slot, key, slot.domain, False)
        slot.variables.clear()
        return variable

    def _read_given(self, slot: LayerSlot) -> dict[Any, Any]:
        """The values that the puzzle file has for a given layer, None where it is blank."""
        section = self._section(slot.name)
        picture = self._picture
        if picture is not None and slot.name in [n.id for n in picture.layers]:
            shown = self.puzzle.sections.get("picture") or self.puzzle.bare
            if shown is not None:
                if section is not None:
                    raise PzcError.at(
                        "E0306",
                        f"'{slot.name}' is given twice: the picture carries it too",
                        section.heading,
                    )
                return self._read_combined(picture, shown, slot)
        if section is None:
            bare = self.puzzle.bare
            target = self._bare_target() if bare is not None else None
            if bare is not None and target is not None:
                if target[0] == slot.name:
                    self._bare_taken = True
                    return self._read_section(slot, bare)
                if target[1] == "around" and slot.kind in ("cell", "side"):
                    self._bare_taken = True
                    return self._read_around(slot, bare)
            if not slot.some:
                if slot.domain.kind == "list":
                    what = "a line for each " + slot.kind
                else:
                    what = f"'{slot.name}:' and {slot.domain.describe()} for each {slot.kind}"
                raise self._missing(slot.name, what)
            return {}
        return self._read_section(slot, section)

    def _read_section(self, slot: LayerSlot, section: Section) -> dict[Any, Any]:
        values, tokens = read_layer(self.world, slot, section)
        slot.tokens.update(tokens)
        return values

    def _read_around(self, slot: LayerSlot, section: Section) -> dict[Any, Any]:
        board = self.world.board
        rows = reading.grid_of(section.filled())
        reading.check_shape(rows, board.height + 2, board.width + 2, section, "picture")
        if slot.kind == "side":
            tokens = reading.margin(board, rows)
        else:
            tokens = {c: rows[c.row][c.column] for c in board.cells}
        slot.tokens.update(tokens)
        return reading.read_all(slot.domain, tokens)

    def _read_combined(self, picture: Picture, section: Section, slot: LayerSlot) -> dict[Any, Any]:
        """A layer out of a picture that carries several."""
        if section is self.puzzle.bare:
            self._bare_taken = True
        board = self.world.board
        rows = reading.unwrap(reading.grid_of(section.filled()), board.width)
        tokens = reading.locate_picture(board, "cell", rows, section, "picture")
        layers = [(name.id, self._declared_domain(name.id)) for name in picture.layers]
        slot.tokens.update(tokens)
        own = set(slot.keys)
        problems: list[Diagnostic] = []
        out: dict[Any, Any] = {}
        for place, token in tokens.items():
            try:
                value = reading.split_combined(picture.text.value, layers, token)[slot.name]
            except PzcError as error:
                problems.extend(error.diagnostics)
                continue
            if place in own:
                out[place] = value
                if value is None and not slot.some:
                    problems.append(valueless(slot, place, token.span))
            elif value is not None:
                problems.append(reading.outside(token, slot.name))
        if problems:
            raise PzcError(problems)
        return out

    def _declared_domain(self, name: str) -> Domain:
        """The domain of a layer that a picture carries, with a blank where it has no places."""
        tree = next(
            d
            for d in self.program.declarations
            if isinstance(d, Given) and name in [n.id for n in d.names]
        )
        # Which places it has may hang on other layers of the same picture; all are cells.
        at = replace(tree.at, sets=(Name("cells", tree.at.span),), where=None)
        kind, keys, lowering = self._places(at)
        frame = keys[0][1] if keys else [self.world, *([None] * (lowering.size - 1))]
        everywhere = [n.id for n in names_in(tree.at.sets[0])] == ["cells"]
        some = tree.at.some or tree.at.where is not None or not everywhere
        return self._domain(
            tree.domain, tree.drawn, tree.blank, tree.unknown, some, kind, frame, lowering
        )

    # ---- found layers

    def find(self, tree: Find) -> None:
        """Make the variables of a `find` and enter its layers into the world."""
        if isinstance(tree.domain, PiecesDomain):
            self._pieces(tree)
            return
        kind, keys, lowering = self._places(tree.at)
        bound = {v.id for v in tree.at.variables if v is not None}
        varies = any(n.id in bound for n in names_in(tree.domain))
        shared: Domain | None = None
        for name in tree.names:
            printed = tree.printed.id if tree.printed is not None else None
            slot: LayerSlot | None = None
            table: dict[Any, Value] = {}
            domains: list[Domain] = []
            for key, frame in keys:
                if varies or shared is None:
                    shared = self._domain(
                        tree.domain,
                        tree.drawn,
                        tree.blank,
                        None,
                        tree.at.some,
                        kind,
                        frame,
                        lowering,
                    )
                    domains.append(shared)
                if slot is None:
                    places = tuple(k for k, _ in keys)
                    slot = LayerSlot(name.id, kind, places, shared, tree.at.some, {}, {}, printed)
                table[key] = self._variable(slot, key, shared, tree.at.some)
            if slot is None:
                slot = LayerSlot(name.id, kind, (), Domain("any"), tree.at.some, {}, {}, printed)
            elif len(domains) > 1:
                slot = replace(slot, domain=union(domains))
            truthful, numbers = isinstance(tree.domain, BoolDomain), slot.domain.kind == "int"
            self.slots[name.id] = slot
            self.world.values[name.id] = Layer(name.id, table, truthful, kind, numbers=numbers)
            if printed is not None:
                self._same_as_untold(table, self.world.values[printed].table)

    def _same_as_untold(self, found: dict[Any, Value], printed: dict[Any, Value]) -> None:
        """Where a value is printed but not told, the found layer has that value, whichever it is;
        those that are told are fixed (`givens`)."""
        m = self.world.m
        for key, value in printed.items():
            if key in found and not _is_told(value):
                condition = equal(m, found[key], value)
                m.constraints.append(Constraint(condition, Origin(-1, places=(key,))))

    def _pieces(self, tree: Find) -> None:
        kind, keys, lowering = self._places(tree.at)
        cells, some, world = tuple(k for k, _ in keys), tree.at.some, self.world
        domain = self._domain(tree.domain, None, tree.blank, None, some, kind, [world], lowering)
        for name in tree.names:
            division, variables = drawn.draw(world.m, world.board, name.id, cells, some)
            self.slots[name.id] = LayerSlot(name.id, kind, cells, domain, some, variables, {})
            world.values[name.id] = division

    def _variable(self, slot: LayerSlot, key: Any, domain: Domain, some: bool) -> Value:
        m = self.world.m
        label = f"{slot.name}[{show_key(key)}]"
        values = domain.values if isinstance(domain.values, range) else tuple(domain.values)
        variable: BoolVar | IntVar
        if domain.kind == "bool" and not some:
            variable = m.bool_var(label)
            slot.variables[key] = (variable.index, {False: 0, True: 1})
            return variable
        if domain.kind == "int":
            if not some:
                variable = m.int_var(label, values)
                slot.variables[key] = (variable.index, _plain_codes(values))
                return variable
            missing = 0 if 0 not in values else min(values) - 1
            variable = m.int_var(label, (*values, missing))
            slot.variables[key] = (variable.index, {**{v: v for v in values}, None: missing})
            return Maybe(variable, m.member(variable, values))
        codes: dict[Any, int] = {v: k for k, v in enumerate(values)}
        if some:
            codes[None] = len(values)
        variable = m.int_var(label, range(len(codes)))
        slot.variables[key] = (variable.index, codes)
        return Choice({v: m.member(variable, (k,)) for v, k in codes.items() if v is not None})

    def givens(self) -> dict[int, int]:
        """The values that printed layers fix, by variable index."""
        fixed: dict[int, int] = {}
        problems: list[Diagnostic] = []
        for slot in self.slots.values():
            if slot.printed is None:
                continue
            printed = self.slots[slot.printed]
            for key, value in self.world.values[slot.printed].table.items():
                token = printed.tokens.get(key)
                span = token.span if token is not None else None
                if key not in slot.variables:
                    problems.append(
                        Diagnostic(
                            "E0323",
                            f"{show(value)} is printed at {show_key(key)}, "
                            f"where no '{slot.name}' can stand",
                            span,
                        )
                    )
                    continue
                index, codes = slot.variables[key]
                if not _is_told(value):
                    continue
                if value not in codes:
                    problems.append(
                        Diagnostic(
                            "E0324",
                            f"{show(value)} cannot stand in '{slot.name}'",
                            span,
                            slot.domain.describe(),
                        )
                    )
                    continue
                fixed[index] = codes[value]
        if problems:
            raise PzcError(problems)
        return fixed

    def walls(self) -> tuple[tuple[Any, ...], ...]:
        """Groups of cells between which a picture draws walls: the spec's blocks."""
        blocks = self.program.blocks
        try:
            value = () if blocks is None else blocks([self.world])
        except PzcError:
            return ()
        return tuple(tuple(unit) for unit in value)


def _is_told(value: Value) -> bool:
    """Whether a value of a given layer is a constant, not printed as unknown."""
    return not (hasattr(value, "id") or isinstance(value, (Choice, Maybe)))


@lru_cache(maxsize=16)
def _plain_codes(values: range | tuple[int, ...]) -> dict[int | None, int]:
    """Numbers stand for themselves; the table is the same for all places."""
    return {v: v for v in values}


def _usual_length(rows: Sequence[Sequence[Token]]) -> int:
    """How many tokens most rows of a picture have."""
    lengths = Counter(len(row) for row in rows)
    return max(lengths, key=lambda n: (lengths[n], n), default=0)


def _member(token: Token) -> int | str:
    """The thing that a token names: numbers are numbers."""
    text = token.text
    plain = text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER
    return int(text) if plain else text


def _declares(d: Declaration) -> list[str]:
    match d:
        case Param(names=names) | Given(names=names):
            return [name.id for name in names]
        case Things(name=name) | Let(name=name):
            return [name.id]
    return []


def _static_kind(at: At) -> str:
    return static_kind(at.sets[0]) if len(at.sets) == 1 else ""


_KINDS = {
    "cells": "cell",
    "corners": "corner",
    "borders": "border",
    "links": "link",
    "rows": "row",
    "columns": "column",
    "sides": "side",
    "directions": "direction",
}


def static_kind(tree: Any) -> str:
    """The kind of the places of a set, from the text alone."""
    if isinstance(tree, Call):
        tree = tree.function
    if isinstance(tree, Name):
        return _KINDS.get(tree.id, tree.id)
    return ""


def _is_pictured(domain: DomainTree) -> bool:
    if isinstance(domain, ListDomain):
        return _is_pictured(domain.element)
    return isinstance(domain, PictureDomain)


def _headings(names: Sequence[str]) -> str:
    return "a heading: " + ", ".join(f"'{n}:'" for n in names) if names else "an empty file"
