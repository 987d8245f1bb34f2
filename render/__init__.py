"""Solutions drawn: as text, in the format of puzzle files, as SVG and as JSON."""
