"""Scenes of pairs of states that a seat must not be able to tell apart: they are to be the same."""

from __future__ import annotations

import copy
from typing import Any

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.games.generic_view import view_of
from referee.games.sights import Eyes, Looker, SeenStep
from referee.testing.contract.samples import has_dice
from referee.testing.hidden import scripted_step
from referee.testing.play import CAP

__all__ = ["check_scene_pairs"]

_DICE = 500
"""Scripted values for one step; they are repeated for a step that rolls more."""


def check_scene_pairs(
    plugin: AnyPlugin, config: Any, *, num_seats: int, seed: int, steps: int = CAP
) -> int:
    """Play a random match and compare the scenes of every state with those of its variants, for every seat.

    They are compared as they are for who comes to look just now, and after a step with the same actions and
    dice for who has looked from the start.

    Args:
        plugin: The game.
        config: Its config.
        num_seats: Seats.
        seed: Match seed; it also chooses the actions and the scripted dice.
        steps: How many are played at most.

    Returns:
        The number of pairs compared.
    """
    game, codec, view = plugin.game, plugin.codec, view_of(plugin)
    players = tuple(f"player {seat}" for seat in range(num_seats))
    lookers = [
        Looker(plugin, config, Eyes(seat), players=players, view=view) for seat in range(num_seats)
    ]
    newcomers = [copy.copy(looker) for looker in lookers]
    dice, pairs, scripts = Stream(seed, 1), 0, has_dice(plugin)
    state, events = game.start(config, seed=seed, num_seats=num_seats)
    played: dict[int, bytes] = {}
    for _ in range(steps):
        seen = SeenStep(plugin, config, state, events, played)
        for looker in lookers:
            looker.sight(seen)
        point = game.decision(state)
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        played = {seat: codec.encode_action(action) for seat, action in actions.items()}
        for seat in range(num_seats):
            script = dice.roll(_DICE, 2) if scripts else None

            def shown(
                world: Any, seat: int = seat, script: list[int] | None = script
            ) -> list[object]:
                newcomer, looker = copy.copy(newcomers[seat]), copy.copy(lookers[seat])
                now = newcomer.sight(SeenStep(plugin, config, world, ()))
                stepped, told = scripted_step(plugin, world, actions, script)
                then = looker.sight(SeenStep(plugin, config, stepped, told, played))
                return [view.scene(now), view.scene(then), view.event_lines(then)]

            for variant in game.hidden_variants(state, seat, dice):
                pairs += game.digest(variant) != game.digest(state)
                assert shown(state) == shown(variant), f"a secret kept from seat {seat}"
        events = game.step(state, actions)
    return pairs
