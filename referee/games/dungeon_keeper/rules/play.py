"""What the rules of Dungeon Keeper work on: a match, and the telling of what happens in it."""

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
    """Who gives orders, or whose turn begins; LIGHT in the neutral phase."""
    log: list[Body]
    """What has happened, in order; whom it is told to is decided afterwards (DK-6.22)."""
    blows: dict[int, Spot | Place] = dataclasses.field(default_factory=dict)
    """Who or what struck the units that died of it, by their ids; of poison they die by themselves."""
    moment: Callable[[Play], None] = lambda play: None  # noqa: ARG005
    """Called at each moment of DK-6.21: seats look around, and are told what has happened since the last."""
