"""Verifying a board: which rules it breaks, in the spec's own words, and where.

On a complete board, evaluate every constraint. On an incomplete one, constraints that fail in every
completion are broken; if there are none, a solver decides whether the board can be completed, and
if not, which rules conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .. import backends
from ..backends.base import Solver, Status
from ..compiler.board.places import Place, Unit
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import show_key
from ..compiler.ground.solution import Solution
from ..compiler.values.decoding import decode
from ..compiler.values.partitions import Piece
from ..compiler.values.showing import show
from ..deadline import OutOfTime, moment
from ..dsl.diagnostics import PzcError, Source, counted
from ..model.constraints import Constraint, Origin
from ..model.evaluate import Evaluator
from ..model.groups import group_by_origin
from ..model.incremental import Network
from ..model.model import Model
from ..model.nodes import Bool, BoolNode, Variable
from ..model.partial import PartialEvaluator
from ..model.pieces import ABSENT
from ..records import record
from .answers import solutions
from .blame import Blame
from .board_file import BoardReader, written_moves
from .compiled import CompiledSpec
from .puzzle_forms import other_form
from .texts import as_source
from .wording.facts import Fact
from .wording.wording import Wording

PRINTED = "The printed values stand"
UNFILLABLE = "No way to fill the board gives what it shows"


@record
class Broken:
    """One broken rule at one place.

    sentence: the rule's own, with its values. rule: its number from 0, -1 for a declaration.
    bindings: the rule's `for` variables and their values, as text. values: (layer, place, value) of
    a minimal set of values that break it, as text. where, what: both in a player's words: `region
    B`, `a star at r3c4 and r5c3`; "" if there are none. places: the places to mark. moments: of a
    plan, the moments of these values.
    """

    sentence: str
    rule: int
    bindings: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str, str], ...] = ()
    where: str = ""
    what: str = ""
    places: tuple[Place, ...] = ()
    moments: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """`Every row has one star (row 3): a star at r3c1 and r3c7`."""
        where = f" ({self.where})" if self.where else ""
        return f"{self.sentence}{where}" + (f": {self.what}" if self.what else "")


@record
class Verdict:
    """The result of verifying a board.

    complete: every value is there. conflict: rules that no completion of an incomplete board can
    satisfy together. board: as it was read.
    """

    broken: tuple[Broken, ...]
    complete: bool
    conflict: tuple[str, ...]
    board: Solution

    def __repr__(self) -> str:
        broken = list(dict.fromkeys(b.sentence for b in self.broken))
        fields = [f"holds={self.holds}", f"complete={self.complete}"]
        fields += [f"{n}={v!r}" for n, v in (("broken", broken), ("conflict", self.conflict)) if v]
        return f"Verdict({', '.join(fields)})"

    @property
    def dead_end(self) -> str:
        """`cannot be completed without breaking a rule: Stars do not touch`, of a conflict."""
        which = "a rule" if len(self.conflict) == 1 else "one of these rules"
        return f"cannot be completed without breaking {which}: {'; '.join(self.conflict)}"

    def _repr_html_(self) -> str:
        """What a notebook shows: the broken rules, and the board with their places marked."""
        from ..render.marks import Marks
        from ..render.shapes import escaped
        from ..render.svg import svg

        sentences = list(dict.fromkeys(b.sentence for b in self.broken))
        sentences += [self.dead_end] if self.conflict else []
        lines = "".join(f"<li>{escaped(line)}</li>" for line in sentences) or "<li>holds</li>"
        marked = tuple(dict.fromkeys(p for broken in self.broken for p in broken.places))
        picture = svg(self.board, Marks(wrong=marked), title=False, size=32)
        return f"<ul>{lines}</ul>\n{picture}"

    @property
    def holds(self) -> bool:
        """No rule is broken, and the board is complete or can be completed."""
        return not self.broken and not self.conflict


def verify(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: str | Source,
    *,
    backend: str = "auto",
    timeout: float | None = None,
) -> Verdict:
    """Verify a board (the text of a solution file). Raises PzcError for mistakes in the texts, and
    OutOfTime."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        return _verdict(spec, puzzle, board, backend, deadline)


def _verdict(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: str | Source,
    backend: str,
    deadline: float | None,
) -> Verdict:
    source = as_source(board, "solution")
    grounding = grounded(spec, puzzle, source)
    read = read_board(grounding, source)
    assignment = read.known()
    broken = [*map(_misprint, read.misprints), *broken_rules(grounding, assignment)]
    complete = None not in assignment and not read.computed
    conflict: tuple[str, ...] = ()
    shown = read.complete and all(b.rule >= 0 for b in broken)
    if not complete and (shown or not broken):
        # Rules about layers that the answer does not show may be broken, too.
        others = rules_of(grounding) - {b.rule for b in broken}
        network = None if broken else spec.network(grounding)
        conflict = conflict_of(grounding, others, read.conditions(), backend, deadline, network)
    elif not broken:
        broken.extend(_not_best(spec, grounding, assignment, puzzle, backend))
    return Verdict(tuple(broken), read.complete, conflict, read.solution())


def grounded(spec: CompiledSpec, puzzle: str | Source, board: Source | None = None) -> Grounding:
    """The exact grounding of a puzzle; of a plan, with as many moves as `board` has. Raises
    PzcError for mistakes in the puzzle."""
    sequence, moves = spec.program.sequence, None
    if sequence is not None:
        most = spec.grounder.most_moves(spec.sections(puzzle))
        moves = 0 if board is None else min(most, written_moves(board, sequence.name.id))
    return spec.ground(puzzle, moves=moves, exact=True)


def read_board(grounding: Grounding, source: Source) -> BoardReader:
    """Read a solution file. Raises PzcError with the mistakes in its text."""
    try:
        return BoardReader(grounding, source)
    except PzcError as error:

        def reads(text: str) -> bool:
            try:
                BoardReader(grounding, Source(source.name, text))
            except PzcError:
                return False
            return True

        shifted = grounding.context.has_board and grounding.context.board.staggered
        other = other_form(error, source, grounding.answer, reads, shifted)
        raise other or error from None


def _misprint(misprint: tuple[str, Any, Any, Any]) -> Broken:
    name, key, read, stands = misprint
    value = f"{show(read)}, printed {show(stands)}"
    values = ((name, show_key(key), value),)
    what = f"{show_key(key) or name} is {value}"
    return Broken(PRINTED, -1, (), values, "", what, (key,) if isinstance(key, Place) else ())


# ---- broken constraints --------------------------------------------------------------------------


def broken_rules(grounding: Grounding, assignment: Sequence[int | None]) -> list[Broken]:
    """The rules that are broken in every completion of the undecided variables (None)."""
    partly = PartialEvaluator(assignment)
    value = None if None in assignment else Evaluator(assignment)  # type: ignore[arg-type]
    seen: set[Origin] = set()
    broken: list[Constraint] = []
    for constraint in grounding.model.constraints:
        if value.satisfies(constraint) if value is not None else not partly.breaks(constraint):
            continue
        if speaks_of_piece(constraint):
            # A condition on a piece is a constraint for each of its places; report it once.
            constraint = with_named_pieces(constraint, partly)
            if constraint.origin in seen:
                continue
            seen.add(constraint.origin)
        broken.append(constraint)
    if not broken:
        return []
    wording, blame = Wording(grounding), Blame(Network(broken), len(assignment))
    out: dict[tuple[Any, ...], Broken] = {}
    for constraint in broken:
        blamed = blame.of(constraint.condition, assignment, partly)
        one = describe(wording, constraint, assignment, blamed)
        out.setdefault((one.rule, one.bindings, one.values), one)
    return list(out.values())


def speaks_of_piece(constraint: Constraint) -> bool:
    """Whether a constraint is made for each place of some piece."""
    return any(isinstance(bound, Piece) for _, bound in constraint.origin.bindings)


def with_named_pieces(constraint: Constraint, value: PartialEvaluator) -> Constraint:
    """The same for all places of a piece: the piece is named by the first of them."""
    bindings = constraint.origin.bindings
    named = tuple((name, _named_piece(bound, value)) for name, bound in bindings)
    origin = Origin(constraint.origin.rule, named, constraint.origin.places)
    return Constraint(constraint.condition, origin, constraint.given, constraint.also)


def _named_piece(bound: Any, value: PartialEvaluator) -> Any:
    """A piece, named by the first place that is known to be in it; any other value as it is."""
    if not isinstance(bound, Piece):
        return bound
    sure, _ = value.pieces(bound.partition.graph)
    name = sure.label[bound.vertex]
    return bound if name == ABSENT else bound.partition.at(name)


def describe(
    wording: Wording,
    constraint: Constraint,
    assignment: Sequence[int | None],
    blamed: Sequence[Variable],
) -> Broken:
    """A failed constraint in the words of its rule, with the values that are to blame, those of the
    variables `blamed`."""
    grounding, origin, spots = wording.grounding, constraint.origin, wording.spots
    facts: list[Fact] = []
    values: list[tuple[str, str, str]] = []
    places: list[Place] = []
    moments: set[int] = set()
    for variable in blamed:
        spot, value = spots.get(variable.index), assignment[variable.index]
        if spot is None or value is None:
            continue
        facts.append(Fact(variable.index, value))
        shown = spot.values.get(value, value)
        layer = variable.label.partition("[")[0]
        values.append((layer, show_key(spot.key), "nothing" if shown is None else show(shown)))
        places.extend(_places_in(spot.key))
        when = wording.moment(spot)
        if when is not None:
            moments.add(when)
    if not places:
        places = [p for _, v in origin.bindings for p in _places_in(v)]
    where, what = wording.instance(origin, facts)
    return Broken(
        sentence_of(grounding, origin),
        origin.rule,
        tuple((n, show(v)) for n, v in origin.bindings),
        tuple(values),
        where,
        what,
        tuple(dict.fromkeys(places)),
        tuple(sorted(moments)),
    )


def sentence_of(grounding: Grounding, origin: Origin) -> str:
    return grounding.sentences[origin.rule] if origin.rule >= 0 else PRINTED


def _places_in(value: Any) -> Iterable[Place]:
    if isinstance(value, Place):
        yield value
    elif isinstance(value, (Unit, tuple)):
        for part in value:
            yield from _places_in(part)


# ---- boards that are not complete ----------------------------------------------------------------


def rules_of(grounding: Grounding) -> set[int]:
    origins = (origin for c in grounding.model.constraints for origin in c.origins)
    return {origin.rule for origin in origins if origin.rule >= 0}


def conflict_of(
    grounding: Grounding,
    among: set[int],
    board: Sequence[Bool],
    backend: str,
    deadline: float | None,
    network: Model | None = None,
) -> tuple[str, ...]:
    """A minimal set of rules that no completion of a board satisfies together; empty if there is a
    completion. Rules are dropped by deletion, the first ones first. network: if all rules are among
    them, the model after presolve, which is searched first. Raises OutOfTime."""
    if any(condition is False for condition in board):
        return (UNFILLABLE,)

    def is_possible(solver: Solver, assuming: Sequence[BoolNode] = ()) -> bool:
        outcome = solver.solve(assuming, deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.status is Status.SAT

    if network is not None and is_possible(_solver(network, board, backend)):
        return ()
    grouped = group_by_origin(grounding.model)
    solver = _solver(grouped.model, board, backend)

    def completable(rules: Sequence[int]) -> bool:
        on = [group for group in grouped.groups if group.rule in rules]
        return is_possible(solver, grouped.assume(on))

    needed = sorted(among)
    if network is None and completable(needed):
        return ()
    for rule in sorted(among):
        fewer = [r for r in needed if r != rule]
        if not completable(fewer):
            needed = fewer
    return tuple(sentence_of(grounding, Origin(r)) for r in needed) or (UNFILLABLE,)


def _solver(model: Model, board: Sequence[Bool], backend: str) -> Solver:
    solver = backends.load(backend, model)
    for condition in board:
        solver.add(condition)
    return solver


def _not_best(
    spec: CompiledSpec,
    grounding: Grounding,
    assignment: Sequence[int | None],
    puzzle: str | Source,
    backend: str,
) -> list[Broken]:
    """How a complete answer that breaks no rule is not optimal: a shorter plan, a better value."""
    objective = grounding.model.objective
    if grounding.moves is None and objective is None:
        return []
    best = next(solutions(spec, puzzle, backend=backend, limit=1), None)
    if best is None:
        return []
    if best.moves is not None and best.moves != grounding.moves:
        fewest = counted(best.moves, "move")
        return [Broken(f"The plan is the shortest possible: {fewest}, not {grounding.moves}", -1)]
    if objective is None:
        return []
    reached = decode(objective.value, Evaluator(assignment))  # type: ignore[arg-type]
    if best.objective == reached:
        return []
    word = "least" if objective.sense == "minimize" else "greatest"
    return [Broken(f"The value is the {word} possible: {best.objective}, not {reached}", -1)]
