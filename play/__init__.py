"""The page to play, write and share: a local server, and a page over the renderer's pictures.

    fields       the places that a player fills in, and the choices at each
    game         a puzzle in play: its description for the page, and its picture
    clues        the printed values around each place, in words for screen readers
    state        the values that the page sends, as an assignment, as text, as a solution
    checking     which rules are broken now, and whether the puzzle is solved
    live         these checks after each move, incrementally
    solving      questions for a solver: solve, count, hints, explanations
    sketch       a puzzle that is edited on the board, with the same editors
    parts        given layers that are not on the board, edited as rows of fields
    writing      specs and puzzles while they are written
    plan         pictures of the moments of a plan
    moves        plans played move by move: the possible moves
    gallery      all genres, with pictures of their examples
    start        what the page opens with
    neighbours   specs in the same folder, which a spec may use
    questions    the questions of the page, by name, and their answers
    worker       a process that answers questions, one after another
    workers      the pool of these processes, with limits of time and memory
    guard        access control: token, cookie, host, origin, sizes
    server       the HTTP server
    files        the files of the page
    static       the same page for any web server, with Python in the browser
    pyodide      that Python: which one, its checksums and its licence
    page/        the page itself: plain modules of JavaScript, styles
    texts/       what the page says, and in other languages than English what each spec says

Nothing in the page is written for a genre: it shows the renderer's pictures, and has editors for
kinds of places and domains. `questions` is its whole interface to pzc, over HTTP or to Python in
the browser.
"""
