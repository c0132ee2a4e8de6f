"""Codec of Champions: converts records and configs of both rule versions to messages and back."""

from __future__ import annotations

import functools
from collections.abc import Sequence

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

__all__ = ["SCHEMA", "ChampionsCodec"]

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


_BATTLE = b"\x22"
"""First byte of an Action message that contains a Battle."""
_MOST_BY_HAND = 512
"""Highest size in bytes of a Battle that is read by the code in this module; an ordinary one has at
most about 400.
"""


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
        if data[:1] == _BATTLE and len(data) <= _MOST_BY_HAND:  # most of them, and so read by hand
            try:
                sent = pb.Action.FromString(data)
            except DecodeError as error:
                raise MalformedError(f"no {self.action_type}: {error}") from None
            # A later body replaces an earlier one, so a message may begin with a Battle and be
            # something else.
            if sent.WhichOneof("body") == "battle":
                return Battle(_read_fighters(sent.battle.fighters))
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


_NO_ACTION = SetAction(BAD)
_NO_FIGHTER = Fighter(None, BAD)
"""Stands for fighter entries beyond those that are read."""


def _read_fighters(sent: Sequence[pb.Fighter]) -> tuple[Fighter, ...]:
    read = tuple([_read_fighter(each) for each in sent[:MAX_FIGHTER_ENTRIES]])
    return read + (_NO_FIGHTER,) * (len(sent) - len(read))


def _read_fighter(sent: pb.Fighter) -> Fighter:
    actions = tuple([_read_set_action(each) for each in sent.set[:NUM_TURNS]])
    return Fighter(
        sent.battle if sent.HasField("battle") else None,
        sent.champion if sent.HasField("champion") else BAD,
        # Surplus entries count, and are refused by their number; what they hold matters to nobody.
        actions + (_NO_ACTION,) * (len(sent.set) - len(actions)),
    )


def _read_set_action(sent: pb.SetAction) -> SetAction:
    prefs = tuple(sent.prefs[:NUM_TYPES])
    return SetAction(
        sent.action if sent.HasField("action") else BAD,
        sent.target if sent.HasField("target") else BAD,
        prefs + (0,) * (len(sent.prefs) - len(prefs)),
    )
