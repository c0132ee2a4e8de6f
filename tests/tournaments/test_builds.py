from __future__ import annotations

import dataclasses
import os
import shlex
from pathlib import Path

import pytest

from tests.tournaments.sandboxes import needs_sandbox
from tests.tournaments.supervising import supervising
from tests.tournaments.test_programs import BARE, HEAD, all_resolved
from tournaments.bots.builds import build_all
from tournaments.bots.program import Program
from tournaments.spec.errors import BuildError

KINDS = [BARE, pytest.param(HEAD, marks=needs_sandbox)]


def program_of(folder: Path, head: str, script: str, timeout: str = "60s") -> Program:
    """A bot in a folder of its own that is built by a shell script."""
    (folder / "own").mkdir(exist_ok=True)
    command = f"build = ['sh', '-c', {script!r}]"
    bot = f'command = "./bot"\ncwd = "own"\n{command}\n[bots.timeouts]\nbuild = "{timeout}"'
    return all_resolved(bot, folder, head)[0]


async def build(program: Program, folder: Path) -> list[str]:
    """Build it; what was told."""
    notes: list[str] = []
    async with supervising() as supervisor:
        logs = folder / "logs"
        await build_all([program], supervisor=supervisor, logs=logs, note=notes.append)
    return notes


@pytest.mark.parametrize("head", KINDS, ids=["none", "bubblewrap"])
async def test_a_build(tmp_path: Path, head: str) -> None:
    """It writes into its own folder, keeps its output, and is left out until something changes."""
    program = program_of(tmp_path, head, "echo done; echo x >> bot; chmod +x bot")
    assert await build(program, tmp_path) == ["building a"]
    assert (tmp_path / "own" / "bot").read_text() == "x\n"
    assert (tmp_path / "logs" / "a" / "build.stdout").read_text() == "done\n"
    assert await build(program, tmp_path) == []
    os.utime(tmp_path / "own" / "bot", (1, 1))
    assert await build(program, tmp_path) == ["building a"]
    assert (tmp_path / "own" / "bot").read_text() == "x\nx\n"
    other = program_of(tmp_path, head, "true")
    assert await build(other, tmp_path) == ["building a"]


@pytest.mark.parametrize("head", KINDS, ids=["none", "bubblewrap"])
async def test_a_build_that_fails(tmp_path: Path, head: str) -> None:
    """The error has the bot, the exit status, the last words and where all of them are."""
    program = program_of(tmp_path, head, "echo a >&2; echo b >&2; exit 4")
    for _ in range(2):  # what failed is tried again
        with pytest.raises(BuildError) as caught:
            await build(program, tmp_path)
        log = f"{tmp_path}/logs/a/build"
        said = str(caught.value)
        assert said.startswith("the build of a failed: exit status 4 after ")
        assert said.endswith(f"its last words: b; all of its output is in {log}.stdout and .stderr")
    assert Path(f"{log}.stderr").read_text() == "a\nb\n"


async def test_a_build_that_takes_too_long(tmp_path: Path) -> None:
    """It is ended, with all it started."""
    program = program_of(tmp_path, BARE, "sleep 1000 & sleep 1000", "100ms")
    with pytest.raises(BuildError, match=r"the build of a failed: not done within 0.1s, signal 15"):
        await build(program, tmp_path)


@needs_sandbox
async def test_a_build_in_a_sandbox(tmp_path: Path) -> None:
    """It can write nowhere else, and reach nobody."""
    outside = shlex.quote(str(tmp_path / "outside"))
    script = f"touch {outside}; touch /usr/{tmp_path.name} && exit 1; exit 0"
    program = program_of(tmp_path, HEAD, script)
    await build(program, tmp_path)
    assert "Read-only file system" in (tmp_path / "logs" / "a" / "build.stderr").read_text()
    assert not (tmp_path / "outside").exists()
    assert program.sandbox is not None
    assert "--unshare-net" in program.enclosed({}, is_build=True)
    online = program_of(tmp_path, f"{HEAD}[sandbox]\nbuild_network = true\n", "true")
    assert "--unshare-net" not in online.enclosed({}, is_build=True)
    assert "--unshare-net" in online.enclosed({})


async def test_all_builds_are_tried(tmp_path: Path) -> None:
    """One that fails keeps no other from being tried; each failure has its line."""
    bad = program_of(tmp_path, BARE, "exit 4")
    programs = [bad, dataclasses.replace(bad, name="b"), program_of(tmp_path, BARE, "true")]
    programs[2] = dataclasses.replace(programs[2], name="c")
    notes: list[str] = []
    async with supervising() as supervisor:
        with pytest.raises(BuildError) as caught:
            await build_all(
                programs, supervisor=supervisor, logs=tmp_path / "logs", note=notes.append
            )
    first, second = str(caught.value).splitlines()
    assert first.startswith("the build of a failed: exit status 4")
    assert second.startswith("the build of b failed: exit status 4")
    assert notes == ["building a", "building b", "building c"]
