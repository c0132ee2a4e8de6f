"""How Dice Adventure is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.scene import Scene
from referee.core.text_face import AskedTurn
from referee.games.default_face import DefaultFace
from referee.games.dice_adventure.tables import NUM_MEMBERS

__all__ = ["DiceAdventureFace"]


class DiceAdventureFace(DefaultFace):
    """Names places by x and y, as its rules and its orders do (DA-2.7)."""

    phases: ClassVar[Mapping[str, str]] = {
        "communication": "send pings to your party, or none. A ping is one of the symbols at a"
        " cell x,y, and costs action points.",
        "planning": "plan your steps of this round, or none. Each costs an action point, also waiting.",
    }
    kinds: ClassVar[Mapping[str, str]] = {"communication": "pings", "planning": "plan"}
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {
        "communication": {"pings": {"pings": [{"symbol": "A", "x": 0, "y": 0}]}},
        "planning": {"plan": {"steps": ["STEP_UP", "STEP_WAIT"]}},
    }
    left_out = ("2.5 Randomness", "DA-1.5", "DA-2.10", "DA-3.3", "DA-6.5", "DA-7.6")
    axes = ("y", "x")

    def phase_of(self, asked: AskedTurn) -> str:
        """Return the phase of the seat's own party: in a race of several, the turn does not name it."""
        if asked.phase != "race":
            return asked.phase
        own: str = asked.seen["phase"]
        return own.removeprefix("PHASE_").lower()

    def seen(self, asked: AskedTurn, scene: Scene) -> Iterable[str]:
        """Return the scene in words; players are seats, whatever its tables call them."""
        for line in super().seen(asked, scene):
            yield line.replace("| bot |", "| seat |")

    def details(self, asked: AskedTurn) -> Iterable[str]:
        """Return the meaning of short forms in scene and events."""
        yield ""
        if len(asked.sight.players) > NUM_MEMBERS:
            first = asked.seat - asked.seat % NUM_MEMBERS
            yield (
                f"Your party is made of the seats {first}, {first + 1} and {first + 2}. The other seats"
                " play the same levels in other parties, which you never meet."
            )
        yield "AP are action points. Cells are written x,y. Marks on the board: a letter such as `A` is a ping,"
        yield "`9 > 4` an encounter, with the sum of the members first. In signs, the digit behind D, G or H is a"
        yield "seat; other signs with a digit are those of the rules, such as K1, C2, M1 or R2."
        yield "An event without a name is about you; `walked against 0,0` met a wall or the edge, and moved nobody."
        yield "In encounters, the number behind a member, a monster, a rock or a trap is its roll."
