"""A seat that a person plays: a bot that waits for the page's answer, and the state that pages show meanwhile."""

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
"""Returns the names of a match's players, by seat."""


class TurnError(RefereeError):
    """An answer or a message was sent at the wrong time; the text says why.

    Args:
        reason: `LATE`, `ANSWERED` or `NOT_ASKED`.
        text: The sentence.
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Person(Bot):
    """Bot of a seat whose decisions a person makes on a page.

    Any number of pages may be open: all show the same turn, and the first answer counts. Between turns, pages show the
    match as spectators see it: by a live stream through the seat's own eyes.

    Args:
        names: Returns the names of players.
    """

    def __init__(self, names: Names) -> None:
        self.match: Match | None = None
        """Its match; None until it begins."""
        self.is_over = False
        """Whether no more turns will come."""
        self.is_lost = False
        """Whether that is so although its match may go on, as after an error."""
        self.has_resigned = False
        """Whether it has been given up for good; its match may go on."""
        self.version = 0
        """Grows with every change of the state that pages show."""
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
        """Take over the match, of which pages show the names from now on."""
        self.match = match
        self._plugin = registry.find(match.game)
        self._view = generic_view.view_of(self._plugin)
        self._config = {} if match.config is None else _plain(match.config)
        self._players = tuple(f"seat {seat}" for seat in range(match.num_seats))
        self._notify()

    def on_events(self, match: Match, events: Any) -> None:  # noqa: ARG002
        """Keep what happened for the next turn, or for the end."""
        self._events += events_of(_plain(events))

    async def act(self, observation: Any, turn: Turn) -> Message:
        """Offer the turn to the pages, and wait for an answer."""
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
        """Add a note that something was rejected."""
        what = "What you said" if rejection.say_number else f"Your answer to turn {rejection.turn}"
        self._note(f"{what} was not taken: {rejection.text or rejection.reason}")

    def on_missed(self, missed: Missed) -> None:
        """Add a note that a deadline has passed."""
        limit = f" of {missed.strikes_limit}" if missed.strikes_limit else ""
        note = f"Turn {missed.turn} was not answered in time, strike {missed.strikes}{limit}."
        self._note(f"{note} You have lost by it." if missed.forfeited else note)

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Show how it ended."""
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
        """Record that the seat can't be played here any longer.

        Args:
            why: What went wrong, in a sentence.
        """
        self.is_lost = True
        self._outcome.append(why)
        self._end()

    def _end(self) -> None:
        self.is_over = True
        self._notify()

    # Requests of pages.

    async def wait(self, after: int, timeout_s: float) -> None:
        """Wait until the state is newer than a version, for at most `timeout_s`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self.version <= after and not self.is_over:
                    await self._changed.wait()

    def state(self) -> PlainObject:
        """Return the seat's state for its page: the phase, the turn with its form and clock, and the outcome."""
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
        """Take an answer: values of the form, or an action that the page has written as JSON.

        Args:
            turn: Number of the turn that it answers.
            answers: Values of the form by the ids of its questions; None if there are none.
            action: The Action message in JSON form, used if there are no answers.

        Raises:
            TurnError: That turn is not open.
            FieldError: The answer is invalid; the turn stays open.
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
        """Record that the seat is given up for good; return its match, in which the caller resigns the seat.

        Raises:
            TurnError: There is nothing to give up.
        """
        if self.match is None:
            raise TurnError("NOT_ASKED", "the match has not begun yet")
        if self.is_over or self.has_resigned:
            raise TurnError("LATE", "the match is over for this seat")
        self.has_resigned = True
        self._notify()
        return self.match

    def say(self, channel: str, text: str) -> None:
        """Say something to others.

        Raises:
            TurnError: There is nobody to say it to now.
            FieldError: There is no such channel, or no text.
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
        """Return the part of the state about the open turn."""
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
        """Update the scene and notes by the seat's observation and the events since the last one."""
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
    """Return a message in protobuf's JSON form with the schema's own names, zeros included."""
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
