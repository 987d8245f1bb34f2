"""SVG pictures as PNG and PDF, by CairoSVG, which the extra `pictures` installs.

Fonts are embedded: a PNG holds pixels, and cairo puts the letters that occur into a PDF.
"""

from __future__ import annotations

import re

from ..dsl.diagnostics import PzcError
from .svg import FONT

_HALO = re.compile(
    r'(<text [^>]*?)( stroke="[^"]*" stroke-width="[^"]*"[^>]*?)'
    r' paint-order="stroke"(>[^<]*</text>)'
)


def raster(svg: str, form: str, scale: float = 1.0) -> bytes:
    """A picture as PNG or PDF. scale: pixels of a PNG for each unit of the SVG.

    Raises PzcError if the library is missing.
    """
    try:
        import cairosvg
    except ImportError:
        raise _missing("needs CairoSVG", "pip install 'pzc[pictures]'") from None
    except OSError:  # the Python package is there, the C library is not
        raise _missing(
            "needs the library cairo", "install it with the system: apt install libcairo2"
        ) from None
    draw = cairosvg.svg2png if form == "png" else cairosvg.svg2pdf
    out: bytes = draw(bytestring=_plainer(svg).encode(), scale=scale)
    return out


def _missing(what: str, hint: str) -> PzcError:
    return PzcError.at("E0525", f"a PNG or PDF {what}", hint=f"{hint}; SVG works without")


def _plainer(svg: str) -> str:
    """A picture without features that CairoSVG lacks: halos, and lists of fonts."""
    return with_halos(svg.replace(FONT, 'font-family="Arial"'))


def with_halos(svg: str) -> str:
    """Texts with a halo as two texts: CairoSVG draws the stroke over the letters."""
    return _HALO.sub(r"\1\2\3\1\3", svg)
