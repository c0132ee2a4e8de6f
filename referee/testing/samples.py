"""Takes sample states for checks of a game from random matches under its default config."""

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
    "effects_of",
    "has_dice",
    "is_notice",
    "num_seats_of",
    "require_end",
    "samples",
    "start",
    "told",
]

MOST_ROUNDS = 40
"""Highest number of rounds of a match played for a check, if the game has `max_rounds`: a check
plays many matches.
"""

State: TypeAlias = Any
"""State of a match; each game has its own class of states."""


def config_of(plugin: AnyPlugin) -> GameConfig:
    """Return the config under which a game is checked.

    It is the default config, with `max_rounds` lowered to `MOST_ROUNDS` if it is higher.
    """
    config: GameConfig = plugin.game.config_class()
    if getattr(config, "max_rounds", 0) > MOST_ROUNDS:
        return parse_config(type(config), {"max_rounds": MOST_ROUNDS})
    return config


def num_seats_of(plugin: AnyPlugin) -> list[int]:
    """Return numbers of seats to test with: the two lowest and the highest that are playable.

    All playable numbers are returned if there are at most three.
    """
    game = plugin.game
    playable = [n for n in range(1, game.info.max_seats + 2) if can_seat(plugin, n)]
    return playable if len(playable) <= 3 else [*playable[:2], playable[-1]]


def can_seat(plugin: AnyPlugin, num_seats: int) -> bool:
    """Return whether the default config can be played with `num_seats` seats.

    If not, the game's error must name the field `num_seats` and the number.
    """
    try:
        plugin.game.check_seats(config_of(plugin), num_seats)
    except FieldError as error:
        # An error about another field is a fault of the game, not an answer.
        if (error.field, error.value) != ("num_seats", num_seats):
            raise
        return False
    return True


def acting_seats(plugin: AnyPlugin, state: State) -> tuple[int, ...]:
    """Return the indices of the seats that must decide now; empty once the match is over."""
    point = plugin.game.decision(state)
    return point.seats if point else ()


def start(plugin: AnyPlugin, num_seats: int, seed: int = 1) -> tuple[State, list[Event]]:
    """Return the first state and the first events of a match under the default config.

    Raises:
        AssertionError: Matches of the game don't end.
    """
    require_end(plugin)
    return plugin.game.start(config_of(plugin), seed=seed, num_seats=num_seats)


def require_end(plugin: AnyPlugin) -> None:
    """Check that matches of a game end. One match is played for it, once for all checks of the game.

    Raises:
        AssertionError: The match has not ended after `CAP` steps.
    """
    _, problem = _points(plugin, num_seats_of(plugin)[0], 0)
    assert not problem, problem


def has_dice(plugin: AnyPlugin) -> bool:
    """Return whether the game rolls dice: if not, it refuses scripted dice."""
    num_seats = plugin.game.info.default_seats
    state, _ = plugin.game.start(config_of(plugin), seed=1, num_seats=num_seats)
    try:
        plugin.game.script_dice(state, [1])
    except ScenarioError:
        return False
    return True


def samples(plugin: AnyPlugin) -> Iterator[tuple[int, State]]:
    """Yield pairs of a number of seats and a state of a random match with that many seats.

    From each match come a dozen early states, every 50th later one, and the final one. The matches
    are played once for all checks of a game; each check gets copies of the states.
    """
    for num_seats in num_seats_of(plugin):
        for seed in range(3):
            points, problem = _points(plugin, num_seats, seed)
            assert not problem, problem
            for sample in points:
                yield num_seats, plugin.game.copy(sample)


@functools.cache
def _points(plugin: AnyPlugin, num_seats: int, seed: int) -> tuple[list[State], str]:
    """Return sample states of one match and an empty text.

    If the match does not end, return no states and an error message.
    """
    game = plugin.game
    state, _ = game.start(config_of(plugin), seed=seed, num_seats=num_seats)
    points: list[State] = []
    steps = itertools.count()

    def watch(_: DecisionPoint) -> None:
        step = next(steps)
        # Early states differ most; later ones are rare, since each is kept and checked many times.
        if step < 12 or step % 50 == 0:
            points.append(game.copy(state))

    try:
        play_randomly(game, state, Stream(seed, 1), watch=watch)
    except EndlessMatchError as error:
        # Returned, not raised, so that it is cached: each check would play the endless match again.
        return [], str(error)
    return [*points, state], ""


def told(plugin: AnyPlugin, events: Events) -> list[tuple[bytes, tuple[int, ...] | None]]:
    """Return each event as the bytes of an Events message, with its audience.

    Also checks that encoding all events together gives the same bytes.
    """
    each = [(plugin.codec.encode_event(event), event.audience) for event in events]
    assert len(events) == len(each)
    assert plugin.codec.encode_events(events) == b"".join(encoded for encoded, _ in each)
    if isinstance(events, PublicEvents):
        assert each, "PublicEvents must hold at least one event"
        assert all(audience is None for _, audience in each), (
            "an event of PublicEvents has an audience"
        )
    return each


def is_notice(event: Event) -> bool:
    """Return whether an event is the notice of a refusal.

    By convention its body is then of a class named `Notice`. In a game that answers every order,
    executed or not, the body of a refusal has an attribute `is_refusal` that is true.
    """
    return type(event.body).__name__ == "Notice" or getattr(event.body, "is_refusal", False)


def effects_of(plugin: AnyPlugin, action: object, *, points: int) -> list[object]:
    """Return the effects of an action that all seats send at the first decision points of a match.

    Args:
        plugin: The game.
        action: The action.
        points: Number of decision points at most.

    Returns:
        For each decision point its events, and then the digest of the state.
    """
    game = plugin.game
    state, _ = start(plugin, game.info.default_seats)
    effects: list[object] = []
    for _ in range(points):
        point = game.decision(state)
        if point is None:
            break
        effects += told(plugin, game.step(state, dict.fromkeys(point.seats, action)))
        effects.append(game.digest(state))
    return effects
