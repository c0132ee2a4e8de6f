"""Seats that somebody plays by short calls, such as an agent with tools: state, rules, wait, act, say, resign.

A desk holds any number of seats of any matches at one referee. Calls may come at any time, more than
once, and from more than one caller: a call that waits changes nothing, and an answer names its turn, so
that it counts once.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.metadata
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from google.protobuf.message import Message

from referee.core.errors import FieldError, RefereeError
from referee.core.plain import Plain
from referee.core.text_face import AskedTurn
from referee.games import registry
from referee.games.rethink import Policy
from referee.llm.asking import Asking
from referee.llm.prompts import turn_text
from referee.llm.text_bot import TextBot
from referee_client import (
    Match,
    Missed,
    Outcome,
    RefereeClient,
    RefereeClientError,
    Rejection,
    Turn,
)

__all__ = ["LONGEST_WAIT_S", "Desk", "DeskError", "DeskSeat", "News"]

log = logging.getLogger("referee.llm.desk")

LONGEST_WAIT_S = 50.0
"""Longest wait of a call, in seconds: agents give calls up after a minute or less."""
LONGEST_SAID = 2_000
"""Highest number of characters of a chat message."""
MOST_NOTES = 20
"""Highest number of notes that are kept for the next turn of a seat."""
PICTURES = "gamereferee.pictures"
"""Group of entry points whose entry `sight` draws what a seat sees."""


class DeskError(RefereeError):
    """A call can't be carried out; the message says why, for the player."""


class News(NamedTuple):
    """What a call that waits has found."""

    text: str
    """The open turn in words, or that none is open, or that all is over."""
    seat: int | None = None
    """Number of the seat whose turn is open; None if none is."""


class DeskSeat(TextBot):
    """One seat, played by calls.

    Args:
        policy: How turns are put into words.
        changed: Called after each change that a waiting call may wait for.
    """

    def __init__(self, policy: Policy, changed: Callable[[], None]) -> None:
        super().__init__(policy)
        self.outcome: tuple[str, ...] = ()
        """How the match ended for the seat, as lines; empty while it goes on."""
        self._changed = changed
        self._turn: Turn | None = None
        self._asked: AskedTurn | None = None
        self._answer: asyncio.Future[Message] | None = None
        self._given: tuple[int, Mapping[str, Any]] | None = None
        self._deadline_s: float | None = None
        self._notes: list[str] = []

    # Calls of the client.

    def on_start(self, match: Match) -> None:
        """Let the seat be seen."""
        super().on_start(match)
        self._changed()

    async def act(self, observation: Any, turn: Turn) -> Message:
        """Open the turn to calls, and wait for an answer."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Message] = loop.create_future()
        remaining = turn.clock.remaining
        self._asked, self._turn, self._answer = self.asked(observation, turn), turn, answer
        self._deadline_s = None if remaining is None else loop.time() + remaining
        self._changed()
        try:
            return await answer
        finally:
            # Unless the next turn has begun meanwhile.
            if self._answer is answer:
                self._answer = None

    def on_rejected(self, rejection: Rejection) -> None:
        """Keep a note that the referee refused something."""
        what = "what was said" if rejection.say_number else f"the answer to turn {rejection.turn}"
        self._note(f"The referee refused {what}: {rejection.text or rejection.reason}")

    def on_missed(self, missed: Missed) -> None:
        """Keep a note of a missed turn."""
        self._note(f"Turn {missed.turn} was missed, strike {missed.strikes}.")

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Keep the result."""
        lines = [f"The match is over: {outcome.text}"]
        if outcome.goes_on:
            lines = ["You are out; the match goes on without you."]
        for each in outcome.seats:
            if outcome.goes_on and each.seat != match.seat:
                continue
            you = " (you)" if each.seat == match.seat else ""
            forfeit = f", forfeited ({each.forfeit.lower()})" if each.forfeit else ""
            place = f"place {each.placement}, score {each.score}" if each.placement else "no place"
            lines.append(f"seat {each.seat}{you}: {place}{forfeit}")
        self.outcome = tuple(lines)
        self._changed()

    def lose(self, why: str) -> None:
        """Keep that the seat can't be played any longer."""
        self.outcome = self.outcome or (why,)
        self._changed()

    # Calls of the player.

    @property
    def state(self) -> str:
        """State of the seat: `joining`, `waiting`, `your turn` or `over`."""
        if self.outcome:
            return "over"
        if self.match is None:
            return "joining"
        return "your turn" if self._is_open else "waiting"

    def told(self) -> str:
        """Return the open turn in words, with its number and the time that is left; an empty text if none is open."""
        if not self._is_open:
            return ""
        assert self._asked is not None
        assert self._turn is not None
        terms = self.terms
        told = turn_text(terms.face, terms.config, self._asked, terms.policy)
        left_s = self.left_s()
        clock = "no deadline" if left_s is None else f"{left_s} seconds left"
        channels = [each.name for each in self._turn.channels]
        lines = [f"Turn {self._turn.number} is open, {clock}. Answer by `act` with this number."]
        lines += [f"You can `say` something in: {', '.join(channels)}."] if channels else []
        lines += self._notes
        return "\n".join([*lines, "", told])

    async def picture(self) -> bytes:
        """Return what the seat saw when its open turn began, as a PNG file; nothing else is in it.

        Raises:
            DeskError: No turn is open, or the library that draws is not installed.
        """
        if not self._is_open:
            raise DeskError("no turn is open, so that there is no picture")
        assert self._asked is not None
        assert self.match is not None
        (entry,) = importlib.metadata.entry_points(group=PICTURES, name="sight")
        plugin, sight = registry.find(self.match.game), self._asked.sight
        try:
            # Drawing takes some 50 ms, in which other seats' turns must not wait.
            png: bytes = await asyncio.to_thread(lambda: entry.load()(plugin, sight))
        except ImportError:
            raise DeskError(
                "no picture: the server lacks pip install 'gamereferee[preview]'"
            ) from None
        return png

    def left_s(self) -> int | None:
        """Return the seconds until the deadline of the open turn, 0 or more; None if it has none."""
        if self._deadline_s is None:
            return None
        return max(0, int(self._deadline_s - asyncio.get_running_loop().time()))

    def act_now(self, number: int, action: object) -> str:
        """Answer a turn, and return the result in words.

        Args:
            number: Number of the turn.
            action: The answer, as a JSON object or as the text of one.

        Raises:
            DeskError: No such turn is open, or it has another answer.
            FieldError: The answer has not the game's form; the turn stays open.
        """
        if self._turn is None or number > self._turn.number:
            raise DeskError(f"turn {number} has not been asked; {self._now()}")
        given = _object(action)
        if self._given is not None and self._given[0] == number:
            if self._given[1] == given:
                return f"turn {number} has this answer already"
            raise DeskError(f"turn {number} has another answer already, which counts")
        if not self._is_open or number != self._turn.number:
            raise DeskError(f"turn {number} is over; {self._now()}")
        assert self._asked is not None
        assert self._answer is not None
        refused = Asking(self.terms, self._asked).refusal(given)
        if refused is not None:
            raise DeskError(f"{refused.text} (field {refused.field}); turn {number} is still open")
        message = self.message(given)
        self._given, self._notes = (number, given), []
        self._answer.set_result(message)
        return f"turn {number} is answered"

    def say(self, channel: str, text: str) -> None:
        """Say something in a channel of the last turn.

        Raises:
            DeskError: Nobody can hear it now.
            FieldError: There is no such channel, or the text can't be said.
        """
        if self._turn is None or self.outcome:
            raise DeskError(f"nobody can hear it now; {self._now()}")
        names = [each.name for each in self._turn.channels]
        if channel not in names:
            raise FieldError("channel", f"one of {', '.join(names) or 'none: no chat'}", channel)
        if not text.strip() or not text.isprintable() or len(text) > LONGEST_SAID:
            raise FieldError("text", f"of 1 to {LONGEST_SAID} printable characters", text)
        self._turn.say(channel, text)

    @property
    def _is_open(self) -> bool:
        return (
            self._turn is not None
            and self._answer is not None
            and not self._answer.done()
            and self._turn.is_open
            and not self.outcome
        )

    def _now(self) -> str:
        turn = self._turn
        return f"turn {turn.number} is open" if turn and self._is_open else "no turn is open"

    def _note(self, text: str) -> None:
        self._notes = [*self._notes, text][-MOST_NOTES:]
        self._changed()


class Desk:
    """Seats at one referee, played by calls.

    Args:
        address: `unix:/path` or `HOST:PORT` of the referee.
        ca: File with the roots to trust, in PEM; None for a connection without TLS.
        name: Name of the player in replays.
        policy: How turns are put into words.
    """

    def __init__(
        self,
        address: str,
        *,
        ca: str | None = None,
        name: str = "an agent",
        policy: Policy | None = None,
    ) -> None:
        self._address, self._ca, self._name = address, ca, name
        self._policy = policy or Policy()
        self._seats: list[DeskSeat] = []
        self._clients: list[RefereeClient] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._change = asyncio.Event()

    def join(self, tokens: Sequence[str]) -> None:
        """Begin to play the seats of these tokens; must be called on a running loop."""
        for token in tokens:
            seat = DeskSeat(self._policy, self._notify)
            # A stream for each seat, so that one that is refused ends no other.
            client = RefereeClient(
                self._address, _maker(seat), ca=self._ca, name=self._name, follow_workers=False
            )
            self._seats.append(seat)
            self._clients.append(client)
            self._tasks.append(asyncio.create_task(self._play(client, token, seat)))

    async def close(self) -> None:
        """Leave all seats without resigning: their clocks go on, and their tokens can be used again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def seats(self) -> list[dict[str, Plain]]:
        """Return what each seat is doing, by the numbers that other calls use."""
        found: list[dict[str, Plain]] = []
        for number, seat in enumerate(self._seats):
            line: dict[str, Plain] = {"seat": number, "state": seat.state}
            if seat.match is not None:
                line |= {"game": seat.match.game, "match": seat.match.match_id}
                line |= {"seat_in_match": seat.match.seat, "players": seat.match.num_seats}
            if seat.state == "your turn":
                line["seconds_left"] = seat.left_s()
            if seat.outcome:
                line["outcome"] = list(seat.outcome)
            found.append(line)
        return found

    async def rules(self, seat: int) -> str:
        """Return the rules of a seat's game, with the form of an answer; waits until the match begins.

        Raises:
            DeskError: The match has not begun within `LONGEST_WAIT_S`, or was never joined.
        """
        found = self._seat(seat)
        await self._until(lambda: found.match is not None or bool(found.outcome), LONGEST_WAIT_S)
        if found.match is None:
            raise DeskError(
                " ".join(found.outcome) or f"the match of seat {seat} has not begun yet"
            )
        terms = found.terms
        return terms.face.rules(terms.config, found.match.seat)

    async def wait(self, seconds: float, seat: int | None = None) -> News:
        """Wait until a turn is open or a match is over, and return it in words.

        Nothing changes by it: a call that is cut off is simply made again.

        Args:
            seconds: Longest time to wait, 0..50.
            seat: Number of the seat; None for any.

        Raises:
            FieldError: `seconds` or `seat` is out of bounds.
        """
        if not 0 <= seconds <= LONGEST_WAIT_S:
            raise FieldError("seconds", f"from 0 to {LONGEST_WAIT_S:g}", seconds)
        numbers = range(len(self._seats)) if seat is None else [seat]
        seats = {number: self._seat(number) for number in numbers}

        def is_news() -> bool:
            states = {each.state for each in seats.values()}
            return "your turn" in states or states <= {"over"}

        await self._until(is_news, seconds)
        for number, each in seats.items():
            if each.state == "your turn":
                return News(f"Seat {number}. {each.told()}", number)
        over = {number: each.outcome for number, each in seats.items() if each.outcome}
        if len(over) == len(seats):
            lines = [f"Seat {number}: {' '.join(lines)}" for number, lines in over.items()]
            return News("\n".join([*lines, "There is nothing more to play."]))
        return News("No turn is open yet. Call `wait` again.")

    async def picture(self, seat: int) -> bytes:
        """Return what a seat sees in its open turn, as a PNG file; see `DeskSeat.picture`."""
        return await self._seat(seat).picture()

    def act(self, seat: int, turn: int, action: object) -> str:
        """Answer a turn of a seat; see `DeskSeat.act_now`."""
        return self._seat(seat).act_now(turn, action)

    def say(self, seat: int, channel: str, text: str) -> str:
        """Say something in a channel; see `DeskSeat.say`."""
        self._seat(seat).say(channel, text)
        return "said"

    def resign(self, seat: int) -> str:
        """Give a seat up for good: it forfeits its match.

        Raises:
            DeskError: The match has not begun, or is over.
        """
        found = self._seat(seat)
        if found.match is None or found.outcome:
            raise DeskError(f"seat {seat} is {found.state}, so that it can't be given up")
        self._clients[seat].resign(found.match.match_id, found.match.seat)
        return "given up"

    def _seat(self, number: int) -> DeskSeat:
        if not 0 <= number < len(self._seats):
            raise FieldError("seat", f"from 0 to {len(self._seats) - 1}", number)
        return self._seats[number]

    async def _play(self, client: RefereeClient, token: str, seat: DeskSeat) -> None:
        why = "This seat is played no more."
        try:
            await client.play([token])
        except RefereeClientError as error:
            why = f"This seat can't be played: {error}"
        except Exception as error:
            # Of a game's face, which may be anybody's: the log has it.
            why = f"This seat has failed: {type(error).__name__}"
            log.exception("a seat has failed")
        seat.lose(why)

    async def _until(self, is_true: Callable[[], bool], seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not is_true():
                    await self._change.wait()

    def _notify(self) -> None:
        # Calls that wait now are woken; later ones wait for the next change.
        self._change.set()
        self._change = asyncio.Event()


def _maker(seat: DeskSeat) -> Any:
    """Return a function that makes the bot of a seat, and says what the bot looks at."""

    def make() -> DeskSeat:
        return seat

    make.reads_events = make.reads_legal = True  # type: ignore[attr-defined]
    return make


def _object(action: object) -> Mapping[str, Any]:
    """Return an answer as an object; agents send it as one, or as the text of one.

    Raises:
        FieldError: It is neither.
    """
    given = action
    if isinstance(action, str):
        try:
            given = json.loads(action)
        except (ValueError, RecursionError):
            given = action
    if not isinstance(given, Mapping):
        raise FieldError("action", "a JSON object in the form of the schema", action)
    return given
