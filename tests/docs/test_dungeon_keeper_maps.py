"""docs/dungeon_keeper_maps.md: its map, its position, its errors and its fields are as it shows them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.errors import ConfigError
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.maps.setup import new_match
from referee.games.dungeon_keeper.scenario.position import Position, SeatPosition
from referee.games.dungeon_keeper.scenario.spec import Scenario, ScenarioUnit
from tests.docs.markdown import ROOT, blocks
from tests.games.dungeon_keeper.test_maps import drawn

GUIDE = ROOT / "docs" / "dungeon_keeper_maps.md"
MAP, ERRORS = (block.text for block in blocks(GUIDE) if block.language == "text")
(SCENARIO,) = (block.text for block in blocks(GUIDE) if block.language == "json")


def test_the_map_is_generated() -> None:
    """From the seed that the guide names."""
    state = new_match(DungeonKeeperConfig(preset="small"), 1, 2)
    assert drawn(state) == MAP.strip()


def test_the_position_begins_a_match() -> None:
    """And every field of a position and of its units is explained."""
    config = parse_config(DungeonKeeperConfig, {"scenario": json.loads(SCENARIO)})
    state = new_match(config, 1, 2)
    assert drawn(state).splitlines()[4] == "##g#F#g##"
    explained = set(re.findall(r"`(\w+)`", GUIDE.read_text()))
    fields = {*Scenario.model_fields, *ScenarioUnit.model_fields}
    fields |= {*Position.model_fields, *SeatPosition.model_fields}
    assert fields <= explained


@pytest.mark.parametrize(
    ("unit", "change", "line"),
    [(0, {"row": 4}, 0), (1, {"hp": 21}, 1), (2, {"owner": 5}, 2)],
)
def test_errors_are_as_shown(unit: int, change: dict[str, int], line: int) -> None:
    """For a small fault in the position shown."""
    scenario: dict[str, Any] = json.loads(SCENARIO)
    scenario["units"][unit] |= change
    with pytest.raises(ConfigError) as caught:
        parse_config(DungeonKeeperConfig, {"scenario": scenario})
    assert str(caught.value) == ERRORS.splitlines()[line]
