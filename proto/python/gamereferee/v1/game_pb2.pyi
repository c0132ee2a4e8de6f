from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameInfo(_message.Message):
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
    title: str
    version: int
    summary: str
    min_seats: int
    max_seats: int
    default_seats: int
    config_type: str
    observation_type: str
    action_type: str
    events_type: str
    suggested_time_control: _time_control_pb2.TimeControl
    house_bots: _containers.RepeatedScalarFieldContainer[str]
    chance_free: bool
    versions: _containers.RepeatedScalarFieldContainer[int]
    ring: bool
    def __init__(self, game: _Optional[str] = ..., title: _Optional[str] = ..., version: _Optional[int] = ..., summary: _Optional[str] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ..., default_seats: _Optional[int] = ..., config_type: _Optional[str] = ..., observation_type: _Optional[str] = ..., action_type: _Optional[str] = ..., events_type: _Optional[str] = ..., suggested_time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., house_bots: _Optional[_Iterable[str]] = ..., chance_free: bool = ..., versions: _Optional[_Iterable[int]] = ..., ring: bool = ...) -> None: ...
