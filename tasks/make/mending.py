"""Mending: the smallest change of clues that gives a draft one solution."""

from __future__ import annotations

from collections.abc import Mapping

from ...compiler.ground.layers import show_key
from ...deadline import enforced, moment
from ...dsl.diagnostics import Source
from ...records import record
from ..compiled import CompiledSpec
from .clue_sets import ClueSetSearch
from .given import Written
from .writing import puzzle_text


@record
class Change:
    """A clue that changes: its layer and place, its token before and after (the blank token if
    there is none), and whether it is "added", "removed" or "replaced"."""

    layer: str
    place: str
    before: str
    after: str
    kind: str

    @property
    def words(self) -> str:
        """The change in words: `clue[r1c5]: 2 is removed`."""
        if self.kind == "replaced":
            said = f"{self.before} is replaced by {self.after}"
        else:
            said = f"{self.before if self.kind == 'removed' else self.after} is {self.kind}"
        return f"{self.layer}[{self.place}]: {said}"


@record
class Mended:
    """A draft with one solution. text: of the puzzle file; changes: what was changed; fixed: what
    could not change of a layer, see `fixed`."""

    text: str
    changes: tuple[Change, ...]
    fixed: Mapping[str, str]


def mend(spec: CompiledSpec, draft: str | Source, *, timeout: float | None = None) -> Mended | None:
    """Change as few clues of a draft as possible so that it has one solution; None if no changes of
    what can change do. Raises PzcError and OutOfTime."""
    with enforced(moment(timeout)):
        written = Written(spec, draft, placed=True)
        if not written.bench.spots:
            raise written.unchangeable()
        bench, clue_set = written.bench, written.clue_set
        model = bench.model
        costs = [
            model.not_(model.eq(model.variables[spot.index], code))
            for spot, code in zip(bench.spots, clue_set, strict=True)
        ]
        found = ClueSetSearch(bench, (), costs).cheapest()
        if found is None:
            return None
        _, mended, answer = found
        before, after = bench.printed(clue_set, answer), bench.printed(mended, answer)
        changes = []
        for spot, old, new in zip(bench.spots, clue_set, mended, strict=True):
            if old != new:
                draw = bench.grounding.slots[spot.layer].domain.draw
                one, other = (table[spot.layer][spot.key] for table in (before, after))
                kind = "added" if one is None else "removed" if other is None else "replaced"
                place = show_key(spot.key)
                changes.append(Change(spot.layer, place, draw(one), draw(other), kind))
        text = puzzle_text(spec, bench.grounding, after)
        return Mended(text, tuple(changes), written.fixed())


def fixed(spec: CompiledSpec, draft: str | Source) -> Mapping[str, str]:
    """What `mend` cannot change of the layers of a draft, by layer: `stays as it is: its values are
    lists`, or `keeps its places: …`. Raises PzcError."""
    return Written(spec, draft, placed=True).fixed()
