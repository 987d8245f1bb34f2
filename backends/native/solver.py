"""The native engine as a backend.

A solver keeps one loaded engine for all puzzles of a shape: givens are asserted as units on level
1. A condition added later becomes clauses of that engine if possible; else it is flattened onto a
second network, whose engine is loaded on demand and dropped by the next `reset`.

The engine searches in slices of a few hundredths of a second; between slices the solver checks
interrupts and deadlines, and Python handles signals. A search without a result for long starts
clause learning. A search that ends without learning has no core; asking for the core repeats it
with learning.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from ...deadline import OutOfTime
from ...model.model import Model
from ...model.nodes import And, Bool, BoolNode, Or
from ..base import SLICE, TURN_OVER, Exclusions, Outcome, Statistics, Status
from ..supports import Supports
from .derivation import Change, Derivation
from .engine.search import COMPILED, NO_SOLUTION, PAUSED, SOLUTION, Engine
from .flatten import SUPPORTS, Flattening
from .network import TRUE, Literal
from .work import most_of_a_step, units

FIRST_SLICE = 16  # decisions and conflicts; few, since each may update large graphs
# Those of `solve_quickly`: enough for 99 % of sudokus of 17 clues, and quickly redone for the
# others.
FEW_STEPS = 100
# Decisions and conflicts without a result before a search begins to learn; fewer if there are
# graphs, whose conflicts teach more.
LEARN_AFTER, WITH_GRAPHS = 100, 30

MOST_AT_ONCE = 100  # solutions
UNLIMITED = 1 << 62  # conflicts

# How a search ended (see `NativeSolver.go_on`); any other text is the reason.
MORE, NO_MORE = "more", "no more"

Assignment = tuple[int, ...]
Cuts = list[Literal]


class NativeSolver:
    """A solver for one model (see `backends.base.Solver`).

    engine: the class that searches; another than the default one is for tests. learn_after:
    decisions and conflicts without a result before it begins to learn. like: a solver for the same
    model, whose flat network is copied; what was added to it or learned is not. late: variables to
    decide on after all others, by index, and the value to try first.
    """

    SUPPORTS: ClassVar[Supports] = SUPPORTS

    def __init__(
        self,
        model: Model,
        engine: type[Engine] = Engine,
        learn_after: int | None = None,
        like: NativeSolver | None = None,
        late: Mapping[int, int] | None = None,
    ) -> None:
        started = time.monotonic()
        self.statistics = Statistics(decisions=0, conflicts=0, propagations=0)
        self._model = model
        flat = Flattening(model) if like is None else like._first_flat.copy()
        self._first_flat: Flattening = flat
        self._flat = flat
        self._engine_type, self._late = engine, late or {}
        self._reluctant = False
        self._step = most_of_a_step(len(flat.network.vertex_word))
        self.work = 0  # units (see `base`) of all searches
        self.values = sum(map(int.bit_count, flat.network.domain))
        if learn_after is None:
            learn_after = WITH_GRAPHS if len(flat.network.vertex_start) > 1 else LEARN_AFTER
        self._learn_after = learn_after
        self._first_engine = self._engine = self._load(self._flat)
        # Conditions added, how many of them the second network holds, and the units some became.
        self._added: list[BoolNode] = []
        self._flattened = 0
        self._units: Cuts = []
        self._outdated = False
        self._impossible = False
        self._interrupted = False
        self._slice = FIRST_SLICE
        # The state of the search: whether it is at a solution, and whether it is exhausted.
        self._stands = self._exhausted = self._enumerating = False
        self.begun: list[Assignment] = []  # what `solve_quickly` found
        self._searches = 0  # and other things that the engine was used for
        self._assuming: Sequence[BoolNode] = ()
        self._words = _Words(flat)
        self.statistics.extra["compiled"] = int(COMPILED)
        self._measure()
        self.statistics.build_seconds = time.monotonic() - started

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        self.begin(assuming)
        found, ended = self.go_on(1, deadline)
        return outcome(found, ended, self.core_finder(deadline))

    def enumerate(
        self, deadline: float | None = None, most: int | None = None
    ) -> Iterator[Assignment]:
        """See `backends.base.Enumerator`. Memory does not grow with the assignments found, beyond
        a few hundred."""
        self.begin(enumerating=True)
        return self._rest([], deadline, most)

    def _rest(
        self, found: list[Assignment], deadline: float | None, most: int | None
    ) -> Iterator[Assignment]:
        """Yield the assignments found, and search on."""
        yield from found
        ended, total = MORE, len(found)
        while ended == MORE and total != most:
            found, ended = self.go_on(at_once(total, most), deadline)
            total += len(found)
            yield from found
        if ended not in (MORE, NO_MORE):
            raise OutOfTime(ended)

    def begin(
        self,
        assuming: Sequence[BoolNode] = (),
        enumerating: bool = False,
        wishes: Sequence[BoolNode] = (),
        patience: int = UNLIMITED,
    ) -> None:
        """Begin a search for one assignment, or for many (without assumptions or wishes). wishes:
        literals; the first assignment grants the first of them that some assignment grants, then
        the next one that is possible besides, and so on (see `engine.wishes` for wide domains).
        patience: the conflicts after which wishes do not count any more."""
        self._searches += 1
        self._interrupted = self._stands = False
        self._enumerating = enumerating
        self._assuming = assuming
        self._update()
        self._exhausted = not self._open(assuming)
        if wishes and not self._exhausted:
            self._engine.wish([*map(self._words.__getitem__, wishes)], patience)

    def go_on(
        self, most: int, deadline: float | None = None, work: int | None = None
    ) -> tuple[list[Assignment], str]:
        """Search on. Return further assignments, and why the search paused or ended.

        MORE: there are between one and `most` assignments, and there may be others. Otherwise the
        assignments are the last ones, perhaps none: NO_MORE, "deadline", "interrupted", or, after
        `work` units, TURN_OVER, after which the next call goes on. Only `block` may be called
        between two calls."""
        started = now = time.monotonic()
        end = None if work is None else self.work + work
        found: list[Assignment] = []
        ended = MORE
        self._block_current()
        while not (found or self._exhausted):
            if self._interrupted:
                ended = "interrupted"
            elif deadline is not None and now >= deadline:
                ended = "deadline"
            elif end is not None and self.work >= end:
                ended = TURN_OVER
            else:
                found = self._search_slice(most, end)
                now = time.monotonic()
                continue
            break
        if self._exhausted:
            ended = NO_MORE
        self.statistics.solve_seconds += now - started
        self.statistics.solves += len(found) + (ended not in (MORE, TURN_OVER))
        self._count()
        return found, ended

    def solve_quickly(self, model: Model, most: int) -> list[Assignment] | None:
        """See `backends.base.QuickSolver`."""
        self.reset(model)
        self.begin(enumerating=True)
        self.begun = []
        if not self._exhausted:
            result, self.begun, _ = self._engine.enumerate(FEW_STEPS, self._learn_after, most)
            self._stands = result == SOLUTION
            self._exhausted = result == NO_SOLUTION
            if result == PAUSED:
                return None
        self.statistics.solves += len(self.begun) or 1
        return self.begun

    def resume(self, deadline: float | None, most: int) -> Iterator[Assignment]:
        """See `backends.base.QuickSolver`."""
        return self._rest(self.begun, deadline, most)

    def exclusions(self) -> Exclusions | None:
        """See `backends.base.WithExclusions`."""
        from .exclusions import exclusions

        return exclusions(self._first_flat.network, self._first_flat.variables)

    def derive(self, assuming: Sequence[BoolNode] = (), of_failure: bool = False) -> Derivation:
        """Propagate assumptions without a search; return the derivation. of_failure: if it fails,
        only with the antecedents of entries from which the failure follows."""
        self.begin(assuming)
        begun = not self._exhausted
        good = self._propagate()
        trail = self._engine.derivation(of_failure and not good) if begun else []
        return self._derivation(trail, begun)

    def conclude(
        self,
        groups: Sequence[BoolNode],
        facts: Sequence[BoolNode],
        ruled_out: Sequence[Collection[int]],
    ) -> tuple[Derivation, list[int]]:
        """Like `derive`, with the positions of the entries about the first variables of the model
        that follow from facts and at most one group, without other such entries. Antecedents are
        only those of these entries, of entries in between, and of what leads from such entries to a
        failure. ruled_out: for each of these variables, values that are known to be impossible:
        entries that rule out no others are left out."""
        network = self._flat.network
        ends, masks = [0] * len(network.domain), [0] * len(network.domain)
        for x, values in zip(self._flat.variables, ruled_out, strict=False):
            for word in network.words_of(x):
                ends[word] = 1
            for word, mask in network.bits(x, values):
                masks[word] |= mask
        self.begin([*groups, *facts])
        if self._exhausted:
            return self._derivation([], False), []
        good = self._propagate()
        trail, found = self._engine.direct(ends, masks, len(groups), not good)
        return self._derivation(trail, True), found

    def _derivation(self, trail: Sequence[Change], begun: bool) -> Derivation:
        """The derivation of what was propagated. begun: whether the assumptions were made."""
        engine = self._engine
        failure: tuple[list[Literal], int] | None = None
        if self._exhausted:
            failure = engine.failure() if begun else ([], -1)
        start = engine.before_assumptions()
        return Derivation(self._flat, self._assuming, start, trail, failure)

    def _propagate(self) -> bool:
        """After `begin`: propagate the assumptions. Whether that finds no conflict."""
        self._exhausted = self._exhausted or not self._engine.propagate()
        self._count()
        return not self._exhausted

    def consistent(self, assuming: Sequence[BoolNode] = ()) -> bool:
        """Propagate assumptions without a search; whether that finds no conflict. If it does,
        `core_finder` finds the assumptions that it takes; if not, `go_on` searches."""
        self.begin(assuming)
        return self._propagate()

    def lefts(self, variables: Sequence[int]) -> list[tuple[int, ...]]:
        """After `consistent`: the values that are left to some variables, by index."""
        network, found = self._flat.network, list[tuple[int, ...]]()
        for index in variables:
            base, values = network.base[self._flat.variables[index]], list[int]()
            for bits in self._domain(index):
                while bits:
                    low = bits & -bits
                    values.append(base + low.bit_length() - 1)
                    bits ^= low
                base += 64
            found.append(tuple(values))
        return found

    def counts(self, variables: Sequence[int]) -> list[int]:
        """After `consistent`: how many values are left to some variables, by index."""
        return [sum(map(int.bit_count, self._domain(index))) for index in variables]

    def _domain(self, index: int) -> list[int]:
        """The domain of a variable, a word after another."""
        flat = self._flat
        return self._engine.domains(flat.network.words_of(flat.variables[index]))

    def suppose(self, supposed: BoolNode) -> int:
        """After `consistent`: propagate one more assumption, and take it back. The number of
        changes until a conflict; if there is none, -1 less that of all changes."""
        return self._engine.suppose(self._words[supposed])

    def core_finder(
        self, deadline: float | None = None, work: int | None = None
    ) -> Callable[[], tuple[BoolNode, ...]]:
        """A function that finds the core of a search without solution, see `Outcome`. Where it has
        to search again and takes more than `work` units, the core is all assumptions. It raises
        RuntimeError if the solver has been used since."""
        search = self._searches

        def find() -> tuple[BoolNode, ...]:
            if search != self._searches:
                raise RuntimeError("ask for a core before the solver is used again")
            return self._core(deadline, work)

        return find

    def _core(self, deadline: float | None, work: int | None = None) -> tuple[BoolNode, ...]:
        if self._impossible or not self._assuming:
            return ()
        if self._exhausted and not self._engine.is_proved():
            # Only a search with learning yields a core.
            self._exhausted = not self._engine.learn(False)
        if not self._exhausted:
            _, ended = self.go_on(1, deadline, work)
            if ended == TURN_OVER:
                return tuple(self._assuming)
            if ended != NO_MORE:
                raise OutOfTime(ended)
        return tuple(self._assuming[k] for k in self._engine.culprits())

    def block(self, assignment: Sequence[int]) -> None:
        """Add a blocking clause for an assignment that the enumeration has not reached."""
        words: list[int] = []
        masks: list[int] = []
        network = self._flat.network
        for x, value in zip(self._flat.variables, assignment, strict=True):
            own = dict(network.bits(x, (value,)))
            for word in network.words_of(x):
                others = network.domain[word] & ~own.get(word, 0)
                if others:
                    words.append(word)
                    masks.append(others)
        self._block_current()
        if not self._engine.is_learning():
            self._exhausted = self._exhausted or not self._engine.learn(True)
        self._exhausted = self._exhausted or not self._engine.rule_out(words, masks)

    def add(self, condition: Bool) -> None:
        self._searches += 1
        if isinstance(condition, bool):
            self._impossible = self._impossible or not condition
            return
        self._added.append(condition)
        self._outdated = self._outdated or not self._add_clauses(condition)

    def reset(self, model: Model) -> None:
        self._searches += 1
        self._model = model
        self._flat, self._engine = self._first_flat, self._first_engine
        self._engine.forget()
        self._added = []
        self._units = []
        self._outdated = self._impossible = False

    def renew(self, model: Model) -> None:
        """Reset, with an engine as it was loaded first: the order of watches and clauses, and so
        cores, too, depend on nothing before."""
        self._reluctant = False
        self._first_engine = self._load(self._first_flat)
        self.reset(model)
        self._slice, self.work = FIRST_SLICE, 0
        statistics = self.statistics
        statistics.decisions = statistics.conflicts = statistics.propagations = 0

    def lean(self, reluctant: bool) -> None:
        """From now on, until `renew`, try the lower of two values first if `reluctant`, else the
        upper one."""
        self._reluctant = reluctant
        for engine in (self._first_engine, self._engine):
            engine.lean(reluctant)

    def follow(self) -> None:
        """After an assignment was found: from now on, until conditions are added that are no
        clauses, look for further ones near it."""
        self._engine.follow()

    def interrupt(self) -> None:
        self._interrupted = True

    # -- search

    def _load(self, flat: Flattening) -> Engine:
        engine = self._engine_type(flat.network, flat.variables)
        if self._late:
            engine.put_off(list(self._late.items()))
        if self._reluctant:
            engine.lean(True)
        return engine

    def _open(self, assuming: Sequence[BoolNode]) -> bool:
        if self._impossible:
            return False
        # The variables of the model come first in every flattening, so the words are the same.
        assumed = [*map(self._words.__getitem__, assuming)]
        return self._engine.open(self._model.givens, self._units, assumed)

    def _block_current(self) -> None:
        """Add a blocking clause for the current solution."""
        if self._stands:
            self._stands = False
            self._exhausted = not self._engine.block_solution()

    def _search_slice(self, most: int, end: int | None) -> list[Assignment]:
        """Search for one slice, up to `most` assignments; not far beyond the work `end`."""
        engine, budget = self._engine, self._slice
        if end is not None:
            statistics = self.statistics
            steps = (statistics.decisions or 0) + (statistics.conflicts or 0)
            each = max(self._step, self.work // max(1, steps))
            budget = max(1, min(budget, (end - self.work) // each))
        result, found, barren = engine.enumerate(budget, self._learn_after, most)
        self._stands = result == SOLUTION
        self._exhausted = result == NO_SOLUTION
        done = self._count()
        if result != PAUSED:
            return found
        to_learn = barren >= self._learn_after and not engine.is_learning()
        if done > 2 * SLICE:
            self._slice = max(1, budget // 2)
        elif done < SLICE // 2 and budget == self._slice and not to_learn:
            self._slice = 2 * budget
        if to_learn:
            self._exhausted = not engine.learn(self._enumerating)
        return found

    # -- conditions

    def _add_clauses(self, condition: BoolNode) -> bool:
        """Add a condition as clauses of the loaded engine, if it consists of clauses."""
        if isinstance(condition, And):
            return all(self._add_clauses(part) for part in condition.args)
        masks: dict[int, int] = {}  # by word: parts may be about values of one variable
        for part in condition.args if isinstance(condition, Or) else (condition,):
            literal = self._flat.simple_literal(part)
            if literal is None:
                return False
            word, mask = literal
            masks[word] = masks.get(word, 0) | mask
        # The parts are in the order of their ids, which depends on the earlier queries to the
        # model.
        clause = sorted(masks.items())
        if any(self._flat.network.normal(literal) == TRUE for literal in clause):
            return True
        opened = self._engine.add_clause(*map(list, zip(*clause, strict=True)))
        if opened == 0:
            self._impossible = True
        elif opened == 1:
            self._units.append(next(x for x in clause if self._engine.is_open(*x)))
        return True

    def _update(self) -> None:
        """Load an engine for the conditions that are not clauses."""
        if not self._outdated:
            return
        if self._flat is self._first_flat:
            self._flat = self._first_flat.copy()
            self._flattened = 0
        for condition in self._added[self._flattened :]:
            self._flat.require(condition)
        self._flattened = len(self._added)
        self._engine = self._load(self._flat)
        self._units = []
        self._outdated = False
        self._measure()

    # -- statistics

    def _measure(self) -> None:
        network = self._flat.network
        self.statistics.variables = len(network.base) - 1
        self.statistics.constraints = len(network.kind) + len(network.clause_start) - 1

    def _count(self) -> int:
        """Add the engine's counts to the statistics. Returns the work since the last call."""
        counts = self._engine.take_counts()
        decisions, conflicts, propagations, *_ = counts
        statistics = self.statistics
        statistics.decisions = (statistics.decisions or 0) + decisions
        statistics.conflicts = (statistics.conflicts or 0) + conflicts
        statistics.propagations = (statistics.propagations or 0) + propagations
        done = units(counts, self._engine.is_learning())
        self.work += done
        return done


class _Words(dict[BoolNode, Cuts]):
    """The words of each literal to assume, see `Literals.assumption`."""

    def __init__(self, flat: Flattening) -> None:
        self._flat = flat

    def __missing__(self, node: BoolNode) -> Cuts:
        found = self[node] = self._flat.assumption(node)
        return found


def at_once(found: int, most: int | None) -> int:
    """The number of solutions to search for next, after `found` of `most`. Without a limit: the
    first one alone, as soon as it is found, then batches of growing size."""
    return min(max(found, 1) if most is None else most - found, MOST_AT_ONCE)


def outcome(
    found: Sequence[Assignment], ended: str, find_core: Callable[[], tuple[BoolNode, ...]]
) -> Outcome:
    """The outcome of a search for one assignment (see `NativeSolver.go_on`)."""
    if found:
        return Outcome(Status.SAT, found[0])
    if ended == NO_MORE:
        return Outcome(Status.UNSAT, find_core=find_core)
    return Outcome(Status.UNKNOWN, reason=ended)
