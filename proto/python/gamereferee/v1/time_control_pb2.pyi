"""How much time a seat has for its decisions, and how much of it is left."""
import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TimeControl(_message.Message):
    """The terms under which the seats of one match spend time. Example: move_time 0.5s, bank 10s,
    increment 0.1s, strikes 3 means that a decision may take half a second for free, that what it
    takes beyond comes out of a reserve of ten seconds, that every answer in time adds a tenth of a
    second to the reserve, and that the third missed deadline forfeits the seat.
    """
    __slots__ = ("move_time", "bank", "increment", "first_move", "lag_margin", "strikes", "join_limit")
    MOVE_TIME_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    FIRST_MOVE_FIELD_NUMBER: _ClassVar[int]
    LAG_MARGIN_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    JOIN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    move_time: _duration_pb2.Duration
    """Time for one decision that costs nothing. From 1 ms to 30 days. Absent means that decisions
    have no deadline; the other fields but strikes and join_limit are then without effect.
    """
    bank: _duration_pb2.Duration
    """Reserve a seat has at the start of the match for decisions that take longer than move_time.
    From 0 to 30 days; absent means 0.
    """
    increment: _duration_pb2.Duration
    """Added to the reserve after every answer in time, from 0 to 1 h. Absent means 0."""
    first_move: _duration_pb2.Duration
    """Free time for the seat's first decision of the match, in place of move_time, from 0 to 30
    days. Absent means move_time.
    """
    lag_margin: _duration_pb2.Duration
    """Grace after the deadline for the network, from 0 to 10 s. It is never charged to the reserve.
    Absent means 50 ms.
    """
    strikes: int
    """Missed deadlines that forfeit a seat, from 0 to 1000000; 0 means that no number of them does.
    Absent means the game's suggestion.
    """
    join_limit: _duration_pb2.Duration
    """Time for all seats to join after the match was created, from 100 ms to 30 days; a seat that
    has not joined by then forfeits. Absent means 60 s.
    """
    def __init__(self, move_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., first_move: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lag_margin: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., strikes: _Optional[int] = ..., join_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    """A seat's clock at the moment a turn was written to it, and what the referee measured for its
    last answer. Seen by that seat alone.
    """
    __slots__ = ("remaining", "bank", "last_elapsed", "last_lag", "strikes")
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    LAST_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    LAST_LAG_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    remaining: _duration_pb2.Duration
    """Time until the deadline without the lag margin: what is left of the free time plus the whole
    reserve. Absent if the decision has no deadline.
    """
    bank: _duration_pb2.Duration
    """Reserve left when the turn was opened. Absent if there is none."""
    last_elapsed: _duration_pb2.Duration
    """What the last answer of this seat was charged: from its turn being handed to the transport
    until its action was read, without last_lag. Absent before the first answer and after a missed
    deadline.
    """
    last_lag: _duration_pb2.Duration
    """The part of the last answer's time that the referee spent on its own delays and did not
    charge. Absent where last_elapsed is.
    """
    strikes: int
    """Deadlines missed so far."""
    def __init__(self, remaining: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., last_elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., last_lag: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., strikes: _Optional[int] = ...) -> None: ...
