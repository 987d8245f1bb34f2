"""What a start costs: which modules a run imports, and what it may keep from earlier runs.

Whatever is in the cache, however it came there, a spec means what it would mean without it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import pzc
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc import cache
from pzc.dsl import checker, packing, parser
from pzc.dsl.checked import Checked
from pzc.dsl.diagnostics import PzcError, Source
from pzc.dsl.parser import load
from pzc.dsl.syntax import Name
from pzc.dsl.walking import names_in
from pzc.records import is_record, values
from pzc.tasks import checking
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.texts import read_spec, resolver

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# What no second run of a small puzzle needs, and what takes longest to import.
PARSING = ("lark", "pzc.dsl.parser", "pzc.dsl.checker", "pzc.dsl.types", "pzc.dsl.layout")
SLOW = ("dataclasses", "inspect", "pickle", "difflib", "shutil", "pathlib", "tempfile")
ELSEWHERE = ("urllib.request", "http", "ssl", "socket", "email", "shutil", "lzma", "xml")
SOLVERS = ("pysat", "z3", "pzc.backends.cnf", "pzc.backends.z3")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache's folder, which is not there yet."""
    place = tmp_path / "cache"
    monkeypatch.setenv("PZC_CACHE", str(place))
    return place


def modules(*arguments: str) -> set[str]:
    """What a run of pzc imports, or, without arguments, Python by itself."""
    command = ["-m", "pzc", *arguments] if arguments else ["-c", "pass"]
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return {line.split("|")[-1].strip() for line in done.stderr.splitlines() if "|" in line}


def among(names: set[str], packages: tuple[str, ...]) -> list[str]:
    return sorted(n for n in names for p in packages if n == p or n.startswith(f"{p}."))


def plain(value: Any) -> Any:
    """A tree with all that is in it, its spans too, as tuples that can be compared."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if is_record(value):
        return (type(value).__name__, *map(plain, values(value)))
    return value


def everything(checked: Checked) -> Any:
    symbols = [n in checked.symbols for n in names_in(checked.tree.declarations)]
    readings = [(plain(node), reading) for node, reading in checked.readings.items()]
    rest = (checked.title, checked.about, checked.answer, checked.openable, checked.kinds)
    rest += (plain(checked.warnings),)
    return plain(checked.tree), symbols, sorted(readings, key=repr), rest


def afresh(source: Source) -> Checked:
    """What is found where nothing is kept."""
    return checker.check(load(source, resolver(source)))


# ---- what is imported ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_second_run_imports_neither_parser_nor_solver_packages(folder: Path, command: str):
    first, second = (modules(command, "sudoku", SUDOKU) for _ in range(2))
    assert among(first, PARSING)
    assert "pzc.backends.native.engine.search" in second
    own = second - modules()  # of the site's own there may be any
    assert not among(own, PARSING + SLOW + SOLVERS)


def test_a_second_check_imports_no_parser(folder: Path):
    first, second = (modules("check", "sudoku") for _ in range(2))
    assert among(first, PARSING) and not among(second, PARSING + SOLVERS)


def test_many_puzzles_import_no_parser(folder: Path, tmp_path: Path):
    """Not even to find out which layers can be open, which takes longer than a small puzzle."""
    example = (SPECS / "examples" / "star_battle" / "1.puzzle").read_text(encoding="utf-8")
    head, *region = example.rstrip().rsplit("\n", 5)
    turned = [region, region[::-1], [row[::-1] for row in region], [r[::-1] for r in region[::-1]]]
    paths = [tmp_path / f"{k}.puzzle" for k in range(len(turned))]
    for path, rows in zip(paths, turned, strict=True):
        path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    modules("check", "star_battle")
    second = modules("solve", "star_battle", "--per", "file", "--batch", *map(str, paths * 2))
    assert "pzc.tasks.open_models" in second and not among(second, PARSING + SOLVERS)


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", "sudoku", SUDOKU),
        ("draw", "sudoku", SUDOKU, "--solve"),
        ("hint", "sudoku", SUDOKU),
        ("explain", "sudoku", SUDOKU),
        ("solve", "sudoku", SUDOKU, "--format", "svg"),
        ("list",),
    ],
    ids=" ".join,
)
def test_a_second_run_imports_nothing_of_networks_or_archives(
    folder: Path, arguments: tuple[str, ...]
):
    _, second = (modules(*arguments) for _ in range(2))
    own = second - modules()
    assert "pzc.cli" in own and not among(own, ELSEWHERE)


# ---- what is kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_what_is_kept_of_a_spec_is_all_of_it(name: str):
    source = read_spec(name)
    checked = afresh(source)
    sources = [source, *checked.tree.used]
    packed = packing.pack(checked, sources)
    assert everything(packing.unpack(packed, sources)) == everything(checked)


SPEC = """\
puzzle "Small"
use base
things bank = {left, right}
given clue : 1..n at some cells
find digit : 1..n at cells from clue
find side : bank at cells
find idle : bool at cells
rule "Side {left}":
    for c in cells: side[c] = left or digit[c] > 1
"""
BASE = 'puzzle "Base"\nparam n : 1..9 = 2\ngrid n x n\n'


@pytest.fixture
def small(tmp_path: Path, folder: Path) -> Path:
    """A spec with a warning that uses another; nothing is kept yet."""
    (tmp_path / "base.spec").write_text(BASE)
    path = tmp_path / "small.spec"
    path.write_text(SPEC)
    return path


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Source]:
    """The specs that are checked from now on, rather than remembered."""
    seen: list[Source] = []

    def check(tree: Any) -> Checked:
        seen.append(tree.source)
        return kept_check(tree)

    kept_check = checker.check
    monkeypatch.setattr(checker, "check", check)
    return seen


def test_a_spec_is_checked_once(small: Path, monkeypatch: pytest.MonkeyPatch):
    seen = counted(monkeypatch)
    found = [checking.checked(read_spec(str(small))) for _ in range(3)]
    assert len(seen) == 1
    assert everything(found[0]) == everything(found[1]) == everything(found[2])
    assert [w.code for w in found[2].warnings] == ["W0202"]
    assert {n.id for n in found[2].symbols} == {"left", "right"}
    assert all(isinstance(n, Name) for n in found[2].symbols)


def change_spec(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small.write_text(SPEC.replace("digit[c] > 1", "digit[c] < 1"))


def change_used(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small.parent / "base.spec").write_text(BASE.replace("1..9", "1..7"))


def change_version(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "__version__", "another")


def change_python(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "sys", type("sys", (), {"version": "another"}))


def change_checker(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = small.parent / "dsl"
    shutil.copytree(os.path.dirname(packing.__file__), copy)
    (copy / "checker.py").write_text("# another\n")
    monkeypatch.setattr(cache, "__file__", str(small.parent / "cache.py"))


@pytest.mark.parametrize(
    "change", [change_spec, change_used, change_version, change_python, change_checker]
)
def test_whatever_changes_is_checked_again(
    small: Path, monkeypatch: pytest.MonkeyPatch, change: Any
):
    checking.checked(read_spec(str(small)))
    change(small, monkeypatch)
    seen = counted(monkeypatch)
    source = read_spec(str(small))
    found = [checking.checked(source) for _ in range(2)]
    assert len(seen) == 1
    assert everything(found[0]) == everything(found[1]) == everything(afresh(source))


def test_a_new_spec_in_the_folder_is_the_one_used(tmp_path: Path, folder: Path):
    path = tmp_path / "mine.spec"
    path.write_text('puzzle "Mine"\nuse sudoku\n')
    names = [set(found_names(path))]
    (tmp_path / "sudoku.spec").write_text("grid 2 x 2\nfind other : bool at cells\n")
    names.append(set(found_names(path)))
    assert "digit" in names[0] and names[1] == {"other"}


def found_names(path: Path) -> tuple[str, ...]:
    return checking.checked(read_spec(str(path))).answer


def test_a_used_spec_that_is_gone_is_reported(small: Path):
    checking.checked(read_spec(str(small)))
    (small.parent / "base.spec").unlink()
    with pytest.raises(PzcError) as caught:
        checking.checked(read_spec(str(small)))
    assert caught.value.diagnostics[0].code == "E0130"


def test_mistakes_are_reported_every_time(small: Path, folder: Path):
    small.write_text(SPEC.replace("side[c]", "sid[c]"))
    for _ in range(2):
        with pytest.raises(PzcError) as caught:
            checking.checked(read_spec(str(small)))
        assert [d.code for d in caught.value.diagnostics] == ["E0203"]
    assert [f.name for f in folder.iterdir()] == ["grammar"] or not list(folder.iterdir())


def test_the_same_text_under_another_name_is_reported_under_its_own(small: Path):
    checking.checked(read_spec(str(small)))
    other = small.with_name("other.spec")
    other.write_text(SPEC)
    (warning,) = checking.checked(read_spec(str(other))).warnings
    assert warning.span is not None and warning.span.source.name == str(other)


# ---- files that are not as they were written, and folders that cannot be trusted -----------------


def kept_file(folder: Path) -> Path:
    (file,) = folder.glob("spec-*")
    return file


@settings(max_examples=30)
@given(st.data())
def test_a_file_that_is_damaged_is_not_used(tmp_path_factory: pytest.TempPathFactory, data: Any):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("damaged")
        patch.setenv("PZC_CACHE", str(folder))
        cache.write("file", "key", "content " * 5)
        file = folder / "file"
        whole = file.read_bytes()
        at = data.draw(st.integers(0, len(whole) - 1))
        flipped = bytes([whole[at] ^ data.draw(st.integers(1, 255))])
        kinds = [whole[:at], whole + b"x", whole[:at] + flipped + whole[at + 1 :]]
        damaged = data.draw(st.sampled_from(kinds))
        file.write_bytes(damaged)
        assert cache.read("file", "key") is None
        file.write_bytes(whole)
        assert cache.read("file", "key") == "content " * 5
        assert cache.read("file", "another key") is None


@pytest.mark.parametrize("damage", ["empty", "half", "noise", "folder"])
def test_a_damaged_file_means_to_check_again(
    small: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str
):
    source = read_spec(str(small))
    first = checking.checked(source)
    file = kept_file(folder)
    whole = file.read_bytes()
    file.unlink()
    match damage:
        case "empty":
            file.touch()
        case "half":
            file.write_bytes(whole[: len(whole) // 2])
        case "noise":
            file.write_bytes(whole[:40] + os.urandom(len(whole)))
        case "folder":
            file.mkdir()
    seen = counted(monkeypatch)
    found = [checking.checked(source) for _ in range(2)]
    assert len(seen) == (2 if damage == "folder" else 1)
    assert everything(found[0]) == everything(found[1]) == everything(first)
    assert len(list(folder.iterdir())) <= 2  # nothing unfinished is left


@pytest.mark.parametrize(
    "state", ["off", "no folder", "not ours", "group writes", "all write", "read-only"]
)
def test_without_a_cache_all_is_as_with_one(
    small: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, state: str
):
    match state:
        case "off":
            monkeypatch.setenv("PZC_CACHE", "")
        case "no folder":
            folder.write_text("in the way")
        case "not ours":
            folder.mkdir()
            monkeypatch.setattr(os, "getuid", lambda: os.stat(folder).st_uid + 1)
        case "group writes" | "all write":
            folder.mkdir()
            folder.chmod(0o720 if state == "group writes" else 0o702)
        case "read-only":
            folder.mkdir()

            def refuse(*args: Any, **options: Any) -> Any:
                raise PermissionError("read-only")

            # root may write anywhere, so the mode of the folder would not stop it
            monkeypatch.setattr("tempfile.mkstemp", refuse)
    source = read_spec(str(small))
    seen = counted(monkeypatch)
    found = [checking.checked(source) for _ in range(2)]
    assert len(seen) == 2
    assert everything(found[0]) == everything(found[1])
    assert not folder.is_dir() or not list(folder.iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users")
def test_the_folder_is_made_for_its_user_alone(folder: Path):
    cache.write("file", "key", "content")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "file").stat().st_mode & 0o777 == 0o600


def test_the_usual_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PZC_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == str(tmp_path / "pzc")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.folder() is None


def test_many_write_at_once_and_readers_meet_whole_files(folder: Path):
    contents = {f"{k}" * 20_000 for k in range(8)}
    met: list[str | None] = []
    done = threading.Event()

    def write(content: str) -> None:
        for _ in range(30):
            cache.write("file", "key", content)

    def read() -> None:
        while not done.is_set():
            met.append(cache.read("file", "key"))

    reader = threading.Thread(target=read)
    writers = [threading.Thread(target=write, args=(content,)) for content in contents]
    cache.write("file", "key", next(iter(contents)))
    for thread in (reader, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    assert met and set(met) <= contents
    assert [f.name for f in folder.iterdir()] == ["file"]


def test_processes_that_start_at_once_agree(folder: Path):
    command = [sys.executable, "-m", "pzc", "solve", "sudoku", SUDOKU, "--format", "plain"]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)
    ]
    results = [process.communicate(timeout=600) for process in running]
    assert all(process.returncode == 0 for process in running)
    assert len(set(results)) == 1 and results[0][0] and not results[0][1]
    assert sorted(f.name.split("-")[0] for f in folder.iterdir()) == ["grammar", "spec"]


# ---- files that others put there -----------------------------------------------------------------


@pytest.fixture
def kept(small: Path, folder: Path) -> Path:
    """The file that holds a checked spec."""
    checking.checked(read_spec(str(small)))
    return kept_file(folder)


def is_checked_again(small: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    seen = counted(monkeypatch)
    found = checking.checked(read_spec(str(small)))
    assert everything(found) == everything(afresh(read_spec(str(small))))
    return bool(seen)


def test_a_file_of_another_owner_is_not_read(
    kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch
):
    fstat = os.fstat

    def foreign(descriptor: int) -> os.stat_result:
        status = list(fstat(descriptor))
        status[4] += 1
        return os.stat_result(status)

    monkeypatch.setattr(cache.os, "fstat", foreign)
    assert is_checked_again(small, monkeypatch)


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_file_that_others_may_write_is_not_read(
    kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch, mode: int
):
    kept.chmod(mode)
    assert is_checked_again(small, monkeypatch)


def test_a_link_is_not_followed(
    kept: Path, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    outside = tmp_path / "outside"
    kept.rename(outside)
    kept.symlink_to(outside)
    before = outside.read_bytes()
    assert is_checked_again(small, monkeypatch)
    assert outside.read_bytes() == before and not kept.is_symlink()


def test_a_pipe_is_not_waited_for(kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch):
    kept.unlink()
    os.mkfifo(kept)
    assert is_checked_again(small, monkeypatch)


def test_a_huge_file_is_not_read(kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "MAX_BYTES", 100)
    assert is_checked_again(small, monkeypatch)


FORGED = [
    None,
    {},
    [[], 3],
    [[], [["names_in", 1], "", "", [], []]],
    [[], [["record", 1], "", "", [], []]],
    [[], [["Name"], "", "", [], []]],
    [[], [["span", 7, 1, 1, 1, 1], "", "", [], []]],
]


@pytest.mark.parametrize("content", FORGED)
def test_forged_content_makes_nothing_but_records(
    kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch, content: Any
):
    key = checking._key(read_spec(str(small)))
    cache.write(kept.name, key, content)
    assert is_checked_again(small, monkeypatch)


@pytest.mark.parametrize("content", [[], {}, [1, 2], [{"pairs": []}, {"pairs": []}]])
def test_forged_tables_are_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch, content: Any):
    parser._grammar.cache_clear()
    monkeypatch.setattr(cache, "read", lambda name, key: content)
    parsed = parser.parse(Source("a.spec", "grid 2 x 2\n"))
    parser._grammar.cache_clear()
    assert not parsed.diagnostics and len(parsed.tree.declarations) == 1


def test_kept_tables_parse_as_new_ones():
    parser._grammar.cache_clear()
    parser._grammar()  # keeps them
    parser._grammar.cache_clear()
    assert parser._grammar().source_path == "<deserialized>"
    source = read_spec("slitherlink")
    assert everything(afresh(source)) == everything(checking.checked(source))


def test_a_spec_is_shown_in_short_before_and_after_a_solve() -> None:
    sudoku = pzc.load("sudoku")
    before = repr(sudoku)
    assert sudoku.solve(SUDOKU) is not None
    assert repr(sudoku) == before and len(before) < 300 and "sudoku" in before


def test_what_the_api_hands_out_is_shown_in_short() -> None:
    """At a prompt or in a notebook, where whatever a line gives is printed."""
    sudoku = pzc.load("sudoku")
    solution = sudoku.solve(SUDOKU)
    grounding = sudoku.ground(SUDOKU)
    wrong = sudoku.verify(SUDOKU, "1" * 81)
    assert repr(solution) == "Solution('Sudoku', answer=(LayerValues('digit', 81 values),))"
    assert repr(grounding).startswith("Grounding('Sudoku', Model(81 variables, 27 constraints, ")
    assert repr(wrong).startswith("Verdict(holds=False, complete=True, broken=['The printed val")
    for shown in (wrong, sudoku.program, sudoku.checked, *grounding.slots.values()):
        assert len(repr(shown)) < 300


def test_all_public_names_are_listed() -> None:
    assert set(pzc.__all__) <= set(dir(pzc))
    assert all(getattr(pzc, name) is not None for name in pzc.__all__)
