"""The domains of layers: their constants, and the tokens of these in text.

A `Domain` maps a token of a puzzle file to a constant, and a constant to a token that reads back as
the same constant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from operator import eq
from typing import Any

from ...dsl.diagnostics import nearest, one_of
from ...dsl.syntax import LONGEST_NUMBER
from ...model.nodes import Bool
from ...records import field, record, replace
from ..board.places import DIRECTION_TOKENS, Place, Unit
from ..values.showing import show

BLANKS = (".", "-", "_")
LONGEST_WORD = 24  # the longest token that is taken for a word without spaces
# Yes and no in other notations.
TRUTHS = {
    **dict.fromkeys(("1", "true", "t", "y"), True),
    **dict.fromkeys(("0", "false", "f", "n"), False),
}


class BadToken(Exception):
    """A token that is no value of a domain.

    The parts of a diagnostic besides the message are computed on demand, because a token may be
    tried in many ways before it is rejected."""

    def __init__(self, message: str, domain: Domain, token: str) -> None:
        super().__init__(message)
        self.domain = domain
        self.token = token

    @property
    def expected(self) -> str:
        """The tokens that are allowed."""
        return self.domain.describe()

    @property
    def hint(self) -> str | None:
        """The most similar allowed token, or how tokens are separated."""
        if self.domain.kind == "places" and self.token.strip("([").split(",")[0].isdecimal():
            example = next(iter(self.domain.tokens), "")
            return f"places are written by name, such as '{example}'"
        if self.domain.kind != "list" and any(mark in self.token for mark in ",;[]"):
            return "values are separated by spaces, without brackets and commas"
        if self.domain.kind == "bool" and (truth := TRUTHS.get(self.token.lower())) is not None:
            return f"write '{self.domain.drawn[truth]}'"
        if (near := nearest(self.token, self.domain.tokens)) is not None:
            return near
        of_letters = self.domain.kind == "symbols" and 1 < len(self.token) <= LONGEST_WORD
        if of_letters and all(map(self.domain.has, self.token)):
            return f"values are separated by spaces: '{' '.join(self.token)}'"
        return None


class OnDemand(Mapping[Any, Any]):
    """A table that is made at its first use: many are long, and never used."""

    def __init__(self, make: Callable[[], dict[Any, Any]]) -> None:
        self._make = make
        self._table: dict[Any, Any] | None = None

    def _made(self) -> dict[Any, Any]:
        if self._table is None:
            self._table = self._make()
        return self._table

    def __getitem__(self, key: Any) -> Any:
        return self._made()[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())


def name_of(value: Any) -> str:
    """A value as one token, a place as puzzle files name it: a group by its value in the layer."""
    if isinstance(value, Unit) and value.kind == "group":
        return _whole_name(value.name.split(" ", 1)[1])
    return _whole_name(value)


def names_of(values: Iterable[Any]) -> dict[Any, str]:
    """Each value as one token. Groups of different layers that would have the same name have that
    of their layer in front."""
    named = {v: name_of(v) for v in values}
    if len(set(named.values())) == len(named):
        return named
    often = Counter(named.values())
    return {v: name if often[name] == 1 else _whole_name(v) for v, name in named.items()}


def by_name(values: Sequence[Any]) -> Mapping[str, Any]:
    """Each value by its name."""
    return OnDemand(lambda: {name: v for v, name in names_of(values).items()})


def by_position(values: Sequence[Any]) -> Mapping[Any, int]:
    """The position of each value."""
    return OnDemand(lambda: {v: k for k, v in enumerate(values)})


def key_texts(keys: Iterable[Any]) -> dict[Any, str]:
    """Each key of a layer as puzzle files write it; a tuple has several words."""
    table = list(keys)
    if not any(isinstance(key, tuple) for key in table):
        return names_of(table)
    parts = [key if isinstance(key, tuple) else (key,) for key in table]
    names = names_of(part for key in parts for part in key)
    return {
        key: " ".join(names[part] for part in own) for key, own in zip(table, parts, strict=True)
    }


def _whole_name(value: Any) -> str:
    return show(value).replace(" ", "")


@record
class Domain:
    """What a layer holds.

    kind: "bool", "int", "symbols", "any" (any token), "pieces" (letters), "places", "options" ("one
    of"), "list" or "picture". values: the constants in order (of a list or a picture: of its
    element; empty for "any" and "pieces"). tokens: the value of each token; drawn: the token of
    each value. blanks: the tokens of a missing value; unknown: that of an unknown value.
    conditions: where values are those that the domain has for some clues of open layers, the
    condition of each value that not all of these allow."""

    kind: str
    values: Sequence[Any] = ()
    tokens: Mapping[str, Any] = field(default_factory=dict)
    drawn: Mapping[Any, str] = field(default_factory=dict)
    blanks: tuple[str, ...] = ()
    unknown: str | None = None
    element: Domain | None = None
    conditions: Mapping[Any, Bool] = field(default_factory=dict)

    def read(self, token: str) -> Any:
        """The constant for a token; None for a blank. Raises BadToken."""
        if token in self.tokens:
            return self.tokens[token]
        if token in self.blanks:
            return None
        if self.kind in ("any", "pieces"):
            return token
        if self.kind == "int":
            return self._read_number(token)
        raise BadToken(f"'{token}' is not a value here", self, token)

    def has(self, token: str) -> bool:
        """Whether it reads a token."""
        try:
            self.read(token)
        except BadToken:
            return token == self.unknown
        return True

    def _read_number(self, token: str) -> int:
        if not (token.isascii() and token.removeprefix("-").isdecimal()):
            raise BadToken(f"'{_shorten(token)}' is not a number", self, token)
        if len(token) > LONGEST_NUMBER or int(token) not in self.values:
            raise BadToken(f"{_shorten(token)} is not in the domain", self, token)
        return int(token)

    def draw(self, value: Any) -> str:
        """The token of a constant (None: the first blank)."""
        if value is None:
            return self.blanks[0] if self.blanks else "."
        if self.kind == "options":
            return name_of(value)
        return self.drawn.get(value, value if isinstance(value, str) else show(value))

    def only(self, values: Container[Any]) -> Domain:
        """The domain restricted to some values."""
        tokens = {token: v for token, v in self.tokens.items() if v in values}
        return replace(self, values=[v for v in self.values if v in values], tokens=tokens)

    def describe(self) -> str:
        """The domain in words, for "expected"."""
        match self.kind:
            case "int":
                numbers = list(self.values)
                if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
                    text = f"a number from {numbers[0]} to {numbers[-1]}"
                else:
                    text = one_of([str(number) for number in numbers[:12]])
            case "any":
                text = "any symbol"
            case "pieces":
                text = "a letter, another one in each piece that touches"
            case "list":
                assert self.element is not None
                text = f"a list of values, each {self.element.describe()}"
            case "picture":
                assert self.element is not None
                text = f"a picture of values, each {self.element.describe()}"
            case _:
                shown = [f"'{t}'" for t in self.tokens if t.strip()]
                text = " or ".join(shown[:8]) + (" …" if len(shown) > 8 else "")
        extra = [*(b for b in self.blanks[:1]), *([self.unknown] if self.unknown else [])]
        return text + "".join(f", or '{b}'" for b in extra)


def bool_domain(
    drawn: Sequence[str] | None, kind: str, lines: Sequence[str] = ("-", "|")
) -> Domain:
    """The domain of yes and no. kind: of the places; on borders and links, yes is a line and no a
    dot. lines: the characters of such lines on this board."""
    if drawn is not None:
        no, yes = drawn
        tokens = {no: False, yes: True}
    elif kind in ("border", "link"):
        tokens = {".": False, " ": False, **dict.fromkeys(lines, True), "#": True}
        no, yes = ".", "#"
    else:
        no, yes = ".", "#"
        tokens = {".": False, "#": True}
    tokens = {**tokens, "no": False, "yes": True}
    return Domain("bool", (False, True), tokens, {False: no, True: yes})


def value_domain(values: Sequence[Any], drawn: Sequence[str] | None) -> Domain:
    """The domain of an explicit set of constants: numbers, symbols or places."""
    if isinstance(values, range) and drawn is None:
        return Domain("int", values)
    if drawn is not None:
        pairs = list(zip(values, drawn, strict=True))
        named = {show(v): v for v in values if not isinstance(v, int)}
        return Domain(
            "int" if all(isinstance(v, int) for v in values) else "symbols",
            values,
            {**named, **{t: v for v, t in pairs}},
            dict(pairs),
        )
    if all(isinstance(v, int) for v in values):
        stretch = range(values[0], values[0] + len(values))  # a range takes constant space
        return Domain("int", stretch if all(map(eq, values, stretch)) else values)
    if all(isinstance(v, Place) and v.kind == "direction" for v in values):
        signs = {t: d for t, d in DIRECTION_TOKENS.items() if d in values}
        return Domain("places", values, signs, {d: t for t, d in signs.items()})
    kind = "symbols" if all(isinstance(v, (str, int)) for v in values) else "places"
    drawn_as = names_of(values)
    return Domain(kind, values, {t: v for v, t in drawn_as.items()}, drawn_as)


def _shorten(token: str) -> str:
    return token if len(token) <= 24 else token[:20] + "…"


def union(domains: Sequence[Domain]) -> Domain:
    """The union of domains, for a layer whose domain differs from place to place."""
    values = tuple(dict.fromkeys(v for d in domains for v in d.values))
    if domains[0].kind == "options":
        return replace(domains[0], values=values, tokens=by_name(values))
    tokens = {t: v for d in reversed(domains) for t, v in d.tokens.items()}
    drawn = {v: t for d in reversed(domains) for v, t in d.drawn.items()}
    elements = [d.element for d in domains if d.element is not None]
    if domains[0].kind == "places" and len(tokens) < len(drawn):  # groups of several layers
        drawn = names_of(values)
        tokens = {t: v for v, t in drawn.items()}
    return replace(
        domains[0],
        values=values,
        tokens=tokens,
        drawn=drawn,
        element=union(elements) if elements else None,
        blanks=tuple(b for b in domains[0].blanks if b not in tokens),
    )
