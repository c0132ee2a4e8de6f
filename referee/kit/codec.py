"""Codecs of games whose values are records; all of it follows from the schema."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.core.config import GameConfig
from referee.core.game import Codec, Event, PublicEvents
from referee.core.kernel import Kernel
from referee.kit.records import fields_of
from referee.kit.rows import EventsOf, RowEvents, RowOf, Seen
from referee.kit.schema import Schema
from referee.kit.wire.format import int_field, message
from referee.kit.wire.row_kernel import Bytes, Program, RowWriter
from referee.kit.wire.writer import Put, part_writer

__all__ = ["RecordCodec", "RowCodec"]

_SHORT_ACTION = 32
"""Actions up to this many bytes are cached; sensible ones are not much longer."""
_REMEMBERED = 4096

_EVENTS = 1
"""The field of Events."""
_SEATS = [int_field(1, seat) for seat in range(64)]
"""The first field of an Observation, by seat."""

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

    def remembering(self, read: Callable[[bytes], A]) -> Callable[[bytes], A]:
        """Return a function that reads actions like `decode_action`, but those too long for the cache by `read`."""

        def decode(data: bytes) -> A:
            return self._read_short_action(data) if len(data) <= _SHORT_ACTION else read(data)

        return decode

    def read_action(self, data: bytes) -> A:
        """Return the action of an Action message; overridden by games whose records check their fields.

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
    """The codec of a game whose steps leave all public values in a row of integers.

    Args:
        schema: Its messages; an Observation begins with the seat, followed by the table's fields inline.
        table: The columns of the open table.
        layout: The columns of the public events of a step.
        put: The game's kernel that calls `put_row`; None to encode in plain Python.
    """

    def __init__(
        self,
        schema: Schema,
        table: RowOf[T],
        layout: EventsOf,
        put: Kernel[[Bytes, bytes, Program], tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(schema)
        self._table = table
        self._layout = layout
        self._events = [(row, (_EVENTS, schema.event_number(row.cls))) for row in layout.rows]
        self._compiled = None
        if put is not None:
            self._compiled = RowWriter(put, layout.num_derived, table, *self._events)
        self._written = functools.lru_cache(maxsize=64)(self._write)
        last, _ = table.wire_fields()[-1]
        self._config_field = last.number if last.kind.cls is schema.config else 0
        """Number of the config in observations, if they end with it; else 0."""
        self._write_notices = _notices_writer(schema, table, before=self._config_field)
        self._tail = functools.lru_cache(maxsize=64)(self._write_tail)

    def encode_observations(self, config: C, observations: Sequence[Seen[T]]) -> list[bytes]:
        """See `Codec`; a row is encoded once for all seats, and notices are put between its fields."""
        if not observations:
            return []
        table, _ = self._written(observations[0].row)
        return [
            _SEATS[one.seat] + (self._with_notices(config, table, one) if one.notices else table)
            for one in observations
        ]

    def _with_notices(self, config: C, table: bytes, seen: Seen[T]) -> bytes:
        # Fields must be in the order of their numbers, and the config's number is above that of the notices.
        tail = self._tail(config)
        assert table.endswith(tail)
        return b"".join((table[: len(table) - len(tail)], self._write_notices(seen), tail))

    def _write_tail(self, config: C) -> bytes:
        number = self._config_field
        return message(number, self.encode_config(config)) if number else b""

    def known_observation(self, config: C, seat: int) -> tuple[bytes, bytes]:
        """See `Codec`: the seat, and the config where the table ends with it."""
        return _SEATS[seat], self._tail(config)

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """See `Codec`."""
        assert isinstance(events, RowEvents)
        return self._written(events.row)[1]

    def _write(self, row: bytes) -> tuple[bytes, bytes]:
        """Return the encoded table and events of a row; together, as both are needed after every step."""
        compiled = self._compiled
        if compiled is not None and compiled.is_worth_it:
            return compiled.write(row)
        return self._write_interpreted(self._layout.columns(row))

    def _write_interpreted(self, columns: tuple[int, ...]) -> tuple[bytes, bytes]:
        events = [
            functools.reduce(_within, reversed(around), place.write_again(columns))
            for place, around in self._events
            if place.is_there(columns)
        ]
        return self._table.write(columns), b"".join(events)


def _notices_writer(schema: Schema, table: RowOf[Any], *, before: int) -> Put:
    """Return a function that encodes the notices of an observation.

    Args:
        schema: The game's messages.
        table: The columns of the other fields.
        before: Number of the field that follows the notices; 0 if none does.

    Raises:
        TypeError: Their number is not between those of the table and that.
    """
    (notices,) = [field for field in fields_of(schema.observation) if field.name == "notices"]
    others = [field.number for field, _ in table.wire_fields() if field.number != before]
    if not max(others) < notices.number or 0 < before < notices.number:
        bound = f"above {max(others)}" + (f" and below {before}" if before else "")
        raise TypeError(f"Observation.notices must have a number {bound}, not {notices.number}")
    which = slice(-2, -1) if before else slice(-1, None)
    return part_writer(schema.observation, which, schema.with_presence)


def _within(body: bytes, number: int) -> bytes:
    return message(number, body)
