"""A plug-in and the rules it had before."""

from __future__ import annotations

import pytest

from referee.core.errors import FieldError
from tests.helpers.toy_games import SEQUENTIAL
from tests.helpers.toy_versions import VERSIONED


@pytest.mark.parametrize(("asked", "version"), [(0, 2), (1, 1), (2, 2)])
def test_rules_by_version(asked: int, version: int) -> None:
    """The newest without a number; each tells of all."""
    info = VERSIONED.at(asked).game.info
    assert (info.version, info.versions) == (version, (1, 2))


def test_a_game_that_was_never_amended() -> None:
    """It knows its own version alone."""
    assert SEQUENTIAL.at(0) is SEQUENTIAL
    assert SEQUENTIAL.at(1) is SEQUENTIAL
    assert SEQUENTIAL.game.info.versions == (1,)


@pytest.mark.parametrize("version", [-1, 3])
def test_an_unknown_version(version: int) -> None:
    """The error names those that are known."""
    with pytest.raises(FieldError, match=f"^game_version must be one of 1, 2, not {version}$"):
        VERSIONED.at(version)
