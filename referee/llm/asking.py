"""One turn of a model, from its first request to an action or a skip: a state machine without any I/O.

The player at the table and the check of a trace drive the same one, so that a check computes exactly
what a player has sent.
"""

from __future__ import annotations

import dataclasses

from referee.core.game import AnyCodec
from referee.core.text_face import AskedTurn, Objection, TextFace
from referee.core.view import Fields
from referee.games.answers import action_bytes
from referee.games.rethink import Again, Ask, Policy, Reply, Verdict, judge
from referee.llm.prompts import Messages, messages

__all__ = ["Asking", "SeatTerms"]

MOST_LENGTHENED = 8
"""Highest multiple of the greatest length to which truncated replies raise it."""


class SeatTerms:
    """What all turns of a seat share.

    Args:
        face: Text face of the game.
        codec: Codec of the game.
        config: The Config message, as far as the seat may see it.
        policy: How the model is asked.
    """

    def __init__(self, face: TextFace, codec: AnyCodec, config: Fields, policy: Policy) -> None:
        self.face, self.codec, self.config, self.policy = face, codec, config, policy
        self.answer = face.answer(config)
        """Form of an answer."""


class Asking:
    """The requests of one turn: read `prompt` and `max_tokens`, then `take` the reply, until that returns Act or Skip.

    Args:
        terms: What all turns of the seat share.
        turn: The turn.
    """

    def __init__(self, terms: SeatTerms, turn: AskedTurn) -> None:
        self.turn = turn
        """The turn."""
        self.attempt = 1
        """Number of the next reply among the judged replies to the turn, from 1."""
        self._terms = terms
        # A correction shows the example of this phase, not that of another.
        self._answer = dataclasses.replace(terms.answer, example=terms.face.example(turn))
        self._failures, self._lengthened, self._correction = 0, 1, ""

    @property
    def prompt(self) -> Messages:
        """Messages of the next request."""
        terms = self._terms
        return messages(terms.face, terms.config, self.turn, terms.policy, self._correction)

    @property
    def max_tokens(self) -> int:
        """Greatest length of the next reply in tokens; 0 leaves it to the endpoint."""
        return self._terms.policy.max_tokens * self._lengthened

    def take(self, reply: Reply) -> Verdict:
        """Return what follows from the reply to the last request."""
        terms = self._terms
        verdict = judge(
            terms.policy, self.attempt, self._failures, reply, self._answer, self._objection
        )
        match verdict:
            case Again():
                self._failures += 1
            case Ask():
                self.attempt += 1
                self._correction = verdict.text
                if verdict.lengthen:
                    self._lengthened = min(2 * self._lengthened, MOST_LENGTHENED)
        return verdict

    def refusal(self, action: Fields) -> Objection | None:
        """Return why an answer would be refused, as far as the seat may know; None if nothing is known.

        Raises:
            FieldError: It has not the form of the game's answers.
        """
        self._terms.answer.check(action)
        return self._objection(action)

    def _objection(self, action: Fields) -> Objection | None:
        # First, since it finds values that have the form of the schema, and that no message can hold.
        action_bytes(self._terms.codec, action)
        return self._terms.face.objection(self.turn, action)
