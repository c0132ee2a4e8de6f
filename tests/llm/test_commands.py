"""The commands `llm`, `mcp`, `relay` and `trace`: what they print, and mistakes of those who type them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.llm.player import Budget
from referee.llm.trace import TraceWriter
from tests.cli.command import Ran, check_one_line, run_here
from tests.llm.endpoints import USAGE, answering, serving, status, stream

Referee = Callable[..., Ran]
MODEL = ("llm", "--base-url", "http://localhost/v1", "--model", "m")


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Referee:
    """Runs `referee` with these words in this process."""
    return lambda *words: run_here(monkeypatch, capsys, *words)


def test_an_endpoint_can_be_tried_before_a_match(referee: Referee) -> None:
    """One request, and what came, as a line and an exit status."""
    script = answering(stream("OK\x1b[31m"), status(401, "wrong key"))
    with serving(script):
        words = ("llm", "--base-url", script.url, "--model", "m", "--try", "--max-tokens", "9")
        good, bad = referee(*words), referee(*words)
    assert (good.status, good.out) == (0, "m replies (stop; 100 and 20 tokens): OK?[31m\n")
    assert (bad.status, bad.out) == (1, "no reply: status 401: wrong key\n")
    assert [body["max_tokens"] for body in script.requests] == [9, 9]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*MODEL, "--parameter", "hot"), "parameter must be NAME=JSON, such as temperature=0"),
        ((*MODEL, "--parameter", "t=hot"), "parameter t must be JSON, such as 0.5"),
        ((*MODEL, "--attempts", "0"), "attempts must be from 1 to 10, not 0"),
        (("llm", "--base-url", "x", "--model", "m"), "base_url must be an address with http://"),
        (("mcp",), "address must be given by --address or REFEREE_ADDRESS"),
        (("mcp", "--address", "unix:/x"), "token must be given by --token, --token-file or"),
        (("mcp", "--address", "unix:/x", "--token", "-"), "standard input is the agent's"),
        (("mcp", "--address", "unix:/x", "--token", "t", "--http", "80"), "http must be HOST:PORT"),
        (
            ("mcp", "--address", "unix:/x", "--token", "t", "--http", "0.0.0.0:8077"),
            "http must be on this machine, or the secret's variable set",
        ),
        (("relay", "--socket", "/no/such/folder/s", "--base-url", "http://x"), "socket must be"),
        (("trace", "verify", "/no/such.trace"), "can't be read"),
        (("trace", "table", "/no/such.trace"), "can't be read"),
        (("trace", "split", "/no/such.log"), "No such file"),
    ],
)
def test_a_mistake_is_one_line(
    referee: Referee, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    """It names the flag, the bound and the value."""
    for name in ("REFEREE_ADDRESS", "REFEREE_TOKENS", "MCP_SECRET"):
        monkeypatch.delenv(name, raising=False)
    check_one_line(referee(*words), message)


def test_traces_are_counted_split_and_missed_without_their_replay(
    referee: Referee, tmp_path: Path
) -> None:
    """From the output of a player to a table."""
    log = tmp_path / "stdout"
    header = {"match": "a", "seat": 0, "game": "diceman", "model": "m", "policy": {}}
    with log.open("w") as file:
        trace = TraceWriter(file, label="a.0")
        trace.write("header", header)
        asked = {"turn": 1, "attempt": 1, "prompt": "p", "category": ""}
        trace.write("request", {**asked, "usage": USAGE})
        trace.write("turn", {"turn": 1, "action": {}})
    traces = tmp_path / "traces"
    split = referee("trace", "split", str(log), "--into", str(traces))
    assert (split.status, split.out) == (0, f"{traces / 'a.0.trace'}\n")
    (row,) = json.loads(referee("trace", "table", str(traces), "--json").out)
    assert (row["model"], row["turns"], row["requests"]) == ("m", 1, 1)
    assert (row["prompt tokens"], row["reply tokens"], row["cost"]) == ("100", "20", "≥ 0.0000")
    check_one_line(referee("trace", "verify", str(traces)), "there is no a.replay in")


def test_a_table_shows_any_name_of_a_model(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a text, which does nothing to the table or the terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    trace = TraceWriter.at(tmp_path, "a", 0)
    header = {"match": "a", "seat": 0, "game": "[/g]", "policy": {}}
    trace.write("header", {**header, "model": "[red]m\x1b[2J"})
    trace.close()
    shown = referee("trace", "table", str(tmp_path / "a.0.trace"))
    assert shown.status == 0
    assert "[/g]" in shown.out
    assert "[red]m?[2J" in shown.out


def test_a_budget_is_used_up_by_either_of_its_bounds() -> None:
    """Requests whose tokens nobody has counted take none off."""
    for budget, takes in ((Budget(requests=2), 2), (Budget(tokens=200), 2), (Budget(), 99)):
        for _ in range(takes - 1):
            budget.take(USAGE)
        assert not budget.is_used_up()
        budget.take(USAGE)
        assert budget.is_used_up() == (takes == 2)
    unknown = Budget(tokens=1)
    unknown.take(None)
    assert not unknown.is_used_up()
