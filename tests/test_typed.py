"""The lists in `setup.py` of what mypyc compiles, and how modules that run as Python may use it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_layers import MODULES, ROOT, dotted


def listed(name: str) -> tuple[str, ...]:
    """A tuple of texts that `setup.py` assigns to a name."""
    for node in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            found: tuple[str, ...] = ast.literal_eval(node.value)
            return found
    raise AssertionError(f"no {name} in setup.py")


TYPED = listed("TYPED")
COMPILED = {dotted(module) for module in TYPED}


def tree_of(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", TYPED)
def test_what_is_compiled_exists(module: str) -> None:
    assert Path(ROOT, module).is_file()


def unions_of(module: str) -> list[str]:
    """The names that a module gives to unions of types."""
    found = []
    for node in tree_of(module).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            value = node.value
            if isinstance(value, ast.Constant):  # in quotes
                value = ast.parse(value.value, mode="eval").body
            if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
                found.append(ast.unparse(node.target))
    return found


# The unions that mypyc tests values against: their attributes are read from C for that. `Open` is
# tested once for each puzzle.
TESTED = ("Values", "BoolNode", "IntNode", "Node", "Part", "Variable", "Number", "Weights", "Open")


def test_each_union_is_read_as_any_or_tested() -> None:
    """A new one is to be timed both ways, and a name that is gone would be listed in vain."""
    defined = [name for module in TYPED for name in unions_of(module)]
    assert sorted(defined) == sorted((*listed("UNIONS"), *TESTED))


def compiled_bases(module: str) -> list[str]:
    """The bases of a module's classes that are imported from compiled modules."""
    tree = tree_of(module)
    folder = Path(module).parent.parts
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = folder[: len(folder) - node.level + 1]
            if ".".join((*above, *(node.module or "").split("."))) in COMPILED:
                names |= {alias.asname or alias.name for alias in node.names}
    bases = [b for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for b in node.bases]
    return [ast.unparse(base) for base in bases if ast.unparse(base) in names]


@pytest.mark.parametrize("module", sorted({*MODULES} - {*TYPED}))
def test_a_class_that_runs_as_python_has_no_compiled_base(module: str) -> None:
    """It could not be instantiated, but only where its base is compiled."""
    assert not compiled_bases(module)


def test_compiled_bases_are_found() -> None:
    assert compiled_bases("compiler/builtins/stretches.py") == ["OnDemand", "GuardedList"]
