"""The face that every game has can be played with in games that bring one themselves, too."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.games import registry
from referee.games.faces import face_of
from referee.testing.contract.answers import check_examples, check_objections
from referee.testing.contract.faces import check_phases


@pytest.mark.parametrize("check", [check_examples, check_objections, check_phases])
@pytest.mark.parametrize("game", registry.names())
def test_a_plain_face_fulfils_the_contract(game: str, check: Callable[[AnyPlugin], None]) -> None:
    """Its rulebook names all phases, and it objects to no legal answer."""
    plugin = registry.find(game)
    assert face_of(plugin, "plain") is not plugin.text
    assert type(face_of(plugin, "plain")) is not type(plugin.text)
    check(dataclasses.replace(plugin, text=None))


def test_another_name_is_refused() -> None:
    """The error names the field, the names and the value."""
    with pytest.raises(FieldError, match="face must be one of own, plain, not 'short'"):
        face_of(registry.find("diceman"), "short")
