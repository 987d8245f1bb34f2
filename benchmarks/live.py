"""The cost of the page's check after each move: `python -m benchmarks.live [GENRE …]`.

Each bundled genre with a board is played on 10 × 10 cells: its largest example and solution are
repeated until they fill the board. If a genre allows no such puzzle, the board stays blank; if its
size is fixed, the example itself is played. Three quarters of the moves enter a value of the
solution, the others any value, or none. Times are processor time of the check, including the
sentences about broken rules; the table has the median, the 95th percentile and the maximum.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from random import Random
from statistics import quantiles
from time import process_time
from typing import Any, TypeAlias

import pzc
from pzc.compiler.board.places import Place, Unit
from pzc.compiler.board.protocol import Board
from pzc.deadline import BrokenOff, enforced, moment
from pzc.dsl.diagnostics import PzcError, Source
from pzc.play.checking import check
from pzc.play.fields import Field
from pzc.play.game import Game
from pzc.play.sketch import Sketch, blank
from pzc.tasks.library import bundled, examples
from pzc.tasks.spec import Spec

SIDE = 10
MOVES = 300
LIMIT = 30.0  # seconds to solve an example, or to ground a board
TOGETHER = 120.0  # seconds for all of a genre
BOUND = 50.0  # milliseconds

Tokens: TypeAlias = dict[str, str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("genres", nargs="*", help="all bundled ones if none is named")
    parser.add_argument("--moves", type=int, default=MOVES)
    args = parser.parse_args()
    rows = []
    for genre in args.genres or bundled():
        spec = pzc.load(genre)
        if spec.program.sequence is not None:
            continue
        try:
            with enforced(moment(TOGETHER)):
                what, game, solved = game_of(spec, genre)
                if game is None:
                    continue
                times = sorted(measured(game, solved, args.moves, Random(genre)))
        except BrokenOff:
            print(f"{genre:28} is not ready in {TOGETHER:.0f} s", flush=True)
            continue
        steps = quantiles(times, n=20)
        row = (steps[18], steps[9], times[-1], what)
        print(f"{genre:28} {row[1]:8.1f} {row[0]:8.1f} {row[2]:8.1f}  {what}", flush=True)
        rows.append((genre, row, times))
    report(rows)
    return 0


def report(rows: list[Any]) -> None:
    if not rows:
        return
    late = [genre for genre, row, _ in rows if row[0] > BOUND]
    every = sorted(time for _, _, times in rows for time in times)
    print(f"{len(rows)} genres, {len(rows) - len(late)} of them with 95 % below {BOUND:.0f} ms")
    print(f"all moves: 50 % {quantiles(every, n=20)[9]:.1f}, 95 % {quantiles(every, n=20)[18]:.1f}")
    print("above:", ", ".join(late) or "none", file=sys.stdout)


def measured(game: Game, solved: Tokens, moves: int, random: Random) -> Iterator[float]:
    """The milliseconds of the check after each of this many moves."""
    places = [
        (field, key)
        for field, fixed in zip(game.fields, game.fixed, strict=True)
        for key in field.keys
        if key not in fixed
    ]
    state: Tokens = {}
    check(game, game.state(state))
    for _ in range(moves if places else 0):
        field, key = random.choice(places)
        name = field.place(key)
        own = tokens_at(field, key)
        wanted = solved.get(name)
        if random.random() < 0.75 and wanted in own:
            if state.get(name) == wanted:
                name, wanted = next(open_places(places, state, solved, random), (name, wanted))
            state[name] = str(wanted)
        elif random.random() < 0.3:
            state.pop(name, None)
        else:
            state[name] = random.choice(own)
        begun = process_time()
        check(game, game.state(state))
        yield (process_time() - begun) * 1e3


def open_places(
    places: list[Any], state: Tokens, solved: Tokens, random: Random
) -> Iterator[tuple[str, str]]:
    """Places that do not hold what the solution has there, in any order."""
    for field, key in random.sample(places, len(places)):
        name = field.place(key)
        wanted = solved.get(name)
        if wanted in tokens_at(field, key) and state.get(name) != wanted:
            yield name, str(wanted)


def tokens_at(field: Field, key: Any) -> list[str]:
    if key in field.variables:
        codes = field.variables[key][1]
        return [c.token for c in field.choices if c.value in codes]
    return [c.token for c in field.choices]


# ---- boards --------------------------------------------------------------------------------------


def game_of(spec: Spec, genre: str) -> tuple[str, Game | None, Tokens]:
    """A game on 10 × 10 cells, how it was made, and values to play that look like a solution."""
    puzzles = [Source(path.name, path.read_text(encoding="utf-8")) for path in examples(genre)]
    own = max((Game(spec, puzzle) for puzzle in puzzles), key=lambda game: len(cells_of(game)))
    if own.board is None:
        return "no board", None, {}
    with enforced(moment(LIMIT)):
        found = spec.solve(own.puzzle)
    assert found is not None
    solved = own.tokens(found)
    for fixed, field in zip(own.fixed, own.fields, strict=True):
        for choice in field.choices:
            solved |= {field.place(k): choice.token for k, v in fixed.items() if v == choice.value}
    if len(own.board.cells) >= SIDE * SIDE:
        return f"example, {len(own.board.cells)} cells", own, solved
    made: list[tuple[str, Any]] = [("repeated", lambda: repeated(spec, own))]
    made.append(("blank", lambda: blank(spec, own.puzzle, SIDE, SIDE)))
    for what, text in made:
        try:
            with enforced(moment(LIMIT)):
                game = Game(spec, Source("board", text()))
        except (PzcError, BrokenOff):
            spec.forget()
            continue
        return what, game, tiled(own, game, solved)
    return f"example, {len(own.board.cells)} cells", own, solved


def cells_of(game: Game) -> tuple[Place, ...]:
    return () if game.board is None else tuple(game.board.cells)


def repeated(spec: Spec, own: Game) -> str:
    """The puzzle of a game, repeated until it fills the board."""
    small = Sketch(spec, own.puzzle)
    large = Sketch(spec, Source("board", blank(spec, own.puzzle, SIDE, SIDE)))
    state: Mapping[str, str] = small.described()["state"]
    before, after = small.grounding.context.board, large.grounding.context.board
    changes: dict[str, str | None] = {}
    for field in large.fields:
        for key in field.keys:
            source, number = original(key, before, after)
            token = None if source is None else state.get(field.place(source))
            if token is not None and field.domain.kind == "any":
                token = f"{token}{number}" if number else token
            if token is not None or field.no is not None:
                changes[field.place(key)] = token
    return large.drawn(changes)


def tiled(own: Game, game: Game, solved: Tokens) -> Tokens:
    """What stands in the solution, at every place that repeats one of the example."""
    before, after = own.board, game.board
    assert before is not None and after is not None
    out: Tokens = {}
    for field in game.fields:
        for key in field.keys:
            source, _ = original(key, before, after)
            token = None if source is None else solved.get(field.place(source))
            if token in tokens_at(field, key):
                out[field.place(key)] = str(token)
    return out


def original(key: Any, before: Board, after: Board) -> tuple[Any, int]:
    """The place of the smaller board that a place repeats, and in which copy it stands."""
    high, wide = dimensions(before)
    if isinstance(key, Unit):
        if key.kind not in after.units:
            return None, 0  # a room: nothing is said of it
        units = after.places(key.kind)
        size = len(before.places(key.kind))
        number = units.index(key) if key in units else 0
        return (before.places(key.kind)[number % size] if size else None), number // max(size, 1)
    if not isinstance(key, Place):
        return key, 0
    y, x = key.at
    name = {place.at: place for place in before.places(key.kind)}
    for down in range(after_count(y, high)):
        for right in range(after_count(x, wide)):
            found = name.get((y - 2 * high * down, x - 2 * wide * right))
            if found is not None:
                return found, down * SIDE + right
    return None, 0


def after_count(at: int, size: int) -> int:
    return at // (2 * size) + 2


def dimensions(board: Board) -> tuple[int, int]:
    rows, columns = {cell.row for cell in board.cells}, {cell.column for cell in board.cells}
    return len(rows), len(columns)


if __name__ == "__main__":
    raise SystemExit(main())
