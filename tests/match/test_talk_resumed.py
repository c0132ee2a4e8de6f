"""Messages of a match that is taken up again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.core.outcome import EndCause
from referee.match import events as ev
from referee.match import records as rec
from referee.match.effects import Reject
from referee.match.machine import MatchTerms
from referee.match.records import MatchRecord
from referee.match.rejection import Rejection
from tests.helpers.toy_games import SIMULTANEOUS
from tests.helpers.toy_talk import HALL, ROOM
from tests.match.driver import Driver, redone, resumed, terms_of
from tests.match.talking import heard, shown, talking

# Taking a match up again.


def _chatty() -> tuple[MatchTerms, list[MatchRecord]]:
    """0 to 2 Joined, 3 Started, 4 Said(1), 5 Refused(1), 6 Stepped, 7 Said(2), 8 Forfeited(0)."""
    driver = Driver(talking(rounds=9))
    driver.start()
    driver.say(1, HALL, "hello")
    driver.say(1, HALL, "")
    driver.act(1, 1, 10)
    driver.act(2, 0, 10)
    driver.say(2, ROOM, "psst")
    driver.resign(0, 20)
    return talking(rounds=9), driver.records


TERMS, JOURNAL = _chatty()

IMPOSSIBLE: dict[str, tuple[Callable[[], list[MatchRecord]], str]] = {
    "before the start": (
        lambda: [*JOURNAL[:3], JOURNAL[4]],
        "step 1: seat 1 says 'hello' where nobody has to decide",
    ),
    "no such seat": (lambda: [*JOURNAL[:4], rec.Said(3, HALL, "x")], "there is no seat 3"),
    "after a forfeit": (
        lambda: [*JOURNAL, rec.Said(0, ROOM, "x")],
        "step 2: seat 0 says 'x' after it was taken out",
    ),
    "in a room of others": (
        lambda: [*JOURNAL[:7], rec.Said(1, ROOM, "x")],
        "step 2: seat 1 says 'x', which is MSG_NO_ROOM: seat 1 is in no channel 'ROOM' now",
    ),
    "in a hall that is closed": (
        lambda: [*JOURNAL[:7], rec.Said(2, HALL, "x")],
        "step 2: seat 2 says 'x', which is MSG_NO_ROOM",
    ),
    "in a channel that is none": (
        lambda: [*JOURNAL[:4], rec.Said(1, "CELLAR", "x")],
        "MSG_BAD_TEXT: the channel must be one of",
    ),
    "empty": (lambda: [*JOURNAL[:4], rec.Said(1, HALL, "")], "MSG_BAD_TEXT: .* not 0"),
    "a line break": (lambda: [*JOURNAL[:4], rec.Said(1, HALL, "\n")], "MSG_BAD_TEXT: .* 0x0a"),
    "too long": (
        lambda: [*JOURNAL[:4], rec.Said(1, HALL, "x" * 21)],
        "MSG_TOO_LONG: the text must have from 1 to 20 bytes, not 21",
    ),
    "one too many": (
        lambda: [*JOURNAL[:6], JOURNAL[4]],
        "MSG_TOO_MANY: a seat may send 2 messages at a decision point; this is number 3",
    ),
    "after the end": (
        lambda: [*_ended(), rec.Said(1, HALL, "x")],
        "a Said record follows the end of the match",
    ),
}


def _ended() -> list[MatchRecord]:
    driver = Driver(TERMS)
    driver.start()
    driver.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 10))
    return driver.records


@pytest.mark.parametrize(("records", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_could_not_have_been_said_is_named(
    records: Callable[[], list[MatchRecord]], message: str
) -> None:
    """A record that the rules or the limits forbid is no record of a match."""
    with pytest.raises(ValueError, match=message):
        redone(TERMS, records())


def test_a_message_in_a_game_without_chat_is_named() -> None:
    """So that a replay can't hold one."""
    driver = Driver(terms_of(SIMULTANEOUS))
    driver.start()
    with pytest.raises(ValueError, match="MSG_NO_ROOM: toy_bid has no chat"):
        redone(terms_of(SIMULTANEOUS), [*driver.records, rec.Said(0, "MAIN", "x")])


def test_what_was_said_before_a_restart_is_heard_after_it() -> None:
    """At the point that was open, with its bound, and at the point before."""
    assert [type(record).__name__ for record in JOURNAL[4:9]] == [
        "Said",
        "Refused",
        "Stepped",
        "Said",
        "Forfeited",
    ]
    again = resumed(TERMS, JOURNAL, 10**12)
    for seat in (1, 2):
        again.join(seat, 10**12)
    assert heard(2, again.effects) == [(1, HALL, "hello")]
    again.say(2, ROOM, "still there?")
    assert again.say(2, ROOM, "hm")[-1] == Reject(
        *(2, 2, Rejection.MSG_TOO_MANY),
        "a seat may send 2 messages at a decision point; this is number 3",
    )
    effects = again.act(2, 1, 10**12 + 1)
    assert [one.text for one in shown(effects)] == ["psst", "still there?"]
    assert heard(1, effects) == [(1, HALL, "hello")]


def test_refused_messages_count_after_a_restart() -> None:
    """One taken and one refused before it: the next is the third."""
    again = resumed(TERMS, JOURNAL[:6], 10**12)
    again.join(1, 10**12)
    (_, reject) = again.say(1, HALL, "hello?")
    assert isinstance(reject, Reject)
    assert reject.reason is Rejection.MSG_TOO_MANY
