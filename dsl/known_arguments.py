"""The arguments of functions that must not depend on what the solver decides, by position.

`builtins` marks the parameters by this table. It stands apart because compiled specs need it at
every start, and no signatures.
"""

KNOWN_ARGUMENTS: dict[str, tuple[int, ...]] = {
    "blocks": (0, 1),
    "windows": (0, 1),
    "placements": (0,),
    "matches": (1,),
}
