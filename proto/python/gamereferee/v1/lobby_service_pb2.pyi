"""Games on offer, and matches: created, looked at, aborted."""
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
    """When the dice of a match are laid open."""
    __slots__ = ()
    REVEAL_POLICY_UNSPECIFIED: _ClassVar[RevealPolicy]
    """At once."""
    REVEAL_POLICY_AT_ONCE: _ClassVar[RevealPolicy]
    """With MatchEnded, and in the replay."""
    REVEAL_POLICY_WITHHELD: _ClassVar[RevealPolicy]
    """When the organizer says so with ReleaseReveal. Until then MatchEnded has no reveal, and
    replay and full view are for holders of the organizer key.
    """
REVEAL_POLICY_UNSPECIFIED: RevealPolicy
"""At once."""
REVEAL_POLICY_AT_ONCE: RevealPolicy
"""With MatchEnded, and in the replay."""
REVEAL_POLICY_WITHHELD: RevealPolicy
"""When the organizer says so with ReleaseReveal. Until then MatchEnded has no reveal, and replay
and full view are for holders of the organizer key.
"""

class ListGamesRequest(_message.Message):
    """Request of LobbyService.ListGames."""
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGamesResponse(_message.Message):
    """Response of LobbyService.ListGames."""
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_game_pb2.GameInfo]
    """All games, by identifier."""
    def __init__(self, games: _Optional[_Iterable[_Union[_game_pb2.GameInfo, _Mapping]]] = ...) -> None: ...

class GetGameRequest(_message.Message):
    """Request of LobbyService.GetGame."""
    __slots__ = ("game", "game_version")
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    game: str
    """Identifier of the game."""
    game_version: int
    """Behaviour version, one of GameInfo.versions; 0 is the newest. An older one may have other
    keys and defaults in its config.
    """
    def __init__(self, game: _Optional[str] = ..., game_version: _Optional[int] = ...) -> None: ...

class GetGameResponse(_message.Message):
    """Response of LobbyService.GetGame."""
    __slots__ = ("info", "config_schema", "rulebook", "tables")
    INFO_FIELD_NUMBER: _ClassVar[int]
    CONFIG_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    RULEBOOK_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    info: _game_pb2.GameInfo
    """The game."""
    config_schema: str
    """JSON Schema of the config, as JSON: names, types, bounds, defaults."""
    rulebook: str
    """The rulebook as Markdown."""
    tables: str
    """Rule tables as JSON, for bots that need the game's numbers; empty for a game without any, and
    from older servers. An object of objects, each by its name: `text`, what it means; `value`, a
    number, a list or an object; of a table `by`, the enums whose names are the keys of `value` and
    of what is in it, and `fields`, what the keys of its rows mean. An enum has the same form, its
    `value` the number of each name, and `members`, what they mean, where names don't say it. What
    has a name is given by name, without the prefix that it has in the game's own enums, which count
    from 1 where these count from 0.
    """
    def __init__(self, info: _Optional[_Union[_game_pb2.GameInfo, _Mapping]] = ..., config_schema: _Optional[str] = ..., rulebook: _Optional[str] = ..., tables: _Optional[str] = ...) -> None: ...

class SeedPolicy(_message.Message):
    """What decides the match seed."""
    __slots__ = ("secret", "fixed")
    SECRET_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    secret: bool
    """Drawn by the server and the seats' nonces together; nobody knows it before the end. The value
    is without meaning.
    """
    fixed: int
    """Given by the organizer, for paired matches and experiments."""
    def __init__(self, secret: bool = ..., fixed: _Optional[int] = ...) -> None: ...

class SpectatePolicy(_message.Message):
    """The rule for watching everything. The public view is open to all callers that know the match,
    a seat's view to those that have its token.
    """
    __slots__ = ("full_view_delay",)
    FULL_VIEW_DELAY_FIELD_NUMBER: _ClassVar[int]
    full_view_delay: int
    """Steps by which the full view lags behind, from 0; absent means that it can be watched only
    after the end.
    """
    def __init__(self, full_view_delay: _Optional[int] = ...) -> None: ...

class CreateMatchRequest(_message.Message):
    """Request of LobbyService.CreateMatch."""
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
    """Identifier of the game."""
    config: _any_pb2.Any
    """The game's Config message; absent means all defaults."""
    config_json: str
    """Config as one JSON object, for callers without the game's messages. Not together with config.
    """
    num_seats: int
    """Number of seats; 0 means the game's default."""
    time_control: _time_control_pb2.TimeControl
    """Terms; absent means the game's suggestion under this config."""
    seed_policy: SeedPolicy
    """What decides the match seed."""
    spectate_policy: SpectatePolicy
    """The rule for watching."""
    players: _containers.RepeatedScalarFieldContainer[str]
    """Names of the players in seat order, for the replay; fewer than seats leaves the rest unnamed.
    At most 100 characters each.
    """
    label: str
    """The organizer's own label, at most 200 characters."""
    request_id: str
    """Makes the call safe to repeat: a second call with the same value, not empty, at most 100
    characters, answers with the first one's match.
    """
    reveal_policy: RevealPolicy
    """When the dice are laid open."""
    game_version: int
    """Behaviour version whose rules decide, one of GameInfo.versions; 0 is the newest.
    INVALID_ARGUMENT for one that is not known.
    """
    remote_seats: _containers.RepeatedScalarFieldContainer[int]
    """Seats whose bots run on machines of their authors, ascending. Their turns hold no think slot.
    Where there is one, a caller with a seat token gets no label, and no names of the other seats,
    before the match has ended.
    """
    def __init__(self, game: _Optional[str] = ..., config: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., config_json: _Optional[str] = ..., num_seats: _Optional[int] = ..., time_control: _Optional[_Union[_time_control_pb2.TimeControl, _Mapping]] = ..., seed_policy: _Optional[_Union[SeedPolicy, _Mapping]] = ..., spectate_policy: _Optional[_Union[SpectatePolicy, _Mapping]] = ..., players: _Optional[_Iterable[str]] = ..., label: _Optional[str] = ..., request_id: _Optional[str] = ..., reveal_policy: _Optional[_Union[RevealPolicy, str]] = ..., game_version: _Optional[int] = ..., remote_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class CreateMatchResponse(_message.Message):
    """Response of LobbyService.CreateMatch."""
    __slots__ = ("match", "seat_tokens", "worker_address")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    WORKER_ADDRESS_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    """The new match."""
    seat_tokens: _containers.RepeatedScalarFieldContainer[str]
    """Secret token of each seat in seat order. The bot that presents it plays the seat; it is never
    shown again.
    """
    worker_address: str
    """Where the worker that has the match can be reached past the router: `HOST:PORT` or
    `unix:PATH`, spoken to as the router is. Bots may open Play there; all other calls go to the
    router. Empty where the server has no workers, or its operator keeps them behind the router.
    """
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., seat_tokens: _Optional[_Iterable[str]] = ..., worker_address: _Optional[str] = ...) -> None: ...

class CreateMatchesRequest(_message.Message):
    """Request of LobbyService.CreateMatches."""
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[CreateMatchRequest]
    """What to make, at most 256."""
    def __init__(self, matches: _Optional[_Iterable[_Union[CreateMatchRequest, _Mapping]]] = ...) -> None: ...

class CreateMatchesResponse(_message.Message):
    """Response of LobbyService.CreateMatches."""
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[CreatedMatch]
    """The result of each request, in their order."""
    def __init__(self, matches: _Optional[_Iterable[_Union[CreatedMatch, _Mapping]]] = ...) -> None: ...

class CreatedMatch(_message.Message):
    """A match that was made, or why it was not."""
    __slots__ = ("match_id", "seat_tokens", "reason", "text", "worker_address")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    WORKER_ADDRESS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match; empty if none was made."""
    seat_tokens: _containers.RepeatedScalarFieldContainer[str]
    """As in CreateMatchResponse."""
    reason: _error_pb2.ErrorReason
    """Why none was made, for programs; unspecified if one was."""
    text: str
    """Why none was made, for people."""
    worker_address: str
    """As in CreateMatchResponse."""
    def __init__(self, match_id: _Optional[str] = ..., seat_tokens: _Optional[_Iterable[str]] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ..., worker_address: _Optional[str] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    """Request of LobbyService.GetMatch."""
    __slots__ = ("match_id", "seat_token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat_token: str
    """Secret token of a seat of the match, in place of the organizer key. The answer then has
    nothing of the other seats' strikes, round trips, and what of theirs did not count. BAD_TOKEN if
    it is of no seat of the match.
    """
    def __init__(self, match_id: _Optional[str] = ..., seat_token: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    """Response of LobbyService.GetMatch."""
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    """The match."""
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    """Request of LobbyService.ListMatches."""
    __slots__ = ("phase", "label", "page_size", "page_token")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    phase: _match_pb2.MatchPhase
    """Only matches in this stage; unspecified means all."""
    label: str
    """Only matches with this label; empty means all."""
    page_size: int
    """At most this many, from 1 to 1000; 0 means 100."""
    page_token: str
    """next_page_token of the page before; empty means the first page."""
    def __init__(self, phase: _Optional[_Union[_match_pb2.MatchPhase, str]] = ..., label: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    """Response of LobbyService.ListMatches."""
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[_match_pb2.Match]
    """The matches, the newest first."""
    next_page_token: str
    """Where the next page begins; empty on the last."""
    def __init__(self, matches: _Optional[_Iterable[_Union[_match_pb2.Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AbortMatchRequest(_message.Message):
    """Request of LobbyService.AbortMatch."""
    __slots__ = ("match_id", "reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    reason: str
    """Why, for the replay; at most 200 characters."""
    def __init__(self, match_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class AbortMatchResponse(_message.Message):
    """Response of LobbyService.AbortMatch."""
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    """The match as it ended."""
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class EnqueueRequest(_message.Message):
    """Request of LobbyService.Enqueue."""
    __slots__ = ("game", "config_json", "num_seats", "player")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CONFIG_JSON_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    game: str
    """Identifier of the game."""
    config_json: str
    """Config as one JSON object; empty means all defaults. Callers are matched only with callers of
    the same game, config and number of seats.
    """
    num_seats: int
    """Number of seats; 0 means the game's default."""
    player: str
    """Name for the replay; at most 100 characters."""
    def __init__(self, game: _Optional[str] = ..., config_json: _Optional[str] = ..., num_seats: _Optional[int] = ..., player: _Optional[str] = ...) -> None: ...

class EnqueueResponse(_message.Message):
    """Response of LobbyService.Enqueue."""
    __slots__ = ("match_id", "seat", "seat_token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match that came together."""
    seat: int
    """The caller's seat in it."""
    seat_token: str
    """Token of that seat."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., seat_token: _Optional[str] = ...) -> None: ...

class SeatHouseBotRequest(_message.Message):
    """Request of LobbyService.SeatHouseBot."""
    __slots__ = ("match_id", "seat", "bot")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """The seat to take."""
    bot: str
    """One of GameInfo.house_bots."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class SeatHouseBotResponse(_message.Message):
    """Response of LobbyService.SeatHouseBot."""
    __slots__ = ()
    def __init__(self) -> None: ...

class MeterSeatRequest(_message.Message):
    """Request of LobbyService.MeterSeat."""
    __slots__ = ("match_id", "seat", "pid")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    seat: int
    """Index of the seat from 0."""
    pid: int
    """Process id as the server sees it; 0 ends the metering."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., pid: _Optional[int] = ...) -> None: ...

class MeterSeatResponse(_message.Message):
    """Response of LobbyService.MeterSeat."""
    __slots__ = ()
    def __init__(self) -> None: ...

class MeterSeatsRequest(_message.Message):
    """Request of LobbyService.MeterSeats."""
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[MeterSeatRequest]
    """Seats and their processes, at most 256."""
    def __init__(self, seats: _Optional[_Iterable[_Union[MeterSeatRequest, _Mapping]]] = ...) -> None: ...

class MeterSeatsResponse(_message.Message):
    """Response of LobbyService.MeterSeats."""
    __slots__ = ("unmetered",)
    UNMETERED_FIELD_NUMBER: _ClassVar[int]
    unmetered: _containers.RepeatedCompositeFieldContainer[UnmeteredSeat]
    """Seats that can't be metered."""
    def __init__(self, unmetered: _Optional[_Iterable[_Union[UnmeteredSeat, _Mapping]]] = ...) -> None: ...

class UnmeteredSeat(_message.Message):
    """A seat that can't be metered."""
    __slots__ = ("match_id", "seat", "reason", "text")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match, as it was named."""
    seat: int
    """The seat, as it was named."""
    reason: _error_pb2.ErrorReason
    """Why, for programs."""
    text: str
    """Why, for people."""
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., text: _Optional[str] = ...) -> None: ...

class ReleaseRevealRequest(_message.Message):
    """Request of LobbyService.ReleaseReveal."""
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    """The match."""
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class ReleaseRevealResponse(_message.Message):
    """Response of LobbyService.ReleaseReveal."""
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    """The match, with its reveal."""
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...
