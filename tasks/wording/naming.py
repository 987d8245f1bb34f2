"""Names for the layers and clues of a puzzle, in the words of its spec."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ...compiler.board.places import Place, Unit
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.layers import LayerSlot, show_key
from ...compiler.ground.reading import UNKNOWN
from ...compiler.lower.names import mentioned_names
from ...compiler.values.values import Layer
from ...dsl.looks import SIGNS
from ...dsl.syntax import About, Define, For, Given, Let, Name, Picture, Things
from ...dsl.types import with_article
from ...dsl.walking import nodes
from ...render.scene import COLOURS
from .facts import Spot
from .locating import Locating
from .phrases import plural

# Layers whose names describe a place, not a thing on it.
QUALITIES = ("ed", "lit", "open", "empty", "full", "dark", "free")
# Words that replace a layer's name, or name its opposite, if the sentences of the rules use them
# and never the name.
INSTEAD = {"black": ("shaded", "unshaded")}


# A symbol is not the name of a thing if it has fewer letters.
THING = 3
# The signs that a spec may draw, by their names and by what they look like, as far as that is one
# word.
SHAPES = {sign for sign in SIGNS if sign != "text"} | {
    found[1] for text in SIGNS.values() if (found := re.match(r"an? (\w+)(?=$|[,;]| that)", text))
}
# Words that follow a noun and not an adjective.
FOLLOWING = "(?:in|at|on|of|to|is|may|that|with)"


class Naming:
    """How layers and clues of one puzzle are named.

    clues: the layers of clues: those that have values at some places only.
    """

    def __init__(self, grounding: Grounding, locating: Locating) -> None:
        self._grounding, self._locating = grounding, locating
        self.clues = [
            name
            for name in grounding.given_names
            if name in grounding.slots and grounding.slots[name].some
        ]
        declarations = grounding.program.declarations
        self._combined = next((d for d in declarations if isinstance(d, Picture)), None)
        self._drawn = {
            name.id for d in declarations if isinstance(d, Given) and d.looks for name in d.names
        }
        self._unseen = {d.name.id for d in declarations if isinstance(d, Let) and not d.looks}
        self._values: dict[str, str] = {}
        self._told = ". ".join(grounding.sentences).lower()
        self._summary = " ".join(d.text for d in declarations if isinstance(d, About)).lower()
        self._used = frozenset(_words(grounding.sentences))
        # The set of each thing.
        self._kinds = {
            thing: d.name.id
            for d in declarations
            if isinstance(d, Things)
            for thing in grounding.context.values[d.name.id]
        }
        # Of each rule's `for` variables, the names of what they run over.
        self._sources: dict[tuple[int, str], list[str]] = {}
        for number, rule in enumerate(grounding.program.rules):
            for loop in (node for node in nodes(rule.body) if isinstance(node, For)):
                if isinstance(loop.iterable, Name):
                    for target in loop.targets:
                        source = self._sources.setdefault((number, target.id), [])
                        source.append(loop.iterable.id)
        # Of each rule, the names that it mentions, also through lets and defines.
        lets = [d for d in declarations if isinstance(d, (Define, Let))]
        self._mentioned = [mentioned_names((*lets, rule)) for rule in grounding.program.rules]

    def yes_or_no(self, spot: Spot, yes: bool) -> tuple[str, str]:
        """How to say that a layer of yes and no has a value: the words before and after the
        places."""
        name = spot.layer.replace("_", " ")
        if spot.beside:
            # The drawn borders include those between a piece and a cell in none, which it is not.
            return ("a border of two pieces" if yes else "no border of two pieces", "")
        if spot.wall:
            return ("a wall" if yes else "no wall", "")
        tokens = [self._grounding.slots[spot.layer].domain.draw(value) for value in (False, True)]
        if all(map(str.isalnum, tokens)) and name not in tokens and len(tokens[0] + tokens[1]) == 2:
            return ("", f"is {tokens[yes]}")
        instead = INSTEAD.get(name, ("", ""))
        if name not in self._used and not self._used.isdisjoint(instead):
            opposite = instead[1] if instead[1] in self._used else f"not {instead[0]}"
            return ("", f"is {instead[0] if yes else opposite}")
        if name in COLOURS or name.endswith(QUALITIES):
            return ("", f"is {name}" if yes else f"is not {name}")
        return (self._a(name, spot) if yes else f"no {name}", "")

    def _a(self, name: str, spot: Spot) -> str:
        """A layer's name, with an article if it names things that are counted, as what lies between
        two cells does, and what the sentences of the rules speak of one by one, or of several, as
        the summary of the puzzle may too: `a tent`, but `water`."""
        one = re.escape(name)
        between = getattr(spot.key, "kind", "") in ("border", "link") and not name.endswith("s")
        counted = (
            between
            or re.search(rf"\b(?:an?|one|each|every) {one}\b", self._told)
            or _tells_of_several(name, f"{self._told}. {self._summary}")
        )
        return with_article(name) if counted else name

    def value(self, name: str) -> str:
        """A symbol as the value of a layer, with an article if it is the name of a thing, such as
        that of a sign, or if the texts of the spec use it so: `a triangle`, but `black`."""
        if not name.isalpha() or len(name) < THING:
            return name
        if name not in self._values:
            noun, text = name.lower(), f"{self._told}. {self._summary}"
            counted = (
                noun in SHAPES
                or _tells_of_several(noun, text)
                or re.search(
                    rf"\b(?:an?|one|each|every) {re.escape(noun)}(?=$|[,.;:]| {FOLLOWING}\b)\b",
                    text,
                )
            )
            self._values[name] = with_article(name) if counted else name
        return self._values[name]

    def computed(self, group: Unit) -> str:
        """The name of the layer that a group of equal values is of, if the values are numbers that
        the spec computes and nobody sees; else ""."""
        name = group.name.partition(" ")[0]
        layer = self._grounding.context.values.get(name)
        if group.kind != "group" or name not in self._unseen or not isinstance(layer, Layer):
            return ""
        value = layer.table.get(group.members[0]) if group.members else None
        return name if type(value) in (int, tuple) else ""

    def sentence(self, rule: int) -> str:
        """The sentence of a rule, in small letters; "" for what the spec does not say."""
        sentences = self._grounding.sentences
        return sentences[rule].lower() if 0 <= rule < len(sentences) else ""

    def is_numbered(self, name: str) -> bool:
        """Whether this is the name of the moments of a plan, or of things that are numbers."""
        return bool(name) and (name == self._grounding.sequence or name in self._kinds.values())

    def source(self, rule: int, variable: str) -> str:
        """The name of what a `for` variable of a rule runs over, if it is a single name."""
        sources = set(self._sources.get((rule, variable), ()))
        return sources.pop() if len(sources) == 1 else ""

    def kind(self, value: str, source: str) -> str:
        """The kind of a thing or symbol: the name of its set of things, or of the set over which a
        `for` variable runs. A layer does not count as such a set: it is a property of the thing."""
        is_layer = isinstance(self._grounding.context.values.get(source), Layer)
        return self._kinds.get(value) or ("" if is_layer else source)

    def clue(self, place: Place, source: str = "", rule: int | None = None) -> str | None:
        """The clue that is printed at a place, if one is. source: the layer in which to look for
        it first. rule: the one that speaks of it; only layers that it mentions count."""
        slots = self._grounding.slots
        own = slots.get(source)
        if own is not None and self._prints(own, place) and not self._is_part(own, place):
            layers = [own]
        else:
            names = [name for name in self.clues if self._prints(slots[name], place)]
            if rule is not None and rule < len(self._mentioned):
                names = [name for name in names if name in self._mentioned[rule]] and names
            layers = [slots[name] for name in names]
        if not layers:
            return None
        return f"the {self._said(layers, place)} {self._locating.at(place)}"

    def _prints(self, slot: LayerSlot, place: Place) -> bool:
        """Whether a given layer prints a clue at a place."""
        token = slot.tokens.get(place)
        if token is None or token.text in slot.domain.blanks:
            return False
        if isinstance(self._grounding.context.values.get(slot.name), Layer):
            value = self._value(slot, place)
            return value is not None and value is not False
        return slot.domain.tokens.get(token.text) is not False

    def _is_part(self, slot: LayerSlot, place: Place) -> bool:
        """Whether a clue is a direction in a picture of several layers, which is named together
        with another clue."""
        return self._combined is not None and isinstance(self._value(slot, place), Place)

    def _said(self, layers: Sequence[LayerSlot], place: Place) -> str:
        """Clues of one place together: `white 4`, `black tower`, `rock`."""
        noun, words = "", list[str]()
        for slot in layers:
            value = self._value(slot, place)
            text = self._text(slot, place, value)
            if text and (type(value) is int or not _is_word(text)):
                if noun and self._combined is not None:  # several numbers
                    return self._apart(place)
                noun = text
            elif text:
                words.append(text)
        if not noun and not (words and layers[-1].domain.kind == "any"):
            noun = layers[0].name.replace("_", " ")
        return " ".join((*words, noun)).strip()

    def _value(self, slot: LayerSlot, place: Place) -> Any:
        layer = self._grounding.context.values.get(slot.name)
        if not isinstance(layer, Layer):
            return None
        return UNKNOWN if place in layer.unknown else layer.table.get(place)

    def _text(self, slot: LayerSlot, place: Place, value: Any) -> str:
        """The words for a clue's value, beside the name of its layer; "" if there are none."""
        domain = slot.domain
        if value is UNKNOWN:
            return "?" if domain.unknown == "?" else ""
        if value is None or isinstance(value, (bool, Place)):
            return ""
        if domain.kind == "list" and slot.tokens[place].text == show_key(place):
            return ""  # the line of a list begins with its place
        token = domain.draw(value)
        if isinstance(value, str) and token != value and self._is_worded(slot):
            return value.replace("_", " ")
        return token if self._combined is not None else slot.tokens[place].text

    def _is_worded(self, slot: LayerSlot) -> bool:
        """Whether a layer's values are called by their names: if they have pictures, or if any of
        their tokens is a letter, which stands for a name."""
        tokens = map(slot.domain.draw, slot.domain.values)
        return slot.name in self._drawn or any(map(str.isalpha, tokens))

    def _apart(self, place: Place) -> str:
        """The clues at a place of a combined picture of several layers."""
        assert self._combined is not None
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


def _is_word(text: str) -> bool:
    """Whether a token is a word that describes a clue, and not a sign for it."""
    return len(text) > 1 and text.replace(" ", "").isalpha()


def _words(sentences: Iterable[str]) -> Iterable[str]:
    for sentence in sentences:
        yield from re.findall(r"[^\W\d_]+", sentence.lower())


def _tells_of_several(noun: str, text: str) -> bool:
    """Whether a text uses a plural of a noun that differs from it."""
    one, many = re.escape(noun), re.escape(plural(noun))
    return re.search(rf"\b(?!{one}\b)(?:{one}(?:s|es)|{many})\b", text) is not None
