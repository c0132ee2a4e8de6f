"""An export that is stopped: at once, in one line, and what is there can be gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from referee_arena.pages.reading import read_tournament
from referee_arena.site.export import export_site
from tests.arena.sites import play_long_cup
from tests.helpers.patience import patience, wait_until


def _is_there(group: int) -> bool:
    """Whether a process of a group lives."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_ctrl_c(tmp_path: Path) -> None:
    """It leaves no process and no part of a file, pages as they were, and each match whole or not at all."""
    cup, site = play_long_cup(tmp_path / "cup"), tmp_path / "site"
    matches = site / "matches"
    matches.mkdir(parents=True)
    (site / "index.html").write_text("as it was")
    # Nobody reads from this pipe, so that whoever writes the third match waits.
    os.mkfifo(matches / ".000003.js.part")
    command = [sys.executable, "-P", "-m", "tournaments", "site", str(cup)]
    export = subprocess.Popen(
        [*command, "--output", str(site), "--parallel", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    written = {f"{number:06}.js" for number in (1, 2, 9, 10, 11, 12)}
    wait_until(
        lambda: written <= {path.name for path in matches.iterdir()},
        "all matches but one process's",
    )
    os.killpg(export.pid, signal.SIGINT)  # as a terminal does
    out, err = export.communicate(timeout=patience())
    assert (export.returncode, out) == (130, "")
    assert err == (
        "arena: stopped: 6 of 12 matches are written, all else is as it was; the same command goes on\n"
    )
    wait_until(lambda: not _is_there(export.pid), "the end of all processes")
    assert {path.name for path in matches.iterdir()} == written
    assert (site / "index.html").read_text() == "as it was"
    made = export_site(read_tournament(cup), site, "together", processes=1)
    assert (made.written, made.kept) == (6, 6)
