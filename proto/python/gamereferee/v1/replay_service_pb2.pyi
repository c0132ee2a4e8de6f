"""Replays of ended matches."""
import datetime

from gamereferee.v1 import replay_pb2 as _replay_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListReplaysRequest(_message.Message):
    """Request of ReplayService.ListReplays."""
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    """At most this many, from 1 to 1000; 0 means 100."""
    page_token: str
    """next_page_token of the page before; empty means the first page."""
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ReplayInfo(_message.Message):
    """A replay kept by the server."""
    __slots__ = ("match_id", "size_bytes", "close_time")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    CLOSE_TIME_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match it is of."""
    size_bytes: int
    """Size of the file in bytes, compressed."""
    close_time: _timestamp_pb2.Timestamp
    """When it was closed."""
    def __init__(self, match_id: _Optional[str] = ..., size_bytes: _Optional[int] = ..., close_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListReplaysResponse(_message.Message):
    """Response of ReplayService.ListReplays."""
    __slots__ = ("replays", "next_page_token")
    REPLAYS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    replays: _containers.RepeatedCompositeFieldContainer[ReplayInfo]
    """The replays, the newest first."""
    next_page_token: str
    """Where the next page begins; empty on the last."""
    def __init__(self, replays: _Optional[_Iterable[_Union[ReplayInfo, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetReplayRequest(_message.Message):
    """Request of ReplayService.GetReplay."""
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class GetReplayResponse(_message.Message):
    """Response of ReplayService.GetReplay: some records, in order."""
    __slots__ = ("records",)
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    records: _containers.RepeatedCompositeFieldContainer[_replay_pb2.Record]
    """The records; at most 64 a message."""
    def __init__(self, records: _Optional[_Iterable[_Union[_replay_pb2.Record, _Mapping]]] = ...) -> None: ...
