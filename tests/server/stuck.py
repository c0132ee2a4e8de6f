"""A bot that does not read, in a hundred matches."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tests.server.proxy import Proxy, proxy_to
from tests.server.running import BotStream, Referee, terms

__all__ = ["hundred_matches", "stuck_bot"]


async def hundred_matches(referee: Referee) -> list[Any]:
    """Create a hundred matches of twenty rounds, whose deadlines pass at once and cost nothing."""
    control = terms(move_time=0.001, lag_margin=0, strikes=0)
    return [
        await referee.create(config_json='{"rounds": 20}', time_control=control) for _ in range(100)
    ]


@contextlib.asynccontextmanager
async def stuck_bot(
    referee: Referee, matches: list[Any], folder: Path
) -> AsyncIterator[tuple[BotStream, Proxy]]:
    """Yield a stream that has joined seat 0 of all matches and is read no more, and the proxy before it.

    Args:
        referee: The server.
        matches: What was created.
        folder: For the proxy's socket.
    """
    async with proxy_to(referee.address, folder) as proxy:
        stuck = referee.stream(proxy.address)
        await stuck.join(*[made.seat_tokens[0] for made in matches])
        proxy.stop_reading()
        yield stuck, proxy
