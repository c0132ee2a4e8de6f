"""Checks of chance: names of rolls are distinct, and equal seats have equal chances to begin."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from unittest import mock

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.game import SimpleGame, State
from referee.testing.play import decision_of
from referee.testing.samples import acting_seats, config_of, start

__all__ = ["CHECKS", "check_named_dice", "check_ring"]

_STEPS = 100
_SEEDS_A_SEAT = 8


def check_named_dice(plugin: AnyPlugin) -> None:
    """Check that no two steps of a match roll a die with the same name (key of the random stream).

    The second roll would show the same value as the first.
    """
    game = plugin.game
    if not isinstance(game, SimpleGame):
        return
    state, _ = start(plugin, game.info.default_seats)
    stream = Stream(21)
    rolled_at: dict[tuple[int, ...], int] = {}
    for step in range(_STEPS):
        acting = acting_seats(plugin, state)
        if not acting:
            return
        actions = {seat: game.random_action(state, seat, stream) for seat in acting}
        with _rolls() as rolls:
            game.step(state, actions)
        for keys, sides in rolls:
            before = rolled_at.setdefault(keys, step)
            call = ", ".join(map(str, (sides, *keys)))
            assert before == step, (
                f"state.roll({call}) was rolled in step {before} and again in step {step}, and shows the same:"
                " give every roll its own name, such as the number of rolls so far or the round"
            )


@contextlib.contextmanager
def _rolls() -> Iterator[list[tuple[tuple[int, ...], int]]]:
    """Yield a list that gets an entry for each die that is rolled within the context.

    An entry has the keys that name the die, and its number of sides.
    """
    rolls: list[tuple[tuple[int, ...], int]] = []
    roll = State.roll

    def rolled(state: State, sides: int, *keys: int) -> int:
        rolls.append((keys, sides))
        return roll(state, sides, *keys)

    with mock.patch.object(State, "roll", rolled):
        yield rolls


def check_ring(plugin: AnyPlugin) -> None:
    """Check that in a game with `ring=True` it is not always the same seat that begins.

    All seats of such a game are equal.
    """
    game, info = plugin.game, plugin.game.info
    if not info.ring:
        return
    num_seats = info.default_seats
    first = [
        decision_of(game, game.start(config_of(plugin), seed=seed, num_seats=num_seats)[0]).seats
        for seed in range(_SEEDS_A_SEAT * num_seats)
    ]
    often = [sum(seat in seats for seats in first) for seat in range(num_seats)]
    assert min(often) > 0, (
        f"ring=True says that it makes no difference if all seats move on, yet seat {often.index(max(often))}"
        f" was the first to decide in {max(often)} of {len(first)} matches and seat"
        f" {often.index(0)} in none: leave ring out, or draw who begins"
    )


CHECKS = (check_named_dice, check_ring)
"""Checks of this module that take a game's plug-in as their only argument."""
