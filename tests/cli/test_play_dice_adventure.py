"""House bots of Dice Adventure through a real referee: as programs, and by name."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.command import process


def play(folder: Path, bots: list[str], levels: str) -> list[dict[str, object]]:
    """Play two matches; seats of both."""
    flags = [word for bot in bots for word in ("--bot", bot)]
    ran = process(
        *("play", "dice_adventure", "--json", "--seed", "1", "--matches", "2", *flags),
        *("--config", f"levels={levels}", "--replay-dir", str(folder), "--move-time", "10m"),
    )
    assert (ran.status, ran.err) == (0, "")
    matches = json.loads(ran.out)["matches"]
    assert {match["cause"] for match in matches} == {"RULES"}
    return [seat for match in matches for seat in match["seats"]]


@pytest.mark.slow
def test_each_bot_is_a_program(tmp_path: Path) -> None:
    """With the flags and variables of all bots; none misses a deadline."""
    names = ("wanderer", "seeker", "partner")
    flags = ["--seed", "3", "--log-level", "error"]
    programs = [
        shlex.join([sys.executable, "-m", f"referee_bots.dice_adventure.{name}_bot", *flags])
        for name in names
    ]
    for seat in play(tmp_path, programs, '[{"name": "easy", "cap": 5}]'):
        assert (seat["strikes"], seat["forfeit"]) == (0, None)


def test_partners_clear_the_rulebooks_levels(tmp_path: Path) -> None:
    """All three, within a third of the caps: at least 300 + 300 + 400 * 20/30 points each."""
    for seat in play(tmp_path, ["house:partner"] * 3, '["L1", "L2", "L3"]'):
        assert isinstance(seat["score"], int)
        assert seat["score"] >= 3 * 866
