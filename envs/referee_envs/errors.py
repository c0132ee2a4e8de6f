"""Errors of environments; each names the argument, its value, and what the value must be."""

from __future__ import annotations

from typing import Any

__all__ = ["BackendError", "EnvError", "InputError"]


class EnvError(Exception):
    """Base of all errors of this package."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what `pickle` needs for a copy: class, message and attributes.

        The constructor is not called again, because subclasses take other arguments than a message.
        """
        return _rebuilt, (type(self), self.args), dict(vars(self))


def _rebuilt(kind: type[EnvError], args: tuple[object, ...]) -> EnvError:
    error = kind.__new__(kind)
    error.args = args
    return error


class InputError(EnvError, ValueError):
    """An argument is not allowed: wrong dtype or shape of an array, unknown name, or number out of bounds.

    Args:
        field: Name of the argument.
        bound: What the argument must be.
        value: Value that was passed.
    """

    def __init__(self, field: str, bound: str, value: object) -> None:
        super().__init__(f"{field} must be {bound}, not {value}")


class BackendError(EnvError):
    """The backend can't be reached, or has refused a request."""
