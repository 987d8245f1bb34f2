"""Explain why a declaration does not parse, in words for people who write rule sheets.

The parser reports the token at which it stopped, and the terminals that it accepts there. `explain`
tries to recognise frequent mistakes, the most specific ones first, and falls back on the list of
what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from ..records import record
from . import foreign
from .builtins import BUILTINS
from .diagnostics import Diagnostic, nearest
from .layout import (
    DECLARATIONS,
    INFIX,
    RULE_TYPES,
    STATEMENT_WORDS,
    VALUE_ENDS,
    innermost,
    missing_colon,
    stray_colon,
)
from .tokens import RESERVED, SYMBOLS, Token, shown

# An example of each declaration, for hints.
PATTERNS = {
    "PUZZLE": 'puzzle "Star Battle"',
    "ABOUT": 'about "Place stars so that none touch."',
    "USE": "use sudoku",
    "PARAM": "param stars : 1..9 = 2",
    "GRID": "grid 9 x 9",
    "THINGS": "things colour = {red, green}",
    "SEQUENCE": "sequence time up to 20",
    "GIVEN": "given clue : 1..9 at some cells",
    "FIND": "find digit : 1..9 at cells",
    "LET": "let n = 2 * k",
    "DEFINE": "define next_to(c) = adjacent(c)",
    "ANSWER": "answer star, seam",
    "PICTURE": 'picture "{clue}{black}"',
    "MAKE": "make n = 10, clue density 20..40",
    "MINIMIZE": "minimize count(star)",
    "MAXIMIZE": "maximize count(star)",
    "RULE": 'rule "No two stars touch":',
    "IMPLIED": 'implied "No two stars are neighbours":',
    "LEMMA": 'lemma "A square of four cells has at most one star":',
    "FOR": "for c in cells if c in clue:",
    "IF": "if n = 9:",
}

# The tokens at which the part shown by these examples ends.
_HEAD_ENDS = {
    "LET": "EQUAL",
    "DEFINE": "EQUAL",
    "THINGS": "EQUAL",
    **dict.fromkeys((*RULE_TYPES, "FOR", "IF"), "COLON"),
}

_CROSS = re.compile(r"\w+x\w+")
_LINE_MARKS = ("_NEWLINE", "_INDENT", "_DEDENT")
_SPELLING = {type: symbol for symbol, type in SYMBOLS.items()} | {"CLOSE_HOLE": "}"}
_OPERATORS = INFIX - {"EQUAL", "COMMA"} | {"NOT", "DOT", "LPAR", "LSQB"}
_STEPS = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "PERCENT"})
_VALUE_STARTS = frozenset({"NAME", "NUMBER", "TEXT", "YES", "NO", "LBRACE"})
_PHRASES = {
    "NAME": "a name",
    "TEXT": "a string in double quotes",
    "QUOTE": "a sentence in double quotes",
    "_NEWLINE": "the end of the line",
}


# Declarations that other languages allow within a block.
OUTSIDE = {
    "let": "declare it above the rule: `let x[c in cells] = …` is a value for each cell, "
    "`define x(t) = …` one for whatever it is used with",
    "define": "declare it above the rule",
}


NO_CHANGE = (
    "no value changes: a rule says what holds of the values; `count(…)` counts, `sum(…)` adds up"
)
TABLE = "there are no dictionaries; a choice is written: (a if x = 1 else b)"
ELSE_IF = "write `else:`, and indented below it `if …:` with its block and its own `else:`"


@record
class Place:
    """Where the parser stopped. start: the index of the first token of the innermost statement."""

    tokens: Sequence[Token]
    position: int
    start: int
    accepted: frozenset[str]

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    @property
    def before(self) -> Token:
        """The previous token; the stopping token itself if there is none."""
        return self.tokens[max(0, self.position - 1)]

    @property
    def first(self) -> Token:
        return self.tokens[self.start]


def explain(tokens: Sequence[Token], position: int, accepted: frozenset[str]) -> Diagnostic:
    """What is wrong at tokens[position]; accepted: the terminals that are possible there."""
    marks = (i for i in range(position - 1, -1, -1) if tokens[i].type in _LINE_MARKS)
    line = next(marks, -1) + 1
    start = line + innermost(tokens[line:position])
    place = Place(tokens, position, start, accepted)
    for recognise in (
        _declaration_inside,
        _declaration_after_colon,
        _reserved_name,
        _otherwise,
        _other_language,
        _colon,
        _comprehension,
        _no_brackets,
        _misspelt,
        _early_end,
        _no_operator,
    ):
        if (found := recognise(place)) is not None:
            return found
    message = f"unexpected {shown(place.token.text)}"
    return _unexpected(place, message)


def _unexpected(place: Place, message: str, hint: str | None = None) -> Diagnostic:
    expected = in_words(place.accepted)
    return Diagnostic("E0117", message, place.token.span, expected, hint or _pattern(place))


def _pattern(place: Place) -> str | None:
    """An example of the declaration or statement, if the mistake is in its head."""
    read = {token.type for token in place.tokens[place.start : place.position]}
    in_head = _HEAD_ENDS.get(place.first.type, "") not in read and "OPEN_HOLE" not in read
    pattern = PATTERNS.get(place.first.type)
    return f"for example: {pattern}" if pattern and in_head else None


# ---- particular mistakes -------------------------------------------------------------------------


def _declaration_inside(place: Place) -> Diagnostic | None:
    """A keyword of a declaration at the start of an indented line."""
    word = place.token
    if word.span.line == place.before.span.line:
        word = place.first if place.start == place.position - 1 else word
    starts = place.start > 0 or word.span.line > place.before.span.line
    if word.type == "NAME" and word.text in DECLARATIONS and starts:
        message = "a declaration starts in the first column"
        hint = f"remove the spaces before '{word.text}'"
        if any(token.type in RULE_TYPES for token in place.tokens[:1]):
            hint = OUTSIDE.get(word.text, hint)
        return Diagnostic("E0125", message, word.span, hint=hint)
    return None


def _declaration_after_colon(place: Place) -> Diagnostic | None:
    """`for c in cells: let x = …`"""
    at = place.position - 1
    word = place.before
    if word.text in OUTSIDE and at > place.start and place.tokens[at - 1].type == "COLON":
        return _unexpected(place, f"unexpected {shown(word.text)}", OUTSIDE[word.text])
    return None


def _reserved_name(place: Place) -> Diagnostic | None:
    if place.token.text in RESERVED and place.accepted <= {"NAME", "RPAR"}:
        return Diagnostic(
            "E0118",
            f"'{place.token.text}' is a word of the language and cannot be a name",
            place.token.span,
            expected="a name",
        )
    return None


def _otherwise(place: Place) -> Diagnostic | None:
    """`else` and its relatives."""
    token, first = place.token, place.first
    if first.text in ("elif", "elseif", "elsif") or (
        token.type == "IF" and first.type == "ELSE" and place.position == place.start + 1
    ):
        written = first.text if first.type == "NAME" else "else if"
        return Diagnostic(
            "E0119",
            f"there is no '{written}'",
            first.span if first.type == "NAME" else first.span.to(token.span),
            hint=ELSE_IF,
        )
    if token.type == "ELSE" and place.position == place.start:
        return Diagnostic(
            "E0119",
            "this 'else' belongs to no 'if'",
            token.span,
            expected="an 'if' above it with the same indentation",
        )
    if token.type == "ELSE":
        line = place.tokens[place.start : place.position]
        if first.type == "IF" and any(t.type == "COLON" for t in line):
            hint = "'if' and 'else:' each begin a line"
        elif any(t.type == "IF" for t in line):
            hint = "after 'for', a choice stands in brackets: if (a if c else b)"
        else:
            hint = "a choice is written: a if c else b"
        return _unexpected(place, "this 'else' belongs to no 'if'", hint)
    if "ELSE" in place.accepted:
        return Diagnostic(
            "E0126",
            "this choice has no 'else'",
            token.span,
            expected="a value for the other case: a if c else b",
            hint="a condition that holds only in some case is written: if c: …",
        )
    return None


def _other_language(place: Place) -> Diagnostic | None:
    """`return x` and `lambda x: …`; `x += 1`."""
    token, before = place.token, place.before
    if before.type == "NAME" and before.text in foreign.STATEMENTS:
        message = f"there is no '{before.text}'"
        return Diagnostic("E0117", message, before.span, hint=foreign.STATEMENTS[before.text])
    if token.type == "EQUAL" and before.type in _STEPS and _adjoin(before, token):
        message = f"there is no '{before.text}='"
        return Diagnostic("E0117", message, before.span.to(token.span), hint=NO_CHANGE)
    return None


def _adjoin(before: Token, token: Token) -> bool:
    """Whether nothing is between two tokens."""
    one, other = before.span, token.span
    return (one.end_line, one.end_column) == (other.line, other.column)


def _colon(place: Place) -> Diagnostic | None:
    """A colon that is missing or superfluous."""
    token, word = place.token, STATEMENT_WORDS.get(place.first.type)
    if "COLON" in place.accepted and word:
        if place.accepted == {"COLON"} and _colon_follows(place):
            return _unexpected(place, f"unexpected {shown(token.text)} before the ':'")
        if token.type == "_NEWLINE" or place.accepted == {"COLON"}:
            return missing_colon(word, place.before)
    elif token.type == "COLON" and place.start > 0 and word is None:
        return stray_colon(token)
    if token.type == "COLON" and _opened(place) == "LBRACE":
        return _unexpected(place, "unexpected ':'", TABLE)
    if token.type == "COLON" and _opened(place) == "LSQB":
        hint = "`before(x, line)` and `after(x, line)` are parts of a line or list"
        return _unexpected(place, "unexpected ':'", hint)
    return None


def _colon_follows(place: Place) -> bool:
    """Whether the line ends with its colon, after what stands in front of it."""
    line = takewhile(lambda token: token.type != "_NEWLINE", place.tokens[place.position :])
    rest = [token.type for token in line]
    return rest[-1:] == ["COLON"] and rest[0] not in STATEMENT_WORDS


def _opened(place: Place) -> str | None:
    """The innermost bracket that is open."""
    opened: list[str] = []
    for token in place.tokens[place.start : place.position]:
        if token.type in ("LSQB", "LPAR", "LBRACE"):
            opened.append(token.type)
        elif token.type in ("RSQB", "RPAR", "RBRACE"):
            opened = opened[:-1]
    return opened[-1] if opened else None


def _comprehension(place: Place) -> Diagnostic | None:
    if place.token.type == "FOR" and place.accepted & {"RPAR", "RSQB"}:
        hint = "beside other arguments, put it in brackets: f(a, [x for x in s])"
        return _unexpected(place, "unexpected 'for'", hint)
    if place.token.type == "FOR" and place.position > place.start:
        hint = "`for` comes before the condition: for x in s: …"
        return _unexpected(place, "unexpected 'for'", hint)
    return None


def _no_brackets(place: Place) -> Diagnostic | None:
    """A function whose arguments are not in brackets."""
    token, before = place.token, place.before
    called = BUILTINS.get(before.text)
    if token.type == "NAME" and called is not None and called.kind == "function":
        hint = f"write the arguments of a function in brackets: {before.text}(…)"
        return _unexpected(place, f"unexpected {shown(token.text)}", hint)
    return None


def _misspelt(place: Place) -> Diagnostic | None:
    """A misspelt keyword, here or just before."""
    token, before = place.token, place.before
    if before.type == "NAME" and token.type in _VALUE_STARTS | {"LPAR", "FOR"}:
        if place.position - 1 == place.start and place.start > 0:
            wanted = ["for", "if", "else", "not"]
        elif place.tokens[place.position - 2].type == "COLON":
            wanted = ["for", "if", "not"]
        else:
            wanted = ["not", "some", "one", "list", "picture"]
        if hint := _meant(before.text, wanted):
            message = f"unexpected {shown(before.text)} before {shown(token.text)}"
            return Diagnostic("E0117", message, before.span, hint=hint)
    if token.type == "NAME":
        wanted = [type.lower() for type in place.accepted if type.isalpha() and _is_word(type)]
        hint = _meant(token.text, wanted)
        if token.text in ("then", "dann") and "COLON" in place.accepted:
            hint = "write ':'"
        if "AT" in place.accepted and token.text in foreign.AT and not _has_places(place):
            hint = "write 'at'"
        if hint:
            return _unexpected(place, f"unexpected {shown(token.text)}", hint)
    return None


def _has_places(place: Place) -> bool:
    """Whether the declaration has said where its values are, before the mistake."""
    return any(token.type == "AT" for token in place.tokens[place.start : place.position])


def _is_word(type: str) -> bool:
    return type not in _SPELLING and type not in _PHRASES and type != "NUMBER"


def _meant(text: str, wanted: Collection[str]) -> str | None:
    if text in foreign.KEYWORDS:
        return f"write '{foreign.KEYWORDS[text]}'"
    return nearest(text, {*wanted} - {text})


def _early_end(place: Place) -> Diagnostic | None:
    if place.token.type == "_NEWLINE":
        if place.first.type == "GRID" and _CROSS.fullmatch(place.before.text):
            message = f"{shown(place.before.text)} is read as a single name"
            hint = "put spaces around the cross: grid h x w"
            return Diagnostic("E0117", message, place.before.span, "'x'", hint)
        message = f"the line ends too early after {shown(place.before.text)}"
        expected = in_words(place.accepted)
        return Diagnostic("E0126", message, place.token.span, expected, _pattern(place))
    return None


def _no_operator(place: Place) -> Diagnostic | None:
    """Two values side by side."""
    token, before = place.token, place.before
    if before.type in VALUE_ENDS and token.type in _VALUE_STARTS and "PLUS" in place.accepted:
        if token.span.line > before.span.line:
            return _unexpected(place, "this line does not continue the line above")
        pair = f"{shown(before.text)} and {shown(token.text)}"
        return _unexpected(place, f"something is missing between {pair}")
    return None


# ---- what was expected ---------------------------------------------------------------------------


def in_words(accepted: frozenset[str]) -> str | None:
    """Terminals in words: "':', ',' or an operator such as '+'"."""
    left = set(accepted) - {"_INDENT", "_DEDENT"}  # a reader sees lines, not these marks
    phrases = []
    if "BOOL" in left:
        phrases.append("a domain such as 1..9, {red, green} or bool")
        left = set()
    elif "SOME" in left:
        phrases.append("places such as cells")
        left -= _VALUE_STARTS | _OPERATORS
    elif {"NAME", "NUMBER"} <= left:
        phrases.append("a value")
        left -= _VALUE_STARTS | _OPERATORS
    operator = "PLUS" in left
    if operator:
        left -= _OPERATORS | ({"EQUAL"} if "LESSTHAN" in left else set())
    phrases += sorted(_phrase(type) for type in left)
    if operator:
        phrases.append("an operator such as '+'")
    if len(phrases) > 1:
        return ", ".join(phrases[:-1]) + " or " + phrases[-1]
    return phrases[0] if phrases else None


def _phrase(type: str) -> str:
    return _PHRASES.get(type) or f"'{_SPELLING.get(type, type.lower())}'"
