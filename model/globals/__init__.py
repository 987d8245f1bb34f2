"""Global constraints and graph queries, one file each.

A file defines its constraint completely: its meaning on a full assignment (`holds`), the values
that a violation follows from (`nogood`, `reason`), what partial domains entail (`entailment`), and
an equivalent condition in simpler nodes (`decompose`). `definitions` has the interfaces;
`elimination` decomposes connectivity for several of them. To add one, see docs/extending.md."""
