"""Build the native engine as C where a compiler is found; without one it runs as Python.

The modules are translated and compiled side by side, on all cores, without debug information.
"""

import os
from pathlib import Path
from shutil import copy2
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

NATIVE = Path("backends/native/engine")
PACKAGE = "pzc.backends.native.engine"
# The layers of the engine, see its docstring, and the headers of all.
LAYERS = (
    "store",
    "clauses",
    "propagation",
    "propagators",
    "graphs",
    "pieces",
    "same_component",
    "sizes",
    "order",
    "facts",
    "ways",
    "cuts",
    "graph_reasons",
    "reasons",
    "citing",
    "minimizing",
    "learning",
    "tracing",
    "search",
)
HEADERS = sorted(str(path) for path in NATIVE.glob("*.pxd"))
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Build(build_ext):
    """Compiles on all cores, without what Python itself was compiled for debuggers with."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args += ["-g0"]
        super().build_extensions()


def compiled() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = [
        Extension(f"{PACKAGE}.{name}", [str(NATIVE / f"{name}.py")], depends=HEADERS)
        for name in LAYERS
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
        extensions: list[Extension] = cythonize(
            modules,
            include_path=[includes],
            nthreads=CORES if hasattr(os, "fork") else 0,
            compiler_directives={"warn.unreachable": False},
        )
    for extension in extensions:
        extension.optional = True  # Said here, since cythonize drops it.
    return extensions


# Named, this script is left out of the package that its folder is.
setup(script_name="setup.py", ext_modules=compiled(), cmdclass={"build_ext": Build})
