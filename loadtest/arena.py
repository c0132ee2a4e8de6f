"""`python -m loadtest.arena`: what do spectators in browsers cost a match?

Matches of two bots are played one after the other on one referee, alternately with and without the
spectators of an arena. Each spectator reads a stream, some of them only a byte a second. The step
time is the time that the bots see from one turn to the next.

    python -m loadtest.arena --watchers 200 --slow 20
    python -m loadtest.arena --watchers 200 --slow 20 --think-ms 20
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gamereferee.v1 import play_service_pb2 as wire
from loadtest.flags import number_parser
from loadtest.local_referee import local_referee
from loadtest.target import Target
from loadtest.watchers import CONFIG, GAME, Duel, Played, compare
from loadtest.workers import Worker
from referee_client.lobby import time_control

__all__ = ["Browsers", "ThinkingDuel", "arena_process", "seconds_to_end"]


class ThinkingDuel(Duel):
    """Both bots of a match, which wait for a while before each answer.

    Args:
        target: Address of the referee, with key and roots.
        tokens: Tokens of the match's seats.
        think_s: Seconds to wait before each answer.
    """

    def __init__(self, target: Target, tokens: Sequence[str], think_s: float) -> None:
        super().__init__(target, tokens)
        self._think_s = think_s

    async def answers(self, turns: Sequence[wire.Turn]) -> wire.PlayRequest:
        """Return the answers to turns, after waiting."""
        if turns and self._think_s:
            await asyncio.sleep(self._think_s)
        return await super().answers(turns)


class Browsers:
    """Spectators that read the arena's stream of a match.

    Args:
        port: Port on this machine on which the arena listens.
        match_id: Identifier of the match to watch.
        count: Number of spectators.
        slow: Number of these spectators that read only one byte a second.
    """

    def __init__(self, port: int, match_id: str, count: int, slow: int) -> None:
        self._port = port
        self._path = f"/api/matches/{match_id}/public"
        self._count, self._slow = count, slow

    async def open(self) -> None:
        """Connect all spectators, and check that the arena accepts them."""
        self._streams = [await self._stream() for _ in range(self._count)]

    async def run(self, seconds: float) -> int:
        """Read for some seconds.

        Return the number of frames that all spectators together received.
        """
        self._seen = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for number, (reader, _) in enumerate(self._streams):
                    read = self._crawl if number < self._slow else self._read
                    group.create_task(read(reader))
        return self._seen

    async def close(self) -> None:
        """Disconnect all spectators."""
        for _, writer in self._streams:
            writer.close()

    async def _stream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=4096)
        head = f"GET {self._path}/stream?from=0 HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
        writer.write(head.encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise RuntimeError(f"the arena answers {status.decode().strip()}")
        return reader, writer

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(65536):
            self._seen += data.count(b"\nevent: ")

    async def _crawl(self, reader: asyncio.StreamReader) -> None:
        while await reader.read(1):
            await asyncio.sleep(1)


@contextlib.contextmanager
def arena_process(address: str, *words: str) -> Iterator[int]:
    """Run an arena for a referee while the context is open, and yield its port.

    Further words are added to the arena's command line.
    """
    command = [sys.executable, "-P", "-m", "referee_arena", "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(
        [*command, "--referee", address, *words], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        if found is None:
            raise RuntimeError("the arena does not start")
        try:
            yield int(found[1])
        finally:
            process.terminate()


def seconds_to_end(
    process: subprocess.Popen[str], new_page: Callable[[], Any], address: str, ids: Sequence[str]
) -> float:
    """Open pages of live matches, send Ctrl-C to a process, and return the seconds until it has ended.

    Args:
        process: The arena, or the run that has one.
        new_page: Returns a new page of a browser; its caller closes it.
        address: Address of the arena.
        ids: Ids of the matches, each of which gets a page.
    """
    pages = [new_page() for _ in ids]
    for page, match in zip(pages, ids, strict=True):
        page.goto(f"{address}/match/{match}")
        page.wait_for_selector(".air.on-air", timeout=120_000)
    pages[0].wait_for_timeout(1000)  # streams are open
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait()
    return time.monotonic() - begun


def _play(target: Target, port: int, options: argparse.Namespace, watchers: int) -> Played:
    with target.lobby() as lobby:
        made = lobby.create_match(GAME, config=CONFIG, time_control=time_control(10.0, strikes=0))
        with contextlib.ExitStack() as stack:
            bots = ThinkingDuel(target, list(made.seat_tokens), options.think_ms / 1e3)
            duel = stack.enter_context(Worker(bots))
            duel.wait_until_open()
            browsers = None
            if watchers:
                hall = Browsers(port, made.match.match_id, watchers, options.slow)
                browsers = stack.enter_context(Worker(hall))
                browsers.wait_until_open()
                browsers.begin(options.seconds)
            duel.begin(options.seconds)
            played = Played(duel.finish(), browsers.finish() if browsers else 0)
        lobby.abort_match(made.match.match_id, "the load test is over")
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what spectators in browsers cost a match; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    with local_referee() as referee, arena_process(referee.address) as port:
        target = Target.from_environment(referee.address)

        def play(watchers: int) -> Played:
            time.sleep(0.5)  # the arena lets go of what it has shown
            return _play(target, port, options, watchers)

        compare(options, play)
    return 0


def _parser() -> argparse.ArgumentParser:
    return number_parser(
        "loadtest.arena",
        __doc__,
        watchers=(200, "spectators"),
        slow=(20, "who read a byte a second"),
        matches=(8, "pairs of matches"),
        seconds=(3.0, "of each match"),
        think_ms=(0.0, "of bots before each answer"),
    )


if __name__ == "__main__":
    sys.exit(main())
