"""The pages for newcomers: each package opens with one, and all they name exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# Folders with Python modules of the project; each is a package with a page.
PACKAGES = sorted(
    {
        path.parent
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in ("tests", "build")
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    }
)
# `name` … in … `file.py`, or `Name` (`file.py`): a claim that the file defines the name.
CLAIM = re.compile(r"`(\w+)`(?:,? and `(\w+)`)?(?: in| \()\s*`([\w/]+\.py)`")
FILE = re.compile(r"`((?:[\w]+/)*[\w]+\.(?:py|md|lark)|(?:[\w]+/)+)`")
PAGES = [DOCS / "architecture.md", DOCS / "glossary.md"]


def defined(file: Path) -> set[str]:
    """The functions and classes of a module."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_package_opens_with_a_page(package: Path) -> None:
    page = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")))
    assert page is not None
    assert len(page.split()) >= 20


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folders = {"": ROOT, **{f"{p.name}/": p for p in PACKAGES}}
    named = FILE.findall(text)
    assert len(named) > 5
    missing = [
        name
        for name in named
        if not any((folder / name).exists() for folder in (*folders.values(), DOCS))
    ]
    assert not missing


def test_every_function_that_the_architecture_names_is_in_its_file() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    claims = [(name, file) for *names, file in CLAIM.findall(text) for name in names if name]
    assert len(claims) > 20
    assert not [(name, file) for name, file in claims if name not in defined(ROOT / file)]


def test_a_rule_takes_at_most_a_dozen_hops() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    steps = re.findall(r"^(\d+)\. ", text.split("## One rule")[1].split("\n## ")[0], re.MULTILINE)
    assert steps == [str(k) for k in range(1, len(steps) + 1)]
    assert 8 <= len(steps) <= 12


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_the_glossary_is_linked(page: str) -> None:
    assert "glossary.md" in (ROOT / page).read_text(encoding="utf-8")
