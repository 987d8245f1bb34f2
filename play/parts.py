"""Parts: given layers that are not on the board: lines through cells, shapes of pieces, values.

The page edits each as rows of fields. A part becomes the text of its section, so that it can be
written by hand as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..compiler.board.places import Place
from ..compiler.ground.domains import Domain, key_texts
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import LayerSlot
from ..compiler.values.forms import Image
from ..dsl.diagnostics import PzcError
from ..dsl.puzzle import NOTES, PuzzleText, Section
from ..dsl.syntax import Things

# Limits of what the page may send: rows of a part, cells of a row, rows and columns of a shape.
MOST = 400


def described_parts(grounding: Grounding, drawn: set[str]) -> list[dict[str, Any]]:
    """The descriptions of parts for the page. drawn: the layers that are edited on the board."""
    out: list[dict[str, Any]] = []
    owned = {_things_of(grounding, slot) for slot in grounding.slots.values() if _kind(slot)}
    for name in grounding.program.sections:
        section = grounding.binding.puzzle.sections.get(name)
        slot = grounding.slots.get(name)
        kind = None if slot is None else _kind(slot)
        if slot is not None and kind is not None:
            printed = grounding.binding.printed.get(name, {})
            texts = key_texts(slot.keys)
            rows = [_row(slot, texts[key], value) for key, value in printed.items()]
            out.append({"name": name, "kind": kind, "rows": rows, "tokens": _tokens(slot.domain)})
        elif slot is None and name not in owned and section is not None and _is_single(section):
            value = " ".join(token.text for line in section.filled() for token in line.tokens())
            out.append({"name": name, "kind": "value", "rows": [value]})
    return [part for part in out if part["name"] not in drawn]


def rewritten(grounding: Grounding, name: Any, rows: Any) -> str:
    """The text of a puzzle with new rows in a part. Raises PzcError."""
    puzzle = grounding.binding.puzzle
    slot = grounding.slots.get(name) if isinstance(name, str) else None
    kind = None if slot is None else _kind(slot)
    texts: dict[str, str] = {}
    if slot is None or kind is None:
        section = puzzle.sections.get(name) if isinstance(name, str) else None
        if section is None or not _is_single(section):
            raise PzcError.at("E0521", f"no part {str(name)[:80]!r} is given")
        texts[name] = f"{name}: {_words(rows, 1)[0]}\n"
    elif kind == "path":
        lines = [" ".join(_words([row.get("name"), *row["values"]])) for row in _checked(rows)]
        texts[name] = "\n".join([f"{name}:", *lines]) + "\n"
    else:
        texts[name] = _forms(slot, puzzle, _checked(rows))
    things = None if slot is None else _things_of(grounding, slot)
    if things in puzzle.sections:
        names = " ".join(_words([row.get("name") for row in rows]))
        texts[things] = f"{things}: {names}\n"
    return "\n".join(texts.get(own, section.text()) for own, section in _in_order(puzzle))


def _in_order(puzzle: PuzzleText) -> Iterator[tuple[str, Section]]:
    """The sections, those of notes first."""
    yield from ((name, own) for name, own in puzzle.sections.items() if name in NOTES)
    yield from ((name, own) for name, own in puzzle.sections.items() if name not in NOTES)


def _kind(slot: LayerSlot) -> str | None:
    """How a layer is edited in rows: "path" (lines through cells) or "form" (shapes); else None."""
    domain = slot.domain
    if domain.kind == "list" and domain.element is not None:
        if domain.element.kind == "picture":
            return "form"
        on_cells = all(isinstance(v, Place) and v.kind == "cell" for v in domain.element.values)
        return "path" if domain.element.kind == "places" and on_cells else None
    return "form" if domain.kind == "picture" else None


def _things_of(grounding: Grounding, slot: LayerSlot) -> str | None:
    """The set of things at which a layer is declared, if the puzzle lists them."""
    declared = (d for d in grounding.program.declarations if isinstance(d, Things))
    return next((d.name.id for d in declared if d.name.id == slot.kind), None)


def _is_single(section: Section) -> bool:
    """Whether a section is one line of values."""
    return len(section.filled()) == 1


def _images(value: Any) -> list[Image]:
    return [value] if isinstance(value, Image) else list(value)


def _element(domain: Domain) -> Domain:
    """The domain of the cells of a shape."""
    while domain.kind == "list" and domain.element is not None:
        domain = domain.element
    return domain


def _tokens(domain: Domain) -> list[str]:
    """The tokens of a shape's cells."""
    if _element(domain).kind != "picture":
        return []
    cell = _element(domain)
    cell = cell.element or cell
    return [*cell.blanks[:1], *dict.fromkeys(map(cell.draw, cell.values))]


def _row(slot: LayerSlot, name: str, value: Any) -> dict[str, Any]:
    if _kind(slot) == "path":
        return {"name": name, "values": [cell.name for cell in value]}
    cell = _element(slot.domain)
    cell = cell.element or cell
    forms = [[[cell.draw(own) for own in row] for row in image.values] for image in _images(value)]
    return {"name": name, "values": forms}


# ---- back to text --------------------------------------------------------------------------------


def _checked(rows: Any) -> list[dict[str, Any]]:
    """Rows from the page, checked. Raises PzcError."""
    if not isinstance(rows, list) or len(rows) > MOST:
        raise _misfit()
    for row in rows:
        if not (isinstance(row, dict) and isinstance(row.get("values"), list)):
            raise _misfit()
        if len(row["values"]) > MOST:
            raise _misfit()
    return rows


def _words(texts: Any, most: int = MOST + 1) -> list[str]:
    """Texts without line breaks, checked. Raises PzcError."""
    if not isinstance(texts, list) or not 0 < len(texts) <= most:
        raise _misfit()
    for text in texts:
        if not isinstance(text, str) or "\n" in text or not text.strip() or len(text) > 1000:
            raise _misfit()
    return texts


def _misfit() -> PzcError:
    return PzcError.at("E0521", "these are not the rows of a part")


def _forms(slot: LayerSlot, puzzle: PuzzleText, rows: list[dict[str, Any]]) -> str:
    """Shapes below each other, with a name above each if the section had names."""
    own = puzzle.sections.get(slot.name)
    first = own.paragraphs()[0][0].text.strip() if own is not None and own.paragraphs() else ""
    headed = first in key_texts(slot.keys).values()
    blocks = []
    for row in rows:
        lines = _words([row.get("name")]) if headed else []
        pictures = row["values"]
        high = len(pictures[0]) if pictures and isinstance(pictures[0], list) else 0
        if not 0 < high <= MOST or any(len(picture) != high for picture in pictures):
            raise _misfit()
        for k in range(high):
            lines.append(" | ".join(_tiled(_words(picture[k])) for picture in pictures))
        blocks.append("\n".join(lines))
    return f"{slot.name}:\n" + "\n\n".join(blocks) + "\n"


def _tiled(tokens: list[str]) -> str:
    return ("" if all(len(token) == 1 for token in tokens) else " ").join(tokens)
