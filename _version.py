"""The version of the package, which caches and results carry."""

__version__ = "0.1.0"
