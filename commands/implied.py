"""`pzc check --implied`: test whether the implied rules of a spec follow, and print the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..dsl.diagnostics import counted
from .terminal import emit, say

if TYPE_CHECKING:
    from ..tasks.implied import Tried

SECONDS = 10.0  # for each rule on each board, without --timeout


def tried(
    spec: str, puzzle: str | None, seconds: float, report: Callable[[str], None]
) -> list[Tried]:
    """Try the implied rules of a spec on small boards, on its examples and on a puzzle.

    seconds: for each rule on each board. report: called with the current rule and board."""
    from ..tasks.implied import try_implied
    from ..tasks.library import bundled, examples
    from ..tasks.spec import load

    loaded = load(spec)
    paths = examples(spec) if spec in bundled() else ()
    puzzles = [(path.name, path.read_text(encoding="utf-8")) for path in paths]
    if puzzle is not None:
        puzzles.append((puzzle, loaded.puzzle(puzzle).text))
    return try_implied(loaded, puzzles, seconds, report=report)


def follows(found: Sequence[Tried]) -> bool:
    """Whether all implied rules of a spec were tried, and none was refuted."""
    return all(one.broken is None and one.sizes + one.puzzles + len(one.late) for one in found)


def undecided(found: Sequence[Tried]) -> bool:
    """Whether time ran out for a rule on a board."""
    return any(one.late for one in found)


def as_json(one: Tried) -> dict[str, object]:
    from ..records import as_dict

    return {**as_dict(one), "broken": None if one.broken is None else as_dict(one.broken)}


def show(found: Sequence[Tried], seconds: float) -> None:
    for one in found:
        _tell(one, seconds)
    if not found:
        emit("no implied rules")


def _tell(tried: Tried, seconds: float) -> None:
    if tried.broken is not None:
        where = tried.broken.where
        emit(f"{tried.sentence}: does not follow; on {where} this board keeps all rules but it:\n")
        emit(f"{tried.broken.puzzle}\n{tried.broken.board}\n")
        return
    boards = []
    if tried.sizes:
        clues = f" with any {' and '.join(tried.open)}" if tried.open else " without clues"
        boards.append(counted(tried.sizes, "size") + " of board" + clues)
    if tried.puzzles:
        boards.append(counted(tried.puzzles, "puzzle"))
    if boards:
        emit(f"{tried.sentence}: follows on {' and '.join(boards)}")
    elif not tried.late:
        emit(f"{tried.sentence}: could not be tried: no board is known without a puzzle")
    if tried.late:
        boards_late = counted(len(tried.late), "board")
        say(
            f"{tried.sentence}: not decided in {seconds:g} s on each of {boards_late}:"
            f" {'; '.join(tried.late)}"
        )
