"""Private referee that `referee play` runs for its own matches, and their results."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import rich.box
import rich.console
import rich.table
from rich.markup import escape

from referee.cli.play.bots import MCP, OUTSIDE, WEB, BotSpec, Started
from referee.cli.play.waiting import Wait, WaitingNotices
from referee.core.clock import Clock, SystemClock
from referee.core.outcome import ForfeitCause, Outcome
from referee.core.plain import Plain
from referee.core.text import printable
from referee.match.events import SeatResigned
from referee.match.seat import SeatState, not_counted_text
from referee.replay.mistakes import first_mistakes
from referee.replay.reader import load
from referee.server.hosting.host import MatchHost
from referee.server.hosting.watch_views import Watcher
from referee.server.lobby.request import MatchRequest
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import LagMeter
from referee.server.serve import Server, running_server
from referee_bots.house import HouseBots

__all__ = ["OwnReferee", "MatchResult", "print_results"]

POLL_S = 0.2
"""Seconds between checks whether the bots' processes still live."""
WAITING_POLL_S = 1.0
"""Seconds between checks for which seats the matches are waiting."""
MISTAKES = 3
"""Highest number of mistakes that are shown for a seat of a match."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchResult:
    """Result of a played match: players, outcome, number of steps, and the path of its replay."""

    match_id: str
    """Id of the match."""
    seed: int
    """Match seed, from which all dice came."""
    players: tuple[str, ...]
    """Names of the players, by seat."""
    outcome: Outcome
    """Outcome of the match: end cause, and placement and score of each seat."""
    steps: int
    """Number of steps of the engine."""
    replay: Path
    """Path of the match's replay."""
    seats: tuple[SeatState, ...]
    """Final state of each seat in the match, such as its numbers of refused orders and missed
    deadlines.
    """

    @property
    def is_void(self) -> bool:
        """Whether the match is void, without placements."""
        return self.outcome.cause.is_void

    def plain(self) -> Plain:
        """Return the result as plain data, as `referee play --json` prints it."""
        seats: list[Plain] = [
            {
                "seat": seat,
                "player": player,
                "placement": result.placement,
                "score": result.score,
                "strikes": result.strikes,
                "given_up": state.given_up,
                "forfeit": result.forfeit.name if result.forfeit else None,
                "refusals": dict(state.refusals),
                "rejections": {reason.name: n for reason, n in state.rejections.items()},
            }
            for seat, (player, result, state) in enumerate(
                zip(self.players, self.outcome.seats, self.seats, strict=True)
            )
        ]
        return {
            "match_id": self.match_id,
            "seed": self.seed,
            "cause": self.outcome.cause.name,
            "steps": self.steps,
            "seats": seats,
            "replay": str(self.replay),
        }


class OwnReferee:
    """A referee on a Unix socket, and the bots that play on it.

    Args:
        bots: Folder and address of the referee, and the processes of bots that are commands.
        specs: The player of each seat; None for a seat whose player is not seated by this object.
        replay_dir: Folder that replays are moved to.
        meter: Lag meter of the event loop.
        clock: Clock that measures how long matches have waited for a seat.
    """

    def __init__(
        self,
        bots: Started,
        specs: Sequence[BotSpec | None],
        replay_dir: Path,
        meter: LagMeter,
        *,
        clock: Clock | None = None,
    ) -> None:
        listen = [parse_listen(bots.address)]
        if any(spec is not None and spec.text in OUTSIDE for spec in specs):
            # A bot that is started elsewhere can't know the private socket; port 0 takes a free
            # one.
            listen.append(parse_listen("127.0.0.1:0"))
        config = ServerConfig(listen=tuple(listen), data_dir=bots.folder / "data")
        self.server = Server(config, meter=meter)
        """Server that runs the matches."""
        self._address = bots.address
        self._specs = specs
        self._processes = bots.processes
        self._replay_dir = replay_dir
        self._clock = clock or SystemClock()
        names = ["" if spec is None else printable(spec.name) for spec in specs]
        self._waiting = WaitingNotices(names, self._clock)
        self._playing: set[MatchHost] = set()
        self._gone: list[int] = []
        """Seats whose bot's process has ended; they are forfeited in every match."""

    async def play_all(
        self, request: MatchRequest, seed: int | None, count: int, parallel: int
    ) -> list[MatchResult]:
        """Play `count` matches, at most `parallel` at once; return their results in order.

        Args:
            request: What each match is to be.
            seed: Match seed of the first match; each further match has the seed after that of the match
                before. None for secret random seeds.
            count: Number of matches.
            parallel: Highest number of matches that run at once.
        """
        slots = asyncio.Semaphore(parallel)
        async with self.open() as house:

            async def one(number: int) -> MatchHost:
                # Created within the slot, for the limit for joining runs from then on.
                async with slots:
                    # Seeds follow the number of the match, not the order in which matches happen to
                    # begin.
                    fixed = None if seed is None else seed + number
                    asked = dataclasses.replace(request, fixed_seed=fixed)
                    host = self.server.lobby.create(asked)
                    await self.seat_bots(host, house, fixed)
                    await self.wait_for_end(host)
                    return host

            hosts = await asyncio.gather(*(one(number) for number in range(count)))
        return [self.result(host) for host in hosts]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[HouseBots]:
        """Run the referee and let the bots' processes begin; yield the house bots of this referee.

        At the end of the block stop the referee, and end the bots' processes: each may take `EXIT_S`
        seconds to exit before it is killed.
        """
        async with running_server(self.server):
            house = HouseBots(self._address)
            for process in self._processes.values():
                # The referee listens by now; a bot that began earlier would find nobody.
                process.begin()
            watches = [
                asyncio.create_task(self._watch_processes()),
                asyncio.create_task(self._watch_waiting()),
            ]
            try:
                yield house
            finally:
                for watch in watches:
                    watch.cancel()
                await house.close()
            # In threads and together, since each may wait `EXIT_S` seconds for its bot to leave.
            closing = [asyncio.to_thread(p.close) for p in self._processes.values()]
            await asyncio.gather(*closing)

    async def seat_bots(self, host: MatchHost, house: HouseBots, seed: int | None) -> None:
        """Give each player of a match the token of its seat.

        The token of a seat whose player is `connect` or `mcp` is printed, for the person that starts
        that bot or agent.

        Args:
            host: Host of the match.
            house: Plays the house bots.
            seed: Seed of the house bots' random choices; None draws one.
        """
        self._playing.add(host)
        for seat, token in enumerate(self.server.lobby.tokens(host)):
            spec = self._specs[seat]
            if spec is None:
                continue
            if spec.house:
                await house.seat(token, host.header.game, spec.house, seed)
            elif spec.command:
                self._processes[seat].give(token)
            else:
                print(_invitation(spec, seat, self.server.addresses[-1], token), file=sys.stderr)

    async def wait_for_end(self, host: MatchHost) -> None:
        """Wait until a match is over."""
        watcher = Watcher()
        host.watch(watcher)
        # A process may have ended before this match began, and that is reported only once.
        for seat in self._gone:
            self._withdraw(host, seat)
        while await watcher.next() is not None:
            pass
        self._playing.discard(host)

    def _withdraw(self, host: MatchHost, seat: int) -> None:
        """Forfeit a seat whose bot's process has ended, since it will answer no more turns.

        Do nothing if the seat is out already: the process may have ended because of that.
        """
        if not host.machine.seats[seat].is_out:
            host.apply(SeatResigned(seat, self._clock.now_ns(), ForfeitCause.GONE))

    async def _watch_processes(self) -> None:
        alive = dict(self._processes)
        while alive:
            for seat, process in list(alive.items()):
                status = process.exit_status()
                if status is not None:
                    command = printable(" ".join(process.command))
                    hint = process.shadowed()
                    line = f"bot of seat {seat} has left: {command}: exit {status}{hint}"
                    print(line, file=sys.stderr)
                    del alive[seat]
                    self._gone.append(seat)
                    # A process plays its seat in all matches.
                    for host in list(self._playing):
                        self._withdraw(host, seat)
            await asyncio.sleep(POLL_S)

    async def _watch_waiting(self) -> None:
        while True:
            self.say_waiting()
            await asyncio.sleep(WAITING_POLL_S)

    def say_waiting(self) -> None:
        """Print the seats for which matches have waited too long; each wait is printed once."""
        for line in self._waiting.look(list(self._waits())):
            print(line, file=sys.stderr, flush=True)

    def _waits(self) -> Iterator[Wait]:
        """Yield what matches wait for now: seats to join, and turns to be answered.

        Left out are turns of a person, who may think as long as he likes, and seats that a script
        plays.
        """
        for host in self._playing:
            for seat, state in enumerate(host.machine.seats):
                spec = self._specs[seat]
                if spec is None or state.is_out or host.machine.outcome is not None:
                    continue
                if not state.joined:
                    yield Wait(host.match_id, seat, 0)
                elif spec.text != WEB and (turn := host.open_turn(seat)):
                    yield Wait(host.match_id, seat, turn)

    def exit_statuses(self) -> dict[int, int]:
        """Return exit statuses of processes that ended without being asked to, by seat."""
        return {seat: p.left_with for seat, p in self._processes.items() if p.left_with is not None}

    def result(self, host: MatchHost) -> MatchResult:
        """Return the result of a match that is over; move its replay to the folder of replays."""
        machine = host.machine
        assert machine.outcome is not None
        source = self.server.lobby.folder.replay_path(host.match_id)
        replay = self._replay_dir / source.name
        # Out of the private folder, which is removed in the end.
        shutil.move(source, replay)
        return MatchResult(
            host.match_id,
            machine.match_seed,
            tuple(host.header.players),
            machine.outcome,
            machine.steps,
            replay,
            tuple(machine.seats),
        )


def print_results(results: Sequence[MatchResult], specs: Sequence[BotSpec]) -> None:
    """Print results for people: each match if there are at most 10, and a summary of several.

    `specs` has the player of each seat.
    """
    console = rich.console.Console()
    # More would bury the summary.
    if len(results) <= 10:
        for result in results:
            told = f"match {result.match_id}, seed {result.seed}: {result.outcome.text}"
            console.print(told, soft_wrap=True)
            for seat, (spec, seat_result, state) in enumerate(
                zip(specs, result.outcome.seats, result.seats, strict=True)
            ):
                place = f"place {seat_result.placement}" if seat_result.placement else "void"
                told = f"  seat {seat} {spec.name}: {place}, score {seat_result.score}"
                if seat_result.strikes:
                    told += f", strikes {seat_result.strikes}"
                if state.given_up:
                    told += f" ({_failures(state.given_up)})"
                if seat_result.forfeit:
                    told += f", forfeited ({seat_result.forfeit.name.lower()})"
                if state.not_counted:
                    told += f", {state.not_counted}"
                # Names come from bots: brackets in them must not be read as markup.
                console.print(escape(told), soft_wrap=True)
                for line in _mistakes(result, seat):
                    console.print(f"    {line}", soft_wrap=True, markup=False, highlight=False)
            console.print(f"  replay {result.replay}", soft_wrap=True)
    if len(results) > 1:
        console.print(_summary(results, specs))
        for seat, spec in enumerate(specs):
            for told in _not_played(results, seat):
                console.print(f"seat {seat} {spec.name}: {told}", soft_wrap=True, markup=False)
            if len(results) > 10:
                _print_first_mistakes(console, results, seat)
        console.print(f"replays are in {results[0].replay.parent}", soft_wrap=True)


def _not_played(results: Sequence[MatchResult], seat: int) -> Iterator[str]:
    """Yield lines about those parts of a seat's play that did not count, summed over all matches.

    The lines give the numbers of turns given up, orders that the rules refused, and rejected
    messages.
    """
    refusals: Counter[str] = Counter()
    rejections: Counter[str] = Counter()
    for result in results:
        state = result.seats[seat]
        refusals.update(state.refusals)
        rejections.update({reason.name: n for reason, n in state.rejections.items()})
    given_up = sum(result.seats[seat].given_up for result in results)
    if given_up:
        yield _failures(given_up)
    not_counted = not_counted_text(refusals, rejections)
    if not_counted:
        yield not_counted


def _print_first_mistakes(
    console: rich.console.Console, results: Sequence[MatchResult], seat: int
) -> None:
    """Print to the console a seat's first mistakes in the first of `results` in which it made any."""
    for result in results:
        lines = _mistakes(result, seat)
        if lines:
            console.print(f"  first in match {result.match_id}:", soft_wrap=True, highlight=False)
            for line in lines:
                console.print(f"    {line}", soft_wrap=True, markup=False, highlight=False)
            return


def _mistakes(result: MatchResult, seat: int) -> list[str]:
    """Return lines of text about a seat's first mistakes in a match; empty if it made none.

    Only a match with mistakes is simulated again, to find their details.
    """
    state = result.seats[seat]
    if not (state.refusals or state.rejections or state.strikes):
        return []
    return first_mistakes(load(result.replay), MISTAKES)[seat]


def _failures(given_up: int) -> str:
    """Return a text that says how many turns a seat's bot has given up, and where to look for the reason."""
    turns = "1 turn" if given_up == 1 else f"{given_up} turns"
    return f"{turns} given up: the bot's own code failed or skipped, see its log"


def _summary(results: Sequence[MatchResult], specs: Sequence[BotSpec]) -> rich.table.Table:
    table = rich.table.Table(box=rich.box.SIMPLE)
    for column in ("seat", "bot", "first alone", "shared first", "not first", "void"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for seat, spec in enumerate(specs):
        first = shared = behind = void = 0
        for result in results:
            places = [seat_result.placement for seat_result in result.outcome.seats]
            if result.is_void:
                void += 1
            elif places[seat] > 1:
                behind += 1
            elif places.count(1) > 1:
                shared += 1
            else:
                first += 1
        table.add_row(str(seat), escape(spec.name), *map(str, (first, shared, behind, void)))
    return table


def _invitation(spec: BotSpec, seat: int, address: str, token: str) -> str:
    """Return what a player from outside needs to know; for an agent, what to paste into its configuration."""
    if spec.text != MCP:
        return f"seat {seat} waits for a bot at {address}, token {token}"
    server = {
        "command": shutil.which("referee") or "referee",
        "args": ["mcp", "--address", address],
        "env": {"REFEREE_TOKENS": token},
    }
    pasted = json.dumps({"mcpServers": {"gamereferee": server}}, indent=2)
    return f"seat {seat} waits for an agent; paste this into its configuration:\n{pasted}"
