"""Prepared answers for load bots: legal actions packed beforehand, as these bots must not think."""

from __future__ import annotations

import itertools

from google.protobuf import any_pb2
from google.protobuf.message import Message

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1.play_service_pb2 import Action, SmallAction, SmallTurn, Turn

__all__ = ["Answers"]


def _diceman() -> list[Message]:
    """Return the six legal actions of Diceman, one for each pair of dice."""
    pairs = itertools.combinations(range(4), 2)
    return [diceman_pb2.Action(dice=pair) for pair in pairs]


_GAMES = {"diceman": _diceman}


class Answers:
    """Prepared answers to the turns of one game; they vary with the turn's number and the seat.

    Args:
        game: Identifier of the game.

    Raises:
        ValueError: There are no prepared actions for the game.
    """

    def __init__(self, game: str) -> None:
        if game not in _GAMES:
            raise ValueError(f"game must be one of {', '.join(_GAMES)}, not {game!r}")
        self._payloads = [_packed(action) for action in _GAMES[game]()]

    def answer(self, turn: Turn) -> Action:
        """Return a prepared answer to a turn."""
        payload = self._payloads[(turn.turn + turn.seat) % len(self._payloads)]
        return Action(match_id=turn.match_id, seat=turn.seat, turn=turn.turn, payload=payload)

    def answer_small(self, turn: SmallTurn) -> SmallAction:
        """Return a prepared answer, in the short form, to a turn in the short form."""
        payload = self._payloads[(turn.turn + turn.handle) % len(self._payloads)]
        return SmallAction(handle=turn.handle, turn=turn.turn, payload=payload.value)


def _packed(action: Message) -> any_pb2.Any:
    payload = any_pb2.Any()
    payload.Pack(action)
    return payload
