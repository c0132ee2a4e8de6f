"""Diceman on the wire. Rule numbers are those of its rulebook."""
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MagicScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Whether damage of earlier priority phases stops Magic too (DM-5.9.5)."""
    __slots__ = ()
    MAGIC_SCOPE_UNSPECIFIED: _ClassVar[MagicScope]
    """Never sent."""
    MAGIC_SCOPE_PHASE: _ClassVar[MagicScope]
    """Only damage of the same phase stops it."""
    MAGIC_SCOPE_SO_FAR: _ClassVar[MagicScope]
    """Damage of earlier phases of the same round stops it too."""

class ReasonCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a part of an action did not count (DM-4.10)."""
    __slots__ = ()
    REASON_CODE_UNSPECIFIED: _ClassVar[ReasonCode]
    """Never sent."""
    REASON_CODE_NOT_A_DIE: _ClassVar[ReasonCode]
    """The entry is not one of the die ids 0 to 3."""
    REASON_CODE_DUPLICATE: _ClassVar[ReasonCode]
    """The die of the entry is held already."""
    REASON_CODE_TOO_MANY: _ClassVar[ReasonCode]
    """The entry names a third die, but two are held already."""
    REASON_CODE_TOO_LONG: _ClassVar[ReasonCode]
    """The list has more than 8 entries; the rest was not read."""
    REASON_CODE_INCOMPLETE: _ClassVar[ReasonCode]
    """Fewer than two dice were named; the missing ones were filled in."""
    REASON_CODE_NO_ACTION: _ClassVar[ReasonCode]
    """The deadline passed; sword and shield were played."""
    REASON_CODE_BAD_FORM: _ClassVar[ReasonCode]
    """The action could not be read; sword and shield were played."""
MAGIC_SCOPE_UNSPECIFIED: MagicScope
"""Never sent."""
MAGIC_SCOPE_PHASE: MagicScope
"""Only damage of the same phase stops it."""
MAGIC_SCOPE_SO_FAR: MagicScope
"""Damage of earlier phases of the same round stops it too."""
REASON_CODE_UNSPECIFIED: ReasonCode
"""Never sent."""
REASON_CODE_NOT_A_DIE: ReasonCode
"""The entry is not one of the die ids 0 to 3."""
REASON_CODE_DUPLICATE: ReasonCode
"""The die of the entry is held already."""
REASON_CODE_TOO_MANY: ReasonCode
"""The entry names a third die, but two are held already."""
REASON_CODE_TOO_LONG: ReasonCode
"""The list has more than 8 entries; the rest was not read."""
REASON_CODE_INCOMPLETE: ReasonCode
"""Fewer than two dice were named; the missing ones were filled in."""
REASON_CODE_NO_ACTION: ReasonCode
"""The deadline passed; sword and shield were played."""
REASON_CODE_BAD_FORM: ReasonCode
"""The action could not be read; sword and shield were played."""

class Config(_message.Message):
    """Parameters of a match (DM-2.1). An absent field means its default. The match seed is not part
    of the config.
    """
    __slots__ = ("life", "die_magic", "die_priority", "die_sword", "die_shield", "magic_scope", "games", "round_cap", "deadline_ms")
    LIFE_FIELD_NUMBER: _ClassVar[int]
    DIE_MAGIC_FIELD_NUMBER: _ClassVar[int]
    DIE_PRIORITY_FIELD_NUMBER: _ClassVar[int]
    DIE_SWORD_FIELD_NUMBER: _ClassVar[int]
    DIE_SHIELD_FIELD_NUMBER: _ClassVar[int]
    MAGIC_SCOPE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    life: int
    """Life of each seat at the start of each game. From 1 to 1000. Default 20."""
    die_magic: int
    """Number of sides of the Magic die. From 1 to 100. Default 4."""
    die_priority: int
    """Number of sides of the Priority die; also the number of the first phase of a round (DM-5.3).
    From 1 to 100. Default 6.
    """
    die_sword: int
    """Number of sides of the Sword die. From 1 to 100. Default 8."""
    die_shield: int
    """Number of sides of the Shield die. From 1 to 100. Default 10."""
    magic_scope: MagicScope
    """Which damage stops Magic: only that of the same phase, or all of the round so far (DM-5.9.5).
    Default phase.
    """
    games: int
    """Number of games in the match, all of which are played (DM-7.2). From 1 to 1000. Default 11.
    """
    round_cap: int
    """Highest number of rounds that one game may last (DM-7.1). From 1 to 10000. Default 100."""
    deadline_ms: int
    """Suggested move time in milliseconds; used only if the match's creator sets no time control.
    From 50 to 600000. Default 2000.
    """
    def __init__(self, life: _Optional[int] = ..., die_magic: _Optional[int] = ..., die_priority: _Optional[int] = ..., die_sword: _Optional[int] = ..., die_shield: _Optional[int] = ..., magic_scope: _Optional[_Union[MagicScope, str]] = ..., games: _Optional[int] = ..., round_cap: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    """The decision of a seat in a round (DM-4.4)."""
    __slots__ = ("dice", "bad_form")
    DICE_FIELD_NUMBER: _ClassVar[int]
    BAD_FORM_FIELD_NUMBER: _ClassVar[int]
    dice: _containers.RepeatedScalarFieldContainer[int]
    """Ids of the two different dice to roll, in any order: 0 Magic, 1 Priority, 2 Sword, 3 Shield.
    At most 8 entries are read; bad ones are refused one by one, and missing ones filled in (DM-4.5,
    DM-4.6). From 0. 0 to 8 entries.
    """
    bad_form: bool
    """Set by programs that read answers in text form, when the answer is no object with a list of
    dice: sword and shield are played and `dice` is ignored (DM-4.8).
    """
    def __init__(self, dice: _Optional[_Iterable[int]] = ..., bad_form: bool = ...) -> None: ...

class PickCounts(_message.Message):
    """How often a seat has picked each combination, by combination id."""
    __slots__ = ("counts",)
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    counts: _containers.RepeatedScalarFieldContainer[int]
    """Six counts over the whole match: one for each combination, by combination id. From 0 to
    10000000. 6 entries.
    """
    def __init__(self, counts: _Optional[_Iterable[int]] = ...) -> None: ...

class Roll(_message.Message):
    """What one seat rolled in a round."""
    __slots__ = ("combo", "values")
    COMBO_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    combo: int
    """Combination id: 0 MP, 1 MS, 2 MH, 3 PS, 4 PH, 5 SH (DM-3.2). From 0 to 5."""
    values: _containers.RepeatedScalarFieldContainer[int]
    """Values rolled with Magic, Priority, Sword and Shield; 0 for a die that the seat did not hold.
    From 0 to 100. 4 entries.
    """
    def __init__(self, combo: _Optional[int] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class Phase(_message.Message):
    """One priority phase in which a seat was active (DM-3.5). Pairs are in seat order."""
    __slots__ = ("number", "edge", "preempt", "sword", "magic", "duel", "life")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    PREEMPT_FIELD_NUMBER: _ClassVar[int]
    SWORD_FIELD_NUMBER: _ClassVar[int]
    MAGIC_FIELD_NUMBER: _ClassVar[int]
    DUEL_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    number: int
    """Number of the phase, from die_priority down to 0. From 0 to 100."""
    edge: _containers.RepeatedScalarFieldContainer[int]
    """Unblockable damage dealt by each seat with sword and priority (DM-5.5). From 0 to 100. 2
    entries.
    """
    preempt: _containers.RepeatedScalarFieldContainer[int]
    """Unblockable damage dealt by each seat with shield and priority (DM-5.6). From 0 to 100. 2
    entries.
    """
    sword: _containers.RepeatedScalarFieldContainer[int]
    """Sword damage dealt by each seat past the rival's shield (DM-5.7). From 0 to 100. 2 entries.
    """
    magic: _containers.RepeatedScalarFieldContainer[int]
    """Magic damage dealt by each seat (DM-5.9). From 0 to 100. 2 entries."""
    duel: bool
    """Whether the Magic of both seats met in a duel (DM-5.9.1)."""
    life: _containers.RepeatedScalarFieldContainer[int]
    """Life of both seats after the phase. From 0 to 1000. 2 entries."""
    def __init__(self, number: _Optional[int] = ..., edge: _Optional[_Iterable[int]] = ..., preempt: _Optional[_Iterable[int]] = ..., sword: _Optional[_Iterable[int]] = ..., magic: _Optional[_Iterable[int]] = ..., duel: bool = ..., life: _Optional[_Iterable[int]] = ...) -> None: ...

class Round(_message.Message):
    """A round that has been played (DM-3.5). Pairs are in seat order."""
    __slots__ = ("game", "round", "rolls", "phases", "life_before", "life_after")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    PHASES_FIELD_NUMBER: _ClassVar[int]
    LIFE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIFE_AFTER_FIELD_NUMBER: _ClassVar[int]
    game: int
    """Game that the round belongs to, from 1. From 1 to 1000."""
    round: int
    """Number of the round in its game, from 1. From 1 to 10000."""
    rolls: _containers.RepeatedCompositeFieldContainer[Roll]
    """What each seat rolled. 2 entries."""
    phases: _containers.RepeatedCompositeFieldContainer[Phase]
    """Phases in which a seat was active, the highest first. 1 to 2 entries."""
    life_before: _containers.RepeatedScalarFieldContainer[int]
    """Life of both seats before the round. From 0 to 1000. 2 entries."""
    life_after: _containers.RepeatedScalarFieldContainer[int]
    """Life of both seats after the round. From 0 to 1000. 2 entries."""
    def __init__(self, game: _Optional[int] = ..., round: _Optional[int] = ..., rolls: _Optional[_Iterable[_Union[Roll, _Mapping]]] = ..., phases: _Optional[_Iterable[_Union[Phase, _Mapping]]] = ..., life_before: _Optional[_Iterable[int]] = ..., life_after: _Optional[_Iterable[int]] = ...) -> None: ...

class Notice(_message.Message):
    """A reason code for a part of a seat's own last action. Seen by that seat alone."""
    __slots__ = ("code", "index")
    CODE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    code: ReasonCode
    """Why the part did not count."""
    index: int
    """Index of the entry of the action's list that the notice is about; -1 if about the whole
    action. From -1 to 8.
    """
    def __init__(self, code: _Optional[_Union[ReasonCode, str]] = ..., index: _Optional[int] = ...) -> None: ...

class Observation(_message.Message):
    """What a seat may know when it makes a choice (DM-6.1). All but seat and notices is the same
    for both seats. Pairs are in seat order.
    """
    __slots__ = ("seat", "game", "round", "life", "points", "pick_counts", "last_round", "notices", "config")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PICK_COUNTS_FIELD_NUMBER: _ClassVar[int]
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
    pick_counts: _containers.RepeatedCompositeFieldContainer[PickCounts]
    """How often each seat has picked each combination so far. 2 entries."""
    last_round: Round
    """The last round played, of the current game or the one before; absent before the first."""
    notices: _containers.RepeatedCompositeFieldContainer[Notice]
    """Notices about parts of this seat's own last action that did not count; empty if it counted in
    full. 0 to 10 entries.
    """
    config: Config
    """Config of the match, with every field set."""
    def __init__(self, seat: _Optional[int] = ..., game: _Optional[int] = ..., round: _Optional[int] = ..., life: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., pick_counts: _Optional[_Iterable[_Union[PickCounts, _Mapping]]] = ..., last_round: _Optional[_Union[Round, _Mapping]] = ..., notices: _Optional[_Iterable[_Union[Notice, _Mapping]]] = ..., config: _Optional[_Union[Config, _Mapping]] = ...) -> None: ...

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
    """The choices of both seats and the values that they rolled."""
    __slots__ = ("rolls",)
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    rolls: _containers.RepeatedCompositeFieldContainer[Roll]
    """What each seat rolled, in seat order. 2 entries."""
    def __init__(self, rolls: _Optional[_Iterable[_Union[Roll, _Mapping]]] = ...) -> None: ...

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
    """The last event of a match; the seed is sent in the referee's own message."""
    __slots__ = ("points", "places")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    """Game points of both seats. From 0 to 2000. 2 entries."""
    places: _containers.RepeatedScalarFieldContainer[int]
    """Placement of both seats; with equal points both have place 1 (DM-7.3). From 1 to 2. 2
    entries.
    """
    def __init__(self, points: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
    """Something that happened: one of these."""
    __slots__ = ("match_start", "game_start", "reveal", "phase", "slain", "game_end", "match_end", "notice")
    MATCH_START_FIELD_NUMBER: _ClassVar[int]
    GAME_START_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SLAIN_FIELD_NUMBER: _ClassVar[int]
    GAME_END_FIELD_NUMBER: _ClassVar[int]
    MATCH_END_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    match_start: MatchStart
    """The first event of a match."""
    game_start: GameStart
    """A game of the series begins."""
    reveal: Reveal
    """The choices of both seats and the values that they rolled."""
    phase: Phase
    """One priority phase in which a seat was active (DM-3.5). Pairs are in seat order."""
    slain: Slain
    """A seat has no life left."""
    game_end: GameEnd
    """How a game of the series ended."""
    match_end: MatchEnd
    """The last event of a match; the seed is sent in the referee's own message."""
    notice: Notice
    """A reason code for a part of a seat's own last action. Seen by that seat alone. Sent to its
    own seat.
    """
    def __init__(self, match_start: _Optional[_Union[MatchStart, _Mapping]] = ..., game_start: _Optional[_Union[GameStart, _Mapping]] = ..., reveal: _Optional[_Union[Reveal, _Mapping]] = ..., phase: _Optional[_Union[Phase, _Mapping]] = ..., slain: _Optional[_Union[Slain, _Mapping]] = ..., game_end: _Optional[_Union[GameEnd, _Mapping]] = ..., match_end: _Optional[_Union[MatchEnd, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    """What happened."""
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    """The events, in order."""
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
