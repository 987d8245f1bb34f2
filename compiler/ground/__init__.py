"""Grounding: run a compiled spec over a puzzle, which builds the puzzle's model.

program      a spec, compiled: its declarations, its rules as closures
binding      params, board, things and given layers of one puzzle
reading, layers, givens, combined_picture   from sections of a puzzle file to values on places
domains, declared, kinds     which values a layer may hold, and where it lies
finds        the variables of found layers
grounding    the entry point: bind, then build; the model and the way back to layers
narrowing    reduce the choices of a model that is solved, not judged
solution     values on places, as they are printed and drawn
"""
