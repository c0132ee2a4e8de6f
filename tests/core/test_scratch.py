"""Folders that are removed at the latest when the next one is made."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from referee.core.scratch import scratch_folder

_HOLD = """
import sys
import tempfile
from pathlib import Path
import pytest

from referee.core.scratch import scratch_folder
with scratch_folder(place=Path(sys.argv[1])) as folder:
    (folder / "house.sock").touch()
    print(folder, flush=True)
    sys.stdin.read()
"""


def test_a_folder_goes_with_its_block(tmp_path: Path) -> None:
    """Its files, too."""
    with scratch_folder(place=tmp_path) as folder:
        (folder / "file").touch()
        assert folder.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_leaves_is_removed_with_the_next(tmp_path: Path) -> None:
    """While the process lives it stays; folders without a lock and files of the same name stay, too."""
    (tmp_path / "referee-of-somebody").mkdir()
    (tmp_path / "referee-file").touch()
    command = [sys.executable, "-c", _HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().decode().strip())
        with scratch_folder(place=tmp_path):
            assert (left / "house.sock").exists()
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert left.exists()
    with scratch_folder(place=tmp_path):
        assert not left.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"referee-of-somebody", "referee-file"}


def test_a_long_folder_for_temporary_files_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket can be bound in the folder that is made, where its path has 107 bytes at most."""
    long = tmp_path / ("x" * 110)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    with scratch_folder() as folder, socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(folder / "worker-31.sock.play"))
    assert list(long.iterdir()) == []
