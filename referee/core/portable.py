"""Errors that pickle and copy without loss: they are raised in one process and caught in another.

`BaseException` rebuilds an error by calling its class with `args`, which is the message alone. A class
with another constructor then fails to load, and that breaks the whole pool of processes it came from.
"""

from __future__ import annotations

from typing import Any

__all__ = ["PortableError", "rebuilt"]


class PortableError(Exception):
    """An error that keeps message and attributes when pickled, whatever its constructor takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to pickle the error: its class, message and attributes.

        The constructor is not called again.
        """
        return rebuilt, (type(self), self.args), dict(vars(self))


def rebuilt(kind: type[PortableError], args: tuple[object, ...]) -> PortableError:
    """Return an error of class `kind` with message `args`.

    Pickle restores its attributes afterwards.
    """
    # Not by the constructor, which may want other arguments than the message.
    error = kind.__new__(kind)
    error.args = args
    return error
