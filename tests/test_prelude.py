"""The prelude: several specs use its defines, which need a board only where they are used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pzc.dsl.diagnostics import PzcError, Source
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.spec import Spec

PRELUDE = (Path(SPECS) / "prelude.spec").read_text()
DEFINES = re.findall(r"^define (\w+)\(", PRELUDE, flags=re.M)


@pytest.mark.parametrize("name", DEFINES)
def test_two_specs_use_it(name: str) -> None:
    texts = [(Path(SPECS) / f"{spec}.spec").read_text() for spec in bundled()]
    users = [t for t in texts if re.search(r"^use +prelude$", t, re.M) and f"{name}(" in t]
    assert len(users) >= 2


def test_specs_that_use_it_need_it() -> None:
    for spec in bundled():
        text = (Path(SPECS) / f"{spec}.spec").read_text()
        if re.search(r"^use +prelude$", text, re.M):
            assert any(f"{name}(" in text for name in DEFINES), spec


def test_a_board_is_wanted_where_a_define_is_used() -> None:
    without = "use prelude\nthings day = 1..3\nfind rain : bool at day\n"
    assert Spec.of(Source("plain.spec", without))
    with pytest.raises(PzcError) as caught:
        Spec.of(Source("plain.spec", without + 'rule "It": rectangle(rain)\n'))
    assert {d.code for d in caught.value.diagnostics} <= {"E0234", "E0211"}
    below = 'use prelude\ngrid 2 x 2\nfind b : bool at cells\nrule "It": rectangle(b)\n'
    assert len(list(Spec.of(Source("below.spec", below)).solutions())) == 10
