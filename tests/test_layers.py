"""Imports point one way, every module says what it is, solvers load only where they are used."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# The stages of the house, in the order in which a rule goes through them. A module knows those of
# its own stage and of stages before it, and no others.
STAGES = (
    "deadline",
    "records",
    "dsl",
    "model",
    "model.globals",
    "compiler.board",
    "compiler.values",
    "compiler.context",
    "compiler.builtins",
    "compiler.lower",
    "compiler.ground",
    "compiler.plans",
    "presolve",
    "backends",
    "render",
    "tasks",
    "play",
    "commands",
)
# What a stage may not know although it comes before.
STRANGERS = {
    "model": {"dsl"},
    "presolve": {"dsl", "compiler"},
    "backends": {"compiler", "presolve"},
    "render": {"backends", "presolve", "model"},
}
HEAVY = {"z3", "pysat", "lark"}
MADE_FOR = {
    "backends/z3/server.py",
    "backends/cnf/solver.py",
    "dsl/parser.py",
    "dsl/mistakes.py",
    "dsl/tables.py",
}
PACKAGES = sorted({stage.split(".")[0] for stage in STAGES} - {"records", "deadline"})
MODULES = sorted(
    str(path.relative_to(ROOT))
    for path in (
        *ROOT.glob("*.py"),
        *(p for name in (*PACKAGES, "benchmarks") for p in (ROOT / name).rglob("*.py")),
    )
    if path.name != "setup.py"
)


def dotted(module: str) -> str:
    """compiler/board/__init__.py → compiler.board"""
    return module.removesuffix(".py").removesuffix("__init__").rstrip("/").replace("/", ".")


NAMES = {dotted(module): module for module in MODULES}
# Packages of one module for each command or definition, whose overviews say what all of them have.
UNIFORM = {"commands", "model/globals"}
OVERVIEWS = [
    module
    for module in MODULES
    if module.endswith("/__init__.py") and module.removesuffix("/__init__.py") not in UNIFORM
]


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"))


@cache
def imported(module: str, everywhere: bool) -> set[str]:
    """What a module imports: the package's own modules as their names here, others as they are.

    everywhere: inside of functions and for type checkers too.
    """
    tree = parsed(module)
    folder = Path(module).parent.parts
    names: set[str] = set()
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            above = folder[: len(folder) - node.level + 1]
            base = ".".join((*above, *(node.module or "").split("."))).strip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".strip(".")
                names.add(inner if inner in NAMES else base)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def stage_of(name: str) -> str | None:
    inside = [s for s in STAGES if name == s or name.startswith(f"{s}.")]
    return max(inside, key=len, default=None)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_says_what_it_is_and_loads_no_solver_of_others(module: str) -> None:
    assert ast.get_docstring(parsed(module)), "no docstring"
    if module not in MADE_FOR:
        assert not {name.split(".")[0] for name in imported(module, everywhere=False)} & HEAVY


@pytest.mark.parametrize("overview", OVERVIEWS)
def test_the_overview_of_a_package_names_its_modules(overview: str) -> None:
    named = re.findall(r"[\w*]+", ast.get_docstring(parsed(overview)) or "")
    modules = {path.stem for path in (ROOT / overview).parent.glob("*.py")} - {
        "__init__",
        "__main__",
    }
    assert not {name for name in modules if not any(fnmatch(name, word) for word in named)}


@pytest.mark.parametrize("module", [m for m in MODULES if stage_of(dotted(m))])
def test_a_module_knows_only_the_stages_before_its_own(module: str) -> None:
    stage = stage_of(dotted(module))
    assert stage is not None
    known = {stage_of(name) for name in imported(module, everywhere=True)} - {None, stage}
    later = {s for s in known if s and STAGES.index(s) > STAGES.index(stage)}
    strangers = STRANGERS.get(stage.split(".")[0], set())
    assert not later
    assert not {s for s in known if s and s.split(".")[0] in strangers - {stage.split(".")[0]}}


def test_no_files_import_one_another_in_a_circle() -> None:
    graph = {
        name: imported(m, everywhere=True) & NAMES.keys() - {name} for name, m in NAMES.items()
    }
    assert sum(map(len, graph.values())) > len(graph)
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def test_a_circle_would_be_found() -> None:
    with pytest.raises(CycleError):
        tuple(TopologicalSorter({"a": {"b"}, "b": {"a"}}).static_order())
