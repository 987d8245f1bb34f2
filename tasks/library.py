"""Finding specs and puzzles: bundled by name, in files, on standard input, or as arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from ..dsl.diagnostics import PzcError, Source, Span, nearest

SPECS = Path(__file__).resolve().parent.parent / "specs"
MAX_SPEC_BYTES = 1_000_000
MAX_PUZZLE_BYTES = 10_000_000


def bundled() -> list[str]:
    """The names of the bundled specs, sorted."""
    return sorted(p.stem for p in SPECS.glob("*.spec") if p.stem != "prelude")


def summaries() -> list[tuple[str, str, str]]:
    """Name, title and summary of every bundled spec.

    Only the lines that tell them are parsed, which is a hundred times faster than the whole.
    """
    from ..dsl.parser import parse
    from ..dsl.syntax import About, Title

    out = []
    for name in bundled():
        text = _read(SPECS / f"{name}.spec", MAX_SPEC_BYTES)
        heads = [line for line in text.split("\n") if line.startswith(("puzzle", "about"))]
        found = {type(d): d for d in parse(Source(name, "\n".join(heads))).tree.declarations}
        title, about = found.get(Title), found.get(About)
        out.append(
            (
                name,
                title.text if isinstance(title, Title) else name,
                about.text if isinstance(about, About) else "",
            )
        )
    return out


def examples(spec: str) -> list[Path]:
    """The example puzzles of a bundled spec, sorted."""
    found = (SPECS / "examples" / spec).glob("*.puzzle")
    return sorted(found, key=lambda path: (len(path.name), path.name))


def example(spec: str, number: int) -> Source:
    """An example puzzle of a bundled spec, by its number from 1. Raises PzcError."""
    found = examples(spec)
    if number > len(found):
        have = f"{spec} has {len(found)}" if found else f"{spec} has none"
        raise PzcError.at("E0513", f"no example {number}: {have}")
    return Source(str(found[number - 1]), _read(found[number - 1], MAX_PUZZLE_BYTES))


def read_file(file: str) -> Source:
    """The text of a spec file; `-` for standard input."""
    if file == "-":
        return Source("<stdin>", _standard_input(MAX_SPEC_BYTES))
    return Source(file, _read(Path(file), MAX_SPEC_BYTES))


def read_spec(spec: str) -> Source:
    """The text of a spec: a path, `-` for standard input, or a bundled name."""
    path = Path(spec)
    if spec == "-":
        return Source("<stdin>", _standard_input(MAX_SPEC_BYTES))
    if "/" not in spec and not spec.endswith(".spec"):
        inside = SPECS / f"{spec}.spec"
        if inside.is_file():
            return Source(str(inside), _read(inside, MAX_SPEC_BYTES))
        if not path.exists():
            raise PzcError.at(
                "E0501",
                f"no spec '{spec}': neither a bundled name nor a file",
                hint=nearest(spec, bundled()) or "`pzc list` shows the bundled specs",
            )
    return Source(spec, _read(path, MAX_SPEC_BYTES))


def resolver(source: Source) -> Callable[[str, Span], Source]:
    """How `use NAME` in a spec finds its text: beside the spec first, then among the bundled."""
    beside = Path(source.name).parent

    def resolve(name: str, span: Span) -> Source:
        for folder in (beside, SPECS):
            path = folder / f"{name}.spec"
            if path.is_file():
                return Source(str(path), _read(path, MAX_SPEC_BYTES))
        raise PzcError.at("E0130", f"no spec '{name}' to use", span, hint=nearest(name, bundled()))

    return resolve


def read_puzzle(puzzle: str | None) -> Source:
    """The text of a puzzle: a path, `-` for standard input, the puzzle itself, or None for none."""
    if puzzle is None:
        return Source("<no puzzle>", "")
    if puzzle == "-":
        return Source("<stdin>", _standard_input(MAX_PUZZLE_BYTES))
    path = Path(puzzle)
    if "\n" not in puzzle and len(puzzle) < 1024 and (path.exists() or path.is_symlink()):
        return Source(puzzle, _read(path, MAX_PUZZLE_BYTES))
    if "\n" in puzzle or _looks_written(puzzle):
        return Source("<puzzle>", puzzle)
    raise PzcError.at("E0503", f"no file '{puzzle}'", hint=_similar(path))


def _looks_written(text: str) -> bool:
    """Whether a word on the command line is a puzzle rather than the name of a file."""
    return (
        len(text) >= 4
        and "/" not in text
        and not Path(text).suffix[1:].isalpha()
        and (
            " " in text
            or ":" in text
            or sum(c.isdigit() or c in ".-_*#?" for c in text) * 2 > len(text)
        )
    )


def _similar(path: Path) -> str | None:
    try:
        return nearest(path.name, [p.name for p in path.parent.iterdir()])
    except OSError:
        return None


def _read(path: Path, limit: int) -> str:
    try:
        if path.is_dir():
            raise PzcError.at("E0504", f"{path} is a folder, not a file")
        size = path.stat().st_size
        if size > limit:
            raise PzcError.at("E0505", f"{path} has {size:,} bytes; at most {limit:,} are read")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise PzcError.at("E0503", f"cannot read {path}: {reason}", hint=_similar(path)) from None
    return _decode(data, str(path), limit)


def _standard_input(limit: int) -> str:
    return _decode(sys.stdin.buffer.read(limit + 1), "<stdin>", limit)


def _decode(data: bytes, name: str, limit: int) -> str:
    if len(data) > limit:
        raise PzcError.at("E0505", f"{name} has more than {limit:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise PzcError.at("E0506", f"{name} is not UTF-8 text (line {line})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
