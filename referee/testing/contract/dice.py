"""Checks of what games say about chance: named dice, and seats round a table."""

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
    """No two steps of a match roll a die of the same name, since it would show the same again."""
    game = plugin.game
    if not isinstance(game, SimpleGame):
        return
    state, _ = start(plugin, game.info.default_seats)
    dice = Stream(21)
    rolled_at: dict[tuple[int, ...], int] = {}
    for step in range(_STEPS):
        acting = acting_seats(plugin, state)
        if not acting:
            return
        actions = {seat: game.random_action(state, seat, dice) for seat in acting}
        with _rolls() as rolls:
            game.step(state, actions)
        for keys, sides in rolls:
            before = rolled_at.setdefault(keys, step)
            call = ", ".join(map(str, (sides, *keys)))
            assert before == step, (
                f"state.roll({call}) was rolled in step {before} and again in step {step}, and shows the same:"
                " give every roll a name of its own, such as the number of rolls so far or the round"
            )


@contextlib.contextmanager
def _rolls() -> Iterator[list[tuple[tuple[int, ...], int]]]:
    """While open, gather the names and sides of dice that are rolled."""
    rolls: list[tuple[tuple[int, ...], int]] = []
    roll = State.roll

    def rolled(state: State, sides: int, *keys: int) -> int:
        rolls.append((keys, sides))
        return roll(state, sides, *keys)

    with mock.patch.object(State, "roll", rolled):
        yield rolls


def check_ring(plugin: AnyPlugin) -> None:
    """In a game that says `ring=True` it makes no difference where a seat is, so not one of them always begins."""
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
"""Those that need nothing but the plug-in."""
