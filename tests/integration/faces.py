"""One match, several ways: at the referee's table, and by what its recording says.

Actions are random ones of the game, and now and then one that another seat would have played at another
moment of another match, which may be against the rules.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.core.time_control import TimeControl
from tests.replay.recording import Recorder, digests

__all__ = ["Course", "Setting", "played"]

_KEPT = 64
"""Actions of other moments that are remembered."""
_ODD = 5
"""One action in so many is one of those."""


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What is played."""

    game: str
    """The game."""
    num_seats: int
    """Seats of each match."""
    config: dict[str, object]
    """Plain values of the config that are not the default."""
    most_steps: int
    """Steps after which a match is left; it is aborted at the table."""


@dataclasses.dataclass(frozen=True, slots=True)
class Course:
    """What a match at the table came to."""

    seed: int
    """Its match seed."""
    actions: list[dict[int, bytes]]
    """By step and seat: the Action message."""
    digests: list[bytes]
    """After the start, and after each step."""
    scores: tuple[float, ...] | None
    """By seat, where the rules have ended it."""


def played(
    plugin: AnyPlugin, setting: Setting, seed: int, kept: list[bytes], dice: Stream, path: Path
) -> Course:
    """Play a match at the table, and record it.

    Args:
        plugin: The game.
        setting: What is played.
        seed: Its fixed seed.
        kept: Actions of other moments, which is added to.
        dice: Where random actions come from.
        path: The recording.
    """
    recorder = Recorder(
        plugin,
        path,
        num_seats=setting.num_seats,
        fixed_seed=seed,
        config=setting.config,
        time_control=TimeControl(move_time_ns=None),
    )
    recorder.join_all()
    machine, game = recorder.machine, plugin.game
    actions: list[dict[int, bytes]] = []
    while machine.outcome is None and len(actions) < setting.most_steps:
        decision = game.decision(machine.state)
        assert decision is not None
        taken = {seat: _chosen(plugin, machine.state, seat, kept, dice) for seat in decision.seats}
        for seat, payload in taken.items():
            recorder.play(seat, payload)
        actions.append(taken)
    scores = None
    if machine.outcome is None:
        recorder.abort()
    else:
        scores = tuple(game.outcome(machine.state).scores)
    recorder.journal.close()
    return Course(machine.match_seed, actions, list(digests(path)), scores)


def _chosen(plugin: AnyPlugin, state: Any, seat: int, kept: list[bytes], dice: Stream) -> bytes:
    if kept and dice.draw(_ODD) == 1:
        return kept[dice.draw(len(kept)) - 1]
    payload = plugin.codec.encode_action(plugin.game.random_action(state, seat, dice))
    if len(kept) < _KEPT:
        kept.append(payload)
    else:
        kept[dice.draw(_KEPT) - 1] = payload
    return payload
