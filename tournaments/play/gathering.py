"""Gathers questions into one call: questions that come while a call is under way go into the next one.

No question waits for more to come. A call costs both sides as much as many of its entries do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

__all__ = ["MOST", "Gathering"]

MOST = 256
"""Highest number of entries in one call."""

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Gathering(Generic[Question, Answer]):
    """Answers questions of many callers by calls of one kind, each with several questions. Use it in one event loop.

    Args:
        ask: Makes the call: returns the answers to 1 to `MOST` questions, in their order. An
            exception that it raises is raised for every question of the call.
    """

    def __init__(self, ask: Callable[[Sequence[Question]], Awaitable[Sequence[Answer]]]) -> None:
        self._ask = ask
        self._waiting: list[tuple[Question, asyncio.Future[Answer]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Answer:
        """Return the answer to a question.

        A question whose caller is cancelled before the call begins is left out of the call.
        """
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answered))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_all())
        return await answered

    async def close(self) -> None:
        """Cancel the call under way, and cancel the questions that wait for the next one."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
            self._asking = None
        for _, answered in self._waiting:
            answered.cancel()
        self._waiting.clear()

    async def _ask_all(self) -> None:
        try:
            while self._waiting:
                # Questions that come during the call below gather in `_waiting`, and make the next
                # call.
                asked, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._ask_some([each for each in asked if not each[1].done()])
        finally:
            self._asking = None

    async def _ask_some(self, asked: Sequence[tuple[Question, asyncio.Future[Answer]]]) -> None:
        if not asked:
            return
        try:
            answers = await self._ask([question for question, _ in asked])
            # Checked before any answer is given: an answer too few must fail all questions, not
            # shift the others.
            settled = list(zip(asked, answers, strict=True))
        except BaseException as error:
            for _, answered in asked:
                if not answered.done():
                    answered.set_exception(error)
            # A cancellation also has to end the task that asks, and not only the waiting callers.
            if not isinstance(error, Exception):
                raise
        else:
            for (_, answered), answer in settled:
                if not answered.done():
                    answered.set_result(answer)
