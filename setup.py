"""Build the native engine with Cython where a C compiler is found; without one it runs as Python."""

from setuptools import Extension, setup

SOURCE = "backends/native/engine.py"

try:
    from Cython.Build import cythonize

    extensions = cythonize(
        [Extension("pzc.backends.native.engine", [SOURCE], optional=True)],
        language_level=3,
    )
except ImportError:
    extensions = []

setup(ext_modules=extensions)
