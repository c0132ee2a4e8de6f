"""Makes frames (what a watcher sees after each step) from the messages of SpectateService."""

from __future__ import annotations

from collections.abc import Sequence

from gamereferee.v1 import match_pb2, spectate_service_pb2
from referee.core.game import AnyPlugin
from referee.core.text import distinct_names
from referee.core.view import Fields, Sight
from referee.games import generic_view
from referee.replay.frames import (
    Deadlines,
    Frame,
    Heading,
    SeatMoment,
    events_of,
    match_end,
    outcome_lines,
    unpacked,
)

__all__ = ["WatchedFrames", "live_heading"]


def live_heading(
    match: match_pb2.Match, plugin: AnyPlugin | None, eyes: str, hint: tuple[str, ...] = ()
) -> Heading:
    """Return the heading of a running match from the server's `Match` message.

    Args:
        match: The match as its server describes it.
        plugin: The match's game; None if the game is not installed here.
        eyes: Whose point of view is shown, as text for people.
        hint: Lines for people, shown while nothing can be seen: why, and what would show more.
    """
    players = distinct_names([seat.player or seat.bot_name for seat in match.seats])
    config = unpacked(match.config) if match.HasField("config") else {}
    return Heading(match.match_id, plugin, players, config, eyes, hint, match.game)


class WatchedFrames:
    """Makes frames from the messages of one match, which must be passed in order.

    Args:
        heading: Heading of the match.
    """

    def __init__(self, heading: Heading) -> None:
        self._heading = heading
        self._view = generic_view.view_of(heading.plugin)
        self._observations: dict[int, Fields] = {}
        self._public: Fields | None = None
        self._before: Sight | None = None
        self._clocks: dict[int, spectate_service_pb2.SeatClock] = {}

    def frame(self, wire: spectate_service_pb2.WatchResponse) -> Frame:
        """Return the frame for `wire`, the match's next message; it continues the frames returned before."""
        heading = self._heading
        if wire.observations:
            self._observations = {
                seen.seat: unpacked(seen.observation) for seen in wire.observations
            }
        if wire.HasField("public_observation"):
            self._public = unpacked(wire.public_observation)
        events: Sequence[Fields] = ()
        if wire.HasField("events"):
            events = events_of(unpacked(wire.events))
        told_to = [None if seat < 0 else seat for seat in wire.told_to]
        told = Sight(
            self._observations, events, heading.config, heading.players, self._public, told_to
        )
        moments = {clock.seat: _public_moment(clock) for clock in wire.public_clocks}
        moments |= {clock.seat: self._moment(clock) for clock in wire.clocks}
        self._clocks = {clock.seat: clock for clock in wire.clocks} or self._clocks
        self._before = sight = self._view.followed(self._before, told)
        outcome: tuple[str, ...] = ()
        end = None
        if wire.HasField("outcome"):
            outcome = outcome_lines(wire.outcome, heading.players)
            end = match_end(wire.outcome)
        forfeited = tuple(wire.forfeited)
        said = tuple(wire.said)
        return Frame(
            wire.step,
            wire.phase,
            sight,
            outcome,
            said,
            tuple(moments[seat] for seat in sorted(moments)),
            forfeited,
            end,
            _deadlines(wire.deadlines) if wire.HasField("deadlines") else None,
        )

    def _moment(self, clock: spectate_service_pb2.SeatClock) -> SeatMoment:
        before = self._clocks.get(clock.seat)
        is_answered = before is not None and clock.decisions > before.decisions
        is_missed = before is not None and clock.strikes > before.strikes
        is_timed = is_answered and clock.HasField("last_elapsed")
        return SeatMoment(
            clock.seat,
            clock.asked,
            clock.out,
            clock.bank_left.ToMicroseconds() if clock.HasField("bank_left") else None,
            clock.strikes,
            "played" if is_answered else "defaulted" if is_missed else "",
            clock.last_elapsed.ToMicroseconds() if is_timed else None,
            refusals=clock.refusals,
        )


def _public_moment(clock: spectate_service_pb2.PublicClock) -> SeatMoment:
    bank_us = clock.bank_left.ToMicroseconds() if clock.HasField("bank_left") else None
    return SeatMoment(clock.seat, clock.asked, clock.out, bank_us)


def _deadlines(wire: spectate_service_pb2.Deadlines) -> Deadlines:
    latest_us = wire.latest.ToMicroseconds() if wire.HasField("latest") else None
    seats = {each.seat: each.deadline.ToMicroseconds() for each in wire.seats}
    return Deadlines(wire.now.ToMicroseconds(), latest_us, seats)
