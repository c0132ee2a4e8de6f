"""Lines between the bridge and a bot's program: compact JSON, with fields always in the same order.

The first keys of a line are the bridge's own. So are `turn` and `skip` in an answer, and `say` and
`channel` in a chat message. Config, events, observation and action are the game's messages in
protobuf's JSON mapping; fields with default values are printed, too. Lines that the bridge writes
are ASCII.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message

from referee_client.bot import SKIP, BotFaultError, Match, Missed, Outcome, Rejection, Turn
from referee_client.chat import Channel, Said
from referee_client.messages import message_class

__all__ = [
    "SHOWN",
    "Answer",
    "end_line",
    "missed_line",
    "read_answer",
    "rejected_line",
    "start_line",
    "turn_line",
]

SHOWN = 200
"""Highest number of characters of a program's line that an error or a log line quotes."""


class Answer:
    """Line that a program has written, read as JSON.

    Args:
        line: Bytes of the line.
    """

    def __init__(self, line: bytes) -> None:
        # Some runtimes begin their output with a byte order mark, which JSON does not allow.
        self.text = line.decode(errors="replace").removeprefix("\ufeff").strip()
        """The line as text, for errors."""
        self.fields: dict[str, Any] | None = None
        """The line as a JSON object; None if the line is no JSON object."""
        try:
            fields = json.loads(self.text)
        except (ValueError, RecursionError):
            fields = None
        if isinstance(fields, dict):
            self.fields = fields

    @property
    def turn(self) -> int | None:
        """Number of the turn that the answer names in its key `turn`.

        None if the key is missing or no integer.
        """
        turn = self.fields.get("turn") if self.fields is not None else None
        # `isinstance` would take `true` for a number.
        return turn if type(turn) is int else None

    @property
    def words(self) -> tuple[str, str] | None:
        """Channel and text, if the line is a chat message; None if it is an answer."""
        if self.fields is None or self.fields.keys() != {"say", "channel"}:
            return None
        channel, text = self.fields["channel"], self.fields["say"]
        if not isinstance(channel, str) or not isinstance(text, str) or self.has_half_pairs:
            return None
        return channel, text

    @property
    def has_half_pairs(self) -> bool:
        """Whether the line has half of a surrogate pair.

        JSON can write such a half, and UTF-8 can't.
        """
        # Nearly no line has such an escape, and the whole check costs another pass over the answer.
        if "\\ud" not in self.text.lower():
            return False
        try:
            json.dumps(self.fields, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return True
        return False

    @property
    def shown(self) -> str:
        """Beginning of the line in quotes, at most `SHOWN` characters."""
        rest = "…" if len(self.text) > SHOWN else ""
        return f"{self.text[:SHOWN]!r}{rest}"


def read_answer(answer: Answer, observation: Message) -> object:
    """Return the game's Action message that an answer holds, or `SKIP` if the answer gives the turn up.

    Args:
        answer: Line that the program has written.
        observation: Observation that the program was asked about; the action is the message
            `Action` of its package.

    Raises:
        BotFaultError: The line holds no Action message and does not give the turn up; the text
            names the wrong field.
    """
    if answer.fields is None:
        raise BotFaultError(
            f"its line is no JSON object but {answer.shown}; the answer to a turn is the game's"
            ' Action or {"skip":true}, and logs belong on standard error'
        )
    if "say" in answer.fields:
        raise BotFaultError(
            'what it says must be {"say":TEXT,"channel":NAME}, two texts and nothing else, which'
            f" {answer.shown} is not"
        )
    if "skip" in answer.fields:
        if answer.fields["skip"] is not True:
            raise BotFaultError(f"skip must be true, which it is not in {answer.shown}")
        return SKIP
    if answer.has_half_pairs:
        raise BotFaultError(
            f"its line has half of a surrogate pair, which is no character: {answer.shown}"
        )
    fields = {key: value for key, value in answer.fields.items() if key != "turn"}
    action = message_class(f"/{observation.DESCRIPTOR.file.package}.Action")()
    try:
        return ParseDict(fields, action)
    except (ParseError, RecursionError, OverflowError) as error:  # the last for 1e999
        why = " ".join(str(error).split())
        raise BotFaultError(
            f"its line is no {action.DESCRIPTOR.full_name}: {why}: {answer.shown}"
        ) from error


def turn_line(turn: Turn, refused: str = "") -> bytes:
    """Return the line of JSON that asks a program for a decision.

    Args:
        turn: The turn to decide.
        refused: Why the first answer was rejected, if the program is asked again; else empty.
    """
    clock = turn.clock
    return _line(
        type="turn",
        match=turn.match_id,
        seat=turn.seat,
        turn=turn.number,
        phase=turn.phase,
        **({"refused": refused} if refused else {}),
        clock={
            "remaining": clock.remaining,
            "bank": clock.bank,
            "lastElapsed": clock.last_elapsed,
            "lastLag": clock.last_lag,
            "strikes": clock.strikes,
        },
        config=_plain(turn.config),
        events=_plain(turn.events),
        **_chat(turn.said, turn.channels),
        **(_legal(turn) if turn.match.lists_legal else {}),
        observation=_plain(turn.observation),
    )


def _legal(turn: Turn) -> dict[str, Any]:
    """Return the JSON key `legal` with the legal actions, each as the fields of an answer.

    Its value is None if the turn does not list them.
    """
    legal = turn.legal
    return {"legal": None if legal is None else [_plain(action) for action in legal]}


def start_line(match: Match) -> bytes:
    """Return the line of JSON that says that the match begins."""
    return _line(
        type="start",
        match=match.match_id,
        seat=match.seat,
        game=match.game,
        gameVersion=match.game_version,
        seats=match.num_seats,
        roundTrip=match.round_trip,
        config=_plain(match.config),
    )


def missed_line(missed: Missed) -> bytes:
    """Return the line of JSON that says that a deadline was missed, or that a turn was given up."""
    return _line(
        type="missed",
        match=missed.match.match_id,
        seat=missed.match.seat,
        turn=missed.turn,
        strikes=missed.strikes,
        strikesLimit=missed.strikes_limit,
        forfeited=missed.forfeited,
        givenUp=missed.given_up,
    )


def rejected_line(rejection: Rejection, words: str | None = None) -> bytes:
    """Return the line of JSON about a rejection.

    `words` is the text of a rejected chat message, else None.
    """
    about = {} if words is None else {"say": words}
    return _line(
        type="rejected",
        match=rejection.match.match_id,
        seat=rejection.match.seat,
        turn=rejection.turn,
        reason=rejection.reason,
        text=rejection.text,
        **about,
    )


def end_line(match: Match, outcome: Outcome, events: Any) -> bytes:
    """Return the line of JSON that says that the match is over, with its outcome.

    `events` are the game's events since the last turn.
    """
    return _line(
        type="end",
        match=match.match_id,
        seat=match.seat,
        cause=outcome.cause,
        text=outcome.text,
        results=[
            {
                "seat": result.seat,
                "placement": result.placement,
                "score": result.score,
                "strikes": result.strikes,
                "forfeit": result.forfeit,
            }
            for result in outcome.seats
        ],
        events=_plain(events),
        **_chat(outcome.said, ()),
        **({"goesOn": True} if outcome.goes_on else {}),
        **(_open_place(outcome) if outcome.out_round else {}),
    )


def _open_place(outcome: Outcome) -> dict[str, object]:
    """Return the JSON keys of a placement that stays open until the match is over.

    They are the round in which the seat went out, and the best and worst place it may get.
    """
    return {
        "outRound": outcome.out_round,
        "firstPlace": outcome.first_place,
        "lastPlace": outcome.last_place,
    }


def _chat(said: Iterable[Said], channels: Iterable[Channel]) -> dict[str, object]:
    """Return the JSON keys `said` and `channels` of games with chat.

    A key with an empty list is left out.
    """
    lists = {
        "said": [dataclasses.asdict(each) for each in said],
        "channels": [dataclasses.asdict(each) for each in channels],
    }
    return {key: value for key, value in lists.items() if value}


def _plain(message: Message | None) -> dict[str, Any] | None:
    if message is None:
        return None
    plain = MessageToDict(message, always_print_fields_with_no_presence=True)
    return _ordered(plain, message.DESCRIPTOR)


def _ordered(plain: dict[str, Any], kind: Any) -> dict[str, Any]:
    """Return a message's JSON fields in the order of their numbers in the message type.

    Protobuf's own printer puts fields with default values after the others.

    Args:
        plain: JSON fields of the message.
        kind: Descriptor of the message type.
    """
    ordered = {}
    for field in sorted(kind.fields, key=lambda field: field.number):
        if field.json_name not in plain:
            continue
        value = plain[field.json_name]
        if isinstance(value, list):
            value = [_ordered_value(each, field.message_type) for each in value]
        ordered[field.json_name] = _ordered_value(value, field.message_type)
    # Protobuf's own types, such as Struct, have a JSON form whose keys are not their fields.
    return ordered if len(ordered) == len(plain) else plain


def _ordered_value(value: Any, kind: Any) -> Any:
    if not isinstance(value, dict) or kind is None:
        return value
    return _ordered(value, kind)


def _line(**fields: object) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"
