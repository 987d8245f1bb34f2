"""How the puzzles of each genre are told to noqx, for those that both tools can take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..reading import Rows
from .noqx_telling import (
    ARROWS,
    BLACK,
    BLACK_DISC,
    BLUE,
    CROSS,
    DARK,
    FIREFLIES,
    HOLE,
    INEQUALITIES,
    PIPES,
    SHAPES,
    SMALL_BLACK,
    SMALL_WHITE,
    WHITE,
    WHITE_DISC,
    Told,
    arrows_and_fans,
    beyond,
    beyond_compasses,
    blocks,
    box_height,
    closed_walls,
    coloured_numbers,
    compasses,
    dominoes,
    everywhere,
    fleet,
    lines,
    lists,
    nothing,
    numbers_on,
    param,
    pearls_and_numbers,
    pieces,
    pointing,
    rooms,
    rooms_apart,
    ropes,
    side_numbers,
    sides,
    strands,
    sum_walls,
    sums,
    surface,
    symbols,
    texts,
    tiles,
    together,
    undivided,
    unsaid,
    usable,
    walls,
)


class Genre(NamedTuple):
    """name: in noqx. told: how each section is told, in this order; a picture of the board is the
    first of them. parameters: where noqx's defaults, which trust what no rule says or mean a
    variant, are not what the spec means. spacing: how many rows of the picture a row of cells
    takes; frame: how many more it has. lines: the sections that have an entry for each row and for
    each column instead."""

    name: str
    told: Mapping[str, Told]
    parameters: Mapping[str, Any] = {}
    spacing: int = 1
    frame: int = 0
    lines: tuple[str, str] | None = None

    def tell(self, board: Any, parts: Mapping[str, Rows]) -> None:
        """Tell a puzzle to a board of noqx. Raises ValueError for one that it cannot take."""
        known = {"": next(iter(self.told.values())), **self.told}
        for name, rows in parts.items():
            if name not in known and any(t not in ".-" for row in rows for t in row):
                raise ValueError(f"{self.name} has nothing like {name}")
        board.row, board.col = self.size(parts)
        for name, tell in known.items():
            if name in parts:
                tell(board, parts[name])

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
AT_POINTS = {"circle": texts(side="top_left")}
ICHIMAGA = {"ichimagam": False, "ichimagax": False}
SHIP = {k: f"battleship_B__{n}" for k, n in zip("o#<^>v~?", (1, 2, 3, 4, 5, 6, 8, 9), strict=True)}
SIZE = {"h": nothing, "w": nothing}
ROOMS = {"room": rooms, "clue": texts(unknown=False)}
SUMS = {
    "": sums,
    "wall": sum_walls,
    "across": texts("corner_top_right"),
    "below": texts("corner_bottom_left"),
}
SUDOKU = {
    "clue": texts(names={"0": "."}),
    "box_height": box_height,
    "box_width": nothing,
}
SUDOKU_RULES = {"diagonal": False, "untouch": False, "antiknight": False}
SLITHERLINK = {"swslither": False, "tslither": False, "vslither": False}

# By the name of our spec.
GENRES: dict[str, Genre] = {
    "akari": Genre("akari", {"block": blocks}),
    "all_or_nothing": Genre("nothing", {"country": rooms}),
    "alternation": Genre("alter", {"room": rooms, "clue": symbols(SHAPES)}),
    "anglers": Genre(
        "anglers",
        {
            "fish": symbols({"F": "tents__3"}),
            "rock": surface(HOLE),
            "reel": beyond(far=True),
            **SIZE,
        },
    ),
    "ant_mill": Genre(
        "antmill",
        {"sign": everywhere({"x": "ox_B__4", "=": "ox_B__3"}, framed=False)},
        spacing=2,
        frame=1,
    ),
    "anti_knight_sudoku": Genre("sudoku", SUDOKU, {**SUDOKU_RULES, "antiknight": True}),
    "aqre": Genre("aqre", ROOMS),
    "aquapelago": Genre("aquapelago", {"clue": numbers_on(BLACK)}),
    "aquarium": Genre("aquarium", {"tank": rooms, "total": beyond()}),
    "araf": Genre("araf", CLUE),
    "arrow_flow": Genre("arrowflow", CLUE),
    "balance_loop": Genre("balance", {"picture": pearls_and_numbers}),
    "barns": Genre("barns", {"ice": surface({"~": BLUE}), "wall": walls}),
    "battenberg": Genre(
        "batten",
        {"mark": symbols({"x": "sudokuetc__1"}, "top_left"), "total": beyond(), **SIZE},
        {},
        1,
        1,
    ),
    "battleship": Genre(
        "battleship",
        {"picture": symbols(SHIP), "total": beyond(), "fleet": fleet, **SIZE},
        {"shapeset": "ship4"},
    ),
    "binairo": Genre("binairo", {"clue": symbols({"0": WHITE, "1": DARK})}),
    "border_block": Genre("bdblock", {**CLUE, "dot": symbols({"o": SMALL_BLACK}, "top_left")}),
    "bosanowa": Genre(
        "bosanowa",
        {**CLUE, "wall": surface(HOLE), "most": param("max_number"), **SIZE},
        {"max_number": "9"},
    ),
    "bosnian_road": Genre("bosnianroad", CLUE),
    "canal_view": Genre("canal", CLUE),
    "castle_wall": Genre("castle", {"picture": pointing(coloured=True)}),
    "cave": Genre("cave", CLUE, {"product": False}),
    "choco_banana": Genre("cbanana", CLUE),
    "chocona": Genre("chocona", {**ROOMS, "region": rooms}),
    "circles_and_squares": Genre("circlesquare", {"clue": symbols({"o": WHITE, "#": DARK})}),
    "city_space": Genre("cityspace", CLUE),
    "cocktail_lamp": Genre("cocktail", ROOMS),
    "cojun": Genre("cojun", ROOMS),
    "compass": Genre("compass", {"compass": compasses, "beyond": beyond_compasses}),
    "context": Genre("context", CLUE),
    "coral": Genre(
        "coral",
        {"across": lines(False, empty=False), "down": lines(True, empty=False)},
        lines=("across", "down"),
    ),
    "country_road": Genre("country", {"country": rooms, "clue": texts()}),
    "creek": Genre("creek", {"clue": texts(side="top_left")}, {}, 1, 1),
    "crossing_ichimaga": Genre("ichimaga", AT_POINTS, {**ICHIMAGA, "ichimagax": True}, 1, 1),
    "detour": Genre("detour", {"room": rooms, "clue": texts("corner_top_left", unknown=False)}),
    "dominion": Genre("dominion", {"letter": texts()}),
    "doppelblock": Genre(
        "doppelblock", {"total": beyond(), "clue": texts()}, lines=("total", "total")
    ),
    "dosun_fuwari": Genre("dosufuwa", {"room": rooms, "wall": surface(HOLE)}),
    "dotchi_loop": Genre(
        "dotchi", {"room": rooms, "circle": symbols({"W": WHITE_DISC, "B": BLACK_DISC})}
    ),
    "double_back": Genre("doubleback", {"room": rooms_apart, "hole": surface(HOLE)}),
    "easy_as_abc": Genre(
        "easyasabc",
        {"letter": param("letters"), "first": beyond(far=True), **CLUE, "n": nothing},
        lines=("first", "first"),
    ),
    "fillmat": Genre("fillmat", CLUE),
    "fillomino": Genre("fillomino", CLUE, {"fast_mode": False}),
    "five_cells": Genre("fivecells", CLUE),
    "four_cells": Genre("fourcells", CLUE),
    "galaxies": Genre(
        "tentaisho",
        {
            "dot": symbols({"o": SMALL_WHITE}),
            "hole": unsaid,
            "border_dot": everywhere({"o": SMALL_WHITE}),
            "corner_dot": symbols({"o": SMALL_WHITE}, "top_left"),
        },
    ),
    "geradeweg": Genre("geradeweg", CLUE),
    "gokigen": Genre("gokigen", {"clue": texts(side="top_left")}, {}, 1, 1),
    "haisu": Genre("haisu", {"room": rooms, "mark": texts(), "clue": texts()}),
    "hakoiri": Genre("hakoiri", {"room": rooms, "clue": symbols(SHAPES)}),
    "hanare_gumi": Genre("hanare", ROOMS),
    "hashiwokakero": Genre("hashi", {"island": texts()}),
    "heyablock": Genre("heyablock", ROOMS),
    "heyawake": Genre("heyawake", ROOMS, {"fast_mode": False, "limit_border": 0, "limit_2x2": 0}),
    "hinge": Genre("hinge", ROOMS),
    "hitori": Genre("hitori", {"number": texts()}),
    "hotaru_beam": Genre(
        "firefly",
        {"": undivided, "dot": symbols(FIREFLIES, "top_left"), "clue": texts(side="top_left")},
        frame=1,
    ),
    "ichimaga": Genre("ichimaga", AT_POINTS, ICHIMAGA, 1, 1),
    "inverse_litso": Genre("lits", {"room": rooms}, {"invlitso": True}),
    "japanese_sums": Genre(
        "japanesesums",
        {
            "across": lines(False, none=0),
            "down": lines(True, none=0),
            **CLUE,
            "gap": surface(HOLE),
            "most": param("max_number"),
        },
        lines=("across", "down"),
    ),
    "juosan": Genre("juosan", {"room": rooms, "clue": texts("corner_top_left", unknown=False)}),
    "kaito_ramma": Genre("kramma", {"circle": symbols({"W": WHITE, "B": DARK})}),
    "kakuro": Genre("kakuro", SUMS),
    "kakuru": Genre("kakuru", {"total": blocks, "black": surface(HOLE)}),
    "key_west": Genre("keywest", CLUE),
    "koburin": Genre("koburin", CLUE),
    "kropki": Genre("kropki", {"dot": sides({"o": SMALL_WHITE, "*": SMALL_BLACK})}, {}, 2, -1),
    "kurarin": Genre(
        "kurarin",
        {
            "circle": everywhere(
                {"B": SMALL_BLACK, "W": SMALL_WHITE, "G": "circle_SS__5"}, framed=False
            )
        },
        {},
        2,
        1,
    ),
    "kurochute": Genre("kurochute", CLUE),
    "kurodoko": Genre("kurodoko", CLUE),
    "kuromenbun": Genre("kuromenbun", {**CLUE, "wall": closed_walls}),
    "kurotto": Genre("kurotto", {"circle": texts()}),
    "lapaz": Genre("lapaz", {"clue": numbers_on(0)}),
    "lightshadow": Genre("lightshadow", {"picture": coloured_numbers}),
    "litherslink": Genre("lither", CLUE),
    "lits": Genre("lits", ROOMS, {"invlitso": False}),
    "lookair": Genre("lookair", CLUE),
    "magnetic_ichimaga": Genre("ichimaga", AT_POINTS, {**ICHIMAGA, "ichimagam": True}, 1, 1),
    "magnets": Genre(
        "magnets",
        {
            "half": dominoes,
            "total": beyond(far=True),
            "clue": unsaid,
            "gap": surface({"x": BLACK}),
        },
    ),
    "mannequin_gate": Genre("mannequin", ROOMS),
    "masyu": Genre(
        "masyu",
        {"pearl": symbols({"W": WHITE_DISC, "B": BLACK_DISC})},
        {"visit_all": False},
    ),
    "mid_loop": Genre(
        "midloop", {"dot": symbols({"o": SMALL_WHITE}), "link_dot": sides({"o": SMALL_WHITE})}
    ),
    "minarism": Genre(
        "minarism",
        {"sign": sides(INEQUALITIES), "difference": side_numbers, "clue": texts(names={"0": "."})},
        spacing=2,
        frame=-1,
    ),
    "minesweeper": Genre("mines", CLUE, {"mine_count": ""}),
    "mochikoro": Genre("mochikoro", CLUE),
    "mochinyoro": Genre("mochinyoro", CLUE),
    "moonsun": Genre(
        "moonsun", {"room": rooms, "mark": symbols({"(": "sun_moon__1", "o": "sun_moon__2"})}
    ),
    "mosaic": Genre("fillpix", CLUE),
    "nagareru_loop": Genre(
        "nagare", {"": undivided, "wall": surface(HOLE), "arrow": arrows_and_fans}
    ),
    "nanro": Genre("nanro", {"room": rooms, "clue": texts()}),
    "nawabari": Genre("nawabari", CLUE),
    "news": Genre("news", {"room": rooms, "clue": texts()}),
    "no_three": Genre("nothree", {"circle": everywhere({"o": SMALL_BLACK})}, {}, 2, 1),
    "nondango": Genre("nondango", {"room": rooms, "circle": usable}),
    "nonogram": Genre(
        "nonogram",
        {"across": lines(False), "down": lines(True)},
        {"cts": False},
        lines=("across", "down"),
    ),
    "norinori": Genre("norinori", {"region": rooms}),
    "norinuri": Genre("norinuri", CLUE),
    "number_rope": Genre("numrope", {"total": blocks, "rope": ropes}),
    "numberlink": Genre("numlin", {"number": texts()}, {"visit_all": False, "no_2x2": False}),
    "nuri_maze": Genre(
        "nurimaze",
        {
            "": undivided,
            "tile": rooms,
            "door": texts(),
            "mark": symbols({"o": WHITE, "^": "triup_M__1"}),
        },
    ),
    "nuribou": Genre("nuribou", CLUE),
    "nurikabe": Genre("nurikabe", CLUE),
    "nurimisaki": Genre("nurimisaki", {"cape": texts(names={"o": "?"})}),
    "onsen_meguri": Genre("onsen", {"room": rooms, "clue": texts()}),
    "paintarea": Genre("paintarea", {"tile": rooms, "clue": texts(unknown=False)}),
    "palisade": Genre("ncells", {**CLUE, "area": param("region_size")}),
    "parquet": Genre("parquet", {"room": rooms, "tile": tiles}),
    "pipelink": Genre("pipelink", {"pipe": strands(PIPES)}, {"pipelinkr": False}),
    "pipelink_returns": Genre(
        "pipelink",
        {"pipe": strands(PIPES), "circle": symbols({"o": WHITE_DISC})},
        {"pipelinkr": True},
    ),
    "putteria": Genre("putteria", {"room": rooms}),
    "railpool": Genre("railpool", {"room": rooms_apart, "length": lists, "hole": surface(HOLE)}),
    "rassi_silai": Genre("rassi", {"room": rooms_apart, "hole": surface(HOLE)}),
    "regional_yajilin": Genre("yajilin_regions", {"room": rooms, "clue": texts("corner_top_left")}),
    "retsurin": Genre("retsurin", CLUE),
    "ripple_effect": Genre("ripple", ROOMS),
    "roma": Genre("roma", {"room": rooms, "picture": symbols({**ARROWS, "o": BLACK_DISC})}),
    "rooms_of_factors": Genre(
        "factors", {"room": rooms, "factor": texts("corner_top_left"), **CLUE, "n": nothing}
    ),
    "sananko": Genre("sananko", {"clue": blocks, "wall": surface(HOLE)}),
    "shakashaka": Genre("shakashaka", {"clue": blocks}),
    "sheep_wolf_slitherlink": Genre(
        "slitherlink",
        {**CLUE, "animal": texts(names={"s": "S", "w": "W"})},
        {**SLITHERLINK, "swslither": True},
    ),
    "shikaku": Genre("shikaku", CLUE),
    "shimaguni": Genre("shimaguni", ROOMS),
    "simple_gako": Genre("simplegako", CLUE),
    "simple_loop": Genre("simpleloop", {"black": surface(HOLE)}),
    "skyscrapers": Genre(
        "skyscrapers", {"seen": beyond(far=True), "clue": texts()}, lines=("seen", "seen")
    ),
    "slitherlink": Genre("slitherlink", CLUE, SLITHERLINK),
    "smullyanic_dynasty": Genre("smullyan", CLUE),
    "snake": Genre(
        "snake", {"circle": symbols({"M": WHITE_DISC, "E": BLACK_DISC}), "total": beyond()}
    ),
    "square_jam": Genre("squarejam", CLUE),
    "star_battle": Genre("starbattle", {"region": rooms, "stars": param("stars")}),
    "statue_park": Genre(
        "statuepark",
        {
            "clue": symbols({"o": WHITE, "#": DARK}),
            "statue": nothing,
            "form": pieces,
            "h": nothing,
            "w": nothing,
        },
    ),
    "stostone": Genre("stostone", ROOMS),
    "sudoku": Genre("sudoku", SUDOKU, SUDOKU_RULES),
    "suguru": Genre("suguru", {"region": rooms, "clue": texts()}),
    "sukoro": Genre(
        "sukoro", {"clue": together(texts(unknown=False), symbols({"?": SHAPES["o"]}))}
    ),
    "sukoro_room": Genre("sukororoom", {"room": rooms, "clue": texts()}),
    "symmarea": Genre("symmarea", CLUE, {"fast_mode": False}),
    "tapa": Genre("tapa", {"clue": lists}),
    "tapa_like_loop": Genre("tapaloop", {"clue": lists}, {"visit_all": False}),
    "tasquare": Genre("tasquare", CLUE),
    "tatamibari": Genre("tatamibari", CLUE),
    "tents": Genre("tents", {"tree": symbols({"T": "tents__1"}), "total": beyond()}),
    "tetrochain_k": Genre(
        "tetrochaink",
        {
            "circle": everywhere(
                {"B": SMALL_BLACK, "G": "circle_SS__5", "W": SMALL_WHITE}, framed=False
            )
        },
        spacing=2,
        frame=1,
    ),
    "tetrominous": Genre(
        "tetrominous", {"clue": texts(), "hole": surface(HOLE), "letter": nothing, "form": nothing}
    ),
    "tilepaint": Genre(
        "tilepaint",
        {"tile": rooms, "total": beyond({"top": "corner_bottom_left", "left": "corner_top_right"})},
    ),
    "toichika": Genre("toichika", {"room": rooms, "clue": symbols(ARROWS)}),
    "tontonbeya": Genre("tontonbeya", {"room": rooms, "clue": symbols(SHAPES)}),
    "touch_slitherlink": Genre("slitherlink", CLUE, {**SLITHERLINK, "tslither": True}),
    "tri_place": Genre("triplace", SUMS),
    "turn_and_run": Genre(
        "turnrun", {"": undivided, "cross": strands(CROSS), "clue": texts()}, {"visit_all": False}
    ),
    "turnaround": Genre("turnaround", CLUE, {"visit_all": False}),
    "uso_tatami": Genre("usotatami", CLUE),
    "usoone": Genre("usoone", {"room": rooms, "clue": texts()}),
    "vertex_slitherlink": Genre("slitherlink", CLUE, {**SLITHERLINK, "vslither": True}),
    "view": Genre("view", CLUE),
    "wall_logic": Genre("walllogic", CLUE),
    "wittgenstein_briquet": Genre("wittgen", CLUE),
    "yajikazu": Genre("yajikazu", {"picture": pointing()}),
    "yajilin": Genre("yajilin", {"picture": pointing()}),
    "yajirushi": Genre(
        "yajirushi",
        {
            "picture": together(surface(HOLE), symbols(ARROWS)),
            "wall": surface(HOLE),
            "clue": symbols(ARROWS),
        },
    ),
    "yajirushi_2": Genre("yajirushi2", {"clue": blocks}),
    "yin_yang": Genre("yinyang", {"clue": symbols({"o": WHITE, "#": DARK})}),
}
