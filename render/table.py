"""Tables of layers that are not on a board: at things and groups, single values, lists.

Layers at the same things share a table with a row for each thing. Layers that match different
things with the same values (the people, pets and colours of five houses) are transposed into one
table with a column for each value. A plan without a board is a table with a row for each moment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ..compiler.board.places import Place
from ..compiler.ground.domains import key_texts, names_of
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.plans.steps import Step
from ..records import record
from .characters import printable, width
from .plain import tokens_of
from .scenes import is_picture


@record
class Table:
    """Rows of equally many texts. headed: the first row is a heading. marked: numbers of rows.
    given: (row, column) of texts from the puzzle."""

    rows: tuple[tuple[str, ...], ...]
    headed: bool = True
    marked: frozenset[int] = frozenset()
    given: frozenset[tuple[int, int]] = frozenset()

    def __str__(self) -> str:
        columns = range(len(self.rows[0]))
        wide = [max(width(row[k]) for row in self.rows) for k in columns]
        lines = []
        for number, row in enumerate(self.rows):
            cells = [t + " " * (w - width(t)) for t, w in zip(row, wide, strict=True)]
            mark = "! " if number in self.marked else "  " if self.marked else ""
            lines.append((mark + "  ".join(cells)).rstrip() + "\n")
        return "".join(lines)


def names_of_givens(solution: Solution) -> set[str]:
    """The names of the given layers that are shown as such."""
    return {layer.name for layer in solution.givens} - {layer.name for layer in solution.answer}


def tables(
    layers: Sequence[LayerValues], marked: Collection[Any] = (), given: Collection[str] = ()
) -> list[Table]:
    """The tables of layers, without layers of pictures.

    given: the names of the given layers.
    """
    shown = [layer for layer in layers if layer.table and not is_picture(layer.domain)]
    if _is_matching(shown):
        return [_matching(shown, marked)]
    found = [layer for layer in shown if layer.name not in given]
    if _is_matching(found):
        others = [layer for layer in shown if layer.name in given]
        return [*tables(others, marked, given), _matching(found, marked)]
    kinds: dict[Any, list[LayerValues]] = {}
    for layer in shown:
        kinds.setdefault((layer.kind, tuple(layer.table)), []).append(layer)
    keyed = [same for (kind, keys), same in kinds.items() if kind and _shown_keys(keys, same)]
    out = [_keyed(same, marked, given) for same in keyed]
    single = [(layer, key) for layer in shown if not layer.kind for key in layer.table]
    if single:
        rows = tuple((layer.name, printable(tokens_of(layer, key))) for layer, key in single)
        printed = {(k, 1) for k, (layer, _) in enumerate(single) if layer.name in given}
        out.append(Table(rows, headed=False, given=frozenset(printed)))
    return out


def timetable(sequence: str, steps: Sequence[Step], marked: Collection[int] = ()) -> Table:
    """The moments of a plan. marked: moments to mark."""
    names: dict[tuple[int, Any], str] = {}  # of columns, by number of the layer and key
    for step in steps:
        for k, layer in enumerate(step.solution.answer):
            for key, text in key_texts(layer.table).items():
                names.setdefault((k, key), f"{layer.name}[{text}]" if text else layer.name)
    columns = sorted(names, key=lambda column: column[0])
    rows = [(sequence, *(names[column] for column in columns))]
    for step in steps:
        layers = step.solution.answer  # at some moments, a layer may have no value
        values = (tokens_of(layers[k], key) if key in layers[k].table else "" for k, key in columns)
        rows.append((str(step.moment), *values))
    clean = tuple(tuple(printable(t) for t in row) for row in rows)
    hit = (k for k, step in enumerate(steps, 1) if step.moment in marked)
    return Table(clean, marked=frozenset(hit))


def _keyed(layers: list[LayerValues], marked: Collection[Any], given: Collection[str]) -> Table:
    """A table with a row for each place and a column for each layer; the layers share their places.

    Of the many places of a board, only those with a value have a row.
    """
    keys = _shown_keys(layers[0].table, layers)
    parts = [k if isinstance(k, tuple) else (k,) for k in keys]
    depth = max(len(p) for p in parts)
    head = [*layers[0].kind.split(", "), *[""] * depth][:depth]
    rows = [(*head, *(layer.name for layer in layers))]
    names = names_of(part for own in parts for part in own)
    for key, own in zip(keys, parts, strict=True):
        lead = [names[part] for part in own] + [""] * (depth - len(own))
        rows.append((*lead, *(tokens_of(layer, key) for layer in layers)))
    clean = tuple(tuple(printable(t) for t in row) for row in rows)
    hit = frozenset(k for k, key in enumerate(keys, 1) if key in marked)
    columns = [k for k, layer in enumerate(layers, depth) if layer.name in given]
    printed = frozenset((row, k) for row in range(1, len(clean)) for k in columns)
    return Table(clean, marked=hit, given=printed)


def _shown_keys(keys: Iterable[Any], layers: Sequence[LayerValues]) -> list[Any]:
    """The keys that a table has rows for."""

    def on_board(key: Any) -> bool:
        return any(isinstance(k, Place) for k in (key if isinstance(key, tuple) else (key,)))

    return [k for k in keys if not on_board(k) or any(x.table[k] is not None for x in layers)]


def _is_matching(layers: Sequence[LayerValues]) -> bool:
    """Whether every layer gives each thing of a set of its own a value of its own."""
    if len(layers) < 2 or len({layer.kind for layer in layers}) < len(layers):
        return False
    values = list(layers[0].domain.values)
    return bool(values) and all(
        layer.kind
        and list(layer.domain.values) == values
        and not any(isinstance(key, tuple) for key in layer.table)
        and None not in layer.table.values()
        and len(set(layer.table.values())) == len(layer.table)
        for layer in layers
    )


def _matching(layers: Sequence[LayerValues], marked: Collection[Any]) -> Table:
    domain = layers[0].domain
    rows = [("", *(domain.draw(v) for v in domain.values))]
    for layer in layers:
        texts = key_texts(layer.table)
        at = {value: texts[key] for key, value in layer.table.items()}
        rows.append((layer.kind, *(at.get(v, ".") for v in domain.values)))
    clean = tuple(tuple(printable(t) for t in row) for row in rows)
    hit = (k for k, layer in enumerate(layers, 1) if any(key in marked for key in layer.table))
    return Table(clean, marked=frozenset(hit))
