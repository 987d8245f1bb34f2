"""Implied rules: used to solve, left out of judging, tried on small boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import pzc
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import program
from pzc.cli import main
from pzc.compiler.ground.opening import freed
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import PzcError, Source
from pzc.dsl.dump import dump
from pzc.dsl.format import format_spec
from pzc.dsl.parser import parse_spec
from pzc.model.evaluate import Evaluator
from pzc.tasks import counterexamples
from pzc.tasks.counterexamples import Counterexamples
from pzc.tasks.implied import SIDES, _ground, _sized, try_implied
from pzc.tasks.library import SPECS, bundled, examples
from pzc.tasks.spec import Spec
from pzc.tasks.verify import verify
from some import some
from strategies import assignments

HEAD = """
grid h x w
given clue : {white, black} at some cells drawn "o #"
find  disc : {white, black} at cells from clue drawn "o #"

rule "The discs of each colour are connected":
    connected(disc = white)
    connected(disc = black)
"""
RIGHT = """
implied "No 2x2 square is a checkerboard":
    for a, b in diagonal if a.column < b.column:
        disc[a] = disc[b] => any(disc[c] = disc[a] for c in adjacent(a) & adjacent(b))
"""
# Right on boards of three rows and columns and more.
CARELESS = """
implied "The colour changes at most twice along the edge":
    count(
        disc[a] != disc[b] for a, b in adjacent
        if size(touching(a)) < 8 and size(touching(b)) < 8
    ) <= 2
"""
# The sides of boards on which all rules are soon proved, with any clues.
SMALL = {"araf": (1, 2, 3), "hidato": (1, 2, 3, 4)}
# Genres whose rules have no meaning on a board without givens: no start, regions or statues.
OF_GIVENS = {"haisu", "suguru", "cojun", "ripple_effect", "hakoiri", "statue_park"}
WITH_IMPLIED = [name for name in bundled() if program(name).implied]


def spec(*parts: str) -> Spec:
    return Spec.of(Source("s.spec", "".join(parts)))


@pytest.mark.parametrize("word", ["rule", "implied", "lemma"])
def test_what_follows_is_parsed_like_a_rule(word: str) -> None:
    tree = dump(parse_spec(Source("s", HEAD + RIGHT.replace("implied", word))))
    assert tree.count("(Rule ") == 2
    assert tree.count(f" '{word}')") == (word != "rule")


@pytest.mark.parametrize("word", ["implied", "lemma"])
def test_what_follows_is_laid_out_like_a_rule(word: str) -> None:
    text = (
        f'grid 2 x 2\nfind a : bool at cells\n{word}   "All or none"  :\n  all(a)  or not any(a)\n'
    )
    laid = format_spec(text)
    assert laid.endswith(f'{word} "All or none":\n    all(a) or not any(a)\n')
    assert format_spec(laid) == laid


def test_a_mistake_in_an_implied_rule_is_shown() -> None:
    with pytest.raises(PzcError) as raised:
        spec(HEAD, 'implied "Alike"\n    all_equal(disc)\n')
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == "E0115" and "implied" in diagnostic.message


def test_only_what_is_solved_has_implied_rules() -> None:
    both = spec(HEAD, RIGHT)
    size = "h: 2\nw: 3"
    solved, exact = both.ground(size), both.ground(size, exact=True)
    assert solved.trusted == ("No 2x2 square is a checkerboard",)
    assert exact.trusted == ()
    assert not any(c.origin.rule == 1 for c in exact.model.constraints)
    named = both.ground(size, exact=True, implied=True)
    assert [c.origin.rule for c in named.model.constraints].count(1) == 2
    assert named.exact and named.implied == {1}
    assert both.ground(size).trusted == solved.trusted


def test_only_explanations_have_lemmas() -> None:
    both = spec(HEAD, RIGHT.replace("implied", "lemma"))
    size = "h: 2\nw: 3"
    solved, explained = both.ground(size), both.ground(size, exact=True, implied=True)
    assert solved.trusted == ()
    assert not any(c.origin.rule == 1 for c in solved.model.constraints)
    assert explained.trusted == ("No 2x2 square is a checkerboard",)
    assert [c.origin.rule for c in explained.model.constraints].count(1) == 2


def test_a_wrong_lemma_loses_no_solutions_and_is_refuted() -> None:
    careless = spec(HEAD, CARELESS.replace("implied", "lemma"))
    assert careless.count("h: 2\nw: 4") == spec(HEAD).count("h: 2\nw: 4")
    (tried,) = try_implied(careless, sides=[2, 4])
    assert tried.broken is not None


def test_a_board_is_judged_by_the_rules() -> None:
    """A wrong implied rule loses solutions, and breaks no board."""
    careless = spec(HEAD, CARELESS)
    puzzle = "h: 2\nw: 4"
    assert careless.count(puzzle) < spec(HEAD).count(puzzle)
    board = "####\n#oo#"
    assert verify(careless, puzzle, board).holds


@pytest.mark.parametrize("size", ["h: 1\nw: 4", "h: 3\nw: 2", "h: 3\nw: 3"])
def test_what_follows_changes_no_count(size: str) -> None:
    assert spec(HEAD, RIGHT).count(size) == spec(HEAD).count(size) > 1


def test_what_follows_is_proved_on_all_small_boards() -> None:
    (tried,) = try_implied(spec(HEAD, RIGHT))
    assert tried.broken is None and tried.sizes == 25 and not tried.late
    assert tried.open == ("clue",)


def test_what_does_not_follow_is_shown_on_a_board() -> None:
    right, careless = try_implied(spec(HEAD, RIGHT, CARELESS))
    assert right.broken is None and careless.broken is not None
    found = careless.broken
    verdict = verify(spec(HEAD), found.puzzle, found.board)
    assert verdict.holds and verdict.complete
    assert not verify(
        spec(HEAD, CARELESS.replace("implied", "rule")), found.puzzle, found.board
    ).holds


def test_clues_may_be_anything() -> None:
    """What follows without clues need not follow with them."""
    blank = """
grid 1 x w
given clue : 0..9 at some cells
find  star : bool at cells

rule "A number counts the stars":
    for c in clue: size(star) = clue[c]

rule "A star stands on every cell without a clue":
    for c in cells - clue: star[c]

implied "There are stars": any(star)
"""
    (tried,) = try_implied(Spec.of(Source("s", blank)))
    assert tried.broken is not None
    assert Spec.of(Source("s", blank)).count(tried.broken.puzzle) == 0


def test_regions_are_open_or_come_from_a_puzzle() -> None:
    text = (SPECS / "star_battle.spec").read_text(encoding="utf-8")
    text += '\nimplied "No more than a star in a square":'
    text += "\n    for s in windows(2, 2): count(star[s]) <= 1\n"
    puzzles = [(p.name, p.read_text(encoding="utf-8")) for p in examples("star_battle")[:1]]
    (tried,) = try_implied(Spec.of(Source("s", text)), puzzles)
    assert tried.broken is None and tried.puzzles == 1


def test_a_layer_that_needs_a_yes_or_no_is_no_everywhere() -> None:
    """Hidato's walls cannot be open, since its numbers depend on them."""
    text = (SPECS / "hidato.spec").read_text(encoding="utf-8")
    text += """
implied "The last number does not touch the first one":
    for a, b in touching: number[a] = 1 => number[b] < last
"""
    right, _, careless = try_implied(Spec.of(Source("s", text)), sides=(1, 2, 3))
    assert right.broken is None and right.sizes == 9 and right.open == ("clue",)
    assert careless.broken is not None and "wall:\n" in careless.broken.puzzle
    assert verify(Spec.of(Source("s", text)), careless.broken.puzzle, careless.broken.board).holds


@pytest.mark.parametrize("name", WITH_IMPLIED)
def test_implied_rules_of_the_library_follow(name: str) -> None:
    puzzles = [(p.name, p.read_text(encoding="utf-8")) for p in examples(name)]
    sides = SMALL.get(name, SIDES)
    for tried in some(try_implied(pzc.load(name), puzzles, sides=sides)):
        assert tried.broken is None and not tried.late, tried.sentence
        assert tried.sizes + tried.puzzles > len(puzzles) or name in OF_GIVENS


@settings(max_examples=40)
@given(st.data())
def test_numbers_on_the_path_of_haisu_come_one_after_the_other(data: st.DataObject) -> None:
    text = (SPECS / "haisu.spec").read_text(encoding="utf-8")
    rules, implied, _ = text.partition("\nimplied ")
    assert implied
    height, width = data.draw(st.sampled_from([(2, 3), (3, 3), (2, 4), (3, 4), (4, 4)]))
    count = height * width
    of_cells = {
        "room": data.draw(st.lists(st.sampled_from("AABC"), min_size=count, max_size=count)),
        "clue": data.draw(st.lists(st.sampled_from("....123"), min_size=count, max_size=count)),
        "mark": ["."] * count,
    }
    ends = data.draw(st.permutations(range(count)))[:2]
    for mark, at in zip("SG", ends, strict=True):
        of_cells["mark"][at] = mark
    puzzle = ""
    for name, cells in of_cells.items():
        rows = ["".join(cells[k : k + width]) for k in range(0, count, width)]
        puzzle += "\n".join([f"{name}:", *rows, "", ""])
    assert pzc.load("haisu").count(puzzle) == spec(rules).count(puzzle)


POOL = (
    "for c in clue: count(dark[adjacent(c)]) = clue[c]",
    "for c in clue: clue[c] > 0 and not dark[c]",
    "for a, b in adjacent: not (dark[a] and dark[b])",
    "connected(dark)",
    "for p in block: size(clue & p) = 1",
    "for p in block: min(clue[p]) < size(p) + 1",
    "for c in clue: size(block[c]) = clue[c]",
    "for c in clue: size(block[c]) >= clue[c] or dark[c]",
    "for a, b in pairs(clue): block[a] != block[b] or clue[a] <= size(block[a]) < clue[b] + 2",
    "for a, b in pairs(cells): block[a] = block[b] => dark[a] = dark[b]",
    "for c in clue: clue[c] <= 2",
    "any(dark)",
)


@settings(max_examples=20)
@given(st.data())
def test_as_brute_force_finds(data: st.DataObject) -> None:
    """Rules of a small spec, of which some are said to be implied, on all boards of few cells."""
    texts = data.draw(st.lists(st.sampled_from(POOL), min_size=2, max_size=5, unique=True))
    many = data.draw(st.integers(1, len(texts) - 1))
    grids = [("1 x w", (1, 2, 3), 1), ("h x 1", (1, 2), 9), ("1 x w", (1, 2), 5)]
    grid, sides, top = data.draw(st.sampled_from(grids))
    text = f"grid {grid}\ngiven clue : 0..{top} at some cells\n"
    text += "find dark : bool at cells\nfind block : pieces at cells\n"
    for number, rule in enumerate(texts):
        word = "implied" if number < many else "rule"
        text += f'\n{word} "{number}":\n    {rule}\n'
    compiled = Spec.of(Source("s", text))
    first: dict[int, str] = {}
    for where, board in _sized(compiled, sides):
        grounding = _ground(compiled, board, ("clue",))
        assert grounding is not None
        model = freed(grounding.model, grounding.slots)
        rules = [c for c in model.constraints if c.origin.rule >= many or c.origin.rule < 0]
        for assignment in assignments(model):
            value = Evaluator(assignment)
            if all(map(value.satisfies, rules)):
                for c in model.constraints:
                    if c.origin.rule not in first and not value.satisfies(c):
                        first[c.origin.rule] = where
    for number, tried in enumerate(try_implied(compiled, sides=sides)):
        assert not tried.late
        assert (tried.broken and tried.broken.where) == first.get(number)
        if tried.broken is not None:
            judged = Spec.of(Source("s", text.replace(f'implied "{number}"', f'rule "{number}"')))
            assert verify(compiled, tried.broken.puzzle, tried.broken.board).holds
            assert not verify(judged, tried.broken.puzzle, tried.broken.board).holds


def test_what_is_not_decided_in_time_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def late(self: Counterexamples, *_: object) -> None:
        raise OutOfTime("deadline")

    monkeypatch.setattr(Counterexamples, "breaking", late)
    assert main(["check", "--implied", "cave", "--timeout", "7"]) == 3
    told = capsys.readouterr().err
    assert "not decided in 7 s on each of 27 boards: h: 1, w: 1; h: 1, w: 2;" in told


def test_a_condition_that_takes_long_waits_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """With next to no work at first, the search still ends, and reports what is refuted."""
    monkeypatch.setattr(counterexamples, "FIRST_LIMIT", 1)
    told: list[str] = []
    tried = try_implied(spec(HEAD, RIGHT, CARELESS), sides=(1, 2, 3, 4), report=told.append)
    assert [one.broken is None for one in tried] == [True, False]
    again = "h: 2, w: 2: 0 of 1 conditions of 'No 2x2 square is a checkerboard' proved"
    assert told.count(again) > 1


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.spec"
    path.write_text(HEAD + RIGHT, encoding="utf-8")
    assert main(["check", "--implied", str(path)]) == 0
    assert "follows on 25 sizes of board with any clue" in capsys.readouterr().out
    assert main(["count", str(path), "h: 2\nw: 2"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "14\n" and "'No 2x2 square is a checkerboard'" in shown.err
    assert main(["solve", "--unique", str(path), "clue:\n##\n#o"]) == 0
    assert "'No 2x2 square is a checkerboard'" in capsys.readouterr().err
    path.write_text(HEAD + CARELESS, encoding="utf-8")
    assert main(["check", "--implied", str(path)]) == 1
    assert "does not follow; on h: 2, w:" in capsys.readouterr().out
    assert main(["check", "--implied", "--json", str(path)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (
        told[0]["implied"][0]["broken"]["sentence"]
        == "The colour changes at most twice along the edge"
    )
