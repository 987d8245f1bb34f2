"""Every global with arguments and data to test it on, and what must hold of each.

A global's own `holds` is its meaning; all else that its definition says is held to that, on every
assignment of the sampled domains.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from pzc.model.definitions import GlobalDefinition
from pzc.model.evaluate import evaluate
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.runs import RUNS
from pzc.model.globals.same_shape import SAME_SHAPE
from pzc.model.globals.straight import STRAIGHT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import Values
from strategies import assignments

# The domain of each argument ({0, 1} is a bool), and the data.
Sample = tuple[Sequence[Values], Any]

TABLE_ROWS = ((0, 1, 2), (1, 1, 0), (2, 0, 2), (1, 2, 2))
DOMAINS: list[Sequence[Values]] = [
    [range(1, 4)] * 3,
    [(1, 3), (2,), (1, 2, 4), (0, 3)],
    [range(3), (0, 2), range(1, 3)],
    [range(2)],
    [],
]
LENGTHS: list[tuple[int, ...]] = [(), (1,), (2,), (1, 1), (2, 1), (5,), (1, 1, 1), (0,)]
# The places of two sets.
FOUND: list[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = [
    (((1, 1), (1, 2), (2, 1), (2, 3)), ((5, 2), (4, 1), (6, 1), (6, 2))),
    (((1, 1), (3, 1), (3, 2)), ((1, 1), (1, 3), (2, 3))),
    ((), ((2, 2),)),
]
SAMPLES: dict[GlobalDefinition, list[Sample]] = {
    ALL_DIFFERENT: [(domains, None) for domains in DOMAINS],
    STRAIGHT: [(domains, None) for domains in DOMAINS],
    RUNS: [([range(2)] * width, lengths) for width in range(6) for lengths in LENGTHS],
    SAME_SHAPE: [
        ([range(2)] * (len(one) + len(other)), (one, other, turned, flipped))
        for one, other in FOUND
        for turned in (False, True)
        for flipped in (False, True)
    ],
    TABLE: [
        *((domains, TABLE_ROWS) for domains in DOMAINS if len(domains) == 3),
        ([range(2)], ()),
        ([], ((),)),
    ],
}


def every_sample() -> list[tuple[GlobalDefinition, Sequence[Values], Any]]:
    return [(definition, *sample) for definition, some in SAMPLES.items() for sample in some]


def hold_to_its_meaning(
    definition: GlobalDefinition, domains: Sequence[Values], data: object
) -> None:
    """The decomposition says what `holds` says, in both polarities, adds no variable, and every
    nogood is one."""
    model = Model()
    args = tuple(
        model.bool_var(f"b{k}") if d == range(2) else model.int_var(f"x{k}", d)
        for k, d in enumerate(domains)
    )
    condition = definition.decompose(model, args, data)
    negation = model.not_(condition)
    assert len(model.variables) == len(args)
    everything = assignments(model)
    for values in everything:
        holds = definition.holds(values, data)
        assert evaluate(condition, values) == holds
        assert evaluate(negation, values) == (not holds)
        assert definition.entailment([(v,) for v in values], data) is holds
        if not holds:
            positions = definition.nogood(values, data)
            assert len(set(positions)) == len(positions)
            for other in everything:
                if all(other[p] == values[p] for p in positions):
                    assert not definition.holds(other, data)


def hold_on_partial_boards(
    definition: GlobalDefinition, domains: Sequence[Values], data: object
) -> None:
    """What partial domains entail is so whichever of their values are taken."""
    choices = [{tuple(d), *((v,) for v in d), tuple(d)[1:] or tuple(d)} for d in domains]
    for some in product(*choices):
        verdict = definition.entailment(some, data)
        truths = {definition.holds(values, data) for values in product(*some)}
        assert verdict is None or truths == {verdict}
