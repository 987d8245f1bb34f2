"""Makers and specs for the tests of making."""

from __future__ import annotations

from random import Random

import pzc
from pzc.dsl.diagnostics import Source
from pzc.tasks.make.bench import Bench
from pzc.tasks.make.checking import Made
from pzc.tasks.make.maker import Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.run import recipe_for
from pzc.tasks.make.structure import Structure
from pzc.tasks.spec import Spec

SMALL: dict[str, dict[str, object]] = {
    "sudoku": {"params": {"box_height": 2, "box_width": 3}},
    "slitherlink": {"size": (5, 5)},
    "star_battle": {"size": (5, 5), "params": {"stars": 1}},
    "nurikabe": {"size": (5, 5)},
    "kakuro": {"size": (5, 5)},
    "masyu": {"size": (6, 6)},
    "heyawake": {"size": (5, 5)},
    "yajilin": {"size": (5, 5)},
    "hex_slitherlink": {"size": (4, 4)},
    "hidato": {},
    "kurotto": {},
    "four_cells": {},
}


def made(name: str, seed: int = 1, **options: object) -> Made:
    return next(pzc.load(name).generate(seed=seed, **{**SMALL.get(name, {}), **options}))  # type: ignore[arg-type]


def maker_of(name: str, options: Options | None = None) -> Maker:
    spec = pzc.load(name)
    return Maker(spec, recipe_for(spec), options or Options())


def begun(
    name: str, options: Options | None = None
) -> tuple[Maker, Structure, Bench, tuple[int, ...]]:
    """A maker, a structure that it draws, its bench, and a solution."""
    maker = maker_of(name, options)
    start = maker._start(Random(1))
    assert start is not None
    return maker, *start


def own_spec(text: str) -> Spec:
    return Spec.of(Source("own.spec", text))


def pictures(text: str) -> dict[str, list[list[str]]]:
    """The pictures of a puzzle file, by name."""
    parts = [part.partition(":\n") for part in text.strip().split("\n\n")]
    return {
        name: [row.split() if " " in row else list(row) for row in rows.split("\n")]
        for name, colon, rows in parts
        if colon
    }
