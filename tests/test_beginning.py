"""Batches that begin with what an earlier run kept: they answer as one that compiles the spec."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pzc import cache
from pzc.compiler.builtins import extension
from pzc.tasks import beginning
from pzc.tasks.answered import Answered, Answering, Status, Wanted
from pzc.tasks.batch import Batch
from pzc.tasks.beginning import Begun, begin
from pzc.tasks.lines import Table
from pzc.tasks.puzzles import Puzzle
from pzc.tasks.resuming import Seal
from pzc.tasks.spec import load
from test_startup import among, modules

BASE = "grid 4 x 4\n"
SPEC = """\
puzzle "Small"
about "Of 4x4 cells."
use between
use named
given clue : 1..4 at some cells
find digit : 1..4 at cells from clue
rule "Lines":
    for line in rows + columns: all_different(digit[line])
"""
SOLUTION = "1234341221434321"
WANTED = Wanted("auto", limit=2, unique=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("PZC_CACHE", str(place))
    return place


@pytest.fixture
def small(tmp_path: Path) -> str:
    (tmp_path / "base.spec").write_text(BASE)
    (tmp_path / "between.spec").write_text("use base\n")
    (tmp_path / "named.spec").write_text('about "Named."\n')
    path = tmp_path / "small.spec"
    path.write_text(SPEC)
    return str(path)


def puzzles() -> list[Puzzle]:
    """On a line or on several, with one solution, several or none, with mistakes between them."""
    random = Random(5)
    texts = []
    for _ in range(80):
        cells = [c if random.random() < 0.6 else "." for c in SOLUTION]
        if random.random() < 0.3:
            cells[random.randrange(16)] = random.choice("1234")
        if random.random() < 0.1:
            cells[random.randrange(16)] = random.choice("5x?:é")
        rows = ["".join(cells[k : k + 4]) for k in range(0, 16, 4)]
        texts.append(random.choice(["", "", "\n"]).join(rows))
    return [Puzzle('a "b".txt', number, text) for number, text in enumerate(texts)]


def met(spec: str) -> list[Answered]:
    """The answers of a batch that compiled the spec, and kept the tables of two layouts."""
    first = begin(spec, WANTED)
    assert isinstance(first, Batch)
    return first.answers(puzzles())


def test_it_answers_as_a_batch_that_compiles_the_spec(small: str, folder: Path) -> None:
    expected = met(small)
    assert {one.status for one in expected} >= {
        Status.UNIQUE,
        Status.NOT_UNIQUE,
        Status.NO_SOLUTION,
        Status.MISTAKE,
    }
    second = begin(small, WANTED)
    assert isinstance(second, Begun)
    assert second.answers(puzzles()) == expected


def test_the_spec_is_compiled_only_for_what_the_tables_leave(small: str, folder: Path) -> None:
    met(small)
    second = begin(small, WANTED)
    assert isinstance(second, Begun)
    text = SOLUTION[:-2] + ".."
    (answer,) = second.answers([Puzzle("f", 1, text)])
    assert answer.status == Status.UNIQUE and second._batch is None
    (answer,) = second.answers([Puzzle("f", 1, "." * 16)])
    assert answer.status == Status.NOT_UNIQUE and second._batch is not None


def test_the_answer_to_a_lost_puzzle_takes_no_compiled_spec(small: str, folder: Path) -> None:
    met(small)
    second = begin(small, WANTED)
    assert isinstance(second, Begun)
    assert second.lost(Puzzle("f", 1, SOLUTION), -9, False).status == Status.KILLED
    assert second._batch is None


def test_seals_are_the_same(small: str, folder: Path) -> None:
    def sealed(batch: Answering) -> list[Answered]:
        batch.seal = Seal(batch.texts(), {"a": 1})
        return batch.answers(puzzles())

    expected = sealed(begin(small, WANTED))
    second = begin(small, WANTED)
    assert isinstance(second, Begun)
    assert sealed(second) == expected


def test_a_second_batch_imports_neither_compiler_nor_engine(folder: Path, tmp_path: Path) -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{puzzle}\n" * 3)
    command = ("solve", "sudoku", "--batch", str(file), "--unique", "--jobs", "1", "-o")
    first = modules(*command, str(tmp_path / "one"))
    second = modules(*command, str(tmp_path / "two"))
    slow = ("pzc.compiler", "pzc.model", "pzc.presolve", "pzc.backends.native.engine.search")
    assert among(first, slow) and not among(second, slow)
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text() != ""


# ---- what is not used ----------------------------------------------------------------------------


def change_spec(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(spec).write_text(SPEC.replace("Lines", "Rows and columns"))


def change_used(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(spec).with_name("base.spec").write_text(BASE + "# another\n")


def change_used_for_its_title(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(spec).with_name("named.spec").write_text('about "Another."\n')


def change_used_between(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(spec).with_name("between.spec").write_text("use base\n# another\n")


def drop_used(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(spec).with_name("base.spec").unlink()
    Path(spec).write_text(BASE + SPEC.replace("use between\n", ""))


def change_version(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "__version__", "another")


def change_code(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "files", lambda packages: "others")


@pytest.mark.parametrize(
    "change",
    [
        change_spec,
        change_used,
        change_used_for_its_title,
        change_used_between,
        drop_used,
        change_version,
        change_code,
    ],
)
def test_whatever_changes_is_compiled_again(
    small: str, folder: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    met(small)
    change(small, monkeypatch)
    assert isinstance(begin(small, WANTED), Batch)


def test_other_modules_are_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dsl").mkdir()
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    seen = [cache.files(("dsl",))]
    for text in ("1", "22"):
        (tmp_path / "dsl" / "one.py").write_text(text)
        seen.append(cache.files(("dsl",)))
    assert len(set(seen)) == 3 and cache.files(("dsl",)) == seen[-1]


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted("auto", limit=None),
        Wanted("auto", limit=2, count=True),
        Wanted("auto", limit=1, form="json"),
        Wanted("cnf", limit=2, unique=True),
    ],
)
def test_what_tables_do_not_say_is_left_to_the_compiler(
    small: str, folder: Path, wanted: Wanted
) -> None:
    met(small)
    assert isinstance(begin(small, wanted), Batch)


def test_nothing_is_kept_with_functions_of_other_packages(
    small: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = begin(small, WANTED)
    monkeypatch.setattr(extension, "REGISTERED", [object()])
    batch.answers(puzzles())
    assert not list(folder.glob("batch-*"))


def test_without_a_cache_the_spec_is_compiled(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PZC_CACHE", "")
    met(small)
    assert isinstance(begin(small, WANTED), Batch)


def broken_tables(values: list[Any]) -> Iterator[list[Any]]:
    """The values of a table with one number or text out of its bounds."""
    length, (domains, units), means, shown, places, characters = values
    yield []
    yield [length + 1, (domains, units), means, shown, places, characters]
    yield [length, (domains[1:], units), means, shown, places, characters]
    yield [length, ([[9], *domains[1:]], units), means, shown, places, characters]
    yield [length, ([["1"], *domains[1:]], units), means, shown, places, characters]
    yield [length, (domains, [([0, 99], [1]), *units]), means, shown, places, characters]
    yield [length, (domains, [([0, 0], []), *units]), means, shown, places, characters]
    yield [length, (domains, [([0, 1], [9]), *units]), means, shown, places, characters]
    yield [length, (domains, units), [("é", means[0][1])], shown, places, characters]
    yield [length, (domains, units), [("1", [(99, 1)] * length)], shown, places, characters]
    yield [length, (domains, units), [("1", [(0, 1)])], shown, places, characters]
    yield [length, (domains, units), means, "é" * 40, places, characters]
    yield [length, (domains, units), means, shown, [99, *places[1:]], characters]
    yield [length, (domains, units), means, shown, [-1, *places[1:]], characters]
    yield [length, (domains, units), means, shown, places, characters[1:]]
    yield [length, (domains, units), means, shown, places, [(1, "xx"), *characters[1:]]]


def test_tables_out_of_bounds_are_refused(small: str, folder: Path) -> None:
    batch = Batch(load(small), WANTED)
    batch.answers(puzzles())
    kept = next(iter(batch.tabled.tables.values()))
    good = beginning.values(kept)
    assert Table.read(copy.deepcopy(list(good))) == kept
    tried = 0
    for broken in broken_tables(copy.deepcopy(list(good))):
        tried += 1
        with pytest.raises((ValueError, TypeError)):
            Table.read(broken)
    assert tried == 16


@pytest.mark.parametrize("content", [None, 7, [[], [7]], [[], [[[16], []]]], [["base"], []], {}])
def test_forged_content_is_not_used(small: str, folder: Path, content: Any) -> None:
    met(small)
    (file,) = folder.glob("batch-*")
    source = beginning.read_spec(small)
    cache.write(file.name, beginning._key(source, "auto"), content)
    assert isinstance(begin(small, WANTED), Batch)
