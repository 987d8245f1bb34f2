"""The language: its grammar, syntax tree, checker, puzzle files and formatter."""
