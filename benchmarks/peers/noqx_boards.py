"""How the puzzles of each genre are told to noqx, for those that both tools can take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..reading import Rows
from .noqx_telling import (
    ARROWS,
    BLACK_DISC,
    BLUE,
    DARK,
    HOLE,
    SHAPES,
    SMALL_BLACK,
    SMALL_WHITE,
    WHITE,
    WHITE_DISC,
    Told,
    beyond,
    beyond_compasses,
    blocks,
    capes,
    coloured_numbers,
    compasses,
    corner_dots,
    everywhere,
    lines,
    lists,
    nothing,
    param,
    pearls_and_numbers,
    pointing,
    rooms,
    sides,
    sums,
    surface,
    symbols,
    symbols_and_walls,
    texts,
    unshaded_numbers,
    usable,
    walls,
)


class Genre(NamedTuple):
    """name: in noqx. told: how each section is told; a picture of the board is the first of them.
    parameters: where noqx's defaults, which trust what no rule says or mean a variant, are not what
    the spec means. spacing: how many rows of the picture a row of cells takes; frame: how many more
    it has. lines: the sections that have an entry for each row and for each column instead."""

    name: str
    told: Mapping[str, Told]
    parameters: Mapping[str, Any] = {}
    spacing: int = 1
    frame: int = 0
    lines: tuple[str, str] | None = None

    def tell(self, board: Any, parts: Mapping[str, Rows]) -> None:
        """Tell a puzzle to a board of noqx. Raises ValueError for one that it cannot take."""
        known = {**self.told}
        known.setdefault("", next(iter(self.told.values())))
        for name, rows in parts.items():
            if name not in known and any(t not in ".-" for row in rows for t in row):
                raise ValueError(f"{self.name} has nothing like {name}")
        board.row, board.col = self.size(parts)
        for name, rows in parts.items():
            if name in known:
                known[name](board, rows)

    def size(self, parts: Mapping[str, Rows]) -> tuple[int, int]:
        if self.lines:
            height, width = (parts[name] for name in self.lines)
            if height is not width:
                return len(height), len(width)
            return len(height[0]) - 1, len(width[0]) - 1  # behind the name of a side
        rows = next(parts[name] for name in ("", *self.told) if name in parts)
        height, width = len(rows) - self.frame, len(rows[0]) - self.frame
        return height // self.spacing, width // self.spacing


CLUE = {"clue": texts()}
ROOMS = {"room": rooms, "clue": texts(unknown=False)}

# By the name of our spec.
GENRES: dict[str, Genre] = {
    "akari": Genre("akari", {"block": blocks}),
    "alternation": Genre("alter", {"room": rooms, "clue": symbols(SHAPES)}),
    "aqre": Genre("aqre", ROOMS),
    "aquarium": Genre("aquarium", {"tank": rooms, "total": beyond()}),
    "araf": Genre("araf", CLUE),
    "ant_mill": Genre(
        "antmill", {"sign": everywhere({"x": "ox_B__4", "=": "ox_B__3"}, 1)}, {}, 2, 1
    ),
    "balance_loop": Genre("balance", {"circle": pearls_and_numbers}),
    "barns": Genre("barns", {"ice": surface({"~": BLUE}), "wall": walls}),
    "bosnian_road": Genre("bosnianroad", CLUE),
    "canal_view": Genre("canal", CLUE),
    "castle_wall": Genre("castle", {"picture": pointing(coloured=True)}),
    "cave": Genre("cave", CLUE, {"product": False}),
    "chocona": Genre("chocona", {**ROOMS, "region": rooms}),
    "circles_and_squares": Genre("circlesquare", {"clue": symbols({"o": WHITE, "#": DARK})}),
    "city_space": Genre("cityspace", CLUE),
    "cojun": Genre("cojun", ROOMS),
    "compass": Genre("compass", {"compass": compasses, "beyond": beyond_compasses}),
    "context": Genre("context", CLUE),
    "country_road": Genre("country", {"country": rooms, "clue": texts()}),
    "creek": Genre("creek", {"clue": texts(side="top_left")}, {}, 1, 1),
    "detour": Genre("detour", {"room": rooms, "clue": texts("corner_top_left", unknown=False)}),
    "dominion": Genre("dominion", {"letter": texts()}),
    "doppelblock": Genre(
        "doppelblock", {"total": beyond(), "clue": texts()}, lines=("total", "total")
    ),
    "double_back": Genre("doubleback", {"room": rooms, "hole": surface(HOLE)}),
    "fillomino": Genre("fillomino", CLUE, {"fast_mode": False}),
    "four_cells": Genre("fourcells", CLUE),
    "galaxies": Genre(
        "tentaisho",
        {
            "dot": symbols({"o": SMALL_WHITE}),
            "border_dot": everywhere({"o": SMALL_WHITE}, 1),
            "corner_dot": corner_dots,
        },
    ),
    "geradeweg": Genre("geradeweg", CLUE),
    "gokigen": Genre("gokigen", {"clue": texts(side="top_left")}, {}, 1, 1),
    "haisu": Genre("haisu", {"room": rooms, "mark": texts(), "clue": texts()}),
    "hakoiri": Genre("hakoiri", {"room": rooms, "clue": symbols(SHAPES)}),
    "hanare_gumi": Genre("hanare", ROOMS),
    "hashiwokakero": Genre("hashi", {"island": texts()}),
    "heyawake": Genre("heyawake", ROOMS, {"fast_mode": False, "limit_border": 0, "limit_2x2": 0}),
    "hitori": Genre("hitori", {"number": texts()}),
    "juosan": Genre("juosan", {"room": rooms, "clue": texts("corner_top_left", unknown=False)}),
    "kakuro": Genre(
        "kakuro",
        {
            "": sums,
            "wall": symbols({"#": "kakuro__1"}),
            "across": texts("corner_top_right"),
            "below": texts("corner_bottom_left"),
        },
    ),
    "kakuru": Genre("kakuru", {"total": blocks, "black": surface(HOLE)}),
    "koburin": Genre("koburin", CLUE),
    "kropki": Genre("kropki", {"dot": sides({"o": SMALL_WHITE, "*": SMALL_BLACK})}, {}, 2, -1),
    "kurochute": Genre("kurochute", CLUE),
    "kurodoko": Genre("kurodoko", CLUE),
    "kurotto": Genre("kurotto", {"circle": texts()}),
    "lapaz": Genre("lapaz", {"clue": unshaded_numbers}),
    "lightshadow": Genre("lightshadow", {"picture": coloured_numbers}),
    "litherslink": Genre("lither", CLUE),
    "lits": Genre("lits", ROOMS, {"invlitso": False}),
    "lookair": Genre("lookair", CLUE),
    "masyu": Genre(
        "masyu",
        {"pearl": symbols({"W": WHITE_DISC, "B": BLACK_DISC})},
        {"visit_all": False},
    ),
    "mid_loop": Genre(
        "midloop", {"dot": symbols({"o": SMALL_WHITE}), "link_dot": sides({"o": SMALL_WHITE})}
    ),
    "minesweeper": Genre("mines", CLUE, {"mine_count": ""}),
    "mochikoro": Genre("mochikoro", CLUE),
    "moonsun": Genre(
        "moonsun", {"room": rooms, "mark": symbols({"(": "sun_moon__1", "o": "sun_moon__2"})}
    ),
    "nanro": Genre("nanro", {"room": rooms, "clue": texts()}),
    "nawabari": Genre("nawabari", CLUE),
    "news": Genre("news", {"room": rooms, "clue": texts()}),
    "no_three": Genre("nothree", {"circle": everywhere({"o": SMALL_BLACK}, 1)}, {}, 2, 1),
    "nondango": Genre("nondango", {"room": rooms, "circle": usable}),
    "nonogram": Genre(
        "nonogram",
        {"across": lines(False), "down": lines(True)},
        {"cts": False},
        lines=("across", "down"),
    ),
    "norinori": Genre("norinori", {"region": rooms}),
    "norinuri": Genre("norinuri", CLUE),
    "numberlink": Genre("numlin", {"number": texts()}, {"visit_all": False, "no_2x2": False}),
    "nuribou": Genre("nuribou", CLUE),
    "nurikabe": Genre("nurikabe", CLUE),
    "nurimisaki": Genre("nurimisaki", {"cape": capes}),
    "onsen_meguri": Genre("onsen", {"room": rooms, "clue": texts()}),
    "putteria": Genre("putteria", {"room": rooms}),
    "railpool": Genre("railpool", {"room": rooms, "length": lists, "hole": surface(HOLE)}),
    "ripple_effect": Genre("ripple", ROOMS),
    "roma": Genre("roma", {"room": rooms, "picture": symbols({**ARROWS, "o": BLACK_DISC})}),
    "shakashaka": Genre("shakashaka", {"clue": blocks}),
    "shikaku": Genre("shikaku", CLUE),
    "shimaguni": Genre("shimaguni", ROOMS),
    "simple_loop": Genre("simpleloop", {"black": surface(HOLE)}),
    "skyscrapers": Genre(
        "skyscrapers", {"seen": beyond(far=True), "clue": texts()}, lines=("seen", "seen")
    ),
    "slitherlink": Genre(
        "slitherlink", CLUE, {"swslither": False, "tslither": False, "vslither": False}
    ),
    "smullyanic_dynasty": Genre("smullyan", CLUE),
    "snake": Genre(
        "snake", {"circle": symbols({"M": WHITE_DISC, "E": BLACK_DISC}), "total": beyond()}
    ),
    "square_jam": Genre("squarejam", CLUE),
    "star_battle": Genre("starbattle", {"region": rooms, "stars": param("stars")}),
    "stostone": Genre("stostone", ROOMS),
    "suguru": Genre("suguru", {"region": rooms, "clue": texts()}),
    "symmarea": Genre("symmarea", CLUE, {"fast_mode": False}),
    "tapa": Genre("tapa", {"clue": lists}),
    "tapa_like_loop": Genre("tapaloop", {"clue": lists}, {"visit_all": False}),
    "tasquare": Genre("tasquare", CLUE),
    "tatamibari": Genre("tatamibari", CLUE),
    "tents": Genre("tents", {"tree": symbols({"T": "tents__1"}), "total": beyond()}),
    "tetrominous": Genre(
        "tetrominous", {"clue": texts(), "hole": surface(HOLE), "letter": nothing, "form": nothing}
    ),
    "turnaround": Genre("turnaround", CLUE, {"visit_all": False}),
    "usoone": Genre("usoone", {"room": rooms, "clue": texts()}),
    "uso_tatami": Genre("usotatami", CLUE),
    "view": Genre("view", CLUE),
    "wall_logic": Genre("walllogic", CLUE),
    "wittgenstein_briquet": Genre("wittgen", CLUE),
    "yajikazu": Genre("yajikazu", {"picture": pointing()}),
    "yajilin": Genre("yajilin", {"picture": pointing()}),
    "yajirushi": Genre("yajirushi", {"picture": symbols_and_walls}),
    "yin_yang": Genre("yinyang", {"clue": symbols({"o": WHITE, "#": DARK})}),
}
