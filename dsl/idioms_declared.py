"""Declarations in other words, as patterns of a line, with their translations; see `idioms`."""

from __future__ import annotations

import re

from .tokens import RULE

_NAME = r"[^\W\d]\w*"
_DOMAIN = r"[^:=\"]+?"
_LAYER = rf"(?P<h>^(?:find|given)\s+{_NAME})\s*"

_LINES = [
    # Values in sentences
    (
        rf"(?P<h>^(?:{RULE})\s+\"[^\"%]*)%[a-z](?P<r>[^\"%]*\")\s*%\s*\(?\s*(?P<x>{_NAME})\s*\)?",
        r"\g<h>{\g<x>}\g<r>",
    ),
    (
        rf"(?P<h>^(?:{RULE})\s+\"[^\"{{}}]*)\{{\}}(?P<r>[^\"{{}}]*\")\s*\.\s*format\(\s*(?P<x>{_NAME})\s*\)",
        r"\g<h>{\g<x>}\g<r>",
    ),
    # Functions and values
    (r"(?P<h>^define\s+[^=]*=)\s*return\s+", r"\g<h> "),
    (rf"^define\s+(?P<f>{_NAME})\[(?P<x>[\w\s,]+)\]", r"define \g<f>(\g<x>)"),
    (rf"^define\s+(?P<f>{_NAME})\s*=", r"let \g<f> ="),
    (rf"(?P<h>^define\s+{_NAME}\([\w\s,]*\))\s*\{{\s*(?P<p>.*?)\s*;?\s*\}}\s*$", r"\g<h> = \g<p>"),
    (
        rf"(?P<h>^define\s+{_NAME}\()\s*(?P<x>{_NAME})\s*:\s*{_NAME}\s*\)",
        r"\g<h>\g<x>)",
    ),
    (
        rf"(?P<h>^define\s+{_NAME}\()\s*(?P<x>{_NAME})\s*:\s*{_NAME}\s*,"
        rf"\s*(?P<y>{_NAME})\s*:\s*{_NAME}\s*\)",
        r"\g<h>\g<x>, \g<y>)",
    ),
    (rf"(?P<h>^let\s+{_NAME}\[[^]]*\])\s*:", r"\g<h> ="),
    (
        rf"(?P<h>^let\s+{_NAME}\[)(?P<x>{_NAME})\s*,\s*(?P<y>{_NAME})\s+in\s+"
        rf"(?P<s>{_NAME})\s*,\s*(?P<t>{_NAME})\]",
        r"\g<h>\g<x> in \g<s>, \g<y> in \g<t>]",
    ),
    # Things, objectives, answers and hints
    (rf"(?P<h>^things\s+{_NAME})\s*:", r"\g<h> ="),
    (r"^(?P<h>answer|minimize|maximize)\s*:\s*(?P<x>.+?)\s*$", r"\g<h> \g<x>"),
    (rf"(?P<h>^answer\s+{_NAME})\s+(?:and\s+|&\s*)?(?P<x>{_NAME})\s*$", r"\g<h>, \g<x>"),
    (r"(?P<a>(?<=\s)\d+)\s*(?:-|to)\s*(?P<b>\d+)", r"\g<a>..\g<b>"),
    # Layers
    (rf"{_LAYER}(?P<d>bool|\d+\s*\.\.\s*\d+)(?=\s+at\b)", r"\g<h> : \g<d>"),
    (rf"^(?P<h>find|given)\s+(?P<d>bool)\s+(?P<x>{_NAME})", r"\g<h> \g<x> : \g<d>"),
    (rf"{_LAYER}:\s*optional\s+(?P<d>{_DOMAIN})\s+at\s+", r"\g<h> : \g<d> at some "),
    (
        rf"{_LAYER}:\s*(?P<d>{_DOMAIN})(?:\s*\?|\s+or\s+(?:none|nothing|empty|blank))\s+at\s+",
        r"\g<h> : \g<d> at some ",
    ),
    (r"(?P<h>\bat\s+(?:some\s+)?\w+)\s+if\b", r"\g<h> where"),
    (rf"(?P<h>\bat\s+{_NAME})\s+and\s+(?P<s>{_NAME})", r"\g<h> + \g<s>"),
]
# Declarations that begin with a keyword of another language.
_KEYWORDS = [
    (
        r"(?:def|function|func?)\s+(?P<x>[^:=]*\))\s*:?\s*return\s+(?P<p>.+)",
        r"define \g<x> = \g<p>",
    ),
    (
        rf"(?:def|function|func?)\s+(?P<x>{_NAME}\([^=:]*\))\s*[:=]\s*(?P<p>.+)",
        r"define \g<x> = \g<p>",
    ),
    (rf"(?:import|include)\s+\"?(?P<x>{_NAME})(?:\.\w+)?\"?;?", r"use \g<x>"),
    (rf"from\s+(?P<x>{_NAME})\s+import\s.*", r"use \g<x>"),
    (r"(?:constraint|assert|require)\s+(?P<p>.+?);?", r'rule "its sentence": \g<p>'),
    (
        rf"var\s+(?P<d>{_DOMAIN})\s*:\s*(?P<x>{_NAME})\s+(?P<p>at\s.+?);?",
        r"find \g<x> : \g<d> \g<p>",
    ),
]
KEYWORDS = [(re.compile(pattern), written) for pattern, written in _KEYWORDS]
DECLARED = [(re.compile(pattern), written) for pattern, written in _LINES]
