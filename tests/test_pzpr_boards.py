"""The bundled specs on labelled boards: right ones hold, wrong ones break the rule of their label.

By default a right and a wrong board of some genres; all boards with `--all-data`. What each label
means in the words of a spec is in the tables of `shared_data.GENRES`. Nothing that a board gives
may be lost when it is read: without any of its values, the puzzle file is another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import pzc
import shared_data
from pzc.tasks.verify import PRINTED, verify
from pzpr_fields import Genre
from shared_data import GENRES

if not shared_data.DATA.is_dir():
    pytest.skip(f"SKIPPED: no real boards at {shared_data.DATA}", allow_module_level=True)

SECONDS = 60
STEP = 4  # Of the sample: every so many genres.

Record = dict[str, Any]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "record" in metafunc.fixturenames:
        every = metafunc.config.getoption("all_data")
        metafunc.parametrize(("genre", "record"), [*_chosen(every)])


def _chosen(every: bool) -> Iterator[Any]:
    for place, (name, genre) in enumerate(GENRES.items()):
        if not every and place % STEP:
            continue
        boards = shared_data.boards(name)
        if not every:
            plain = [b for b in boards if not [*_marks(genre, b)]]
            wrong = [b for b in plain if b["expected"] is not None]
            boards = [b for b in plain if b["expected"] is None][:1]
            boards += wrong[place % len(wrong) :][:1] if wrong else []
        for board in boards:
            title = f"{name}-{board['i']}-{board['expected'] or 'right'}"
            yield pytest.param(genre, board, id=title, marks=[*_marks(genre, board)])


def _marks(genre: Genre, board: Record) -> Iterator[pytest.MarkDecorator]:
    if shared_data.other_rules(genre, board):
        yield pytest.mark.skip(reason=f"SKIPPED: {shared_data.OTHER_RULES}")
    elif reason := genre.exception(board["i"], board["expected"]):
        yield pytest.mark.xfail(reason=reason, strict=True)


def test_a_board_is_judged_as_it_is_labelled(genre: Genre, record: Record) -> None:
    label = record["expected"]
    puzzle, board = genre.files(record)
    spec = pzc.load(genre.spec)
    try:
        sentences = (*spec.ground(puzzle).sentences, PRINTED)
        verdict = verify(spec, puzzle, board, timeout=SECONDS)
    except pzc.PzcError as refusal:
        assert label in genre.refused.split(), refusal
        return
    broken = {b.sentence for b in verdict.broken} | set(verdict.conflict)
    if label is None:
        assert not broken
        assert verdict.complete
    elif label in genre.unfinished.split() and not broken:
        assert not verdict.complete
    else:
        rules = genre.broken_by(label)
        assert all(sum(s.startswith(rule) for s in sentences) == 1 for rule in rules), rules
        assert any(sentence.startswith(rules) for sentence in broken), (rules, broken)


@pytest.mark.parametrize("genre", GENRES.values(), ids=list(GENRES))
def test_the_table_names_rules_of_the_spec(genre: Genre) -> None:
    sentences = [rule.sentence.span.text.strip('"') for rule in pzc.load(genre.spec).program.rules]
    assert all(sum(s.startswith(rule) for s in sentences) == 1 for rule in genre.rules)


# ---- nothing that is given is lost ---------------------------------------------------------------

Entry = tuple[str | int, ...]

# Values that say nothing, by genre and field.
NO_CLUE = {
    ("fillomino", "qnum", -2): "a number that is not shown, as in every cell without one",
    ("snake", "qnum", 0): "no circle",
    ("kakuro", "qnum", 0): "no total",
    ("kakuro", "qnum2", 0): "no total",
    ("icelom", "qdir", 1): "the arrow at the way in or out, of which the place is told too",
    ("icelom", "qdir", 4): "the arrow at the way in or out, of which the place is told too",
    ("triplace", "ques", 1): "a side of a black cell",
}

# Genres whose walls do nothing but make rooms: one that ends within a room says nothing.
ROOMS_ONLY = ("aqre", "cocktail", "shimaguni", "stostone")


def _entries(record: Record) -> Iterator[tuple[Entry, Any]]:
    """The values that a board gives: where each stands in the record, and what it is."""
    for section, part in record["given"].items():
        match section:
            case "regions":
                pass  # made of the borders
            case "extra":
                yield from (((section, name), name) for name in part)
            case "outside":
                for field, sides in part.items():
                    for side, lines in sides.items():
                        for k, numbers in enumerate(lines):
                            if any(numbers):
                                yield (section, field, side, k), numbers[0]
            case _:
                for field, rows in part.items():
                    for r, row in enumerate(rows):
                        for c, value in enumerate(row):
                            if value is not None:
                                yield (section, field, r, c), value


def _without(record: Record, entry: Entry) -> Record:
    """A board without a value that it gives."""
    other = deepcopy(record)
    *path, last = entry
    part = other["given"]
    for key in path:
        part = part[key]
    if isinstance(part, dict):
        del part[last]
    else:
        part[last] = [] if entry[0] == "outside" else None
    return other


def _reads_regions(genre: Genre, record: Record) -> bool:
    """Whether the puzzle file is another one where each cell is a region of its own."""
    if "regions" not in record["given"]:
        return False
    other = deepcopy(record)
    height, width = record["rows"], record["cols"]
    other["given"]["regions"] = [[r * width + c for c in range(width)] for r in range(height)]
    return genre.files(other)[0] != genre.files(record)[0]


def _between_regions(record: Record, entry: Entry) -> bool:
    """Whether a value is a border that the regions, which are read, tell as well."""
    if entry[0] not in ("vedge", "hedge") or entry[1] != "ques":
        return False
    regions = record["given"]["regions"]
    _, _, r, c = entry
    assert isinstance(r, int) and isinstance(c, int)
    before = regions[r][c - 1] if entry[0] == "vedge" else regions[r - 1][c]
    return bool(before != regions[r][c])


def _is_read(genre: Genre, record: Record, entry: Entry) -> bool:
    try:
        puzzle, _ = genre.files(_without(record, entry))
    except (KeyError, IndexError):
        return True  # it is missed
    return puzzle != genre.files(record)[0]


@pytest.mark.parametrize("name", GENRES)
def test_no_given_value_is_ignored(name: str) -> None:
    genre = GENRES[name]
    records = [*shared_data.boards(name), *shared_data.puzzlink(name)]
    examples: dict[tuple[Any, ...], tuple[Record, Entry]] = {}
    for record in records:
        if shared_data.other_rules(genre, record) or genre.exception(record.get("i")):
            continue
        reads_regions = _reads_regions(genre, record)
        for entry, value in _entries(record):
            said = (name, entry[1], value if isinstance(value, int) else None)
            told_by_rooms = reads_regions or "regions" not in record["given"]
            if name in ROOMS_ONLY and entry[1] == "ques" and told_by_rooms:
                continue
            if said not in NO_CLUE and not (reads_regions and _between_regions(record, entry)):
                examples.setdefault((entry[:2], str(value)), (record, entry))
    assert records
    ignored = [
        kind for kind, (record, entry) in examples.items() if not _is_read(genre, record, entry)
    ]
    assert ignored == []


def test_the_page_counts_the_boards() -> None:
    page = (Path(pzc.__file__).parent / "docs" / "genres.md").read_text(encoding="utf-8")
    section = page.split("## Real boards")[1].split("\n## ")[0]
    every = [(genre, board) for name, genre in GENRES.items() for board in shared_data.boards(name)]
    variants = sum(shared_data.other_rules(*board) for board in every)
    specs = {genre.spec for genre in GENRES.values()}
    words = " ".join(section.split())
    assert f"the genres of {len(specs)} bundled specs" in words
    assert f"Of {len(every)} boards, {variants} are of variants with other rules." in words
