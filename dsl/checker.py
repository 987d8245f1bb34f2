"""The checker: resolve the names and infer the types of a spec.

`check` takes a parsed spec and returns a `Checked`: the tree together with the meanings of its
names. It reports all mistakes at once; an erroneous expression agrees with every type, so that one
mistake is reported once. See `docs/language.md` for the rules it enforces."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

from ..records import replace
from .boards import SHAPES
from .check_context import Context, TooManyMistakes
from .check_declarations import declaration
from .check_defines import circles
from .check_verdicts import warn_of_verdicts
from .check_warnings import warn
from .checked import Checked
from .diagnostics import PzcError, Span, in_order, joined
from .separate import separated
from .syntax import (
    SQUARES,
    About,
    Answer,
    Declaration,
    Define,
    Find,
    Given,
    Grid,
    Let,
    Make,
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
from .types import Layer, Partition, Type, kind_of_places


def check(tree: SpecTree) -> Checked:
    """Check a spec; raises PzcError with all its mistakes."""
    ctx = examine(tree)
    warnings = tuple(ctx.warnings)
    tree, ctx = separated(tree, ctx, recorded)
    declarations = tree.declarations
    answers = [d for d in declarations if isinstance(d, Answer)]
    finds = [n for d in declarations if isinstance(d, Find) for n in d.names]
    return Checked(
        tree=tree,
        symbols=frozenset(ctx.symbols),
        title=_own([d.text for d in declarations if isinstance(d, Title)]),
        about=_own([d.text for d in declarations if isinstance(d, About)]),
        answer=tuple(n.id for n in (answers[-1].names if answers else finds)),
        openable=_openable(tree),
        closing=_closing(tree),
        warnings=warnings,
        kinds={
            name: tuple(map(kind_of_places, keys))
            for name, declared in ctx.names.items()
            if (keys := _keys(declared.fact.type))
        },
        readings=ctx.readings,
    )


def _openable(tree: SpecTree) -> tuple[str, ...]:
    """The given layers that can be open together, see `Checked`."""
    found: tuple[str, ...] = ()
    rules = [d for d in tree.declarations if not (isinstance(d, Rule) and d.implied)]
    needed = replace(tree, declarations=tuple(rules))
    for node in tree.declarations:
        if isinstance(node, Given):
            for name in node.names:
                if not recorded(needed, (*found, name.id)).diagnostics:
                    found = (*found, name.id)
    return found


def _closing(tree: SpecTree) -> dict[str, tuple[int, ...]]:
    """For given layers, the implied rules that need their values before solving, see `Checked`."""
    rules = [d for d in tree.declarations if isinstance(d, Rule)]
    implied = {k: rule.span for k, rule in enumerate(rules) if rule.implied}
    givens = [node for node in tree.declarations if isinstance(node, Given)] if implied else []
    found: dict[str, tuple[int, ...]] = {}
    for name in (name.id for node in givens for name in node.names):
        spans = [d.span for d in recorded(tree, (name,)).diagnostics if d.span is not None]
        if closed := tuple(k for k, own in implied.items() if any(map(own.has, spans))):
            found[name] = closed
    return found


def _keys(t: Type) -> tuple[Type, ...]:
    """The types of a layer's keys; () for any other type."""
    return t.keys if isinstance(t, Layer) else (t.key,) if isinstance(t, Partition) else ()


def examine(tree: SpecTree, opened: Collection[str] = ()) -> Context:
    """Check a spec; return the checker's tables. Raises PzcError with all its mistakes.

    opened: given layers that the solver decides, so that nothing that must be known before solving
    may depend on them."""
    ctx = recorded(tree, opened)
    if ctx.diagnostics:
        raise PzcError(joined(in_order(ctx.diagnostics)))
    warn(ctx, tree)
    warn_of_verdicts(ctx, tree)
    return ctx


def recorded(tree: SpecTree, opened: Collection[str] = ()) -> Context:
    """The checker's tables for a spec with or without mistakes, with the fact of each
    expression."""
    ctx = Context(facts={}, opened=opened)
    with suppress(TooManyMistakes):
        _check(ctx, tree)
    return ctx


def _own(texts: list[str]) -> str:
    """A spec's own title comes after those of the specs that it uses; the last one counts."""
    return texts[-1] if texts else ""


def _check(ctx: Context, tree: SpecTree) -> None:
    """Fill the tables, and report every mistake."""
    ctx.files = {source.name: k for k, source in enumerate((tree.source, *tree.used))}
    _announce(ctx, tree.declarations)
    circles(ctx, [d for d in tree.declarations if isinstance(d, Define)])
    for node in tree.declarations:
        try:
            declaration(ctx, node)
        except RecursionError:
            ctx.error("E0260", "this is nested too deeply, by way of its defines", node.span)
            if isinstance(node, Define):  # do not report its callers as well
                ctx.circular.add(node.name.id)
    _only_once(ctx, tree)


def _announce(ctx: Context, declarations: Iterable[Declaration]) -> None:
    """Record all names that the spec declares, to distinguish a name used too early from an unknown
    one."""
    for node in declarations:
        match node:
            case Param(names=names) | Given(names=names) | Find(names=names):
                for name in names:
                    ctx.announced.setdefault(name.id, name.span)
            case Things(name=name) | Sequence(name=name) | Let(name=name) | Define(name=name):
                ctx.announced.setdefault(name.id, name.span)
            case Grid(height=height, width=width):
                if ctx.grid is None:
                    ctx.grid, ctx.shape = node.span, node.shape if node.shape in SHAPES else SQUARES
                for size in (height, width):
                    if isinstance(size, Name):
                        ctx.announced.setdefault(size.id, size.span)


# ---- declarations that may occur once ------------------------------------------------------------


def _only_once(ctx: Context, tree: SpecTree) -> None:
    """Report repeated declarations of what may be declared once: a picture and an objective for the
    whole spec; a title, a summary and an answer for each of the specs that it consists of."""
    seen: dict[tuple[str, str], Span] = {}
    known: set[tuple[str, str, str]] = set()
    for node in tree.declarations:
        match node:
            case Title() | About() | Answer():
                words = {Title: "title", About: "summary", Answer: "answer"}
                word, of, code = words[type(node)], node.span.source.name, "E0257"
            case Objective():
                word, of, code = "objective", "", "E0251"
            case Picture():
                word, of, code = "picture", "", "E0257"
            case Make():
                _hints_once(ctx, node, known)
                continue
            case _:
                continue
        first = seen.setdefault((word, of), node.span)
        if first is not node.span:
            line = first.line_from(node.span)
            ctx.error(code, f"a second {word}", node.span, hint=f"the first is in {line}")


def _hints_once(ctx: Context, node: Make, known: set[tuple[str, str, str]]) -> None:
    """Report a usual value, or a hint about a layer, that one text of the spec gives twice.

    known: those before, as the name of the text, what they are about, and their word."""
    for one in node.usual:
        words = [(hint.word.value, hint.span) for hint in one.hints] or [("usual value", one.span)]
        for word, span in words:
            key = (node.span.source.name, one.name.id, word)
            if key in known:
                ctx.error("E0279", f"the {word} of '{one.name.id}' is given twice", span)
            known.add(key)
