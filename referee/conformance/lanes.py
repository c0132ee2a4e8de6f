"""Puts turns of one stream on lanes, where the turns of many matches come as columns, and reads the answers.

Scenarios use whole turns and actions. This module converts them to and from the messages that go
over the stream, as `short` does for turns in short form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from google.protobuf import any_pb2

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.matches import ScriptedMatch
from referee.conformance.verdict import Broken
from referee.core.errors import MalformedError
from referee.kit.rollout.columns import of_seat
from referee.kit.rollout.loop_rows import start_rows
from referee.match.lane import Answers, Readings
from referee.replay.wire import TYPE_PREFIX
from referee.server.hosting.lane_wire import answers_of, lane_turns, opened

__all__ = ["DUTY", "LaneForms"]

DUTY = 35
"""Number of the duty (rule for bots in `clients/CONTRACT.md`) about lanes."""
_FIRST_ROW = 5
"""Row of the first match on each lane; not 0, which is what a bot would send that set no row."""
_FIRST_LANE = 2
"""Number of the first lane on each stream."""
_LANE_STEP = 3
"""Difference between the numbers of two lanes: as of one of three workers behind a router, so that bots
must take lanes by their numbers and not by the order in which they were opened.
"""


class _ScriptedLane:
    """Some matches of one game and config, in all of which the bot holds the same seat.

    Args:
        number: Number of the lane on its stream.
        matches: The matches; each has a separate row.
        seat: Index of the bot's seat in each match.
        names: Names of the columns that the bot wants to receive; empty for all that are not ragged.
    """

    def __init__(
        self, number: int, matches: Sequence[ScriptedMatch], seat: int, names: Sequence[str]
    ) -> None:
        first = matches[0]
        self.number, self.seat = number, seat
        self._plugin, self._num_seats = first.plugin, first.num_seats
        self._matches = matches
        self._rows = start_rows(
            first.plugin, first.config, num_rows=len(matches), num_seats=first.num_seats
        )
        known = {column.name: column for column in self._rows.observed}
        for name in names:
            if name not in known:
                asked = f"the column {name!r} of {first.plugin.game.info.game}"
                raise Broken(DUTY, "names of columns that the game has", asked)
        plain = [column for column in known.values() if not column.is_ragged]
        self._columns = [known[name] for name in names] or plain

    def announced(self) -> tuple[wire.LaneOpened, wire.LaneRows]:
        """Return the messages that open the lane and give its matches their rows."""
        lane = opened(
            self.number,
            self.seat,
            self._plugin,
            self._num_seats,
            self._columns,
            self._rows.answers,
        )
        ids = [match.match_id for match in self._matches]
        return lane, wire.LaneRows(lane=self.number, first_row=_FIRST_ROW, match_ids=ids)

    def in_columns(self, turns: Sequence[wire.Turn]) -> wire.LaneTurns:
        """Return whole turns of the lane's matches as one message of columns."""
        places = [self._place_of(turn.match_id) for turn in turns]
        rows = np.array(places, np.int64)
        for place in places:
            self._rows.put_match(place, self._matches[place].state)
        seen = [
            of_seat(values, self.seat, self._num_seats) if column.by_seat else values
            for column, values in zip(
                self._columns,
                self._rows.observe([column.name for column in self._columns], rows),
                strict=True,
            )
        ]
        left_ns = [
            turn.clock.remaining.ToNanoseconds() if turn.clock.HasField("remaining") else -1
            for turn in turns
        ]
        nothing = np.zeros(len(turns), np.int64)
        readings = Readings(np.array(left_ns, np.int64), nothing, nothing - 1, nothing)
        numbers = np.array([turn.turn for turn in turns], np.int32)
        data = lane_turns(self.number, rows + _FIRST_ROW, numbers, seen, readings, has_bank=False)
        return wire.PlayResponse.FromString(data).lane_turns[0]

    def _place_of(self, match_id: str) -> int:
        return [match.match_id for match in self._matches].index(match_id)

    def whole(self, message: wire.LaneAnswers) -> list[wire.Action]:
        """Return the answers of a message as whole actions.

        Raises:
            Broken: The message can't be read, or names a row that the lane does not have.
        """
        try:
            answers = answers_of(message, self._rows.answers)
            return [self._action(answers, place) for place in range(len(answers.handles))]
        except MalformedError as error:
            raise Broken(DUTY, "answers that fit the lane's columns", str(error)) from None

    def _action(self, answers: Answers, place: int) -> wire.Action:
        row = int(answers.handles[place]) - _FIRST_ROW
        if not 0 <= row < len(self._matches):
            raise Broken(DUTY, "rows that the lane has", f"the row {row + _FIRST_ROW}")
        value: Any = answers.values[place]
        codec = self._plugin.codec
        # A ragged answer is an Action message already.
        if not self._rows.answers.is_ragged:
            value = codec.encode_action(self._rows.action_of(value))
        payload = any_pb2.Any(type_url=TYPE_PREFIX + codec.action_type, value=bytes(value))
        match_id = self._matches[row].match_id
        turn = int(answers.turns[place])
        return wire.Action(match_id=match_id, seat=self.seat, turn=turn, payload=payload)


class LaneForms:
    """The lanes of one stream: turns of matches on them are sent as columns, and answered so."""

    def __init__(self) -> None:
        self._lanes: dict[int, _ScriptedLane] = {}
        self._of: dict[tuple[str, int], _ScriptedLane] = {}

    def open(
        self, matches: Sequence[ScriptedMatch], seat: int, names: Sequence[str]
    ) -> tuple[wire.LaneOpened, wire.LaneRows]:
        """Put matches on a new lane; return the messages that say so.

        Args:
            matches: The matches, of one game and config.
            seat: Index of the bot's seat in each match.
            names: Names of the columns that the bot wants to receive; empty for all that are not
                ragged.

        Raises:
            Broken: The game has no column of such a name.
        """
        number = _FIRST_LANE + _LANE_STEP * len(self._lanes)
        lane = self._lanes[number] = _ScriptedLane(number, matches, seat, names)
        self._of.update({(match.match_id, seat): lane for match in matches})
        return lane.announced()

    def leave(self, *matches: ScriptedMatch) -> None:
        """Send the turns of these matches one by one from now on."""
        ids = {match.match_id for match in matches}
        self._of = {key: lane for key, lane in self._of.items() if key[0] not in ids}

    def put_in_columns(self, response: wire.PlayResponse) -> None:
        """Replace the turns in a message by columns, for matches on a lane. The message is changed in place."""
        if not self._of:
            return
        turns = [*response.turns]
        del response.turns[:]
        on_lanes: dict[int, list[wire.Turn]] = {}
        for turn in turns:
            lane = self._of.get((turn.match_id, turn.seat))
            if lane is None:
                response.turns.append(turn)
            else:
                on_lanes.setdefault(lane.number, []).append(turn)
        for number, theirs in on_lanes.items():
            response.lane_turns.append(self._lanes[number].in_columns(theirs))

    def whole(self, message: wire.LaneAnswers) -> list[wire.Action]:
        """Return the answers of a message as whole actions.

        Raises:
            Broken: The stream has no such lane, the message can't be read, or it names a row that
                the lane does not have.
        """
        if message.lane not in self._lanes:
            raise Broken(DUTY, "lanes that were opened on this stream", f"the lane {message.lane}")
        return self._lanes[message.lane].whole(message)
