"""Plays matches at random beforehand, and records the answers, which bots of a capacity check repeat.

So no bot has to think. A match of the same seed with the same answers is the same match, so its
seats can be played by looking up the recorded answer to a turn. The recording of a long match
stops before the match is over: all seats resign where it stops.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from google.protobuf import any_pb2

from referee.core.config import parse_config
from referee.core.errors import FieldError
from referee.core.rng import Stream
from referee.games.registry import find
from referee.replay.wire import packed

__all__ = ["Script", "draw_scripts"]

_ANSWERS = 37
"""Number in the key of the random streams from which the seats' answers are drawn; it separates them
from other streams of the same seed.
"""


class Script(NamedTuple):
    """A match of random play that was recorded: its config and seed, and the answers of all its seats."""

    game: str
    """Identifier of the match's game."""
    config_json: str
    """Fields of the match's config that differ from the default, as JSON; empty if none does."""
    num_seats: int
    """Number of seats of the match."""
    seed: int
    """Match seed, with which the match is created."""
    answers: Mapping[tuple[int, int], any_pb2.Any]
    """Encoded answers by seat and by number of the seat's turn, from 1."""
    points: int
    """Number of decision points of the match, from 1."""
    is_whole: bool
    """Whether the rules end the match after the last recorded answer; False if the recording stops before that."""


def draw_scripts(
    game: str,
    *,
    number: int,
    decisions: int,
    num_seats: int = 0,
    config: Mapping[str, object] | None = None,
) -> tuple[Script, ...]:
    """Play `number` matches at random without a server, and return their recordings as scripts.

    Args:
        game: Identifier of the game.
        number: Number of matches, from 1; their seeds are 1, 2 and so on.
        decisions: Number of answers, from 1, after which the recording of a match stops, at the end of that
            decision point.
        num_seats: Number of seats; 0 for the game's default.
        config: Fields of the config that differ from the default.

    Raises:
        FieldError: `number` or `decisions` breaks its bound.
        UnknownGameError: No such game is installed.
        ConfigError: The config does not fit the game.
    """
    for name, value in {"number": number, "decisions": decisions}.items():
        if value < 1:
            raise FieldError(name, "from 1", value)
    seats = num_seats or find(game).game.info.default_seats
    return tuple(_draw(game, seed, decisions, seats, config or {}) for seed in range(1, number + 1))


def _draw(
    name: str, seed: int, decisions: int, num_seats: int, fields: Mapping[str, object]
) -> Script:
    plugin = find(name)
    game, codec = plugin.game, plugin.codec
    config = parse_config(game.config_class, dict(fields))
    state, _ = game.start(config, seed=seed, num_seats=num_seats)
    dice, turns, points = Stream(seed, _ANSWERS), [0] * num_seats, 0
    answers: dict[tuple[int, int], any_pb2.Any] = {}
    while len(answers) < decisions and (point := game.decision(state)) is not None:
        # One stream for all seats: the same seed draws the same match, which the scripts rely on.
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        for seat, action in actions.items():
            turns[seat] += 1
            payload = packed(codec.action_type, codec.encode_action(action))
            answers[seat, turns[seat]] = payload
        game.step(state, actions)
        points += 1
    # Asked of the game: the rules may end a match just at the bound.
    is_whole = game.decision(state) is None
    config_json = json.dumps(dict(fields)) if fields else ""
    return Script(name, config_json, num_seats, seed, answers, points, is_whole)
