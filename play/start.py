"""What the page opens with: a spec and a puzzle that the command line named, or the gallery."""

from __future__ import annotations

from typing import Any

from ..dsl.diagnostics import Source
from ..records import record
from ..tasks.checking import checked
from .neighbours import Neighbours
from .questions import answer


@record
class Start:
    """spec: {"name"} or {"text", "file"}; file: of a spec that may be saved; nothing: the
    gallery."""

    spec: dict[str, str] | None = None
    puzzle: str | None = None
    file: str | None = None


def described(start: Start) -> dict[str, Any]:
    """The start for a page with a server, which can request more."""
    return {
        "spec": start.spec,
        "puzzle": start.puzzle,
        "saves": bool(start.file),
        "uses": bool(start.file),
    }


def complete(start: Start) -> dict[str, Any]:
    """The start for a static page: with the specs that the named one uses, and the puzzle opened.
    Raises PzcError for mistakes in them."""
    spec = start.spec
    if spec is None or "text" not in spec:
        return {"spec": spec, "puzzle": start.puzzle, "saves": False, "uses": False, "beside": {}}
    beside = Neighbours(start.file)
    checked(Source(start.file or "spec", spec["text"]), beside)
    own: dict[str, Any] = {"text": spec["text"], **({"beside": {**beside}} if beside else {})}
    out = {"spec": {"text": spec["text"]}, "puzzle": start.puzzle, "saves": False, "uses": True}
    if start.puzzle is not None:
        (opened,) = answer("open", {"spec": own, "puzzle": start.puzzle})
        out["opened"] = opened
    return {**out, "beside": {**beside}}
