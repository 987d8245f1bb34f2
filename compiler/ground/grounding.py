"""Grounding: from a compiled spec and a puzzle to the puzzle's model, and from assignments to
layers.

    grounder = Grounder(Program(checked))
    grounding = grounder.ground(puzzle)       # the model, and how to read its solutions back

Grounding has two phases. Binding reads params, the board's size, things and givens from the puzzle;
building creates variables for the found layers and constraints from the rules. Givens that only fix
found values (used in `find … from clue` and nowhere else) do not occur in the constraints, so that
puzzles that differ in these only share one model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...dsl.diagnostics import PzcError, Span
from ...dsl.puzzle import PuzzleText
from ...dsl.syntax import Answer, Find, Let, Objective, Title
from ...gc_pause import uncollected
from ...model import nodes as ir
from ...model.constraints import Constraint
from ...model.constraints import Objective as Goal
from ...model.limits import MAX_NODES, ModelTooLarge
from ...model.model import Model
from ...records import record
from ..builtins import region_layers as drawn
from ..context import Context
from ..values.choice import Choice
from ..values.forms import FoundShape
from ..values.moved import Moved
from ..values.partitions import Box, Partition, Piece
from ..values.position import Position
from ..values.showing import show
from ..values.values import Bag, GuardedList, Layer, Lengths, Maybe, Unsupported, Value, is_number
from ..watch import Watch
from .binding import Binding
from .bounding import bound_pieces
from .layers import LayerSlot
from .opening import Open, Opening, openings
from .program import CompiledRule, Program


@record(frozen=False)
class Grounding:
    """The model of one puzzle, and the way back from its assignments to layers.

    slots       the given and found layers, by name
    answer      the names of the layers that make up the answer
    sentences   the sentence of each rule, with its values filled in
    no_plan     the reason that there is no plan of any length, if known
    implied     the rules that follow from others and are part of the model, by index
    exact       whether the model can represent every board, with every rule as written and a
                variable for each place of a computed answer; otherwise options that no solution
                has are removed (see `narrowing`)
    reducible   whether the exact and the reduced model of this puzzle differ
    ground      the model as it was ground, if presolve has made `model` of it
    """

    program: Program
    context: Context
    model: Model
    slots: dict[str, LayerSlot]
    answer: tuple[str, ...]
    sentences: tuple[str, ...]
    params: dict[str, Any]
    walls: tuple[tuple[Any, ...], ...]
    binding: Binding
    shape: Any = None
    no_plan: str | None = None
    implied: frozenset[int] = frozenset()
    exact: bool = True
    reducible: bool = False
    ground: Model | None = None

    def serves(self, exact: bool, implied: frozenset[int]) -> bool:
        """Whether this grounding can replace an exact, or a reduced, one with these implied
        rules."""
        return self.implied == implied and (self.exact == exact or not self.reducible)

    @property
    def trusted(self) -> tuple[str, ...]:
        """The sentences of the implied rules that are part of the model: its solutions are those of
        the rules only if these follow."""
        return tuple(self.sentences[k] for k in sorted(self.implied))

    def __repr__(self) -> str:
        return f"Grounding({self.title!r}, {self.model!r})"

    @property
    def title(self) -> str:
        """The spec's title."""
        titles = [d.text for d in self.program.declarations if isinstance(d, Title)]
        return titles[-1] if titles else ""

    @property
    def sequence(self) -> str:
        """The name of the spec's sequence, empty if there is none."""
        sequence = self.program.sequence
        return "" if sequence is None else sequence.name.id

    @property
    def moves(self) -> int | None:
        """The moves of a plan, for a spec with a sequence."""
        return None if self.program.sequence is None else self.context.moves

    @property
    def given_names(self) -> tuple[str, ...]:
        """The names of the layers that the puzzle fills, in order."""
        return self.program.given_names


class _Reported:
    """Report a model that becomes too large in the body, or a spec too deep, as PzcError."""

    __slots__ = ("_program",)

    def __init__(self, program: Program) -> None:
        self._program = program

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, traceback: object) -> None:
        if isinstance(problem, ModelTooLarge):
            first = self._program.checked.tree.declarations[0]
            raise PzcError.at("E0405", str(problem), first.span) from None
        if isinstance(problem, RecursionError):
            raise PzcError.at(
                "E0406", "the spec's expressions are nested too deeply for this puzzle"
            ) from None


class Grounder:
    """Grounds puzzles of one spec. Keeps the model of the last shape of puzzle."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._kept: Grounding | None = None

    def ground(
        self,
        puzzle: PuzzleText,
        moves: int | None = None,
        exact: bool = False,
        watch: Watch | None = None,
        open: Open = (),
        implied: bool | None = None,
        most: int = MAX_NODES,
        without: int | None = None,
    ) -> Grounding:
        """Return the model of a puzzle.

        moves: the number of moves of the plan, for a spec with a sequence; None for the most it
        allows. exact: represent every board, with every rule as written, as verifying boards and
        grouping require; otherwise remove options that no solution has (`narrowing`). watch:
        records the outcome of each condition of the rules. implied: whether to include all
        implied rules; None for those that a solver may use: no lemmas, none that needs the values
        of an open layer, and none at all if exact.

        open: given layers to make into variables, or for each the places whose values are free, or
        more (see `opening`). most: the nodes that the model may have. without: the number of a rule
        to leave out.

        Raises PzcError for mistakes in the puzzle, for mistakes in the spec that occur only with
        this puzzle, and for a layer that cannot be opened."""
        how = openings(open, self.program.given_names)
        self._check_open(how, implied is True)
        context = Context(watch)
        context.m.limit(most)
        binding = Binding(self.program, context, puzzle, moves, how)
        included = self.program.implied if implied else frozenset()
        if implied is None and not exact:
            opened = [name for name, one in how.items() if not one.computed]
            included = self.program.trusted - self.program.checked.needing(opened)
        with _Reported(self.program), uncollected():
            binding.bind()
            return self._ground(binding, exact, included, without)

    def ground_read(self, binding: Binding) -> Grounding:
        """Return the model of a puzzle that `read` has read, as `ground` does. Only for a spec
        without a sequence. Raises PzcError for mistakes that occur only with this puzzle."""
        with _Reported(self.program), uncollected():
            return self._ground(binding, False, self.program.trusted)

    def without_rules(self, binding: Binding) -> Grounding:
        """A puzzle that `read` has read, with its found layers and no rules: for solutions that are
        known from another model. The binding cannot be ground again. Raises PzcError for mistakes
        that occur only with this puzzle."""
        with _Reported(self.program), uncollected():
            self._find(binding, whole=True)
            binding.context.m.givens = binding.givens()
            return self._grounding(binding, False, self.program.trusted)

    def _ground(
        self, binding: Binding, exact: bool, implied: frozenset[int], without: int | None = None
    ) -> Grounding:
        context = binding.context
        usual = context.watch is None and without is None
        kept = self._kept if usual else None
        if kept is not None and kept.shape == binding.shape and kept.serves(exact, implied):
            return self._again(kept, binding)
        self._build(binding, exact, implied, without)
        model = context.m
        for declared in self.program.late:
            if isinstance(declared, Let) and declared.name.id in self.program.answered:
                self.program.let(declared, context)
        if exact:
            binding.find_computed()
        model.givens = binding.givens()
        model.answer = tuple(self._answer_operands(context))
        for d in self.program.declarations:
            if isinstance(d, Objective):
                value = self.program.value(d.value, context)
                model.objective = Goal(d.sense, _objective(value, d.value.span))
        grounding = self._grounding(binding, exact, implied)
        if usual:
            self._kept = grounding
        return grounding

    def _answer_operands(self, context: Context) -> Iterator[ir.Operand]:
        """Two solutions differ if one of these operands does."""
        named = [n for d in self.program.declarations if isinstance(d, Answer) for n in d.names]
        spans = {name.id: name.span for name in named}
        for name in self.program.answer:
            try:
                yield from _answer_operands(context.m, context.values[name])
            except Unsupported as problem:
                raise PzcError.at(
                    "E0280",
                    str(problem),
                    spans[name],
                    expected="a layer of single values, a partition, or a single value",
                ) from None

    def _grounding(self, binding: Binding, exact: bool, implied: frozenset[int]) -> Grounding:
        """The grounding of a puzzle whose model is complete."""
        context = binding.context
        return Grounding(
            self.program,
            context,
            context.m,
            binding.slots,
            self.program.answer,
            tuple(_sentence(rule, context) for rule in self.program.compiled),
            binding.params,
            binding.walls(),
            binding,
            binding.shape,
            implied=implied,
            exact=exact,
            reducible=binding.choices.may_narrow
            or self._may_bound(context.m, exact)
            or bool(self.program.computed),
        )

    def _may_bound(self, m: Model, exact: bool) -> bool:
        """Whether rules bound the sizes of pieces in a model; of an exact one, whether they may."""
        return any(rule.by_sizes for rule in self.program.compiled) if exact else bool(m.near)

    def _build(
        self, binding: Binding, exact: bool, implied: frozenset[int], without: int | None
    ) -> None:
        """Build the found layers and the rules, with some of the implied rules and perhaps without
        one; unless exact, over narrowed choices. Conditions on single choices are tried first,
        since they cost less over all options than the others do."""
        model, choices = binding.context.m, binding.choices
        variables, constraints = len(model.variables), len(model.constraints)
        compiled = [(k, rule) for k, rule in enumerate(self.program.compiled) if k != without]
        taken = [(k, rule) for k, rule in compiled if not rule.tree.implied or k in implied]
        rules = [rule for _, rule in taken]

        def start_again() -> None:
            del model.variables[variables:], model.constraints[constraints:]
            binding.context.forget()
            self._find(binding, whole=True)

        later = self._find(binding, exact)
        found = len(model.constraints)
        if choices.many and not exact:
            for k, _ in taken:
                self.program.on_choices(k)([binding.context], ())
            narrowed = choices.narrow(model.constraints)
            del model.constraints[found:]
            if narrowed:
                start_again()
                later = []
        for let in later:
            self.program.let(let, binding.context)
        _require(rules, binding, exact)
        if not exact and choices.narrow(model.constraints):
            start_again()
            _require(rules, binding, exact)

    def _find(self, binding: Binding, whole: bool) -> list[Let]:
        """Build the found layers. Lets that no rule mentions are evaluated later; those that are
        only drawn, when they are. Unless `whole`, leave out those that conditions on single choices
        do not need if there are choices to be narrowed; return these."""
        later: list[Let] = []
        for declared in self.program.late:
            if isinstance(declared, Find):
                binding.find(declared)
            elif declared.name.id in self.program.mentioned:
                partly = not whole and bool(binding.choices.many)
                if partly and declared.name.id not in self.program.needed_by_choices:
                    later.append(declared)
                else:
                    self.program.let(declared, binding.context)
        return later

    def _again(self, kept: Grounding, binding: Binding) -> Grounding:
        """Ground a puzzle of the same shape as the last one: only its givens are new."""
        own = self.program.pure.difference(binding.open)
        for name, value in kept.context.values.items():
            if name not in own:  # an equal value, or the same value over nodes of the kept model
                binding.context.values[name] = value
        slots = {**kept.slots, **binding.slots}
        binding.slots = slots
        binding.context.m = kept.model
        return Grounding(
            self.program,
            binding.context,
            kept.model.with_givens(binding.givens()),
            slots,
            kept.answer,
            kept.sentences,
            binding.params,
            kept.walls,
            binding,
            kept.shape,
            implied=kept.implied,
            exact=kept.exact,
            reducible=kept.reducible,
        )

    def _check_open(self, open: Mapping[str, Opening], strict: bool) -> None:
        """Raise PzcError for an expression that must be known before solving but depends on a layer
        that is open at all places. Dependencies on single places are detected when the puzzle is
        ground. strict: also for one in an implied rule."""
        checked = self.program.checked
        wholly = frozenset(
            name for name, how in open.items() if how.places is None and not how.computed
        )
        closed = strict and not wholly.isdisjoint(checked.closing)
        if closed or not wholly.issubset(checked.openable):
            from ...dsl.checker import examine

            examine(checked.tree, wholly)

    def most_moves(self, puzzle: PuzzleText) -> int:
        """The largest number of moves of a plan. Raises PzcError for mistakes in the puzzle."""
        return self.read(puzzle).most_moves

    def read(self, puzzle: PuzzleText, open: Open = ()) -> Binding:
        """Check a puzzle without building a model. open: as for `ground`. Raises PzcError for
        mistakes in it."""
        opened = openings(open, self.program.given_names)
        binding = Binding(self.program, Context(), puzzle, 0, opened)
        with _Reported(self.program):
            binding.bind()
        return binding

    def forget(self) -> None:
        """Drop the kept model."""
        self._kept = None


def _require(rules: Sequence[CompiledRule], binding: Binding, exact: bool) -> None:
    """Add the constraints of some rules to the model. Unless it is exact, statements on sizes are
    ground first, because they show which queries the rest can omit."""
    context, m = binding.context, binding.context.m
    stated: list[list[Constraint]] = []
    m.near.clear()
    for rule in rules:
        for parts in () if exact else rule.by_sizes:
            begun = len(m.constraints)
            if parts.stating is not None:
                parts.stating([context], ())
            stated.append(m.constraints[begun:])
            del m.constraints[begun:]
            bound_pieces(m, stated[-1], parts.names)
    first = iter(stated)
    for rule in rules:
        if exact or not rule.by_sizes:
            rule.run([context], ())
            continue
        for parts in rule.by_sizes:
            m.constraints += next(first)
            if parts.rest is not None:
                parts.rest([context], ())


def _sentence(rule: CompiledRule, context: Context) -> str:
    """A rule's sentence with its values inserted; a noun after a 1 is made singular."""
    text = ""
    for part in rule.sentence:
        if not isinstance(part, str):
            text += show(part([context]))
        elif _ONE.search(text):
            text += _PLURAL.sub(_singular, part)
        else:
            text += part
    return text


# The number 1 at the end of a text, and a plural noun at the beginning of the next.
_ONE = re.compile(r"(?<![\d.,-])1$")
_PLURAL = re.compile(r"^ (?!(?:has|does|was|this|its)\b)[a-z]+[^su ]s\b")


def _singular(plural: re.Match[str]) -> str:
    noun = plural.group()
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    return noun[:-2] if noun.endswith(("ches", "shes", "xes", "sses")) else noun[:-1]


def _objective(value: Value, span: Span) -> ir.IntOperand:
    if isinstance(value, Maybe) and value.present is True:
        value = value.value
    if not is_number(value):
        raise PzcError.at(
            "E0407",
            "the objective may be missing",
            span,
            expected="a number that cannot be missing",
            hint="`max(0, …)` is 0 where the others are missing",
        )
    return value


def _answer_operands(m: Model, value: Value) -> list[ir.Operand]:
    """The operands of a value or layer: two solutions that differ in it differ in one of them.
    Raises Unsupported if there are none."""
    if is_number(value):
        return [] if isinstance(value, int) else [value]
    match value:
        case None:
            return []
        case Layer(table=table):
            return [o for v in table.values() for o in _answer_operands(m, v)]
        case Partition():
            return list(drawn.operands(m, value))
        case Maybe(value=ir.IntVar() as x, present=ir.Member(arg=y, values=values)) if (
            x is y and len(x.domain) - len(values) == 1
        ):
            return [x]  # one of its values stands for a missing one
        case Maybe():
            return [value.present, m.ite(value.present, value.value, 0)]
        case Choice(position=Position(is_one_to_one=True, node=node)) if len(node.domain) > 1:
            return [node]
        case Choice():
            conditions = [c for c in value.options.values() if not isinstance(c, bool)]
            single = [c for c in conditions if isinstance(c, ir.Member) and len(c.values) == 1]
            if conditions and len(single) == len(conditions):
                node, *others = {c.arg for c in single}
                # At most one value of the node stands for a missing one, so no two mean the same.
                if not others and len(node.domain) - len(single) <= 1:
                    return [node]
            return list(conditions)
        case tuple():
            return [o for v in value for o in _answer_operands(m, v)]
        case GuardedList() | Lengths() | Piece() | Box() | Moved() | Bag() | FoundShape():
            raise Unsupported("an answer with a list or set whose members the solver decides")
        case _:
            return []
