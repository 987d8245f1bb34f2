"""The maker: one attempt at a puzzle after another, each from a random number of its own.

    maker = Maker(spec, recipe, options)
    made = maker.attempt(7)          # a Made, or a Failure that says why

An attempt depends only on the spec, the options, the seed and its number, not on earlier attempts:
its solver calls are limited by counted work, never by a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import ceil
from random import Random

from ...backends import TOO_LARGE
from ...backends.native.solver import NO_MORE
from ...compiler.ground.grounding import Grounder
from ...compiler.ground.opening import Opening, freed
from ...dsl.diagnostics import PzcError
from ..compiled import CompiledSpec
from . import stages
from .assumptions import Assignment, ClueSet, Literals
from .bench import QUERY_WORK, Bench, Spent, engine
from .bordering import bordered
from .changing import HASTY, IMPATIENT, NEARBY, Changing, is_vague
from .checking import (
    IMPOSSIBLE,
    NO_BOARD,
    NO_ROOM,
    SEVERAL,
    TOO_MUCH,
    UNSOLVED,
    Check,
    Failure,
    Made,
)
from .completing import completed
from .draft import Draft
from .lightening import lightened
from .options import Options
from .parts import Spot
from .recipe import COUNTED, Part, Recipe, Role, with_density, with_fewer_clues
from .reducing import Removal, needs_more, reduced
from .regions import LETTERS
from .repairing import (
    STUCK,
    Board,
    narrowed,
    repaired,
    weak_variables,
)
from .sampling import clue_wishes, feasible, sample, with_all_clues
from .structure import Structure
from .variety import varied
from .walking import walk

# Work (units of `backends.base`) of one attempt.
ATTEMPT = 20_000_000_000
# Boards that an attempt begins, unless it has taken more than this much work.
BEGUN, ANEW = 5, 1_000_000_000
# Structures that an attempt draws before it gives up, changes of one structure, and such changes in
# a row without progress.
DRAWN, CHANGED, BARREN = 20, 300, 60
# A solution is crowded if it needs this many times the usual number of clues.
CROWD = 1.25
# More open variables are first made fewer by propagation.
MANY = 20
# How often clues are added at further places before places change.
ADDITIONS = 5
# Work of a search for a solution of a random structure, and structures for which it does not
# suffice before one is searched for long.
BRIEF, HARD = 75_000_000, 3
# Structures that a walk ends with, one after another, if earlier ones have no solution after all.
ENDS = 10
# The most nodes of a model in which all that is drawn is open.
MOST_OPEN = 150_000
# The nodes of a model from which layers are thinned, and the code of the error for more of them.
WIDE, TOO_MANY_NODES = 60_000, "E0405"
# What of a board is drawn at random.
DRAWN_ROLES = Role.REGIONS, Role.PATTERN, Role.PLACED
# Changes of the structure of the example puzzle, if no random structure has a solution.
WALKED = 40


class Maker:
    """Makes puzzles of one spec with one set of options. stage: called with what an attempt does
    now (see `stages`)."""

    def __init__(
        self,
        spec: CompiledSpec,
        recipe: Recipe,
        options: Options,
        stage: stages.Tell = stages.quietly,
    ) -> None:
        if options.density is not None:
            recipe = with_density(recipe, options.density)
        elif options.clues is not None:
            if not recipe.names(*COUNTED):
                raise PzcError.at("E0538", "the puzzles have no clues that are counted")
            recipe = with_fewer_clues(recipe)
        self.spec, self.recipe, self.options, self.stage = spec, recipe, options, stage
        self.draft = Draft(spec, recipe, options.size, options.params, options.symmetry)
        self.check = Check(spec, recipe, options, self.draft)
        # A grounder keeps the model of one shape; checking a closed puzzle would replace it.
        self._open = CompiledSpec(spec.source, spec.checked, Grounder(spec.program))
        self.changing = Changing(self.draft, self._bench_for)
        self._bench: Bench | None = None
        self._hopeless: bool | None = None  # None: not known yet
        self._thin()

    def _thin(self) -> None:
        """Thin layers if a model with all their places open is large: some rules take pairs of
        clues, or repeat a part of the model for each."""
        thinnable, random = self.draft.thinnable(), Random(self.options.seed)
        tries = (self.draft.draw(random) for _ in range(DRAWN if thinnable else 0))
        structure = next(filter(None, tries), None)
        if structure is None:
            return
        template = self.draft.template(structure)
        try:
            self._open.ground(template.text, open=template.open, most=WIDE)
        except PzcError as error:
            if error.diagnostics[0].code == TOO_MANY_NODES:
                self.draft.thinned = thinnable

    def attempt(self, number: int) -> Made | Failure:
        random = Random(f"{self.options.seed} {number}")
        try:
            return self._made(random, number)
        except Spent:
            return Failure(number, TOO_MUCH)

    def _made(self, random: Random, number: int) -> Made | Failure:
        for begun in range(1, BEGUN + 1):
            try:
                start = self._start(random)
            except Spent:
                return Failure(number, UNSOLVED if begun == 1 else TOO_MUCH)
            if start is None:
                hopeless = not self.is_drawn or self._hopeless
                return Failure(number, IMPOSSIBLE if hopeless else NO_BOARD)
            structure, bench, sampled = start
            if (most := self._too_many_for(bench)) is not None:
                return Failure(number, NO_ROOM, most)
            found = varied(bench, random, sampled, least=self._fewest(bench))
            if found is None:
                return Failure(number, "all values of the solution are alike")
            if self.recipe.open_regions:
                self.stage(stages.MOVING_BORDERS)
                done = self._bordered(bench, random, found)
            else:
                done = self._clued(bench, random, structure, found)
            if done is not None:
                self.stage(stages.RATING if self.options.rating else stages.CHECKING)
                return self.check(random, number, *done)
            # Where nothing is ground anew, another board takes no more than another attempt.
            again = self.recipe.open_regions or structure.is_empty()
            if not again or begun * bench.solver.work > ANEW:
                break
        return Failure(number, SEVERAL)

    def _too_many_for(self, bench: Bench) -> int | None:
        """The most clues for which any board of this size has room, if these are too few; None if
        they are enough, or if that depends on what is drawn."""
        if self.options.clues is None:
            return None
        names = self.recipe.names(*COUNTED)
        if self.is_drawn or names != self.recipe.names(Role.CLUES):
            most = sum(map(self.draft.most_places, names))
        else:
            most = sum(bool(spot.codes) and spot.layer in names for spot in bench.spots)
        return most if most < self.options.clues[0] else None

    def _clued(
        self, bench: Bench, random: Random, structure: Structure, found: Assignment
    ) -> tuple[Bench, ClueSet, Assignment] | None:
        """A clue set with one solution, from a solution; None if that led nowhere."""
        unique = self._unique(bench, random, structure, found)
        if unique is None:
            return None
        bench, found = unique
        clue_set = self._reduced(bench, random, found)
        return None if clue_set is None else (bench, clue_set, found)

    @property
    def is_drawn(self) -> bool:
        """Whether something of the board is drawn at random."""
        return bool(self.recipe.names(*DRAWN_ROLES) or self.draft.thinned)

    # ---- boards

    def _start(self, random: Random) -> tuple[Structure, Bench, Assignment] | None:
        """A structure that has a solution, and one."""
        structure, hard, growths = None, 0, self.draft.growths()
        drawn: list[Structure] = []
        for k in range(DRAWN):
            if k:
                self.stage(stages.FILLING_ANOTHER, k + 1)
            else:
                self.stage(stages.FILLING)
            grown = growths[k * len(growths) // DRAWN]
            structure = self.draft.draw(random, grown) or structure
            if structure is None:
                continue
            drawn.append(structure)
            longest = QUERY_WORK if structure.is_empty() else BRIEF
            try:
                found = self._sampled(random, structure, longest)
            except Spent:
                if structure.is_empty():
                    raise
                hard += 1
                if hard == HARD:
                    break
                continue
            if found is not None:
                return found
            if structure.is_empty():
                break
        if self.is_drawn and structure is not None and self._is_hopeless(structure):
            return None
        self.stage(stages.CHANGING_BOARD)
        return self._changed(random, drawn[::-1]) or self._walked(random)

    def _is_hopeless(self, structure: Structure) -> bool:
        """Whether a short search proves that no board of this size has a solution, whatever is
        drawn on it. It searches the model of this structure with all that is drawn open; False if
        something of it does not open, or if the model would be too large."""
        if self._hopeless is None:
            self._hopeless = False
            template = self.draft.template(structure)
            names = [*self.recipe.names(*DRAWN_ROLES), *sorted(self.draft.thinned)]
            drawn = {name: self._opened(name) for name in names}
            if None in drawn.values():
                return False
            try:
                grounding = self._open.ground(
                    template.text, open={**template.open, **drawn}, most=MOST_OPEN
                )
                solver = engine(freed(grounding.model, grounding.slots))
            except PzcError:
                return False
            solver.begin()
            found, ended = solver.go_on(1, work=BRIEF)
            self._hopeless = not found and ended == NO_MORE
        return self._hopeless

    def _opened(self, name: str) -> Opening | None:
        """How a layer that is drawn opens: for regions, with a letter for each that a board can
        have. None if these are too many."""
        sizes, board = self.recipe.parts[name].sizes, self.draft.board
        if sizes is None or board is None:
            return Opening()
        most = len(board.cells) // max(1, sizes.on(board).least)
        return Opening(values=LETTERS[:most]) if most <= len(LETTERS) else None

    def _changed(
        self, random: Random, drawn: Sequence[Structure]
    ) -> tuple[Structure, Bench, Assignment] | None:
        """A structure that has a solution, and one, from some that seem to have none, those with
        the largest regions first. Raises Spent."""
        if not drawn or drawn[0].is_empty():
            return None
        hard = None
        for other in islice(walk(self._open, self.draft, random, drawn), ENDS):
            try:
                found = self._sampled(random, other, BRIEF)
            except Spent:
                hard = other
                continue
            if found is not None:
                return found
        if hard is None:
            return None
        found = self._sampled(random, hard)
        if found is None:  # other boards would hardly take less work
            raise Spent
        return found

    def _sampled(
        self, random: Random, structure: Structure, longest: int = QUERY_WORK
    ) -> tuple[Structure, Bench, Assignment] | None:
        bench = self._bench_for(structure)
        if bench is None:
            return None
        bench.limit_samples(longest)
        pinned = [*bench.pin(self.recipe.open_regions), *bench.hold(self.recipe.reserve())]
        found = sample(bench, random)
        if found is None and len(bench.usual) > len(pinned):  # no solution has usual values only
            bench.usual = pinned
            found = sample(bench, random)
        if found is None and bench.together:  # nor has any clues at such places
            bench.keep_together(())
            found = sample(bench, random)
        if found is not None:
            found = self._uncrowded(bench, random, found)
        return None if found is None else (structure, bench, found)

    def _uncrowded(self, bench: Bench, random: Random, found: Assignment) -> Assignment | None:
        """The solution; or, if it needs far more clues than usual, another one, with clues at about
        the usual number of places. These are drawn at random, and stay until the board changes."""
        chosen: list[Spot] = []
        blanks: Literals = []
        for part in self.recipe.parts.values():
            if part.role is not Role.CLUES or part.name in bench.held:
                continue
            own = [s for s in bench.spots if s.layer == part.name and s.blank is not None]
            most = round(CROWD * self._usual(part, bench.places(part.name)))
            if most and needs_more(bench, found, part.name, most):
                mixed = random.sample(own, len(own))
                chosen += mixed[:most]
                blanks += (
                    node
                    for spot in mixed[most:]
                    if (node := bench.assume.literal(spot.index, spot.blank or 0)) is not None
                )
        if not blanks:
            return found
        bench.usual = [*bench.usual, *feasible(bench, random, blanks)]
        return sample(
            bench, random, wishes=[n for spot in chosen for n in bench.assume.present(spot)]
        )

    def _optional(self, bench: Bench) -> list[tuple[Part, list[Spot], int]]:
        """Each layer with spots that may be blank, these, and how many usually have a clue."""
        found: list[tuple[Part, list[Spot], int]] = []
        for part in map(self.recipe.parts.__getitem__, self.recipe.names(Role.CLUES)):
            own = [s for s in bench.spots if s.layer == part.name and s.blank is not None]
            found.append((part, own, min(len(own), round(part.share * bench.places(part.name)))))
        return found

    def _fewest(self, bench: Bench) -> int:
        """Half of the usual number of clues: a solution with fewer is changed for another one."""
        return ceil(sum(most for *_, most in self._optional(bench)) / 2)

    def _usual(self, part: Part, places: int) -> int:
        """The number of clues that a layer with this many places has, if it has many."""
        share = part.share if part.density is None else part.density[1]
        least = 0 if self.options.clues is None else self.options.clues[1]
        return max(round(share * places), least)

    def _walked(self, random: Random) -> tuple[Structure, Bench, Assignment] | None:
        """A structure that has a solution, by small changes of the example puzzle's structure that
        leave solutions no further apart. For specs of which hardly any random structure has one."""
        own = self.draft.own()
        best = None if own is None or own.is_empty() else self._apart(random, own)
        if own is None or best is None:
            return None
        for _ in range(WALKED):
            other = self.draft.changed(random, best[1])
            now = None if other is None else self._apart(random, other)
            if now is not None and now[0] <= max(best[0], 6):
                best = now
        if best[1] == own and not self.recipe.names(Role.CLUES):  # the example puzzle itself
            return None
        return self._sampled(random, best[1])

    def _apart(self, random: Random, structure: Structure) -> tuple[int, Structure] | None:
        """The number of variables in which two solutions differ, on a board with this structure and
        all clues; None if there is no solution."""
        start = self._sampled(random, structure)
        full = None if start is None else with_all_clues(start[1], random, start[2])
        if start is None or full is None:
            return None
        return len(weak_variables(start[1], full)), structure

    def _bench_for(self, structure: Structure, last: Bench | None = None) -> Bench | None:
        """The bench of a structure, the same one if the template allows it; None if the rules do
        not allow the structure. last: that of the board before, in the same attempt."""
        if self._bench is None or not structure.is_empty():
            template = self.draft.template(structure)
            try:
                if self._bench is None or not self._bench.takes(template):
                    self._bench = Bench(self._open, template, self.stage)
            except PzcError as error:
                if error.diagnostics[0].code == TOO_LARGE:
                    raise
                if structure.is_empty():
                    raise self.draft.unfit(error) from None
                return None  # the rules do not allow such a structure
        self._bench.begin(ATTEMPT, last)
        self._bench.keep_together(self._orbits(self._bench))
        return self._bench

    def _orbits(self, bench: Bench) -> list[list[Spot]]:
        """The spots that may be blank, in the orbits of the symmetry; without those that are alone
        in theirs."""
        spots = [
            spot
            for spot in bench.spots
            if spot.blank is not None and self.recipe.parts[spot.layer].role is Role.CLUES
        ]
        orbits = self.draft.orbits([(spot.layer, spot.key) for spot in spots])
        return [[spots[k] for k in orbit] for orbit in orbits if len(orbit) > 1]

    def _unique(
        self, bench: Bench, random: Random, structure: Structure, found: Assignment
    ) -> tuple[Bench, Assignment] | None:
        """A board with all its clues that has one solution."""
        full = self._filled(bench, random, found)
        if full is None:
            return None
        best = Board(full, weak_variables(bench, full))
        for _ in range(ADDITIONS if structure.places else 0):
            structure, bench, best = self.changing.with_further_clues(
                random, structure, bench, best
            )
            if not best.weak:
                break
            best = repaired(bench, random, best, HASTY)
        if bench.spots:
            if len(best.weak) > MANY:
                best = narrowed(bench, random, best)
            patience = STUCK if structure.is_empty() and not bench.held else IMPATIENT
            best = repaired(bench, random, best, patience)
            if is_vague(bench, best) and not bench.held:
                structure, bench, best = self.changing.localised(random, structure, bench, best)
        if best.weak and bench.held:
            whole = completed(bench, random, best.found, self.draft.orbits)
            return None if whole is None else (bench, whole)
        best = lightened(bench, random, best, self._removal(bench))
        fewest, barren = len(best.weak), 0
        for _ in range(0 if structure.is_empty() else CHANGED):
            if not best.weak or barren == BARREN:
                break
            near = self.changing.cells_near(random.choice(best.weak), random.choice(NEARBY))
            other = self.draft.changed(random, structure, near)
            now = None if other is None else self.changing.redrawn(random, other, bench, best)
            barren += 1
            if other is None or now is None:
                continue
            trial, board = now
            if len(board.weak) <= len(best.weak):
                structure, bench, best = other, trial, board
            if len(best.weak) < fewest:
                fewest, barren = len(best.weak), 0
        return None if best.weak else (bench, best.found)

    def _filled(self, bench: Bench, random: Random, found: Assignment) -> Assignment | None:
        """A solution with all its clues. If a layer has far fewer than usual, another solution,
        sampled with wishes for random clues at random places."""
        full = with_all_clues(bench, random, found)
        if full is None:
            return None
        wishes = [
            node
            for part, own, most in self._optional(bench)
            if 2 * sum(full[spot.index] != spot.blank for spot in own) < most
            for node in clue_wishes(bench, random, random.sample(own, most), part.values)
        ]
        other = sample(bench, random, wishes=wishes) if wishes else None
        return (None if other is None else with_all_clues(bench, random, other)) or full

    def _bordered(
        self, bench: Bench, random: Random, found: Assignment
    ) -> tuple[Bench, ClueSet, Assignment] | None:
        board, parts = self.draft.board, self.recipe.parts.values()
        assert board is not None
        sizes = {
            part.name: part.sizes.on(board)
            for part in parts
            if part.name in self.recipe.open_regions and part.sizes is not None
        }
        done = bordered(bench, random, board, sizes, found)
        return None if done is None else (bench, *done)

    # ---- clues

    def _removal(self, bench: Bench, random: Random | None = None) -> Removal:
        """Which clues may be removed, down to as few as the options or hints ask for. random: to
        choose how many these are; None: as few as they allow."""
        spots = [k for k, spot in enumerate(bench.spots) if self._may_go(bench, k)]
        keys = [(bench.spots[k].layer, bench.spots[k].key) for k in spots]
        groups = [[spots[k] for k in orbit] for orbit in self.draft.orbits(keys)]
        shares = {part.name: part.share for part in self.recipe.parts.values()}
        fewest, least = 0, {}
        if self.options.clues is not None:
            few, many = self.options.clues
            fewest = few if random is None else random.randint(few, many)
        else:
            removable = {bench.spots[k].layer for k in spots}
            for name, (low, high) in self.recipe.densities():
                if name not in removable:  # a bool at all places: what is open there, stays
                    continue
                share = low if random is None else random.uniform(low, high)
                least[name] = round(share * bench.places(name))
        sparse = {part.name for part in self.recipe.parts.values() if part.sparse}
        return Removal(groups, shares, sparse, fewest, least, strained=False)

    def _reduced(self, bench: Bench, random: Random, found: Assignment) -> ClueSet | None:
        removal = self._removal(bench, random)
        return reduced(bench, random, found, bench.clue_set(found), removal)

    def _may_go(self, bench: Bench, k: int) -> bool:
        spot = bench.spots[k]
        part = self.recipe.parts[spot.layer]
        return spot.blank is not None and part.role is Role.CLUES and not part.complete
