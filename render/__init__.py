"""Solutions as text, pictures and data. Nothing here solves or reads puzzles.

    scene, shapes    what to draw, independent of the format: tokens, walls, lines, margins
    text             a picture of characters
    svg              a picture as SVG
    table            tables of layers that lie on no board
    plain            the format of puzzle files, which `verify` reads back
    json             one JSON object for each solution
    characters       the widths of characters on a terminal

Begin with `scene`.
"""
