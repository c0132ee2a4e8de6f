"""Checks of legal actions as learners get them: as lists, and by fixed numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin
from referee.kit.game import SimpleGame
from referee.testing.samples import State, acting_seats, config_of, samples

__all__ = ["CHECKS", "check_legal_lists", "check_listed", "check_numbered_actions", "numbers_of"]

MOST_LEGAL = 256
"""Highest number of legal actions that a seat may have in a game that declares no `most_legal`."""


def numbers_of(plugin: AnyPlugin, config: GameConfig) -> dict[bytes, int]:
    """Return the fixed number of each action of a game under a config, by the action's bytes.

    Empty in a game without numbered actions.

    Raises:
        AssertionError: Two numbers stand for the same action, or a second call returns another
            list.
    """
    asked = [_encoded(plugin, plugin.game.numbered_actions(config) or ()) for _ in range(2)]
    first, again = asked
    assert first == again, "numbered_actions must give the same list each time it is asked"
    numbers: dict[bytes, int] = {}
    for number, data in enumerate(first):
        same = numbers.setdefault(data, number)
        assert same == number, f"numbered_actions has one action twice, as {same} and as {number}"
    return numbers


def check_listed(
    plugin: AnyPlugin, state: State, seat: int, numbers: dict[bytes, int], legal: Sequence[Any]
) -> None:
    """Check a list of legal actions of an acting seat.

    Raises:
        AssertionError: The list is empty, has an action twice, has one without a number though
            actions are numbered, or is longer than the game declares.
    """
    game = plugin.game
    where = f"legal_actions of seat {seat}"
    assert legal, f"{where} must have at least one action, not none: {game.plain_state(state)!r}"
    places: dict[bytes, int] = {}
    for place, (action, data) in enumerate(zip(legal, _encoded(plugin, legal), strict=True)):
        same = places.setdefault(data, place)
        assert same == place, f"{where} has {action!r} twice, at {same} and at {place}"
        is_numbered = data in numbers or not numbers
        assert is_numbered, f"{where} has {action!r}, which is not among numbered_actions"
    if isinstance(game, SimpleGame) and not numbers:
        most = MOST_LEGAL if game.most_legal is None else game.most_legal
        declared = "without a most_legal" if game.most_legal is None else "the game's most_legal"
        assert len(legal) <= most, f"{where} must be at most {most}, {declared}, not {len(legal)}"


def check_numbered_actions(plugin: AnyPlugin) -> None:
    """Check `Game.numbered_actions`: its list has no action twice, never changes, and has each legal action."""
    numbers = numbers_of(plugin, config_of(plugin))
    for _, state in samples(plugin):
        for seat in acting_seats(plugin, state):
            legal = plugin.game.legal_actions(state, seat)
            if legal is not None:
                check_listed(plugin, state, seat, numbers, legal)


def check_legal_lists(plugin: AnyPlugin) -> None:
    """Check that legal actions are listed in every turn or in none.

    Bots and learners rely on what the first turn has.
    """
    listed: dict[bool, str] = {}
    for num_seats, state in samples(plugin):
        for seat in acting_seats(plugin, state):
            is_listed = plugin.game.legal_actions(state, seat) is not None
            listed.setdefault(is_listed, f"seat {seat} of {num_seats}")
    told = " and ".join(
        f"{'a list' if is_listed else 'None'} for {where}" for is_listed, where in listed.items()
    )
    assert len(listed) < 2, f"legal_actions must list in every turn or in none, not {told}"


def _encoded(plugin: AnyPlugin, actions: Sequence[Any]) -> list[bytes]:
    return [plugin.codec.encode_action(action) for action in actions]


CHECKS = (check_numbered_actions, check_legal_lists)
"""Checks of this module that take a game's plug-in as their only argument."""
