"""The questions of the page, by name, and their answers: JSON in, parts of JSON out.

    for part in answer("check", {"spec": {"name": "sudoku"}, "puzzle": …, "state": {…}}): …

This is the page's whole interface to pzc, in a worker process of the server or with Python in the
browser. A spec is bundled (`name`) or a text; no question names a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..dsl.diagnostics import PzcError, Source, as_json
from ..render.themes import DARK, LIGHT
from ..tasks.files import MAX_SPEC_BYTES, bundled
from ..tasks.library import SPECS
from ..tasks.spec import Spec
from .game import Game
from .neighbours import checked_neighbours

Asked = Mapping[str, Any]
Parts = Iterator[dict[str, Any]]
# The number of specs and puzzles that are cached; several tabs may be open.
KEPT = 4

_specs: dict[str, Spec] = {}
_games: dict[tuple[str, str], Game] = {}


def answer(name: str, asked: Asked) -> Parts:
    """The parts of an answer. Mistakes in the question become a part with diagnostics."""
    question = QUESTIONS.get(name)
    if question is None:
        yield {"error": f"no question '{name[:40]}'"}
        return
    try:
        yield from question(asked)
    except PzcError as error:
        yield {"mistakes": [as_json(d) for d in error.diagnostics]}
    except RecursionError:
        yield {"error": "too deep"}


def spec_of(asked: Asked) -> tuple[str, Spec]:
    """(key in the cache, spec) of a question. Raises PzcError."""
    source, beside = _source_of(asked)
    key = json.dumps([source.name, source.text, beside])
    if key not in _specs:
        while len(_specs) >= KEPT:
            del _specs[next(iter(_specs))]
        _specs[key] = Spec.of(source, beside)
    return key, _specs[key]


def _source_of(asked: Asked) -> tuple[Source, dict[str, str]]:
    """The text of a question's spec, and those of its neighbours."""
    named = asked.get("spec") or {}
    if "text" in named:
        text = _text(named["text"], MAX_SPEC_BYTES)
        return Source("spec", text), checked_neighbours(named.get("beside"))
    name = str(named.get("name"))
    if name not in bundled():
        raise PzcError.at("E0501", f"no spec '{name[:80]}'")
    path = SPECS / f"{name}.spec"
    return Source(str(path), path.read_text(encoding="utf-8")), {}


def game_of(asked: Asked) -> Game:
    key, spec = spec_of(asked)
    puzzle = _puzzle(asked)
    if (key, puzzle.text) not in _games:
        while len(_games) >= KEPT:
            del _games[next(iter(_games))]
        _games[key, puzzle.text] = Game(spec, puzzle)
    return _games[key, puzzle.text]


def _puzzle(asked: Asked) -> Source:
    """The puzzle of a question."""
    return Source("puzzle", _text(asked.get("puzzle", ""), MAX_SPEC_BYTES))


def _text(text: Any, limit: int) -> str:
    if not isinstance(text, str) or len(text) > limit:
        raise PzcError.at("E0505", f"a text of at most {limit:,} characters is expected")
    return text


def _state(game: Game, asked: Asked) -> Any:
    tokens = asked.get("state", {})
    if not isinstance(tokens, dict):
        raise PzcError.at("E0320", "a state is a table of values by place")
    return game.state(tokens)


# ---- questions -----------------------------------------------------------------------------------


def _open(asked: Asked) -> Parts:
    """A puzzle to play: its description and picture."""
    from .checking import check

    game = game_of(asked)
    if game.grounding.sequence:
        from .plan import start

        yield {"game": game.described(), "start": start(game.spec, game.puzzle)}
        return
    yield {"game": game.described(), "picture": game.picture(game.state({}))}
    check(game, game.state({}))  # prepare the first check


def _check(asked: Asked) -> Parts:
    from .checking import check

    game = game_of(asked)
    state = _state(game, asked)
    yield {**check(game, state), "picture": game.picture(state)}


def _picture(asked: Asked) -> Parts:
    game = game_of(asked)
    yield {"picture": game.picture(_state(game, asked))}


def _finished(asked: Asked) -> Parts:
    from .checking import finished

    game = game_of(asked)
    yield {"solved": finished(game, _state(game, asked))}


def _solvable(asked: Asked) -> Parts:
    from .checking import solvable

    game = game_of(asked)
    yield solvable(game, _state(game, asked))


def _gallery(asked: Asked) -> Parts:
    from .gallery import genres

    yield {"genres": genres()}


def _example(asked: Asked) -> Parts:
    from .gallery import example_of

    yield example_of(str(asked.get("name")), int(asked.get("number", 1)))


def _thumbnail(asked: Asked) -> Parts:
    from .gallery import thumbnail

    theme = DARK if asked.get("dark") else LIGHT
    yield {"svg": thumbnail(str(asked.get("name")), theme)}


def _plan(asked: Asked) -> Parts:
    from .plan import plan

    _, spec = spec_of(asked)
    yield from plan(spec, _puzzle(asked))


def _moves(asked: Asked) -> Parts:
    from .moves import moves

    _, spec = spec_of(asked)
    yield from moves(spec, _puzzle(asked), asked.get("known", []))


def _write(asked: Asked) -> Parts:
    from .writing import write

    yield from write(*_source_of(asked), _puzzle(asked))


def _writing(name: str, *more: str) -> Callable[[Asked], Parts]:
    """A question about a puzzle that is being written. more: names of further arguments."""

    def ask(asked: Asked) -> Parts:
        from . import writing

        _, spec = spec_of(asked)
        yield from getattr(writing, name)(spec, _puzzle(asked), *map(asked.get, more))

    return ask


def _asking(name: str) -> Callable[[Asked], Parts]:
    def ask(asked: Asked) -> Parts:
        from . import asking

        game = game_of(asked)
        yield from getattr(asking, name)(game, _state(game, asked))

    return ask


QUESTIONS: dict[str, Callable[[Asked], Parts]] = {
    "open": _open,
    "check": _check,
    "picture": _picture,
    "finished": _finished,
    "solvable": _solvable,
    "gallery": _gallery,
    "example": _example,
    "thumbnail": _thumbnail,
    "plan": _plan,
    "moves": _moves,
    "write": _write,
    "draw": _writing("draw", "changes"),
    "rewrite": _writing("rewrite", "part", "rows"),
    "begin": _writing("begin", "height", "width"),
    "unique": _writing("unique"),
    "generate": _writing("generate", "size", "seed"),
    "solve": _asking("solve"),
    "count": _asking("count"),
    "hint": _asking("next_step"),
    "explain": _asking("steps"),
    "why": _asking("reasons"),
    "rate": _asking("rating"),
}
# Questions that are answered quickly, and must not wait for others.
QUICK = frozenset(
    {"open", "check", "picture", "gallery", "example", "write", "draw", "rewrite", "begin"}
)
