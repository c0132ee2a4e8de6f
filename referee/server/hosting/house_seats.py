"""Seats of a match that house bots, the server's own bots, were ordered for."""

from __future__ import annotations

from collections.abc import Callable

from referee.match.machine import MatchMachine, MatchPhase
from referee.replay.reader import Replay

__all__ = ["HOUSE_NAME", "HouseSeats", "recorded_house_bots"]

HOUSE_NAME = "house"
"""Bot name that house bots send when they join."""


class HouseSeats:
    """House bots' seats in one match.

    Args:
        machine: Machine of the match.
    """

    def __init__(self, machine: MatchMachine) -> None:
        self._machine = machine
        self.bots: dict[int, str] = {}
        """Name of the house bot, such as `greedy`, by seat, for each seat ordered for one. The name is
        empty if an older server did not record it.
        """
        self.on_join: Callable[[], None] = lambda: None
        """Called when a house bot has joined its seat."""
        self._lost: set[int] = set()
        """Seats whose house bot's process has died, but whose stream has not ended yet."""

    def joined(self, seat: int, bot_name: str) -> None:
        """Process the join of a seat: call `on_join` if it was ordered for a house bot, which has joined it.

        If another bot has joined such a seat, the seat is no longer a house bot's.
        """
        self._lost.discard(seat)
        if seat in self.bots:
            if self.bots[seat] and bot_name == HOUSE_NAME:
                self.on_join()
            else:
                del self.bots[seat]  # another bot presented its token

    def left(self, seat: int) -> bool:
        """Return whether a seat's stream, which has just ended, ended because the house bots' process died."""
        is_lost = seat in self._lost
        self._lost.discard(seat)
        return is_lost

    def lose_all(self) -> list[int]:
        """Mark all house bots' seats as lost, because the process of the house bots has died.

        Returns:
            Seats whose streams have already ended. For the other seats, `left` returns True when
            their stream ends.
        """
        left = []
        for seat in self.bots:
            state = self._machine.seats[seat]
            if state.connected:
                self._lost.add(seat)  # the end of its stream is still to come
            elif state.joined and not state.is_out:
                left.append(seat)
        return left

    def is_seated(self, seat: int) -> bool:
        """Return whether a seat needs no house bot now, because it is connected or out."""
        state = self._machine.seats[seat]
        return state.connected or state.is_out

    def are_missing(self, at_ns: int) -> bool:
        """Return whether the join limit has passed at `at_ns` while a house bot has not joined its seat."""
        machine = self._machine
        if not self.bots or machine.phase is not MatchPhase.WAITING:
            return False
        seats = [machine.seats[seat] for seat in self.bots]
        return at_ns >= machine.join_deadline_ns and any(
            not seat.joined and not seat.is_out for seat in seats
        )


def recorded_house_bots(replay: Replay) -> dict[int, str]:
    """Return the names of the house bots that a journal records, by seat.

    Older servers recorded no names. In their journals, a bot that joined with the name `house`
    counts as a house bot, and its name is empty here.
    """
    house: dict[int, str] = {}
    is_old = replay.secret is None or not replay.secret.records_house_bots
    for record in replay.records:
        kind = record.WhichOneof("record")
        if kind == "house_bot" and record.house_bot.seat < replay.header.num_seats:
            house[record.house_bot.seat] = record.house_bot.bot
        elif kind == "join" and record.join.bot_name == HOUSE_NAME and is_old:
            house.setdefault(record.join.seat, "")
        elif kind == "join" and record.join.bot_name != HOUSE_NAME:
            house.pop(record.join.seat, None)  # another bot presented its token
    return house
