"""Changes that may be meant where moments are confused with numbers; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import replace
from .diagnostics import Edit
from .sites import Offer, Site, offer, one_line, text_of
from .syntax import Attribute, Binary, Call, Compare, Expr, Index, Name, Number, Unary
from .syntax import Sequence as Moments
from .types import INT, Moment

FIRST = ("first", "start", "begin", "beginning", "initial", "zero")
LAST = ("last", "end", "final", "finish", "goal")


def moments(site: Site) -> Iterator[Sequence[Offer]]:
    """`next(t)` for `t + 1`, `time.first` for `0`, `first`, `time.start` and `time[1]`, `t >
    time.first` for `t > 0`."""
    sequence = _sequence(site)
    for node in site.expressions:
        if not one_line(node):
            continue
        match node:
            case Binary(op="+", left=moment, right=Number(value=1)) if isinstance(
                site.type(moment), Moment
            ):
                yield [offer(node, f"next({text_of(moment)})")]
            case Call(function=Name(id="next"), args=(number,)) if site.type(number) == INT:
                yield [offer(node, f"{text_of(number)} + 1", "; `next` is of moments")]
            case Index(base=Name(id=name), indices=(Number(value=0 | 1),)) if name == sequence:
                yield [offer(node, f"{name}.first")]
            case Attribute(base=Name(id=name), name=word) if name == sequence:
                if (end := _end(word)) is not None:
                    yield [offer(node, f"{name}.{end}")]
            case Name(id=word) if sequence and (end := _end(word)) is not None:
                yield [offer(node, f"{sequence}.{end}")]
            case Unary(op="-", operand=Number(value=1)) if (
                sequence and site.mistake.code == "E0226"
            ):
                yield [offer(node, f"{sequence}.last")]
            case Number(value=0 | 1 as number) if sequence and site.mistake.code == "E0226":
                yield _numbered(node, number, "", sequence)
            case Compare(operands=(moment, Number(value=number)), ops=(op,)) if (
                sequence and isinstance(site.type(moment), Moment)
            ):
                text = text_of(moment)
                if number == 0 or (number == 1 and op in ("=", "!=", ">")):
                    yield _numbered(node, number, f"{text} {op} ", sequence)
                elif (number, op) == (1, ">="):
                    yield [offer(node, f"{text} > {sequence}.first")]
                elif number == _limit(site) and op in ("=", "!=", "<"):
                    yield [offer(node, f"{text} {op} {sequence}.last")]


def _numbered(node: Expr, number: int, before: str, sequence: str) -> list[Offer]:
    """The moment that a number means, after the text before it: moments count from 0, but 1 may be
    meant as the first."""
    first, second = f"{sequence}.first", f"next({sequence}.first)"
    if number == 0:
        return [offer(node, before + first)]
    readings = ((first, "for the first moment"), (second, "for the one after it"))
    return [replace(offer(node, before + at), reading=why) for at, why in readings]


def _limit(site: Site) -> int | None:
    """The number of moves that the sequence of the spec may have, where it is written as such."""
    declared = (d.node for d in site.ctx.names.values() if isinstance(d.node, Moments))
    limit = next((node.limit for node in declared), None)
    return limit.value if isinstance(limit, Number) else None


def _end(word: str) -> str | None:
    """`first` or `last`, by a word for one of them."""
    return "first" if word.lower() in FIRST else "last" if word.lower() in LAST else None


def _sequence(site: Site) -> str | None:
    """The name of the sequence of the spec."""
    declared = site.ctx.names.items()
    return next((name for name, d in declared if isinstance(d.node, Moments)), None)


def keys_together(site: Site) -> Iterator[Sequence[Offer]]:
    """`lit[c, t]` for `lit[c][t]`."""
    for node in site.expressions:
        match node:
            case Index(base=Index(base=layer, indices=first), indices=second) if one_line(node):
                inner = ", ".join(map(text_of, (*first, *second)))
                yield [offer(node, f"{text_of(layer)}[{inner}]")]
            case Index(indices=keys) if len(keys) == 1 and one_line(node):
                outer = next((n for n in site.above if isinstance(n, Index)), None)
                if outer is not None and outer.base is node and one_line(outer):
                    inner = ", ".join(map(text_of, (*keys, *outer.indices)))
                    edit = Edit(outer.span, f"{text_of(node.base)}[{inner}]")
                    yield [Offer((edit,), f"write `{edit.text}`")]
