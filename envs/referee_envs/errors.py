"""Errors of environments; each names what was given, and what it must be."""

from __future__ import annotations

from typing import Any

__all__ = ["BackendError", "EnvError", "InputError"]


class EnvError(Exception):
    """Any error of this package."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Describe a copy by class, message and attributes; the constructor is not called again."""
        return _rebuilt, (type(self), self.args), dict(vars(self))


def _rebuilt(kind: type[EnvError], args: tuple[object, ...]) -> EnvError:
    error = kind.__new__(kind)
    error.args = args
    return error


class InputError(EnvError, ValueError):
    """An argument is not what it must be: an array's dtype or shape, a name, a bound.

    Args:
        field: Name of the argument.
        bound: What it must be.
        value: What it is.
    """

    def __init__(self, field: str, bound: str, value: object) -> None:
        super().__init__(f"{field} must be {bound}, not {value}")


class BackendError(EnvError):
    """The backend can't be reached, or has refused a request."""
