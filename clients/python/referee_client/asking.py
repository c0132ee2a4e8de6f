"""What bots are asked, and what becomes of their answers: the half of a conversation that meets bots.

Turns are asked where they were read, one after the other, until a bot waits for something; from then on
plain bots are asked on threads (`threads.py`). Whatever comes back from a thread is taken in by `settle`,
so that seats and answers are for one thread at a time.
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
from referee_client.threads import WAITED_NS, BotThreads

if TYPE_CHECKING:
    from referee_client import lanes

__all__ = ["Asking", "Settle"]

WRITE_AFTER_NS = 1_000_000
"""Thinking after which ready answers are written before the next seat of a batch is asked."""
OVER_AFTER_NS = 1_000_000
"""How long a turn has waited when it is looked at whether its deadline has passed."""

Settle = Callable[[Callable[[], None]], object]
"""Has something done by whoever takes in what the stream brings; called from any thread."""


class Asking:
    """Asks the bots of all seats.

    Args:
        strict: Whether the first failure of a bot's own code is raised.
        threads: Threads for bots that wait; None asks all bots where turns are read.
        settle: Takes in what comes back from threads.
        now_ns: Tells a time that never jumps.
    """

    def __init__(
        self,
        *,
        strict: bool = False,
        threads: BotThreads | None = None,
        settle: Settle | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._seats: dict[tuple[str, int], Seat] = {}
        self._threads = threads or BotThreads(1)
        self._settle: Settle = settle or (lambda settling: settling())
        self._now_ns = now_ns
        self._reopened: list[tuple[Seat, int, Any]] = []
        """Answers that were refused: seat, turn, and what is to be answered instead."""
        self.bot_failures = BotFailures(strict=strict)
        """What the bots' own code did wrong."""

    def is_async(self, turn: Turn) -> bool:
        """Return whether the turn's bot has to be awaited."""
        return self._seats[turn.match_id, turn.seat].is_async

    def ask(self, lines: Sequence[Line], turns: Sequence[Turn]) -> Iterator[None]:
        """Ask the bots one after the other; yield whenever what is ready ought to be written.

        Args:
            lines: All lines; bots are asked about their turns in columns.
            turns: All other turns.

        Raises:
            BotError: A bot's own code failed, and that is strict.
            ProtocolError: A turn's events can't be read.
        """
        if turns and any(line.outbox for line in lines):
            yield  # pongs do not wait for bots
        threads = self._threads
        written_ns = self._now_ns()
        for line in lines:
            lane_turns, line.lane_turns = line.lane_turns, []
            for told in lane_turns:
                self._ask_lane(told, line)
        if turns:
            threads.begin_watch()
        now_ns = self._now_ns()
        for seat, together in in_batches(turns, self._seats):
            if now_ns - together[0].received_ns > OVER_AFTER_NS:
                together = [turn for turn in together if turn.is_open or self._pass_over(turn)]
            began_ns = now_ns
            if seat.batch is not None:
                self._ask_together(seat.batch, together)
            elif together and seat.turn is together[0]:  # else it was over while others were asked
                self._ask(seat, together[0])
            now_ns = self._now_ns()
            if now_ns - began_ns > WAITED_NS and seat.is_plain:
                threads.watch(now_ns - began_ns)
            if now_ns - written_ns > WRITE_AFTER_NS:
                yield
                threads.begin_watch()
                written_ns = now_ns = self._now_ns()

    def _pass_over(self, turn: Turn) -> bool:
        """Do not ask about a turn that is over; what it has brought is for the next one."""
        seat = self._seats.get((turn.match_id, turn.seat))
        if seat is not None and seat.turn is turn:
            seat.close()
        return False

    def _ask(self, seat: Seat, turn: Turn) -> None:
        if seat.thinker.is_busy or (self._threads.is_on and seat.is_plain):
            seat.thinker.add(partial(self._hand_over, seat, turn))
            return
        turn.is_asked = True
        try:
            self._answer(seat, turn, seat.act(turn))
        except Exception as error:  # a bot may raise anything, and only its turn is to suffer
            self._give_up(seat, turn, error)

    def _ask_together(self, batch: ActBatch, turns: Sequence[Turn]) -> None:
        """Ask one bot about turns that it takes together."""
        found = ((self._seats.get((turn.match_id, turn.seat)), turn) for turn in turns)
        pairs = [(seat, turn) for seat, turn in found if seat is not None and seat.turn is turn]
        turns = [turn for _, turn in pairs]
        for turn in turns:
            turn.is_asked = True
        if not pairs:
            return  # all were over while others were asked
        try:
            actions = batch(turns)
        except Exception as error:  # a bot may raise anything, and only its turns are to suffer
            for seat, turn in pairs:
                self._give_up(seat, turn, error)
            return
        for (seat, turn), action in zip(pairs, actions, strict=True):
            try:
                self._answer(seat, turn, action)
            except Exception as error:  # it may be anything, too
                self._give_up(seat, turn, error)

    def _ask_lane(self, turns: lanes.LaneTurns, line: Line) -> None:
        """Ask the bots of a lane, one as a rule, about the turns of those matches that are not over."""
        lane = turns.lane
        places: dict[int, tuple[Bot, list[int]]] = {}
        for place, match_id in enumerate(turns.match_ids):
            seat = self._seats.get((match_id, lane.seat))
            if seat is not None and seat.line is line:
                seat.is_away = False
                self._start(seat)
                places.setdefault(id(seat.bot), (seat.bot, []))[1].append(place)
        for bot, own in places.values():
            some = turns if len(own) == len(turns) else turns.some(own)
            try:
                messages, faults = lane.messages(some, bot.act_columns(some))
            except Exception as error:  # a bot may raise anything, and only its turns are to suffer
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
        """Ask one bot that has to be awaited.

        Raises:
            BotError: The bot's own code failed, and that is strict.
            ProtocolError: The turn's events can't be read.
        """
        seat = self._seats.get((turn.match_id, turn.seat))
        if seat is None or seat.turn is not turn or not turn.begin():
            self._pass_over(turn)
            return
        try:
            self._answer(seat, turn, await seat.act(turn))
        except Exception as error:  # a bot may raise anything, and only its turn is to suffer
            self._give_up(seat, turn, error)

    def _start(self, seat: Seat) -> None:
        if seat.started:
            return
        seat.started = True
        self._call(seat, partial(seat.bot.on_start, seat.match), seat.where())

    def _call(self, seat: Seat, callback: Callable[[], object], where: str) -> None:
        """Tell a bot something now, or once it has decided what it is thinking about on a thread."""

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
        """Ask about a turn on a thread, unless it is over; return whether that is done already."""
        if seat.turn is not turn or not turn.is_open:
            self._pass_over(turn)
            return True
        self._threads.submit(partial(self._think_on_thread, seat, turn))
        return False

    def _think_on_thread(self, seat: Seat, turn: Turn) -> None:
        action: Any = None
        failure: BaseException | None = None
        began_ns, spent_ns = time.monotonic_ns(), time.thread_time_ns()
        is_asked = turn.begin()
        if is_asked:
            try:
                action = seat.act(turn)
            except BaseException as error:  # `sys.exit` too: the process has to learn of it
                failure = error
            took_ns = time.monotonic_ns() - began_ns
            self._threads.noted(took_ns, time.thread_time_ns() - spent_ns)
        self._settle(partial(self._settle_thought, seat, turn, action, failure, is_asked))

    def _settle_thought(
        self,
        seat: Seat,
        turn: Turn,
        action: Any,
        failure: BaseException | None,
        is_asked: bool,
    ) -> None:
        """Take in what a bot has decided on a thread, and ask it what has waited for that."""
        if failure is not None and not isinstance(failure, Exception):
            raise failure
        if not is_asked:
            self._pass_over(turn)
        elif failure is not None:
            self._give_up(seat, turn, failure)
        else:
            try:
                self._answer(seat, turn, action)
            except Exception as error:  # it may be anything, too
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
        self.bot_failures.add(error, seat.where(turn.number))
        self._answer(seat, turn, SKIP)

    def _take_rejection(self, seat: Seat, rejection: Rejection) -> None:
        """Tell a bot of a rejection; where it leaves the seat's latest turn open, that is answered again."""
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

        def tell() -> None:
            action: Any = None
            try:
                action = seat.bot.on_rejected(rejection)
            finally:
                self._reopened.append((seat, rejection.turn, action))

        self._call(seat, tell, where)

    def _is_answered(self, seat: Seat, number: int) -> bool:
        """Return whether this is the seat's latest turn, and was answered and not missed."""
        match = seat.match
        is_held = self._seats.get((match.match_id, match.seat)) is seat
        on_lanes = (lane.last_turn(match.match_id, match.seat) for lane in seat.line.lanes.values())
        latest = max((seat.latest, *on_lanes))
        is_open_still = seat.turn is not None and seat.turn.number == number
        return is_held and number == latest > seat.missed and not is_open_still

    def _answer_reopened(self) -> list[Turn]:
        """Answer once more what was refused, unless the turn is over by now; return what is to be asked again."""
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
            payload = None
            if seat.refused != number and action is not None and action is not SKIP:
                with self.bot_failures.caught(seat.where(number)):
                    payload = packed(action, seat.action_type, "on_rejected")
            seat.refused = number
            message = seat.answer_again(number, payload)
            if message is not None:
                seat.line.outbox.add(message)
        return again
