"""Build the native engine as C where a compiler is found; without one it runs as Python."""

from setuptools import Extension, setup

SOURCE = "backends/native/engine.py"
BITS = "backends/native/bits.pxd"

try:
    from Cython.Build import cythonize

    extensions = cythonize(
        [Extension("pzc.backends.native.engine", [SOURCE], depends=[BITS])],
        include_path=["backends/native"],
    )
    for extension in extensions:
        extension.optional = True  # Said here, since cythonize drops it.
except ImportError:
    extensions = []

# Named, this script is left out of the package that its folder is.
setup(script_name="setup.py", ext_modules=extensions)
