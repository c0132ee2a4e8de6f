"""What a referee says of a game it can referee."""
from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameInfo(_message.Message):
    """A game, without anything that depends on a config."""
    __slots__ = ("game", "title", "version", "summary", "min_seats", "max_seats", "default_seats", "config_type", "observation_type", "action_type", "events_type", "suggested_time_control", "house_bots", "chance_free", "versions", "ring")
    GAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_SEATS_FIELD_NUMBER: _ClassVar[int]
    CONFIG_TYPE_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_TYPE_FIELD_NUMBER: _ClassVar[int]
    ACTION_TYPE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_TYPE_FIELD_NUMBER: _ClassVar[int]
    SUGGESTED_TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    HOUSE_BOTS_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FREE_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    RING_FIELD_NUMBER: _ClassVar[int]
    game: str
    """Identifier used in requests, such as "diceman"."""
    title: str
    """Name for people, such as "Diceman"."""
    version: int
    """Behaviour version; rises when any outcome can change. From 1."""
    summary: str
    """One sentence about it."""
    min_seats: int
    """Fewest seats, from 1."""
    max_seats: int
    """Most seats."""
    default_seats: int
    """Seats a match has when its creator does not say."""
    config_type: str
    """Full names of the messages that travel in an Any, without "type.googleapis.com/"."""
    observation_type: str
    """Message of Turn.observation."""
    action_type: str
    """Message of Action.payload."""
    events_type: str
    """Message of Turn.events."""
    suggested_time_control: _time_control_pb2.TimeControl
    """Time control under the default config when the match's creator gives none."""
    house_bots: _containers.RepeatedScalarFieldContainer[str]
    """Baseline bots that SeatHouseBot can seat."""
    chance_free: bool
    """Whether the game has neither chance nor a hidden world, so that the match seed decides
    nothing.
    """
    versions: _containers.RepeatedScalarFieldContainer[int]
    """All behaviour versions whose rules can be played, ascending; absent from servers that know
    version alone.
    """
    ring: bool
    """Whether the table is a ring: the last seat is next to seat 0, and only the seats' positions
    relative to each other matter, so that it makes no difference if everybody moves on by the same
    number of seats. False for a table on which the number of a seat means something, and for one on
    which no place does.
    """
    def __init__(self, game: _Optional[str] = ..., title: _Optional[str] = ..., version: _Optional[int] = ..., summary: _Optional[str] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ..., default_seats: _Optional[int] = ..., config_type: _Optional[str] = ..., observation_type: _Optional[str] = ..., action_type: _Optional[str] = ..., events_type: _Optional[str] = ..., suggested_time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., house_bots: _Optional[_Iterable[str]] = ..., chance_free: bool = ..., versions: _Optional[_Iterable[int]] = ..., ring: bool = ...) -> None: ...
