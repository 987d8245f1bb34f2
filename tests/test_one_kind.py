"""Comparisons that say whether members are equal: compiled as `all_equal`, in whatever words."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

HEAD = "grid 1 x 4\nfind b : bool at cells\nfind d : 0..1 at cells\nlet block = areas(b)\n"
MEMBERS = {
    "of some places": "d[c] for c in cells if b[c]",
    "of all places": "c.column * d[c] for c in cells",
    "of pieces": "size(p) for p in block",
    "of a piece": "d[c] for e in cells if e.column = 1 for c in block[e]",
    "of rows": "c.column for c in cells if b[c]",
}
ONE = [
    "kinds(X) = 1",
    "not kinds(X) != 1",
    "size({X}) = 1",
    "1 = kinds(X)",
    "max(X) = min(X)",
    "min(X) >= max(X)",
    "max(X) - min(X) = 0",
    "not (1 <= max(X) - min(X)) and kinds(X) >= 1",
]
AT_MOST_ONE = ["all_equal(X)", "kinds(X) <= 1", "2 > kinds(X)", "size({X}) < 2"]
SEVERAL = [
    "kinds(X) > 1",
    "2 <= kinds(X)",
    "max(X) > min(X)",
    "max(X) - min(X) >= 1",
    "size({X}) > 1",
]
# Each with a wording that is not recognised.
CASES = [
    (words, "kinds(X) + 0 " + wanted)
    for group, wanted in ((ONE, "= 1"), (AT_MOST_ONE, "<= 1"), (SEVERAL, "> 1"))
    for words in group
]


def spec_of(condition: str, head: str = HEAD) -> Spec:
    return Spec.of(Source("kinds.spec", f'{head}rule "It":\n    {condition}\n'))


@pytest.mark.parametrize("members", MEMBERS.values(), ids=MEMBERS)
@pytest.mark.parametrize(("words", "plain"), CASES)
def test_no_answer_is_lost_or_won(words: str, plain: str, members: str) -> None:
    one, other = (spec_of(x.replace("X", members)).count("") for x in (words, plain))
    assert one == other > 0


@pytest.mark.parametrize(
    ("greatest", "least"),
    [
        ("d[c] for c in cells", "d[c] for c in cells if b[c]"),
        ("d[c] for c in cells", "d[c] + 1 for c in cells"),
        ("x * d[c] for x in [1] for c in cells", "c * d[x] for x in cells for c in [1]"),
        ("x * c.column for x in [2] for c in cells", "c.column * x for c in cells for x in [1]"),
    ],
)
def test_extremes_of_other_members_are_compared(greatest: str, least: str) -> None:
    one = spec_of(f"max({greatest}) = min({least})")
    other = spec_of(f"max({greatest}) + 0 = min({least}) + 0")
    assert one.count("") == other.count("")


@pytest.mark.parametrize(
    "words",
    [
        "kinds(size(p) for p in block) = 1",
        "kinds(size(p) for p in block) <= 1",
        "size({size(p) for p in block}) < 2",
        "max(size(p) for p in block) = min(size(q) for q in block)",
        "max(size(p) for p in block) - min(size(p) for p in block) = 0",
    ],
)
def test_one_kind_is_compiled_as_all_equal(words: str) -> None:
    head = "grid 4 x 4\nfind block : pieces at cells\n"
    spec, plain = spec_of(words, head), spec_of("all_equal(size(p) for p in block)", head)
    one, other = spec.problem("").model, plain.problem("").model
    assert (one.size, len(one.constraints)) == (other.size, len(other.constraints))
