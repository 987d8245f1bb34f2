"""Explaining: which steps lead from what is known to the solution, and why there is none or many.

`facts` are what steps are about; `instances` is the puzzle with its rule instances switched by
assumptions; `single`, `together`, `chains` and `cases` find steps, easy ones first; `steps` puts
them in order; `words` says them; `asked` answers what a person asks.
"""
