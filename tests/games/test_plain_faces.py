"""The face that every game has can be played with in games that bring one themselves, too."""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.errors import FieldError
from referee.games import registry
from referee.games.faces import face_of
from referee.testing.contract.answers import check_objections
from referee.testing.face_turns import face_turns
from tests.games.turn_texts import declared_phases


@pytest.mark.parametrize("game", registry.names())
def test_a_plain_face_can_be_answered(game: str) -> None:
    """It is another face than the game's own, its example is an answer, and it objects to no legal one."""
    plugin = registry.find(game)
    own, plain = face_of(plugin), face_of(plugin, "plain")
    assert own is plugin.text
    assert type(plain) is not type(own)
    told, asked, _ = next(face_turns(plugin))
    plain.answer(told.config).check(plain.example(asked))
    assert own.digest(told.config, 0) != plain.digest(told.config, 0)
    check_objections(dataclasses.replace(plugin, text=None))


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
