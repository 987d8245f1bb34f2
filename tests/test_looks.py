"""The picture vocabulary: the meaning of looks, messages about mistakes in them, and what they
draw."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from copy import copy
from pathlib import Path

import pytest
import pzc
from pzc.dsl.checker import check
from pzc.dsl.diagnostics import PzcError, Source
from pzc.dsl.format import format_spec
from pzc.dsl.looks import AXES, SIGNS, BoardStyle, Mark, board_style, looks_of
from pzc.dsl.parser import parse_spec
from pzc.dsl.syntax import Find, Grid
from pzc.records import replace
from pzc.render import signs
from pzc.render.signs import sign
from pzc.render.svg import svg
from pzc.render.themes import LIGHT
from pzc.tasks.boards import puzzle_board
from pzc.tasks.library import examples
from pzc.tasks.verify import grounded

SVG = "{http://www.w3.org/2000/svg}"
SPEC = """\
puzzle "Looks"
grid h x w{style}
given clue : {domain}{look}
find  star : bool at cells{star}
rule "None": count(star) = 0
"""


def spec(
    domain: str = "0..9 at some cells", look: str = "", star: str = "", style: str = ""
) -> str:
    return SPEC.format(domain=domain, look=look, star=star, style=style)


def picture(text: str, puzzle: str, tmp_path: Path) -> ElementTree.Element:
    path = tmp_path / "looks.spec"
    path.write_text(text)
    loaded = pzc.load(path)
    return ElementTree.fromstring(svg(puzzle_board(grounded(loaded, puzzle)), title=False))


def groups(tree: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in tree.iter(f"{SVG}g") if node.get("class") == name]


def codes(text: str) -> list[str]:
    with pytest.raises(PzcError) as caught:
        check(parse_spec(Source("<spec>", text)))
    return [d.code for d in caught.value.diagnostics]


# ---- words ---------------------------------------------------------------------------------------


def test_a_look_has_marks_and_a_mark_words_of_each_axis() -> None:
    tree = parse_spec(Source("<spec>", spec(star=" as nothing, small red disc northwest + text")))
    (find,) = (d for d in tree.declarations if isinstance(d, Find))
    assert looks_of(find.looks) == (
        (Mark("nothing"),),
        (Mark("disc", "northwest", "red", "small"), Mark("text")),
    )


def test_the_words_of_the_axes_are_different() -> None:
    words = [word for axis in AXES.values() for word in axis]
    assert len(words) == len(set(words))
    assert len(words) > 60


def test_every_sign_has_a_shape() -> None:
    assert signs.SIGNS.keys() - {"thin arrow"} == SIGNS.keys() - {"text"}


def test_the_board_has_a_style() -> None:
    tree = parse_spec(Source("<spec>", spec(style=" as dashed open")))
    (grid,) = (d for d in tree.declarations if isinstance(d, Grid))
    assert board_style(grid.looks) == BoardStyle("dashed", "open")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"look": " as rinng"}, "E0271"),
        ({"style": " as ring"}, "E0271"),
        ({"look": " as ring disc"}, "E0272"),
        ({"star": " as ring, disc, dot"}, "E0273"),
        ({"look": " as ring, disc"}, "E0273"),
        ({"style": " as dots, dashed"}, "E0273"),
        ({"look": " as tube"}, "E0274"),
        ({"look": " as double"}, "E0274"),
        ({"star": " as borders"}, "E0274"),
        ({"look": ' as "hello"'}, "E0275"),
    ],
)
def test_a_mistake_is_reported(arguments: dict[str, str], code: str) -> None:
    assert codes(spec(**arguments)) == [code]


def test_a_layer_of_directions_may_have_a_look_for_each(tmp_path: Path) -> None:
    look = " as north disc, south dot, west ring, east star"
    tree = picture(spec("direction at some cells", look), "^v\n<>", tmp_path)
    assert [len(groups(tree, name)) for name in ("disc", "dot", "ring", "star")] == [1] * 4
    assert codes(spec("direction at some cells", " as disc, dot, ring")) == ["E0273"]


def test_the_nearest_word_is_named() -> None:
    with pytest.raises(PzcError) as caught:
        check(parse_spec(Source("<spec>", spec(look=" as treee"))))
    assert caught.value.diagnostics[0].hint == "did you mean 'tree'?"


def test_two_inks_are_both_an_ink() -> None:
    with pytest.raises(PzcError, match="'red' and 'blue' are both an ink"):
        check(parse_spec(Source("<spec>", spec(look=" as red blue disc"))))


def test_looks_keep_their_layout() -> None:
    text = spec(look=" as   small  ring+text", star=" as nothing ,disc")
    formatted = format_spec(text)
    assert "as small ring + text" in formatted
    assert "as nothing, disc" in formatted
    assert format_spec(formatted) == formatted


# ---- what is drawn -------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", sorted(SIGNS.keys() - {"text"}))
def test_every_sign_is_drawn(shape: str, tmp_path: Path) -> None:
    tree = picture(spec(look=f" as {shape}"), "clue:\n3.\n..\n", tmp_path)
    assert len(groups(tree, shape)) == 1


@pytest.mark.parametrize("axis", ["ink", "direction"])
def test_every_word_of_an_axis_changes_the_picture(axis: str) -> None:
    usual = {
        word: sign(Mark("triangle", **{axis: word}), (0, 0), 10, LIGHT.found, LIGHT)
        for word in AXES[axis]
        if word not in ("up", "found", "paper")
    }
    plain = sign(Mark("triangle"), (0, 0), 10, LIGHT.found, LIGHT)
    assert [word for word, drawn in usual.items() if drawn == plain] in ([], ["given"])


def test_a_number_is_drawn_in_its_ring(tmp_path: Path) -> None:
    tree = picture(spec(look=" as ring + text"), "clue:\n3.\n..\n", tmp_path)
    assert len(groups(tree, "ring")) == 1
    assert [node.text for node in tree.iter(f"{SVG}text")] == ["3"]


@pytest.mark.parametrize(("slot", "axis"), [("northwest", "x"), ("north", "x"), ("west", "y")])
def test_values_of_two_layers_in_one_slot_are_beside_each_other(
    slot: str, axis: str, tmp_path: Path
) -> None:
    text = spec(look=f" as {slot} text").replace(
        "find", f"given other : 0..9 at some cells as {slot} text\nfind", 1
    )
    tree = picture(text, "clue:\n1\n\nother:\n2\n", tmp_path)
    found = {node.text: node for node in tree.iter(f"{SVG}text") if node.text in ("1", "2")}
    sizes = [float(node.get("font-size", "0")) for node in found.values()]
    apart = abs(float(found["1"].get(axis, "0")) - float(found["2"].get(axis, "0")))
    assert apart >= 0.6 * max(sizes) > 4


def test_an_unknown_value_has_the_look_without_its_text(tmp_path: Path) -> None:
    text = spec(domain='0..9 at some cells unknown "o"', look=" as ring + text")
    tree = picture(text, "clue:\no.\n..\n", tmp_path)
    assert len(groups(tree, "ring")) == 1
    assert not list(tree.iter(f"{SVG}text"))


def test_each_value_may_have_its_own_look(tmp_path: Path) -> None:
    text = spec(domain="{left, right} at some cells", look=" as tree, tent")
    tree = picture(text, "clue:\nleft right\n. left\n", tmp_path)
    assert (len(groups(tree, "tree")), len(groups(tree, "tent"))) == (2, 1)


def test_what_is_written_on_a_dark_disc_is_light(tmp_path: Path) -> None:
    tree = picture(spec(look=" as black disc + text"), "clue:\n3.\n..\n", tmp_path)
    (text,) = tree.iter(f"{SVG}text")
    assert text.get("fill") == LIGHT.on_given


def test_a_let_is_drawn_and_needs_no_rule(tmp_path: Path) -> None:
    text = spec() + "let corner = [r1c1, r2c2] as yellow cell\n"
    text = text.replace("[r1c1, r2c2]", "{c for c in cells if c.row = c.column}")
    tree = picture(text, "clue:\n3.\n..\n", tmp_path)
    assert len([n for n in tree.iter() if n.get("fill") == LIGHT.tone("yellow")]) == 2
    assert not check(parse_spec(Source("<spec>", text))).warnings[1:]


LETS = """\
puzzle "Lets"
grid h x w
find  star : bool at cells
let   beside[c in cells] = any(star[d] for d in adjacent(c))
let   dark[c in cells] = not beside[c] as grey cell
rule "One star": count(star) = 1
"""


def test_what_is_only_drawn_is_worked_out_when_it_is_drawn(tmp_path: Path) -> None:
    """Also a let that another one needs."""
    path = tmp_path / "lets.spec"
    path.write_text(LETS)
    loaded = pzc.load(path)
    puzzle = "h: 1\nw: 3\n"
    first, *others = loaded.solutions(puzzle)
    values = loaded.ground(puzzle).context.values
    assert len(others) == 2
    assert "beside" not in values
    assert "dark" not in values
    (star,) = first.answer
    (dark,) = first.drawn
    cells = list(star.table)
    beside = {c for c in cells for d in cells if star.table[d] and abs(c.column - d.column) == 1}
    assert dark.table == {c: c not in beside for c in cells}


def test_what_is_replaced_in_a_solution_is_not_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "lets.spec"
    path.write_text(LETS)
    loaded = pzc.load(path)
    first, *_ = loaded.solutions("h: 1\nw: 3\n")
    other = replace(first, drawn=())
    assert "dark" not in loaded.ground("h: 1\nw: 3\n").context.values
    assert other.drawn == ()
    assert other.answer == first.answer


def test_a_solution_is_the_same_when_it_is_sent(tmp_path: Path) -> None:
    path = tmp_path / "lets.spec"
    path.write_text(LETS)
    one, other, _ = pzc.load(path).solutions("h: 1\nw: 3\n")
    copied = copy(one)
    assert copied == one != other
    assert svg(copied) == svg(one)
    with pytest.raises(AttributeError, match="a solution has no 'weight'"):
        one.weight  # type: ignore[attr-defined]  # noqa: B018


def test_a_path_of_ones_own_is_drawn(tmp_path: Path) -> None:
    tree = picture(spec(look=' as "M-1 0L1 0"'), "clue:\n3.\n..\n", tmp_path)
    (path,) = groups(tree, "path")
    assert path[0].get("d") == "M-1 0L1 0"


def test_a_board_may_have_dots_and_no_frame(tmp_path: Path) -> None:
    framed = picture(spec(), "clue:\n3.\n..\n", tmp_path)
    dotted = picture(spec(style=" as dots open"), "clue:\n3.\n..\n", tmp_path)
    assert groups(framed, "walls") and not groups(framed, "dots")
    assert groups(dotted, "dots") and not groups(dotted, "walls")


GROUPS = """\
puzzle "Groups"
grid h x w
given room  : symbol at cells
given total : 0..9 at groups(room) as pale cell + red disc + text
find  star  : bool at cells
rule "Rooms":
    for r in groups(room): count(star[r]) = total[r]
"""


def test_groups_have_a_look_in_their_cells_and_first_corner(tmp_path: Path) -> None:
    tree = picture(GROUPS, "room:\nAAB\nABB\n\ntotal:\nA 1\nB 2\n", tmp_path)
    assert len(groups(tree, "disc")) == 2
    assert [node.text for node in tree.iter(f"{SVG}text")] == ["1", "2"]
    (ground,) = groups(tree, "ground")
    assert len(list(ground)) == 6


PIPES = """\
puzzle "Pipes"
grid h x w
given pipe : {up, down} at some cells drawn "u d" as "M0 0V-1", "M0 0V1"
find  line : bool at links
rule "One loop":
    loop(line)
"""


def test_what_is_printed_as_a_path_is_seen_on_a_line(tmp_path: Path) -> None:
    tree = picture(PIPES, "pipe:\nd.\n..\n", tmp_path)
    (texts,) = groups(tree, "texts")  # the layer above the lines
    assert [node.get("class") for node in texts] == ["path"]


def test_the_values_of_a_list_are_drawn_around_the_middle(tmp_path: Path) -> None:
    tree = picture(
        spec(domain="list of 0..9 at some cells"), "clue:\n1,2,3 .\n. 1,2,3,4,5\n", tmp_path
    )
    assert [node.text for node in tree.iter(f"{SVG}text")] == ["1", "2", "3", "1,2,3,4,5"]


@pytest.mark.parametrize("name", ["nanro", "sukoro"])
def test_a_hidden_clue_is_printed_as_others_are(name: str) -> None:
    puzzle = next(
        path.read_text() for path in examples(name) if "?" in path.read_text().split("clue:")[-1]
    )
    tree = ElementTree.fromstring(svg(pzc.load(name).board(puzzle), title=False))
    hidden = [node for node in tree.iter(f"{SVG}text") if node.text == "?"]
    assert hidden
    assert {node.get("fill") for node in hidden} == {LIGHT.given}


def test_what_is_given_in_a_table_has_the_colour_of_givens() -> None:
    tree = ElementTree.fromstring(
        svg(pzc.load("pouring").board(examples("pouring")[0].read_text()))
    )
    inks = {node.get("fill") for node in tree.iter(f"{SVG}text")}
    assert inks == {LIGHT.given}


@pytest.mark.parametrize(("look", "ink"), [("as grey ring", LIGHT.given), ("", LIGHT.faint)])
def test_diagonals_are_faint_under_texts_alone(look: str, ink: str, tmp_path: Path) -> None:
    text = f"""
puzzle "Diagonals"
grid h x w
given mark  : {{o}} at some cells {look}
given slant : {{falling, rising}} at cells drawn "\\\\ /"
find  black : bool at cells
rule "It": for c in cells: not black[c]
"""
    tree = picture(text, "mark:\no.\n\nslant:\n/\\\n", tmp_path)
    slashes = [node for node in tree.iter(f"{SVG}g") if node.get("class") == "slash"]
    assert {node.get("stroke") for slash in slashes for node in slash} == {ink}
