"""The globals that the native engine takes, and how each is posted.

`POSTS[definition](self, given, args, data)` adds the propagators of a global that holds wherever
the literal `given` is true, which is decided before a search. It returns False where the arguments
do not suit the propagator: the global is decomposed then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ....model.definitions import GlobalDefinition
from ....model.globals.all_different import ALL_DIFFERENT
from ....model.globals.runs import RUNS
from ....model.globals.straight import STRAIGHT
from ....model.globals.table import TABLE
from ....model.nodes import Bool, Operand
from .. import network as net
from ..network import TRUE, Literal
from .literals import BOTH
from .numbers import Numbers
from .tables import MAX_TABLE

# An automaton's states must fit into a word.
MAX_STATES: Final = 63


class Globals(Numbers):
    """See `Flattening`."""

    def _all_different(self, given: Literal, args: Sequence[Operand], data: None) -> bool:
        network = self.network
        variables = [self._int(a) for a in args]
        if len(set(variables)) < len(variables):
            self._clause(given, [])
            return True
        if not _share_one_word(network, variables):
            network.propagator(net.ALL_DIFFERENT, given, variables, net.FIXED)
            if given == TRUE:
                self._different.append(variables)
            return True
        union = 0
        for x in variables:
            union |= network.domain[network.first[x]]
        count, spare = len(variables), union.bit_count() - len(variables)
        network.propagator(
            net.DISTINCT,
            given,
            [network.first[x] for x in variables],
            # With many spare values, only a fixed variable propagates.
            net.CHANGED if spare < count else net.FIXED,
            mask=[0 if spare else union] * count,
        )
        return True

    def _count_flags(self) -> None:
        """For variables of several words with a literal for each value, constrain these literals
        like the variables: each variable has one value, and some are different."""
        network, every = self.network, {}
        for x in self.variables:
            flags = self._flags.get(x)
            if flags is not None and flags.keys() >= {*network.values(x)}:
                every[x] = {v: flags[v] for v in network.values(x)}
        for x, flags in every.items():
            literals = [*flags.values()]
            network.flag += [network.owner[word] for word, _ in literals]
            network.flag_of += [x] * len(literals)
            network.flag_value += flags
            self._count(TRUE, literals, 1, 1)
        for variables in self._different:
            if not all(x in every for x in variables):
                continue
            having: dict[int, list[Literal]] = {}
            for x in variables:
                for value, literal in every[x].items():
                    having.setdefault(value, []).append(literal)
            least = 1 if len(having) == len(variables) else 0
            for literals in having.values():
                self._count(TRUE, literals, least, 1)

    def _straight(self, given: Literal, args: Sequence[Operand], data: None) -> bool:
        if len(args) < 2:
            return True
        network = self.network
        variables = [self._int(a) for a in args]
        if not _share_one_word(network, variables):
            return False
        self._all_different(given, args, None)
        words = [network.first[x] for x in variables]
        network.propagator(net.CONSECUTIVE, given, words, net.CHANGED)
        return True

    def _table(
        self, given: Literal, args: Sequence[Operand], data: Sequence[tuple[int, ...]]
    ) -> bool:
        variables = [self._int(a) for a in args]
        words = max((self.network.words[x] for x in variables), default=1)
        if len(data) * words > MAX_TABLE:
            return False
        self._rows(given, data, variables)
        return True

    def _runs(self, given: Literal, args: Sequence[Operand], data: Sequence[int]) -> bool:
        """States: the gap before each run and after the last, and the cells of the runs between.

        From a gap a false stays; from the last cell of a run a false goes on to the gap after; from
        the gap before a run, and from all but its last cell, a true goes on.
        """
        if any(n < 1 for n in data) or sum(data) + len(data) + 1 > MAX_STATES:
            return False
        stay = leave = enter = 0
        state = 0
        for length in data:
            stay |= 1 << state
            enter |= ((1 << length) - 1) << state
            state += length
            leave |= 1 << state
            state += 1
        stay |= 1 << state
        accept = 1 << state | (1 << state >> 1 if data else 0)
        literals = [self._literal(self._as_bool(a), BOTH) for a in args]
        self.network.propagator(
            net.RUNS,
            given,
            [w for w, _ in literals],
            net.CHANGED,
            mask=[m for _, m in literals],
            data=self.network.table((stay, leave, enter, accept)),
        )
        return True

    def _as_bool(self, operand: Operand) -> Bool:
        return operand if isinstance(operand, bool) else self._model.member(operand, (1,))


def _share_one_word(network: net.Network, variables: Sequence[int]) -> bool:
    """Whether all variables have one word each, with the same values for the same bits."""
    shapes = {(network.words[x], network.base[x]) for x in variables}
    return len(shapes) == 1 and shapes.pop()[0] == 1


POSTS: Final[dict[GlobalDefinition, Callable[[Globals, Literal, Sequence[Operand], Any], bool]]] = {
    ALL_DIFFERENT: Globals._all_different,
    STRAIGHT: Globals._straight,
    TABLE: Globals._table,
    RUNS: Globals._runs,
}
