# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc,attr-defined"
"""The memory of the engine: arrays of C by name, which Python allocates and frees."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import shim as cython

from ....deadline import pause

# One of each kind, to make others like it.
_INTS: array = array("i")
_LONGS: array = array("q")
_MASKS: array = array("Q")
_FLOATS: array = array("d")


@cython.cfunc
def _zeros(like: array, count: cython.int) -> array:
    """An array of zeros."""
    if cython.compiled:
        return clone(like, count, True)  # type: ignore[name-defined] # noqa: F821 (of memory.pxd)
    return array(like.typecode, bytes(like.itemsize * count))


@cython.cfunc
def _ints_of(data: array) -> cython.p_int:
    """A pointer to the elements of an array, which `keep` keeps alive."""
    if cython.compiled:
        return data.data.as_ints
    return data


@cython.cfunc
def _longs_of(data: array) -> cython.p_longlong:
    if cython.compiled:
        return data.data.as_longlongs
    return data


@cython.cfunc
def _masks_of(data: array) -> cython.p_ulonglong:
    if cython.compiled:
        return data.data.as_ulonglongs
    return data


@cython.cfunc
def _floats_of(data: array) -> cython.p_double:
    if cython.compiled:
        return data.data.as_doubles
    return data


class Memory:
    def _allocate(self) -> cython.bint:
        self.keep: dict = {}
        return True

    def _ints(self, name: str, values: Sequence[int] = (), room: cython.int = 0) -> cython.p_int:
        """Allocate an array of C ints under a name: values, then zeros; more than `room`
        elements."""
        k: cython.int
        data: cython.p_int = _ints_of(self._array(name, _INTS, len(values), room))
        # A C loop; `array.array(…)` checks each value and is far slower.
        for k, value in enumerate(values):
            data[k] = value
        return data

    def _filled(self, name: str, value: cython.int, count: cython.int) -> cython.p_int:
        """Allocate an array of C ints under a name, all with one value."""
        k: cython.int
        data: cython.p_int = _ints_of(self._array(name, _INTS, count, 0))
        for k in range(count):
            data[k] = value
        return data

    def _longs(
        self, name: str, values: Sequence[int] = (), room: cython.int = 0
    ) -> cython.p_longlong:
        k: cython.int
        data: cython.p_longlong = _longs_of(self._array(name, _LONGS, len(values), room))
        for k, value in enumerate(values):
            data[k] = value
        return data

    def _masks(
        self, name: str, values: Sequence[int] = (), room: cython.int = 0
    ) -> cython.p_ulonglong:
        k: cython.int
        data: cython.p_ulonglong = _masks_of(self._array(name, _MASKS, len(values), room))
        for k, value in enumerate(values):
            data[k] = value
        return data

    def _floats(
        self, name: str, values: Sequence[float] = (), room: cython.int = 0
    ) -> cython.p_double:
        k: cython.int
        data: cython.p_double = _floats_of(self._array(name, _FLOATS, len(values), room))
        for k, value in enumerate(values):
            data[k] = value
        return data

    def _array(self, name: str, like: array, values: cython.int, room: cython.int) -> array:
        """A new array of zeros, which lives as long as its name is kept: no other may have it."""
        if values:
            pause()  # to load a large network takes a while
        if name in self.keep:
            raise AssertionError(f"two arrays named {name}")
        data: array = _zeros(like, max(room + 1, values))
        self.keep[name] = data
        return data

    def _give_up(self, *names: str) -> cython.bint:
        """Names of arrays, if there are any, for others to come."""
        for name in names:
            self.keep.pop(name, None)
        return True

    def _more_ints(self, name: str, count: cython.int) -> cython.p_int:
        """Grow an array. It may move."""
        return _ints_of(self._grown(name, count))

    def _more_longs(self, name: str, count: cython.int) -> cython.p_longlong:
        return _longs_of(self._grown(name, count))

    def _more_masks(self, name: str, count: cython.int) -> cython.p_ulonglong:
        return _masks_of(self._grown(name, count))

    def _grown(self, name: str, count: cython.int) -> array:
        data: array = self.keep[name]
        data.frombytes(bytes(data.itemsize * (count - len(data))))
        return data
