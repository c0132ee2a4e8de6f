import datetime

from gamereferee.v1 import error_pb2 as _error_pb2
from gamereferee.v1 import match_pb2 as _match_pb2
from gamereferee.v1 import simulation_service_pb2 as _simulation_service_pb2
from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayRequest(_message.Message):
    __slots__ = ("actions", "joins", "resigns", "pongs", "ping", "skips", "says", "openings", "small_actions", "lane_answers")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    JOINS_FIELD_NUMBER: _ClassVar[int]
    RESIGNS_FIELD_NUMBER: _ClassVar[int]
    PONGS_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    SKIPS_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    OPENINGS_FIELD_NUMBER: _ClassVar[int]
    SMALL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    LANE_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[Action]
    joins: _containers.RepeatedCompositeFieldContainer[Join]
    resigns: _containers.RepeatedCompositeFieldContainer[Resign]
    pongs: _containers.RepeatedCompositeFieldContainer[Pong]
    ping: Ping
    skips: _containers.RepeatedCompositeFieldContainer[Skip]
    says: _containers.RepeatedCompositeFieldContainer[Say]
    openings: _containers.RepeatedCompositeFieldContainer[OpenNonce]
    small_actions: _containers.RepeatedCompositeFieldContainer[SmallAction]
    lane_answers: _containers.RepeatedCompositeFieldContainer[LaneAnswers]
    def __init__(self, actions: _Optional[_Iterable[_Union[Action, _Mapping]]] = ..., joins: _Optional[_Iterable[_Union[Join, _Mapping]]] = ..., resigns: _Optional[_Iterable[_Union[Resign, _Mapping]]] = ..., pongs: _Optional[_Iterable[_Union[Pong, _Mapping]]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., skips: _Optional[_Iterable[_Union[Skip, _Mapping]]] = ..., says: _Optional[_Iterable[_Union[Say, _Mapping]]] = ..., openings: _Optional[_Iterable[_Union[OpenNonce, _Mapping]]] = ..., small_actions: _Optional[_Iterable[_Union[SmallAction, _Mapping]]] = ..., lane_answers: _Optional[_Iterable[_Union[LaneAnswers, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("turns", "joins", "starts", "rejections", "missed", "ends", "ping", "pong", "draining", "commitments", "small_turns", "lanes", "lane_rows", "lane_turns")
    TURNS_FIELD_NUMBER: _ClassVar[int]
    JOINS_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    MISSED_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    DRAINING_FIELD_NUMBER: _ClassVar[int]
    COMMITMENTS_FIELD_NUMBER: _ClassVar[int]
    SMALL_TURNS_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    LANE_ROWS_FIELD_NUMBER: _ClassVar[int]
    LANE_TURNS_FIELD_NUMBER: _ClassVar[int]
    turns: _containers.RepeatedCompositeFieldContainer[Turn]
    joins: _containers.RepeatedCompositeFieldContainer[Joined]
    starts: _containers.RepeatedCompositeFieldContainer[MatchStarted]
    rejections: _containers.RepeatedCompositeFieldContainer[Rejected]
    missed: _containers.RepeatedCompositeFieldContainer[MissedDeadline]
    ends: _containers.RepeatedCompositeFieldContainer[MatchEnded]
    ping: Ping
    pong: Pong
    draining: bool
    commitments: _containers.RepeatedCompositeFieldContainer[NonceCommitments]
    small_turns: _containers.RepeatedCompositeFieldContainer[SmallTurn]
    lanes: _containers.RepeatedCompositeFieldContainer[LaneOpened]
    lane_rows: _containers.RepeatedCompositeFieldContainer[LaneRows]
    lane_turns: _containers.RepeatedCompositeFieldContainer[LaneTurns]
    def __init__(self, turns: _Optional[_Iterable[_Union[Turn, _Mapping]]] = ..., joins: _Optional[_Iterable[_Union[Joined, _Mapping]]] = ..., starts: _Optional[_Iterable[_Union[MatchStarted, _Mapping]]] = ..., rejections: _Optional[_Iterable[_Union[Rejected, _Mapping]]] = ..., missed: _Optional[_Iterable[_Union[MissedDeadline, _Mapping]]] = ..., ends: _Optional[_Iterable[_Union[MatchEnded, _Mapping]]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., draining: bool = ..., commitments: _Optional[_Iterable[_Union[NonceCommitments, _Mapping]]] = ..., small_turns: _Optional[_Iterable[_Union[SmallTurn, _Mapping]]] = ..., lanes: _Optional[_Iterable[_Union[LaneOpened, _Mapping]]] = ..., lane_rows: _Optional[_Iterable[_Union[LaneRows, _Mapping]]] = ..., lane_turns: _Optional[_Iterable[_Union[LaneTurns, _Mapping]]] = ...) -> None: ...

class Join(_message.Message):
    __slots__ = ("token", "nonce", "bot_name", "client", "number", "features", "nonce_commitment", "lane_columns")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    NONCE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    LANE_COLUMNS_FIELD_NUMBER: _ClassVar[int]
    token: str
    nonce: bytes
    bot_name: str
    client: str
    number: int
    features: _containers.RepeatedScalarFieldContainer[str]
    nonce_commitment: bytes
    lane_columns: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, token: _Optional[str] = ..., nonce: _Optional[bytes] = ..., bot_name: _Optional[str] = ..., client: _Optional[str] = ..., number: _Optional[int] = ..., features: _Optional[_Iterable[str]] = ..., nonce_commitment: _Optional[bytes] = ..., lane_columns: _Optional[_Iterable[str]] = ...) -> None: ...

class Joined(_message.Message):
    __slots__ = ("match_id", "seat", "game", "game_version", "config", "num_seats", "time_control", "seed_commitment", "rejoined", "join_number", "features", "small_form", "worker_address")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    REJOINED_FIELD_NUMBER: _ClassVar[int]
    JOIN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    SMALL_FORM_FIELD_NUMBER: _ClassVar[int]
    WORKER_ADDRESS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    game: str
    game_version: int
    config: _any_pb2.Any
    num_seats: int
    time_control: _time_control_pb2.TimeControl
    seed_commitment: bytes
    rejoined: bool
    join_number: int
    features: _containers.RepeatedScalarFieldContainer[str]
    small_form: SmallForm
    worker_address: str
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., game: _Optional[str] = ..., game_version: _Optional[int] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., rejoined: bool = ..., join_number: _Optional[int] = ..., features: _Optional[_Iterable[str]] = ..., small_form: _Optional[_Union[SmallForm, _Mapping]] = ..., worker_address: _Optional[str] = ...) -> None: ...

class SmallForm(_message.Message):
    __slots__ = ("handle", "observation_url", "events_url", "action_url", "known_observation")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_URL_FIELD_NUMBER: _ClassVar[int]
    EVENTS_URL_FIELD_NUMBER: _ClassVar[int]
    ACTION_URL_FIELD_NUMBER: _ClassVar[int]
    KNOWN_OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    handle: int
    observation_url: str
    events_url: str
    action_url: str
    known_observation: bytes
    def __init__(self, handle: _Optional[int] = ..., observation_url: _Optional[str] = ..., events_url: _Optional[str] = ..., action_url: _Optional[str] = ..., known_observation: _Optional[bytes] = ...) -> None: ...

class NonceCommitments(_message.Message):
    __slots__ = ("match_id", "seat", "nonces")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    nonces: _containers.RepeatedCompositeFieldContainer[_match_pb2.SeatNonce]
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., nonces: _Optional[_Iterable[_Union[_match_pb2.SeatNonce, _Mapping]]] = ...) -> None: ...

class OpenNonce(_message.Message):
    __slots__ = ("match_id", "seat", "nonce")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    nonce: bytes
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("match_id", "seat", "round_trip", "nonces", "nonces_committed", "seed_fixed")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    NONCES_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    SEED_FIXED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    round_trip: _duration_pb2.Duration
    nonces: _containers.RepeatedCompositeFieldContainer[_match_pb2.SeatNonce]
    nonces_committed: bool
    seed_fixed: bool
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., round_trip: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., nonces: _Optional[_Iterable[_Union[_match_pb2.SeatNonce, _Mapping]]] = ..., nonces_committed: bool = ..., seed_fixed: bool = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("match_id", "seat", "turn", "observation", "events", "phase", "clock", "said", "channels", "legal")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    CHANNELS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    turn: int
    observation: _any_pb2.Any
    events: _any_pb2.Any
    phase: str
    clock: _time_control_pb2.Clock
    said: _containers.RepeatedCompositeFieldContainer[Said]
    channels: _containers.RepeatedCompositeFieldContainer[Channel]
    legal: LegalActions
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., events: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., phase: _Optional[str] = ..., clock: _Optional[_Union[_time_control_pb2.Clock, _Mapping]] = ..., said: _Optional[_Iterable[_Union[Said, _Mapping]]] = ..., channels: _Optional[_Iterable[_Union[Channel, _Mapping]]] = ..., legal: _Optional[_Union[LegalActions, _Mapping]] = ...) -> None: ...

class LegalActions(_message.Message):
    __slots__ = ("count", "action_url", "actions")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ACTION_URL_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    count: int
    action_url: str
    actions: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, count: _Optional[int] = ..., action_url: _Optional[str] = ..., actions: _Optional[_Iterable[bytes]] = ...) -> None: ...

class SmallTurn(_message.Message):
    __slots__ = ("handle", "turn", "phase", "observation", "events", "phase_name", "remaining", "said", "channels", "bank", "last_elapsed", "last_lag", "strikes", "legal")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    PHASE_NAME_FIELD_NUMBER: _ClassVar[int]
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    CHANNELS_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    LAST_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    LAST_LAG_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    handle: int
    turn: int
    phase: int
    observation: bytes
    events: bytes
    phase_name: str
    remaining: int
    said: _containers.RepeatedCompositeFieldContainer[Said]
    channels: _containers.RepeatedCompositeFieldContainer[Channel]
    bank: int
    last_elapsed: int
    last_lag: int
    strikes: int
    legal: LegalActions
    def __init__(self, handle: _Optional[int] = ..., turn: _Optional[int] = ..., phase: _Optional[int] = ..., observation: _Optional[bytes] = ..., events: _Optional[bytes] = ..., phase_name: _Optional[str] = ..., remaining: _Optional[int] = ..., said: _Optional[_Iterable[_Union[Said, _Mapping]]] = ..., channels: _Optional[_Iterable[_Union[Channel, _Mapping]]] = ..., bank: _Optional[int] = ..., last_elapsed: _Optional[int] = ..., last_lag: _Optional[int] = ..., strikes: _Optional[int] = ..., legal: _Optional[_Union[LegalActions, _Mapping]] = ...) -> None: ...

class LaneOpened(_message.Message):
    __slots__ = ("lane", "seat", "game", "game_version", "num_seats", "observed", "answers")
    LANE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    lane: int
    seat: int
    game: str
    game_version: int
    num_seats: int
    observed: _containers.RepeatedCompositeFieldContainer[_simulation_service_pb2.SimulationColumn]
    answers: _simulation_service_pb2.SimulationColumn
    def __init__(self, lane: _Optional[int] = ..., seat: _Optional[int] = ..., game: _Optional[str] = ..., game_version: _Optional[int] = ..., num_seats: _Optional[int] = ..., observed: _Optional[_Iterable[_Union[_simulation_service_pb2.SimulationColumn, _Mapping]]] = ..., answers: _Optional[_Union[_simulation_service_pb2.SimulationColumn, _Mapping]] = ...) -> None: ...

class LaneRows(_message.Message):
    __slots__ = ("lane", "first_row", "match_ids")
    LANE_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROW_FIELD_NUMBER: _ClassVar[int]
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    lane: int
    first_row: int
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, lane: _Optional[int] = ..., first_row: _Optional[int] = ..., match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class LaneTurns(_message.Message):
    __slots__ = ("lane", "rows", "turns", "observed", "remaining_us", "bank_us", "elapsed_us", "lag_us")
    LANE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    REMAINING_US_FIELD_NUMBER: _ClassVar[int]
    BANK_US_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_US_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    lane: int
    rows: bytes
    turns: bytes
    observed: _containers.RepeatedCompositeFieldContainer[_simulation_service_pb2.ColumnData]
    remaining_us: bytes
    bank_us: bytes
    elapsed_us: bytes
    lag_us: bytes
    def __init__(self, lane: _Optional[int] = ..., rows: _Optional[bytes] = ..., turns: _Optional[bytes] = ..., observed: _Optional[_Iterable[_Union[_simulation_service_pb2.ColumnData, _Mapping]]] = ..., remaining_us: _Optional[bytes] = ..., bank_us: _Optional[bytes] = ..., elapsed_us: _Optional[bytes] = ..., lag_us: _Optional[bytes] = ...) -> None: ...

class LaneAnswers(_message.Message):
    __slots__ = ("lane", "rows", "turns", "values")
    LANE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    lane: int
    rows: bytes
    turns: bytes
    values: _simulation_service_pb2.ColumnData
    def __init__(self, lane: _Optional[int] = ..., rows: _Optional[bytes] = ..., turns: _Optional[bytes] = ..., values: _Optional[_Union[_simulation_service_pb2.ColumnData, _Mapping]] = ...) -> None: ...

class Channel(_message.Message):
    __slots__ = ("name", "number", "members")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    name: str
    number: int
    members: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., number: _Optional[int] = ..., members: _Optional[_Iterable[int]] = ...) -> None: ...

class Say(_message.Message):
    __slots__ = ("match_id", "seat", "turn", "channel", "text", "number")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    turn: int
    channel: str
    text: bytes
    number: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., channel: _Optional[str] = ..., text: _Optional[bytes] = ..., number: _Optional[int] = ...) -> None: ...

class Said(_message.Message):
    __slots__ = ("channel", "number", "seat", "text", "round", "phase")
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    channel: str
    number: int
    seat: int
    text: str
    round: int
    phase: str
    def __init__(self, channel: _Optional[str] = ..., number: _Optional[int] = ..., seat: _Optional[int] = ..., text: _Optional[str] = ..., round: _Optional[int] = ..., phase: _Optional[str] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("match_id", "seat", "turn", "payload")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    turn: int
    payload: _any_pb2.Any
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., payload: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class SmallAction(_message.Message):
    __slots__ = ("handle", "turn", "payload")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    handle: int
    turn: int
    payload: bytes
    def __init__(self, handle: _Optional[int] = ..., turn: _Optional[int] = ..., payload: _Optional[bytes] = ...) -> None: ...

class Rejected(_message.Message):
    __slots__ = ("match_id", "seat", "turn", "reason", "text", "join_number", "say_number")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    JOIN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    SAY_NUMBER_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    turn: int
    reason: _error_pb2.ErrorReason
    text: str
    join_number: int
    say_number: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ..., join_number: _Optional[int] = ..., say_number: _Optional[int] = ...) -> None: ...

class MissedDeadline(_message.Message):
    __slots__ = ("match_id", "seat", "turn", "strikes", "strikes_limit", "forfeited", "given_up")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LIMIT_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    turn: int
    strikes: int
    strikes_limit: int
    forfeited: bool
    given_up: bool
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., strikes: _Optional[int] = ..., strikes_limit: _Optional[int] = ..., forfeited: bool = ..., given_up: bool = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("match_id", "seat", "outcome", "events", "reveal", "goes_on", "said", "reveal_withheld", "out_round", "first_place", "last_place")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    GOES_ON_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    REVEAL_WITHHELD_FIELD_NUMBER: _ClassVar[int]
    OUT_ROUND_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLACE_FIELD_NUMBER: _ClassVar[int]
    LAST_PLACE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    outcome: _match_pb2.Outcome
    events: _any_pb2.Any
    reveal: _match_pb2.SeedReveal
    goes_on: bool
    said: _containers.RepeatedCompositeFieldContainer[Said]
    reveal_withheld: bool
    out_round: int
    first_place: int
    last_place: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., events: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.SeedReveal, _Mapping]] = ..., goes_on: bool = ..., said: _Optional[_Iterable[_Union[Said, _Mapping]]] = ..., reveal_withheld: bool = ..., out_round: _Optional[int] = ..., first_place: _Optional[int] = ..., last_place: _Optional[int] = ...) -> None: ...

class SeatWitness(_message.Message):
    __slots__ = ("joined", "commitments", "started", "nonce", "nonce_told")
    JOINED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENTS_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    NONCE_TOLD_FIELD_NUMBER: _ClassVar[int]
    joined: Joined
    commitments: NonceCommitments
    started: MatchStarted
    nonce: bytes
    nonce_told: bool
    def __init__(self, joined: _Optional[_Union[Joined, _Mapping]] = ..., commitments: _Optional[_Union[NonceCommitments, _Mapping]] = ..., started: _Optional[_Union[MatchStarted, _Mapping]] = ..., nonce: _Optional[bytes] = ..., nonce_told: bool = ...) -> None: ...

class Skip(_message.Message):
    __slots__ = ("match_id", "seat", "turn")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    turn: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("match_id", "seat")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...
