"""The bundled specs on labelled boards: right ones hold, wrong ones break the rule of their label.

By default a right and a wrong board of some genres; all boards with `--all-data`. What each label
means in the words of a spec is in the tables of `shared_data.GENRES`.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    if shared_data.other_rules(board):
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
