"""Imports point one way, every module says what it is, solvers load only where they are used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# What each package may import of the others.
MAY_KNOW = {
    "dsl": set(),
    "compiler": {"dsl"},
    "backends": {"dsl", "compiler"},
    "tasks": {"dsl", "compiler", "backends", "render"},
    "render": {"dsl", "compiler"},
    "commands": {"dsl", "compiler", "backends", "tasks", "render"},
}
HEAVY = {"z3", "pysat", "lark"}
MADE_FOR = {
    "backends/z3/server.py",
    "backends/cnf/solver.py",
    "dsl/parser.py",
    "dsl/tables.py",
    "dsl/mistakes.py",
}
MODULES = sorted(
    str(path.relative_to(ROOT)) for package in MAY_KNOW for path in (ROOT / package).rglob("*.py")
)


def imported(tree: ast.Module, module: str, everywhere: bool) -> set[str]:
    """Absolute names, from the root of the package, that a module imports."""
    folder = Path(module).parent.parts
    names: set[str] = set()
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            above = folder[: len(folder) - node.level + 1]
            if node.module:
                names.add(".".join((*above, node.module)))
            else:
                names.update(".".join((*above, alias.name)) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("module", MODULES)
def test_module(module: str) -> None:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    package = module.split("/")[0]
    assert ast.get_docstring(tree), "no docstring"
    known = {name.split(".")[0] for name in imported(tree, module, everywhere=True)}
    assert known & MAY_KNOW.keys() <= MAY_KNOW[package] | {package}
    if module not in MADE_FOR:
        atop = {name.split(".")[0] for name in imported(tree, module, everywhere=False)}
        assert not atop & HEAVY
