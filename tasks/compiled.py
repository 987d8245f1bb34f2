"""A compiled spec, with its last model and the solvers for it.

Puzzles of one shape share the model and the solvers. The operations on a spec are in `answers`,
`plans`, `verify` and `spec`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import backends
from ..backends.base import Solver
from ..compiler.board.shapes import board_type
from ..compiler.ground.grounding import Grounder, Grounding
from ..compiler.ground.opening import Open
from ..compiler.ground.program import Program
from ..compiler.watch import Watch
from ..deadline import enforced, moment
from ..dsl.checked import Checked
from ..dsl.diagnostics import PzcError, Source
from ..dsl.puzzle import PuzzleText, read_sections
from ..dsl.syntax import Find, Grid
from ..gc_pause import uncollected
from ..model.groups import Grouped, group_by_origin
from ..model.limits import MAX_NODES
from ..model.model import Model
from ..presolve.passes import KEEPING_ORIGINS, NETWORK, presolved
from ..records import field, record, replace
from .checking import checked
from .open_models import OpenModels, can_open
from .texts import as_source, read_puzzle

if TYPE_CHECKING:
    from typing import Self

    from ..compiler.ground.binding import Binding


@record(frozen=False)
class CompiledSpec:
    """A spec, and the model and solvers of its last puzzle: what all tasks share.

    source: its text and name."""

    source: Source
    checked: Checked = field(repr=False)
    grounder: Grounder = field(repr=False)
    _networks: dict[tuple[str, ...], tuple[object, Model]] = field(default_factory=dict, repr=False)
    _grouped: tuple[object, Grouped] | None = field(default=None, repr=False)
    _solvers: dict[str, tuple[object, Solver]] = field(default_factory=dict, repr=False)
    _open_models: OpenModels | None = field(default=None, repr=False)

    @classmethod
    def of(cls, source: Source, beside: Mapping[str, str] | None = None) -> Self:
        """Parse, check and compile a spec. Raises PzcError with all its mistakes.

        beside: the specs that it may use in addition to the bundled ones, as texts by name; None:
        those in its folder.
        """
        found = checked(source, beside)
        return cls(source, found, Grounder(Program(found)))

    @property
    def program(self) -> Program:
        """The compiled spec."""
        return self.grounder.program

    @property
    def title(self) -> str:
        """The name of the puzzle."""
        return self.checked.title

    @property
    def about(self) -> str:
        """What the spec says about the puzzle; empty if it says nothing."""
        return self.checked.about

    def sources(self) -> list[Source]:
        """The text of the spec, and of all that it uses."""
        return [self.source, *self.checked.tree.used]

    def sections(self, puzzle: str | Source) -> PuzzleText:
        """Cut the text of a puzzle file into sections. Raises PzcError for mistakes in it."""
        source = as_source(puzzle, "puzzle")
        program = self.program
        return read_sections(source, program.sections, program.commented, program.sizes)

    def ground(
        self,
        puzzle: str | Source = "",
        timeout: float | None = None,
        moves: int | None = None,
        exact: bool = False,
        watch: Watch | None = None,
        open: Open = (),
        implied: bool | None = None,
        most: int = MAX_NODES,
    ) -> Grounding:
        """Ground a puzzle (its text). Raises PzcError for mistakes in it, and OutOfTime.

        moves, exact, watch, open, implied, most: see `Grounder.ground`. A watched model stays as it
        was ground.
        """
        with self.limited(moment(timeout)), uncollected():
            try:
                grounding = self.grounder.ground(
                    self.sections(puzzle), moves, exact, watch, open, implied, most
                )
            except PzcError as error:
                raise self._explained(error, puzzle) from None
            if watch is not None:
                return grounding
            traced = exact or self.program.sequence is not None
            model = self._presolved(grounding.model, KEEPING_ORIGINS if traced else NETWORK)
            model.limit()  # questions about the model add nodes to it
            return replace(grounding, model=model, ground=grounding.model)

    def ground_read(self, binding: Binding) -> Grounding:
        """Ground a puzzle that was `read`. Only for a spec without a sequence. Raises PzcError."""
        with uncollected():
            try:
                grounding = self.grounder.ground_read(binding)
            except PzcError as error:
                raise self._explained(error, binding.puzzle.source) from None
            return replace(grounding, model=self._presolved(grounding.model, NETWORK))

    def open_models(self, backend: str) -> OpenModels | None:
        """The open models that puzzles share on a backend; None where they share none."""
        if backend not in ("auto", "native"):
            return None
        if self._open_models is None and can_open(self.program):
            self._open_models = OpenModels(self.program)
        return self._open_models

    def prepare(self, backend: str) -> None:
        """Do all work for further puzzles that does not belong to any of them, before the time of
        the next one begins: build the open model that is due."""
        models = self.open_models(backend)
        if models is not None:
            models.open_due()

    def network(self, grounding: Grounding) -> Model:
        """The model of a grounding after all presolve passes for a shape: for a search, whose
        constraints need not be those of single rules. That of a plan stays as it is."""
        if self.program.sequence is not None:
            return grounding.model
        with uncollected():
            return self._presolved(grounding.ground or grounding.model, NETWORK)

    def _presolved(self, model: Model, passes: tuple[str, ...]) -> Model:
        """The model after these presolve passes; computed once for all puzzles of a shape."""
        kept = self._networks.get(passes)
        if kept is None or kept[0] is not model.constraints:
            kept = self._networks[passes] = (model.constraints, presolved(model, passes))
        return kept[1].with_givens(model.givens)

    def grouped(self, grounding: Grounding) -> Grouped:
        """The grouped model of a grounding: a selector for each rule instance; computed once for
        all puzzles of a shape, which share its nodes."""
        kept, model = self._grouped, grounding.model
        if kept is None or kept[0] is not model.constraints:
            kept = self._grouped = (model.constraints, group_by_origin(model))
        return kept[1].of(model)

    def puzzle(self, word: str | None) -> Source:
        """The puzzle that a word on the command line names; see `read_puzzle`. Raises PzcError."""
        try:
            return read_puzzle(word)
        except PzcError as error:
            from .puzzle_forms import as_value

            value = as_value(word or "", list(self.program.sections), self._reads)
            if value is None:
                raise
            hint = f"a value follows its name and a colon: '{value}'"
            raise PzcError([replace(d, hint=hint) for d in error.diagnostics]) from None

    def _explained(self, error: PzcError, puzzle: str | Source) -> PzcError:
        """Mistakes that were found in a puzzle, with better diagnostics."""
        from .puzzle_forms import explained

        source = as_source(puzzle, "puzzle")
        grids = (d for d in self.program.declarations if isinstance(d, Grid))
        shifted = any(board_type(grid.shape).staggered for grid in grids)
        found = {n.id for d in self.program.declarations if isinstance(d, Find) for n in d.names}
        names = list(self.program.sections)
        return explained(error, source, names, found, self._reads, shifted)

    def read(self, puzzle: str | Source) -> Binding:
        """What a puzzle gives. Raises PzcError for mistakes in it."""
        try:
            return self.grounder.read(self.sections(puzzle))
        except PzcError as error:
            raise self._explained(error, puzzle) from None

    def _reads(self, text: str) -> bool:
        """Whether a text is read as a puzzle without a mistake."""
        try:
            self.grounder.read(self.sections(text))
        except PzcError:
            return False
        return True

    def solver(
        self, grounding: Grounding, backend: str = "auto", deadline: float | None = None
    ) -> Solver:
        """A solver for a ground puzzle, for the caller alone: the kept one, if it was made for a
        puzzle of its shape. Give it back with `keep`.

        Raises OutOfTime past the deadline (of `time.monotonic`).
        """
        with self.limited(deadline):
            kept = self._solvers.pop(backend, None)
            if kept is not None and kept[0] is grounding.model.constraints:
                kept[1].reset(grounding.model)
                return kept[1]
            return backends.load(backend, grounding.model)

    def keep(self, grounding: Grounding, backend: str, solver: Solver) -> None:
        """Keep a `solver` for further puzzles of the shape of this one."""
        self._solvers[backend] = (grounding.model.constraints, solver)

    def limited(self, deadline: float | None) -> enforced:
        """Raise OutOfTime in the body past the deadline. If the body is interrupted, drop the kept
        model and solvers, which may be inconsistent."""
        return enforced(deadline, self.forget)

    def forget(self) -> None:
        """Drop all kept models and solvers."""
        self.forget_kept()
        self._open_models = None

    def forget_kept(self) -> None:
        """Drop the model of the last shape and its solvers."""
        self.grounder.forget()
        self._networks.clear()
        self._grouped = None
        self._solvers.clear()
