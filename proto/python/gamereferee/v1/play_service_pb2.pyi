"""The stream a bot plays on."""
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
    """From bot to referee. All fields may be used in one message; joins are taken in first, and
    what is said before the actions it goes with.
    """
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
    """Answers to turns."""
    joins: _containers.RepeatedCompositeFieldContainer[Join]
    """Seats to play on this stream."""
    resigns: _containers.RepeatedCompositeFieldContainer[Resign]
    """Seats to give up."""
    pongs: _containers.RepeatedCompositeFieldContainer[Pong]
    """Answers to pings."""
    ping: Ping
    """Questions for a pong, at most one a message."""
    skips: _containers.RepeatedCompositeFieldContainer[Skip]
    """Turns to give up; taken in after actions."""
    says: _containers.RepeatedCompositeFieldContainer[Say]
    """Messages to other seats, in games that have chat."""
    openings: _containers.RepeatedCompositeFieldContainer[OpenNonce]
    """Nonces that seats had committed themselves to; taken in after joins."""
    small_actions: _containers.RepeatedCompositeFieldContainer[SmallAction]
    """Answers to turns, in short; taken in right after `actions`."""
    lane_answers: _containers.RepeatedCompositeFieldContainer[LaneAnswers]
    """Answers to turns of lanes; taken in after actions."""
    def __init__(self, actions: _Optional[_Iterable[_Union[Action, _Mapping]]] = ..., joins: _Optional[_Iterable[_Union[Join, _Mapping]]] = ..., resigns: _Optional[_Iterable[_Union[Resign, _Mapping]]] = ..., pongs: _Optional[_Iterable[_Union[Pong, _Mapping]]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., skips: _Optional[_Iterable[_Union[Skip, _Mapping]]] = ..., says: _Optional[_Iterable[_Union[Say, _Mapping]]] = ..., openings: _Optional[_Iterable[_Union[OpenNonce, _Mapping]]] = ..., small_actions: _Optional[_Iterable[_Union[SmallAction, _Mapping]]] = ..., lane_answers: _Optional[_Iterable[_Union[LaneAnswers, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    """From referee to bot. Fields are numbered by how often they travel. A bot should read joins
    before commitments, those before starts, those before turns, and ends last; it need not answer
    the turn of a match that ends in the same message.
    """
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
    """Turns that wait for an action."""
    joins: _containers.RepeatedCompositeFieldContainer[Joined]
    """Answers to joins."""
    starts: _containers.RepeatedCompositeFieldContainer[MatchStarted]
    """Matches whose seats have all joined, just before their first turn."""
    rejections: _containers.RepeatedCompositeFieldContainer[Rejected]
    """What the referee did not take."""
    missed: _containers.RepeatedCompositeFieldContainer[MissedDeadline]
    """Deadlines that passed unanswered."""
    ends: _containers.RepeatedCompositeFieldContainer[MatchEnded]
    """Matches that are over for a seat of this stream."""
    ping: Ping
    """Question for a pong, sent after every join."""
    pong: Pong
    """Answer to the bot's ping."""
    draining: bool
    """The server is going to stop: no new matches start. Running ones go on until they end or the
    server's grace period is over.
    """
    commitments: _containers.RepeatedCompositeFieldContainer[NonceCommitments]
    """What the seats of a match have committed themselves to; only to seats with the feature
    "nonce-commitments".
    """
    small_turns: _containers.RepeatedCompositeFieldContainer[SmallTurn]
    """Turns that wait for an action, in short; in place of `turns` for seats with the feature
    "small-turns".
    """
    lanes: _containers.RepeatedCompositeFieldContainer[LaneOpened]
    """Lanes that this stream has seats on from now on; read them before turns."""
    lane_rows: _containers.RepeatedCompositeFieldContainer[LaneRows]
    """Matches that have got a row of a lane; read them before turns."""
    lane_turns: _containers.RepeatedCompositeFieldContainer[LaneTurns]
    """Turns of lanes that wait for actions."""
    def __init__(self, turns: _Optional[_Iterable[_Union[Turn, _Mapping]]] = ..., joins: _Optional[_Iterable[_Union[Joined, _Mapping]]] = ..., starts: _Optional[_Iterable[_Union[MatchStarted, _Mapping]]] = ..., rejections: _Optional[_Iterable[_Union[Rejected, _Mapping]]] = ..., missed: _Optional[_Iterable[_Union[MissedDeadline, _Mapping]]] = ..., ends: _Optional[_Iterable[_Union[MatchEnded, _Mapping]]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., draining: bool = ..., commitments: _Optional[_Iterable[_Union[NonceCommitments, _Mapping]]] = ..., small_turns: _Optional[_Iterable[_Union[SmallTurn, _Mapping]]] = ..., lanes: _Optional[_Iterable[_Union[LaneOpened, _Mapping]]] = ..., lane_rows: _Optional[_Iterable[_Union[LaneRows, _Mapping]]] = ..., lane_turns: _Optional[_Iterable[_Union[LaneTurns, _Mapping]]] = ...) -> None: ...

class Join(_message.Message):
    """Presents the token of a seat."""
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
    """The secret from CreateMatch or Enqueue."""
    nonce: bytes
    """16 random bytes, drawn by the bot, that go into the match seed, or empty. Counts only the
    first time the seat is joined.
    """
    bot_name: str
    """What the bot calls itself, for the replay; at most 100 characters."""
    client: str
    """Name and version of the client library; at most 100 characters."""
    number: int
    """Any number that the bot chooses; comes back in the Joined or the Rejected that answers this
    join, so that a bot can tell its joins apart.
    """
    features: _containers.RepeatedScalarFieldContainer[str]
    """Names of newer abilities of the protocol that the bot has; those that the server doesn't know
    are ignored. They count for this stream, so a rejoin asks again. At most 32 names.
    """
    nonce_commitment: bytes
    """With the feature "nonce-commitments", and instead of a nonce: SHA-256 of 16 random bytes that
    the bot draws, 32 bytes. The bot sends these 16 in an OpenNonce once it has seen the commitments
    of all seats. Counts only the first time the seat is joined.
    """
    lane_columns: _containers.RepeatedScalarFieldContainer[str]
    """With the feature "lanes": names of the columns that lanes are to send this seat, at most
    1000; none means all but messages.
    """
    def __init__(self, token: _Optional[str] = ..., nonce: _Optional[bytes] = ..., bot_name: _Optional[str] = ..., client: _Optional[str] = ..., number: _Optional[int] = ..., features: _Optional[_Iterable[str]] = ..., nonce_commitment: _Optional[bytes] = ..., lane_columns: _Optional[_Iterable[str]] = ...) -> None: ...

class Joined(_message.Message):
    """A token was taken: this stream now holds the seat. A stream that held it before gets a
    rejection with reason TAKEN_OVER and loses it. Where one message has both for a seat, it was
    joined first and lost then; a rejection that comes while a join is unanswered is about an
    earlier stay on the stream.
    """
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
    """The match."""
    seat: int
    """The seat, from 0."""
    game: str
    """Identifier of the game."""
    game_version: int
    """The game's behaviour version."""
    config: _any_pb2.Any
    """The game's Config message, with every default filled in, but without what the game's rulebook
    hides from its seats.
    """
    num_seats: int
    """Number of seats in the match."""
    time_control: _time_control_pb2.TimeControl
    """The terms in force."""
    seed_commitment: bytes
    """SHA-256 of server seed and salt, 32 bytes."""
    rejoined: bool
    """Whether the seat had been joined before, so that this is a reconnection."""
    join_number: int
    """Number of the join it answers."""
    features: _containers.RepeatedScalarFieldContainer[str]
    """Those of the features asked for that are in force; none from a server that knows of no
    features.
    """
    small_form: SmallForm
    """How turns and actions of the seat are sent in short. Set only with the feature "small-turns".
    """
    worker_address: str
    """Where the worker that has the match can be reached past the router: `HOST:PORT` or
    `unix:PATH`, spoken to as the address that was called. Set only with the feature "worker-
    address". A stream opened there that presents the token takes the seat over; a bot that does not
    reach it stays where it is.
    """
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., game: _Optional[str] = ..., game_version: _Optional[int] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., num_seats: _Optional[int] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., rejoined: bool = ..., join_number: _Optional[int] = ..., features: _Optional[_Iterable[str]] = ..., small_form: _Optional[_Union[SmallForm, _Mapping]] = ..., worker_address: _Optional[str] = ...) -> None: ...

class SmallForm(_message.Message):
    """What small turns and small actions of a seat leave out, sent once. It holds for the stream
    that has joined the seat: a rejoin gets another one.
    """
    __slots__ = ("handle", "observation_url", "events_url", "action_url", "known_observation")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_URL_FIELD_NUMBER: _ClassVar[int]
    EVENTS_URL_FIELD_NUMBER: _ClassVar[int]
    ACTION_URL_FIELD_NUMBER: _ClassVar[int]
    KNOWN_OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    handle: int
    """Number that stands for match and seat in small turns and small actions, from 1. Nothing else
    on this stream has had it before, or gets it later.
    """
    observation_url: str
    """Type URL of the game's Observation message."""
    events_url: str
    """Type URL of the game's Events message."""
    action_url: str
    """Type URL of the game's Action message."""
    known_observation: bytes
    """Fields of the Observation message that are the same in all observations of this seat, as
    bytes of the message; empty in games without such fields. Small turns leave them out: what is to
    be read as an Observation are these bytes, and behind them those of a small turn.
    """
    def __init__(self, handle: _Optional[int] = ..., observation_url: _Optional[str] = ..., events_url: _Optional[str] = ..., action_url: _Optional[str] = ..., known_observation: _Optional[bytes] = ...) -> None: ...

class NonceCommitments(_message.Message):
    """What all seats of a match have committed themselves to. Sent once every seat has joined or
    forfeited, or when the join limit is near, whichever is first; from then on no further nonce and
    no further commitment counts. A seat that has committed itself answers with an OpenNonce. Sent
    again after a rejoin until the match begins.
    """
    __slots__ = ("match_id", "seat", "nonces")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat this is sent to."""
    nonces: _containers.RepeatedCompositeFieldContainer[_match_pb2.SeatNonce]
    """One entry a seat, in seat order; none is OPENED."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., nonces: _Optional[_Iterable[_Union[_match_pb2.SeatNonce, _Mapping]]] = ...) -> None: ...

class OpenNonce(_message.Message):
    """Opens the nonce that a seat has committed itself to. Send it after NonceCommitments only. A
    nonce that does not give the commitment is rejected with BAD_NONCE; one that was sent before
    changes nothing, so a seat that has rejoined may send it again. Where none has come when the
    join limit passes, an empty nonce counts, and MatchStarted shows that to all seats.
    """
    __slots__ = ("match_id", "seat", "nonce")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    nonce: bytes
    """The nonce, 16 bytes; empty says that it will not be opened, so that nobody need wait for it.
    """
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class MatchStarted(_message.Message):
    """All seats have joined or forfeited."""
    __slots__ = ("match_id", "seat", "round_trip", "nonces", "nonces_committed", "seed_fixed")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    NONCES_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    SEED_FIXED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat this is sent to."""
    round_trip: _duration_pb2.Duration
    """Round trip measured with this seat's stream before play; absent if no pong has come yet."""
    nonces: _containers.RepeatedCompositeFieldContainer[_match_pb2.SeatNonce]
    """What the match seed is made of in addition to the server seed: one entry a seat, in seat
    order. Only to seats with the feature "nonce-commitments", and to them again when they join
    again after the match began.
    """
    nonces_committed: bool
    """Whether every seat that was joined had committed itself to its nonce before any was shown. If
    not, the nonces are not committed: the referee's operator may have known those sent in plain
    before it chose anything else. Set only where `nonces` is.
    """
    seed_fixed: bool
    """Whether the organizer has fixed the match seed, so that nonces have no part in it. Set only
    where `nonces` is.
    """
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., round_trip: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., nonces: _Optional[_Iterable[_Union[_match_pb2.SeatNonce, _Mapping]]] = ..., nonces_committed: bool = ..., seed_fixed: bool = ...) -> None: ...

class Turn(_message.Message):
    """A decision this seat has to make. Answer with an action of the same match, seat and turn. The
    same turn may come again after a reconnection.
    """
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
    """The match."""
    seat: int
    """The seat, from 0."""
    turn: int
    """Number of this seat's decision in the match, from 1."""
    observation: _any_pb2.Any
    """The game's Observation message: all that this seat may know now."""
    events: _any_pb2.Any
    """The game's Events message: what this seat may know of what happened since its last turn.
    Absent if nothing did, and with the feature "without-events".
    """
    phase: str
    """Name of the rulebook's phase."""
    clock: _time_control_pb2.Clock
    """The seat's clock."""
    said: _containers.RepeatedCompositeFieldContainer[Said]
    """What was said where this seat could hear it since its last turn, its own messages included;
    ordered by decision point, then by who said it, and then as it was said.
    """
    channels: _containers.RepeatedCompositeFieldContainer[Channel]
    """Where this seat may say something until its next decision point; none in games without chat.
    """
    legal: LegalActions
    """What this seat may do now by the rules. Only with the feature "legal-actions"; absent where
    the game does not list it.
    """
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., events: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., phase: _Optional[str] = ..., clock: _Optional[_Union[_time_control_pb2.Clock, _Mapping]] = ..., said: _Optional[_Iterable[_Union[Said, _Mapping]]] = ..., channels: _Optional[_Iterable[_Union[Channel, _Mapping]]] = ..., legal: _Optional[_Union[LegalActions, _Mapping]] = ...) -> None: ...

class LegalActions(_message.Message):
    """What a seat may do now by the rules, in the rulebook's order. Its actions are left out where
    they are more than 512, or more than 16384 bytes in all.
    """
    __slots__ = ("count", "action_url", "actions")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ACTION_URL_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    count: int
    """How many there are, from 1."""
    action_url: str
    """Type URL of the game's Action message. Empty in small turns, for which SmallForm.action_url
    has it.
    """
    actions: _containers.RepeatedScalarFieldContainer[bytes]
    """The game's Action messages: `count` of them, or none if they are too many."""
    def __init__(self, count: _Optional[int] = ..., action_url: _Optional[str] = ..., actions: _Optional[_Iterable[bytes]] = ...) -> None: ...

class SmallTurn(_message.Message):
    """A Turn in short, for seats with the feature "small-turns": without what Joined already had.
    Answer with a SmallAction, or an Action.
    """
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
    """Stands for match and seat, see SmallForm."""
    turn: int
    """Number of this seat's decision in the match, from 1."""
    phase: int
    """Number of the rulebook's phase, from 0. Numbers are those of this handle."""
    observation: bytes
    """The game's Observation message without the fields of SmallForm.known_observation."""
    events: bytes
    """The game's Events message: what this seat may know of what happened since its last turn.
    Empty if nothing did, and with the feature "without-events".
    """
    phase_name: str
    """Name of the rulebook's phase. Set where its number comes the first time with this handle;
    remember it, for later turns have the number alone.
    """
    remaining: int
    """Microseconds until the deadline without the lag margin, rounded down. Absent where it is all
    that the time control gives, first_move or move_time and `bank` if that is set; and where there
    is no deadline.
    """
    said: _containers.RepeatedCompositeFieldContainer[Said]
    """As in Turn."""
    channels: _containers.RepeatedCompositeFieldContainer[Channel]
    """As in Turn."""
    bank: int
    """Clock.bank in microseconds, rounded down. Absent if there is none."""
    last_elapsed: int
    """Clock.last_elapsed in microseconds, rounded down. Absent before the first answer and after a
    missed deadline.
    """
    last_lag: int
    """Clock.last_lag in microseconds, rounded down; 0 where last_elapsed is absent."""
    strikes: int
    """Deadlines missed so far."""
    legal: LegalActions
    """As in Turn, without the type URL."""
    def __init__(self, handle: _Optional[int] = ..., turn: _Optional[int] = ..., phase: _Optional[int] = ..., observation: _Optional[bytes] = ..., events: _Optional[bytes] = ..., phase_name: _Optional[str] = ..., remaining: _Optional[int] = ..., said: _Optional[_Iterable[_Union[Said, _Mapping]]] = ..., channels: _Optional[_Iterable[_Union[Channel, _Mapping]]] = ..., bank: _Optional[int] = ..., last_elapsed: _Optional[int] = ..., last_lag: _Optional[int] = ..., strikes: _Optional[int] = ..., legal: _Optional[_Union[LegalActions, _Mapping]] = ...) -> None: ...

class LaneOpened(_message.Message):
    """Matches of one game, config and time control between the same streams, handled together:
    while all goes well their turns are sent and answered in columns, many in one message. Opened
    for each seat that has the feature "lanes" and whose rivals all have it, too. What goes on in
    the matches is the same as without: clocks, strikes and rejections are each seat's own, and
    Rejected, MissedDeadline, MatchEnded and all other messages come as always. Any turn may come as
    a Turn instead, and is then to be answered with an Action; skips and resignations name match and
    seat as always.
    """
    __slots__ = ("lane", "seat", "game", "game_version", "num_seats", "observed", "answers")
    LANE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    lane: int
    """What this stream and the referee call the lane and the seat on it."""
    seat: int
    """The seat that it is for, the same in all its matches."""
    game: str
    """Identifier of the game."""
    game_version: int
    """The game's behaviour version."""
    num_seats: int
    """Number of seats of each match."""
    observed: _containers.RepeatedCompositeFieldContainer[_simulation_service_pb2.SimulationColumn]
    """The columns of LaneTurns, in this order."""
    answers: _simulation_service_pb2.SimulationColumn
    """The column that LaneAnswers has; ragged if it is Action messages."""
    def __init__(self, lane: _Optional[int] = ..., seat: _Optional[int] = ..., game: _Optional[str] = ..., game_version: _Optional[int] = ..., num_seats: _Optional[int] = ..., observed: _Optional[_Iterable[_Union[_simulation_service_pb2.SimulationColumn, _Mapping]]] = ..., answers: _Optional[_Union[_simulation_service_pb2.SimulationColumn, _Mapping]] = ...) -> None: ...

class LaneRows(_message.Message):
    """Matches that have got a row of a lane. A number is never given twice on a lane; when a match
    is over, its number means nothing more.
    """
    __slots__ = ("lane", "first_row", "match_ids")
    LANE_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROW_FIELD_NUMBER: _ClassVar[int]
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    lane: int
    """The lane."""
    first_row: int
    """Number of the first match's row; the others follow it."""
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    """The matches."""
    def __init__(self, lane: _Optional[int] = ..., first_row: _Optional[int] = ..., match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class LaneTurns(_message.Message):
    """Decisions that a seat has to make, one in each of some rows of a lane. All arrays are little-
    endian, with one entry a row.
    """
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
    """The lane."""
    rows: bytes
    """int32[n]: the rows."""
    turns: bytes
    """int32[n]: numbers of the seat's decisions."""
    observed: _containers.RepeatedCompositeFieldContainer[_simulation_service_pb2.ColumnData]
    """What the seat sees; ids are places in LaneOpened.observed."""
    remaining_us: bytes
    """int64[n]: microseconds until the deadline, without the lag margin; empty if there is none."""
    bank_us: bytes
    """int64[n]: microseconds of the bank; empty if there is none."""
    elapsed_us: bytes
    """int64[n]: microseconds that the last answer was charged; -1 before the first and after a
    miss.
    """
    lag_us: bytes
    """int64[n]: microseconds that it was not charged, because the referee was late; empty if all
    are 0.
    """
    def __init__(self, lane: _Optional[int] = ..., rows: _Optional[bytes] = ..., turns: _Optional[bytes] = ..., observed: _Optional[_Iterable[_Union[_simulation_service_pb2.ColumnData, _Mapping]]] = ..., remaining_us: _Optional[bytes] = ..., bank_us: _Optional[bytes] = ..., elapsed_us: _Optional[bytes] = ..., lag_us: _Optional[bytes] = ...) -> None: ...

class LaneAnswers(_message.Message):
    """Answers to turns of a lane, to as many of them as are known: nobody waits for the others."""
    __slots__ = ("lane", "rows", "turns", "values")
    LANE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    lane: int
    """The lane."""
    rows: bytes
    """int32[n]: the rows, little-endian."""
    turns: bytes
    """int32[n]: the turns they answer, little-endian."""
    values: _simulation_service_pb2.ColumnData
    """n values of LaneOpened.answers; its id is ignored."""
    def __init__(self, lane: _Optional[int] = ..., rows: _Optional[bytes] = ..., turns: _Optional[bytes] = ..., values: _Optional[_Union[_simulation_service_pb2.ColumnData, _Mapping]] = ...) -> None: ...

class Channel(_message.Message):
    """Where some seats hear what any of them says."""
    __slots__ = ("name", "number", "members")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    name: str
    """Name by which a seat speaks in it; it is in at most one of each name."""
    number: int
    """Which of the game's channels of that name it is."""
    members: _containers.RepeatedScalarFieldContainer[int]
    """Seats that hear it, ascending."""
    def __init__(self, name: _Optional[str] = ..., number: _Optional[int] = ..., members: _Optional[_Iterable[int]] = ...) -> None: ...

class Say(_message.Message):
    """Says something at the decision point that is open: with the answer to the turn, before it, or
    after it while others still think. The others hear it with their next turns. It has no effect on
    the game.
    """
    __slots__ = ("match_id", "seat", "turn", "channel", "text", "number")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat that says it."""
    turn: int
    """The seat's last turn; 0 if it has had none."""
    channel: str
    """Name of the channel."""
    text: bytes
    """The text in UTF-8, without control characters; how long it may be, and how many a seat may
    send at a decision point, is ruled by the game's config.
    """
    number: int
    """Any number that the bot chooses; comes back in the Rejected that answers it."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., channel: _Optional[str] = ..., text: _Optional[bytes] = ..., number: _Optional[int] = ...) -> None: ...

class Said(_message.Message):
    """Something that a seat said."""
    __slots__ = ("channel", "number", "seat", "text", "round", "phase")
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    channel: str
    """Name of the channel."""
    number: int
    """Which of the game's channels of that name it was."""
    seat: int
    """The seat that said it."""
    text: str
    """The text."""
    round: int
    """The rulebook's round in which it was said; 0 in games without rounds."""
    phase: str
    """Name of the rulebook's phase in which it was said."""
    def __init__(self, channel: _Optional[str] = ..., number: _Optional[int] = ..., seat: _Optional[int] = ..., text: _Optional[str] = ..., round: _Optional[int] = ..., phase: _Optional[str] = ...) -> None: ...

class Action(_message.Message):
    """The answer to a turn."""
    __slots__ = ("match_id", "seat", "turn", "payload")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    turn: int
    """The turn it answers."""
    payload: _any_pb2.Any
    """The game's Action message."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., payload: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class SmallAction(_message.Message):
    """The answer to a turn in short, by a seat with the feature "small-turns"."""
    __slots__ = ("handle", "turn", "payload")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    handle: int
    """Stands for match and seat, see SmallForm. One that this stream has not got is rejected with
    NOT_YOUR_SEAT, without match and seat.
    """
    turn: int
    """The turn it answers."""
    payload: bytes
    """The game's Action message."""
    def __init__(self, handle: _Optional[int] = ..., turn: _Optional[int] = ..., payload: _Optional[bytes] = ...) -> None: ...

class Rejected(_message.Message):
    """Something the referee did not take. The stream and the match go on. Orders that the rules
    refuse are not sent here but in the game's observations and events.
    """
    __slots__ = ("match_id", "seat", "turn", "reason", "text", "join_number", "say_number")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    JOIN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    SAY_NUMBER_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match; empty if the reason is about no match in particular."""
    seat: int
    """The seat it is about."""
    turn: int
    """The turn it is about; 0 if about none."""
    reason: _error_pb2.ErrorReason
    """Why, for programs."""
    text: str
    """Why, for people."""
    join_number: int
    """Number of the join it answers; 0 if it answers none."""
    say_number: int
    """Number of the message it answers; 0 if it answers none."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ..., join_number: _Optional[int] = ..., say_number: _Optional[int] = ...) -> None: ...

class MissedDeadline(_message.Message):
    """No action came in time, or the bot gave the turn up; the rulebook's default action was
    played.
    """
    __slots__ = ("match_id", "seat", "turn", "strikes", "strikes_limit", "forfeited", "given_up")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LIMIT_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    turn: int
    """The turn that went unanswered."""
    strikes: int
    """Deadlines this seat has missed so far."""
    strikes_limit: int
    """Missed deadlines that forfeit the seat; 0 means that no number does."""
    forfeited: bool
    """Whether this one forfeited it: no more turns will come."""
    given_up: bool
    """Whether the bot gave the turn up with a Skip instead of letting the deadline pass."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., strikes: _Optional[int] = ..., strikes_limit: _Optional[int] = ..., forfeited: bool = ..., given_up: bool = ...) -> None: ...

class MatchEnded(_message.Message):
    """The match is over, or is over for this seat."""
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
    """The match."""
    seat: int
    """The seat this is sent to."""
    outcome: _match_pb2.Outcome
    """How it ended."""
    events: _any_pb2.Any
    """The game's Events message: what happened since this seat's last turn."""
    reveal: _match_pb2.SeedReveal
    """The dice laid open; absent if the match goes on or the reveal is withheld."""
    goes_on: bool
    """Whether the match goes on without this seat, which the rules have put out: of the outcome,
    only the seat's own result is set. It is final unless out_round is set. No second MatchEnded
    follows.
    """
    said: _containers.RepeatedCompositeFieldContainer[Said]
    """What was said where this seat could hear it since its last turn."""
    reveal_withheld: bool
    """Whether the reveal is held back, as the organizer has asked: other matches that share its
    dice are still to be played. It is to be checked later, against what this seat was sent in
    Joined and MatchStarted.
    """
    out_round: int
    """The round in which the seat went out, where the match goes on and its result depends on what
    it may not know yet: placement and score are 0 then. They stand in LobbyService.GetMatch, by the
    seat's token, once the match is over. Else 0.
    """
    first_place: int
    """Where out_round is set: the first of the places that all who went out with this seat share by
    who is in longer. Where a game ranks by more than that, the placement may be another one.
    """
    last_place: int
    """Where out_round is set: the last of these places."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., events: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.SeedReveal, _Mapping]] = ..., goes_on: bool = ..., said: _Optional[_Iterable[_Union[Said, _Mapping]]] = ..., reveal_withheld: bool = ..., out_round: _Optional[int] = ..., first_place: _Optional[int] = ..., last_place: _Optional[int] = ...) -> None: ...

class SeatWitness(_message.Message):
    """What a seat was sent before its match began, and what it did: all that is needed to check a
    reveal that comes later, or a replay. Not sent; bots write it to a file.
    """
    __slots__ = ("joined", "commitments", "started", "nonce", "nonce_told")
    JOINED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENTS_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    NONCE_TOLD_FIELD_NUMBER: _ClassVar[int]
    joined: Joined
    """What the seat joined."""
    commitments: NonceCommitments
    """What the seats had committed themselves to; absent if it wasn't sent."""
    started: MatchStarted
    """How the match began; absent if it wasn't sent."""
    nonce: bytes
    """The nonce that this process drew; empty if another process's counts."""
    nonce_told: bool
    """Whether the nonce was sent to the referee."""
    def __init__(self, joined: _Optional[_Union[Joined, _Mapping]] = ..., commitments: _Optional[_Union[NonceCommitments, _Mapping]] = ..., started: _Optional[_Union[MatchStarted, _Mapping]] = ..., nonce: _Optional[bytes] = ..., nonce_told: bool = ...) -> None: ...

class Skip(_message.Message):
    """Gives up one turn, as a bot does whose own code failed at it: the rulebook's default action
    is played at once. It costs what a missed deadline costs, a strike and the bank, and is reported
    as one. Where an Action of that turn would come too early or too late, a skip is rejected just
    so.
    """
    __slots__ = ("match_id", "seat", "turn")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    turn: int
    """The turn it gives up."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class Resign(_message.Message):
    """Gives up a seat for good."""
    __slots__ = ("match_id", "seat")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat, from 0."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class Ping(_message.Message):
    """Asks for a pong with the same number."""
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    """Any number."""
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    """Answers a ping."""
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    """The ping's number."""
    def __init__(self, number: _Optional[int] = ...) -> None: ...
