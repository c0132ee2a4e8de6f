"""Unfinished matches of an older release are taken up under the rules that they began with.

`recorded/` has the journals of matches that its server was playing, one of each game with the first rules,
and how far they had come.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import match_pb2
from referee.core.rng import Stream
from referee.games import registry
from referee.replay.verify import Verification, verify
from tests.server.running import running
from tests.server.served_pairs import Pair, Table

RECORDED = Path(__file__).parent / "recorded"
MATCHES: dict[str, dict[str, Any]] = json.loads((RECORDED / "matches.json").read_text())
STEPS = 6
"""How far each is played on."""


def test_every_game_is_there() -> None:
    """One match each."""
    assert set(MATCHES) == {name for name in registry.names() if not name.startswith("toy_")}
    assert {f"{match['match']}.journal" for match in MATCHES.values()} == {
        path.name for path in RECORDED.glob("*.journal")
    }


@pytest.mark.parametrize("game", MATCHES)
async def test_a_match_goes_on_under_its_rules(tmp_path: Path, game: str) -> None:
    """It stands where it stood, its seats come back by their tokens, and its replay holds."""
    known = MATCHES[game]
    match_id = known["match"]
    (tmp_path / "data" / "journals").mkdir(parents=True)
    shutil.copy(RECORDED / f"{match_id}.journal", tmp_path / "data" / "journals")
    plugin = registry.find(game).at(known["version"])
    async with running(tmp_path) as referee:
        assert (await referee.get(match_id)).phase == match_pb2.MATCH_PHASE_RUNNING
        machine = referee._host(match_id).machine
        assert (machine.steps, machine.digest().hex()) == (known["steps"], known["digest"])
        assert machine.terms.game.info.version == known["version"] == 1
        table = Table(referee, Pair(plugin, len(known["tokens"]), viewer=0, steps=0))
        table.match_id = match_id
        for token in known["tokens"]:
            table.streams.append(referee.stream())
            (joined,) = await table.streams[-1].join(token)
            assert (joined.rejoined, joined.game_version) == (True, 1)
        table.tokens = known["tokens"]
        dice = Stream(9, 2)
        for _ in range(STEPS):
            if not table.is_over:
                await table.step(table.answers(dice))
        if not table.is_over:
            await referee.abort(match_id)
        assert machine.steps > known["steps"]
    (replay,) = (tmp_path / "data").glob("**/*.replay")
    assert verify(replay) == Verification(replay, machine.steps, None)
