"""Tested hints: edits of the text that fix a mistake.

The checker reports mistakes; `rewrites` and `spellings` propose edits. Here each edit is applied
and the spec parsed and checked again. It becomes the hint only if the mistake is gone, no other
appeared, and no other edit of its kind does the same. If the text has several readings, the hint
says how to write each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from ..records import record, replace
from . import rewrites, spellings
from .checker import recorded
from .diagnostics import (
    MOST_MISTAKES,
    REPEATED,
    Diagnostic,
    Edit,
    Source,
    Span,
    apart,
    grouped,
    in_order,
    joined,
    more,
)
from .foreign import undeclared
from .misspelt import beside
from .parser import read
from .sites import Offer
from .syntax import SpecTree

Resolve: TypeAlias = Callable[[str, Span], Source]

# The number of edits tried for one spec; each costs a check of the whole spec.
MOST_TRIALS = 60

# Mistakes in the indentation of a declaration, and some that are found only where it has none.
INDENTED = frozenset({"E0113", "E0114"})
PARSED = frozenset({"E0117", "E0118", "E0119", "E0126"})

# The number of changes in sequence that may be needed to fix a mistake.
DEEPEST = 2


@record
class Findings:
    """What is wrong with a spec. unparsed: the mistakes that keep it from being parsed; the others
    are in the rest of it, tree."""

    source: Source
    diagnostics: Sequence[Diagnostic]
    unparsed: Sequence[Diagnostic]
    tree: SpecTree


def with_remedies(source: Source, resolve: Resolve) -> list[Diagnostic]:
    """The mistakes of a spec, with hints that are known to fix them."""
    mender = _Mender(resolve)
    found = mender.check(source)
    if any(d.code == "E0100" for d in found.diagnostics):
        return joined(found.diagnostics)
    mended = [
        _without_guess(d) for group in grouped(found.diagnostics) for d in mender.all(group, found)
    ]
    once = {d.edits or (d.code, d.message, d.span): d for d in reversed(mended)}
    return joined(in_order(once.values()))


def applied(source: Source, edits: Iterable[Edit]) -> Source:
    """A text with changes made to it."""
    lines = source.text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.span.line, e.span.column), reverse=True):
        line = lines[edit.span.line - 1]
        start, end = edit.span.column - 1, edit.span.end_column - 1
        lines[edit.span.line - 1] = line[:start] + edit.text + line[end:]
    return Source(source.name, "\n".join(lines))


class _Mender:
    """Searches for edits that fix mistakes of a spec. trials: how many edits it has tried."""

    def __init__(self, resolve: Resolve) -> None:
        self.resolve = resolve
        self.trials = 0

    def check(self, source: Source, changed: Source | None = None) -> Findings:
        """Parse and check a spec. changed: a text to be used instead of the source with the same
        name."""

        def resolve(name: str, span: Span) -> Source:
            used = self.resolve(name, span)
            return changed if changed is not None and changed.name == used.name else used

        if changed is not None and changed.name == source.name:
            source = changed
        parsed = read(source, resolve)
        found = list(parsed.diagnostics)
        if parsed.missing is not None:
            rest = recorded(parsed.tree)
            named = joined(in_order(rest.diagnostics))
            if not parsed.complete:
                named = unknown(named, parsed.missing)
            known = {d.span for d in named}
            hidden = beside(parsed.diagnostics, parsed.missing, rest)
            found += [*named, *(d for d in hidden if d.span not in known)]
        if 0 < len(parsed.diagnostics) < len(found):
            found = _at_most(found)
        places = [one for d in found for one in (apart(d) if d.also else [d])]
        return Findings(source, places, parsed.diagnostics, parsed.tree)

    def all(self, group: Sequence[Diagnostic], found: Findings) -> list[Diagnostic]:
        """The places of a repeated mistake, each with the change that fixes it, if there is one."""
        mended: list[Diagnostic] = []
        for one in group:
            mended.append(self.mended(one, found))
            renamed = _renamed(mended[-1], group)
            if len(group) > 1 and renamed and self._known(renamed, group, found):
                return [replace(mended[-1], span=e.span, edits=(e,)) for e in renamed]
        return mended

    def _known(self, edits: Sequence[Edit], group: Sequence[Diagnostic], found: Findings) -> bool:
        """Whether a mistake in a name is gone after changes, and no new name is one."""
        after = self.check(found.source, applied(edits[0].span.source, edits))
        left = _keys(d for d in found.diagnostics if d.code in REPEATED) - _keys(group)
        return _keys(d for d in after.diagnostics if d.code in REPEATED) <= left

    def mended(self, mistake: Diagnostic, found: Findings, deepest: int = DEEPEST) -> Diagnostic:
        """A mistake with the change that fixes it as a hint, if there is one; otherwise unchanged.

        deepest: how many changes in sequence may be needed.
        """
        if mistake.span is None:
            return mistake
        groups = list(self._offers(mistake, found))
        if mistake.edits and mistake.hint:
            groups.insert(0, [Offer(mistake.edits, mistake.hint)])
        for depth in range(1, deepest + 1):
            for offers in groups:
                working = [offer for offer in offers if self._works(offer, mistake, found, depth)]
                if len(working) == 1:
                    return _proposed(mistake, working[0])
                if working and all(offer.reading for offer in working):
                    return replace(
                        mistake, hint="; ".join(f"{o.hint} {o.reading}" for o in working)
                    )
        return mistake

    def _offers(self, mistake: Diagnostic, found: Findings) -> Iterator[Sequence[Offer]]:
        """Changes that may be meant, in groups of equally likely ones, the likeliest group
        first."""
        if mistake in found.unparsed:
            yield from spellings.offers(mistake)
        else:
            yield from rewrites.offers(mistake, found.tree)

    def _works(self, offer: Offer, mistake: Diagnostic, found: Findings, depth: int) -> bool:
        """Whether a change fixes a mistake and causes no other."""
        if self.trials >= MOST_TRIALS:
            return False
        self.trials += 1
        before = offer.edits[0].span.source
        changed = applied(before, offer.edits)
        if changed == before:
            return False
        after = self.check(found.source, changed)
        if offer.whole and after.unparsed:
            return False
        left = _keys(found.diagnostics)
        left[_key(mistake)] -= 1
        lines = {edit.span.line for edit in offer.edits}
        # Equal ones on other lines were there before: what is left over is where the change is.
        last = sorted(after.diagnostics, key=lambda d: d.span is not None and d.span.line in lines)
        new = [d for d in last if _take(left, d)]
        if mistake in found.unparsed:
            caused = INDENTED if mistake.code in PARSED else frozenset()
            # Others were hidden before.
            new = [d for d in new if d.span and (d.span.line in lines or d.code in caused)]
        if not new:
            return True
        return depth > 1 and all(self.mended(d, after, depth - 1).edits for d in new)


def _renamed(mended: Diagnostic, group: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The change of a name in one place, made in all places of the mistake; () if the change that
    fixes it there is another one."""
    if [edit.span for edit in mended.edits] != [mended.span]:
        return ()
    (edit,) = mended.edits
    return tuple(Edit(one.span, edit.text) for one in group if one.span is not None)


def _proposed(mistake: Diagnostic, offer: Offer) -> Diagnostic:
    """A mistake with an offer as its hint, and reported where the offer says that it is."""
    hinted = replace(mistake, hint=offer.hint, edits=offer.edits)
    if not offer.message:
        return hinted
    return replace(hinted, message=offer.message, span=offer.edits[0].span, expected=None)


def _without_guess(mistake: Diagnostic) -> Diagnostic:
    """A diagnostic; for an unknown name, without the hint at a similar name, which does not
    check."""
    hint = mistake.hint or ""
    guessed = mistake.code == "E0203" and hint.startswith(("did you mean", "write '"))
    guessed = guessed and not any(mark in hint for mark in "(.")
    if not guessed or mistake.edits or mistake.span is None:
        return mistake
    return replace(mistake, hint=undeclared(mistake.span.text, mistake.span))


def _at_most(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Mistakes in the order of the text, at most as many as are reported."""
    some = in_order(d for d in found if d.code != "E0100")
    if len(some) < len(found) or len(some) > MOST_MISTAKES:
        some[MOST_MISTAKES:] = [more(some[:MOST_MISTAKES][-1].span)]
    return some


def _key(diagnostic: Diagnostic) -> tuple[object, ...]:
    """What a mistake is, wherever it is in its file: a change may move the lines below it."""
    where = diagnostic.span.source.name if diagnostic.span else None
    return (diagnostic.code, diagnostic.message, where)


def _keys(diagnostics: Iterable[Diagnostic]) -> Counter[tuple[object, ...]]:
    return Counter(map(_key, diagnostics))


def _take(known: Counter[tuple[object, ...]], diagnostic: Diagnostic) -> bool:
    """Remove one occurrence of a mistake from the known ones. Returns whether there was none."""
    known[_key(diagnostic)] -= 1
    return known[_key(diagnostic)] < 0


def unknown(found: Iterable[Diagnostic], missing: frozenset[str]) -> list[Diagnostic]:
    """The mistakes that stay whatever declarations that did not parse mean: names that nothing
    introduces. missing: the words of these declarations."""
    return [d for d in found if d.code == "E0203" and _word(d.span) not in missing]


def _word(span: Span | None) -> str:
    """The text of a span in one line."""
    if span is None:
        return ""
    return span.source.text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]
