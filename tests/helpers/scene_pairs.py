"""Scenes of pairs of states that a seat must not be able to tell apart: they are to be the same."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.games.generic_view import view_of
from referee.games.sights import Eyes, Looker, SeenStep
from referee.testing.hidden import scripted_step
from referee.testing.play import CAP
from referee.testing.samples import has_dice

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
    game, dice, pairs = plugin.game, Stream(seed, 1), 0
    players = tuple(f"player {seat}" for seat in range(num_seats))
    lookers = [
        Looker(plugin, config, Eyes(seat), players=players, view=view_of(plugin))
        for seat in range(num_seats)
    ]
    newcomers = list(map(copy.copy, lookers))
    events: Events
    state, events = game.start(config, seed=seed, num_seats=num_seats)
    actions: dict[int, Any] = {}
    for _ in range(steps):
        seen = SeenStep(plugin, config, state, events, _played(plugin, actions))
        for looker in lookers:
            looker.sight(seen)
        point = game.decision(state)
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        for newcomer, looker in zip(newcomers, lookers, strict=True):
            script = dice.roll(_DICE, 2) if has_dice(plugin) else None
            seat = looker.eyes.seat
            assert seat is not None
            for variant in game.hidden_variants(state, seat, dice):
                pairs += game.digest(variant) != game.digest(state)
                for scenes in (
                    [_now(plugin, config, world, newcomer) for world in (state, variant)],
                    [
                        _then(plugin, config, world, looker, actions, script)
                        for world in (state, variant)
                    ],
                ):
                    assert scenes[0] == scenes[1], f"a secret kept from seat {seat}"
        events = game.step(state, actions)
    return pairs


def _now(plugin: AnyPlugin, config: Any, world: Any, newcomer: Looker) -> object:
    """Return what is shown of a state to who comes just now."""
    sight = copy.copy(newcomer).sight(SeenStep(plugin, config, world, []))
    return view_of(plugin).scene(sight)


def _then(
    plugin: AnyPlugin,
    config: Any,
    world: Any,
    looker: Looker,
    actions: Mapping[int, Any],
    script: list[int] | None,
) -> tuple[object, object]:
    """Return what is shown of a step from a state to who has seen all before."""
    stepped, events = scripted_step(plugin, world, actions, script)
    step = SeenStep(plugin, config, stepped, events, _played(plugin, actions))
    sight = copy.copy(looker).sight(step)
    return view_of(plugin).scene(sight), view_of(plugin).event_lines(sight)


def _played(plugin: AnyPlugin, actions: Mapping[int, Any]) -> dict[int, bytes]:
    return {seat: plugin.codec.encode_action(action) for seat, action in actions.items()}
