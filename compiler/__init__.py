"""The compiler: boards, the model, and the grounding of a spec over a puzzle."""
