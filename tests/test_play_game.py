"""The data that the page gets about a puzzle, and sends back: fields, states, checks, sketches."""

from __future__ import annotations

from typing import Any

import pytest
import pzc
from programs import program
from pzc.compiler.board.square import squares
from pzc.compiler.plans.steps import steps
from pzc.dsl.diagnostics import PzcError, Source
from pzc.play.checking import check, finished, solvable
from pzc.play.clues import clues
from pzc.play.game import Game
from pzc.play.moves import moves, tokens_at
from pzc.play.plan import plan
from pzc.play.questions import QUESTIONS, answer
from pzc.play.sketch import Sketch, blank
from pzc.play.solving import next_step
from pzc.tasks.files import bundled
from pzc.tasks.library import example, examples
from pzc.tasks.make.stages import FILLING, RATING, STAGES
from pzc.tasks.plans import shortest
from pzc.tasks.spec import Spec

EDITED = [name for name in bundled() if program(name).sequence is None and examples(name)]


def game(name: str) -> tuple[Game, dict[str, str]]:
    spec = pzc.load(name)
    played = Game(spec, example(name, 1))
    found = spec.solve(played.puzzle)
    assert found is not None
    return played, played.tokens(found)


@pytest.mark.parametrize("name", EDITED)
def test_every_genre_can_be_filled_in_and_its_solution_counts(name: str) -> None:
    played, solution = game(name)
    state = played.state(solution)
    told = check(played, state)
    assert told["broken"] == []
    assert told["solved"] in ("yes", "ask")
    assert finished(played, state)


@pytest.mark.parametrize("name", ["star_battle", "galaxies", "slitherlink", "sudoku", "lapaz"])
def test_a_part_of_the_solution_breaks_nothing_and_can_be_completed(name: str) -> None:
    played, solution = game(name)
    part = dict(list(solution.items())[::2])
    told = check(played, played.state(part))
    assert told["broken"] == []
    assert solvable(played, played.state(part))["solvable"]


def test_a_wall_that_ends_nowhere_is_broken() -> None:
    played, solution = game("galaxies")
    walls = {place for place, token in solution.items() if token == "#"}
    extra = next(place for place in solution if place not in walls)
    told = check(played, played.state({**solution, extra: "#"}))
    assert "A wall stands between two pieces" in [one["sentence"] for one in told["broken"]]


@pytest.mark.parametrize(
    ("name", "state", "where"),
    [
        ("sudoku", {"digit[r1c1]": "9", "digit[r1c3]": "9"}, {"row 1", "box 1"}),
        ("slitherlink", {"line[r2c1/left]": "#"}, {"the 0 at r2c1"}),
        ("zebra", {"home[Norwegian]": "2"}, {""}),
    ],
)
def test_a_broken_rule_says_what_it_is_about_in_words(
    name: str, state: dict[str, str], where: set[str]
) -> None:
    """Not by the variables of the spec."""
    played = game(name)[0]
    assert {one["where"] for one in check(played, played.state(state))["broken"]} == where


@pytest.mark.parametrize(("name", "makes"), [("slitherlink", True), ("zebra", False)])
def test_the_page_knows_whether_puzzles_can_be_made(name: str, makes: bool) -> None:
    assert game(name)[0].described()["makes"] is makes


def test_the_rules_that_are_shown_are_those_that_must_be_kept() -> None:
    """Not what a spec says besides to help a solver."""
    text = (
        "grid n x n\nfind star : bool at cells\n"
        'rule "Some cell has a star": any(star)\n'
        'implied "There is a star at least": count(star) >= 1\n'
    )
    spec = Spec.of(Source("spec", text))
    told = Game(spec, Source("puzzle", "n: 3")).described()["rules"]
    assert [one["sentence"] for one in told] == ["Some cell has a star"]


def test_an_empty_board_is_not_solved() -> None:
    played, _ = game("sudoku")
    assert check(played, played.state({}))["solved"] == "no"
    assert not finished(played, played.state({}))


@pytest.mark.parametrize(
    "state", [{"star[r9c9]": "*"}, {"star[r1c1]": "?"}, {"star[r1c1]": ["*"]}, {"": ""}]
)
def test_what_is_no_state_is_a_mistake(state: Any) -> None:
    request = {"spec": {"name": "star_battle"}, "puzzle": example("star_battle", 1).text}
    (part,) = answer("check", {**request, "state": state})
    assert part["mistakes"]


@pytest.mark.parametrize("name", EDITED[::6])
def test_what_is_drawn_again_as_it_was_is_the_same_puzzle(name: str) -> None:
    spec, puzzle = pzc.load(name), example(name, 1)
    sketch = Sketch(spec, puzzle)
    state = sketch.described()["state"]
    again = Sketch(spec, Source("again", sketch.drawn(state)))
    assert again.described()["state"] == state


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_every_question_of_the_page_is_answered(name: str) -> None:
    genre = "hanoi" if name in ("plan", "moves") else "star_battle"
    if name == "rewrite":
        genre = "battleship"
    request = {"spec": {"name": genre}, "name": genre, "puzzle": example(genre, 1).text}
    more = {"changes": {}, "height": 5, "width": 5, "part": "fleet", "rows": ["3 2 2 1 1 1"]}
    parts = list(answer(name, {**request, **more}))
    assert parts
    assert not [part for part in parts if "error" in part or part.get("mistakes")]


def test_the_page_hears_what_an_attempt_does_before_it_gets_its_puzzle() -> None:
    request = {"spec": {"name": "star_battle"}, "puzzle": example("star_battle", 1).text, "seed": 1}
    told: list[dict[str, Any]] = []
    before: list[int] = []
    for part in answer("generate", request, told.append):
        before.append(len(told))
        assert "text" in part or "rating" in part
    assert 0 < before[0] < before[1]
    assert told[0] == {"attempt": 1, "stage": FILLING, "number": None}
    assert {one["stage"] for one in told} <= {*STAGES}
    assert told[-1]["stage"] == RATING


def test_a_game_is_solved_after_many_boards_of_other_sizes() -> None:
    request = {"spec": {"name": "star_battle"}, "puzzle": example("star_battle", 1).text}
    request |= {"changes": {}, "name": "solve"}
    first = list(answer("solve", dict(request)))
    list(answer("solve", {**request, "puzzle": example("star_battle", 2).text}))
    for height in range(20, 40):
        squares(height, 3)
    assert list(answer("solve", dict(request))) == first


def test_a_hint_about_a_wrong_value_names_what_it_takes_from_the_board() -> None:
    request = {"spec": {"name": "star_battle"}, "puzzle": example("star_battle", 1).text}
    found = pzc.load("star_battle").solve(request["puzzle"])
    assert found is not None
    stars = {f"star[{c}]": "*" for c, there in found.answer[0].table.items() if there}
    (told,) = answer("hint", {**request, "state": {**stars, "star[r1c1]": "*"}})
    assert told["words"] == "This is wrong: a star at r1c1."
    assert told["taken"].startswith("Taken from the board, where it is not wrong: a star at r")


NOTES = "title: Spring\nauthor: A. Setter\nsource: A book\nlicence: CC BY 4.0\n\n"


def test_what_a_puzzle_says_of_itself_survives_drawing_and_a_new_board() -> None:
    spec, puzzle = pzc.load("star_battle"), NOTES + example("star_battle", 1).text
    texts = [
        Sketch(spec, Source("p", puzzle)).drawn({"region[r1c1]": "Z"}),
        blank(spec, Source("p", puzzle), 5, 5),
    ]
    for text in texts:
        said = Game(spec, Source("p", text)).described()["notes"]
        assert said["title"] == "Spring"
        assert said["licence"] == "CC BY 4.0"


@pytest.mark.parametrize(
    "name",
    ["slitherlink", "star_battle", "masyu", "skyscrapers", "tents", "nonogram", "tapa", "kenken"],
)
def test_an_empty_board_of_another_size_can_be_begun(name: str) -> None:
    spec = pzc.load(name)
    text = blank(spec, example(name, 1), 7, 7)
    board = Sketch(spec, Source("blank", text)).grounding.context.board
    assert (board.height, board.width) == (7, 7)


@pytest.mark.parametrize("name", ["slitherlink", "norinori", "nonogram", "tapa"])
@pytest.mark.parametrize("draft", ["", "what is this\n"])
def test_an_empty_board_needs_no_puzzle_to_begin_with(name: str, draft: str) -> None:
    text = blank(pzc.load(name), Source("puzzle", draft), 5, 6)
    board = Sketch(pzc.load(name), Source("blank", text)).grounding.context.board
    assert (board.height, board.width) == (5, 6)


@pytest.mark.parametrize("domain", ["1..9", "list of 1..9"])
@pytest.mark.parametrize("places", ["rows", "some columns", "rows + columns"])
def test_an_empty_board_has_the_clues_of_its_own_lines(domain: str, places: str) -> None:
    text = f"grid h x w\ngiven clue : {domain} at {places}\nfind x : bool at cells\n"
    spec = Spec.of(Source("own.spec", text))
    board = blank(spec, Source("puzzle", ""), 2, 3)
    slot = Sketch(spec, Source("blank", board)).grounding.slots["clue"]
    assert len(slot.keys) == {"rows": 2, "some columns": 3, "rows + columns": 5}[places]


def test_of_a_draft_without_a_board_an_empty_one_keeps_the_params() -> None:
    text = blank(pzc.load("star_battle"), Source("puzzle", "stars: 3\nregion:\nAB\nA\n"), 6, 6)
    assert text == "stars: 3\n\nregion:\n" + "AAAAAA\n" * 6


def test_a_size_that_params_decide_is_refused_with_the_reason() -> None:
    with pytest.raises(PzcError, match=r"no board of 6 rows and 6 columns: .*6, not 9 of 9"):
        blank(pzc.load("sudoku"), Source("puzzle", ""), 6, 6)


@pytest.mark.parametrize("size", [(0, 5), (61, 5), (5, -1)])
def test_an_empty_board_has_a_sensible_size(size: tuple[int, int]) -> None:
    with pytest.raises(PzcError, match="E0542"):
        blank(pzc.load("slitherlink"), example("slitherlink", 1), *size)


WITH_PARTS = {
    "whispers_sudoku": "path",
    "arrow_sudoku": "path",
    "pentominoes": "form",
    "statue_park": "form",
    "tetrominous": "form",
    "hinomaru": "form",
    "battleship": "value",
}


def parts(name: str, text: str | None = None) -> tuple[Sketch, list[dict[str, Any]]]:
    puzzle = example(name, 1) if text is None else Source("again", text)
    sketch = Sketch(pzc.load(name), puzzle)
    return sketch, sketch.described()["parts"]


@pytest.mark.parametrize("name", WITH_PARTS)
def test_a_part_that_is_written_as_it_was_is_the_same(name: str) -> None:
    sketch, before = parts(name)
    assert WITH_PARTS[name] in {part["kind"] for part in before}
    for part in before:
        again, after = parts(name, sketch.rewritten(part["name"], part["rows"]))
        assert after == before
        assert again.described()["state"] == sketch.described()["state"]


@pytest.mark.parametrize("name", ["whispers_sudoku", "statue_park", "pentominoes", "hinomaru"])
def test_a_part_gets_a_further_row(name: str) -> None:
    sketch, (part, *_) = parts(name)
    rows = [*part["rows"], {"name": "z", "values": part["rows"][0]["values"]}]
    _, (after, *_) = parts(name, sketch.rewritten(part["name"], rows))
    assert [row["values"] for row in after["rows"]] == [row["values"] for row in rows]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("path", [{"name": "a\nclue:", "values": ["r1c1"]}]),
        ("path", [{"name": "a", "values": ["r1c1\nclue:"]}]),
        ("path", [{"name": "a", "values": [1]}]),
        ("path", ["a"]),
        ("path", "a"),
        ("clue", [["x"]]),
        ("nothing", ["x"]),
        ([], ["x"]),
    ],
)
def test_what_is_no_part_is_a_mistake(name: Any, rows: Any) -> None:
    text = example("whispers_sudoku", 1).text
    request = {"spec": {"name": "whispers_sudoku"}, "puzzle": text, "part": name, "rows": rows}
    (part,) = answer("rewrite", request)
    assert part["mistakes"]


@pytest.mark.parametrize(
    ("name", "place", "token"),
    [("tapa", "clue[r1c1]", "2,1"), ("nonogram", "across[row 2]", "1,3")],
)
def test_a_list_is_drawn_value_by_value(name: str, place: str, token: str) -> None:
    spec = pzc.load(name)
    sketch = Sketch(spec, example(name, 1))
    again = Sketch(spec, Source("again", sketch.drawn({place: token})))
    assert again.described()["state"][place] == token
    empty = Sketch(spec, Source("empty", again.drawn({place: None})))
    assert place not in empty.described()["state"]


@pytest.mark.parametrize("name", ["hanoi", "sliding", "pouring", "wolf_goat_cabbage"])
def test_a_shortest_plan_is_made_of_moves_that_are_offered(name: str) -> None:
    spec, puzzle = pzc.load(name), example(name, 1)
    found = spec.solve(puzzle)
    assert found is not None
    shown = [step.solution for step in steps(found) if step.moment is not None]
    states = [tokens_at(one) for one in shown]
    for number in range(len(states)):
        done, offered = moves(spec, puzzle, states[:number])
        assert not done["done"]
        assert states[number] in [move["state"] for move in offered["moves"]]
    assert next(moves(spec, puzzle, states))["done"]


def test_a_plan_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[str] = []

    def counted(*arguments: Any) -> Any:
        searches.append("search")
        return shortest(*arguments)

    monkeypatch.setattr("pzc.tasks.plans.shortest", counted)
    (part,) = plan(pzc.load("hanoi"), example("hanoi", 1))
    assert (part["state"], len(part["frames"])) == ("solved", 16)
    assert searches == ["search"]


def test_a_move_against_the_rules_is_not_offered() -> None:
    """The wolf and the goat are not left alone, though no goal is near."""
    spec, puzzle = pzc.load("wolf_goat_cabbage"), example("wolf_goat_cabbage", 1)
    _, first = moves(spec, puzzle, [])
    (begun,) = first["moves"]
    _, offered = moves(spec, puzzle, [begun["state"]])
    assert [move["words"] for move in offered["moves"]] == [
        ["place goat: left → right", "man: left → right"]
    ]


@pytest.mark.parametrize("known", ["x", [1], [{"place 1": "nowhere"}], [{}]])
def test_what_is_no_moment_is_a_mistake(known: Any) -> None:
    request = {"spec": {"name": "hanoi"}, "puzzle": example("hanoi", 1).text, "known": known}
    assert any("mistakes" in part for part in answer("moves", request))


@pytest.mark.parametrize("name", ["arrow_sudoku", "fake_arrow", "tents"])
def test_hints_that_are_followed_lead_to_the_solution(name: str) -> None:
    """Each places a value that can be put on the board, even where the spec also finds what its
    answer does not show, and where a value is refuted together with the others at its place."""
    played, solution = game(name)
    state: dict[str, str] = {}
    while check(played, played.state(state))["solved"] == "no":
        (hint,) = next_step(played, played.state(state))
        values = {place: token for step in hint["steps"] for place, token in step["values"].items()}
        assert values.keys() - state.keys(), hint
        state |= values
    assert all(solution[place] == token for place, token in state.items())


def test_hints_are_followed_where_the_answer_is_computed_from_what_is_found() -> None:
    """The page has the seams between the pieces, and the spec finds where each piece lies."""
    text = "wall:\n....\n..##\n\npiece: I L\n\nform:\n###\n\n##\n#.\n"
    spec = pzc.load("pentominoes")
    played = Game(spec, Source("puzzle", text))
    found = spec.solve(text)
    assert found is not None
    solution, state = played.tokens(found), dict[str, str]()
    while not finished(played, played.state(state)):
        (hint,) = next_step(played, played.state(state))
        values = {place: token for step in hint["steps"] for place, token in step["values"].items()}
        assert values.keys() - state.keys(), hint
        state |= {place: token for place, token in values.items() if place in solution}
    assert "#" in state.values()
    assert all(solution[place] == token for place, token in state.items())


@pytest.mark.parametrize("name", EDITED)
def test_every_clue_is_said_somewhere(name: str) -> None:
    played = Game(pzc.load(name), example(name, 1))
    told = clues(played)
    places = {place["name"] for field in played.described()["fields"] for place in field["places"]}
    near = {clue for heard in told["near"].values() for clue in heard}
    assert set(told["near"]) | set(told["around"]) <= places | {c.name for c in cells_of(played)}
    assert set(told["clues"]) <= places | near | set(told["apart"])


def cells_of(played: Game) -> tuple[Any, ...]:
    return () if played.board is None else played.board.cells


@pytest.mark.parametrize(
    ("name", "place", "heard"),
    [
        ("gokigen", "r1c1", {"p0q0": ["clue 1"], "p0q1": ["clue 1"]}),
        (
            "kakuro",
            "r2c3",
            {"r1c3": ["wall", "below 12"], "r2c2": ["wall", "below 10", "across 3"]},
        ),
        ("kropki", "r1c1", {"r1c1-r1c2": ["dot black"]}),
        ("minesweeper", "r2c1", {"r1c2": ["clue 1"], "r3c1": ["clue 1"]}),
    ],
)
def test_a_clue_is_said_at_the_places_that_it_is_about(
    name: str, place: str, heard: dict[str, list[str]]
) -> None:
    told = clues(Game(pzc.load(name), example(name, 1)))
    assert {clue: told["clues"][clue] for clue in told["near"][place]} == heard


def test_lines_through_cells_and_shapes_are_said() -> None:
    told = clues(Game(pzc.load("whispers_sudoku"), example("whispers_sudoku", 1)))
    assert "path a (6 of 6)" in told["clues"]["r2c5"]
    told = clues(Game(pzc.load("pentominoes"), example("pentominoes", 1)))
    assert told["shapes"][0] == {"name": "form L", "pictures": [["1 2 3 4", "1"]]}


def test_a_clue_that_is_printed_as_unknown_is_said_as_such() -> None:
    text = "clue:\n?..\n...\n...\n"
    told = clues(Game(pzc.load("nurikabe"), Source("puzzle", text)))
    assert told["clues"] == {"r1c1": ["clue ?"]}


def test_clues_beside_the_board_are_said_at_the_places_they_are_about() -> None:
    def around(name: str, place: str) -> list[str]:
        found: list[str] = Game(pzc.load(name), example(name, 1)).described()["around"][place]
        return found

    assert around("skyscrapers", "r1c3") == ["seen 2 (top)"]
    assert around("nonogram", "r1c2") == ["across 1 (row 1)", "down 4 1 (column 2)"]
    assert "total 10 (cage A)" in around("killer_sudoku", "r1c1")
    compass = Game(pzc.load("compass"), example("compass", 1)).described()
    assert "beyond 3 (up)" in compass["clues"]["r2c4"]
