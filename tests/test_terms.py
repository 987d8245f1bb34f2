"""Terms of sums without what follows from the rest of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool
from pzc.presolve.tables import tabulated
from pzc.presolve.terms import shortened
from strategies import brute_force


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    """Terms over two times three variables, of which other rules leave few values."""
    m = Model()
    xs = [m.bool_var(f"x{k}") for k in range(6)]
    terms: list[Bool] = []
    rules: list[Bool] = []
    for some in (xs[:3], xs[3:]):
        a, b, c = data.draw(st.permutations(some))
        inner: list[Bool] = [m.iff(a, b), m.not_(m.iff(b, c)), m.or_((a, m.and_((b, c))))]
        join = data.draw(st.sampled_from([m.and_, m.or_]))
        picked = data.draw(st.lists(st.sampled_from([*inner, a]), min_size=2, max_size=3))
        terms.append(m.literal(data.draw(st.booleans()), join(picked)))
        total = m.sum_((a, b, c))
        rules.append(data.draw(st.sampled_from([m.eq(total, 1), m.le(total, 2), m.le(1, total)])))
        rules.append(data.draw(st.sampled_from([inner[0], inner[2], True])))
    bound = data.draw(st.integers(0, 4))
    compare = data.draw(st.sampled_from([m.eq, m.le]))
    weights = zip((1, 2, 1), (*terms, xs[data.draw(st.integers(0, 5))]), strict=True)
    counted = compare(m.linear(weights), bound)
    if data.draw(st.booleans()):
        counted = m.or_((data.draw(st.sampled_from(xs)), counted))
    for rule, condition in enumerate((counted, *rules)):
        m.require(condition, Origin(rule))
    for short in (shortened(m), shortened(tabulated(m))):
        assert brute_force(short) == brute_force(m)
        assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(5))}


def test_a_turn_is_said_once_where_two_lines_meet_or_none() -> None:
    m = Model()
    cells = [[m.bool_var(f"{cell}{way}") for way in "lrud"] for cell in "ab"]
    meet = [m.or_((m.eq(m.sum_(lines), 2), m.and_(map(m.not_, lines)))) for lines in cells]
    for lines, condition in zip(cells, meet, strict=True):
        assert len(lines) == 4
        m.require(condition, Origin(0))
    turns = [
        m.and_((m.not_(m.iff(left, right)), m.not_(m.iff(up, down))))
        for left, right, up, down in cells
    ]
    m.require(m.eq(m.sum_((*turns, cells[0][0])), 2), Origin(1))
    *_, counted = shortened(m).constraints
    across = [m.not_(m.iff(left, right)) for left, right, *_ in cells]
    assert counted.condition is m.eq(m.sum_((*across, cells[0][0])), 2)
    assert counted.origins == (Origin(1), Origin(0))
    assert brute_force(shortened(m)) == brute_force(m)
