"""Monotone conditions over bool variables: setting variables to true can only falsify them, or only
satisfy them."""

from __future__ import annotations

from .nodes import And, BoolVar, LinearLe, Node, Not, Or

_Known = dict[tuple[Node, bool], bool]


def is_antitone(condition: Node | bool) -> bool:
    """Whether a condition over bool variables, once false, stays false as more of them become
    true. A syntactic test: False may mean unknown."""
    return isinstance(condition, bool) or _turns(condition, False, {})


def _turns(node: Node, to: bool, known: _Known) -> bool:
    """Whether a node can only turn true (or, with `to` false, only turn false)."""
    key = (node, to)
    if key not in known:
        known[key] = _judged(node, to, known)
    return known[key]


def _judged(node: Node, to: bool, known: _Known) -> bool:
    match node:
        case BoolVar():
            return to
        case Not(arg=arg):
            return _turns(arg, not to, known)
        case And(args=args) | Or(args=args):
            return all(_turns(arg, to, known) for arg in args)
        case LinearLe(terms=terms):
            return all(_turns(x, to == (c < 0), known) for c, x in terms)
    return False
