"""The native engine as a backend.

A solver keeps one loaded engine for all puzzles of a shape: givens enter as cuts of domains on the
search's first level. Conditions added later are clauses of that engine where they can be; others
are flattened onto a second network, for which an engine is loaded when it is next needed, and which
the next `reset` drops.

The engine searches in slices of a few hundredths of a second; between them interrupts and deadlines
are looked at, and Python handles its signals. A search that finds nothing for long begins to learn
from its failures; one under assumptions does from the start, to tell which of them mattered.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from ...compiler.model import Model
from ...compiler.nodes import And, Bool, BoolNode, BoolVar, IntVar, Member, Not, Or
from ..base import Outcome, Statistics, Status, Stopped
from .engine import COMPILED, NO_SOLUTION, PAUSED, Engine
from .flatten import Flattening
from .network import SIZE, Literal

FIRST_SLICE = 16  # decisions and failures; little where each of them moves large graphs
SHORT, LONG = 0.02, 0.08
# Decisions and failures without a result before a search begins to learn; and if there are graphs,
# whose failures tell more.
LEARN_AFTER, WITH_GRAPHS = 1000, 100

Cuts = list[Literal]


class NativeSolver:
    """One model, asked many times (see `backends.base.Solver`).

    engine: the class that searches; another than the default one is for tests. learn_after:
    decisions and failures without a result before it begins to learn.
    """

    def __init__(
        self, model: Model, engine: type[Engine] = Engine, learn_after: int | None = None
    ) -> None:
        started = time.monotonic()
        self.statistics = Statistics(decisions=0, conflicts=0, propagations=0)
        self._model = model
        self._first_flat = self._flat = Flattening(model)
        self._load = engine
        self.has_graphs = len(self._flat.network.vertex_start) > 1
        self.has_sizes = SIZE in self._flat.network.query_kind
        if learn_after is None:
            learn_after = WITH_GRAPHS if self.has_graphs else LEARN_AFTER
        self._learn_after = learn_after
        self._first_engine = self._engine = engine(self._flat.network, self._flat.variables)
        # Conditions added, how many of them the second network holds, and cuts that some became.
        self._added: list[BoolNode] = []
        self._flattened = 0
        self._cuts: Cuts = []
        self._outdated = False
        self._impossible = False
        self._interrupted = False
        self._slice = FIRST_SLICE
        self._exhausted = False
        self.patience: float | None = None  # seconds, see `search`
        self.statistics.extra["compiled"] = int(COMPILED)
        self._measure()
        self.statistics.build_seconds = time.monotonic() - started

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        for outcome in self.search(assuming, deadline):
            if outcome is not None:
                return outcome
        raise AssertionError

    def enumerate(self, deadline: float | None = None) -> Iterator[tuple[int, ...]]:
        """All assignments, each once; nothing else may be asked of the solver meanwhile. Memory
        does not grow with the assignments found, beyond the first few hundred.
        Raises Stopped at the deadline or an interrupt."""
        for outcome in self.search((), deadline, enumerating=True):
            if outcome is not None and outcome.status is Status.UNKNOWN:
                raise Stopped(outcome.reason)
            if outcome is not None and outcome.assignment is not None:
                yield outcome.assignment

    def search(
        self,
        assuming: Sequence[BoolNode] = (),
        deadline: float | None = None,
        enumerating: bool = False,
    ) -> Iterator[Outcome | None]:
        """One answer, or all of them up to the last one that is not SAT; None whenever an answer
        took longer than `patience`: to be asked again, it goes on. Nothing but `exclude` may be
        asked of the solver meanwhile."""
        self._interrupted = False
        self._update()
        engine = self._engine
        self._exhausted = not self._open(assuming)
        if assuming and not self._exhausted:
            # Only failures that are learned from tell which assumptions mattered.
            engine.learn(False)
        culprits: list[int] = []
        while True:
            started = time.monotonic()
            limit = deadline
            if self.patience is not None and (limit is None or started + self.patience < limit):
                limit = started + self.patience
            if self._exhausted:
                found, reason = NO_SOLUTION, ""
            else:
                found, reason = self._run(limit, enumerating)
                if found == NO_SOLUTION:
                    culprits = engine.culprits()
            self.statistics.solve_seconds += time.monotonic() - started
            self._count()
            if found == PAUSED and reason == "deadline" and limit != deadline:
                yield None
                continue
            self.statistics.solves += 1
            if found == PAUSED:
                yield Outcome(Status.UNKNOWN, reason=reason)
                return
            if found == NO_SOLUTION:
                yield Outcome(Status.UNSAT, core=tuple(assuming[k] for k in culprits))
                return
            yield Outcome(Status.SAT, engine.assignment())
            if not enumerating:
                return
            self._exhausted = self._exhausted or not engine.exclude()

    def exclude(self, assignment: Sequence[int]) -> None:
        """Let an enumeration pass over an assignment that it has not come to."""
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
        if not self._engine.is_learning():
            self._exhausted = self._exhausted or not self._engine.learn(True)
        self._exhausted = self._exhausted or not self._engine.rule_out(words, masks)

    def add(self, condition: Bool) -> None:
        if isinstance(condition, bool):
            self._impossible = self._impossible or not condition
            return
        self._added.append(condition)
        self._outdated = self._outdated or not self._add_clauses(condition)

    def reset(self, model: Model) -> None:
        self._model = model
        self._flat, self._engine = self._first_flat, self._first_engine
        self._engine.forget()
        self._added = []
        self._cuts = []
        self._outdated = self._impossible = False

    def interrupt(self) -> None:
        self._interrupted = True

    # -- search

    def _open(self, assuming: Sequence[BoolNode]) -> bool:
        if self._impossible:
            return False
        cuts = [self._assumption_cuts(node) for node in assuming]
        return self._engine.open(self._model.givens, self._cuts, cuts)

    def _run(self, deadline: float | None, enumerating: bool = False) -> tuple[int, str]:
        """Search on to the next result; PAUSED with the reason if there is none in time."""
        engine = self._engine
        left = self._learn_after
        if self._interrupted:
            return PAUSED, "interrupted"
        if deadline is not None and time.monotonic() >= deadline:
            return PAUSED, "deadline"
        while True:
            learning = engine.is_learning()
            budget = self._slice if learning else min(self._slice, left)
            begun = time.monotonic()
            found = engine.run(budget)
            if found != PAUSED:
                return found, ""
            now = time.monotonic()
            if self._interrupted:
                return PAUSED, "interrupted"
            if deadline is not None and now >= deadline:
                return PAUSED, "deadline"
            if now - begun > LONG:
                self._slice = max(1, self._slice // 2)
            elif budget == self._slice and now - begun < SHORT:
                self._slice *= 2
            left -= budget
            if left <= 0 and not learning and not engine.learn(enumerating):
                return NO_SOLUTION, ""

    # -- conditions

    def _value_cuts(self, variable: BoolVar | IntVar, values: Sequence[int]) -> Cuts:
        """The words of a variable with the masks that leave it some values."""
        # The variables of the model come first in every flattening, so the words are the same.
        network = self._first_flat.network
        flat = self._first_flat.variables[variable.index]
        masks = dict(network.bits(flat, values))
        return [(word, masks.get(word, 0)) for word in network.words_of(flat)]

    def _assumption_cuts(self, node: BoolNode) -> Cuts:
        match node:
            case BoolVar():
                return self._value_cuts(node, (1,))
            case Not(arg=BoolVar() as variable):
                return self._value_cuts(variable, (0,))
            case Member(arg=IntVar() as variable, values=values):
                return self._value_cuts(variable, values)
        raise TypeError(f"not an assumption: {node!r}")

    def _add_clauses(self, condition: BoolNode) -> bool:
        """Enter a condition as clauses of the loaded engine, if it is no more than that."""
        if isinstance(condition, And):
            return all(self._add_clauses(part) for part in condition.args)
        parts = condition.args if isinstance(condition, Or) else (condition,)
        literals = [self._flat.simple_literal(part) for part in parts]
        clause = [x for x in literals if x is not None]
        if len(clause) < len(literals):
            return False
        if len({word for word, _ in clause}) < len(clause):
            return False
        opened = self._engine.add_clause([w for w, _ in clause], [m for _, m in clause])
        if opened == 0:
            self._impossible = True
        elif opened == 1:
            self._cuts.append(next(x for x in clause if self._engine.is_open(*x)))
        return True

    def _update(self) -> None:
        """Load an engine for the conditions that are more than clauses."""
        if not self._outdated:
            return
        if self._flat is self._first_flat:
            self._flat = self._first_flat.copy()
            self._flattened = 0
        for condition in self._added[self._flattened :]:
            self._flat.require(condition)
        self._flattened = len(self._added)
        self._engine = self._load(self._flat.network, self._flat.variables)
        self._cuts = []
        self._outdated = False
        self._measure()

    # -- statistics

    def _measure(self) -> None:
        network = self._flat.network
        self.statistics.variables = len(network.base) - 1
        self.statistics.constraints = len(network.kind) + len(network.clause_start) - 1

    def _count(self) -> None:
        decisions, conflicts, propagations = self._engine.take_counts()
        statistics = self.statistics
        statistics.decisions = (statistics.decisions or 0) + decisions
        statistics.conflicts = (statistics.conflicts or 0) + conflicts
        statistics.propagations = (statistics.propagations or 0) + propagations
