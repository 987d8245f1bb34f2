"""Leave a statement with a mistake out of a rule, so that the other statements can be checked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .layout import DECLARATIONS, Chunk
from .tokens import RULES, Token

# Declarations that introduce no name.
_NAMELESS = frozenset(
    ["puzzle", "about", *RULES, "minimize", "maximize", "answer", "picture", "make"]
)
_MARKS = ("_NEWLINE", "_INDENT", "_DEDENT")


def is_nameless(chunk: Chunk) -> bool:
    """Whether a declaration that does not parse introduces no name, however it is meant: without
    it, no other mistake is reported wrongly."""
    if chunk.kind not in _NAMELESS:
        return False
    (_, *head), *others = [line.tokens for line in chunk.lines]
    if chunk.kind in RULES:
        return bool(head) and head[0].type == "QUOTE" and not any(map(_may_declare, others))
    if chunk.kind in ("puzzle", "about") and (not head or head[0].type != "TEXT"):
        return False
    return not others and all(token.type != "COLON" for token in head)


def words_of(chunk: Chunk) -> frozenset[str] | None:
    """The words of the line of a `grid` that does not parse: it introduces no other names. None if
    a size is left out, and for other declarations, which may be several that ran together."""
    if chunk.kind != "grid" or len(chunk.lines) > 1:
        return None
    (line,) = chunk.lines
    found = [word for token in line.tokens[1:] for word in re.findall(r"\w+", token.text)]
    return frozenset(found) if len({*found} - {"x"}) > 1 else None


def _may_declare(line: Sequence[Token]) -> bool:
    """Whether a line may be meant to introduce a name."""
    first, *others = line
    named = bool(others) and others[0].type == "NAME"
    return first.type == "NAME" and (first.text in DECLARATIONS or named)


def without_statement(tokens: Sequence[Token], position: int) -> list[Token] | None:
    """The tokens of a rule without the statement at a position, its block and its `else`.

    None if the position is in the head of the rule, if no statement is left, or if the statement
    may be meant to introduce a name.
    """
    marks = (i for i in range(position - 1, -1, -1) if tokens[i].type in _MARKS)
    start = next(marks, -1) + 1
    if not start or tokens[position].type in ("_INDENT", "_DEDENT"):
        return None
    if _may_declare(tokens[start : start + 2]):
        return None
    end = _after(tokens, position)
    while tokens[end].type == "ELSE":
        end = _after(tokens, end)
    if tokens[start - 1].type == "_INDENT" and tokens[end].type == "_DEDENT":
        return without_statement(tokens, start - 2)  # it is the whole block of the line above
    return [*tokens[:start], *tokens[end:]]


def _after(tokens: Sequence[Token], position: int) -> int:
    """The index of the first token after a line and the block that it opens."""
    while tokens[position].type != "_NEWLINE":
        position += 1
    position += 1
    depth = 0
    while depth or tokens[position].type == "_INDENT":
        depth += {"_INDENT": 1, "_DEDENT": -1}.get(tokens[position].type, 0)
        position += 1
    return position
