"""A bot of lanes, for tests that play its part message by message."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from gamereferee.v1 import play_service_pb2 as wire
from tests.server.running import BotStream, Referee

__all__ = ["LaneBot", "Open", "answers_to", "message_to"]


@dataclasses.dataclass(frozen=True, slots=True)
class Open:
    """A turn that was told on a lane."""

    lane: int
    row: int
    turn: int
    seen: Mapping[str, Any]
    """What the seat sees, by columns."""
    remaining_us: int
    elapsed_us: int = -1
    """What the seat was charged for its last answer; -1 before the first one."""
    lag_us: int = 0
    """What the seat was not charged for its last answer, because the referee was busy."""


class LaneBot:
    """One Play stream whose joins ask for lanes.

    Args:
        referee: Where to open it.
        address: Where else to open it.
    """

    def __init__(self, referee: Referee, address: str = "") -> None:
        self.stream: BotStream = referee.stream(address)
        self.lanes: dict[int, wire.LaneOpened] = {}
        self.match_of: dict[tuple[int, int], str] = {}
        """Match by lane and row."""

    async def join(self, *tokens: str, columns: tuple[str, ...] = ("table.round",)) -> None:
        """Join seats."""
        joins = [
            wire.Join(token=token, features=["lanes"], lane_columns=columns) for token in tokens
        ]
        await self.stream.send(joins=joins)
        for _ in tokens:
            joined = await self.stream.next("joins")
            assert joined.features == ["lanes"]

    async def turns(self, count: int) -> dict[str, Open]:
        """Read so many turns of lanes; return them by their matches."""
        told: dict[str, Open] = {}
        while len(told) < count:
            told |= await self._next()
        assert len(told) == count
        return told

    async def go_on(self, running: Iterable[str]) -> tuple[dict[str, Open], set[str]]:
        """Read until each of these matches has got a turn or has ended; return the turns, and what has ended."""
        told: dict[str, Open] = {}
        over: set[str] = set()
        while set(running) - set(told) - over:
            while not self.stream.has("lane_turns") and not self.stream.has("ends"):
                await self.stream.read()
            while self.stream.has("ends"):
                over.add((await self.stream.ended()).match_id)
            while self.stream.has("lane_turns"):
                told |= await self._next()
        return {match: each for match, each in told.items() if match not in over}, over

    async def _next(self) -> dict[str, Open]:
        frame = await self.stream.next("lane_turns")
        while self.stream.has("lanes"):
            opened = await self.stream.next("lanes")
            self.lanes[opened.lane] = opened
        while self.stream.has("lane_rows"):
            rows = await self.stream.next("lane_rows")
            for place, match_id in enumerate(rows.match_ids):
                self.match_of[rows.lane, rows.first_row + place] = match_id
        return {self.match_of[each.lane, each.row]: each for each in self._read(frame)}

    def _read(self, frame: wire.LaneTurns) -> list[Open]:
        rows, turns = np.frombuffer(frame.rows, "<i4"), np.frombuffer(frame.turns, "<i4")
        left = np.frombuffer(frame.remaining_us, "<i8")
        elapsed, lag = (np.frombuffer(each, "<i8") for each in (frame.elapsed_us, frame.lag_us))
        columns = self.lanes[frame.lane].observed
        seen = {
            column.name: np.frombuffer(data.data, column.dtype).reshape(len(rows), *column.shape)
            for column, data in zip(columns, frame.observed, strict=True)
        }
        return [
            Open(
                frame.lane,
                int(row),
                int(turns[place]),
                {name: values[place] for name, values in seen.items()},
                int(left[place]) if len(left) else -1,
                int(elapsed[place]),
                int(lag[place]) if len(lag) else 0,
            )
            for place, row in enumerate(rows)
        ]

    async def answer(self, told: Mapping[str, Open], choice: Callable[[str, int], int]) -> None:
        """Answer turns, each with the choice for its match and number, in one message for all lanes."""
        chosen = {match: choice(match, each.turn) for match, each in told.items()}
        lanes: dict[int, dict[str, Open]] = {}
        for match, each in told.items():
            lanes.setdefault(each.lane, {})[match] = each
        await self.stream.send(lane_answers=[answers_to(own, chosen) for own in lanes.values()])


def answers_to(told: Mapping[str, Open], chosen: Mapping[str, int]) -> wire.LaneAnswers:
    """The answers to turns of one lane, in columns."""
    (lane,) = {each.lane for each in told.values()}
    answers = wire.LaneAnswers(lane=lane)
    answers.rows = np.array([each.row for each in told.values()], "<i4").tobytes()
    answers.turns = np.array([each.turn for each in told.values()], "<i4").tobytes()
    answers.values.data = np.array([chosen[match] for match in told], np.int8).tobytes()
    return answers


def message_to(told: Open, payload: bytes) -> wire.LaneAnswers:
    """The answer to one turn, where answers are Action messages."""
    answers = wire.LaneAnswers(lane=told.lane)
    answers.rows = np.array([told.row], "<i4").tobytes()
    answers.turns = np.array([told.turn], "<i4").tobytes()
    answers.values.data = payload
    answers.values.offsets = np.array([0, len(payload)], "<i8").tobytes()
    return answers
