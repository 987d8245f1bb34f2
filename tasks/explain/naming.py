"""What the layers of a puzzle and the clues that it prints are called, in the words of its spec."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...compiler.board.places import Place
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.reading import UNKNOWN
from ...compiler.values.values import Layer
from ...dsl.syntax import Picture
from ...render.scene import COLOURS
from .facts import Spot

# Layers whose names say how a place is, not what stands there.
QUALITIES = ("ed", "lit", "open", "empty", "full", "dark", "free")
# What may be said in place of a layer's name, and of its opposite, where the sentences of the rules
# say so and never use the name.
INSTEAD = {"black": ("shaded", "unshaded")}


class Naming:
    """How layers and clues of one puzzle are named.

    clues: the layers that print clues: those that some places only have.
    """

    def __init__(self, grounding: Grounding) -> None:
        self._grounding = grounding
        self.clues = [
            name
            for name in grounding.given_names
            if name in grounding.slots and grounding.slots[name].some
        ]
        found = (d for d in grounding.program.declarations if isinstance(d, Picture))
        self._combined = next(found, None)
        self._used = frozenset(_words(grounding.sentences))

    def yes_or_no(self, spot: Spot, yes: bool) -> tuple[str, str]:
        """How to say that a layer of yes and no has a value: what is before and behind the
        places."""
        name = spot.layer.replace("_", " ")
        if spot.wall:
            return ("a wall" if yes else "no wall", "")
        instead = INSTEAD.get(name, ("", ""))
        if name not in self._used and not self._used.isdisjoint(instead):
            opposite = instead[1] if instead[1] in self._used else f"not {instead[0]}"
            return ("", f"is {instead[0] if yes else opposite}")
        if name in COLOURS or name.endswith(QUALITIES):
            return ("", f"is {name}" if yes else f"is not {name}")
        return (name if yes else f"no {name}", "")

    def clue(self, place: Place) -> str | None:
        """The clue that is printed at a place, if one is."""
        slots = self._grounding.slots
        for name in self.clues:
            token, domain = slots[name].tokens.get(place), slots[name].domain
            if token is None or domain.tokens.get(token.text) is False:
                continue
            if token.text not in domain.blanks:
                return f"the {self._apart(place) or token.text} at {place.name}"
        return None

    def _apart(self, place: Place) -> str:
        """Of a picture that carries several layers, what clues it prints at a place."""
        if self._combined is None:
            return ""
        texts = []
        for part in re.split(r"(\{\w+\})", self._combined.text.value):
            name = part.strip("{}")
            layer = self._grounding.context.values.get(name) if part != name else None
            if layer is None:
                texts.append(part)
            elif name in self.clues and isinstance(layer, Layer):
                value = UNKNOWN if place in layer.unknown else layer.table.get(place)
                if value is not None and value is not False:
                    domain = self._grounding.slots[name].domain
                    texts.append("?" if value is UNKNOWN else domain.draw(value))
        return "".join(texts)


def _words(sentences: Iterable[str]) -> Iterable[str]:
    for sentence in sentences:
        yield from re.findall(r"[^\W\d_]+", sentence.lower())
