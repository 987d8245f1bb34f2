"""Explanations in a player's words: places, clues, lists, and what a rule is about."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from explanations import example
from pzc import load
from pzc.cli import main
from pzc.compiler.board.hexagon import hexagons
from pzc.compiler.board.square import squares
from pzc.dsl.diagnostics import Source
from pzc.tasks.explain.explanation import Explanation
from pzc.tasks.explain.json import step_as_json
from pzc.tasks.explain.step import Step, Tier
from pzc.tasks.explain.why import why
from pzc.tasks.spec import Spec
from pzc.tasks.wording.about import in_a_row
from pzc.tasks.wording.facts import Fact
from pzc.tasks.wording.locating import Locating
from pzc.tasks.wording.phrases import (
    after_prepositions,
    listed,
    numbered,
    plural,
    signed,
    upper,
    without,
)
from pzc.tasks.wording.wording import Wording

BOARD = squares(4, 4)


def places(*names: str) -> list[object]:
    return [BOARD.names[name] for name in names]


@cache
def told(name: str) -> str:
    """The explanation of a bundled example."""
    shown = Explanation(load(name), example(name))
    return "\n".join(line for step in shown for line in step.lines)


def is_told(name: str, words: str) -> bool:
    """Whether a step of the explanation of a bundled example has these words. The explanation goes
    no further than to the first such step: a whole one may take seconds."""
    shown = Explanation(load(name), example(name))
    return any(words in "\n".join(step.lines) for step in shown)


@pytest.mark.parametrize(
    "place, words",
    [
        ("top4", "above column 4"),
        ("bottom2", "below column 2"),
        ("left1", "left of row 1"),
        ("right3", "right of row 3"),
        ("r1c2/top", "above r1c2"),
        ("r1c2/right", "between r1c2 and r1c3"),
        ("r1c2-r1c3", "between r1c2 and r1c3"),
        ("p1q2", "at the corner between r1c2 and r2c3"),
        ("p0q0", "at the top left corner of r1c1"),
        ("p4q4", "at the bottom right corner of r4c4"),
        ("p0q2", "at the corner above r1c2 and r1c3"),
        ("p2q4", "at the corner right of r2c4 and r3c4"),
        ("r2c2", "at r2c2"),
    ],
)
def test_places_have_the_words_of_a_player(place: str, words: str) -> None:
    assert Locating(BOARD).at(BOARD.names[place]) == words


def test_sides_of_hexagons_are_named_by_where_they_lie() -> None:
    board = hexagons(3, 3)
    assert Locating(board).at(board.names["r1c1/upleft"]) == "at the upper left side of r1c1"
    corner = next(p for p in board.corners if len(board.touching("cell", p)) == 3)
    assert Locating(board).at(corner).startswith("at the corner of r1c")


@pytest.mark.parametrize(
    "names, words",
    [
        (["r1c1", "r1c2", "r1c3", "r1c4"], "in row 1"),
        (["r1c2", "r2c2", "r3c2", "r4c2", "r4c4"], "in column 2 and at r4c4"),
        (["r1c1", "r1c2", "r1c3", "r3c3"], "at r1c1 to r1c3 and r3c3"),
        (["r1c1", "r2c2"], "at r1c1 and r2c2"),
        (
            ["r1c2/bottom", "r2c1/right", "r2c2/right", "r2c2/bottom", "r4c4/right"],
            "around r2c2 and right of r4c4",
        ),
        (["r1c2-r2c2", "r2c1-r2c2", "r2c2-r2c3", "r2c2-r3c2"], "at r2c2"),
    ],
)
def test_places_of_a_line_or_around_a_cell_are_said_together(names: list[str], words: str) -> None:
    assert Locating(BOARD).list_at(places(*names), frozenset(), 10) == words


def test_numbers_in_a_row_are_said_from_the_first_to_the_last() -> None:
    assert numbered([1, 4, 5, 6, 9]) == ["1", "4 to 6", "9"]
    assert in_a_row(["box 1", "box 2", "box 3", "row 9"]) == ["boxes 1 to 3", "row 9"]
    assert without([7, 8, 9], range(1, 10)) == "is at most 6"
    assert without([1, 2], range(1, 10)) == "is at least 3"
    assert without([9], range(1, 10)) == "is not 9"
    assert without([2, 3, 4, 8], range(1, 10)) == "is not 2 to 4 or 8"
    assert without([1, 3, 4, 5, 6], range(1, 7)) == "is at most 2 and not 1"
    assert without([1, 2, 3, 6, 8, 9], range(1, 10)) == "is at least 4 and not 6, 8 or 9"
    assert without([1, 2, 3, 7, 8, 9], range(1, 10)) == "is at least 4 and at most 6"
    assert without([1, 9], range(1, 10)) == "is not 1 or 9"


def test_prepositions_that_follow_one_another_are_said_once() -> None:
    assert (
        after_prepositions(["at r1c1", "at r1c2", "above r1c3"])
        == "at r1c1 and r1c2, and above r1c3"
    )
    assert upper("a wall") == "A wall"
    assert upper("r1c1 is 3") == "r1c1 is 3"


@pytest.mark.parametrize(
    "name, words",
    [
        ("castle_wall", "(the black tower at r2c5 and the white tower at r4c5)"),
        ("castle_wall", "(the white 3 at r4c5 and the grey 0 at r5c3)"),
        ("masyu", "(the black pearl at r3c6)"),
        ("galaxies", "(the dot at r3c1"),
        ("akari", "(the block at r1c2, the block at r1c3, the 0 at r2c5 and the 0 at r5c4)"),
        ("anglers", "the rock at r1c3 and the rock at r2c5"),
        ("kakuro", "(the 10 at r2c2)"),
        ("gokigen", "(the 1 at the top left corner of r1c1"),
        ("battleship", "(the 0 left of row 5)"),
        ("thermo_sudoku", "(the thermo at r3c2 and the thermo at r3c3)"),
    ],
)
def test_clues_are_named_as_they_are_seen(name: str, words: str) -> None:
    assert is_told(name, words)


@pytest.mark.parametrize(
    "name, words",
    [
        ("arrow_sudoku", "(arrow a, arrow b and arrow c)"),
        ("aquarium", "(level 1, r1c2, r1c3 and the basin of r1c1)"),
        ("nurikabe", "(the island of r3c4)"),
        ("str8ts", "(r3c3 to r3c4)"),
        ("binairo", "(r1c1 to r1c3)"),
        ("shikaku", "Every piece holds one number (the piece of r1c5)"),
        ("magic_square", "(column 3 and the rising diagonal)"),
        ("lits", "(the 2x2 square at r1c4)"),
        ("heyawake", "(r1c4 to r3c4)"),
    ],
)
def test_what_a_rule_is_about_is_named(name: str, words: str) -> None:
    assert is_told(name, words)


@pytest.mark.parametrize(
    "name, words",
    [
        ("arrow_sudoku", "r1c4 is 1: so the other cells there are not 1."),
        ("magic_square", "r1c3 is 2: so the other cells of the board are not 2."),
        ("hashiwokakero", "No bridges at r1c1-r1c2, r1c6-r1c7"),
        ("toichika", "so no arrow at r2c1, r2c2, r3c1 and r3c2."),
        ("wall_logic", "The way at r1c4 and r2c4 is up"),
        ("yajirushi", "an arrow at"),
        ("tents", "so a tent at"),
        ("masyu", "so a line between"),
        ("binairo", "r1c1 and r1c3 are 0: so r1c2 is 1."),
        ("statue_park", "r3c6 is not shaded: so A, B, C and D do not cover r3c6."),
        ("send_more_money", "S and M are not 0."),
        ("slitherlink", "No line around r2c1 and r2c4."),
        ("aquarium", "Water in all of column 4."),
        (
            "akari",
            "the number of the block at r1c2 and the number of the block at r1c3 are at most 2",
        ),
    ],
)
def test_facts_are_said_as_a_player_says_them(name: str, words: str) -> None:
    assert is_told(name, words)


def test_cells_that_the_facts_show_are_not_named_again() -> None:
    assert "Shaded cells never share a side.\n  r2c3 is shaded" in told("heyawake")


def test_each_of_several_rules_says_what_it_is_about() -> None:
    assert (
        "A word holds no digit twice (r3c2 to r3c4).\n"
        "A word adds up to the number before it (the 19 at r3c1). Take them together."
    ) in told("kakuro")


def test_a_contradiction_of_two_facts_says_so() -> None:
    words = Explanation(load("star_battle"), example("star_battle")).position.words
    first, second = Fact(0, 1), Fact(1, 1)
    both = Step(Tier.ONE, (), (), (second, words.instances.opposite(second)))
    lines = words.lines(Step(Tier.CHAIN, (first,), (), (), (both,)))
    assert lines == [
        "Suppose no star at r1c1.",
        "  But a star at r1c2, no star at r1c2 – it cannot be both.",
        "  So a star at r1c1.",
    ]


@pytest.mark.parametrize(
    "name", ["castle_wall", "galaxies", "gokigen", "anglers", "hex_slitherlink"]
)
def test_no_name_of_the_file_format_is_left(name: str) -> None:
    text = told(name)
    assert text
    for token in ("top1", "bottom2", "left2", "p1q", "p2q", "/up", "/right", "..", "the o at"):
        assert token not in text


DIFFERENT = """\
puzzle "Different"
grid h x w
given clue : 0..2 at some cells unknown "?"
find  lamp : bool at cells - clue drawn ". *"

rule "A number counts the lamps beside it":
    for c in clue: count(lamp[adjacent(c)]) = clue[c]

rule "No two numbers are alike":
    for a, b in pairs(clue): clue[a] != clue[b]
"""


def test_clues_printed_as_unknown_are_explained_if_a_step_needs_them(tmp_path: Path) -> None:
    path = tmp_path / "different.spec"
    path.write_text(DIFFERENT, encoding="utf-8")
    lines = [line for s in Explanation(load(path), "1 . . ?") for line in s.lines]
    assert lines == [
        "A number counts the lamps beside it (the 1 at r1c1 and the ? at r1c4).",
        "  A lamp at r1c2, the ? at r1c4 is not 2.",
        "No two numbers are alike (the 1 at r1c1 and the ? at r1c4).",
        "  The ? at r1c4 is not 1.",
        "The ? at r1c4 is 0: no other value is left.",
        "A number counts the lamps beside it (the ? at r1c4).",
        "  The ? at r1c4 is 0: so no lamp at r1c3.",
    ]


def test_clues_printed_as_unknown_have_a_layer_and_a_place_in_json(tmp_path: Path) -> None:
    path = tmp_path / "different.spec"
    path.write_text(DIFFERENT, encoding="utf-8")
    shown = [*Explanation(load(path), "1 . . ?")]
    facts = [fact for s in shown for fact in step_as_json(s)["facts"] if fact["layer"] == "clue"]
    assert facts
    assert {fact["place"] for fact in facts} == {"r1c4"}


def test_clues_printed_as_unknown_are_not_explained_for_their_own_sake() -> None:
    assert "the ? at r5c4" in told("geradeweg")
    assert "So the ? at r5c4 is not" not in told("geradeweg")


MAGNETS = """\
half:
> < > <
v v > <
^ ^ v v
> < ^ ^
total:
top    2 2 0 1
left   1 2 1 1
bottom 2 2 1 0
right  1 2 1 1
"""


def test_what_the_two_numbers_of_a_line_leave_empty_takes_no_supposition() -> None:
    shown = [*Explanation(load("magnets"), MAGNETS)]
    assert {s.step.tier for s in shown} == {Tier.ONE}
    assert any("count its poles together [follows from the rules]" in s.lines[0] for s in shown)


def test_what_pearls_say_of_the_lines_beside_them_takes_no_supposition() -> None:
    tiers = [s.step.tier for s in Explanation(load("masyu"), example("masyu"))]
    assert tiers.count(Tier.ONE) > 30
    assert tiers.count(Tier.CHAIN) <= 2


def test_a_layer_of_pieces_at_some_cells_is_said_by_its_name() -> None:
    shown = list(load("wittgenstein_briquet").explain(example("wittgenstein_briquet")))
    lines = [line for one in shown for line in one.lines]
    assert any("rick at r" in line for line in lines)
    assert not any("is yes" in line or "are yes" in line for line in lines)
    # A brick beside a wall follows from no rule of the spec.
    assert any(line.endswith("– Walls stand only between different pieces.") for line in lines)


def test_a_contradiction_of_walls_and_pieces_breaks_a_rule() -> None:
    assert is_told("double_choco", "that breaks: Walls stand only between different pieces.")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("region ,", "region ','"),
        ("region '", 'region "\'"'),
        ("region A", "region A"),
        ("row 3", "row 3"),
        ("!", "!"),
    ],
)
def test_a_sign_that_would_be_read_as_punctuation_is_in_quotes(name: str, said: str) -> None:
    assert signed(name) == said


def test_the_letters_of_a_word_are_said_without_gaps() -> None:
    assert is_told("cryptarithm", "(word SEND and word MORE)")


def test_a_list_outside_the_board_is_said_by_the_name_of_its_layer() -> None:
    text = (
        "grid 1 x 2\ngiven tally : list of 0..2 at some sides\nfind star : bool at cells\n"
        'rule "A tally counts the stars":\n    for s in tally: tally[s] = [count(star[s.line])]\n'
    )
    shown = Explanation(Spec.of(Source("t.spec", text)), "tally:\ntop1 1\ntop2 0\n")
    lines = [line for step in shown for line in step.lines]
    assert any("the tally above column 1" in line for line in lines), lines


def test_a_step_by_cases_supposes_the_opposite() -> None:
    words = Explanation(load("heyawake"), example("heyawake")).position.words
    group = words.instances.groups[0]
    lines = words.lines(Step(Tier.CASES, (Fact(0, 0),), (group,), ()))
    assert lines[1:] == [
        "  Suppose r1c1 is shaded. By cases, with these rules at 1 place: no way to go on.",
        "  So r1c1 is unshaded.",
    ]


def test_if_one_value_of_a_clue_is_called_by_its_name_all_are() -> None:
    """White is written o, and black #."""
    shown = Explanation(load("circles_and_squares"), example("circles_and_squares"))
    lines = [line for one in shown for line in one.lines]
    assert any(
        "the white clue at r2c1" in line and "the black clue at r3c1" in line for line in lines
    )


SEATS = """\
things person = {ann, bob, cid}
things seat = 1..3
given likes : person at some person
find place : seat at person
rule "Everyone has a seat of their own": all_different(place)
rule "Who likes someone sits just before them":
    for p in likes: place[p] + 1 = place[likes[p]]
"""


def test_a_clue_about_a_thing_is_called_by_its_layer() -> None:
    """Not `the bob likes at ann`."""
    spec = Spec.of(Source("seats.spec", SEATS))
    reason = why(spec, "likes:\nann bob\nbob ann")
    words = reason.speech.printed(reason.clues or ())
    assert words == "likes bob for ann and likes ann for bob"


@pytest.mark.parametrize(
    ("name", "words"),
    [("dominosa", "(the pair of r2c1-r2c2 and"), ("n_queens", "the falling diagonal of r1c1")],
)
def test_a_group_of_computed_numbers_is_called_by_a_place_in_it(name: str, words: str) -> None:
    """Nobody sees the numbers."""
    shown = Explanation(load(name), example(name))
    assert any(words in line for one in shown for line in one.lines)


def test_things_are_called_by_their_set_and_not_by_what_a_rule_asks_about_them() -> None:
    """The one who likes ann is bob."""
    shown = Explanation(Spec.of(Source("seats.spec", SEATS)), "likes:\nbob ann\nann cid")
    lines = [line for one in shown for line in one.lines]
    assert any("(person ann and person bob)" in line for line in lines)
    assert not any("likes bob" in line for line in lines)


@pytest.mark.parametrize(
    ("about", "rule", "words"),
    [
        ("Place the lamps.", "A row has just enough light", "a lamp at r1c1"),
        ("", "One lamp a row", "a lamp at r1c1"),
        ("Light up the grid.", "A row has just enough light", "lamp at r1c1"),
    ],
)
def test_things_that_are_counted_have_an_article(about: str, rule: str, words: str) -> None:
    spec = f"""\
puzzle "Lamps"
about "{about}"
grid h x w
find lamp : bool at cells
rule "{rule}":
    for r in rows: count(lamp[r]) = 1
"""
    speech = Explanation(Spec.of(Source("lamps.spec", spec)), "h: 1\nw: 2").position.words
    assert speech.facts([Fact(0, 1)]) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("heyawake", "the 2 at r2c3"),  # not room b, too
        ("arukone", "the A at r2c3 and the A at r2c4"),  # nor the letter, too
        ("heyablock", "column 4"),  # not its only stretch, too
        ("mirror_block", "the mirror line between r1c2 and r1c3"),  # not the cells beside it, too
        ("edamame", "the pod of r1c1"),  # not r1c1, too
        ("kropki", "the white dot between r1c2 and r1c3"),
        ("ant_mill", "the equal sign between r1c3 and r1c4"),
        ("adjacent", "r1c1 and r1c2"),  # no bar is between them
    ],
)
def test_an_instance_is_named_once_and_by_the_sign_that_it_is_about(name: str, words: str) -> None:
    grounding = load(name).ground(example(name), exact=True)
    about = Wording(grounding).about
    origins = dict.fromkeys(o for c in grounding.model.constraints for o in c.origins)
    assert words in [listed(about.one(origin)) for origin in origins]


@pytest.mark.parametrize(
    ("about", "value", "words"),
    [
        ("", "triangle", "r1c1 is a triangle"),  # a sign
        ("", "moon", "r1c1 is a moon"),  # which looks like a crescent
        ("Two goats a row.", "goat", "r1c1 is a goat"),
        ("One wolf, or none.", "wolf", "r1c1 is a wolf"),
        ("Wolves do not touch.", "wolf", "r1c1 is a wolf"),
        ("A black cell touches a wolf", "black", "r1c1 is black"),
        ("Letters a and b", "a", "r1c1 is a"),
    ],
)
def test_values_that_are_things_have_an_article(about: str, value: str, words: str) -> None:
    spec = f'about "{about}"\ngrid h x w\nfind kind : {{{value}, other}} at cells\n'
    speech = Explanation(Spec.of(Source("kinds.spec", spec)), "h: 1\nw: 2").position.words
    assert speech.facts([Fact(0, 0)]) == words


def test_several_things_are_named_in_the_plural() -> None:
    spec = "grid h x w\nfind kind : {triangle, black, square} at cells\n"
    words = Explanation(Spec.of(Source("kinds.spec", spec)), "h: 1\nw: 2").position.words
    assert words.facts([Fact(0, 0), Fact(1, 0)]) == "r1c1 and r1c2 are triangles"
    assert words.facts([Fact(0, k, False) for k in (0, 1)]) == "r1c1 is a square"
    assert words.facts([Fact(v, 2, False) for v in (0, 1)]) == "r1c1 and r1c2 are not squares"


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("sheep", "sheep"),
        ("black fish", "black fish"),
        ("wolf", "wolves"),
        ("leaf", "leaves"),
        ("gulf", "gulfs"),
        ("berry", "berries"),
        ("key", "keys"),
        ("box", "boxes"),
        ("woman", "women"),
    ],
)
def test_the_plural_of_a_noun(noun: str, many: str) -> None:
    assert plural(noun) == many


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ([2, 3, 4, 5, 6], "r1c1 is not 2 to 6"),
        ([None, 1, 2, 3, 7], "r1c1 is not empty, 1 to 3 or 7"),
        ([None, 5], "r1c1 is not empty or 5"),
    ],
)
def test_numbers_in_a_row_are_named_by_their_ends_where_a_place_may_be_empty(
    gone: list[int | None], words: str
) -> None:
    spec = Spec.of(Source("n.spec", "grid h x w\nfind number : 0..9 at some cells\n"))
    position = Explanation(spec, "h: 1\nw: 1").position
    code = {value: k for k, value in position.instances.spots[0].values.items()}
    assert position.words.facts([Fact(0, code[value], False) for value in gone]) == words


def test_a_list_without_elements_is_not_named() -> None:
    hint = load("yajirushi").hint(example("yajirushi"))
    lines = [line for one in hint.steps for line in one.lines]
    assert lines
    assert not any("()" in line for line in lines)


@pytest.mark.parametrize(
    ("places", "words"),
    [("cells", "so no number at r1c2 and r1c3"), ("corners", "so r1c2 and r1c3 are empty")],
)
def test_a_place_is_empty_only_if_no_other_layer_can_have_a_value_there(
    places: str, words: str
) -> None:
    text = f"""\
puzzle "Numbers"
grid h x w
given clue : 1..2 at some cells
find mark : bool at {places}
find number : 1..2 at some cells from clue
rule "Every row has one number":
    for r in rows: size(number & r) = 1
rule "Every place is marked, except for one": count(mark) = size({places}) - 1
"""
    shown = Explanation(Spec.of(Source("t.spec", text)), "clue:\n1 . .")
    said = "\n".join(line for step in shown for line in step.lines)
    assert words in said


NUMBERED = """\
puzzle "Gaps"
given start : 0..2 at some 1..3
find  gap   : 0..2 at 1..3
find  pair  : 0..1 at 1..2, 1..2
rule "Gaps":
    for i in 1..3: gap[i] = start[i] or i not in start
rule "One pair": sum(pair) = 1
"""


def test_numbers_as_places_are_named_with_their_layer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gaps.spec").write_text(NUMBERED, encoding="utf-8")
    spec = str(tmp_path / "gaps.spec")
    assert main(["hint", spec, "start:\n2 1"]) == 0
    assert capsys.readouterr().out == "Look at the gap of 2.\n"
    assert main(["why", spec, "start:\n1 1\n2 1\n3 1"]) == 1
    said = capsys.readouterr().out
    assert "Undecided: the pair of (1, 1), (1, 2), (2, 1) and (2, 2)." in said


TWICE = """\
puzzle "Twice"
param k : 1..4 = 2
let   n = 2 * k
grid  n x n
given start : 1..k at some cells
find  digit : 1..k at cells from start
rule "Every row holds each digit twice":
    for r in rows:
        for v in 1..k: count(digit[r] = v) = 2
"""


def test_a_number_beside_a_row_is_called_a_number() -> None:
    shown = Explanation(Spec.of(Source("t.spec", TWICE)), "1 1 . .\n. . . .\n. . . .\n. . . .")
    said = next(line for step in shown for line in step.lines)
    assert said == "Every row holds each digit twice (row 1 and the number 1)."


def test_a_number_of_numbered_things_has_their_name() -> None:
    cube = (
        "grid n x n\nthings level = 1..n\nfind digit : 1..n at cells, level\n"
        'rule "Each level is a Latin square": for l in level:\n'
        "        for r in rows + columns: all_different(digit[c, l] for c in r)\n"
        'rule "A start": digit[[c for c in cells][1], 2] = 2\n'
        'rule "More": for l in level: digit[[c for c in cells][2], l] != 3\n'
    )
    shown = Explanation(Spec.of(Source("cube.spec", cube)), "n: 3")
    said = [line for step in shown for line in step.lines]
    assert any("level 2" in line for line in said)
    assert not any("the number" in line for line in said)


def test_a_piece_of_borders_is_named_by_a_side() -> None:
    explanation = Explanation(load("slash_pack"), example("slash_pack"))
    said = next(iter(explanation)).lines[0]
    assert "the region of the side between r2c3 and r3c3" in said


def test_all_links_of_a_cell_are_not_called_its_sides() -> None:
    locating = Locating(BOARD)
    every = [link for link in BOARD.links if "r1c2" in {c.name for c in locating.cells(link)}]
    assert locating.names(every, set(every)) == ["all links of r1c2"]


ROOMS = """puzzle "Rooms"
grid  h x w
given clue : 1..9 at some cells
find  room : pieces at cells
rule "Each room holds one number, its size":
    for p in room: size(clue & p) = 1
    for c in clue: size(room[c]) = clue[c]
rule "Rooms of the same size never share a side":
    for a, b in adjacent: room[a] != room[b] => size(room[a]) != size(room[b])
"""


def test_a_contradiction_without_further_steps_is_a_single_sentence() -> None:
    reason = Spec.of(Source("t.spec", ROOMS)).why("clue:\n.4.\n4..\n..1\n")
    assert reason.steps[-1].lines == [
        "No wall between r1c1 and r1c2, a wall between r1c1 and r2c1 – that breaks: "
        "Each room holds one number, its size (the 4 at r1c2 and the 4 at r2c1); "
        "Rooms of the same size never share a side (r1c1 and r2c1)."
    ]


def test_the_outline_of_a_placed_piece_is_one_step() -> None:
    steps = list(load("pentominoes").explain(example("pentominoes")))
    outlines = [s for s in steps if not s.step.groups and "no seam" in s.lines[0]]
    cited = [s.step.cited for s in outlines]
    assert len(set(cited)) == len(cited)
    assert outlines[0].lines == [
        "The spot of W is r2c1, r3c1, r3c2, r4c2 and r4c3: so no seam between r2c1 and r3c1, "
        "between r3c1 and r3c2, between r3c2 and r4c2, and between r4c2 and r4c3."
    ]
