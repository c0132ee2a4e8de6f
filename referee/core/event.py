"""Events of a match: what happened in a step, and which seats may know it."""

from __future__ import annotations

import abc
import warnings
from collections.abc import Iterator
from typing import TypeAlias

__all__ = ["Event", "Events", "PublicEvents"]


class Event:
    """Something that happened in a match, and which seats may see it.

    Args:
        body: The event as one of the game's own dataclasses or named tuples.
        audience: Seats that may know it, ascending; None means everybody, spectators included.
    """

    __slots__ = ("_body", "audience", "encoded")

    def __init__(self, body: object, audience: tuple[int, ...] | None = None) -> None:
        self._body = body
        self.audience = audience
        self.encoded: bytes | None = None
        """The event as bytes of an Events message, cached by `Codec.encode_events`; None until
        then.
        """

    @property
    def body(self) -> object:
        """What happened, as one of the game's own dataclasses or named tuples.

        A subclass may build the body only when it is first read.
        """
        return self._body

    def is_visible_to(self, seat: int) -> bool:
        """Return whether the seat may know of this event."""
        return self.audience is None or seat in self.audience

    def is_told_to(self, seat: int) -> bool:
        """Return `is_visible_to(seat)`; deprecated name from earlier versions, which warns."""
        warnings.warn("is_told_to is now is_visible_to", DeprecationWarning, stacklevel=2)
        return self.is_visible_to(seat)

    def __repr__(self) -> str:
        audience = "" if self.audience is None else f" to {self.audience}"
        return f"Event({self.body!r}{audience})"


class PublicEvents(abc.ABC):
    """Events of one step that everybody may know, in order, at least one; made during iteration.

    A game whose codec can write the events of a step straight from its state returns this object
    instead of a list: after most steps only the codec needs the events, so no `Event` has to be
    built.
    """

    __slots__ = ("encoded",)

    def __init__(self) -> None:
        self.encoded: bytes | None = None
        """All events as bytes of one Events message, cached by `Codec.encode_events`; None until
        then.
        """

    def __bool__(self) -> bool:
        return True  # without counting

    @abc.abstractmethod
    def __len__(self) -> int: ...

    @abc.abstractmethod
    def __iter__(self) -> Iterator[Event]: ...

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"


Events: TypeAlias = list[Event] | PublicEvents
"""Events that a game returns from one step, or from the start of a match."""
