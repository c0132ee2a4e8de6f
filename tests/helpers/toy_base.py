"""What the toy games share: state with dice, plain forms, and a codec without generated code.

A toy is a real plug-in, small enough to read in a minute. Its messages are well-known protobuf types,
so that a new toy needs no schema. It is no model for the wire of a real game, whose messages are
typed.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from google.protobuf import json_format, struct_pb2
from google.protobuf.message import DecodeError

from referee.core.config import GameConfig
from referee.core.digest import hidden_from_digest, state_digest
from referee.core.errors import FieldError, MalformedError, ScenarioError
from referee.core.game import Codec, Event, Game
from referee.core.plain import Plain, to_plain
from referee.core.rng import Stream
from referee.core.time_control import SECOND, TimeControl

__all__ = [
    "Ints",
    "Notice",
    "ToyAction",
    "ToyCodec",
    "ToyGame",
    "ToyState",
    "notice",
    "read_number",
    "state_base",
]

Ints = npt.NDArray[np.int64]

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S", bound="ToyState[Any]")
O = TypeVar("O")  # noqa: E741

_LARGEST = 2**31
"""Greater numbers are bad form in every toy: a protobuf Value holds a float."""


@dataclasses.dataclass(frozen=True, slots=True)
class ToyAction:
    """One number, as every toy's decision is."""

    value: int | None
    """What the seat wants; None means that its answer was no number."""


@dataclasses.dataclass(frozen=True, slots=True)
class Notice:
    """A refusal, told to its own seat alone."""

    code: str
    """Why."""
    seat: int
    """To whom."""


def notice(code: str, seat: int) -> Event:
    """An event that tells one seat why its action was refused."""
    return Event(Notice(code, seat), (seat,))


@dataclasses.dataclass
class ToyState(Generic[C]):
    """The part of a state that every toy has; subclasses add arrays of their own."""

    config: C = dataclasses.field(metadata=hidden_from_digest)
    """The match's config."""
    seed: npt.NDArray[np.uint64]
    """uint64[1]; the match seed."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int64[roll]; what coming rolls give in place of the streams."""
    script_left: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int64[0 or 1]; scripted rolls to come, negative when short; empty without a script."""

    def roll(self, sides: int, *keys: int) -> int:
        """The first draw of the stream that `keys` name, or the script's next value."""
        if self.script_left.size:
            self.script_left[0] -= 1
            if self.script_left[0] >= 0:
                return int(self.script[self.script.size - 1 - self.script_left[0]])
        return Stream(int(self.seed[0]), *keys).draw(sides)


def read_number(action: ToyAction | None, most: int) -> tuple[int, str]:
    """Return the number from 0 to `most` that a seat has chosen, and a refusal code.

    A missing, malformed or too large answer counts as 0; the code is empty where nothing is refused.
    """
    if action is None:
        return 0, ""
    if action.value is None or action.value < 0:
        return 0, "BAD_FORM"
    return (0, "TOO_MUCH") if action.value > most else (action.value, "")


def state_base(config: C, seed: int) -> tuple[C, npt.NDArray[np.uint64], Ints, Ints]:
    """The first four fields of a toy's state."""
    none = np.zeros(0, np.int64)
    return config, np.array([seed], np.uint64), none, none.copy()


class ToyGame(Game[C, S, ToyAction, O]):
    """What does not depend on a toy's rules; a subclass sets `info` and `config_class`."""

    @property
    def lists_all_forms(self) -> bool:
        """A toy's decision is one number, and those that count are listed."""
        return True

    def check_seats(self, config: C, num_seats: int) -> None:  # noqa: ARG002
        """Any number of seats that `info` allows."""
        least, most = self.info.min_seats, self.info.max_seats
        if not least <= num_seats <= most:
            raise FieldError("num_seats", f"from {least} to {most}", num_seats)

    def suggested_time_control(self, config: C) -> TimeControl:  # noqa: ARG002
        """One second a decision."""
        return TimeControl(move_time_ns=SECOND)

    def teams(self, config: C, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Every seat for itself."""
        return tuple(range(num_seats))

    def digest(self, state: S) -> bytes:
        """See `Game`."""
        return state_digest(state)

    def copy(self, state: S) -> S:
        """See `Game`."""
        return copy.deepcopy(state)

    def reseeded(self, state: S, dice: Stream) -> S:
        """Return a copy of the state with another seed, as which no seat may tell it apart."""
        variant = self.copy(state)
        variant.seed[0] = dice.next()
        return variant

    def parse_action(self, value: object) -> ToyAction:
        """A whole number of at most 31 bits; all else is bad form."""
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST:
            return ToyAction(value)
        return ToyAction(None)

    def parse_state(self, config: C, num_seats: int, values: Mapping[str, object]) -> S:
        """See `Game`."""
        state, _ = self.start(config, seed=0, num_seats=num_seats)
        for name, value in values.items():
            if name not in _own_fields(state):
                raise ScenarioError(f"unknown field {name!r} of the state")
            array: Ints = getattr(state, name)
            try:
                array[...] = np.array(value, array.dtype).reshape(array.shape)
            except (TypeError, ValueError, OverflowError) as error:
                raise ScenarioError(f"{name} can't be {value!r}: {error}") from None
        return state

    def plain_state(self, state: S) -> dict[str, Plain]:
        """See `Game`."""
        return {name: to_plain(getattr(state, name)) for name in _own_fields(state)}

    def script_dice(self, state: S, values: Sequence[int]) -> None:
        """See `Game`."""
        state.script = np.array(values, np.int64)
        state.script_left = np.array([len(values)], np.int64)

    def scripted_dice_left(self, state: S) -> int:
        """See `Game`."""
        return int(state.script_left[0]) if state.script_left.size else 0


def _own_fields(state: ToyState[Any]) -> list[str]:
    shared = {field.name for field in dataclasses.fields(ToyState)}
    return [field.name for field in dataclasses.fields(state) if field.name not in shared]


class ToyCodec(Codec[C, ToyAction, Any]):
    """Structs for what is told, one Value for what is decided, a ListValue of events.

    Args:
        parse_action: The game's own.
    """

    config_type = "google.protobuf.Struct"
    observation_type = "google.protobuf.Struct"
    action_type = "google.protobuf.Value"
    events_type = "google.protobuf.ListValue"

    def __init__(self, parse_action: Callable[[object], ToyAction]) -> None:
        self._parse_action = parse_action

    def encode_config(self, config: C) -> bytes:
        """See `Codec`."""
        message = json_format.ParseDict(config.model_dump(), struct_pb2.Struct())
        return message.SerializeToString(deterministic=True)

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`."""
        try:
            message = struct_pb2.Struct.FromString(data)
        except DecodeError as error:
            raise MalformedError(f"no google.protobuf.Struct: {error}") from None
        return {name: _plain(value) for name, value in message.fields.items()}

    def encode_action(self, action: ToyAction) -> bytes:
        """See `Codec`."""
        if action.value is None:
            return struct_pb2.Value(null_value=struct_pb2.NULL_VALUE).SerializeToString()
        return struct_pb2.Value(number_value=action.value).SerializeToString()

    def decode_action(self, data: bytes) -> ToyAction:
        """See `Codec`."""
        try:
            message = struct_pb2.Value.FromString(data)
        except DecodeError as error:
            raise MalformedError(f"no google.protobuf.Value: {error}") from None
        return self._parse_action(_plain(message))

    def encode_observations(self, config: C, observations: Sequence[Any]) -> list[bytes]:  # noqa: ARG002
        """See `Codec`."""
        return [_struct(seen).SerializeToString(deterministic=True) for seen in observations]

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        struct = _struct(event.body)
        struct["event"] = type(event.body).__name__
        events = struct_pb2.ListValue(values=[struct_pb2.Value(struct_value=struct)])
        return events.SerializeToString(deterministic=True)


def _struct(body: object) -> struct_pb2.Struct:
    fields = to_plain(body)
    assert isinstance(fields, dict), f"{body!r} is no dataclass"
    return json_format.ParseDict(fields, struct_pb2.Struct())


def _plain(value: struct_pb2.Value) -> object:
    """A number, a string or a truth as it is; whatever else a Value can be, no toy has a use for."""
    match value.WhichOneof("kind"):
        case "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
    return None
