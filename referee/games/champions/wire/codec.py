"""Codec of Champions: converts records and configs of both rule versions to messages and back."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TypeVar

from google.protobuf.message import DecodeError

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Event
from referee.games.champions.config import ChampionsConfig, FirstConfig
from referee.games.champions.tables import MAX_FIGHTER_ENTRIES, NUM_TURNS, NUM_TYPES
from referee.games.champions.visibility.observation import NUM_SHARED, Observation
from referee.games.champions.wire.actions import (
    ACTIONS,
    BAD_FORM,
    Action,
    BadForm,
    Battle,
    Fighter,
    SetAction,
)
from referee.games.champions.wire.events import LoggedEvent
from referee.games.champions.wire.fields import BAD
from referee.games.champions.wire.put import WRITER, messages_of
from referee.games.champions.wire.records import EVENTS, ChampionView, Notice, SeatView, TileView
from referee.kit.codec import RecordCodec
from referee.kit.schema import Schema, kind_name
from referee.kit.wire.writer import REMEMBERED, part_writer

__all__ = ["SCHEMA", "ChampionsCodec", "read_battle"]

T = TypeVar("T")

SCHEMA = Schema(
    "champions",
    config=ChampionsConfig,
    actions=ACTIONS,
    observation=Observation,
    events={"refusal" if cls is Notice else kind_name(cls): cls for cls in EVENTS},
    names={ChampionView: "Champion", SeatView: "Seat", TileView: "Tile"},
    package="gamereferee.games.champions.v1",
    before_kit=True,
    with_presence=(ChampionsConfig,),
    oneof="body",
    event_oneof="event",
    stubs=pb,
    about=(
        "Champions on the wire. Rule numbers are those of its rulebook. Numbers of champions, categories,"
        " actions and the like are those of the rulebook's first table: champions 0 Gladiator, 1 Rogue, 2"
        " Healer, 3 Mage; categories 0 physical, 1 magical, 2 defensive, 3 support, 4 any; slots 0 and 1 for"
        " weapons, 2 for armour; actions 0 attack, 1 heal, 2 boost, 3 guard, 4 evade; targets 0 self, 1"
        " partner; tile classes 0 corner, 1 edge, 2 centre, 3 core; phases 0 MOVE, 1 LOOT, 2 EQUIP, 3 BATTLE,"
        " 4 over. Items have an instance id from 1 and a kind from 0 to 35 (CH-3.6)."
    ),
)


_BODY = 0x22
"""First byte of an Action message that contains a Battle: the tag of its field."""
_MOST_BY_HAND = 512
"""Highest size in bytes of a Battle that `read_battle` reads; an ordinary one has at most about 400."""
# Tags of the fields of Battle and Fighter.
_FIGHTERS, _BATTLE, _CHAMPION, _SET = 0x0A, 0x08, 0x10, 0x1A
_MORE = 0x80
"""Bit of a varint's byte that more bytes of it follow."""
_MOST_BYTES = 32
"""Highest size in bytes of an encoded SetAction that is cached; one that the rules accept has at most 10."""

_NO_ACTION = SetAction(BAD)
_NO_FIGHTER = Fighter(None, BAD)
"""Stands for fighter entries beyond those that are read."""


class ChampionsCodec(RecordCodec[ChampionsConfig, Action, Observation]):
    """Converts Champions' values to protobuf messages and back."""

    def __init__(self) -> None:
        super().__init__(SCHEMA)
        self._write_config = SCHEMA.writer(ChampionsConfig)
        self._write_shared = part_writer(Observation, slice(NUM_SHARED))
        self._write_event = SCHEMA.encode_event
        self._write_notice = functools.lru_cache(REMEMBERED)(SCHEMA.encode_event)
        self._write_own = part_writer(Observation, slice(NUM_SHARED, None))

    def encode_config(self, config: ChampionsConfig) -> bytes:
        """Return the Config message in bytes.

        Stage lengths that follow from `stage_rounds`, and fields that version 1 lacks, are left
        out.
        """
        left_out: dict[str, object] = {}
        if config.stage_rounds is not None:
            # Only one of the two may be set, so a config with both would be refused when it is read
            # again.
            left_out["stage_lengths"] = ()
        if isinstance(config, FirstConfig):
            # As in version 1, which did not know the field: its configs keep the bytes that they
            # had.
            left_out["scoring"] = None
        return self._write_config(config.model_copy(update=left_out))

    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the fields that are set in a Config message, by name, as plain values.

        An unknown scoring is returned as its number, which no config accepts.
        """
        values = super().decode_config(data)
        # Protobuf does not distinguish an absent list from an empty one, and no list of a config is
        # empty.
        return {name: value for name, value in values.items() if value != []}

    def encode_action(self, action: Action) -> bytes:
        """Return the Action message; an empty one for an action that can't be read."""
        # An empty message has no body, and so is read again as an action that can't be read.
        return b"" if isinstance(action, BadForm) else super().encode_action(action)

    def read_action(self, data: bytes) -> Action:
        """Return the action in the bytes of an Action message.

        Parts of the action may have any value; the rules refuse bad ones one by one.
        """
        if data[:1] == bytes([_BODY]) and len(data) <= _MOST_BY_HAND:
            try:
                battle = read_battle(data)
            except DecodeError as error:
                raise MalformedError(f"no {self.action_type}: {error}") from None
            if battle is not None:
                return battle
        cls, fields = self.schema.decode_action(data)
        if cls is None:
            return BAD_FORM
        action: Action = cls(**fields)
        return action

    def encode_observations(
        self,
        config: ChampionsConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """Return one Observation message in bytes for each observation.

        Fields that all seats share are encoded once: protobuf messages may be joined end to end.
        """
        if not observations:
            return []
        if WRITER.is_worth_it:
            return messages_of(observations)
        shared = self._write_shared(observations[0])
        return [shared + self._write_own(seen) for seen in observations]

    def encode_event(self, event: Event) -> bytes:
        """Return an Events message with this event alone.

        The first call for an event of a step may encode all events of the step at once, and keep
        them.
        """
        if WRITER.is_worth_it and isinstance(event, LoggedEvent):
            return event.from_log()
        body = event.body
        return self._write_notice(body) if isinstance(body, Notice) else self._write_event(body)


def read_battle(data: bytes) -> Battle | None:
    """Return the Battle in the bytes of an Action message; None if the message has another body.

    A message in the usual form is split by hand, and its parts, of which there are few different
    ones, are looked up in caches. Others are read by the protobuf library alone, to the same action.

    Raises:
        DecodeError: The bytes are no Action message.
    """
    bodies = _split(data, 0, _BODY)
    # With one body alone: a later one would replace or extend it.
    if bodies is not None and len(bodies) == 1:
        fighters = _fighters_by_hand(bodies[0])
        if fighters is not None:
            return Battle(_cut(fighters, MAX_FIGHTER_ENTRIES, _NO_FIGHTER))
    sent = pb.Action.FromString(data)
    # A later body replaces an earlier one, so a message may begin with a Battle and be something
    # else.
    if sent.WhichOneof("body") != "battle":
        return None
    return Battle(
        _cut([_fighter(each) for each in sent.battle.fighters], MAX_FIGHTER_ENTRIES, _NO_FIGHTER)
    )


def _split(data: bytes, at: int, tag: int) -> list[bytes] | None:
    """Return the messages that `data` consists of from index `at` on, each in a field with this tag.

    None if there is anything else, or a length of more than two bytes.
    """
    messages, end = [], len(data)
    while at < end:
        if data[at] != tag or at + 1 == end:
            return None
        size, at = data[at + 1], at + 2
        if size & _MORE:
            if at == end or data[at] & _MORE:
                return None
            size, at = size - _MORE + (data[at] << 7), at + 1
        if at + size > end:
            return None
        messages.append(data[at : at + size])
        at += size
    return messages


def _fighters_by_hand(data: bytes) -> list[Fighter] | None:
    """Return the fighter entries in the bytes of a Battle message; None if it is not in the usual form."""
    entries = _split(data, 0, _FIGHTERS)
    if entries is None:
        return None
    fighters = []
    for entry in entries:
        at = 0
        for tag in (_BATTLE, _CHAMPION):
            if len(entry) > at + 1 and entry[at] == tag and not entry[at + 1] & _MORE:
                at += 2
        own_set = _split(entry, at, _SET)
        if own_set is None:
            return None
        try:
            actions = [
                _remembered(each) if len(each) <= _MOST_BYTES else _parsed(each) for each in own_set
            ]
        except DecodeError:
            return None
        battle, champion = _pick(entry[:at])
        fighters.append(Fighter(battle, champion, _cut(actions, NUM_TURNS, _NO_ACTION)))
    return fighters


def _parsed(data: bytes) -> SetAction:
    return _set_action(pb.SetAction.FromString(data))


_remembered = functools.lru_cache(REMEMBERED)(_parsed)


@functools.lru_cache(REMEMBERED)
def _pick(data: bytes) -> tuple[int | None, int]:
    """Return battle and champion of the Fighter message in some bytes."""
    fighter = _fighter(pb.Fighter.FromString(data))
    return fighter.battle, fighter.champion


def _fighter(sent: pb.Fighter) -> Fighter:
    return Fighter(
        sent.battle if sent.HasField("battle") else None,
        sent.champion if sent.HasField("champion") else BAD,
        _cut([_set_action(each) for each in sent.set], NUM_TURNS, _NO_ACTION),
    )


def _set_action(sent: pb.SetAction) -> SetAction:
    return SetAction(
        sent.action if sent.HasField("action") else BAD,
        sent.target if sent.HasField("target") else BAD,
        _cut(sent.prefs, NUM_TYPES, 0),
    )


def _cut(entries: Sequence[T], most: int, unread: T) -> tuple[T, ...]:
    """Return a list's entries, with `unread` in place of those beyond the first `most`.

    Surplus entries count, and are refused by their number; what they hold matters to nobody.
    """
    if len(entries) <= most:
        return tuple(entries)
    return (*entries[:most], *(unread,) * (len(entries) - most))
