"""A spec compiled to closures, and its grounding over a puzzle.

    program = Program(checked)
    grounding = program.ground(puzzle)       # the model, and how to read its solutions back

Grounding has two phases. Binding reads params, the board's size, things and givens from the puzzle;
building makes variables for what is found and constraints out of the rules. Givens that only fix
found values (`find … from clue`, and nowhere else read) leave no trace in the constraints, so that
puzzles which differ in nothing else share one model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...dsl.checked import Checked
from ...dsl.diagnostics import PzcError, Span
from ...dsl.puzzle import PuzzleText
from ...dsl.syntax import (
    Answer,
    Call,
    Declaration,
    Define,
    Find,
    Given,
    Let,
    Name,
    Objective,
    Param,
    Picture,
    Rule,
    Sequence,
    Things,
    Title,
    nodes,
)
from ...gc_pause import uncollected
from ...model import nodes as ir
from ...model.limits import ModelTooLarge
from ...model.model import Model
from ...model.model import Objective as Goal
from ...model.nodes import Bool
from ...records import field, record, replace
from ..builtins import region_layers as drawn
from ..comments import commented
from ..context import World
from ..lower.closures import Evaluate, Frame, assign
from ..lower.lower import Lowering
from ..lower.names import asked_names, found_names, grid_names, pure_givens
from ..lower.statements import Run, Statements
from ..values.divisions import Division
from ..values.values import Choice, Layer, Maybe, Value, is_truth, show
from . import boxes
from .binding import Binding
from .declared import kind_of_units, static_kind
from .layers import LayerSlot


@record
class CompiledRule:
    """A rule's statements and the parts of its sentence, ready to run."""

    tree: Rule
    run: Run
    sentence: tuple[str | Evaluate, ...]


@record(frozen=False)
class Grounding:
    """A puzzle's model and the way back from assignments to layers.

    finds, givens: what the layers are, by name. answer: the names of the answer's layers.
    sentences: of each rule, with its values filled in. no_plan: what is known where there is no
    plan, of however many moves. whole: it has a place for every board
    there is (see `narrowing`, `boxes`). plain: there is no difference.
    """

    program: Program
    world: World
    model: Model
    slots: dict[str, LayerSlot]
    answer: tuple[str, ...]
    sentences: tuple[str, ...]
    params: dict[str, Any]
    walls: tuple[tuple[Any, ...], ...]
    binding: Binding
    shape: Any = None
    no_plan: str | None = None
    whole: bool = True
    plain: bool = True

    def holds(self, whole: bool) -> bool:
        """Whether it is whole, or shortened, as asked for."""
        return self.whole == whole or self.plain

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
        return None if self.program.sequence is None else self.world.moves

    @property
    def given_names(self) -> tuple[str, ...]:
        """The names of the layers that the puzzle fills, in order."""
        return tuple(
            n.id for d in self.program.declarations if isinstance(d, Given) for n in d.names
        )


@record(frozen=False)
class Program:
    """A checked spec, compiled. The last shape of puzzle that was ground is kept."""

    checked: Checked
    declarations: tuple[Declaration, ...] = field(init=False)
    rules: tuple[Rule, ...] = field(init=False)
    sequence: Sequence | None = field(init=False)
    pure: frozenset[str] = field(init=False)
    found: frozenset[str] = field(init=False)
    _late: tuple[Find | Let, ...] = field(init=False)
    _asked: frozenset[str] = field(init=False)
    _lowering: Lowering = field(init=False)
    _rules: list[CompiledRule] = field(init=False)
    _lets: dict[Let, Callable[[World], Value]] = field(init=False)
    _kept: Grounding | None = field(init=False, default=None)
    _commented: frozenset[str] | None = field(init=False, default=None)
    _blocks: Call | bool | None = field(init=False, default=False)  # False: not looked for yet

    def __post_init__(self) -> None:
        self.declarations = self.checked.tree.declarations
        self.rules = tuple(d for d in self.declarations if isinstance(d, Rule))
        sequences = (d for d in self.declarations if isinstance(d, Sequence))
        self.sequence = next(sequences, None)
        defines = {d.name.id: d for d in self.declarations if isinstance(d, Define)}
        self.pure = pure_givens(self.declarations)
        self.found = found_names(self.declarations)
        self._late = tuple(
            d
            for d in self.declarations
            if isinstance(d, Find) or (isinstance(d, Let) and d.name.id in self.found)
        )
        self._asked = asked_names(self.declarations)
        self._lowering = Lowering(self.checked.symbols, defines, self._declared())
        self._lets = {d: self._let(d) for d in self.declarations if isinstance(d, Let)}
        self._rules = [self._rule(k, rule) for k, rule in enumerate(self.rules)]

    def _declared(self) -> set[str]:
        names: set[str] = set()
        for d in self.declarations:
            match d:
                case Param() | Given() | Find():
                    names.update(n.id for n in d.names)
                case Let() | Things() | Sequence():
                    names.add(d.name.id)
        names.update(n.id for n in grid_names(self.declarations))
        return names

    # ---- compiling

    def lowering(self) -> Lowering:
        """A fresh compiler of expressions with nothing but the declared names in scope."""
        base = self._lowering
        fresh = Lowering(base.symbols, base.defines, base.declared)
        fresh._compiled = base._compiled
        return fresh

    def _let(self, let: Let) -> Callable[[World], Value]:
        lowering = self.lowering()
        if not let.keys:
            value = lowering.expression(let.value)
            return lambda world: _named(let.name.id, value([world]))
        sets = [(lowering.members(s), s.span) for _, s in let.keys]
        slots = []
        for names, _ in let.keys:
            slots.append(lowering.bind(names)[1])
        body = lowering.expression(let.value)
        pairwise = any(len(names) == 2 for names, _ in let.keys)
        span = let.value.span
        types = iter(self.checked.kinds[let.name.id])
        known = [[next(types) for _ in names].pop() for names, _ in let.keys]
        static = [kind or static_kind(s) for kind, (_, s) in zip(known, let.keys, strict=True)]

        def layer(world: World) -> Value:
            frame: Frame = [world, *([None] * (lowering.size - 1))]
            table: dict[Any, Any] = {}
            kinds = list(static)

            def fill(k: int, key: tuple[Any, ...], there: Bool) -> None:
                if k == len(sets):
                    value = body(frame)
                    if is_truth(value):
                        value = world.m.and_((there, value))
                    elif there is not True:
                        raise PzcError.at("E0404", "a layer over places that are found", span)
                    table[key[0] if len(key) == 1 else key] = value
                    return
                members, where = sets[k]
                found = members(frame)
                scale = world.enter(len(found), where)
                kinds[k] = known[k] or kind_of_units(item for item, _ in found) or kinds[k]
                for item, condition in found:
                    assign(frame, slots[k], item)
                    fill(k + 1, (*key, item), world.m.and_((there, condition)))
                world.scale = scale

            fill(0, (), True)
            values = list(table.values())
            is_bool = bool(values) and all(is_truth(v) or v is None for v in values)
            return Layer(let.name.id, table, is_bool, ", ".join(kinds), pairwise)

        return layer

    def _rule(self, number: int, rule: Rule) -> CompiledRule:
        lowering = self.lowering()
        statements = Statements(lowering, number)
        body = [statements.statement(s, []) for s in rule.body]
        size = lowering.size

        def run(frame: Frame, guard: tuple[Bool, ...]) -> None:
            frame.extend([None] * (size - len(frame)))
            for step in body:
                step(frame, guard)

        fresh = self.lowering()
        parts = tuple(p if isinstance(p, str) else fresh.expression(p) for p in rule.sentence.parts)
        return CompiledRule(rule, run, parts)

    # ---- grounding

    @property
    def blocks(self) -> Evaluate | None:
        """The first `blocks(…)` of the spec."""
        if self._blocks is False:
            calls = (n for n in nodes(self.declarations) if isinstance(n, Call))
            named = (c for c in calls if isinstance(c.function, Name) and c.function.id == "blocks")
            self._blocks = next(named, None)
        return self.lowering().expression(self._blocks) if isinstance(self._blocks, Call) else None

    @property
    def sections(self) -> tuple[str, ...]:
        """The names that a puzzle file may have sections for."""
        names: list[str] = []
        for d in self.declarations:
            match d:
                case Param() | Given():
                    names.extend(n.id for n in d.names)
                case Things(members=None):
                    names.append(d.name.id)
                case Picture():
                    names.append("picture")
        names.extend(n.id for n in grid_names(self.declarations))
        return tuple(dict.fromkeys(names))

    @property
    def commented(self) -> frozenset[str]:
        """The sections of puzzle and solution files in which `#` begins a comment."""
        if self._commented is None:
            sizes = (name.id for name in grid_names(self.declarations))
            self._commented = commented(self.declarations, self.checked.kinds).union(sizes)
        return self._commented

    def ground(
        self,
        puzzle: PuzzleText,
        moves: int | None = None,
        whole: bool = False,
    ) -> Grounding:
        """The model of a puzzle. Raises PzcError for mistakes in the puzzle or in the spec that
        only show on it.

        moves: of the plan, for a spec with a sequence; if None as many as that allows. whole: it
        has a place for every board there is, and every rule as it stands, for boards to be judged;
        else it is shortened to what may be a solution (see `narrowing`, `boxes`).
        """
        try:
            with uncollected():
                return self._ground(puzzle, moves, whole)
        except ModelTooLarge as problem:
            raise PzcError.at(
                "E0405", str(problem), self.checked.tree.declarations[0].span
            ) from None
        except RecursionError:
            raise PzcError.at(
                "E0406", "the spec's expressions reach too deep over this puzzle"
            ) from None

    def _ground(self, puzzle: PuzzleText, moves: int | None, whole: bool) -> Grounding:
        world = World()
        binding = Binding(self, world, puzzle, moves)
        binding.bind()
        kept = self._kept
        if kept is not None and kept.shape == binding.shape and kept.holds(whole):
            return self._again(kept, binding)
        model = world.m
        variables, constraints = len(model.variables), len(model.constraints)
        self._build(binding)
        if not whole and binding.choices.narrow(model.constraints):
            del model.variables[variables:], model.constraints[constraints:]
            world.forget()
            self._build(binding)
        divisions = [v for v in world.values.values() if isinstance(v, Division)]
        if not whole and self.sequence is None:
            for division in divisions:
                boxes.choose(model, division)
        for declared in self._late:
            if isinstance(declared, Let) and declared.name.id not in self._asked:
                self.let(declared, world)
        model.givens = binding.givens()
        answer = self._answer()
        model.answer = tuple(
            operand for name in answer for operand in _answer_operands(model, world.values[name])
        )
        for d in self.declarations:
            if isinstance(d, Objective):
                value = self.lowering().expression(d.value)([world])
                model.objective = Goal(d.sense, _objective(value, d.value.span))
        grounding = Grounding(
            self,
            world,
            model,
            binding.slots,
            answer,
            tuple(self._sentence(rule, world) for rule in self._rules),
            binding.params,
            binding.walls(),
            binding,
            binding.shape,
            whole=whole,
            plain=not binding.choices.many and not any(d.boxes for d in divisions),
        )
        self._kept = grounding
        return grounding

    def _build(self, binding: Binding) -> None:
        """What is found, and the rules on it; lets that no rule speaks of are left out."""
        for declared in self._late:
            if isinstance(declared, Find):
                binding.find(declared)
            elif declared.name.id in self._asked:
                self.let(declared, binding.world)
        for rule in self._rules:
            rule.run([binding.world], ())

    def _again(self, kept: Grounding, binding: Binding) -> Grounding:
        """A puzzle of the kept shape: only its givens are new."""
        for name, value in kept.world.values.items():
            binding.world.values.setdefault(name, value)
        slots = {**kept.slots, **binding.slots}
        binding.slots = slots
        binding.world.m = kept.model
        return Grounding(
            self,
            binding.world,
            kept.model.with_givens(binding.givens()),
            slots,
            kept.answer,
            kept.sentences,
            binding.params,
            kept.walls,
            binding,
            kept.shape,
            whole=kept.whole,
            plain=kept.plain,
        )

    def most_moves(self, puzzle: PuzzleText) -> int:
        """How many moves a plan may have at most. Raises PzcError for mistakes in the puzzle."""
        return self.read(puzzle).most_moves

    def read(self, puzzle: PuzzleText) -> Binding:
        """Read a puzzle and build nothing. Raises PzcError for mistakes in it."""
        binding = Binding(self, World(), puzzle, 0)
        binding.bind()
        return binding

    def forget(self) -> None:
        """Drop the model that is kept for further puzzles of its shape."""
        self._kept = None

    def let(self, tree: Let, world: World) -> None:
        """Evaluate a `let` into the world."""
        world.values[tree.name.id] = self._lets[tree](world)

    def _sentence(self, rule: CompiledRule, world: World) -> str:
        return "".join(p if isinstance(p, str) else show(p([world])) for p in rule.sentence)

    def _answer(self) -> tuple[str, ...]:
        named = [n.id for d in self.declarations if isinstance(d, Answer) for n in d.names]
        if named:
            return tuple(named)
        return tuple(n.id for d in self.declarations if isinstance(d, Find) for n in d.names)


def _named(name: str, value: Value) -> Value:
    """A computed layer or division takes the name it is given."""
    if isinstance(value, Layer) and not value.name:
        return replace(value, name=name)
    if isinstance(value, Division):
        value.name = value.name or name
    return value


def _objective(value: Value, span: Span) -> ir.IntOperand:
    if isinstance(value, (Maybe, Choice)) or value is None or not hasattr(value, "__class__"):
        raise PzcError.at(
            "E0407",
            "what is optimised may be missing",
            span,
            expected="a number that is always there",
        )
    return value


def _answer_operands(m: Model, value: Value) -> list[ir.Operand]:
    """The operands in which two solutions differ if they differ in a value or a layer."""
    match value:
        case None:
            return []
        case Layer(table=table):
            return [o for v in table.values() for o in _answer_operands(m, v)]
        case Division():
            return list(drawn.operands(m, value))
        case Maybe():
            if isinstance(value.value, ir.IntVar):
                return [value.value]  # its code for a missing value is a single one
            return [value.present, m.ite(value.present, value.value, 0)]
        case Choice():
            conditions = [c for c in value.options.values() if not isinstance(c, bool)]
            if conditions and all(
                isinstance(c, ir.Member) and len(c.values) == 1 for c in conditions
            ):
                nodes = {c.arg for c in conditions}  # type: ignore[union-attr]
                if len(nodes) == 1:
                    return list(nodes)
            return list(conditions)
        case tuple():
            return [o for v in value for o in _answer_operands(m, v)]
    return [value] if hasattr(value, "id") else []
