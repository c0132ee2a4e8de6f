from gamereferee.v1 import error_pb2 as _error_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Autoreset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUTORESET_UNSPECIFIED: _ClassVar[Autoreset]
    AUTORESET_NEXT_STEP: _ClassVar[Autoreset]
    AUTORESET_SAME_STEP: _ClassVar[Autoreset]
    AUTORESET_DISABLED: _ClassVar[Autoreset]

class Reward(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REWARD_UNSPECIFIED: _ClassVar[Reward]
    REWARD_SCORE: _ClassVar[Reward]
    REWARD_PLACEMENT: _ClassVar[Reward]
    REWARD_WIN: _ClassVar[Reward]
AUTORESET_UNSPECIFIED: Autoreset
AUTORESET_NEXT_STEP: Autoreset
AUTORESET_SAME_STEP: Autoreset
AUTORESET_DISABLED: Autoreset
REWARD_UNSPECIFIED: Reward
REWARD_SCORE: Reward
REWARD_PLACEMENT: Reward
REWARD_WIN: Reward

class DescribeRequest(_message.Message):
    __slots__ = ("game", "config", "num_seats", "game_version", "derived", "revision")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    DERIVED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    game: str
    config: _any_pb2.Any
    num_seats: int
    game_version: int
    derived: bool
    revision: bool
    def __init__(self, game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., game_version: _Optional[int] = ..., derived: bool = ..., revision: bool = ...) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ("game", "game_version", "config", "num_seats", "observed", "acted", "schema_hash", "policies", "limits", "left_out", "numbered_actions", "revision")
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_HASH_FIELD_NUMBER: _ClassVar[int]
    POLICIES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    NUMBERED_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    game: str
    game_version: int
    config: _any_pb2.Any
    num_seats: int
    observed: _containers.RepeatedCompositeFieldContainer[SimulationColumn]
    acted: _containers.RepeatedCompositeFieldContainer[SimulationColumn]
    schema_hash: bytes
    policies: _containers.RepeatedScalarFieldContainer[str]
    limits: SimulationLimits
    left_out: _containers.RepeatedScalarFieldContainer[str]
    numbered_actions: _containers.RepeatedScalarFieldContainer[bytes]
    revision: int
    def __init__(self, game: _Optional[str] = ..., game_version: _Optional[int] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., observed: _Optional[_Iterable[_Union[SimulationColumn, _Mapping]]] = ..., acted: _Optional[_Iterable[_Union[SimulationColumn, _Mapping]]] = ..., schema_hash: _Optional[bytes] = ..., policies: _Optional[_Iterable[str]] = ..., limits: _Optional[_Union[SimulationLimits, _Mapping]] = ..., left_out: _Optional[_Iterable[str]] = ..., numbered_actions: _Optional[_Iterable[bytes]] = ..., revision: _Optional[int] = ...) -> None: ...

class SimulationColumn(_message.Message):
    __slots__ = ("id", "name", "dtype", "shape", "low", "high", "scale", "by_seat", "ragged", "meaning", "most")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DTYPE_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    BY_SEAT_FIELD_NUMBER: _ClassVar[int]
    RAGGED_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    dtype: str
    shape: _containers.RepeatedScalarFieldContainer[int]
    low: float
    high: float
    scale: float
    by_seat: bool
    ragged: bool
    meaning: str
    most: int
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., dtype: _Optional[str] = ..., shape: _Optional[_Iterable[int]] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., scale: _Optional[float] = ..., by_seat: bool = ..., ragged: bool = ..., meaning: _Optional[str] = ..., most: _Optional[int] = ...) -> None: ...

class SimulationLimits(_message.Message):
    __slots__ = ("batches", "rows", "response_bytes", "window", "snapshots", "snapshot_bytes", "snapshot_seconds")
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_BYTES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_BYTES_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    batches: int
    rows: int
    response_bytes: int
    window: int
    snapshots: int
    snapshot_bytes: int
    snapshot_seconds: int
    def __init__(self, batches: _Optional[int] = ..., rows: _Optional[int] = ..., response_bytes: _Optional[int] = ..., window: _Optional[int] = ..., snapshots: _Optional[int] = ..., snapshot_bytes: _Optional[int] = ..., snapshot_seconds: _Optional[int] = ...) -> None: ...

class RolloutRequest(_message.Message):
    __slots__ = ("number", "batch", "open", "step", "reset", "close", "snapshot", "restore", "drop", "describe", "places")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    RESTORE_FIELD_NUMBER: _ClassVar[int]
    DROP_FIELD_NUMBER: _ClassVar[int]
    DESCRIBE_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    number: int
    batch: int
    open: OpenBatch
    step: StepBatch
    reset: ResetRows
    close: CloseBatch
    snapshot: SnapshotRows
    restore: RestoreRows
    drop: DropSnapshots
    describe: DescribeRequest
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, number: _Optional[int] = ..., batch: _Optional[int] = ..., open: _Optional[_Union[OpenBatch, _Mapping]] = ..., step: _Optional[_Union[StepBatch, _Mapping]] = ..., reset: _Optional[_Union[ResetRows, _Mapping]] = ..., close: _Optional[_Union[CloseBatch, _Mapping]] = ..., snapshot: _Optional[_Union[SnapshotRows, _Mapping]] = ..., restore: _Optional[_Union[RestoreRows, _Mapping]] = ..., drop: _Optional[_Union[DropSnapshots, _Mapping]] = ..., describe: _Optional[_Union[DescribeRequest, _Mapping]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class SharedHello(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: str
    def __init__(self, key: _Optional[str] = ...) -> None: ...

class OpenBatch(_message.Message):
    __slots__ = ("game", "config", "num_seats", "game_version", "schema_hash", "num_rows", "seed", "autoreset", "max_steps", "strict", "observe", "observe_final", "opponents", "derived", "stagger", "reward", "placements", "first_row")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_HASH_FIELD_NUMBER: _ClassVar[int]
    NUM_ROWS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    AUTORESET_FIELD_NUMBER: _ClassVar[int]
    MAX_STEPS_FIELD_NUMBER: _ClassVar[int]
    STRICT_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_FINAL_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    DERIVED_FIELD_NUMBER: _ClassVar[int]
    STAGGER_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROW_FIELD_NUMBER: _ClassVar[int]
    game: str
    config: _any_pb2.Any
    num_seats: int
    game_version: int
    schema_hash: bytes
    num_rows: int
    seed: int
    autoreset: Autoreset
    max_steps: int
    strict: bool
    observe: _containers.RepeatedScalarFieldContainer[int]
    observe_final: _containers.RepeatedScalarFieldContainer[int]
    opponents: _containers.RepeatedCompositeFieldContainer[Opponent]
    derived: bool
    stagger: int
    reward: Reward
    placements: bool
    first_row: int
    def __init__(self, game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., game_version: _Optional[int] = ..., schema_hash: _Optional[bytes] = ..., num_rows: _Optional[int] = ..., seed: _Optional[int] = ..., autoreset: _Optional[_Union[Autoreset, str]] = ..., max_steps: _Optional[int] = ..., strict: bool = ..., observe: _Optional[_Iterable[int]] = ..., observe_final: _Optional[_Iterable[int]] = ..., opponents: _Optional[_Iterable[_Union[Opponent, _Mapping]]] = ..., derived: bool = ..., stagger: _Optional[int] = ..., reward: _Optional[_Union[Reward, str]] = ..., placements: bool = ..., first_row: _Optional[int] = ...) -> None: ...

class Opponent(_message.Message):
    __slots__ = ("seat", "policy")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    policy: str
    def __init__(self, seat: _Optional[int] = ..., policy: _Optional[str] = ...) -> None: ...

class StepBatch(_message.Message):
    __slots__ = ("actions",)
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[ColumnData]
    def __init__(self, actions: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ...) -> None: ...

class ResetRows(_message.Message):
    __slots__ = ("rows", "seeds")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    SEEDS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedScalarFieldContainer[int]
    seeds: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, rows: _Optional[_Iterable[int]] = ..., seeds: _Optional[_Iterable[int]] = ...) -> None: ...

class CloseBatch(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SnapshotRows(_message.Message):
    __slots__ = ("rows",)
    ROWS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, rows: _Optional[_Iterable[int]] = ...) -> None: ...

class RestoreRows(_message.Message):
    __slots__ = ("handle", "rows", "places", "seeds", "redraw_for", "same_future")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    SEEDS_FIELD_NUMBER: _ClassVar[int]
    REDRAW_FOR_FIELD_NUMBER: _ClassVar[int]
    SAME_FUTURE_FIELD_NUMBER: _ClassVar[int]
    handle: bytes
    rows: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    seeds: _containers.RepeatedScalarFieldContainer[int]
    redraw_for: int
    same_future: bool
    def __init__(self, handle: _Optional[bytes] = ..., rows: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., seeds: _Optional[_Iterable[int]] = ..., redraw_for: _Optional[int] = ..., same_future: bool = ...) -> None: ...

class DropSnapshots(_message.Message):
    __slots__ = ("handles",)
    HANDLES_FIELD_NUMBER: _ClassVar[int]
    handles: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, handles: _Optional[_Iterable[bytes]] = ...) -> None: ...

class ColumnData(_message.Message):
    __slots__ = ("id", "data", "offsets", "place")
    ID_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    OFFSETS_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    id: int
    data: bytes
    offsets: bytes
    place: int
    def __init__(self, id: _Optional[int] = ..., data: _Optional[bytes] = ..., offsets: _Optional[bytes] = ..., place: _Optional[int] = ...) -> None: ...

class RolloutResponse(_message.Message):
    __slots__ = ("number", "batch", "observed", "stepped", "closed", "refused", "snapshot", "dropped", "described")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    STEPPED_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    DROPPED_FIELD_NUMBER: _ClassVar[int]
    DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    number: int
    batch: int
    observed: BatchObserved
    stepped: BatchStepped
    closed: BatchClosed
    refused: RolloutRefused
    snapshot: SnapshotTaken
    dropped: SnapshotsDropped
    described: DescribeResponse
    def __init__(self, number: _Optional[int] = ..., batch: _Optional[int] = ..., observed: _Optional[_Union[BatchObserved, _Mapping]] = ..., stepped: _Optional[_Union[BatchStepped, _Mapping]] = ..., closed: _Optional[_Union[BatchClosed, _Mapping]] = ..., refused: _Optional[_Union[RolloutRefused, _Mapping]] = ..., snapshot: _Optional[_Union[SnapshotTaken, _Mapping]] = ..., dropped: _Optional[_Union[SnapshotsDropped, _Mapping]] = ..., described: _Optional[_Union[DescribeResponse, _Mapping]] = ...) -> None: ...

class BatchObserved(_message.Message):
    __slots__ = ("observed",)
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    observed: _containers.RepeatedCompositeFieldContainer[ColumnData]
    def __init__(self, observed: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ...) -> None: ...

class BatchStepped(_message.Message):
    __slots__ = ("observed", "reward", "terminated", "truncated", "refused", "began", "final_rows", "final", "placement")
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    TERMINATED_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    BEGAN_FIELD_NUMBER: _ClassVar[int]
    FINAL_ROWS_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    observed: _containers.RepeatedCompositeFieldContainer[ColumnData]
    reward: bytes
    terminated: bytes
    truncated: bytes
    refused: bytes
    began: bytes
    final_rows: bytes
    final: _containers.RepeatedCompositeFieldContainer[ColumnData]
    placement: bytes
    def __init__(self, observed: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ..., reward: _Optional[bytes] = ..., terminated: _Optional[bytes] = ..., truncated: _Optional[bytes] = ..., refused: _Optional[bytes] = ..., began: _Optional[bytes] = ..., final_rows: _Optional[bytes] = ..., final: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ..., placement: _Optional[bytes] = ...) -> None: ...

class BatchClosed(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SnapshotTaken(_message.Message):
    __slots__ = ("handle", "num_bytes")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    NUM_BYTES_FIELD_NUMBER: _ClassVar[int]
    handle: bytes
    num_bytes: int
    def __init__(self, handle: _Optional[bytes] = ..., num_bytes: _Optional[int] = ...) -> None: ...

class SnapshotsDropped(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RolloutRefused(_message.Message):
    __slots__ = ("reason", "text")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    reason: _error_pb2.ErrorReason
    text: str
    def __init__(self, reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...
