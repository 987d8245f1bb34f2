"""Making: how much a solution is left open by clues, and what it takes to find out."""

from __future__ import annotations

from random import Random

import pytest
import pzc
from making import begun, maker_of
from pzc.tasks.cheaper import Cheaper
from pzc.tasks.make import localising, others, repairing
from pzc.tasks.make.bench import Bench, Spent
from pzc.tasks.make.checking import Made
from pzc.tasks.make.given import Written
from pzc.tasks.make.localising import State
from pzc.tasks.make.options import Options
from pzc.tasks.make.others import second, undecided, undecided_since
from pzc.tasks.make.repairing import Board, weak_variables
from pzc.tasks.make.sampling import with_all_clues
from pzc.tasks.spec import Spec


@pytest.mark.parametrize(("name", "size"), [("masyu", (12, 12)), ("hashiwokakero", (13, 13))])
def test_propagation_tells_which_of_two_boards_leaves_less_open(
    name: str, size: tuple[int, int]
) -> None:
    maker = maker_of(name, Options(size=size, seed=1))
    assert isinstance(maker.attempt(0), Made)


def bench_of(name: str, puzzle: str) -> tuple[Spec, Bench, list[int], tuple[int, ...]]:
    """The bench of a puzzle with its clues open, its clue set, and a solution under it."""
    spec = pzc.load(name)
    written = Written(spec, puzzle)
    answer = written.bench.solve(written.bench.assume.clues(written.clue_set))
    assert answer is not None
    return spec, written.bench, list(written.clue_set), answer


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [
        ("slitherlink", "clue:\n3..\n.2.\n..."),
        ("fillomino", "clue:\n2..\n.4.\n..1"),
        ("shikaku", "clue:\n2.\n.2"),
        ("nurikabe", "clue:\n2...\n....\n..3.\n...."),
    ],
)
@pytest.mark.parametrize("closed", [False, True])
def test_what_clues_leave_open_is_found_in_both_models(
    name: str, puzzle: str, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, bench, clue_set, answer = bench_of(name, puzzle)
    monkeypatch.setattr(Cheaper, "is_second", lambda self: closed)
    monkeypatch.setattr("pzc.tasks.make.others.ROUNDS", 1000)
    texts = [str(solution) for solution in spec.solutions(puzzle)]
    assert len(texts) > 1
    loose = undecided(bench, clue_set, answer, most=1000)
    assert loose
    clues = bench.assume.clues(clue_set)
    for variable in bench.found_variables:
        node = bench.assume.literal(variable.index, answer[variable.index])
        if variable.shown and node is not None:
            other = bench.solve([*clues, bench.model.not_(node)])  # type: ignore[list-item]
            assert (other is not None) == (variable in loose)


@pytest.mark.parametrize("closed", [False, True])
def test_a_few_solutions_tell_all_that_clues_leave_open(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cheaper, "is_second", lambda self: closed)
    blank = "total:\n" + "".join(f"{side} . . . . . .\n" for side in ("top", "left"))
    _, bench, clue_set, answer = bench_of("kakurasu", blank)
    assert len(undecided(bench, clue_set, answer, most=1000)) == 36


def test_parts_of_a_board_tell_what_is_open_where_the_whole_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, bench, clue_set, answer = bench_of("slitherlink", "clue:\n3..3\n....\n....\n3..3")
    every = undecided(bench, clue_set, answer, most=1000)

    def spent(*rest: object) -> None:
        raise Spent

    monkeypatch.setattr("pzc.tasks.make.others._second", spent)
    found = undecided(bench, clue_set, answer, most=1000)
    assert found and set(found) <= set(every)
    assert bench.elusive


def test_parts_far_from_a_change_leave_open_what_they_did() -> None:
    clues = "\n".join(["33......33", "." * 10, "." * 10, "." * 10, "33......33"])
    _, bench, clue_set, answer = bench_of("slitherlink", f"clue:\n{clues}")
    every = [variable for variable in bench.found_variables if variable.shown]
    before = bench.solver.work
    found = undecided_since(bench, clue_set, answer, answer, every[20:], every[0], most=1000)
    near = bench.solver.work - before
    assert set(every[20:]) <= set(found)
    bench.elusive, before = True, bench.solver.work
    undecided(bench, clue_set, answer, most=1000)
    assert 4 * near < bench.solver.work - before


def test_changes_are_given_up_that_make_openness_much_harder_to_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, bench, clue_set, answer = bench_of("slitherlink", "clue:\n3..3\n....\n....\n3..3")
    limits: list[int] = []

    def spent(bench: Bench, clue_set: object, answer: object, limit: int) -> None:
        limits.append(limit)
        raise Spent

    monkeypatch.setattr("pzc.tasks.make.others._second", spent)
    full = tuple(bench.with_clue_set(answer, clue_set))
    usual = repairing.LEAST_WORK
    board = Board(full, bench.found_variables, work=usual)
    assert repairing.repaired(bench, Random(1), board, patience=4).found == full
    assert limits and set(limits) == {repairing.HARDER * usual}
    assert not bench.elusive  # no parts of the board were searched instead


@pytest.mark.parametrize("hard", [False, True])
def test_what_is_hard_for_one_model_is_asked_of_the_other(
    hard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bench, clue_set, answer = bench_of("slitherlink", "clue:\n3..\n.2.\n...")
    one_way = others._one_way
    limits: list[int] = []

    def asked(
        bench: Bench, clue_set: list[int], answer: tuple[int, ...], closed: bool, most: int
    ) -> tuple[int, ...] | None:
        if closed == hard or most == others.SOON:
            limits.append(most)
            raise Spent
        return one_way(bench, clue_set, answer, closed, most)

    monkeypatch.setattr(others, "_one_way", asked)
    assert second(bench, clue_set, answer) is not None
    assert limits[:2] == [others.SOON] * 2
    with pytest.raises(Spent):
        second(bench, clue_set, answer, others.SOON)


def test_a_further_board_of_an_attempt_knows_that_other_solutions_are_hard_to_find() -> None:
    _, bench, _, _ = bench_of("slitherlink", "clue:\n3..\n.2.\n...")
    bench.elusive = True
    bench.cheaper.note(False, 70)
    bench.begin(10**9, last=bench)
    assert bench.elusive and bench.cheaper.typical(False) == 70
    bench.begin(10**9)
    assert not bench.elusive and bench.cheaper.typical(False) is None


def open_parts(state: State) -> int:
    return len(localising._open(state, localising._centres(state.bench, 4).values(), 4))


def test_a_board_is_changed_until_small_parts_of_it_leave_less_open() -> None:
    maker, structure, bench, found = begun("juosan", Options(size=(6, 6)))
    full = with_all_clues(bench, Random(1), found)
    assert full is not None
    before = open_parts(State(structure, bench, full))
    board = Board(full, weak_variables(bench, full))
    structure, bench, board = maker.changing.localised(Random(1), structure, bench, board)
    assert bench.is_solution(bench.clue_set(board.found), board.found)
    assert 2 * open_parts(State(structure, bench, board.found)) < before


def test_parts_are_counted_anew_where_a_change_opens_other_places() -> None:
    makers = [maker_of("slash_pack", Options(seed=seed, size=(3, 3))) for seed in (2, 3, 7)]
    assert Made in {type(maker.attempt(0)) for maker in makers}


def test_clues_that_would_make_a_large_model_are_open_at_some_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pzc.tasks.make.maker.WIDE", 1000)
    maker, structure, bench, _ = begun("loop_special", Options(size=(5, 5)))
    places = structure.places["clue"]
    assert 4 < len(places) < 25
    assert {spot.key for spot in bench.spots} == places
    assert all(spot.blank is not None for spot in bench.spots)
    assert any(isinstance(maker.attempt(k), Made) for k in range(4))


def asked(cheaper: Cheaper, questions: int, first: int, second: int) -> list[bool]:
    """The ways of so many questions, each of which takes so much work."""
    ways = []
    for _ in range(questions):
        ways.append(cheaper.is_second())
        cheaper.note(ways[-1], second if ways[-1] else first)
    return ways


def test_the_second_way_is_tried_at_its_price() -> None:
    assert asked(Cheaper(100), 11, first=10, second=99) == [False] * 10 + [True]


def test_the_cheaper_way_is_chosen_by_what_it_took_last() -> None:
    cheaper = Cheaper(10)
    assert sum(asked(cheaper, 100, first=10, second=1)) > 80
    assert sum(asked(cheaper, 100, first=1, second=10)) < 20
    assert sum(asked(cheaper, 100, first=10, second=1)) > 80


def test_a_hard_question_does_not_change_which_way_is_cheaper() -> None:
    cheaper = Cheaper(0, recent=5)
    for work in (10, 11, 10, 900, 10):
        cheaper.note(False, work)
    for work in (20, 22):
        cheaper.note(True, work)
    assert (cheaper.typical(False), cheaper.typical(True)) == (10, 21)
    assert not cheaper.is_second()


def test_the_work_of_both_models_is_counted() -> None:
    _, bench, clue_set, answer = bench_of("slitherlink", "clue:\n3..\n.2.\n...")
    bench.cheaper.price = 0
    for _ in range(6):
        assert second(bench, clue_set, answer) is not None
    assert bench.cheaper.typical(False) and bench.cheaper.typical(True)
