"""What a mistaken word of the command line may have meant: an option, its value, or a command."""

from __future__ import annotations

from argparse import Action, ArgumentTypeError
from collections.abc import Iterable, Sequence

from ..dsl.diagnostics import most_like, nearest

# Common names, in other programs, of what an option does: the first option that a command has.
SYNONYMS = {
    "cores": ("jobs",),
    "difficulty": ("rating",),
    "engine": ("backend", "backends"),
    "file": ("output",),
    "first": ("limit",),
    "folder": ("output",),
    "max": ("limit", "count"),
    "maximum": ("limit", "count"),
    "n": ("limit", "count"),
    "number": ("limit", "count"),
    "param": ("with",),
    "processes": ("jobs",),
    "random": ("seed",),
    "seconds": ("timeout",),
    "solver": ("backend", "backends"),
    "threads": ("jobs",),
    "time": ("timeout", "seconds"),
    "timeout": ("seconds",),
    "type": ("format",),
    "width": ("size",),
    "workers": ("jobs",),
}
ANY_TEXT = "?"  # a word that only options for any text accept
LIKENESS = 0.7  # of names without their dashes: --uniqe is like --unique, --quiet is not


def option(words: Sequence[str], actions: Iterable[Action]) -> str | None:
    """A hint about an unknown option, the first of these words, or None.

    The hint is an option that has its name as a value (`--format json` for `--json`) or the name of
    its value (`--json` for `--format json`); else one of which it is a synonym, the only one that
    begins with it, or the one most like it.
    """
    unknown, *rest = words
    head, _, tail = unknown.partition("=")
    name = head.lstrip("-").lower()
    value = tail or "".join(rest[:1])
    named = [action for action in actions if action.option_strings]
    takers = [action for action in named if name in (action.choices or ())]
    if len(takers) == 1:
        return f"write {takers[0].option_strings[-1]} {name}"
    known = {action.option_strings[-1].lstrip("-"): action for action in named}
    for found in (
        [value] if value in known else [],
        [other for other in SYNONYMS.get(name, ()) if other in known][:1],
        [other for other in known if len(name) > 1 and other.startswith(name)],
        most_like(name, known, 1, LIKENESS),
    ):
        if len(found) == 1:
            return f"did you mean '{known[found[0]].option_strings[-1]}'?"
    return None


def stray(word: str, actions: Iterable[Action]) -> str | None:
    """A hint about a word that is the value of an option, but stands without it, such as `5x5`: the
    only option that accepts it; None if several do. Options that accept any text, and those that
    accept numbers, are left out."""
    takers = [
        action
        for action in actions
        if action.option_strings and _takes(action, word) and not _takes(action, ANY_TEXT)
    ]
    return f"write {takers[0].option_strings[-1]} {word}" if len(takers) == 1 else None


def _takes(action: Action, word: str) -> bool:
    if action.choices is not None:
        return word in action.choices
    if action.type is None or isinstance(action.type, (str, type)) or word.isdecimal():
        return False
    try:
        action.type(word)
    except (ArgumentTypeError, TypeError, ValueError):
        return False
    return True


def command(word: str, commands: Iterable[str]) -> str | None:
    """A hint about an unknown command: what to do with a spec of this name; else the only command
    that begins with it, or the one most like it; or None."""
    from ..tasks.texts import is_spec

    known = list(commands)
    if is_spec(word):
        return f"to solve a puzzle of this spec, write `pzc solve {word}`"
    begun = [name for name in known if name.startswith(word)]
    return f"did you mean '{begun[0]}'?" if len(begun) == 1 else nearest(word, known)
