"""How Dice Adventure is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Mapping
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
        "planning": "plan your steps of this round, as many as you have action points, or none.",
    }
    kinds: ClassVar[Mapping[str, str]] = {"communication": "pings", "planning": "plan"}
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {
        "communication": {"pings": {"pings": [{"symbol": "A", "x": 0, "y": 0}]}},
        "planning": {"plan": {"steps": ["STEP_UP", "STEP_WAIT"]}},
    }
    left_out = ("2.5 Randomness",)
    axes = ("y", "x")

    def phase_of(self, asked: AskedTurn) -> str:
        """Return the phase of the seat's own party: in a race of several, the turn does not name it."""
        if asked.phase != "race":
            return asked.phase
        own: str = asked.seen["phase"]
        return own.removeprefix("PHASE_").lower()
