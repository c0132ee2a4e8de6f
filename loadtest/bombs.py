"""`python -m loadtest.bombs`: how much can a bot in a sandbox take, and does it harm a rival?

A bomb is a program that uses up a resource. Each runs in its own sandbox, with the limits of a bot
in a tournament. At the same time a rival runs in another sandbox, which answers again and again
after a bit of work, and records the time of each answer. No referee is needed. Run it as root and
as an ordinary user: the kernel limits the two differently.

    python -m loadtest.bombs
    python -m loadtest.bombs --only fork-bomb spinning
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import os
import statistics
import sys
import tempfile
import textwrap
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tournaments.processes.cgroups import Groups
from tournaments.processes.client import SupervisedProcess, SupervisorClient
from tournaments.processes.sandbox import PathView, Sandbox, open_sandbox
from tournaments.spec.limits import Limits, shown_size, usages

__all__ = ["BOMBS", "main"]

MIB = 1024 * 1024
LIMITS = Limits(
    memory=512 * MIB,
    cpu_s=60,
    processes=64,
    open_files=256,
    file_size=16 * MIB,
    output=4 * MIB,
    scratch=8 * MIB,
)
"""Limits of resources for bombs and for rivals."""
_LOOK_S = 0.02
_FRAME = """
import ctypes, itertools, mmap, os, resource, signal, socket, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)

def spin():
    while True:
        pass

def forks(count):
    # Wherever the kernel has no more, tries go on, as those of a bomb do.
    for _ in range(count):
        try:
            if os.fork() == 0:
                return True
        except OSError:
            time.sleep(0.001)
    return False

def bomb():
%s

try:
    bomb()
except BaseException as error:
    print(f"{type(error).__name__}: {error}", flush=True)
time.sleep(1000)
"""
BOMBS: Mapping[str, str] = {
    "memory": "kept = [b'x' * 1_000_000 for _ in range(3000)]; time.sleep(1000)",
    "memory-of-children": """
        forks(60)
        mine = bytearray(b'x' * 50_000_000)
        """,
    "shared-mapping": """
        with mmap.mmap(-1, 3 << 30) as shared:
            for at in range(0, len(shared), 4096):
                shared[at] = 1
        """,
    "memory-file": """
        file = os.memfd_create('hoard')
        for _ in range(3000):
            os.write(file, bytes(1_000_000))
        """,
    "shared-memory-of-system-v": """
        for _ in range(300):
            shared = libc.shmget(0, 10_000_000, 0o600)
            if shared < 0:
                raise OSError(ctypes.get_errno(), 'shmget')
            libc.shmat.restype = ctypes.c_void_p
            where = libc.shmat(shared, None, 0)
            ctypes.memset(where, 1, 10_000_000)
            libc.shmdt(ctypes.c_void_p(where))
        """,
    "shared-memory-of-posix": """
        for number in itertools.count():
            with open(f'/dev/shm/{number}', 'wb') as file:
                file.write(bytes(1_000_000))
        """,
    "temporary-files": """
        for number in itertools.count():
            with open(f'/tmp/{number}', 'wb') as file:
                file.write(bytes(1_000_000))
        """,
    "empty-files": """
        for number in range(300_000):
            open(f'/tmp/{number}', 'w').close()
        """,
    "folders": """
        for number in range(300_000):
            os.mkdir(f'/dev/shm/{number}')
        """,
    "links": """
        for number in range(300_000):
            os.symlink('x' * 4000, f'/tmp/{number}')
        """,
    "full-pipes": """
        def fill():
            import fcntl
            for _ in range(100):
                _, end = os.pipe()
                os.set_blocking(end, False)
                try:
                    fcntl.fcntl(end, 1031, 1 << 20)
                except OSError:
                    pass
                try:
                    while os.write(end, bytes(65536)):
                        pass
                except BlockingIOError:
                    pass
        forks(60)
        fill()
        """,
    "full-sockets": """
        forks(60)
        for _ in range(100):
            near, far = socket.socketpair()
            near.setblocking(False)
            near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
            try:
                while near.send(bytes(65536)):
                    pass
            except BlockingIOError:
                pass
            globals()[str(near.fileno())] = near, far
        """,
    "descriptors": """
        kept = [open('/dev/null') for _ in range(1_000_000)]
        """,
    "threads": """
        threading.stack_size(65536)
        for _ in range(10_000):
            try:
                threading.Thread(target=time.sleep, args=(1000,)).start()
            except RuntimeError:
                time.sleep(0.001)
        """,
    "fork-bomb": """
        while True:
            forks(1000)
        """,
    "fork-bomb-of-daemons": """
        while True:
            if forks(1):
                os.setsid()
        """,
    "spinning": """
        forks(60)
        spin()
        """,
    "spinning-in-sessions": """
        if forks(60):
            os.setsid()
        spin()
        """,
    "spinning-first": """
        forks(60)
        try:
            os.setpriority(os.PRIO_PROCESS, 0, -20)
        except OSError as error:
            print(error)
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
        except OSError as error:
            print(error, flush=True)
        spin()
        """,
    "output": """
        while True:
            os.write(1, bytes(65536))
        """,
    "signals-to-all": """
        os.kill(-1, signal.SIGKILL)
        """,
}
"""Bombs by name: the body of a function that uses up a resource."""
_RIVAL = """
import time
while True:
    time.sleep(0.02)
    began = time.monotonic()
    sum(range(300_000))
    print(time.monotonic() - began, flush=True)
"""
"""Program of the rival: it answers with the time of about 3 ms of work, again and again."""


@dataclasses.dataclass
class Figures:
    """Resources that one bomb used, how it ended, and times of its rival's answers meanwhile."""

    tasks: int = 0
    """Highest number of processes and threads that the bomb had at once."""
    memory: int = 0
    """Highest number of bytes by which the machine's available memory fell."""
    answers: list[float] = dataclasses.field(default_factory=list)
    """Seconds that each answer of the rival took."""
    said: str = ""
    """First line that the bomb printed, shortened."""
    end: str = "lives"
    """How the bomb ended before it was stopped; `lives` if it did not end."""


def _available() -> int:
    """Return the bytes of memory that the machine has available."""
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    raise OSError("/proc/meminfo does not say what is available")


class _Ring:
    """Runs bombs (programs that use up a resource) in sandboxes, each with a rival that answers."""

    def __init__(self, folder: Path, sandbox: Sandbox, seconds: float) -> None:
        self._folder = folder
        self._seconds = seconds
        self._sandbox = sandbox.command({folder: PathView.READABLE}, cwd=folder)

    async def _start(self, supervisor: SupervisorClient, name: str, code: str) -> SupervisedProcess:
        return await supervisor.run(
            [sys.executable, "-c", code],
            cwd=self._folder,
            env={},
            log=self._folder / name,
            limits=LIMITS,
            sandbox=self._sandbox,
        )

    async def explode(self, body: str | None) -> Figures:
        """Run a bomb while a rival plays, and return the measurements.

        Args:
            body: Python code of the bomb; None runs the rival alone.
        """
        figures, supervisor = Figures(), SupervisorClient.start()
        await supervisor.connect()
        try:
            await self._start(supervisor, "rival", _RIVAL)
            # The rival's interpreter starts, and must not count as the bomb's memory.
            await asyncio.sleep(0.5)
            before, skipped = _available(), len(self._answers())
            bomb = None
            if body is not None:
                code = _FRAME % textwrap.indent(textwrap.dedent(body).strip(), "    ")
                bomb = await self._start(supervisor, "bomb", code)
            ends = time.monotonic() + self._seconds
            while time.monotonic() < ends and not (bomb and bomb.ended.done()):
                figures.memory = max(figures.memory, before - _available())
                if bomb is not None:
                    figures.tasks = max(figures.tasks, usages({0: bomb.pid})[0].tasks)
                await asyncio.sleep(_LOOK_S)
            figures.answers = self._answers()[skipped:]
            if bomb is not None:
                if bomb.ended.done():
                    figures.end = str(bomb.ended.result())
                with contextlib.suppress(FileNotFoundError):
                    said = (
                        (self._folder / "bomb.stdout").read_bytes()[:200].decode("ascii", "replace")
                    )
                    figures.said = (said.split("\n") or [""])[0].strip("\0")[:60]
        finally:
            await supervisor.close()
        return figures

    def _answers(self) -> list[float]:
        with contextlib.suppress(FileNotFoundError):
            lines = (self._folder / "rival.stdout").read_text().split("\n")
            # The last line may be written in part.
            return [float(line) for line in lines[:-1]]
        return []


async def _run(names: Sequence[str], seconds: float) -> None:
    sandbox = open_sandbox(scratch=LIMITS.scratch or 0)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        ring = _Ring(Path(folder), sandbox, seconds)
        for name in [None, *names]:
            for log in Path(folder).iterdir():
                log.unlink()
            figures = await ring.explode(None if name is None else BOMBS[name])
            print(_row(name or "nothing", figures), flush=True)


def _row(name: str, figures: Figures) -> str:
    times = sorted(figures.answers)
    middle = worst = 0.0
    if times:
        middle, worst = statistics.median(times) * 1000, times[int(len(times) * 0.95)] * 1000
    return (
        f"| {name} | {figures.tasks} | {shown_size(max(0, figures.memory))} | {middle:.1f}"
        f" | {worst:.1f} | {figures.end} | {figures.said} |"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the bombs and print a table of the measurements.

    Args:
        arguments: Arguments of the command line; None means those of this process.
    """
    parser = argparse.ArgumentParser(prog="python -m loadtest.bombs", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=BOMBS, default=list(BOMBS), metavar="BOMB")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each may go on")
    options = parser.parse_args(arguments)
    groups = Groups.found()
    group = groups.make(LIMITS, is_enclosed=False)
    groups.remove(group)
    held = "no group of the kernel's" if group is None else "a group of the kernel's for each bot"
    print(f"user {os.geteuid()}, {held}, {os.cpu_count()} processors")
    print("| bomb | most tasks | memory | answer, ms | 95 % | end | said |")
    print("|---|---|---|---|---|---|---|")
    asyncio.run(_run(options.only, options.seconds))


if __name__ == "__main__":
    main()
