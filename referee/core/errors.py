"""Errors that a caller can cause, as one tree.

RefereeError
├── ConfigError          a game's config is out of bounds
├── FieldError           a field of a request or file is out of bounds
├── UnknownGameError     no such game is installed
├── BrokenGameError      a game or a view is installed, and can't be used
├── MalformedError       bytes can't be read as the message they should be
└── ScenarioError        a scenario file can't be run

A bot's fault is never one of these: it is a value (a refusal, a rejection, a forfeit). A fault of
the referee is a bug and any other exception.
"""

from __future__ import annotations

import pickle
from typing import Any

from referee.core.portable import PortableError, rebuilt

__all__ = [
    "BrokenGameError",
    "ConfigError",
    "FieldError",
    "MalformedError",
    "RefereeError",
    "ScenarioError",
    "UnknownGameError",
]


class RefereeError(PortableError):
    """Base of errors that a caller causes by asking for something impossible.

    The message says what and why.
    """


class FieldError(RefereeError):
    """A value of a request's or file's field is outside its bound.

    Args:
        field: Dotted name of the field, such as `time_control.move_time`.
        bound: What is allowed, such as `from 1 to 1000`.
        value: The value that was given.
    """

    def __init__(self, field: str, bound: str, value: object) -> None:
        super().__init__(f"{field} must be {bound}, not {_shown(value)}")
        self.field = field
        self.bound = bound
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to pickle the error.

        If `value` can't be pickled, its shortened text takes its place.
        """
        state = dict(vars(self))
        try:
            pickle.dumps(self.value)
        except Exception:  # whatever the value's own class raises
            state["value"] = _shown(self.value)
        return rebuilt, (type(self), self.args), state


class ConfigError(FieldError):
    """A field of a game's config is outside its bound; `field` is its name in the rulebook."""


class UnknownGameError(RefereeError):
    """No game of the requested name is installed."""

    def __init__(self, game: str, known: list[str]) -> None:
        super().__init__(f"unknown game {_shown(game)}; installed: {', '.join(known) or 'none'}")
        self.game = game


class BrokenGameError(RefereeError):
    """A game or a view is installed but can't be used; its author or its installer is at fault."""


class MalformedError(RefereeError):
    """Bytes or values can't be read as the message or form that they claim to be."""


class ScenarioError(RefereeError):
    """A test scenario can't be run as it is written."""


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
