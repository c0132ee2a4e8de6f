from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import come_true
from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone
from tests.tournaments.supervising import FORK_AND_LEAVE, supervising
from tournaments.processes.client import SupervisedProcess, SupervisorClient
from tournaments.processes.last_words import last_words
from tournaments.spec.errors import LaunchError, SupervisorGoneError


@pytest.fixture
def mark(tmp_path: Path) -> str:
    """A mark no other test has."""
    return f"{os.getpid()}-{tmp_path.name}"


async def run_python(
    supervisor: SupervisorClient, code: str, folder: Path, mark: str = ""
) -> SupervisedProcess:
    """Start a Python program whose output is kept in `folder`/program.*."""
    return await supervisor.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={MARK: mark, "COLOUR": "blue"},
        log=folder / "program",
    )


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A named pipe `ready` in the test's folder, to read what a program says of itself."""
    os.mkfifo(tmp_path / "ready")
    return tmp_path / "ready"


async def read(pipe: Path) -> str:
    """All that the next program to open the pipe writes to it."""
    return await asyncio.to_thread(pipe.read_text)


async def test_a_program_gets_folder_environment_and_input(tmp_path: Path) -> None:
    """It runs where and with what it was given, reads what it is fed, and its output is kept."""
    code = "import os, sys; print(os.getcwd(), os.environ['COLOUR'], sys.stdin.read(), end='')"
    async with supervising() as supervisor:
        process = await run_python(supervisor, code, tmp_path)
        process.feed("one\n")
        process.feed("two\n")
        process.end_input()
        ended = await process.ended
    assert ended.code == 0
    assert ended.cpu_s > 0
    assert ended.max_rss_kib > 0
    assert (tmp_path / "program.stdout").read_text() == f"{tmp_path} blue one\ntwo\n"
    assert (tmp_path / "program.stderr").read_text() == ""


async def test_more_input_than_a_pipe_holds(tmp_path: Path) -> None:
    """What a program has not read yet waits, and its input ends behind all of it."""
    code = "import sys; print(len(sys.stdin.read()))"
    async with supervising() as supervisor:
        process = await run_python(supervisor, code, tmp_path)
        process.feed("x" * 1_000_000)
        process.end_input()
        await process.ended
    assert (tmp_path / "program.stdout").read_text() == "1000000\n"


async def test_a_flood_of_output_is_bounded(tmp_path: Path) -> None:
    """Of two megabytes, the first and the last 64 KiB are kept."""
    code = "print('first'); print('x' * 2_000_000); print('last')"
    async with supervising() as supervisor:
        await (await run_python(supervisor, code, tmp_path)).ended
    kept = (tmp_path / "program.stdout").read_bytes()
    assert kept.startswith(b"first\n")
    assert kept.endswith(b"x\nlast\n")
    assert len(kept) < 2 * 64 * 1024 + 100


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("raise SystemExit(3)", 3),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV),
    ],
    ids=["exit status", "signal"],
)
async def test_how_a_program_ended(tmp_path: Path, code: str, status: int) -> None:
    """Exit statuses are told as they are, signals as negative numbers."""
    async with supervising() as supervisor:
        assert status == (await (await run_python(supervisor, code, tmp_path)).ended).code


async def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    """The error names the program, and the supervisor goes on."""
    async with supervising() as supervisor:
        with pytest.raises(LaunchError, match="no-such-program"):
            await supervisor.run(["no-such-program"], cwd=tmp_path, env={}, log=tmp_path / "a")
        assert (await (await run_python(supervisor, "pass", tmp_path)).ended).code == 0


async def test_a_caller_that_is_cancelled_leaves_no_program(tmp_path: Path, mark: str) -> None:
    """Nobody but the caller could stop a program that is about to start."""
    async with supervising() as supervisor:
        starting = asyncio.create_task(
            run_python(supervisor, "import time; time.sleep(1000)", tmp_path, mark)
        )
        await asyncio.sleep(0)  # it has sent the command, and can't have got the answer
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        # Commands are carried out in order: by now the first program has been started.
        await (await run_python(supervisor, "pass", tmp_path)).ended
        await come_true(lambda: not marked_processes(mark), "the program to end")


async def test_a_program_that_ignores_sigterm_is_killed(tmp_path: Path, ready: Path) -> None:
    """Stopping asks first and then insists."""
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "open('ready', 'w').write('deaf'); time.sleep(1000)"
    )
    async with supervising() as supervisor:
        process = await run_python(supervisor, code, tmp_path)
        assert await read(ready) == "deaf"
        process.stop(grace_s=0.05)
        assert (await process.ended).code == -signal.SIGKILL


async def test_what_a_program_leaves_behind_is_killed(
    tmp_path: Path, ready: Path, mark: str
) -> None:
    """A daemon that left group and session does not outlive its program."""
    async with supervising() as supervisor:
        process = await run_python(supervisor, FORK_AND_LEAVE, tmp_path, mark)
        daemon = int(await read(ready))
        await process.ended
        await asyncio.to_thread(wait_until_gone, daemon)
        assert marked_processes(mark) == set()
        assert (await (await run_python(supervisor, "pass", tmp_path)).ended).code == 0


async def test_closing_leaves_nothing(tmp_path: Path, ready: Path, mark: str) -> None:
    """When the runner lets go, every program and every child of one is gone."""
    async with supervising() as supervisor:
        waits = "import time; time.sleep(1000)"
        processes = [
            await run_python(supervisor, code, tmp_path, mark)
            for code in (waits, FORK_AND_LEAVE + "time.sleep(1000)", waits)
        ]
        assert int(await read(ready)) in marked_processes(mark)
        # While a process becomes its program, its environment can't be read.
        await come_true(lambda: len(marked_processes(mark)) >= 3, "all of them")
    assert marked_processes(mark) == set()
    assert processes[0].ended.result().code == -signal.SIGKILL


def test_the_supervisor_loads_the_standard_library_alone() -> None:
    """No gRPC, no threads of others, nothing that makes forking unsafe."""
    code = (
        "import sys, tournaments.processes.subreaper;"
        "print(*{name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    listing = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, env=env
    )
    # Names with an underscore belong to the interpreter and to editable installs.
    foreign = {name for name in listing.stdout.split() if not name.startswith("_")}
    assert foreign == {"tournaments"}


def test_last_words(tmp_path: Path) -> None:
    """The last lines of standard error, or of standard output if it said nothing there."""
    (tmp_path / "bot.stdout").write_text("a\nb\nc\n")
    (tmp_path / "bot.stderr").write_text("\n")
    assert last_words(tmp_path / "bot", lines=2) == ["b", "c"]
    (tmp_path / "bot.stderr").write_text("Traceback\nValueError\n")
    assert last_words(tmp_path / "bot", lines=1) == ["ValueError"]
    assert last_words(tmp_path / "none", lines=1) == []


async def test_many_programs_that_end_at_once(tmp_path: Path) -> None:
    """Ends and last words that come in together are all taken in, in whatever order."""
    async with supervising() as supervisor:
        processes = [
            await supervisor.run(
                ["sh", "-c", f"read go; echo {number}; echo {number} >&2"],
                cwd=tmp_path,
                env=dict(os.environ),
                log=tmp_path / str(number),
            )
            for number in range(60)
        ]
        for process in processes:
            process.feed("go\n")
        ends = await asyncio.gather(*(process.ended for process in processes))
    assert {end.code for end in ends} == {0}
    for number in range(60):
        assert (tmp_path / f"{number}.stdout").read_text() == f"{number}\n"
        assert (tmp_path / f"{number}.stderr").read_text() == f"{number}\n"


async def test_a_killed_guard_is_no_death_of_a_program(tmp_path: Path) -> None:
    """The supervisor ends all programs with itself, and reports none of them as dead."""
    async with supervising() as supervisor:
        process = await run_python(supervisor, "import time; time.sleep(1000)", tmp_path)
        os.kill(supervisor._process.pid, signal.SIGKILL)
        with pytest.raises(SupervisorGoneError):
            await process.ended
        with pytest.raises(SupervisorGoneError):
            await run_python(supervisor, "", tmp_path)
