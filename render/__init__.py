"""Solutions as text, pictures and data. Nothing here solves or reads puzzles.

    scene            what to draw, independent of the format: tokens, walls, lines, margins
    scenes, looked   from a solution to its scenes; the looks of its spec
    text, spans      a picture of characters; `hexagon_text` for boards of hexagons
    svg              a picture as SVG: the document
    description      a picture in words, for screen readers
    picture          the drawing of one scene, on a `canvas` of layers, with its `strokes`, `cages`,
                     `tokens` in cells and between them, and clues `outside`
    signs, ships     the shapes of the picture vocabulary; `shapes` are the plainest elements
    images           given pictures under a board: the forms of pieces, say
    legend           numbers under a picture as rows of signs
    marks            marked places in a picture
    places           a shape for each place, for pages that work on a picture
    strip, page      the steps of an explanation: one picture, or a page to walk through
    themes           the colours of inks
    frames           where the boards are in a picture
    blocks           pieces of a drawing, under and beside each other
    raster           SVG as PNG and PDF
    table            tables of layers that are not on a board
    plain, puzzle    solutions and puzzles in the format of puzzle files
    json             one JSON object for each solution
    characters       the widths of characters on a terminal

Begin with `scene`.
"""
