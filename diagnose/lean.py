"""What ``typing`` gives at run time, without its import.

Importing ``typing`` takes a fifth of a bare start, and ``typing.NamedTuple``
compiles code for each class: too much for a program that is started for one
message. Type checkers see the real ones. At run time a ``NamedTuple`` is a
tuple with named fields, defaults, ``_replace`` and ``_asdict`` that is made
without compiling anything, until so many of a class are made that a
constructor of its own pays.

>>> class Point(NamedTuple):
...     x: int
...     y: int = 0
>>> Point(1), Point(x=1, y=2)._replace(y=3), Point(1)._asdict()
(Point(x=1, y=0), Point(x=1, y=3), {'x': 1, 'y': 0})
"""

from __future__ import annotations

__all__ = [
    "TYPE_CHECKING",
    "Deferring",
    "NamedTuple",
    "Protocol",
    "begin",
    "cast",
    "changed",
    "complete",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar
    from typing import NamedTuple as Deferring
    from typing import NamedTuple as NamedTuple
    from typing import Protocol as Protocol
    from typing import cast as cast

    T = TypeVar("T")

    def begin(kind: type[T], known: Mapping[str, Any], later: Callable[[], Mapping[str, Any]]) -> T:
        """A ``Deferring`` of which only some fields are known."""

    def changed(value: T, **fields: Any) -> T:
        """A ``Deferring`` with other values of fields that are known, and none worked out."""

    def complete(value: T) -> T:
        """The same, with all its fields worked out."""

else:
    from _collections import _tuplegetter

    _MANY = 30
    """Instances after which a class gets a constructor of its own."""

    class _Fields(type):
        """Turns the annotations of a class into the fields of a tuple."""

        def __new__(cls, name, bases, namespace):
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {each: namespace.pop(each) for each in fields if each in namespace}
            for index, each in enumerate(fields):
                namespace[each] = _tuplegetter(index, None)
            namespace.update(
                __slots__=(), _fields=fields, _field_defaults=defaults, __match_args__=fields
            )
            return super().__new__(cls, name, bases, namespace)

    class NamedTuple(tuple, metaclass=_Fields):
        """A tuple with named fields."""

        _made = 0

        def __new__(cls, *args, **named):
            fields = cls._fields
            if len(args) < len(fields):
                args += cls._rest(len(args), named)
            if named or len(args) > len(fields):
                raise TypeError(f"{cls.__name__} takes {', '.join(fields)}")
            cls._made += 1
            if cls._made == _MANY:
                cls.__new__ = _constructor(fields, cls._field_defaults)
            return tuple.__new__(cls, args)

        @classmethod
        def _rest(cls, first, named):
            defaults = cls._field_defaults
            missing = [each for each in cls._fields[first:] if each not in {*named, *defaults}]
            if missing:
                raise TypeError(f"{cls.__name__} needs {', '.join(missing)}")
            return tuple(
                named.pop(each) if each in named else defaults[each] for each in cls._fields[first:]
            )

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **changes):
            values = list(self)
            for name, value in changes.items():
                values[self._fields.index(name)] = value
            return tuple.__new__(type(self), values)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            said = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({said})"

        def __getnewargs__(self):
            return tuple(self)

    def _constructor(fields, defaults):
        """What Python itself makes of named parameters is four times as fast."""
        given = ", ".join(each + f"=_d_{each}" * (each in defaults) for each in fields)
        source = f"lambda _cls, {given}: _new(_cls, ({', '.join(fields)},))"
        names = {"_new": tuple.__new__, **{f"_d_{each}": value for each, value in defaults.items()}}
        return eval(source, names)  # noqa: S307 - of the names of fields

    class _Named(type):
        """Takes the annotations of a class for the names of its fields."""

        def __new__(cls, name, bases, namespace):
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {each: namespace.pop(each) for each in fields if each in namespace}
            namespace.update(_fields=fields, _field_defaults=defaults)
            return super().__new__(cls, name, bases, namespace)

    class Deferring(metaclass=_Named):
        """Named fields, as those of a tuple; some may be worked out at the first question for one.

        Checkers see a named tuple.
        """

        _later = None

        def __init__(self, *args, **named):
            given = {**dict(zip(self._fields, args, strict=False)), **named}
            missing = [each for each in self._fields if each not in {*given, *self._field_defaults}]
            if missing or len(args) > len(self._fields) or not given.keys() <= {*self._fields}:
                raise TypeError(f"{type(self).__name__} needs {missing} of {self._fields}")
            self.__dict__ = {**self._field_defaults, **given}

        def __getattr__(self, name):
            if name not in self._fields:
                raise AttributeError(name)
            complete(self)
            return self.__dict__[name]

        def _asdict(self):
            complete(self)
            return {name: self.__dict__[name] for name in self._fields}

        def _replace(self, **changes):
            return type(self)(**{**self._asdict(), **changes})

        def __eq__(self, other):
            return type(other) is type(self) and self._asdict() == other._asdict()

        __hash__ = None

        def __repr__(self):
            said = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({said})"

        def __reduce__(self):
            remake = self.__dict__.get("_remake")  # for those that are made of less than all fields
            return remake(self) if remake else (type(self), tuple(self._asdict().values()))

    def begin(kind, known, later):
        """A ``Deferring`` of which only some fields are known.

        ``later`` gives the others, but for those that have their defaults.
        """
        begun = kind.__new__(kind)
        begun.__dict__ = known
        begun._later = later  # noqa: SLF001 - its own room
        return begun

    def changed(value, **fields):
        """The same with other values of fields that are known; none is worked out for it."""
        other = type(value).__new__(type(value))
        other.__dict__ = {**value.__dict__, **fields}
        return other

    def complete(value):
        """The same, with all its fields worked out."""
        later = value._later  # noqa: SLF001 - its own room
        if later is not None:
            known = value.__dict__
            value.__dict__ = {**value._field_defaults, **later(), **known, "_later": None}
        return value

    class Protocol:
        """Says nothing at run time."""

    def cast(_kind, value):
        """The value as it is."""
        return value
