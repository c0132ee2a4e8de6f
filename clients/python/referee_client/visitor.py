"""A client that comes, answers what is open, and leaves: for matches whose moves take hours or days."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from referee_client.client import RefereeClient
from referee_client.client_base import Hooks
from referee_client.line import Line

__all__ = ["Visitor"]


class Visitor(RefereeClient):
    """A `RefereeClient` whose `play` answers the open turns of its seats, and then returns.

    `play` returns when the referee has taken in all answers and has nothing else to ask; the seats stay
    joined, and their clocks go on. For the next turns, make another one with the same tokens, in this
    process or another. In a match whose moves may take more than an hour the answers are kept over a
    restart of the referee, so nobody has to be there until the step.

    A visit counts as a join, of which a seat has 1,000 by default.
    """

    def _hooks(self) -> Hooks:
        hooks = super()._hooks()
        # A seat that is on its way to a worker would miss what the home stream's pong stands for.
        hooks["on_worker"] = None
        return hooks

    def _prepare(self) -> None:
        super()._prepare()
        self._pings = 0
        """Number of the last ping, from 1; 0 before the first."""
        self._has_news = False
        """Whether joins, turns or rejections have come since the last ping."""

    async def _take_in(self, response: wire.PlayResponse, line: Line) -> None:
        self._has_news |= bool(
            response.joins or response.turns or response.small_turns or response.rejections
        )
        await super()._take_in(response, line)
        # All that was sent before the ping has been taken in, and has led to nothing new.
        is_last = response.HasField("pong") and response.pong.number == self._pings
        if is_last and not self._has_news:
            self.stop()

    def _send_soon(self) -> None:
        conversation = self._conversation
        if self._has_news and not conversation.has_open_turns:
            self._has_news = False
            self._pings += 1
            conversation.home.outbox.add(wire.Ping(number=self._pings))
        super()._send_soon()
