"""Frames for spectators: what each point of view may see of a match after a step.

Frames are made from a running match and, for earlier steps, from a match that is replayed from its
journal. Both give the same bytes, so a frame may depend on nothing that the journal does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamereferee.v1 import spectate_service_pb2
from referee.core.game import Event
from referee.match.effects import Show
from referee.match.machine import MatchMachine
from referee.match.talk import Heard
from referee.replay.wire import said_to_wire
from referee.server.hosting.encoder import MatchEncoder

__all__ = ["Eyes", "FrameMaker", "Shown", "add_said"]


class Eyes(NamedTuple):
    """Point of view of a spectator: what it may see of a match, and when."""

    seats: tuple[int, ...] = ()
    """Seats whose observations, private events and chat the spectator sees; empty for the public
    view.
    """
    delay: int = 0
    """Number of frames (one for each step) by which the spectator lags behind the match."""
    waits: bool = False
    """Whether a step is shown only when the clocks of all turns that it opened are running.
    Otherwise a bot could learn of a turn before its time has begun.
    """
    only_end: bool = False
    """Whether the spectator sees only the last frame, which shows the end; then no frames are made of steps."""

    def hear(self, heard: Heard) -> bool:
        """Return whether this point of view may see a chat message."""
        channel = heard.channel
        return channel.is_public or any(seat in channel.members for seat in self.seats)


class Shown:
    """A frame for spectators, serialized once for all spectators that get it.

    Args:
        frame: The frame's message; None if it is passed in serialized form.
        encoded: The message, serialized; empty to serialize `frame` when it is first needed.
        step: Number of steps that the frame names; None to read it from the message when it is needed.
    """

    def __init__(
        self,
        frame: spectate_service_pb2.WatchResponse | None,
        encoded: bytes = b"",
        step: int | None = None,
    ) -> None:
        self._frame = frame
        self._encoded = encoded
        self._step = step

    @property
    def frame(self) -> spectate_service_pb2.WatchResponse:
        """The frame's message, parsed if necessary; callers must not change it, since spectators share it."""
        if self._frame is None:
            self._frame = spectate_service_pb2.WatchResponse.FromString(self._encoded)
        return self._frame

    @property
    def step(self) -> int:
        """Number of engine steps before the frame."""
        return self.frame.step if self._step is None else self._step

    @property
    def encoded(self) -> bytes:
        """The frame's message, serialized."""
        if not self._encoded and self._frame is not None:
            self._encoded = self._frame.SerializeToString()
        return self._encoded


class FrameMaker:
    """Makes frames of one match.

    Args:
        machine: Machine of the match; a frame shows the state that the machine has when the frame is made.
        encoder: Encodes observations and events of the match.
    """

    def __init__(self, machine: MatchMachine, encoder: MatchEncoder) -> None:
        self._machine = machine
        self._encoder = encoder

    def public_observation(self) -> bytes | None:
        """Return what everybody may see now, serialized; None if the game has no such view."""
        return self._encoder.public_observation()

    def frame(
        self, eyes: Eyes, show: Show, public: bytes | None, asked: Sequence[int]
    ) -> spectate_service_pb2.WatchResponse:
        """Return the frame of a step.

        Args:
            eyes: Point of view.
            show: The step, with its events and chat.
            public: What `public_observation` returns now; it is the same for all points of view.
            asked: Seats that have to decide at the match's present decision point.
        """
        frame = spectate_service_pb2.WatchResponse(
            step=show.step, phase=show.phase, forfeited=self._machine.forfeited
        )
        visible = [
            event
            for event in show.events
            if event.audience is None or any(seat in event.audience for seat in eyes.seats)
        ]
        if visible:
            frame.events.type_url = self._encoder.events_url
            frame.events.value = self._encoder.events(visible)
            # With one seat or none, each event shown is either public or the viewer's own.
            if len(eyes.seats) > 1:
                frame.told_to.extend(_only(event) for event in visible)
        add_said(frame, eyes, show.said)
        if public is not None:
            frame.public_observation.type_url = self._encoder.observation_url
            frame.public_observation.value = public
        if eyes.seats:
            observations = self._encoder.seen_by(list(eyes.seats))
            for seat, observation in zip(eyes.seats, observations, strict=True):
                seen = frame.observations.add(seat=seat)
                seen.observation.type_url = self._encoder.observation_url
                seen.observation.value = observation
            frame.clocks.extend(self._clock(seat, seat in asked) for seat in eyes.seats)
        if self._machine.terms.game.public_clocks:
            seats = range(len(self._machine.seats))
            frame.public_clocks.extend(self._public_clock(seat, seat in asked) for seat in seats)
        return frame

    def _public_clock(self, index: int, is_asked: bool) -> spectate_service_pb2.PublicClock:
        seat = self._machine.seats[index]
        is_out = seat.is_out
        clock = spectate_service_pb2.PublicClock(
            seat=index, asked=is_asked and not is_out, out=is_out
        )
        if seat.terms.has_bank:
            clock.bank_left.FromNanoseconds(seat.recorded_bank_ns)
        return clock

    def _clock(self, index: int, is_asked: bool) -> spectate_service_pb2.SeatClock:
        seat = self._machine.seats[index]
        clock = spectate_service_pb2.SeatClock(
            seat=index,
            asked=is_asked and not seat.is_out,
            out=seat.is_out,
            decisions=seat.decisions,
            strikes=seat.strikes,
            refusals=sum(seat.refusals.values()),
        )
        # Both as the journal has them, in whole microseconds: a machine that is redone from it has
        # no others.
        if seat.terms.has_bank:
            clock.bank_left.FromNanoseconds(seat.recorded_bank_ns)
        if seat.last_elapsed_ns is not None:
            clock.last_elapsed.FromNanoseconds(seat.last_elapsed_ns // 1000 * 1000)
        return clock


def add_said(
    frame: spectate_service_pb2.WatchResponse, eyes: Eyes, said: tuple[Heard, ...]
) -> None:
    """Add to a frame the chat messages that a point of view may see."""
    frame.said.extend(said_to_wire(heard) for heard in said if eyes.hear(heard))


def _only(event: Event) -> int:
    """Return the seat that alone may see an event; -1 if several seats or everybody may see it."""
    return event.audience[0] if event.audience is not None and len(event.audience) == 1 else -1
