"""Notes in words on a unit or a building of Dungeon Keeper: everything but its hit points."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.view import Fields
from referee.games.dungeon_keeper.tables import CAPTURE_AP, Building
from referee.games.dungeon_keeper.view.board import building_of
from referee.games.dungeon_keeper.view.sentences import word

__all__ = ["building_notes", "unit_notes"]


def unit_notes(unit: Fields) -> Iterable[str]:
    """Yield notes on a unit: who controls it, artifacts, spirits, rune, statuses and the like."""
    if unit["controller"] != unit["owner"]:
        yield f"obeys {unit['controller']}"
    yield from (word(artifact) for artifact in unit["artifacts"])
    yield from (f"spirit of {word(spirit)}" for spirit in unit["spirits"])
    if unit["rune"] != "RUNE_UNSPECIFIED":
        yield f"carries rune of {word(unit['rune'])}"
    for status in unit["statuses"]:
        stacks = f" x{status['stacks']}" if status["stacks"] else ""
        turns = f" {status['turns']}" if status["turns"] > 1 else ""
        yield f"{word(status['status'])}{stacks}{turns}"
    if unit["fear"]:
        yield f"fear x{unit['fear']}"
    if unit["ap_debt"]:
        yield f"{unit['ap_debt']} AP less next turn"
    if unit["tower_slowed"]:
        yield "slowed by a tower"
    if unit["capture_points"] and "capture_cell" in unit:
        cell = unit["capture_cell"]
        yield f"captures {cell['row']}-{cell['col']}: {unit['capture_points']} of {CAPTURE_AP}"


def building_notes(told: Fields) -> Iterable[str]:
    """Yield notes on a building: a Source's level, a tower's action points, an Altar's lowest hit points so far."""
    kind = building_of(told)
    if kind is Building.SOURCE:
        yield f"level {told['level']}"
    if kind is Building.BATTLE_TOWER:
        yield f"{told['ap']} AP"
    if 0 < (low := told.get("low_mark", 0)) < told["hp"]:
        yield f"mark {low}"
