"""Encodes what seats and spectators see of a match as messages of its game."""

from __future__ import annotations

from google.protobuf import any_pb2

from gamereferee.v1 import play_service_pb2
from referee.core.game import AnyPlugin, Events
from referee.core.legal import listed_actions
from referee.match.machine import MatchMachine
from referee.replay.wire import TYPE_PREFIX, packed

__all__ = ["MatchEncoder"]


class MatchEncoder:
    """Encodes config, observations, events and legal actions of one match.

    Args:
        machine: Machine of the match.
        plugin: The match's game.
    """

    def __init__(self, machine: MatchMachine, plugin: AnyPlugin) -> None:
        self._machine = machine
        self._game = plugin.game
        self._codec = plugin.codec
        self.observation_url = TYPE_PREFIX + plugin.codec.observation_type
        """Type URL of the game's observations."""
        self.events_url = TYPE_PREFIX + plugin.codec.events_type
        """Type URL of the game's events."""
        self.action_url = TYPE_PREFIX + plugin.codec.action_type
        """Type URL of the game's actions."""

    def public_config(self) -> any_pb2.Any:
        """Return the Config message without the fields that seats and spectators may not know."""
        codec = self._codec
        return packed(codec.config_type, codec.encode_public_config(self._machine.terms.config))

    def events(self, events: Events) -> bytes:
        """Return these events as a serialized Events message.

        The receiver must be allowed to see all of them.
        """
        return self._codec.encode_events(events)

    def observations(self, observations: list[object]) -> list[bytes]:
        """Return each of the game's observations as a serialized Observation message."""
        return self._codec.encode_observations(self._machine.terms.config, observations)

    def known_observation(self, seat: int) -> tuple[bytes, bytes]:
        """Return the bytes that begin every Observation message of a seat, and those that end it."""
        return self._codec.known_observation(self._machine.terms.config, seat)

    def legal(self, seat: int) -> play_service_pb2.LegalActions | None:
        """Return the legal actions of a seat that must decide; None if the game can't list them.

        If there are more than a turn may list, the message holds only their number. Its
        `action_url` is not set.
        """
        listed = listed_actions(self._game, self._codec, self._machine.state, seat)
        if listed is None:
            return None
        return play_service_pb2.LegalActions(count=listed.num_legal, actions=listed.actions)

    def seen_by(self, seats: list[int]) -> list[bytes]:
        """Return what these seats may see now, as serialized Observation messages."""
        return self.observations(self._game.observe(self._machine.state, seats))

    def public_observation(self) -> bytes | None:
        """Return what everybody may see now, as a serialized Observation message.

        None if the game has no such view.
        """
        public = self._game.observe_public(self._machine.state)
        return None if public is None else self.observations([public])[0]
