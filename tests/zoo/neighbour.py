"""The honest neighbour: plays all rivals of the animals on one stream, and minds how it is treated."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import Bot, Match, Missed, Outcome, Rejection, Turn

__all__ = ["Ledger", "Neighbour"]


@dataclasses.dataclass
class Ledger:
    """What the neighbour has met in one match."""

    answers: dict[int, bytes] = dataclasses.field(default_factory=dict)
    """Its actions by turn."""
    troubles: list[str] = dataclasses.field(default_factory=list)
    """Missed deadlines, rejections and turns that came twice."""
    least_bank: float | None = None
    """The least reserve it ever had, in seconds."""
    outcome: Outcome | None = None
    """How the match ended."""
    over: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    """Set when it has."""


class Neighbour(Bot):
    """Plays by a fixed rule.

    Args:
        ledgers: Where to write down what happens, by match and seat.
    """

    def __init__(self, ledgers: dict[tuple[str, int], Ledger]) -> None:
        self._ledgers = ledgers

    def _ledger(self, match: Match) -> Ledger:
        return self._ledgers.setdefault((match.match_id, match.seat), Ledger())

    def act(self, observation: Any, turn: Turn) -> Action:
        """Take the dice in turn."""
        ledger = self._ledger(turn.match)
        first = (observation.seat + observation.round) % 4
        action = Action(dice=[first, (first + 1) % 4])
        if turn.number in ledger.answers:
            ledger.troubles.append(f"turn {turn.number} came twice")
        ledger.answers[turn.number] = action.SerializeToString()
        if turn.clock.bank is not None:
            ledger.least_bank = min(turn.clock.bank, ledger.least_bank or turn.clock.bank)
        return action

    def on_rejected(self, rejection: Rejection) -> None:
        """Mind it, unless its answer crossed with the end of a match whose rival was taken out."""
        if rejection.reason != "ENDED":
            self._ledger(rejection.match).troubles.append(f"rejected: {rejection.reason}")

    def on_missed(self, missed: Missed) -> None:
        """Mind it."""
        self._ledger(missed.match).troubles.append(f"missed turn {missed.turn}")

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Keep the result."""
        ledger = self._ledger(match)
        if ledger.outcome is not None:
            ledger.troubles.append("ended twice")
        ledger.outcome = outcome
        ledger.over.set()
