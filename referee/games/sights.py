"""What spectators see of a match, as plain data; each step is converted once for all spectators.

Used by views, replays, pages and the checks of the `Game` contract. Live matches arrive over the wire instead.
"""

from __future__ import annotations

import dataclasses
import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from google.protobuf import any_pb2

from referee.core.errors import FieldError
from referee.core.game import AnyPlugin, Events, PublicEvents
from referee.core.view import Fields, GameView, Sight
from referee.games.plain_form import as_plain

__all__ = ["Eyes", "Looker", "SeenStep", "events_of", "unpacked"]


class Eyes(NamedTuple):
    """A point of view on a match: everybody's together, the public's, or that of one seat."""

    seat: int | None = None
    """Seat whose point of view this is; None for the views of everybody together and of the public."""
    is_public: bool = False
    """Whether these eyes see only what the public may see."""

    @classmethod
    def parse(cls, name: str, num_seats: int) -> Eyes:
        """Return the point of view with this name.

        Args:
            name: `all`, `public` or `seat-0` to `seat-N`.
            num_seats: Number of seats in the match.

        Raises:
            FieldError: No point of view has this name.
        """
        by_name = {eyes.name: eyes for eyes in cls.of(num_seats)}
        if name not in by_name:
            raise FieldError("eyes", f"one of all, public, seat-0 to seat-{num_seats - 1}", name)
        return by_name[name]

    @classmethod
    def of(cls, num_seats: int) -> tuple[Eyes, ...]:
        """Return all points of view of a match: everybody's, the public's, each seat's."""
        return (cls(), cls(is_public=True), *map(cls, range(num_seats)))

    @property
    def name(self) -> str:
        """Name of this point of view, which `parse` accepts: `all`, `public` or `seat-N`."""
        return "public" if self.is_public else "all" if self.seat is None else f"seat-{self.seat}"

    @property
    def is_all(self) -> bool:
        """Whether these eyes see everything that any seat sees."""
        return self.seat is None and not self.is_public

    def sees(self, audience: Sequence[int] | None) -> bool:
        """Return whether these eyes see an event that is sent to `audience`; None stands for everybody."""
        return audience is None or self.is_all or self.seat in audience

    def seats(self, num_seats: int) -> Sequence[int]:
        """Return the seats whose observations these eyes see, ascending; none for the public."""
        if self.is_public:
            return ()
        return range(num_seats) if self.seat is None else (self.seat,)


class SeenStep:
    """Result of one step as plain data; each part is made when it is first read, once for all spectators.

    Args:
        plugin: The game.
        config: Config of the match.
        state: The state after the step; read this object before the state changes.
        events: Events of the step.
        actions: Action messages that seats have played in the step, in bytes, by seat; None if not known.
    """

    def __init__(
        self,
        plugin: AnyPlugin,
        config: Any,
        state: Any,
        events: Events,
        actions: Mapping[int, bytes] | None = None,
    ) -> None:
        self._plugin = plugin
        self._config = config
        self._state = state
        self._events = events
        self._actions = actions or {}
        self._played: dict[int, Fields] | None = None
        self._seen: dict[int, Fields] = {}
        self._public: list[Fields | None] = []
        self._sent: list[tuple[Fields, tuple[int, ...] | None]] | None = None

    def observations(self, seats: Sequence[int]) -> dict[int, Fields]:
        """Return what each of these seats may see after the step: its Observation message, by seat."""
        # Many spectators ask for the same seats: each observation is made and converted once for all of them.
        missing = [seat for seat in seats if seat not in self._seen]
        if missing:
            seen = self._plain(self._plugin.game.observe(self._state, missing))
            self._seen.update(zip(missing, seen, strict=True))
        return {seat: self._seen[seat] for seat in seats}

    @property
    def public(self) -> Fields | None:
        """What everybody may know after the step; None in a game whose events contain all of that."""
        # A list, because None is a result, too, and must not be computed again.
        if not self._public:
            public = self._plugin.game.observe_public(self._state)
            self._public.append(None if public is None else self._plain([public])[0])
        return self._public[0]

    @property
    def sent(self) -> list[tuple[Fields, tuple[int, ...] | None]]:
        """Events of the step, each with the seats that get it; None stands for everybody."""
        if self._sent is None:
            codec = self._plugin.codec
            self._sent = [
                (fields, audience)
                for audience, run in _runs(self._events)
                for fields in events_of(as_plain(codec.events_type, codec.encode_events(run)))
            ]
        return self._sent

    @property
    def played(self) -> Mapping[int, Fields]:
        """Action messages that seats have played in the step, by seat."""
        if self._played is None:
            # Read only when a view asks for actions, which most do not.
            action_type = self._plugin.codec.action_type
            self._played = {
                seat: as_plain(action_type, payload) for seat, payload in self._actions.items()
            }
        return self._played

    def _plain(self, observations: Sequence[Any]) -> list[Fields]:
        codec = self._plugin.codec
        encoded = codec.encode_observations(self._config, observations)
        return [as_plain(codec.observation_type, data) for data in encoded]


class Looker:
    """A spectator that follows a match from its start, step by step.

    Args:
        plugin: The game.
        config: Config of the match.
        eyes: Point of view of the spectator.
        players: Names of the players, by seat.
        view: View of the game, for which the sights are made.
    """

    def __init__(
        self, plugin: AnyPlugin, config: Any, eyes: Eyes, *, players: Sequence[str], view: GameView
    ) -> None:
        codec = plugin.codec
        # The whole config may hold secrets, such as levels; only eyes that see everything get it.
        encode = codec.encode_config if eyes.is_all else codec.encode_public_config
        self.eyes = eyes
        """Point of view of the spectator."""
        self.config: Fields = as_plain(codec.config_type, encode(config))
        """The Config message of the match, without what the spectator may not see."""
        self._players = players
        self._view = view
        self._seats = view.eyes(self.config, eyes.seats(len(players)))
        self._last: Sight | None = None

    def sight(self, step: SeenStep) -> Sight:
        """Return what the spectator sees of the next step; call this once for each step, in order."""
        seen = [(fields, seats) for fields, seats in step.sent if self.eyes.sees(seats)]
        sight = Sight(
            step.observations(self._seats),
            [fields for fields, _ in seen],
            self.config,
            self._players,
            step.public,
            [_only(audience) for _, audience in seen] if self.eyes.is_all else (),
            self._actions(step) if self._view.shows_actions else {},
        )
        self._last = self._view.followed(self._last, sight)
        return self._last

    def last_sight(self) -> Sight:
        """Return the sight to show after the match: that of the last step, without its events and actions."""
        last = self._last or Sight({}, (), self.config, self._players)
        return dataclasses.replace(last, events=(), told_to=(), actions={})

    def _actions(self, step: SeenStep) -> dict[int, Fields]:
        """Return the actions of a step that these eyes may know, by seat: the seat's own, or all."""
        # By the eyes, not by `self._seats`: an open game needs no observations, but actions stay each seat's own.
        own = self.eyes.seats(len(self._players))
        return {seat: action for seat, action in step.played.items() if seat in own}


def _runs(events: Events) -> Iterator[tuple[tuple[int, ...] | None, Events]]:
    """Yield consecutive events with the same audience together, so that they are encoded in one call."""
    if isinstance(events, PublicEvents):
        yield None, events
        return
    for audience, run in itertools.groupby(events, operator.attrgetter("audience")):
        yield audience, [*run]


def _only(audience: tuple[int, ...] | None) -> int | None:
    """Return the seat that alone gets an event; None if several seats or everybody get it."""
    return audience[0] if audience is not None and len(audience) == 1 else None


# Messages.


def unpacked(wrapped: any_pb2.Any) -> Any:
    """Return the message inside an Any, in protobuf's JSON form as `as_plain` gives it."""
    return as_plain(wrapped.type_url.rpartition("/")[2], wrapped.value)


def events_of(message: Any) -> Sequence[Fields]:
    """Return the events in an Events message, whose only field is the list of events."""
    found: Sequence[Fields] = message["events"] if isinstance(message, dict) else message
    return found
