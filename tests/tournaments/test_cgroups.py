"""Groups of the kernel: what is written where, on systems of every kind; and that they hold, where they do."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.tournaments.sandboxes import needs_sandbox, problem_with_groups, sandbox_of
from tests.tournaments.supervising import run_code
from tournaments.processes.cgroups import Groups
from tournaments.spec.limits import Limits

MIB = 1024 * 1024
LIMITS = Limits(memory=256 * MIB, processes=40, scratch=8 * MIB)
MOST_MEMORY = str((256 + 2 * 8 + 16) * MIB)


def _system(root: Path, cgroup: str, *mounts: str) -> None:
    """A system whose groups are files that keep what is written to them."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(cgroup)
    lines = [f"{n} 1 0:{n} {mount}\n" for n, mount in enumerate(mounts, 30)]
    (root / "proc/self/mountinfo").write_text(
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + "".join(lines)
    )


def _folder(path: Path, **files: str) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (path / name.replace("_", ".", 1)).write_text(text)
    return path


def _unified(root: Path, path: str, **files: str) -> Path:
    """A system of version 2, whose processes are in this group."""
    _system(root, f"0::{path}\n", "/ /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw")
    texts = {"cgroup_controllers": "cpuset cpu io memory pids", "cgroup_subtree_control": ""}
    return _folder(root / "sys/fs/cgroup" / path.lstrip("/"), **(texts | files))


def _make_files(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """From now on a folder has such files as soon as it is made, as in a file system of the kernel's."""
    made = Path.mkdir

    def mkdir(path: Path, *, exist_ok: bool = False) -> None:
        made(path, exist_ok=exist_ok)
        for name in names:
            (path / name).touch()

    monkeypatch.setattr(Path, "mkdir", mkdir)


FILES = ("cgroup.procs", "memory.max", "memory.swap.max", "pids.max", "cpu.weight")


def test_version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the group moves on, since none may lie beside others; then controllers are passed on."""
    own = _unified(tmp_path, "/user.slice/tournament.scope")
    _folder(own, cgroup_type="domain", cgroup_procs="12 13")
    _make_files(monkeypatch, *FILES)
    groups = Groups.found(tmp_path)
    assert (own / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    assert (own / "gamereferee/cgroup.procs").read_text() == "13"  # each was written in its turn
    assert (own / "gamereferee/cpu.weight").read_text() == "1000"
    assert groups.make(LIMITS, is_enclosed=True) is not None
    made = own / f"gamereferee-{os.getpid()}-1"
    assert (made / "memory.max").read_text() == MOST_MEMORY
    assert (made / "memory.swap.max").read_text() == "0"
    assert (made / "pids.max").read_text() == "42"


def test_a_second_supervisor_in_version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds itself among what has moved, and makes its groups beside that."""
    place = _unified(
        tmp_path, "/t.scope/gamereferee", cgroup_controllers="memory pids cpu", cgroup_type="domain"
    )
    _folder(place.parent, cgroup_controllers="memory pids", cgroup_subtree_control="memory pids")
    _make_files(monkeypatch, *FILES)
    assert Groups.found(tmp_path).make(LIMITS, is_enclosed=False) is not None
    assert (place.parent / f"gamereferee-{os.getpid()}-1/pids.max").read_text() == "40"


def test_the_root_of_version_2_may_hold_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is moved there."""
    own = _unified(tmp_path, "/", cgroup_procs="1 2 3")
    _make_files(monkeypatch, *FILES)
    assert Groups.found(tmp_path).make(LIMITS, is_enclosed=False) is not None
    assert not (own / "gamereferee").exists()


def test_version_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each controller has groups of its own, and one without ours is left alone."""
    _system(
        tmp_path,
        "9:name=systemd:/\n8:pids:/\n4:memory:/jobs/7\n2:cpu,cpuacct:/\n1:freezer:/\n0::/\n",
        "/ /cg/pids rw - cgroup cgroup rw,pids",
        "/ /cg/memory rw - cgroup cgroup rw,memory",
        "/ /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct",
        "/ /cg/freezer rw - cgroup cgroup rw,freezer",
        "/ /cg/unified rw - cgroup2 cgroup2 rw",
    )
    for name in ("pids", "memory/jobs/7", "cpu", "freezer"):
        _folder(tmp_path / "cg" / name)
    _folder(tmp_path / "cg/unified", cgroup_controllers="", cgroup_subtree_control="")
    _make_files(monkeypatch, "pids.max", "memory.limit_in_bytes")
    assert Groups.found(tmp_path).make(LIMITS, is_enclosed=True) is not None
    ours = f"gamereferee-{os.getpid()}-1"
    assert (tmp_path / "cg/pids" / ours / "pids.max").read_text() == "42"
    limit = tmp_path / "cg/memory/jobs/7" / ours / "memory.limit_in_bytes"
    assert limit.read_text() == MOST_MEMORY
    assert (tmp_path / "cg/cpu" / ours).is_dir()
    assert not (tmp_path / "cg/freezer" / ours).exists()


@pytest.mark.parametrize(
    ("cgroup", "mount"),
    [
        ("", ""),
        ("0::/\n", "/ /sys/fs/cgroup rw - cgroup2"),
        ("0::/a\n", "/b /sys/fs/cgroup rw - cgroup2 cgroup2 rw"),
        ("0::/absent\n", "/ /sys/fs/cgroup rw - cgroup2 cgroup2 rw"),
        ("nonsense\n", "nonsense"),
    ],
)
def test_none(tmp_path: Path, cgroup: str, mount: str) -> None:
    """Where a system has none, or tells of them what can't be read, programs start without."""
    _system(tmp_path, cgroup, *([mount] if mount else []))
    assert Groups.found(tmp_path).make(LIMITS, is_enclosed=False) is None
    assert Groups.found(tmp_path / "nothing").make(LIMITS, is_enclosed=False) is None


here = pytest.mark.skipif(bool(problem_with_groups()), reason=problem_with_groups())
KINDS = ["none", pytest.param("bubblewrap", marks=needs_sandbox)]


def _groups_of(supervisor: int) -> list[Path]:
    parents = Groups.found()._parents
    return [path for parent in parents for path in parent.glob(f"gamereferee-{supervisor}-*")]


async def _told(folder: Path, code: str, kind: str) -> tuple[str, str | None, int]:
    """What a program prints, for which limit it was killed if it was, and its end; its group is gone."""
    sandbox = sandbox_of(folder) if kind == "bubblewrap" else ()
    ran = await run_code(folder, code, limits=LIMITS, sandbox=sandbox)
    assert _groups_of(ran.supervisor) == []
    return ran.out, ran.ended.limit, ran.ended.code


@here
@pytest.mark.parametrize("kind", KINDS)
async def test_a_fork_bomb_never_gets_more(tmp_path: Path, kind: str) -> None:
    """Not for a moment, nor as root: it is refused its first process beyond."""
    code = """
import os, threading, time
made = 1
for _ in range(100):
    try:
        if os.fork() == 0:
            time.sleep(1000)
        made += 1
    except BlockingIOError:
        pass
print(made, flush=True)
os.killpg(0, 9)
"""
    out, _, _ = await _told(tmp_path, code, kind)
    assert out == "40\n"


@here
async def test_memory_that_no_process_shows(tmp_path: Path) -> None:
    """A file in memory has no name and no mapping; in a sandbox there are none at all."""
    code = """
import os
file = os.memfd_create("hoard")
for _ in range(1000):
    os.write(file, bytes(1_000_000))
print("had it")
"""
    out, limit, status = await _told(tmp_path, code, "none")
    assert (out, status) == ("", -9)
    assert limit == "it held more than 256 MiB of memory, its limit is 256 MiB"


@here
async def test_what_a_supervisor_left_is_removed() -> None:
    """The next one does it, if its number is nobody's any more."""
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    for parent in Groups.found()._parents:
        (parent / f"gamereferee-{process.pid}-1").mkdir()
    assert _groups_of(process.pid) == []
