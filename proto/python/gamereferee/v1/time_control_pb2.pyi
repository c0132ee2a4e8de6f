import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TimeControl(_message.Message):
    __slots__ = ("move_time", "bank", "increment", "first_move", "lag_margin", "strikes", "join_limit")
    MOVE_TIME_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    FIRST_MOVE_FIELD_NUMBER: _ClassVar[int]
    LAG_MARGIN_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    JOIN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    move_time: _duration_pb2.Duration
    bank: _duration_pb2.Duration
    increment: _duration_pb2.Duration
    first_move: _duration_pb2.Duration
    lag_margin: _duration_pb2.Duration
    strikes: int
    join_limit: _duration_pb2.Duration
    def __init__(self, move_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., first_move: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lag_margin: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., strikes: _Optional[int] = ..., join_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("remaining", "bank", "last_elapsed", "last_lag", "strikes")
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    LAST_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    LAST_LAG_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    remaining: _duration_pb2.Duration
    bank: _duration_pb2.Duration
    last_elapsed: _duration_pb2.Duration
    last_lag: _duration_pb2.Duration
    strikes: int
    def __init__(self, remaining: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., last_elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., last_lag: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., strikes: _Optional[int] = ...) -> None: ...
