"""How Dice Adventure is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.text_face import AskedTurn
from referee.games.default_face import DefaultFace

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

    def details(self, asked: AskedTurn) -> Iterable[str]:  # noqa: ARG002
        """Return the meaning of short forms in scene and events."""
        yield ""
        yield "AP are action points. Cells are written x,y. On the board, `A: x 2, y 3` is a ping."
        yield "An event without a name, such as `walked against 0,0`, is about you. M1, R2 and the like"
        yield "are the monsters, rocks and traps of the rules; the numbers after them are their rolls."
