"""Parse the text of a spec, and report all of its syntax errors.

The text is cut into declarations (layout.py), and each is parsed by itself with the LALR grammar in
grammar.lark, so that a mistake hides none in later declarations; in a rule, it hides none in other
statements (recovery.py). `read` also includes the declarations of the specs that are used."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, cast

import lark
from lark import Lark, UnexpectedToken
from lark.lexer import Lexer

from .. import cache
from .._version import __version__
from ..records import is_record, record, values
from . import mistakes, tables
from .builder import Builder
from .diagnostics import MOST_MISTAKES, Diagnostic, PzcError, Source, Span, more
from .layout import DEEPEST, Chunk, arrange, begins, chunks
from .recovery import is_nameless, without_statement, words_of
from .syntax import About, Declaration, SpecTree, Title, Use
from .tokens import RULES, Report, Token

Resolve: TypeAlias = Callable[[str, Span], Source]

# What occurs in binary files only: NUL, and bytes that could not be decoded.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
LARGEST = 200_000

# The longest chain of specs that use each other.
LONGEST_CHAIN = 32


@record
class ParseResult:
    """The declarations that could be parsed, and the mistakes in the rest, in the order of the
    text. complete: whether the tree has every declaration that introduces names. missing: the words
    of those that it lacks; None if these may introduce names that do not occur in them."""

    tree: SpecTree
    diagnostics: tuple[Diagnostic, ...]
    complete: bool
    missing: frozenset[str] | None = frozenset()


def parse(source: Source) -> ParseResult:
    """Parse a spec; `use` is left in the tree."""
    diagnostics: list[Diagnostic] = []
    if (problem := _no_spec(source)) is not None:
        return ParseResult(SpecTree(source, ()), (problem,), False, None)
    declarations, complete = [], True
    missing: set[str] | None = set()
    for chunk in chunks(source, diagnostics.append):
        if len(diagnostics) > MOST_MISTAKES:
            complete, missing = False, None
            break
        declaration = _declaration(chunk, diagnostics.append)
        if declaration is not None:
            declarations.append(declaration)
        elif not is_nameless(chunk):
            complete = False
            words = words_of(chunk)
            missing = None if missing is None or words is None else missing | words
    diagnostics.sort(key=lambda d: (d.span.line, d.span.column) if d.span else (0, 0))
    if len(diagnostics) > MOST_MISTAKES:
        diagnostics[MOST_MISTAKES:] = [more(diagnostics[MOST_MISTAKES].span)]
    return ParseResult(
        SpecTree(source, tuple(declarations)),
        tuple(diagnostics),
        complete,
        None if missing is None else frozenset(missing),
    )


def parse_spec(source: Source) -> SpecTree:
    """Parse a spec; `use` is left in the tree.

    Raises PzcError with all syntax mistakes.
    """
    result = parse(source)
    if result.diagnostics:
        raise PzcError(result.diagnostics)
    return result.tree


def load(source: Source, resolve: Resolve) -> SpecTree:
    """Parse a spec and everything it uses, see `read`.

    Raises PzcError with all syntax mistakes of all specs.
    """
    result = read(source, resolve)
    if result.diagnostics:
        raise PzcError(result.diagnostics)
    return result.tree


def read(source: Source, resolve: Resolve) -> ParseResult:
    """Parse a spec and everything it uses.

    resolve gives the source of the spec that `use name` means; it raises PzcError or LookupError
    where there is none. The declarations of a used spec stand in place of the `use`; a spec used
    twice stands once; its title and summary give way to those of the using spec.
    """
    diagnostics: list[Diagnostic] = []
    taken: dict[str, Source] = {}
    complete = True
    missing: frozenset[str] | None = frozenset()

    def expand(source: Source, chain: tuple[str, ...]) -> Iterator[Declaration]:
        nonlocal complete, missing
        taken[source.name] = source
        result = parse(source)
        diagnostics.extend(result.diagnostics)
        complete = complete and result.complete
        missing = _both(missing, result.missing)
        own = {type(d) for d in result.tree.declarations}
        for declaration in result.tree.declarations:
            if not isinstance(declaration, Use):
                yield declaration
                continue
            used = _resolve(declaration, resolve, chain, diagnostics.append)
            if used is None:
                complete, missing = False, None
            if used is not None and used.name not in taken:
                for taken_over in expand(used, (*chain, used.name)):
                    if not (isinstance(taken_over, Title | About) and type(taken_over) in own):
                        yield taken_over

    declarations = list(expand(source, (source.name,)))
    last = {type(d): d for d in declarations if isinstance(d, Title | About)}
    kept = [
        d
        for d in declarations
        if not isinstance(d, Title | About) or d.span.source is source or last[type(d)] is d
    ]
    _, *used = taken.values()
    tree = SpecTree(source, tuple(kept), tuple(used))
    return ParseResult(tree, tuple(diagnostics), complete, missing)


def _both(some: frozenset[str] | None, more: frozenset[str] | None) -> frozenset[str] | None:
    return None if some is None or more is None else some | more


def _resolve(use: Use, resolve: Resolve, chain: tuple[str, ...], report: Report) -> Source | None:
    try:
        used = resolve(use.name.id, use.name.span)
    except PzcError as error:
        for diagnostic in error.diagnostics:
            report(diagnostic)
        return None
    except LookupError:
        report(Diagnostic("E0130", f"there is no spec named '{use.name.id}'", use.name.span))
        return None
    if used.name in chain:
        circle = " -> ".join([*chain[chain.index(used.name) :], used.name])
        report(Diagnostic("E0131", f"these specs use each other in a circle: {circle}", use.span))
        return None
    if len(chain) > LONGEST_CHAIN:
        message = f"more than {LONGEST_CHAIN} specs use one another in a chain"
        report(Diagnostic("E0132", message, use.span))
        return None
    return used


def _no_spec(source: Source) -> Diagnostic | None:
    """Why a text cannot be a spec at all: it is too large, binary, or empty; None if it may be
    one."""
    text, start = source.text, Span(source, 1, 1, 1, 1)
    if len(text) > LARGEST:
        return Diagnostic(
            "E0101",
            f"this is too large for a spec: {len(text):,} characters",
            start,
            expected=f"at most {LARGEST:,} characters",
        )
    if (found := _NO_TEXT.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        span = Span(source, line, column, line, column + 1)
        return Diagnostic("E0102", "this is not a text", span, expected="a spec in UTF-8")
    if not any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n")):
        return Diagnostic(
            "E0103",
            "this spec declares nothing",
            start,
            expected='declarations, beginning with: puzzle "Its name"',
        )
    if not any(_begins_declaration(line) for line in text.split("\n")):
        return Diagnostic(
            "E0133",
            "this is not a spec: no line begins with the word of a declaration",
            _first_line(source),
            expected='declarations, beginning with: puzzle "Its name"',
            hint="the spec comes first, then the puzzle: pzc COMMAND SPEC PUZZLE",
        )
    return None


def _begins_declaration(line: str) -> bool:
    """Whether a line begins with a keyword of a declaration, or with a misspelt one."""
    word = re.match(r"\s*([^\W\d]\w*)\s*(.?)", line)
    if word is None:
        return False
    return word[2] == "=" or (begins(word[1]) and (word[2] != ":" or word[1] in RULES))


def _first_line(source: Source) -> Span:
    number, line = next((n, x) for n, x in enumerate(source.text.split("\n"), 1) if x.strip())
    return Span(source, number, 1, number, max(2, len(line) + 1))


# ---- one declaration -----------------------------------------------------------------------------


def _declaration(chunk: Chunk, report: Report) -> Declaration | None:
    """The declaration, without the statements that do not parse; None if nothing of it is left."""
    tokens = arrange(chunk, report)
    for _ in range(MOST_MISTAKES + 1):
        if tokens is None:
            return None
        state: Any = _grammar().parse_interactive()
        read = 0
        try:
            for token in tokens:
                state.feed_token(token)
                read += 1
            declaration: Declaration = state.feed_eof()
        except UnexpectedToken:
            report(mistakes.explain(tokens, read, _accepted(tokens[:read])))
            tokens = without_statement(tokens, read)
            continue
        except PzcError as error:
            for diagnostic in error.diagnostics:
                report(diagnostic)
            return None
        # A tree is never deeper than the number of its tokens.
        if len(tokens) > DEEPEST and (deep := _too_deep(declaration)) is not None:
            report(deep)
            return None
        return declaration
    return None


def _accepted(tokens: list[Token]) -> frozenset[str]:
    """The terminals that could follow these tokens."""
    state: Any = _grammar().parse_interactive()
    for token in tokens:
        state.feed_token(token)
    return frozenset(state.accepts())


def _too_deep(declaration: Declaration) -> Diagnostic | None:
    """The report of a declaration whose tree is deeper than the recursion of later stages
    allows."""
    todo: list[tuple[object, int, Span]] = [(declaration, 0, declaration.span)]
    while todo:
        node, depth, span = todo.pop()
        if isinstance(node, tuple):
            todo += [(item, depth, span) for item in node]
        elif is_record(node) and not isinstance(node, Span):
            span = getattr(node, "span", span)
            if depth > DEEPEST:
                return Diagnostic(
                    "E0111",
                    "this is nested too deeply",
                    span,
                    expected=f"at most {DEEPEST} levels of operators, brackets and blocks",
                    hint="name the inner parts with let or define, or use sum, any or all",
                )
            todo += [(value, depth + 1, span) for value in values(node)]
    return None


# ---- the grammar ---------------------------------------------------------------------------------


class _NoLexer(Lexer):
    """Tokens are fed one by one, so Lark needs no lexer of its own."""

    def __init__(self, lexer_conf: object) -> None: ...

    def lex(self, lexer_state: object, parser_state: object = None) -> Iterator[Any]:
        return iter(())


@functools.cache
def _grammar() -> Lark:
    """The parser. Its tables are kept in the cache, which saves 0.1 s when something has to be
    parsed."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    builder = cast(Any, Builder())
    key = repr((__version__, lark.__version__, sys.version, grammar))
    kept = cache.read("grammar", key)
    if kept is not None:
        with suppress(LookupError, TypeError, ValueError, AttributeError, AssertionError):
            return tables.load(kept, _NoLexer, builder)
    made = Lark(grammar, parser="lalr", lexer=_NoLexer, transformer=builder)
    cache.write("grammar", key, tables.dump(made))
    return made
