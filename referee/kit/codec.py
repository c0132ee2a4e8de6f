"""The codec of a game whose values are records: all of it follows from the schema."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.core.config import GameConfig
from referee.core.game import Codec, Event, PublicEvents
from referee.core.kernel import Kernel
from referee.kit.row_kernel import Bytes, Program, RowWriter
from referee.kit.rows import RowEvents, RowOf, Seen, ToldOf, read_columns
from referee.kit.schema import Schema
from referee.kit.wire import int_field, message

__all__ = ["RecordCodec", "RowCodec"]

_SHORT_ACTION = 32
"""Bytes of an action up to which it is remembered; a proper one is not much longer."""
_REMEMBERED = 4096

_EVENTS = 1
"""The field of Events."""
_SEATS = [int_field(1, seat) for seat in range(64)]
"""What begins the observation of each seat."""

C = TypeVar("C", bound=GameConfig)
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741
T = TypeVar("T")


class RecordCodec(Codec[C, A, O]):
    """A game's records in bytes.

    Args:
        schema: Its messages.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        """The messages."""
        self.config_type = schema.full_name("Config")
        self.observation_type = schema.full_name("Observation")
        self.action_type = schema.full_name("Action")
        self.events_type = schema.full_name("Events")
        self._read_short_action = functools.lru_cache(maxsize=_REMEMBERED)(self.read_action)

    def encode_config(self, config: C) -> bytes:
        """See `Codec`."""
        return self.schema.encode(config)

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`."""
        return self.schema.decode_config(data)

    def encode_action(self, action: A) -> bytes:
        """See `Codec`."""
        return self.schema.encode_action(action)

    def decode_action(self, data: bytes) -> A:
        """See `Codec`."""
        is_short = len(data) <= _SHORT_ACTION
        return self._read_short_action(data) if is_short else self.read_action(data)

    def read_action(self, data: bytes) -> A:
        """The action of an Action message; a game overrides it whose records check what they are given.

        Raises:
            MalformedError: The bytes are no such message.
        """
        cls, fields = self.schema.decode_action(data)
        assert cls is not None
        action: A = cls(**fields)
        return action

    def encode_observations(self, config: C, observations: Sequence[O]) -> list[bytes]:  # noqa: ARG002
        """See `Codec`."""
        return [self.schema.encode(seen) for seen in observations]

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        return self.schema.encode_event(event.body)


class RowCodec(RecordCodec[C, A, Seen[T]]):
    """The codec of a game whose steps leave a row of integers from which everybody is told.

    Args:
        schema: Its messages; an Observation begins with the seat, behind which the table's fields stand
            inline.
        table: Where in a row the open table is.
        put: The game's kernel that calls `put_row`; None writes without one.
    """

    def __init__(
        self,
        schema: Schema,
        table: RowOf[T],
        put: Kernel[[Bytes, bytes, Program], int] | None = None,
    ) -> None:
        super().__init__(schema)
        self._put = put
        self._table = functools.lru_cache(maxsize=64)(self._writer((table, ())))
        self._told = functools.lru_cache(maxsize=64)(self._write_told)
        self._write_seen = schema.writer(schema.observation)
        self._write_record = functools.lru_cache(maxsize=_REMEMBERED)(schema.encode_event)
        self._events: dict[tuple[object, ...], Callable[[bytes], bytes]] = {}

    def encode_observations(self, config: C, observations: Sequence[Seen[T]]) -> list[bytes]:  # noqa: ARG002
        """See `Codec`; a row is written once for all seats that have nothing to be told alone."""
        return [
            self._write_seen(one) if one.notices else _SEATS[one.seat] + self._table(one.row)
            for one in observations
        ]

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """See `Codec`."""
        assert isinstance(events, RowEvents)
        return self._told(events.row, events.told)

    def _write_told(self, row: bytes, told_of: ToldOf) -> bytes:
        told = told_of(row)
        write = self._events.get(told)
        if write is None:
            return self._write_new(row, told)
        return write(row)

    def _write_new(self, row: bytes, told: tuple[RowOf[Any] | object, ...]) -> bytes:
        """Write what was not told before; places in the row are always the same, and so remembered."""
        rows = tuple([each for each in told if isinstance(each, RowOf)])
        write = self._events.get(rows)
        if write is None:
            numbers = [self.schema.event_number(place.cls) for place in rows]
            parts = [
                (place, (_EVENTS, number)) for place, number in zip(rows, numbers, strict=True)
            ]
            write = self._events[rows] = self._writer(*parts)
        records = [self._write_record(record) for record in told[len(rows) :]]
        return b"".join([write(row), *records])

    def _writer(self, *parts: tuple[RowOf[Any], tuple[int, ...]]) -> Callable[[bytes], bytes]:
        """What writes records of a row, each within messages of these numbers."""
        compiled = None if self._put is None else RowWriter(self._put, *parts)

        def write(row: bytes) -> bytes:
            if compiled is not None and compiled.is_worth_it:
                return compiled.write(row)
            columns = read_columns(row)
            return b"".join([
                functools.reduce(_within, reversed(around), record.write_again(columns))
                for record, around in parts
            ])  # fmt: skip

        return write


def _within(body: bytes, number: int) -> bytes:
    return message(number, body)
