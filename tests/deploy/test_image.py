"""The image, built by the steps of the Dockerfile without Docker, and run as a container would be."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamereferee.v1 import match_pb2
from referee_client.lobby import Lobby
from tests.deploy.roots import Image, build, size_of, size_of_archive, why_not
from tests.helpers.patience import patience
from tests.wheels.environments import build_ours
from tournaments.spec.limits import children_of

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

LARGEST = 250_000_000
"""Bytes that the image may have, unpacked: its files, and its layers as archives of tar."""
KEY = "an-organizer-key-for-a-test"
USER = 10001


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The image; built once."""
    if reason := why_not():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("image")
    dist = folder / "dist"
    dist.mkdir()
    for wheel in build_ours(folder):
        shutil.copy(wheel, dist)
    roots = folder / "roots"
    roots.mkdir()
    return build(roots, dist)


class Container:
    """One life of a container: its process, and the folders that it is shown.

    Args:
        image: What it runs.
        folder: Holds volume, /tmp and log; a further life has the same volume.
    """

    def __init__(self, image: Image, folder: Path) -> None:
        self.image = image
        self.volume, self.tmp, self.log = folder / "volume", folder / "tmp", folder / "log"
        for path in (self.volume, self.tmp):
            path.mkdir(exist_ok=True)
            shutil.chown(path, USER, USER)
        (self.tmp / "key").write_text(KEY)
        self.address = f"unix:{self.tmp}/referee.sock"

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        command = self.image.process(self.volume, self.tmp, *words, **variables)
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def start(self) -> subprocess.Popen[bytes]:
        """Start the image's own command with its own settings, a key, and leave to be open."""
        variables = {"REFEREE_ALLOW_OPEN": "1", "REFEREE_ORGANIZER_KEY_FILE": "/tmp/key"}
        command = self.image.process(self.volume, self.tmp, **variables)
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)

    def wait_until_healthy(self) -> None:
        """Run the image's health check until it passes."""
        check = json.loads(self.image.stage.last("HEALTHCHECK").text.partition(" CMD ")[2])
        assert check[0] == "referee"
        end = time.monotonic() + patience(300)
        while self.run(*check[1:]).returncode != 0:
            assert time.monotonic() < end, self.log.read_text()

    def stop(self, process: subprocess.Popen[bytes]) -> int:
        """Send SIGTERM to the first process of the container; return the exit status."""
        (first,) = children_of(process.pid)
        subprocess.run(["kill", "-TERM", str(first)], check=True)
        return process.wait(patience(300))


@pytest.fixture
def container(image: Image) -> Iterator[Container]:
    """A container that has not begun; paths of sockets are short."""
    with tempfile.TemporaryDirectory(prefix="image-") as folder:
        yield Container(image, Path(folder))


def test_it_is_small(image: Image) -> None:
    """And only the volume belongs to its user."""
    sizes = size_of(image.root), size_of_archive(image.root)
    print(" and ".join(f"{size / 1e6:.1f} MB" for size in sizes))
    assert max(sizes) < LARGEST
    volume = image.root / image.stage.last("VOLUME").text.lstrip("/")
    own = [path for path in image.root.rglob("*") if path.lstat().st_uid == USER]
    assert own == [volume]


def test_no_program_misses_a_library(image: Image) -> None:
    """Whatever was taken out, the loader finds all that is linked with programs and modules."""
    look = r"find / -xdev -type f \( -name '*.so*' -o -perm -100 \) -exec ldd {} + 2>/dev/null"
    command = ["chroot", str(image.root), "/bin/sh", "-c", look]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "libc.so.6 => /lib" in done.stdout
    assert [line for line in done.stdout.splitlines() if "not found" in line] == []


def test_it_does_not_open_itself(container: Container) -> None:
    """Without key and TLS it says what is missing, in one line."""
    done = container.run()
    assert done.returncode == 2
    assert done.stderr.startswith("referee: listen must be an address of this machine alone")
    assert done.stderr.count("\n") == 1


def test_it_serves_drains_and_comes_back(container: Container) -> None:
    """By its own command, as its own user, on a root that can't be written; a match is kept."""
    began = time.monotonic()
    process = container.start()
    container.wait_until_healthy()
    print(f"healthy after {time.monotonic() - began:.1f} s")
    assert (container.tmp / "referee.sock").stat().st_uid == USER
    with Lobby(container.address, KEY) as lobby:
        match_id = lobby.create_match("diceman", config={"games": 2}).match.match_id
        for seat, bot in enumerate(("greedy", "mixer")):
            lobby.seat_house_bot(match_id, seat, bot)
        match = lobby.wait(match_id, timeout=patience(300))
        assert match.outcome.cause == match_pb2.END_CAUSE_RULES
        # Nobody comes to this one; it is taken up again by the next life.
        waiting = lobby.create_match("diceman").match.match_id
    assert container.stop(process) == 0
    entries = [json.loads(line) for line in container.log.read_text().splitlines()]
    assert [entry["event"] for entry in entries if entry["event"] in ("draining", "stopped")] == [
        "draining",
        "stopped",
    ]

    process = container.start()
    container.wait_until_healthy()
    with Lobby(container.address, KEY) as lobby:
        assert lobby.get_match(match_id).phase == match_pb2.MATCH_PHASE_ENDED
        assert lobby.get_match(waiting).phase == match_pb2.MATCH_PHASE_WAITING
        lobby.abort_match(waiting)
    assert container.stop(process) == 0
