"""Grounding: run a compiled spec over a puzzle, which builds the puzzle's model.

program      a spec, compiled: its declarations, its rules as closures
grounding    the entry point: bind, then build; the model and the way back to layers
binding      params, board, things and given layers of one puzzle
reading, layers, givens, combined_picture   from sections of a puzzle file to values on places
domains, declared, kinds     the values a layer may have, and its places
finds, lets  the variables of found layers, and computed layers
opening      given layers made into variables
bounding     bounds on pieces, which make other rules cheaper to ground
narrowing    remove options from a model that is to be solved, not verified
solution, layer_values       values on places, as they are printed and drawn
"""
