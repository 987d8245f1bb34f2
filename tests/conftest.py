"""What holds for all tests: they keep what they find out about specs to themselves."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["PZC_CACHE"] = str(tmp_path_factory.mktemp("cache"))
