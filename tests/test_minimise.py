"""Minimising and mending: against brute force."""

from __future__ import annotations

import json
import re
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
import pzc
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.tasks.make.bench import Bench
from pzc.tasks.make.given import UNLIMITED
from pzc.tasks.make.mending import Change
from pzc.tasks.make.minimising import Minimised
from pzc.tasks.spec import Spec


def unique(spec: Spec, text: str) -> bool:
    return spec.count(text, limit=2) == 1


def puzzle(name: str) -> tuple[Spec, str]:
    """A puzzle with many clues: made so, then given all that its seed allows."""
    sizes = {"slitherlink": (4, 4), "nurikabe": (5, 5), "kurodoko": (4, 4)}
    spec = pzc.load(name)
    return spec, next(spec.generate(size=sizes[name], seed=3, clues=(5, 11))).text


def tokens(text: str) -> list[int]:
    """The positions of the digits of the picture of clues."""
    start = text.index("clue:\n")
    return [k for k in range(start, len(text)) if text[k].isdigit()]


def without(text: str, gone: tuple[int, ...]) -> str:
    return "".join("." if k in gone else token for k, token in enumerate(text))


@pytest.mark.parametrize("name", ["slitherlink", "kurodoko", "nurikabe"])
def test_no_fewer_clues_do(name: str) -> None:
    spec, text = puzzle(name)
    done = spec.minimise(text, fewest=True)
    assert unique(spec, done.text)
    assert str(spec.solve(done.text)) == str(spec.solve(text))
    clues = tokens(text)
    assert done.before == len(clues)
    some = [
        without(text, gone)
        for gone in combinations(clues, min(len(clues), done.before - done.clues + 1))
    ]
    assert some
    one = str(spec.solve(text))
    assert not any(unique(spec, fewer) and str(spec.solve(fewer)) == one for fewer in some)


def test_what_is_left_cannot_be_spared() -> None:
    spec, text = puzzle("slitherlink")
    done = spec.minimise(text, seed=5)
    left = tokens(done.text)
    assert len(left) == done.clues
    assert [unique(spec, without(done.text, (k,))) for k in left] == [False] * len(left)


def test_a_puzzle_with_several_solutions_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minimise", "slitherlink", "clue:\n..\n.."]) == 1
    assert "E0536" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "code"),
    [(["--symmetry", "rotate4"], "E0539"), (["--symmetry", "mirror", "--fewest"], "E0514")],
)
def test_a_symmetry_that_clues_cannot_have_is_refused(
    options: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["minimise", "slitherlink", "clue:\n3..\n..3", *options]) == 2
    assert code in capsys.readouterr().err


def test_the_smallest_change_mends_a_draft() -> None:
    spec, text = puzzle("slitherlink")
    done = spec.minimise(text, fewest=True)
    draft = without(done.text, (tokens(done.text)[0],))
    assert not unique(spec, draft)
    mended = spec.mend(draft)
    assert mended is not None
    assert unique(spec, mended.text)
    assert len(mended.changes) == 1


def test_a_draft_without_a_solution_is_mended() -> None:
    spec = pzc.load("slitherlink")
    draft = "clue:\n33\n30\n"
    mended = spec.mend(draft)
    assert mended is not None
    assert unique(spec, mended.text)
    singles = [draft[:k] + token + draft[k + 1 :] for k in (6, 7, 9, 10) for token in ".01234"]
    assert any(unique(spec, text) for text in singles) == (len(mended.changes) == 1)


@pytest.mark.parametrize("blocks", ["2.4/.../1..", "0.2/.1./...", "..3/#../..1", "4#/.."])
def test_clues_on_whose_places_the_board_depends_are_replaced(blocks: str) -> None:
    spec = pzc.load("akari")
    shown = blocks.replace("/", "\n")
    places = [k for k, token in enumerate(shown) if token.isdigit()]
    costs = []
    for values in product("01234", repeat=len(places)):
        other = "".join(
            values[places.index(k)] if k in places else token for k, token in enumerate(shown)
        )
        if unique(spec, f"block:\n{other}\n"):
            costs.append(sum(shown[k] != v for k, v in zip(places, values, strict=True)))
    mended = spec.mend(f"block:\n{shown}\n")
    assert (None if mended is None else len(mended.changes)) == min(costs, default=None)
    if mended is not None:
        assert unique(spec, mended.text)
        assert {change.kind for change in mended.changes} <= {"replaced"}


def test_a_puzzle_in_order_needs_no_change() -> None:
    spec, text = puzzle("kurodoko")
    mended = spec.mend(text)
    assert mended is not None
    assert mended.changes == ()


SHOWN = "block:\n.12..\n1...0\n.0...\n.....\n...0.\n"  # an Akari with all of its numbers


def test_values_become_unknown_where_the_board_depends_on_the_places() -> None:
    spec = pzc.load("akari")
    done = spec.minimise(SHOWN)
    left = [k for k, token in enumerate(done.text) if token.isdigit()]
    assert left and done.withheld == 6 - len(left) == done.text.count("#") > 0
    assert unique(spec, done.text) and str(spec.solve(done.text)) == str(spec.solve(SHOWN))
    assert re.sub("[#0-4]", "x", done.text) == re.sub("[#0-4]", "x", SHOWN)
    fewer = [done.text[:k] + "#" + done.text[k + 1 :] for k in left]
    assert not any(unique(spec, text) for text in fewer)
    assert spec.minimise(done.text).withheld == 0
    assert done.kept == {}


def test_a_smallest_set_of_clues_keeps_their_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minimise", "akari", SHOWN, "--fewest"]) == 2
    told = capsys.readouterr().err
    assert "E0535" in told and "without --fewest, its values can become unknown" in told


def test_the_command_tells_how_many_values_became_unknown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["minimise", "akari", SHOWN]) == 0
    withheld = pzc.load("akari").minimise(SHOWN).withheld
    assert capsys.readouterr().err == f"{withheld} values are no longer shown\n"


def test_clues_of_unknown_value_stay_while_others_go() -> None:
    spec = pzc.load("nurimisaki")
    full = "cape:\n. . . . 2\no . . . .\n. 3 . . .\n. . . . 2\n4 . . . .\n"
    assert unique(spec, full)
    done = spec.minimise(full)
    assert unique(spec, done.text) and "o" in done.text
    assert done.before == 4 and done.clues <= 4
    assert done.clues + 1 == len(re.findall("[o2-4]", done.text.partition("\n")[2]))


HALVES = """\
puzzle "Halves"
grid 1 x 2
given clue : 1..2 at some cells
find  a    : bool at cells
find  b    : bool at cells
rule "A clue counts":
    for c in clue: count(a) = clue[c]
"""


def test_a_board_that_no_clues_decide_is_reported(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "halves.spec").write_text(HALVES)
    assert main(["mend", str(tmp_path / "halves.spec"), "clue:\n1."]) == 1
    assert "unique solution" in capsys.readouterr().err


def test_both_commands_print_the_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    spec, text = puzzle("kurodoko")
    assert main(["minimise", "kurodoko", text, "--fewest"]) == 0
    out = capsys.readouterr().out
    done = spec.minimise(text, fewest=True)
    assert isinstance(done, Minimised)
    assert out == done.text
    assert main(["mend", "kurodoko", without(out, (tokens(out)[0],))]) == 0
    assert unique(spec, capsys.readouterr().out)


KINDS = """\
puzzle "Kinds of clues"
grid  1 x 4
given row  : list of 1..3 at some rows
given wall : bool at some cells drawn ". #"
given room : symbol at cells
given seen : 1..3 at some sides unknown "?"
given dot  : bool at links
find  a    : bool at c in cells where not wall[c]
rule "A row shows its runs":
    for r in row: [size(s) for s in runs(r, a)] = row[r]
rule "A dot is between two that are alike":
    for l in dot: all_equal(a[c] for c in ends(l))
rule "A side counts":
    for s in seen: count(a[s.line]) = seen[s]
rule "A room has one":
    for g in groups(room): count(a[g]) = 1
{more}
"""
STAYS = {
    "row": "its values are lists",
    "wall": "the board depends on it",
    "room": "its values are regions, not clues",
    "seen": "all of its values are unknown",
    "dot": "every puzzle has a value at each of its places",
}


def kinds(folder: Path, more: str = "") -> tuple[str, str]:
    """A spec with layers whose clues cannot be removed, and a puzzle of it."""
    path = folder / "kinds.spec"
    path.write_text(KINDS.replace("{more}", more))
    room, links = "room:\nA A A B\n", "dot:\n...#...\n"
    return str(path), f"row:\n1 1\nwall:\n.#..\n{room}seen:\nleft ?\n{links}"


def test_layers_whose_clues_stay_are_named_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, text = kinds(tmp_path)
    assert main(["minimise", spec, text]) == 2
    lines = capsys.readouterr().err.split("\n")
    said = [line.partition("error[E0535]: ")[2] for line in lines if "E0535" in line]
    assert said == [f"'{name}' stays as it is: {why}" for name, why in STAYS.items()]
    assert any("say in a rule what they are there: `for c in wall: …`" in line for line in lines)


def test_layers_that_stay_beside_removed_clues_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = 'given first : bool at some cells\nrule "First":\n    for c in first: a[c]'
    spec, text = kinds(tmp_path, more)
    assert main(["minimise", spec, f"{text}first:\n#...\n"]) == 0
    said = capsys.readouterr().err.strip().split("\n")
    assert said[0] == "0 of 1 clues"
    assert said[1:] == [f"'{name}' stays as it is: {why}" for name, why in STAYS.items()]


HIDDEN = """\
puzzle "Hidden signs"
grid 1 x 3
given clue : 0..3 at some cells
find  a    : bool at cells
find  sign : 1..2 at cells
rule "A clue counts itself and what is beside it, of the kind of its sign":
    for c in clue:
        sign[c] = 1 => count(a[touching(c)]) = clue[c]
        sign[c] = 2 => count(a[touching(c)]) + 1 = clue[c] and a[c]
answer a
"""


def test_hidden_values_that_save_a_solution_are_known(tmp_path: Path) -> None:
    """Another solution may hold with other hidden values than those it was found with."""
    (tmp_path / "hidden.spec").write_text(HIDDEN)
    spec = pzc.load(str(tmp_path / "hidden.spec"))
    layouts = ["".join(some) for some in product(".0123", repeat=3)]
    single = [row for row in layouts if unique(spec, f"clue:\n{row}\n")]
    assert single and len(single) < len(layouts)
    for draft in ("...", "1..", "0.3", "222"):
        mended = spec.mend(f"clue:\n{draft}\n")
        assert mended is not None and unique(spec, mended.text)
        least = min(sum(a != b for a, b in zip(draft, row, strict=True)) for row in single)
        assert len(mended.changes) == least
    for row in single:
        if row.count(".") < 2:
            done = spec.minimise(f"clue:\n{row}\n", fewest=True)
            same = str(spec.solve(f"clue:\n{row}\n"))
            fewer = [
                other
                for other in single
                if all(b in (a, ".") for a, b in zip(row, other, strict=True))
                and str(spec.solve(f"clue:\n{other}\n")) == same
            ]
            assert done.clues == min(3 - other.count(".") for other in fewer)


def test_no_smaller_change_mends_a_draft() -> None:
    spec = pzc.load("slitherlink")
    single = [
        row
        for row in product(".01234", repeat=4)
        if unique(spec, f"clue:\n{row[0]}{row[1]}\n{row[2]}{row[3]}\n")
    ]
    assert single
    for draft in ("33\n3.", "2.\n.0", "11\n11", "4.\n.4", "1.\n.."):
        mended = spec.mend(f"clue:\n{draft}\n")
        assert mended is not None and unique(spec, mended.text)
        flat = draft.replace("\n", "")
        least = min(sum(a != b for a, b in zip(flat, row, strict=True)) for row in single)
        assert len(mended.changes) == least, draft


@pytest.mark.parametrize(
    "name, draft",
    [
        ("heyawake", "room:\nAAA\nAAA\nBBB\n\nclue:\n...\n...\n2..\n"),
        ("fillmat", "clue:\n....3\n1....\n..2..\n....1\n.....\n"),
    ],
)
def test_one_change_mends_where_presolve_has_counted(name: str, draft: str) -> None:
    """The model has variables for what several rules count."""
    spec = pzc.load(name)
    assert not unique(spec, draft)
    mended = spec.mend(draft)
    assert mended is not None and len(mended.changes) == 1
    assert unique(spec, mended.text)


def test_the_changes_of_a_draft_are_said_in_words() -> None:
    latin = pzc.load("latin_square")
    assert [c.words[-len("is added") :] for c in changes(latin, "..\n..")] == ["is added"]
    (change,) = changes(latin, "11\n..")
    wanted = {"removed": "1 is removed", "replaced": "1 is replaced by 2"}
    assert change.words == f"{change.layer}[{change.place}]: {wanted[change.kind]}"


def changes(spec: Spec, draft: str) -> tuple[Change, ...]:
    mended = spec.mend(draft)
    assert mended is not None
    return mended.changes


def test_queries_about_a_written_puzzle_have_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = set()
    search = Bench._search

    def noted(bench: Bench, assuming: Any, most: int, *more: Any) -> Any:
        limits.add(most)
        return search(bench, assuming, most, *more)

    monkeypatch.setattr(Bench, "_search", noted)
    spec, text = pzc.load("kurodoko"), "clue:\n. 5 .\n. . .\n. 5 .\n"
    mended = spec.mend(text)
    assert mended is not None
    spec.minimise(mended.text, fewest=True)
    assert limits == {UNLIMITED}


PILLS = """\
param most : 1..9
grid h x w
given digit : 0..3 at cells
things pill = 1..most
find spot : one of placements("##", turned) at pill
let used[c in cells] = any(c in spot[p] for p in pill)
answer used
rule "Pills do not overlap": for c in cells: count(c in spot[p] for p in pill) <= 1
rule "The sum of pill k is k": for p in pill: sum(digit[spot[p]]) = p
"""


def test_an_answer_that_is_computed_is_mended_by_the_fewest_changes() -> None:
    """No found layer is shown, so that solutions differ in what is computed from them only."""
    spec = Spec.of(Source("pills.spec", PILLS))
    draft = "012\n102\n"
    assert spec.count(f"most: 2\n\ndigit:\n{draft}") > 1
    found = spec.mend(f"most: 2\n\ndigit:\n{draft}")
    assert found is not None
    assert spec.count(found.text) == 1
    at = [k for k, char in enumerate(draft) if char != "\n"]
    changed = [draft[:k] + str(value) + draft[k + 1 :] for k in at for value in range(4)]
    single = [text for text in changed if spec.count(f"most: 2\n\ndigit:\n{text}", limit=2) == 1]
    assert len(found.changes) == (1 if single else 2)


def test_numbers_that_are_everywhere_stay() -> None:
    """Targets may be up to 9999: they are not opened for more than they are."""
    spec = pzc.load("kenken")
    made = next(spec.generate(size=(4, 4), seed=1))
    done = spec.minimise(made.text)
    assert done.text == made.text and done.before == 0
    assert done.kept["target"] == "every puzzle has a value at each of its places"


def test_what_cannot_change_of_a_draft_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mend", "minesweeper", "clue:\n0 . .\n. . 1\n. . .\n"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "no clues on this board have a unique solution",
        "'clue' keeps its places: the board depends on them",
    ]
    assert (
        main(["mend", "heyawake", "room:\nAAA\nAAA\nBBB\n\nclue:\n...\n...\n2..\n", "--json"]) == 0
    )
    assert json.loads(capsys.readouterr().out)["fixed"] == {
        "room": "stays as it is: its values are regions, not clues"
    }
