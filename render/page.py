"""Explanations as one HTML page: keys and buttons go from step to step.

The page is a single file that loads nothing else. Without scripts, and in print, all steps are
below each other. It is light or dark as the reader's system is.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..compiler.board.places import Place
from .characters import printable
from .strip import KEY, Frame
from .svg import svg
from .themes import DARK, LIGHT, PAGE, variables

_STYLE = """\
:root { color-scheme: light dark; %(light)s }
@media (prefers-color-scheme: dark) { @media not print { :root { %(dark)s } } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  background: var(--pzc-paper); color: var(--pzc-given); }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; }
.key { margin: .2rem 0 1rem; font-size: .85rem; }
nav { display: none; gap: .5rem; align-items: center; position: sticky; top: 0; padding: .5rem 0;
  background: var(--pzc-paper); }
.walk nav { display: flex; flex-wrap: wrap; }
button { font: inherit; min-width: 2.8rem; min-height: 2.8rem; }
input { flex: 1; min-width: 6rem; }
.walk .step { display: none; } .walk .step.current { display: block; }
.step p { margin: .2rem 0; } .step p.inner { margin-left: 1.5rem; }
svg { max-width: 100%%; height: auto; max-height: 70vh; }
.announced {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%%);
}
@media print {
  nav, .walk nav, .announced { display: none; }
  .step, .walk .step { display: block; break-inside: avoid; }
  svg { max-height: 10cm; }
}
"""
_SCRIPT = """\
const steps = [...document.querySelectorAll('.step')], slider = document.querySelector('input');
const announced = document.querySelector('.announced'), count = document.querySelector('output');
let now = 0;
function go(to, quiet) {
  now = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, k) => step.classList.toggle('current', k === now));
  slider.value = now + 1;
  count.textContent = (now + 1) + ' / ' + steps.length;
  if (!quiet) {
    announced.textContent = [...steps[now].querySelectorAll('h2, p')]
      .map(e => e.textContent).join(' ');
    history.replaceState(null, '', '#' + steps[now].id);
  }
}
const ways = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length };
const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' };
for (const name in ways) document.getElementById(name).onclick = () => go(ways[name]());
slider.oninput = () => go(slider.value - 1);
document.onkeydown = e => {
  if (e.target === slider || e.ctrlKey || e.altKey || e.metaKey || !(e.key in keys)) return;
  e.preventDefault();
  go(ways[keys[e.key]]());
};
document.body.classList.add('walk');
go(steps.findIndex(step => '#' + step.id === location.hash), true);
"""
_BUTTONS = (
    ("first", "⇤", "First step"),
    ("back", "←", "Back"),
    ("next", "→", "Next"),
    ("last", "⇥", "Last step"),
)


def page(title: str, frames: Sequence[Frame]) -> str:
    """Frames as an HTML document."""
    style = _STYLE % {"light": variables(LIGHT), "dark": variables(DARK)}
    steps = "\n".join(_step(number, frame) for number, frame in enumerate(frames, 1))
    buttons = "".join(_button(*button) for button in _BUTTONS)
    slider = f'<input type="range" min="1" max="{max(1, len(frames))}" value="1" aria-label="Step">'
    walk = f'<nav aria-label="Steps">{buttons}{slider}<output></output></nav>' if frames else ""
    script = f"<script>\n{_SCRIPT}</script>\n" if frames else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<header><h1>{_text(title)}</h1>\n<p class="key">{_text(KEY)}</p></header>\n{walk}\n'
        f"<main>\n{steps}\n</main>\n"
        f'<div class="announced" role="status"></div>\n{script}</body>\n</html>\n'
    )


def _button(name: str, sign: str, label: str) -> str:
    return f'<button type="button" id="{name}" aria-label="{label}" title="{label}">{sign}</button>'


def _step(number: int, frame: Frame) -> str:
    picture = svg(frame.solution, frame.marks, title=False, theme=PAGE)
    picture = picture.replace('role="img"', f'role="img" aria-label="{_label(frame)}"', 1)
    lines = "\n".join(
        f"<p{' class=inner' if line.startswith(' ') else ''}>{_text(line.strip())}</p>"
        for line in frame.sentences
    )
    return (
        f'<section class="step" id="step-{number}" aria-labelledby="title-{number}">\n'
        f'<h2 id="title-{number}">{_text(frame.title)}</h2>\n{picture}{lines}\n</section>'
    )


def _label(frame: Frame) -> str:
    """The description of a board for screen readers."""
    parts = [f"Board, {frame.title}"]
    for word, places in (("looked at", frame.marks.cited), ("new", frame.marks.new)):
        names = [place.name for place in places if isinstance(place, Place)]
        if names:
            parts.append(f"{word}: {', '.join(names)}")
    return _text("; ".join(parts))


def _text(text: str) -> str:
    return escape(printable(text), quote=True)
