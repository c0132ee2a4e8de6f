"""Diceman's values as protobuf messages; the only file of the game that knows them.

What is told again and again is encoded once: a phase for its event and for the round, the open table
for both seats. Such parts are put together as bytes, which the wire format allows: a message inside
another is its bytes behind a tag and a length, and messages of one type joined end to end are merged.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from google.protobuf.message import DecodeError

from gamereferee.games.diceman.v1 import diceman_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec
from referee.games.diceman.actions import BAD_FORM, Action, Notice, read_dice
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.events import (
    GameEnd,
    GameStart,
    MatchEnd,
    MatchStart,
    Reveal,
    Slain,
)
from referee.games.diceman.records import Phase, Roll, Round
from referee.games.diceman.tables import MAX_ENTRIES
from referee.games.diceman.visibility import Observation, Table

__all__ = ["DicemanCodec"]

_SCOPES = {"phase": pb.MAGIC_SCOPE_PHASE, "so_far": pb.MAGIC_SCOPE_SO_FAR}
_SCOPE_NAMES = {number: name for name, number in _SCOPES.items()}
_LENGTH_DELIMITED = 2
_SHORT_HEADS = [
    [bytes((n << 3 | _LENGTH_DELIMITED, size)) for size in range(0x80)] for n in range(16)
]
"""Tag and length of an embedded message, by field number and length."""
_SHORT_ACTION = 32
"""Bytes of an action up to which it is remembered; a proper one has four."""


class DicemanCodec(Codec[DicemanConfig, Action, Observation]):
    """Diceman's messages in bytes."""

    config_type = pb.Config.DESCRIPTOR.full_name
    observation_type = pb.Observation.DESCRIPTOR.full_name
    action_type = pb.Action.DESCRIPTOR.full_name
    events_type = pb.Events.DESCRIPTOR.full_name

    def encode_config(self, config: DicemanConfig) -> bytes:
        """See `Codec`."""
        return _encode_config(config)

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`; an unknown scope is given as its number, which no config accepts."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        values: dict[str, object] = {field.name: value for field, value in message.ListFields()}
        if "magic_scope" in values:
            values["magic_scope"] = _SCOPE_NAMES.get(message.magic_scope, message.magic_scope)
        return values

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`."""
        return pb.Action(dice=action.dice, bad_form=action == BAD_FORM).SerializeToString()

    def decode_action(self, data: bytes) -> Action:
        """See `Codec`."""
        return _decode_short_action(data) if len(data) <= _SHORT_ACTION else _decode_action(data)

    def encode_observations(
        self, config: DicemanConfig, observations: Sequence[Observation]
    ) -> list[bytes]:
        """See `Codec`."""
        if not observations:
            return []
        shared = _encode_table(observations[0].table) + _config_field(config)
        return [shared + _encode_own(one.seat, one.notices) for one in observations]

    def encode_event(self, body: object) -> bytes:
        """See `Codec`."""
        number, encode = _EVENTS[type(body)]
        return _embed(_EVENT, _embed(number, encode(body)))


def _embed(number: int, data: bytes) -> bytes:
    """A message's bytes as the field `number` (1..15) of the message around it."""
    length = len(data)
    if length < len(_SHORT_HEADS[number]):
        return _SHORT_HEADS[number][length] + data
    head = [number << 3 | _LENGTH_DELIMITED]
    while length >= 0x80:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + data


def _decode_action(data: bytes) -> Action:
    try:
        message = pb.Action.FromString(data)
    except DecodeError:
        raise MalformedError(f"no {pb.Action.DESCRIPTOR.full_name}") from None
    return BAD_FORM if message.bad_form else read_dice(message.dice[: MAX_ENTRIES + 1])


_decode_short_action = functools.lru_cache(maxsize=1024)(_decode_action)


@functools.lru_cache(maxsize=256)
def _config_field(config: DicemanConfig) -> bytes:
    return _embed(_CONFIG, _encode_config(config))


def _encode_config(config: DicemanConfig) -> bytes:
    values = config.model_dump() | {"magic_scope": _SCOPES[config.magic_scope]}
    return pb.Config(**values).SerializeToString()


def _encode_table(table: Table) -> bytes:
    data = pb.Observation(
        game=table.game,
        round=table.round,
        life=table.life,
        points=table.points,
        pick_counts=[pb.PickCounts(counts=counts) for counts in table.pick_counts],
    ).SerializeToString()
    if table.last_round is None:
        return data
    return data + _embed(_LAST_ROUND, _encode_round(table.last_round))


@functools.lru_cache(maxsize=1024)
def _encode_own(seat: int, notices: tuple[Notice, ...]) -> bytes:
    return pb.Observation(
        seat=seat, notices=[_notice(notice) for notice in notices]
    ).SerializeToString()


def _encode_round(played: Round) -> bytes:
    data = pb.Round(
        game=played.game,
        round=played.round,
        life_before=played.life_before,
        life_after=played.life_after,
    ).SerializeToString()
    rolls = b"".join([_embed(_ROUND_ROLLS, _encode_roll(roll)) for roll in played.rolls])
    phases = b"".join([_embed(_ROUND_PHASES, _encode_phase(phase)) for phase in played.phases])
    return data + rolls + phases


@functools.lru_cache(maxsize=4096)
def _encode_roll(roll: Roll) -> bytes:
    return pb.Roll(combo=roll.combo, values=roll.values).SerializeToString()


@functools.lru_cache(maxsize=4096)
def _encode_phase(phase: Phase) -> bytes:
    return pb.Phase(
        number=phase.number,
        edge=phase.edge,
        preempt=phase.preempt,
        sword=phase.sword,
        magic=phase.magic,
        duel=phase.duel,
        life=phase.life,
    ).SerializeToString()


def _encode_reveal(reveal: Reveal) -> bytes:
    return b"".join([_embed(_REVEAL_ROLLS, _encode_roll(roll)) for roll in reveal.rolls])


def _encode_game_end(end: GameEnd) -> bytes:
    return pb.GameEnd(game=end.game, winner=end.winner, life=end.life).SerializeToString()


def _encode_match_end(end: MatchEnd) -> bytes:
    return pb.MatchEnd(points=end.points, places=end.places).SerializeToString()


def _notice(notice: Notice) -> pb.Notice:
    return pb.Notice(code=f"REASON_CODE_{notice.code.name}", index=notice.index)


_CONFIG = pb.Observation.CONFIG_FIELD_NUMBER
_LAST_ROUND = pb.Observation.LAST_ROUND_FIELD_NUMBER
_ROUND_ROLLS = pb.Round.ROLLS_FIELD_NUMBER
_ROUND_PHASES = pb.Round.PHASES_FIELD_NUMBER
_REVEAL_ROLLS = pb.Reveal.ROLLS_FIELD_NUMBER
_EVENT = pb.Events.EVENTS_FIELD_NUMBER
_EVENTS: dict[type, tuple[int, Callable[..., bytes]]] = {
    MatchStart: (pb.Event.MATCH_START_FIELD_NUMBER, lambda _: b""),
    GameStart: (
        pb.Event.GAME_START_FIELD_NUMBER,
        lambda start: pb.GameStart(game=start.game).SerializeToString(),
    ),
    Reveal: (pb.Event.REVEAL_FIELD_NUMBER, _encode_reveal),
    Phase: (pb.Event.PHASE_FIELD_NUMBER, _encode_phase),
    Slain: (
        pb.Event.SLAIN_FIELD_NUMBER,
        lambda slain: pb.Slain(seat=slain.seat).SerializeToString(),
    ),
    GameEnd: (pb.Event.GAME_END_FIELD_NUMBER, _encode_game_end),
    MatchEnd: (pb.Event.MATCH_END_FIELD_NUMBER, _encode_match_end),
    Notice: (
        pb.Event.NOTICE_FIELD_NUMBER,
        lambda notice: _notice(notice).SerializeToString(),
    ),
}
"""Field of `Event` and encoder of each kind of event."""
