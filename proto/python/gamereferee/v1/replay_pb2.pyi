"""The records of a match: its journal while it runs, its replay afterwards."""
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
    """The origin of an action."""
    __slots__ = ()
    ACTION_KIND_UNSPECIFIED: _ClassVar[ActionKind]
    """Never written."""
    ACTION_KIND_PLAYED: _ClassVar[ActionKind]
    """The seat sent it in time."""
    ACTION_KIND_DEFAULTED: _ClassVar[ActionKind]
    """The deadline passed, or the bot gave the turn up; the default action was played."""
    ACTION_KIND_FORFEITED: _ClassVar[ActionKind]
    """The seat had forfeited; the default action was played."""
ACTION_KIND_UNSPECIFIED: ActionKind
"""Never written."""
ACTION_KIND_PLAYED: ActionKind
"""The seat sent it in time."""
ACTION_KIND_DEFAULTED: ActionKind
"""The deadline passed, or the bot gave the turn up; the default action was played."""
ACTION_KIND_FORFEITED: ActionKind
"""The seat had forfeited; the default action was played."""

class Record(_message.Message):
    """One record. In a file each is framed by its length as a varint before it and the CRC-32C of
    its bytes, 4 bytes little-endian, behind it.
    """
    __slots__ = ("step", "header", "join", "start", "rejection", "forfeit", "recovery", "end", "secret", "miss", "said", "committed", "opened", "tick", "lane", "house_bot", "turn", "answer")
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
    TURN_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    step: StepRecord
    """After every step; by far the most frequent."""
    header: HeaderRecord
    """The first record."""
    join: JoinRecord
    """When a seat is joined for the first time."""
    start: StartRecord
    """When all seats have joined or forfeited."""
    rejection: RejectionRecord
    """Something a seat sent that was not taken."""
    forfeit: ForfeitRecord
    """A seat was taken out."""
    recovery: RecoveryRecord
    """The server was restarted and took the match up again."""
    end: EndRecord
    """The last record."""
    secret: SecretRecord
    """Second record of a journal, left out of the replay."""
    miss: MissRecord
    """A deadline passed."""
    said: SaidRecord
    """A seat said something."""
    committed: CommittedRecord
    """All nonce commitments were shown."""
    opened: OpenedRecord
    """A seat opened its nonce."""
    tick: TickRecord
    """A step of several matches; in the journals of lanes alone."""
    lane: LaneRecord
    """Where further steps may be; in journals alone, and left out of the replay."""
    house_bot: HouseBotRecord
    """A bot of the server's own was ordered for a seat."""
    turn: TurnRecord
    """When an open turn expires; only in journals of matches whose moves may take more than an
    hour.
    """
    answer: ActionRecord
    """A seat has answered, and the step waits for other seats; only in such journals. The step
    repeats it.
    """
    def __init__(self, step: _Optional[_Union[StepRecord, _Mapping]] = ..., header: _Optional[_Union[HeaderRecord, _Mapping]] = ..., join: _Optional[_Union[JoinRecord, _Mapping]] = ..., start: _Optional[_Union[StartRecord, _Mapping]] = ..., rejection: _Optional[_Union[RejectionRecord, _Mapping]] = ..., forfeit: _Optional[_Union[ForfeitRecord, _Mapping]] = ..., recovery: _Optional[_Union[RecoveryRecord, _Mapping]] = ..., end: _Optional[_Union[EndRecord, _Mapping]] = ..., secret: _Optional[_Union[SecretRecord, _Mapping]] = ..., miss: _Optional[_Union[MissRecord, _Mapping]] = ..., said: _Optional[_Union[SaidRecord, _Mapping]] = ..., committed: _Optional[_Union[CommittedRecord, _Mapping]] = ..., opened: _Optional[_Union[OpenedRecord, _Mapping]] = ..., tick: _Optional[_Union[TickRecord, _Mapping]] = ..., lane: _Optional[_Union[LaneRecord, _Mapping]] = ..., house_bot: _Optional[_Union[HouseBotRecord, _Mapping]] = ..., turn: _Optional[_Union[TurnRecord, _Mapping]] = ..., answer: _Optional[_Union[ActionRecord, _Mapping]] = ...) -> None: ...

class LaneRecord(_message.Message):
    """The journal of a lane. In a match's journal: the match is on that lane from here on, until a
    record follows that is neither this one nor a step. As the first record of a lane's journal:
    what that file is.
    """
    __slots__ = ("name", "nonce", "ticks")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    TICKS_FIELD_NUMBER: _ClassVar[int]
    name: str
    """Name of its file without the ending; empty in a match's journal if the match has left its
    lane.
    """
    nonce: int
    """Random number with which the checksums of its ticks begin; 0 in a match's journal."""
    ticks: int
    """Ticks in this file that bots may have been shown. Rewritten in place after every tick, before
    anything of it is sent; always 0 in a match's journal.
    """
    def __init__(self, name: _Optional[str] = ..., nonce: _Optional[int] = ..., ticks: _Optional[int] = ...) -> None: ...

class TickRecord(_message.Message):
    """Several matches of a lane were stepped at once. Journals of lanes have nothing else in them
    but their first record; what a match has of it goes to its own journal before anything else is
    written there, and at the latest when the server is started again.
    """
    __slots__ = ("match_ids", "steps", "records", "number", "chain")
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    """The matches."""
    steps: _containers.RepeatedScalarFieldContainer[int]
    """Steps of each so far, this one included."""
    records: _containers.RepeatedScalarFieldContainer[bytes]
    """Of each match the Record of its step, serialized."""
    number: int
    """Place in the file, from 1; 0 in files of earlier versions, which have no first record of
    another kind and no chain.
    """
    chain: int
    """CRC-32C of the nonce, 8 bytes little-endian, and all records of ticks before this one, one
    behind the other.
    """
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ..., steps: _Optional[_Iterable[int]] = ..., records: _Optional[_Iterable[bytes]] = ..., number: _Optional[int] = ..., chain: _Optional[int] = ...) -> None: ...

class HeaderRecord(_message.Message):
    """What the match is."""
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
    """Version of this format, now 1."""
    match_id: str
    """The match."""
    game: str
    """Identifier of the game."""
    game_version: int
    """Behaviour version of the game that made the record."""
    config: _any_pb2.Any
    """The game's Config message, with every default filled in."""
    num_seats: int
    """Number of seats."""
    time_control: _time_control_pb2.TimeControl
    """The terms in force."""
    seed_commitment: bytes
    """SHA-256 of server seed and salt, 32 bytes."""
    seed_fixed: bool
    """Whether the organizer fixed the match seed."""
    players: _containers.RepeatedScalarFieldContainer[str]
    """Names of the players in seat order."""
    label: str
    """The organizer's label."""
    create_time: _timestamp_pb2.Timestamp
    """When the match was created."""
    referee_version: str
    """Version of the referee that made the record."""
    full_view_delay: int
    """Steps by which the full view lags behind; absent means after the end."""
    token_digests: _containers.RepeatedScalarFieldContainer[bytes]
    """SHA-256 of each seat's token, in seat order, so that a token can be checked and not made;
    none in records made when tokens came from the salt.
    """
    reveal_withheld: bool
    """Whether the reveal, and with it this replay, is held back until the organizer releases it."""
    remote_seats: _containers.RepeatedScalarFieldContainer[int]
    """Seats whose bots ran on machines of their authors, ascending."""
    def __init__(self, format_version: _Optional[int] = ..., match_id: _Optional[str] = ..., game: _Optional[str] = ..., game_version: _Optional[int] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., seed_fixed: bool = ..., players: _Optional[_Iterable[str]] = ..., label: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., referee_version: _Optional[str] = ..., full_view_delay: _Optional[int] = ..., token_digests: _Optional[_Iterable[bytes]] = ..., reveal_withheld: bool = ..., remote_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class SecretRecord(_message.Message):
    """What only the server may know while the match runs."""
    __slots__ = ("server_seed", "salt", "request_id", "token_key", "records_house_bots")
    SERVER_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_KEY_FIELD_NUMBER: _ClassVar[int]
    RECORDS_HOUSE_BOTS_FIELD_NUMBER: _ClassVar[int]
    server_seed: bytes
    """The server's secret."""
    salt: bytes
    """32 random bytes that keep the secret from being guessed."""
    request_id: str
    """The request_id the match was created with."""
    token_key: bytes
    """Random bytes that the seats' tokens are derived from, never revealed; empty in journals made
    when that was the salt.
    """
    records_house_bots: bool
    """Whether the journal has a record of each house bot; not in journals of older versions, in
    which a bot that calls itself `house` may be one.
    """
    def __init__(self, server_seed: _Optional[bytes] = ..., salt: _Optional[bytes] = ..., request_id: _Optional[str] = ..., token_key: _Optional[bytes] = ..., records_house_bots: bool = ...) -> None: ...

class JoinRecord(_message.Message):
    """A seat was joined for the first time."""
    __slots__ = ("seat", "nonce", "bot_name", "client", "nonce_commitment")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    NONCE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    nonce: bytes
    """What goes into the match seed: 16 bytes, or empty."""
    bot_name: str
    """What the bot called itself."""
    client: str
    """Its client library."""
    nonce_commitment: bytes
    """SHA-256 of the nonce, 32 bytes, where the seat has committed itself to one; then `nonce` is
    empty, and an OpenedRecord may follow.
    """
    def __init__(self, seat: _Optional[int] = ..., nonce: _Optional[bytes] = ..., bot_name: _Optional[str] = ..., client: _Optional[str] = ..., nonce_commitment: _Optional[bytes] = ...) -> None: ...

class HouseBotRecord(_message.Message):
    """A bot of the server's own was ordered for a seat. After a restart the server seats it again;
    journals of older servers lack the record.
    """
    __slots__ = ("seat", "bot")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    bot: str
    """Name of the bot, such as `greedy`."""
    def __init__(self, seat: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class CommittedRecord(_message.Message):
    """All nonce commitments were shown to the seats; from here on seats may open their nonces, and
    no new nonce or commitment counts.
    """
    __slots__ = ()
    def __init__(self) -> None: ...

class OpenedRecord(_message.Message):
    """A seat opened its nonce."""
    __slots__ = ("seat", "nonce")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    nonce: bytes
    """The nonce, 16 bytes."""
    def __init__(self, seat: _Optional[int] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class StartRecord(_message.Message):
    """The match began."""
    __slots__ = ("digest",)
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    digest: bytes
    """Digest of the state it began from, 16 bytes."""
    def __init__(self, digest: _Optional[bytes] = ...) -> None: ...

class ActionRecord(_message.Message):
    """One seat's part in a step."""
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
    """Index of the seat from 0."""
    turn: int
    """Number of the seat's decision, from 1."""
    kind: ActionKind
    """The origin of the action."""
    payload: bytes
    """The game's Action message, serialized; only if played."""
    elapsed_us: int
    """What the seat was charged, in microseconds."""
    lag_us: int
    """What was not charged because the referee itself was late, in microseconds."""
    handed_us: int
    """When the turn was handed to the transport, in microseconds since the match began or was taken
    up again; 0 if that was before it was taken up.
    """
    cpu_us: int
    """Processor time that the bot's process used meanwhile, in microseconds; absent where the
    referee does not know the process. Of an answer on a lane, an equal share of what the process
    used for all answers of its message.
    """
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., kind: _Optional[_Union[ActionKind, str]] = ..., payload: _Optional[bytes] = ..., elapsed_us: _Optional[int] = ..., lag_us: _Optional[int] = ..., handed_us: _Optional[int] = ..., cpu_us: _Optional[int] = ...) -> None: ...

class StepRecord(_message.Message):
    """The engine was stepped once."""
    __slots__ = ("actions", "digest")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[ActionRecord]
    """Actions of all acting seats, in seat order."""
    digest: bytes
    """Digest of the state after the step, 16 bytes."""
    def __init__(self, actions: _Optional[_Iterable[_Union[ActionRecord, _Mapping]]] = ..., digest: _Optional[bytes] = ...) -> None: ...

class TurnRecord(_message.Message):
    """A turn is open. Written before the turn is sent, and again if its deadline changes: after a
    restart of the server, or when the bot has got a core to think on.
    """
    __slots__ = ("seat", "turn", "deadline")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    turn: int
    """The turn."""
    deadline: _timestamp_pb2.Timestamp
    """When it expires, lag margin included; absent while the turn waits for a core for its bot, and
    its clock with it.
    """
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class RejectionRecord(_message.Message):
    """Something a seat sent that was not taken."""
    __slots__ = ("seat", "turn", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    turn: int
    """The turn it named."""
    reason: _error_pb2.ErrorReason
    """Why it was not taken."""
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ...) -> None: ...

class MissRecord(_message.Message):
    """A deadline passed, or the bot gave the turn up: the seat gets a strike, and the default
    action stands for it at this decision point.
    """
    __slots__ = ("seat", "turn", "given_up")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    turn: int
    """The turn that went unanswered."""
    given_up: bool
    """Whether the bot gave it up instead of letting the deadline pass, as bots do whose own code
    failed; never set in records made before there was this field.
    """
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., given_up: bool = ...) -> None: ...

class SaidRecord(_message.Message):
    """A seat said something at the decision point that was open."""
    __slots__ = ("seat", "channel", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    channel: str
    """Name of the channel; who could hear it follows from the game's state."""
    text: str
    """The text."""
    def __init__(self, seat: _Optional[int] = ..., channel: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class ForfeitRecord(_message.Message):
    """A seat was taken out."""
    __slots__ = ("seat", "cause", "order")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat from 0."""
    cause: _match_pb2.ForfeitCause
    """Why."""
    order: int
    """Which forfeit of the match it was, from 1; equal for seats taken out at once."""
    def __init__(self, seat: _Optional[int] = ..., cause: _Optional[_Union[_match_pb2.ForfeitCause, str]] = ..., order: _Optional[int] = ...) -> None: ...

class RecoveryRecord(_message.Message):
    """The server took the match up again after it had been stopped."""
    __slots__ = ("steps",)
    STEPS_FIELD_NUMBER: _ClassVar[int]
    steps: int
    """Steps that the journal held."""
    def __init__(self, steps: _Optional[int] = ...) -> None: ...

class EndRecord(_message.Message):
    """The match is over."""
    __slots__ = ("outcome", "reveal")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    outcome: _match_pb2.Outcome
    """How it ended."""
    reveal: _match_pb2.SeedReveal
    """The dice laid open."""
    def __init__(self, outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.SeedReveal, _Mapping]] = ...) -> None: ...
