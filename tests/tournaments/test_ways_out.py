"""Ninety ways out of a sandbox, in one program; and, so that the test can fail, some of them without."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

import pytest

from tests.tournaments.sandboxes import needs_sandbox, sandbox_of
from tests.tournaments.supervising import supervising
from tests.tournaments.ways_out import ALWAYS_HERE, REFUSED_CALLS, WAYS, explorer
from tournaments.spec.limits import Limits

COLUMNS = {"x86_64": 0, "aarch64": 1, "riscv64": 1}
LIMITS = Limits(memory=512 * 1024 * 1024, processes=64, open_files=256)

pytestmark = [
    needs_sandbox,
    pytest.mark.skipif(
        platform.machine() not in COLUMNS, reason="calls of this machine are not listed"
    ),
]


async def explore(folder: Path, program: str, sandbox: list[str], limits: Limits) -> dict[str, str]:
    """Run a program of ways; return what became of each."""
    async with supervising() as supervisor:
        process = await supervisor.run(
            [
                sys.executable,
                "-c",
                program,
                str(folder / "secret"),
                str(COLUMNS[platform.machine()]),
            ],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin"},
            log=folder / "ways",
            limits=limits,
            sandbox=sandbox,
        )
        await process.ended
    out = (folder / "ways.stdout").read_text()
    assert out, (folder / "ways.stderr").read_text()
    results: dict[str, str] = json.loads(out)
    return results


async def test_no_way_leads_out(tmp_path: Path) -> None:
    """Each is refused or bounded; calls that are not listed, as by a kernel that has none."""
    assert len(REFUSED_CALLS) + len(WAYS) >= 90
    results = await explore(tmp_path, explorer(REFUSED_CALLS, WAYS), sandbox_of(tmp_path), LIMITS)
    assert set(results) == {*REFUSED_CALLS, *WAYS}
    assert {name: results[name] for name in REFUSED_CALLS} == dict.fromkeys(REFUSED_CALLS, "ENOSYS")
    families = [name for name in WAYS if name.startswith(("AF_", "NETLINK_"))]
    assert {name: results[name] for name in families} == dict.fromkeys(families, "EAFNOSUPPORT")
    assert [name for name in WAYS if results[name] == "done"] == []
    # No way may fail for what an earlier one used up.
    assert [name for name, result in results.items() if result == "EMFILE"] == [
        "descriptors beyond the limit"
    ]


async def test_the_same_ways_without_a_sandbox(tmp_path: Path) -> None:
    """The kernel has these calls and answers for itself: that they fail above is the sandbox's doing."""
    results = await explore(tmp_path, explorer(ALWAYS_HERE), [], Limits())
    assert "ENOSYS" not in results.values()
    # Harmless ones that come off for any user.
    free = (
        "POSIX timers beyond 256",
        "descriptors beyond the limit",
        "a larger pipe",
        "/proc/vmstat",
    )
    results = await explore(tmp_path, explorer(ways=free), [], Limits())
    assert results == dict.fromkeys(free, "done")
