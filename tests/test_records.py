"""Records behave as the dataclasses do that are declared with the same fields."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pzc.records import as_dict, field, field_names, is_record, record, replace, values


@record
class Point:
    """Two numbers."""

    x: int
    y: int = 7

    @property
    def total(self) -> int:
        return self.x + self.y


@record(frozen=False)
class Basket:
    owner: str
    fruits: list[str] = field(default_factory=list)
    weight: int = field(default=0, repr=False)
    size: int = field(init=False)
    opened: int = field(init=False, default=3)

    def __post_init__(self) -> None:
        self.size = len(self.fruits)


@record(eq=False)
class Leaf:
    text: str


@record(repr=False)
class Silent:
    text: str


@record
class Nothing:
    pass


@dataclasses.dataclass(frozen=True, slots=True)
class PointData:
    x: int
    y: int = 7


numbers = st.integers(-3, 3) | st.text(max_size=2) | st.tuples(st.integers(0, 2))


@given(numbers, numbers, numbers, numbers)
def test_values_are_compared_hashed_and_shown(a: Any, b: Any, c: Any, d: Any):
    ours, theirs = (Point(a, b), Point(c, d)), (PointData(a, b), PointData(c, d))
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
    assert (ours[0] != ours[1]) == (theirs[0] != theirs[1])
    assert hash(ours[0]) == hash(theirs[0])
    assert repr(ours[0]) == repr(theirs[0]).replace("PointData", "Point")


@pytest.mark.parametrize(
    ("positional", "named"),
    [((1,), {}), ((1, 2), {}), ((), {"x": 1}), ((1,), {"y": 2}), ((), {"y": 1, "x": 2})],
)
def test_arguments(positional: tuple[int, ...], named: dict[str, int]):
    theirs = PointData(*positional, **named)
    assert values(Point(*positional, **named)) == (theirs.x, theirs.y)


@pytest.mark.parametrize(
    ("positional", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1})]
)
def test_wrong_arguments_are_refused_at_any_time(
    positional: tuple[int, ...], named: dict[str, int]
):
    for _ in range(2):
        with pytest.raises(TypeError, match="__init__"):
            Point(*positional, **named)
    Point(1)
    with pytest.raises(TypeError, match="__init__"):
        Point(*positional, **named)


def test_a_frozen_record_stays_as_it_is():
    point = Point(1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del point.y
    with pytest.raises(AttributeError):
        point.z = 2  # type: ignore[attr-defined]
    assert point == Point(1, 7)


def test_one_that_is_not_frozen_has_its_fields_and_no_others():
    basket = Basket("Ada")
    basket.owner = "Bea"
    assert basket.owner == "Bea"
    with pytest.raises(AttributeError):
        basket.colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        hash(basket)


def test_defaults_are_made_for_each_instance():
    one, two = Basket("Ada"), Basket("Ada")
    assert one == two
    one.fruits.append("pear")
    assert two.fruits == [] and one != two
    full = Basket("Ada", ["fig", "pear"], 4)
    assert (full.size, full.opened) == (2, 3)
    assert repr(full) == "Basket(owner='Ada', fruits=['fig', 'pear'], size=2, opened=3)"


def test_equality_of_others():
    assert Leaf("a") != Leaf("a")
    leaf = Leaf("a")
    assert {leaf: 1}[leaf] == 1
    assert Nothing() == Nothing() and hash(Nothing()) == hash(()) and repr(Nothing()) == "Nothing()"
    assert Point(1) != (1, 7) and Silent("a") == Silent("a")
    assert "text" not in repr(Silent("a"))


def test_a_record_is_matched_by_position_and_by_name():
    match Point(1, 2):
        case Point(1, y=other):
            assert other == 2
        case _:
            pytest.fail("no match")
    assert Basket.__match_args__ == ("owner", "fruits", "weight")


def test_copies():
    point, basket = Point(1, 2), Basket("Ada", ["fig"])
    assert replace(point, y=5) == Point(1, 5) and point == Point(1, 2)
    assert replace(basket, owner="Bea").fruits is basket.fruits
    with pytest.raises(TypeError):
        replace(point, z=1)
    for one in (point, basket):
        assert copy.copy(one) == one
        assert copy.deepcopy(one) == one
        assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(basket).fruits is not basket.fruits


def test_looking_into_a_record():
    assert is_record(Point(1)) and not is_record(Point) and not is_record(PointData(1))
    assert field_names(Point) == field_names(Point(1)) == ("x", "y")
    assert as_dict(Point(1)) == {"x": 1, "y": 7}
    assert Point(1).total == 8
    assert Point.__doc__ == "Two numbers." and Point.__module__ == __name__
