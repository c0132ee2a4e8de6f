"""The bot of a seat that a person plays: it takes answers from a web page, and holds what the page shows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from referee.core.choices import Choices
from referee.core.errors import FieldError, RefereeError
from referee.core.game import AnyPlugin
from referee.core.plain import Plain
from referee.core.scene import Style, spans_text
from referee.core.scene_plain import PlainObject, scene_plain
from referee.core.story import sentence_case
from referee.core.view import Fields, GameView, Sight
from referee.games import generic_view, registry
from referee.replay.frames import events_of
from referee_arena.seat.forms import action_message, choices_of, form_plain, message_of_answers
from referee_client import Bot, Match, Missed, Outcome, Rejection, Turn
from referee_client.messages import message_class

__all__ = ["Names", "Person", "TurnError"]

Names = Callable[[Match], Awaitable[Sequence[str]]]
"""Function that returns the names of a match's players, one for each seat, in the order of the seats."""


class TurnError(RefereeError):
    """A page sent an answer, a chat message or a resignation while the seat could not take it.

    Args:
        reason: `LATE` if the turn or the seat's play is over, `ANSWERED` if the turn has its answer already,
            `NOT_ASKED` if the turn or the match has not begun, or if nobody can hear a chat message.
        text: The reason in words, for the person.
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Person(Bot):
    """Bot of one seat whose decisions a person makes on a web page.

    Any number of pages may be open: all show the same turn, and the first answer counts. Between turns, pages show the
    match by a live stream, as a spectator with the eyes of this seat sees it.

    Args:
        names: Returns the names of the players of a match.
    """

    def __init__(self, names: Names) -> None:
        self.match: Match | None = None
        """The match of the seat; None until the match begins."""
        self.is_over = False
        """Whether the seat gets no more turns here: it has its result, or the arena can't play the seat any longer."""
        self.is_lost = False
        """Whether the arena stopped playing the seat before the seat had a result, as after an error."""
        self.has_resigned = False
        """Whether the person has resigned; the match may go on without this seat."""
        self.version = 0
        """Number of changes so far of the state that pages show; a page asks for the state after the one it has."""
        self._names = names
        self._players: tuple[str, ...] = ()
        self._changed = asyncio.Event()
        self._plugin: AnyPlugin | None = None
        self._view: GameView = generic_view.VIEW
        self._config: Fields = {}
        self._events: list[Fields] = []
        self._sight: Sight | None = None
        self._turn: Turn | None = None
        self._choices: Choices | None = None
        self._answer: asyncio.Future[Message] | None = None
        self._answered = 0
        self._deadline: float | None = None
        self._drawn: PlainObject = {}
        self._notes: list[Plain] = []
        self._outcome: list[Plain] = []

    # Messages of the referee.

    def on_start(self, match: Match) -> None:
        """Store the match that begins; from now on, `state` has its id, its game and its players."""
        self.match = match
        self._plugin = registry.find(match.game)
        self._view = generic_view.view_of(self._plugin)
        self._config = {} if match.config is None else _plain(match.config)
        self._players = tuple(f"seat {seat}" for seat in range(match.num_seats))
        self._notify()

    def on_events(self, match: Match, events: Any) -> None:  # noqa: ARG002
        """Store events of the match, to be shown together with the next turn, or with the end of the match."""
        self._events += events_of(_plain(events))

    async def act(self, observation: Any, turn: Turn) -> Message:
        """Show the turn on the pages, wait until `answer` gets a valid answer, and return that as an Action message."""
        # There is no type annotation of the observation, since this bot plays all games.
        assert self._plugin is not None
        if not self._turn:
            self._players = tuple(await self._names(turn.match))
        seen = _plain(observation)
        self._update_view(seen)
        self._turn = turn
        legal = turn.legal if turn.match.lists_legal else None
        self._choices = choices_of(self._plugin, self._view, seen, self._seen, legal)
        clock, loop = turn.clock, asyncio.get_running_loop()
        self._deadline = None if clock.remaining is None else loop.time() + clock.remaining
        self._answer = loop.create_future()
        self._notify()
        try:
            return await self._answer
        finally:
            self._answer = None
            self._notify()

    def on_rejected(self, rejection: Rejection) -> None:
        """Show a note that the referee rejected an answer or a chat message of the person, and why."""
        what = "What you said" if rejection.say_number else f"Your answer to turn {rejection.turn}"
        self._note(f"{what} was not taken: {rejection.text or rejection.reason}")

    def on_missed(self, missed: Missed) -> None:
        """Show a note that a turn was not answered before its deadline, with the number of strikes."""
        limit = f" of {missed.strikes_limit}" if missed.strikes_limit else ""
        note = f"Turn {missed.turn} was not answered in time, strike {missed.strikes}{limit}."
        self._note(f"{note} You have lost by it." if missed.forfeited else note)

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Show the result: of this seat alone if the match goes on without it, otherwise of all seats."""
        if self._plugin is not None and self._events:
            seen = self._sight.observations.get(match.seat) if self._sight else None
            self._update_view(seen)
        ended = f"The match is over. {sentence_case(outcome.text)}".strip()
        self._outcome = ["You are out; the match goes on." if outcome.goes_on else ended]
        for result in outcome.seats:
            place = f"place {result.placement}, score {result.score}"
            place = place if result.placement else "no place"
            forfeit = f", forfeited ({result.forfeit.lower()})" if result.forfeit else ""
            if result.seat == match.seat or not outcome.goes_on:
                self._outcome.append(f"{self._name(result.seat)}: {place}{forfeit}")
        self._end()

    def lose(self, why: str) -> None:
        """Record that the arena can't play the seat any longer, and show the reason on the pages.

        Args:
            why: The reason, as a sentence for the person.
        """
        self.is_lost = True
        self._outcome.append(why)
        self._end()

    def _end(self) -> None:
        self.is_over = True
        self._notify()

    # Requests of pages.

    async def wait(self, after: int, timeout_s: float) -> None:
        """Wait until the state that pages show has changed, the seat's play is over, or `timeout_s` seconds have passed.

        Args:
            after: Number of changes that the caller has seen; any further one ends the waiting.
            timeout_s: Longest time to wait, in seconds.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self.version <= after and not self.is_over:
                    await self._changed.wait()

    def state(self) -> PlainObject:
        """Return all that a page of the seat shows, as plain data.

        Before the match begins, this is `version`, `state` (a word such as `joining` or `lost`) and `outcome` (lines of
        text). From then on, there are also the match, the game, the players, the scene and notes, and after the first
        turn came, the last turn; while that waits for an answer, with its form and the milliseconds left.
        """
        match = self.match
        if match is None:
            return {"version": self.version, "state": self._state, "outcome": list(self._outcome)}
        assert self._plugin is not None
        info = self._plugin.game.info
        state: PlainObject = {
            "version": self.version,
            "state": self._state,
            "match": match.match_id,
            "seat": match.seat,
            "game": info.game,
            "title": info.title,
            "players": list(self._players),
            **self._drawn,
            "notes": list(self._notes),
            "outcome": list(self._outcome),
        }
        return state | self._asked()

    def answer(
        self, turn: int, answers: Mapping[str, object] | None, action: Fields | None
    ) -> None:
        """Answer the open turn with the filled-in form, or with a whole action.

        Args:
            turn: Number of the turn that the person has answered.
            answers: Values of the turn's form by the ids of its questions; None if the page sends an action instead.
            action: The game's Action message in JSON form; used only if `answers` is None.

        Raises:
            TurnError: The turn with this number does not wait for an answer, or the person has resigned.
            FieldError: The answer is invalid, or both are None; the turn stays open.
        """
        if self._turn is None or self._plugin is None:
            raise TurnError("NOT_ASKED", "nothing has been asked yet")
        if self.has_resigned:
            raise TurnError("LATE", "this seat has been given up")
        if turn <= self._answered:
            raise TurnError("ANSWERED", f"turn {turn} has been answered already")
        if self._answer is None or self._answer.done() or turn != self._turn.number:
            if turn > self._turn.number:
                raise TurnError("NOT_ASKED", f"turn {turn} has not been asked yet")
            raise TurnError("LATE", f"turn {turn} is over: its answer is too late")
        package = self._turn.observation.DESCRIPTOR.file.package
        kind = message_class(f"/{package}.Action")
        if answers is not None:
            assert self._choices is not None
            message = message_of_answers(kind, self._choices, answers)
        elif action is not None:
            message = action_message(kind, action)
        else:
            raise FieldError("answers", "there, or else action", None)
        self._answered = turn
        self._notes = []
        self._answer.set_result(message)

    def resign(self) -> Match:
        """Record that the person resigns, and return the seat's match; the caller must resign at the referee.

        Raises:
            TurnError: The match has not begun, is over for this seat, or the person has resigned already.
        """
        if self.match is None:
            raise TurnError("NOT_ASKED", "the match has not begun yet")
        if self.is_over or self.has_resigned:
            raise TurnError("LATE", "the match is over for this seat")
        self.has_resigned = True
        self._notify()
        return self.match

    def say(self, channel: str, text: str) -> None:
        """Send a chat message to the seats of a channel.

        Args:
            channel: Name of one of the channels of the last turn.
            text: The message, of printable characters.

        Raises:
            TurnError: The seat has had no turn yet, or gets no more.
            FieldError: The turn has no channel of this name, or the text is blank or has unprintable characters.
        """
        if self._turn is None or self.is_over:
            raise TurnError("NOT_ASKED", "nobody can hear it now")
        names = [each.name for each in self._turn.channels]
        if channel not in names:
            raise FieldError("channel", f"one of {', '.join(names) or 'none: no chat'}", channel)
        if not text.strip() or not text.isprintable():
            raise FieldError("text", "of printable characters, at least one", text)
        self._turn.say(channel, text)

    @property
    def _state(self) -> str:
        if self.is_over:
            return "lost" if self.is_lost else "over"
        if self.has_resigned:
            return "resigned"
        return "joining" if self.match is None else "asked" if self._answer else "waiting"

    def _asked(self) -> PlainObject:
        """Return the part of `state` about the last turn; empty before the first one.

        The form, the strikes and the milliseconds left are in it only while the turn waits for an answer.
        """
        turn = self._turn
        if turn is None:
            return {}
        channels: list[Plain] = [
            {"name": each.name, "hear": [self._name(seat) for seat in each.members]}
            for each in turn.channels
        ]
        turn_state: PlainObject = {"turn": turn.number, "phase": turn.phase, "channels": channels}
        if self._answer is None or self._choices is None or self.has_resigned:
            return turn_state
        if self._deadline is not None:
            left = self._deadline - asyncio.get_running_loop().time()
            turn_state["remaining_ms"] = max(0, int(1000 * left))
        return turn_state | {"strikes": turn.clock.strikes, "form": form_plain(self._choices)}

    @property
    def _seen(self) -> Sight:
        assert self._sight is not None
        return self._sight

    def _update_view(self, observation: Fields | None) -> None:
        """Build the scene from the seat's observation and the events since the last one; add warnings to the notes.

        Args:
            observation: The seat's observation in JSON form; None if the seat has had none.
        """
        assert self.match is not None
        events, self._events = self._events, []
        observations = {} if observation is None else {self.match.seat: observation}
        sight = Sight(observations, events, self._config, self._players)
        self._sight = self._view.followed(self._sight, sight)
        self._drawn = {"scene": scene_plain(self._view.scene(self._sight))}
        for line in self._view.event_lines(self._sight):
            if any(span.style is Style.WARN for span in line):
                self._notes.append(spans_text(line))

    def _name(self, seat: int) -> str:
        return self._players[seat] if seat < len(self._players) else f"seat {seat}"

    def _note(self, text: str) -> None:
        self._notes.append(text)
        self._notify()

    def _notify(self) -> None:
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()


def _plain(message: Message) -> Any:
    """Return a message in protobuf's JSON form; fields keep their names of the .proto file, and zeros are included."""
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
