"""Places for connections: deadlines, what gives way, and nothing that grows with the number of visitors."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence

import pytest

from referee.core.forwarded import trusted_networks
from referee_arena.listening.places import ConnectionLimits, Places, Waiting
from referee_arena.listening.rare_log import FEW, RareLines

LIMITS = ConnectionLimits(
    most=6, by_address=3, head_s=10, body_s=30, rest_s=2, idle_s=15, stall_s=120
)


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        """The time."""
        return self.s


class Line:
    """A connection that notes what is done to it."""

    def __init__(self) -> None:
        self.unsent = 0
        self.done: list[str] = []

    def end(self, waiting: Waiting) -> None:
        """Note it."""
        self.done.append(waiting.name)

    def abort(self) -> None:
        """Note it."""
        self.done.append("ABORT")


def _entered(places: Places, *peers: str) -> list[Line]:
    lines = [Line() for _ in peers]
    for line, peer in zip(lines, peers, strict=True):
        assert places.enter(line, peer), peer
    return lines


def _answering(places: Places, lines: Sequence[Line]) -> None:
    for line in lines:
        places.wait(line, Waiting.ANSWER)


@pytest.mark.parametrize("waiting", list(Waiting))
def test_each_state_has_its_deadline_but_for_an_answer(waiting: Waiting) -> None:
    """It runs from the state's beginning: a byte now and then changes nothing."""
    time = Time()
    places = Places(LIMITS, time)
    (line,) = _entered(places, "192.0.2.1")
    places.wait(line, waiting)
    seconds = LIMITS.seconds(waiting)
    assert (seconds is None) == (waiting is Waiting.ANSWER)
    for _ in range(16):
        time.s += (seconds or 36_000) / 16
        places.wait(line, waiting)
        places.sweep()
    assert line.done == []
    time.s += 0.1
    places.sweep()
    places.sweep()
    assert line.done == ([] if seconds is None else [waiting.name])


def test_the_one_that_has_been_waited_for_the_longest_gives_way() -> None:
    """Who comes with a request finds a place, however many hold connections without one."""
    time = Time()
    places = Places(LIMITS, time)
    silent = _entered(places, *[f"192.0.2.{number}" for number in range(6)])
    _answering(places, silent[:1])
    (newcomer,) = _entered(places, "198.51.100.1")
    assert [line.done for line in silent] == [[], ["ABORT"], [], [], [], []]
    assert (len(places), places.ended, places.refused) == (6, 1, 0)
    _answering(places, [*silent[2:], newcomer])
    assert not places.enter(Line(), "198.51.100.2")
    assert places.refused == 1


def test_an_address_at_its_limit_takes_from_itself_alone() -> None:
    """Others keep what they have."""
    places = Places(LIMITS, Time())
    (other,) = _entered(places, "198.51.100.1")
    own = _entered(places, *["2001:db8::1", "2001:db8::2", "2001:db8::3"])
    _entered(places, "2001:db8:0:0:ffff::4")
    assert [line.done for line in (other, *own)] == [[], ["ABORT"], [], []]
    _answering(places, own)
    (last,) = _entered(places, "2001:db8::5")
    _entered(places, "2001:db8::6")
    assert (last.done, other.done) == (["ABORT"], [])


def test_connections_of_a_trusted_proxy_are_not_counted_by_address() -> None:
    """They are many callers'."""
    places = Places(LIMITS, Time(), trusted_networks(["10.0.0.0/8"]))
    _answering(places, _entered(places, *["10.0.0.1"] * 6))
    assert places.num_owners == 0
    assert not places.enter(Line(), "10.0.0.1")


def test_a_client_that_takes_nothing_is_cut_off() -> None:
    """One that takes a little is not, and neither is one that there is nothing for."""
    time = Time()
    places = Places(LIMITS, time)
    dead, slow, _ = lines = _entered(places, "192.0.2.1", "192.0.2.2", "192.0.2.3")
    _answering(places, lines)
    dead.unsent = slow.unsent = 60_000
    for _ in range(13):
        time.s += 10
        dead.unsent += 3
        slow.unsent -= 1
        places.sweep()
    assert [line.done for line in lines] == [["ABORT"], [], []]
    assert len(places) == 2


def test_nothing_is_left_of_connections_that_are_gone() -> None:
    """After any order of events, and the bounds hold all the while."""
    rng = random.Random(7)
    time = Time()
    places = Places(LIMITS, time)
    there: list[Line] = []
    for _ in range(5000):
        time.s += rng.random()
        match rng.randrange(4):
            case 0:
                line = Line()
                if places.enter(line, f"192.0.2.{rng.randrange(5)}"):
                    there.append(line)
            case 1 if there:
                places.wait(rng.choice(there), rng.choice(list(Waiting)))
            case 2 if there:
                places.leave(there.pop(rng.randrange(len(there))))
            case _:
                places.sweep()
        assert len(places) <= LIMITS.most
        assert places.num_owners <= 5
    for line in there:
        places.leave(line)
        places.leave(line)
    assert (len(places), places.num_owners, len(places._yielding)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("files", "most", "by_address"), [(16, 8, 4), (1024, 512, 128), (1 << 20, 8192, 1024)]
)
def test_limits_leave_descriptors_for_other_things(files: int, most: int, by_address: int) -> None:
    """For files, the referee, and connections that are taken before others are closed."""
    limits = ConnectionLimits.of_files(files)
    assert (limits.most, limits.by_address) == (most, by_address)


def _record(text: str, *arguments: object, name: str = "asyncio") -> logging.LogRecord:
    return logging.LogRecord(name, logging.ERROR, "", 0, text, arguments, None)


def test_a_line_is_written_a_few_times_a_minute() -> None:
    """What differs from visitor to visitor does not make it another line."""
    time = Time()
    lines = RareLines(time)
    full = "socket.accept() out of system resource\nsocket: <fd {}>"
    written = [lines.filter(_record(full.format(number))) for number in range(100)]
    assert written == [True] * FEW + [False] * 95
    assert lines.filter(_record("another %s", 1))
    time.s += 60
    later = _record(full.format(7))
    assert lines.filter(later)
    assert later.getMessage().endswith("(and 95 more before, which were not written)")


def test_lines_that_are_told_apart_are_bounded() -> None:
    """A line whose text is a visitor's costs no memory either."""
    lines = RareLines(Time())
    for number in range(1000):
        lines.filter(_record(f"line {number}"))
    assert len(lines._seen) == 200
