"""Cut one line of a spec into tokens.

A `Token` has the type that the grammar calls it by. Contextual keywords (`at`, `x`, `drawn` …) are
names here; layout.py recognises them. Operators of other languages (`==`, `&&`, `true`) are
reported and replaced by their equivalents, so that the rest of the line is still checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..records import record
from . import foreign
from .diagnostics import Diagnostic, Edit, Source, Span
from .syntax import LONGEST_NUMBER

Report: TypeAlias = Callable[[Diagnostic], None]

RESERVED = frozenset(["and", "or", "not", "in", "for", "if", "else", "yes", "no"])

# The declarations with a block of statements, and a pattern of their words.
RULES = ("rule", "implied", "lemma")
RULE = "|".join(RULES)

SYMBOLS = {
    "<=>": "IFF",
    "=>": "IMPLIES",
    "<=": "AT_MOST",
    ">=": "AT_LEAST",
    "!=": "NOT_EQUAL",
    "..": "RANGE",
    "=": "EQUAL",
    "<": "LESSTHAN",
    ">": "MORETHAN",
    "+": "PLUS",
    "-": "MINUS",
    "*": "STAR",
    "/": "SLASH",
    "%": "PERCENT",
    "&": "AMPERSAND",
    ".": "DOT",
    ",": "COMMA",
    ":": "COLON",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    "{": "LBRACE",
    "}": "RBRACE",
}

STRAY_HINTS = {
    "'": 'strings are written in double quotes: "…"',
    "“": 'use the straight double quote: "',
    "”": 'use the straight double quote: "',
    "„": 'use the straight double quote: "',
    "\u00a0": "this is a no-break space; type a normal space",
    "\ufeff": "this is a byte order mark; save the file without it",
    ";": "every condition has a line of its own",
    "|": "'or' joins conditions, '+' joins sets",
    "^": "there are no powers: write x * x; directions are called up, down, left, right",
    "\\": "a line goes on by itself inside brackets and after an operator",
}


CLOSING_QUOTES = {"'": "'", "‘": "’", "“": "”", "„": "“", "«": "»"}


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))


_CODE = re.compile(
    rf"""(?P<blank>[ \t]+)
    | (?P<comment>\#.*)
    | (?P<number>[0-9]+(?:\.[0-9]+)?)
    | (?P<word>[^\W\d]\w*)
    | (?P<slashes>//)
    | (?P<foreign>(?!<=>|!=(?!=)|=>)(?:{_alternatives(foreign.SIGNS)}))
    | (?P<symbol>{_alternatives(SYMBOLS)})
    | (?P<quote>")""",
    re.VERBOSE,
)
ROUNDED, COMMENT = "(a - a % b) / b divides and rounds down", "a comment begins with #"
_DIVISOR = re.compile(r"//\s*[\w(]\S*\s*(?:$|[-+*/%=<>!)\]},:]|and\b|or\b)")
_TEXT = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*')
_ESCAPE = re.compile(r"\\(.)")
# What Python writes directly before the quote of a string.
_PREFIXES = frozenset(["f", "r", "b", "u", "fr", "rf", "br", "rb"])
_FRAGMENT = re.compile(r'(?:[^"\\{}]|\\.|\{\{|\}\})+')


@record
class Token:
    """type: the terminal of the grammar. text: as written, with foreign spellings replaced."""

    type: str
    text: str
    span: Span


def shown(text: str, limit: int = 40) -> str:
    """A word of the text as a message quotes it, cut if it is long."""
    return f"'{text}'" if len(text) <= limit else f"'{text[:limit]}…'"


def unescape(text: str) -> str:
    r"""The value of a string literal: `\"` and `\\` become `"` and `\`."""
    return _ESCAPE.sub(r"\1", text)


def unescape_fragment(text: str) -> str:
    """The same for the plain part of a sentence, where `{{` and `}}` become single braces."""
    return unescape(text.replace("{{", "{").replace("}}", "}"))


class LineLexer:
    """Cuts one line into tokens and reports what cannot be part of any spec.

    kind: the keyword of the declaration. It decides whether the first string of the line is a
    sentence, with braces, and whether `9x9` is three tokens. After `tokens()`, `sound` is False if
    a reported mistake makes the tokens useless."""

    def __init__(
        self, source: Source, number: int, line: str, kind: str | None, report: Report
    ) -> None:
        self.source, self.number, self.line, self.kind = source, number, line, kind
        self.report = report
        self.sound = True
        self._strays: set[str] = set()
        self._sentence_expected = kind in (*RULES, "picture") and line.startswith(kind)
        self._tokens: list[Token] = []

    def tokens(self) -> list[Token]:
        self._code(0, in_hole=False)
        return self._tokens

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, self.number, start + 1, self.number, end + 1)

    def _emit(self, type: str, text: str, start: int, end: int) -> None:
        self._tokens.append(Token(type, text, self._span(start, end)))

    def _mistake(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        expected: str | None = None,
        hint: str | None = None,
        edits: tuple[Edit, ...] = (),
        sound: bool = True,
    ) -> None:
        self.report(Diagnostic(code, message, self._span(start, end), expected, hint, edits))
        self.sound = self.sound and sound

    def _code(self, position: int, in_hole: bool) -> int:
        """Read tokens from a position to the end of the line, or of the braces in a sentence;
        return where it stopped."""
        line, depth = self.line, 0
        while position < len(line):
            if in_hole:
                if line[position] == '"' or (line[position] == "}" and not depth):
                    return position
                depth += {"{": 1, "}": -1}.get(line[position], 0)
            found = _CODE.match(line, position)
            group = found.lastgroup if found else None
            if found is None or (in_hole and group == "comment"):
                position = self._unusual(position)
                continue
            start, text = position, found.group()
            position = found.end()
            match group:
                case "word":
                    position = self._word(start, position)
                case "symbol":
                    self._emit(SYMBOLS[text], text, start, position)
                case "number":
                    self._number(start, text)
                case "quote" if self._sentence_expected:
                    self._sentence_expected = False
                    position = self._sentence(start)
                case "quote":
                    position = self._text(start)
                case "foreign":
                    self._foreign(start, text, foreign.SIGNS[text])
                case "slashes":
                    position = self._slashes(start)
        return position

    def _word(self, start: int, end: int) -> int:
        end = self._word_end(end)
        text = self.line[start:end]
        if self.kind == "grid" and text[0] == "x" and self.line[:start][-1:].isdigit():
            # `9x9`: the cross is a word of its own.
            end = start + 1
            text = "x"
        if text.lower() in _PREFIXES and self.line[end : end + 1] in ('"', *CLOSING_QUOTES):
            self._mistake(
                "E0108",
                f"'{text}' before a string is not part of this language",
                start,
                end,
                hint="delete it"
                + ("; in this sentence, braces show values" if self._sentence_expected else ""),
                edits=(Edit(self._span(start, end), ""),),
            )
        elif text in foreign.TRUTHS:
            self._foreign(start, text, foreign.TRUTHS[text])
        else:
            self._emit(text.upper() if text in RESERVED else "NAME", text, start, end)
        return end

    def _word_end(self, end: int) -> int:
        # Combining marks belong to words but are not matched by \w.
        while end < len(self.line) and ("a" + self.line[end]).isidentifier():
            end += 1
        return end

    def _number(self, start: int, text: str) -> None:
        end = start + len(text)
        if "." in text:
            self._mistake(
                "E0107",
                f"{shown(text)} is not a whole number",
                start,
                end,
                expected="a whole number",
                hint="a range has two dots: 1..5",
                sound=False,
            )
            text = text.partition(".")[0]
        if len(text.lstrip("0")) > LONGEST_NUMBER:
            self._mistake(
                "E0107",
                "this number is too large",
                start,
                end,
                expected=f"at most {LONGEST_NUMBER} digits",
                sound=False,
            )
            text = "0"
        self._emit("NUMBER", text, start, end)

    def _foreign(self, start: int, text: str, meant: str) -> None:
        end = start + len(text)
        if self.kind == "grid" and text == "×":
            meant = "x"
        self._mistake(
            "E0108",
            f"'{text}' is not part of this language",
            start,
            end,
            hint=f"write '{meant}'",
            edits=(self._replaced(start, end, meant),),
        )
        for word in meant.split():
            named = word.isalpha() and word not in RESERVED
            self._emit("NAME" if named else SYMBOLS.get(word, word.upper()), word, start, end)

    def _slashes(self, start: int) -> int:
        """`//` divides and rounds down in some languages, and begins a comment in others."""
        divides = self._tokens and _DIVISOR.match(self.line, start)
        end = start + 2
        self._mistake(
            "E0108",
            "'//' is not part of this language",
            start,
            end,
            hint=f"{ROUNDED}; {COMMENT}" if divides else COMMENT,
            edits=() if divides else (Edit(self._span(start, end), "#"),),
        )
        if not divides:
            return len(self.line)
        self._emit("SLASH", "/", start, end)
        return end

    def _replaced(self, start: int, end: int, text: str) -> Edit:
        """A part of the line with another text, which stays apart from the words beside it."""
        before, after = self.line[:start][-1:], self.line[end:][:1]
        if text[:1].isalpha() and (before.isalnum() or before == "_"):
            text = " " + text
        if text[-1:].isalpha() and (after.isalnum() or after == "_"):
            text += " "
        return Edit(self._span(start, end), text)

    def _unusual(self, start: int) -> int:
        """A character that begins no token, or a letter that `_CODE` does not match."""
        character = self.line[start]
        if character.isidentifier():
            end = self._word_end(start + 1)
            self._emit("NAME", self.line[start:end], start, end)
            return end
        if character not in self._strays:
            self._strays.add(character)
            name = f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"
            self._mistake(
                "E0104",
                f"the character {name} has no meaning here",
                start,
                start + 1,
                hint=self._stray_hint(start),
                edits=self._without(start),
                sound=False,
            )
        return start + 1

    def _stray_hint(self, start: int) -> str | None:
        character = self.line[start]
        if character == ";" and self._is_in_brackets(start):
            return "write ','"
        if character in STRAY_HINTS:
            return STRAY_HINTS[character]
        return None if character.isprintable() else "delete it; it cannot be seen"

    def _is_in_brackets(self, position: int) -> bool:
        """Whether a bracket is open in front of a position."""
        before = self.line[:position]
        return any(before.count(one) > before.count(other) for one, other in ("()", "[]", "{}"))

    def _without(self, start: int) -> tuple[Edit, ...]:
        """Edits that replace a stray character, where it is clear what by."""
        character = self.line[start]
        if character == ";" and self._is_in_brackets(start):
            found = re.finditer(";", self.line[start:])
            semicolons = (start + match.start() for match in found)
            inside = filter(self._is_in_brackets, semicolons)
            return tuple(Edit(self._span(at, at + 1), ",") for at in inside)
        end = self.line.find(CLOSING_QUOTES.get(character, "\n"), start + 1)
        if end >= 0:
            quote = (start, end)
            return tuple(Edit(self._span(at, at + 1), '"') for at in quote)
        if character.isspace():
            return (Edit(self._span(start, start + 1), " "),)
        if not character.isprintable() or (
            character == ";" and not self.line[start + 1 :].split("#")[0].strip()
        ):
            return (Edit(self._span(start, start + 1), ""),)
        return ()

    def _text(self, start: int) -> int:
        found = _TEXT.match(self.line, start + 1)
        assert found is not None
        end = found.end()
        if end >= len(self.line) or self.line[end] != '"':
            return self._unclosed(start)
        self._check_escapes(start + 1, end)
        self._emit("TEXT", self.line[start + 1 : end], start, end + 1)
        return end + 1

    def _unclosed(self, start: int) -> int:
        escaped = '\\"' in self.line[start:]
        self._mistake(
            "E0105",
            "this string is not closed on its line",
            start,
            len(self.line),
            expected='a closing " before the end of the line',
            hint='`\\"` is a quote within the text; a backslash is written `\\\\`'
            if escaped
            else None,
            sound=False,
        )
        return len(self.line)

    def _check_escapes(self, start: int, end: int) -> None:
        for found in _ESCAPE.finditer(self.line, start, end):
            if found.group(1) not in '"\\':
                self._mistake(
                    "E0106",
                    f"'{found.group()}' is not an escape of the language",
                    found.start(),
                    found.end(),
                    expected=r"\" for a quote or \\ for a backslash",
                )

    def _sentence(self, start: int) -> int:
        """A quoted sentence with expressions between braces, from its opening quote on."""
        line = self.line
        self._emit("QUOTE", '"', start, start + 1)
        position = start + 1
        while position < len(line):
            if found := _FRAGMENT.match(line, position):
                self._check_escapes(position, found.end())
                self._emit("FRAGMENT", found.group(), position, found.end())
                position = found.end()
            elif line[position] == '"':
                self._emit("QUOTE", '"', position, position + 1)
                return position + 1
            elif line[position] == "{":
                position = self._hole(position)
            elif line[position] == "}":
                self._mistake(
                    "E0120",
                    "this '}' closes no '{'",
                    position,
                    position + 1,
                    hint="to show a brace, write it twice: }}",
                    sound=False,
                )
                position += 1
            else:  # A backslash at the very end of the line.
                break
        return self._unclosed(start)

    def _hole(self, start: int) -> int:
        self._emit("OPEN_HOLE", "{", start, start + 1)
        before = len(self._tokens)
        end = self._code(start + 1, in_hole=True)
        if self.line[end : end + 1] != "}":
            self._emit("CLOSE_HOLE", "}", end, end)
            if end == len(self.line):  # The text is not closed either, which is reported.
                return end
            self._mistake(
                "E0120",
                "this '{' is not closed",
                start,
                start + 1,
                expected="'}' after the value that the sentence shows",
                hint="to show a brace, write it twice: {{",
                sound=False,
            )
            return end
        if len(self._tokens) == before:
            self._mistake(
                "E0120",
                "there is nothing between these braces",
                start,
                end + 1,
                expected="a value that the sentence shows, such as {stars}",
                hint="to show braces, write them twice: {{ }}",
                sound=False,
            )
        self._emit("CLOSE_HOLE", "}", end, end + 1)
        return end + 1
