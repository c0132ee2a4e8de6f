import datetime

from gamereferee.v1 import error_pb2 as _error_pb2
from gamereferee.v1 import match_pb2 as _match_pb2
from gamereferee.v1 import time_control_pb2 as _time_control_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ActionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_KIND_UNSPECIFIED: _ClassVar[ActionKind]
    ACTION_KIND_PLAYED: _ClassVar[ActionKind]
    ACTION_KIND_DEFAULTED: _ClassVar[ActionKind]
    ACTION_KIND_FORFEITED: _ClassVar[ActionKind]
ACTION_KIND_UNSPECIFIED: ActionKind
ACTION_KIND_PLAYED: ActionKind
ACTION_KIND_DEFAULTED: ActionKind
ACTION_KIND_FORFEITED: ActionKind

class Record(_message.Message):
    __slots__ = ("step", "header", "join", "start", "rejection", "forfeit", "recovery", "end", "secret", "miss", "said", "committed", "opened", "tick", "lane", "house_bot")
    STEP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    JOIN_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    REJECTION_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    MISS_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    COMMITTED_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    TICK_FIELD_NUMBER: _ClassVar[int]
    LANE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_BOT_FIELD_NUMBER: _ClassVar[int]
    step: StepRecord
    header: HeaderRecord
    join: JoinRecord
    start: StartRecord
    rejection: RejectionRecord
    forfeit: ForfeitRecord
    recovery: RecoveryRecord
    end: EndRecord
    secret: SecretRecord
    miss: MissRecord
    said: SaidRecord
    committed: CommittedRecord
    opened: OpenedRecord
    tick: TickRecord
    lane: LaneRecord
    house_bot: HouseBotRecord
    def __init__(self, step: _Optional[_Union[StepRecord, _Mapping]] = ..., header: _Optional[_Union[HeaderRecord, _Mapping]] = ..., join: _Optional[_Union[JoinRecord, _Mapping]] = ..., start: _Optional[_Union[StartRecord, _Mapping]] = ..., rejection: _Optional[_Union[RejectionRecord, _Mapping]] = ..., forfeit: _Optional[_Union[ForfeitRecord, _Mapping]] = ..., recovery: _Optional[_Union[RecoveryRecord, _Mapping]] = ..., end: _Optional[_Union[EndRecord, _Mapping]] = ..., secret: _Optional[_Union[SecretRecord, _Mapping]] = ..., miss: _Optional[_Union[MissRecord, _Mapping]] = ..., said: _Optional[_Union[SaidRecord, _Mapping]] = ..., committed: _Optional[_Union[CommittedRecord, _Mapping]] = ..., opened: _Optional[_Union[OpenedRecord, _Mapping]] = ..., tick: _Optional[_Union[TickRecord, _Mapping]] = ..., lane: _Optional[_Union[LaneRecord, _Mapping]] = ..., house_bot: _Optional[_Union[HouseBotRecord, _Mapping]] = ...) -> None: ...

class LaneRecord(_message.Message):
    __slots__ = ("name", "nonce", "ticks")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    TICKS_FIELD_NUMBER: _ClassVar[int]
    name: str
    nonce: int
    ticks: int
    def __init__(self, name: _Optional[str] = ..., nonce: _Optional[int] = ..., ticks: _Optional[int] = ...) -> None: ...

class TickRecord(_message.Message):
    __slots__ = ("match_ids", "steps", "records", "number", "chain")
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    steps: _containers.RepeatedScalarFieldContainer[int]
    records: _containers.RepeatedScalarFieldContainer[bytes]
    number: int
    chain: int
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ..., steps: _Optional[_Iterable[int]] = ..., records: _Optional[_Iterable[bytes]] = ..., number: _Optional[int] = ..., chain: _Optional[int] = ...) -> None: ...

class HeaderRecord(_message.Message):
    __slots__ = ("format_version", "match_id", "game", "game_version", "config", "num_seats", "time_control", "seed_commitment", "seed_fixed", "players", "label", "create_time", "referee_version", "full_view_delay", "token_digests", "reveal_withheld", "remote_seats")
    FORMAT_VERSION_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIXED_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    FULL_VIEW_DELAY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_DIGESTS_FIELD_NUMBER: _ClassVar[int]
    REVEAL_WITHHELD_FIELD_NUMBER: _ClassVar[int]
    REMOTE_SEATS_FIELD_NUMBER: _ClassVar[int]
    format_version: int
    match_id: str
    game: str
    game_version: int
    config: _any_pb2.Any
    num_seats: int
    time_control: _time_control_pb2.TimeControl
    seed_commitment: bytes
    seed_fixed: bool
    players: _containers.RepeatedScalarFieldContainer[str]
    label: str
    create_time: _timestamp_pb2.Timestamp
    referee_version: str
    full_view_delay: int
    token_digests: _containers.RepeatedScalarFieldContainer[bytes]
    reveal_withheld: bool
    remote_seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, format_version: _Optional[int] = ..., match_id: _Optional[str] = ..., game: _Optional[str] = ..., game_version: _Optional[int] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., seed_fixed: bool = ..., players: _Optional[_Iterable[str]] = ..., label: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., referee_version: _Optional[str] = ..., full_view_delay: _Optional[int] = ..., token_digests: _Optional[_Iterable[bytes]] = ..., reveal_withheld: bool = ..., remote_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class SecretRecord(_message.Message):
    __slots__ = ("server_seed", "salt", "request_id", "token_key", "records_house_bots")
    SERVER_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_KEY_FIELD_NUMBER: _ClassVar[int]
    RECORDS_HOUSE_BOTS_FIELD_NUMBER: _ClassVar[int]
    server_seed: bytes
    salt: bytes
    request_id: str
    token_key: bytes
    records_house_bots: bool
    def __init__(self, server_seed: _Optional[bytes] = ..., salt: _Optional[bytes] = ..., request_id: _Optional[str] = ..., token_key: _Optional[bytes] = ..., records_house_bots: bool = ...) -> None: ...

class JoinRecord(_message.Message):
    __slots__ = ("seat", "nonce", "bot_name", "client", "nonce_commitment")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    NONCE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    nonce: bytes
    bot_name: str
    client: str
    nonce_commitment: bytes
    def __init__(self, seat: _Optional[int] = ..., nonce: _Optional[bytes] = ..., bot_name: _Optional[str] = ..., client: _Optional[str] = ..., nonce_commitment: _Optional[bytes] = ...) -> None: ...

class HouseBotRecord(_message.Message):
    __slots__ = ("seat", "bot")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bot: str
    def __init__(self, seat: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class CommittedRecord(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OpenedRecord(_message.Message):
    __slots__ = ("seat", "nonce")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    nonce: bytes
    def __init__(self, seat: _Optional[int] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class StartRecord(_message.Message):
    __slots__ = ("digest",)
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    digest: bytes
    def __init__(self, digest: _Optional[bytes] = ...) -> None: ...

class ActionRecord(_message.Message):
    __slots__ = ("seat", "turn", "kind", "payload", "elapsed_us", "lag_us", "handed_us", "cpu_us")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_US_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    HANDED_US_FIELD_NUMBER: _ClassVar[int]
    CPU_US_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    kind: ActionKind
    payload: bytes
    elapsed_us: int
    lag_us: int
    handed_us: int
    cpu_us: int
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., kind: _Optional[_Union[ActionKind, str]] = ..., payload: _Optional[bytes] = ..., elapsed_us: _Optional[int] = ..., lag_us: _Optional[int] = ..., handed_us: _Optional[int] = ..., cpu_us: _Optional[int] = ...) -> None: ...

class StepRecord(_message.Message):
    __slots__ = ("actions", "digest")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[ActionRecord]
    digest: bytes
    def __init__(self, actions: _Optional[_Iterable[_Union[ActionRecord, _Mapping]]] = ..., digest: _Optional[bytes] = ...) -> None: ...

class RejectionRecord(_message.Message):
    __slots__ = ("seat", "turn", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    reason: _error_pb2.ErrorReason
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ...) -> None: ...

class MissRecord(_message.Message):
    __slots__ = ("seat", "turn", "given_up")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    given_up: bool
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., given_up: bool = ...) -> None: ...

class SaidRecord(_message.Message):
    __slots__ = ("seat", "channel", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    channel: str
    text: str
    def __init__(self, seat: _Optional[int] = ..., channel: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class ForfeitRecord(_message.Message):
    __slots__ = ("seat", "cause", "order")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cause: _match_pb2.ForfeitCause
    order: int
    def __init__(self, seat: _Optional[int] = ..., cause: _Optional[_Union[_match_pb2.ForfeitCause, str]] = ..., order: _Optional[int] = ...) -> None: ...

class RecoveryRecord(_message.Message):
    __slots__ = ("steps",)
    STEPS_FIELD_NUMBER: _ClassVar[int]
    steps: int
    def __init__(self, steps: _Optional[int] = ...) -> None: ...

class EndRecord(_message.Message):
    __slots__ = ("outcome", "reveal")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    outcome: _match_pb2.Outcome
    reveal: _match_pb2.SeedReveal
    def __init__(self, outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.SeedReveal, _Mapping]] = ...) -> None: ...
