"""Check rules: their statements and their sentences."""

from __future__ import annotations

from .check_context import Context, Scope
from .check_domains import given_only, names_in
from .check_expressions import condition, infer, loop_scope
from .syntax import (
    Condition,
    For,
    If,
    Rule,
    Sentence,
    Statement,
)
from .types import (
    Anything,
    Bool,
    Enum,
    Int,
    List,
    Place,
    Symbol,
    show,
)

NO_SCOPE: Scope = {}


def rule(ctx: Context, node: Rule) -> None:
    """Check a rule: its sentence and its statements."""
    _sentence(ctx, node)
    for statement in node.body:
        _statement(ctx, statement, NO_SCOPE)


def _statement(ctx: Context, node: Statement, scope: Scope) -> None:
    match node:
        case Condition(expr=expr):
            condition(ctx, expr, scope)
        case For(targets=targets, iterable=iterable, filters=filters, body=body):
            inner, _ = loop_scope(ctx, targets, iterable, scope)
            for test in filters:
                condition(ctx, test, inner)
            for statement in body:
                _statement(ctx, statement, inner)
        case If(test=test, body=body, otherwise=otherwise):
            condition(ctx, test, scope)
            for statement in (*body, *otherwise):
                _statement(ctx, statement, scope)


def _sentence(ctx: Context, rule: Rule) -> None:
    """Check the values inserted in a sentence: known from the puzzle, and the same for the whole
    rule."""
    sentence: Sentence = rule.sentence
    variables = _variables(rule.body)
    for part in sentence.parts:
        if isinstance(part, str):
            continue
        loop = next((n for n in names_in(part) if n.id in variables), None)
        if loop is not None and loop.id not in ctx.names:
            ctx.error(
                "E0252",
                f"'{loop.id}' is a variable inside the rule",
                loop.span,
                expected="params and lets: the sentence is about the whole rule",
            )
            continue
        fact = infer(ctx, part, NO_SCOPE)
        given_only(ctx, part, fact, "a sentence", NO_SCOPE)
        if not isinstance(fact.type, (Anything, Int, Bool, Symbol, Enum, Place, List)):
            ctx.error(
                "E0252",
                f"{show(fact.type)} in a sentence",
                part.span,
                expected="a number, a symbol or a list of them",
            )


def _variables(body: tuple[Statement, ...]) -> set[str]:
    names: set[str] = set()
    for statement in body:
        match statement:
            case For(targets=targets, body=inner):
                names |= {t.id for t in targets} | _variables(inner)
            case If(body=then, otherwise=otherwise):
                names |= _variables(then) | _variables(otherwise)
    return names
