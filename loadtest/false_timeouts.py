"""`python -m loadtest.false_timeouts`: does the referee time out bots that answer at once?

A large number of matches of Diceman are played at once, on streams or on lanes (turns of many
matches in one message). Their bots answer each message as soon as they have read it. However busy
the referee or the machine is, no bot may be charged with a missed deadline.

    python -m loadtest.false_timeouts --matches 2000 --move-ms 200
    python -m loadtest.false_timeouts --matches 2000 --move-ms 200 --lanes --busy 4

A miss is false if the bot wrote its answer within its time after it read the turn, by its own
clock. The other misses are reported as well: the bots' processes had no core then.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from array import array
from collections.abc import Sequence

import grpc.aio
import numpy as np
import numpy.typing as npt

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.busy import busy_loops
from loadtest.deadlines import CONFIG, GAME, StreamLoad, as_text
from loadtest.decisions import DecisionLog, merged
from loadtest.local_referee import RefereeProcessError, local_referee
from loadtest.target import Target
from loadtest.workers import Worker, WorkerError
from referee_client.lobby import time_control

__all__ = ["AtOnce", "LaneLog", "main", "play"]

STREAMS = 2
"""Number of streams of each of the two client processes; a process has one seat of every match."""
_COLUMNS = ("table.round",)
_CHOICES = 6
"""Number of pairs of dice that answers of Diceman choose from."""


class LaneLog:
    """Log of the decisions on one lane (turns of many matches as arrays), which are answered at once.

    Args:
        log: Log to which the figures are added.
        move_time_ns: Nanoseconds for a decision.
    """

    def __init__(self, log: DecisionLog, move_time_ns: int) -> None:
        self._log = log
        self._move_time_ns = move_time_ns
        self._rows: dict[str, int] = {}
        self._turns = np.zeros(0, np.int64)
        self._read_ns = np.zeros(0, np.int64)
        self._answered_ns = np.zeros(0, np.int64)

    def name(self, rows: wire.LaneRows) -> None:
        """Record which row (index in the arrays) of the lane belongs to which match."""
        places = range(rows.first_row, rows.first_row + len(rows.match_ids))
        self._rows.update(zip(rows.match_ids, places, strict=True))
        missing = places.stop - len(self._turns)
        if missing > 0:
            self._turns, self._read_ns, self._answered_ns = (
                np.pad(column, (0, missing))
                for column in (self._turns, self._read_ns, self._answered_ns)
            )

    def answered(self, sent: wire.LaneTurns, *, read_ns: int, at_ns: int) -> None:
        """Log turns that were read at `read_ns` and are being answered at `at_ns`."""
        rows = np.frombuffer(sent.rows, "<i4")
        turns = np.frombuffer(sent.turns, "<i4")
        # Only turns that follow the last one on this lane: those in between were sent as single
        # messages, and are in the other log.
        follows = turns == self._turns[rows] + 1
        _extend(self._log.round_ms, (read_ns - self._read_ns[rows][follows & (turns > 1)]) / 1e6)
        elapsed_us = np.frombuffer(sent.elapsed_us, "<i8")
        lag_us = np.frombuffer(sent.lag_us, "<i8") if sent.lag_us else np.zeros_like(elapsed_us)
        # Below 0 the last turn had no answer in time, so that nothing was charged.
        is_reported = elapsed_us >= 0
        _extend(self._log.slack_ms, self._move_time_ns / 1e6 - elapsed_us[is_reported] / 1e3)
        _extend(self._log.lag_ms, lag_us[is_reported] / 1e3)
        self._log.timer_ms.append((at_ns - read_ns) / 1e6)
        self._turns[rows], self._read_ns[rows], self._answered_ns[rows] = turns, read_ns, at_ns

    def miss(self, missed: wire.MissedDeadline) -> bool:
        """Log a missed deadline as false (the bot answered in time) or as the bot's own fault.

        Return whether its turn was sent on this lane.
        """
        row = self._rows.get(missed.match_id)
        if row is None or self._turns[row] != missed.turn:
            return False
        if self._answered_ns[row] - self._read_ns[row] <= self._move_time_ns:
            self._log.false_timeouts += 1
        else:
            self._log.late_answers += 1
        return True


def _extend(samples: array[float], values: npt.NDArray[np.float64]) -> None:
    samples.frombytes(np.ascontiguousarray(values, np.float64).tobytes())


class AtOnce(StreamLoad):
    """Load of bots that answer each message as soon as they have read it.

    Args:
        target: Address of the referee, with key and roots.
        tokens: Tokens of the seats on each stream.
        move_time_ns: Nanoseconds for a decision.
        lanes: Whether the bots ask for turns on lanes.
    """

    def __init__(
        self,
        target: Target,
        tokens: Sequence[Sequence[str]],
        move_time_ns: int,
        *,
        lanes: bool = False,
    ) -> None:
        super().__init__(target, tokens)
        self._move_time_ns = move_time_ns
        self._has_lanes = lanes

    async def _play(self, channel: grpc.aio.Channel, tokens: Sequence[str]) -> None:
        call = PlayServiceStub(channel).Play()
        features, columns = (("lanes",), _COLUMNS) if self._has_lanes else ((), ())
        joins = [
            wire.Join(token=token, features=features, lane_columns=columns) for token in tokens
        ]
        await call.write(wire.PlayRequest(joins=joins))
        lanes: dict[int, LaneLog] = {}
        while isinstance(response := await call.read(), wire.PlayResponse):
            request = self.answer(response, lanes, time.monotonic_ns())
            if request.ByteSize():
                await call.write(request)
        raise RuntimeError("the referee has ended the stream")

    def answer(
        self, response: wire.PlayResponse, lanes: dict[int, LaneLog], read_ns: int
    ) -> wire.PlayRequest:
        """Return the answer to a message that was read, and log both.

        Args:
            response: Message of the referee.
            lanes: Logs of the stream's lanes by number; new lanes are added.
            read_ns: When the message was read, in nanoseconds of the monotonic clock.
        """
        for rows in response.lane_rows:
            lanes.setdefault(rows.lane, LaneLog(self._log, self._move_time_ns)).name(rows)
        kept = [
            missed
            for missed in response.missed
            if not any(lane.miss(missed) for lane in lanes.values())
        ]
        # Misses of lane turns are judged above, and must not be counted again by the log of single
        # turns.
        del response.missed[:]
        response.missed.extend(kept)
        self._log.take(response, read_ns)
        request = wire.PlayRequest(actions=map(self._answers.answer, response.turns))
        request.lane_answers.extend(map(_answer_lane, response.lane_turns))
        if response.HasField("ping"):
            request.pongs.add(number=response.ping.number)
        at_ns = time.monotonic_ns()
        if response.turns:
            self._log.answered(response.turns, due_ns=read_ns, at_ns=at_ns)
        for sent in response.lane_turns:
            lanes[sent.lane].answered(sent, read_ns=read_ns, at_ns=at_ns)
        return request


def _answer_lane(sent: wire.LaneTurns) -> wire.LaneAnswers:
    """Return answers to turns of Diceman that came in columns, many matches at once.

    The combination of dice that each answer chooses follows from the turn's number.
    """
    turns = np.frombuffer(sent.turns, "<i4")
    answers = wire.LaneAnswers(lane=sent.lane, rows=sent.rows, turns=sent.turns)
    answers.values.data = (turns % _CHOICES).astype(np.int8).tobytes()
    return answers


def play(
    target: Target, *, matches: int, move_ms: int, seconds: float, lanes: bool = False
) -> dict[str, float]:
    """Play matches at once; return their figures by name, as `DecisionLog.figures` names them.

    Args:
        target: Referee on which they are played.
        matches: Number of matches.
        move_ms: Move time in milliseconds.
        seconds: Time to play.
        lanes: Whether bots ask for lanes.
    """
    terms = time_control(move_ms / 1e3, strikes=0)
    with target.lobby() as lobby, contextlib.ExitStack() as stack:
        made = [
            lobby.create_match(GAME, config=CONFIG, time_control=terms, label="false timeouts")
            for _ in range(matches)
        ]
        workers = []
        for tokens in zip(*(match.seat_tokens for match in made), strict=True):
            streams = [stream for i in range(STREAMS) if (stream := tokens[i::STREAMS])]
            load = AtOnce(target, streams, move_ms * 1_000_000, lanes=lanes)
            workers.append(stack.enter_context(Worker(load)))
        for worker in workers:
            worker.wait_until_open()
        for worker in workers:
            worker.begin(seconds)
        return merged([worker.finish() for worker in workers]).figures(seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check that bots which answer at once are not timed out; return the exit status.

    It is 1 if a bot was timed out falsely, 2 if nothing was played.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    try:
        with local_referee(flags=["--max-matches", str(options.matches)]) as referee:
            target = Target(referee.address)
            with busy_loops(options.busy):
                figures = play(
                    target,
                    matches=options.matches,
                    move_ms=options.move_ms,
                    seconds=options.seconds,
                    lanes=options.lanes,
                )
    except (RefereeProcessError, WorkerError) as error:
        print(f"loadtest.false_timeouts: {error}", file=sys.stderr)
        return 2
    print(as_text(figures))
    if not figures["decisions"]:
        return 2
    return 1 if figures["false_timeouts"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.false_timeouts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=_from_one, default=2000, help="at once (%(default)s)")
    parser.add_argument(
        "--move-ms", type=_from_one, default=200, help="time for a decision in ms (%(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=15.0, help="how long they play (%(default)s)"
    )
    parser.add_argument("--lanes", action="store_true", help="play on lanes")
    parser.add_argument(
        "--busy", type=int, default=0, help="busy loops to run meanwhile, from 0 (%(default)s)"
    )
    return parser


def _from_one(text: str) -> int:
    """Return a text as an integer from 1; raise an error of argparse for other texts."""
    number = int(text) if text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return number


if __name__ == "__main__":
    sys.exit(main())
