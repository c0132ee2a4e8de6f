"""Resumes a match from records of a replay and plays it on, for `replay rerun` and `replay feed`.

Scripts, which repeat recorded decisions, play the seats without a bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from gamereferee.v1 import replay_pb2
from referee.cli.play.bots import BotSpec, Started
from referee.cli.play.own_referee import MatchResult, OwnReferee
from referee.cli.replay.feeding import Feed
from referee.core.clock import SystemClock
from referee.match import events as ev
from referee.replay.journal import JOURNAL_SUFFIX, JournalWriter
from referee.replay.rerun import Script
from referee.server.hosting.host import MatchHost
from referee.server.hosting.watch_views import Watcher
from referee.server.process.lag import LagMeter

__all__ = ["play_on"]


async def play_on(
    bots: Started,
    records: Sequence[replay_pb2.Record],
    specs: Sequence[BotSpec | None],
    scripts: Mapping[int, Script | None],
    replay_dir: Path,
    meter: LagMeter,
    *,
    feed: Feed | None = None,
    seed: int | None = None,
) -> MatchResult:
    """Resume a match from its records and play it to its end; return its result.

    Args:
        bots: Folder and address of the referee, and the processes of bots that are commands.
        records: Header, secret, and all other records so far.
        specs: The player of each seat; None for a seat that a script plays.
        scripts: Script of each seat without a bot; None gives every turn up.
        replay_dir: Folder that the replay is moved to.
        meter: Lag meter of the event loop.
        feed: Asks a bot for each turn of one seat, and plays the seat's recorded decisions in place
            of the bot's; None if no seat is played so.
        seed: Seed of the house bots' random choices; None draws one.
    """
    match_id = records[0].header.match_id
    journals = bots.folder / "data" / "journals"
    journals.mkdir(parents=True)
    # As a server leaves it behind when it stops: at its start the referee resumes the match.
    journal = JournalWriter(journals / f"{match_id}{JOURNAL_SUFFIX}")
    for record in records:
        journal.append(record.SerializeToString())
    journal.flush()
    journal.close()
    referee = OwnReferee(bots, specs, replay_dir, meter)
    async with referee.open() as house:
        host = referee.server.lobby.match(match_id)
        scripted = _ScriptedSeats(host, scripts, feed)
        await referee.seat_bots(host, house, seed)
        following = asyncio.create_task(scripted.follow())
        await referee.wait_for_end(host)
        await following
    return referee.result(host)


class _ScriptedSeats:
    """Plays the seats of a match that have a script.

    Scripts have no clock: their decisions were in time when they were recorded, and the match takes
    them as such however late this process is.

    Args:
        host: Host of the match.
        scripts: Script of each such seat; None gives every turn up.
        feed: Decides the turns of its own seat, which are left out here; None if there is no such
            seat.
    """

    def __init__(
        self, host: MatchHost, scripts: Mapping[int, Script | None], feed: Feed | None
    ) -> None:
        self._host = host
        self._scripts = scripts
        self._feed = feed
        self._clock = SystemClock()
        self._said: set[int] = set()
        """Numbers of steps after which scripted messages have been sent already."""
        if feed is not None:
            feed.attach(host)
        host.editor = self._edited

    async def follow(self) -> None:
        """Play the seats with a script until the match is over."""
        watcher = Watcher()
        self._host.watch(watcher)  # shows the match as it stands at once, then every step
        while await watcher.next() is not None:
            self._decide_all()

    def _edited(self, event: ev.MatchEvent) -> ev.MatchEvent | None:
        # Before time passes, since it would expire scripted turns that this process has not reached yet.
        if isinstance(event, ev.TimePassed):
            self._decide_all()
        return event if self._feed is None else self._feed.edited(event)

    def _decide_all(self) -> None:
        """Decide all open turns of seats with a script, and the turns that open as a result."""
        seats, feed = self._host.machine.seats, self._feed
        # An answer may open the next turns at once, so go on until no scripted seat has to decide.
        while True:
            self._say_all()
            if feed is not None:
                feed.look()
            due = [
                seat
                for seat in self._scripts
                if seats[seat].is_open and (feed is None or seat != feed.seat)
            ]
            if not due:
                return
            for seat in due:
                # A decision before this one may have ended the turn or the match.
                if seats[seat].is_open:
                    self._decide(seat)

    def _say_all(self) -> None:
        """Send the chat messages that the recorded seats sent after this number of steps of the match.

        They are sent once for each number of steps; the match may reject them.
        """
        host = self._host
        steps = host.machine.steps
        if steps in self._said:
            return
        self._said.add(steps)
        for seat, script in self._scripts.items():
            for said in () if script is None else script.said(steps):
                turn, now_ns = host.machine.seats[seat].turn, self._clock.now_ns()
                host.apply(ev.Spoken(seat, turn, said.channel, said.text.encode(), 0, now_ns))

    def _decide(self, seat: int) -> None:
        host, script, now_ns = self._host, self._scripts[seat], self._clock.now_ns()
        state = host.machine.seats[seat]
        turn = state.turn
        taken = None if script is None else script.answer(turn)
        if taken is not None:
            at_ns = state.in_time_ns(now_ns)
            host.apply(ev.ActionReceived(seat, turn, taken.action, taken.payload, at_ns))
        elif script is not None and script.forfeit is not None and script.leaves(turn):
            host.apply(ev.SeatResigned(seat, now_ns, script.forfeit))
        else:
            host.skip(seat, turn, now_ns)
