"""Runs: attempts in order, on one process or several, until there are as many puzzles as wanted.

    for made in generate(spec, Options(seed=7), count=20, jobs=2): …

Attempts depend on their number only, and are taken in its order, so the same seed gives the same
puzzles for any number of processes. An interrupted run continues after its last puzzle (`after`):
the following attempts have the same results as without the interruption.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import count as numbers
from time import monotonic
from typing import TYPE_CHECKING

from ...deadline import OutOfTime, enforced, moment
from ...dsl.diagnostics import Diagnostic, PzcError, counted, listed
from ...dsl.syntax import (
    BoolDomain,
    Given,
    Grid,
    Let,
    ListDomain,
    Name,
    Param,
    PictureDomain,
    SymbolDomain,
)
from ...records import replace
from ..blank import bools
from ..compiled import CompiledSpec
from .checking import (
    IMPOSSIBLE,
    LOPSIDED,
    NO_BOARD,
    NO_ROOM,
    SEVERAL,
    TOO_EASY,
    TOO_FEW,
    TOO_HARD,
    TOO_MANY,
    TOO_MUCH,
    TRIVIAL,
    UNSOLVED,
    Failure,
    Made,
)
from .conventions import with_complete_layers
from .hints import Hints, blank_puzzle, followed, hints, with_placeholders
from .maker import Maker
from .options import Options
from .recipe import CannotMake, Recipe, Role, is_about, recipe, refuse, refuse_unknown
from .stages import Tell, quietly

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .draft import Draft

CONTRADICTION = "`pzc why` on a puzzle without clues shows whether its rules contradict each other"
# Attempts in a row without a new puzzle before a run gives up.
PATIENCE = 200
# What attempts that fail for these reasons count as; others count as one. Of Norinuri 9x9, one in
# six that take too much work succeeds.
DEAR = {TOO_MUCH: 5, NO_BOARD: 5, UNSOLVED: 20}
# Attempts handed out ahead, for each process.
AHEAD = 4


def recipe_for(
    spec: CompiledSpec, like: str | None = None, options: Options | None = None
) -> Recipe:
    """The recipe of a spec: from one puzzle (`like`), or from its hints and examples; if there are
    none, from the options. Raises PzcError if that is not enough."""
    own = hints(spec)
    texts = [like] if like is not None else _examples(spec)
    blank = not texts
    sized = () if like is not None else [name for name, word in own.ranges if word == "size"]
    try:
        refuse(spec)  # before an example is missed
        base, *others = texts or [_blank(spec, own, options or Options())]
        found = recipe(spec, base, others, blank, sized)
        # One puzzle may happen to have every clue.
        found = with_complete_layers(spec, found, others if like is None else _examples(spec))
    except CannotMake as reason:
        message = f"no puzzles can be made of this spec: {reason}"
        raise PzcError.at("E0531", message, expected=reason.expected) from None
    return found if like is not None else followed(found, own, blank)


def _blank(spec: CompiledSpec, own: Hints, options: Options) -> str:
    """An example puzzle made from hints and options only."""
    params = [d for d in spec.program.declarations if isinstance(d, Param)]
    refuse_unknown(options.params, [name.id for param in params for name in param.names])
    chosen = {**own.values, **_sides(spec, options), **options.params}
    text = blank_puzzle(spec, replace(own, values=chosen))
    try:
        spec.grounder.read(spec.sections(text))
    except PzcError as error:
        if is_about(error.diagnostics[0], chosen):
            raise
        if (filled := with_placeholders(spec, text)) is not None:
            return filled
        raise _too_little(spec, error.diagnostics[0]) from None
    return text


def _too_little(spec: CompiledSpec, reason: Diagnostic) -> PzcError:
    """The error for a spec whose hints and options leave something open. reason: the mistake in the
    example that they make."""
    ways = "--like PUZZLE, or `make` in the spec, which says what is usual"
    hint: str | None = reason.message
    if reason.code == "E0308":
        ways, hint = f"--size HxW, {ways}", None
    for declaration in spec.program.declarations:
        names = getattr(declaration, "names", ())
        name = next((n.id for n in names if reason.message == f"section '{n.id}' is missing"), None)
        match declaration:
            case Param() if name:
                ways = f"--with {name}=VALUE, {ways}"
            case Given(domain=ListDomain() | PictureDomain()) if name:
                hint = f"only an example can show what '{name}' contains"
            case Given(domain=SymbolDomain()) if name:
                hint = f"{hint}; `make {name} size 3..6` says how many cells a region has"
            case Given(domain=BoolDomain()) if name in bools(spec):
                hint = f"{hint}; `make {name} density 20..30` says how many percent are yes"
    return PzcError.at(
        "E0530",
        "no example puzzle: the size of the board, or what its layers contain, is unknown",
        expected=ways,
        hint=hint,
    )


def _sides(spec: CompiledSpec, options: Options) -> dict[str, str]:
    """The chosen size, by the names that the grid has for its sides; none for sides that follow
    from params."""
    declarations = spec.program.declarations
    grid = next((d for d in declarations if isinstance(d, Grid)), None)
    if grid is None or options.size is None:
        return {}
    follow = {d.name.id for d in declarations if isinstance(d, Let)}
    sides = zip((grid.height, grid.width), options.size, strict=True)
    return {
        side.id: str(length)
        for side, length in sides
        if isinstance(side, Name) and side.id not in follow
    }


def _examples(spec: CompiledSpec) -> list[str]:
    """The example puzzles of a bundled spec."""
    from ..library import SPECS, examples

    name = os.path.basename(spec.source.name).removesuffix(".spec")
    if os.path.abspath(spec.source.name) != str(SPECS / f"{name}.spec"):
        return []
    return [path.read_text(encoding="utf-8") for path in examples(name)]


def generate(
    spec: CompiledSpec,
    options: Options,
    count: int | None = 1,
    like: str | None = None,
    jobs: int = 1,
    after: Sequence[Made] = (),
    report: Callable[[Counter[str], str], None] = lambda tally, hint: None,
    timeout: float | None = None,
    tell: Callable[[str], None] = lambda note: None,
    stage: Tell = quietly,
) -> Iterator[Made]:
    """Yield different puzzles, at most `count`. after: all puzzles of the run that is continued.
    report: called after each attempt with the number of attempts by result, and what to change if
    none succeeds. tell: called before the first attempt with each thing to know about all puzzles.
    stage: called with what an attempt does now (see `stages`), if there is one process.

    Raises PzcError for what cannot be made, after 200 attempts in a row without a puzzle, and
    OutOfTime.
    """
    deadline = moment(timeout)
    with enforced(deadline):
        maker = Maker(spec, recipe_for(spec, like, options), options, stage)
    if maker.recipe.unshown:
        tell(_stay_empty(maker.draft, maker.recipe.unshown))
    regions = maker.recipe.names(Role.REGIONS)
    if regions and options.symmetry not in (None, "none"):
        tell(f"regions are drawn without symmetry: {listed(map(repr, regions))}")
    known = {made.identity for made in after}
    done, barren, attempted = len(after), 0, 0
    first = max((made.number for made in after), default=-1) + 1
    tally: Counter[str] = Counter()
    attempts = _attempts(maker, first, jobs, deadline)
    while count is None or done < count:
        result = next(attempts)
        attempted += 1
        barren += 1
        if isinstance(result, Failure):
            if result.reason == IMPOSSIBLE:
                raise _impossible(maker.draft)
            if result.reason == NO_ROOM:
                raise PzcError.at(
                    "E0532",
                    f"the puzzles have room for {counted(result.most, 'clue')} only",
                    expected=f"at most {result.most}, or a larger board (--size)",
                )
            if result.reason == UNSOLVED and not (done or attempted > 1 or maker.is_drawn):
                raise _unsolved(maker.draft)  # the next search differs by its wishes only
            barren += DEAR.get(result.reason, 1) - 1
        if isinstance(result, Made) and result.identity in known:
            result = Failure(result.number, "another one again")
        tally["made" if isinstance(result, Made) else result.reason] += 1
        hint = advice(tally, maker.draft)
        report(tally, hint)
        if isinstance(result, Made):
            known.add(result.identity)
            done, barren, attempted = done + 1, 0, 0
            yield result
        elif barren >= PATIENCE:
            raise PzcError.at(
                "E0532",
                f"no puzzle in {attempted} attempts in a row: {in_words(tally)}",
                hint=hint,
            )
    attempts.close()


def advice(tally: Counter[str], draft: Draft) -> str:
    """What to change where no attempt succeeds. tally: how often each reason was met; draft: of the
    puzzles."""
    if not tally.keys() - {NO_BOARD}:
        return CONTRADICTION
    (reason, _), *_ = tally.most_common(1)
    for wrong, right in ((TOO_MANY, "more"), (TOO_FEW, "fewer")):
        if reason.startswith(wrong):
            return f"allow {right} clues: --density, --clues, or `make` in the spec"
    change = {SEVERAL: "more clues, ", TRIVIAL: "fewer clues, "}
    change |= dict.fromkeys((TOO_EASY, TOO_HARD), "another --rating, ")
    change[LOPSIDED] = "another --symmetry, "
    if names := ", ".join(f"{name}=…" for name in draft.base.params):
        change[reason] = change.get(reason, "") + f"other params (--with {names}), "
    return f"{_other_size(draft)}, {change.get(reason, '')}or an example puzzle (--like)"


def _stay_empty(draft: Draft, layers: Sequence[str]) -> str:
    """What to say of layers that stay empty because no example shows what is in them."""
    stays = "stays" if len(layers) == 1 else "stay"
    names = listed(map(repr, layers))
    note = f"{names} {stays} empty: there is no example of the values (--like PUZZLE)"
    slots = [draft.base.slots[name] for name in layers]
    regions = [slot.name for slot in slots if slot.domain.kind == "any" and slot.kind == "cell"]
    return f"{note}; `make {regions[0]} size 3..6` makes regions" if regions else note


def _other_size(draft: Draft) -> str:
    """Which size to try instead: that of the example puzzle if it is smaller."""
    if draft.board is None:
        return "another size"
    own, usual = draft.board, draft.base.context.board
    if len(own.cells) <= len(usual.cells):
        return "another size"
    return f"a smaller size (the example puzzle has {usual.height}x{usual.width})"


def _impossible(draft: Draft) -> PzcError:
    params = ", other params (--with)" if draft.base.params else ""
    return PzcError.at(
        "E0532",
        "on a board of this size, the rules have no solution",
        expected=f"another size (--size){params}, or an example puzzle (--like)",
        hint=CONTRADICTION,
    )


def _unsolved(draft: Draft) -> PzcError:
    board = draft.board
    where = "" if board is None else f" on a board of {board.height}x{board.width}"
    return PzcError.at(
        "E0532",
        f"no solution was found{where}, whatever its clues: the search took too much work",
        hint=advice(Counter({UNSOLVED: 1}), draft),
    )


def in_words(tally: Counter[str]) -> str:
    """The reasons for which attempts failed, with their numbers."""
    return ", ".join(f"{n} × {reason}" for reason, n in tally.most_common() if reason != "made")


def _attempts(
    maker: Maker, first: int, jobs: int, deadline: float | None
) -> Generator[Made | Failure, None, None]:
    """The results of attempts, in order, without end."""
    if jobs == 1:
        for number in numbers(first):
            with enforced(deadline):
                result = maker.attempt(number)
            yield result
    else:
        yield from _in_processes(maker, numbers(first), jobs, deadline)


_maker: Maker | None = None  # of a process that makes attempts for another one


def _begin(maker: Maker) -> None:
    global _maker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _maker = maker


def _attempt(number: int) -> Made | Failure:
    assert _maker is not None
    return _maker.attempt(number)


def _in_processes(
    maker: Maker, order: Iterable[int], jobs: int, deadline: float | None
) -> Iterator[Made | Failure]:
    """The results of attempts in order. The deadline limits the waiting for them: an exception that
    it raised could be lost in the start of a process, and a wait in C would not end for it."""
    if not hasattr(os, "fork"):
        raise PzcError.at("E0508", "this system cannot spread work over processes")
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from ..processes import cores

    jobs = min(jobs, cores())
    pool = ProcessPoolExecutor(jobs, get_context("fork"), _begin, (maker,))
    waiting: deque[Future[Made | Failure]] = deque()
    try:
        for number in order:
            waiting.append(pool.submit(_attempt, number))
            if len(waiting) >= AHEAD * jobs:
                left = None if deadline is None else max(0.0, deadline - monotonic())
                try:
                    result = waiting.popleft().result(left)
                except TimeoutError:
                    raise OutOfTime("deadline") from None
                yield result
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
