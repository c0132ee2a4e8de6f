"""A replay as a source of frames: simulated once, and shown from any number of points of view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gamereferee.v1 import play_service_pb2, replay_pb2
from referee.core.errors import FieldError
from referee.core.text import distinct_names
from referee.games import generic_view
from referee.games.sights import Eyes, Looker, SeenStep
from referee.match.machine import MatchMachine
from referee.match.talk import Heard
from referee.replay.frames import Frame, Heading, SeatMoment, match_end, outcome_lines
from referee.replay.reader import Replay, load
from referee.replay.wire import said_to_wire

__all__ = ["DECIDED", "RecordedSource", "Recording", "heard_by"]

DECIDED = {
    replay_pb2.ACTION_KIND_PLAYED: "played",
    replay_pb2.ACTION_KIND_DEFAULTED: "defaulted",
    replay_pb2.ACTION_KIND_FORFEITED: "forfeited",
}
"""Words for how a seat's action was decided."""


class Recording:
    """Frames of a replay, as seen by any set of viewers.

    Args:
        replay: Replay of the match.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        """Replay of the match."""
        header = replay.header
        given = [*header.players, *[""] * header.num_seats][: header.num_seats]
        self.players = distinct_names(given)
        """Players' names in seat order."""
        self._view = generic_view.view_of(replay.plugin)

    def heading(self, eyes: Eyes) -> Heading:
        """Return what a viewer with these eyes (point of view) may know of the match as a whole."""
        told = "everything" if eyes.is_all else "the public"
        return Heading(
            match_id=self.replay.header.match_id,
            plugin=self.replay.plugin,
            players=self.players,
            config=self._looker(eyes).config,
            eyes=told if eyes.seat is None else f"seat {eyes.seat}, {self.players[eyes.seat]}",
        )

    def frames(self, eyes: Sequence[Eyes]) -> Iterator[tuple[Frame, ...]]:
        """Yield one frame per point of view in `eyes` at the start, after each step, and at the end.

        Raises:
            ReplayError: A record is invalid or contradicts earlier ones.
        """
        replay = self.replay
        machine = replay.machine(replay.known_seed)
        lookers = [self._looker(each) for each in eyes]
        for _, record in replay.redone(machine):
            match record.WhichOneof("record"):
                case "start" | "step":
                    step = SeenStep(
                        replay.plugin,
                        replay.config,
                        machine.state,
                        machine.last_events,
                        _played(record.step),
                    )
                    sights = [looker.sight(step) for looker in lookers]
                    told: tuple[str, ...] = ()
                    ended = None
                case "end":
                    sights = [looker.last_sight() for looker in lookers]
                    told = outcome_lines(record.end.outcome, self.players)
                    ended = match_end(record.end.outcome)
                case _:
                    continue
            phase = machine.point.phase if machine.point and not told else ""
            moments = _moments(machine, record.step.actions)
            forfeited = machine.forfeited
            yield tuple(
                Frame(
                    machine.steps,
                    phase,
                    sight,
                    told,
                    _said(machine, each),
                    self._seen(moments, each, is_over=ended is not None),
                    forfeited,
                    ended,
                )
                for sight, each in zip(sights, eyes, strict=True)
            )

    def _seen(
        self, moments: Sequence[SeatMoment], eyes: Eyes, *, is_over: bool
    ) -> tuple[SeatMoment, ...]:
        """Return what these eyes (a point of view) may know of all seats' clocks and faults.

        It is the same as while the match was played. `is_over` says whether the match is over.
        """
        own = eyes.seats(len(moments))
        if is_over or not self.replay.plugin.game.public_clocks:
            return tuple(moments[seat] for seat in own)
        return tuple(
            each
            if each.seat in own
            else SeatMoment(each.seat, each.is_asked, each.is_out, each.bank_us)
            for each in moments
        )

    def _looker(self, eyes: Eyes) -> Looker:
        replay = self.replay
        return Looker(replay.plugin, replay.config, eyes, players=self.players, view=self._view)


class RecordedSource:
    """Frames of a replay from one point of view.

    Args:
        path: Path of the replay.
        seat: Seat whose view is shown; None to show everything.

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
        """Heading of the match that is watched."""

    def frames(self) -> Iterator[Frame]:
        """Yield one frame for the start, for each step and for the end.

        Raises:
            ReplayError: A record is invalid or contradicts earlier ones.
        """
        for (frame,) in self._recording.frames((self._eyes,)):
            yield frame

    def stop(self) -> None:
        """Do nothing: frames of a replay never wait."""


def _played(step: replay_pb2.StepRecord) -> dict[int, bytes]:
    """Return the serialized actions of a step that seats sent in time, by seat; default ones are left out."""
    return {
        action.seat: action.payload
        for action in step.actions
        if action.kind == replay_pb2.ACTION_KIND_PLAYED
    }


def heard_by(machine: MatchMachine, eyes: Eyes) -> Iterator[Heard]:
    """Yield the last closed decision point's chat messages that a point of view may read."""
    for heard in machine.last_said:
        if eyes.sees(None if heard.channel.is_public else heard.channel.members):
            yield heard


def _said(machine: MatchMachine, eyes: Eyes) -> tuple[play_service_pb2.Said, ...]:
    return tuple(said_to_wire(heard) for heard in heard_by(machine, eyes))


def _moments(
    machine: MatchMachine, actions: Sequence[replay_pb2.ActionRecord]
) -> tuple[SeatMoment, ...]:
    """Return clocks and faults of all seats after a step, or at the end if `actions` is empty.

    `actions` has the records of the seats' actions in the step.
    """
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
                seat.bank_ns // 1000 if seat.terms.has_bank else None,
                seat.strikes,
                DECIDED.get(action.kind, "") if action else "",
                action.elapsed_us if action and is_known else None,
                action.cpu_us if action and is_known and action.HasField("cpu_us") else None,
                sum(seat.refusals.values()),
            )
        )
    return tuple(moments)
