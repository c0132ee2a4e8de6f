"""Animals that send too much, or too much at once."""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf import any_pb2

from gamereferee.v1.play_service_pb2 import Action, Join, Ping, Pong, Resign, Say, Skip, Turn
from tests.zoo.bots.stage import Stream, action, dice, join, program

FLOOD = 5000
"""Messages; the referee's patience ends long before."""
LARGE = 900_000
"""Bytes that a message just may have."""


def _flood(make: Callable[[Stream, Turn], None], times: int = FLOOD) -> None:
    stream = Stream()
    stream.send(joins=[join()])
    turn = stream.turn()
    for _ in range(times):
        make(stream, turn)
    stream.read_to_end()


def actions() -> None:
    """Answers one turn thousands of times."""
    _flood(lambda stream, turn: stream.send(actions=[action(turn)]))


def actions_at_once() -> None:
    """The same in one message."""
    stream = Stream()
    stream.send(joins=[join()])
    turn = stream.turn()
    stream.send(actions=[action(turn)] * FLOOD)
    stream.read_to_end()


def foreign_actions() -> None:
    """Answers turns of a match that is not there."""
    _flood(lambda stream, _: stream.send(actions=[Action(match_id="nosuchmatch", turn=1)]))


def empty_messages() -> None:
    """Sends messages without anything in them."""
    _flood(lambda stream, _: stream.send())


def unknown_fields() -> None:
    """Sends messages of which the referee knows no field, as long as they may be."""
    stream = Stream()
    stream.send(joins=[join()])
    stream.turn()
    field_1000 = b"\xc2\x3e" + _varint(LARGE) + bytes(LARGE)
    for _ in range(300):
        stream.send_bytes(field_1000)
    stream.read_to_end()


def pings() -> None:
    """Asks for thousands of pongs."""
    _flood(lambda stream, _: stream.send(ping=Ping(number=1)))


def pongs() -> None:
    """Answers pings that nobody sent."""
    _flood(lambda stream, _: stream.send(pongs=[Pong(number=1)]))


def bad_joins() -> None:
    """Guesses tokens."""
    _flood(lambda stream, _: stream.send(joins=[Join(token="0123456789abcdef")]))


def own_joins() -> None:
    """Joins its own seat thousands of times on one stream."""
    _flood(lambda stream, _: stream.send(joins=[join()]))


def resigns() -> None:
    """Resigns a seat that it doesn't hold."""
    _flood(lambda stream, turn: stream.send(resigns=[Resign(match_id=turn.match_id, seat=77)]))


def skips() -> None:
    """Gives up the same turn thousands of times."""
    _flood(
        lambda stream, turn: stream.send(
            skips=[Skip(match_id=turn.match_id, seat=turn.seat, turn=turn.turn)]
        )
    )


def says() -> None:
    """Talks thousands of times in a game that has no chat."""
    _flood(lambda stream, turn: stream.send(says=[_say(turn, b"hello?")]))


def long_says() -> None:
    """Sends messages to others that are as long as a request may be."""
    _flood(lambda stream, turn: stream.send(says=[_say(turn, b"x" * LARGE)]), 300)


def _say(turn: Turn, text: bytes) -> Say:
    return Say(match_id=turn.match_id, seat=turn.seat, turn=turn.turn, channel="MAIN", text=text)


def oversize() -> None:
    """Sends one message above the limit."""
    stream = Stream()
    stream.send(joins=[join()])
    stream.turn()
    stream.send(joins=[join(bot_name="x" * 2_000_000)])
    stream.read_to_end()


def huge_payload() -> None:
    """Answers every turn with a good action that a megabyte of ballast hangs on."""
    stream = Stream()
    stream.send(joins=[join()])
    good = dice(2, 3)
    ballast = b"\xc2\x3e" + _varint(LARGE) + bytes(LARGE)
    payload = any_pb2.Any(type_url=good.type_url, value=good.value + ballast)
    stream.play_on(lambda turn: [action(turn, payload)])
    stream.close_side()
    stream.read_to_end()


def huge_list() -> None:
    """Answers every turn with an action of half a million dice."""
    stream = Stream()
    stream.send(joins=[join()])
    payload = dice(*[2] * 500_000)
    stream.play_on(lambda turn: [action(turn, payload)])
    stream.close_side()
    stream.read_to_end()


def huge_names() -> None:
    """Calls itself by a book, of characters that would upset a terminal; then it plays properly."""
    stream = Stream()
    name = "\x1b[2J\x07\n\u202e" + "x" * 400_000
    stream.send(joins=[join(bot_name=name, client=name)])
    stream.play_on()
    stream.close_side()
    stream.read_to_end()


def _varint(value: int) -> bytes:
    encoded = b""
    while value >= 0x80:
        encoded += bytes([value & 0x7F | 0x80])
        value >>= 7
    return encoded + bytes([value])


if __name__ == "__main__":
    program(globals())
