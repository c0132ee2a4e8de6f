"""Streams straight to the workers that have a process's matches (duty 34 of the bot guide).

A process starts with the home address, where a router of the referee passes messages on to workers.
Seats stay on the home stream until a worker has answered on its own stream, so that a worker that
can't be reached costs them nothing. When a worker's stream breaks, its seats move back to the home
stream, where the router waits until the worker is started again; from there they move to the worker
once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from referee_client.address import Address
from referee_client.conversation import Conversation
from referee_client.errors import RefereeClientError
from referee_client.line import Line
from referee_client.retry import FIRST_DELAY
from referee_client.seats import log
from referee_client.stream import BrokenError, cancel_all

__all__ = ["Following"]

LONGEST_PAUSE = 60.0
"""Highest number of seconds between two attempts to reach a worker. Pauses grow from attempt to
attempt; after a stream that lasted at least this long they begin again with the shortest.
"""


class Following:
    """Keeps one stream to each worker that the answer to a join (`Joined`) has named.

    Args:
        home: Address that the process was started with.
        conversation: All seats of the process.
        carry: Connects a line to an address until the stream ends; raises `BrokenError` if the
            stream breaks or can't be opened.
        fail: Called with an error that ends play.
    """

    def __init__(
        self,
        home: Address,
        conversation: Conversation,
        carry: Callable[[Line, Address], Awaitable[None]],
        fail: Callable[[Exception], None],
    ) -> None:
        self._home = home
        self._conversation = conversation
        self._carry = carry
        self._fail = fail
        self._wanted: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def want(self, target: str) -> None:
        """Open a stream to a worker that has a match of this process, unless there is one already.

        Args:
            target: Address of the worker. Nothing happens if it is the address that the process was
                started with.
        """
        if target == self._home.target:
            return
        wanted = self._wanted.get(target)
        if wanted is None:
            wanted = self._wanted[target] = asyncio.Event()
            self._tasks.add(asyncio.create_task(self._follow(target, wanted)))
        wanted.set()

    async def close(self) -> None:
        """End all streams to workers."""
        await cancel_all(self._tasks)

    async def _follow(self, target: str, wanted: asyncio.Event) -> None:
        try:
            address = self._home.beside(target)
            await self._keep_up(address, wanted)
        except RefereeClientError as error:
            log.warning(
                "staying with %s, not following to %s: %s", self._home.target, target, error
            )
        except Exception as error:  # whatever a bot's own code or the conversation raises
            self._fail(error)

    async def _keep_up(self, address: Address, wanted: asyncio.Event) -> None:
        """Keep a stream to a worker, and open it again after a break while seats have matches there.

        Args:
            address: Address of the worker.
            wanted: Set by `want` whenever a seat has its match at this worker; cleared before each
                attempt to open a stream.

        Raises:
            RefereeClientError: No stream to the worker is possible.
        """
        pause, loop = FIRST_DELAY, asyncio.get_running_loop()
        while True:
            await wanted.wait()
            wanted.clear()
            # A new line each time: nothing that was agreed on the last stream holds on this one.
            line, began_s = Line(address.target), loop.time()
            why, refusal = "the worker closed the stream", None
            try:
                await self._carry(line, address)
            except BrokenError as error:
                why, refusal = str(error), error.refusal
            if self._conversation.is_done:
                return
            if refusal is not None:
                raise refusal
            if (
                line.is_open or pause == FIRST_DELAY
            ):  # not again and again for a worker that never answers
                log.warning("stream to worker %s broke: %s", address.target, why)
            # The pause grows also if the worker had answered: each move of a seat costs two joins, and the referee
            # limits the joins of a seat.
            if loop.time() - began_s >= LONGEST_PAUSE:
                pause = FIRST_DELAY
            await asyncio.sleep(pause)  # `want` may set `wanted` meanwhile
            pause = min(2 * pause, LONGEST_PAUSE)
            if self._conversation.lines.wants(address.target):
                wanted.set()
