"""`python -m loadtest.floods`: how well does a referee withstand callers that ask for too much?

Each flood of calls is sent to a separate referee that has an organizer key, which the flood does
not know. Meanwhile another caller connects again and again and asks for the list of games; the time
that takes is printed, too.

    python -m loadtest.floods
    python -m loadtest.floods --only resets half-open
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import resource
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    play_service_pb2,
    replay_service_pb2,
    spectate_service_pb2,
)
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from gamereferee.v1.replay_service_pb2_grpc import ReplayServiceStub
from gamereferee.v1.spectate_service_pb2_grpc import SpectateServiceStub
from loadtest import http2
from loadtest.local_referee import LocalReferee, local_referee
from loadtest.target import Target
from loadtest.watchers import CONFIG, Duel
from loadtest.workers import Worker
from referee_client.lobby import time_control

__all__ = ["FLOODS", "Flood"]

KEY = "load-test"
LIST_GAMES = "/gamereferee.v1.LobbyService/ListGames"
MAX_MATCHES = 300

Figures = dict[str, float]

_FRESH = multiprocessing.get_context("spawn")
_WARM = 10
"""Number of calls before a flood begins, which do not count."""


class Flood:
    """A referee under a flood of calls, with measurements of it.

    Args:
        referee: The referee's process.
        port: Port of this machine on which the referee listens.
        seconds: Length in seconds of those floods that have no fixed number of calls.
    """

    def __init__(self, referee: LocalReferee, port: int, seconds: float) -> None:
        self.referee = referee
        self.port = port
        self.seconds = seconds
        self.organizer = Target(referee.address, key=KEY)

    def channel(self) -> grpc.aio.Channel:
        """Return a separate connection to the referee, without the key."""
        return grpc.aio.insecure_channel(
            self.referee.address, options=[("grpc.use_local_subchannel_pool", 1)]
        )

    def memory_mb(self) -> float:
        """Return the resident memory of the server's process in MB."""
        status = Path(f"/proc/{self.referee.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1e3

    @contextlib.contextmanager
    def probed(self, figures: Figures) -> Iterator[None]:
        """In the `with` block, have another caller connect and ask for the games, again and again.

        The median and the worst time of its calls are added to the figures.
        """
        pipe, theirs = _FRESH.Pipe()
        process = _FRESH.Process(target=_ask, args=(theirs, self.port), daemon=True)
        process.start()
        pipe.recv()
        try:
            yield
        finally:
            pipe.send(None)
            took: list[float] = pipe.recv()
            process.join()
        figures["others' calls, median ms"] = statistics.median(took)
        figures["others' calls, worst ms"] = max(took)

    @contextlib.contextmanager
    def played(self, figures: Figures) -> Iterator[None]:
        """In the `with` block, play a match of bots that answer at once.

        The median times of its steps, before and in the block, are added to the figures.
        """
        with self.organizer.lobby() as lobby:
            made = lobby.create_match(
                "diceman", config=CONFIG, time_control=time_control(60.0, strikes=0)
            )
        local = Target(self.referee.address)
        with Worker(Duel(local, list(made.seat_tokens))) as duel:
            duel.wait_until_open()
            duel.begin(1.0)
            figures["a match's step before, us"] = 1e3 * statistics.median(duel.finish())
            duel.begin(self.seconds)
            yield
            figures["a match's step then, us"] = 1e3 * statistics.median(duel.finish())


def _ask(pipe: Connection, port: int) -> None:
    """Ask for games on new connections until the pipe says stop; send the milliseconds of all calls.

    It runs in a separate process. `port` is the server's.
    """
    took = list[float]()
    while not pipe.poll():
        begun = time.monotonic()
        options = [("grpc.use_local_subchannel_pool", 1)]
        with grpc.insecure_channel(f"127.0.0.1:{port}", options=options) as channel:
            call: Any = channel.unary_unary(LIST_GAMES)
            with contextlib.suppress(grpc.RpcError):
                call(b"", timeout=60, wait_for_ready=True)
        took.append(1e3 * (time.monotonic() - begun))
        if len(took) == _WARM:
            pipe.send(None)
        time.sleep(0.02)
    pipe.send(took[_WARM:] or [0.0])


def enqueue(flood: Flood) -> Figures:
    """Flood by 2,000 anonymous callers that take all places: each enqueues, joins, and resigns at once.

    Afterwards the organizer creates matches, to count the places that are still free. Return the
    figures by label.
    """
    figures: Figures = {"tried": 2000}
    made, refused = set[str](), 0

    async def one(channel: grpc.aio.Channel, number: int, *, ends: bool) -> None:
        nonlocal refused
        stub: Any = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        try:
            request = lobby_service_pb2.EnqueueRequest(game="diceman", player=f"p{number}")
            answer = await stub.Enqueue(request, timeout=flood.seconds)
        except grpc.aio.AioRpcError:
            refused += 1
            return
        made.add(answer.match_id)
        if ends:
            call = PlayServiceStub(channel).Play()
            await call.write(
                play_service_pb2.PlayRequest(joins=[play_service_pb2.Join(token=answer.seat_token)])
            )
            resign = play_service_pb2.Resign(match_id=answer.match_id, seat=answer.seat)
            await call.write(play_service_pb2.PlayRequest(resigns=[resign]))
            with contextlib.suppress(grpc.aio.AioRpcError, TimeoutError):
                async with asyncio.timeout(flood.seconds):
                    while isinstance(await call.read(), play_service_pb2.PlayResponse):
                        pass

    async def run() -> None:
        channels = [flood.channel() for _ in range(20)]
        async with asyncio.TaskGroup() as group:
            for number in range(2000):
                group.create_task(one(channels[number % 20], number, ends=number % 4 < 2))
        for channel in channels:
            await channel.close()

    with flood.probed(figures):
        asyncio.run(run())
    with flood.organizer.lobby() as lobby:
        places = 0
        with contextlib.suppress(Exception):
            while places < MAX_MATCHES:
                lobby.create_match("diceman", time_control=time_control(10.0, strikes=0))
                places += 1
    return figures | {
        "refused": refused,
        "matches made": len(made),
        "places left to the organizer": places,
    }


def watch(flood: Flood) -> Figures:
    """Flood by 500 callers that watch one match with the view of one seat; return the figures by label."""
    figures: Figures = {"tried": 500}
    with flood.organizer.lobby() as lobby:
        match = lobby.create_match("diceman", time_control=time_control(60.0, strikes=0))
    tokens = list(match.seat_tokens)

    async def run() -> int:
        channels = [flood.channel() for _ in range(8)]
        play = PlayServiceStub(channels[0]).Play()
        joins = [play_service_pb2.Join(token=token) for token in tokens]
        await play.write(play_service_pb2.PlayRequest(joins=joins))
        request = spectate_service_pb2.WatchRequest(
            match_id=match.match.match_id, seat_token=tokens[0]
        )
        calls = [SpectateServiceStub(channels[n % 8]).Watch(request) for n in range(500)]
        results = await asyncio.gather(*(call.read() for call in calls), return_exceptions=True)
        for channel in channels:
            await channel.close()
        return sum(isinstance(r, spectate_service_pb2.WatchResponse) for r in results)

    with flood.probed(figures):
        admitted = asyncio.run(run())
    return figures | {"admitted": admitted}


def replays(flood: Flood) -> Figures:
    """Flood by 2,000 calls for a large replay, of which nothing is read; return the figures by label."""
    figures: Figures = {"tried": 2000}
    match_id = _large_replay(flood)
    before = flood.memory_mb()

    async def run() -> tuple[int, float]:
        channels = [flood.channel() for _ in range(20)]
        request = replay_service_pb2.GetReplayRequest(match_id=match_id)
        calls = [ReplayServiceStub(channels[n % 20]).GetReplay(request) for n in range(2000)]
        await asyncio.sleep(flood.seconds)
        most = flood.memory_mb()
        admitted = sum(not call.done() for call in calls)
        for call in calls:
            call.cancel()
        for channel in channels:
            await channel.close()
        return admitted, most

    with flood.probed(figures):
        admitted, most = asyncio.run(run())
    return figures | {"admitted": admitted, "memory before, MB": before, "memory then, MB": most}


def _large_replay(flood: Flood) -> str:
    """Put a replay of some megabytes into the server's folder; return the match's id."""
    from referee.replay.closing import close_journal
    from referee.replay.journal import JournalWriter

    match_id = "largereplay"
    folder = flood.referee.data_dir
    journal = folder / f"{match_id}.journal"
    writer = JournalWriter(journal)
    from gamereferee.v1 import replay_pb2

    writer.append(
        replay_pb2.Record(
            header=replay_pb2.HeaderRecord(match_id=match_id, num_seats=2)
        ).SerializeToString()
    )
    for number in range(4000):
        action = replay_pb2.ActionRecord(turn=number, payload=number.to_bytes(4, "big") * 500)
        step = replay_pb2.StepRecord(actions=[action])
        writer.append(replay_pb2.Record(step=step).SerializeToString())
    writer.append(replay_pb2.Record(end=replay_pb2.EndRecord()).SerializeToString())
    writer.flush()
    writer.close()
    close_journal(journal, folder / "replays" / f"{match_id}.replay")
    return match_id


def half_open(flood: Flood) -> Figures:
    """Flood by 1,100 connections that send nothing; return the figures by label."""
    return _silent(flood, 1100)


def many_half_open(flood: Flood) -> Figures:
    """Flood by 8,000 connections that send nothing; return the figures by label."""
    return _silent(flood, 8000)


def _silent(flood: Flood, count: int) -> Figures:
    figures: Figures = {"tried": count}
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # This process needs a descriptor for each connection, too.
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with flood.probed(figures):
        address = "127.0.0.1", flood.port
        sockets = [socket.create_connection(address, timeout=60) for _ in range(count)]
        time.sleep(flood.seconds)
    alive = 0
    for each in sockets:
        each.setblocking(False)
        try:
            while each.recv(4096):
                pass
        except BlockingIOError:
            alive += 1
        except OSError:
            pass
        each.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return figures | {"still open afterwards": alive}


def resets(flood: Flood) -> Figures:
    """Flood by calls of Play that are opened and cancelled as fast as possible; return the figures by label."""
    return _frames(
        flood,
        lambda stream: (
            http2.call_headers(stream, "/gamereferee.v1.PlayService/Play") + http2.reset(stream)
        ),
    )


def pings(flood: Flood) -> Figures:
    """Flood by HTTP/2 pings, sent as fast as possible; return the figures by label."""
    return _frames(flood, lambda _: http2.ping())


def _frames(flood: Flood, of: Callable[[int], bytes]) -> Figures:
    """Send frames from four connections as fast as possible; return the figures by label.

    A connection that the server closes is opened again.

    Args:
        flood: The referee under attack.
        of: Returns the frames to send for the HTTP/2 stream with a number.
    """
    figures: Figures = {}
    sent, closed = [0] * 4, [0] * 4
    end = time.monotonic() + flood.seconds

    def pour(index: int) -> None:
        while time.monotonic() < end:
            with socket.create_connection(("127.0.0.1", flood.port), timeout=60) as connection:
                connection.settimeout(1.0)
                connection.sendall(http2.PREFACE + http2.settings() + http2.settings_ack())
                # What the server sends has to be read, or its full buffers would stop the flood.
                reading = threading.Thread(target=_drain, args=(connection,), daemon=True)
                reading.start()
                stream = 1
                with contextlib.suppress(OSError):
                    while time.monotonic() < end:
                        block = b"".join(of(stream + 2 * n) for n in range(50))
                        connection.sendall(block)
                        # A client's streams have odd numbers: fifty calls use up a hundred of them.
                        stream += 100
                        sent[index] += 50
                closed[index] += time.monotonic() < end

    with flood.probed(figures), flood.played(figures):
        threads = [threading.Thread(target=pour, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return {"sent": sum(sent), "connections closed for it": sum(closed)} | figures


def _drain(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            try:
                if not connection.recv(65536):
                    return
            except TimeoutError:
                continue


FLOODS: dict[str, Callable[[Flood], Figures]] = {
    "enqueue": enqueue,
    "watch": watch,
    "replays": replays,
    "half-open": half_open,
    "many-half-open": many_half_open,
    "resets": resets,
    "pings": pings,
}
"""All floods by name; each returns its figures by label."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the floods that these command-line arguments name, print their figures, and return 0."""
    options = _parser().parse_args(arguments)
    for name in options.only or FLOODS:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        flags = ["--listen", f"127.0.0.1:{port}", "--organizer-key", KEY]
        flags += ["--max-matches", str(MAX_MATCHES)]
        if options.workers:
            flags += ["--workers", str(options.workers)]
        with local_referee(flags=flags) as referee:
            figures = FLOODS[name](Flood(referee, port, options.seconds))
        print(f"{name}: {(FLOODS[name].__doc__ or '').splitlines()[0]}")
        for label, value in figures.items():
            print(f"    {label:32} {value:10,.0f}", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.floods", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=FLOODS, help="these of the floods")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a flood (%(default)s)")
    parser.add_argument("--workers", type=int, help="workers of the referee")
    return parser


if __name__ == "__main__":
    sys.exit(main())
