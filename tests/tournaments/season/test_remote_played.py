"""A season with real processes whose entries attend by TLS: tried, paired, cut off, killed, and audited."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trustme

from tests.helpers.patience import come_true
from tests.server.proxy import proxy_to
from tests.tournaments.cups import Cup, new_cup
from tests.tournaments.remote_season import GREEDY, Helper
from tournaments.log.event import parse_line

pytestmark = pytest.mark.nightly

SEASON = """name = "cup"
game = "diceman"
format = "ladder"
parallel = 1
[config]
games = 1
life = 6
[time_control]
move_time = "5m"
join_limit = "10m"
[season]
first_matches = 2
[remote]
listen = "127.0.0.1:{port}"
cert = "cert.pem"
key = "key.pem"
matches = 2
longest_ping = "10s"
per_day = 100000
[[bots]]
name = "greedy"
house = "greedy"
"""


async def command(cup: Cup, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the season to its end; the proxy goes on meanwhile."""
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-P", "-m", "tournaments", name, "cup.toml", *words],
        cwd=cup.folder,
        capture_output=True,
        text=True,
        check=False,
    )


def bodies_of(cup: Cup, kind: str) -> list[dict[str, Any]]:
    """Contents of the events of a type that are in the log by now."""
    path = cup.data / "tournament.log"
    # The last line may be half written.
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    bodies = [parse_line(line).body for line in lines]
    return [body for body in bodies if body["type"] == kind]


def played(cup: Cup, entry: str) -> int:
    """Number of matches of an entry with a result."""
    ended = {body["match"] for body in bodies_of(cup, "ended")}
    started = bodies_of(cup, "started")
    return sum(entry in dict(b["entries"]) and b["match"] in ended for b in started)


def leavings(cup: Cup) -> set[tuple[str, bool]]:
    """Entries that have left, and whether they had said so before."""
    return {(body["entry"], body["in_order"]) for body in bodies_of(cup, "left")}


async def more_matches(cup: Cup, number: int, *helpers: Helper) -> None:
    """Wait until each remote entry has played that many more matches, or a helper has ended."""
    least = {entry: played(cup, entry) + number for entry in ("ann", "bob")}

    def is_done() -> bool:
        ended = [helper for helper in helpers if helper.process.returncode is not None]
        assert not ended, [helper.errors for helper in ended]
        return all(played(cup, entry) >= wanted for entry, wanted in least.items())

    await come_true(is_done, f"{number} more matches")


@contextlib.asynccontextmanager
async def attending(cup: Cup, address: str, entry: str, *flags: str) -> AsyncIterator[Helper]:
    """A helper of an entry, with a bot of the Python SDK; killed at the end."""
    folder = cup.folder / entry
    folder.mkdir(exist_ok=True)
    argv = [sys.executable, "-P", "-m", "referee", "attend", address, "--ca", "../ca.pem"]
    argv += ["--entry", entry, "--key-file", f"../{entry}.key", *flags, "--", *GREEDY]
    with (folder / "lines").open("ab") as lines, (folder / "errors").open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            *argv, stdin=asyncio.subprocess.DEVNULL, stdout=lines, stderr=errors, cwd=folder
        )
    try:
        yield Helper(process, folder)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        await process.wait()


async def test_a_season_of_remotes(tmp_path: Path) -> None:
    """Two attend, one of them over a line that breaks; a kill of everything here loses nothing."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    cup = new_cup(tmp_path, "remotes", SEASON.format(port=port))
    authority = trustme.CA()
    leaf = authority.issue_cert("localhost")
    (cup.folder / "ca.pem").write_bytes(authority.cert_pem.bytes())
    (cup.folder / "cert.pem").write_bytes(b"".join(c.bytes() for c in leaf.cert_chain_pems))
    (cup.folder / "key.pem").write_bytes(leaf.private_key_pem.bytes())
    made = await command(cup, "keys", "ann", "bob")
    assert made.returncode == 0, made.stderr
    for line in made.stdout.splitlines():
        entry, key = line.split()
        (cup.folder / f"{entry}.key").write_text(key)

    async with (
        proxy_to(f"127.0.0.1:{port}", None) as proxy,
        attending(cup, f"localhost:{port}", "ann", "--program-version", "first") as ann,
        attending(cup, proxy.address, "bob", "--at-once", "2") as bob,
    ):
        with cup.start() as killed:
            await more_matches(cup, 2, ann, bob)
            proxy.cut()
            await more_matches(cup, 2, ann, bob)
            os.kill(killed.pid, signal.SIGKILL)
        await asyncio.to_thread(cup.wait_until_all_are_gone)

        with cup.start() as run:
            await more_matches(cup, 2, ann, bob)
            report = json.loads((await command(cup, "status", "--json")).stdout)
            assert {each["entry"] for each in report["remotes"] if each["here"]} >= {"ann"}
            await ann.interrupt()
            assert await ann.status() == 0, ann.errors
            await come_true(lambda: ("ann", True) in leavings(cup), "the leaving of ann")
            second = ("--program-version", "second")
            async with attending(cup, f"localhost:{port}", "ann", *second) as again:
                await more_matches(cup, 2, again, bob)
                closed = await command(cup, "close", "--reason", "enough")
                assert (closed.returncode, closed.stderr) == (0, "")
                out, err = await asyncio.to_thread(run.communicate)
            assert run.returncode == 0, out + err
        assert bob.process.returncode is None, bob.errors

    remote = [body for body in bodies_of(cup, "admitted") if body["remote"]]
    assert sorted((body["entry"], body["declared"]) for body in remote) == [
        ("ann", "first"),
        ("ann", "second"),
        ("bob", ""),
    ]
    assert not bodies_of(cup, "void")
    forfeits = [seat["forfeit"] for body in bodies_of(cup, "ended") for seat in body["seats"]]
    assert set(forfeits) == {None}
    audit = await command(cup, "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    assert "3 entries with 4 versions" in audit.stdout
    table = await command(cup, "standings", "--json")
    rows = json.loads(table.stdout)["standings"]
    assert {row["entry"]: row["remote"] for row in rows} == {
        "ann": True,
        "bob": True,
        "greedy": False,
    }
    table = await command(cup, "standings", "--hosted", "--json")
    hosted = json.loads(table.stdout)["standings"]
    assert [(row["entry"], row["matches"]) for row in hosted] == [("greedy", 0)]
