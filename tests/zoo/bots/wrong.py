"""Animals that say what is wrong, each over and over where that is not told from a slip."""

from __future__ import annotations

import os

from google.protobuf import any_pb2, wrappers_pb2

from gamereferee.v1.play_service_pb2 import Action, Resign, Skip, Turn
from tests.zoo.bots.stage import OTHER_MATCH, Stream, action, dice, join, leave, program


def _playing() -> Stream:
    stream = Stream()
    stream.send(joins=[join()])
    return stream


def _end(stream: Stream) -> None:
    stream.close_side()
    stream.read_to_end()


def not_a_request() -> None:
    """Sends bytes that are no PlayRequest."""
    stream = _playing()
    stream.turn()
    stream.send_bytes(b"\xff\xff\xff\xff")
    stream.read_to_end()


def stale_turns() -> None:
    """Answers the turn before as well, every time."""
    stream = _playing()

    def answer(turn: Turn) -> list[Action]:
        return [*([action(turn, turn=turn.turn - 1)] if turn.turn > 2 else []), action(turn)]

    stream.play_on(answer)
    _end(stream)


def early_turns() -> None:
    """Answers the turn after as well, and one a long way off."""
    stream = _playing()
    stream.play_on(
        lambda turn: [
            action(turn, turn=turn.turn + 1),
            action(turn, turn=2**31 - 1),
            action(turn),
        ]
    )
    _end(stream)


def negative_turns() -> None:
    """Numbers turns and seats below zero, and beyond all there are."""
    stream = _playing()
    stream.play_on(
        lambda turn: [
            action(turn, turn=-1),
            action(turn, turn=0),
            action(turn, seat=-1),
            action(turn, seat=2**31 - 1),
            action(turn),
        ]
    )
    _end(stream)


def seat_of_the_rival() -> None:
    """Answers for its rival before it answers for itself, with the dice it wishes it."""
    stream = _playing()
    stream.play_on(lambda turn: [action(turn, dice(0, 0), seat=1 - turn.seat), action(turn)])
    _end(stream)


def other_match() -> None:
    """Answers turns of somebody else's match."""
    stream = _playing()
    other = os.environ[OTHER_MATCH]
    stream.play_on(
        lambda turn: [
            action(turn, match_id=other),
            action(turn, match_id=other, seat=1 - turn.seat),
            action(turn, match_id=""),
            action(turn, match_id="\x00" * 500),
            action(turn),
        ]
    )
    _end(stream)


def resigns_for_the_rival() -> None:
    """Gives up its rival's seat, and seats of another match, before it plays properly."""
    stream = _playing()
    turn = stream.turn()
    other = os.environ[OTHER_MATCH]
    stream.send(
        resigns=[
            Resign(match_id=turn.match_id, seat=1 - turn.seat),
            Resign(match_id=other, seat=0),
            Resign(match_id=other, seat=1),
        ],
        actions=[action(turn)],
    )
    stream.play_on()
    _end(stream)


def skips_for_the_rival() -> None:
    """Gives up its rival's turns, and turns that are not open, before it plays properly."""
    stream = _playing()
    first = stream.turn()
    stream.send(
        skips=[
            Skip(match_id=first.match_id, seat=1 - first.seat, turn=1),
            Skip(match_id=first.match_id, seat=first.seat, turn=1000),
        ],
        actions=[action(first)],
    )
    stream.play_on()
    _end(stream)


def two_answers() -> None:
    """Answers each turn twice: sword and shield, then magic and priority."""
    stream = _playing()
    stream.play_on(lambda turn: [action(turn), action(turn, dice(0, 1))])
    _end(stream)


def after_the_end() -> None:
    """Goes on answering when the match is over, and resigns then."""
    stream = _playing()
    last = Turn()

    def answer(turn: Turn) -> list[Action]:
        last.CopyFrom(turn)
        return [action(turn)]

    stream.play_on(answer)
    stream.send(actions=[action(last), action(last, turn=last.turn + 1)])
    stream.send(resigns=[Resign(match_id=last.match_id, seat=last.seat)])
    stream.settle()
    _end(stream)


def wrong_type() -> None:
    """Answers with a message of another kind, whatever it is told."""
    stream = _playing()
    payload = any_pb2.Any()
    payload.Pack(wrappers_pb2.StringValue(value="sword"))
    _insist(stream, payload)


def unreadable() -> None:
    """Answers with bytes that are no action, whatever it is told."""
    stream = _playing()
    _insist(stream, any_pb2.Any(type_url=dice().type_url, value=b"\x0a\x05\xff"))


def no_payload() -> None:
    """Answers without saying anything."""
    stream = _playing()
    _insist(stream, any_pb2.Any())


def _insist(stream: Stream, payload: any_pb2.Any) -> None:
    turn = stream.turn()
    while not stream.has("ends"):
        stream.send(actions=[action(turn, payload)])
        stream.next("rejections")
        stream.settle()
    leave()


def unreadable_once() -> None:
    """Answers each of its first turns so once, and properly when it is told."""
    stream = _playing()
    bad = any_pb2.Any(type_url=dice().type_url, value=b"\x0a\x05\xff")
    stream.play_on(lambda turn: [*([action(turn, bad)] if turn.turn < 10 else []), action(turn)])
    _end(stream)


def unlawful_dice() -> None:
    """Names dice that there are not; the game fills in, and the match goes on."""
    stream = _playing()
    stream.play_on(lambda turn: [action(turn, dice(-5, 99, 2**31 - 1, 2, 2, 2, 2, 2, 2, 2))])
    _end(stream)


if __name__ == "__main__":
    program(globals())
