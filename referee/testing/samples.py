"""States to check a game with, taken from random matches under its default config."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any, TypeAlias

from referee.core.config import GameConfig, parse_config
from referee.core.errors import FieldError, ScenarioError
from referee.core.game import AnyPlugin, DecisionPoint, Event, Events, PublicEvents
from referee.core.rng import Stream
from referee.testing.play import EndlessMatchError, play_randomly

__all__ = [
    "MOST_ROUNDS",
    "State",
    "acting_seats",
    "can_seat",
    "config_of",
    "has_dice",
    "is_notice",
    "num_seats_of",
    "require_end",
    "samples",
    "start",
    "told",
]

MOST_ROUNDS = 40
"""Rounds after which a match has shown what it can; a check plays many matches."""

State: TypeAlias = Any
"""A game's state, of whatever class the game gives it."""


def config_of(plugin: AnyPlugin) -> GameConfig:
    """Return the config that a game is checked with: its default, but for a round cap above `MOST_ROUNDS`."""
    config: GameConfig = plugin.game.config_class()
    if getattr(config, "max_rounds", 0) > MOST_ROUNDS:
        return parse_config(type(config), {"max_rounds": MOST_ROUNDS})
    return config


def num_seats_of(plugin: AnyPlugin) -> list[int]:
    """Return numbers of seats that the default config can be played with: the two fewest, and the most."""
    game = plugin.game
    playable = [n for n in range(1, game.info.max_seats + 2) if can_seat(plugin, n)]
    return playable if len(playable) <= 3 else [*playable[:2], playable[-1]]


def can_seat(plugin: AnyPlugin, num_seats: int) -> bool:
    """Return whether the default config can be played by so many; if not, the error has to say so."""
    try:
        plugin.game.check_seats(config_of(plugin), num_seats)
    except FieldError as error:
        if (error.field, error.value) != ("num_seats", num_seats):
            raise
        return False
    return True


def acting_seats(plugin: AnyPlugin, state: State) -> tuple[int, ...]:
    """Return who must decide now: nobody once the match is over."""
    point = plugin.game.decision(state)
    return point.seats if point else ()


def start(plugin: AnyPlugin, num_seats: int, seed: int = 1) -> tuple[State, list[Event]]:
    """Return a match under the default config.

    Raises:
        AssertionError: The game's matches don't end.
    """
    require_end(plugin)
    return plugin.game.start(config_of(plugin), seed=seed, num_seats=num_seats)


def require_end(plugin: AnyPlugin) -> None:
    """See that matches end at all; an endless one is played once, for all checks of a game.

    Raises:
        AssertionError: One goes on after `CAP` steps.
    """
    _, problem = _points(plugin, num_seats_of(plugin)[0], 0)
    assert not problem, problem


def has_dice(plugin: AnyPlugin) -> bool:
    """Return whether the game rolls dice at all: one that does not refuses every script."""
    num_seats = plugin.game.info.default_seats
    state, _ = plugin.game.start(config_of(plugin), seed=1, num_seats=num_seats)
    try:
        plugin.game.script_dice(state, [1])
    except ScenarioError:
        return False
    return True


def samples(plugin: AnyPlugin) -> Iterator[tuple[int, State]]:
    """Yield number of seats and a state: a dozen early points of random matches, some later, and the end.

    The matches are played once for all checks of a game; each check has copies of their states.
    """
    for num_seats in num_seats_of(plugin):
        for seed in range(3):
            points, problem = _points(plugin, num_seats, seed)
            assert not problem, problem
            for sample in points:
                yield num_seats, plugin.game.copy(sample)


@functools.cache
def _points(plugin: AnyPlugin, num_seats: int, seed: int) -> tuple[list[State], str]:
    """Return points of a match, and in a sentence that it does not end; an empty one if it does."""
    game = plugin.game
    state, _ = game.start(config_of(plugin), seed=seed, num_seats=num_seats)
    points: list[State] = []
    steps = itertools.count()

    def watch(_: DecisionPoint) -> None:
        step = next(steps)
        if step < 12 or step % 50 == 0:
            points.append(game.copy(state))

    try:
        play_randomly(game, state, Stream(seed, 1), watch=watch)
    except EndlessMatchError as error:
        return [], str(error)
    return [*points, state], ""


def told(plugin: AnyPlugin, events: Events) -> list[tuple[bytes, tuple[int, ...] | None]]:
    """Return the events as they go to the wire, each with its audience."""
    each = [(plugin.codec.encode_event(event), event.audience) for event in events]
    assert len(events) == len(each)
    assert plugin.codec.encode_events(events) == b"".join(encoded for encoded, _ in each)
    if isinstance(events, PublicEvents):
        assert each, "events that everybody may know are at least one"
        assert all(audience is None for _, audience in each), "a seat is told another's secret"
    return each


def is_notice(event: Event) -> bool:
    """Return whether an event is a refusal: by convention its body is of a class named `Notice`.

    In a game that answers every order, executed or not, it is a body that says of itself `is_refusal`.
    """
    return type(event.body).__name__ == "Notice" or getattr(event.body, "is_refusal", False)
