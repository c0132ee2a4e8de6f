"""Converts turns and answers of one stream to their short form (SmallTurn, SmallAction) and back.

In short form a handle, a number, stands for match and seat.

Scenarios use whole turns and actions. This module converts them to and from the messages that go
over the stream.
"""

from __future__ import annotations

from google.protobuf import any_pb2

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.verdict import Broken
from referee.core.game import AnyPlugin
from referee.replay.wire import SMALL_TURNS, TYPE_PREFIX

__all__ = ["ShortForms"]

_APART = 40
"""Distance between the first handles (numbers that stand for match and seat) of two successive
streams, so that no two streams share a handle.
"""


class ShortForms:
    """Converts turns and answers to and from short form: a handle (number) names match and seat.

    Args:
        stream: Number of the stream, from 0; no two streams have the same handles.
    """

    def __init__(self, stream: int) -> None:
        self._next = 1 + _APART * stream
        self._handles: dict[tuple[str, int], int] = {}
        self._seats: dict[int, tuple[str, int]] = {}
        self._known: dict[int, tuple[bytes, bytes]] = {}
        self._phases: dict[int, list[str]] = {}
        self._action_url = ""

    def agree(self, joined: wire.Joined, plugin: AnyPlugin, known: tuple[bytes, bytes]) -> None:
        """Give a seat a handle, and add to the answer to its join how its turns will be sent.

        Args:
            joined: Answer to the join; changed in place.
            plugin: The game.
            known: Bytes that all observations of the seat begin and end with.
        """
        codec, handle = plugin.codec, self._next
        self._next += 1
        seat = joined.match_id, joined.seat
        self._handles[seat], self._seats[handle] = handle, seat
        self._known[handle], self._phases[handle] = known, []
        self._action_url = TYPE_PREFIX + codec.action_type
        # This feature announces that the seat gets turns in short.
        joined.features.append(SMALL_TURNS)
        joined.small_form.handle = handle
        joined.small_form.observation_url = TYPE_PREFIX + codec.observation_type
        joined.small_form.events_url = TYPE_PREFIX + codec.events_type
        joined.small_form.action_url = self._action_url
        # The bot puts these bytes around what each turn has; so turns leave them out.
        joined.small_form.known_observation = b"".join(known)

    def shorten(self, response: wire.PlayResponse) -> None:
        """Replace the turns in a message by short ones, for seats that have a handle.

        The message is changed in place.
        """
        turns = [*response.turns]
        del response.turns[:]
        for turn in turns:
            handle = self._handles.get((turn.match_id, turn.seat))
            if handle is None:
                response.turns.append(turn)
            else:
                response.small_turns.append(self._shortened(handle, turn))

    def _shortened(self, handle: int, turn: wire.Turn) -> wire.SmallTurn:
        start, end = self._known[handle]
        seen = turn.observation.value.removeprefix(start).removesuffix(end)
        small = wire.SmallTurn(
            handle=handle, turn=turn.turn, observation=seen, events=turn.events.value
        )
        phases = self._phases[handle]
        # A phase is named once for each handle, and is a number from then on.
        if turn.phase not in phases:
            phases.append(turn.phase)
            small.phase_name = turn.phase
        small.phase = phases.index(turn.phase)
        # What remains is left out: it is all that the time control gives.
        small.strikes = turn.clock.strikes
        small.said.extend(turn.said)
        small.channels.extend(turn.channels)
        return small

    def at_length(self, small: wire.SmallAction) -> wire.Action:
        """Return the whole action for a short answer.

        Raises:
            Broken: The answer's handle was not sent on this stream.
        """
        seat = self._seats.get(small.handle)
        if seat is None:
            raise Broken(27, "a handle that was sent on this stream", f"the handle {small.handle}")
        payload = any_pb2.Any(type_url=self._action_url, value=small.payload)
        return wire.Action(match_id=seat[0], seat=seat[1], turn=small.turn, payload=payload)
