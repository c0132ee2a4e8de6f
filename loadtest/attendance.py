"""`python -m loadtest.attendance`: what do hundreds of remote entries cost the referee that they attend?

Many helpers each hold one Attend stream to a referee and answer its pings, as `referee attend` does,
while nothing is played. Then each entry is assigned a seat, one after the other, and the time until
its helper has the seat is taken.

    python -m loadtest.attendance --streams 500 --seconds 30
"""

from __future__ import annotations

import asyncio
import hashlib
import statistics
import sys
import time
from collections.abc import Sequence

import grpc
import grpc.aio

from gamereferee.v1 import attend_service_pb2 as wire
from gamereferee.v1.attend_service_pb2_grpc import AttendServiceStub
from loadtest.flags import number_parser
from loadtest.local_referee import cpu_seconds_used, local_referee
from loadtest.target import Target
from loadtest.workers import Worker
from referee.capacity.processes import resident_bytes

__all__ = ["Helpers", "main"]

_SETTLE_S = 10.0
"""Seconds in which the handshakes of all streams are over."""
_ASSIGNING_S = 20.0
"""Seconds in which all entries are assigned a seat, and have it."""
_GAME = "diceman"
_ORGANIZER = "organizer"
"""Key of the organizer. Helpers present it as well: otherwise one machine may open 100 streams at once."""
_METADATA = (("authorization", f"Bearer {_ORGANIZER}"),)


class Helpers:
    """Helpers of remote entries, each with one connection and one Attend stream.

    Args:
        target: Address of the referee.
        keys: Key of each entry, by its name.
    """

    def __init__(self, target: Target, keys: dict[str, str]) -> None:
        self._target = target
        self._keys = keys

    async def open(self) -> None:
        """Connect all helpers, and wait until each was accepted."""
        self._seen_ns: dict[str, int] = {}
        self._channels = [self._target.aio_channel() for _ in self._keys]
        self._accepted = asyncio.Semaphore(0)
        self._tasks = [
            asyncio.create_task(self._attend(channel, entry, key))
            for channel, (entry, key) in zip(self._channels, self._keys.items(), strict=True)
        ]
        everybody = asyncio.create_task(self._wait_for_all())
        await asyncio.wait([everybody, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        self._check()

    async def _wait_for_all(self) -> None:
        for _ in self._keys:
            await self._accepted.acquire()

    def _check(self) -> None:
        """Raise the error of a stream that has ended, if one has."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def run(self, seconds: float) -> dict[str, int]:
        """Attend for some seconds; return when each seat came, by its token, in monotonic nanoseconds."""
        await asyncio.sleep(seconds)
        self._check()
        return self._seen_ns

    async def close(self) -> None:
        """Break all streams."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for channel in self._channels:
            await channel.close()

    async def _attend(self, channel: grpc.aio.Channel, entry: str, key: str) -> None:
        stream = AttendServiceStub(channel).Attend(metadata=_METADATA)
        hello = wire.AttendHello(key=key, entry=entry, room=wire.AttendRoom(at_once=1))
        await stream.write(wire.AttendRequest(hello=hello))
        async for response in stream:
            if response.HasField("accepted"):
                self._accepted.release()
            if response.HasField("ping"):
                pong = wire.AttendPong(number=response.ping.number)
                await stream.write(wire.AttendRequest(pong=pong))
            for seat in response.assignments:
                self._seen_ns[seat.token] = time.monotonic_ns()
        raise RuntimeError(f"the stream of {entry} has ended: {await stream.details()}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print two lines; return the exit status."""
    options = number_parser(
        "loadtest.attendance",
        __doc__,
        streams=(500, "entries that attend, an even number"),
        seconds=(30.0, "measured while nothing is played"),
    ).parse_args(arguments)
    keys = {f"entry{number}": _key(number) for number in range(options.streams)}
    with local_referee(flags=["--organizer-key", _ORGANIZER]) as referee:
        target = Target(referee.address, key=_ORGANIZER)
        with target.channel() as channel:
            organizer = AttendServiceStub(channel)
            before = _memory_kb(referee.pid)
            named = wire.SetAttendeesRequest(keys=list(map(_named, keys.items())))
            organizer.SetAttendees(named, metadata=_METADATA)
            with Worker(Helpers(target, keys)) as helpers:
                helpers.wait_until_open()
                helpers.begin(_SETTLE_S)
                helpers.finish()
                used = cpu_seconds_used(referee.pid)
                helpers.begin(options.seconds)
                helpers.finish()
                share = (cpu_seconds_used(referee.pid) - used) / options.seconds
                kept = (_memory_kb(referee.pid) - before) / options.streams
                print(
                    f"{options.streams} streams, nothing played: {100 * share:.1f} % of a core, "
                    f"{kept:.0f} kB of memory each",
                    flush=True,
                )
                helpers.begin(_ASSIGNING_S)
                assigned_ns = _assign(target, organizer, list(keys))
                seen_ns = helpers.finish()
    if missing := assigned_ns.keys() - seen_ns.keys():
        raise RuntimeError(f"{len(missing)} seats have not come within {_ASSIGNING_S:.0f} s")
    waits_ms = [(seen_ns[token] - at_ns) / 1e6 for token, at_ns in assigned_ns.items()]
    quantiles = statistics.quantiles(waits_ms, n=20)
    print(
        f"from AssignSeats to the helper: median {statistics.median(waits_ms):.1f} ms, "
        f"p95 {quantiles[-1]:.1f} ms, longest {max(waits_ms):.1f} ms"
    )
    return 0


def _assign(target: Target, organizer: AttendServiceStub, entries: Sequence[str]) -> dict[str, int]:
    """Assign a seat to each entry; return when, by token, in monotonic nanoseconds."""
    at_ns = {}
    with target.lobby() as lobby:
        for first, second in zip(entries[::2], entries[1::2], strict=True):
            made = lobby.create_match(_GAME)
            seats = [
                wire.AssignedSeat(entry=entry, token=token)
                for entry, token in zip((first, second), made.seat_tokens, strict=True)
            ]
            at_ns.update(dict.fromkeys(made.seat_tokens, time.monotonic_ns()))
            answer = organizer.AssignSeats(wire.AssignSeatsRequest(seats=seats), metadata=_METADATA)
            if answer.refused:
                raise RuntimeError(answer.refused[0].text)
    return at_ns


def _key(number: int) -> str:
    """Return the key of an entry: any 52 letters that no other entry has."""
    digits = f"{number:05d}".translate(str.maketrans("0123456789", "abcdefghij"))
    return f"gr_{digits:a>52}"


def _named(entry: tuple[str, str]) -> wire.AttendeeKey:
    name, key = entry
    return wire.AttendeeKey(key_sha256=hashlib.sha256(key.encode()).digest(), entries=[name])


def _memory_kb(pid: int) -> float:
    """Return the resident memory of a process in kB; raise RuntimeError on a system without /proc."""
    size = resident_bytes(pid)
    if size is None:
        raise RuntimeError("this system has no /proc")
    return size / 1e3


if __name__ == "__main__":
    sys.exit(main())
