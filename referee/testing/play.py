"""Plays matches without a referee: the loop that many tests need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.core.game import DecisionPoint, Event, Game
from referee.core.rng import Stream

__all__ = ["CAP", "EndlessMatchError", "decision_of", "endless", "play_randomly"]

S = TypeVar("S")

CAP = 20_000
"""Number of steps after which a match counts as endless."""


class EndlessMatchError(AssertionError):
    """A match has not ended after `CAP` steps."""


def decision_of(game: Game[Any, S, Any, Any], state: S) -> DecisionPoint:
    """Return the decision point of a state that must not be over.

    Raises:
        AssertionError: The match is over.
    """
    point = game.decision(state)
    assert point is not None, "the match is over"
    return point


def play_randomly(
    game: Game[Any, S, Any, Any],
    state: S,
    stream: Stream,
    *,
    watch: Callable[[DecisionPoint], None] = lambda point: None,  # noqa: ARG005
) -> list[Event]:
    """Play a state to its end with random legal actions; return the events of all steps.

    Args:
        game: The rules.
        state: The match, changed in place; it is over afterwards.
        stream: Stream that chooses the actions.
        watch: Called before every step with the decision point.

    Returns:
        Events of all steps, in order.

    Raises:
        EndlessMatchError: The match goes on after `CAP` steps.
    """
    events: list[Event] = []
    for _ in range(CAP):
        point = game.decision(state)
        if point is None:
            return events
        watch(point)
        actions = {seat: game.random_action(state, seat, stream) for seat in point.seats}
        events += game.step(state, actions)
    raise EndlessMatchError(endless(game.info.game))


def endless(game: str) -> str:
    """Return the error message for a game whose matches don't end, with advice for its author."""
    return (
        f"a match of {game} goes on after {CAP:,} steps of random actions: acting(state) must name no seat"
        " in the end whatever bots do, for instance after a number of rounds"
    )
