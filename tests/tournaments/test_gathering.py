"""Questions gathered into calls: each is asked once, in order, and nobody waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tournaments.play.gathering import MOST, Gathering


class Oracle:
    """Answers numbers by their negatives, call by call as the test lets it."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        """What each call asked."""
        self.goes_on = asyncio.Event()
        """While it is set, calls are answered."""
        self.goes_on.set()
        self.fails = False
        """Whether calls fail."""
        self.gathering = Gathering(self._ask)

    async def _ask(self, questions: Sequence[int]) -> list[int]:
        self.calls.append(list(questions))
        await self.goes_on.wait()
        if self.fails:
            raise LookupError("nobody knows")
        return [-each for each in questions]

    def ask(self, *questions: int) -> list[asyncio.Task[int]]:
        """Ask, each in a task."""
        return [asyncio.create_task(self.gathering.ask(each)) for each in questions]

    async def held_with_two(self) -> list[asyncio.Task[int]]:
        """Hold a call that asks 1, and ask 2 meanwhile; return both."""
        self.goes_on.clear()
        asking = self.ask(1)
        await loops()
        asking += self.ask(2)
        await loops()
        return asking


async def loops(count: int = 5) -> None:
    """Let everything go on."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_what_comes_at_once_is_one_call() -> None:
    """Everybody gets the answer to the own question."""
    oracle = Oracle()
    assert await asyncio.gather(*oracle.ask(1, 2, 3)) == [-1, -2, -3]
    assert oracle.calls == [[1, 2, 3]]
    assert await oracle.gathering.ask(4) == -4
    assert oracle.calls == [[1, 2, 3], [4]]


async def test_what_comes_meanwhile_goes_together() -> None:
    """There is one call at a time, and the next one has all that has come."""
    oracle = Oracle()
    asking = await oracle.held_with_two()
    asking += oracle.ask(3)
    await loops()
    assert oracle.calls == [[1]]
    oracle.goes_on.set()
    assert await asyncio.gather(*asking) == [-1, -2, -3]
    assert oracle.calls == [[1], [2, 3]]


async def test_a_call_has_a_bound() -> None:
    """The rest goes into further ones."""
    oracle = Oracle()
    numbers = list(range(2 * MOST + 1))
    assert await asyncio.gather(*oracle.ask(*numbers)) == [-each for each in numbers]
    assert oracle.calls == [numbers[:MOST], numbers[MOST : 2 * MOST], numbers[2 * MOST :]]


async def test_a_call_that_fails_fails_for_all_of_it() -> None:
    """And for nobody else."""
    oracle = Oracle()
    oracle.fails = True
    told = await asyncio.gather(*oracle.ask(1, 2), return_exceptions=True)
    assert [str(error) for error in told] == ["nobody knows"] * 2
    oracle.fails = False
    assert await oracle.gathering.ask(3) == -3


async def test_too_few_answers_are_no_answers() -> None:
    """Nobody waits for one that does not come."""

    async def one_too_few(questions: Sequence[int]) -> Sequence[int]:
        return questions[1:]

    gathering = Gathering(one_too_few)
    with pytest.raises(ValueError, match="zip"):
        await gathering.ask(1)


async def test_who_has_gone_is_not_asked_for() -> None:
    """Before the call he is left out, after it his answer is nobody's."""
    oracle = Oracle()
    oracle.goes_on.clear()
    first = oracle.ask(1, 2)
    await loops()
    second = oracle.ask(3, 4)
    await loops()
    first[0].cancel()
    second[0].cancel()
    await loops()
    oracle.goes_on.set()
    assert [await first[1], await second[1]] == [-2, -4]
    assert oracle.calls == [[1, 2], [4]]


async def test_who_waits_at_the_end_is_let_go() -> None:
    """Those of the call that is under way, and those behind it."""
    oracle = Oracle()
    asking = await oracle.held_with_two()
    await oracle.gathering.close()
    await asyncio.wait(asking)
    assert all(each.cancelled() for each in asking)
    assert oracle.calls == [[1]]


async def test_an_end_before_the_first_call() -> None:
    """Nothing is asked."""
    oracle = Oracle()
    asking = oracle.ask(1)
    await asyncio.sleep(0)
    await oracle.gathering.close()
    await asyncio.wait(asking)
    assert asking[0].cancelled()
    assert oracle.calls == []
