"""Base of small values that a match makes by the thousand: events, effects and records.

A named tuple would need fewer lines. But these are made for every decision, and a plain
class, once compiled (`compiled`), costs a tenth of a named tuple.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

__all__ = ["Value"]


class Value:
    """Equal to another of its kind whose fields are equal; not to be changed.

    A subclass names its fields, in the order in which it takes them, in `__match_args__`.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _replace(self, **changes: Any) -> Self:
        """Return the same with other values in some fields, as with a named tuple."""
        fields = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**(fields | changes))

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self.__match_args__]))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"
