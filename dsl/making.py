"""The hints that a `make` declaration may give for a layer, and the values that each takes."""

from __future__ import annotations

SYMMETRIES = ("none", "rotate2", "rotate4", "mirror", "flip", "diagonal", "full")

# word -> the least and the largest number that may follow it; None if it takes a name.
HINTS: dict[str, tuple[int, int] | None] = {
    "density": (0, 100),  # percent of its places that have a value
    "symmetry": None,  # of these places
    "values": (-(10**15), 10**15),  # the numbers in use
    "size": (1, 10**6),  # cells of a region
}
