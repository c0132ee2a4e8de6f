"""Turns of many matches in columns, for bots with `act_columns`; needs NumPy.

A lane is a set of matches with the same game, config, time control and bots. The referee sends the
turns of these matches as columns (arrays) as long as that is possible. A match in which something
happens that columns can't express, such as a missed deadline, gets its turns as single messages, on
which the bot decides by `act` or `act_batch`.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from google.protobuf.message import Message

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.simulation_service_pb2 import ColumnData, SimulationColumn
from referee_client.answers import check_size
from referee_client.errors import ProtocolError
from referee_client.messages import message_game
from referee_client.outbox import ROOM_BYTES

__all__ = ["Lane", "LaneTurns"]

_ROW_BYTES = 8
"""Bytes of an answer on a lane in addition to its value: 4 for its row and 4 for its turn."""
_OFFSET_BYTES = 8
"""Bytes of an answer on a lane for the offset at which its value ends, where answers differ in
length."""

Floats = npt.NDArray[np.float64]


class Lane:
    """A set of matches whose turns arrive together in columns, seen from one seat.

    All matches have the same game, config, time control and bots, and the seat has the same index
    in each.

    Args:
        opened: Referee's description of the lane.
    """

    def __init__(self, opened: wire.LaneOpened) -> None:
        self.number = opened.lane
        """Number of the lane on this stream."""
        self.game = opened.game
        """Identifier of the matches' game, such as `diceman`."""
        self.game_version = opened.game_version
        """Version of the game's behaviour, from 1."""
        self.seat = opened.seat
        """Index of the bot's seat in each match, 0-based."""
        self.num_seats = opened.num_seats
        """Number of seats in each match."""
        self.columns: tuple[SimulationColumn, ...] = tuple(opened.observed)
        """Names, dtypes and shapes of the observation's columns, in the order in which they are
        sent."""
        self.answers: SimulationColumn = opened.answers
        """Dtype, shape and bounds of the column of answers: numbers, or Action messages if it is
        ragged."""
        self._matches: dict[int, str] = {}
        self._rows: dict[str, int] = {}
        self._last: dict[int, int] = {}
        """Number of the last turn that was received on this lane, by row number of the match."""

    def add(self, rows: wire.LaneRows) -> None:
        """Add matches to the lane, with their row numbers."""
        for row, match_id in enumerate(rows.match_ids, start=rows.first_row):
            self._matches[row] = match_id
            self._rows[match_id] = row

    def forget(self, match_id: str, seat: int) -> None:
        """Remove the row of a match that is over for a seat.

        Do nothing for other seats than the lane's.
        """
        # The other seats of the match may be played by this process, too, on other lanes.
        # The referee never gives a row number again on this lane, so that without this the tables
        # would grow with every match.
        row = self._rows.pop(match_id, None) if seat == self.seat else None
        if row is not None:
            del self._matches[row]
            self._last.pop(row, None)

    def last_turn(self, match_id: str, seat: int) -> int:
        """Return the number of a seat's last turn that was received on this lane.

        Return 0 if there was none.
        """
        return self._last.get(self._rows.get(match_id, -1), 0) if seat == self.seat else 0

    def turns(self, columns: wire.LaneTurns) -> LaneTurns:
        """Return the turns of a message of columns as NumPy arrays.

        Raises:
            ProtocolError: The columns can't be read.
        """
        try:
            rows = np.frombuffer(columns.rows, "<i4")
            count = len(rows)
            numbers = np.frombuffer(columns.turns, "<i4")
            # Remembered for rejections, which name a match and a turn but no lane.
            self._last.update(zip(rows.tolist(), numbers.tolist(), strict=True))
            return LaneTurns(
                lane=self,
                rows=rows,
                numbers=numbers,
                match_ids=tuple(self._matches.get(row, "") for row in rows.tolist()),
                # These arrays are read-only views of the message's bytes; nothing is copied.
                observed={
                    column.name: _values(column, data, count)
                    for column, data in zip(self.columns, columns.observed, strict=True)
                },
                remaining=_seconds(columns.remaining_us, count),
                bank=_seconds(columns.bank_us, count),
                elapsed=_seconds(columns.elapsed_us, count),
            )
        except ValueError as error:
            raise ProtocolError(f"can't read the turns of lane {self.number}: {error}") from error

    def messages(
        self, turns: LaneTurns, values: Any
    ) -> tuple[list[wire.LaneAnswers], list[tuple[int, Exception]]]:
        """Pack answers to turns into messages, each small enough for one request.

        Args:
            turns: Turns that the bot was asked about.
            values: What the bot's `act_columns` returned.

        Returns:
            The messages, and the turns without a valid answer: index in `turns`, and the error that
            says why.

        Raises:
            TypeError: `values` has the wrong dtype, shape or length; the text says what is right.
        """
        if self.answers.ragged:
            return self._ragged(turns, _of_length(values, len(turns)))
        shape = (len(turns), *self.answers.shape)
        array = np.asarray(values)
        dtype = np.dtype(self.answers.dtype)
        # "same_kind" takes int64 for int8, and floats never for ints. Values that do not fit are refused below, and
        # not cut off.
        if array.shape != shape or not np.can_cast(array.dtype, dtype, "same_kind"):
            wanted, got = f"{dtype}{shape}", f"{array.dtype}{array.shape}"
            raise TypeError(f"act_columns must return {wanted}, not {got}")
        low, high = self.answers.low, self.answers.high
        if array.size and (array.min() < low or array.max() > high):
            raise TypeError(
                f"act_columns must return values from {low:g} to {high:g}, "
                f"not from {array.min()} to {array.max()}"
            )
        # On the wire numbers are little-endian, whatever this machine is.
        array = array.astype(dtype.newbyteorder("<"))
        # All answers have the same size, so that the number that fits into a request is known beforehand.
        row_bytes = max(1, array.nbytes // max(1, len(turns)))
        most = max(1, ROOM_BYTES // (row_bytes + _ROW_BYTES))
        cuts = range(0, len(turns), most)
        return [
            self._message(turns, at, at + most, array[at : at + most].tobytes()) for at in cuts
        ], []

    def _ragged(
        self, turns: LaneTurns, values: Sequence[Any]
    ) -> tuple[list[wire.LaneAnswers], list[tuple[int, Exception]]]:
        data: list[bytes] = []
        places: list[int] = []
        faults: list[tuple[int, Exception]] = []
        for place, value in enumerate(values):
            try:
                data.append(_serialized(value, self.game))
                places.append(place)
            except Exception as error:  # serialising an invalid message may raise anything
                faults.append((place, error))
        # One bad answer costs its own turn alone: the others are sent without it.
        some = turns.some(places) if faults else turns
        messages, start, size = [], 0, 0
        for place, each in enumerate(data):
            size += len(each) + _ROW_BYTES + _OFFSET_BYTES
            # Answers are of different lengths, so that they are counted one by one; each message has at least one.
            if size > ROOM_BYTES and place > start:
                messages.append(self._ragged_message(some, start, data[start:place]))
                start, size = place, len(each) + _ROW_BYTES + _OFFSET_BYTES
        if start < len(data):
            messages.append(self._ragged_message(some, start, data[start:]))
        return messages, faults

    def _ragged_message(
        self, turns: LaneTurns, start: int, data: Sequence[bytes]
    ) -> wire.LaneAnswers:
        answers = self._message(turns, start, start + len(data), b"".join(data))
        # One offset more than answers: 0, and then the end of each answer.
        answers.values.offsets = np.cumsum([0, *map(len, data)], dtype="<i8").tobytes()
        return answers

    def _message(self, turns: LaneTurns, start: int, end: int, data: bytes) -> wire.LaneAnswers:
        answers = wire.LaneAnswers(
            lane=self.number,
            rows=turns.rows[start:end].tobytes(),
            turns=turns.numbers[start:end].tobytes(),
        )
        answers.values.data = data
        return answers


@dataclasses.dataclass(frozen=True, slots=True)
class LaneTurns:
    """Turns of one seat in n matches, as arrays whose first axis is the match: one decision each."""

    lane: Lane
    """The lane: game, seat, and description of the columns and of the answers."""
    rows: npt.NDArray[np.int32]
    """int32[n]: row number of each match on the lane. A match keeps its row: use it as the index of
    what a bot remembers of the match."""
    numbers: npt.NDArray[np.int32]
    """int32[n]: number of this decision of the seat in each match, from 1."""
    match_ids: tuple[str, ...]
    """Identifiers of the n matches."""
    observed: dict[str, Any]
    """Observations by the column's name: an array with n rows, or a list of n bytes objects if the
    column is ragged (of varying length)."""
    remaining: Floats
    """float64[n]: seconds until the deadline, by the referee's clock when it wrote the turn;
    infinite if there is no deadline."""
    bank: Floats
    """float64[n]: seconds of reserve time; infinite where there is no bank."""
    elapsed: Floats
    """float64[n]: seconds charged for the last answer; negative if there was no answer in time."""

    def __len__(self) -> int:
        return len(self.rows)

    def some(self, places: Sequence[int]) -> LaneTurns:
        """Return the turns at the indices `places`, in that order."""
        at = np.array(places, np.int64)
        picked = {
            name: [values[place] for place in places] if isinstance(values, list) else values[at]
            for name, values in self.observed.items()
        }
        return dataclasses.replace(
            self,
            rows=self.rows[at],
            numbers=self.numbers[at],
            match_ids=tuple(self.match_ids[place] for place in places),
            observed=picked,
            remaining=self.remaining[at],
            bank=self.bank[at],
            elapsed=self.elapsed[at],
        )


def _values(column: SimulationColumn, data: ColumnData, count: int) -> Any:
    if column.ragged:
        offsets = np.frombuffer(data.offsets, "<i8").tolist()
        pairs = itertools.pairwise(offsets)
        return [data.data[start:end] for start, end in pairs]
    dtype = np.dtype(column.dtype).newbyteorder("<")
    return np.frombuffer(data.data, dtype).reshape(count, *column.shape)


def _seconds(micros: bytes, count: int) -> Floats:
    if not micros:
        return np.full(count, math.inf)
    return np.frombuffer(micros, "<i8") / 1e6


def _of_length(values: Any, count: int) -> Sequence[Any]:
    if not isinstance(values, Sequence) or len(values) != count:
        got = len(values) if isinstance(values, Sequence) else f"{values!r:.80}"
        raise TypeError(f"act_columns must return {count} Action messages, not {got}")
    return values


def _serialized(action: Any, game: str) -> bytes:
    if isinstance(action, Message):
        own = message_game(type(action))
        if action.DESCRIPTOR.name != "Action" or own not in {None, game}:
            name = action.DESCRIPTOR.full_name
            raise TypeError(f"act_columns must return Action messages of {game}, not {name}")
        data: bytes = action.SerializeToString()
    elif isinstance(action, bytes):
        data = action
    else:
        raise TypeError(f"act_columns must return the game's Action messages, not {action!r:.80}")
    check_size(data)
    return data
