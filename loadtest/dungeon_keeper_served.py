"""`python -m loadtest.dungeon_keeper_served`: what one small order of Dungeon Keeper costs at a server.

A match in which every seat has twenty imps, and a bot that sends each of their steps as a separate
batch: forty batches a turn, each answered by an observation. It is played twice, with whole
observations and with deltas. The bot has all seats on one stream and hardly thinks, so that nearly
all time is used by the referee, the network and the reading of messages.
"""

from __future__ import annotations

import argparse
import queue
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as dk
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.local_referee import cpu_seconds, local_referee
from referee_client import Lobby

__all__ = ["Talk", "main", "talk"]

_IMPS = 20
_MANA = 10_000


class Talk(NamedTuple):
    """Measurements of one match: bytes of observations, time, and processor time of the referee."""

    batches: int
    """Number of batches of one order that were sent."""
    refused: int
    """Number of the sent orders that the rules refused."""
    mean_bytes: float
    """Mean bytes of the observation after a batch."""
    seconds: float
    """Seconds from the first turn to the end of the match."""
    cpu_s: float | None
    """Processor time of the referee in the match, in seconds; None where it can't be measured."""


def talk(preset: str, seats: int, rounds: int, *, delta: bool) -> Talk:
    """Play a match of many small batches, and return its measurements.

    Args:
        preset: Name of the preset of the game's config that sets the size of the board.
        seats: Number of seats, all played by this process.
        rounds: Number of rounds, from 2; in the first round the imps are summoned.
        delta: Whether the bot asks for observations that have only the differences (deltas).
    """
    config = {"preset": preset, "max_rounds": rounds, "start_mana": _MANA, "hero_enabled": False}
    with local_referee() as referee:
        with Lobby(referee.address) as lobby:
            made = lobby.create_match("dungeon_keeper", config=config, num_seats=seats, seed=1)
        before = cpu_seconds(referee.pid)
        with grpc.insecure_channel(referee.address) as channel:
            bot = _Bot(PlayServiceStub(channel), delta=delta)
            bot.play(made.seat_tokens)
        after = cpu_seconds(referee.pid)
    spent = None if before is None or after is None else after - before
    return Talk(bot.batches, bot.refused, bot.num_bytes / bot.batches, bot.seconds, spent)


class _Bot:
    """Bot of all seats of a match, on one stream."""

    def __init__(self, stub: PlayServiceStub, *, delta: bool) -> None:
        self._requests: queue.SimpleQueue[wire.PlayRequest | None] = queue.SimpleQueue()
        self._responses = stub.Play(iter(self._requests.get, None))
        self._delta = delta
        self._plans: dict[int, Iterator[dk.Order]] = {}
        self.batches = self.refused = self.num_bytes = 0
        self.seconds = 0.0

    def play(self, tokens: Sequence[str]) -> None:
        """Join all seats, and answer until the match is over for all of them."""
        self._requests.put(wire.PlayRequest(joins=[wire.Join(token=token) for token in tokens]))
        ended, began = 0, 0.0
        for response in self._responses:
            if response.rejections or response.missed:
                raise RuntimeError(f"the referee does not take all answers: {response!s:.500}")
            began = began or (time.monotonic() if response.turns else 0.0)
            request = wire.PlayRequest(actions=map(self._answer, response.turns))
            if response.HasField("ping"):
                request.pongs.add(number=response.ping.number)
            if request.actions or request.pongs:
                self._requests.put(request)
            ended += len(response.ends)
            if ended == len(tokens):
                self._requests.put(None)
        self.seconds = time.monotonic() - began

    def _answer(self, turn: wire.Turn) -> wire.Action:
        board = dk.Observation.FromString(turn.observation.value)
        if board.batch == 0:
            self._plans[turn.seat] = iter(_plan(board))
        else:
            self.num_bytes += len(turn.observation.value)
            self.refused += _num_refused(turn)
        order = next(self._plans[turn.seat], None)
        action = dk.Action(end_turn=True)
        if order is not None:
            self.batches += 1
            action = dk.Action(orders=[order], delta=self._delta)
        payload = AnyMessage()
        payload.Pack(action)
        return wire.Action(match_id=turn.match_id, seat=turn.seat, turn=turn.turn, payload=payload)


def _num_refused(turn: wire.Turn) -> int:
    events = dk.Events.FromString(turn.events.value).events
    results = [event.order_result for event in events if event.HasField("order_result")]
    return sum(result.code != dk.CODE_OK for result in results)


def _plan(board: dk.Observation) -> Iterator[dk.Order]:
    """Yield the orders of a turn: summon imps to one cell, or have all imps step aside and back."""
    circle = next(
        there
        for there in board.buildings
        if there.owner == board.you and there.kind == dk.BUILDING_KIND_CIRCLE
    )
    home, aside = _cells(board, circle)
    imps = [unit for unit in board.units if unit.owner == board.you]
    if not imps:
        at = dk.Cell(row=circle.row, col=circle.col)
        summon = dk.SummonOrder(circle=at, kind=dk.UNIT_KIND_IMP, cell=home)
        yield from [dk.Order(summon=summon)] * _IMPS
    for imp in imps:
        for cell in (aside, home):
            yield dk.Order(move=dk.MoveOrder(unit=imp.id, to=cell))


def _cells(board: dk.Observation, circle: dk.Building) -> tuple[dk.Cell, dk.Cell]:
    """Return two empty cells: one that touches `circle`, and one that shares a side with the first.

    `circle` is the building that the seat's units are summoned at.

    Raises:
        RuntimeError: There are no such cells.
    """
    for row in range(circle.row - 1, circle.row + 2):
        for col in range(circle.col - 1, circle.col + 2):
            for to_row, to_col in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if _is_empty(board, row, col) and _is_empty(board, to_row, to_col):
                    return dk.Cell(row=row, col=col), dk.Cell(row=to_row, col=to_col)
    raise RuntimeError("there is no cave next to the Circle")


def _is_empty(board: dk.Observation, row: int, col: int) -> bool:
    size = len(board.rows)
    return 0 <= row < size and 0 <= col < size and board.rows[row][col] == "."


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print a table; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.dungeon_keeper_served", description=__doc__
    )
    parser.add_argument("--preset", default="standard", help="the board (%(default)s)")
    parser.add_argument("--seats", type=int, default=8, help="of the match (%(default)s)")
    parser.add_argument("--rounds", type=int, default=6, help="of the match (%(default)s)")
    options = parser.parse_args(arguments)
    print("| observations | batches | refused | bytes each | ms a batch | referee, us a batch |")
    print("|---|---|---|---|---|---|")
    for delta in (False, True):
        measured = talk(options.preset, options.seats, options.rounds, delta=delta)
        cells = (
            "deltas" if delta else "whole",
            f"{measured.batches:,}",
            f"{measured.refused:,}",
            f"{measured.mean_bytes:,.0f}",
            f"{1e3 * measured.seconds / measured.batches:.2f}",
            "-" if measured.cpu_s is None else f"{1e6 * measured.cpu_s / measured.batches:.0f}",
        )
        print(f"| {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
