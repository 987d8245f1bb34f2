"""The models and networks of some puzzles; run as a script, built by the sources, not compiled.

As a plugin (`pytest -p from_sources`) it has tests run by the sources."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader

GENRES = (
    *("sudoku", "slitherlink", "nurikabe", "star_battle", "kakuro", "skyscrapers", "fillomino"),
    *("heyawake", "nonogram", "masyu", "akari", "tapa", "shikaku", "shakashaka", "numberlink"),
    *("araf", "battleship", "doppelblock", "lookair", "news", "statue_park", "tetrominous"),
)


class Sources:
    """Finds the modules of pzc by their sources only."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        for folder in path or () if name.startswith("pzc.") else ():
            found = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if found is not None:
                return found
        return None


def pytest_load_initial_conftests() -> None:
    """Called by pytest before it imports anything of pzc."""
    sys.meta_path.insert(0, Sources)


def built(genre: str) -> list[str]:
    """The presolved model of a genre's first example as text, and the lists of its flat network."""
    import pzc
    from pzc.backends.native.flatten import Flattening
    from pzc.model.show import to_ir
    from pzc.presolve.passes import presolved
    from pzc.tasks.library import SPECS

    puzzle = min((SPECS / "examples" / genre).glob("*.puzzle"))
    model = presolved(pzc.load(genre).ground(puzzle.read_text(encoding="utf-8")).model)
    network = Flattening(model).network
    fields = {name: getattr(network, name) for name in dir(network) if not name.startswith("_")}
    text = [line.partition("  # ")[0] for line in to_ir(model).split("\n")]  # without origins
    return ["\n".join(text), repr([(n, x) for n, x in fields.items() if isinstance(x, list)])]


if __name__ == "__main__":
    sys.meta_path.insert(0, Sources)
    print(json.dumps({genre: built(genre) for genre in GENRES}))
    own = [module for name, module in sys.modules.items() if name.startswith("pzc")]
    assert all(str(module.__file__).endswith(".py") for module in own)
