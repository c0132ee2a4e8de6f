"""Base class of small values that a match makes by the thousand: events, effects and records.

A named tuple would need fewer lines. But these values are made for every decision, and to make one
of a plain class, once it is compiled (`compiled`), takes a tenth of the time.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

__all__ = ["Value"]


class Value:
    """An immutable value, equal to another of the same class whose fields are equal.

    A subclass lists its fields in `__match_args__`, in the order of its constructor's arguments.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _replace(self, **changes: Any) -> Self:
        """Return a copy in which the fields named in `changes` have those values, as with a named tuple."""
        fields = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**(fields | changes))

    def __eq__(self, other: object) -> bool:
        # Exactly one class: an event and an effect with the same fields are not the same.
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self.__match_args__]))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"
