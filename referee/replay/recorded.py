"""A replay as a source of frames: simulated again, and seen by one seat or by all."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gamereferee.v1 import play_service_pb2
from referee.core.errors import FieldError
from referee.core.game import Event
from referee.core.text import printable
from referee.core.view import Fields, Sight
from referee.games import generic_view
from referee.match.machine import MatchMachine
from referee.replay.frames import Frame, Heading, as_plain, events_of, outcome_lines
from referee.replay.reader import Replay, load
from referee.replay.wire import said_to_wire

__all__ = ["RecordedSource"]


class RecordedSource:
    """Frames of a replay.

    Args:
        path: The file.
        seat: Whose eyes to look through; None for everybody's.

    Raises:
        ReplayError: The file is missing or damaged, or of a version not known here.
        FieldError: There is no such seat.
    """

    def __init__(self, path: Path, seat: int | None) -> None:
        self._replay: Replay = load(path)
        header = self._replay.header
        if seat is not None and not 0 <= seat < header.num_seats:
            raise FieldError("seat", f"from 0 to {header.num_seats - 1}", seat)
        self._seats = list(range(header.num_seats)) if seat is None else [seat]
        self._is_all = seat is None
        self._view = generic_view.view_of(self._replay.plugin)
        codec = self._replay.plugin.codec
        encode = codec.encode_config if self._is_all else codec.encode_public_config
        given = [*header.players, *[""] * header.num_seats][: header.num_seats]
        players = tuple(printable(name) or f"seat {index}" for index, name in enumerate(given))
        self.heading = Heading(
            match_id=header.match_id,
            plugin=self._replay.plugin,
            players=players,
            config=as_plain(codec.config_type, encode(self._replay.config)),
            eyes="everything" if seat is None else f"seat {seat}, {players[seat]}",
        )
        """What is watched."""

    def frames(self) -> Iterator[Frame]:
        """Yield one frame for the start, for each step and for the end.

        Raises:
            ReplayError: A record doesn't follow from those before it.
        """
        replay = self._replay
        end, secret = replay.end, replay.secret
        seed = end.reveal.server_seed if end else secret.server_seed if secret else b""
        machine = replay.machine(seed)
        before: Sight | None = None
        for _, record in replay.redone(machine):
            match record.WhichOneof("record"):
                case "start" | "step":
                    before = sight = self._view.followed(before, self._sight(machine))
                    phase = machine.point.phase if machine.point else ""
                    yield Frame(machine.steps, phase, sight, said=self._said(machine))
                case "end":
                    told = outcome_lines(record.end.outcome, self.heading.players)
                    nothing = Sight({}, (), self.heading.config, self.heading.players)
                    last = dataclasses.replace(before or nothing, events=(), told_to=())
                    yield Frame(machine.steps, "", last, told, self._said(machine))

    def stop(self) -> None:
        """Nothing waits here."""

    def _sight(self, machine: MatchMachine) -> Sight:
        game = self._replay.plugin.game
        eyes = self._view.eyes(self.heading.config, self._seats)
        seen = self._observed(game.observe(machine.state, eyes))
        observations = dict(zip(eyes, seen, strict=True))
        public = game.observe_public(machine.state)
        told = [
            event
            for event in machine.last_events
            if self._is_all or event.is_told_to(self._seats[0])
        ]
        events = [(fields, _only(event)) for event in told for fields in self._plain([event])]
        return Sight(
            observations,
            [fields for fields, _ in events],
            self.heading.config,
            self.heading.players,
            None if public is None else self._observed([public])[0],
            [seat for _, seat in events] if self._is_all else (),
        )

    def _said(self, machine: MatchMachine) -> tuple[play_service_pb2.Said, ...]:
        """Return what these eyes hear of the messages before the last step, or before the end."""
        return tuple(
            said_to_wire(heard)
            for heard in machine.last_said
            if self._is_all or heard.channel.is_public or self._seats[0] in heard.channel.members
        )

    def _observed(self, observations: Sequence[Any]) -> list[Fields]:
        codec = self._replay.plugin.codec
        encoded = codec.encode_observations(self._replay.config, observations)
        return [as_plain(codec.observation_type, data) for data in encoded]

    def _plain(self, events: list[Event]) -> Sequence[Fields]:
        codec = self._replay.plugin.codec
        return events_of(as_plain(codec.events_type, codec.encode_events(events)))


def _only(event: Event) -> int | None:
    """Return the one seat that is told of an event."""
    return event.audience[0] if event.audience is not None and len(event.audience) == 1 else None
