"""Errors of a caller say what was wrong, in one tree."""

from __future__ import annotations

import pytest

from referee.core import errors
from referee.core.errors import FieldError, RefereeError, UnknownGameError


@pytest.mark.parametrize("name", errors.__all__)
def test_all_errors_are_referee_errors(name: str) -> None:
    """A caller's fault can be told from a bug."""
    assert issubclass(getattr(errors, name), RefereeError)


def test_a_long_value_is_cut() -> None:
    """What a caller sends does not flood the log: 80 characters of its value are shown."""
    error = FieldError("name", "at most 20 characters long", "x" * 5000)
    assert str(error) == f"name must be at most 20 characters long, not '{'x' * 76}..."
    assert error.value == "x" * 5000


def test_an_unknown_game_lists_the_known_ones() -> None:
    """So that a typing error is seen at once."""
    assert str(UnknownGameError("chess", ["dice", "go"])) == (
        "unknown game 'chess'; installed: dice, go"
    )
    assert str(UnknownGameError("chess", [])) == "unknown game 'chess'; installed: none"
