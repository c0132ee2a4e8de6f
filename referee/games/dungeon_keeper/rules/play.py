"""Working data of Dungeon Keeper's rules: a match, with the events of the step in progress."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from referee.games.dungeon_keeper.rules.events import Body, Place, Spot
from referee.games.dungeon_keeper.state import State

__all__ = ["Play"]


@dataclasses.dataclass(slots=True)
class Play:
    """A match while orders or a phase are carried out, with the events that this has caused."""

    state: State
    """State of the match; changed in place."""
    seat: int
    """Seat whose orders are carried out, or whose turn begins; LIGHT in the turn of the Hero and his gnome."""
    log: list[Body]
    """Events in order of happening, not yet assigned to the seats that get them (DK-6.22)."""
    blows: dict[int, Spot | Place] = dataclasses.field(default_factory=dict)
    """The killing blow of each unit that died, by its id: the unit that struck, the cell of the
    tower that shot, or the dead unit's own spot for poison. Units that died by an aura of fire are
    absent."""
    moment: Callable[[Play], None] = lambda play: None  # noqa: ARG005
    """Function that is called each time that events may have changed what seats see (DK-6.21): it
    updates that under fog, and decides which seats get the events since the last call.
    """
