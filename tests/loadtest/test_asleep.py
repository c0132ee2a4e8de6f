"""What a match keeps in memory that sleeps, counted in what Python and NumPy allocate for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from loadtest import asleep
from loadtest.bench.served import script
from loadtest.open_matches import GAMES, SEED
from referee.core.config import parse_config
from referee.games.registry import find
from referee.server.process.logs import configure_logs


@pytest.mark.parametrize("name", ["diceman", "champions"])
def test_a_match_that_sleeps_keeps_next_to_nothing(name: str, tmp_path: Path) -> None:
    """Some bytes, and no more than is promised, with two seats and with sixteen."""
    configure_logs("error")
    opened = GAMES[name]
    plugin = find(opened.game)
    config = parse_config(plugin.game.config_class, dict(opened.config))
    played = script(plugin, opened.num_seats, SEED, config, points=4)
    found = asyncio.run(asleep.measure(played, tmp_path, matches=40, wakes=3))
    assert 200 < found.allocated <= asleep.PROMISED_BYTES
    assert len(found.wakes_ms) == 3


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With the names of those there are."""
    with pytest.raises(SystemExit) as ended:
        asleep.main(["ludo"])
    assert ended.value.code == 2
    assert "not 'ludo'" in capsys.readouterr().err
