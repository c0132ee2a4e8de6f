"""The relay: bots reach an endpoint through a Unix socket, without its key, and within its bounds."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.core.errors import FieldError
from referee.games.rethink import Finish, Reply
from referee.llm.endpoint import Endpoint, Settings
from referee.llm.relay import bound_socket
from referee.llm.trace import split_traces
from referee.llm.verify import check_trace
from referee.replay.reader import load
from tests.llm.endpoints import USAGE, Script, answering, serving, status, stream
from tests.tournaments.sandboxes import needs_sandbox

KEY = "sk-of-the-relay"


@contextlib.contextmanager
def relaying(script: Script, *flags: str) -> Iterator[Path]:
    """Run a relay to a script's endpoint in the `with` block; the value is its socket."""
    with serving(script), tempfile.TemporaryDirectory(prefix="relay-") as folder:
        socket = Path(folder) / "llm.sock"
        words = [sys.executable, "-P", "-m", "referee", "relay", "--socket", str(socket)]
        words += ["--base-url", script.url, *flags]
        env = os.environ | {"LLM_API_KEY": KEY}
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=env, text=True) as process:
            try:
                assert process.stdout is not None
                # Printed once the socket listens.
                assert process.stdout.readline() == f"relay at {socket}, with a key\n"
                yield socket
            finally:
                process.terminate()


def ask(socket: Path, model: str = "small") -> Reply:
    """Send one request through a relay, and return the reply."""

    async def ask_it() -> Reply:
        endpoint = Endpoint(Settings("http://relay/v1", model, socket=socket))
        try:
            return await endpoint.ask([{"role": "user", "content": "Say OK."}])
        finally:
            await endpoint.close()

    return asyncio.run(ask_it())


def test_a_relay_adds_the_key_and_passes_all_else_on() -> None:
    """Streams, counts, and the time after which to ask again."""
    script = answering(stream("OK"), status(429, "slow", retry_after="9"))
    with relaying(script) as socket:
        assert ask(socket) == Reply("OK", usage=USAGE)
        busy = ask(socket)
        assert stat.S_IMODE(socket.stat().st_mode) == 0o600
    assert dataclasses.replace(busy, problem="") == Reply("", Finish.FAILED, wait_s=9.0)
    assert busy.problem == "status 429: slow"
    assert [body["model"] for body in script.requests] == ["small", "small"]
    sent = [{name.lower(): value for name, value in each.items()} for each in script.headers]
    assert [headers["authorization"] for headers in sent] == [f"Bearer {KEY}"] * 2


def test_a_relay_keeps_to_its_models_and_its_budget() -> None:
    """What goes over is refused for good, and never reaches the endpoint."""
    script = answering(stream("OK"))
    with relaying(
        script, "--model", "small", "--model", "tiny", "--budget-requests", "2"
    ) as socket:
        big = ask(socket, "big")
        replies = [ask(socket, model) for model in ("small", "tiny", "small")]
    assert (big.is_lasting, big.problem) == (
        True,
        "status 403: model must be one of small, tiny, not 'big'",
    )
    assert [reply.text for reply in replies] == ["OK", "OK", ""]
    assert replies[2].is_lasting
    assert "all 2 requests of this relay are used up" in replies[2].problem
    assert [body["model"] for body in script.requests] == ["small", "tiny"]


def test_a_relay_says_that_its_endpoint_is_not_there() -> None:
    """Another request may succeed."""
    with serving(answering(stream("OK"))) as gone:
        pass
    script = answering(stream("OK"))
    with relaying(script, "--base-url", gone.url) as socket:
        reply = ask(socket)
    assert (reply.finish, reply.is_lasting) == (Finish.FAILED, False)
    assert "the endpoint was not reached" in reply.problem


def test_a_file_that_is_no_socket_is_not_replaced(tmp_path: Path) -> None:
    """It may be anything."""
    path = tmp_path / "notes.txt"
    path.write_text("keep me")
    with pytest.raises(FieldError, match="socket must be a path where nothing is"):
        bound_socket(path)
    assert path.read_text() == "keep me"


CUP = """
name = "words"
game = "diceman"
format = "round_robin"
seed = 7
[config]
games = 1
[time_control]
move_time = "10m"
[[bots]]
name = "model"
command = "{python} -P -m referee llm --base-url http://relay/v1 --model small --socket {socket} --trace - --log-level warning"
readable = ["{socket}"]
[[bots]]
name = "greedy"
house = "greedy"
"""


@needs_sandbox
def test_a_model_plays_a_tournament_in_a_sandbox(tmp_path: Path) -> None:
    """Without a network and without a key, by the socket that it alone sees."""
    script = answering(stream('{"dice": [0, 1]}'))
    with relaying(script) as socket:
        file = tmp_path / "words.toml"
        file.write_text(CUP.format(python=sys.executable, socket=socket))
        ran = subprocess.run(
            [sys.executable, "-P", "-m", "tournaments", "run", str(file)],
            capture_output=True,
            text=True,
        )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert script.requests
    replays = [load(path) for path in tmp_path.rglob("*.replay")]
    assert replays
    for replay in replays:
        assert replay.end is not None
        assert not any(result.strikes for result in replay.end.outcome.seats)
    (log,) = tmp_path.rglob("logs/model/*stdout*")
    traces = split_traces([log], tmp_path / "traces")
    assert [path.name.split(".")[0] for path in traces] == sorted(
        replay.header.match_id for replay in replays
    )
    by_match = {replay.header.match_id: replay for replay in replays}
    for path in traces:
        check = check_trace(path, by_match[path.name.split(".")[0]])
        assert check.problems == []
        assert check.requests
    assert all(
        KEY.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    )
