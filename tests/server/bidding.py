"""Matches of the bidding toy, all seats on one stream."""

from __future__ import annotations

from typing import Any

from tests.server.running import BotStream, Referee, bid

__all__ = ["begun", "play_bids"]


async def begun(referee: Referee, rounds: int = 3, **fields: Any) -> tuple[Any, BotStream]:
    """Create a match and join all its seats; return what was created, and the stream.

    Args:
        referee: The server.
        rounds: Rounds of the match.
        fields: Further fields of the request.
    """
    made = await referee.create(config_json=f'{{"rounds": {rounds}}}', **fields)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    return made, stream


async def play_bids(stream: BotStream, *bids: int) -> None:
    """Let the seats of a stream bid these values once, in seat order."""
    turns = sorted([await stream.turn() for _ in bids], key=lambda turn: turn.seat)
    for turn, value in zip(turns, bids, strict=True):
        await stream.answer(turn, bid(value))
