"""The documentation's examples: every spec checks, every puzzle solves to the solution shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pzc.dsl.diagnostics import Source
from pzc.render.plain import plain
from pzc.tasks.spec import Spec

DOCS = Path(__file__).resolve().parent.parent / "docs"
BLOCK = re.compile(r"^```(spec|puzzle|solution)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """(name, spec, the puzzle and solution blocks that follow it), of all pages."""
    out: list[tuple[str, str, list[tuple[str, str]]]] = []
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for found in BLOCK.finditer(text):
            kind, body = found.groups()
            if kind == "spec":
                line = text[: found.start()].count("\n") + 1
                out.append((f"{page.name}:{line}", body, []))
            else:
                out[-1][2].append((kind, body))
    return out


EXAMPLES = examples()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 20


@pytest.mark.parametrize(("name", "spec", "blocks"), EXAMPLES, ids=[e[0] for e in EXAMPLES])
def test_example(name: str, spec: str, blocks: list[tuple[str, str]]) -> None:
    compiled = Spec.of(Source(name, spec))
    found = None
    for kind, body in blocks:
        if kind == "puzzle":
            found = compiled.solve(body)
            assert found is not None
        else:
            assert found is not None
            assert plain(found).strip() == body.strip()


NAMED = re.compile(r"`(\w+)`\s+(?:in|of|\()\s*`(\w[\w/]*\.py)`|`((?:\w+/)+\w+\.py)`")


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_what_a_page_names_is_there(page: Path) -> None:
    """Modules, by their paths from the root, and the names that a page says are in them."""
    root = DOCS.parent
    for name, module, alone in NAMED.findall(page.read_text(encoding="utf-8")):
        path = root / (module or alone)
        if path.stem != "NAME" and (module or (root / alone.split("/")[0]).is_dir()):
            assert path.is_file(), path
            assert re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), (name, path)


LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
PAGES = [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_what_is_there(page: Path) -> None:
    for file, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / file if file else page
        assert target.exists(), file
        assert not anchor or anchor in anchors(target), f"{file}#{anchor}"
