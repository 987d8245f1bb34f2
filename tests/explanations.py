"""What tests of explanations share: puzzles, and another backend to judge steps by."""

from __future__ import annotations

from pzc import load
from pzc.backends import load as load_backend
from pzc.backends.base import Status
from pzc.dsl.diagnostics import Source
from pzc.model.nodes import BoolNode
from pzc.tasks.explain.explanation import Explanation
from pzc.tasks.explain.instances import Instances
from pzc.tasks.explain.shown import Shown
from pzc.tasks.explain.step import Step
from pzc.tasks.library import SPECS
from pzc.tasks.wording.facts import Fact, Known

# A puzzle of Star Battle.
STARS = """\
stars: 1
region:
ABBCCD
ABBCCD
AEBBCD
AABBBD
BBBBFF
BFFFFF
"""
# A spec of a puzzle that asks for the fewest lamps.
OPTIMAL = """\
puzzle "Few"
grid h x w
find lamp : bool at cells drawn ". *"
rule "Every cell has a lamp or is beside one":
    for c in cells: lamp[c] or any(lamp[adjacent(c)])
minimize count(lamp)
"""


def example(name: str) -> Source:
    path = min((SPECS / "examples" / name).glob("*.puzzle"))
    return Source(str(path), path.read_text(encoding="utf-8"))


class Judge:
    """Another backend, asked what follows from citations alone."""

    def __init__(self, instances: Instances) -> None:
        self._instances = instances
        self._solver = load_backend("cnf", instances.grouped.model)

    def proves(self, step: Step, groups: tuple[object, ...], cited: tuple[Fact, ...]) -> bool:
        """Whether every fact of a step (or a contradiction) follows from groups and facts."""
        instances = self._instances
        on = [g for g in groups if g in instances.order]
        facts: list[BoolNode] = [instances.node(f) for f in cited]
        held = [*instances.grouped.assume(on, ()), *facts]  # type: ignore[arg-type]
        if not step.facts:
            return self._solver.solve(held).status is Status.UNSAT
        against = [instances.node(instances.opposite(f)) for f in step.facts]
        return all(self._solver.solve([*held, a]).status is Status.UNSAT for a in against)


def explained(name: str) -> tuple[Explanation, list[Shown]]:
    explanation = load(name).explain(example(name))
    return explanation, list(explanation)


def links(step: Step) -> list[Step]:
    """The inner steps of a chain, with those of suppositions within."""
    return [link for inner in step.inner for link in (*links(inner), inner)]


def absurd_links(step: Step, known: Known) -> list[Step]:
    """Links of a chain that cite what is not known at their moment, or, before the contradiction,
    conclude what cannot hold there. known: before the step."""
    within = known.copy()
    within.learn(map(known.opposite, step.facts[:1]))
    found: list[Step] = []
    for link in step.inner:
        found += absurd_links(link, within)
        news = {f.variable for f in link.facts}
        cites_known = all(map(within.knows, link.cited))
        within.learn(link.facts)
        found += [] if cites_known and all(within.left[v] for v in news) else [link]
    return found
