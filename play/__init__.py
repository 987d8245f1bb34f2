"""The page to play, write and teach in: a local server, and a page over the renderer's pictures.

    fields       what of a puzzle a person fills in: places, and the choices at each
    game         a puzzle that is played: its description for the page, its picture in play
    state        values that the page sends, as an assignment, as text, as a solution
    checking     which rules are broken now, and whether the puzzle is solved
    live         these checks after each move, without doing again what is known
    asking       what is asked of a solver: solve, count, hints, explanations
    sketch       a puzzle that is drawn, its given layers filled in by the same editors
    parts        what stands on no board, as rows of fields
    writing      specs and puzzles while they are written
    plan         pictures of the moments of a plan
    moves        a plan made by hand: which moves there are
    gallery      all genres, with pictures of their examples
    neighbours   specs beside the one that was named
    questions    the questions that the page asks, by name; what a worker answers
    worker       a process that answers questions, one after another
    workers      the pool of such processes, each ended at its limit of time or memory
    guard        who may ask: token, cookie, host, origin, sizes
    server       the addresses of the page
    files        the files of the page
    static       the same page for any web server, with Python in the browser
    pyodide      that Python: which one, its checksums and its licence
    page/        the page itself: plain modules of JavaScript, styles, texts

Nothing in the page knows a genre: it draws what the renderer drew, and edits kinds of places and
domains. `questions` is all that it asks, over HTTP or of a Python inside the browser.
"""
