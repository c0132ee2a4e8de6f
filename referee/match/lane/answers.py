"""A lane's answers as columns: each distinct action is decoded once, then identified by a code."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from referee.core.errors import MalformedError
from referee.kit.arrays import spanned
from referee.kit.rollout.columns import ANSWERED, Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Array, Bools, Ints, Longs
from referee.kit.rollout.rows import Rows
from referee.match.records import MAX_PAYLOAD_BYTES

__all__ = ["NO_CODE", "Answers", "Codebook", "Refused", "Taken"]

NO_CODE = -1
"""Code that means no action: the seat has not answered, or its bytes are no valid action."""
_MOST = 1 << 16
"""Number of distinct actions beyond which a codebook drops unused ones, before it reads the next
message.
"""
_MOST_BYTES = 1 << 24
"""Total bytes of distinct actions beyond which a codebook drops unused ones, before it reads the
next message.
"""


class Answers:
    """Answers for one seat index in several matches, each to the open turn of one lane row (match).

    Args:
        handles: int64[n]: handles of the rows, by which the bot names matches.
        turns: int32[n]: numbers of the turns that are answered.
        values: n actions, as values of the game's `answers` column.
    """

    def __init__(self, handles: Longs, turns: Ints, values: Values) -> None:
        self.handles = handles
        self.turns = turns
        self.values = values

    def __len__(self) -> int:
        return len(self.handles)


class Refused(NamedTuple):
    """An answer that the lane did not take; the match's own machine must handle it.

    A lane plays many matches at once.
    """

    place: int
    """Index of the answer among those passed to `Lane.take`."""
    row: int
    """The match's row in the lane; -1 if no match has the answer's handle, the number by which bots
    name it.
    """


class Taken(NamedTuple):
    """Which answers of one message a lane took and refused, and which rows are now ready to step.

    A lane plays many matches at once.
    """

    rows: Longs
    """int64[n]: row of each answer that the lane took, in the order in which they arrived."""
    ready: Longs
    """int64[n]: rows in which all asked seats have now answered, ascending; the caller passes them
    to `Lane.step`.
    """
    refused: list[Refused]
    """Answers that were not taken, in the order in which they arrived."""


class Codebook:
    """Distinct actions that occurred in a lane's matches, each with a code: its index in `actions`.

    A lane plays many matches at once.

    Args:
        column: The game's column that holds answers.
        action_of: Returns the action for a value of the column; the value is within the column's
            bounds.
        decode: Returns the action for a serialized Action message.
        encode: Returns the serialized Action message for an action.
    """

    def __init__(
        self,
        column: RowColumn,
        *,
        action_of: Callable[[Array], Any],
        decode: Callable[[bytes], Any],
        encode: Callable[[Any], bytes],
    ) -> None:
        self._column = column
        self._action_of, self._decode, self._encode = action_of, decode, encode
        self._codes: dict[bytes, int] = {}
        self._num_bytes = 0
        self.actions: list[Any] = []
        """Distinct actions that have occurred so far, decoded, indexed by code."""
        self.payloads: list[bytes] = []
        """Serialized Action messages of `actions`, indexed by code."""
        self._values: list[Array] = []
        self._table: Array = np.zeros((0, *column.column.shape), column.column.dtype)
        size = column.column.dtype.itemsize * math.prod(column.column.shape)
        is_short = not column.is_ragged and size in (1, 2)
        self._by_number: Ints = np.full(1 << 8 * size if is_short else 0, NO_CODE, np.int32)
        """Codes of column values of one or two bytes, indexed by the value as an unsigned number.
        Empty if values are longer.
        """

    def codes_of(self, values: Values, chosen: Bools) -> Ints:
        """Return the codes of the chosen answers, as int32[n]; the other answers are not decoded.

        The code is `NO_CODE` where an answer is not chosen or is no valid action.

        Args:
            values: Values of n answers.
            chosen: bool[n]: which answers to decode.
        """
        if chosen.all():
            return self.codes(values)
        places = np.flatnonzero(chosen)
        codes: Ints = np.full(len(chosen), NO_CODE, np.int32)
        if len(places):
            some = values.some(places) if isinstance(values, Ragged) else values[places]
            codes[places] = self.codes(some)
        return codes

    def codes(self, values: Values) -> Ints:
        """Return the codes of answers, as int32[n]; `NO_CODE` for answers that are no valid action."""
        if isinstance(values, Ragged):
            keys: Sequence[bytes] = [values[place] for place in range(len(values.offsets) - 1)]
            distinct, inverse = keys, np.arange(len(keys))
        else:
            flat = np.ascontiguousarray(values).reshape(len(values), -1)
            # Each value as one item of bytes, so that whole values are compared.
            packed = flat.view(np.dtype((np.void, flat.dtype.itemsize * flat.shape[1]))).ravel()
            if packed.dtype.itemsize in (1, 2, 4, 8):  # numbers are sorted faster
                packed = packed.view(f"u{packed.dtype.itemsize}")
            # As soon as all values of a message have occurred before, one look into a table does
            # it.
            if len(self._by_number):
                quick: Ints = self._by_number[packed]
                if (quick != NO_CODE).all():
                    return quick
            found, inverse = np.unique(packed, return_inverse=True)
            distinct = [each.tobytes() for each in found]
        known: list[int] = []
        for key in distinct:
            # A bad answer keeps `NO_CODE`: it must not cost the other answers of its message.
            code = self._codes.get(key, NO_CODE)
            if code == NO_CODE:
                with contextlib.suppress(MalformedError):
                    code = self._learn(key)
            known.append(code)
        codes: Ints = np.array(known, np.int32)[inverse]
        return codes

    def _learn(self, key: bytes) -> int:
        # Whatever raises does so before anything is stored: a bot must not fill the book with bytes
        # that are no actions.
        column = self._column
        if column.is_ragged:
            if len(key) > MAX_PAYLOAD_BYTES:
                raise MalformedError(
                    f"the payload has {len(key)} bytes, more than {MAX_PAYLOAD_BYTES}"
                )
            action, payload = self._decode(key), key
        else:
            value = np.frombuffer(key, column.column.dtype).reshape(column.column.shape)
            low, high = column.column.low, column.column.high
            if not ((value >= low) & (value <= high)).all():
                wrong = value[(value < low) | (value > high)].flat[0]
                bound = f"{column.name} must be from {low:g} to {high:g}"
                raise MalformedError(f"{bound}, not {wrong:g}")
            action = self._action_of(value)
            payload = self._encode(action)
            self._values.append(value)
        code = self._codes[key] = len(self.actions)
        if len(self._by_number):
            self._by_number[int.from_bytes(key, sys.byteorder)] = code
        self._num_bytes += len(key) + len(payload)
        self.actions.append(action)
        self.payloads.append(payload)
        return code

    def read(self, values: Values, place: int) -> tuple[Any, bytes]:
        """Return one answer, as the game's action and as a serialized Action message.

        Args:
            values: Values of n answers.
            place: Index of the answer to read.

        Raises:
            MalformedError: The answer is no valid action.
        """
        key = values[place] if isinstance(values, Ragged) else values[place].tobytes()
        code = self._codes.get(key, NO_CODE)
        if code == NO_CODE:
            code = self._learn(key)
        return self.actions[code], self.payloads[code]

    def values(self, codes: Ints) -> Array:
        """Return the column values that belong to codes: the axes of `codes`, then the column's own axes.

        Where a code is below 0, the value is arbitrary.
        """
        # Made again only when actions were added since.
        if len(self._table) < len(self._values):
            self._table = np.array(self._values, self._column.column.dtype)
        return self._table[np.maximum(codes, 0)]

    def actions_of(self, codes: Ints, rows: Longs, asked: Bools, table: Rows) -> dict[str, Values]:
        """Return actions as columns, for `Rows.step_some`.

        Args:
            codes: int32[row, seat]: code of each answer, for all rows.
            rows: int64[n]: indices of the rows to step.
            asked: bool[n, seat]: which seats were asked, and so have a code.
            table: The rows that take the actions.
        """
        answers, shape = table.answers, (table.num_rows, table.num_seats)
        if not answers.is_ragged:
            values = np.zeros(answers.shape(*shape), answers.column.dtype)
            at = spanned(rows)
            values[at] = self.values(codes[at])
            answered = np.zeros(shape, np.bool_)
            answered[at] = asked
            return {answers.name: values, ANSWERED.name: answered}
        given = table.nothing()
        flags = given[ANSWERED.name]
        assert isinstance(flags, np.ndarray)
        flags[rows] = asked
        for row, seat in zip(*(each.tolist() for each in np.nonzero(flags)), strict=True):
            table.put(given, row, seat, self.actions[codes[row, seat]])
        return given

    def thin_out(self, codes: Ints) -> Ints:
        """Drop unused actions if the codebook has grown too large; return `codes` renumbered.

        Without this, a bot that answers every turn with a different action would fill the memory.

        Args:
            codes: int32[...]: all codes still in use; codes below 0 stay as they are.
        """
        if len(self.actions) <= _MOST and self._num_bytes <= _MOST_BYTES:
            return codes
        used = np.unique(codes[codes >= 0])
        fresh = np.full(len(self.actions), NO_CODE, np.int32)
        fresh[used] = np.arange(len(used))
        places = used.tolist()
        self._codes = {
            key: int(fresh[code]) for key, code in self._codes.items() if fresh[code] >= 0
        }
        self.actions = [self.actions[place] for place in places]
        self.payloads = [self.payloads[place] for place in places]
        if self._values:
            self._values = [self._values[place] for place in places]
        self._num_bytes = sum(map(len, (*self._codes, *self.payloads)))
        # The old table is in the order of the old codes.
        self._table = self._table[:0]
        learnt = self._by_number != NO_CODE
        self._by_number[learnt] = fresh[self._by_number[learnt]]
        return np.where(codes >= 0, fresh[np.maximum(codes, 0)], codes)
