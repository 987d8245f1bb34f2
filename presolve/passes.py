"""The list of passes, and how they are run.

A pass maps a model to one with the same answers: a new one that shares its nodes, or the same if it
does not apply. Each keeps origins: a constraint that it adds or rewrites has those of all
constraints that it follows from. `docs/presolve.md` lists the genres in which each applies, and its
effect there."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..deadline import pause
from ..model.limits import ModelTooLarge
from ..model.model import Model
from ..records import record
from . import rooms, symmetry
from .apart import followed
from .bars import accompanied, in_lines
from .both_ways import converse
from .box_cells import filled_boxes, multiplied
from .boxes import chosen_boxes
from .by_value import chosen_by_value
from .channels import channelled
from .clauses import flat, split
from .cliques import counted_together
from .colours import two_parts
from .counting import counted_by_members, equalities, inequalities, sizes
from .different import all_different
from .distances import far_apart
from .domains import narrowed
from .equal_forms import compared_once
from .equal_sizes import shared_equally
from .equal_sums import valued
from .exactly_one import alternatives, exactly_one
from .extremes import by_bounds
from .forms import by_form
from .hubs import joined_to_hubs
from .impossible import ruled_out
from .least_sums import at_their_least
from .members import counted_members
from .one_of_several import listed
from .one_piece import stated_once
from .open_boxes import open_boxes
from .piece_counts import connections
from .placements import placed
from .rectangles import by_corners
from .relations import related
from .settled import without_settled
from .straights import consecutive
from .tables import tabulated
from .terms import shortened
from .totals import totalled
from .two_cases import joined_cases
from .values import shared_out
from .within_reach import kept_near


@record
class Pass:
    """name: by which tasks choose it. run: the pass. Variables that it adds follow from the others
    (see `Model.extended`).

    of_puzzle: it reads the givens and only adds constraints, so that the solver for a shape can be
    kept; the others rewrite the model once for all puzzles of a shape. keeps_origins: each
    constraint that it leaves follows from its own origins, and all of them are equivalent to the
    model, so that boards can be verified on the result.
    """

    name: str
    run: Callable[[Model], Model]
    of_puzzle: bool = False
    keeps_origins: bool = False


PASSES: tuple[Pass, ...] = (
    Pass("split", split),
    Pass("least sums", at_their_least),
    Pass("one piece", stated_once),
    Pass("piece counts", connections),
    Pass("forms", by_form),
    Pass("equal forms", compared_once),
    Pass("equal sizes", shared_equally),
    Pass("domains", narrowed),
    Pass("settled", without_settled),
    Pass("channels", channelled),
    Pass("relations", related),
    Pass("alternatives", alternatives),
    Pass("tables", tabulated),
    Pass("terms", shortened),
    Pass("filled", filled_boxes),
    Pass("multiplied", multiplied),
    Pass("members", counted_members),
    Pass("flat", flat),
    Pass("followed", followed),
    Pass("one of several", listed),
    Pass("exactly one", exactly_one),
    Pass("at most one", counted_together),
    Pass("cases", joined_cases),
    Pass("by value", chosen_by_value),
    Pass("equalities", equalities),
    Pass("inequalities", inequalities),
    Pass("sizes", sizes),
    Pass("totals", totalled),
    Pass("different", all_different),
    Pass("equal sums", valued),
    Pass("both ways", converse),
    Pass("straights", consecutive),
    Pass("extremes", by_bounds),
    Pass("values", shared_out),
    Pass("boxes", chosen_boxes),
    Pass("open boxes", open_boxes),
    Pass("placements", placed),
    Pass("corners", by_corners, keeps_origins=True),
    Pass("hubs", joined_to_hubs),
    Pass("bars", in_lines),
    Pass("company", accompanied),
    Pass("parts", two_parts),
    Pass("own counts", counted_by_members, keeps_origins=True),
    Pass("within reach", kept_near),
    Pass("distances", far_apart),
    Pass("impossible", ruled_out),
    Pass("symmetry", symmetry.ordered, of_puzzle=True),
    Pass("rooms", rooms.counted, of_puzzle=True),
)
NETWORK = tuple(p.name for p in PASSES if not p.of_puzzle)
PUZZLE = tuple(p.name for p in PASSES if p.of_puzzle)
KEEPING_ORIGINS = tuple(p.name for p in PASSES if p.keeps_origins)


def presolved(model: Model, names: Collection[str] = (*NETWORK, *PUZZLE)) -> Model:
    """The model after the passes of these names, in the order of the list. A pass that would make
    the model too large is skipped."""
    chosen = {*names}
    for one in PASSES:
        if one.name in chosen:
            before = model
            model = _passed(one, model)
            if model is not before:
                before.read = None
    model.read = None
    return model


def _passed(one: Pass, model: Model) -> Model:
    pause()
    try:
        return one.run(model)
    except ModelTooLarge:
        return model
