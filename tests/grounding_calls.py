"""How to count the work of grounding: calls of functions, where these are not compiled."""

from __future__ import annotations

from typing import Any

import pytest
from pzc.compiler.builtins import operators
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

counted = pytest.mark.skipif(
    not str(operators.__file__).endswith(".py"),
    reason="calls within compiled modules; test_compiled runs this by the sources",
)


def spec_of(text: str) -> Spec:
    return Spec.of(Source("work.spec", text))


def calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """The arguments of the calls of a function or method from now on."""
    found: list[tuple[Any, ...]] = []
    called = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args: found.append(args) or called(*args))
    return found
