"""`python -m loadtest.clock_attacks`: can a bot gain time to think by what it sends along with its answers?

For each game and each kind of attack one match is played in which seat 0 thinks for a fixed time.
While it thinks it sends messages that nobody asked for, on its own stream and on further streams;
then it answers. Its gain is the time that it thought and was not charged for. At the same time a
duel of Diceman is played as fast as possible; its time from an answer to the next turn shows what
the attack costs others.

    python -m loadtest.clock_attacks
    python -m loadtest.clock_attacks --games champions --attacks dear stale --streams 1 4

A gain is judged by the lag margin (the grace after a deadline), the time of others by the same duel
during a match without an attack.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import json
import shlex
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, TypeAlias

import grpc.aio

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.capacity import GAMES
from loadtest.local_referee import local_referee
from loadtest.target import Target
from referee.capacity.scripts import Script, draw_scripts
from referee.core.errors import MalformedError
from referee.games.registry import find
from referee.testing.dear import action_descriptor, dear_payloads
from referee_client.lobby import time_control

__all__ = ["ATTACKS", "Cell", "main"]

MOVE_S = 2.0
"""Seconds for a decision; no turn may expire in an experiment."""
MARGIN_S = 0.05
"""Lag margin (grace after a deadline) of the matches, in seconds."""
THINK_S = 0.25
"""Seconds for which the attacker thinks about each turn."""
MESSAGES = 20
"""Number of messages that the attacker sends meanwhile on each of its streams."""
PAYLOAD = 65_000
"""Number of bytes in a long payload."""

_Stream: TypeAlias = Any  # a call of grpc.aio, which is untyped


@dataclasses.dataclass(frozen=True, slots=True)
class Aim:
    """The turn during which an attack is sent, and the data from which its messages are made."""

    match_id: str
    """Identifier of the attacker's match."""
    token: str
    """Token of the attacker's seat."""
    turn: wire.Turn
    """The open turn of the attacker's seat."""
    payload: Any
    """Packed action with which the attacker is going to answer."""
    dear: bytes
    """Payload of the game's action that takes the most processor time to read."""


def _action(aim: Aim, *, turn: int, value: bytes | None = None, match: str = "") -> wire.Action:
    action = wire.Action(match_id=match or aim.match_id, seat=0, turn=turn)
    action.payload.CopyFrom(aim.payload)
    if value is not None:
        action.payload.value = value
    return action


def _actions(make: Callable[[Aim], wire.Action]) -> Callable[[Aim], wire.PlayRequest]:
    return lambda aim: wire.PlayRequest(actions=[make(aim)])


ATTACKS: dict[str, Callable[[Aim], wire.PlayRequest]] = {
    "garbage": _actions(lambda aim: _action(aim, turn=999, value=b"\xff" * PAYLOAD)),
    "dear": _actions(lambda aim: _action(aim, turn=999, value=aim.dear)),
    "stale": _actions(lambda aim: _action(aim, turn=aim.turn.turn - 1)),
    "early": _actions(lambda aim: _action(aim, turn=aim.turn.turn + 1)),
    "foreign": _actions(lambda aim: _action(aim, turn=aim.turn.turn, match="m" * 16)),
    "says": lambda aim: wire.PlayRequest(
        says=[wire.Say(match_id=aim.match_id, seat=0, turn=999, channel="all", text=b"x" * PAYLOAD)]
    ),
    "joins": lambda aim: wire.PlayRequest(joins=[wire.Join(token=aim.token[:-1] + "!")]),
    "again": lambda aim: wire.PlayRequest(joins=[wire.Join(token=aim.token)]),
    "pings": lambda aim: wire.PlayRequest(ping=wire.Ping(number=aim.turn.turn)),
    "lanes": lambda _: wire.PlayRequest(
        lane_answers=[wire.LaneAnswers(lane=9, rows=b"\0" * PAYLOAD, turns=b"\0" * PAYLOAD)]
    ),
    "unknown": lambda _: wire.PlayRequest.FromString(b"\xfa\x7f\x00" * (PAYLOAD // 3)),
}
"""Functions that make one message of each kind of attack from the turn it is aimed at, by name of
the attack.
"""
NONE = "none"
"""Name of the run without an attack, with which the other runs are compared."""
DUPLICATE = "duplicate"
"""Name of the attack that sends the answer itself again and again, right after it was given."""


@dataclasses.dataclass(slots=True)
class Cell:
    """Time gained by one attack on one game, and steps of the duel that ran meanwhile."""

    game: str
    """Identifier of the game."""
    attack: str
    """Name of the attack."""
    streams: int
    """Number of streams on which the attack was sent."""
    gains_ms: list[float] = dataclasses.field(default_factory=list)
    """Milliseconds of thinking that were not charged, for each turn."""
    steps_ms: list[float] = dataclasses.field(default_factory=list)
    """Milliseconds that each step of the duel took during the attack."""
    ended: int = 0
    """Number of the attacker's streams that the referee has ended."""

    @property
    def gain_ms(self) -> float:
        """Largest gain of time in milliseconds; 0 without a turn."""
        return max(self.gains_ms, default=0.0)

    @property
    def step_ms(self) -> float:
        """Median of the duel's steps in milliseconds; 0 without a step."""
        return statistics.median(self.steps_ms) if self.steps_ms else 0.0


def _clock() -> Any:
    return time_control(move_time=MOVE_S, lag_margin=MARGIN_S, strikes=0)


class _Duel:
    """Two bots of Diceman that answer at once, each on its own stream."""

    def __init__(self, target: Target, script: Script, match: Any) -> None:
        self._target, self._script, self._match = target, script, match
        self.steps_ms: list[float] = []

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for seat, token in enumerate(self._match.seat_tokens):
                group.create_task(self._play(seat, token))

    async def _play(self, seat: int, token: str) -> None:
        async with _stream(self._target) as call:
            await call.write(wire.PlayRequest(joins=[wire.Join(token=token)]))
            answered_s = 0.0
            while isinstance(response := await call.read(), wire.PlayResponse):
                for turn in response.turns:
                    if answered_s and seat == 0:
                        self.steps_ms.append((time.perf_counter() - answered_s) * 1e3)
                    payload = self._script.answers[seat, turn.turn]
                    action = wire.Action(
                        match_id=turn.match_id, seat=seat, turn=turn.turn, payload=payload
                    )
                    await asyncio.sleep(0.005)
                    answered_s = time.perf_counter()
                    await call.write(wire.PlayRequest(actions=[action]))


@contextlib.asynccontextmanager
async def _stream(target: Target) -> AsyncIterator[_Stream]:
    channel = target.aio_channel()
    try:
        yield PlayServiceStub(channel).Play()
    finally:
        await channel.close()


class _Attacker:
    """The bot of seat 0, which sends messages nobody asked for while it thinks."""

    def __init__(self, target: Target, script: Script, match: Any, cell: Cell, dear: bytes) -> None:
        self._target, self._script, self._match, self._cell = target, script, match, cell
        self._more: list[_Stream] = []
        self._dear = dear

    async def run(self, turns: int) -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(self._cell.streams - 1):
                self._more.append(await stack.enter_async_context(_stream(self._target)))
            call = await stack.enter_async_context(_stream(self._target))
            others = [
                await stack.enter_async_context(_stream(self._target))
                for _ in self._match.seat_tokens[1:]
            ]
            async with asyncio.TaskGroup() as group:
                rest = [
                    group.create_task(self._follow(other, seat, token))
                    for seat, (other, token) in enumerate(
                        zip(others, self._match.seat_tokens[1:], strict=True), start=1
                    )
                ]
                await self._play(call, turns)
                for task in rest:
                    task.cancel()

    async def _follow(self, call: _Stream, seat: int, token: str) -> None:
        """Answer all turns of another seat without thinking.

        Args:
            call: Stream on which the seat is played.
            seat: The other seat.
            token: Its token.
        """
        await call.write(wire.PlayRequest(joins=[wire.Join(token=token)]))
        while isinstance(response := await call.read(), wire.PlayResponse):
            for turn in response.turns:
                await call.write(wire.PlayRequest(actions=[self._answer(seat, turn)]))

    def _answer(self, seat: int, turn: wire.Turn) -> wire.Action:
        payload = self._script.answers[seat, turn.turn]
        return wire.Action(match_id=turn.match_id, seat=seat, turn=turn.turn, payload=payload)

    async def _play(self, call: _Stream, turns: int) -> None:
        token = self._match.seat_tokens[0]
        await call.write(wire.PlayRequest(joins=[wire.Join(token=token)]))
        thought_s = 0.0
        played = 0
        try:
            while isinstance(response := await call.read(), wire.PlayResponse):
                read_s = time.perf_counter()
                for turn in response.turns:
                    clock = turn.clock
                    if thought_s and clock.HasField("last_elapsed"):
                        charged_s = clock.last_elapsed.ToMicroseconds() / 1e6
                        self._cell.gains_ms.append((thought_s - charged_s) * 1e3)
                    played += 1
                    if played > turns or (0, turn.turn) not in self._script.answers:
                        return
                    await self._attack(call, turn, token, read_s)
                    await call.write(wire.PlayRequest(actions=[self._answer(0, turn)]))
                    # Up to the end of the write: the attacker may claim all of this as time to
                    # think.
                    thought_s = time.perf_counter() - read_s
                    if self._cell.attack == DUPLICATE:
                        again = wire.PlayRequest(actions=[self._answer(0, turn)])
                        for _ in range(MESSAGES):
                            await call.write(again)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):  # of reading, and of writing
            self._cell.ended += 1

    async def _attack(self, call: _Stream, turn: wire.Turn, token: str, read_s: float) -> None:
        make = ATTACKS.get(self._cell.attack)
        # The attack comes at the end of the time to think, right before the answer, where it can
        # delay the answer's processing most.
        await asyncio.sleep(read_s + THINK_S - time.perf_counter())
        if make is None:
            return
        payload = self._script.answers[0, turn.turn]
        request = make(Aim(self._match.match.match_id, token, turn, payload, self._dear))
        for stream in [*self._more, call]:
            try:
                for _ in range(MESSAGES):
                    await stream.write(request)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                if stream is call:
                    raise
                self._more.remove(stream)
                self._cell.ended += 1


def _dearest(game: str) -> bytes:
    """Return the payload of the game's action that takes longest to read.

    It is chosen from payloads made from the action's descriptor.
    """
    codec = find(game).codec

    def cost_s(data: bytes) -> float:
        begun_s = time.perf_counter()
        with contextlib.suppress(MalformedError):
            codec.decode_action(data)
        return time.perf_counter() - begun_s

    descriptor = action_descriptor(codec.action_type)
    assert descriptor is not None, "games of this project have generated messages"
    return max((each.data for each in dear_payloads(descriptor)), key=cost_s)


async def _measure(
    target: Target, scripts: dict[str, Script], cell: Cell, turns: int, dear: bytes
) -> None:
    """Play one match with an attacker during a duel of two bots, and add the measurements to a cell.

    Args:
        target: Address of the referee, with key and roots.
        scripts: Prepared answers, by game.
        cell: Game and attack to measure; the results are added to it.
        turns: Number of turns that are attacked.
        dear: Payload of the game's action that takes longest to read.
    """
    script, duel_script = scripts[cell.game], scripts["diceman"]
    with target.lobby() as lobby:
        match, duel = (
            lobby.create_match(
                each.game,
                num_seats=each.num_seats,
                config=json.loads(each.config_json or "{}"),
                seed=each.seed,
                time_control=_clock(),
            )
            for each in (script, duel_script)
        )
        beside = _Duel(target, duel_script, duel)
        playing = asyncio.create_task(beside.run())
        await _Attacker(target, script, match, cell, dear).run(turns)
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        cell.steps_ms = beside.steps_ms
        for each in (match, duel):
            with contextlib.suppress(Exception):
                lobby.abort_match(each.match.match_id)


def _table(cells: Sequence[Cell]) -> str:
    lines = [
        "| game | attack | streams | most gained, ms | steps of others, ms | ratio | streams ended |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    quiet = {cell.game: cell.step_ms for cell in cells if cell.attack == NONE}
    for cell in cells:
        ratio = cell.step_ms / quiet.get(cell.game, cell.step_ms) if cell.step_ms else 0.0
        lines.append(
            f"| {cell.game} | {cell.attack} | {cell.streams} | {cell.gain_ms:.1f} | "
            f"{cell.step_ms:.2f} | {ratio:.2f} | {cell.ended} |"
        )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run all combinations that these command-line arguments ask for, and print a table.

    Return the exit status: 1 if a gain exceeds the lag margin (the grace after a deadline), else 0.
    """
    parser = argparse.ArgumentParser(prog="loadtest.clock_attacks", description=__doc__)
    known = [*ATTACKS, DUPLICATE]
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--attacks", nargs="+", choices=known, default=known)
    parser.add_argument("--streams", nargs="+", type=int, default=[1, 4])
    parser.add_argument("--turns", type=int, default=6, help="decisions of each match")
    parser.add_argument("--workers", type=int, default=0, help="worker processes of the referee")
    parser.add_argument("--command", default="", help="what starts the referee, if not this one")
    args = parser.parse_args(argv)
    scripts = {
        game: draw_scripts(game, number=1, decisions=400)[0] for game in {*args.games, "diceman"}
    }
    flags = ["--workers", str(args.workers)] if args.workers else []
    cells: list[Cell] = []
    with local_referee(*shlex.split(args.command), flags=flags) as referee:
        target = Target(referee.address)
        for game in args.games:
            dear = _dearest(game) if "dear" in args.attacks else b""
            for attack in [NONE, *args.attacks]:
                for streams in [1] if attack in (NONE, DUPLICATE) else args.streams:
                    cell = Cell(game, attack, streams)
                    asyncio.run(_measure(target, scripts, cell, args.turns, dear))
                    cells.append(cell)
                    time.sleep(2.5)  # the budget of this machine's callers refills
    print(_table(cells))
    worst = max(cells, key=lambda cell: cell.gain_ms)
    print(f"most gained: {worst.gain_ms:.1f} ms by {worst.attack} in {worst.game}")
    return 0 if worst.gain_ms <= MARGIN_S * 1e3 else 1


if __name__ == "__main__":
    sys.exit(main())
