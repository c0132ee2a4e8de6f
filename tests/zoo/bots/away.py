"""Animals that are not there, or not for long: they leave in every phase of a match, and come back."""

from __future__ import annotations

from gamereferee.v1.play_service_pb2 import Resign, Skip
from tests.zoo.bots.stage import Stream, action, join, leave, program, stay

AGAIN = 100
"""How often those come back who do."""


def _joined() -> Stream:
    stream = Stream()
    stream.send(joins=[join()])
    stream.next("joins")
    return stream


def before_join() -> None:
    """Opens a stream and is gone."""
    stream = Stream()
    stream.send()
    leave()


def after_join() -> None:
    """Is gone as soon as it has its seat."""
    _joined()
    leave()


def in_the_first_turn() -> None:
    """Is gone when it has read its first turn."""
    _joined().turn()
    leave()


def in_a_turn() -> None:
    """Is gone when it has read its fourth turn."""
    stream = _joined()
    for _ in range(3):
        stream.send(actions=[action(stream.turn())])
    stream.turn()
    leave()


def after_an_answer() -> None:
    """Is gone right after an answer; whether that arrived, nobody knows."""
    stream = _joined()
    stream.send(actions=[action(stream.turn())])
    stream.send(actions=[action(stream.turn())])
    leave()


def between_turns() -> None:
    """Cancels its stream when its answer has been taken in."""
    stream = _joined()
    stream.send(actions=[action(stream.turn())])
    stream.settle()
    stream.drop()
    leave()


def at_the_end() -> None:
    """Plays to the end, and is gone without a farewell."""
    stream = _joined()
    stream.play_on()
    leave()


def with_the_last_answer() -> None:
    """Plays properly, but breaks off after every answer: so it is away when the match ends."""
    while True:
        stream = _joined()
        while not (stream.has("turns") or stream.has("ends")):
            stream.read()
        if stream.has("ends"):
            leave()
        stream.send(actions=[action(stream.turn())])
        stream.settle()
        stream.drop()


def closed_side() -> None:
    """Closes its side at once, so that it can answer nothing, and reads to the end."""
    stream = Stream()
    stream.send(joins=[join()])
    stream.close_side()
    stream.read_to_end()


def reconnects() -> None:
    """Breaks off in its first turn a hundred times, then plays properly."""
    for _ in range(AGAIN):
        stream = _joined()
        stream.turn()
        stream.drop()
    stream = _joined()
    stream.play_on()
    stream.close_side()
    stream.read_to_end()


def takes_over() -> None:
    """Takes its own seat over a hundred times, the old streams still open, then plays properly."""
    streams = [_joined() for _ in range(AGAIN)]
    for old in streams[:-1]:
        old.next("rejections")
        old.drop()
    streams[-1].play_on()
    streams[-1].close_side()
    streams[-1].read_to_end()


def never_joins() -> None:
    """Opens a stream, asks for a pong, and shows no token."""
    stream = Stream()
    stream.settle()
    stay()


def bad_nonce() -> None:
    """Joins with a nonce of the wrong length, and does not try again."""
    stream = Stream()
    for length in (1, 15, 17, 100_000):
        stream.send(joins=[join(nonce=bytes(length))])
    stream.settle()
    leave()


def bad_token() -> None:
    """Joins with tokens that are almost right, and with none."""
    stream = Stream()
    right = join().token
    wrong = (right[:-1], right + "0", right.swapcase(), "", "\x00", "x" * 100_000)
    stream.send(joins=[join(token=token) for token in wrong])
    stream.settle()
    leave()


def sleeps() -> None:
    """Reads all and answers nothing."""
    stream = _joined()
    stream.wait_for_end()
    leave()


def skips() -> None:
    """Gives up every turn, as a bot does whose code fails."""
    stream = _joined()
    while not stream.has("ends"):
        while stream.has("turns"):
            turn = stream.turn()
            stream.send(skips=[Skip(match_id=turn.match_id, seat=turn.seat, turn=turn.turn)])
        stream.read()
    leave()


def resigns() -> None:
    """Gives up in its third turn."""
    stream = _joined()
    for _ in range(2):
        stream.send(actions=[action(stream.turn())])
    turn = stream.turn()
    stream.send(resigns=[Resign(match_id=turn.match_id, seat=turn.seat)])
    stream.wait_for_end()
    leave()


if __name__ == "__main__":
    program(globals())
