"""Global constraints and graph queries, one file each.

A file holds all that is known of its constraint: its meaning on a full assignment (`holds`), which
values make a wrong assignment wrong (`nogood`, `reason`), what partial domains entail
(`entailment`), and an equivalent condition in simpler nodes (`decompose`). `definitions` lists what
each must offer; `elimination` decomposes connectivity for several of them. To add one, see
docs/extending.md.
"""
