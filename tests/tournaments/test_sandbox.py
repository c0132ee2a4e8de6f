"""Hostile programs, in a sandbox and, so that each test can fail, without one."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import functools
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.distributions import distribute
from tests.tournaments.hostile import ATTEMPTS, ATTEMPTS_OF_ROOT, program
from tests.tournaments.sandboxes import is_root, needs_sandbox, sandbox_of
from tests.tournaments.supervising import run_code, supervising
from tournaments.processes import sandbox as sandbox_module
from tournaments.processes.sandbox import (
    PathView,
    Sandbox,
    bare_environment,
    open_sandbox,
    seen_path,
)
from tournaments.spec.errors import LaunchError, SandboxError

pytestmark = needs_sandbox
KINDS = ["bubblewrap", "none"]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Folders as of a tournament, with something in each that is nobody's business."""
    for name in ("own/cup.toml", "rival/secret.txt", "data/m1.journal", "hidden/.ssh/id"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("secret")
    (tmp_path / "own" / "data").mkdir()
    (tmp_path / "temporary").mkdir()
    return tmp_path


@pytest.fixture
def victim() -> Iterator[int]:
    """Another process, with a secret in its environment."""
    with subprocess.Popen(["sleep", "1000"], env={"TOKEN": "secret"}) as process:
        yield process.pid
        process.kill()


@pytest.fixture
def targets(place: Path, victim: int) -> Iterator[dict[str, str]]:
    """What attempts are about, by a word in their names; the folders are for all others."""
    name = f"service-{victim}"
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (f"\0{name}", f"{place}/data/service.sock"):
            service = stack.enter_context(socket.socket(socket.AF_UNIX))
            service.bind(address)
            service.listen()
        yield {
            "process": str(victim),
            "port": str(port.getsockname()[1]),
            "abstract": name,
            "socket in a folder": f"{place}/data",
            "": str(place),
        }


async def could(place: Path, body: str, target: str, kind: str) -> tuple[bool, str]:
    """Let a program try something; whether it could, and if not, why."""
    own = place / "own"
    async with supervising() as supervisor:
        process = await supervisor.run(
            [sys.executable, "-c", program(body), target],
            cwd=own,
            env={"TMPDIR": "/tmp" if kind == "bubblewrap" else f"{place}/temporary"},
            log=place / "program",
            sandbox=(
                sandbox_of(own, hidden=(own / "cup.toml", own / "data"))
                if kind == "bubblewrap"
                else ()
            ),
        )
        await process.ended
    told = json.loads((place / "program.stdout").read_text())
    return told["could"], told["why"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*ATTEMPTS, *ATTEMPTS_OF_ROOT])
async def test_attempts(place: Path, targets: dict[str, str], name: str, kind: str) -> None:
    """None comes off in a sandbox, and every one does without."""
    if name in ATTEMPTS_OF_ROOT and kind == "none" and not is_root():
        pytest.skip("nobody but root can do it anyway")
    target = next(target for word, target in targets.items() if word in name)
    body = (ATTEMPTS | ATTEMPTS_OF_ROOT)[name]
    succeeded, why = await could(place, body, target, kind)
    assert succeeded is (kind == "none"), why
    assert "NameError" not in why
    assert "SyntaxError" not in why


KEYRING_CALLS = {"x86_64": (248, 249, 250), "aarch64": (217, 218, 219), "riscv64": (217, 218, 219)}


async def test_nothing_is_left_in_a_keyring(place: Path) -> None:
    """The session's is inherited by all that the runner starts, and outlives them."""
    add, request, control = KEYRING_CALLS[platform.machine()]
    body = f"""
        def failed(*call):
            ctypes.set_errno(0)
            return libc.syscall(*call) < 0 and ctypes.get_errno() == 38
        SESSION, USER, GET_ID = -3, -4, 0
        for ring in (SESSION, USER):
            assert failed({add}, b'user', b'dice', b'1234', ctypes.c_size_t(4), ring)
            assert failed({control}, GET_ID, ring, 1)
        assert failed({request}, b'user', b'dice', None, 0)
        return True
        """
    succeeded, why = await could(place, body, "", "bubblewrap")
    assert succeeded, why


@pytest.mark.parametrize("kind", KINDS)
async def test_what_a_bot_needs(place: Path, kind: str) -> None:
    """It reads its own folder, imports the client library, writes temporary files and forks."""
    (place / "own" / "weights.txt").write_text("3")
    body = """
        import grpc, referee_client, multiprocessing, tempfile
        from gamereferee.games.diceman.v1.diceman_pb2 import Action
        with tempfile.TemporaryFile() as file:
            file.write(b'x')
        lock = multiprocessing.Lock()
        assert set(os.listdir('/proc/self/fd')) <= {'0', '1', '2', '3'}  # 3 is the folder itself
        subprocess.run(['true'], check=True)
        return open('weights.txt').read() == '3'
        """
    succeeded, why = await could(place, body, "", kind)
    assert succeeded, why


async def test_the_program_is_told_apart_from_its_sandbox(tmp_path: Path) -> None:
    """The process id is that of the program, by this machine's numbers; it gets the SIGTERM."""
    code = (
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(7));"
        "print('ready', flush=True); signal.pause()"
    )
    async with supervising() as supervisor:
        process = await supervisor.run(
            [sys.executable, "-c", code, "it-is-me"],
            cwd=tmp_path,
            env={},
            log=tmp_path / "program",
            sandbox=sandbox_of(tmp_path),
        )
        while (tmp_path / "program.stdout").read_text() != "ready\n":
            await asyncio.sleep(0.01)
        assert Path(f"/proc/{process.pid}/cmdline").read_bytes().endswith(b"\0it-is-me\0")
        process.stop(grace_s=60)
        assert (await process.ended).code == 7


async def test_the_environment_is_that_of_the_program_alone(tmp_path: Path) -> None:
    """What a bot's environment has loaded into programs is not loaded into bwrap, outside."""
    env = {"LD_PRELOAD": "/no/such/library.so", "WORDS": "two\nlines = 'x'", "EMPTY": ""}
    async with supervising() as supervisor:
        process = await supervisor.run(
            [sys.executable, "-c", "import os; print(sorted(os.environ.items()))"],
            cwd=tmp_path,
            env=env | {"PYTHONCOERCECLOCALE": "0"},
            log=tmp_path / "program",
            sandbox=sandbox_of(tmp_path),
        )
        assert (await process.ended).code == 0
    told = dict(ast.literal_eval((tmp_path / "program.stdout").read_text()))
    assert {name: told[name] for name in env} == env
    assert set(told) - set(env) <= {"PWD", "PYTHONCOERCECLOCALE", "LC_CTYPE"}
    assert (tmp_path / "program.stderr").read_text().count("cannot be preloaded") == 1


@pytest.mark.parametrize(
    ("code", "status"),
    [("raise SystemExit(3)", 3), ("import os; os.abort()", -6), ("import os; os.kill(1, 9)", 0)],
)
async def test_how_a_program_in_a_sandbox_ended(tmp_path: Path, code: str, status: int) -> None:
    """Statuses and signals are those of the program; the sandbox's first process is out of reach."""
    ran = await run_code(tmp_path, code, sandbox=sandbox_of(tmp_path))
    assert ran.ended.code == status
    assert ran.ended.cpu_s > 0


async def test_a_sandbox_that_can_not_be_made(tmp_path: Path) -> None:
    """The error is that of the sandbox, and the supervisor goes on."""
    broken = Sandbox(open_sandbox().bwrap).command({}, cwd=tmp_path / "none")
    async with supervising() as supervisor:
        with pytest.raises(LaunchError) as caught:
            await supervisor.run(
                ["true"], cwd=tmp_path, env={}, log=tmp_path / "program", sandbox=broken
            )
        why = r"can't be started: bwrap: .*none: No such file or directory"
        how = r" \(the sandbox ended before the program began, with exit status 1\)"
        assert re.fullmatch(why + how, str(caught.value))
        assert caught.value.code == 1
        process = await supervisor.run(
            ["true"], cwd=tmp_path, env={}, log=tmp_path / "a", sandbox=sandbox_of(tmp_path)
        )
        assert (await process.ended).code == 0


@pytest.mark.parametrize(
    ("script", "how", "code"),
    [
        ("exit 7", "it wrote nothing ({}exit status 7)", 7),
        ("echo no room >&2; kill -9 $$", "no room ({}signal 9 (Killed))", -9),
    ],
)
async def test_how_a_sandbox_ended_that_never_began(
    tmp_path: Path, script: str, how: str, code: int
) -> None:
    """Its status and its words are kept, whether it ended by itself or was killed."""
    bwrap = tmp_path / "bwrap"
    bwrap.write_text(f"#!/bin/sh\n{script}\n")
    bwrap.chmod(0o755)
    async with supervising() as supervisor:
        with pytest.raises(LaunchError) as caught:
            await supervisor.run(
                ["true"], cwd=tmp_path, env={}, log=tmp_path / "program", sandbox=[str(bwrap)]
            )
    words = how.format("the sandbox ended before the program began, with ")
    assert str(caught.value) == f"can't be started: {words}"
    assert caught.value.code == code


async def test_a_program_that_is_not_in_the_sandbox(tmp_path: Path) -> None:
    """Its last words name it, whether or not anybody saw the process that was to become it."""
    async with supervising() as supervisor:
        try:
            process = await supervisor.run(
                ["/no/such/program"],
                cwd=tmp_path,
                env={},
                log=tmp_path / "program",
                sandbox=sandbox_of(tmp_path),
            )
        except LaunchError as error:
            assert "execvp /no/such/program" in str(error)  # noqa: PT017 (there may be none)
        else:
            assert (await process.ended).code == 1
    said = (tmp_path / "program.stderr").read_text()
    assert said == "bwrap: execvp /no/such/program: No such file or directory\n"


def test_views(tmp_path: Path) -> None:
    """What is hidden in a folder is empty, what is shown in that is there; order makes no difference."""
    for name in ("a/seen", "a/data/hidden", "a/data/bot/seen"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    sandbox = open_sandbox()
    views = {
        tmp_path / "a" / "data" / "bot": PathView.READABLE,
        tmp_path / "a" / "data": PathView.HIDDEN,
        tmp_path / "link": PathView.READABLE,
    }
    command = [*sandbox.command(views, cwd=None), "--", "find", "-L", "link", "a", "-type", "f"]
    command[command.index("--chdir") + 1] = str(tmp_path)
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    seen = {"seen", "data/bot/seen"}
    assert set(listing.split()) == {f"{name}/{file}" for name in ("link", "a") for file in seen}
    assert sandbox.shows(tmp_path / "link" / "seen", views)
    assert not sandbox.shows(tmp_path / "a" / "data" / "hidden", views)
    assert sandbox.shows(tmp_path / "a" / "data" / "bot" / "seen", views)
    assert sandbox.shows(Path(sys.executable), views)
    assert not sandbox.shows(tmp_path / "elsewhere", views)


def test_what_is_installed_where_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module of a game is seen, for its house bots need it; what lies beside it is not."""
    distribute(
        tmp_path,
        {"extra_game": "raise AssertionError('imported')", "other": ""},
        {"referee.games": {"extra": "extra_game:PLUGIN"}, "referee.bots": {"extra.a": "gone:Bot"}},
    )
    monkeypatch.syspath_prepend(tmp_path)
    sandbox_module._installed.cache_clear()
    try:
        shows = functools.partial(Sandbox("bwrap").shows, views={})
        assert shows(tmp_path / "extra_game.py")
        assert not shows(tmp_path / "other.py")
        assert not shows(tmp_path)
    finally:
        sandbox_module._installed.cache_clear()


def test_the_search_path_tells_nothing_of_the_runner(tmp_path: Path) -> None:
    """It has what a bot can see, in the runner's order, and once."""
    mine, tools = tmp_path / "bin", tmp_path / "tools" / "bin"
    for folder in (mine, tools):
        folder.mkdir(parents=True)
    path = f"{mine}:/usr/bin:{tools}:relative::/usr/bin:/bin:/srv/runner/bin"
    assert seen_path(path, ()) == "/usr/bin:/bin"
    assert seen_path(path, (tmp_path / "tools",)) == f"/usr/bin:{tools}:/bin"


@pytest.mark.slow
@pytest.mark.skipif(not is_root(), reason="the tests run as an ordinary user as it is")
def test_all_of_this_as_an_ordinary_user() -> None:
    """Hostile programs and limits, by a user whom the kernel lets do less, and whose processes it counts."""
    project = Path(__file__).parents[2]
    nobody = 65534
    if subprocess.run(["test", "-x", sys.executable], user=nobody, group=nobody).returncode:
        pytest.skip(f"nobody but root can run {sys.executable}")
    files = [
        *("test_sandbox.py", "test_limits.py", "test_syscall_filter.py", "test_cgroups.py"),
        "test_ways_out.py",
    ]
    # One of ours is root's alone, and its path too long for the addresses of sockets.
    mine = Path(tempfile.mkdtemp())
    os.chown(mine, nobody, nobody)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"),
            *("-m", "not slow", "--basetemp", str(mine / "tests"), "-o", "addopts="),
            *(f"tests/tournaments/{name}" for name in files),
        ],
        cwd=project,
        user=nobody,
        group=nobody,
        extra_groups=[],
        env={"PATH": os.environ["PATH"], "HOME": str(mine), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    shutil.rmtree(mine)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-1000:]
    assert " passed" in done.stdout


def test_environment() -> None:
    """Of the runner's environment a bot in a sandbox gets language and time zone."""
    given = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "AWS_SECRET_ACCESS_KEY": "x", "HOME": "/nowhere"}
    assert bare_environment(given) == {
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "HOME": "/tmp",
        "TMPDIR": "/tmp",
        "USER": "nobody",
        "LOGNAME": "nobody",
    }


def test_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is none, or none that works, the message says what is wrong and what to ask for."""
    hint = r'ask for it by name: sandbox = "none" in the tournament file, or --sandbox none$'
    monkeypatch.setattr(sandbox_module, "_candidates", lambda: iter(()))
    with pytest.raises(SandboxError, match=f"needs bubblewrap, which is not here .*{hint}"):
        open_sandbox()
    refusing = tmp_path / "bwrap"
    refusing.write_text(
        "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    )
    refusing.chmod(0o755)
    monkeypatch.setattr(sandbox_module, "_candidates", lambda: iter([str(refusing)]))
    refused = "does not work here: bwrap: setting up uid .*; in a container it needs options"
    with pytest.raises(SandboxError, match=f"{refused} .*{hint}"):
        open_sandbox()
