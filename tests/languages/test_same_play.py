"""A greedy bot plays the same in every language: the same seed gives the same states.

The reference is the house bot, whose play is tested by itself. The rival in Diceman is a program whose
choices differ from round to round, so that greedy's answers do too.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from referee.replay.journal import read_records
from tests.cli.command import process
from tests.helpers.tiers import nightly
from tests.languages.built import LANGUAGES, need
from tests.tournaments.cups import STEADY

pytestmark = pytest.mark.slow

MATCHES = 4


def _digests(folder: Path, *words: str) -> list[list[bytes]]:
    """Digests of all states of some matches under known seeds."""
    ran = process(
        *("play", *words, "--seed", "2008", "--matches", str(MATCHES)),
        *("--json", "--no-clock", "--replay-dir", str(folder)),
    )
    assert ran.status == 0, ran.err
    matches = json.loads(ran.out)["matches"]
    assert [match["cause"] for match in matches] == ["RULES"] * MATCHES
    return [
        [
            record.step.digest
            for record in read_records(Path(match["replay"]))
            if record.HasField("step")
        ]
        for match in matches
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_diceman(language: str, tmp_path: Path) -> None:
    """Against a rival that picks other dice in every round."""
    bot = need(language, "diceman", "greedy_bot")
    (tmp_path / "steady.py").write_text(STEADY)
    rival = shlex.join([sys.executable, str(tmp_path / "steady.py"), "5"])
    played = _digests(tmp_path / "own", "diceman", "--bot", shlex.quote(bot), "--bot", rival)
    expected = _digests(tmp_path / "house", "diceman", "--bot", "house:greedy", "--bot", rival)
    assert all(len(digests) > 11 for digests in expected)
    assert played == expected


@pytest.mark.parametrize("language", nightly(LANGUAGES))
def test_dice_adventure(language: str, tmp_path: Path) -> None:
    """The whole party in one language, on the rulebook's six levels."""
    bot = shlex.quote(need(language, "dice_adventure", "greedy_bot"))
    played = _digests(tmp_path / "own", "dice_adventure", *["--bot", bot] * 3)
    expected = _digests(tmp_path / "house", "dice_adventure", *["--bot", "house:seeker"] * 3)
    assert played == expected
