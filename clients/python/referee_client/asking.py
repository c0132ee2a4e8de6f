"""Calls the methods of bots and sends their answers, for all seats of a process.

Bots are asked one after the other on the thread that reads the stream, until a bot spends its time
waiting, as for a disk. From then on plain bots are asked on threads (`threads.py`). What a bot
decides on a thread is handed back to the reading thread by `call_reader`, so that only one thread
at a time changes seats and answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gamereferee.v1 import play_service_pb2 as wire
from referee_client.answers import packed
from referee_client.batches import in_batches
from referee_client.bot import SKIP, ActBatch, Bot, BotFaultError, Rejection, Turn
from referee_client.line import Line
from referee_client.seats import BotFailures, Seat
from referee_client.threads import WAITED_NS, BotThreads, ready_ns

if TYPE_CHECKING:
    from referee_client import lanes

__all__ = ["Asking", "CallReader"]

WRITE_AFTER_NS = 1_000_000
"""Nanoseconds of thinking after which answers that are ready are written before the next bot is
asked (duty 8)."""
OVER_AFTER_NS = 1_000_000
"""Nanoseconds. If a turn was received longer ago than this, its deadline is checked again before
the bot is asked.
"""

CallReader = Callable[[Callable[[], None]], object]
"""Type of a function that runs another function on the thread that reads the stream, or under that
thread's lock. It may be called from any thread."""


class Asking:
    """Asks the bots of all seats of a process for their decisions, and puts the answers into outboxes.

    Args:
        strict: Whether the first failure of a bot's own code is raised; if not, it costs that bot
            one turn.
        threads: Pool of threads for bots that wait; None asks all bots on the thread that reads the
            stream.
        call_reader: Runs a function on the thread that reads the stream; None calls the function at
            once.
        now_ns: Returns the time of a monotonic clock in nanoseconds.
    """

    def __init__(
        self,
        *,
        strict: bool = False,
        threads: BotThreads | None = None,
        call_reader: CallReader | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._seats: dict[tuple[str, int], Seat] = {}
        self._threads = threads or BotThreads(1)
        self._call_reader: CallReader = call_reader or (lambda call: call())
        self._now_ns = now_ns
        self._reopened: list[tuple[Seat, int, Any]] = []
        """Turns whose answers were rejected and that are still open, each as seat, number of the
        turn, and the new answer, which is what the bot's `on_rejected` returned.
        """
        self.bot_failures = BotFailures(strict=strict)
        """Failures of the bots' own code so far."""

    @property
    def has_open_turns(self) -> bool:
        """Whether a bot is still to be asked about a turn, or thinks about one."""
        return any(seat.turn is not None for seat in self._seats.values())

    def is_async(self, turn: Turn) -> bool:
        """Return whether the bot of a turn's seat is async, so that its decision has to be awaited."""
        return self._seats[turn.match_id, turn.seat].is_async

    def ask(self, lines: Sequence[Line], turns: Sequence[Turn]) -> Iterator[None]:
        """Ask the bots about turns, one after the other.

        Yield whenever the caller should send the answers that are ready.

        Args:
            lines: All lines, that is connections. Turns in columns (arrays of many
                matches' turns) that wait on them are asked first.
            turns: All turns that were received as single messages.

        Raises:
            BotError: A bot's own code failed, and `strict` is set.
            ProtocolError: The events of a turn can't be read.
        """
        if turns and any(line.outbox for line in lines):
            yield  # pongs do not wait for bots
        threads = self._threads
        written_ns = self._now_ns()
        for line in lines:
            # Taken off the line before the bots are asked: what arrives meanwhile belongs to the
            # next call.
            lane_turns, line.lane_turns = line.lane_turns, []
            for columns in lane_turns:
                self._ask_lane(columns, line)
        if turns:
            threads.start_timing()
        now_ns = self._now_ns()
        for seat, together in in_batches(turns, self._seats):
            if now_ns - together[0].received_ns > OVER_AFTER_NS:
                together = [turn for turn in together if turn.is_open or self._pass_over(turn)]
            # Turns that arrived together may be over when earlier bots have thought for long: check again.
            began_ns = now_ns
            if seat.batch is not None:
                self._ask_together(seat.batch, together)
            elif together and seat.turn is together[0]:  # else it was over while others were asked
                self._ask(seat, together[0])
            now_ns = self._now_ns()
            if now_ns - began_ns > WAITED_NS and seat.is_plain:
                threads.switch_on_if_waited(now_ns - began_ns)
            if now_ns - written_ns > WRITE_AFTER_NS:
                yield
                threads.start_timing()
                written_ns = now_ns = self._now_ns()

    def _pass_over(self, turn: Turn) -> bool:
        """Close a turn that is over, without asking the bot; return False, for use in conditions.

        The turn's events and chat messages are kept for the seat's next turn.
        """
        seat = self._seats.get((turn.match_id, turn.seat))
        if seat is not None and seat.turn is turn:
            seat.close()
        return False

    def _ask(self, seat: Seat, turn: Turn) -> None:
        # A bot that thinks on a thread must not be called on this one at the same time: it is queued.
        if seat.thinker.is_busy or (self._threads.is_on and seat.is_plain):
            seat.thinker.add(partial(self._hand_over, seat, turn))
            return
        turn.is_asked = True
        try:
            self._answer(seat, turn, seat.act(turn))
        except Exception as error:  # a bot may raise anything: give up this turn alone
            self._give_up(seat, turn, error)

    def _ask_together(self, batch: ActBatch, turns: Sequence[Turn]) -> None:
        """Ask one bot about several turns with one call of its `act_batch`, and send the answers.

        Args:
            batch: Function that asks the bot, as `batch_of` returns it.
            turns: Turns to decide.
        """
        found = ((self._seats.get((turn.match_id, turn.seat)), turn) for turn in turns)
        pairs = [(seat, turn) for seat, turn in found if seat is not None and seat.turn is turn]
        turns = [turn for _, turn in pairs]
        for turn in turns:
            turn.is_asked = True
        if not pairs:
            return  # all were over while others were asked
        try:
            actions = batch(turns)
        except Exception as error:  # a bot may raise anything: give up these turns alone
            for seat, turn in pairs:
                self._give_up(seat, turn, error)
            return
        for (seat, turn), action in zip(pairs, actions, strict=True):
            try:
                self._answer(seat, turn, action)
            except Exception as error:  # an action may be any value, and fail anywhere
                self._give_up(seat, turn, error)

    def _ask_lane(self, turns: lanes.LaneTurns, line: Line) -> None:
        """Ask the bots about the turns of a lane (turns of many matches as arrays), by `act_columns`.

        Turns of matches that are over are left out. Usually one bot plays all matches of a lane.
        """
        lane = turns.lane
        places: dict[int, tuple[Bot, list[int]]] = {}
        for place, match_id in enumerate(turns.match_ids):
            seat = self._seats.get((match_id, lane.seat))
            if seat is not None and seat.line is line:
                seat.is_away = False
                self._start(seat)  # a process that joins in the middle of a match has had no start
                # By the bot's identity, since bots need not be hashable.
                places.setdefault(id(seat.bot), (seat.bot, []))[1].append(place)
        for bot, own in places.values():
            some = turns if len(own) == len(turns) else turns.some(own)
            try:
                messages, faults = lane.messages(some, bot.act_columns(some))
            except Exception as error:  # a bot may raise anything: give up these turns alone
                where = f"{len(some)} matches of {lane.game}, seat {lane.seat}"
                self.bot_failures.add(error, where)
                for match_id, number in zip(some.match_ids, some.numbers.tolist(), strict=True):
                    line.outbox.add(wire.Skip(match_id=match_id, seat=lane.seat, turn=number))
                continue
            for message in messages:
                line.outbox.add(message)
            for place, fault in faults:
                match_id, number = some.match_ids[place], int(some.numbers[place])
                where = f"match {match_id} seat {lane.seat} turn {number}"
                self.bot_failures.add(fault, where)
                line.outbox.add(wire.Skip(match_id=match_id, seat=lane.seat, turn=number))

    async def think(self, turn: Turn) -> None:
        """Ask an async bot about one turn, await its decision, and send the answer.

        Raises:
            BotError: The bot's own code failed, and `strict` is set.
            ProtocolError: The events of the turn can't be read.
        """
        seat = self._seats.get((turn.match_id, turn.seat))
        if seat is None or seat.turn is not turn or not turn.begin():
            self._pass_over(turn)
            return
        try:
            self._answer(seat, turn, await seat.act(turn))
        except Exception as error:  # a bot may raise anything: give up this turn alone
            self._give_up(seat, turn, error)

    def _start(self, seat: Seat) -> None:
        if seat.started:
            return
        seat.started = True
        self._call(seat, partial(seat.bot.on_start, seat.match), seat.where())

    def _call(self, seat: Seat, callback: Callable[[], object], where: str) -> None:
        """Call a method of a bot now, or queue the call if the bot is thinking on a thread.

        Exceptions of the method count as failures of the bot.

        Args:
            seat: Seat whose bot is called.
            callback: The call.
            where: Match, seat and turn in words, for log and error.
        """

        def step() -> bool:
            with self.bot_failures.caught(where):
                callback()
            return True

        if seat.thinker.is_busy:
            seat.thinker.add(step)
        else:
            step()

    # Bots on threads.

    def _hand_over(self, seat: Seat, turn: Turn) -> bool:
        """Ask the bot about a turn on a thread of the pool, unless the turn is over.

        It is a step of the bot's queue. Return True if nothing was started, so that the queue may
        go on.
        """
        if seat.turn is not turn or not turn.is_open:
            self._pass_over(turn)
            return True
        self._threads.submit(partial(self._think_on_thread, seat, turn))
        return False

    def _think_on_thread(self, seat: Seat, turn: Turn) -> None:
        action: Any = None
        failure: BaseException | None = None
        began_ns, before_ns = time.monotonic_ns(), ready_ns()
        # The reading thread may close the turn at any time. Either `begin` comes first, and the turn's events are not
        # carried over; or `close` does, and the bot must not be asked.
        is_asked = turn.begin()
        if is_asked:
            try:
                action = seat.act(turn)
            except (
                BaseException
            ) as error:  # `sys.exit` too: it is raised again on the reading thread
                failure = error
            self._threads.count_decision(time.monotonic_ns() - began_ns, ready_ns() - before_ns)
        self._call_reader(partial(self._take_thought, seat, turn, action, failure, is_asked))

    def _take_thought(
        self,
        seat: Seat,
        turn: Turn,
        action: Any,
        failure: BaseException | None,
        is_asked: bool,
    ) -> None:
        """Send what a bot has decided on a thread, then run the next calls in the bot's queue.

        Args:
            seat: Seat of the turn.
            turn: Turn that was handed to the thread.
            action: What the bot returned; None if it failed or was not asked.
            failure: Exception that the bot raised; None if it did not fail.
            is_asked: Whether the bot was asked; False if the turn was over before.
        """
        if failure is not None and not isinstance(failure, Exception):
            raise failure
        if not is_asked:
            self._pass_over(turn)
        elif failure is not None:
            self._give_up(seat, turn, failure)
        else:
            try:
                self._answer(seat, turn, action)
            except Exception as error:  # an action may be any value, and fail anywhere
                self._give_up(seat, turn, error)
        seat.thinker.go_on()
        self._answer_reopened()

    # Answers.

    def _answer(self, seat: Seat, turn: Turn, action: Any) -> None:
        payload = None if action is SKIP else packed(action, seat.action_type)
        message = seat.answer(turn, payload)
        if message is not None:
            seat.line.outbox.add(message)

    def _give_up(self, seat: Seat, turn: Turn, error: Exception) -> None:
        # Counted first: with `strict` this raises, and the turn must not be given up in the bot's
        # name.
        self.bot_failures.add(error, seat.where(turn.number))
        self._answer(seat, turn, SKIP)

    def _take_rejection(self, seat: Seat, rejection: Rejection) -> None:
        """Call a bot's `on_rejected` about a message of its seat that the referee rejected.

        If the rejection leaves the seat's latest turn open, answer that turn again.
        """
        where = seat.where(rejection.turn)
        leaves_open = (
            rejection.reason in {"MALFORMED", "WRONG_TYPE"}
            and not rejection.say_number
            and self._is_answered(seat, rejection.turn)
        )
        if not leaves_open:
            self._call(seat, partial(seat.bot.on_rejected, rejection), where)
            return
        fault = f"the answer was refused: {rejection.reason}: {rejection.text}"
        self.bot_failures.add(BotFaultError(fault), where)

        def call() -> None:
            action: Any = None
            try:
                action = seat.bot.on_rejected(rejection)
            finally:  # also after a failure: the turn is open at the referee, and is given up then
                self._reopened.append((seat, rejection.turn, action))

        self._call(seat, call, where)

    def _is_answered(self, seat: Seat, number: int) -> bool:
        """Return whether a turn is the seat's latest one and was answered in time.

        Return False if the seat's match is over.
        """
        match = seat.match
        # A match may have ended meanwhile, or the seat may have been joined again under another
        # object.
        is_held = self._seats.get((match.match_id, match.seat)) is seat
        on_lanes = (lane.last_turn(match.match_id, match.seat) for lane in seat.line.lanes.values())
        latest = max((seat.latest, *on_lanes))
        is_open_still = seat.turn is not None and seat.turn.number == number
        return is_held and number == latest > seat.missed and not is_open_still

    def _answer_reopened(self) -> list[Turn]:
        """Answer once more the turns whose first answer was rejected, unless they are over by now.

        The new answer is what the bot's `on_rejected` returned. If an async bot returned the `Turn`
        itself, no answer is sent: the turn is opened again, and returned so that the caller asks
        the bot once more.

        Returns:
            The turns about which async bots have to be asked once more.
        """
        refused, self._reopened = self._reopened, []
        again = []
        for seat, number, action in refused:
            if not self._is_answered(seat, number):
                continue
            is_turn = seat.is_async and isinstance(action, Turn) and action.number == number
            if is_turn and seat.refused != number:
                seat.refused = number
                seat.turn = action
                action.reopen()
                again.append(action)
                continue
            # A second answer is the last one: after another refusal, or without an answer, the turn is given up.
            payload = None
            if seat.refused != number and action is not None and action is not SKIP:
                with self.bot_failures.caught(seat.where(number)):
                    payload = packed(action, seat.action_type, "on_rejected")
            seat.refused = number
            message = seat.answer_again(number, payload)
            if message is not None:
                seat.line.outbox.add(message)
        return again
