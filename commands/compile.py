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
    from ..compiler.ground.grounding import Grounding
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

# What begins a comment in each form.
COMMENTS = {"ir": "#", "dimacs": "c", "smt2": ";"}
FORMS = tuple(COMMENTS)


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
        mark = COMMENTS[args.to]
        legend = "".join(f"{mark} {line}\n" for line in _legend(grounding))
        text = legend + _text(grounding.model, args.to)
    write(text, args.output)
    return Exit.OK


def _check_moves(moves: int, spec: Spec, puzzle: Source) -> None:
    if spec.program.sequence is None:
        raise PzcError.at("E0516", "--moves for a spec without a sequence")
    most = spec.grounder.most_moves(spec.sections(puzzle))
    if moves > most:
        raise PzcError.at("E0516", f"--moves {moves}", expected=f"at most {most}, says the spec")


def _legend(grounding: Grounding) -> list[str]:
    """What the numbers in the model stand for, in layers of other values: a line for the whole
    layer, or for each place if they differ."""
    from ..compiler.ground.layers import show_key
    from ..compiler.values.showing import show

    lines: list[str] = []
    for name, slot in grounding.slots.items():
        said: dict[str, str] = {}
        for key, (_, codes) in slot.variables.items():
            meanings = [
                f"{code} is {'no value' if value is None else show(value)}"
                for value, code in codes.items()
                if type(value) is not int and type(value) is not bool
            ]
            if meanings:
                said[f"{name}[{show_key(key)}]"] = ", ".join(meanings)
        if len(set(said.values())) == 1 and len(said) == len(slot.variables):
            said = {name: next(iter(said.values()))}
        lines += [f"{one}: {meanings}" for one, meanings in said.items()]
    return lines


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
