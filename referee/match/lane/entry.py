"""Checks whether a lane, which plays many matches at once, can take over a match."""

from __future__ import annotations

from referee.match.course import MatchPhase
from referee.match.machine import MatchMachine

__all__ = ["can_take"]


def can_take(machine: MatchMachine) -> bool:
    """Return whether a lane, which plays many matches at once, can continue a match.

    It can't in a correspondence match, as lanes record neither deadlines nor answers. Else it can if turns are open and unanswered, all seats still in are connected, and no seat has
    forfeited. No event or chat message may still wait to be sent to a seat that is not asked now.
    """
    point, talk = machine.point, machine.talk
    if machine.phase is not MatchPhase.RUNNING or point is None or machine.is_correspondence:
        return False
    if talk is not None and not talk.is_silent:
        return False
    for index, seat in enumerate(machine.seats):
        if seat.forfeit is not None or seat.unheard:
            return False
        if seat.is_out:
            continue
        if not seat.connected:
            return False
        if index in point.seats:
            if seat.is_held or seat.answer is not None:
                return False
        elif not seat.was_handed and len(seat.turn_events):
            return (
                False  # these events must go with the seat's next turn, and a lane keeps no events
            )
    return True
