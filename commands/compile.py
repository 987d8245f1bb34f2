"""Print the model of a puzzle: its variables, domains, givens and constraints by rule.

`ir` is for reading; `dimacs` is a CNF for any SAT solver, with comments that say which variable
means what; `smt2` is SMT-LIB 2 for Z3 and its like.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from . import Exit, arguments
from .terminal import write

if TYPE_CHECKING:
    from ..compiler.model import Model

EXAMPLES = """\
examples:
  pzc compile sudoku puzzle.txt
  pzc compile sudoku puzzle.txt --to dimacs -o puzzle.cnf && cadical puzzle.cnf
  pzc compile kakuro puzzle.txt --to smt2 | z3 -in
"""

FORMS = ("ir", "dimacs", "smt2")


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    parser.add_argument("-t", "--to", choices=FORMS, default="ir", help="default: ir")
    arguments.output(parser)
    arguments.limits(parser)


def run(args: Namespace) -> int:
    from ..tasks.limits import within_time
    from ..tasks.spec import load
    from ..tasks.texts import read_puzzle

    with within_time(args.timeout):
        spec = load(args.spec)
        grounding = spec.ground(read_puzzle(args.puzzle), args.timeout)
        text = _text(grounding.model, args.to)
    write(text, args.output)
    return Exit.OK


def _text(model: Model, form: str) -> str:
    match form:
        case "dimacs":
            from ..backends.cnf.dimacs import to_dimacs

            return to_dimacs(model)
        case "smt2":
            from ..backends.smt2 import to_smt2

            return to_smt2(model)
    from ..compiler.show import to_ir

    return to_ir(model)
