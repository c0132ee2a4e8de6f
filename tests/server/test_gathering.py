"""Turns wait a little for others, where that costs nobody anything."""

from __future__ import annotations

import pytest

from referee.server.services import outbox
from referee.server.services.session import PlaySession
from tests.server.running import BotStream, Referee, bid, terms, until

LONG_S = 3600.0
"""Longer than any test lasts: what waits for so long waits for something else."""


class Table:
    """Matches of three rounds whose seats 0 are on one stream, and seats 1 on another."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.mine, self.theirs = referee.stream(), referee.stream()
        self.matches: list[str] = []

    async def sit(self, count: int, lag_margin_ns: int = 10**18) -> None:
        """Begin so many matches, and answer the first turns of seats 0."""
        for _ in range(count):
            made = await self.referee.create(
                config_json='{"rounds": 3}', time_control=terms(move_time=3600)
            )
            self.matches.append(made.match.match_id)
            self.referee.server.lobby.match(made.match.match_id).lag_margin_ns = lag_margin_ns
            await self.mine.join(made.seat_tokens[0])
            await self.theirs.join(made.seat_tokens[1])
        for _ in range(count):
            await self.mine.answer(await self.mine.turn(), bid(1))
        await self.mine.settle()

    def session(self) -> PlaySession:
        """The one of seats 0."""
        host = self.referee.server.lobby.match(self.matches[0])
        found = [
            each for each in self.referee.server.lobby.sessions if host.notifier.is_held(0, each)
        ]
        (mine,) = found
        assert isinstance(mine, PlaySession)
        return mine

    async def theirs_answer(self) -> None:
        """Let a match go on by a round: seat 0 is asked again."""
        await self.theirs.answer(await self.theirs.turn(), bid(2))


def _sizes(stream: BotStream, before: int) -> list[int]:
    """How many turns each message since then has, of those that have any."""
    counts = [len(response.turns) for response in stream.responses[before:]]
    return [count for count in counts if count]


async def test_a_quick_bot_that_is_busy_is_waited_for(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes meanwhile is one message, written when it has answered what it has."""
    monkeypatch.setattr(outbox, "PACE_S", 0.0)
    monkeypatch.setattr(outbox, "GATHER_S", LONG_S)
    table = Table(referee)
    await table.sit(3)
    mine = table.session()
    before = len(table.mine.responses)
    await table.theirs_answer()
    first = await table.mine.turn()
    await table.theirs_answer()
    await table.theirs_answer()
    await until(lambda: len(mine._outbox._turns.handing) == 2)
    await table.mine.answer(first, bid(1))
    for _ in range(2):
        await table.mine.answer(await table.mine.turn(), bid(1))
    assert _sizes(table.mine, before) == [1, 2]


async def test_a_bot_that_was_slow_is_not_waited_for(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be thinking about many turns at once: it gets each as it comes."""
    monkeypatch.setattr(outbox, "PACE_S", 0.0)
    monkeypatch.setattr(outbox, "GATHER_S", -1.0)  # nobody answers within that
    table = Table(referee)
    await table.sit(3)
    monkeypatch.setattr(outbox, "GATHER_S", LONG_S)
    before = len(table.mine.responses)
    for _ in range(3):
        await table.theirs_answer()
        await table.mine.turn()
    assert _sizes(table.mine, before) == [1, 1, 1]


async def test_a_bot_that_stays_busy_is_waited_for_no_more(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a turn has waited as long as may be, it is slow, and others don't wait."""
    monkeypatch.setattr(outbox, "PACE_S", 0.0)
    table = Table(referee)
    await table.sit(3)
    mine = table.session()
    mine._outbox.is_quick = True
    await table.theirs_answer()
    await table.mine.turn()
    await table.theirs_answer()
    await table.mine.turn()
    assert not mine._outbox.is_quick


async def test_many_turns_wait_for_no_others(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a stream with many seats there are only so many messages a second, but full ones are written at once."""
    table = Table(referee)
    await table.sit(3)
    monkeypatch.setattr(outbox, "GATHER_S", LONG_S)
    monkeypatch.setattr(outbox, "PACE_S", LONG_S)
    monkeypatch.setattr(outbox, "MANY_TURNS", 2)
    table.session()._outbox.is_quick = False
    before = len(table.mine.responses)
    await table.theirs_answer()
    await until(lambda: len(table.session()._outbox._turns.handing) == 1)
    await table.theirs_answer()
    await table.mine.turn()
    await table.theirs_answer()
    await until(lambda: len(table.session()._outbox._turns.handing) == 1)
    assert _sizes(table.mine, before) == [2]


async def test_what_is_no_turn_takes_turns_along(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pong, a rejection or an end is written at once, with all that waits."""
    table = Table(referee)
    await table.sit(2)
    monkeypatch.setattr(outbox, "GATHER_S", LONG_S)
    monkeypatch.setattr(outbox, "PACE_S", LONG_S)
    before = len(table.mine.responses)
    await table.theirs_answer()
    await table.theirs_answer()
    await until(lambda: len(table.session()._outbox._turns.handing) == 2)
    await table.mine.settle()
    assert _sizes(table.mine, before) == [2]


async def test_no_clock_runs_while_a_turn_waits(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it would, as the lag margin is short, nothing waits."""
    table = Table(referee)
    await table.sit(2, lag_margin_ns=1)
    monkeypatch.setattr(outbox, "PACE_S", LONG_S)
    monkeypatch.setattr(outbox, "GATHER_S", LONG_S)
    before = len(table.mine.responses)
    for _ in range(2):
        await table.theirs_answer()
        await table.mine.turn()
    assert _sizes(table.mine, before) == [1, 1]
