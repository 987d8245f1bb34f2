"""What is allowed in a spec and yet most likely a slip: names that nothing uses."""

from __future__ import annotations

from .check_context import Context
from .diagnostics import Diagnostic
from .syntax import About, Answer, Define, Find, SpecTree, Title


def warn(ctx: Context, tree: SpecTree) -> None:
    """Note the warnings of a spec that has no mistakes; not those of the specs it uses, and none
    of a spec that is a library of defines for others."""
    if all(isinstance(d, (Title, About, Define)) for d in tree.declarations):
        return
    used = {name.id for name in ctx.references} | {name for name, _ in ctx.uses}
    for node in tree.declarations:
        if isinstance(node, Answer):
            used |= {name.id for name in node.names}
        elif isinstance(node, Find) and node.printed is not None:
            used.add(node.printed.id)
    if not any(isinstance(d, Find) for d in tree.declarations):
        ctx.warnings.append(
            Diagnostic(
                "W0201", "there is nothing to find", hint="a `find` is what the solver fills"
            )
        )
    for name, declared in ctx.names.items():
        if name in used or declared.kind == "grid" or declared.span.source is not tree.source:
            continue
        message = (
            f"no rule speaks of '{name}'" if declared.kind == "find" else f"'{name}' is unused"
        )
        ctx.warnings.append(Diagnostic("W0202", message, declared.span))
