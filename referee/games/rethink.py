"""Decides what follows from a model's reply: play its action, ask it again, or give the turn up.

All of this is pure: the same policy, attempt, reply and turn give the same verdict, so that a verdict
can be computed again from a trace. Nothing here depends on what the seat was not sent, so that a
model learns nothing from being asked twice.
"""

from __future__ import annotations

import dataclasses
import enum
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from referee.core.errors import FieldError
from referee.core.plain import Plain
from referee.core.text_face import Answer, Objection
from referee.core.view import Fields
from referee.games.faces import OWN, check_face_name
from referee.games.replies import fields_of, find_answer

__all__ = [
    "Act",
    "Again",
    "Ask",
    "Category",
    "Finish",
    "Policy",
    "Reply",
    "Skip",
    "TAIL",
    "Verdict",
    "judge",
]

TAIL = 500
"""Number of characters of a reply without an answer that its correction shows."""
LONGEST_WAIT_S = 60.0
"""Longest wait in seconds before a request is sent again."""


class Category(enum.StrEnum):
    """Why a request has brought no action."""

    EMPTY = "EMPTY"
    """The reply has no text; what the model reasoned apart from it is never played."""
    TRUNCATED = "TRUNCATED"
    """The reply was cut off at its greatest length."""
    UNPARSABLE = "UNPARSABLE"
    """The reply has no JSON object."""
    FORM = "FORM"
    """The object is no answer of the game's form."""
    ILLEGAL = "ILLEGAL"
    """The answer has the right form, and the rules refuse it."""
    REFUSED = "REFUSED"
    """The provider or the model has refused to reply."""
    TRANSPORT = "TRANSPORT"
    """No reply came: the endpoint failed or was not reached."""
    LATE = "LATE"
    """The turn was over before the reply."""
    BUDGET = "BUDGET"
    """The budget of tokens or requests is used up, and no request was sent."""


class Finish(enum.StrEnum):
    """How a reply ended."""

    STOP = "stop"
    """The model ended it."""
    LENGTH = "length"
    """It reached its greatest length."""
    REFUSED = "refused"
    """The provider or the model refused to go on."""
    FAILED = "failed"
    """The endpoint failed."""


@dataclasses.dataclass(frozen=True, slots=True)
class Policy:
    """How a model is asked."""

    attempts: int = 2
    """Highest number of replies to one turn that are judged, from 1."""
    retries: int = 4
    """Highest number of further requests for one turn after failures of the endpoint, from 0."""
    echo: bool = True
    """Whether a correction shows what was wrong: the refused answer, or the end of the reply."""
    listing: bool = False
    """Whether turns list all legal answers, where the game has them listed."""
    window: int = 4000
    """Highest number of bytes of a turn's text that earlier events take, from 0."""
    max_tokens: int = 0
    """Highest number of tokens of a reply, from 1; 0 leaves it to the endpoint."""
    face: str = OWN
    """Name of the text face: `own` for the game's, `plain` for the one that every game has."""

    def __post_init__(self) -> None:
        check_face_name(self.face)
        bounds = {
            "attempts": (1, 10),
            "retries": (0, 20),
            "window": (0, 1_000_000),
            "max_tokens": (0, 10_000_000),
        }
        for name, (low, high) in bounds.items():
            if not low <= getattr(self, name) <= high:
                raise FieldError(name, f"from {low} to {high}", getattr(self, name))

    def plain(self) -> dict[str, Plain]:
        """Return the policy as plain data."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """What an endpoint has sent for one request."""

    text: str
    """The reply's text, without what the model reasoned apart from it."""
    finish: Finish = Finish.STOP
    """How the reply ended."""
    problem: str = ""
    """What failed, in a sentence; empty if nothing did."""
    is_lasting: bool = False
    """Whether the same request would fail again, as with a wrong key."""
    wait_s: float | None = None
    """Seconds after which the endpoint wants to be asked again; None if it named none."""
    reasoning: int = 0
    """Number of characters that the model reasoned apart from the text."""
    usage: Mapping[str, Any] | None = None
    """What the provider has counted, as it sent it; None if it sent nothing."""


class Act(NamedTuple):
    """Play this action."""

    action: Fields
    """The game's Action message in protobuf's JSON form."""


class Ask(NamedTuple):
    """Ask the model again, with a correction behind the turn."""

    category: Category
    """Why the reply was not played."""
    text: str
    """The correction; empty to repeat the request as it was."""
    lengthen: bool = False
    """Whether the next reply may be twice as long."""


class Again(NamedTuple):
    """Send the same request again."""

    category: Category
    """Why: always TRANSPORT."""
    wait_s: float
    """Seconds to wait before it."""


class Skip(NamedTuple):
    """Give the turn up: the rulebook's default action is played, and the seat gets a strike."""

    category: Category
    """Why the last reply was not played."""
    text: str
    """The reason in a sentence, for the log."""


Verdict: TypeAlias = Act | Ask | Again | Skip
"""What follows from a reply."""


def judge(
    policy: Policy,
    attempt: int,
    failures: int,
    reply: Reply,
    answer: Answer,
    objection: Callable[[Fields], Objection | None],
) -> Verdict:
    """Return what follows from a reply.

    Args:
        policy: How the model is asked.
        attempt: Number of this reply among the judged replies to the turn, from 1.
        failures: Number of failures of the endpoint in this turn before this reply, from 0.
        reply: The reply.
        answer: Form of an answer of the game.
        objection: Returns why the rules would refuse an answer of the right form; None if nothing is
            known against it.
    """
    if reply.finish is Finish.FAILED:
        if reply.is_lasting or failures >= policy.retries:
            return Skip(Category.TRANSPORT, reply.problem)
        wait_s = 2.0**failures if reply.wait_s is None else reply.wait_s
        return Again(Category.TRANSPORT, min(max(wait_s, 0.0), LONGEST_WAIT_S))
    found = _found(policy, reply, answer, objection)
    if isinstance(found, Act) or attempt < policy.attempts:
        return found
    return Skip(
        found.category, f"{attempt} replies without an action, the last one {found.category}"
    )


def _found(
    policy: Policy,
    reply: Reply,
    answer: Answer,
    objection: Callable[[Fields], Objection | None],
) -> Act | Ask:
    if reply.finish is Finish.REFUSED:
        return Ask(Category.REFUSED, "")
    if reply.finish is Finish.LENGTH:
        text = "Your last reply was cut off at its greatest length. Think in fewer words this time."
        return Ask(Category.TRUNCATED, _correction(text, answer), lengthen=True)
    if not reply.text.strip():
        return Ask(Category.EMPTY, _correction("Your last reply was empty.", answer))
    found, is_known = find_answer(reply.text, fields_of(answer))
    tail = f"It ended with: {json.dumps(reply.text[-TAIL:], ensure_ascii=False)}"
    if found is None:
        text = "Your last reply had no JSON object."
        return Ask(Category.UNPARSABLE, _correction(text, answer, tail if policy.echo else ""))
    shown = f"It was: {_shown(found)}"
    try:
        answer.check(found)
        refused = objection(found) if is_known else None
    except FieldError as error:
        text = f"The object in your last reply is no answer: {error}."
        return Ask(Category.FORM, _correction(text, answer, tail if policy.echo else ""))
    if refused is None:
        return Act(found)
    text = f"Your last answer can't be played: {refused.text} (field {refused.field})"
    return Ask(Category.ILLEGAL, _correction(text, answer, shown if policy.echo else ""))


def _shown(found: Mapping[str, Any]) -> str:
    text = json.dumps(found, ensure_ascii=False)
    return text if len(text) <= TAIL else f"{text[: TAIL - 1]}…"


def _correction(text: str, answer: Answer, shown: str = "") -> str:
    example = json.dumps(answer.example, ensure_ascii=False)
    lines = ["## Your last reply was not played", "", text, *([shown] if shown else [])]
    lines.append("The turn above is still open. Think again, then end with exactly one JSON object")
    lines.append(f"in the form of the schema. An example of the form, no advice: {example}")
    return "\n".join(lines)
