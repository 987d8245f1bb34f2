"""Tested hints: edits of the text that fix a mistake.

The checker reports mistakes; `rewrites` and `spellings` propose edits. Here each edit is applied
and the spec parsed and checked again. It becomes the hint only if the mistake is gone, no other
appeared, and no other edit of its kind does the same. If the text has several readings, the hint
says how to write each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
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
PARSED = frozenset({"E0115", "E0117", "E0118", "E0119", "E0126"})

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
    """Searches for edits that fix mistakes of a spec. tried: the findings after each edit that it
    has tried, by the changed text."""

    def __init__(self, resolve: Resolve) -> None:
        self.resolve = resolve
        self.tried: dict[Source, Findings] = {}

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
        mended: dict[Diagnostic, Diagnostic] = {}
        for one in group:
            if one in mended:
                continue
            mended[one] = new = self.mended(one, found)
            for other in self._fixed_with(new, one, group):
                mended.setdefault(other, replace(new, span=other.span, edits=()))
            renamed = _renamed(new, group)
            if len(group) == 1 or not renamed:
                continue
            if self._fits(renamed, group, found):
                return [replace(new, span=e.span, edits=(e,)) for e in renamed]
            if renamed[0].text.startswith('"'):  # a symbol would do here, but not elsewhere
                mended[one] = replace(one, edits=())
        return list(mended.values())

    def _fixed_with(
        self, mended: Diagnostic, one: Diagnostic, group: Sequence[Diagnostic]
    ) -> list[Diagnostic]:
        """The other places of a mistake that the change for one of them fixes as well."""
        if not mended.edits or any("\n" in edit.text for edit in mended.edits):
            return []
        changed = applied(mended.edits[0].span.source, mended.edits)
        if (after := self.tried.get(changed)) is None:
            return []
        left = {d.span.line for d in after.diagnostics if d.span and _key(d) == _key(one)}
        return [o for o in group if o is not one and o.span and o.span.line not in left]

    def _fits(self, edits: Sequence[Edit], group: Sequence[Diagnostic], found: Findings) -> bool:
        """Whether a mistake in a name is gone after changes, no new name is one, and some line of
        it has no other mistake: those on the rest were hidden before. After changes to a symbol,
        no mistake may be new."""
        after = self.check(found.source, applied(edits[0].span.source, edits))
        left = _keys(found.diagnostics) - _keys(group)
        new = [d for d in after.diagnostics if _take(left, d)]
        wrong = {d.span.line for d in new if d.span}
        if any(d.code in REPEATED for d in new) or (new and edits[0].text.startswith('"')):
            return False
        return any(edit.span.line not in wrong for edit in edits)

    def mended(self, mistake: Diagnostic, found: Findings) -> Diagnostic:
        """A mistake with the change that fixes it as a hint, if there is one; otherwise unchanged,
        but without an edit that no hint proposes."""
        unchanged = mistake if mistake.hint else replace(mistake, edits=())
        return self._fixed(mistake, found, DEEPEST) or unchanged

    def _fixed(self, mistake: Diagnostic, found: Findings, deepest: int) -> Diagnostic | None:
        """A mistake with the change that fixes it as a hint, if there is one.

        deepest: how many changes in sequence may be needed.
        """
        if mistake.span is None:
            return None
        groups = list(self._offers(mistake, found))
        if mistake.edits:  # without a hint, what is expected is less likely than what is written
            own = [Offer(mistake.edits, mistake.hint or "")]
            groups = [own, *groups] if mistake.hint else [*groups, own]
        for depth in range(1, deepest + 1):
            for offers in groups:
                tried = [self._tested(offer, mistake, found, depth) for offer in offers]
                working = list({offer.edits: offer for offer in tried if offer}.values())
                if len(working) == 1:
                    return _proposed(mistake, working[0])
                if working and all(offer.reading for offer in working):
                    hint = "; ".join(f"{o.hint} {o.reading}" for o in working)
                    return replace(mistake, hint=hint, edits=())
        return None

    def _offers(self, mistake: Diagnostic, found: Findings) -> Iterator[Sequence[Offer]]:
        """Changes that may be meant, in groups of equally likely ones, the likeliest group
        first."""
        if mistake in found.unparsed:
            yield from spellings.offers(mistake)
        else:
            yield from rewrites.offers(mistake, found.tree)

    def _tested(
        self, offer: Offer, mistake: Diagnostic, found: Findings, depth: int
    ) -> Offer | None:
        """The offer if it fixes a mistake and causes no other, or if further edits fix those that
        it causes: composed with those that change what it wrote. None for any other offer."""
        before = offer.edits[0].span.source
        changed = applied(before, offer.edits)
        if changed == before or len(self.tried) >= MOST_TRIALS:
            return None
        if (after := self.tried.get(changed)) is None:
            after = self.tried[changed] = self.check(found.source, changed)
        if offer.whole and after.unparsed:
            return None
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
            return offer
        elsewhere = not all(d.span and d.span.line in lines for d in new)
        same = [d for d in after.diagnostics if _key(d) == _key(mistake)]
        stays = any(_is_there(d, mistake, offer) for d in same)
        if depth == 1 or stays or (offer.last and elsewhere):
            return None
        fixed = [self._fixed(d, after, depth - 1) for d in new]
        further = [(edit, d.hint or "") for d in fixed if d for edit in d.edits]
        if not all(d and d.edits for d in fixed):
            return None
        inside = {e: hint for e, hint in further if any(_changes(e, own) for own in offer.edits)}
        if not inside or any(
            _meet(a.span, b.span.column, b.span.end_column) for a, b in combinations(inside, 2)
        ):
            return offer
        return _composed(offer, changed, inside)


def _is_there(after: Diagnostic, mistake: Diagnostic, offer: Offer) -> bool:
    """Whether a mistake after an offer is where one was before it, or in what the offer wrote
    there."""
    if after.span is None or mistake.span is None:
        return False
    line, column = mistake.span.line, mistake.span.column
    length = 1
    for edit in offer.edits:
        start, end = edit.span.column, edit.span.end_column
        if edit.span.line == line and end <= column:
            column += len(edit.text) - (end - start)
        elif edit.span.line == line and start <= column:
            column, length = start, len(edit.text)
    return after.span.line == line and column <= after.span.column < column + length


def _renamed(mended: Diagnostic, group: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The change of a name in one place, made in all places of the mistake; () if the change that
    fixes it there is another one."""
    if [edit.span for edit in mended.edits] != [mended.span]:
        return ()
    (edit,) = mended.edits
    return tuple(Edit(one.span, edit.text) for one in group if one.span is not None)


def _changes(second: Edit, first: Edit) -> bool:
    """Whether an edit of the text after another one changes what that one wrote."""
    start, end = first.span.column, first.span.column + len(first.text)
    return second.span.line == first.span.line and _meet(second.span, start, end)


def _meet(span: Span, start: int, end: int) -> bool:
    """Whether a span in one line has a character from one column up to another."""
    return span.column < end and span.end_column > start


def _composed(offer: Offer, changed: Source, further: Mapping[Edit, str]) -> Offer | None:
    """An offer and edits of what it wrote as one offer; None if they are on several lines.

    changed: the text after the offer. further: these edits, with their hints."""
    (first, *others), spans = offer.edits, [edit.span for edit in further]
    number = first.span.line
    lines = {*(s.line for s in spans), *(s.end_line for s in spans), first.span.end_line}
    if others or lines != {number} or any("\n" in e.text for e in (first, *further)):
        return None
    grown = len(first.text) - (first.span.end_column - first.span.column)
    start, end = first.span.column, first.span.end_column
    if len(spans) == 1 and spans[0].column <= start and spans[0].end_column >= end + grown:
        ((edit, hint),) = further.items()
        text, start, end = edit.text, edit.span.column, edit.span.end_column - grown
    else:
        start = min(start, *(s.column for s in spans))
        end = max(end, *(s.end_column - grown for s in spans))
        before, after = changed.line(number), applied(changed, further).line(number)
        text = after[start - 1 : end + grown - 1 + len(after) - len(before)]
        hint = f"write `{text}`"
    span = Span(first.span.source, number, start, number, end)
    return replace(offer, edits=(Edit(span, text),), hint=hint)


def _proposed(mistake: Diagnostic, offer: Offer) -> Diagnostic:
    """A mistake with an offer as its hint, and reported where the offer says that it is."""
    hint = " ".join(part for part in (offer.hint, offer.reading) if part)
    hinted = replace(mistake, hint=hint or mistake.hint, edits=offer.edits)
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
