"""Working data of the rules of Dungeon Keeper: a match, and the log of its events."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from referee.games.dungeon_keeper.rules.events import Body, Place, Spot
from referee.games.dungeon_keeper.state import State

__all__ = ["Play"]


@dataclasses.dataclass(slots=True)
class Play:
    """A match while an order is carried out, or a phase."""

    state: State
    """The match; changed in place."""
    seat: int
    """Seat that gives orders, or whose turn begins; LIGHT in the neutral phase."""
    log: list[Body]
    """Events in order; which seats get them is decided afterwards (DK-6.22)."""
    blows: dict[int, Spot | Place] = dataclasses.field(default_factory=dict)
    """Striker of each unit that died of a blow, by the unit's id; units that died of poison are absent."""
    moment: Callable[[Play], None] = lambda play: None  # noqa: ARG005
    """Called at each moment of DK-6.21: seats look around, and the events since the last moment are assigned."""
