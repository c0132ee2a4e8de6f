"""Finds in a replay what one seat was sent up to each of its turns, for the texts of a text face."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core.legal import listed_actions
from referee.core.text_face import AskedTurn, TextFace
from referee.core.view import Fields
from referee.games.answers import answer_of
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from referee.match.machine import MatchMachine
from referee.replay.reader import Replay
from referee.replay.recorded import Recording

__all__ = ["RecordedTurn", "seat_turns"]


class RecordedTurn(NamedTuple):
    """One turn of a seat in a replay, and the face that puts it into words."""

    step: int
    """Number of engine steps made before the turn, from 0."""
    asked: AskedTurn
    """The turn, with all that the seat had been sent."""
    face: TextFace
    """Text face of the game."""
    config: Fields
    """The Config message, as far as the seat may see it."""


def seat_turns(replay: Replay, seat: int) -> Iterator[RecordedTurn]:
    """Yield the turns of a seat, in order; nothing in them is hidden from the seat.

    Args:
        replay: The replay, or the journal of a match that goes on.
        seat: Index of the seat, 0-based.

    Raises:
        ReplayError: A record is invalid or contradicts earlier ones.
    """
    end, secret = replay.end, replay.secret
    seed = end.reveal.server_seed if end else secret.server_seed if secret else b""
    machine = replay.machine(seed)
    told = SeatHistory(replay.plugin, replay.config, seat, Recording(replay).players)
    eyes = Eyes(seat)
    for _, record in replay.redone(machine):
        if record.WhichOneof("record") not in ("start", "step"):
            continue
        seen = SeenStep(replay.plugin, replay.config, machine.state, machine.last_events)
        told.add_events([each for each, audience in seen.sent if eyes.sees(audience)])
        point = machine.point
        if point is None or seat not in point.seats or machine.seats[seat].is_out:
            continue
        observation = seen.observations([seat])[seat]
        asked = told.asked(observation, point.phase, _legal(replay, machine, seat))
        yield RecordedTurn(machine.steps, asked, told.face, told.config)


def _legal(replay: Replay, machine: MatchMachine, seat: int) -> list[Fields] | None:
    """Return the legal actions that the turn lists to bots that ask for them; None if it lists none."""
    codec = replay.plugin.codec
    listed = listed_actions(replay.plugin.game, codec, machine.state, seat)
    if listed is None or not listed.actions:
        return None
    return [answer_of(codec, action) for action in listed.actions]
