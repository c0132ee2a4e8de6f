"""A replay as a source of frames: simulated again once, and seen by as many eyes as one likes."""

from __future__ import annotations

import dataclasses
import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gamereferee.v1 import play_service_pb2, replay_pb2
from referee.core.errors import FieldError
from referee.core.game import Events, PublicEvents
from referee.core.text import printable
from referee.core.view import Fields, GameView, Sight
from referee.games import generic_view
from referee.match.machine import MatchMachine
from referee.replay.frames import (
    Eyes,
    Frame,
    Heading,
    SeatMoment,
    as_plain,
    events_of,
    outcome_lines,
)
from referee.replay.reader import Replay, load
from referee.replay.wire import said_to_wire

__all__ = ["RecordedSource", "Recording"]

_KINDS = {
    replay_pb2.ACTION_KIND_PLAYED: "played",
    replay_pb2.ACTION_KIND_DEFAULTED: "defaulted",
    replay_pb2.ACTION_KIND_FORFEITED: "forfeited",
}


class Recording:
    """What was to be seen in a match.

    Args:
        replay: The match.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        """The match."""
        header = replay.header
        given = [*header.players, *[""] * header.num_seats][: header.num_seats]
        self.players = tuple(printable(name) or f"seat {index}" for index, name in enumerate(given))
        """Names by seat."""
        self._view = generic_view.view_of(replay.plugin)

    def heading(self, eyes: Eyes) -> Heading:
        """Return what these eyes may know of the match as a whole."""
        codec = self.replay.plugin.codec
        encode = codec.encode_config if eyes.is_all else codec.encode_public_config
        told = "everything" if eyes.is_all else "the public"
        return Heading(
            match_id=self.replay.header.match_id,
            plugin=self.replay.plugin,
            players=self.players,
            config=as_plain(codec.config_type, encode(self.replay.config)),
            eyes=told if eyes.seat is None else f"seat {eyes.seat}, {self.players[eyes.seat]}",
        )

    def frames(self, eyes: Sequence[Eyes]) -> Iterator[tuple[Frame, ...]]:
        """Yield a frame for each of `eyes` at the start, after each step, and at the end.

        Raises:
            ReplayError: A record doesn't follow from those before it.
        """
        replay = self.replay
        end, secret = replay.end, replay.secret
        seed = end.reveal.server_seed if end else secret.server_seed if secret else b""
        machine = replay.machine(seed)
        lookers = [_Looker(self, each, self.heading(each), self._view) for each in eyes]
        for _, record in replay.redone(machine):
            match record.WhichOneof("record"):
                case "start" | "step":
                    step = _Step(replay, machine, record.step.actions)
                    yield tuple(looker.frame(step) for looker in lookers)
                case "end":
                    told = outcome_lines(record.end.outcome, self.players)
                    yield tuple(looker.last_frame(machine, told) for looker in lookers)


class RecordedSource:
    """Frames of a replay as one looks at it.

    Args:
        path: The file.
        seat: Whose eyes to look through; None for everybody's.

    Raises:
        ReplayError: The file is missing or damaged, or of a version not known here.
        FieldError: There is no such seat.
    """

    def __init__(self, path: Path, seat: int | None) -> None:
        replay = load(path)
        num_seats = replay.header.num_seats
        if seat is not None and not 0 <= seat < num_seats:
            raise FieldError("seat", f"from 0 to {num_seats - 1}", seat)
        self._eyes = Eyes(seat)
        self._recording = Recording(replay)
        self.heading = self._recording.heading(self._eyes)
        """What is watched."""

    def frames(self) -> Iterator[Frame]:
        """Yield one frame for the start, for each step and for the end.

        Raises:
            ReplayError: A record doesn't follow from those before it.
        """
        for (frame,) in self._recording.frames((self._eyes,)):
            yield frame

    def stop(self) -> None:
        """Nothing waits here."""


class _Step:
    """What a step came to as plain data, made when somebody sees it, and once for all who do."""

    def __init__(
        self, replay: Replay, machine: MatchMachine, actions: Sequence[replay_pb2.ActionRecord]
    ) -> None:
        self.machine = machine
        self.actions = actions
        self._codec = replay.plugin.codec
        self._config = replay.config
        self._game = replay.plugin.game
        self._seen: dict[int, Fields] = {}
        self._public: list[Fields | None] = []
        self._told: list[tuple[Fields, tuple[int, ...] | None]] | None = None
        self._moments: tuple[SeatMoment, ...] | None = None
        self._actions: dict[int, Fields] | None = None

    def observations(self, seats: Sequence[int]) -> dict[int, Fields]:
        missing = [seat for seat in seats if seat not in self._seen]
        if missing:
            seen = self._plain(self._game.observe(self.machine.state, missing))
            self._seen.update(zip(missing, seen, strict=True))
        return {seat: self._seen[seat] for seat in seats}

    @property
    def public(self) -> Fields | None:
        if not self._public:
            public = self._game.observe_public(self.machine.state)
            self._public.append(None if public is None else self._plain([public])[0])
        return self._public[0]

    @property
    def told(self) -> list[tuple[Fields, tuple[int, ...] | None]]:
        """Events with the seats that are told of them, None for everybody."""
        if self._told is None:
            events = self.machine.last_events
            self._told = [
                (fields, audience)
                for audience, run in _runs(events)
                for fields in self._plain_events(run)
            ]
        return self._told

    @property
    def played(self) -> Mapping[int, Fields]:
        """Actions that seats have played, by seat."""
        if self._actions is None:
            self._actions = {
                action.seat: as_plain(self._codec.action_type, action.payload)
                for action in self.actions
                if action.kind == replay_pb2.ACTION_KIND_PLAYED
            }
        return self._actions

    def moments(self) -> tuple[SeatMoment, ...]:
        """Return clocks and faults of all seats."""
        if self._moments is None:
            self._moments = _moments(self.machine, self.actions)
        return self._moments

    def _plain(self, observations: Sequence[Any]) -> list[Fields]:
        encoded = self._codec.encode_observations(self._config, observations)
        return [as_plain(self._codec.observation_type, data) for data in encoded]

    def _plain_events(self, events: Events) -> Sequence[Fields]:
        codec = self._codec
        return events_of(as_plain(codec.events_type, codec.encode_events(events)))


class _Looker:
    """One who looks, and what it has seen last."""

    def __init__(self, recording: Recording, eyes: Eyes, heading: Heading, view: GameView) -> None:
        self._eyes = eyes
        self._heading = heading
        self._view = view
        self._before: Sight | None = None
        seats = range(recording.replay.header.num_seats)
        self._seats = [] if eyes.is_public else list(seats) if eyes.is_all else [eyes.seat or 0]

    def frame(self, step: _Step) -> Frame:
        machine, heading = step.machine, self._heading
        seats = self._view.eyes(heading.config, self._seats)
        told = [(fields, seats) for fields, seats in step.told if self._eyes.sees(seats)]
        sight = Sight(
            step.observations(seats),
            [fields for fields, _ in told],
            heading.config,
            heading.players,
            step.public,
            [_only(audience) for _, audience in told] if self._eyes.is_all else (),
            self._actions(step) if self._view.shows_actions else {},
        )
        self._before = sight = self._view.followed(self._before, sight)
        phase = machine.point.phase if machine.point else ""
        return Frame(machine.steps, phase, sight, said=self._said(machine), seats=step.moments())

    def last_frame(self, machine: MatchMachine, outcome: tuple[str, ...]) -> Frame:
        nothing = Sight({}, (), self._heading.config, self._heading.players)
        last = dataclasses.replace(self._before or nothing, events=(), told_to=(), actions={})
        moments = _moments(machine, ())
        return Frame(machine.steps, "", last, outcome, self._said(machine), moments)

    def _actions(self, step: _Step) -> dict[int, Fields]:
        """Return the actions that these eyes may know: a seat's own, or all."""
        return {seat: told for seat, told in step.played.items() if seat in self._seats}

    def _said(self, machine: MatchMachine) -> tuple[play_service_pb2.Said, ...]:
        """Return what these eyes hear of the messages before the last step, or before the end."""
        return tuple(
            said_to_wire(heard)
            for heard in machine.last_said
            if self._eyes.sees(None if heard.channel.is_public else heard.channel.members)
        )


def _moments(
    machine: MatchMachine, actions: Sequence[replay_pb2.ActionRecord]
) -> tuple[SeatMoment, ...]:
    asked = machine.point.seats if machine.point and machine.outcome is None else ()
    taken = {action.seat: action for action in actions}
    moments = []
    for index, seat in enumerate(machine.seats):
        action = taken.get(index)
        is_known = action is not None and action.kind != replay_pb2.ACTION_KIND_FORFEITED
        moments.append(
            SeatMoment(
                index,
                index in asked and not seat.is_out,
                seat.is_out,
                seat.bank_ns // 1000 if seat.terms.move_time_ns is not None else None,
                seat.strikes,
                _KINDS.get(action.kind, "") if action else "",
                action.elapsed_us if action and is_known else None,
                action.cpu_us if action and is_known and action.HasField("cpu_us") else None,
                sum(seat.refusals.values()),
            )
        )
    return tuple(moments)


def _runs(events: Events) -> Iterator[tuple[tuple[int, ...] | None, Events]]:
    """Yield events that follow each other and are told to the same seats, which are put on the wire at once."""
    if isinstance(events, PublicEvents):
        yield None, events
        return
    for audience, run in itertools.groupby(events, operator.attrgetter("audience")):
        yield audience, [*run]


def _only(audience: tuple[int, ...] | None) -> int | None:
    """Return the one seat that is told of an event."""
    return audience[0] if audience is not None and len(audience) == 1 else None
