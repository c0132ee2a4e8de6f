"""Codecs of games whose actions, observations and events are records, encoded by their `Schema`."""

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
"""Encoded actions of up to this many bytes are decoded with a cache. Sensible actions are hardly
ever longer.
"""
_REMEMBERED = 4096

_EVENTS = 1
"""Field number of the list of events in an Events message."""
_SEATS = [int_field(1, seat) for seat in range(64)]
"""Encoded seat field, number 1 of an Observation message, by seat index 0..63."""

C = TypeVar("C", bound=GameConfig)
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741
T = TypeVar("T")


class RecordCodec(Codec[C, A, O]):
    """Encodes and decodes a game's records as protobuf messages.

    Args:
        schema: The game's messages.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        """The game's messages."""
        self.config_type = schema.full_name("Config")
        self.observation_type = schema.full_name("Observation")
        self.action_type = schema.full_name("Action")
        self.events_type = schema.full_name("Events")
        # Bots repeat a few short actions. A long one would fill the cache at a bot's will.
        self._read_short_action = functools.lru_cache(maxsize=_REMEMBERED)(self.read_action)

    def encode_config(self, config: C) -> bytes:
        """Return a config as the bytes of a Config message."""
        return self.schema.encode(config)

    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the fields that are set in the bytes of a Config message, by name."""
        return self.schema.decode_config(data)

    def encode_action(self, action: A) -> bytes:
        """Return an action as the bytes of an Action message."""
        return self.schema.encode_action(action)

    def decode_action(self, data: bytes) -> A:
        """Return the action in the bytes of an Action message.

        Actions of at most `_SHORT_ACTION` bytes are looked up in a cache first.

        Raises:
            MalformedError: The bytes are no Action message.
        """
        is_short = len(data) <= _SHORT_ACTION
        return self._read_short_action(data) if is_short else self.read_action(data)

    def remembering(self, read: Callable[[bytes], A]) -> Callable[[bytes], A]:
        """Return a function that decodes actions: short ones by `decode_action`, which caches them.

        Actions of more than `_SHORT_ACTION` bytes are decoded by `read`.
        """

        def decode(data: bytes) -> A:
            return self._read_short_action(data) if len(data) <= _SHORT_ACTION else read(data)

        return decode

    def read_action(self, data: bytes) -> A:
        """Return the action in the bytes of an Action message, without a cache.

        Games whose records check their fields override this method.

        Raises:
            MalformedError: The bytes are no Action message.
        """
        cls, fields = self.schema.decode_action(data)
        assert cls is not None
        action: A = cls(**fields)
        return action

    def encode_observations(self, config: C, observations: Sequence[O]) -> list[bytes]:  # noqa: ARG002
        """Return each observation as the bytes of an Observation message."""
        return [self.schema.encode(seen) for seen in observations]

    def encode_event(self, event: Event) -> bytes:
        """Return an event as the bytes of an Events message that holds this event alone."""
        return self.schema.encode_event(event.body)


class RowCodec(RecordCodec[C, A, Seen[T]]):
    """The codec of a game whose steps leave all public values in one row of integers.

    Args:
        schema: The game's messages; an Observation begins with the seat, followed by the table's
            fields inline.
        table: In which columns of the row the fields of the open table (what all seats see) are.
        layout: In which columns of the row the public events of a step are.
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
        # Observations and events of one step come one after the other from the same row: the second
        # finds the encoded bytes here.
        self._written = functools.lru_cache(maxsize=64)(self._write)
        # Notices must be written before the config, whose field is the last one if there is one.
        last, _ = table.wire_fields()[-1]
        self._config_field = last.number if last.kind.cls is schema.config else 0
        """Field number of the config if it is the last field of observations; 0 if they have no
        such field.
        """
        self._write_notices = _notices_writer(schema, table, before=self._config_field)
        self._tail = functools.lru_cache(maxsize=64)(self._write_tail)

    def encode_observations(self, config: C, observations: Sequence[Seen[T]]) -> list[bytes]:
        """Return each observation as the bytes of an Observation message.

        The row is encoded once for all seats. Notices, which report to a seat what parts of its
        last action did not count, are inserted before the config if that is the last field.
        """
        if not observations:
            return []
        # All observations are of one state, so they have the same row.
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
        """Return the constant parts of a seat's observations: the seat field, and the config if it ends them."""
        return _SEATS[seat], self._tail(config)

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """Return the public events of a step as the bytes of an Events message."""
        assert isinstance(events, RowEvents)
        return self._written(events.row)[1]

    def _write(self, row: bytes) -> tuple[bytes, bytes]:
        """Return the encoded open table (what all seats see) and the encoded events of a row.

        Both are made in one call, because both are needed after every step.
        """
        # Interpreted, the kernel would be slower than the plain encoder.
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
    """Return a function that encodes the field `notices` of an observation.

    Notices report to a seat which parts of its last action did not count.

    Args:
        schema: The game's messages.
        table: The columns of the observation's other fields.
        before: Number of the field that follows `notices` in the message; 0 if none does.

    Raises:
        TypeError: The field number of `notices` is not above those of the table and below `before`.
    """
    (notices,) = [field for field in fields_of(schema.observation) if field.name == "notices"]
    others = [field.number for field, _ in table.wire_fields() if field.number != before]
    if not max(others) < notices.number or 0 < before < notices.number:
        bound = f"above {max(others)}" + (f" and below {before}" if before else "")
        raise TypeError(f"Observation.notices must have a number {bound}, not {notices.number}")
    # `notices` is the last field of the message, or the one before the config.
    which = slice(-2, -1) if before else slice(-1, None)
    return part_writer(schema.observation, which, schema.with_presence)


def _within(body: bytes, number: int) -> bytes:
    return message(number, body)
