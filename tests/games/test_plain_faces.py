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
from referee.testing.face_turns import face_turns
from tests.games.turn_texts import declared_phases


@pytest.mark.parametrize("check", [check_examples, check_objections])
@pytest.mark.parametrize("game", registry.names())
def test_a_plain_face_fulfils_the_contract(game: str, check: Callable[[AnyPlugin], None]) -> None:
    """Its examples are answers, and it objects to no legal one."""
    plugin = registry.find(game)
    assert face_of(plugin, "plain") is not plugin.text
    assert type(face_of(plugin, "plain")) is not type(plugin.text)
    check(dataclasses.replace(plugin, text=None))


@pytest.mark.parametrize("game", registry.names())
def test_a_plain_face_knows_the_phases_of_the_other(game: str) -> None:
    """The rulebook names them."""
    plugin = registry.find(game)
    _, asked, _ = next(face_turns(plugin))
    phases = declared_phases(game)
    assert phases
    for phase in phases:
        assert face_of(plugin, "plain").knows_phase(dataclasses.replace(asked, phase=phase))
    assert not face_of(plugin, "plain").knows_phase(
        dataclasses.replace(asked, phase="no such phase")
    )


def test_another_name_is_refused() -> None:
    """The error names the field, the names and the value."""
    with pytest.raises(FieldError, match="face must be one of own, plain, not 'short'"):
        face_of(registry.find("diceman"), "short")
