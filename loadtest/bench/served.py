"""Plays whole matches in this process as a server does, from lobby to replay, but without gRPC.

Lobby, session, match, journal and replay are those of the server. All seats of a match are on one
stream, and both ends of it are in this process. Their answers are made beforehand, at random: a
match with the same seed and answers is the same in every version of the rules' code. Seconds are
processor time, without the time that the bots take to read and answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gamereferee.v1 import play_service_pb2 as wire
from referee.core.clock import SystemClock
from referee.core.config import GameConfig
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.core.time_control import SECOND, TimeControl
from referee.replay.wire import packed
from referee.server.hosting.observer import NO_TELEMETRY, Telemetry
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process.config import Listen, ServerConfig
from referee.server.process.lag import LagMeter
from referee.server.process.logs import configure_logs, get_log
from referee.server.services.session import PlaySession

__all__ = ["Script", "Served", "open_matches", "script", "serve"]

_HOUR = TimeControl(move_time_ns=3600 * SECOND, strikes=0)
_ANSWERS = 17
"""Number of the random stream from which the answers of seats are drawn."""


class Script(NamedTuple):
    """Random answers of all seats in a match, chosen before it is played."""

    plugin: AnyPlugin
    """Plugin of the match's game."""
    config: GameConfig
    """Config of the match."""
    num_seats: int
    """Number of seats in the match."""
    seed: int
    """Seed of the match."""
    answers: Mapping[tuple[int, int], wire.Action]
    """Answers by seat and number of the turn; the match's id is filled in later."""
    waiting: frozenset[tuple[int, int]] = frozenset()
    """Seats and numbers of the turns that are open after all answers; empty if the match is over
    then."""


class Served(NamedTuple):
    """Totals of matches that were played as a server does: turns, bytes, and processor time."""

    matches: int
    """Number of matches."""
    cpu_s: float
    """Processor time of the referee, in seconds."""
    turns: int
    """Number of turns that were sent to bots."""
    num_bytes: int
    """Number of bytes that were sent to bots."""


def script(
    plugin: AnyPlugin,
    num_seats: int,
    seed: int,
    config: GameConfig | None = None,
    points: int | None = None,
) -> Script:
    """Return random legal answers for all seats of a match.

    Args:
        plugin: Plugin of the game.
        num_seats: Number of seats.
        seed: Seed of the match.
        config: Config of the match; None means the default.
        points: Number of decision points to answer; None means all of the match.
    """
    game, codec = plugin.game, plugin.codec
    config = game.config_class() if config is None else config
    state, _ = game.start(config, seed=seed, num_seats=num_seats)
    dice, turns = Stream(seed, _ANSWERS), [0] * num_seats
    answers: dict[tuple[int, int], wire.Action] = {}
    for _ in itertools.count() if points is None else range(points):
        point = game.decision(state)
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        for seat, action in actions.items():
            turns[seat] += 1
            payload = packed(codec.action_type, codec.encode_action(action))
            turn = turns[seat]
            answers[seat, turn] = wire.Action(seat=seat, turn=turn, payload=payload)
        game.step(state, actions)
    point = game.decision(state)
    waiting = () if point is None else [(seat, turns[seat] + 1) for seat in point.seats]
    return Script(plugin, config, num_seats, seed, answers, frozenset(waiting))


def serve(*scripts: Script, at_least_s: float = 0.0, telemetry: Telemetry = NO_TELEMETRY) -> Served:
    """Play matches one after another, over and over, each at least once; return their totals.

    Args:
        scripts: Answers of the matches.
        at_least_s: Processor time in seconds after which no other match is begun.
        telemetry: Counts and observes the matches.

    Raises:
        RuntimeError: The referee rejected an answer.
    """
    configure_logs("error")
    with tempfile.TemporaryDirectory(prefix="served-") as folder:
        return asyncio.run(_serve(scripts, at_least_s, Path(folder), telemetry))


async def _serve(
    scripts: tuple[Script, ...], at_least_s: float, folder: Path, telemetry: Telemetry
) -> Served:
    clock, meter = SystemClock(), LagMeter()
    config = ServerConfig(listen=(Listen("unix:none", is_local=True),), data_dir=folder)
    lobby = Lobby(config, clock, meter, telemetry=telemetry)
    played, cpu_s, turns, num_bytes = 0, 0.0, 0, 0
    while played < len(scripts) or cpu_s < at_least_s:
        began = time.process_time()
        bots = _Bots(lobby, scripts[played % len(scripts)])
        await PlaySession(bots, lobby, clock=clock, meter=meter, log=get_log()).run()
        await lobby.replays_written()
        # Referee and bots share this process: what the bots used is subtracted.
        cpu_s += time.process_time() - began - bots.cpu_s
        turns, num_bytes, played = turns + bots.turns, num_bytes + bots.num_bytes, played + 1
    await lobby.close()
    return Served(played, cpu_s, turns, num_bytes)


@contextlib.asynccontextmanager
async def open_matches(
    lobby: Lobby, script: Script, number: int, time_control: TimeControl = _HOUR
) -> AsyncIterator[None]:
    """Keep matches open that wait for their next answers, all on one stream, while the context is open.

    Args:
        lobby: Lobby that creates the matches.
        script: Answers that are given first; the matches must not be over after them.
        number: Number of matches.
        time_control: Time control of the matches.
    """
    bots = _Bots(lobby, script, number, time_control)
    session = PlaySession(bots, lobby, clock=SystemClock(), meter=LagMeter(), log=get_log())
    task = asyncio.create_task(session.run())
    turns = number * (len(script.answers) + len(script.waiting))
    # The session runs on the same loop and goes on whenever this gives way.
    while bots.turns < turns and not task.done():
        await asyncio.sleep(0)
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class _Bots:
    """Bots of all seats of some matches, as the one stream on which the session reads and writes.

    Args:
        lobby: Lobby that creates the matches.
        script: Answers of the seats, the same in each match.
        number: Number of matches.
        time_control: Time control of the matches.
    """

    def __init__(
        self, lobby: Lobby, script: Script, number: int = 1, time_control: TimeControl = _HOUR
    ) -> None:
        self._answers = script.answers
        request = MatchRequest(
            plugin=script.plugin,
            config=script.config,
            num_seats=script.num_seats,
            time_control=time_control,
            fixed_seed=script.seed,
        )
        hosts = [lobby.create(request) for _ in range(number)]
        self._left = number * script.num_seats
        tokens = [token for host in hosts for token in lobby.tokens(host)]
        joins = [wire.Join(token=token) for token in tokens]
        self._sent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._sent.put_nowait(wire.PlayRequest(joins=joins).SerializeToString())
        self.cpu_s = 0.0
        """Processor time that these bots have used, in seconds."""
        self.turns = 0
        """Number of turns that these bots have received."""
        self.num_bytes = 0
        """Number of bytes that these bots have received."""

    def hang_up(self) -> None:
        """Close the bots' side of the stream."""
        self._sent.put_nowait(None)

    async def read(self) -> object:
        """Return the bots' next request, or None at the end; see `PlayStream.read`."""
        return await self._sent.get()

    async def write(self, message: bytes, /) -> None:
        """Receive a message of the referee and queue the answers; see `PlayStream.write`."""
        began = time.process_time()
        response = wire.PlayResponse.FromString(message)
        if response.rejections or response.missed:
            self.hang_up()
            raise RuntimeError(f"the referee does not take all answers: {response!s:.500}")
        self.num_bytes += len(message)
        self.turns += len(response.turns)
        request = wire.PlayRequest()
        for turn in response.turns:
            answer = self._answers.get((turn.seat, turn.turn))
            if answer is not None:
                # Drawn without a match id, because the same script is played in many matches.
                answer.match_id = turn.match_id
                request.actions.append(answer)
        if response.HasField("ping"):
            request.pongs.add(number=response.ping.number)
        if request.actions or request.pongs:
            self._sent.put_nowait(request.SerializeToString())
        self._left -= len(response.ends)
        if not self._left:
            self.hang_up()
        self.cpu_s += time.process_time() - began
