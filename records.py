"""Records: like dataclasses, but much faster to import.

    @record
    class Span:
        line: int
        column: int = 1

`dataclasses` writes and compiles the text of every method of every class when a program starts,
which takes 0.3 ms a class; pzc has more than a hundred, and solves a small puzzle in 5 ms. The
methods of records are functions that all share, but for `__init__`, which is compiled for a class
once it has more than a few instances.

A record has slots for its fields, which are assigned once (unless frozen=False), can be matched by
position and by name, and is compared, hashed and shown by the values of its fields (with eq=False
compared by identity). `replace` copies one with changes.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform, overload


class Record(Protocol):
    """A record, as type checkers see it."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


T = TypeVar("T")
AnyRecord = TypeVar("AnyRecord", bound=Record)

_FIELDS = "__record_fields__"
_MISSING: Any = object()

# Instances of a class before its `__init__` is compiled.
FEW = 8
_made_of: dict[type, int] = {}


class Field:
    """How a field is initialised where its class says more than a default value."""

    __slots__ = ("default", "default_factory", "init", "repr")

    def __init__(self, default: Any, default_factory: Any, init: bool, repr: bool) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr


def field(
    *,
    default: Any = _MISSING,
    default_factory: Callable[[], Any] = _MISSING,
    init: bool = True,
    repr: bool = True,
) -> Any:
    """What a field is set to if nothing is given for it, as in `dataclasses`.

    init: whether `__init__` takes it; if not, and there is no default, `__post_init__` sets it.
    repr: whether it is shown.
    """
    return Field(default, default_factory, init, repr)


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(
    *, frozen: bool = True, eq: bool = True, repr: bool = True
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Any = None, /, *, frozen: bool = True, eq: bool = True, repr: bool = True) -> Any:
    """Make a record of a class with annotated fields, which has no bases.

    frozen: the fields of an instance cannot be assigned again. eq: compared by the fields.
    repr: shown by the fields.
    """
    if cls is None:
        return lambda cls: _made(cls, frozen, eq, repr)
    return _made(cls, frozen, eq, repr)


def is_record(value: object) -> bool:
    """Whether a value is an instance of a record class."""
    return hasattr(type(value), _FIELDS)


def is_record_class(value: object) -> bool:
    return isinstance(value, type) and hasattr(value, _FIELDS)


def field_names(value: Any) -> tuple[str, ...]:
    """The names of the fields of a record, or a record class, in order."""
    return tuple(getattr(value, _FIELDS))


def values(value: Any) -> tuple[Any, ...]:
    """The values of a record's fields, in order."""
    return tuple([getattr(value, name) for name in field_names(value)])


def as_dict(value: Any) -> dict[str, Any]:
    """The fields of a record and their values, which stay what they are."""
    return dict(zip(field_names(value), values(value), strict=True))


def replace(value: AnyRecord, /, **changes: Any) -> AnyRecord:
    """A record with other values for some of its fields."""
    own: dict[str, Field] = getattr(value, _FIELDS)
    for name, how in own.items():
        if how.init and name not in changes:  # replaced fields need not be computed
            changes[name] = getattr(value, name)
    return type(value)(**changes)


# ---- how a class is made -------------------------------------------------------------------------


def _made(cls: type, frozen: bool, eq: bool, repr: bool) -> type:
    """The class again, with slots (which a class cannot get later) and the methods of a record."""
    fields = {}
    body = dict(cls.__dict__, __qualname__=cls.__qualname__)
    for name in cls.__annotations__:
        given = body.pop(name, _MISSING)
        fields[name] = given if isinstance(given, Field) else Field(given, _MISSING, True, True)
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    body["__slots__"] = tuple(fields)
    body["__match_args__"] = tuple(name for name, how in fields.items() if how.init)
    body[_FIELDS] = fields
    body["__init__"] = _first_init
    if repr:
        body.setdefault("__repr__", _shown)
    if frozen:
        body.update(__setattr__=_refused, __delattr__=_refused, __reduce__=_reduced)
    if eq:
        body.update(_comparison(tuple(fields), frozen))
    return type(cls)(cls.__name__, cls.__bases__, body)


def _first_init(self: Any, /, *args: Any, **kwargs: Any) -> None:
    """In place of `__init__` for the first few instances, which is all there are of most classes:
    to compile one takes longer."""
    cls = type(self)
    made = _made_of[cls] = _made_of.get(cls, 0) + 1
    if made > FEW or not _filled(self, args, kwargs):
        cls.__init__ = _compiled_init(cls)
        cls.__init__(self, *args, **kwargs)


def _filled(record: Any, args: tuple[Any, ...], given: dict[str, Any]) -> bool:
    """Initialise a record; False where the arguments do not fit."""
    cls = type(record)
    named = cls.__match_args__[: len(args)]
    if len(named) < len(args) or not given.keys().isdisjoint(named):
        return False
    given = {**given, **dict(zip(named, args, strict=True))}
    for name, how in getattr(cls, _FIELDS).items():
        if how.init and name in given:
            value = given.pop(name)
        elif how.default_factory is not _MISSING:
            value = how.default_factory()
        elif how.default is not _MISSING:
            value = how.default
        elif how.init:
            return False
        else:
            continue
        object.__setattr__(record, name, value)
    if given:
        return False
    if hasattr(cls, "__post_init__"):
        record.__post_init__()
    return True


def _compiled_init(cls: Any) -> Callable[..., None]:
    """`__init__` with the fields as its parameters, as one would write it."""
    names: dict[str, Any] = {}
    parameters, lines = ["self"], []
    frozen = cls.__setattr__ is _refused
    for name, how in getattr(cls, _FIELDS).items():
        default = ""
        if how.default is not _MISSING:
            names[f"_default_{name}"], default = how.default, f"=_default_{name}"
        value = name if how.init else f"_default_{name}" if default else ""
        if how.default_factory is not _MISSING:
            names[f"_make_{name}"], names["_missing"] = how.default_factory, _MISSING
            default = "=_missing"
            made = f"_make_{name}()"
            value = f"{made} if {name} is _missing else {name}" if how.init else made
        if how.init:
            parameters.append(name + default)
        if value and frozen:
            names[f"_set_{name}"] = getattr(cls, name).__set__
            lines.append(f"_set_{name}(self, {value})")
        elif value:
            lines.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n ".join(lines) or "pass"
    exec(f"def __init__({', '.join(parameters)}):\n {body}", names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _comparison(names: tuple[str, ...], frozen: bool) -> dict[str, Any]:
    """`==` by the values of the fields, and `hash` if they cannot change."""
    key: Callable[[Any], Any] = attrgetter(*names) if names else lambda self: ()

    def equal(self: Any, other: object) -> Any:
        return key(self) == key(other) if type(other) is type(self) else NotImplemented

    return {"__eq__": equal, "__hash__": (lambda self: hash(key(self))) if frozen else None}


def _shown(self: Any) -> str:
    own: dict[str, Field] = getattr(self, _FIELDS)
    shown = [f"{name}={getattr(self, name)!r}" for name, how in own.items() if how.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refused(self: Any, name: str, *value: object) -> None:
    raise AttributeError(f"{type(self).__name__} is frozen; '{name}' cannot be assigned")


def _reduced(self: Any) -> tuple[Any, tuple[Any, ...]]:
    """For `copy` and `pickle`, which would assign the fields."""
    return type(self), tuple(getattr(self, name) for name in type(self).__match_args__)
