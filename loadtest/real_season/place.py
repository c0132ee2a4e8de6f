"""Where a real season lies: its folder, its ports, its file, and the certificate of its referee."""

from __future__ import annotations

import dataclasses
import socket
import subprocess
from pathlib import Path

__all__ = ["FINAL", "GAMES", "HOUSE", "TOP", "Place", "free_port", "make_place"]

GAMES = 3
"""Number of games of a match of Diceman."""
HOUSE = "greedy"
"""Name of the house bot, which never leaves."""
FINAL = "final"
"""Name of the stage that is played when the season is over."""
TOP = 4
"""Number of entries of the final."""
_SEASON = """\
name = "real"
game = "diceman"
format = "ladder"
seats = 2
parallel = {parallel}
data = "data"
sandbox = "bubblewrap"
[config]
games = {games}
[time_control]
move_time = "4s"
first_move = "60s"
join_limit = "3m"
lag_margin = "1s"
strikes = 3
[limits]
memory = "1GiB"
[season]
first_matches = 5
faults = 3
bench = "{bench_s}s"
[entries]
per_day = 20
size = "100MiB"
unpacked = "300MiB"
build = "2m"
[[bots]]
name = "{house}"
house = "greedy"
"""
_REMOTE = """\
[remote]
listen = "127.0.0.1:{port}"
cert = "cert.pem"
key = "key.pem"
matches = 4
at_once = 2
per_day = 100000
longest_ping = "2s"
"""
_STAGE = """\
[[stages]]
name = "{name}"
format = "round_robin"
top = {top}
cycles = {cycles}
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Folder and ports of a season."""

    folder: Path
    """Folder of the season's file; the data folder is `data` in it."""
    cycles: int
    """Number of cycles of the final; 0 for no final."""
    web: int
    """Port of the arena."""
    remote: int
    """Port at which the referee takes programs from elsewhere."""

    @property
    def file(self) -> Path:
        """The season's configuration, a TOML file."""
        return self.folder / "real.toml"

    @property
    def data(self) -> Path:
        """The season's data folder."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """File with the season's log."""
        return self.data / "tournament.log"

    @property
    def final(self) -> Path:
        """Data folder of the final."""
        return self.data / "stages" / FINAL

    @property
    def address(self) -> str:
        """Address (URL) of the season's page in the arena."""
        return f"http://127.0.0.1:{self.web}/t/1"

    def key_file(self, entry: str) -> Path:
        """Return the file with the key of an entry."""
        return self.folder / "keys" / f"{entry}.key"


def free_port() -> int:
    """Return a port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def make_place(
    folder: Path, *, minutes: float, parallel: int, with_remotes: bool, with_final: bool
) -> Place:
    """Write the season's file and, if programs come from elsewhere, a certificate; return the place.

    Args:
        folder: An empty folder.
        minutes: Length of the season, by which times in the file are scaled.
        parallel: Number of matches without remotes at once.
        with_remotes: Whether programs that run elsewhere take part.
        with_final: Whether a final follows.
    """
    cycles = (2 if minutes < 20 else 10) if with_final else 0
    place = Place(folder, cycles, free_port(), free_port())
    (folder / "keys").mkdir(mode=0o700)
    text = _SEASON.format(
        games=GAMES, parallel=parallel, bench_s=max(2, round(minutes)), house=HOUSE
    )
    if with_remotes:
        text += _REMOTE.format(port=place.remote)
        _make_certificate(folder)
    if with_final:
        text += _STAGE.format(name=FINAL, top=TOP, cycles=cycles)
    place.file.write_text(text, encoding="utf-8")
    return place


def _make_certificate(folder: Path) -> None:
    """Write a self-signed certificate for 127.0.0.1, and its key."""
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*command.split(), *subject, *files], check=True, capture_output=True)
