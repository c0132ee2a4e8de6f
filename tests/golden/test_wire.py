"""What bots see of recorded matches stays the same by every byte, in the newest version and in older ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from tests.golden.record import GOLDEN, main
from tests.golden.wire_match import FOLDER, as_json, load, replayed

FILES = sorted(GOLDEN.glob(f"*/{FOLDER}/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_nothing_has_changed(path: Path) -> None:
    """Config, observations, events, states and outcome; the first step that differs is shown."""
    recorded = load(path)
    now = replayed(recorded)
    for number, (step, found) in enumerate(zip(recorded["steps"], now["steps"], strict=True), 1):
        assert found == step, f"step {number}"
    assert now == recorded


def test_every_version_of_every_game_has_such_matches() -> None:
    """A new version needs new ones: `python -m tests.golden.record GAME NAME`."""
    found = {(path.parts[-3], int(path.stem.partition("_")[0].removeprefix("v"))) for path in FILES}
    expected = {
        (name, plugin.game.info.version)
        for name in registry.names()
        for plugin in (registry.find(name), *registry.find(name).older)
    }
    assert found == expected


def test_the_recorder_writes_what_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And never the same file twice."""
    words = ["swordman", "short", "--config", '{"games": 1, "life": 20}', "--to", str(tmp_path)]
    assert main(words) == 0
    assert "v1_short.json: " in capsys.readouterr().out
    (path,) = tmp_path.rglob("*.json")
    recorded = load(path)
    assert recorded["config"] == {"games": 1, "life": 20}
    assert json.loads(as_json(recorded)) == recorded == replayed(recorded)
    assert main(words) == 1
    assert "recorded once" in capsys.readouterr().err


def test_a_byte_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An observation that grows by an unknown field fails the comparison, at its step."""
    (path,) = [each for each in FILES if "swordman" in each.parts][:1]
    codec = registry.find("swordman").codec
    encode = type(codec).encode_observations

    def longer(self: Any, config: Any, seen: Any) -> list[bytes]:
        return [data + b"\xf8\x7f\x01" for data in encode(self, config, seen)]

    monkeypatch.setattr(type(codec), "encode_observations", longer)
    with pytest.raises(AssertionError, match="step 1"):
        test_nothing_has_changed(path)


def test_bytes_are_recorded_again_only_for_the_same_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Messages that have grown on purpose are written again; other states ask for a new version."""
    words = ["swordman", "short", "--config", '{"games": 1, "life": 20}', "--to", str(tmp_path)]
    assert main(words) == 0
    (path,) = tmp_path.rglob("*.json")
    whole = path.read_text()
    shorter = load(path)
    shorter["steps"][0]["observations"] = "00" * 16
    path.write_text(as_json(shorter))
    assert main([*words, "--messages-grew"]) == 0
    assert path.read_text() == whole
    other = load(path)
    other["steps"][0]["state"] = "00" * 16
    path.write_text(as_json(other))
    assert main([*words, "--messages-grew"]) == 1
    assert "raise the game's version" in capsys.readouterr().err
