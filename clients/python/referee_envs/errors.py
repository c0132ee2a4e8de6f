"""What goes wrong in environments; each error names what was given, and what it must be."""

from __future__ import annotations

__all__ = ["BackendError", "EnvError", "InputError"]


class EnvError(Exception):
    """Any error of this package."""


class InputError(EnvError, ValueError):
    """An argument is not what it must be: an array's dtype or shape, a name, a bound.

    Args:
        field: What it is about.
        bound: What it must be.
        value: What it is.
    """

    def __init__(self, field: str, bound: str, value: object) -> None:
        super().__init__(f"{field} must be {bound}, not {value}")


class BackendError(EnvError):
    """Whoever steps the matches can't be reached, or has refused something."""
