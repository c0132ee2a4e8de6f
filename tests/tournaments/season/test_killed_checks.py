"""A check whose process is killed leaves no process, and is begun again with the same request."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import come_true, wait_until
from tests.tournaments.season.hostile_archives import tar_of
from tests.tournaments.season.test_admission import ID, KIND, MANIFEST, PLAYS, SEASON
from tests.tournaments.supervising import supervising
from tournaments.season.admission import check_submission
from tournaments.season.requests import Submission, put_submission, read_submission
from tournaments.season.verdicts import Admitted, CheckTerms
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder

BUILD = """
import os, time
open("begun", "w").close()
while not os.path.exists("release"):
    time.sleep(0.01)
"""
CHECK = """
import asyncio, sys
from pathlib import Path
from tests.tournaments.season.test_killed_checks import checked
asyncio.run(checked(Path(sys.argv[1])))
"""


def running(mark: str) -> bool:
    """Whether a process runs that has this word in its command."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it may end while it is looked at
            if mark.encode() in file.read_bytes().split(b"\0"):
                return True
    return False


async def checked(folder: Path) -> object:
    """Check what waits in the inbox."""
    file, place = folder / "cup.toml", DataFolder(folder / "data")
    submission = read_submission(place.path / "inbox" / f"submit-{ID}")
    async with supervising() as supervisor:
        terms = CheckTerms(load_spec(file), file)
        return await check_submission(submission, terms, place, supervisor, lambda *_: None)


@pytest.mark.slow
async def test_a_killed_check_begins_again(tmp_path: Path) -> None:
    """Nothing of it runs on, and what it left does not disturb the next one."""
    mark = f"{tmp_path.name}-{os.getpid()}"
    manifest = f'{MANIFEST}build = "python build.py {mark}"\n'
    files = {"bot.toml": manifest, "bot.py": PLAYS, "build.py": BUILD}
    archive = tmp_path / "archive"
    archive.write_bytes(tar_of({name: text.encode() for name, text in files.items()}))
    (tmp_path / "cup.toml").write_text(SEASON % (KIND, "30m"))
    found = Submission(ID, "ann", "ann", "http", None, "2027-03-01T08:00:00Z", archive)
    put_submission(tmp_path / "data" / "inbox", found, suffix=".tar.gz")
    bot = tmp_path / "data" / "checks" / ID / "bot"
    process = subprocess.Popen([sys.executable, "-c", CHECK, str(tmp_path)])
    wait_until(lambda: (bot / "begun").exists(), "the build to begin")
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not running(mark), "the build to end")
    (bot / "begun").unlink()
    (bot / "left").write_text("by the first check")
    again = asyncio.create_task(checked(tmp_path))
    await come_true(lambda: (bot / "begun").exists(), "the build to begin again")
    assert not (bot / "left").exists()
    (bot / "release").write_text("")
    verdict = await again
    assert isinstance(verdict, Admitted), verdict
    copy = tmp_path / "data" / "programs" / verdict.digest_run
    assert {path.name for path in copy.iterdir()} == {*files, "begun", "release"}
