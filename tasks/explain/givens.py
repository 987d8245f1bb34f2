"""The clues of a puzzle without solution: which conflict, and which single changes would mend it.

All given layers that can be open are opened (`compiler.ground.opening`): only at the places of
their clues if these must be known; lists with those that differ in one member; numbers of a wide
range with those near the range that is printed. Clues are assumed, and blanks stay blank.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...backends.native.solver import NativeSolver
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.layers import show_key
from ...compiler.ground.opening import Opening, code_of, freed, partly_unknown
from ...compiler.ground.reading import UNKNOWN
from ...compiler.values.showing import show
from ...dsl.diagnostics import PzcError, Source
from ...model.nodes import Bool, BoolNode
from ...records import record
from ...render.puzzle import write_puzzle
from ..compiled import CompiledSpec
from .bounded import EACH, SMALL, next_solution
from .deletion import minimal
from .hitting import smallest

# The most values of a layer, summed over its places. Of numbers with more, only those near the
# printed ones are open; another layer with more is not opened.
MOST = 2000
# The most values that are shown for a change that would mend a puzzle.
SHOWN = 4
# Units of work (see `backends.base`) for a smallest conflict: two seconds. And the conflicts after
# which a search for a solution that keeps as many clues as possible takes any solution.
SMALLEST, PATIENCE = 1_000 * SMALL, 100


@record
class Clue:
    """A printed value. stands, blank: the conditions to assume that it stays, or is left out."""

    layer: str
    key: Any
    value: Any
    stands: BoolNode
    blank: BoolNode | None

    @property
    def place(self) -> str:
        return show_key(self.key)

    @property
    def text(self) -> str:
        return as_text(self.value)


@record
class Mend:
    """A clue whose change alone gives the puzzle a solution: to one of some values (and `more`
    others that are not listed), or to nothing."""

    clue: Clue
    values: tuple[str, ...]
    blank: bool
    more: bool = False


class _TooMuchWork(Exception):
    """The search for a smallest conflict reached its limit of work."""


class Givens:
    """The clues of a puzzle in layers that can be open."""

    def __init__(
        self, spec: CompiledSpec, puzzle: str | Source, deadline: float | None = None
    ) -> None:
        self._deadline = deadline
        self.clues: list[Clue] = []
        # Layers that cannot be open, and why not; layers of which only values near those that are
        # printed are tried, and which.
        self.closed: dict[str, str] = {}
        self.varied: dict[str, str] = {}
        self._blank: list[BoolNode] = []
        self._members: dict[str, Collection[Any]] = {}
        grounding = self._open(spec, puzzle)
        self._grounding = grounding
        if grounding is None:
            return
        model = self._model = freed(grounding.model, grounding.slots)
        self._solver = NativeSolver(model)
        for name, slot in grounding.slots.items():
            for key, value in (slot.clues or {}).items():
                index, codes = slot.variables[key]
                variable = model.variables[index]
                code = code_of(codes, value)
                if code is None:
                    continue
                stands = _node(model.eq(variable, code))
                if stands is None:
                    continue
                if _is_blank(value):
                    self._blank.append(stands)
                    continue
                blanks = [number for other, number in codes.items() if _is_blank(other)]
                blank = _node(model.eq(variable, blanks[-1])) if blanks else None
                self.clues.append(Clue(name, key, value, stands, blank))

    def _open(self, spec: CompiledSpec, puzzle: str | Source) -> Grounding | None:
        found: Grounding | None = None
        opened: dict[str, Opening] = {}
        read = spec.grounder.read(spec.sections(puzzle))
        slots = spec.ground(puzzle).slots
        for name in spec.program.given_names:
            printed = {k: v for k, v in read.printed.get(name, {}).items() if v is not None}
            members = self._members[name] = slots[name].domain.values if name in slots else ()
            for way in _ways(printed, members):
                try:
                    _check_size(name, printed, way)
                    found = spec.ground(puzzle, open={**opened, name: way})
                except PzcError as error:
                    why = _reason(error)
                    continue
                opened[name] = way
                if way.values:
                    self.varied[name] = _tried(way.values)
                break
            else:
                if printed:
                    self.closed[name] = why
                continue
            if any(map(partly_unknown, printed.values())):
                self.closed[name] = "lists with unknown members stay as they are"
        return found

    def clash(self) -> tuple[list[Clue], bool] | None:
        """As few clues as possible that have no solution together, and whether it is proved that
        fewer do not. None if there is a solution; no clues if there is none without any clue.
        Where this takes too much work: a set of clues without a solution from which short searches
        could leave none out."""
        every = frozenset(range(len(self.clues)))
        if self._grounding is None or self._holds(every) is not False:
            return None
        core = self._core()
        found, sure = self._smallest(every) or (self._small(core), False)
        return [self.clues[k] for k in sorted(found)], sure

    def _smallest(self, every: frozenset[int]) -> tuple[frozenset[int], bool] | None:
        """As few clues as possible without a solution, and whether that is proved; None if it takes
        too much work."""
        end = self._solver.work + SMALLEST

        def challenge(chosen: frozenset[int]) -> frozenset[int] | None:
            """A set of clues to hit: those violated by a solution that satisfies the chosen ones
            and, if it is found soon, as many of the others as possible."""
            others = sorted(every - chosen)
            wishes = [self.clues[k].stands for k in others]
            solution = self._holds(chosen, wishes, end - self._solver.work)
            if solution is None:
                raise _TooMuchWork
            if isinstance(solution, bool):
                return None
            return frozenset(k for k in others if not self._agrees(k, solution))

        try:
            return smallest(challenge)
        except _TooMuchWork:
            return None

    def _small(self, core: Sequence[int]) -> frozenset[int]:
        """A subset, also without a solution, of clues that have none together. Each clue is left
        out if a short search proves it superfluous, those first that a puzzle cannot omit."""

        def enough(some: Sequence[int]) -> list[int] | None:
            return self._core() if self._holds(some, (), EACH) is False else None

        found = minimal(sorted(core, key=lambda k: self.clues[k].blank is not None), enough)
        return frozenset(found)

    def _core(self) -> list[int]:
        """After a search without solution: the clues that it needed."""
        core = {*self._solver.core_finder(self._deadline, EACH)()}
        return [k for k, clue in enumerate(self.clues) if clue.stands in core]

    def without_others(self, clues: Iterable[Clue]) -> str | None:
        """The text of the puzzle without all other clues that can be left out; None if no other
        can."""
        chosen = {(clue.layer, clue.key) for clue in clues}
        out: dict[str, dict[Any, None]] = {}
        for clue in self.clues:
            if clue.blank is not None and (clue.layer, clue.key) not in chosen:
                out.setdefault(clue.layer, {})[clue.key] = None
        return write_puzzle(self._grounding, out) if self._grounding and out else None

    def mends(self, among: Iterable[Clue]) -> list[Mend]:
        """The changes of a single one of these clues that give the puzzle a solution."""
        found: list[Mend] = []
        for clue in among:
            others = [*self._blank, *(c.stands for c in self.clues if c is not clue)]
            blank = clue.blank is not None and self._solved([*others, clue.blank])
            values: list[str] = []
            for text, node in self._possible(clue, others):
                if len(values) <= SHOWN and self._solved([*others, node]):
                    values.append(text)
            if blank or values:
                found.append(Mend(clue, tuple(values[:SHOWN]), blank, len(values) > SHOWN))
        return found

    def _possible(self, clue: Clue, others: list[BoolNode]) -> list[tuple[str, BoolNode]]:
        """The values instead of a clue's that propagation does not rule out beside the others."""
        solver = self._solver
        if not solver.consistent(others):
            return []
        return [one for one in self._instead(clue) if solver.suppose(one[1]) < 0]

    def _instead(self, clue: Clue) -> list[tuple[str, BoolNode]]:
        """How other values than a clue's would be printed, with the conditions to assume."""
        assert self._grounding is not None
        index, codes = self._grounding.slots[clue.layer].variables[clue.key]
        variable, code = self._model.variables[index], code_of(codes, clue.value)
        numbers = self._members[clue.layer]
        near_by = near(clue.value, numbers) if isinstance(clue.value, tuple) else None
        found: list[tuple[str, BoolNode]] = []
        for other, number in codes.items():
            if number == code or _is_blank(other) or (near_by is not None and other not in near_by):
                continue
            node = _node(self._model.eq(variable, number))
            if node is not None:
                found.append((as_text(other), node))
        return found

    # -- questions

    def _holds(
        self, chosen: Iterable[int], wishes: Sequence[BoolNode] = (), work: int | None = None
    ) -> tuple[int, ...] | bool | None:
        """A solution in which these clues hold, and blanks are blank; False if there is none, None
        if it takes more than `work` units to tell. wishes: see `NativeSolver.begin`."""
        assumed = [*self._blank, *(self.clues[k].stands for k in sorted(chosen))]
        return self._search(assumed, wishes, work)

    def _agrees(self, number: int, solution: tuple[int, ...]) -> bool:
        clue = self.clues[number]
        slot = self._grounding.slots[clue.layer] if self._grounding is not None else None
        assert slot is not None
        index, codes = slot.variables[clue.key]
        return solution[index] == code_of(codes, clue.value)

    def _solved(self, assumed: list[BoolNode]) -> bool:
        return self._search(assumed) is not False

    def _search(
        self, assumed: list[BoolNode], wishes: Sequence[BoolNode] = (), work: int | None = None
    ) -> tuple[int, ...] | bool | None:
        self._solver.begin(assumed, False, wishes, PATIENCE)
        return next_solution(self._solver, self._deadline, work)


def _ways(printed: Mapping[Any, Any], members: Collection[Any]) -> Iterator[Opening]:
    """The ways to open a layer, the freest first. members: those that its lists may contain."""
    if any(isinstance(v, tuple) for v in printed.values()):
        own = [v for v in printed.values() if not partly_unknown(v)]
        yield Opening(printed, values=list(dict.fromkeys(v for o in own for v in near(o, members))))
        return
    numbers = [v for v in printed.values() if type(v) is int]
    values = None
    if numbers and len(printed) * len(members) >= MOST:
        values = [v for v in members if min(numbers) - 1 <= v <= max(numbers) + 1]
    yield Opening(values=values)
    yield Opening(printed, values=values)


def near(value: Any, members: Collection[Any]) -> list[Any]:
    """A list, and the lists in which one number is larger or smaller by one, another member is
    replaced, or one is missing."""
    if not isinstance(value, tuple):
        return []
    found = [value]
    for k, member in enumerate(value):
        others = (member - 1, member + 1) if isinstance(member, int) else members
        found += [(*value[:k], other, *value[k + 1 :]) for other in others if other in members]
        found.append((*value[:k], *value[k + 1 :]))
    return found


def as_text(value: Any) -> str:
    """A value in a sentence: `3 1` for a list."""
    if value is UNKNOWN:
        return "?"
    if isinstance(value, tuple):
        return " ".join(map(as_text, value)) or "nothing"
    return show(value)


def _tried(values: Collection[Any]) -> str:
    """The values for which a layer is open, in words."""
    if any(isinstance(value, tuple) for value in values):
        return "lists in which one member differs (a number by one) or is left out"
    return f"numbers from {min(values)} to {max(values)}"


def _check_size(name: str, printed: Mapping[Any, Any], way: Opening) -> None:
    """Raise PzcError if a layer has too many values to be opened."""
    values = way.values if way.values is not None else {show(v) for v in printed.values()}
    if len(printed) * len(values) > MOST:
        raise PzcError.at("E0418", f"'{name}' cannot be opened: it has too many values")


def _reason(error: PzcError) -> str:
    """Why a layer cannot be open: a clause for a sentence that has named the layer."""
    first = error.diagnostics[0]
    return "what is to be found depends on it" if first.code == "E0232" else first.message


def _is_blank(value: Any) -> bool:
    return value is None or value is False


def _node(condition: Bool) -> BoolNode | None:
    return None if isinstance(condition, bool) else condition
