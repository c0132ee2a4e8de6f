"""Two equal entries get equal results, and two that differ in the face alone have different setups."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from referee.llm.table import count_traces
from referee.llm.trace import read_trace
from referee.llm.verify import check_trace
from referee.replay.reader import load
from tests.llm.endpoints import Script, Send, serving, stream

PAIRS = ([0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3])

CUP = """
name = "twins"
game = "diceman"
format = "round_robin"
cycles = 3
seed = 7
sandbox = "none"
[config]
games = 1
[time_control]
move_time = "10m"
[[bots]]
name = "one"
command = "{one}"
[[bots]]
name = "twin"
command = "{twin}"
"""


def by_prompt(_: int, body: dict[str, Any]) -> Send:
    """Answer as a model at temperature 0 would: by the prompt alone."""
    digest = hashlib.sha256(body["messages"][1]["content"].encode()).digest()
    return stream(json.dumps({"dice": PAIRS[digest[0] % len(PAIRS)]}))


def call(*words: str) -> str:
    """Run a command of `tournament`, and return what it prints."""
    command = [sys.executable, "-P", "-m", "tournaments", *words]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def played(folder: Path, one: str = "", twin: str = "") -> Path:
    """Play the cup with these flags of its two entries, and return the folder of the traces."""
    traces = folder / "data" / "twins" / "referee" / "replays"
    with serving(Script(by_prompt)) as script:
        command = (
            f"{sys.executable} -P -m referee llm --base-url {script.url} --model m"
            f" --log-level warning --trace {traces}"
        )
        file = folder / "twins.toml"
        file.write_text(CUP.format(one=f"{command} {one}", twin=f"{command} {twin}"))
        call("run", str(file))
    return traces


def test_a_twin_comes_out_equal(tmp_path: Path) -> None:
    """Both meet the same dice in both seats, read the same prompts byte by byte, and get the same points."""
    traces = played(tmp_path)
    table = json.loads(call("standings", str(tmp_path / "data" / "twins"), "--models", "--json"))
    one, twin = ({**line, "bot": ""} for line in table["standings"])
    for line in (one, twin):
        del line["rating"]  # made match by match, it depends on who came first
    assert one == twin
    assert (one["points"], one["matches"], one["elo"]["elo"]) == (3.0, 6, 0.0)
    uses = [{**line, "bot": ""} for line in table["models"]["bots"]]
    assert uses[0] == uses[1]
    assert (uses[0]["seats"], uses[0]["model"], table["models"]["problems"]) == (6, "m", [])
    paths = sorted(traces.glob("*.trace"))
    assert len(paths) == 12
    (counts,) = count_traces(paths)  # of one setup alone
    assert counts.seats == 12
    asked: dict[str, int] = {}
    for path in paths:
        prompts = [line["prompt"] for line in read_trace(path) if line["kind"] == "request"]
        seat = path.name.split(".")[1]
        key = f"{seat}: {' '.join(prompts)}"
        asked[key] = asked.get(key, 0) + 1
    # Each seat of each block was played by both, after the same prompts.
    assert sorted(asked.values()) == [2] * 6


def test_entries_may_differ_in_the_face_alone(tmp_path: Path) -> None:
    """Both meet the same dice in both seats; their setups differ, and each trace fits the face it names."""
    traces = played(tmp_path, one="--face own", twin="--face plain")
    paths = sorted(traces.glob("*.trace"))
    assert len(paths) == 12
    counts = count_traces(paths)
    assert [each.seats for each in counts] == [6, 6]
    assert counts[0].setup != counts[1].setup
    headers = [next(iter(read_trace(path))) for path in paths]
    faces = [header["policy"].pop("face") for header in headers]
    assert sorted(faces) == ["own"] * 6 + ["plain"] * 6
    assert all(header["policy"] == headers[0]["policy"] for header in headers)
    # The hash of face, rules and schema depends on face and seat alone.
    assert len({(header["face"], header["seat"]) for header in headers}) == 4
    replays = {each.stem.partition(".")[0]: each for each in tmp_path.rglob("*.replay")}
    for path in paths[:4]:
        check = check_trace(path, load(replays[path.name.partition(".")[0]]))
        assert check.problems == []
        asked = [request.prompt[1]["content"] for request in check.requests]
        is_own = faces[paths.index(path)] == "own"
        # The game's own words for its question, which no scene and no rulebook has.
        assert all(("Your rival picks at the same time" in text) == is_own for text in asked)
