"""Themes: the colours of a picture by what they are for.

A picture names inks, and a theme maps them to colours. `PAGE` leaves the colours to the style sheet
of a web page (`--pzc-given` and so on), with the light colours as defaults.
"""

from __future__ import annotations

import re

from ..records import record, replace


@record
class Theme:
    """The colours of a picture.

    paper: the background. given, found: given and found values. filled_given, filled_found: filled
    cells; on_given: texts on filled cells. pale: tables and shaded areas; faint: signs under
    numbers; grid: the lines between cells; cage: dashed outlines; mark: wrong places; cited, new:
    cited places, and those where something follows. tones: named colours.
    """

    name: str
    paper: str
    given: str
    found: str
    filled_given: str
    filled_found: str
    on_given: str
    pale: str
    faint: str
    grid: str
    cage: str
    mark: str
    cited: str
    new: str
    tones: dict[str, str]

    def tone(self, name: str) -> str:
        """The colour of a name; a name that the theme does not have is a colour itself."""
        inks = {"paper": self.paper, "given": self.given, "found": self.found}
        return inks.get(name) or self.tones.get(name, name)

    def on(self, ground: str, ink: str) -> str:
        """The ink if it is readable on a ground, else black or white."""
        if _contrast(ground, ink) >= READABLE:
            return ink
        return max(self.on_given, self.given, key=lambda colour: _contrast(ground, colour))


# The least contrast of text in the WCAG.
READABLE = 4.5


def _contrast(one: str, other: str) -> float:
    """The contrast of two colours as the WCAG defines it; colours by name contrast with none."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    digits = re.search(r"#([0-9a-fA-F]{6})", colour)
    if digits is None:
        return 0.5
    parts = [int(digits.group(1)[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_LIGHT_TONES = {
    "white": "#ffffff",
    "black": "#1a1a1a",
    "grey": "#a9adb3",
    "gray": "#a9adb3",
    "pale": "#dcdfe4",
    "red": "#d6323c",
    "orange": "#f08c1e",
    "yellow": "#f7d94c",
    "green": "#3f9c4b",
    "cyan": "#4fc3d9",
    "blue": "#2f6fd0",
    "purple": "#8a4fbe",
    "magenta": "#cf3f9e",
    "pink": "#f4a6bd",
    "brown": "#8d5a2b",
    "water": "#9fd0f5",
    "ice": "#d8f0fb",
    "light": "#fff3b0",
}
LIGHT = Theme(
    "light",
    paper="#ffffff",
    given="#1a1a1a",
    found="#1857b6",
    filled_given="#222222",
    filled_found="#4a6a9c",
    on_given="#ffffff",
    pale="#dfe9f8",
    faint="#cdcdcd",
    grid="#b8b8b8",
    cage="#666666",
    mark="#d11a2a",
    cited="#b35900",
    new="#1a7f37",
    tones=_LIGHT_TONES,
)
DARK = Theme(
    "dark",
    paper="#22252b",
    given="#f0f0f0",
    found="#7db4ff",
    filled_given="#d9d9d9",
    filled_found="#6f95cf",
    on_given="#111111",
    pale="#25344d",
    faint="#4a4e55",
    grid="#565b63",
    cage="#a0a0a0",
    mark="#ff6b74",
    cited="#ffab5c",
    new="#5fd07f",
    tones={
        **_LIGHT_TONES,
        "white": "#f4f4f4",
        "black": "#000000",
        "grey": "#7c8189",
        "gray": "#7c8189",
        "pale": "#33373e",
        "water": "#1f5a85",
        "ice": "#234a5a",
        "light": "#5b5120",
    },
)
# Black on white; of the inks that a spec names, the light ones are grey, too.
PRINT = replace(
    LIGHT,
    name="print",
    given="#000000",
    found="#4d4d4d",
    filled_given="#000000",
    filled_found="#6e6e6e",
    pale="#e9e9e9",
    faint="#d5d5d5",
    grid="#9a9a9a",
    cage="#444444",
    mark="#000000",
    cited="#000000",
    new="#000000",
    tones={
        **_LIGHT_TONES,
        "black": "#000000",
        "grey": "#a0a0a0",
        "gray": "#a0a0a0",
        "pale": "#dddddd",
        "water": "#cfcfcf",
        "ice": "#eeeeee",
        "light": "#f3f3f3",
    },
)


def _sheet(theme: Theme) -> Theme:
    """Colours that a style sheet may change, by the names of the fields."""

    def variable(name: str, colour: str) -> str:
        return f"var(--pzc-{name.replace('_', '-')}, {colour})"

    fields = {
        name: variable(name, getattr(theme, name))
        for name in Theme.__annotations__
        if name not in ("name", "tones")
    }
    tones = {name: variable(f"tone-{name}", colour) for name, colour in theme.tones.items()}
    return replace(theme, name="page", tones=tones, **fields)


def variables(theme: Theme) -> str:
    """The colours of a theme for a style sheet, under the names that `PAGE` uses."""
    named = {
        name: getattr(theme, name)
        for name in Theme.__annotations__
        if name not in ("name", "tones")
    }
    named |= {f"tone-{name}": colour for name, colour in theme.tones.items()}
    return " ".join(f"--pzc-{name.replace('_', '-')}: {c};" for name, c in named.items())


PAGE = _sheet(LIGHT)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT, PAGE)}
