"""One Play stream as a scenario uses it: sends messages, and checks and awaits what the bot sends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.lanes import LaneForms
from referee.conformance.ledger import Ledger, TurnKey, shown_turn
from referee.conformance.matches import ScriptedMatch
from referee.conformance.response import response_of
from referee.conformance.service import Call, Closed
from referee.conformance.short import ShortForms
from referee.conformance.timing import Timing
from referee.conformance.verdict import Broken, NotApplicable
from referee.core.clock import SystemClock
from referee.core.outcome import EndCause
from referee.replay.wire import LANES, WORKER_ADDRESS

__all__ = ["BotStream", "Surroundings", "key_of"]

T = TypeVar("T")
_NS_PER_MS = 1e6


class Surroundings(Protocol):
    """Interface by which a stream waits with a time-out, records errors, and finds matches.

    `ScenarioStage`, the stage of a scenario, implements it.
    """

    ledger: Ledger
    timing: Timing

    async def wait(self, awaitable: Awaitable[T], duty: int, expected: str) -> T:
        """Wait for something that the bot must do; return the result of `awaitable`.

        Raises:
            Broken: The bot did not do it within the time-out, or has ended: it breaks the rule
                number `duty`, and `expected` says what it must do.
        """
        ...

    def broke(self, error: Exception) -> None:
        """Record `error`, raised while reading: the bot broke a rule, or the conformance kit has failed."""
        ...

    def match_of(self, match_id: str) -> ScriptedMatch:
        """Return the match with this id."""
        ...


class BotStream:
    """One Play stream that the bot has opened. A duty is a rule for bots (`clients/CONTRACT.md`).

    Args:
        number: Number of the stream, from 0, in the order in which the process opened streams.
        around: Stage of the scenario that the stream belongs to.
    """

    def __init__(self, number: int, around: Surroundings) -> None:
        self.number = number
        self.opened_ns = SystemClock().now_ns()
        """When the bot opened the stream, in nanoseconds of a clock that never goes back."""
        self.present: dict[str, wire.Join] = {}
        """Joins that were read on the stream, by token."""
        self.openings: dict[tuple[str, int], bytes] = {}
        """Nonces that the bot opened on the stream, by match id and seat index."""
        self.messages: list[wire.PlayRequest] = []
        """All messages that were read on the stream, in order."""
        self.closed: Closed | None = None
        """How the bot ended its side of the stream; None while it is open."""
        self.answers_pings = True
        """Whether the stream answers the bot's pings."""
        self.in_short = False
        """Whether seats that join from now on get their turns in short form (a number in place of
        match and seat).
        """
        self.takes_lanes = False
        """Whether the answers to joins from now on say that turns may come on lanes."""
        self.lanes = LaneForms()
        """Lanes of the stream, whose matches get their turns in columns."""
        self.worker_address = ""
        """Address of the worker that seats which join from now on are sent to; empty for none."""
        self.call: Call
        """gRPC call of the stream; set by the code that creates the stream."""
        self._around = around
        self._short = ShortForms(number)
        self._arrived = asyncio.Event()
        self._read = 0
        self._answers: dict[TurnKey, list[wire.Action | None]] = {}
        self._said_ns: dict[TurnKey, int] = {}
        self._shown_ms: dict[TurnKey, float | None] = {}
        self._pings = 0
        self._unanswered_pings: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # What is read.

    def take(self, data: bytes | Closed) -> None:
        """Process `data`, a message of the bot or the end of its side; called when it is read."""
        if isinstance(data, Closed):
            self.closed = self.closed or data
        else:
            try:
                self._take_request(wire.PlayRequest.FromString(data))
            except DecodeError:
                seen = f"{len(data)} bytes that are none"
                self._around.broke(Broken(1, "messages of type PlayRequest", seen))
            except Exception as error:  # it would be lost in the reading task
                self._around.broke(error)
        self._arrived.set()

    def _take_request(self, request: wire.PlayRequest) -> None:
        now_ns = SystemClock().now_ns()
        ledger = self._around.ledger
        # Joins before answers: a message may join a seat and answer a turn of another one.
        for join in request.joins:
            ledger.check_join(join, self.present)
            self.present[join.token] = join
        for opening in request.openings:
            self.openings[opening.match_id, opening.seat] = opening.nonce
        small_actions = map(self._short.at_length, request.small_actions)
        lane_actions = (each for sent in request.lane_answers for each in self.lanes.whole(sent))
        # Other forms of answers are checked as whole ones: the rules are the same for all.
        for action in (*request.actions, *small_actions, *lane_actions):
            key = ledger.check_action(action, self.number)
            if key is not None:
                self._take_answer(key, action, now_ns)
        for skip in request.skips:
            self._take_skip(skip)
        for resign in request.resigns:
            ledger.check_resign(resign)
        for say in request.says:
            ledger.check_say(say)
        for pong in request.pongs:
            if pong.number not in self._unanswered_pings:
                raise Broken(4, "one pong for each ping, with its number", f"{pong.number} unasked")
            self._unanswered_pings.remove(pong.number)
        if request.HasField("ping") and self.answers_pings:
            # In a task of the stream: reading must go on while the pong is written.
            self._reply(wire.Pong(number=request.ping.number))
        if not request.ByteSize():
            ledger.advise(8, "it sends empty messages, which a referee counts as a flood")
        self.messages.append(request)

    def _take_answer(self, key: TurnKey, action: wire.Action | None, now_ns: int) -> None:
        self._answers.setdefault(key, []).append(action)
        # Taken out, so that a repeated answer is not timed again.
        said_ns = self._said_ns.pop(key, None)
        if said_ns is not None and action is not None:
            ms = (now_ns - said_ns) / _NS_PER_MS
            self._around.timing.answered(ms, self._shown_ms[key])

    def _take_skip(self, skip: wire.Skip) -> None:
        key = (skip.match_id, skip.seat, skip.turn)
        ledger = self._around.ledger
        asked = ledger.turns.get(key)
        if asked is None:
            raise Broken(19, "skips of turns that were asked", f"one of {shown_turn(key)}")
        if not asked.refused:  # a bot that was refused an answer has to skip, whatever its code did
            if not ledger.skips:
                text = f"its own code failed, first for {shown_turn(key)}: it sent a Skip"
                ledger.advise(19, text)
            ledger.skips += 1
        self._take_answer(key, None, SystemClock().now_ns())

    def _reply(self, *said: Message) -> None:
        task = asyncio.create_task(self.say(*said))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What is said.

    async def say(
        self, *said: Message, unknown: bytes = b"", draining: bool = False, timed: bool = True
    ) -> None:
        """Send all these messages in one PlayResponse.

        Args:
            said: Messages to send: turns, answers to joins, starts, rejections, misses, ends, a
                ping, a pong.
            unknown: Bytes of fields that the bot's version does not know.
            draining: Whether the referee announces that it is going to stop.
            timed: Whether answers to these turns count in the timing.
        """
        response = response_of(*said, draining=draining)
        now_ns = SystemClock().now_ns()
        for turn in response.turns:
            key = key_of(turn)
            self._around.ledger.asked(self._around.match_of(turn.match_id), turn, self.number)
            if timed:
                self._said_ns[key] = now_ns
                shown = turn.clock.remaining
                has_deadline = turn.clock.HasField("remaining")
                self._shown_ms[key] = shown.ToMilliseconds() if has_deadline else None
        # After the ledger has noted whole turns, which are easier to compare.
        self.lanes.put_in_columns(response)
        self._short.shorten(response)
        # Fields may be appended to a serialized message, even unknown ones.
        writing = self.call.write(response.SerializeToString() + unknown)
        await self._around.wait(writing, 1, "that the bot reads its stream")

    def ping(self) -> wire.Ping:
        """Return a new ping, for the scenario to send."""
        self._pings += 1
        # Different on every stream, so that a pong for a broken stream is not taken for one of
        # this.
        number = (self.number + 1) * 1_000_000 + self._pings
        self._unanswered_pings.add(number)
        return wire.Ping(number=number)

    def end(self, code: grpc.StatusCode = grpc.StatusCode.OK, details: str = "") -> None:
        """End the stream with a status."""
        self.call.end(code, details)

    def fail(self, code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> None:
        """End the stream with an error status, as if it had broken."""
        self.end(code, "a break of the conformance kit")

    # What is waited for.

    async def until(self, ready: Callable[[], bool], duty: int, expected: str) -> None:
        """Wait until a condition on the messages read from the stream holds.

        Args:
            ready: Returns whether the condition holds.
            duty: Number of the rule that the bot breaks if it does not fulfil the condition.
            expected: What the bot must do, as a sentence without its full stop.

        Raises:
            Broken: The bot took too long, or has left.
        """
        await self._around.wait(self._until(ready, duty, expected), duty, expected)

    async def _until(self, ready: Callable[[], bool], duty: int, expected: str) -> None:
        while not ready():
            if self.closed is not None:
                raise Broken(duty, expected, self.closed.value)
            self._arrived.clear()
            await self._arrived.wait()

    async def joins(self, *tokens: str, duty: int = 1, expected: str = "") -> list[wire.Join]:
        """Wait for joins with these tokens; return them in the order of the tokens.

        Raises:
            Broken: They do not come in time: the bot breaks the rule number `duty`, and `expected` says
                what it must do.
        """
        names = f"joins of all {len(tokens)} tokens" if len(tokens) > 1 else "a join of its token"
        wanted = set(tokens)
        expected = expected or f"{names} on one stream"
        await self.until(lambda: wanted <= set(self.present), duty, expected)
        return [self.present[token] for token in tokens]

    async def pongs(self, duty: int = 4) -> None:
        """Wait until the bot has answered all pings.

        Raises:
            Broken: The bot has not answered them in time, which breaks the duty of this number.
        """
        await self.until(lambda: not self._unanswered_pings, duty, "a pong for each ping")

    async def seat(self, *matches: ScriptedMatch, duty: int | None = None) -> None:
        """Wait for the joins of all seats of these matches, accept them, and start the matches.

        The accepting message also has a ping. If joins or pongs do not come in time, `Broken` is
        raised for the rule number `duty`; None stands for the usual rules.
        """
        await self.joined(*matches, duty=duty or 1)
        await self.say(*(match.started(seat) for match in matches for seat in match.seats))
        await self.pongs(duty or 4)

    async def joined(self, *matches: ScriptedMatch, rejoined: bool = False, duty: int = 1) -> None:
        """Wait for the joins of all seats of these matches, and accept them in a message with a ping.

        Args:
            matches: Matches whose seats the bot must join.
            rejoined: Whether the answers say that the seats had been joined before.
            duty: Number of the rule that the bot breaks if the joins do not come in time.
        """
        tokens = [token for match in matches for token in match.tokens.values()]
        joins = iter(await self.joins(*tokens, duty=duty))
        answers = []
        for match in matches:
            for seat, token in match.tokens.items():
                # The first nonce counts: the match seed is made of it, whatever a later join has.
                match.nonces.setdefault(seat, self._around.ledger.joins[token].nonce)
                answer = match.joined(seat, next(joins).number, rejoined=rejoined)
                if self.worker_address:
                    answer.features.append(WORKER_ADDRESS)
                    answer.worker_address = self.worker_address
                if self.takes_lanes:
                    answer.features.append(LANES)
                if self.in_short:
                    self._short.agree(answer, match.plugin, match.known_observation(seat))
                answers.append(answer)
        await self.say(*answers, self.ping())

    async def ask(self, *matches: ScriptedMatch) -> list[wire.Turn]:
        """Send the open turns of these matches to the bot in one message; return the turns."""
        turns = [turn for match in matches for turn in match.turns()]
        if not turns:
            raise NotApplicable("a match of this game is over too soon for it")
        await self.say(*turns)
        return turns

    async def hear(
        self, *turns: wire.Turn, duty: int = 8, expected: str = "", times: int = 1
    ) -> list[wire.Action | None]:
        """Wait for an answer to each turn.

        Args:
            turns: Turns that were sent on the stream.
            duty: Number of the rule that the bot breaks if an answer does not come in time.
            expected: What the bot must do, for the report; empty for a default text.
            times: Number of answers to wait for, for each turn.

        Returns:
            The last answer to each turn, None where the bot skipped the turn.
        """
        keys = [key_of(turn) for turn in turns]

        def open_keys() -> list[TurnKey]:
            return [key for key in keys if len(self._answers.get(key, ())) < times]

        expected = expected or f"an answer to each of {len(keys)} turns"
        try:
            await self.until(lambda: not open_keys(), duty, expected)
        except Broken as broken:
            missing = open_keys()
            if missing and broken.expected == expected and len(keys) > 1:
                seen = f"{broken.seen}; {len(missing)} unanswered, {shown_turn(missing[0])} first"
                raise Broken(duty, expected, seen) from None
            raise
        return [self._answers[key][-1] for key in keys]

    def answered(self, turn: wire.Turn) -> int:
        """Return how often a turn has been answered on this stream."""
        return len(self._answers.get(key_of(turn), ()))

    async def answers(self, turns: Sequence[wire.Turn], duty: int = 8, expected: str = "") -> None:
        """Wait for an answer to each turn, and step the matches with the answers.

        Raises:
            Broken: An answer does not come in time: the bot breaks the rule number `duty`, and
                `expected` says what it must do.
        """
        actions = await self.hear(*turns, duty=duty, expected=expected)
        await self.carry_out(turns, actions)

    async def carry_out(
        self, turns: Sequence[wire.Turn], actions: Iterable[wire.Action | None]
    ) -> None:
        """Step the matches of these turns with the bot's answers.

        For None, which means that the bot skipped the turn, send it a missed deadline instead.
        """
        for turn, action in zip(turns, actions, strict=True):
            match = self._around.match_of(turn.match_id)
            if action is None:
                await self.say(match.missed(turn.seat))
            else:
                match.take(turn.seat, action.payload)

    async def play(self, *matches: ScriptedMatch, turns: int = 2, duty: int = 8) -> None:
        """Send `turns` turns of each of these matches, and wait for the answers; fewer where a match ends.

        If an answer does not come in time, `Broken` is raised for the rule number `duty`.
        """
        for _ in range(turns):
            running = [match for match in matches if match.turns()]
            if running:
                await self.answers(await self.ask(*running), duty)

    def ends(
        self, *matches: ScriptedMatch, void: bool = False, fair: bool = True
    ) -> list[wire.MatchEnded]:
        """Return the ends of all seats of these matches, for the scenario to send.

        From now on, a join with one of their tokens counts as a broken rule.

        Args:
            matches: Matches that end.
            void: Whether an operator aborts the matches.
            fair: Whether the revealed dice fit the commitment.
        """
        cause = EndCause.OPERATOR if void else EndCause.RULES
        for match in matches:
            self._around.ledger.close(match, "its match has ended")
        return [
            match.ended(seat, cause=cause, fair=fair) for match in matches for seat in match.seats
        ]

    def out_early(self, match: ScriptedMatch, seat: int) -> wire.MatchEnded:
        """Return the end of one seat of a match that goes on, for the scenario to send.

        From now on, a join with the seat's token is a broken rule.
        """
        token = match.tokens[seat]
        self._around.ledger.over[token] = (26, "it was out early")
        return match.out_early(seat)

    async def goodbye(self, duty: int = 6) -> None:
        """Wait until the bot closes its side of the stream, then end the stream.

        If the bot does not close it in time, `Broken` is raised for the rule number `duty`.
        """
        await self.until_closed(duty)
        self.end()

    async def until_closed(self, duty: int = 6) -> None:
        """Wait until the bot closes its side of the stream.

        If the bot does not close it in time, `Broken` is raised for the rule number `duty`; if it
        breaks the stream off instead, a warning is recorded.
        """
        expected = "that the bot closes its side once all is over"
        await self._around.wait(self._until_closed(), duty, expected)
        if self.closed is not Closed.HALF:
            self._around.ledger.advise(6, "it breaks the stream off at the end, without closing it")

    async def _until_closed(self) -> None:
        while self.closed is None:
            self._arrived.clear()
            await self._arrived.wait()


def key_of(turn: wire.Turn) -> TurnKey:
    """Return the key of a turn: match id, seat index, and number of the turn."""
    return turn.match_id, turn.seat, turn.turn
