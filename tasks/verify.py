"""Verifying a board: which rules it breaks, in the spec's own words, and where.

A complete board is judged by the meaning of every constraint. Of one that is not yet complete, the
constraints that fail whatever the rest becomes are broken; if none is, a solver says whether the
board can be completed, and if not, which rules together forbid it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from .. import backends
from ..backends.base import Status
from ..compiler import drawn, reading
from ..compiler.binding import LayerSlot, read_layer, show_key
from ..compiler.divisions import Division, Piece
from ..compiler.domains import BLANKS, Domain, bool_domain
from ..compiler.evaluate import Evaluator, PartialEvaluator
from ..compiler.geometry import Place, Unit
from ..compiler.model import Bool, Constraint, Model, Origin
from ..compiler.pieces import ABSENT
from ..compiler.program import Grounding
from ..compiler.solution import LayerValues, Solution
from ..compiler.values import Layer, equal, show
from ..dsl.diagnostics import PzcError, Source
from ..dsl.puzzle import NOTES, PuzzleText, Section, read_sections
from ..records import record, replace
from .blame import blame
from .reading_back import decode, pieces_domain, solution
from .spec import OutOfTime, Spec

UNDECIDED = "?"
PRINTED = "The printed values stand"


@record
class Broken:
    """One broken rule at one place.

    sentence: the rule's own, with its values. rule: its number from 0, -1 for what a declaration
    asks. bindings: the rule's `for` variables and their values, as text. values: the layer, place
    and value that together break it, as text. places: the places to mark.
    """

    sentence: str
    rule: int
    bindings: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str, str], ...] = ()
    places: tuple[Place, ...] = ()


@record
class Verdict:
    """What is to be said of a board.

    complete: every value is there. conflict: rules that no completion of an incomplete board can
    satisfy together. board: as it was read.
    """

    broken: tuple[Broken, ...]
    complete: bool
    conflict: tuple[str, ...]
    board: Solution

    @property
    def holds(self) -> bool:
        """No rule is broken, and the board is complete or can be completed."""
        return not self.broken and not self.conflict


def verify(
    spec: Spec,
    puzzle: str | Source,
    board: str | Source,
    *,
    backend: str = "auto",
    timeout: float | None = None,
) -> Verdict:
    """Judge a board (the text of a solution file). Raises PzcError for mistakes in the texts."""
    deadline = None if timeout is None else monotonic() + timeout
    grounding = spec.ground(puzzle, timeout)
    source = board if isinstance(board, Source) else Source("<solution>", board)
    read = _Reading(grounding, read_sections(source, _sections(grounding)))
    read.all()
    assignment = read.assignment
    broken = [*read.misprints, *broken_rules(grounding, assignment)]
    complete = None not in assignment and not read.computed
    conflict: tuple[str, ...] = ()
    shown = read.complete and all(b.rule >= 0 for b in broken)
    if not complete and (shown or not broken):
        # Rules on what the answer does not show may be broken beside those that plainly are.
        others = _rules(grounding) - {b.rule for b in broken}
        conflict = _conflict(grounding, others, read.conditions(), backend, deadline)
    elif not broken and grounding.model.objective is not None:
        broken.extend(_not_best(spec, grounding, assignment, puzzle, backend, timeout))
    return Verdict(tuple(broken), read.complete, conflict, read.solution())


def _sections(grounding: Grounding) -> tuple[str, ...]:
    found = [name for name, slot in grounding.slots.items() if name not in grounding.given_names]
    return tuple(dict.fromkeys((*grounding.answer, *found)))


class _Reading:
    """A solution file on its way to an assignment with gaps.

    assignment: by variable index, None where undecided. computed: values that the file tells of
    answer layers that are computed from found ones.
    """

    def __init__(self, grounding: Grounding, text: PuzzleText) -> None:
        self.grounding = grounding
        self.text = text
        self.assignment: list[int | None] = [None] * len(grounding.model.variables)
        self.computed: list[tuple[Any, Any]] = []
        self.misprints: list[Broken] = []
        self.complete = True
        self.layers: dict[str, dict[Any, Any]] = {}

    def all(self) -> None:
        """Read every section. Raises PzcError."""
        bare = self.text.bare
        answer = self.grounding.answer
        if bare is not None:
            if len(answer) != 1 or answer[0] in self.text.sections:
                raise PzcError.at(
                    "E0305",
                    "this belongs to no section",
                    bare.lines[0].whole(),
                    expected="a heading: " + ", ".join(f"'{n}:'" for n in answer),
                )
            self._layer(answer[0], bare)
        for name, section in self.text.sections.items():
            if name not in NOTES or name in self.grounding.slots:
                self._layer(name, section)
        if not self.layers and any(map(self._has_places, answer)):
            raise PzcError.at(
                "E0330",
                f"{self.text.source.name} shows nothing of the answer",
                expected=" and ".join(f"'{n}:'" for n in answer),
            )
        for name in answer:
            if name not in self.layers:
                self.complete = self.complete and not self._has_places(name)
                self.layers[name] = {}

    def _has_places(self, name: str) -> bool:
        value = self.grounding.world.values[name]
        return not isinstance(value, Layer) or bool(value.table)

    def _layer(self, name: str, section: Section) -> None:
        value = self.grounding.world.values[name]
        slot = self.grounding.slots.get(name)
        if slot is None:
            self._computed(name, value, section)
            return
        values, tokens = read_layer(self.grounding.world, _lenient(slot), section)
        if isinstance(value, Division):
            self._pieces(value, slot, values)
            return
        self.layers[name] = values
        given = self.grounding.model.givens
        for key in slot.keys:
            index, codes = slot.variables[key]
            read = values.get(key)
            if read is reading.UNTOLD or (read is None and not slot.some):
                self.complete = False
                continue
            if read not in codes:
                message = f"'{name}' cannot be {show(read)} at {show_key(key)}"
                raise PzcError.at("E0320", message, tokens[key].span)
            self.assignment[index] = codes[read]
            if index in given and given[index] != codes[read]:
                stands = next(v for v, code in codes.items() if code == given[index])
                self.misprints.append(
                    Broken(
                        PRINTED,
                        -1,
                        (),
                        ((name, show_key(key), f"{show(read)}, printed {show(stands)}"),),
                        (key,) if isinstance(key, Place) else (),
                    )
                )

    def _pieces(self, division: Division, slot: LayerSlot, values: dict[Any, Any]) -> None:
        """A layer of pieces. Its letters are put into those that would be printed."""
        told = self._told(division, slot, values)
        board = self.grounding.world.board
        for index, code in drawn.decided(board, division, slot.variables, told):
            self.assignment[index] = code

    def _told(
        self, division: Division, slot: LayerSlot, values: dict[Any, Any]
    ) -> dict[Any, str | None]:
        """The letters that are told of a division (None: of no piece), as they would be printed."""
        told = {
            k: v
            for k, v in values.items()
            if v is not reading.UNTOLD and (v is not None or slot.some)
        }
        self.complete = self.complete and len(told) == len(slot.keys)
        shown = drawn.letters(division, drawn.lettered(division, told))
        self.layers[slot.name] = {**values, **{k: shown[k] for k in told}}
        return told

    def _computed(self, name: str, value: Any, section: Section) -> None:
        """An answer that is computed from found layers: its values are conditions on them."""
        if isinstance(value, Division):
            kind, domain = pieces_domain(value)
            domain = replace(domain, unknown=UNDECIDED)
            slot = LayerSlot(name, kind, value.places, domain, True, {}, {})
            read, _ = read_layer(self.grounding.world, slot, section)
            told = self._told(value, slot, read)
            self.computed.extend(drawn.agreeing(self.grounding.model, value, told))
            return
        if isinstance(value, Layer):
            domain = bool_domain(None, value.kind) if value.truth else Domain("any")
            domain = replace(domain, unknown=UNDECIDED)
            slot = LayerSlot(name, value.kind, tuple(value.table), domain, True, {}, {})
            read, _ = read_layer(self.grounding.world, slot, section)
            if not value.truth:
                read = {k: _plain(v) for k, v in read.items()}
            pairs = [(value.table[k], v) for k, v in read.items() if v is not reading.UNTOLD]
            self.complete = self.complete and len(pairs) == len(value.table)
            self.layers[name] = read
        else:
            tokens = [t.text for line in section.filled() for t in line.tokens()]
            pairs = [(value, _plain(tokens[0] if tokens else ""))]
            self.layers[name] = {"": pairs[0][1]}
        self.computed.extend(pairs)

    def conditions(self) -> list[Bool]:
        """The board as conditions on the model."""
        model = self.grounding.model
        decided: list[Bool] = [
            model.eq(variable, value)
            for variable, value in zip(model.variables, self.assignment, strict=True)
            if value is not None
        ]
        return decided + [equal(model, value, constant) for value, constant in self.computed]

    def solution(self) -> Solution:
        """The board as it was read, with what it does not tell left out."""
        blank = [v.domain[0] if hasattr(v, "domain") else 0 for v in self.grounding.model.variables]
        filled = [b if v is None else v for v, b in zip(self.assignment, blank, strict=True)]
        shown = solution(self.grounding, filled)
        answer = []
        for layer in shown.answer:
            read = self.layers.get(layer.name, {})
            table = {k: None if read.get(k) is reading.UNTOLD else read.get(k) for k in layer.table}
            answer.append(LayerValues(layer.name, layer.kind, table, layer.domain))
        return replace(shown, answer=tuple(answer), objective=None)


def _plain(token: Any) -> Any:
    return int(token) if isinstance(token, str) and token.lstrip("-").isdecimal() else token


def _lenient(slot: LayerSlot) -> LayerSlot:
    """The layer as a board that may not be complete shows it: `?`, or a blank, is undecided."""
    domain = slot.domain
    blanks = tuple(dict.fromkeys((*domain.blanks, *(b for b in BLANKS if b not in domain.tokens))))
    unknown = None if UNDECIDED in domain.tokens else UNDECIDED
    return replace(slot, domain=replace(domain, blanks=blanks, unknown=unknown), some=True)


# ---- broken constraints --------------------------------------------------------------------------


def broken_rules(grounding: Grounding, assignment: Sequence[int | None]) -> list[Broken]:
    """What is broken whatever the undecided variables (None) become."""
    partly = PartialEvaluator(assignment)
    value = None if None in assignment else Evaluator(assignment)  # type: ignore[arg-type]
    told: set[Origin] = set()
    out: dict[tuple[Any, ...], Broken] = {}
    for constraint in grounding.model.constraints:
        condition = constraint.condition
        if value(condition) if value is not None else partly.holds(condition) is not False:
            continue
        bindings = constraint.origin.bindings
        if any(isinstance(bound, Piece) for _, bound in bindings):
            # What is asked of a piece is asked as that of each of its places; it is told once.
            named = tuple((name, _named_piece(bound, partly)) for name, bound in bindings)
            constraint = replace(constraint, origin=replace(constraint.origin, bindings=named))
            if constraint.origin in told:
                continue
            told.add(constraint.origin)
        one = describe(grounding, constraint, assignment)
        out.setdefault((one.rule, one.bindings, one.values), one)
    return list(out.values())


def _named_piece(bound: Any, value: PartialEvaluator) -> Any:
    """A piece as that of the first place that is known to lie in it, anything else as it is."""
    if not isinstance(bound, Piece):
        return bound
    sure, _ = value.pieces(bound.division.graph)
    name = sure.label[bound.vertex]
    return bound if name == ABSENT else bound.division.at(name)


def describe(
    grounding: Grounding, constraint: Constraint, assignment: Sequence[int | None]
) -> Broken:
    """A failed constraint in the words of its rule, with the values that are to blame."""
    origin = constraint.origin
    named = _names(grounding)
    values: list[tuple[str, str, str]] = []
    places: list[Place] = []
    for variable in blame(constraint.condition, assignment):
        layer, key, codes = named.get(variable.index, ("", variable.label, {}))
        value = assignment[variable.index]
        shown = next((show(v) for v, code in codes.items() if code == value), str(value))
        if layer:
            values.append((layer, show_key(key), "nothing" if shown == "None" else shown))
        places.extend(_places_in(key))
    if not places:
        places = [p for _, v in origin.bindings for p in _places_in(v)]
    return Broken(
        sentence_of(grounding, origin),
        origin.rule,
        tuple((n, show(v)) for n, v in origin.bindings),
        tuple(values),
        tuple(dict.fromkeys(places)),
    )


def sentence_of(grounding: Grounding, origin: Origin) -> str:
    return grounding.sentences[origin.rule] if origin.rule >= 0 else PRINTED


def _names(grounding: Grounding) -> dict[int, tuple[str, Any, dict[Any, int]]]:
    """Layer, place and codes of each variable, by index."""
    return {
        index: (grounding.model.variables[index].label.partition("[")[0], key, codes)
        for slot in grounding.slots.values()
        for key, (index, codes) in slot.variables.items()
    }


def _places_in(value: Any) -> Iterable[Place]:
    if isinstance(value, Place):
        yield value
    elif isinstance(value, (Unit, tuple)):
        for part in value:
            yield from _places_in(part)


# ---- boards that are not complete ----------------------------------------------------------------


def _rules(grounding: Grounding) -> set[int]:
    return {c.origin.rule for c in grounding.model.constraints if c.origin.rule >= 0}


def _conflict(
    grounding: Grounding,
    among: set[int],
    board: Sequence[Bool],
    backend: str,
    deadline: float | None,
) -> tuple[str, ...]:
    """Rules that together leave no way to complete a board; none if there is a way."""
    rules = sorted(among)
    if _completable(grounding, rules, board, backend, deadline):
        return ()
    needed = rules
    for rule in rules:
        fewer = [r for r in needed if r != rule]
        if not _completable(grounding, fewer, board, backend, deadline):
            needed = fewer
    if not needed:
        return ("No way to fill the board gives what it shows",)
    return tuple(sentence_of(grounding, Origin(r)) for r in needed)


def _completable(
    grounding: Grounding,
    rules: Sequence[int],
    board: Sequence[Bool],
    backend: str,
    deadline: float | None,
) -> bool:
    if any(condition is False for condition in board):
        return False
    model: Model = replace(
        grounding.model,
        constraints=[
            c for c in grounding.model.constraints if c.origin.rule < 0 or c.origin.rule in rules
        ],
    )
    solver = backends.load(backend, model)
    for condition in board:
        solver.add(condition)
    outcome = solver.solve(deadline=deadline)
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return outcome.status is Status.SAT


def _not_best(
    spec: Spec,
    grounding: Grounding,
    assignment: Sequence[int | None],
    puzzle: str | Source,
    backend: str,
    timeout: float | None,
) -> list[Broken]:
    objective = grounding.model.objective
    assert objective is not None
    reached = decode(objective.value, assignment)  # type: ignore[arg-type]
    best = spec.solve(puzzle, backend=backend, timeout=timeout)
    if best is None or best.objective == reached:
        return []
    word = "least" if objective.sense == "minimize" else "greatest"
    return [Broken(f"The value is the {word} possible: {best.objective}, not {reached}", -1)]
