"""A game fulfils the contract of `referee.core.game`; the plug-in `referee.testing.plugin` says which."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.testing import contract
from referee.testing.hidden import check_hidden_state

__all__ = [
    "test_any_bytes_are_an_action_or_malformed",
    "test_any_plain_value_is_an_action",
    "test_any_seed_starts_a_match",
    "test_contract",
    "test_what_is_hidden_stays_hidden",
]

_ODD: tuple[object, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, 1.5, "", "x", [], [0], [[0]], {}, {"": None},
    [None] * 100, {"no_such_field": 1},
)  # fmt: skip
"""Plain values that may be anything but what a game asks for."""


@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(plugin: AnyPlugin, check: Callable[[AnyPlugin], None]) -> None:
    """The check's own docstring says what it asks for."""
    check(plugin)


def test_any_seed_starts_a_match(plugin: AnyPlugin) -> None:
    """All 64 bits of a seed are allowed."""
    for seed in (0, 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1):
        contract.check_seed(plugin, seed)


def test_any_plain_value_is_an_action(plugin: AnyPlugin) -> None:
    """Bad form is part of an action: it is refused in play, and never an error."""
    for value in _ODD:
        contract.check_parse_action(plugin, value)


def test_any_bytes_are_an_action_or_malformed(plugin: AnyPlugin) -> None:
    """A bot can send what it likes."""
    dice = Stream(2008)
    for length in range(200):
        sides = 256 if length % 2 else 16
        data = bytes(roll - 1 for roll in dice.roll(length % 40, sides))
        contract.check_decode_action(plugin, data)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_hidden_stays_hidden(plugin: AnyPlugin, seed: int) -> None:
    """No seat can tell a state apart from its hidden variants, whatever comes of them."""
    game, config = plugin.game, contract.config_of(plugin)
    if game.info.chance_free:
        pytest.skip("the game has neither chance nor a hidden world")
    check_hidden_state(plugin, config, num_seats=game.info.default_seats, seed=seed)
