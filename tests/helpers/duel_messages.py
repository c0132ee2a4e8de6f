"""Comparison of a duel's bytes with what the protobuf library writes, for the tests of both duels.

Each duel gives the messages that it expects; here are the walk through a match, and the events that all duels have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from referee.core.game import AnyPlugin, Events
from referee.games.duel import GameEnd, GameStart, MatchStart, Slain

__all__ = ["DuelMessages", "as_dict", "check_both_see", "duel_event"]


def duel_event(pb: ModuleType, body: object) -> Any:
    """Return the message of an event that all duels have.

    Args:
        pb: The duel's stubs.
        body: Body of the event.

    Raises:
        AssertionError: Not all duels have such an event.
    """
    match body:
        case MatchStart():
            return pb.Event(match_start=pb.MatchStart())
        case GameStart():
            return pb.Event(game_start=pb.GameStart(game=body.game))
        case Slain():
            return pb.Event(slain=pb.Slain(seat=body.seat))
        case GameEnd():
            return pb.Event(game_end=pb.GameEnd(**body._asdict()))
    raise AssertionError(f"{body!r} is no event")


def as_dict(message: Message) -> dict[str, object]:
    """Return a message as plain data with all fields, also those that are zero."""
    return json_format.MessageToDict(message, always_print_fields_with_no_presence=True)


def check_both_see(
    plugin: AnyPlugin,
    pb: ModuleType,
    config: Any,
    state: Any,
    table: Mapping[str, object],
    notices: Sequence[object],
) -> list[bytes]:
    """Check that both seats are sent the same table, and seat 1 alone its notices; return the observations.

    Args:
        plugin: The duel.
        pb: Its stubs.
        config: Config of the match.
        state: The match.
        table: What both seats are sent, with the config, as plain data.
        notices: What seat 1 is sent of its last action.
    """
    coded = plugin.codec.encode_observations(config, plugin.game.observe(state, [1, 0]))
    assert [as_dict(pb.Observation.FromString(data)) for data in coded] == [
        {"seat": 1, "notices": notices, **table},
        {"seat": 0, "notices": [], **table},
    ]
    return coded


class DuelMessages:
    """The messages that a duel's test expects.

    Args:
        plugin: The duel.
        pb: Its stubs.
        observation: Makes an observation's message from a config and what a seat sees.
        event: Makes an event's message from its body.
    """

    def __init__(
        self,
        plugin: AnyPlugin,
        pb: ModuleType,
        observation: Callable[[Any, Any], Message],
        event: Callable[[object], Message],
    ) -> None:
        self._plugin = plugin
        self._pb = pb
        self._observation = observation
        self._event = event

    def check_match(
        self, config: Any, rounds: Iterable[tuple[Any, Events]]
    ) -> tuple[set[type], int]:
        """Check observations of both seats and all events of a match, each alone and joined.

        Args:
            config: Config of the match.
            rounds: State and events at the start and after each round.

        Returns:
            Classes of the events that there were, and the number of states.
        """
        kinds: set[type] = set()
        num_states = 0
        for state, events in rounds:
            self.check_observations(config, self._plugin.game.observe(state, [0, 1]))
            for event in events:
                alone = self._pb.Events(events=[self._event(event.body)]).SerializeToString()
                assert self._plugin.codec.encode_event(event) == alone
            self.check_events(events)
            kinds |= {type(event.body) for event in events}
            num_states += 1
        return kinds, num_states

    def check_observations(self, config: Any, seen: Sequence[Any]) -> None:
        """Check the bytes of what seats see."""
        expected = [self._observation(config, one).SerializeToString() for one in seen]
        assert self._plugin.codec.encode_observations(config, seen) == expected

    def check_events(self, events: Events) -> None:
        """Check the bytes of joined events."""
        joined = self._pb.Events(events=[self._event(event.body) for event in events])
        assert self._plugin.codec.encode_events(events) == joined.SerializeToString()

    def transcript(self, config: Any, rounds: Iterable[tuple[Any, Events]]) -> Iterator[str]:
        """Yield all bytes that are sent in a match, round by round, as hexadecimal digits."""
        codec = self._plugin.codec
        for state, events in rounds:
            seen = self._plugin.game.observe(state, [0, 1])
            observations = codec.encode_observations(config, seen)
            yield b"".join([*observations, codec.encode_events(events)]).hex()
