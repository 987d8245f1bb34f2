"""The command line: what each command prints, and its exit codes. `test_cli_ends` has mistakes and
early ends."""

from __future__ import annotations

import json

import pytest
from backend_names import every_backend
from command_line import STARS, TWO, entered, process, run
from pzc.cli import main
from some import some


@pytest.fixture
def stars(tmp_path, monkeypatch):
    return entered(tmp_path, monkeypatch)


# ---- solve and count -----------------------------------------------------------------------------


def test_solve_prints_the_first_solution(capsys, stars):
    code, out, err = run(capsys, "solve", "stars.spec", "one")
    assert (code, err) == (0, "")
    assert out == ".-*.\n*...\n...*\n.*..\n"


def test_solve_all_numbers_the_solutions(capsys, stars):
    code, out, err = run(capsys, "solve", "stars.spec", "two", "--all")
    assert code == 0
    assert err == "2 solutions\n"
    assert [line for line in out.split("\n") if "solution" in line] == [
        "solution 1:",
        "solution 2:",
    ]


def test_solve_with_a_limit_says_that_there_may_be_more(capsys, stars):
    code, out, err = run(capsys, "solve", "stars.spec", "two", "--limit", "2")
    assert code == 0 and out.count("*") == 4 * 2
    assert err == "stopped after 2 solutions; there may be more\n"
    assert run(capsys, "solve", "stars.spec", "two", "--limit", "3")[2] == ""


def test_unique(capsys, stars):
    code, out, err = run(capsys, "solve", "stars.spec", "one", "--unique")
    assert code == 0 and out.count("*") == 4 * 1 and "only solution" in err
    code, out, err = run(capsys, "solve", "stars.spec", "two", "--unique")
    assert code == 1 and out.count("*") == 4 * 2
    assert "not unique" in err and "star[r1c2] = " in err


def test_no_solution_tells_what_the_givens_break(capsys, stars):
    code, out, err = run(capsys, "solve", "stars.spec", "none")
    assert (code, out) == (1, "") and err.startswith("no solution\n")
    (stars / "full").write_text("wall:\n####\n....\n....\n....\n")
    code, _, err = run(capsys, "solve", "stars.spec", "full")
    assert code == 1 and "Every row and column holds one star (row 1)\n" in err


def test_count_prints_the_number_alone(capsys, stars):
    unique = "pzc why says what would make it unique\n"
    assert run(capsys, "count", "stars.spec", "two") == (0, "2\n", unique)
    stopped = "stopped after 1 solution; there may be more\n"
    assert run(capsys, "count", "stars.spec", "two", "--limit", "1") == (0, "1\n", stopped)
    assert run(capsys, "count", "stars.spec", "none") == (1, "0\n", "pzc why says what conflicts\n")


def test_options_may_stand_between_spec_and_puzzle(capsys, stars):
    known = run(capsys, "count", "stars.spec", "two", "--limit", "1")
    assert known[:2] == (0, "1\n")
    assert run(capsys, "count", "stars.spec", "--limit", "1", "two") == known
    assert run(capsys, "count", "-b", "cnf", "stars.spec", "--limit", "1", "two") == known


@every_backend
def test_every_backend_may_be_named(capsys, stars, backend):
    assert run(capsys, "count", "stars.spec", "two", "--backend", backend)[:2] == (0, "2\n")


def test_the_puzzle_may_be_written_on_the_command_line(capsys, stars):
    assert run(capsys, "count", "stars.spec", TWO)[:2] == (0, "2\n")
    assert run(capsys, "count", "stars.spec", "....\n....\n....\n....")[:2] == (0, "2\n")


def test_puzzles_and_specs_are_read_from_stdin(stars):
    assert process("count", "stars.spec", "-", input=TWO).stdout == "2\n"
    assert process("count", "-", "two", input=STARS).stdout == "2\n"


def test_json(capsys, stars):
    code, out, _ = run(capsys, "solve", "stars.spec", "two", "--all", "--format", "json")
    document = json.loads(out)
    assert code == 0 and len(document["solutions"]) == 2 and document["complete"] is True
    out = run(capsys, "solve", "stars.spec", "two", "--format", "json")[1]
    assert json.loads(out)["complete"] is False


def test_the_suffix_of_the_file_says_the_format(capsys, stars):
    assert run(capsys, "solve", "stars.spec", "one", "-o", "one.svg") == (0, "", "")
    assert (stars / "one.svg").read_text().lstrip().startswith("<svg")
    run(capsys, "solve", "stars.spec", "one", "-o", "one.json")
    assert json.loads((stars / "one.json").read_text())["solutions"]
    run(capsys, "solve", "stars.spec", "one", "-o", "one.txt")
    assert (stars / "one.txt").read_text().startswith(".-*.\n")


def test_several_pictures_go_to_several_files(capsys, stars):
    code, _, err = run(capsys, "solve", "stars.spec", "two", "--all", "--format", "svg")
    assert code == 2 and "-o NAME.svg" in err
    run(capsys, "solve", "stars.spec", "two", "--all", "-o", "two.svg")
    assert (stars / "two-1.svg").exists() and (stars / "two-2.svg").exists()


def test_verbose_tells_times_and_work(capsys, stars):
    code, out, err = run(capsys, "solve", "stars.spec", "one", "--verbose")
    assert code == 0 and "grounding" in err and "variables 15" in err and "variables" not in out


# ---- verify --------------------------------------------------------------------------------------


def test_what_solve_prints_verify_reads(capsys, stars):
    for options in ([], ["--all"], ["--unique"]):
        out = run(capsys, "solve", "stars.spec", "two", *options)[1]
        (stars / "solution").write_text(out)
        code, out, err = run(capsys, "verify", "stars.spec", "two", "solution")
        assert code == 0, (out, err)
        assert all(line.endswith("holds") for line in some(out.splitlines()))


def test_verify_names_the_broken_rule_with_values_and_cells(capsys, stars):
    (stars / "wrong").write_text("star:\n*...\n.*..\n...*\n..*.\n")
    code, out, _ = run(capsys, "verify", "stars.spec", "two", "wrong")
    assert code == 1
    first = out.splitlines()[0]
    assert first == "Stars do not touch, not even diagonally: a star at r1c1 and r2c2"
    assert out.splitlines()[-1] == "1 broken rule, in 2 places"


def test_verify_as_json(capsys, stars):
    (stars / "wrong").write_text("star:\n*...\n.*..\n...*\n..*.\n")
    code, out, _ = run(capsys, "verify", "stars.spec", "two", "wrong", "--json")
    (verdict,) = json.loads(out)
    assert code == 1 and verdict["holds"] is False and verdict["complete"] is True
    assert verdict["broken"][0]["rule"] == 2
    assert verdict["broken"][0]["places"] == ["r1c1", "r2c2"]


def test_verify_of_a_board_that_is_not_complete(capsys, stars):
    (stars / "part").write_text("star:\n?*??\n????\n????\n????\n")
    code, out, _ = run(capsys, "verify", "stars.spec", "two", "part")
    assert (code, out) == (0, "holds so far, and can be completed\n")
    (stars / "part").write_text("star:\n*???\n????\n????\n????\n")
    code, out, _ = run(capsys, "verify", "stars.spec", "two", "part")
    assert code == 1 and "without breaking one of these rules: " in out


def test_mistakes_in_the_second_of_two_solutions_keep_their_lines(capsys, stars):
    (stars / "two_boards").write_text(
        "solution 1:\nstar:\n.*..\n...*\n*...\n..*.\n\nsolution 2:\nstar:\n.x..\n....\n....\n....\n"
    )
    code, _, err = run(capsys, "verify", "stars.spec", "two", "two_boards")
    assert code == 2 and err.startswith("two_boards:10:2: error[")


# ---- check, list, show, fmt, new, compile --------------------------------------------------------


def test_check_reports_all_mistakes_of_all_specs(capsys, stars):
    (stars / "bad.spec").write_text(
        STARS.replace("touching", "tuching").replace("count(", "cuont(")
    )
    code, out, err = run(capsys, "check", "stars.spec", "bad.spec")
    assert code == 2 and out == "stars.spec: ok\n"
    assert "did you mean 'touching'?" in err and "did you mean 'count'?" in err
    assert err.endswith("2 mistakes\n")


def test_check_as_json(capsys, stars):
    (stars / "bad.spec").write_text(STARS.replace("touching", "tuching"))
    code, out, _ = run(capsys, "check", "bad.spec", "stars.spec", "--json")
    bad, good = json.loads(out)
    assert code == 2 and good["ok"] is True and bad["ok"] is False
    assert bad["diagnostics"][0]["line"] == 12 and bad["diagnostics"][0]["code"].startswith("E")


def test_check_as_json_gives_hints_as_changes_of_the_text(capsys, stars):
    wrong = STARS + 'rule "r":\n    for c in cells: count(star[touching[c]]) < 9\n'
    (stars / "bad.spec").write_text(wrong)
    code, out, _ = run(capsys, "check", "bad.spec", "--json")
    (mistake,) = json.loads(out)[0]["diagnostics"]
    (edit,) = mistake["edits"]
    lines = wrong.split("\n")
    line = lines[edit["line"] - 1]
    lines[edit["line"] - 1] = (
        line[: edit["column"] - 1] + edit["text"] + line[edit["end_column"] - 1 :]
    )
    assert code == 2 and edit["line"] == edit["end_line"] and edit["file"] == mistake["file"]
    (stars / "good.spec").write_text("\n".join(lines))
    assert run(capsys, "check", "good.spec")[0] == 0 and "star[touching(c)]" in "\n".join(lines)


def test_check_as_json_gives_all_places_of_a_misspelt_name(capsys, stars):
    (stars / "bad.spec").write_text(STARS.replace("star[", "sart["))
    (mistake,) = json.loads(run(capsys, "check", "bad.spec", "--json")[1])[0]["diagnostics"]
    lines = (stars / "bad.spec").read_text().split("\n")
    places = [mistake, *mistake["also"]]
    assert [lines[p["line"] - 1][p["column"] - 1 : p["end_column"] - 1] for p in places] == [
        "sart"
    ] * STARS.count("star[")
    assert [(e["line"], e["column"]) for e in mistake["edits"]] == [
        (p["line"], p["column"]) for p in places
    ]


def test_warnings_do_not_fail(capsys, stars):
    (stars / "odd.spec").write_text("param k : 1..3 = 2\n" + STARS)
    code, out, err = run(capsys, "check", "odd.spec")
    assert code == 0 and out == "odd.spec: ok\n" and "warning[W" in err


def test_list_and_show(capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0 and any(line.startswith("sudoku ") for line in out.splitlines())
    names = [s["name"] for s in json.loads(run(capsys, "list", "--json")[1])]
    assert "sudoku" in names and names == sorted(names) and "prelude" not in names
    code, out, _ = run(capsys, "show", "sudoku")
    assert code == 0 and out.startswith("Sudoku\n") and "1. " in out
    assert json.loads(run(capsys, "show", "sudoku", "--json")[1])["title"] == "Sudoku"
    assert 'puzzle "Sudoku"' in run(capsys, "show", "sudoku", "--source")[1]


def test_show_of_a_spec_of_defines_has_no_empty_headings(capsys):
    _, out, _ = run(capsys, "show", "prelude")
    assert out == "(no title)\nDefines that several specs share.\n"


def test_show_has_the_sentences_of_rules_as_they_are_said(capsys, tmp_path):
    spec = tmp_path / "said.spec"
    rule = r'rule "Say \"no\" to {1 + 1} of {{them}}": count(a[cells]) = 1'
    spec.write_text(f"grid 2 x 2\nfind a : bool at cells\n{rule}\n")
    code, out, _ = run(capsys, "show", str(spec))
    assert code == 0 and '1. Say "no" to {1 + 1} of {them}\n' in out


def test_list_finds_specs_by_words_of_their_names_titles_and_summaries(capsys):
    assert run(capsys, "list", "star", "battle")[1].startswith("star_battle ")
    assert run(capsys, "list", "light up")[1].split()[0] == "akari"
    assert run(capsys, "list", "BRIDGES")[1].split()[0] == "hashiwokakero"
    named = json.loads(run(capsys, "list", "loop", "--json")[1])
    assert "loop" in named[0]["title"].lower() and len(named) > 5
    code, out, err = run(capsys, "list", "no such words")
    assert code == 1 and not out and "no such words" in err
    code, out, _ = run(capsys, "list", "no such words", "--json")
    assert code == 1 and json.loads(out) == []


def test_a_spec_in_the_folder_needs_no_suffix(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_own.spec").write_text("grid 2 x 2\nfind a : 1..2 at cells\n")
    code, out, err = run(capsys, "check", "my_own")
    assert (code, out) == (0, "my_own: ok\n") and "bundled" not in err
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "other.spec").write_text("grid 2 x 2\nfind a : 1..2 at cells\n")
    assert run(capsys, "check", "folder/other")[0] == 0


def test_a_spec_in_the_folder_that_hides_a_bundled_one_is_named(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sudoku.spec").write_text("grid 2 x 2\nfind a : 1..1 at cells\n")
    code, out, err = run(capsys, "count", "sudoku")
    assert (code, out) == (0, "1\n")
    assert "sudoku.spec in this folder, not the bundled spec" in err


def test_an_example_can_be_solved(capsys, tmp_path):
    puzzle = run(capsys, "show", "sudoku", "--example")[1]
    assert run(capsys, "count", "sudoku", puzzle)[:2] == (0, "1\n")
    code, _, err = run(capsys, "show", "sudoku", "--example", "999")
    assert code == 2 and "no example 999" in err


def test_new_writes_a_spec_and_a_puzzle_that_work(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "new", "my_puzzle")[0] == 0
    assert run(capsys, "check", "my_puzzle.spec") == (0, "my_puzzle.spec: ok\n", "")
    assert run(capsys, "fmt", "--check", "my_puzzle.spec") == (0, "", "")
    code, out, _ = run(capsys, "solve", "my_puzzle.spec", "my_puzzle.puzzle", "--unique")
    assert code == 0
    (tmp_path / "solution").write_text(out)
    assert run(capsys, "verify", "my_puzzle.spec", "my_puzzle.puzzle", "solution")[0] == 0


def test_new_overwrites_nothing(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.puzzle").write_text("precious")
    code, _, err = run(capsys, "new", "mine")
    assert code == 2 and "already exists" in err
    assert (tmp_path / "mine.puzzle").read_text() == "precious"
    assert not (tmp_path / "mine.spec").exists()
    assert run(capsys, "new", "mine", "--force")[0] == 0
    assert run(capsys, "new", "no name")[0] == 2


def test_fmt(capsys, stars):
    untidy = STARS.replace("a, b", "a ,b")
    (stars / "untidy.spec").write_text(untidy)
    code, out, _ = run(capsys, "fmt", "--check", "untidy.spec", "stars.spec")
    assert (code, out) == (1, "would change untidy.spec\n")
    code, out, _ = run(capsys, "fmt", "--diff", "untidy.spec")
    assert code == 1 and "+    for a, b in touching" in out
    assert (stars / "untidy.spec").read_text() == untidy
    assert run(capsys, "fmt", "untidy.spec", "stars.spec")[:2] == (0, "changed untidy.spec\n")
    assert (stars / "untidy.spec").read_text() == STARS
    assert process("fmt", "-", input=untidy).stdout == STARS


def test_fmt_keeps_the_byte_order_mark_and_the_line_breaks_of_a_file(capsys, stars):
    untidy = STARS.replace("a, b", "a ,b")
    file = stars / "windows.spec"
    file.write_bytes(b"\xef\xbb\xbf" + untidy.replace("\n", "\r\n").encode())
    assert run(capsys, "fmt", "windows.spec")[:2] == (0, "changed windows.spec\n")
    assert file.read_bytes() == b"\xef\xbb\xbf" + STARS.replace("\n", "\r\n").encode()
    assert run(capsys, "fmt", "--check", "windows.spec")[0] == 0


def test_fmt_shows_that_the_last_line_break_is_missing(capsys, stars):
    (stars / "open.spec").write_text(STARS.rstrip())
    _, out, _ = run(capsys, "fmt", "--diff", "open.spec")
    last = STARS.splitlines()[-1]
    assert out.endswith(f"\n-{last}\n\\ No newline at end of file\n+{last}\n")


def test_fmt_leaves_a_spec_with_mistakes_alone(capsys, stars):
    (stars / "bad.spec").write_text("grid  n x\n")
    code, _, err = run(capsys, "fmt", "bad.spec")
    assert code == 2 and "bad.spec:1:" in err
    assert (stars / "bad.spec").read_text() == "grid  n x\n"


def test_compile(capsys, stars):
    assert "star[r1c1]" in run(capsys, "compile", "stars.spec", "one")[1]
    assert "p cnf " in run(capsys, "compile", "stars.spec", "one", "--to", "dimacs")[1]
    assert "(assert " in run(capsys, "compile", "stars.spec", "one", "--to", "smt2")[1]
    assert run(capsys, "compile", "stars.spec", "one", "-o", "model.ir") == (0, "", "")
    assert "star[r1c1]" in (stars / "model.ir").read_text()


def test_a_model_says_what_its_numbers_stand_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    declared = "find sky : {sun, moon} at some cells\nfind to : cell at c in cells where c.row = 1"
    (tmp_path / "sky.spec").write_text(f"grid 1 x 2\n{declared}\nfind digit : 1..2 at cells\n")
    sky, cell = "sky: 0 is sun, 1 is moon, 2 is no value", "to: 0 is r1c1, 1 is r1c2"
    for form, mark in (("ir", "#"), ("dimacs", "c"), ("smt2", ";")):
        out = run(capsys, "compile", "sky.spec", "--to", form)[1]
        assert out.startswith(f"{mark} {sky}\n{mark} {cell}\n")
        assert f"{mark} digit" not in out


# ---- compare -------------------------------------------------------------------------------------


def test_compare(capsys, stars):
    code, out, _ = run(capsys, "compare", "stars.spec", "one", "two", "--runs", "2")
    assert code == 0
    heading, *lines = out.splitlines()
    columns = "puzzle backend solutions build first proof decisions conflicts ratio"
    assert heading.split() == columns.split()
    assert [line.split()[:2] for line in lines[:1]] == [["one", "native"]]
    assert "all backends agree" in out and "geometric mean" in out


def test_compare_as_json_and_csv(capsys, stars):
    options = ("--backends", "cnf,z3", "--runs", "1")
    document = json.loads(run(capsys, "compare", "stars.spec", "two", *options, "--json")[1])
    assert document["agree"] == {"two": True}
    assert [line["solutions"] for line in document["lines"]] == [2, 2]
    assert min(line["ratio"] for line in document["lines"]) == 1
    header, *rows = run(capsys, "compare", "stars.spec", "two", *options, "--csv")[1].splitlines()
    assert header.startswith("puzzle,backend,solutions,complete,") and len(rows) == 2
    numbers = [cell for row in rows for cell in row.split(",") if "." in cell]
    assert numbers and all(len(cell.partition(".")[2]) <= 6 for cell in numbers)


def test_compare_notices_disagreement():
    from pzc.tasks.compare import Run, _agree

    a, b, c = (1,), (2,), (3,)
    whole = Run(0, 0, 0, frozenset([a, b]), complete=True)
    assert _agree([whole, Run(0, 0, 0, frozenset([a, b]), complete=True)], 10)
    assert not _agree([whole, Run(0, 0, 0, frozenset([a]), complete=True)], 10)
    assert _agree([whole, Run(0, 0, None, frozenset([a]))], 10)
    assert not _agree([whole, Run(0, 0, None, frozenset([c]))], 10)
    assert not _agree([whole, Run(0, 0, 0, frozenset([a, b]))], 2)
    assert not _agree([Run(0, 0, 0, frozenset([a]), wrong=1, complete=True)], 10)


def test_what_is_no_command_has_no_help(capsys):
    for words in (["bogus", "--help"], ["help", "bogus"], ["bogus"]):
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert not out and err.startswith("pzc: there is no command 'bogus'")


def test_brackets_within_brackets_are_no_puzzle(capsys):
    assert main(["solve", "sudoku", 3000 * "["]) == 2
    assert "error[E0" in capsys.readouterr().err
