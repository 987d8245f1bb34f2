"""Boards: their places, how these touch, and the rows, lines and blocks that they form.

`protocol` is the interface; `square` and `hexagon` implement it, and `shapes` chooses between them.
Places are plain records (`places`), so that they can be keys of layers; nothing here depends on
values, models or puzzles."""
