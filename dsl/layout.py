"""Group lines into declarations: join continued lines, find blocks, recognise keywords.

A line that starts in the first column starts a declaration, unless a bracket or a trailing operator
keeps the one above open; a declaration word there always does, so that one missing bracket does not
hide the rest of the spec. Inside a `rule`, indentation makes blocks; any other declaration simply
goes on over indented lines.

Words such as `at`, `x` or `drawn` are not reserved. They are keywords where an operator could be,
right after a value, and names anywhere else: `find at : bool at cells`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..records import record
from . import foreign
from .diagnostics import Diagnostic, Edit, Source, Span, listed, nearest
from .tokens import RULES, SYMBOLS, LineLexer, Report, Token, shown

DECLARATIONS = [
    "puzzle",
    "about",
    "use",
    "param",
    "grid",
    "things",
    "sequence",
    "given",
    "find",
    "let",
    "define",
    *RULES,
    "minimize",
    "maximize",
    "answer",
    "picture",
    "make",
]

# The words that are keywords after a value in a declaration, outside brackets.
CLAUSE_WORDS = {
    "given": frozenset(["at", "where", "from", "drawn", "blank", "unknown", "as"]),
    "find": frozenset(["at", "where", "from", "drawn", "blank", "unknown", "as"]),
    "grid": frozenset(["x", "of", "as"]),
    "param": frozenset(["as"]),
    "let": frozenset(["as"]),
    "sequence": frozenset(["up"]),
}
DOMAIN_WORDS = frozenset(["bool", "symbol", "pieces", "list", "picture", "one"])

RULE_TYPES = frozenset(map(str.upper, RULES))
STATEMENT_WORDS = {word.upper(): word for word in (*RULES, "for", "if", "else")}
_STATEMENTS = listed(STATEMENT_WORDS.values())
OPENING = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE", "OPEN_HOLE": "CLOSE_HOLE"}
_CLOSERS = {
    opening: symbol
    for opening, closing in OPENING.items()
    for symbol, type in SYMBOLS.items()
    if type == closing
} | {"OPEN_HOLE": "}"}
CLOSING = frozenset(OPENING.values())
VALUE_ENDS = frozenset(
    ["NAME", "NUMBER", "TEXT", "YES", "NO", "RPAR", "RSQB", "RBRACE", "BOOL", "SYMBOL", "PIECES"]
)
INFIX = frozenset(SYMBOLS.values()) - {
    "DOT",
    "COLON",
    "LPAR",
    "LSQB",
    "LBRACE",
    "RPAR",
    "RSQB",
    "RBRACE",
} | {"AND", "OR", "IN"}
_GOES_ON = INFIX | {"NOT"}

DEEPEST = 100

_FIRST_WORD = re.compile(r"[^\W\d]\w*")
_INDENTATION = re.compile(r"[ \t]*")


@record
class Line:
    """A physical line with code: its number, its indentation, and its tokens."""

    number: int
    indentation: str
    tokens: Sequence[Token]
    sound: bool

    @property
    def width(self) -> int:
        return len(self.indentation.expandtabs(4))


@record
class Chunk:
    """The lines of one declaration. kind: the declaration word it begins with, None if unknown."""

    kind: str | None
    lines: list[Line]

    @property
    def first(self) -> Token:
        return self.lines[0].tokens[0]


def chunks(source: Source, report: Report) -> list[Chunk]:
    """Cut a text into declarations, and report invalid characters and tokens."""
    found: list[Chunk] = []
    depth = 0
    for number, text in enumerate(source.text.split("\n"), 1):
        text = text.removesuffix("\r")
        match = _INDENTATION.match(text)
        indentation = match.group() if match else ""
        word = _FIRST_WORD.match(text, len(indentation))
        kind = word.group() if word and word.group() in DECLARATIONS else None
        goes_on = bool(found) and (depth > 0 or _trails(found[-1].lines[-1]))
        starts = not found or (not indentation and (kind is not None or not goes_on))
        lexer = LineLexer(source, number, text, kind if starts else found[-1].kind, report)
        line = Line(number, indentation, lexer.tokens(), lexer.sound)
        if not line.tokens:
            continue
        if starts:
            found.append(Chunk(kind, [line]))
            depth = 0
        else:
            found[-1].lines.append(line)
        for token in line.tokens:
            depth = max(0, depth + (token.type in OPENING) - (token.type in CLOSING))
    return found


def arrange(chunk: Chunk, report: Report) -> list[Token] | None:
    """The tokens of a declaration for the grammar; None, after a report, if it cannot be parsed."""
    sound = all(line.sound for line in chunk.lines)
    sound = _starts_well(chunk, report) and sound
    sound = _brackets_match(chunk, report) and sound
    sound = _no_tabs(chunk, report) and sound
    if not sound or chunk.kind is None:
        return None
    if chunk.kind in RULES:
        tokens = _blocks(list(logical_lines(chunk)), report)
    else:
        tokens = [token for line in chunk.lines for token in line.tokens]
        tokens.append(_mark("_NEWLINE", tokens[-1]))
    return None if tokens is None else _with_meaning(chunk.kind, tokens)


def logical_lines(chunk: Chunk) -> Iterator[list[Line]]:
    """The logical lines of a declaration: physical lines joined by open brackets or trailing
    operators."""
    depth = 0
    group: list[Line] = []
    for line in chunk.lines:
        if group and not depth and not _trails(group[-1]):
            yield group
            group = []
        group.append(line)
        for token in line.tokens:
            depth += (token.type in OPENING) - (token.type in CLOSING)
    if group:
        yield group


def _trails(line: Line) -> bool:
    last = line.tokens[-1].type
    return last in _GOES_ON or (last in ("IF", "ELSE") and len(line.tokens) > 1)


def _mark(type: str, after: Token) -> Token:
    """A token without width directly after another one."""
    span = after.span
    return Token(
        type, "", Span(span.source, span.end_line, span.end_column, span.end_line, span.end_column)
    )


# ---- mistakes that are found before parsing --------------------------------------------------


def _starts_well(chunk: Chunk, report: Report) -> bool:
    first = chunk.first
    if chunk.kind is not None:
        if chunk.lines[0].indentation:
            report(
                Diagnostic(
                    "E0125",
                    "a declaration starts in the first column",
                    first.span,
                    hint=f"remove the spaces before '{first.text}'",
                )
            )
        return not chunk.lines[0].indentation
    hint: str | None = None
    if first.text in STATEMENT_WORDS.values():
        message = f"'{first.text}' belongs inside a rule"
        hint = 'begin the rule with: rule "its sentence":'
        if first.type == "ELSE":
            hint = "'else:' stands below its 'if', indented as far as it"
    elif first.type == "NAME":
        message = f"{shown(first.text)} begins no declaration"
        hint = _habit(chunk) or nearest(first.text, DECLARATIONS)
    else:
        message = "no declaration begins like this"
        if first.type == "TEXT":
            hint = 'the title is declared with: puzzle "Its name"; a comment begins with #'
    edits: tuple[Edit, ...] = ()
    if (meant := foreign.DECLARATIONS.get(first.text.lower())) is not None:
        hint, edits = f"write '{meant}'", (Edit(first.span, meant),)
    expected = ", ".join(DECLARATIONS[:-1]) + " or " + DECLARATIONS[-1]
    report(Diagnostic("E0116", message, first.span, expected, hint, edits))
    return False


# Keywords of other languages -> how to declare it here.
_HABITS = {
    ("def", "function", "fun", "func"): "a function is declared with: define f(x) = …",
    ("import", "include", "from", "extends"): "another spec is included with: use its_name",
    ("constraint", "forall", "assert", "must", "require"): (
        'what must hold is declared with: rule "its sentence": …'
    ),
    ("solve", "output", "print", "show"): (
        "a spec does not say when to solve or print; what is printed: answer star, seam"
    ),
    ("var", "variable", "layer", "array"): (
        "what the solver fills is declared with: find name : domain at cells"
    ),
    ("int", "par", "const"): "a value of the puzzle is declared with: param name : 1..9",
    ("input", "clue", "clues", "hint", "read"): (
        "what the puzzle file shows is declared with: given name : domain at cells"
    ),
    ("board", "size", "field", "dimensions"): "the board is declared with: grid h x w",
    ("title", "name", "genre"): 'the title is declared with: puzzle "Its name"',
    ("summary", "description"): 'the summary is declared with: about "One sentence."',
    ("time", "steps", "moves", "turns"): "moments are declared with: sequence time up to 20",
    ("redundant", "follows"): 'what follows is declared with: implied "its sentence": …',
    ("technique", "strategy", "theorem"): (
        'what follows, for explanations only, is declared with: lemma "its sentence": …'
    ),
    ("enum", "set", "type", "domain"): "symbols are declared with: things colour = {red, green}",
    ("minimise", "minimizing", "min"): "a number is made small with: minimize count(star)",
    ("maximise", "maximizing", "max"): "a number is made large with: maximize count(star)",
}


def begins(word: str) -> bool:
    """Whether a word is a keyword of a declaration or a statement, or is similar to one."""
    habits = [w for words in _HABITS for w in words]
    known = [*DECLARATIONS, *STATEMENT_WORDS.values(), *habits]
    return word in known or nearest(word, known) is not None


def _habit(chunk: Chunk) -> str | None:
    """A hint at the declaration that a line without a keyword was probably meant to be."""
    tokens = chunk.lines[0].tokens
    if len(tokens) > 1 and tokens[1].type == "EQUAL":
        return "a value is named with: let name = value"
    return next((hint for words, hint in _HABITS.items() if tokens[0].text in words), None)


def _brackets_match(chunk: Chunk, report: Report) -> bool:
    opened: list[Token] = []
    late: list[str] = []  # the open brackets that were reported as unclosed
    sound = True

    def unclosed(opening: Token, where: str) -> None:
        nonlocal sound
        sound = False
        late.append(OPENING[opening.type])
        message = f"this '{opening.text}' is not closed"
        expected = f"'{_CLOSERS[opening.type]}' {where}"
        report(Diagnostic("E0109", message, opening.span, expected))

    for token in (token for line in chunk.lines for token in line.tokens):
        if token.type in OPENING:
            opened.append(token)
            if len(opened) > DEEPEST:
                report(
                    Diagnostic(
                        "E0111",
                        "the brackets are nested too deeply",
                        token.span,
                        expected=f"at most {DEEPEST} open brackets",
                        hint="name the inner parts with let or define",
                    )
                )
                return False
        elif token.type in CLOSING:
            here = f"before the '{token.text}' in line {token.span.line}"
            if any(OPENING[t.type] == token.type for t in opened):
                while OPENING[(opening := opened.pop()).type] != token.type:
                    unclosed(opening, here)
            elif opened:
                unclosed(opened.pop(), here)
            elif token.type in late:
                late.remove(token.type)
            else:
                sound = False
                message = f"this '{token.text}' closes no bracket"
                report(Diagnostic("E0110", message, token.span))
    if opened and sound:
        unclosed(opened[-1], "before the declaration ends")
    return sound


def _no_tabs(chunk: Chunk, report: Report) -> bool:
    for line in chunk.lines:
        if "\t" in line.indentation:
            source = line.tokens[0].span.source
            span = Span(source, line.number, 1, line.number, len(line.indentation) + 1)
            report(
                Diagnostic(
                    "E0112",
                    "a tab in the indentation",
                    span,
                    expected="spaces, four for each level",
                )
            )
            return False
    return True


# ---- blocks --------------------------------------------------------------------------------------


def _blocks(lines: list[list[Line]], report: Report) -> list[Token] | None:
    """The tokens of a rule, with tokens for line ends, indentation and dedentation; None after a
    report."""
    tokens: list[Token] = []
    levels = [lines[0][0].width]
    above: list[Token] = []
    above_width = 0
    for group in lines:
        line, width = group[0], group[0].width
        problem: Diagnostic | None = None
        if above and above[-1].type == "COLON":
            if width <= levels[-1]:
                problem = _no_body(above)
            else:
                levels.append(width)
                tokens.append(_mark("_INDENT", tokens[-1]))
        elif width > levels[-1]:
            problem = _too_deep(above, line)
        else:
            while width < levels[-1]:
                levels.pop()
                tokens.append(_mark("_DEDENT", tokens[-1]))
            if width > levels[-1]:
                problem = _between_levels(line, [*levels, above_width])
        if problem is not None:
            report(problem)
            return None
        above = [token for part in group for token in part.tokens]
        above_width = width
        tokens += [*above, _mark("_NEWLINE", above[-1])]
    if above[-1].type == "COLON":
        report(_no_body(above))
        return None
    tokens += [_mark("_DEDENT", tokens[-1])] * (len(levels) - 1)
    return tokens


def _no_body(line: list[Token]) -> Diagnostic:
    first = line[innermost(line)]
    word = _statement_word(first)
    if word is None:
        return stray_colon(line[-1])
    end = line[-1].span
    comment = end.source.line(end.line)[end.end_column - 1 :].lstrip().startswith("#")
    return Diagnostic(
        "E0114",
        f"this '{word}' has no body",
        first.span,
        expected="a condition after the ':', or a block of indented lines below it",
        hint="what follows '#' is a comment" if comment else None,
    )


def _too_deep(above: list[Token], line: Line) -> Diagnostic:
    """The report of a line indented deeper than the line above, which opens no block."""
    first = line.tokens[0]
    head = above[innermost(above) :]
    word = _statement_word(head[0])
    if word and not any(token.type == "COLON" for token in head):
        return missing_colon(word, above[-1])
    if word:
        hint = "a body follows the ':' or is in the lines below, not both"
    elif first.type in INFIX:
        hint = f"let the line above end with '{first.text}', or put the whole in brackets"
    else:
        hint = f"only {_STATEMENTS} open a block"
    message = "this line is indented deeper than the line above"
    return Diagnostic("E0113", message, first.span, hint=hint)


def innermost(line: Sequence[Token]) -> int:
    """Where the innermost statement of a line begins: `for` and `if` may follow the ':' of
    another statement."""
    inner = (i for i in range(1, len(line)) if line[i].type in ("FOR", "IF"))
    return max((i for i in inner if line[i - 1].type == "COLON"), default=0)


def _statement_word(first: Token) -> str | None:
    return first.text if first.text in STATEMENT_WORDS.values() else None


def stray_colon(colon: Token) -> Diagnostic:
    """The diagnostic for a colon that cannot be there."""
    message = f"a ':' can only follow {_STATEMENTS}"
    after = colon.span.source.line(colon.span.line)[colon.span.column :]
    hint = (
        "`head :- body` is `body => head`, `:- body` is `not (body)`, in loops over their variables"
    )
    return Diagnostic("E0115", message, colon.span, hint=hint if after.startswith("-") else None)


def missing_colon(word: str, last: Token) -> Diagnostic:
    """The diagnostic for a missing colon. word: of the statement; last: the token before it."""
    span = _mark("COLON", last).span
    return Diagnostic(
        "E0115",
        f"the ':' of this '{word}' is missing",
        span,
        expected="':' at the end of the line",
        edits=(Edit(span, ":"),),
    )


def _between_levels(line: Line, levels: list[int]) -> Diagnostic:
    *some, last = (str(level) for level in levels if level)
    widths = f"{', '.join(some)} or {last}" if some else last
    return Diagnostic(
        "E0113",
        "the indentation of this line fits no block above",
        line.tokens[0].span,
        expected=f"{widths} spaces before it, there are {line.width}",
    )


# ---- contextual keywords -----------------------------------------------


def _with_meaning(kind: str, tokens: list[Token]) -> list[Token]:
    """The tokens, with the types of the grammar for words that are keywords in this context."""
    words = CLAUSE_WORDS.get(kind, frozenset())
    has_domain = kind in ("given", "find", "param")
    out = [_typed(tokens[0], kind.upper())]
    depth = 0
    for token in tokens[1:]:
        before = out[-1].type
        depth += (token.type in OPENING) - (token.type in CLOSING)
        text = token.text
        if (
            token.type == "NAME"
            and not depth
            and (
                (text in words and before in VALUE_ENDS)
                or (has_domain and text in DOMAIN_WORDS and before in ("COLON", "OF"))
                or (text == "some" and before == "AT")
                or (text == "of" and before in ("LIST", "PICTURE", "ONE"))
                or (text == "to" and before == "UP")
                or (text == "given" and kind == "things" and before == "EQUAL")
            )
        ):
            token = _typed(token, text.upper())
        out.append(token)
    return out


def _typed(token: Token, type: str) -> Token:
    return Token(type, token.text, token.span)
