"""A checked spec compiled to closures, ready to be ground over any puzzle (see `grounding`)."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as TypingSequence

from ...dsl.checked import Checked
from ...dsl.syntax import (
    Answer,
    Call,
    Declaration,
    Define,
    Expr,
    Find,
    Given,
    Let,
    Name,
    Objective,
    Param,
    Picture,
    Rule,
    Sequence,
    Statement,
    Things,
)
from ...dsl.walking import names_in, nodes
from ...model.nodes import Bool
from ...records import field, record, replace
from ..comments import commented
from ..context import Context
from ..lower.closures import Evaluate, Frame, Run, make_room
from ..lower.lower import Lowering
from ..lower.names import (
    choice_names,
    found_names,
    grid_names,
    mentioned_names,
    names_needed,
    on_single_choices,
    pure_givens,
)
from ..lower.statements import Statements
from ..values.partitions import Partition
from ..values.values import Layer, Value
from .bounding import CompiledParts, names_of_sizes, parts_by_sizes
from .declared import Declared, DomainOf
from .kinds import static_kind
from .lets import ComputedLayer
from .reading import is_pictured


@record
class CompiledRule:
    """A rule's statements and the parts of its sentence, ready to run.

    by_sizes: if it states sizes, perhaps of pieces, for each of its statements the part that does,
    and the rest (see `parts_by_sizes`)."""

    tree: Rule
    run: Run
    sentence: tuple[str | Evaluate, ...]
    by_sizes: tuple[CompiledParts, ...]


@record(frozen=False)
class Program:
    """A checked spec, compiled.

    found: names whose values the solver decides. pure: given layers that only fix found values.
    printed: those after a `from`. late: the declarations that building evaluates, in order.
    mentioned: names that rules mention; answered: others that the answer or an objective mentions.
    implied: the rules that follow from the others, by index; trusted: those of them that models for
    solving include. sizes: the names of the sections for the height and the width of the grid.
    sections: the names that a puzzle file may have sections for. given_names: of the layers that
    the puzzle fills, in order. pictured: of those that are written as a picture, or as a line for
    each row or side, with the kind of their places. answer: the names of the layers in which two
    solutions must differ; computed: of those, the lets.
    """

    checked: Checked
    declarations: tuple[Declaration, ...] = field(init=False)
    rules: tuple[Rule, ...] = field(init=False)
    sequence: Sequence | None = field(init=False)
    pure: frozenset[str] = field(init=False)
    found: frozenset[str] = field(init=False)
    printed: frozenset[str] = field(init=False)
    late: tuple[Find | Let, ...] = field(init=False)
    mentioned: frozenset[str] = field(init=False)
    answered: frozenset[str] = field(init=False)
    implied: frozenset[int] = field(init=False)
    trusted: frozenset[int] = field(init=False)
    sizes: tuple[str, ...] = field(init=False)
    sections: tuple[str, ...] = field(init=False)
    given_names: tuple[str, ...] = field(init=False)
    pictured: tuple[tuple[str, str], ...] = field(init=False)
    answer: tuple[str, ...] = field(init=False)
    computed: tuple[str, ...] = field(init=False)
    _lowering: Lowering = field(init=False)
    compiled: list[CompiledRule] = field(init=False)
    _lets: dict[Let, Callable[[Context], Value]] = field(init=False)
    _commented: frozenset[str] | None = field(init=False, default=None)
    _blocks: Call | bool | None = field(init=False, default=False)  # False: not computed yet
    _layers: dict[int, Declared] = field(init=False, default_factory=dict)  # by identity
    _shown: dict[str, Declared] = field(init=False, default_factory=dict)
    _on_choices: dict[int, Run] = field(init=False, default_factory=dict)  # by rule
    _stated: list[list[Statement]] | None = field(init=False, default=None)
    _needed_by_choices: frozenset[str] | None = field(init=False, default=None)
    _values: dict[int, Evaluate] = field(init=False, default_factory=dict)  # by identity
    _domains: dict[int, DomainOf] = field(init=False, default_factory=dict)  # by identity

    def __repr__(self) -> str:
        return f"Program({self.checked!r})"

    def __post_init__(self) -> None:
        self.declarations = self.checked.tree.declarations
        self.rules = tuple(d for d in self.declarations if isinstance(d, Rule))
        sequences = (d for d in self.declarations if isinstance(d, Sequence))
        self.sequence = next(sequences, None)
        defines = {d.name.id: d for d in self.declarations if isinstance(d, Define)}
        self.pure = pure_givens(self.declarations)
        finds = [d for d in self.declarations if isinstance(d, Find)]
        self.printed = frozenset(d.printed.id for d in finds if d.printed is not None)
        self.found = found_names(self.declarations)
        self.late = tuple(
            d
            for d in self.declarations
            if isinstance(d, Find) or (isinstance(d, Let) and d.name.id in self.found)
        )
        self.mentioned = mentioned_names(self.declarations)
        self.answered = mentioned_names(self.declarations, (Answer, Objective)) - self.mentioned
        self.implied = frozenset(k for k, rule in enumerate(self.rules) if rule.implied)
        self.trusted = frozenset(k for k in self.implied if self.rules[k].trusted)
        self.sizes = tuple(dict.fromkeys(name.id for name in grid_names(self.declarations)))
        self.sections = self._sections()
        self.given_names = tuple(
            n.id for d in self.declarations if isinstance(d, Given) for n in d.names
        )
        self.pictured = self._pictured()
        named = [n.id for d in self.declarations if isinstance(d, Answer) for n in d.names]
        found = [n.id for d in finds for n in d.names]
        self.answer = tuple(named or found)
        self.computed = tuple(name for name in self.answer if name not in found)
        self._lowering = Lowering(
            self.checked.symbols, self.checked.readings, defines, self._declared()
        )
        self._lets = {d: self._let(d) for d in self.declarations if isinstance(d, Let)}
        self.compiled = [self._rule(k, rule) for k, rule in enumerate(self.rules)]

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
        """A new compiler of expressions with only the declared names in scope."""
        base = self._lowering
        fresh = Lowering(base.symbols, base.readings, base.defines, base.declared)
        fresh._compiled = base._compiled
        return fresh

    def value(self, tree: Expr, context: Context) -> Value:
        """The value of an expression over the declared names, which is compiled at its first
        use."""
        evaluate = self._values.get(id(tree))
        if evaluate is None:
            evaluate = self._values[id(tree)] = self.lowering().expression(tree)
        return evaluate([context])

    def domain(self, tree: Param) -> DomainOf:
        """The domain of a declaration's params, compiled at its first use."""
        found = self._domains.get(id(tree))
        if found is None:
            found = self._domains[id(tree)] = DomainOf(self.lowering(), tree.domain)
        return found

    def declared(self, tree: Given | Find) -> Declared:
        """The places and the domain of a declaration's layers, compiled at its first use."""
        found = self._layers.get(id(tree))
        if found is None:
            kinds = self.checked.kinds[tree.names[0].id]
            found = self._layers[id(tree)] = Declared(self.lowering(), kinds, tree)
        return found

    def shown(self, name: str) -> Declared:
        """The places and the domain of a given layer that is read from a picture with others. The
        places are all cells, since its own may depend on the others; it may have a blank where it
        has no place."""
        found = self._shown.get(name)
        if found is None:
            tree = next(
                d
                for d in self.declarations
                if isinstance(d, Given) and name in [n.id for n in d.names]
            )
            everywhere = [n.id for n in names_in(tree.at.sets[0])] == ["cells"]
            some = tree.at.some or tree.at.where is not None or not everywhere
            at = replace(tree.at, sets=(Name("cells", tree.at.span),), where=None)
            kinds = self.checked.kinds[tree.names[0].id]
            found = self._shown[name] = Declared(self.lowering(), kinds, tree, at, some)
        return found

    def _let(self, let: Let) -> Callable[[Context], Value]:
        lowering = self.lowering()
        if not let.keys:
            value = lowering.expression(let.value)
            return lambda context: _named(let.name.id, value([context]))
        types = iter(self.checked.kinds[let.name.id])
        known = [[next(types) for _ in names].pop() for names, _ in let.keys]
        return ComputedLayer(lowering, let, known).of

    def _rule(self, number: int, rule: Rule) -> CompiledRule:
        lowering = self.lowering()
        statements = Statements(lowering, number)
        body = [statements.statement(s, []) for s in rule.body]
        parts = [parts_by_sizes(s, lowering.declared, self.found) for s in rule.body]
        by_sizes: list[tuple[Run | None, Run | None, frozenset[str]]] = []
        if lowering.is_builtin("size") and any(stating is not None for stating, _ in parts):
            for both in parts:
                one, other = [None if s is None else statements.statement(s, []) for s in both]
                by_sizes.append((one, other, names_of_sizes(both[0], lowering.declared)))
        size = lowering.size
        fresh = self.lowering()
        sentence = rule.sentence.parts
        return CompiledRule(
            rule,
            _run(body, size),
            tuple(p if isinstance(p, str) else fresh.expression(p) for p in sentence),
            tuple(
                CompiledParts(_run_one(one, size), _run_one(other, size), names)
                for one, other, names in by_sizes
            ),
        )

    def on_choices(self, number: int) -> Run:
        """The part of a rule whose conditions restrict single choices, see `on_single_choices`."""
        if number not in self._on_choices:
            lowering = self.lowering()
            statements = Statements(lowering, number, narrowing=True)
            body = [statements.statement(s, []) for s in self._stated_of_choices[number]]
            self._on_choices[number] = _run(body, lowering.size)
        return self._on_choices[number]

    @property
    def needed_by_choices(self) -> frozenset[str]:
        """The names that `on_choices` of all rules refer to, and those of found layers."""
        if self._needed_by_choices is None:
            trees = [s for stated in self._stated_of_choices for s in stated]
            finds = [d for d in self.declarations if isinstance(d, Find)]
            self._needed_by_choices = names_needed(self.declarations, (*trees, *finds))
        return self._needed_by_choices

    @property
    def _stated_of_choices(self) -> list[list[Statement]]:
        """Of each rule the parts of its statements that restrict single choices."""
        if self._stated is None:
            choices = choice_names(self.declarations)
            self._stated = []
            for rule in self.rules:
                parts = [on_single_choices(s, choices, self.found) for s in rule.body]
                self._stated.append([part for part in parts if part is not None])
        return self._stated

    # ---- what the text declares

    @property
    def blocks(self) -> Evaluate | None:
        """The first `blocks(…)` of the spec."""
        if self._blocks is False:
            calls = (n for n in nodes(self.declarations) if isinstance(n, Call))
            named = (c for c in calls if isinstance(c.function, Name) and c.function.id == "blocks")
            self._blocks = next(named, None)
        return self.lowering().expression(self._blocks) if isinstance(self._blocks, Call) else None

    def _sections(self) -> tuple[str, ...]:
        names: list[str] = []
        for d in self.declarations:
            match d:
                case Param() | Given():
                    names.extend(n.id for n in d.names)
                case Things(members=None):
                    names.append(d.name.id)
                case Picture():
                    names.append("picture")
        return tuple(dict.fromkeys((*names, *self.sizes)))

    def _pictured(self) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, str]] = []
        for d in self.declarations:
            if isinstance(d, Given) and len(d.at.sets) == 1:
                (places,) = self.checked.kinds[d.names[0].id]
                kind = places or static_kind(d.at.sets[0])
                if is_pictured(kind) or kind in ("row", "column", "side"):
                    found.extend((n.id, kind) for n in d.names)
        return tuple(found)

    @property
    def commented(self) -> frozenset[str]:
        """The sections of puzzle and solution files in which `#` begins a comment."""
        if self._commented is None:
            checked = self.checked
            found = commented(self.declarations, checked.kinds, checked.symbols)
            self._commented = found.union(self.sizes)
        return self._commented

    def let(self, tree: Let, context: Context) -> None:
        """Evaluate a `let` and store it in the context."""
        context.values[tree.name.id] = self._lets[tree](context)


def _run(body: TypingSequence[Run], size: int) -> Run:
    """The closure of several statements, in a frame of some size."""

    def run(frame: Frame, guard: tuple[Bool, ...]) -> None:
        make_room(frame, size)
        for step in body:
            step(frame, guard)

    return run


def _run_one(step: Run | None, size: int) -> Run | None:
    return None if step is None else _run([step], size)


def _named(name: str, value: Value) -> Value:
    """A computed layer or partition with the name of its declaration."""
    if isinstance(value, Layer) and not value.name:
        return value.named(name)
    if isinstance(value, Partition):
        value.name = value.name or name
    return value
