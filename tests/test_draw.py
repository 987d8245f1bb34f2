"""Puzzles and boards in play as pictures: `pzc draw`, and what a page finds in them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import pzc
from pzc.cli import main
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.description import description
from pzc.render.json import as_json
from pzc.render.svg import svg
from pzc.render.text import text
from pzc.render.themes import DARK, LIGHT, PAGE
from pzc.tasks.boards import board_in_play, puzzle_board
from pzc.tasks.library import examples
from pzc.tasks.spec import Spec
from pzc.tasks.verify import grounded

SVG = "{http://www.w3.org/2000/svg}"
PUZZLE = "title: Falling <stars>\nauthor: A. Setter\n\nregion:\nAABB\nAABB\nCCDD\nCCDD\n"


def written(text: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(text).iter(f"{SVG}text")]


def test_a_puzzle_alone_shows_what_is_printed_and_nothing_found() -> None:
    spec = pzc.load("sudoku")
    text = examples("sudoku")[0].read_text()
    picture = svg(puzzle_board(grounded(spec, text)), title=False)
    assert sorted(written(picture)) == sorted(c for c in text if c in "123456789")
    assert LIGHT.found not in picture


PIECES = "wall:\n....\n....\n\npiece: L I\n\nform:\n###\n#..\n\n####\n"


def test_the_forms_of_pieces_are_under_a_picture_by_name() -> None:
    board = pzc.load("pentominoes").board(PIECES)
    picture = svg(board, title=False)
    assert written(picture) == ["L", "I"]
    squares = [n for n in ElementTree.fromstring(picture).iter(f"{SVG}rect") if n.get("stroke")]
    assert [n.get("width") for n in squares].count("16") == 8
    assert text(board).endswith("\n\nL     I\n###   ####\n#..\n")
    assert "form L ###/#.., form I ####" in description(board)


def test_the_faces_of_tiles_show_their_colours() -> None:
    puzzle = "flag:\n01\n\nface:\n01 | 11\n"
    picture = svg(pzc.load("hinomaru").board(puzzle), title=False)
    faces = [n.get("fill") for n in ElementTree.fromstring(picture).iter(f"{SVG}rect")][-4:]
    white, red = LIGHT.tone("white"), LIGHT.tone("red")
    assert faces == [white, red, red, red]


def test_many_pieces_are_drawn_in_rows() -> None:
    names = [f"P{k}" for k in range(30)]
    puzzle = f"wall:\n....\n\npiece: {' '.join(names)}\n\nform:\n" + "####\n\n" * 30
    board = pzc.load("pentominoes").board(puzzle)
    picture = svg(board, title=False)
    assert float(ElementTree.fromstring(picture).get("width", "0")) < 600
    assert max(map(len, text(board).splitlines())) <= 78


def test_the_forms_of_pieces_are_given_in_json() -> None:
    found = pzc.load("pentominoes").solve("wall:\n...\n\npiece: I\n\nform:\n###\n")
    assert found is not None
    assert [layer["name"] for layer in as_json(found)["givens"]] == ["wall", "form"]


@pytest.mark.parametrize(
    ("name", "places"),
    [("hanoi", {"left"}), ("wolf_goat_cabbage", {"left"}), ("jealous_husbands", {"left"})],
)
def test_a_plan_alone_shows_how_things_stand_at_the_start(name: str, places: set[str]) -> None:
    picture = svg(pzc.load(name).board(examples(name)[0].read_text()), title=False)
    assert places < set(written(picture))
    assert LIGHT.found not in picture
    assert "right" not in written(picture)


def test_a_plan_that_may_start_in_several_ways_shows_none() -> None:
    text = """puzzle "Anywhere"
sequence time up to 5
find at : 1..3 at time
rule "It goes on":
    for t in time if t != time.last: at[next(t)] = at[t] + 1
"""
    board = pzc.Spec.of(Source("anywhere", text)).board("")
    assert not board.answer and not board.givens


def test_a_number_on_a_dark_disc_is_light() -> None:
    spec = pzc.load("balance_loop")
    picture = ElementTree.fromstring(svg(spec.board(".  B4 W2\n.  .  .\n"), title=False))
    inks = {node.text: node.get("fill") for node in picture.iter(f"{SVG}text")}
    assert inks == {"4": LIGHT.paper, "2": LIGHT.given}


def test_computed_marks_of_a_board_in_play_take_printed_values_into_account() -> None:
    source = (
        "grid 1 x 2\ngiven clue : 1..2 at some cells\nfind digit : 1..2 at cells from clue\n"
        "let two[c in cells] = digit[c] = 2 as dot\n"
    )
    spec = Spec.of(Source("two.spec", source))
    board = board_in_play(grounded(spec, "clue:\n2.\n"), Source("<board>", "??\n"))
    (two,) = board.drawn
    assert [*two.table.values()] == [True]


def test_undecided_places_of_a_board_in_play_are_empty() -> None:
    spec = pzc.load("star_battle")
    puzzle = "stars: 1\nregion:\nAABB\nAABB\nCCDD\nCCDD\n"
    board = board_in_play(grounded(spec, puzzle), Source("<board>", "?*??\n????\n????\n????\n"))
    picture = svg(board, title=False)
    assert written(picture) == []
    assert picture.count('class="star"') == 1


def test_every_place_has_a_shape_that_names_it() -> None:
    spec = pzc.load("slitherlink")
    board = puzzle_board(grounded(spec, "clue:\n3.\n..\n"))
    tree = ElementTree.fromstring(svg(board, places=True))
    shapes = [node for node in tree.iter() if "data-place" in node.attrib]
    assert board.board is not None
    named = {(node.get("data-kind"), node.get("data-place")) for node in shapes}
    places = (*board.board.cells, *board.board.borders)
    assert named == {(place.kind, place.name) for place in places}
    assert len(shapes) == len(places)


def test_a_plain_picture_has_no_shapes_of_places() -> None:
    board = puzzle_board(grounded(pzc.load("slitherlink"), "clue:\n3.\n..\n"))
    assert "data-place" not in svg(board)


def test_title_author_and_genre_are_above_a_picture() -> None:
    picture = svg(puzzle_board(grounded(pzc.load("star_battle"), PUZZLE)))
    assert written(picture) == ["Falling <stars>", "Star Battle", "by A. Setter"]


def test_a_theme_changes_colours_only() -> None:
    board = puzzle_board(grounded(pzc.load("star_battle"), PUZZLE))
    light, dark = svg(board), svg(board, theme=DARK)
    assert LIGHT.given not in dark
    assert len(light.splitlines()) == len(dark.splitlines())
    assert f"var(--pzc-given, {LIGHT.given})" in svg(board, theme=PAGE)


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "stars.puzzle"
    path.write_text("stars: 1\n\nregion:\nABBB\nABBC\nDDDC\nDDCC\n")
    return path


def test_a_picture_goes_by_the_suffix_of_its_file(puzzle: Path) -> None:
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for suffix, start in starts.items():
        out = puzzle.with_suffix(f".{suffix}")
        assert main(["draw", "star_battle", str(puzzle), "-o", str(out)]) == 0
        assert out.read_bytes().startswith(start)


def test_fonts_are_embedded_in_a_pdf(puzzle: Path) -> None:
    out = puzzle.with_suffix(".pdf")
    assert main(["draw", "star_battle", str(puzzle), "-o", str(out)]) == 0
    assert b"/FontFile" in out.read_bytes()


def test_size_is_the_width_of_a_cell(puzzle: Path) -> None:
    widths = []
    for size in ("24", "48"):
        out = puzzle.with_suffix(".svg")
        main(["draw", "star_battle", str(puzzle), "--title", "", "--size", size, "-o", str(out)])
        widths.append(float(ElementTree.fromstring(out.read_text()).get("width", "0")))
    assert widths[0] * 2 == widths[1]


def test_a_solution_is_found_on_demand(puzzle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "star_battle", str(puzzle), "--solve", "--format", "text"]) == 0
    assert capsys.readouterr().out.count("*") == 4


def test_text_shows_undecided_conditions(puzzle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = ".*..\n?...\n..??\n...*\n"
    assert main(["draw", "star_battle", str(puzzle), board, "--format", "text"]) == 0
    out = capsys.readouterr().out
    assert (out.count("?"), out.count("·"), out.count("*")) == (3, 11, 2)
    assert main(["draw", "star_battle", str(puzzle), "--format", "text"]) == 0
    assert "?" not in capsys.readouterr().out


def test_several_boards_need_a_file(puzzle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = puzzle.with_suffix(".txt")
    boards.write_text("".join(f"solution {k}:\n.*..\n....\n....\n....\n" for k in (1, 2)))
    assert main(["draw", "star_battle", str(puzzle), str(boards)]) == 2
    assert "E0509" in capsys.readouterr().err
    out = puzzle.with_suffix(".svg")
    assert main(["draw", "star_battle", str(puzzle), str(boards), "-o", str(out)]) == 0
    assert len(list(puzzle.parent.glob("stars-*.svg"))) == 2


@pytest.mark.parametrize(("form", "start"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_stdout_takes_one_picture(
    form: str, start: bytes, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["solve", "latin_square", "n: 2", "--unique", "--format", form]) == 1
    out = capsysbinary.readouterr().out
    assert out.startswith(start) and out.count(start) == 1


def test_no_solution_is_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "latin_square", "clue:\n11\n..", "--format", "svg"]) == 1
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["{}", "solution", "--solve"], "E0514"),
        (["{}", "-o", "out.gif"], "E0518"),
        (["{}", "-o", "/no/such/folder/out.png"], "E0507"),
    ],
)
def test_mistakes_are_reported(
    arguments: list[str], code: str, puzzle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word.replace("{}", str(puzzle)) for word in arguments]
    assert main(["draw", "star_battle", *words]) == 2
    assert code in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["bmp", "webp", "jpg", "html"])
def test_a_solution_is_not_written_as_text_to_a_picture(
    suffix: str, puzzle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / f"out.{suffix}"
    assert main(["solve", "star_battle", str(puzzle), "-o", str(output)]) == 2
    assert "E0518" in capsys.readouterr().err
    assert not output.exists()


def test_a_picture_is_described_for_screen_readers() -> None:
    spec = pzc.load("star_battle")
    puzzle = examples("star_battle")[0].read_text()
    assert "<desc>5 rows, 5 columns.</desc>" in spec.board(puzzle).svg()
    found = spec.solve(puzzle)
    assert found is not None
    assert "Found: star at r1c2, " in found.svg()


def test_the_licence_of_a_puzzle_is_under_its_author() -> None:
    spec = pzc.load("star_battle")
    puzzle = "author: A. Setter\nlicence: CC BY 4.0\n\n" + examples("star_battle")[0].read_text()
    picture = spec.board(puzzle).svg()
    assert picture.index("by A. Setter") < picture.index("licence: CC BY 4.0")


@pytest.mark.parametrize(("word", "meant"), [("license", "licence"), ("autor", "author")])
def test_a_misspelt_note_is_reported_as_such(word: str, meant: str) -> None:
    puzzle = f"{word}: mine\n\n" + examples("star_battle")[0].read_text()
    with pytest.raises(PzcError) as caught:
        pzc.load("star_battle").board(puzzle)
    assert caught.value.diagnostics[0].hint == f"did you mean '{meant}'?"
