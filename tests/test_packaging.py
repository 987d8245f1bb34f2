"""What an installation brings: every dependency is used, and every package and file is named."""

from __future__ import annotations

import ast
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
import pzc

ROOT = Path(pzc.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = PROJECT["tool"]["setuptools"]["packages"]
MODULES = {"z3-solver": "z3", "python-sat": "pysat", "lark": "lark"}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def folder(package: str) -> Path:
    return ROOT.joinpath(*package.split(".")[1:])


def test_every_dependency_is_imported() -> None:
    required = {name.partition(">")[0] for name in PROJECT["project"]["dependencies"]}
    used = set().union(
        *(imported(path) for package in PACKAGES for path in folder(package).glob("*.py"))
    )
    assert required == MODULES.keys()
    assert set(MODULES.values()) <= used


def test_every_package_is_named() -> None:
    tops = {"benchmarks", "tests", "build"}
    found = {
        ".".join(("pzc", *path.parent.relative_to(ROOT).parts))
        for path in ROOT.rglob("__init__.py")
        if not path.relative_to(ROOT).parts[0].startswith(".")
        and path.relative_to(ROOT).parts[0] not in tops
    }
    assert found == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_data_file_is_named(package: str) -> None:
    """What is no module, and no source of the compiled engine, is package data."""
    named = PROJECT["tool"]["setuptools"]["package-data"].get(package, [])
    built = (".py", ".pxd", ".c", ".so", ".pyc")
    files = [p.name for p in folder(package).iterdir() if p.is_file() and p.suffix not in built]
    files = [name for name in files if package != "pzc" or name == "py.typed"]
    assert not [n for n in files if not any(fnmatch(n, pattern) for pattern in named)]
