"""A whole match whose every decision follows from a number, so that it can be played twice."""

from __future__ import annotations

import enum
from typing import NamedTuple

from referee.core.rng import Stream
from referee.core.time_control import MS
from referee.match.machine import MatchPhase
from tests.match.driver import Driver

__all__ = ["Script", "play"]


class _Deed(enum.Enum):
    ANSWER = 1
    MISS = 2
    RESIGN = 3
    GARBLE = 4


_RARE = {3: _Deed.RESIGN, 4: _Deed.GARBLE}


class _Decision(NamedTuple):
    elapsed_ns: int
    seat: int
    deed: _Deed
    value: int


class Script(NamedTuple):
    """What the seats of a match do."""

    seed: int
    """Names the decisions."""
    absent: frozenset[int] = frozenset()
    """Seats that never join."""

    def nonce(self, seat: int) -> bytes:
        """What the seat adds to the match seed."""
        return bytes([self.seed % 256, seat] * 8)

    def decide(self, seat: int, turn: int) -> _Decision:
        """What the seat does in a turn: mostly answer within 100 ms, often miss, seldom go out."""
        dice = Stream(self.seed, seat, turn)
        roll = dice.draw(20)
        deed = _RARE.get(roll, _Deed.MISS if roll % 5 == 0 else _Deed.ANSWER)
        return _Decision(
            elapsed_ns=dice.draw(100 * MS) - 1,
            seat=seat,
            deed=deed,
            value=dice.draw(8) - 2,
        )


def _say(driver: Driver, script: Script) -> None:
    """Let all seats that are still in say what they say at this point, unless they have said it."""
    machine = driver.machine
    if machine.talk is None:
        return
    for seat, state in enumerate(machine.seats):
        channels = machine.terms.game.chat(machine.state).channels
        own = [channel.name for channel in channels if seat in channel.members]
        dice = Stream(script.seed, seat, machine.steps, 99)
        count = dice.draw(3) - 1 if own and state.forfeit is None else 0
        for number in range(len(driver.ledger.said[seat]), count):
            driver.say(seat, own[number % len(own)], f"{machine.steps}.{number}")


def play(driver: Driver, script: Script) -> None:
    """Play a match to its end, from wherever it is; all seats that are to be there join first."""
    machine = driver.machine
    for seat in range(len(machine.seats)):
        if seat not in script.absent:
            driver.join(seat, driver.now_ns, script.nonce(seat))
    if machine.phase is MatchPhase.WAITING:
        driver.expire()
    while machine.outcome is None:
        _play_point(driver, script)


def _play_point(driver: Driver, script: Script) -> None:
    machine, opened_ns = driver.machine, driver.now_ns
    point, steps = machine.point, machine.steps
    assert point is not None
    _say(driver, script)
    asked = [seat for seat in point.seats if machine.seats[seat].is_open]
    decisions = [script.decide(seat, machine.seats[seat].turn) for seat in asked]
    for decision in sorted(decisions):
        if machine.outcome is not None:
            return
        at_ns = opened_ns + decision.elapsed_ns
        match decision.deed:
            case _Deed.ANSWER:
                driver.act(decision.seat, decision.value, at_ns)
            case _Deed.RESIGN:
                driver.resign(decision.seat, at_ns)
            case _Deed.GARBLE:
                while machine.seats[decision.seat].forfeit is None:
                    driver.garble(decision.seat, at_ns)
            case _Deed.MISS:
                pass
    while machine.outcome is None and machine.steps == steps:
        driver.expire()
