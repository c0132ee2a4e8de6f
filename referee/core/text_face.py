"""Interface by which a game is put into words for a player that reads text, such as a language model.

A `TextFace` writes the rules and each turn as text, describes the answer as a JSON Schema, and says
what is wrong with an answer before it is sent. Every game has one: `referee.games.faces`
makes it from the game's rulebook, scene and declared action, and a game that wants other words gives
its `Plugin` a separate face. All methods are pure functions of the config and of what the seat was
sent, so a text can be computed again later and shows nothing that the seat may not know.
"""

from __future__ import annotations

import abc
import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core.json_shape import check_shape
from referee.core.plain import Plain
from referee.core.text import printable
from referee.core.view import Fields, Sight

__all__ = [
    "LONGEST_SAID",
    "MOST_SAID",
    "LONGEST_NAME",
    "Answer",
    "AskedTurn",
    "Moment",
    "Objection",
    "Spoken",
    "TextFace",
    "quoted",
    "seat_labels",
]

LONGEST_NAME = 40
"""Highest number of characters of a player's name in a text."""
LONGEST_SAID = 500
"""Highest number of characters of a chat message in a text."""
MOST_SAID = 40
"""Highest number of chat messages in a turn's text; of more, the newest are kept."""


class Moment(NamedTuple):
    """Events that a seat was sent between two of its turns, in words."""

    turn: int
    """Number of the seat's turn that came next, from 1."""
    lines: tuple[str, ...]
    """The events, one line each, in the order in which they happened."""


class Spoken(NamedTuple):
    """A chat message as the members of its channel hear it."""

    seat: int
    """Index of the seat that said it, 0-based."""
    channel: str
    """Name of the channel."""
    text: str
    """The message, as a stranger has written it."""


@dataclasses.dataclass(frozen=True, slots=True)
class AskedTurn:
    """A turn of a seat, with all that the seat was sent up to it."""

    seat: int
    """Index of the seat, 0-based."""
    number: int
    """Number of the turn among the turns of the seat, from 1."""
    phase: str
    """Name of the phase as in the game's rulebook."""
    seen: Fields
    """The whole Observation message of the turn."""
    sight: Sight
    """What the seat may see, as `GameView.followed` returned it; its events are those since the
    seat's last turn. Its players are called by `seat_labels`, so that no name that a stranger has
    chosen is in a sentence.
    """
    names: Sequence[str] = ()
    """Names of the players, by seat, as they have chosen them; empty if they are not known."""
    history: Sequence[Moment] = ()
    """Events before those of `sight`, one entry for each earlier turn of the seat, the oldest first."""
    legal: Sequence[Fields] | None = None
    """All legal actions as answers, if the turn lists them; else None."""
    said: Sequence[Spoken] = ()
    """What was said in the seat's channels since its last turn, in order, what it said itself included."""


class Objection(NamedTuple):
    """Why an answer would be refused, as far as the seat may know."""

    field: str
    """Path of the field that is wrong, such as `orders.0.unit`; `action` for the whole answer."""
    code: str
    """Short name of the reason in capitals, such as `NOT_LEGAL`."""
    text: str
    """The reason in a sentence, for the player."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """The form of an answer: a JSON object that is the game's Action message."""

    schema: Mapping[str, Plain]
    """JSON Schema (draft 2020-12) of the object."""
    example: Mapping[str, Plain]
    """An object of this form; it need not be legal in the present turn."""

    def check(self, value: object) -> None:
        """Check that a value has the form of an answer.

        Raises:
            FieldError: It does not; the error names the field, its bound and the value.
        """
        check_shape(self.schema, value, "action")


class TextFace(abc.ABC):
    """How one game is put into words. Stateless: every text follows from the arguments alone."""

    version: int = 1
    """Version of the texts; raised with each change, so that texts of different versions are never
    compared as equal.
    """

    @abc.abstractmethod
    def rules(self, config: Fields, seat: int) -> str:
        """Return what a player must know before the first turn, equal in all turns of a match.

        Args:
            config: The Config message, as far as the seat may see it.
            seat: Index of the seat, 0-based.
        """

    @abc.abstractmethod
    def turn(self, asked: AskedTurn, window: int) -> str:
        """Return a turn in words: what has happened, what the seat sees, what it must decide.

        Args:
            asked: The turn.
            window: Highest number of bytes of the text that earlier events take, from 0. Older
                events are left out, and the text says how many.
        """

    def knows_phase(self, asked: AskedTurn) -> bool:  # noqa: ARG002
        """Return whether the face knows the phase of a turn.

        Where it does not, `turn` still returns a text that can be answered: a match goes on whatever a
        face has forgotten. Checks of games fail on such a phase.
        """
        return True

    @abc.abstractmethod
    def news(self, sight: Sight) -> tuple[str, ...]:
        """Return the events of a sight as lines, as they are kept in `AskedTurn.history`.

        Args:
            sight: What the seat may see, with players as in `AskedTurn.sight`.
        """

    @abc.abstractmethod
    def answer(self, config: Fields) -> Answer:
        """Return the form of an answer.

        Args:
            config: The Config message, as far as the seat may see it.
        """

    def example(self, asked: AskedTurn) -> Mapping[str, Plain]:
        """Return an answer of the form that a turn asks for; it need not be legal in the turn."""
        return self.answer(asked.sight.config).example

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:  # noqa: ARG002
        """Return why the rules would refuse an answer; None if nothing is known against it.

        An objection depends on nothing that the seat was not sent, so that asking twice reveals
        nothing. What it objects to, the rules refuse; but the rules may refuse more.

        Args:
            asked: The turn.
            action: The answer, which has passed `Answer.check`.
        """
        return None

    def digest(self, config: Fields, seat: int) -> str:
        """Return a hash of face, rules and schema: 64 hexadecimal digits.

        Two matches with equal digests have sent a player of this seat the same rules.
        """
        schema = json.dumps(self.answer(config).schema, sort_keys=True)
        name = f"{type(self).__module__}.{type(self).__qualname__} {self.version}"
        whole = json.dumps([name, self.rules(config, seat), schema])
        return hashlib.sha256(whole.encode()).hexdigest()


def seat_labels(num_seats: int, seat: int) -> tuple[str, ...]:
    """Return what each seat is called in the texts for one of them: `seat 0`, `seat 1 (you)`.

    Args:
        num_seats: Number of seats, from 1.
        seat: Index of the seat that the texts are for, 0-based.
    """
    return tuple(f"seat {each}{' (you)' * (each == seat)}" for each in range(num_seats))


def quoted(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a text of a stranger as a quoted JSON text: one line, printable, cut to a length.

    Args:
        text: The text, such as a player's name or a chat message.
        longest: Highest number of its characters that are kept, from 1.
    """
    kept = printable(text)
    kept = kept if len(kept) <= longest else f"{kept[: longest - 1]}…"
    return json.dumps(kept, ensure_ascii=False)
