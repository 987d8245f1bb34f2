"""Walking: from a structure without a solution to one that has one, by small changes.

Of many specs, hardly any random structure has a solution: somewhere on the board, a rule cannot
hold. To see where, rule instances are switched off, one of each core, until the others have a
solution (core-guided relaxation, as in MaxSAT), and then on again as far as that leaves one. The
structure changes near one of them, and a change is kept if it leaves no more instances to switch
off. The next structure begins with those of the last one, so that two counts differ by what the
change did, not by which instance of each core was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ...backends.native.solver import NO_MORE, NativeSolver
from ...compiler.board.places import Place, apart
from ...compiler.ground.opening import freed
from ...dsl.diagnostics import PzcError
from ...model.groups import Group, group_by_origin
from ...records import record, replace
from ..compiled import CompiledSpec
from .closed import NEW_SHAPE
from .parts import place_of
from .template import Draft, Structure, Template

# Changes of a structure, and work (units of `backends.base`) after which there are no more.
STEPS, WORK = 600, 8_000_000_000
# Work of a search; one that takes more counts as if it had found a solution.
SEARCH = 15_000_000
# The same of a search for whether one more instance may be on.
TRIAL = 2_000_000
# The rule instances that are switched off at most.
MOST = 60
# How far from a rule instance the structure changes (cells are 2 apart).
AROUND = 2


@record
class Broken:
    """The rule instances that a structure breaks. work: that it took to tell."""

    groups: list[Group]
    work: int


def walk(
    spec: CompiledSpec, draft: Draft, random: Random, structure: Structure
) -> Iterator[Structure]:
    """Structures that seem to have a solution, by way of changes of this one. spec: with a grounder
    whose model may be replaced."""
    best = _broken(spec, _template(draft, structure), random, (), MOST)
    if best is None:
        return
    work = best.work
    for _ in range(STEPS):
        if work > WORK:
            break
        near = _near(draft, random.choice(best.groups)) if best.groups else ()
        other = draft.changed(random, structure, near)
        if other is None or other == structure:
            continue
        most = len(best.groups)
        now = _broken(spec, _template(draft, other), random, best.groups, most)
        if now is None:
            continue
        work += now.work
        if len(now.groups) > most:
            continue
        structure, best = other, now
        if not best.groups:
            yield structure


def _template(draft: Draft, structure: Structure) -> Template:
    """The template of a structure, with its regions closed."""
    template = draft.template(structure)
    left = {n: o for n, o in template.open.items() if n not in draft.recipe.open_regions}
    return replace(template, open=left)


def _broken(
    spec: CompiledSpec,
    template: Template,
    random: Random,
    before: Sequence[Group],
    most: int,
) -> Broken | None:
    """Rule instances without which a template has a solution, one more than `most` if there are
    more; None if it cannot be ground, or no instance is at fault. before: those of a similar
    template."""
    try:
        grounding = spec.ground(template.text, open=template.open, exact=True)
    except PzcError:
        return None
    grouped = group_by_origin(freed(grounding.model, grounding.slots))
    model, selectors = grouped.model, grouped.selectors
    solver = NativeSolver(model)

    def answered(on: Iterable[Group], work: int = SEARCH) -> tuple[bool, bool]:
        """Whether a solution is found with these instances, and whether there is none."""
        solver.begin([*(selectors[group] for group in on), *grouped.givens])
        found, ended = solver.go_on(1, work=work)
        return bool(found), not found and ended == NO_MORE

    off = dict.fromkeys(group for group in before if group in selectors)
    on = dict.fromkeys(group for group in selectors if group not in off)
    while answered(on)[1]:
        groups, _ = grouped.cited(solver.core_finder()())
        if not groups:
            return None
        gone = random.choice(groups)
        off[gone] = on.pop(gone)
        if len(off) > most + len(before):
            break
    for group in random.sample(list(off), len(off)):
        if answered([*on, group], TRIAL)[0]:
            on[group] = off.pop(group)
    size = len(model.variables) + len(model.constraints)
    return Broken(list(off), NEW_SHAPE * size + solver.work)


def _near(draft: Draft, group: Group) -> set[Place]:
    """The cells near the places of a rule instance."""
    board, places = draft.board, list(_places(group))
    if board is None:
        return set()
    return {cell for cell in board.cells if any(apart(cell, place) <= AROUND for place in places)}


def _places(group: Group) -> Iterator[Place]:
    for _, value in group.bindings:
        for member in getattr(value, "members", (value,)):
            place = place_of(member)
            if place is not None:
                yield place
