"""A lane is the match machine's rules over arrays: random events and times, and both say the same of each match."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.core.time_control import MS, SECOND, TimeControl
from referee.games import registry
from referee.match import events as ev
from referee.match.lane import lane
from referee.match.machine import MatchPhase
from tests.match.lane_world import LaneWorld, Sent

_CLOCKS = [
    TimeControl(100 * MS, lag_margin_ns=20 * MS, strikes=3),
    TimeControl(
        100 * MS,
        bank_ns=300 * MS,
        increment_ns=30 * MS,
        first_move_ns=400 * MS,
        lag_margin_ns=5 * MS,
        strikes=50,
    ),
    TimeControl(None, strikes=1),
]
_GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("diceman", {"games": 3}, 2),
    ("swordman", {"games": 3}, 2),
    ("dice_adventure", {}, 3),
    ("champions", {}, 4),
    ("dungeon_keeper", {"preset": "small"}, 2),
    ("proving_grounds", {}, 3),
]
_EVENTS = int(os.environ.get("LANE_EVENTS", "1500"))
"""Of each game and time control."""


@pytest.mark.parametrize("clock", range(len(_CLOCKS)))
@pytest.mark.parametrize("game", _GAMES, ids=[game for game, _, _ in _GAMES])
def test_a_lane_is_its_matches_machines(
    game: tuple[str, dict[str, Any], int], clock: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens: answers late, stale, twice, unreadable, turns that leave late, streams that come and go, skips, resignations."""
    monkeypatch.setattr(lane, "_MOST_PLAYED", 2)
    name, config, num_seats = game
    plugin = registry.find(name)
    dice, done, ticks = Stream(clock + 1), 0, 0
    while done < _EVENTS:
        seats = num_seats
        parsed = parse_config(plugin.game.config_class, config)
        world = LaneWorld(plugin, parsed, seats, _CLOCKS[clock], num_matches=6)
        _Play(world, seats, dice).run(_EVENTS - done)
        done, ticks = done + world.events, ticks + world.ticks
    assert ticks > _EVENTS // 100


class _Play:
    """Random events for a world."""

    def __init__(self, world: LaneWorld, num_seats: int, dice: Stream) -> None:
        self.world, self.seats, self.dice = world, num_seats, dice
        self.now_ns = 0
        self.connected = {
            (match, seat) for match in range(len(world.alone)) for seat in range(num_seats)
        }

    def run(self, most: int) -> None:
        world = self.world
        for match in range(len(world.alone)):
            for seat in range(self.seats):
                world.handle(match, ev.SeatJoined(seat, 0, b"", "bot", "test"))
        world.check()
        idle = 0
        while world.events < most and idle < 50:
            before = world.events
            self.now_ns += self._draw(3) * self._draw(12 * MS)
            self._one()
            world.check()
            if self._draw(8) == 1:
                world.compare_all()
            running = [m for m in world.alone if m.phase is not MatchPhase.ENDED]
            if not running:
                break
            idle = idle + 1 if world.events == before else 0
        world.compare_all()

    def _one(self) -> None:
        kind = self._draw(40)
        match, seat = self._draw(len(self.world.alone)) - 1, self._draw(self.seats) - 1
        machine = self.world.alone[match]
        if kind <= 8:
            self._answer(seat)
        elif kind <= 22:
            for each in range(self.seats):
                self._answer((seat + each) % self.seats)
        elif kind <= 30:
            self._hand(seat)
        elif kind <= 32:
            self._delay(seat)
        elif kind <= 35:
            lag_ns = self._draw(4) * self._draw(5 * MS) if self._draw(2) == 1 else 0
            self.world.expire(self.now_ns, min(lag_ns, self.now_ns))
        elif kind == 36:
            self.now_ns += self._draw(SECOND)
        elif kind == 37:
            if (match, seat) in self.connected and machine.phase is not MatchPhase.ENDED:
                self.connected.discard((match, seat))
                self.world.handle(match, ev.SeatLeft(seat, self.now_ns))
        elif kind == 38:
            self.connected.add((match, seat))
            self.world.handle(match, ev.SeatJoined(seat, self.now_ns, b"", "bot", "test"))
        elif kind == 39:
            turn = machine.seats[seat].turn - (self._draw(4) == 1)
            self.world.handle(match, ev.TurnSkipped(seat, turn, self.now_ns))
        elif machine.talk is not None and machine.phase is MatchPhase.RUNNING:
            channels = machine.talk.channels(machine.state, seat)
            name = channels[0].name if channels else "nowhere"
            turn = machine.seats[seat].turn
            self.world.handle(match, ev.Spoken(seat, turn, name, b"hello", 7, self.now_ns))
        if kind == 40 and self._draw(6) == 1:
            self.world.handle(match, ev.SeatResigned(seat, self.now_ns))
        for away, index in sorted(set(self._all()) - self.connected):  # mostly they come back soon
            if self._draw(6) == 1:
                self.connected.add((away, index))
                self.world.handle(away, ev.SeatJoined(index, self.now_ns, b"", "bot", "test"))

    def _all(self) -> list[tuple[int, int]]:
        return [(m, s) for m in range(len(self.world.alone)) for s in range(self.seats)]

    def _answer(self, seat: int) -> None:
        sent = []
        for match, machine in enumerate(self.world.alone):
            if self._draw(5) == 1:
                continue
            state = machine.seats[seat]
            if not state.is_open and self._draw(12) > 1:
                continue
            turn = state.turn if self._draw(40) > 1 else state.turn + self._draw(3) - 2
            sent.append(Sent(match, turn, self._value(match, seat)))
            if self._draw(40) == 1:
                sent.append(Sent(match, turn, self._value(match, seat)))
        if sent:
            lag_ns = self._draw(10 * MS) if self._draw(3) == 1 else 0
            self.world.answer(seat, sent, self.now_ns, lag_ns)

    def _value(self, match: int, seat: int) -> Any:
        """Return an answer, mostly a legal one."""
        world, machine = self.world, self.world.alone[match]
        column = world.lane.rows.answers
        absurd = self._draw(25) == 1
        if column.is_ragged:
            if absurd or machine.point is None:
                return bytes(self._draw(256) - 1 for _ in range(self._draw(6)))
            action = world.plugin.game.random_action(machine.state, seat, self.dice)
            return world.plugin.codec.encode_action(action)
        low, high = int(column.column.low), min(int(column.column.high), 40)
        shape = column.column.shape
        if absurd:
            low, high = low - 2, high + 2
        drawn = [low - 1 + self._draw(high - low + 1) for _ in range(int(np.prod(shape)))]
        if shape and not absurd:
            drawn[-1] = 0
        return np.array(drawn, column.column.dtype).reshape(shape)

    def _hand(self, seat: int) -> None:
        lag_ns = self._draw(30 * MS) if self._draw(3) == 1 else 0
        for match, machine in enumerate(self.world.alone):
            state = machine.seats[seat]
            if state.is_open and self._draw(5) > 1:
                note = ev.TurnHanded(seat, state.turn, self.now_ns, lag_ns)
                self.world.note(match, note)

    def _delay(self, seat: int) -> None:
        """Report some turns as late, open ones and those before them, handed over or not, once or again."""
        lag_ns = self._draw(30 * MS)
        for match, machine in enumerate(self.world.alone):
            state = machine.seats[seat]
            if self._draw(3) > 1:
                turn = state.turn - (self._draw(6) == 1)
                self.world.note(match, ev.TurnDelayed(seat, turn, self.now_ns, lag_ns))

    def _draw(self, sides: int) -> int:
        return self.dice.draw(sides)
