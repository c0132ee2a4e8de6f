"""Matches: who plays what, how it stands, how it ended."""
import datetime

from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """The stage a match is in."""
    __slots__ = ()
    MATCH_PHASE_UNSPECIFIED: _ClassVar[MatchPhase]
    """Never sent."""
    MATCH_PHASE_WAITING: _ClassVar[MatchPhase]
    """Created; some seats have not joined yet."""
    MATCH_PHASE_RUNNING: _ClassVar[MatchPhase]
    """All seats have joined or forfeited; decisions are being made."""
    MATCH_PHASE_ENDED: _ClassVar[MatchPhase]
    """Over, with an outcome or void."""

class EndCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a match ended. Only the causes from RULES to FORFEIT may touch a rating; a match with
    another cause is void and has no placements.
    """
    __slots__ = ()
    END_CAUSE_UNSPECIFIED: _ClassVar[EndCause]
    """Never sent."""
    END_CAUSE_RULES: _ClassVar[EndCause]
    """The rulebook ended it."""
    END_CAUSE_BOT_TIME: _ClassVar[EndCause]
    """All rivals of the winner were out, the last of them by missed deadlines."""
    END_CAUSE_BOT_ERROR: _ClassVar[EndCause]
    """All rivals of the winner were out, the last of them by a fault: it never joined, kept sending
    what can't be read, or its process ended.
    """
    END_CAUSE_FORFEIT: _ClassVar[EndCause]
    """All rivals of the winner were out, the last of them by resigning."""
    END_CAUSE_REFEREE_FAULT: _ClassVar[EndCause]
    """The referee or the game failed. Void."""
    END_CAUSE_HOST_FAILURE: _ClassVar[EndCause]
    """The machine failed. Void. Until NOBODY_JOINED came, also that no seat had ever been joined.
    """
    END_CAUSE_OPERATOR: _ClassVar[EndCause]
    """An operator aborted it, or the server was shut down. Void."""
    END_CAUSE_NOBODY_JOINED: _ClassVar[EndCause]
    """No seat had been joined when the join limit passed. Void: where everybody is absent, nobody
    has won.
    """

class ForfeitCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a single seat was taken out of a match that may have gone on."""
    __slots__ = ()
    FORFEIT_CAUSE_UNSPECIFIED: _ClassVar[ForfeitCause]
    """The seat has not forfeited."""
    FORFEIT_CAUSE_TIME: _ClassVar[ForfeitCause]
    """It missed as many deadlines as the time control allows."""
    FORFEIT_CAUSE_ABSENT: _ClassVar[ForfeitCause]
    """It had not joined when the join limit passed."""
    FORFEIT_CAUSE_MALFORMED: _ClassVar[ForfeitCause]
    """It sent too much that can't be read."""
    FORFEIT_CAUSE_RESIGNED: _ClassVar[ForfeitCause]
    """It resigned."""
    FORFEIT_CAUSE_GONE: _ClassVar[ForfeitCause]
    """Its process ended, and the program that had started it reported that."""

class NonceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """What a seat has done about its nonce."""
    __slots__ = ()
    NONCE_STATE_UNSPECIFIED: _ClassVar[NonceState]
    """Never sent."""
    NONCE_STATE_NONE: _ClassVar[NonceState]
    """It adds none: its Join held neither nonce nor commitment, or came too late, or the seat was
    never joined.
    """
    NONCE_STATE_PLAIN: _ClassVar[NonceState]
    """It sent its nonce with its Join, before all commitments were shown."""
    NONCE_STATE_COMMITTED: _ClassVar[NonceState]
    """It has committed itself, and not opened its nonce (yet). Where the match begins so, an empty
    nonce counts.
    """
    NONCE_STATE_OPENED: _ClassVar[NonceState]
    """It has committed itself, and opened its nonce."""
MATCH_PHASE_UNSPECIFIED: MatchPhase
"""Never sent."""
MATCH_PHASE_WAITING: MatchPhase
"""Created; some seats have not joined yet."""
MATCH_PHASE_RUNNING: MatchPhase
"""All seats have joined or forfeited; decisions are being made."""
MATCH_PHASE_ENDED: MatchPhase
"""Over, with an outcome or void."""
END_CAUSE_UNSPECIFIED: EndCause
"""Never sent."""
END_CAUSE_RULES: EndCause
"""The rulebook ended it."""
END_CAUSE_BOT_TIME: EndCause
"""All rivals of the winner were out, the last of them by missed deadlines."""
END_CAUSE_BOT_ERROR: EndCause
"""All rivals of the winner were out, the last of them by a fault: it never joined, kept sending
what can't be read, or its process ended.
"""
END_CAUSE_FORFEIT: EndCause
"""All rivals of the winner were out, the last of them by resigning."""
END_CAUSE_REFEREE_FAULT: EndCause
"""The referee or the game failed. Void."""
END_CAUSE_HOST_FAILURE: EndCause
"""The machine failed. Void. Until NOBODY_JOINED came, also that no seat had ever been joined."""
END_CAUSE_OPERATOR: EndCause
"""An operator aborted it, or the server was shut down. Void."""
END_CAUSE_NOBODY_JOINED: EndCause
"""No seat had been joined when the join limit passed. Void: where everybody is absent, nobody has
won.
"""
FORFEIT_CAUSE_UNSPECIFIED: ForfeitCause
"""The seat has not forfeited."""
FORFEIT_CAUSE_TIME: ForfeitCause
"""It missed as many deadlines as the time control allows."""
FORFEIT_CAUSE_ABSENT: ForfeitCause
"""It had not joined when the join limit passed."""
FORFEIT_CAUSE_MALFORMED: ForfeitCause
"""It sent too much that can't be read."""
FORFEIT_CAUSE_RESIGNED: ForfeitCause
"""It resigned."""
FORFEIT_CAUSE_GONE: ForfeitCause
"""Its process ended, and the program that had started it reported that."""
NONCE_STATE_UNSPECIFIED: NonceState
"""Never sent."""
NONCE_STATE_NONE: NonceState
"""It adds none: its Join held neither nonce nor commitment, or came too late, or the seat was never
joined.
"""
NONCE_STATE_PLAIN: NonceState
"""It sent its nonce with its Join, before all commitments were shown."""
NONCE_STATE_COMMITTED: NonceState
"""It has committed itself, and not opened its nonce (yet). Where the match begins so, an empty
nonce counts.
"""
NONCE_STATE_OPENED: NonceState
"""It has committed itself, and opened its nonce."""

class ReasonCount(_message.Message):
    """How often something of a seat did not count for one reason."""
    __slots__ = ("reason", "count")
    REASON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    reason: str
    """Name of the reason, such as "BAD_FORM"; never empty."""
    count: int
    """How often, from 1."""
    def __init__(self, reason: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class TieBreak(_message.Message):
    """A number that decides between equal scores; less is better."""
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    """What is counted, such as "rounds"; never empty."""
    value: int
    """How much."""
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class SeatResult(_message.Message):
    """The result of a match for one seat."""
    __slots__ = ("seat", "placement", "score", "strikes", "forfeit", "refusals", "rejections", "given_up", "tie_breaks", "times")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    TIMES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    placement: int
    """Rank from 1; seats that share a rank are tied. 0 in a void match."""
    score: int
    """Points by the rulebook; what they mean is the game's."""
    strikes: int
    """Deadlines missed."""
    forfeit: ForfeitCause
    """Why the seat was taken out; unspecified if it was not."""
    refusals: _containers.RepeatedCompositeFieldContainer[ReasonCount]
    """Orders of the seat that the rules refused, by the game's name of the reason, in the order in
    which reasons came up. Set by GetMatch and in the last frame of Watch; elsewhere empty, since a
    replay has what it takes to count them again, and a bot was sent each when it happened.
    """
    rejections: _containers.RepeatedCompositeFieldContainer[ReasonCount]
    """Messages of the seat that the referee did not take, by ErrorReason without its prefix; set
    where `refusals` are.
    """
    given_up: int
    """Turns that the bot gave up with a Skip, as it does when its own code fails; each is among the
    strikes. Set where `refusals` are.
    """
    tie_breaks: _containers.RepeatedCompositeFieldContainer[TieBreak]
    """What decides between equal scores where placements are not those of one match, most important
    first; empty in games that have no such rule.
    """
    times: DecisionTimes
    """What its decisions took; set where `refusals` are."""
    def __init__(self, seat: _Optional[int] = ..., placement: _Optional[int] = ..., score: _Optional[int] = ..., strikes: _Optional[int] = ..., forfeit: _Optional[_Union[ForfeitCause, str]] = ..., refusals: _Optional[_Iterable[_Union[ReasonCount, _Mapping]]] = ..., rejections: _Optional[_Iterable[_Union[ReasonCount, _Mapping]]] = ..., given_up: _Optional[int] = ..., tie_breaks: _Optional[_Iterable[_Union[TieBreak, _Mapping]]] = ..., times: _Optional[_Union[DecisionTimes, _Mapping]] = ...) -> None: ...

class DecisionTimes(_message.Message):
    """What a seat's decisions took, of those that were answered in time."""
    __slots__ = ("decisions", "total", "longest")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LONGEST_FIELD_NUMBER: _ClassVar[int]
    decisions: int
    """How many there were."""
    total: _duration_pb2.Duration
    """What the seat was charged for all of them."""
    longest: _duration_pb2.Duration
    """The most that it was charged for one."""
    def __init__(self, decisions: _Optional[int] = ..., total: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., longest: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Outcome(_message.Message):
    """The end of a match."""
    __slots__ = ("cause", "text", "seats")
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    cause: EndCause
    """Why it ended."""
    text: str
    """The same in a sentence, for people."""
    seats: _containers.RepeatedCompositeFieldContainer[SeatResult]
    """One entry a seat, in seat order."""
    def __init__(self, cause: _Optional[_Union[EndCause, str]] = ..., text: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ...) -> None: ...

class SeedReveal(_message.Message):
    """What shows, after the end, that the dice were not chosen against a seat. commitment =
    SHA-256(server_seed followed by salt) was published before the first turn. The salt has 32
    bytes, the server seed 32, or 8 if the match seed was fixed; a reveal with other lengths does
    not hold, since the bytes between seed and salt could otherwise be divided differently after the
    fact. Unless the seed was fixed, the match seed is the first 8 bytes, big-endian, of HMAC-
    SHA256(key server_seed, message the nonces in seat order); a seat that sent none counts as 16
    zero bytes. With a fixed seed the server seed is the match seed as 8 bytes, big-endian.
    """
    __slots__ = ("server_seed", "salt", "nonces", "match_seed", "fixed", "nonce_commitments")
    SERVER_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    MATCH_SEED_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    NONCE_COMMITMENTS_FIELD_NUMBER: _ClassVar[int]
    server_seed: bytes
    """The server's secret."""
    salt: bytes
    """Random bytes that keep the secret from being guessed."""
    nonces: _containers.RepeatedScalarFieldContainer[bytes]
    """Nonce of each seat in seat order; empty for a seat that sent none."""
    match_seed: int
    """The seed all dice of the match came from."""
    fixed: bool
    """Whether the organizer fixed the match seed."""
    nonce_commitments: _containers.RepeatedScalarFieldContainer[bytes]
    """What each seat had committed itself to, in seat order: SHA-256 of its nonce, or empty; none
    at all if no seat had.
    """
    def __init__(self, server_seed: _Optional[bytes] = ..., salt: _Optional[bytes] = ..., nonces: _Optional[_Iterable[bytes]] = ..., match_seed: _Optional[int] = ..., fixed: bool = ..., nonce_commitments: _Optional[_Iterable[bytes]] = ...) -> None: ...

class SeatNonce(_message.Message):
    """One seat's nonce, as all seats may see it."""
    __slots__ = ("state", "commitment", "nonce")
    STATE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    state: NonceState
    """What the seat has done about it."""
    commitment: bytes
    """SHA-256 of the nonce, 32 bytes; empty if the seat has not committed itself."""
    nonce: bytes
    """The nonce, 16 bytes; empty unless plain or opened."""
    def __init__(self, state: _Optional[_Union[NonceState, str]] = ..., commitment: _Optional[bytes] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class SeatInfo(_message.Message):
    """One seat of a match."""
    __slots__ = ("seat", "joined", "connected", "bot_name", "player", "strikes", "forfeit", "round_trip", "eliminated", "open_turn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    JOINED_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_FIELD_NUMBER: _ClassVar[int]
    ELIMINATED_FIELD_NUMBER: _ClassVar[int]
    OPEN_TURN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    joined: bool
    """Whether a bot has ever presented its token."""
    connected: bool
    """Whether a stream holds it now."""
    bot_name: str
    """Name its bot gave when it joined; may be empty, not to be trusted."""
    player: str
    """Name the organizer gave it; may be empty."""
    strikes: int
    """Deadlines missed so far; while the match runs shown to the organizer alone, and 0 to
    everybody where there is no key.
    """
    forfeit: ForfeitCause
    """Why the seat was taken out; unspecified if it was not."""
    round_trip: _duration_pb2.Duration
    """What the last ping took on the stream that holds the seat, or that held it when the match
    ended; absent if none was answered.
    """
    eliminated: bool
    """Whether the rules have put it out: it never acts again, however long the match goes on."""
    open_turn: OpenTurn
    """The turn that the match waits for, in matches in which a move may take more than an hour;
    absent in others, and where the seat has none. Shown to the seat's own token and to an organizer
    with a key. To others only of a game whose clocks are public, while one seat alone has to
    decide: otherwise who still thinks is nobody else's to know.
    """
    def __init__(self, seat: _Optional[int] = ..., joined: bool = ..., connected: bool = ..., bot_name: _Optional[str] = ..., player: _Optional[str] = ..., strikes: _Optional[int] = ..., forfeit: _Optional[_Union[ForfeitCause, str]] = ..., round_trip: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., eliminated: bool = ..., open_turn: _Optional[_Union[OpenTurn, _Mapping]] = ...) -> None: ...

class OpenTurn(_message.Message):
    """A turn that has no answer yet."""
    __slots__ = ("turn", "start", "deadline")
    TURN_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    turn: int
    """Its number, as in Turn."""
    start: _timestamp_pb2.Timestamp
    """When its clock started, or starts at the latest; absent while it waits for a think slot, a
    free core for its bot.
    """
    deadline: _timestamp_pb2.Timestamp
    """When it expires, without the lag margin; absent likewise."""
    def __init__(self, turn: _Optional[int] = ..., start: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Match(_message.Message):
    """A match as its organizer sees it. No field of it depends on hidden state."""
    __slots__ = ("match_id", "game", "config", "time_control", "phase", "seats", "steps", "outcome", "create_time", "seed_commitment", "label", "reveal", "reveal_withheld")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    REVEAL_WITHHELD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """Identifies the match on this server."""
    game: str
    """Identifier of the game, such as "diceman"."""
    config: _any_pb2.Any
    """The game's Config message, with every default filled in. A caller that is not known to be the
    organizer, so everybody where there is no key, gets the part of it that the rulebook shows to
    seats while the match runs, or its reveal is withheld.
    """
    time_control: _time_control_pb2.TimeControl
    """The terms in force."""
    phase: MatchPhase
    """The stage it is in."""
    seats: _containers.RepeatedCompositeFieldContainer[SeatInfo]
    """One entry a seat, in seat order."""
    steps: int
    """Engine steps made so far."""
    outcome: Outcome
    """Set once it has ended."""
    create_time: _timestamp_pb2.Timestamp
    """When it was created."""
    seed_commitment: bytes
    """SHA-256 of server seed and salt, 32 bytes."""
    label: str
    """The organizer's own label; may be empty."""
    reveal: SeedReveal
    """Set once it has ended; where the reveal is withheld and the server has no organizer key, once
    it is released.
    """
    reveal_withheld: bool
    """Whether the reveal is withheld and not released yet."""
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., phase: _Optional[_Union[MatchPhase, str]] = ..., seats: _Optional[_Iterable[_Union[SeatInfo, _Mapping]]] = ..., steps: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., label: _Optional[str] = ..., reveal: _Optional[_Union[SeedReveal, _Mapping]] = ..., reveal_withheld: bool = ...) -> None: ...
