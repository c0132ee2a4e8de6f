"""Programs that want more than they may have, within limits and, so that each test can fail, without."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.tournaments.sandboxes import is_root, needs_sandbox, problem_with_groups, sandbox_of
from tests.tournaments.supervising import run_code, supervising
from tournaments.processes.client import NO_LIMITS, Exit
from tournaments.spec.limits import Limits, Usage, breach, shown_size

MIB = 1024 * 1024
KINDS = ["none", pytest.param("bubblewrap", marks=needs_sandbox)]

pytestmark = pytest.mark.parametrize("kind", KINDS)


async def run(folder: Path, code: str, limits: Limits, kind: str) -> tuple[Exit, str, str]:
    """Run a Python program; how it ended, and what it wrote."""
    sandbox = sandbox_of(folder, scratch=256 * MIB) if kind == "bubblewrap" else ()
    ran = await run_code(folder, code, limits=limits, sandbox=sandbox)
    return ran.ended, ran.out, ran.err


async def test_memory_of_one_process(tmp_path: Path, kind: str) -> None:
    """It gets no more from the kernel, and says so itself."""
    code = "bytearray(600_000_000); print('had it')"
    ended, out, err = await run(tmp_path, code, Limits(memory=512 * MIB), kind)
    assert (ended.code, ended.limit, out) == (1, None, "")
    assert err.endswith("MemoryError\n")
    ended, out, _ = await run(tmp_path, code, NO_LIMITS, kind)
    assert (ended.code, out) == (0, "had it\n")


HOARDERS = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        mine = bytearray(b"x" * 100_000_000)
        time.sleep(1000)
for _ in range(6):
    os.wait()
"""


async def test_memory_of_all_processes(tmp_path: Path, kind: str) -> None:
    """Six processes that stay below the limit each are killed for what they hold together."""
    ended, _, _ = await run(tmp_path, HOARDERS, Limits(memory=500 * MIB), kind)
    assert ended.code == -9
    assert ended.limit is not None
    assert ended.limit.startswith("it held ")
    assert ended.limit.endswith(" of memory, its limit is 500 MiB")
    assert str(ended).startswith(f"killed, {ended.limit}, after ")


BOMB = """
import os, time
made = 0
for _ in range(100):
    try:
        if os.fork() == 0:
            time.sleep(1000)
    except BlockingIOError:
        break
    made += 1
print(made, flush=True)
time.sleep(1000 if made < 100 or %r else 0)
os.killpg(0, 9)
"""


async def test_a_fork_bomb(tmp_path: Path, kind: str) -> None:
    """It is held back where the kernel counts by group or by sandbox, or killed as a whole."""
    limits = Limits(processes=40)
    async with supervising() as supervisor:
        process = await supervisor.run(
            [sys.executable, "-c", BOMB % True],
            cwd=tmp_path,
            env={},
            log=tmp_path / "program",
            limits=limits,
            sandbox=sandbox_of(tmp_path) if kind == "bubblewrap" else (),
        )
        # It may be found out, and killed, before it has made all its processes and says so.
        while not (out := (tmp_path / "program.stdout").read_text()) and not process.ended.done():
            await asyncio.sleep(0.01)
        if not problem_with_groups() or (kind == "bubblewrap" and not is_root()):
            assert out == "39\n"
        else:
            ended = await process.ended
            assert ended.code == -9
            assert ended.limit is not None
            assert ended.limit.endswith("processes and threads, its limit is 40")


async def test_no_limit_of_processes(tmp_path: Path, kind: str) -> None:
    """Without a limit, the same program gets all it wants, and lives."""
    ended, out, _ = await run(tmp_path, BOMB % False, NO_LIMITS, kind)
    assert (ended.limit, out) == (None, "100\n")


SOCKETS = """
import socket, time
pairs = [socket.socketpair() for _ in range(%d)]
print("had them", flush=True)
time.sleep(%d)
"""


async def test_sockets(tmp_path: Path, kind: str) -> None:
    """What waits in them is memory of no process: many count, and a few do not.

    The few are held for some looks of the supervisor's, so that a wrong count would be seen; how many
    looks those are decides nothing else.
    """
    if kind == "none":
        pytest.skip("without a sandbox nobody tells whose they are")
    ended, _, _ = await run(tmp_path, SOCKETS % (400, 1000), Limits(memory=128 * MIB), kind)
    assert ended.code == -9
    assert ended.limit is not None
    assert ended.limit.startswith("it held ")
    ended, out, _ = await run(tmp_path, SOCKETS % (25, 2), Limits(memory=128 * MIB), kind)
    assert (ended.code, ended.limit, out) == (0, None, "had them\n")


@needs_sandbox
@pytest.mark.parametrize("place", ["/tmp", "/dev/shm"])
async def test_empty_files(tmp_path: Path, place: str, kind: str) -> None:
    """They take memory that no size tells of: so many, and it is killed. Elsewhere they are the disk's."""
    if kind == "none":
        pytest.skip("without a sandbox there is no place of its own")
    code = f"n = 0\nwhile True: open(f'{place}/{{n}}', 'w').close(); n += 1"
    ended, _, _ = await run(tmp_path, code, Limits(scratch=3000 * 1024), kind)
    assert ended.code == -9
    assert ended.limit is not None
    assert re.fullmatch(
        r"it had \d+ files and folders in /tmp or /dev/shm, its limit is 3000", ended.limit
    )


@pytest.mark.slow
async def test_processor_time(tmp_path: Path, kind: str) -> None:
    """The signal is that of the limit; who ignores it is killed a second later."""
    code = "while True: pass"
    ended, _, _ = await run(tmp_path, code, Limits(cpu_s=1), kind)
    assert ended.code == -24
    assert 0.5 < ended.cpu_s < 3
    assert str(ended).startswith("signal 24 (CPU time limit exceeded) after ")
    deaf = f"import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\n{code}"
    ended, _, _ = await run(tmp_path, deaf, Limits(cpu_s=1), kind)
    assert (ended.code, ended.limit) == (-9, None)


async def test_output(tmp_path: Path, kind: str) -> None:
    """A flood is bounded on disk, and ends the program at its limit."""
    code = "import os\nwhile True: os.write(1, b'x' * 65536)"
    ended, out, _ = await run(tmp_path, code, Limits(output=8 * MIB), kind)
    assert (ended.code, ended.limit) == (-9, "it wrote more output than 8 MiB")
    assert len(out) < 2 * 64 * 1024 + 100


@pytest.mark.parametrize(
    ("code", "limits", "said"),
    [
        ("[open('/dev/null') for _ in range(100)]", Limits(open_files=64), "Too many open files"),
        (
            "import tempfile; tempfile.TemporaryFile().write(bytes(2_000_000))",
            Limits(file_size=MIB),
            "File too large",
        ),
    ],
)
async def test_files(tmp_path: Path, code: str, limits: Limits, said: str, kind: str) -> None:
    """Too many at once, or one too long, are errors that the program is told."""
    ended, _, err = await run(
        tmp_path, f"import sys; files = {code}" if "[" in code else code, limits, kind
    )
    assert ended.code == 1
    assert said in err
    ended, _, _ = await run(tmp_path, code, NO_LIMITS, kind)
    assert ended.code == 0


async def test_no_core(tmp_path: Path, kind: str) -> None:
    """A program within limits leaves no image of its memory."""
    code = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"
    _, out, _ = await run(tmp_path, code, NO_LIMITS, kind)
    assert out == "(0, 0)\n"


def test_words(kind: str) -> None:
    """What goes beyond a limit is told with both numbers; the sandbox's own processes are free."""
    del kind
    limits = Limits(memory=512 * MIB, processes=64)
    assert breach(limits, Usage(65, 512 * MIB)) is None
    assert breach(limits, Usage(66, 0)) == "it had 66 processes and threads, its limit is 64"
    assert breach(limits, Usage(1, 513 * MIB)) == "it held 513 MiB of memory, its limit is 512 MiB"
    assert breach(NO_LIMITS, Usage(10**6, 10**15)) is None
    assert [shown_size(size) for size in (5, 2048, 1536 * 1024, 3 * 1024**3)] == [
        "5 bytes",
        "2 KiB",
        "1.5 MiB",
        "3 GiB",
    ]
