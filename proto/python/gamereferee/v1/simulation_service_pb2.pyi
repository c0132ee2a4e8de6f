"""Stepping many matches at once, in columns: for training, search and statistics. There are no
clocks here, no tournaments and no secrets but the caller's own, so it is served by processes that
hold no match.
"""
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
    """When the next episode of a row begins."""
    __slots__ = ()
    AUTORESET_UNSPECIFIED: _ClassVar[Autoreset]
    """Never sent."""
    AUTORESET_NEXT_STEP: _ClassVar[Autoreset]
    """With the next step, which does not look at the row's actions."""
    AUTORESET_SAME_STEP: _ClassVar[Autoreset]
    """At once: what is observed is of the next episode, and the last of the old one comes with it.
    """
    AUTORESET_DISABLED: _ClassVar[Autoreset]
    """When it is asked for; before that the batch can't be stepped."""

class Reward(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """What a seat's reward is when the rules end its match. Sides are the teams of seats, or single
    seats where there are none; all seats of a side have the same of the last two.
    """
    __slots__ = ()
    REWARD_UNSPECIFIED: _ClassVar[Reward]
    """The same as REWARD_SCORE."""
    REWARD_SCORE: _ClassVar[Reward]
    """The seat's score, as the rulebook counts it."""
    REWARD_PLACEMENT: _ClassVar[Reward]
    """From -1 to 1: sides placed behind it less sides placed before it, divided by how many others
    there are. Equal places count for neither. Over all sides the sum is 0. Refused where there is
    one side.
    """
    REWARD_WIN: _ClassVar[Reward]
    """From 0 to 1: 1 for the only side at the first place, 1/n for each of n that share it, 0 for
    all others. Over all sides the sum is 1. Refused where there is one side.
    """
AUTORESET_UNSPECIFIED: Autoreset
"""Never sent."""
AUTORESET_NEXT_STEP: Autoreset
"""With the next step, which does not look at the row's actions."""
AUTORESET_SAME_STEP: Autoreset
"""At once: what is observed is of the next episode, and the last of the old one comes with it."""
AUTORESET_DISABLED: Autoreset
"""When it is asked for; before that the batch can't be stepped."""
REWARD_UNSPECIFIED: Reward
"""The same as REWARD_SCORE."""
REWARD_SCORE: Reward
"""The seat's score, as the rulebook counts it."""
REWARD_PLACEMENT: Reward
"""From -1 to 1: sides placed behind it less sides placed before it, divided by how many others
there are. Equal places count for neither. Over all sides the sum is 0. Refused where there is one
side.
"""
REWARD_WIN: Reward
"""From 0 to 1: 1 for the only side at the first place, 1/n for each of n that share it, 0 for all
others. Over all sides the sum is 1. Refused where there is one side.
"""

class DescribeRequest(_message.Message):
    """Request of SimulationService.Describe."""
    __slots__ = ("game", "config", "num_seats", "game_version", "derived", "revision")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    DERIVED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    game: str
    """Identifier of the game."""
    config: _any_pb2.Any
    """The game's Config message; absent means its defaults."""
    num_seats: int
    """Seats of each match; 0 means the game's default."""
    game_version: int
    """Behaviour version of the rules; 0 means the newest."""
    derived: bool
    """Whether columns that are worked out of what seats see are listed too, behind the others:
    view.text and view.scene, and in games whose actions have many parts candidates and picks.
    """
    revision: bool
    """Whether the answer says which revision of this service the server has; an older server does
    not look at it, and its answer has none.
    """
    def __init__(self, game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., game_version: _Optional[int] = ..., derived: bool = ..., revision: bool = ...) -> None: ...

class DescribeResponse(_message.Message):
    """What there is to see and to decide. Arrays have these axes before those of their column: one
    of rows, and one of seats where by_seat is set.
    """
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
    """Identifier of the game."""
    game_version: int
    """Behaviour version of the rules."""
    config: _any_pb2.Any
    """The config, complete."""
    num_seats: int
    """Seats of each match."""
    observed: _containers.RepeatedCompositeFieldContainer[SimulationColumn]
    """Columns of what can be seen, by ascending id."""
    acted: _containers.RepeatedCompositeFieldContainer[SimulationColumn]
    """Columns of what can be decided, by ascending id: answered, and others each of which alone is
    a whole action.
    """
    schema_hash: bytes
    """SHA-256 over all that this message says of game, version, config, seats and columns except
    their meanings.
    """
    policies: _containers.RepeatedScalarFieldContainer[str]
    """House policies that can play seats within the server, the weakest first."""
    limits: SimulationLimits
    """What one stream may have."""
    left_out: _containers.RepeatedScalarFieldContainer[str]
    """What of the game's actions the lists of candidates leave out, for people."""
    numbered_actions: _containers.RepeatedScalarFieldContainer[bytes]
    """Action messages by their fixed numbers, from 0, where `acted` has a column `number`: all
    actions that there can ever be. Empty in games without.
    """
    revision: int
    """Revision of this service, if it was asked for; absent from the first. With 1 came
    OpenBatch.reward, placements and first_row, and RestoreRows.redraw_for and same_future; a server
    before that does not look at them.
    """
    def __init__(self, game: _Optional[str] = ..., game_version: _Optional[int] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., observed: _Optional[_Iterable[_Union[SimulationColumn, _Mapping]]] = ..., acted: _Optional[_Iterable[_Union[SimulationColumn, _Mapping]]] = ..., schema_hash: _Optional[bytes] = ..., policies: _Optional[_Iterable[str]] = ..., limits: _Optional[_Union[SimulationLimits, _Mapping]] = ..., left_out: _Optional[_Iterable[str]] = ..., numbered_actions: _Optional[_Iterable[bytes]] = ..., revision: _Optional[int] = ...) -> None: ...

class SimulationColumn(_message.Message):
    """One array."""
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
    """What it is asked for by."""
    name: str
    """Names of the fields that lead to it, with dots between."""
    dtype: str
    """Type of its numbers, little-endian: bool (a byte of 0 or 1), int8, uint8, int16, int32,
    int64, uint64, float32 or float64.
    """
    shape: _containers.RepeatedScalarFieldContainer[int]
    """Its own shape."""
    low: float
    """Least value; absent if there is none."""
    high: float
    """Greatest value; absent if there is none."""
    scale: float
    """What it is to be divided by to lie from -1 to 1; 0 if there is no such number."""
    by_seat: bool
    """Whether there is one for each seat."""
    ragged: bool
    """Whether it is lists of any length, one for each seat of each row: then offsets come with
    them. Each entry is of the dtype and the shape; lists of uint8 are strings of bytes.
    """
    meaning: str
    """What it says."""
    most: int
    """Entries that a list of a ragged column has at most; 0 if there is no bound."""
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., dtype: _Optional[str] = ..., shape: _Optional[_Iterable[int]] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., scale: _Optional[float] = ..., by_seat: bool = ..., ragged: bool = ..., meaning: _Optional[str] = ..., most: _Optional[int] = ...) -> None: ...

class SimulationLimits(_message.Message):
    """What one stream may have at most."""
    __slots__ = ("batches", "rows", "response_bytes", "window", "snapshots", "snapshot_bytes", "snapshot_seconds")
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_BYTES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_BYTES_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    batches: int
    """Batches at once."""
    rows: int
    """Rows of all batches together."""
    response_bytes: int
    """Bytes of the columns in one response."""
    window: int
    """Requests that have not been answered."""
    snapshots: int
    """Snapshots at once."""
    snapshot_bytes: int
    """Bytes of all snapshots."""
    snapshot_seconds: int
    """Seconds after which a snapshot is dropped."""
    def __init__(self, batches: _Optional[int] = ..., rows: _Optional[int] = ..., response_bytes: _Optional[int] = ..., window: _Optional[int] = ..., snapshots: _Optional[int] = ..., snapshot_bytes: _Optional[int] = ..., snapshot_seconds: _Optional[int] = ...) -> None: ...

class RolloutRequest(_message.Message):
    """One request of a stream."""
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
    """Given back with the answer; any number."""
    batch: int
    """The batch, by a number that the client has chosen."""
    open: OpenBatch
    """Open it."""
    step: StepBatch
    """Carry out one decision point of every row."""
    reset: ResetRows
    """Begin the next episode of some rows."""
    close: CloseBatch
    """Close it, and drop its snapshots."""
    snapshot: SnapshotRows
    """Keep some rows as they are now."""
    restore: RestoreRows
    """Go on in some rows from a snapshot, with another future."""
    drop: DropSnapshots
    """Drop snapshots."""
    describe: DescribeRequest
    """List the columns of a game, as Describe does."""
    places: _containers.RepeatedScalarFieldContainer[int]
    """Where in the memory that client and server share the answer's columns of observe are to be
    written, in bytes from its beginning, one place for each of them. Empty if they are to be in the
    answer, and without such memory. Ragged columns are in the answer whatever their place.
    """
    def __init__(self, number: _Optional[int] = ..., batch: _Optional[int] = ..., open: _Optional[_Union[OpenBatch, _Mapping]] = ..., step: _Optional[_Union[StepBatch, _Mapping]] = ..., reset: _Optional[_Union[ResetRows, _Mapping]] = ..., close: _Optional[_Union[CloseBatch, _Mapping]] = ..., snapshot: _Optional[_Union[SnapshotRows, _Mapping]] = ..., restore: _Optional[_Union[RestoreRows, _Mapping]] = ..., drop: _Optional[_Union[DropSnapshots, _Mapping]] = ..., describe: _Optional[_Union[DescribeRequest, _Mapping]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class SharedHello(_message.Message):
    """The first message on a socket of `referee simulate --shared`, together with the descriptor of
    the memory, which must be sealed so that it can't shrink. Messages have their length in front of
    them, as uint32, little-endian; then RolloutRequest and RolloutResponse follow as in Rollout.
    """
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: str
    """The server's key, if it has one."""
    def __init__(self, key: _Optional[str] = ...) -> None: ...

class OpenBatch(_message.Message):
    """Opens a batch; its rows have begun their first episodes then, unless these are staggered."""
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
    """Identifier of the game."""
    config: _any_pb2.Any
    """The game's Config message; absent means its defaults."""
    num_seats: int
    """Seats of each match; 0 means the game's default."""
    game_version: int
    """Behaviour version of the rules; 0 means the newest."""
    schema_hash: bytes
    """That of Describe; absent if the client knows it otherwise. Another one is refused."""
    num_rows: int
    """Rows, at least one."""
    seed: int
    """Episode k of row i has a match seed that follows from this, i and k."""
    autoreset: Autoreset
    """When the next episode of a row begins."""
    max_steps: int
    """Decision points after which an episode is cut off; 0 for never."""
    strict: bool
    """Whether a step with an action that the rules refuse is refused as a whole."""
    observe: _containers.RepeatedScalarFieldContainer[int]
    """Columns of every answer, by their ids."""
    observe_final: _containers.RepeatedScalarFieldContainer[int]
    """Columns that are sent of the last state of an episode, by their ids, where the next one
    begins at once.
    """
    opponents: _containers.RepeatedCompositeFieldContainer[Opponent]
    """Seats that house policies play, each once, and not all of them."""
    derived: bool
    """As in DescribeRequest: whether columns that it lists with this can be seen and decided."""
    stagger: int
    """Steps over which rows begin their first episodes, in their order; 0 if all begin at once, as
    they must with DISABLED. Nobody is asked in a row before that, what else is observed of it means
    nothing, and it can't be kept as a snapshot.
    """
    reward: Reward
    """What rewards are."""
    placements: bool
    """Whether steps have placements, too."""
    first_row: int
    """Number of the first row, from 0, where the rows of several batches are counted together: row
    i has the episodes of row first_row + i of one batch of the same seed.
    """
    def __init__(self, game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., game_version: _Optional[int] = ..., schema_hash: _Optional[bytes] = ..., num_rows: _Optional[int] = ..., seed: _Optional[int] = ..., autoreset: _Optional[_Union[Autoreset, str]] = ..., max_steps: _Optional[int] = ..., strict: bool = ..., observe: _Optional[_Iterable[int]] = ..., observe_final: _Optional[_Iterable[int]] = ..., opponents: _Optional[_Iterable[_Union[Opponent, _Mapping]]] = ..., derived: bool = ..., stagger: _Optional[int] = ..., reward: _Optional[_Union[Reward, str]] = ..., placements: bool = ..., first_row: _Optional[int] = ...) -> None: ...

class Opponent(_message.Message):
    """A house policy in a seat, in all rows: the seat is never asked, and a step goes on until
    another one is, or the match is over.
    """
    __slots__ = ("seat", "policy")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """The seat, from 0."""
    policy: str
    """Name of the policy, one of DescribeResponse.policies."""
    def __init__(self, seat: _Optional[int] = ..., policy: _Optional[str] = ...) -> None: ...

class StepBatch(_message.Message):
    """Carries out one decision point of every row."""
    __slots__ = ("actions",)
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[ColumnData]
    """One column of a whole action, and perhaps whether seats answer at all."""
    def __init__(self, actions: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ...) -> None: ...

class ResetRows(_message.Message):
    """Begins the next episode of some rows."""
    __slots__ = ("rows", "seeds")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    SEEDS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedScalarFieldContainer[int]
    """The rows, each once; none means all."""
    seeds: _containers.RepeatedScalarFieldContainer[int]
    """Match seeds, one for each row; none means those that follow from the batch's seed."""
    def __init__(self, rows: _Optional[_Iterable[int]] = ..., seeds: _Optional[_Iterable[int]] = ...) -> None: ...

class CloseBatch(_message.Message):
    """Closes a batch; its number can be used again."""
    __slots__ = ()
    def __init__(self) -> None: ...

class SnapshotRows(_message.Message):
    """Keeps some rows as they are now, hidden things included."""
    __slots__ = ("rows",)
    ROWS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedScalarFieldContainer[int]
    """The rows, each once; none means all."""
    def __init__(self, rows: _Optional[_Iterable[int]] = ...) -> None: ...

class RestoreRows(_message.Message):
    """Goes on in some rows from a snapshot: what has been drawn stays, hidden things included, and
    what is still to be drawn comes from other seeds.
    """
    __slots__ = ("handle", "rows", "places", "seeds", "redraw_for", "same_future")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    SEEDS_FIELD_NUMBER: _ClassVar[int]
    REDRAW_FOR_FIELD_NUMBER: _ClassVar[int]
    SAME_FUTURE_FIELD_NUMBER: _ClassVar[int]
    handle: bytes
    """The handle in SnapshotTaken on this stream, of this batch."""
    rows: _containers.RepeatedScalarFieldContainer[int]
    """The rows, each once; none means all."""
    places: _containers.RepeatedScalarFieldContainer[int]
    """Which row of the snapshot, from 0 in its order, each goes on from; none means one after the
    other.
    """
    seeds: _containers.RepeatedScalarFieldContainer[int]
    """Match seeds for what is to come, one for each row; none with same_future."""
    redraw_for: int
    """A seat, from 0: what it can't know of each match is redrawn from what it may think possible,
    by the row's seed. Refused with same_future, in games that can't, and in batches with opponents,
    which may remember it. Absent: what is hidden stays as it was.
    """
    same_future: bool
    """Whether what is to come is what would have come after the snapshot."""
    def __init__(self, handle: _Optional[bytes] = ..., rows: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., seeds: _Optional[_Iterable[int]] = ..., redraw_for: _Optional[int] = ..., same_future: bool = ...) -> None: ...

class DropSnapshots(_message.Message):
    """Drops snapshots of a batch."""
    __slots__ = ("handles",)
    HANDLES_FIELD_NUMBER: _ClassVar[int]
    handles: _containers.RepeatedScalarFieldContainer[bytes]
    """Their handles."""
    def __init__(self, handles: _Optional[_Iterable[bytes]] = ...) -> None: ...

class ColumnData(_message.Message):
    """The numbers of a column for all rows."""
    __slots__ = ("id", "data", "offsets", "place")
    ID_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    OFFSETS_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    id: int
    """The column."""
    data: bytes
    """All numbers, little-endian, in C order."""
    offsets: bytes
    """Of a ragged column: where each list begins and where the last ends, counted in entries, as
    int64, little-endian.
    """
    place: int
    """Where they are in the memory that client and server share, in bytes from its beginning; then
    data is empty. Not for ragged columns.
    """
    def __init__(self, id: _Optional[int] = ..., data: _Optional[bytes] = ..., offsets: _Optional[bytes] = ..., place: _Optional[int] = ...) -> None: ...

class RolloutResponse(_message.Message):
    """One answer."""
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
    """Number of the request."""
    batch: int
    """The batch."""
    observed: BatchObserved
    """The batch is open, or rows have begun again or are restored: what is to be seen."""
    stepped: BatchStepped
    """It was stepped."""
    closed: BatchClosed
    """It is closed."""
    refused: RolloutRefused
    """It was not done, and nothing has changed."""
    snapshot: SnapshotTaken
    """Rows are kept."""
    dropped: SnapshotsDropped
    """Snapshots are dropped."""
    described: DescribeResponse
    """The columns of a game."""
    def __init__(self, number: _Optional[int] = ..., batch: _Optional[int] = ..., observed: _Optional[_Union[BatchObserved, _Mapping]] = ..., stepped: _Optional[_Union[BatchStepped, _Mapping]] = ..., closed: _Optional[_Union[BatchClosed, _Mapping]] = ..., refused: _Optional[_Union[RolloutRefused, _Mapping]] = ..., snapshot: _Optional[_Union[SnapshotTaken, _Mapping]] = ..., dropped: _Optional[_Union[SnapshotsDropped, _Mapping]] = ..., described: _Optional[_Union[DescribeResponse, _Mapping]] = ...) -> None: ...

class BatchObserved(_message.Message):
    """What is to be seen of a batch."""
    __slots__ = ("observed",)
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    observed: _containers.RepeatedCompositeFieldContainer[ColumnData]
    """The columns that the batch was opened with."""
    def __init__(self, observed: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ...) -> None: ...

class BatchStepped(_message.Message):
    """The result of a step. Arrays are little-endian, in C order."""
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
    """The columns that the batch was opened with."""
    reward: bytes
    """float32[row, seat]: the seat's reward where the rules ended the match, else 0. Empty if all
    are.
    """
    terminated: bytes
    """bool[row]: whether the rules ended the match. Empty if none."""
    truncated: bytes
    """bool[row]: whether it was cut off. Empty if none."""
    refused: bytes
    """int32[row, seat]: parts of actions that the rules refused. Empty if none."""
    began: bytes
    """bool[row]: whether an episode began with this step in a row where nobody was asked, so that
    its actions were not looked at. Empty if none.
    """
    final_rows: bytes
    """int64[n]: rows whose episode ended and was followed at once, ascending."""
    final: _containers.RepeatedCompositeFieldContainer[ColumnData]
    """What was last seen of those, by columns of observe_final."""
    placement: bytes
    """int32[row, seat]: the seat's placement from 1 where the rules ended the match, as the referee
    would rank it, else 0. Empty if none was ended, and unless placements were asked for.
    """
    def __init__(self, observed: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ..., reward: _Optional[bytes] = ..., terminated: _Optional[bytes] = ..., truncated: _Optional[bytes] = ..., refused: _Optional[bytes] = ..., began: _Optional[bytes] = ..., final_rows: _Optional[bytes] = ..., final: _Optional[_Iterable[_Union[ColumnData, _Mapping]]] = ..., placement: _Optional[bytes] = ...) -> None: ...

class BatchClosed(_message.Message):
    """The batch is closed."""
    __slots__ = ()
    def __init__(self) -> None: ...

class SnapshotTaken(_message.Message):
    """Rows are kept until they are dropped, the batch is closed, the stream ends, or
    snapshot_seconds have passed.
    """
    __slots__ = ("handle", "num_bytes")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    NUM_BYTES_FIELD_NUMBER: _ClassVar[int]
    handle: bytes
    """What it is restored by: 16 random bytes."""
    num_bytes: int
    """Bytes that it counts for."""
    def __init__(self, handle: _Optional[bytes] = ..., num_bytes: _Optional[int] = ...) -> None: ...

class SnapshotsDropped(_message.Message):
    """Snapshots are dropped."""
    __slots__ = ()
    def __init__(self) -> None: ...

class RolloutRefused(_message.Message):
    """Why something was not done."""
    __slots__ = ("reason", "text")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    reason: _error_pb2.ErrorReason
    """For programs."""
    text: str
    """For people: names field, bound and value."""
    def __init__(self, reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...
