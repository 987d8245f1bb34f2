"""What the page on extending the compiler adds works everywhere, by what the page says alone.

Its examples run in order. The global that they add is then held to its meaning like every other
one, in random models too; the backend is installed as a package of its own, and the tests and
commands of a fresh process find it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from backend_names import BACKENDS
from global_samples import DOMAINS, hold_on_partial_boards, hold_to_its_meaning
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc import backends
from pzc.cli import main
from pzc.compiler.builtins import extension
from pzc.compiler.builtins.functions import FUNCTIONS
from pzc.dsl.builtins import BUILTINS
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Origin
from pzc.model.incremental import Incremental, Network
from pzc.model.model import Model
from pzc.tasks.spec import Spec
from strategies import brute_force, random_models
from test_backends import all_solutions

TESTS = Path(__file__).resolve().parent
PAGE = TESTS.parent / "docs" / "extending.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = [*re.finditer(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)]
(BACKEND,) = (b.group(1) for b in BLOCKS if "class TryAll" in b.group(1))

PAIRS = """
puzzle "Pairs"
grid 2 x 2
given clue : 1..3 at some cells
find digit : 1..3 at cells
rule "The clues stand":
    for c in cells if c in clue: digit[c] = clue[c]
rule "No digit stands more than twice": at_most_twice(digit[cells])
"""


@pytest.fixture(scope="module")
def names() -> Iterator[dict[str, Any]]:
    """What the examples of the page define, with all that they register."""
    found: dict[str, Any] = {"__name__": "extending"}
    try:
        for block in BLOCKS:
            line = TEXT[: block.start(1)].count("\n")
            exec(compile("\n" * line + block.group(1), str(PAGE), "exec"), found)
        yield found
    finally:
        backends.BACKENDS.pop("tryall", None)
        BUILTINS.pop("at_most_twice", None)
        FUNCTIONS.pop("at_most_twice", None)
        extension.REGISTERED.clear()


def test_the_examples_run(names: dict[str, Any]) -> None:
    assert names["AT_MOST_EACH"].nogood((1, 0, 1, 1), 2) == (0, 2, 3)


@pytest.mark.parametrize("domains", DOMAINS)
@pytest.mark.parametrize("most", [1, 2])
def test_the_global_holds_to_its_meaning(names: dict[str, Any], domains: Any, most: int) -> None:
    hold_to_its_meaning(names["AT_MOST_EACH"], domains, most)
    hold_on_partial_boards(names["AT_MOST_EACH"], domains, most)


@pytest.mark.parametrize("backend", [*BACKENDS, "tryall"])
@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_random_models_with_the_global(
    names: dict[str, Any], backend: str, data: st.DataObject
) -> None:
    model = data.draw(random_models())
    numbers = [*model.variables[:3], 1]
    condition = model.all_of(names["AT_MOST_EACH"], numbers, data.draw(st.integers(1, 2)))
    model.require(data.draw(st.sampled_from([condition, model.not_(condition)])), Origin(0))
    assert all_solutions(backends.load(backend, model), model) == brute_force(model)


def test_a_spec_may_use_the_global(
    names: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "pairs.spec"
    spec.write_text(PAIRS)
    assert main(["verify", str(spec), "1.\n..", "11\n1."]) == 1
    assert "No digit stands more than twice: r1c1, r1c2 and r2c1 are 1\n" in capsys.readouterr().out
    assert main(["compare", str(spec), "1.\n..", "--limit", "50", "--runs", "1", "--csv"]) == 0
    lines = [line.split(",") for line in capsys.readouterr().out.splitlines()]
    assert [line[1:3] for line in lines[1:]] == [[b, "18"] for b in (*BACKENDS, "tryall")]


def test_what_is_cached_of_a_spec_depends_on_the_functions(names: dict[str, Any]) -> None:
    source = Source("pairs.spec", PAIRS)
    assert Spec.of(source).count("1.\n..") == 18
    signature = BUILTINS.pop("at_most_twice")
    registered, extension.REGISTERED[:] = extension.REGISTERED[:], []
    try:
        with pytest.raises(Exception, match="at_most_twice"):
            Spec.of(source)
    finally:
        BUILTINS["at_most_twice"], extension.REGISTERED[:] = signature, registered


def test_names_are_registered_once(names: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="there is a backend 'tryall' already"):
        backends.register("tryall", names["TryAll"])
    for name in ("", "a:b", "a,b", "a b"):
        with pytest.raises(ValueError, match="is not a name for a backend"):
            backends.register(name, names["TryAll"])
    with pytest.raises(ValueError, match="the language has 'count' already"):
        extension.register(BUILTINS["count"], FUNCTIONS["count"])


# ---- installed as a package ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds a package with the backend of the page."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "tryall.py").write_text(BACKEND)
    (declared,) = re.findall(r"^```toml\n\[project\.(.*?)\]\n(.*?)^```$", TEXT, re.M | re.S)
    points = declared[1].replace('"', "")
    about = folder / "tryall-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tryall\nVersion: 1.0\n")
    assert declared[0] == 'entry-points."pzc.backends"'
    (about / "entry_points.txt").write_text(f"[pzc.backends]\n{points}")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}


def output(installed: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], env=installed, cwd=TESTS, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_commands_know_an_installed_backend(installed: dict[str, str]) -> None:
    assert "backends: auto, native, cnf, z3, tryall\n" in output(installed, "pzc", "--version")
    queens = ("pzc", "count", "n_queens", "n: 4", "--backend")
    assert output(installed, *queens, "tryall") == output(installed, *queens, "native")


def test_the_tests_run_an_installed_backend(installed: dict[str, str]) -> None:
    test = "test_backends.py::test_assumptions_and_cores"
    report = output(installed, "pytest", "-p", "no:xdist", test, "-k", "tryall")
    assert "1 passed" in report


def test_boards_are_checked_with_the_query(names: dict[str, Any]) -> None:
    """As `verify` and the page do it, which need to know what a query is about."""
    model = Model()
    cells = [model.bool_var(f"cell {k}") for k in range(3)]
    graph = model.graph(cells, [(0, 1, True), (1, 2, True)])
    model.require(model.query(names["ROOMY"], graph, 2), Origin(0))
    checked = Incremental(Network(model.constraints), (None, None, None))
    for board, broken in (((1, None, 0), False), ((1, 0, None), True), ((1, 1, 0), False)):
        checked.change(board)
        assert checked.breaks(model.constraints[0]) is broken
