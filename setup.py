"""Build what takes most time as C where a compiler is found; without one it runs as Python.

Cython translates the native engine, whose headers give the types of C. mypyc translates whole
modules that ground specs, presolve and flatten models, or fill in open ones, by their type hints.
All are compiled side by side, file by file, on all cores, without debug information.

Python prefers what is compiled to its source, even to a newer one. So what an earlier build left is
removed where this one does not replace it: if a translator is missing or refuses a source, or C
does not compile, the sources run.
"""

import ast
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from glob import glob
from importlib.machinery import EXTENSION_SUFFIXES
from multiprocessing import get_context
from pathlib import Path
from shutil import copy2
from sysconfig import get_path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext, customize_compiler, new_compiler
from setuptools.errors import CompileError, PlatformError

NATIVE = Path("backends/native/engine")
PACKAGE = "pzc.backends.native.engine"
# The layers of the engine, see its docstring. They become one module, the last one: to translate,
# compile and load one file takes a fraction of the time that many take.
LAYERS = (
    "store",
    "clauses",
    "propagation",
    "propagators",
    "counts",
    "unlike",
    "graphs",
    "pieces",
    "same_component",
    "homes",
    "reach",
    "changes",
    "sizes",
    "images",
    "turns",
    "queries",
    "order",
    "facts",
    "ways",
    "cuts",
    "home_reasons",
    "turn_reasons",
    "graph_reasons",
    "count_reasons",
    "alike",
    "reasons",
    "citing",
    "minimizing",
    "learning",
    "tracing",
    "wishes",
    "search",
)
# What stays a module of its own.
ALONE = ("memory", "covers")
HEADERS = sorted(str(path) for path in NATIVE.glob("*.pxd"))
# The modules that mypyc translates, in one shared library: calls between them are calls in C.
TYPED = (
    "dsl/puzzle.py",
    "model/common_values.py",
    "model/conflicts.py",
    "model/evaluate.py",
    "model/globals/form.py",
    "model/junctions.py",
    "model/limits.py",
    "model/masks.py",
    "model/near.py",
    "model/nodes.py",
    "model/patterns.py",
    "model/pieces.py",
    "model/linear.py",
    "model/comparisons.py",
    "model/constraints.py",
    "model/store.py",
    "model/builder.py",
    "model/model.py",
    "model/points.py",
    "model/rebuild.py",
    "backends/native/graphs.py",
    "backends/native/network.py",
    "backends/native/flat/tabulate.py",
    "backends/native/flat/queries.py",
    "backends/native/flat/literals.py",
    "backends/native/flat/tables.py",
    "backends/native/flat/sums.py",
    "backends/native/flat/numbers.py",
    "backends/native/flat/globals.py",
    "backends/native/flat/side_by_side.py",
    "backends/native/flat/turns.py",
    "backends/native/flat/forms.py",
    "backends/native/flatten.py",
    "presolve/apart.py",
    "presolve/bars.py",
    "presolve/box_cells.py",
    "presolve/both_ways.py",
    "presolve/boxes.py",
    "presolve/by_value.py",
    "presolve/cases.py",
    "presolve/channels.py",
    "presolve/clauses.py",
    "presolve/cliques.py",
    "presolve/colours.py",
    "presolve/counting.py",
    "presolve/demands.py",
    "presolve/different.py",
    "presolve/distances.py",
    "presolve/domains.py",
    "presolve/equal_forms.py",
    "presolve/equal_sizes.py",
    "presolve/equal_sums.py",
    "presolve/exactly_one.py",
    "presolve/extremes.py",
    "presolve/forms.py",
    "presolve/hubs.py",
    "presolve/impossible.py",
    "presolve/least_sums.py",
    "presolve/listing.py",
    "presolve/local.py",
    "presolve/members.py",
    "presolve/one_of_several.py",
    "presolve/one_piece.py",
    "presolve/open_boxes.py",
    "presolve/pairs.py",
    "presolve/passes.py",
    "presolve/piece_counts.py",
    "presolve/placements.py",
    "presolve/rectangles.py",
    "presolve/relations.py",
    "presolve/settled.py",
    "presolve/straights.py",
    "presolve/symmetry.py",
    "presolve/tables.py",
    "presolve/terms.py",
    "presolve/totals.py",
    "presolve/truth.py",
    "presolve/two_cases.py",
    "presolve/values.py",
    "presolve/within_reach.py",
    "compiler/board/places.py",
    "compiler/board/by_kind.py",
    "compiler/board/square_places.py",
    "compiler/board/square.py",
    "compiler/board/hexagon.py",
    "compiler/context.py",
    "compiler/values/choice.py",
    "compiler/values/choosing.py",
    "compiler/values/comparison.py",
    "compiler/values/consecutive.py",
    "compiler/values/extremes.py",
    "compiler/values/lines.py",
    "compiler/values/listing.py",
    "compiler/values/masked_sets.py",
    "compiler/values/members.py",
    "compiler/values/moved.py",
    "compiler/values/numbers.py",
    "compiler/values/of_pieces.py",
    "compiler/values/partitions.py",
    "compiler/values/placement.py",
    "compiler/values/position.py",
    "compiler/values/reached_values.py",
    "compiler/values/sets.py",
    "compiler/values/showing.py",
    "compiler/values/stretches.py",
    "compiler/values/values.py",
    "compiler/builtins/aggregates.py",
    "compiler/builtins/distances.py",
    "compiler/builtins/functions.py",
    "compiler/builtins/graphs.py",
    "compiler/builtins/list_conditions.py",
    "compiler/builtins/moments.py",
    "compiler/builtins/operators.py",
    "compiler/builtins/region_layers.py",
    "compiler/builtins/sets.py",
    "compiler/builtins/set_operations.py",
    "compiler/builtins/shapes.py",
    "compiler/builtins/stretches.py",
    "compiler/builtins/units.py",
    "compiler/lower/alternatives.py",
    "compiler/lower/by_place.py",
    "compiler/lower/calls.py",
    "compiler/lower/clauses.py",
    "compiler/lower/closures.py",
    "compiler/lower/conditions.py",
    "compiler/lower/comprehensions.py",
    "compiler/lower/emptiness.py",
    "compiler/lower/few_kinds.py",
    "compiler/lower/loops.py",
    "compiler/lower/loops_touching.py",
    "compiler/lower/joined_pairs.py",
    "compiler/lower/lower.py",
    "compiler/lower/memberships.py",
    "compiler/lower/on_pieces.py",
    "compiler/lower/on_placements.py",
    "compiler/lower/on_stretches.py",
    "compiler/lower/running_totals.py",
    "compiler/lower/one_kind.py",
    "compiler/lower/scope.py",
    "compiler/lower/selection.py",
    "compiler/lower/selections.py",
    "compiler/lower/statements.py",
    "compiler/lower/touching.py",
    "compiler/lower/touching_pairs.py",
    "compiler/lower/universal.py",
    "compiler/ground/binding.py",
    "compiler/ground/bounding.py",
    "compiler/ground/combined_picture.py",
    "compiler/ground/declared.py",
    "compiler/ground/domains.py",
    "compiler/ground/finds.py",
    "compiler/ground/givens.py",
    "compiler/ground/grounding.py",
    "compiler/ground/layer_values.py",
    "compiler/ground/layers.py",
    "compiler/ground/lets.py",
    "compiler/ground/opening.py",
    "compiler/ground/reading.py",
    "tasks/cheaper.py",
    "tasks/open_models.py",
)
# The folders of these modules and of the engine.
FOLDERS = ("", "model/**/", "backends/**/", "compiler/**/", "presolve/**/", "dsl/**/", "tasks/**/")
# What their types are read from.
READ = [path for folder in FOLDERS for path in glob(f"{folder}*.py", recursive=True)]
# Aliases of unions that it reads as Any.
UNIONS = ("Bool", "IntOperand", "Operand", "Value", "Constant", "Collection")
LIBRARY = "pzc.typed__mypyc"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
FORKS = hasattr(os, "fork")
# What is hidden is called without a detour, and takes no time to load.
HIDDEN = ["-fvisibility=hidden"]
# Passes that take a tenth of the time to compile and make what mypyc writes no faster.
WITHOUT = ["-fno-tree-pta", "-fno-tree-ter", "-fno-tree-dominator-opts"]
# Python is compiled for numbers that overflow and wrap. Those of the engine do not overflow, which
# sanitizers test; to know that makes `covers` a third faster.
NO_WRAP = ["-fno-wrapv"]

Compile = Callable[..., list[str]]


class Build(build_ext):
    """Compiles on all cores, without what Python itself was compiled for debuggers with."""

    extensions: list[Extension]

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        now = {Path(self.get_ext_fullpath(name)) for name in self.ext_map}
        for path in {*libraries([f"{self.build_lib}/**/"])} - now:
            path.unlink()
        if self.compiler.compiler_type != "unix":
            super().build_extensions()
        else:
            for extension in self.extensions:
                # The analyses that -Wall, one of Python's flags, asks for take three quarters of
                # the time on the modules of mypyc; -w would silence the messages but still run
                # the analyses.
                extension.extra_compile_args += ["-g0", "-Wno-all", "-Wno-error", *HIDDEN]
            with ThreadPoolExecutor(CORES) as cores:
                self.compiler.compile = _file_by_file(self.compiler.compile, cores)
                super().build_extensions()
        if not Path(self.get_ext_fullpath(LIBRARY)).exists():
            for path in TYPED:  # they only load the library
                self._remove(_module(path))

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            self._remove(ext.name)
            raise

    def _remove(self, name: str) -> None:
        Path(self.get_ext_fullpath(name)).unlink(missing_ok=True)


def _file_by_file(compile: Compile, cores: ThreadPoolExecutor) -> Compile:
    """Compile the sources of an extension one by one, as cores become free, and not one after the
    other."""

    def compiled(sources: list[str], *args: object, **options: object) -> list[str]:
        parts = [cores.submit(compile, [source], *args, **options) for source in sources]
        return [name for part in parts for name in part.result()]

    return compiled


def _module(path: str) -> str:
    return "pzc." + path.removesuffix(".py").replace("/", ".")


def libraries(folders: Iterable[str]) -> list[Path]:
    """What is compiled in these folders for this version of Python."""
    paths = (Path(path) for folder in folders for path in glob(f"{folder}*.*", recursive=True))
    return [path for path in paths if "." + path.name.partition(".")[2] in EXTENSION_SUFFIXES]


def _without_unions(source: str) -> str:
    """A source for mypyc, which would test a value of a union against each of its members wherever
    it cannot infer its type: in place of the union it reads Any."""
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                if name in UNIONS:
                    first, end = node.lineno - 1, node.end_lineno or node.lineno
                    lines[first] = f"{name}: TypeAlias = Any\n"
                    lines[first + 1 : end] = ["\n"] * (end - first - 1)
    return "".join(lines)


def translated() -> list[Extension]:
    """The modules that mypyc translates."""
    if sys.implementation.name != "cpython":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    here = Path.cwd()
    target = here / "build" / "typed"
    # It names a module by the folder of its package, which may have another name here.
    with TemporaryDirectory() as sources:
        for path in READ:
            copy = Path(sources, "pzc", path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_without_unions(Path(path).read_text()))
        for folder in Path(sources).glob("pzc/**/"):
            (folder / "__init__.py").write_text("")
        try:
            with chdir(sources):
                extensions: list[Extension] = mypycify(
                    [
                        *("--config-file=", "--follow-imports=silent", "--ignore-missing-imports"),
                        *(f"pzc/{path}" for path in TYPED),
                    ],
                    # Half the time of level 2 to compile, and as fast; none if none is asked for.
                    opt_level="0" if "-O0" in os.environ.get("CFLAGS", "") else "1",
                    debug_level="0",
                    multi_file=True,  # for several cores, which makes it no slower
                    group_name=LIBRARY.removesuffix("__mypyc"),
                    target_dir=str(target),
                )
        except SystemExit as error:  # how it reports what it cannot translate
            print(f"mypyc refuses a source, so all of them run as Python: {error}", file=sys.stderr)
            return []
    unneeded = [] if os.name == "nt" else WITHOUT
    for extension in extensions:
        extension.sources = [os.path.relpath(source, here) for source in extension.sources]
        extension.extra_compile_args = [*extension.extra_compile_args, *unneeded]
        # The headers of a library with a dot in its name are in a folder.
        extension.include_dirs = [*extension.include_dirs, str(target / "pzc")]
        extension.optional = True
    return extensions


def _one_source() -> str:
    """The sources of all layers in one: each statement once, without imports from one another."""
    statements: dict[str, None] = {}
    for name in LAYERS:
        source = (NATIVE / f"{name}.py").read_text()
        lines = source.splitlines()
        for node in ast.parse(source).body:
            if not (isinstance(node, ast.ImportFrom) and node.level == 1 and node.module in LAYERS):
                decorators = getattr(node, "decorator_list", ())
                first = min(x.lineno for x in (node, *decorators))
                statements["\n".join(lines[first - 1 : node.end_lineno])] = None
    return "\n\n".join((lines[0], *statements)) + "\n"  # the first line has Cython's directives


def _one_header() -> str:
    """The headers of all layers in one, without imports from one another."""
    imports: dict[str, None] = {}
    classes: list[str] = []
    for name in LAYERS:
        for line in (NATIVE / f"{name}.pxd").read_text().splitlines():
            if "cimport " not in line:
                classes.append(line)
            elif line.split()[1].rpartition(".")[2] not in LAYERS:
                imports[line] = None
    return "\n".join((*imports, *classes)) + "\n"


def _write(path: Path, text: str) -> None:
    """Write a file, unless it has this text: then what was made of it is not made again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def compiled() -> list[Extension]:
    """The modules that Cython translates."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    engine = Path("build", "engine", f"{LAYERS[-1]}.py")
    engine.parent.mkdir(parents=True, exist_ok=True)
    _write(engine, _one_source())
    sources = {LAYERS[-1]: engine, **{name: NATIVE / f"{name}.py" for name in ALONE}}
    modules = [
        Extension(f"{PACKAGE}.{name}", [str(source)], depends=HEADERS)
        for name, source in sources.items()
    ]
    # Headers are looked for where the package is; its folder may have another name here.
    with TemporaryDirectory() as includes:
        folder = Path(includes)
        for part in PACKAGE.split("."):
            folder /= part
            folder.mkdir()
            (folder / "__init__.py").touch()
        for header in HEADERS:
            copy2(header, folder)
        (folder / f"{LAYERS[-1]}.pxd").write_text(_one_header())
        extensions: list[Extension] = cythonize(
            modules,
            include_path=[includes],
            nthreads=CORES if FORKS else 0,
            compiler_directives={"warn.unreachable": False},
        )
    for extension in extensions:
        extension.optional = True  # Said here, since cythonize drops it.
        extension.extra_compile_args = [] if os.name == "nt" else [*NO_WRAP]
    return extensions


def has_compiler() -> bool:
    """Whether a C compiler makes something of a source that includes Python's headers. Without one
    it would be in vain to translate."""
    compiler = new_compiler()
    customize_compiler(compiler)
    compiler.add_include_dir(get_path("include"))
    with TemporaryDirectory() as folder:
        source = Path(folder, "asked.c")
        source.write_text("#include <Python.h>\n")
        try:
            compiler.compile([str(source)], output_dir=folder)
        except (CompileError, PlatformError):
            print("no C compiler is found, so all sources run as Python", file=sys.stderr)
            return False
    return True


def side_by_side() -> list[Extension]:
    """All modules. What Cython writes is there, and not written again, once mypyc is done."""
    beside = get_context("fork").Process(target=compiled) if FORKS else None
    if beside is not None:
        beside.start()
    extensions = translated()
    if beside is not None:
        beside.join()
    return [*extensions, *compiled()]


def main() -> None:
    asked = {*sys.argv}
    if asked & {"editable_wheel", "develop", "--inplace", "-i"}:
        for path in libraries(FOLDERS):
            path.unlink()
    # To install this, pip runs this script three times, twice only to ask what the package is.
    only_asked = asked & {"egg_info", "dist_info"}
    modules = side_by_side() if not only_asked and has_compiler() else []
    # Named, this script is left out of the package that its folder is.
    setup(script_name="setup.py", ext_modules=modules, cmdclass={"build_ext": Build})


if __name__ == "__main__":
    main()
