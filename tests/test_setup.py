"""A build removes binaries that no longer fit their source, so that the source runs."""

from __future__ import annotations

import ast
import os
import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
import pzc
from setuptools import Distribution, Extension

ROOT = Path(pzc.__file__).parent
SUFFIX = EXTENSION_SUFFIXES[0]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`setup.py` as a module, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    spec = spec_from_file_location("setup_script", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def old(folder: Path, module: str) -> Path:
    """What an earlier build left of a module."""
    path = folder / (module + SUFFIX)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def build(script: ModuleType, folder: Path, *extensions: Extension) -> None:
    command = script.Build(Distribution({"name": "pzc", "ext_modules": list(extensions)}))
    command.build_lib, command.build_temp = str(folder), str(folder / "temporary")
    command.ensure_finalized()
    command.run()


def failing(folder: Path, name: str) -> Extension:
    (folder / "wrong.c").write_text("this is no C")
    return Extension(name, ["wrong.c"], optional=True)


def test_a_module_that_is_refused_is_removed(script: ModuleType, tmp_path: Path) -> None:
    left = [old(tmp_path / "lib/pzc", name) for name in ("typed__mypyc", "model/model", "gone")]
    build(script, tmp_path / "lib", failing(tmp_path, "pzc.other"))
    assert not any(path.exists() for path in left)


def test_a_module_that_does_not_compile_is_removed(script: ModuleType, tmp_path: Path) -> None:
    left = old(tmp_path / "lib/pzc", "backends/native/engine/search")
    build(script, tmp_path / "lib", failing(tmp_path, "pzc.backends.native.engine.search"))
    assert not left.exists()


def test_the_modules_of_a_library_that_does_not_compile_are_removed(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [old(tmp_path / "lib/pzc", name) for name in ("typed__mypyc", "model/model")]
    build_extension = script.build_ext.build_extension
    monkeypatch.setattr(
        script.build_ext,
        "build_extension",
        lambda self, ext: ext.name == script.LIBRARY and build_extension(self, ext),
    )
    extensions = failing(tmp_path, script.LIBRARY), failing(tmp_path, "pzc.model.model")
    build(script, tmp_path / "lib", *extensions)
    assert not any(path.exists() for path in left)


@pytest.mark.parametrize("command", [["editable_wheel"], ["build_ext", "--inplace"]])
def test_a_build_in_place_removes_all_that_is_beside_the_sources(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Also if no translator is installed, so that nothing is to be built."""
    left = [old(tmp_path, name) for name in ("typed__mypyc", "model/model", "dsl/puzzle")]
    others = old(tmp_path, "venv/lib/other"), old(tmp_path, ".venv/lib/other")
    monkeypatch.setattr(sys, "argv", ["setup.py", *command])
    monkeypatch.setattr(script, "side_by_side", list)
    monkeypatch.setattr(script, "setup", lambda **_: None)
    script.main()
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in others)


@pytest.mark.parametrize("compiler", [True, False])
def test_modules_are_translated_only_for_a_compiler(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, compiler: bool
) -> None:
    """A command that always succeeds stands for a compiler, one that always fails for none."""
    monkeypatch.setenv("CC", "true" if compiler else "false")
    monkeypatch.setattr(sys, "argv", ["setup.py", "bdist_wheel"])
    monkeypatch.setattr(script, "side_by_side", lambda: ["a module"])
    given = []
    monkeypatch.setattr(script, "setup", lambda **named: given.append(named["ext_modules"]))
    script.main()
    assert given == [["a module"] if compiler else []]


def test_the_engine_is_put_together_from_all_its_sources(script: ModuleType) -> None:
    sources = {path.stem for path in (ROOT / script.NATIVE).glob("*.py")}
    not_compiled = {"__init__", "bits", "shim", "tags"}
    assert sorted((*script.LAYERS, *script.ALONE)) == sorted(sources - not_compiled)


def test_the_layers_of_the_engine_are_put_together_in_their_order(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    source, header = ast.parse(script._one_source()), script._one_header()
    classes = [node for node in source.body if isinstance(node, ast.ClassDef)]
    bases = [ast.unparse(node.bases[0]) for node in classes]
    assert bases == ["Memory", *(node.name for node in classes[:-1])]
    declared = re.findall(r"^cdef class (\w+)\((\w+)\):", header, re.MULTILINE)
    assert declared == [(node.name, base) for node, base in zip(classes, bases, strict=True)]
    layers = [n for n in source.body if isinstance(n, ast.ImportFrom) and n.module in script.LAYERS]
    assert not layers


def test_a_file_with_the_same_text_is_not_written_again(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text("a")
    os.utime(path, (1, 1))
    script._write(path, "a")
    assert path.stat().st_mtime == 1
    script._write(path, "b")
    assert path.read_text() == "b" and path.stat().st_mtime > 1
