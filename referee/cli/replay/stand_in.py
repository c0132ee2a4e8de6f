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
from referee.match.events import ActionReceived, SeatResigned, Spoken
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
        if feed is not None:
            feed.attach(host)
        await referee.seat_bots(host, house, seed)
        following = asyncio.create_task(_follow(host, scripts, feed))
        await referee.wait_for_end(host)
        await following
    return referee.result(host)


async def _follow(host: MatchHost, scripts: Mapping[int, Script | None], feed: Feed | None) -> None:
    """Play all seats that have a script until the match is over.

    The turns of the seat of `feed`, if there is one, are left to `feed`.
    """
    watcher = Watcher()
    host.watch(watcher)  # shows the match as it stands at once, then every step
    said: set[int] = set()
    while await watcher.next() is not None:
        _decide_all(host, scripts, said, feed)


def _decide_all(
    host: MatchHost, scripts: Mapping[int, Script | None], said: set[int], feed: Feed | None
) -> None:
    """Decide all open turns of seats with a script, and the turns that open as a result.

    Args:
        host: Host of the match.
        scripts: Script of each such seat; None gives every turn up.
        said: Numbers of steps after which scripted messages have been sent already; changed in
            place.
        feed: Decides the turns of its own seat, which are left out here; None if there is no such
            seat.
    """
    seats = host.machine.seats
    # An answer may open the next turns at once, so go on until no scripted seat has to decide.
    while True:
        if host.machine.steps not in said:
            said.add(host.machine.steps)
            _say_all(host, scripts)
        if feed is not None:
            feed.look()
        due = [s for s in scripts if seats[s].is_open and (feed is None or s != feed.seat)]
        if not due:
            return
        for seat in due:
            # A decision before this one may have ended the turn or the match.
            if seats[seat].is_open:
                _decide(host, seat, seats[seat].turn, scripts[seat])


def _say_all(host: MatchHost, scripts: Mapping[int, Script | None]) -> None:
    """Send the chat messages of seats with a script that were recorded after the present number of steps.

    The match may reject them.
    """
    steps = host.machine.steps
    for seat, script in scripts.items():
        for said in () if script is None else script.said(steps):
            turn, now_ns = host.machine.seats[seat].turn, SystemClock().now_ns()
            host.apply(Spoken(seat, turn, said.channel, said.text.encode(), 0, now_ns))


def _decide(host: MatchHost, seat: int, turn: int, script: Script | None) -> None:
    now_ns = SystemClock().now_ns()
    taken = None if script is None else script.answer(turn)
    if taken is not None:
        host.apply(ActionReceived(seat, turn, taken.action, taken.payload, now_ns, 0))
    elif script is not None and script.forfeit is not None and script.leaves(turn):
        host.apply(SeatResigned(seat, now_ns, script.forfeit))
    else:
        host.skip(seat, turn, now_ns)
