"""The check of a finished board, and the puzzle that comes of it.

    check = Check(spec, recipe, options, draft)
    result = check(random, 7, bench, clue set, answer)    # a Made, or a Failure that says why

The puzzle file is solved by the spec itself, and its number of clues and its rating are compared
with what the options ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...compiler.ground.opening import Clues
from ...compiler.ground.reading import is_unknown
from ...records import record
from ...render.puzzle import write_puzzle
from ..answers import problem, searched
from ..compiled import CompiledSpec
from ..explain.rating import rate
from ..reading_back import solution
from .assumptions import Assignment, ClueSet
from .bench import Bench
from .closed import has_one_solution
from .draft import Draft
from .options import Options
from .recipe import COUNTED, ENOUGH, Recipe, Role
from .reducing import LEAST_WORK
from .symmetry import identity
from .trivial import falls_at_once
from .withholding import shown_values, withheld
from .writing import puzzle_text

# The reason of a failure that says most about the rules.
NO_BOARD = "no board with a solution"
# Reasons that hold for all attempts: the only board has no solution, or boards have too few places.
IMPOSSIBLE = "no solution on such a board"
NO_ROOM = "no room for so many clues"
TOO_MUCH = "too much work"
# Too much work in the search for a solution to begin with.
UNSOLVED = "no first solution found"
ALIKE = "too many clues are alike"
SEVERAL, TRIVIAL = "several solutions", "it is solved in two steps"
LOPSIDED = "clues without the symmetry"
TOO_EASY, TOO_HARD = "too easy", "too hard"  # by their rating
TOO_FEW, TOO_MANY = "too few", "too many"  # of clues

# SOME or more clues of a layer are not all alike if examples have VALUES values.
SOME, VALUES = 3, 3


@record
class Made:
    """A puzzle. number: of its attempt; text: the puzzle file; solution: as pzc prints it; clues:
    their number; identity: equal for puzzles that are symmetric to each other; rating: None unless
    the options limit it."""

    number: int
    text: str
    solution: str
    clues: int
    identity: str
    rating: float | None = None


@record
class Failure:
    """An attempt without a puzzle. most: the most clues for which boards have room, where more are
    wanted."""

    number: int
    reason: str
    most: int = 0


class Check:
    """Checks the boards of one maker."""

    def __init__(self, spec: CompiledSpec, recipe: Recipe, options: Options, draft: Draft) -> None:
        self.spec, self.recipe, self.options, self.draft = spec, recipe, options, draft

    def __call__(
        self, random: Random, number: int, bench: Bench, clue_set: ClueSet, answer: Assignment
    ) -> Made | Failure:
        """The result of an attempt that led to a board whose answer is the only one. A puzzle that
        is too hard shows all values, and gets some of its removed clues back, about as few as
        suffice."""
        for withholds in (True, False) if self._examples_withhold() else (False,):
            result = self._result(random, number, bench, clue_set, answer, withholds)
            if not isinstance(result, Failure) or result.reason != TOO_HARD:
                return result
        full = bench.clue_set(answer)
        gone = [k for k, s in enumerate(bench.spots) if clue_set[k] == s.blank != full[k]]
        groups = self.draft.orbits([(bench.spots[k].layer, bench.spots[k].key) for k in gone])
        back = random.sample(groups, len(groups))
        few, many = 0, len(back) + 1
        while many - few > 1:
            middle = (few + many) // 2
            trial = list(clue_set)
            for k in (gone[j] for group in back[:middle] for j in group):
                trial[k] = full[k]
            eased = self._result(random, number, bench, tuple(trial), answer)
            if isinstance(eased, Failure) and eased.reason == TOO_HARD:
                few = middle
                continue
            many = middle
            if isinstance(eased, Made):
                result = eased
        return result

    def _result(
        self,
        random: Random,
        number: int,
        bench: Bench,
        clue_set: ClueSet,
        answer: Assignment,
        withholds: bool = False,
    ) -> Made | Failure:
        """The result of an attempt with the clues of a clue set. withholds: whether it may have
        unknown values."""
        printed = self._spared(bench, random, bench.printed(clue_set, answer), answer)
        if withholds:
            printed = self._withheld(bench, random, printed, answer)
        if self.options.symmetry is not None and self._is_lopsided(bench, printed):
            return Failure(number, LOPSIDED)
        text = puzzle_text(self.spec, bench.grounding, printed)
        grounding = problem(self.spec, text)
        found = list(searched(self.spec, grounding, most=2)[1])
        if len(found) != 1:
            return Failure(number, SEVERAL)
        clues = self._counted(printed)
        if self.options.clues is not None:
            if not self.options.clues[0] <= clues <= self.options.clues[1]:
                return Failure(number, f"{_wrong(clues, self.options.clues[0])} clues")
        else:
            for name, (low, high) in self.recipe.densities():
                table = printed.get(name, {})
                if not table:  # the board has no place for such a clue
                    continue
                places = bench.places(name)
                share = sum(map(_is_clue, table.values())) / places
                if not low - 0.5 / places <= share <= high + 0.5 / places:
                    return Failure(number, f"{_wrong(share, low)} clues of '{name}'")
        if any(map(self._is_monotonous, printed, printed.values())):
            return Failure(number, ALIKE)
        if falls_at_once(self.spec, text, grounding, found[0]):
            return Failure(number, TRIVIAL)
        rating = None
        if self.options.rating is not None:
            rating = rate(self.spec, text).number
            if rating < self.options.rating[0]:
                return Failure(number, TOO_EASY)
            if rating > self.options.rating[1]:
                return Failure(number, TOO_HARD)
        shown = str(solution(grounding, found[0]))
        return Made(number, text, shown, clues, self._identity(bench, printed), rating)

    def _examples_withhold(self) -> bool:
        """Whether the example puzzles have unknown values."""
        return any(part.unknown and part.role in COUNTED for part in self.recipe.parts.values())

    def _withheld(self, bench: Bench, random: Random, printed: Clues, answer: Assignment) -> Clues:
        """The clues with unknown values in each layer: as large a share as the example puzzles
        have, or fewer if more would allow another answer."""
        values = bench.values(answer)
        for name in self.recipe.names(*COUNTED):
            clues = shown_values(bench.grounding, printed, [name])
            most = round(self.recipe.parts[name].unknown * len(clues))
            mixed = random.sample(clues, len(clues))
            printed = withheld(self.spec, bench.grounding, printed, values, mixed, most, LEAST_WORK)
        return printed

    def _is_monotonous(self, name: str, table: Mapping[Any, Any]) -> bool:
        """Whether all clues of a layer are equal, or most of them if there are many, and this is
        unusual: a Nurikabe 5x5 with five ones takes no thought."""
        part = self.recipe.parts[name]
        usual = part.values or self.draft.base.slots[name].domain.values  # no example shows any
        values = [v for v in table.values() if _is_clue(v) and not is_unknown(v)]
        if part.role not in COUNTED or len(values) < SOME or len(set(usual)) < VALUES:
            return False
        if min(len(values), len(part.values)) < ENOUGH:
            return len(set(values)) == 1
        return _top_share(values) > (2 + _top_share(part.values)) / 3

    def _is_lopsided(self, bench: Bench, printed: Clues) -> bool:
        """Whether some places that the symmetry maps to each other have a clue and others none, in
        a layer in which clues may be missing."""
        for name in self.recipe.names(Role.CLUES, Role.PLACED):
            table = printed.get(name, {})
            keys = list(table) if bench.grounding.slots[name].some else []
            for orbit in self.draft.orbits([(name, key) for key in keys]):
                if len({_is_clue(table[keys[k]]) for k in orbit}) > 1:
                    return True
        return False

    def _counted(self, printed: Clues) -> int:
        """The number of clues."""
        return sum(
            _is_clue(value)
            for name in self.recipe.names(*COUNTED)
            for value in printed.get(name, {}).values()
        )

    def _spared(self, bench: Bench, random: Random, printed: Clues, answer: Assignment) -> Clues:
        """Remove clues at drawn places that the answer does not need, down to the number that the
        options call for. The board depends on these places, so each trial is ground again. The
        answer has to stay: another one would satisfy the rules, but may be trivial."""
        names = [name for name in self.recipe.names(Role.PLACED) if printed.get(name)]
        if not names:
            return printed
        fewest = 0 if self.options.clues is None else random.randint(*self.options.clues)
        values = bench.values(answer)
        keys = list(dict.fromkeys(key for name in names for key in printed[name]))
        groups = self.draft.orbits([(names[0], key) for key in keys])
        least = {
            name: (self.recipe.parts[name].density or (0, 0))[0] * len(printed[name])
            for name in names
        }
        for orbit in random.sample(groups, len(groups)):
            gone = {keys[k] for k in orbit}
            trial = {
                name: {key: None if key in gone else value for key, value in table.items()}
                for name, table in printed.items()
            }
            if self._counted(trial) < fewest or any(
                sum(v is not None for v in trial[name].values()) < least[name] for name in names
            ):
                continue
            if has_one_solution(self.spec, write_puzzle(bench.grounding, trial), values):
                printed = trial
        return printed

    def _identity(self, bench: Bench, printed: Clues) -> str:
        values = bench.grounding.binding.printed | {
            name: {**bench.grounding.binding.printed.get(name, {}), **own}
            for name, own in printed.items()
        }
        shown = [
            (name, key, value)
            for name, table in values.items()
            for key, value in table.items()
            if _is_clue(value)
        ]
        named = {p.name for p in self.recipe.parts.values() if p.role is Role.REGIONS}
        return identity(self.draft.board, shown, named)


def _wrong(number: float, least: float) -> str:
    """How a number is wrong that is outside a range. least: the lower end of the range."""
    return TOO_FEW if number < least else TOO_MANY


def _top_share(values: Sequence[Any]) -> float:
    """The share of the most frequent value."""
    return max(Counter(values).values()) / len(values)


def _is_clue(value: object) -> bool:
    """Whether a printed value is a clue: neither a blank nor no."""
    return value is not None and value is not False
