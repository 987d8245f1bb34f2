"""Print the model of a puzzle: its variables, domains, givens and constraints by rule.

`ir` is for people; `dimacs` is a CNF for SAT solvers, with comments that map variables to layers
and places; `smt2` is SMT-LIB 2 for Z3 and other SMT solvers. For a spec with a sequence, --moves is
the length of the plans.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from . import Exit, arguments
from .terminal import write

if TYPE_CHECKING:
    from ..dsl.diagnostics import Source
    from ..model.model import Model
    from ..tasks.spec import Spec

EXAMPLES = """\
examples:
  pzc compile sudoku puzzle.txt
  pzc compile sudoku puzzle.txt --to dimacs -o puzzle.cnf && cadical puzzle.cnf
  pzc compile hanoi 'discs: 3' --moves 7
  pzc compile kakuro puzzle.txt --to smt2 | z3 -in
"""

FORMS = ("ir", "dimacs", "smt2")


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    parser.add_argument("-t", "--to", choices=FORMS, default="ir", help="default: ir")
    parser.add_argument(
        "-m",
        "--moves",
        metavar="N",
        type=arguments.positive,
        help="the length of the plan, for a spec with a sequence (default: the most allowed)",
    )
    arguments.output(parser)
    arguments.limits(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..tasks.spec import load

    with enforced(moment(args.timeout)):
        spec = load(args.spec)
        puzzle = spec.puzzle(args.puzzle)
        if args.moves is not None:
            _check_moves(args.moves, spec, puzzle)
        grounding = spec.ground(puzzle, moves=args.moves)
        text = _text(grounding.model, args.to)
    write(text, args.output)
    return Exit.OK


def _check_moves(moves: int, spec: Spec, puzzle: Source) -> None:
    if spec.program.sequence is None:
        raise PzcError.at("E0516", "--moves for a spec without a sequence")
    most = spec.grounder.most_moves(spec.sections(puzzle))
    if moves > most:
        raise PzcError.at("E0516", f"--moves {moves}", expected=f"at most {most}, says the spec")


def _text(model: Model, form: str) -> str:
    match form:
        case "dimacs":
            from ..backends.cnf.dimacs import to_dimacs

            return to_dimacs(model)
        case "smt2":
            from ..backends.smt2 import to_smt2

            return to_smt2(model)
    from ..model.show import to_ir

    return to_ir(model)
