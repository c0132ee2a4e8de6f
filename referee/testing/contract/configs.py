"""Checks under other configs than the default: parameters at their bounds, and random values."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.config import GameConfig, parse_config
from referee.core.errors import RefereeError
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.game import SimpleGame
from referee.kit.schema import Schema
from referee.testing.contract.declared import problem_of
from referee.testing.contract.numbers import check_listed, numbers_of
from referee.testing.hidden import NothingHiddenError, check_hidden_state
from referee.testing.play import CAP, EndlessMatchError, endless
from referee.testing.samples import MOST_ROUNDS, is_notice, require_end

__all__ = ["CHECKS", "check_other_configs", "other_configs"]

_DRAWN = 4
"""Number of configs to check in which every parameter has a random value."""
_STEPS = 12
"""Number of steps that are checked in a game not made with the kit; a game of the kit is played to
its end.
"""
_LISTED_STEPS = 30
"""Number of first steps of a match in which lists of legal actions are checked."""


def check_other_configs(plugin: AnyPlugin) -> None:
    """Check that matches under other configs end and behave as under the default.

    No random action may be refused, values must be within the bounds that records declare, and a seat must not receive
    what is hidden from it.
    """
    require_end(plugin)
    for values, config in other_configs(plugin):
        for num_seats in _seats(plugin, config):
            where = f"under the config {values}, with {num_seats} seats"
            try:
                _play(plugin, config, num_seats)
                if isinstance(plugin.game, SimpleGame) and not plugin.game.info.chance_free:
                    with contextlib.suppress(
                        NothingHiddenError
                    ):  # there may be nothing, with these
                        check_hidden_state(plugin, config, num_seats=num_seats, seed=3, every=4)
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
                raise AssertionError(f"{where}: {told}") from error


def other_configs(plugin: AnyPlugin) -> Iterator[tuple[Mapping[str, object], GameConfig]]:
    """Yield configs to check, each with the values that differ from the default.

    First each parameter alone is set to its bounds or choices, then all parameters to random ones.
    """
    cls = plugin.game.config_class
    choices = {name: _choices(schema) for name, schema in _parameters(cls)}
    one_by_one = [{name: value} for name, values in choices.items() for value in values]
    stream = Stream(22)
    drawn = [
        {name: values[stream.draw(len(values)) - 1] for name, values in choices.items() if values}
        for _ in range(_DRAWN)
    ]
    for values in [*one_by_one, *drawn]:
        try:
            yield values, parse_config(cls, values)
        except RefereeError:
            continue  # they do not go together


def _parameters(cls: type[GameConfig]) -> list[tuple[str, dict[str, Any]]]:
    return list(cls.model_json_schema()["properties"].items())


def _choices(schema: Mapping[str, Any]) -> list[object]:
    """Return values to try of a parameter with this JSON Schema, without its default."""
    if schema.get("type") == "boolean":
        values: list[object] = [False, True]
    elif "enum" in schema:
        values = list(schema["enum"])
    elif {"minimum", "maximum"} <= schema.keys():
        low, high = schema["minimum"], schema["maximum"]
        values = [low, min(high, low + 1), min(high, max(low, MOST_ROUNDS))]
    else:
        values = []
    # Without repetitions: both ends may be the same.
    return [value for value in dict.fromkeys(values) if value != schema.get("default")]


def _seats(plugin: AnyPlugin, config: GameConfig) -> list[int]:
    """Return a list with the one number of seats to play with under a config.

    It is the default number if that is playable under the config, else the lowest playable one. The
    list is empty if none is playable.
    """
    info = plugin.game.info
    for num_seats in (info.default_seats, *range(info.min_seats, info.max_seats + 1)):
        try:
            plugin.game.check_seats(config, num_seats)
        except RefereeError:
            continue
        return [num_seats]
    return []


def _play(plugin: AnyPlugin, config: GameConfig, num_seats: int) -> None:
    game, schema = plugin.game, Schema.of(plugin)
    state, events = game.start(config, seed=5, num_seats=num_seats)
    stream = Stream(23)
    of_kit = isinstance(game, SimpleGame)
    numbers = numbers_of(plugin, config)
    for step in range(CAP if of_kit else _STEPS):
        for event in events:
            assert not is_notice(event), "a random action is refused"
        seen = game.observe(state, range(num_seats))
        plugin.codec.encode_observations(config, seen)
        if schema is not None and of_kit:
            for record in (*seen, *(event.body for event in events)):
                problem = problem_of(record)
                assert problem is None, problem
        game.outcome(state)
        point = game.decision(state)
        if point is None:
            return
        for seat in point.seats if of_kit and step < _LISTED_STEPS else ():
            legal = game.legal_actions(state, seat)
            if legal is not None:
                check_listed(plugin, state, seat, numbers, legal)
        actions = {seat: game.random_action(state, seat, stream) for seat in point.seats}
        events = list(game.step(state, actions))
    if of_kit:
        raise EndlessMatchError(endless(game.info.game))


CHECKS = (check_other_configs,)
"""Checks of this module that take a game's plug-in as their only argument."""
