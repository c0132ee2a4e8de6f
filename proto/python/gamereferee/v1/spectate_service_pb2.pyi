"""Watching a match without playing it."""
import datetime

from gamereferee.v1 import error_pb2 as _error_pb2
from gamereferee.v1 import match_pb2 as _match_pb2
from gamereferee.v1 import play_service_pb2 as _play_service_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WatchRequest(_message.Message):
    """Request of SpectateService.Watch."""
    __slots__ = ("match_id", "public", "seat_token", "full", "only_end", "from_step", "deadlines")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    FULL_FIELD_NUMBER: _ClassVar[int]
    ONLY_END_FIELD_NUMBER: _ClassVar[int]
    FROM_STEP_FIELD_NUMBER: _ClassVar[int]
    DEADLINES_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    public: bool
    """What is sent to everybody. The value is without meaning."""
    seat_token: str
    """What the seat with this token is sent."""
    full: bool
    """All seats' views and events, with the delay that the match allows. Needs the organizer key
    where the server has one. The value is without meaning.
    """
    only_end: bool
    """Whether to send the last frame alone, without what was said, in whichever view: to wait for
    the end of a match.
    """
    from_step: int
    """Number of steps after which the first frame shows the match, from 0. That frame and all later
    ones come in order, each once and none left out, with the same bytes whenever they are asked
    for: frames of the past are made again from the match's journal. Nobody sees a frame earlier
    than the view's delay allows. Absent: the first frame shows the match as it is now. Without
    effect where only_end is set.
    """
    deadlines: bool
    """Whether to send WatchResponse.deadlines. Without effect where only_end is set."""
    def __init__(self, match_id: _Optional[str] = ..., public: bool = ..., seat_token: _Optional[str] = ..., full: bool = ..., only_end: bool = ..., from_step: _Optional[int] = ..., deadlines: bool = ...) -> None: ...

class WatchResponse(_message.Message):
    """One frame: the match after a step."""
    __slots__ = ("step", "phase", "events", "observations", "outcome", "reveal", "said", "public_observation", "told_to", "clocks", "forfeited", "left_out", "public_clocks", "deadlines")
    STEP_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATIONS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    TOLD_TO_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_CLOCKS_FIELD_NUMBER: _ClassVar[int]
    DEADLINES_FIELD_NUMBER: _ClassVar[int]
    step: int
    """Engine steps made before this frame."""
    phase: str
    """Name of the rulebook's phase; empty at the end."""
    events: _any_pb2.Any
    """The game's Events message since the frame before, as this view may see it."""
    observations: _containers.RepeatedCompositeFieldContainer[SeatObservation]
    """Observations of the seats this view may look through: none in the public view, one in a
    seat's, all in the full view.
    """
    outcome: _match_pb2.Outcome
    """Set in the last frame."""
    reveal: _match_pb2.SeedReveal
    """Set in the last frame."""
    said: _containers.RepeatedCompositeFieldContainer[_play_service_pb2.Said]
    """What was said since the frame before where this view can hear it: the channels that are open
    to everybody, and those of the view's seats.
    """
    public_observation: _any_pb2.Any
    """The game's Observation message with what everybody may know and nothing of any seat, in every
    view; in each frame but the last. Absent in games that show the public everything by events.
    """
    told_to: _containers.RepeatedScalarFieldContainer[int]
    """In the full view, for each event in their order the one seat that received it, or -1 if it
    was not one alone. Empty in the other views, and where there are no events.
    """
    clocks: _containers.RepeatedCompositeFieldContainer[SeatClock]
    """Clocks and faults of the seats this view looks through, in seat order: none in the public
    view, one in a seat's, all in the full view. None in the last frame. What everybody may know of
    clocks is in public_clocks.
    """
    forfeited: _containers.RepeatedScalarFieldContainer[int]
    """Seats that have forfeited so far, ascending, without those that the rules have put out; in
    every view and frame, for everybody may know it.
    """
    left_out: bool
    """Whether frames that from_step asks for are missing before this one, because the match's
    journal can't be read. Never set without from_step.
    """
    public_clocks: _containers.RepeatedCompositeFieldContainer[PublicClock]
    """In games in which everybody may know who has to decide: all seats in seat order, in every
    view; empty in other games, and in the last frame.
    """
    deadlines: Deadlines
    """When the open turns expire; where WatchRequest.deadlines asks for it, in a frame that shows
    the match as it is now. Absent in frames of earlier steps, in the last frame, and where this
    view may not know or nothing expires. The one field that is not the same for all who see the
    frame.
    """
    def __init__(self, step: _Optional[int] = ..., phase: _Optional[str] = ..., events: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., observations: _Optional[_Iterable[_Union[SeatObservation, _Mapping]]] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.SeedReveal, _Mapping]] = ..., said: _Optional[_Iterable[_Union[_play_service_pb2.Said, _Mapping]]] = ..., public_observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., told_to: _Optional[_Iterable[int]] = ..., clocks: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., forfeited: _Optional[_Iterable[int]] = ..., left_out: bool = ..., public_clocks: _Optional[_Iterable[_Union[PublicClock, _Mapping]]] = ..., deadlines: _Optional[_Union[Deadlines, _Mapping]] = ...) -> None: ...

class PublicClock(_message.Message):
    """What everybody may know of a seat's clock after a step."""
    __slots__ = ("seat", "asked", "out", "bank_left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    asked: bool
    """Whether it has to decide now."""
    out: bool
    """Whether it has forfeited, or the rules have put it out."""
    bank_left: _duration_pb2.Duration
    """As SeatClock.bank_left."""
    def __init__(self, seat: _Optional[int] = ..., asked: bool = ..., out: bool = ..., bank_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Deadlines(_message.Message):
    """When the open turns of a match expire, by the server's clock and without the lag margin. A
    seat that has answered is in it like all others, so that it does not show who still thinks.
    """
    __slots__ = ("now", "latest", "seats")
    NOW_FIELD_NUMBER: _ClassVar[int]
    LATEST_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    now: _timestamp_pb2.Timestamp
    """When this was sent."""
    latest: _timestamp_pb2.Timestamp
    """When the last of the turns expires. Absent where it depends on a clock that this view does
    not see.
    """
    seats: _containers.RepeatedCompositeFieldContainer[SeatDeadline]
    """Of each seat that has to decide and whose clock this view sees, in seat order."""
    def __init__(self, now: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., latest: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatDeadline, _Mapping]]] = ...) -> None: ...

class SeatDeadline(_message.Message):
    """When the turn of one seat expires."""
    __slots__ = ("seat", "deadline")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    deadline: _timestamp_pb2.Timestamp
    """The end of its time: of what is free, and of the whole reserve."""
    def __init__(self, seat: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SeatClock(_message.Message):
    """How one seat stands after a step."""
    __slots__ = ("seat", "asked", "out", "bank_left", "decisions", "strikes", "refusals", "last_elapsed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    LAST_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    asked: bool
    """Whether it has to decide now."""
    out: bool
    """Whether it has forfeited, or the rules have put it out."""
    bank_left: _duration_pb2.Duration
    """Reserve left, as it follows from the times in the match's journal, which are whole
    microseconds, rounded down: at most a microsecond a decision more than the seat's own clock
    says. Never negative; absent where there is none, and none to be earned.
    """
    decisions: int
    """Decisions answered in time so far."""
    strikes: int
    """Deadlines missed so far."""
    refusals: int
    """Orders that the rules have refused so far."""
    last_elapsed: _duration_pb2.Duration
    """What the last answer was charged, in whole microseconds, rounded down; absent if the last
    decision was not answered in time, or there was none.
    """
    def __init__(self, seat: _Optional[int] = ..., asked: bool = ..., out: bool = ..., bank_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., decisions: _Optional[int] = ..., strikes: _Optional[int] = ..., refusals: _Optional[int] = ..., last_elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class SeatObservation(_message.Message):
    """What one seat may know."""
    __slots__ = ("seat", "observation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    observation: _any_pb2.Any
    """The game's Observation message."""
    def __init__(self, seat: _Optional[int] = ..., observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class WatchEndsRequest(_message.Message):
    """Request of SpectateService.WatchEnds."""
    __slots__ = ("match_ids",)
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    """Matches whose ends to send. One that is waited for already changes nothing."""
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchEndsResponse(_message.Message):
    """Response of SpectateService.WatchEnds."""
    __slots__ = ("ends", "unwatched")
    ENDS_FIELD_NUMBER: _ClassVar[int]
    UNWATCHED_FIELD_NUMBER: _ClassVar[int]
    ends: _containers.RepeatedCompositeFieldContainer[WatchedEnd]
    """Matches that are over, in the order in which they ended or were named."""
    unwatched: _containers.RepeatedCompositeFieldContainer[UnwatchedMatch]
    """Matches whose ends can't be sent."""
    def __init__(self, ends: _Optional[_Iterable[_Union[WatchedEnd, _Mapping]]] = ..., unwatched: _Optional[_Iterable[_Union[UnwatchedMatch, _Mapping]]] = ...) -> None: ...

class WatchedEnd(_message.Message):
    """How one match ended."""
    __slots__ = ("match_id", "outcome")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    outcome: _match_pb2.Outcome
    """As in the last frame of Watch."""
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ...) -> None: ...

class UnwatchedMatch(_message.Message):
    """A match that can't be waited for."""
    __slots__ = ("match_id", "reason", "text")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """As it was named."""
    reason: _error_pb2.ErrorReason
    """Why, for programs: UNKNOWN_MATCH, or TOO_MANY_CALLS where too many matches of the past are
    being read.
    """
    text: str
    """Why, for people."""
    def __init__(self, match_id: _Optional[str] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...
