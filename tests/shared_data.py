"""Real puzzles with stored answers, as puzzle files for the bundled specs.

They are beside the repository, in `../shared/data` (or the folder PZC_DATA), and not part of it.
The README of a collection explains its fields.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pzpr_division
import pzpr_lines
import pzpr_numbers
import pzpr_rooms
import pzpr_shading
from pzpr_fields import Genre, file

BESIDE = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
DATA = Path(os.environ.get("PZC_DATA", BESIDE))

GENRES: dict[str, Genre] = {
    **pzpr_shading.GENRES,
    **pzpr_rooms.GENRES,
    **pzpr_lines.GENRES,
    **pzpr_division.GENRES,
    **pzpr_numbers.GENRES,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle file with one solution, and that as a solution file where it is stored.

    left_out: why this puzzle is not solved.
    """

    name: str
    spec: str
    puzzle: str
    solution: str | None = None
    left_out: str = ""


def cases() -> list[Case]:
    """Every case of every collection, those of one spec side by side."""
    import shared_sgt  # It imports this module.

    out = [*_star_battle(), *_str8ts(), *_sudoku(), *shared_sgt.cases(), *_pzprjs()]
    return sorted(out, key=lambda case: case.spec)


# ---- the three genres of the seeds ---------------------------------------------------------------


def _star_battle() -> Iterator[Case]:
    for name in ("own", "phorkyas"):
        for text in (DATA / "star_battle" / f"{name}.txt").read_text().split("\n== ")[1:]:
            stars = next(v for k, _, v in map(_parted, text.split("\n")) if k == "stars")
            regions, solution = text.split("-- regions\n")[1].split("-- solution\n")
            puzzle = f"stars: {stars}\n\nregion:\n{regions.strip()}\n"
            yield Case(text.split("\n")[0], "star_battle", puzzle, f"star:\n{solution.strip()}\n")


def _parted(line: str) -> tuple[str, str, str]:
    return line.partition(": ")


def _str8ts() -> Iterator[Case]:
    black = str.maketrans("abcdefghi", "123456789")
    for text in (DATA / "str8ts" / "phoenixsmaug.txt").read_text().split("\n== ")[1:]:
        givens, solution = (
            part.split() for part in text.split("-- givens\n")[1].split("-- solution\n")
        )
        rows = [
            [
                token.translate(black).replace("#", "0") + (".!"[token in "#abcdefghi"])
                for token in r
            ]
            for r in (row.replace(".", "0") for row in givens)
        ]
        numbers = [list(row.translate(black).replace("#", ".")) for row in solution]
        puzzle = "\n".join(map(" ".join, rows)) + "\n"
        yield Case(text.split("\n")[0], "str8ts", puzzle, file(number=numbers))


def _sudoku() -> Iterator[Case]:
    for path in sorted((DATA / "sudoku").glob("*.txt")):
        for number, line in enumerate(path.read_text().split(), 1):
            yield Case(f"{path.stem}-{number}", "sudoku", line + "\n")


# ---- pzpr and puzzlink: boards in the fields of pzprjs -------------------------------------------

Boards = list[dict[str, Any]]

OTHER_RULES = "a variant with other rules"


def boards(genre: str) -> Boards:
    """The boards of `pzpr`, each labelled with the code of its mistake, or None."""
    path = DATA / "pzpr" / f"{genre}.json"
    return json.loads(path.read_text())["boards"] if path.exists() else []


def puzzlink(genre: str) -> Boards:
    path = DATA / "puzzlink" / f"{genre}.json"
    return json.loads(path.read_text()) if path.exists() else []


def other_rules(genre: Genre, board: dict[str, Any]) -> bool:
    """Whether a board follows other rules than the standard ones (in a fleet: bent ships, which are
    not a number of cells by one)."""
    extra = board["given"].get("extra", {})
    ships = extra["bank"] if "fleet" in genre.puzzle else []
    return bool(extra.get("variant")) or any(ship[1] != "1" for ship in ships)


def _pzprjs() -> Iterator[Case]:
    """The puzzles that have one solution."""
    for name, genre in GENRES.items():
        unique = [b for b in boards(name) if b.get("unique") and b["expected"] is None]
        records = {b["i"]: b for b in unique}
        records |= {f"puzzlink-{k}": b for k, b in enumerate(puzzlink(name), 1)}
        for key, record in records.items():
            left_out = OTHER_RULES if other_rules(genre, record) else genre.exception(key)
            yield Case(f"{name}-{key}", genre.spec, *genre.files(record), left_out)
