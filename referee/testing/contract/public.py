"""Checks of what everybody may know, spectators included: public observations, and who must decide."""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pool, message_factory

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.testing.samples import State, config_of, samples

__all__ = ["CHECKS", "check_public_clocks", "check_public_observations"]


def check_public_observations(plugin: AnyPlugin) -> None:
    """Check that a game has a public observation at all times or never, without secrets of a seat.

    Every seat may know what everybody may know, so a public observation must be equal in all states
    that any one seat can't distinguish. `Game.observe_public` must change no state.
    """
    game = plugin.game
    config = config_of(plugin)
    descriptor = descriptor_pool.Default().FindMessageTypeByName(plugin.codec.observation_type)
    kinds = set()
    for num_seats, state in samples(plugin):
        before, shown = game.digest(state), _shown(plugin, config, state)
        kinds.add(type(shown))
        assert _shown(plugin, config, state) == shown
        assert game.digest(state) == before
        if shown is None:
            continue
        message_factory.GetMessageClass(descriptor).FromString(shown)
        for seat in range(num_seats):
            for variant in game.hidden_variants(state, seat, Stream(15)):
                assert _shown(plugin, config, variant) == shown, f"a secret kept from seat {seat}"
    assert len(kinds) == 1, "there is one at some times only"


def _shown(plugin: AnyPlugin, config: Any, state: State) -> bytes | None:
    public = plugin.game.observe_public(state)
    return None if public is None else plugin.codec.encode_observations(config, [public])[0]


def check_public_clocks(plugin: AnyPlugin) -> None:
    """Check that who must decide, and who is out, follows from what everybody may know, if a game has public clocks."""
    game = plugin.game
    if not game.public_clocks:
        return
    for num_seats, state in samples(plugin):
        shown = game.decision(state), tuple(game.eliminated(state))
        for seat in range(num_seats):
            for variant in game.hidden_variants(state, seat, Stream(16)):
                told = game.decision(variant), tuple(game.eliminated(variant))
                assert told == shown, (
                    f"who must decide depends on what is hidden from seat {seat}: public_clocks must be False"
                )


CHECKS = (check_public_observations, check_public_clocks)
"""Checks of this module that take a game's plug-in as their only argument."""
