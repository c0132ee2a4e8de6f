"""Chat: which messages are taken, who hears them and when, and that nobody else does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from referee.core.chat import Channel, Chat
from referee.core.game import DecisionPoint, Plugin
from referee.core.outcome import EndCause
from referee.match import events as ev
from referee.match import records as rec
from referee.match.course import REFUSED_RECORDS
from referee.match.effects import Effect, End, OpenTurn, Reject, Show, Write
from referee.match.rejection import Rejection
from referee.match.talk import Heard
from tests.helpers.toy_games import SIMULTANEOUS, TALKING
from tests.helpers.toy_talk import HALL, ROOM, TalkGame, TalkState
from tests.match.driver import Driver, redone, terms_of, told_to
from tests.match.talking import TIME, heard, shown, talking

EVERYBODY = Channel(HALL, 0, (0, 1, 2), is_public=True)


@pytest.fixture
def driver() -> Driver:
    """A match of three that has begun: all share room 0, the hall is open, seat 0 sleeps."""
    driver = Driver(talking())
    driver.start()
    return driver


def turn_of(seat: int, effects: Iterable[Effect]) -> OpenTurn:
    """The one turn that a seat is told."""
    (turn,) = [told for told in told_to(seat, effects) if isinstance(told, OpenTurn)]
    return turn


# What is taken.


def test_a_message_is_written_and_told_to_nobody_yet(driver: Driver) -> None:
    """The record names seat, channel and text; who hears it follows from the state."""
    assert driver.say(1, ROOM, "psst") == [Write(rec.Said(1, ROOM, "psst"))]


def test_members_hear_a_message_with_their_next_turn(driver: Driver) -> None:
    """The sender included; with round and phase of the point at which it was said."""
    driver.say(1, HALL, "hello")
    driver.act(1, 1, 10)
    effects = driver.act(2, 2, 20)
    expected = (Heard(1, EVERYBODY, "hello", 1, "choose"),)
    assert turn_of(0, effects).said == turn_of(2, effects).said == expected
    driver.act(0, 0, 30)
    assert turn_of(1, driver.act(2, 2, 40)).said == expected  # slept in round 2, hears it later


def test_a_turn_tells_where_its_seat_may_speak(driver: Driver) -> None:
    """Channels change from point to point, and each seat is told its own."""
    assert turn_of(2, driver.effects).channels == (EVERYBODY, Channel(ROOM, 0, (0, 1, 2)))
    driver.act(1, 1, 10)
    effects = driver.act(2, 0, 10)
    assert turn_of(0, effects).channels == (Channel(ROOM, 0, (0, 2)),)
    driver.act(0, 1, 20)
    effects = driver.act(2, 0, 20)
    everybody = (EVERYBODY,)
    assert turn_of(1, effects).channels == (*everybody, Channel(ROOM, 1, (0, 1)))
    assert turn_of(0, effects).channels == (*everybody, Channel(ROOM, 1, (0, 1)))


def test_only_those_in_the_room_hear_a_whisper(driver: Driver) -> None:
    """Nor does it follow its sender into another room, or reach who comes later."""
    driver.act(1, 1, 10)
    driver.act(2, 0, 10)
    driver.say(2, ROOM, "to seat 0")
    driver.act(0, 1, 20)
    effects = driver.act(2, 1, 20)
    assert heard(0, effects) == [(2, ROOM, "to seat 0")]
    assert heard(1, effects) == []
    assert [one.channel for one in shown(effects)] == [Channel(ROOM, 0, (0, 2))]


def test_who_sleeps_may_talk(driver: Driver) -> None:
    """With turn 0 before its first turn, with its last one after it."""
    driver.say(0, HALL, "good night", turn=0)
    driver.act(1, 1, 10)
    assert heard(0, driver.act(2, 1, 10)) == [(0, HALL, "good night")]
    driver.say(1, ROOM, "me too", turn=1)
    driver.act(0, 1, 20)
    assert heard(1, driver.act(2, 1, 20)) == [(0, HALL, "good night"), (1, ROOM, "me too")]


def test_an_answer_does_not_silence(driver: Driver) -> None:
    """A seat is heard that speaks before its answer, and after it while others still think."""
    driver.say(1, HALL, "before")
    driver.act(1, 1, 10)
    driver.say(1, HALL, "after")
    driver.skip(2, 20)
    assert isinstance(driver.records[-1], rec.Stepped)
    effects = [e for e in driver.effects if isinstance(e, Show)]
    assert [one.text for one in effects[-1].said] == ["before", "after"]


def test_a_missed_deadline_does_not_unsay(driver: Driver) -> None:
    """Seat 2 misses its turn, and is heard all the same."""
    driver.say(2, HALL, "wait for me")
    driver.act(1, 1, 10)
    driver.expire()
    assert heard(0, driver.effects) == [(2, HALL, "wait for me")]


def test_a_message_after_a_miss_counts_while_others_think() -> None:
    """The turn is over, the decision point is not."""
    driver = Driver(talking())
    driver.start()
    driver.skip(1, 10)
    assert driver.say(1, HALL, "oh") == [Write(rec.Said(1, HALL, "oh"))]
    assert heard(0, driver.act(2, 1, 20)) == [(1, HALL, "oh")]


def test_order_is_by_point_then_sender_then_place(driver: Driver) -> None:
    """And so tells nothing of who was quicker."""
    for seat, text in [(2, "c"), (0, "a"), (1, "b1"), (2, "d"), (1, "b2")]:
        driver.say(seat, HALL, text)
    driver.act(2, 1, 10)
    effects = driver.act(1, 1, 10)
    assert [text for _, _, text in heard(0, effects)] == ["a", "b1", "b2", "c", "d"]
    driver.say(2, ROOM, "e")
    driver.say(1, ROOM, "f")
    driver.act(0, 2, 20)
    effects = driver.act(2, 2, 20)
    assert [text for _, _, text in heard(1, effects)] == ["a", "b1", "b2", "c", "d", "f", "e"]


# What is not taken.


PLAIN = "a text of 20 bytes.."
assert len(PLAIN.encode()) == 20

BAD: dict[str, tuple[str, bytes, Rejection, str]] = {
    "unknown channel": (
        *("CELLAR", b"hi", Rejection.MSG_BAD_TEXT),
        "the channel must be one of 'HALL', 'ROOM', not 'CELLAR'",
    ),
    "empty": (HALL, b"", Rejection.MSG_BAD_TEXT, "the text must have from 1 to 20 bytes, not 0"),
    "not UTF-8": (
        *(HALL, b"a\xff", Rejection.MSG_BAD_TEXT),
        "the text must be UTF-8; byte 1 is 0xff",
    ),
    "a surrogate": (
        *(HALL, b"\xed\xa0\x80", Rejection.MSG_BAD_TEXT),
        "the text must be UTF-8; byte 0 is 0xed",
    ),
    "a line break": (
        *(HALL, b"ab\n", Rejection.MSG_BAD_TEXT),
        "the text must have no control characters; byte 2 is 0x0a",
    ),
    "the first code point": (
        *(HALL, b"\x00", Rejection.MSG_BAD_TEXT),
        "the text must have no control characters; byte 0 is 0x00",
    ),
    "the last below 32": (
        *(HALL, "ü\x1f".encode(), Rejection.MSG_BAD_TEXT),
        "the text must have no control characters; byte 2 is 0x1f",
    ),
    "delete": (
        *(HALL, b"a\x7f", Rejection.MSG_BAD_TEXT),
        "the text must have no control characters; byte 1 is 0x7f",
    ),
    "too long": (
        *(HALL, PLAIN.encode() + b".", Rejection.MSG_TOO_LONG),
        "the text must have from 1 to 20 bytes, not 21",
    ),
    "too long in bytes": (
        *(HALL, ("ä" * 11).encode(), Rejection.MSG_TOO_LONG),
        "the text must have from 1 to 20 bytes, not 22",
    ),
    "far too long": (
        *(HALL, b"x" * 100_000, Rejection.MSG_TOO_LONG),
        "the text must have from 1 to 20 bytes, not 100000",
    ),
    "unknown channel and too long": (
        *("CELLAR", b"x" * 50, Rejection.MSG_BAD_TEXT),
        "the channel must be one of 'HALL', 'ROOM', not 'CELLAR'",
    ),
    "control character and too long": (
        *(HALL, b"x" * 50 + b"\t", Rejection.MSG_BAD_TEXT),
        "the text must have no control characters; byte 50 is 0x09",
    ),
    "not in the room": (ROOM, b"hi", Rejection.MSG_NO_ROOM, "seat 1 is in no channel 'ROOM' now"),
    "too long for a room that it is not in": (
        *(ROOM, b"x" * 21, Rejection.MSG_TOO_LONG),
        "the text must have from 1 to 20 bytes, not 21",
    ),
}


@pytest.mark.parametrize(("channel", "text", "reason", "told"), BAD.values(), ids=BAD)
def test_the_first_thing_that_is_wrong_is_told(
    channel: str, text: bytes, reason: Rejection, told: str
) -> None:
    """In the order of the checks, with bound and value and the message's number; nobody hears it.

    Rounds 1 and 2 bring seat 1 into a room of its own, with the hall open again in round 3.
    """
    driver = Driver(talking(rounds=5))
    driver.start()
    driver.act(1, 1, 1)
    driver.act(2, 0, 1)
    driver.act(0, 0, 2)
    driver.act(2, 0, 2)
    effects = driver.say(1, channel, text, number=77)
    assert effects == [Write(rec.Refused(1, 2, reason)), Reject(1, 2, reason, told, 77)]
    driver.act(0, 1, 3)
    assert shown(driver.act(1, 1, 3)) == ()


@pytest.mark.parametrize("text", [PLAIN, "ä" * 10, "\u0080\u202e", " ", "x"])
def test_what_just_fits_is_taken(driver: Driver, text: str) -> None:
    """Twenty bytes, a blank, and characters that are odd but no control characters of the rules."""
    assert driver.say(1, HALL, text) == [Write(rec.Said(1, HALL, text))]


def test_surplus_messages_are_refused_unseen(driver: Driver) -> None:
    """Of a seat the first two of a point count, good or bad; of the next point two again."""
    driver.say(1, HALL, "one")
    driver.say(1, "CELLAR", "two")
    text = "a seat may send 2 messages at a decision point; this is number 3"
    assert driver.say(1, HALL, "three", number=3)[-1] == Reject(
        1, 1, Rejection.MSG_TOO_MANY, text, 3
    )
    assert driver.say(1, "CELLAR", "")[-1] == Reject(
        1, 1, Rejection.MSG_TOO_MANY, text.replace("3", "4"), 0
    )
    assert driver.say(2, HALL, "of another")[-1] == Write(rec.Said(2, HALL, "of another"))
    driver.act(1, 0, 10)
    effects = driver.act(2, 0, 10)
    assert heard(0, effects) == [(1, HALL, "one"), (2, HALL, "of another")]
    for _ in range(2):
        assert isinstance(driver.say(1, ROOM, "again")[0], Write)
    driver.act(0, 0, 20)
    assert heard(0, driver.act(2, 0, 20)) == [(1, ROOM, "again")] * 2


def test_no_message_may_be_allowed() -> None:
    """Then each is one too many."""
    driver = Driver(talking(messages=0))
    driver.start()
    text = "a seat may send 0 messages at a decision point; this is number 1"
    assert driver.say(1, HALL, "hi")[-1] == Reject(1, 1, Rejection.MSG_TOO_MANY, text, 0)


TIMELY = [
    (2, Rejection.EARLY, "turn 2 is not open yet; the last is 1"),
    (0, Rejection.STALE, "turn 0 is over; the last is 1"),
    (-1, Rejection.STALE, "turn -1 is over; the last is 1"),
]


@pytest.mark.parametrize(("turn", "reason", "text"), TIMELY)
def test_a_message_names_the_last_turn(
    driver: Driver, turn: int, reason: Rejection, text: str
) -> None:
    """Whatever else is wrong with it; and it counts towards no bound."""
    for _ in range(3):
        effects = driver.say(1, "CELLAR", "", turn=turn, number=5)
        assert effects[-1] == Reject(1, turn, reason, text, 5)
    assert driver.say(1, HALL, "hi") == [Write(rec.Said(1, HALL, "hi"))]


def test_a_missed_turn_that_is_over_is_stale(driver: Driver) -> None:
    """Not late: a message has no deadline but the end of its decision point."""
    driver.act(1, 1, 10)
    driver.expire()
    driver.act(0, 1, driver.now_ns)
    assert driver.say(2, ROOM, "hi", turn=1)[-1] == Reject(
        2, 1, Rejection.STALE, "turn 1 is over; the last is 2", 0
    )


def test_nobody_talks_before_the_match_begins() -> None:
    """There is no decision point yet."""
    driver = Driver(talking())
    driver.join(0)
    effects = driver.say(0, HALL, "anybody here?", number=9)
    assert effects[-1] == Reject(0, 0, Rejection.EARLY, "the match has not begun", 9)


def test_nobody_talks_after_the_end_or_after_a_forfeit(driver: Driver) -> None:
    """Whatever turn is named."""
    over = Reject(1, 1, Rejection.ENDED, "the match is over for this seat", 4)
    driver.resign(1, 10)
    assert driver.say(1, HALL, "farewell", number=4)[-1] == over
    driver.resign(2, 20)
    assert driver.say(0, HALL, "I won", turn=0)[-1] == over._replace(seat=0, turn=0, say_number=0)


def test_a_game_without_chat_has_no_room() -> None:
    """Any message in time is told so; the turn and its clock are as they were."""
    driver = Driver(terms_of(SIMULTANEOUS))
    driver.start()
    effects = driver.say(0, "MAIN", "hello?", number=1)
    assert effects == [
        Write(rec.Refused(0, 1, Rejection.MSG_NO_ROOM)),
        Reject(0, 1, Rejection.MSG_NO_ROOM, "toy_bid has no chat", 1),
    ]
    driver.act(0, 1, 10)
    effects = driver.act(1, 1, 10)
    assert (turn_of(0, effects).said, turn_of(0, effects).channels) == ((), ())


def test_refused_messages_never_forfeit(driver: Driver) -> None:
    """However many; of the first hundred there is a record."""
    for _ in range(REFUSED_RECORDS + 50):
        driver.say(1, HALL, b"\xff")
    assert driver.machine.seats[1].forfeit is None
    refused = [r for r in driver.records if isinstance(r, rec.Refused)]
    assert len(refused) == REFUSED_RECORDS


# Who is away, out, or at the end.


def test_who_was_away_misses_nothing(driver: Driver) -> None:
    """A seat that comes back gets all in the turn that is open, and the same again if it breaks off again."""
    driver.leave(1, 1)
    driver.say(2, HALL, "one")
    driver.act(2, 0, 10)
    driver.expire()  # round 1 is over, seat 1 has one strike
    driver.say(2, ROOM, "two")
    driver.act(0, 0, driver.now_ns)
    driver.act(2, 0, driver.now_ns)
    for _ in range(2):
        told = turn_of(1, driver.join(1, driver.now_ns))
        assert [one.text for one in told.said] == ["one", "two"]
        assert told.channels == (EVERYBODY, Channel(ROOM, 0, (0, 1, 2)))
        driver.leave(1, driver.now_ns)
    driver.join(1, driver.now_ns)
    driver.act(1, 0, driver.now_ns)
    effects = driver.act(0, 0, driver.now_ns)
    assert turn_of(1, effects).said == ()


def test_what_was_said_before_a_forfeit_is_heard(driver: Driver) -> None:
    """By those who are still in; who is out hears no more."""
    driver.say(1, HALL, "I give up")
    driver.resign(1, 10)
    driver.say(2, HALL, "pity")
    effects = driver.act(2, 0, 20)
    assert heard(0, effects) == [(1, HALL, "I give up"), (2, HALL, "pity")]
    driver.resign(0, 30)
    (end,) = [e for e in driver.effects if isinstance(e, End) and e.seat == 1]
    assert end.said == ()


def test_the_last_words_come_with_the_end() -> None:
    """Those before the last step are shown with it; seats hear them with the end."""
    driver = Driver(talking(rounds=1))
    driver.start()
    driver.say(1, HALL, "good game")
    driver.act(1, 0, 10)
    effects = driver.act(2, 0, 10)
    assert [one.text for one in shown(effects)] == ["good game"]
    for seat in range(3):
        assert heard(seat, effects) == [(1, HALL, "good game")]
    assert driver.machine.last_said == ()
    again = driver.handle(ev.SeatJoined(0, 20))
    assert heard(0, again) == [(1, HALL, "good game")]


class Thinning(TalkGame):
    """The talking toy, but seat 2 is put out after the first round."""

    def eliminated(self, state: TalkState) -> Sequence[int]:
        """See the class."""
        return (2,) if state.round[0] else ()

    def decision(self, state: TalkState) -> DecisionPoint | None:
        """Without who is out."""
        point, out = super().decision(state), self.eliminated(state)
        return point and point._replace(seats=tuple(s for s in point.seats if s not in out))

    def chat(self, state: TalkState) -> Chat:
        """Without who is out."""
        chat, out = super().chat(state), self.eliminated(state)
        members = [tuple(s for s in channel.members if s not in out) for channel in chat.channels]
        pairs = zip(chat.channels, members, strict=True)
        return Chat(chat.round, tuple(c._replace(members=own) for c, own in pairs if own))


def test_an_early_loser_hears_what_was_said_while_it_was_in() -> None:
    """With the end that is told to it, and again if it comes back; then nothing more, and it is mute."""
    game = Thinning()
    plugin = Plugin(game, TALKING.codec, rulebook="")
    driver = Driver(terms_of(plugin, TIME, num_seats=3))
    driver.start()
    driver.say(0, HALL, "sleeping")
    driver.say(2, HALL, "last words")
    driver.act(1, 0, 10)
    effects = driver.act(2, 0, 10)
    words = [(0, HALL, "sleeping"), (2, HALL, "last words")]
    (end,) = [e for e in effects if isinstance(e, End)]
    assert (end.seat, end.goes_on) == (2, True)
    assert heard(2, effects) == words
    assert driver.say(2, ROOM, "boo")[-1] == Reject(
        2, 1, Rejection.ENDED, "the match is over for this seat"
    )
    driver.say(0, ROOM, "it is gone")
    assert heard(1, driver.act(0, 0, 20)) == [*words, (0, ROOM, "it is gone")]
    assert heard(2, driver.join(2, 30)) == words
    machine = redone(driver.machine.terms, driver.records)
    assert machine.seats[2].unheard == driver.machine.seats[2].unheard
    with pytest.raises(ValueError, match="seat 2 says 'boo' after it was taken out"):
        machine.redo(rec.Said(2, ROOM, "boo"))


def test_an_end_without_a_step_tells_what_was_said(driver: Driver) -> None:
    """Where a resignation or an operator ends the match, seats hear what is open, and spectators too."""
    driver.say(1, HALL, "last words")
    effects = driver.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 10))
    for seat in range(3):
        assert heard(seat, effects) == [(1, HALL, "last words")]
    assert [one.text for one in driver.machine.last_said] == ["last words"]
