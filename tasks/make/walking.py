"""Walking: from a structure without a solution to one that has one, by small changes.

For many specs, hardly any random structure has a solution: somewhere on the board, a rule cannot
hold. To find out where, satisfy as many rule instances as possible at once (a maximal satisfiable
subset, with the selectors of the instances as wishes); the others are broken. The structure changes
near a broken instance. The values of the solution stay, but for those near the change, and the
instances that held hold again, so a step takes hardly any search. It is kept if no more instances
are broken than before. Where such steps lead nowhere, all values are found anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from ...backends.native.solver import NativeSolver
from ...compiler.board.places import Place, apart
from ...compiler.ground.opening import Opening, freed
from ...dsl.diagnostics import PzcError
from ...model.evaluate import Evaluator
from ...model.groups import Group, group_by_origin
from ...records import record, replace
from ..compiled import CompiledSpec
from .closed import BUILDING, building, conditions, nodes, values_of
from .clue_rules import ClueRules
from .draft import Draft
from .parts import Values, open_spots, place_of
from .structure import Structure
from .template import Template

# Changes of a structure, and work (units of `backends.base`) after which there are no more.
STEPS, WORK = 1500, 15_000_000_000
# Work of a search for all values, and of one for those near a change; or of building the model if
# it is more, since all its values are entered.
SEARCH, NEARBY = 150_000_000, 4_000_000
# Conflicts after which instances count as broken if a search happens to break them.
PATIENCE = 10_000
# Structures of which the one that breaks the fewest instances begins a walk.
BEGINNINGS = 5
# Steps in a row without fewer broken instances after which all values are found anew.
BARREN = 60
# How far from a rule instance the structure changes, and how far from there values change (cells
# are 2 apart).
AROUND, REACH = 2, 4


@record
class Broken:
    """What a structure breaks, at best. groups: the rule instances that do not hold; every: all
    instances; values: of found layers. work: that it took to tell."""

    groups: list[Group]
    every: frozenset[Group]
    values: Values
    work: int


def walk(
    spec: CompiledSpec, draft: Draft, random: Random, structures: Sequence[Structure]
) -> Iterator[Structure]:
    """Yield structures that seem to have a solution, reached by changes of one of these, which have
    none. spec: with a grounder whose model may be replaced."""
    closed = _closed_layers(spec, _template(draft, structures[0]))
    begun = [
        (structure, broken)
        for structure in structures[:BEGINNINGS]
        if (broken := _broken(spec, _template(draft, structure, closed), random)) is not None
    ]
    if not begun:
        return
    structure, best = min(begun, key=lambda one: len(one[1].groups))
    work, barren = sum(broken.work for _, broken in begun), 0
    for _ in range(STEPS):
        if work > WORK:
            break
        near = _near(draft, random.choice(best.groups)) if best.groups else ()
        other = draft.changed(random, structure, near)
        if other is None or other == structure:
            continue
        barren += 1
        if barren % BARREN == 0:
            other, now = structure, _broken(spec, _template(draft, structure, closed), random)
        else:
            changed = structure.differences(other)
            now = _broken(spec, _template(draft, other, closed), random, best, changed)
        if now is None:
            continue
        work += now.work
        if len(now.groups) > len(best.groups):
            continue
        if len(now.groups) < len(best.groups):
            barren = 0
        structure, best = other, now
        if not best.groups:
            yield structure


def _template(draft: Draft, structure: Structure, closed: Collection[str] = ()) -> Template:
    """The template of a structure, with its regions closed. closed: layers that have no clues."""
    template = draft.template(structure)
    left = {n: o for n, o in template.open.items() if n not in draft.recipe.open_regions}
    return replace(template, open=left | dict.fromkeys(closed, Opening(places=())))


def _closed_layers(spec: CompiledSpec, template: Template) -> set[str]:
    """The layers of clues that a search for a board with a solution can leave out: all their places
    may be blank, and a clue only excludes solutions."""
    try:
        grounding = spec.ground(template.text, open=template.open, exact=True)
    except PzcError:
        return set()
    spots = open_spots(grounding, template)
    layers = {spot.layer for spot in spots} - {s.layer for s in spots if s.blank is None}
    own = [spot for spot in spots if spot.layer in layers]
    rules = ClueRules(freed(grounding.model, grounding.slots), own)
    return layers if rules.are_monotone() else set()


def _broken(
    spec: CompiledSpec,
    template: Template,
    random: Random,
    before: Broken | None = None,
    changed: Collection[Place] = (),
) -> Broken | None:
    """What a template breaks; None if it cannot be ground, or if a search takes too long. before:
    of a similar template, whose values stay but for those near the changed cells, and whose
    instances hold again; None also if they cannot."""
    try:
        grounding = spec.ground(template.text, open=template.open, exact=True)
    except PzcError:
        return None
    grouped = group_by_origin(freed(grounding.model, grounding.slots))
    selectors = grouped.selectors
    free = list(selectors)
    known = [*grouped.givens]
    if before is not None:
        broken = set(before.groups)
        free = [group for group in selectors if group in broken or group not in before.every]
        given = grounding.program.given_names
        far = {
            (name, key): value
            for (name, key), value in before.values.items()
            if name not in given and not _is_near(key, changed)
        }
        held = conditions(replace(grounding, model=grouped.model), far)
        if any(condition is False for condition in held):
            return None
        wanted = set(free)
        known += [*nodes(held), *(s for group, s in selectors.items() if group not in wanted)]
    # Clues follow from the solution; decided on before what they speak of, they are guesses.
    spots = open_spots(grounding, template)
    late = {spot.index: spot.blank for spot in spots if spot.blank is not None}
    solver = NativeSolver(grouped.model, late=late)
    wishes = [selectors[group] for group in random.sample(free, len(free))]
    solver.begin(known, wishes=wishes, patience=PATIENCE)
    least = BUILDING * grouped.model.size
    found, _ = solver.go_on(1, work=max(least, SEARCH if before is None else NEARBY))
    if not found:
        return None
    evaluate = Evaluator(found[0])
    return Broken(
        [group for group, selector in selectors.items() if not evaluate(selector)],
        frozenset(selectors),
        values_of(grounding, found[0]),
        building(grouped.model) + solver.work,
    )


def _is_near(key: object, changed: Collection[Place]) -> bool:
    """Whether a key of a layer is near changed cells, or has no place on the board."""
    place = place_of(key)
    return place is None or any(apart(place, cell) <= REACH for cell in changed)


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
