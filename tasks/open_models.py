"""Open models: one model for all puzzles of a family.

Building a model is most of the work on an easy puzzle. Puzzles of one *family* differ only in the
values of layers that can be open (see `compiler.ground.opening`), such as the regions and clues of
boards of one size. After some puzzles of a family, a model is built in which these layers are open,
and further puzzles only enter their clues as givens, as long as this is less work than building a
model for each.

An open model answers puzzles that have one solution or none: every model has the same answer to
these. Others are solved on a model of their own, so that which solutions are found, and in which
order, does not depend on earlier puzzles; and so are puzzles that take more work on the open model
than those before took on their own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, TypeAlias

from ..backends.base import MeteredSolver
from ..backends.native.solver import MORE, NO_MORE, Assignment, NativeSolver
from ..compiler.ground.binding import Binding
from ..compiler.ground.grounding import Grounder, Grounding
from ..compiler.ground.opening import Opening, code_of, value_of
from ..compiler.ground.program import Program
from ..dsl.diagnostics import PzcError
from ..dsl.syntax import Objective
from ..model.limits import ModelTooLarge
from ..model.model import Model
from ..presolve.passes import NETWORK, presolved
from ..records import field, record
from .cheaper import Cheaper

# By layer, symbols in the order in which they were seen.
Symbols: TypeAlias = dict[str, dict[Any, None]]

# Units of work (see `backends.base`) to ground, presolve and load a model, for each of its nodes.
# Fitted to puzzles of 30 genres and sizes, which take half to twice as much.
BUILD_NODE = 3_000
# What building takes whatever the size of a model, in nodes.
BUILD_MODEL = 200
# An open model is built after FIRST_TRY puzzles of its family, and if it turns out too large, tried
# again after MORE_TRIES times as many.
FIRST_TRY, MORE_TRIES = 3, 3
# It may have as many nodes as the models of these puzzles together, but at most LARGEST times those
# of one: to search in a larger one takes about as long as to build a usual one. After many puzzles
# it may have a share of 1 / FEW of all nodes in any case: then trying it costs little.
LARGEST, FEW = 9, 10
# The share of the work on puzzles that building models must have: an open model saves only that.
WORTH = 0.5
# A layer with more values than this does not open: then what a model takes depends on the number of
# values, which a limit of nodes does not bound.
MOST_VALUES = 128
# How many families, and open models, are remembered.
MOST_FAMILIES, MOST_OPEN = 100, 4
# The dearer way to solve puzzles of a family is tried again when the cheaper one has taken AGAIN
# times its work.
AGAIN = 30
# By how many recent puzzles the work that a puzzle takes is estimated.
RECENT = 8


def can_open(program: Program) -> bool:
    """Whether puzzles of a spec may share an open model: some of its layers do more than fix found
    values (which every model leaves open), and the spec has no sequence or objective."""
    return (
        program.sequence is None
        and not program.pure.issuperset(program.given_names)
        and not any(isinstance(d, Objective) for d in program.declarations)
    )


class OpenModel:
    """A model with open layers, and its solver. grounding: of a puzzle of its family. symbols: that
    its layers of symbols may have."""

    def __init__(self, grounding: Grounding, symbols: Symbols) -> None:
        self._slots = grounding.slots
        self._symbols = {name: frozenset(known) for name, known in symbols.items()}
        self._model = presolved(grounding.model, NETWORK)
        self._solver = NativeSolver(self._model)
        self._model.limit()

    def takes(self, binding: Binding) -> bool:
        """Whether the model has all symbols that a puzzle of the family shows."""
        return all(
            known.issuperset(binding.printed[name].values())
            for name, known in self._symbols.items()
        )

    def only(
        self, own: Grounding, work: int, deadline: float | None
    ) -> tuple[list[Assignment] | None, int]:
        """The only assignment of a puzzle, or none if it has no solution; and the work it took.
        None: it has more than one, or more work than `work` is needed, or the deadline passed.

        own: the puzzle, ground without rules; the assignment is of its variables.
        """
        givens = self._givens(own)
        if givens is None:
            return None, 0
        solver = self._solver
        solver.reset(self._model.with_givens(givens))
        before, ended = solver.work, MORE
        found: list[Assignment] = []
        solver.begin(enumerating=True)
        while ended == MORE and len(found) < 2:
            more, ended = solver.go_on(2 - len(found), deadline, before + work - solver.work)
            found += more
        known = ended == NO_MORE and len(found) < 2
        return [self._of(own, one) for one in found] if known else None, solver.work - before

    def _givens(self, own: Grounding) -> dict[int, int] | None:
        """The clues of a puzzle, by variable index; None if they cannot be entered."""
        fixed = own.model.givens
        givens: dict[int, int] = {}
        entered = 0
        for name, slot in self._slots.items():
            if slot.clues is not None:
                printed = own.binding.printed[name]
                for key, (index, codes) in slot.variables.items():
                    value = printed.get(key)
                    code = code_of(codes, value) if value is None or value in codes else None
                    if code is None:
                        return None
                    givens[index] = code
                continue
            for key, (index, codes) in own.slots[name].variables.items():
                entered += 1
                if index in fixed:
                    value = value_of(codes, fixed[index])
                    other, theirs = slot.variables[key]
                    givens[other] = theirs[value]
        return givens if entered == len(own.model.variables) else None

    def _of(self, own: Grounding, assignment: Assignment) -> Assignment:
        """An assignment of this model as one of the puzzle's own variables."""
        values = [0] * len(own.model.variables)
        for name, slot in own.slots.items():
            variables = self._slots[name].variables
            for key, (index, codes) in slot.variables.items():
                other, theirs = variables[key]
                code = assignment[other]
                values[index] = code if codes is theirs else codes[value_of(theirs, code)]
        return tuple(values)


@record(frozen=False, eq=False)
class Family:
    """Puzzles that differ in the values of some layers only.

    symbols: those seen so far. puzzles, nodes, work: how many were solved on models that are not
    open, the nodes of these, and the work on them. cheaper: by their work, whether the next one is
    tried on the open model. next_try: the number of puzzles after which an open model is built
    next. too_large: one with this many times the nodes of a usual model is larger than allowed.
    """

    symbols: Symbols = field(default_factory=dict)
    puzzles: int = 0
    nodes: int = 0
    work: int = 0
    cheaper: Cheaper = field(default_factory=lambda: Cheaper(0, AGAIN, RECENT))
    model: OpenModel | None = None
    next_try: int = field(default_factory=lambda: FIRST_TRY)
    too_large: int = 0

    def largest(self) -> int:
        """How many times the nodes of a usual model an open model may have."""
        return max(min(self.puzzles, LARGEST), self.puzzles // FEW)

    def most_nodes(self) -> int:
        """How many nodes an open model may have."""
        return self.largest() * self.nodes // self.puzzles - BUILD_MODEL

    def is_due(self) -> bool:
        """Whether an open model is to be built next."""
        if self.puzzles < self.next_try or self.largest() <= self.too_large:
            return False
        return BUILD_NODE * self.nodes >= WORTH * self.work


class OpenModels:
    """The families of a spec's puzzles. program: of a spec that `can_open`."""

    def __init__(self, program: Program) -> None:
        self._grounder = Grounder(program)
        self._layers = tuple(n for n in program.checked.openable if n not in program.pure)
        self._families: dict[Hashable, Family] = {}
        self._due: tuple[Family, Binding] | None = None
        self._built: object = None  # the constraints of the last model that was not open

    def open_due(self) -> None:
        """Build the open model that is due, if one is. This is apart from the work on any puzzle,
        whose time may be limited."""
        if self._due is None:
            return
        (family, binding), self._due = self._due, None
        how = {name: Opening(values=family.symbols.get(name)) for name in self._layers}
        try:
            grounding = self._grounder.ground(binding.puzzle, open=how, most=family.most_nodes())
            family.model = OpenModel(grounding, family.symbols)
        except (PzcError, ModelTooLarge, MemoryError):
            # Too large, or a layer must be closed after all.
            family.too_large = family.largest()
            return
        finally:
            self._grounder.forget()
        opened = [one for one in self._families.values() if one.model is not None]
        if len(opened) > MOST_OPEN:
            opened[0].model = None

    def trial(self, binding: Binding, deadline: float | None) -> Trial:
        """Try a puzzle that was read on the open model of its family, if it has one that pays."""
        family = self._family(binding)
        model = None if family is None else family.model
        if family is None or model is None:
            return Trial(self, binding, family)
        if not (model.takes(binding) and family.cheaper.is_second()):
            return Trial(self, binding, family)
        try:
            own = self._grounder.without_rules(binding)
        except PzcError:  # reported when the puzzle gets a model of its own
            return Trial(self, binding, family, True)
        usual = family.cheaper.typical(False)
        found, work = model.only(own, int(usual or 0), deadline)
        family.cheaper.note(True, work)
        return Trial(self, binding, family, True, None if found is None else (own, found))

    def _family(self, binding: Binding) -> Family | None:
        """The family of a puzzle; None if it shares no open model."""
        domains = {name: binding.slots[name].domain for name in self._layers}
        if not domains or any(len(domain.values) > MOST_VALUES for domain in domains.values()):
            return None
        key = binding.family(self._layers)
        if key is None:
            return None
        family = self._families.pop(key) if key in self._families else Family()
        self._families[key] = family  # now the last one
        if len(self._families) > MOST_FAMILIES:
            del self._families[next(iter(self._families))]
        for name, domain in domains.items():
            if domain.kind == "any":
                known = family.symbols.setdefault(name, {})
                known.update(dict.fromkeys(binding.printed[name].values()))
                if len(known) > MOST_VALUES:
                    return None
        return family

    def note(self, trial: Trial, model: Model, work: int) -> None:
        """Enter that a puzzle was solved on a model that is not open, and whether the open model of
        its family is due. work: of the search."""
        nodes = 0 if self._built is model.constraints else BUILD_MODEL + model.size
        self._built = model.constraints
        family, binding = trial.family, trial.binding
        if family is None:
            return
        work += BUILD_NODE * nodes
        family.puzzles += 1
        family.nodes += nodes
        family.work += work
        if trial.tried:
            family.cheaper.add(work)
        else:
            family.cheaper.note(False, work)
        known = family.model is not None and family.model.takes(binding)
        if family.is_due() and not known:
            family.next_try = MORE_TRIES * family.puzzles
            self._due = (family, binding)


@record
class Trial:
    """A puzzle, and what the open model of its family says about it.

    tried: whether that model was searched. answer: the puzzle without rules, and its only
    assignment, or none; None if it must be solved on a model of its own.
    """

    models: OpenModels
    binding: Binding
    family: Family | None
    tried: bool = False
    answer: tuple[Grounding, list[Assignment]] | None = None

    def noted(
        self, grounding: Grounding, solver: MeteredSolver, assignments: Iterator[Assignment]
    ) -> Iterator[Assignment]:
        """Yield the assignments that a solver finds; then note its work."""
        before = solver.work
        try:
            yield from assignments
        finally:
            self.models.note(self, grounding.model, solver.work - before)
