"""Untrusted texts in pictures: printable characters, and their width."""

from __future__ import annotations

from unicodedata import category, combining, east_asian_width


def printable(text: str) -> str:
    """A text without characters that move the cursor or are not allowed in XML."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if category(c) in ("Cc", "Cf", "Cs", "Cn", "Co") else c
        for c in text
    )


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in ("W", "F") else 1 for c in text)
