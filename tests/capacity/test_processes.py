"""What processes take, of real ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.capacity import processes

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="this system has no /proc"
)
GONE = 2**22 + 1
"""No process has this number."""


def test_a_tree_has_children_and_theirs() -> None:
    """A process that has started another one is a tree of two."""
    code = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'print(1, flush=True); input()'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()  # the child is there
        pids = processes.tree(parent.pid)
        assert len(pids) == 2
        assert pids[0] == parent.pid
        one, both = processes.resident_bytes(pids[1]), processes.resident_bytes(parent.pid)
        assert one is not None
        assert both is not None
        assert 1_000_000 < one < both
        parent.communicate(b"\n")


def test_our_own_time_is_told() -> None:
    """It is what the system says elsewhere, but for its grain; all that runs has used more."""
    before = processes.cpu_seconds(os.getpid())
    times = os.times()
    busy = processes.busy_seconds()
    assert before is not None
    assert busy is not None
    own = times.user + times.system
    assert 0 < before <= own + times.children_user + times.children_system + 0.1
    assert busy > 0


def test_a_process_that_is_not_there_has_nothing() -> None:
    """Neither time nor size."""
    assert processes.cpu_seconds(GONE) is None
    assert processes.resident_bytes(GONE) is None


@pytest.mark.parametrize(
    ("meminfo", "most", "taken", "free"),
    [
        ("MemTotal: 9 kB\nMemAvailable: 2000 kB\n", "max", "7", 2_048_000),
        ("MemAvailable: 2000 kB\n", "1000000", "400000", 600_000),
        ("MemAvailable: 2000 kB\n", "1000", "4000", 0),
        ("", "1000", "400", None),
    ],
    ids=["no bound", "bound of the group", "beyond it", "not told"],
)
def test_free_memory_is_bounded_by_the_control_group(
    monkeypatch: pytest.MonkeyPatch, meminfo: str, most: str, taken: str, free: int | None
) -> None:
    """The lesser of what the machine has and what the group may still take."""
    texts = {"meminfo": meminfo, "memory.max": most, "memory.current": taken}
    monkeypatch.setattr(processes, "_text", lambda path: texts[path.name])
    assert processes.free_bytes() == free
