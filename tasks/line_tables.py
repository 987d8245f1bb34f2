"""Tables of what the texts of a layout say, for `lines`."""

from __future__ import annotations

from ..backends.base import WithExclusions
from .lines import Table
from .pictures import Answer, Layout

# Characters that JSON escapes, besides the control characters.
_ESCAPED = '"\\'
# What a text may hold, besides line breaks.
_CHARACTERS = [chr(code) for code in range(128) if chr(code).isprintable()]


def table_of(layout: Layout, answer: Answer, one_line: bool, solver: object) -> Table | None:
    """None if the solver's model has other constraints than all-different ones, or if the answer is
    no text of such characters."""
    places, text = _places(answer, one_line)
    count = len(layout.grounding.model.variables)
    characters = {c: s for c, s in answer.characters.items() if isinstance(c, int)}
    shown = {*characters.values(), *answer.nothing}
    if sorted(places) != list(range(count)) or not all(map(_is_plain, shown)):
        return None
    exclusions = solver.exclusions() if isinstance(solver, WithExclusions) else None
    if exclusions is None:
        return None
    found = [(c, layout.means(c)) for c in [*_CHARACTERS, "\n"]]
    means = [(c, fixed) for c, fixed in found if fixed is not None]
    return Table(
        len(layout.text),
        exclusions,
        means,
        text,
        [places[k] for k in range(count)],
        sorted(characters.items()),
    )


def _places(answer: Answer, one_line: bool) -> tuple[dict[int, int], str]:
    """Where in the text of an answer each variable stands; the text without their values."""
    places: dict[int, int] = {}
    text = ""
    for k, index in enumerate(answer.indices):
        if k and k % answer.width == 0 and not one_line:
            text += "\\n"
        places[index] = len(text)
        text += answer.nothing[0]
    places.pop(answer.elsewhere, None)
    return places, text


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isprintable() and character not in _ESCAPED
