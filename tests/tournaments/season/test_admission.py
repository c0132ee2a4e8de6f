"""Checks of submissions: stage by stage, with the words that authors get, in a sandbox where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tournaments.sandboxes import needs_sandbox, problem_with_sandboxes
from tests.tournaments.season.hostile_archives import tar_of
from tests.tournaments.supervising import supervising
from tournaments.bots.copies import digest_of, list_files
from tournaments.bots.entry_programs import sealed_program
from tournaments.bots.program import Program
from tournaments.processes.sandbox import PathView
from tournaments.season import admission, folder_size
from tournaments.season.admission import check_submission
from tournaments.season.requests import Submission
from tournaments.season.trial_match import try_in_match
from tournaments.season.unpacking import UnpackError
from tournaments.season.verdicts import Admitted, CheckTerms, History, Refused, Unchanged, Verdict
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder

KIND = "none" if problem_with_sandboxes() else "bubblewrap"
ID = "0123456789abcdef" * 2
SEASON = """
name = "cup"
game = "diceman"
format = "ladder"
seats = 2
sandbox = "%s"
[config]
games = 1
[time_control]
move_time = "30m"
join_limit = "30m"
[limits]
memory = "1GiB"
[timeouts]
startup = "30m"
idle = "30m"
[season]
[entries]
size = "100KiB"
unpacked = "200KiB"
files = 10
build = "%s"
"""
PLAYS = """
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run
run(lambda observation: Action(dice=[1, 2]))
"""
MANIFEST = 'name = "a"\ncommand = "python bot.py"\n'
FLOODS = """
import itertools
for number in itertools.count():
    open(f"{number}.txt", "w").close()
"""
FILLS = "for name in 'abc': open(name, 'wb').truncate(1 << 19)"
WRITES = "open('bot.toml', 'a').write('# changed')"
GROWS = "open('made.py', 'w').write('# made')"


def built_by(code: str, **files: str) -> dict[str, str]:
    """A bot that plays, with a build that runs this code."""
    manifest = MANIFEST + 'build = "python build.py"\n'
    return {"bot.toml": manifest, "bot.py": PLAYS, "build.py": code, **files}


async def checked(
    folder: Path,
    files: Mapping[str, str] | bytes,
    *,
    history: History | None = None,
    build: str = "30m",
) -> tuple[Verdict, list[tuple[str, str]], DataFolder]:
    """Check files, or an archive, as a submission of the entry `ann`."""
    file, place = folder / "cup.toml", DataFolder(folder / "data")
    file.write_text(SEASON % (KIND, build))
    payload = place.path / "inbox" / f"submit-{ID}" / "payload"
    payload.parent.mkdir(parents=True)
    if not isinstance(files, bytes):
        files = tar_of({name: text.encode() for name, text in files.items()})
    payload.write_bytes(files)
    submission = Submission(ID, "ann", "ann", "http", None, "2027-03-01T08:00:00Z", payload)
    told: list[tuple[str, str]] = []
    async with supervising() as supervisor:
        verdict = await check_submission(
            submission,
            CheckTerms(load_spec(file), file),
            place,
            supervisor,
            lambda stage, text: told.append((stage, text)),
            history,
        )
    # Nothing stays but what authors may read.
    kept = {path.name for path in (place.path / "checks" / ID).iterdir()}
    assert kept <= {"build.log", "play.log", "protocol.log"}
    return verdict, told, place


def program_again(folder: Path, verdict: Admitted, version: int) -> Program:
    """The program of an admitted version, found again as by a run that goes on."""
    file = folder / "cup.toml"
    return sealed_program(
        *(load_spec(file), file, DataFolder(folder / "data")),
        entry="ann",
        version=version,
        check_id=ID,
        digest=verdict.digest_run,
    )


@pytest.mark.slow
async def test_a_bot_that_may_play(tmp_path: Path) -> None:
    """It is built, tried, and sealed; the season can start it again from the copy alone.

    A later version of an entry is tried again like the first one, as after a bench.
    """
    verdict, told, place = await checked(tmp_path, built_by(GROWS))
    assert isinstance(verdict, Admitted), verdict
    assert [stage for stage, _ in told] == [
        *("receive", "unpack", "unpack", "manifest", "build", "build", "play")
    ]
    copy = place.programs / verdict.digest_run
    assert digest_of(list_files(copy)) == verdict.digest_run
    assert {path.name for path in copy.iterdir()} == {"bot.toml", "bot.py", "build.py", "made.py"}
    assert verdict.digest_run != verdict.digest_submitted
    assert any(line.startswith("answered ") for line in verdict.lines)
    again = program_again(tmp_path, verdict, 2)
    assert (again.build, again.label) == (None, "ann@2")
    assert list(again.argv[1:]) == ["bot.py"]
    assert digest_of(list_files(again.starts_in)) == verdict.digest_run
    terms = CheckTerms(load_spec(tmp_path / "cup.toml"), tmp_path / "cup.toml")
    async with supervising() as supervisor:
        end = await try_in_match(again, terms, tmp_path / "again", supervisor)
    assert (end.problems, len(end.remarks)) == ((), 1)


@needs_sandbox
@pytest.mark.slow
async def test_a_sealed_program_sees_its_copy_at_the_path_of_its_build(tmp_path: Path) -> None:
    """Builds write such paths down; the folder itself is gone by then."""
    verdict, _, place = await checked(tmp_path, built_by(GROWS))
    assert isinstance(verdict, Admitted), verdict
    program = program_again(tmp_path, verdict, 1)
    shown = place.path / "checks" / ID / "bot"
    assert not shown.exists()
    assert program.cwd == shown
    assert program.views[shown] is PathView.READABLE
    assert program.starts_in == place.programs / verdict.digest_run
    words = program.enclosed({})
    at = words.index(str(place.programs / verdict.digest_run))
    assert words[at - 1 : at + 2] == ["--ro-bind", words[at], str(shown)]


@pytest.mark.slow
async def test_an_archive_may_have_one_folder_around_everything(tmp_path: Path) -> None:
    """As those have that are downloaded from a forge."""
    files = {"mybot/bot.toml": MANIFEST, "mybot/bot.py": PLAYS}
    verdict, _, _ = await checked(tmp_path, files)
    assert isinstance(verdict, Admitted), verdict


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "stage", "words"),
    [
        (b"#!/bin/sh", "unpack", ["what was handed in is no archive"]),
        (tar_of({"x": bytes(300_000)}), "unpack", ["more than 204800 bytes"]),
        (bytes(200_000), "receive", ["the archive has 195.3 KiB, the most here is 100 KiB"]),
        ({"bot.py": PLAYS}, "manifest", ["bot.toml: must be there"]),
        ({"bot.toml": "name = "}, "manifest", ["bot.toml: is no TOML"]),
        ({"bot.toml": 'name = "a"'}, "manifest", ["bot.toml: command must be given"]),
        (
            {"bot.toml": MANIFEST + "threads = 4\nlangage = 'x'"},
            "manifest",
            ["bot.toml:3: threads is no known key", "bot.toml:4: langage is no known key"],
        ),
        (
            {"bot.toml": MANIFEST + "env = { referee_tokens = 'x', NERVE = '3' }"},
            "manifest",
            ["bot.toml:3: env.referee_tokens must not be set"],
        ),
        (
            {"bot.toml": MANIFEST + '[limits]\nmemory = "2GiB"\n[timeouts]\nbuild = "1h"'},
            "manifest",
            [
                "bot.toml:4: limits.memory must be at most 1 GiB here, not 2 GiB",
                "bot.toml:6: timeouts.build must be at most 30m here, not 1h",
            ],
        ),
        ({"bot.toml": MANIFEST + 'cwd = ".."'}, "manifest", ["cwd is below it, not '..'"]),
        ({"bot.toml": MANIFEST + 'cwd = "/etc"'}, "manifest", ["cwd is below it, not '/etc'"]),
        ({"bot.toml": MANIFEST}, "manifest", ["must run a script that is there, not 'bot.py'"]),
        (
            {"bot.toml": 'name = "a"\ncommand = "no-such-program"'},
            "manifest",
            ["must begin with a program that is there to be run, not 'no-such-program'"],
        ),
        (
            built_by("import sys; print('first'); sys.exit('no compiler')"),
            "build",
            ["the build failed: exit status 1", "no compiler"],
        ),
        (built_by(WRITES), "build", ["the build changed bot.toml"]),
        (built_by(FLOODS), "build", ["the build made more than 50 files and folders"]),
        (built_by(FILLS), "build", ["the build wrote more than 1000 KiB"]),
        (
            {"bot.toml": MANIFEST, "bot.py": "import sys; sys.exit('no idea')"},
            "play",
            ["your program died: exit status 1", "no idea"],
        ),
    ],
)
async def test_refused(
    tmp_path: Path, files: dict[str, str] | bytes, stage: str, words: list[str]
) -> None:
    """In the stage in which it is found, by sentences without paths of this machine."""
    verdict, told, place = await checked(tmp_path, files)
    assert isinstance(verdict, Refused), verdict
    assert (verdict.stage, verdict.is_ours) == (stage, False)
    for each in words:
        assert any(each in line for line in verdict.lines), verdict.lines
    assert str(tmp_path) not in "\n".join([*verdict.lines, *(text for _, text in told)])
    assert stage == "play" or not list(place.programs.glob("*"))


@pytest.mark.slow
async def test_a_build_that_does_not_end(tmp_path: Path) -> None:
    """It is stopped, and what it wrote is kept for its author."""
    code = "import time; print('begun', flush=True)\nwhile True: time.sleep(1)"
    verdict, _, place = await checked(tmp_path, built_by(code), build="1s")
    assert isinstance(verdict, Refused)
    assert (verdict.stage, verdict.lines[0]) == ("build", "the build was not done in time")
    log = place.path / "checks" / ID / "build.log"
    # A machine so slow that not even a line was written in time keeps an empty log.
    assert log.read_text() in ("begun\n", "")


@pytest.mark.slow
async def test_known_files_are_not_checked_again(tmp_path: Path) -> None:
    """Not built, and not tried: the log has the answer."""
    files = built_by("raise SystemExit('never run')")
    for name in files:
        (tmp_path / "same").mkdir(exist_ok=True)
        (tmp_path / "same" / name).write_text(files[name])
    digest = digest_of(list_files(tmp_path / "same"))
    verdict, told, _ = await checked(tmp_path, files, history=History(3, digest))
    assert verdict == Unchanged(digest, 3)
    assert {stage for stage, _ in told} == {"receive", "unpack"}
    before = Refused("build", ("no",), digest_submitted=digest)
    (tmp_path / "again").mkdir()
    verdict, told, _ = await checked(
        tmp_path / "again", files, history=History(refused={digest: before})
    )
    assert isinstance(verdict, Refused)
    assert (verdict.lines, verdict.is_known) == (("no",), True)
    assert {stage for stage, _ in told} == {"receive", "unpack"}


async def test_our_own_failure_costs_no_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told apart, with its reason and without our paths."""

    async def fail(*_: object, **__: object) -> None:
        raise UnpackError(f"{tmp_path}/data/checks can't be written: No space left on device")

    monkeypatch.setattr(admission, "unpack_payload", fail)
    verdict, _, _ = await checked(tmp_path, {"bot.toml": MANIFEST})
    assert isinstance(verdict, Refused)
    assert (verdict.stage, verdict.is_ours) == ("unpack", True)
    assert "No space left" in verdict.lines[1]
    assert str(tmp_path) not in "".join(verdict.lines)


def test_folders_are_measured_with_holes_and_closed_folders(tmp_path: Path) -> None:
    """A file with a hole counts whole, and a folder that can't be read is named."""
    (tmp_path / "a").mkdir()
    with (tmp_path / "a" / "hole").open("wb") as out:
        out.truncate(1 << 30)
    size = folder_size.size_of(tmp_path)
    assert (size.num_files, size.num_bytes) == (2, 1 << 30)
    most = folder_size.FolderSize(1, 1 << 31)
    assert "more than 1 files" in (folder_size.excess(size, most) or "")
    closed = folder_size.FolderSize(1, 1, "a")
    assert "can't be read: a" in (folder_size.excess(closed, most) or "")
    assert folder_size.excess(folder_size.FolderSize(1, 1 << 31), most) is None


def test_a_disk_that_fills_up_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are removed while they are open show in the free room alone; a little is others'."""
    free = [100 * 1024**3]
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free[0]))
    watch = folder_size.FolderWatch(tmp_path, folder_size.FolderSize(10, 1000))
    free[0] -= 4 * 1024**3
    assert watch.look() is None
    free[0] -= 1
    assert "filled the disk: 4 GiB less are free" in (watch.look() or "")
