"""Explanations as an SVG strip and as an HTML page: complete, readable without colours, safe.

Run as a script, this writes the pictures of docs/explaining.md.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import play_browser
import pytest
from pzc import load
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.render.page import page
from pzc.render.strip import Frame, strip
from pzc.render.themes import LIGHT, PRINT
from pzc.tasks.explain.shown import Shown
from pzc.tasks.library import examples
from pzc.tasks.spec import Spec
from some import some

SVG = "{http://www.w3.org/2000/svg}"
# A square board with cells, one with lines, one with clues outside, and a hexagonal one.
GENRES = ("kakuro", "masyu", "skyscrapers", "hex_star_battle")
NASTY = """\
puzzle "<b>&Tricks</b>"
grid h x w
given lamp_on : bool at cells drawn ". o"
find lamp : bool at cells drawn ". *"
rule "A <i>printed</i> lamp":
    for c in cells: lamp_on[c] => lamp[c]
rule "Each row & column has \\"one\\" <script>alert(1)</script>":
    for unit in rows + columns: count(lamp[unit]) = 1
"""


@cache
def explained(name: str) -> tuple[Shown, ...]:
    return tuple(load(name).explain(examples(name)[0].read_text(encoding="utf-8")))


def frames(shown: tuple[Shown, ...]) -> list[Frame]:
    return [Frame(f"Step {k}", *s.picture, tuple(s.lines)) for k, s in enumerate(shown, 1)]


def boards(tree: ElementTree.Element) -> list[ElementTree.Element]:
    return [node for node in tree.iter(f"{SVG}svg") if node is not tree]


def framed(board: ElementTree.Element, stroke: str, dashed: bool) -> int:
    return sum(
        node.get("stroke") == stroke and (node.get("stroke-dasharray") is not None) == dashed
        for group in board.iter(f"{SVG}g")
        if group.get("class") == "marks"
        for node in group
    )


@pytest.mark.parametrize("name", GENRES)
def test_a_strip_has_a_board_for_each_step_with_its_sentences_beneath(name: str) -> None:
    shown = explained(name)
    tree = ElementTree.fromstring(strip("Steps", frames(shown)))
    assert len(boards(tree)) == len(shown) > 0
    told = "".join(node.text or "" for node in tree.iter(f"{SVG}text")).replace(" ", "")
    sentences = [line.replace(" ", "") for step in shown for line in step.lines]
    assert [s for s in sentences if s not in told] == []


@pytest.mark.parametrize("name", GENRES)
def test_what_is_cited_is_framed_in_dashes_and_what_follows_thickly(name: str) -> None:
    shown = explained(name)
    tree = ElementTree.fromstring(strip("Steps", frames(shown)))
    for step, board in some(zip(shown, boards(tree), strict=True)):
        marks = step.picture[1]
        assert framed(board, LIGHT.cited, dashed=True) == len(set(marks.cited) - set(marks.new))
        assert framed(board, LIGHT.new, dashed=False) == len(set(marks.new)) > 0
        assert framed(board, LIGHT.cited, dashed=False) == framed(board, LIGHT.new, True) == 0


def test_marks_are_distinguishable_on_paper_without_colours() -> None:
    tree = ElementTree.fromstring(strip("Steps", frames(explained("kakuro")), PRINT))
    assert PRINT.cited == PRINT.new
    assert any(framed(board, PRINT.new, True) for board in boards(tree))
    assert all(framed(board, PRINT.new, False) for board in boards(tree))


def test_values_that_are_ruled_out_are_struck_out() -> None:
    shown = explained("kakuro")
    step = next(s for s in shown if not any(f.holds for f in s.step.facts))
    struck = step.picture[1].struck
    assert struck
    (board,) = boards(ElementTree.fromstring(strip("", frames((step,)))))
    texts = [node.text for node in board.iter(f"{SVG}text")]
    assert [t for values in struck.values() for t in values if t not in texts] == []


def test_lines_that_are_ruled_out_are_crossed() -> None:
    last = explained("masyu")[-1].picture[1]
    assert last.absent
    assert {place.kind for place in last.absent} == {"link"}


# One piece of two cells at most, so that no two pieces meet; between it and the other cells there
# are borders, which the picture draws.
DOMINO = """
grid 1 x 3
find block : pieces at some cells
rule "One piece": size(block) = 1
rule "Of the first two cells": [c for c in cells if c.column < 3] = [c for c in cells if c in block]
"""


def test_beside_cells_in_no_piece_no_border_is_ruled_out() -> None:
    spec = Spec.of(Source("domino.spec", DOMINO))
    steps = tuple(spec.explain())
    told = "\n".join(line for step in steps for line in step.lines)
    assert "o border of two pieces between r1c2 and r1c3" in told
    assert "wall between" not in told
    crossed = {place.name for step in steps for place in step.picture[1].absent}
    assert crossed == {"r1c1/right"}


def test_walls_that_are_known_are_drawn() -> None:
    steps = explained("palisade")
    assert any(step.picture[1].walls for step in steps)


class Reader(HTMLParser):
    """Collects the elements of a page, and checks that they are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.told: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.told.append(data)


@pytest.mark.parametrize("name", GENRES)
def test_a_page_has_a_section_for_each_step_and_needs_nothing_else(name: str) -> None:
    shown = explained(name)
    text = page("Steps", frames(shown))
    read = Reader(text)
    sections = [a for tag, a in read.elements if tag == "section"]
    assert [a["id"] for a in sections] == [f"step-{k}" for k in range(1, len(shown) + 1)]
    told = " ".join(read.told)
    assert [s for step in shown for s in step.lines if s.strip() not in told] == []
    assert not any({"src", "href"} & a.keys() for _, a in read.elements)
    assert text.replace("http://www.w3.org/2000/svg", "").count("http") == 1  # http-equiv
    assert "@media print" in text and "prefers-color-scheme: dark" in text


def test_boards_and_buttons_of_a_page_have_labels() -> None:
    read = Reader(page("Steps", frames(explained("kakuro"))))
    named = [a for tag, a in read.elements if tag in ("svg", "button", "input", "nav")]
    assert len(named) > 4
    assert all(a.get("aria-label") for a in named)
    (first, *_) = (a["aria-label"] for tag, a in read.elements if tag == "svg")
    assert first is not None and first.startswith("Board, Step 1; looked at: ")
    assert "; new: " in first


def test_texts_of_a_spec_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "nasty.spec"
    path.write_text(NASTY, encoding="utf-8")
    shown = tuple(load(path).explain("lamp_on:\no .\n. ."))
    assert shown
    read = Reader(page("<b>&Tricks</b>", frames(shown)))
    assert [tag for tag, _ in read.elements].count("script") == 1
    assert not {"b", "i"} & {tag for tag, _ in read.elements}
    ElementTree.fromstring(strip("<b>&Tricks</b>", frames(shown)))


def test_keys_and_buttons_walk_through_a_page(tmp_path: Path) -> None:
    path = tmp_path / "steps.html"
    shown = explained("kakuro")
    path.write_text(page("Steps", frames(shown)), encoding="utf-8")
    with play_browser.browser() as driver:
        driver.get(path.as_uri())

        def seen() -> str:
            found = driver.find_elements("css selector", ".step")
            return " ".join(step.get_attribute("id") for step in found if step.is_displayed())

        body = driver.find_element("css selector", "body")
        walked = [seen()]
        for keys in ("\ue014", "\ue014", "\ue012", "\ue010"):  # right, right, left, end
            body.send_keys(keys)
            walked.append(seen())
        driver.find_element("id", "first").click()
        walked.append(seen())
        told = driver.find_element("css selector", ".announced").get_attribute("textContent")
    last = f"step-{len(shown)}"
    assert walked == ["step-1", "step-2", "step-3", "step-2", last, "step-1"]
    assert shown[0].lines[-1].strip() in told


# ---- the documentation ---------------------------------------------------------------------------

DOCS = Path(__file__).resolve().parent.parent / "docs"


def chains(shown: tuple[Shown, ...]) -> tuple[Shown, ...]:
    """The first chain and the step behind it."""
    first = next(k for k, step in enumerate(shown) if step.step.inner)
    return shown[first : first + 2]


def documented() -> dict[str, str]:
    """The pictures of the chapter, by name."""
    stars = explained("star_battle")
    hexagons = chains(explained("hex_star_battle"))
    kakuro = [s for s in explained("kakuro") if not any(f.holds for f in s.step.facts)]
    return {
        "explain-stars": strip("Star Battle", frames(stars[:3])),
        "explain-hexagons": strip("Hexagonal Star Battle", frames(hexagons)),
        "explain-kakuro": strip("Kakuro", frames(tuple(kakuro[:3]))),
    }


def words(picture: str) -> list[str]:
    tree = ElementTree.fromstring(picture)
    return [node.text or "" for node in tree.iter(f"{SVG}text")]


def test_the_pictures_of_the_chapter_tell_what_is_explained_today() -> None:
    chapter = (DOCS / "explaining.md").read_text(encoding="utf-8")
    for name, picture in some(documented().items()):
        stored = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
        assert f"(pictures/{name}.svg)" in chapter
        assert words(stored) == words(picture)


# ---- commands ------------------------------------------------------------------------------------


def test_explain_writes_a_strip_and_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = str(examples("star_battle")[0])
    svg, html = tmp_path / "steps.svg", tmp_path / "steps.html"
    assert main(["explain", "star_battle", puzzle, "--svg", str(svg), "--html", str(html)]) == 0
    assert capsys.readouterr().out.startswith("1  ")
    count = len(explained("star_battle"))
    assert len(boards(ElementTree.parse(svg).getroot())) == count
    assert html.read_text(encoding="utf-8").count("<section") == count


def test_a_strip_on_stdout_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = str(examples("star_battle")[0])
    assert main(["explain", "star_battle", puzzle, "--svg", "-", "--place", "r5c3"]) == 0
    ElementTree.fromstring(capsys.readouterr().out)
    assert main(["hint", "star_battle", puzzle, "--svg", "-"]) == 0
    assert len(boards(ElementTree.fromstring(capsys.readouterr().out))) > 0


def test_a_hint_is_drawn_with_all_its_steps(tmp_path: Path) -> None:
    puzzle, svg = str(examples("kakuro")[0]), tmp_path / "hint.svg"
    assert main(["hint", "kakuro", puzzle, "--svg", str(svg)]) == 0
    hint = load("kakuro").hint(examples("kakuro")[0].read_text(encoding="utf-8"))
    assert len(boards(ElementTree.parse(svg).getroot())) == len(hint.steps) > 1


def test_two_outputs_do_not_go_to_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = str(examples("star_battle")[0])
    assert main(["explain", "star_battle", puzzle, "--svg", "-", "--html", "-"]) == 2
    assert main(["hint", "star_battle", puzzle, "--json", "--svg", "-"]) == 2
    assert capsys.readouterr().err.count("E0509") == 2


@pytest.mark.parametrize("option", [["--svg", "a.png"], ["--svg", "a.html"], ["--html", "a.pdf"]])
@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_file_of_another_format_is_refused(
    command: str, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "star_battle", str(examples("star_battle")[0]), *option]) == 2
    assert "E0518" in capsys.readouterr().err


def test_without_steps_files_are_written_all_the_same(tmp_path: Path) -> None:
    svg, html = tmp_path / "none.svg", tmp_path / "none.html"
    puzzle = "n: 2\nclue:\n1 1\n. ."
    assert main(["explain", "latin_square", puzzle, "--svg", str(svg), "--html", str(html)]) == 1
    assert boards(ElementTree.parse(svg).getroot()) == []
    Reader(html.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name, picture in documented().items():
        (DOCS / "pictures" / f"{name}.svg").write_text(picture, encoding="utf-8")
