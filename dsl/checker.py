"""The checker: knows every name, type, place and list of a spec before a puzzle is read.

`check` takes a parsed spec and gives a `Checked`: the tree together with what its names mean. It
reports all mistakes at once; what is wrong agrees with everything, so that one mistake is one
report. See `docs/language.md` for the rules it enforces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from ..records import record
from .check_context import Context, TooManyMistakes
from .check_declarations import circles, declaration
from .check_warnings import warn
from .diagnostics import Diagnostic, PzcError, Span
from .syntax import (
    About,
    Answer,
    Declaration,
    Define,
    Expr,
    Find,
    Given,
    Grid,
    Let,
    Name,
    Objective,
    Param,
    Picture,
    Rule,
    Sequence,
    SpecTree,
    Things,
    Title,
)
from .types import Type


@record
class Checked:
    """A spec without mistakes, and what its names and expressions mean.

    symbols: the Name nodes that denote a symbol (or a word such as `turned`); every other Name is a
    variable in scope, a declared or a built-in name, in this order. types: by expression; inside a
    define those of its last use. names, found: the type of every declared name, and which of them
    the solver decides. free: sizes of the grid that the puzzle file tells. The tables hold
    declarations by name, in order; a declaration of several names stands under each. warnings:
    what is allowed and yet most likely a slip.
    """

    tree: SpecTree
    symbols: Mapping[Name, Type]
    types: Mapping[Expr, Type]
    names: Mapping[str, Type]
    found: frozenset[str]
    title: str
    about: str
    grid: Grid | None
    free: tuple[str, ...]
    params: Mapping[str, Param]
    things: Mapping[str, Things]
    sequences: Mapping[str, Sequence]
    givens: Mapping[str, Given]
    finds: Mapping[str, Find]
    lets: Mapping[str, Let]
    defines: Mapping[str, Define]
    rules: tuple[Rule, ...]
    objective: Objective | None
    answer: tuple[str, ...]
    pictures: tuple[Picture, ...]
    warnings: tuple[Diagnostic, ...]


def check(tree: SpecTree) -> Checked:
    """Check a spec; raises PzcError with all its mistakes."""
    ctx = Context()
    with suppress(TooManyMistakes):
        _look(ctx, tree)
    if ctx.diagnostics:
        raise PzcError(sorted(ctx.diagnostics, key=_place))
    warn(ctx, tree)
    return _checked(ctx, tree)


def _look(ctx: Context, tree: SpecTree) -> None:
    """Fill the tables, and report every mistake."""
    _announce(ctx, tree.declarations)
    circles(ctx, [d for d in tree.declarations if isinstance(d, Define)])
    for node in tree.declarations:
        try:
            declaration(ctx, node)
        except RecursionError:
            ctx.error("E0260", "this is nested too deeply, by way of its defines", node.span)
            if isinstance(node, Define):  # what calls it is no mistake of its own
                ctx.circular.add(node.name.id)
    _only_once(ctx, tree)


def _place(diagnostic: Diagnostic) -> tuple[bool, str, int, int]:
    """In the order of the texts; that there may be more stands last."""
    span = diagnostic.span
    place = (span.source.name, span.line, span.column) if span else ("", 0, 0)
    return (diagnostic.code == "E0100", *place)


def _announce(ctx: Context, declarations: Iterable[Declaration]) -> None:
    """Note what the whole spec declares, to tell a name used too early from an unknown one."""
    for node in declarations:
        match node:
            case Param(names=names) | Given(names=names) | Find(names=names):
                for name in names:
                    ctx.announced.setdefault(name.id, name.span)
            case Things(name=name) | Sequence(name=name) | Let(name=name) | Define(name=name):
                ctx.announced.setdefault(name.id, name.span)
            case Grid(height=height, width=width):
                ctx.grid = ctx.grid or node.span
                for size in (height, width):
                    if isinstance(size, Name):
                        ctx.announced.setdefault(size.id, size.span)


# ---- what may stand once -------------------------------------------------------------------------


def _only_once(ctx: Context, tree: SpecTree) -> None:
    """One picture and objective; a title, a summary and an answer for each text of a spec."""
    seen: dict[tuple[str, str], Span] = {}
    for node in tree.declarations:
        match node:
            case Title() | About() | Answer():
                words = {Title: "title", About: "summary", Answer: "answer"}
                word, of, code = words[type(node)], node.span.source.name, "E0257"
            case Objective():
                word, of, code = "objective", "", "E0251"
            case Picture():
                word, of, code = "picture", "", "E0257"
            case _:
                continue
        first = seen.setdefault((word, of), node.span)
        if first is not node.span:
            ctx.error(
                code, f"a second {word}", node.span, hint=f"the first is in line {first.line}"
            )


def _free(ctx: Context, grid: Grid | None) -> tuple[str, ...]:
    if grid is None:
        return ()
    sizes = [s.id for s in (grid.height, grid.width) if isinstance(s, Name)]
    declared = [s for s in sizes if s in ctx.names and ctx.names[s].kind == "grid"]
    return tuple(dict.fromkeys(declared))


# ---- the result ----------------------------------------------------------------------------------


def _checked(ctx: Context, tree: SpecTree) -> Checked:
    declarations = tree.declarations
    answers = [d for d in declarations if isinstance(d, Answer)]
    titles = [d.text for d in declarations if isinstance(d, Title)]
    abouts = [d.text for d in declarations if isinstance(d, About)]
    objectives = [d for d in declarations if isinstance(d, Objective)]
    grid = next((d for d in declarations if isinstance(d, Grid)), None)
    finds = {n.id: d for d in declarations if isinstance(d, Find) for n in d.names}
    return Checked(
        tree=tree,
        symbols=ctx.symbols,
        types=ctx.types,
        names={name: d.fact.type for name, d in ctx.names.items()},
        found=frozenset(name for name, d in ctx.names.items() if d.fact.found),
        title=_own(titles),
        about=_own(abouts),
        grid=grid,
        free=_free(ctx, grid),
        params={n.id: d for d in declarations if isinstance(d, Param) for n in d.names},
        things={d.name.id: d for d in declarations if isinstance(d, Things)},
        sequences={d.name.id: d for d in declarations if isinstance(d, Sequence)},
        givens={n.id: d for d in declarations if isinstance(d, Given) for n in d.names},
        finds=finds,
        lets={d.name.id: d for d in declarations if isinstance(d, Let)},
        defines={d.name.id: d for d in declarations if isinstance(d, Define)},
        rules=tuple(d for d in declarations if isinstance(d, Rule)),
        objective=objectives[0] if objectives else None,
        answer=tuple(n.id for n in answers[-1].names) if answers else tuple(finds),
        pictures=tuple(d for d in declarations if isinstance(d, Picture)),
        warnings=tuple(ctx.warnings),
    )


def _own(texts: list[str]) -> str:
    """A spec's own text comes after those it took over from others."""
    return texts[-1] if texts else ""
