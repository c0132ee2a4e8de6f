"""Long actions are read as far as the rules can use them, and to the same effect as if they were read whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.games import registry
from referee.testing.contract.wire import MOST_LINES
from referee.testing.dear import action_descriptor, dear_payloads, lines_run
from referee.testing.samples import effects_of

LONG = 12_000
"""Bytes of an action whose entries protobuf does not parse."""


def readers(plugin: AnyPlugin) -> list[Callable[[bytes], Any]]:
    """What reads actions of a match, and what reads those of a replay."""
    return [plugin.codec.action_reader(plugin.game.config_class()), plugin.codec.decode_action]


@pytest.mark.slow  # thousands of payloads, each with every line counted
@pytest.mark.parametrize("game", registry.names())
def test_every_long_action_is_bounded(game: str) -> None:
    """The contract tries a hundred of them."""
    plugin = registry.find(game)
    action = action_descriptor(plugin.codec.action_type)
    assert action is not None
    read, _ = readers(plugin)
    lines_run(read, next(dear_payloads(action)).data, 10**9)
    dear = [
        payload.name
        for payload in dear_payloads(action)
        if lines_run(read, payload.data, MOST_LINES) > MOST_LINES
    ]
    assert dear == []


@pytest.mark.parametrize("game", registry.names())
def test_a_replay_reads_what_was_taken(game: str) -> None:
    """Whatever the reader of a match takes, the reader of replays does, to the same effect; so it is sent again."""
    plugin = registry.find(game)
    action = action_descriptor(plugin.codec.action_type)
    assert action is not None
    in_match, in_replay = readers(plugin)
    payloads = list(dear_payloads(action, LONG))
    num_taken = 0
    for payload in payloads[:: max(1, len(payloads) // 12)]:
        try:
            taken = in_match(payload.data)
        except MalformedError:
            continue
        num_taken += 1
        expected = effects_of(plugin, taken, points=2)
        read = in_replay(payload.data)
        assert effects_of(plugin, read, points=2) == expected
        again = in_match(plugin.codec.encode_action(read))
        assert effects_of(plugin, again, points=2) == expected
    assert num_taken
