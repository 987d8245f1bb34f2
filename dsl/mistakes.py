"""Why a declaration does not parse, in the words of someone who writes rule sheets."""

from __future__ import annotations

from collections.abc import Sequence

from .diagnostics import Diagnostic
from .tokens import Token


def explain(tokens: Sequence[Token], position: int, accepted: frozenset[str]) -> Diagnostic:
    token = tokens[position]
    return Diagnostic("E0117", f"'{token.text}' cannot stand here", token.span, " ".join(accepted))
