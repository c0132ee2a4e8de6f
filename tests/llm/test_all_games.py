"""A language model and an agent at one table: whole matches of all six games and of two examples.

The model plays by an endpoint, the agent by the official MCP client, which starts the server over stdio. Where an
answer is refused, the model gives up the turn, and the agent the seat.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any, Literal

import mcp
import pytest

from referee.llm.verify import check_trace
from referee.replay.reader import load
from tests.architecture.source import ROOT
from tests.cli.command import start
from tests.helpers.distributions import distribute
from tests.helpers.example_games import install_example
from tests.llm.endpoints import Script, Send, serving, stream
from tests.llm.test_mcp import GAMES, example, pasted_server, play_on

EXAMPLES = ("connect_four", "leduc")
KEY = "sk-in-no-file"


def answer(game: str, seat: int, told: str) -> dict[str, Any]:
    """Return an answer to a turn: the example that it shows, or where that is seldom legal, one that is."""
    if game == "connect_four":
        return {"column": seat}
    if game == "leduc":
        return {"move": 1}
    if "Phase MOVE: move one tile" in told:
        return {"move": {"dr": 0, "dc": 0}}
    return example(told)


def installed(folder: Path, game: str) -> str:
    """Return a search path on which programs find an example game, as if it were installed."""
    place = ROOT / "examples" / "games" / game
    project = tomllib.loads((place / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    distribute(folder, {}, project["entry-points"])
    return os.pathsep.join([str(place), str(folder)])


@pytest.mark.parametrize(
    ("game", "mode"),
    list(zip((*sorted(GAMES), *EXAMPLES), ["auto", "legacy"] * 4, strict=True)),
)
async def test_a_model_and_an_agent_play_a_whole_match(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    mode: Literal["auto", "legacy"],
) -> None:
    """To its end by the rules or by a seat that is given up; each prompt follows from the replay."""
    env = os.environ | {"LLM_API_KEY": KEY}

    def send(_: int, body: dict[str, Any]) -> Send:
        return stream(json.dumps(answer(game, 0, body["messages"][1]["content"])))

    if game in EXAMPLES:
        (tmp_path / "installed").mkdir()
        env["PYTHONPATH"] = installed(tmp_path / "installed", game)
        (tmp_path / "here").mkdir()
        install_example(monkeypatch, tmp_path / "here", game)
    files = tmp_path / "files"
    with serving(Script(send)) as script:
        model = [sys.executable, "-P", "-m", "referee", "llm", "--model", "scripted"]
        model += ["--base-url", script.url, "--trace", str(files), "--attempts", "1"]
        words = ["play", game, "--json", "--bot", shlex.join(model), "--bot", "mcp"]
        words += ["--bot", "house:random"] if game == "dice_adventure" else []
        words += ["--seed", "7", "--replay-dir", str(files), "--move-time", "10m"]
        words += [f"--config={name}={value}" for name, value in GAMES.get(game, {}).items()]
        with start(*words, env=env) as running:
            server = await pasted_server(running, seat=1, PYTHONPATH=env.get("PYTHONPATH", ""))
            async with mcp.Client(server, mode=mode) as client:
                turns = await play_on(client, lambda told: answer(game, 1, told))
            out, err = await asyncio.to_thread(running.communicate)
    assert running.returncode == 0, err
    (match,) = json.loads(out)["matches"]
    assert match["seats"][1]["player"] == "mcp", match
    assert match["cause"] in ("RULES", "FORFEIT"), match
    assert turns > 0
    (trace,), (replay,) = files.glob("*.trace"), files.glob("*.replay")
    check = check_trace(trace, load(replay))
    assert check.problems == []
    # A request of which the endpoint has not read all when the match ends is none that it knows.
    assert 0 < len(script.requests) <= len(check.requests) <= len(script.requests) + 1
    for file in files.iterdir():
        assert KEY.encode() not in file.read_bytes()
