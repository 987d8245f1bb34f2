"""The page on genres: it names the bundled specs, all and only those, and its numbers add up."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from pzc.tasks.library import bundled

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "genres.md").read_text(encoding="utf-8")
HEAD, *_SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
SECTIONS = dict(section.split("\n", 1) for section in _SECTIONS)


def rows(text: str) -> list[list[str]]:
    """The cells of the tables' rows, headings and rulers left out."""
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.split("\n")
        if line.startswith("|")
    ]
    rulers = [k for k, row in enumerate(table) if set("".join(row)) <= {"-", " "}]
    return [row for k, row in enumerate(table) if k not in rulers and k + 1 not in rulers]


LISTED, OTHERS = (rows(part) for part in SECTIONS["Bundled specs"].split("Others:"))


def test_every_bundled_spec_is_named_once() -> None:
    named = [spec.strip("`") for spec, _ in LISTED + OTHERS]
    assert sorted(named) == sorted(bundled())


def test_the_families_count_their_specs_and_large_ones_have_two() -> None:
    used = Counter(family for _, families in LISTED + OTHERS for family in families.split(", "))
    families = {
        family: (int(genres), int(specs)) for family, _, genres, specs in rows(SECTIONS["Families"])
    }
    assert used == {family: specs for family, (_, specs) in families.items()}
    assert all(specs >= 2 for genres, specs in families.values() if genres >= 10)


def test_the_genres_add_up() -> None:
    counts = [int(count) for _, count in rows(HEAD)]
    everything = re.search(r"list of (\d+) genres", HEAD)
    assert everything and sum(counts) == int(everything[1])

    def named(section: str) -> int:
        return sum(len(genres.split(", ")) for *_, genres in rows(SECTIONS[section]))

    assert counts[0] == len(LISTED)
    assert counts[2:] == [named("What needs a detour"), named("What cannot be written")]
