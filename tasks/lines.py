"""Puzzles of one layout from text to text in one call each, see `backends.base.AtOnce`.

What `pictures.Layout` and `pictures.Answer` know of the characters goes into tables of compiled
code once, so that a puzzle makes no objects but its two texts.
"""

from __future__ import annotations

from ..backends.base import AtOnce, Exclusions
from .pictures import Answer, Layout

# Characters that JSON escapes, besides the control characters.
_ESCAPED = '"\\'


class Lines:
    """Texts of one layout, answered by a solver for its model."""

    def __init__(self, layout: Layout, exclusions: Exclusions) -> None:
        self._layout = layout
        self._only = exclusions.only
        self._exclusions = exclusions
        self._known: set[str] = set()

    @classmethod
    def of(cls, layout: Layout, answer: Answer, one_line: bool, solver: object) -> Lines | None:
        """None if the solver cannot answer at once, or the answer is no text of such characters."""
        places, text = _places(answer, one_line)
        count = len(layout.grounding.model.variables)
        characters = {c: s for c, s in answer.characters.items() if isinstance(c, int)}
        shown = {*characters.values(), *answer.nothing}
        if sorted(places) != list(range(count)) or not all(map(_is_plain, shown)):
            return None
        exclusions = solver.exclusions() if isinstance(solver, AtOnce) else None
        if exclusions is None:
            return None
        exclusions.read(len(layout.text))
        exclusions.write(text, [places[k] for k in range(count)], characters)
        return cls(layout, exclusions)

    def only(self, text: str) -> str | None:
        """The solution of a puzzle that has exactly one, as the inside of a text in JSON, or "" if
        it has none. None if there may be several, or if it is not sure what the text means."""
        found = self._only(text)
        if found is None and self._learn(text):
            found = self._only(text)
        return found

    def _learn(self, text: str) -> bool:
        """Look up what characters mean. Whether there are new ones."""
        new = [c for c in set(text) - self._known if c.isascii()]
        self._known.update(new)
        learned = False
        for character in new:
            means = self._layout.means(character)
            if means is not None:
                self._exclusions.define(character, means)
                learned = True
        return learned


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
