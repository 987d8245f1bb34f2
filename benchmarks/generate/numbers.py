"""Str8ts, Kakuro, Skyscrapers, Fillomino, Shikaku: from a solution that a SAT solver finds when it
tries values at random, or from rectangles at random."""

from __future__ import annotations

from random import Random

from ..models import numbers
from ..reading import Answer, Cell, cells, lines
from .common import fewer, found, picture, random_answer, unique


def _values(answer: Answer) -> dict[Cell, int]:
    return {(r, c): v for r, c, v in sorted(answer)}


def str8ts(random: Random, n: int) -> str:
    genre = "str8ts"
    while True:
        black = set()
        for r, c in random.sample(cells(n, n), n * n // 8):
            black |= {(r, c), (n + 1 - r, n + 1 - c)}

        def text(clue: dict[Cell, int], black: set[Cell] = black) -> str:
            tokens = {c: f"{clue.get(c, 0)}{'!' if c in black else '.'}" for c in cells(n, n)}
            return picture(n, n, tokens)

        empty = text({})
        solved = random_answer(random, lambda formula, empty=empty: numbers.str8ts(formula, empty))
        if solved is not None and unique(genre, text(_values(solved))):
            return text(fewer(random, genre, _values(solved), text))


def skyscrapers(random: Random, n: int) -> str:
    """Numbers on all sides; within, as few as can be."""
    genre = "skyscrapers"
    blank = "seen:\n" + "".join(
        f"{side} {' '.join('.' * n)}\n" for side in ("top", "bottom", "left", "right")
    )
    solved = random_answer(random, lambda formula: numbers.skyscrapers(formula, blank))
    assert solved is not None
    height = _values(solved)
    rows, columns = lines(n, n)[:n], lines(n, n)[n:]
    views = {"top": columns, "bottom": [x[::-1] for x in columns]}
    views |= {"left": rows, "right": [x[::-1] for x in rows]}
    seen = {
        (k, p): sum(all(height[d] < height[c] for d in line[:i]) for i, c in enumerate(line))
        for k, of in enumerate(views.values())
        for p, line in enumerate(of)
    }

    def text(clue: dict[Cell, int]) -> str:
        outside = "".join(
            f"{side} {' '.join(str(seen[k, p]) for p in range(n))}\n"
            for k, side in enumerate(views)
        )
        return f"seen:\n{outside}\nclue:\n{picture(n, n, clue)}"

    return text(fewer(random, genre, height, text))


def fillomino(random: Random, n: int) -> str:
    genre = "fillomino"
    while True:
        hints: dict[Cell, int] = {c: random.randint(2, 8) for c in random.sample(cells(n, n), n)}
        blank = picture(n, n, hints)
        solved = random_answer(
            random, lambda formula, blank=blank: numbers.fillomino(formula, blank)
        )
        if solved is not None:

            def text(clue: dict[Cell, int]) -> str:
                return picture(n, n, clue)

            return text(fewer(random, genre, _values(solved), text))


def shikaku(random: Random, n: int) -> str:
    """Rectangles at random; the number of one that is not certain moves until all are."""
    genre = "shikaku"
    while True:
        boxes = _boxes(random, n)
        place = [random.choice(box) for box in boxes]
        for _ in range(300):
            text = picture(n, n, {c: len(box) for c, box in zip(place, boxes, strict=True)})
            answers = found(genre, text)
            if len(answers) == 1:
                return text
            differ = {fact[:2] for fact in answers[0] ^ answers[1]}
            open_boxes = [k for k, box in enumerate(boxes) if differ & set(box)]
            if not open_boxes:
                break
            k = random.choice(open_boxes)
            place[k] = random.choice(boxes[k])


def _boxes(random: Random, n: int) -> list[list[Cell]]:
    free = set(cells(n, n))
    out = []
    while free:
        r, c = min(free)
        shapes = [
            [(r + i, c + j) for i in range(tall) for j in range(wide)]
            for tall in range(1, 6)
            for wide in range(1, 6)
        ]
        fit = [s for s in shapes if set(s) <= free and (2 <= len(s) <= 12)]
        box = random.choice(fit) if fit else [(r, c)]
        free -= set(box)
        out.append(box)
    return out


def kakuro(random: Random, n: int) -> str:
    """White cells that are not certain become walls until there is one solution."""
    genre = "kakuro"
    while True:
        white = {c for c in cells(n, n) if min(c) > 1}
        white -= set(random.sample(sorted(white), n * n // 6))
        for _ in range(60):
            _no_short_words(white)
            if len(white) < n * n // 3:
                break
            blank = _crossword(white, {}, n)
            solved = random_answer(
                random, lambda formula, blank=blank: numbers.kakuro(formula, blank)
            )
            if solved is None:
                white.discard(random.choice(sorted(white)))
                continue
            text = _crossword(white, _values(solved), n)
            answers = found(genre, text)
            if len(answers) == 1:
                return text
            differ = sorted({fact[:2] for fact in answers[0] ^ answers[1]})
            if not differ:
                break
            white.discard(random.choice(differ))


def _no_short_words(white: set[Cell]) -> None:
    """Take out cells that are no part of a word across or of one down."""
    while True:
        alone = {
            (r, c)
            for r, c in white
            if not {(r, c - 1), (r, c + 1)} & white or not {(r - 1, c), (r + 1, c)} & white
        }
        if not alone:
            return
        white -= alone


def _crossword(white: set[Cell], digit: dict[Cell, int], n: int) -> str:
    """The picture; without digits, words have no totals."""

    def total(c: Cell, down: int, right: int) -> object:
        d, out = (c[0] + down, c[1] + right), 0
        while d in white:
            out += digit.get(d, 0)
            d = d[0] + down, d[1] + right
        return out or ""

    tokens = {c: "." if c in white else f"#{total(c, 1, 0)}\\{total(c, 0, 1)}" for c in cells(n, n)}
    return picture(n, n, tokens)
