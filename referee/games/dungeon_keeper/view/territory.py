"""Territory in Dungeon Keeper's view: an empty cell belongs to the seat that dug it or stepped on it last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.view import Fields
from referee.games.dungeon_keeper.rules.board.units import owner_of_id
from referee.games.dungeon_keeper.tables import Building
from referee.games.dungeon_keeper.view.belief import Belief, Place, bodies_of
from referee.games.dungeon_keeper.view.board import building_of

__all__ = ["ground_of", "walked"]

_FREE = ".,"
"""Characters of `Belief.rows` for empty cells, in sight or remembered."""


def walked(
    before: Mapping[Place, int], events: Sequence[Fields], belief: Belief | None
) -> Mapping[Place, int]:
    """Return the owner of the unit that dug each cell or stepped on it last, by cell, as far as it was seen.

    Args:
        before: The result of the step before.
        events: Events of the step.
        belief: What is known after the step.
    """
    steps: dict[Place, int] = {}
    for kind, body in bodies_of(events):
        if kind in ("moved", "dug", "summoned") and "unit" in body:
            at = (
                body["unit"]
                if kind == "summoned"
                else body.get("to" if kind == "moved" else "cell")
            )
            if at and "row" in at:
                steps[at["row"], at["col"]] = owner_of_id(body["unit"]["unit"])
    if belief is not None:
        for told in belief.units.values():
            steps[told["row"], told["col"]] = told["owner"]
    new = {spot: owner for spot, owner in steps.items() if before.get(spot) != owner}
    return {**before, **new} if new else before


def ground_of(belief: Belief, steps: Mapping[Place, int]) -> dict[Place, int]:
    """Return the seat to which each empty cell belongs, by cell.

    Cells next to an Altar belong to the Altar's owner until another seat's unit walks on them.

    Args:
        belief: What is known.
        steps: Owner of the unit that dug a cell or walked on it last, by cell, as returned by
            `walked`.
    """
    owners: dict[Place, int] = {}
    for (row, col), told in belief.buildings.items():
        if building_of(told) is Building.ALTAR:
            for near in ((row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)):
                owners[near] = told["owner"]
    owners.update(steps)
    rows = belief.rows
    size = range(len(rows))
    return {
        (row, col): owner
        for (row, col), owner in owners.items()
        if owner >= 0 and row in size and col in size and rows[row][col] in _FREE
    }
