"""Swordman on the wire. Rule numbers are those of its rulebook."""
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReasonCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a part of an action did not count (SW-4.9)."""
    __slots__ = ()
    REASON_CODE_UNSPECIFIED: _ClassVar[ReasonCode]
    """Never sent."""
    REASON_CODE_BAD_VALUE: _ClassVar[ReasonCode]
    """The points were negative or no integer; 0 was used instead."""
    REASON_CODE_NO_PRIORITY: _ClassVar[ReasonCode]
    """The config allows no priority; 0 was used instead."""
    REASON_CODE_OVER_BUDGET: _ClassVar[ReasonCode]
    """More points than the fields before it had left; 0 was used instead."""
    REASON_CODE_BAD_PLACE: _ClassVar[ReasonCode]
    """The location was missing, out of range, or no integer; the middle location was used instead.
    """
    REASON_CODE_NO_ACTION: _ClassVar[ReasonCode]
    """The deadline passed; the default was played."""
    REASON_CODE_BAD_FORM: _ClassVar[ReasonCode]
    """The action could not be read; the default was played."""
REASON_CODE_UNSPECIFIED: ReasonCode
"""Never sent."""
REASON_CODE_BAD_VALUE: ReasonCode
"""The points were negative or no integer; 0 was used instead."""
REASON_CODE_NO_PRIORITY: ReasonCode
"""The config allows no priority; 0 was used instead."""
REASON_CODE_OVER_BUDGET: ReasonCode
"""More points than the fields before it had left; 0 was used instead."""
REASON_CODE_BAD_PLACE: ReasonCode
"""The location was missing, out of range, or no integer; the middle location was used instead."""
REASON_CODE_NO_ACTION: ReasonCode
"""The deadline passed; the default was played."""
REASON_CODE_BAD_FORM: ReasonCode
"""The action could not be read; the default was played."""

class Config(_message.Message):
    """Parameters of a match (SW-2.1). An absent field means its default. Nothing is random, so
    there is no seed (SW-2.3).
    """
    __slots__ = ("power", "priority", "life", "locations", "guard_on", "guard_off", "games", "round_cap", "deadline_ms")
    POWER_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    GUARD_ON_FIELD_NUMBER: _ClassVar[int]
    GUARD_OFF_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    power: int
    """Points that each seat may spend in a round. From 1 to 100. Default 10."""
    priority: bool
    """Whether points may go into priority; without it, the game is as it was first published.
    Default true.
    """
    life: int
    """Life of each seat at the start of each game. From 1 to 1000. Default 20."""
    locations: int
    """Number of locations where a sword or a shield can be (SW-2.2). From 2 to 9. Default 3."""
    guard_on: int
    """Sword points that each point of shield stops, if sword and shield are at the same location
    (SW-5.4). From 1 to 10. Default 3.
    """
    guard_off: int
    """A shield elsewhere stops its points divided by this, rounded up, of a sword; 0: it stops
    nothing (SW-5.4). From 0 to 10. Default 2.
    """
    games: int
    """Number of games in the match, all of which are played (SW-7.3). From 1 to 1000. Default 11.
    """
    round_cap: int
    """Highest number of rounds that one game may last (SW-7.2). From 1 to 10000. Default 50."""
    deadline_ms: int
    """Suggested move time in milliseconds; used only if the match's creator sets no time control.
    From 50 to 600000. Default 2000.
    """
    def __init__(self, power: _Optional[int] = ..., priority: bool = ..., life: _Optional[int] = ..., locations: _Optional[int] = ..., guard_on: _Optional[int] = ..., guard_off: _Optional[int] = ..., games: _Optional[int] = ..., round_cap: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    """The decision of a seat in a round (SW-4.2). Each field is a separate order: a refused field
    does not affect the others (SW-4.4, SW-4.5). An action without any field is valid, and puts no
    point anywhere.
    """
    __slots__ = ("sword", "shield", "priority", "sword_at", "shield_at", "bad_form")
    SWORD_FIELD_NUMBER: _ClassVar[int]
    SHIELD_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    SWORD_AT_FIELD_NUMBER: _ClassVar[int]
    SHIELD_AT_FIELD_NUMBER: _ClassVar[int]
    BAD_FORM_FIELD_NUMBER: _ClassVar[int]
    sword: int
    """Points in the sword; at most `power` together with shield and priority. Absent means 0. From
    0.
    """
    shield: int
    """Points in the shield; at most what sword has left. Absent means 0. From 0."""
    priority: int
    """Points in priority; at most what sword and shield have left, and 0 where the config has no
    priority. Absent means 0. From 0.
    """
    sword_at: int
    """Location of the sword, 0 to locations - 1; not read if the sword has no point. Absent is
    refused otherwise, and means the middle location. From 0.
    """
    shield_at: int
    """Location of the shield, 0 to locations - 1; not read if the shield has no point. Absent is
    refused otherwise, and means the middle location. From 0.
    """
    bad_form: bool
    """Set by programs that read answers in text form, when the answer is no object with named
    fields: the default is played and all other fields are ignored (SW-4.7). Such programs send -1
    for a value that is no integer.
    """
    def __init__(self, sword: _Optional[int] = ..., shield: _Optional[int] = ..., priority: _Optional[int] = ..., sword_at: _Optional[int] = ..., shield_at: _Optional[int] = ..., bad_form: bool = ...) -> None: ...

class Setting(_message.Message):
    """What one seat has set in a round, as it counted (SW-4.4 to SW-4.7)."""
    __slots__ = ("sword", "shield", "priority", "sword_at", "shield_at")
    SWORD_FIELD_NUMBER: _ClassVar[int]
    SHIELD_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    SWORD_AT_FIELD_NUMBER: _ClassVar[int]
    SHIELD_AT_FIELD_NUMBER: _ClassVar[int]
    sword: int
    """Points in the sword, at most `power`. From 0 to 100."""
    shield: int
    """Points in the shield, at most `power`. From 0 to 100."""
    priority: int
    """Points in priority, at most `power`. From 0 to 100."""
    sword_at: int
    """Location of the sword; -1 if it has no point. From -1 to 8."""
    shield_at: int
    """Location of the shield; -1 if it has no point. From -1 to 8."""
    def __init__(self, sword: _Optional[int] = ..., shield: _Optional[int] = ..., priority: _Optional[int] = ..., sword_at: _Optional[int] = ..., shield_at: _Optional[int] = ...) -> None: ...

class Round(_message.Message):
    """A round that has been played (SW-3.2). Pairs are in seat order."""
    __slots__ = ("game", "round", "settings", "blow", "landed", "first", "life_before", "life_after")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    BLOW_FIELD_NUMBER: _ClassVar[int]
    LANDED_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LIFE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIFE_AFTER_FIELD_NUMBER: _ClassVar[int]
    game: int
    """Game that the round belongs to, from 1. From 1 to 1000."""
    round: int
    """Number of the round in its game, from 1. From 1 to 10000."""
    settings: _containers.RepeatedCompositeFieldContainer[Setting]
    """What each seat had set. 2 entries."""
    blow: _containers.RepeatedScalarFieldContainer[int]
    """Sword points of each seat that the rival's shield did not stop (SW-5.3). From 0 to 100. 2
    entries.
    """
    landed: _containers.RepeatedScalarFieldContainer[bool]
    """Whether each seat's blow was dealt: false for a seat that was slain before it struck
    (SW-5.5). 2 entries.
    """
    first: int
    """Seat that struck first; -1 if both struck at once. From -1 to 1."""
    life_before: _containers.RepeatedScalarFieldContainer[int]
    """Life of both seats before the round. From 0 to 1000. 2 entries."""
    life_after: _containers.RepeatedScalarFieldContainer[int]
    """Life of both seats after the round. From 0 to 1000. 2 entries."""
    def __init__(self, game: _Optional[int] = ..., round: _Optional[int] = ..., settings: _Optional[_Iterable[_Union[Setting, _Mapping]]] = ..., blow: _Optional[_Iterable[int]] = ..., landed: _Optional[_Iterable[bool]] = ..., first: _Optional[int] = ..., life_before: _Optional[_Iterable[int]] = ..., life_after: _Optional[_Iterable[int]] = ...) -> None: ...

class Notice(_message.Message):
    """A reason code for a part of a seat's own last action. Seen by that seat alone."""
    __slots__ = ("code", "field")
    CODE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    code: ReasonCode
    """Why the part did not count."""
    field: str
    """Name of the field of Action that the notice is about; empty if about the whole action."""
    def __init__(self, code: _Optional[_Union[ReasonCode, str]] = ..., field: _Optional[str] = ...) -> None: ...

class Observation(_message.Message):
    """What a seat may know when it makes a setting (SW-6.1). All but seat and notices is the same
    for both seats. Pairs are in seat order.
    """
    __slots__ = ("seat", "game", "round", "life", "points", "last_round", "notices", "config")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat that this observation is for. From 0 to 1."""
    game: int
    """Current game, from 1. From 1 to 1000."""
    round: int
    """Number of the current round in the current game, from 1. From 1 to 10000."""
    life: _containers.RepeatedScalarFieldContainer[int]
    """Current life of both seats. From 0 to 1000. 2 entries."""
    points: _containers.RepeatedScalarFieldContainer[int]
    """Game points of both seats so far: 2 for a win, 1 for a draw. From 0 to 2000. 2 entries."""
    last_round: Round
    """The last round played, of the current game or the one before; absent before the first."""
    notices: _containers.RepeatedCompositeFieldContainer[Notice]
    """Notices about parts of this seat's own last action that did not count; empty if it counted in
    full. 0 to 5 entries.
    """
    config: Config
    """Config of the match, with every field set."""
    def __init__(self, seat: _Optional[int] = ..., game: _Optional[int] = ..., round: _Optional[int] = ..., life: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., last_round: _Optional[_Union[Round, _Mapping]] = ..., notices: _Optional[_Iterable[_Union[Notice, _Mapping]]] = ..., config: _Optional[_Union[Config, _Mapping]] = ...) -> None: ...

class MatchStart(_message.Message):
    """The first event of a match."""
    __slots__ = ()
    def __init__(self) -> None: ...

class GameStart(_message.Message):
    """A game of the series begins."""
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: int
    """Number of the game that begins, from 1. From 1 to 1000."""
    def __init__(self, game: _Optional[int] = ...) -> None: ...

class Reveal(_message.Message):
    """The settings of both seats, shown before the blows."""
    __slots__ = ("settings",)
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    settings: _containers.RepeatedCompositeFieldContainer[Setting]
    """What each seat has set, as it counted, in seat order. 2 entries."""
    def __init__(self, settings: _Optional[_Iterable[_Union[Setting, _Mapping]]] = ...) -> None: ...

class RoundEnd(_message.Message):
    """A round has been played."""
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: Round
    """The record of the round that has been played."""
    def __init__(self, record: _Optional[_Union[Round, _Mapping]] = ...) -> None: ...

class Slain(_message.Message):
    """A seat has no life left."""
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the slain seat. From 0 to 1."""
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class GameEnd(_message.Message):
    """How a game of the series ended."""
    __slots__ = ("game", "winner", "life")
    GAME_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    game: int
    """Number of the game that ended, from 1. From 1 to 1000."""
    winner: int
    """Seat that won; absent in a draw. From 0 to 1."""
    life: _containers.RepeatedScalarFieldContainer[int]
    """Life of both seats at the end of the game. From 0 to 1000. 2 entries."""
    def __init__(self, game: _Optional[int] = ..., winner: _Optional[int] = ..., life: _Optional[_Iterable[int]] = ...) -> None: ...

class MatchEnd(_message.Message):
    """The last event of a match."""
    __slots__ = ("points", "places", "last_round")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    """Game points of both seats. From 0 to 2000. 2 entries."""
    places: _containers.RepeatedScalarFieldContainer[int]
    """Placement of both seats; with equal points both have place 1 (SW-7.4). From 1 to 2. 2
    entries.
    """
    last_round: Round
    """The last round of the match, which no later observation reports (SW-6.1)."""
    def __init__(self, points: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., last_round: _Optional[_Union[Round, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    """Something that happened: one of these."""
    __slots__ = ("match_start", "game_start", "reveal", "round_end", "slain", "game_end", "match_end", "notice")
    MATCH_START_FIELD_NUMBER: _ClassVar[int]
    GAME_START_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    ROUND_END_FIELD_NUMBER: _ClassVar[int]
    SLAIN_FIELD_NUMBER: _ClassVar[int]
    GAME_END_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    match_start: MatchStart
    """The first event of a match."""
    game_start: GameStart
    """A game of the series begins."""
    reveal: Reveal
    """The settings of both seats, shown before the blows."""
    round_end: RoundEnd
    """A round has been played."""
    slain: Slain
    """A seat has no life left."""
    game_end: GameEnd
    """How a game of the series ended."""
    match_end: MatchEnd
    """The last event of a match."""
    notice: Notice
    """A reason code for a part of a seat's own last action. Seen by that seat alone. Sent to its
    own seat.
    """
    def __init__(self, match_start: _Optional[_Union[MatchStart, _Mapping]] = ..., game_start: _Optional[_Union[GameStart, _Mapping]] = ..., reveal: _Optional[_Union[Reveal, _Mapping]] = ..., round_end: _Optional[_Union[RoundEnd, _Mapping]] = ..., slain: _Optional[_Union[Slain, _Mapping]] = ..., game_end: _Optional[_Union[GameEnd, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    """What happened."""
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    """The events, in order."""
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
