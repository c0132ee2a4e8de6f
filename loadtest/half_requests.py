"""`python -m loadtest.half_requests`: are visitors of an arena answered while others hold its connections?

An arena (the website for spectators) is started with few file descriptors. Many connections are
opened that send half a request, nothing, or half a body; those that the arena closes are opened
again. Meanwhile a visitor asks for the first page over and over, each time on a new connection,
from a separate address or from the address of the other connections.

    python -m loadtest.half_requests --connections 1500 --files 1024 --seconds 45
    python -m loadtest.half_requests --kind body --visitor 127.0.0.1
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["Holders", "arena_of_few_files"]

PAGE = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
POST = (
    b"POST /api/enter HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\n"
    b"content-type: application/json\r\ncontent-length: 4000\r\n\r\n{"
)
KINDS = {"half": PAGE[:20], "silent": b"", "body": POST}
ANSWER_S = 10.0
"""Highest number of seconds that the visitor waits for a page."""


class Holders:
    """Connections that are opened to keep an arena busy.

    Args:
        port: Port on this machine on which the arena listens.
        sent: Bytes that each connection sends.
    """

    def __init__(self, port: int, sent: bytes) -> None:
        self._port, self._sent = port, sent
        self.open = 0
        """Number of connections that are open now."""
        self.closed = 0
        """Number of times that the arena has closed a connection."""

    async def hold(self) -> None:
        """Hold one connection, and open it again when the arena closes it, until cancelled."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                self.open += 1
                try:
                    writer.write(self._sent)
                    while await reader.read(4096):
                        pass
                finally:
                    self.open -= 1
                    self.closed += 1
                    writer.transport.abort()
            await asyncio.sleep(0.5)


@contextlib.contextmanager
def arena_of_few_files(files: int, errors: Path) -> Iterator[int]:
    """Run an arena while the context is open, and yield its port.

    The arena may have at most `files` files open.

    Args:
        files: Limit of file descriptors, which the arena can't raise.
        errors: File to which the arena's log is written.
    """
    command = [sys.executable, "-P", "-m", "referee_arena", "serve", "--listen", "127.0.0.1:0"]
    command += ["--referee", "127.0.0.1:9"]
    with (
        errors.open("wb") as log,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
        ) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^:]+:(\d+)/", process.stdout.readline())
            assert found is not None
            yield int(found[1])
        finally:
            process.terminate()


async def _answered_s(port: int, visitor: str) -> float | None:
    """Return the seconds until a visitor has the arena's first page; None if the visitor gets no page.

    Args:
        port: Port on this machine on which the arena listens.
        visitor: IP address from which the visitor connects.
    """
    begun = time.perf_counter()
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(visitor, 0)
            )
            try:
                writer.write(PAGE)
                if (await reader.read()).startswith(b"HTTP/1.1 200"):
                    return time.perf_counter() - begun
            finally:
                writer.transport.abort()
    return None


async def _run(port: int, kind: str, connections: int, seconds: float, visitor: str) -> None:
    holders = Holders(port, KINDS[kind])
    tasks = [asyncio.create_task(holders.hold()) for _ in range(connections)]
    times: list[float | None] = []
    most = 0
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        times.append(await _answered_s(port, visitor))
        most = max(most, holders.open)
        await asyncio.sleep(0.2)
    answered = [each for each in times if each is not None]
    print(f"{kind}: {connections} connections for {seconds:g} s; {most} were open at once")
    print(f"  closed by the arena: {holders.closed}; open at the end: {holders.open}")
    print(f"  visitor: {len(answered)} of {len(times)} requests answered", end="")
    if answered:
        print(f", median {1000 * statistics.median(answered):.0f} ms, ", end="")
        print(f"longest {1000 * max(answered):.0f} ms", end="")
    print()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    """Run the experiment with the arguments of the command line, and print the visitor's figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=list(KINDS), default="half")
    parser.add_argument("--connections", type=int, default=1500)
    parser.add_argument("--files", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--visitor", default="127.0.0.2", help="its address on this machine")
    options = parser.parse_args()
    # This process holds the other ends of all connections, each of which is an open file.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="half-requests-") as folder:
        log = Path(folder) / "log"
        with arena_of_few_files(options.files, log) as port:
            asyncio.run(
                _run(port, options.kind, options.connections, options.seconds, options.visitor)
            )
        lines = log.read_bytes().count(b"\n")
        tracebacks = log.read_bytes().count(b"Traceback")
        print(f"  log of the arena: {lines} lines, {tracebacks} tracebacks")


if __name__ == "__main__":
    main()
