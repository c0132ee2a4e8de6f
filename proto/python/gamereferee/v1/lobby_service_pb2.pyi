from gamereferee.v1 import error_pb2 as _error_pb2
from gamereferee.v1 import game_pb2 as _game_pb2
from gamereferee.v1 import match_pb2 as _match_pb2
from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RevealPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVEAL_POLICY_UNSPECIFIED: _ClassVar[RevealPolicy]
    REVEAL_POLICY_AT_ONCE: _ClassVar[RevealPolicy]
    REVEAL_POLICY_WITHHELD: _ClassVar[RevealPolicy]
REVEAL_POLICY_UNSPECIFIED: RevealPolicy
REVEAL_POLICY_AT_ONCE: RevealPolicy
REVEAL_POLICY_WITHHELD: RevealPolicy

class ListGamesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_game_pb2.GameInfo]
    def __init__(self, games: _Optional[_Iterable[_Union[_game_pb2.GameInfo, _Mapping]]] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game", "game_version")
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    game: str
    game_version: int
    def __init__(self, game: _Optional[str] = ..., game_version: _Optional[int] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("info", "config_schema", "rulebook", "tables")
    INFO_FIELD_NUMBER: _ClassVar[int]
    CONFIG_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    RULEBOOK_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    info: _game_pb2.GameInfo
    config_schema: str
    rulebook: str
    tables: str
    def __init__(self, info: _Optional[_Union[_game_pb2.GameInfo, _Mapping]] = ..., config_schema: _Optional[str] = ..., rulebook: _Optional[str] = ..., tables: _Optional[str] = ...) -> None: ...

class SeedPolicy(_message.Message):
    __slots__ = ("secret", "fixed")
    SECRET_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    secret: bool
    fixed: int
    def __init__(self, secret: bool = ..., fixed: _Optional[int] = ...) -> None: ...

class SpectatePolicy(_message.Message):
    __slots__ = ("full_view_delay",)
    FULL_VIEW_DELAY_FIELD_NUMBER: _ClassVar[int]
    full_view_delay: int
    def __init__(self, full_view_delay: _Optional[int] = ...) -> None: ...

class CreateMatchRequest(_message.Message):
    __slots__ = ("game", "config", "config_json", "num_seats", "time_control", "seed_policy", "spectate_policy", "players", "label", "request_id", "reveal_policy", "game_version", "remote_seats")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    CONFIG_JSON_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    SEED_POLICY_FIELD_NUMBER: _ClassVar[int]
    SPECTATE_POLICY_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    REVEAL_POLICY_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    REMOTE_SEATS_FIELD_NUMBER: _ClassVar[int]
    game: str
    config: _any_pb2.Any
    config_json: str
    num_seats: int
    time_control: _time_control_pb2.TimeControl
    seed_policy: SeedPolicy
    spectate_policy: SpectatePolicy
    players: _containers.RepeatedScalarFieldContainer[str]
    label: str
    request_id: str
    reveal_policy: RevealPolicy
    game_version: int
    remote_seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., config_json: _Optional[str] = ..., num_seats: _Optional[int] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., seed_policy: _Optional[_Union[SeedPolicy, _Mapping]] = ..., spectate_policy: _Optional[_Union[SpectatePolicy, _Mapping]] = ..., players: _Optional[_Iterable[str]] = ..., label: _Optional[str] = ..., request_id: _Optional[str] = ..., reveal_policy: _Optional[_Union[RevealPolicy, str]] = ..., game_version: _Optional[int] = ..., remote_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class CreateMatchResponse(_message.Message):
    __slots__ = ("match", "seat_tokens", "worker_address")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    WORKER_ADDRESS_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    seat_tokens: _containers.RepeatedScalarFieldContainer[str]
    worker_address: str
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., seat_tokens: _Optional[_Iterable[str]] = ..., worker_address: _Optional[str] = ...) -> None: ...

class CreateMatchesRequest(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[CreateMatchRequest]
    def __init__(self, matches: _Optional[_Iterable[_Union[CreateMatchRequest, _Mapping]]] = ...) -> None: ...

class CreateMatchesResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[CreatedMatch]
    def __init__(self, matches: _Optional[_Iterable[_Union[CreatedMatch, _Mapping]]] = ...) -> None: ...

class CreatedMatch(_message.Message):
    __slots__ = ("match_id", "seat_tokens", "reason", "text", "worker_address")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    WORKER_ADDRESS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat_tokens: _containers.RepeatedScalarFieldContainer[str]
    reason: _error_pb2.ErrorReason
    text: str
    worker_address: str
    def __init__(self, match_id: _Optional[str] = ..., seat_tokens: _Optional[_Iterable[str]] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ..., worker_address: _Optional[str] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("match_id", "seat_token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat_token: str
    def __init__(self, match_id: _Optional[str] = ..., seat_token: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("phase", "label", "page_size", "page_token")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    phase: _match_pb2.MatchPhase
    label: str
    page_size: int
    page_token: str
    def __init__(self, phase: _Optional[_Union[_match_pb2.MatchPhase, str]] = ..., label: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[_match_pb2.Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[_match_pb2.Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AbortMatchRequest(_message.Message):
    __slots__ = ("match_id", "reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    reason: str
    def __init__(self, match_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class AbortMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class EnqueueRequest(_message.Message):
    __slots__ = ("game", "config_json", "num_seats", "player")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_JSON_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    game: str
    config_json: str
    num_seats: int
    player: str
    def __init__(self, game: _Optional[str] = ..., config_json: _Optional[str] = ..., num_seats: _Optional[int] = ..., player: _Optional[str] = ...) -> None: ...

class EnqueueResponse(_message.Message):
    __slots__ = ("match_id", "seat", "seat_token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    seat_token: str
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., seat_token: _Optional[str] = ...) -> None: ...

class SeatHouseBotRequest(_message.Message):
    __slots__ = ("match_id", "seat", "bot")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    bot: str
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class SeatHouseBotResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MeterSeatRequest(_message.Message):
    __slots__ = ("match_id", "seat", "pid")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    pid: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., pid: _Optional[int] = ...) -> None: ...

class MeterSeatResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MeterSeatsRequest(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[MeterSeatRequest]
    def __init__(self, seats: _Optional[_Iterable[_Union[MeterSeatRequest, _Mapping]]] = ...) -> None: ...

class MeterSeatsResponse(_message.Message):
    __slots__ = ("unmetered",)
    UNMETERED_FIELD_NUMBER: _ClassVar[int]
    unmetered: _containers.RepeatedCompositeFieldContainer[UnmeteredSeat]
    def __init__(self, unmetered: _Optional[_Iterable[_Union[UnmeteredSeat, _Mapping]]] = ...) -> None: ...

class UnmeteredSeat(_message.Message):
    __slots__ = ("match_id", "seat", "reason", "text")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    reason: _error_pb2.ErrorReason
    text: str
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...

class ReleaseRevealRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class ReleaseRevealResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...
