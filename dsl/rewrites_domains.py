"""Changes that may be meant in domains and their tokens; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .sites import Offer, Site, offer, one_line, renamed, text_of
from .syntax import Binary, Collection, Find, Name, Number, SetDomain, Text, Things, Truth

# Other words for the pieces that a find draws.
PIECES = ("area", "block", "division", "partition", "piece", "region", "room", "shape")


def values(site: Site) -> Iterator[Sequence[Offer]]:
    """`bool` for `yes`, `yes/no` and `{yes, no}`, `1..9` for `{1..9}` and `1-9`, `{A, B}` for
    `"AB"`; `". #"` for `".#"`."""
    match site.mistake.code, site.node:
        case "E0236", Truth() as truth:
            yield [offer(truth, "bool")]
        case "E0236", Collection(items=items) as braces if all(
            isinstance(item, Truth) for item in items
        ):
            yield [offer(braces, "bool")]
        case "E0236", Collection(items=items) as braces if one_line(braces):
            yield [offer(braces, " + ".join(map(text_of, items)))]
        case "E0236", Text(value=letters) as text if letters.isalnum() and letters.isupper():
            yield [offer(text, "{" + ", ".join(letters) + "}")]
        case "E0236", Binary(op="-", left=Number() as low, right=Number() as high) as span:
            yield [offer(span, f"{low.value}..{high.value}")]
        case "E0215", Truth():
            for domain in site.expressions:
                if isinstance(domain, Binary) and domain.op == "/" and one_line(domain):
                    yield [offer(domain, "bool")]
        case "E0241", Text(value=tokens) as text if " " not in tokens:
            yield [offer(text, '"' + " ".join(tokens) + '"')]


def letters(site: Site) -> Iterator[Sequence[Offer]]:
    """`{A, B, C}` for `A..C`."""
    if site.mistake.code not in ("E0203", "E0215"):
        return
    for node in site.expressions:
        match node:
            case Binary(op="..", left=Name(id=low), right=Name(id=high)) if (
                len(low) == len(high) == 1 and low < high
            ):
                members = ", ".join(map(chr, range(ord(low), ord(high) + 1)))
                yield [offer(node, "{" + members + "}")]


def pieces(site: Site) -> Iterator[Sequence[Offer]]:
    """`pieces` for `regions`, `areas` and the like, of a find."""
    match site.node, site.above:
        case Name(id=word) as name, (SetDomain(), Find(), *_) if word.rstrip("s") in PIECES:
            yield [renamed(name, "pieces")]


def listed_things(site: Site) -> Iterator[Sequence[Offer]]:
    """`things tile = given` for `things tile = symbol`."""
    unknown = site.mistake.code == "E0203" and isinstance(site.node, Name)
    if unknown and site.above and isinstance(site.above[0], Things):
        yield [offer(site.node, "given", " if the puzzle file lists them")]
