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

Request = Mapping[str, Any]
Parts = Iterator[dict[str, Any]]
# Called with parts of an answer that come while its next part is searched for.
Tell = Callable[[dict[str, Any]], None]
# The number of specs and puzzles that are cached; several tabs may be open.
KEPT = 4

_specs: dict[str, Spec] = {}
_games: dict[tuple[str, str], Game] = {}


def unheard(part: dict[str, Any]) -> None:
    """Tell nobody."""


def answer(name: str, request: Request, tell: Tell = unheard) -> Parts:
    """The parts of an answer. Mistakes in the question become a part with diagnostics. tell: called
    with what is done meanwhile, by questions that say so."""
    question = QUESTIONS.get(name)
    if question is None:
        yield {"error": f"no question '{name[:40]}'"}
        return
    try:
        yield from question(request, tell) if name in TELLING else question(request)
    except PzcError as error:
        yield {"mistakes": [as_json(d) for d in error.diagnostics]}
    except RecursionError:
        yield {"error": "too deep"}


def spec_of(request: Request) -> tuple[str, Spec]:
    """(key in the cache, spec) of a question. Raises PzcError."""
    source, beside = _source_of(request)
    key = json.dumps([source.name, source.text, beside])
    if key not in _specs:
        while len(_specs) >= KEPT:
            del _specs[next(iter(_specs))]
        _specs[key] = Spec.of(source, beside)
    return key, _specs[key]


def _source_of(request: Request) -> tuple[Source, dict[str, str]]:
    """The text of a question's spec, and those of its neighbours."""
    named = request.get("spec")
    if not isinstance(named, dict):
        raise PzcError.at("E0501", "a spec is expected", expected="a table with 'name' or 'text'")
    if "text" in named:
        text = _text(named["text"], MAX_SPEC_BYTES)
        return Source("spec", text), checked_neighbours(named.get("beside"))
    name = str(named.get("name"))
    if name not in bundled():
        raise PzcError.at("E0501", f"no spec '{name[:80]}'")
    path = SPECS / f"{name}.spec"
    return Source(str(path), path.read_text(encoding="utf-8")), {}


def game_of(request: Request) -> Game:
    key, spec = spec_of(request)
    puzzle = _puzzle(request)
    if (key, puzzle.text) not in _games:
        while len(_games) >= KEPT:
            del _games[next(iter(_games))]
        _games[key, puzzle.text] = Game(spec, puzzle)
    return _games[key, puzzle.text]


def _puzzle(request: Request) -> Source:
    """The puzzle of a question."""
    return Source("puzzle", _text(request.get("puzzle", ""), MAX_SPEC_BYTES))


def _text(text: Any, limit: int) -> str:
    if not isinstance(text, str) or len(text) > limit:
        raise PzcError.at("E0505", f"a text of at most {limit:,} characters is expected")
    return text


def _state(game: Game, request: Request) -> Any:
    tokens = request.get("state", {})
    if not isinstance(tokens, dict):
        raise PzcError.at("E0320", "a state is a table of values by place")
    return game.state(tokens)


# ---- questions -----------------------------------------------------------------------------------


def _open(request: Request) -> Parts:
    """A puzzle to play: its description and picture."""
    from .checking import check

    game = game_of(request)
    if game.grounding.sequence:
        from .plan import start

        yield {"game": game.described(), "start": start(game.spec, game.puzzle)}
        return
    yield {"game": game.described(), "picture": game.picture(game.state({}))}
    check(game, game.state({}))  # prepare the first check


def _check(request: Request) -> Parts:
    from .checking import check

    game = game_of(request)
    state = _state(game, request)
    yield {**check(game, state), "picture": game.picture(state)}


def _picture(request: Request) -> Parts:
    game = game_of(request)
    yield {"picture": game.picture(_state(game, request))}


def _finished(request: Request) -> Parts:
    from .checking import finished

    game = game_of(request)
    yield {"solved": finished(game, _state(game, request))}


def _solvable(request: Request) -> Parts:
    from .checking import solvable

    game = game_of(request)
    yield solvable(game, _state(game, request))


def _gallery(request: Request) -> Parts:
    from .gallery import genres

    yield {"genres": genres()}


def _example(request: Request) -> Parts:
    from .gallery import example_of

    yield example_of(str(request.get("name")), int(request.get("number", 1)))


def _thumbnail(request: Request) -> Parts:
    from .gallery import thumbnail

    theme = DARK if request.get("dark") else LIGHT
    yield {"svg": thumbnail(str(request.get("name")), theme)}


def _plan(request: Request) -> Parts:
    from .plan import plan

    _, spec = spec_of(request)
    yield from plan(spec, _puzzle(request))


def _moves(request: Request) -> Parts:
    from .moves import moves

    _, spec = spec_of(request)
    yield from moves(spec, _puzzle(request), request.get("known", []))


def _write(request: Request) -> Parts:
    from .writing import write

    yield from write(*_source_of(request), _puzzle(request))


def _writing(name: str, *more: str) -> Callable[[Request], Parts]:
    """A question about a puzzle that is being written. more: names of further arguments."""

    def question(request: Request) -> Parts:
        from . import writing

        _, spec = spec_of(request)
        yield from getattr(writing, name)(spec, _puzzle(request), *map(request.get, more))

    return question


def _generate(request: Request, tell: Tell) -> Parts:
    from .writing import generate

    _, spec = spec_of(request)
    yield from generate(spec, _puzzle(request), request.get("size"), request.get("seed"), tell)


def _by_solver(name: str) -> Callable[[Request], Parts]:
    def question(request: Request) -> Parts:
        from . import solving

        game = game_of(request)
        yield from getattr(solving, name)(game, _state(game, request))

    return question


QUESTIONS: dict[str, Callable[..., Parts]] = {
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
    "generate": _generate,
    "solve": _by_solver("solve"),
    "count": _by_solver("count"),
    "hint": _by_solver("next_step"),
    "explain": _by_solver("steps"),
    "why": _by_solver("reasons"),
    "rate": _by_solver("rating"),
}
# Questions that tell what they do meanwhile.
TELLING = frozenset({"generate"})
# Questions that are answered quickly, and must not wait for others.
QUICK = frozenset(
    {"open", "check", "picture", "gallery", "example", "write", "draw", "rewrite", "begin"}
)
