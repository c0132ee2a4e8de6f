"""Seats for the users of Locust, and their prepared answers.

The answers are those of matches that were played at random beforehand, with the same seeds. After a
missed deadline a match no longer follows the one played beforehand, so its seats resign. They also
resign where the answers end before the match does.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence

from gamereferee.v1 import play_service_pb2 as wire
from loadtest.scenarios import Scenario
from loadtest.target import Target
from referee.capacity.scripts import Script
from referee_client.lobby import time_control

__all__ = ["SeatPool"]


class SeatPool:
    """Pool of free seats; it creates a match whenever it has none left.

    So seats that are taken one after the other are rivals.

    Args:
        target: Referee at which matches are created.
        scenario: Game, config and pace of the matches.
        scripts: Prepared matches, with random legal answers, used in rotation; at least one.
    """

    def __init__(self, target: Target, scenario: Scenario, scripts: Sequence[Script]) -> None:
        self.target = target
        self.scenario = scenario
        self._scripts = itertools.cycle(scripts)
        self._lobby = target.lobby()
        self._free: deque[str] = deque()
        self._played: dict[str, Script] = {}
        self._seats_left: dict[str, int] = {}

    def take(self, seats: int) -> list[str]:
        """Return the tokens of `seats` free seats; create matches if there are too few."""
        while len(self._free) < seats:
            script = next(self._scripts)
            made = self._lobby.create_match(
                self.scenario.game,
                config=self.scenario.config,
                num_seats=script.num_seats,
                seed=script.seed,
                time_control=time_control(
                    self.scenario.move_time_ms / 1e3, strikes=0, join_limit=3600
                ),
                label="loadtest",
            )
            self._free.extend(made.seat_tokens)
            self._played[made.match.match_id] = script
            self._seats_left[made.match.match_id] = script.num_seats
        return [self._free.popleft() for _ in range(seats)]

    def action(self, turn: wire.Turn) -> wire.Action | None:
        """Return the prepared answer to a turn.

        Return None if there is none, or if the match has diverged from the prepared one, as after a
        missed deadline.
        """
        script = self._played.get(turn.match_id)
        payload = None if script is None else script.answers.get((turn.seat, turn.turn))
        if payload is None:
            return None
        return wire.Action(match_id=turn.match_id, seat=turn.seat, turn=turn.turn, payload=payload)

    def diverge(self, match_id: str) -> None:
        """Record that a match has taken another course than the prepared one; its answers end."""
        self._played.pop(match_id, None)

    def leave(self, match_id: str) -> None:
        """Record that a match is over for one more seat; after the last seat, forget the match."""
        self._seats_left[match_id] -= 1
        if not self._seats_left[match_id]:
            del self._seats_left[match_id]
            self._played.pop(match_id, None)
