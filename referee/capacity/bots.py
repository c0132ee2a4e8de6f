"""Bots of a capacity check: repeat recorded matches, each seat on its own stream, and answer at once.

`Played` records what a match was like: how late it began, and the slack (part of the move time that
was left) of each decision, from the referee's own measurements. Time that the referee did not
charge, because it was late itself, is counted too: a referee that forgives its delays is slow all
the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Sequence

import grpc.aio
from google.protobuf.duration_pb2 import Duration

from gamereferee.v1 import lobby_service_pb2 as lobby_wire
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from referee.capacity.scripts import Script
from referee.core.clock import Clock
from referee.core.time_control import SECOND
from referee.replay.wire import duration

__all__ = ["LEAST_SLACK", "Bots", "Played"]

LEAST_SLACK = 0.5
"""Part of the move time that must be left at 99 % of the decisions for the referee to have kept up."""

_JOIN_LIMIT_NS = 30 * SECOND
_LONGEST_NS = 24 * 3600 * SECOND
"""Move time in nanoseconds (one day) for matches that are held open to measure memory, in which nobody
answers the last turns.
"""


@dataclasses.dataclass(slots=True)
class Played:
    """What the bots recorded of one match: begin, end, time left in decisions, and the first problem."""

    due_ns: int
    """Time at which the match was to begin, in nanoseconds of the clock."""
    begun_ns: int | None = None
    """Time at which a bot read the match's first turn, in nanoseconds of the clock; None before."""
    over_ns: int | None = None
    """Time at which all seats had read the end of the match, in nanoseconds of the clock; None
    before.
    """
    slacks: list[float] = dataclasses.field(default_factory=list)
    """Slack of each decision whose time is known: the part of the move time that was left when the
    referee read the answer, if all the time since the hand-over had been charged. A missed
    deadline has 0.
    """
    short: int = 0
    """Number of decisions of the match whose slack was below `LEAST_SLACK`."""
    answered: int = 0
    """Number of decisions that were answered with the script's action."""
    missed: int = 0
    """Number of deadlines missed in the match."""
    problem: str = ""
    """First thing in the match that did not go as in its script (the match drawn beforehand); empty if
    there is none.
    """

    @property
    def is_good(self) -> bool:
        """Whether the match is over and went as in its script."""
        return self.over_ns is not None and not self.problem

    def note(self, slack: float) -> None:
        """Add the slack of one more decision: the part of the move time that was left."""
        self.slacks.append(slack)
        self.short += slack < LEAST_SLACK


@dataclasses.dataclass(slots=True)
class _Course:
    """State that the seats of one match share while the bots play it: its script, and its course so far."""

    script: Script
    played: Played
    most: int
    """Number of answers in the match after which its seats wait instead of answering, if the script
    has more answers.
    """
    is_given_up: bool = False
    """Whether a seat of the match has resigned."""
    waits: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    """Event that is set when the seats stop answering and wait, with the match still open."""


class Bots:
    """Bots for all seats of any number of matches.

    Args:
        channels: Connections to the referee, at least one, which the streams share.
        scripts: Recorded matches; match number n repeats the answers of the script at index n modulo
            their number.
        clock: Source of the time.
        move_time_ns: Nanoseconds for a decision; there is no bank, and missed deadlines don't forfeit.
        metadata: Metadata of calls of the lobby, such as the organizer key.
    """

    def __init__(
        self,
        channels: Sequence[grpc.aio.Channel],
        scripts: Sequence[Script],
        *,
        clock: Clock,
        move_time_ns: int,
        metadata: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._lobby = LobbyServiceStub(channels[0])
        self._plays = [PlayServiceStub(channel) for channel in channels]
        self._metadata = tuple(metadata)
        self._scripts = scripts
        self._clock = clock
        self._move_time_ns = move_time_ns
        self.decisions = sum(len(script.answers) for script in scripts) / len(scripts)
        """Number of decisions of a match, on average over the scripts."""
        self.points = max(script.points for script in scripts)
        """Highest number of decision points of a match, over the scripts."""
        self._streams = 0
        self._open: set[str] = set()
        self._held: list[asyncio.Task[None]] = []

    async def play(self, number: int, played: Played) -> None:
        """Play a match to its end, or to the end of its script, where all seats resign.

        Args:
            number: Number of the match, from 0; it chooses the script.
            played: Filled in while the match is played; complete when this returns.
        """
        script = self._scripts[number % len(self._scripts)]
        course = _Course(script, played, most=len(script.answers))
        try:
            made = await self._create(script, self._move_time_ns)
            async with asyncio.TaskGroup() as seats:
                for token in made.seat_tokens:
                    seats.create_task(self._seat(token, course))
        # A failed call is a result of the measurement, not an error of the check.
        except* (grpc.aio.AioRpcError, asyncio.InvalidStateError) as group:
            played.problem = played.problem or _told(group)
        else:
            self._open.discard(made.match.match_id)
            played.over_ns = self._clock.now_ns()
            if played.answered != course.most:
                played.problem = played.problem or (
                    f"{played.answered} of {course.most} decisions were asked for"
                )

    async def hold(self, number: int) -> None:
        """Play a match nearly to the end of its script, and leave it open with its streams.

        Args:
            number: Number of the match, from 0; it chooses the script.

        Raises:
            AioRpcError: The referee does not take the match.
        """
        script = self._scripts[number % len(self._scripts)]
        most = max(0, len(script.answers) - script.num_seats)
        course = _Course(script, Played(self._clock.now_ns()), most)
        made = await self._create(script, _LONGEST_NS)
        tasks = [asyncio.create_task(self._seat(token, course)) for token in made.seat_tokens]
        self._held += tasks
        waits = asyncio.create_task(course.waits.wait())
        await asyncio.wait([waits, *tasks], return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
        for task in tasks:
            if task.done():
                task.result()

    async def clear(self) -> None:
        """Abort all matches that these bots have begun and that are not over."""
        for task in self._held:
            task.cancel()
        await asyncio.gather(*self._held, return_exceptions=True)
        self._held.clear()
        for match_id in sorted(self._open):
            request = lobby_wire.AbortMatchRequest(match_id=match_id, reason="the check is over")
            with contextlib.suppress(grpc.aio.AioRpcError):  # it is over
                await self._lobby.AbortMatch(request, metadata=self._metadata)
        self._open.clear()

    async def _create(self, script: Script, move_time_ns: int) -> lobby_wire.CreateMatchResponse:
        request = lobby_wire.CreateMatchRequest(
            game=script.game, num_seats=script.num_seats, label="capacity"
        )
        request.config_json = script.config_json
        request.seed_policy.fixed = script.seed
        request.time_control.move_time.CopyFrom(duration(move_time_ns))
        request.time_control.join_limit.CopyFrom(duration(_JOIN_LIMIT_NS))
        # A seat that is late must go on: a forfeit would end its match too soon, and lighten the
        # load.
        request.time_control.strikes = 0
        made: lobby_wire.CreateMatchResponse = await self._lobby.CreateMatch(
            request, metadata=self._metadata
        )
        self._open.add(made.match.match_id)
        return made

    async def _seat(self, token: str, course: _Course) -> None:
        """Join a seat by its token, and answer its turns until its match (`course`) is over or given up.

        The answers are those of the match's script.
        """
        # Streams take the connections in turn, so that none carries them all.
        call = self._plays[self._streams % len(self._plays)].Play()
        self._streams += 1
        try:
            await call.write(wire.PlayRequest(joins=[wire.Join(token=token)]))
            while isinstance(response := await call.read(), wire.PlayResponse):
                request = self._answer(response, course)
                if request.ByteSize():
                    await call.write(request)
                if response.ends:
                    return
            course.played.problem = course.played.problem or "the referee ended a stream"
        finally:
            call.cancel()

    def _answer(self, response: wire.PlayResponse, course: _Course) -> wire.PlayRequest:
        """Return the message to send back to a message from the referee: answers, resignations, pongs.

        Slacks, missed deadlines and the first problem are recorded in the match's `Played`. `course`
        is the state of the match.
        """
        played, request = course.played, wire.PlayRequest()
        if not course.is_given_up:  # resignations may cross the end of the match
            for rejected in response.rejections:
                played.problem = played.problem or f"the referee rejects: {rejected.text}"
        for missed in response.missed:
            played.missed += 1
            played.note(0.0)
            played.problem = played.problem or f"a deadline was missed, by seat {missed.seat}"
        if response.HasField("ping"):
            request.pongs.add(number=response.ping.number)
        for turn in response.turns:
            self._note(turn, played)
            answer = course.script.answers.get((turn.seat, turn.turn))
            # The match is held open: its turns stay unanswered, and the streams stay.
            if course.most < len(course.script.answers) and played.answered >= course.most:
                course.waits.set()
            # Past the end of the script, or off its course, where the drawn answers mean nothing.
            elif answer is None or played.problem:
                course.is_given_up = True
                request.resigns.add(match_id=turn.match_id, seat=turn.seat)
            else:
                played.answered += 1
                request.actions.add(
                    match_id=turn.match_id, seat=turn.seat, turn=turn.turn, payload=answer
                )
        return request

    def _note(self, turn: wire.Turn, played: Played) -> None:
        """Record in `played` when the match began, and the slack of the seat's last decision.

        The slack is the part of the move time that was left, as `turn` reports it.
        """
        if played.begun_ns is None:
            played.begun_ns = self._clock.now_ns()
        if turn.clock.HasField("last_elapsed"):
            # Lag that the referee did not charge counts as well: a bot has waited for it all the
            # same.
            spent_ns = _ns(turn.clock.last_elapsed) + _ns(turn.clock.last_lag)
            played.note(1 - spent_ns / self._move_time_ns)


def _told(error: BaseException) -> str:
    """Return code and text of a failed gRPC call; for a group of errors, those of the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, grpc.aio.AioRpcError):
        return f"{error.code().name}: {error.details()}"
    return f"a stream was over too soon: {error}"


def _ns(message: Duration) -> int:
    return message.seconds * SECOND + message.nanos
