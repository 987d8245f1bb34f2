"""The arguments of functions that must not depend on found layers, by position.

`builtins` marks the parameters by this table. It is a module of its own because compiling a cached
spec needs this table, but not the signatures."""

KNOWN_ARGUMENTS: dict[str, tuple[int, ...]] = {
    "blocks": (0, 1),
    "windows": (0, 1),
    "placements": (0,),
}
