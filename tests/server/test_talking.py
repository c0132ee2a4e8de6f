"""Chat over a real socket: taken, told, refused and bounded; and only to those who may hear it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from gamereferee.v1 import error_pb2
from gamereferee.v1.play_service_pb2 import (
    Action,
    Channel,
    Join,
    PlayRequest,
    Rejected,
    Said,
    Say,
    Turn,
)
from gamereferee.v1.replay_service_pb2 import GetReplayRequest
from referee.replay.verify import verify
from referee.server.services.charges import FLOOD_BUDGET
from tests.server.running import BotStream, Problem, Referee, Refusal, bid, pour, running, soon


class Table:
    """A match of the talking toy with a stream for each seat."""

    def __init__(self, match_id: str, tokens: list[str], streams: list[BotStream]) -> None:
        self.match_id = match_id
        self.tokens = tokens
        self.streams = streams
        self.last = [0] * len(streams)

    def message(self, seat: int, channel: str, text: str | bytes, **fields: Any) -> Say:
        """Something that a seat says."""
        data = text.encode() if isinstance(text, str) else text
        given: dict[str, Any] = {
            "match_id": self.match_id,
            "seat": seat,
            "turn": self.last[seat],
        } | fields
        return Say(channel=channel, text=data, **given)

    async def say(self, seat: int, channel: str, text: str | bytes, **fields: Any) -> None:
        """Let a seat say something, and wait until it was taken in."""
        await self.streams[seat].send(says=[self.message(seat, channel, text, **fields)])
        await self.streams[seat].settle()

    async def turn(self, seat: int) -> Turn:
        """The next turn of a seat."""
        turn = await self.streams[seat].turn()
        self.last[seat] = turn.turn
        return turn

    async def act(self, seat: int, value: int) -> Turn:
        """Let a seat answer its next turn; returns that."""
        turn = await self.turn(seat)
        await self.streams[seat].answer(turn, bid(value))
        return turn

    async def rejected(self, seat: int) -> Rejected:
        """The next rejection of a seat."""
        rejected: Rejected = await self.streams[seat].next("rejections")
        return rejected


async def seated(
    referee: Referee, *, seed: int = 1, full_view_delay: int | None = None, **config: int
) -> Table:
    """A match of three that has begun: all share room 0, the hall is open, seat 0 sleeps."""
    made = await referee.create(
        "toy_talk",
        config_json=json.dumps(config),
        seed_policy={"fixed": seed},
        spectate_policy={"full_view_delay": full_view_delay},
    )
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    for stream in streams:
        await stream.next("starts")
    return Table(made.match.match_id, list(made.seat_tokens), streams)


def said(seat: int, text: str, channel: str = "HALL", number: int = 0, round: int = 1) -> Said:  # noqa: A002
    """What is heard."""
    return Said(channel=channel, number=number, seat=seat, text=text, round=round, phase="choose")


HALL = Channel(name="HALL", members=[0, 1, 2])


async def test_messages_come_with_the_next_turn(referee: Referee) -> None:
    """In order, with all fields, to members alone; with the channels of the point that opens."""
    table = await seated(referee)
    first = await table.turn(2)
    assert list(first.channels) == [HALL, Channel(name="ROOM", members=[0, 1, 2])]
    assert list(first.said) == []
    await table.say(2, "HALL", "hello, all äöü")
    await table.say(0, "ROOM", "half asleep")
    await table.act(1, 1)
    await table.streams[2].answer(first, bid(2))
    turn = await table.turn(0)
    heard = [said(0, "half asleep", "ROOM"), said(2, "hello, all äöü")]
    assert list(turn.said) == heard
    assert list(turn.channels) == []  # everybody stands alone, and the hall is closed
    assert list((await table.turn(2)).said) == heard


async def test_a_message_may_go_with_an_answer(referee: Referee) -> None:
    """In one request it is taken before the actions, even the one that closes the point."""
    table = await seated(referee)
    await table.act(1, 0)
    turn = await table.turn(2)
    action = Action(match_id=table.match_id, seat=2, turn=turn.turn, payload=bid(0))
    await table.streams[2].send(actions=[action], says=[table.message(2, "HALL", "with it")])
    assert list((await table.turn(0)).said) == [said(2, "with it")]


async def test_a_join_and_a_message_in_one_request(referee: Referee) -> None:
    """Joins are taken in first."""
    table = await seated(referee)
    again = referee.stream()
    join = Join(token=table.tokens[0], number=1)
    await again.send(joins=[join], says=[table.message(0, "HALL", "back again")])
    await again.settle()
    assert not again.has("rejections")
    await table.act(1, 0)
    assert list((await table.act(2, 0)).said) == []
    assert list((await again.turn()).said) == [said(0, "back again")]


async def test_outsiders_get_the_same_bytes_whatever_is_whispered(referee: Referee) -> None:
    """Seats 0 and 2 share a room: what seat 1 gets does not depend on what they say in it."""
    seen = []
    for words in ([], ["psst"], ["a", "longer text"]):
        table = await seated(referee, seed=5)
        await table.act(1, 1)
        await table.act(2, 0)
        turn = await table.turn(2)
        for word in words:
            await table.say(2, "ROOM", word)
        await table.streams[2].answer(turn, bid(0))
        await table.act(0, 0)
        assert [one.text for one in (await table.turn(0)).said] == words
        outside = await table.turn(1)
        outside.ClearField("clock")  # tells what the last answer took
        outside.ClearField("match_id")
        seen.append(outside.SerializeToString())
    assert seen[0] == seen[1] == seen[2]


async def test_a_rejection_names_the_message(referee: Referee) -> None:
    """Reason, number, bound and value; the turn can be answered all the same."""
    table = await seated(referee)
    turn = await table.turn(1)
    await table.say(1, "HALL", b"\xff\xfe", number=11)
    rejected = await table.rejected(1)
    assert rejected == Rejected(
        match_id=table.match_id,
        seat=1,
        turn=1,
        reason=error_pb2.ERROR_REASON_MSG_BAD_TEXT,
        text="the text must be UTF-8; byte 0 is 0xff",
        say_number=11,
    )
    await table.say(1, "HALL", "fine", number=2**64 - 1)
    await table.say(1, "HALL", "too many", number=2**64 - 1)
    assert (await table.rejected(1)).say_number == 2**64 - 1
    await table.streams[1].answer(turn, bid(0))
    await table.act(2, 0)
    assert list((await table.turn(0)).said) == [said(1, "fine")]


async def test_large_texts_cost_only_the_message(referee: Referee) -> None:
    """Of 64 KiB and of almost a megabyte: too long, with bound and value."""
    table = await seated(referee, messages=300)
    turn = await table.turn(1)
    for size in (64 * 1024, 64 * 1024 + 1, 900_000):
        await table.say(1, "HALL", b"x" * size)
        text = f"the text must have from 1 to 20 bytes, not {size}"
        assert (await table.rejected(1)).text == text
    await table.streams[1].answer(turn, bid(0))
    await table.act(2, 0)
    assert (await table.turn(0)).turn == 1


async def test_large_texts_are_heard_where_a_game_allows_them(referee: Referee) -> None:
    """A hundred kilobytes to each of three seats, whole."""
    table = await seated(referee, text_bytes=100_000)
    await table.turn(1)
    await table.say(1, "HALL", "é" * 50_000)
    await table.streams[1].send(actions=[])
    turn = Turn(match_id=table.match_id, seat=1, turn=1)
    await table.streams[1].answer(turn, bid(0))
    await table.act(2, 0)
    (heard,) = (await table.turn(0)).said
    assert heard.text == "é" * 50_000


async def test_nobody_speaks_for_another_seat(referee: Referee) -> None:
    """Nor in a match of others."""
    table = await seated(referee)
    stream = table.streams[1]
    await stream.send(says=[table.message(2, "HALL", "I am seat 2", number=5)])
    rejected = await table.rejected(1)
    assert rejected.say_number == 5
    assert rejected.reason == error_pb2.ERROR_REASON_NOT_YOUR_SEAT
    await stream.send(says=[table.message(1, "HALL", "hi", match_id="elsewhere")])
    assert (await stream.refused()) == Refusal("NOT_YOUR_SEAT", 1, 0)
    await stream.send(says=[table.message(-1, "HALL", "hi")])
    assert (await stream.refused()).reason == "NOT_YOUR_SEAT"


async def test_who_was_away_hears_everything(referee: Referee) -> None:
    """A turn that is told again carries the same; what was said meanwhile comes with the next."""
    table = await seated(referee)
    await table.streams[1].break_off()
    await table.turn(2)
    await table.say(2, "HALL", "where is 1?")
    await table.streams[2].answer(Turn(match_id=table.match_id, seat=2, turn=1), bid(0))
    back = referee.stream()
    await back.join(table.tokens[1])
    turn = await back.turn()
    assert list(turn.said) == []
    await back.answer(turn, bid(0))
    table.streams[1] = back
    await table.act(0, 0)
    await table.act(2, 0)
    first = await back.turn()
    assert list(first.said) == [said(2, "where is 1?")]
    await back.break_off()
    again = referee.stream()
    await again.join(table.tokens[1])
    second = await again.turn()
    for turn in (first, second):
        turn.ClearField("clock")
    assert second == first


async def test_a_flood_of_refused_messages_ends_the_stream(referee: Referee) -> None:
    """Those that are taken cost nothing; the match is not harmed."""
    table = await seated(referee)
    await table.streams[1].break_off()

    def requests() -> Any:
        yield PlayRequest(joins=[Join(token=table.tokens[1])])
        for number in range(1, 5000):
            say = table.message(1, "HALL", "blah", turn=1, number=number)
            yield PlayRequest(says=[say])

    problem = await asyncio.to_thread(pour, referee.address, requests())
    text = f"more than {FLOOD_BUDGET} messages that answered no open turn"
    assert problem == Problem("RESOURCE_EXHAUSTED", "FLOOD", text)
    back = referee.stream()
    await back.join(table.tokens[1])
    await back.answer(await back.turn(), bid(0))
    await table.act(2, 0)
    assert list((await table.turn(0)).said) == [said(1, "blah")] * 2


async def test_a_flood_in_one_message_ends_the_stream(referee: Referee) -> None:
    """However many there are in it."""
    table = await seated(referee)
    await table.turn(1)
    await table.streams[1].send(says=[table.message(1, "HALL", "blah")] * 5000)
    assert (await table.streams[1].status()).reason == "FLOOD"


async def test_messages_that_are_taken_cost_no_patience(referee: Referee) -> None:
    """As many as the rules allow, each in a request of its own."""
    table = await seated(referee, messages=300)
    await table.turn(1)
    for number in range(300):
        await table.streams[1].send(says=[table.message(1, "HALL", f"{number}")])
    await table.streams[1].settle()
    assert not table.streams[1].has("rejections")


async def test_a_game_without_chat_says_so(referee: Referee) -> None:
    """A message there is refused, and nothing else happens."""
    made = await referee.create(config_json='{"rounds": 1}')
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    turns = [await stream.turn() for _ in range(2)]
    assert not any(turn.channels or turn.said for turn in turns)
    say = Say(match_id=made.match.match_id, seat=0, turn=1, channel="MAIN", text=b"hi", number=3)
    await stream.send(says=[say])
    rejected = await stream.next("rejections")
    assert rejected.reason == error_pb2.ERROR_REASON_MSG_NO_ROOM
    assert (rejected.say_number, rejected.text) == (3, "toy_bid has no chat")


async def test_views_hear_what_they_may(referee: Referee) -> None:
    """The public hears the hall, a seat its rooms too, the full view all; with the frame of the step."""
    table = await seated(referee, full_view_delay=0)
    turn = await table.turn(1)
    views = {
        "public": referee.watch(table.match_id, public=True),
        "seat 1": referee.watch(table.match_id, seat_token=table.tokens[1]),
        "seat 2": referee.watch(table.match_id, seat_token=table.tokens[2]),
        "full": referee.watch(table.match_id, full=True),
    }
    for frames in views.values():
        assert (await soon(frames.next())) is not None
    await table.say(1, "HALL", "to all")
    await table.streams[1].answer(turn, bid(1))
    await table.act(2, 0)
    turn = await table.turn(2)
    await table.say(2, "ROOM", "to seat 0")
    await table.streams[2].answer(turn, bid(1))
    await table.act(0, 1)
    to_all, to_one = said(1, "to all"), said(2, "to seat 0", "ROOM", round=2)
    heard = {}
    for name, frames in views.items():
        steps = [await frames.next() for _ in range(2)]
        heard[name] = [list(frame.said) for frame in steps if frame is not None]
    assert heard == {
        "public": [[to_all], []],
        "seat 1": [[to_all], []],
        "seat 2": [[to_all], [to_one]],
        "full": [[to_all], [to_one]],
    }
    await table.turn(0)
    await table.say(0, "HALL", "bye")
    await referee.abort(table.match_id)
    last = await views["public"].last()
    assert list(last.said) == [said(0, "bye", round=3)]
    ended = await table.streams[2].ended()
    assert list(ended.said) == [to_one, said(0, "bye", round=3)]  # it slept in round 3
    late = await referee.watch(table.match_id).last()
    assert list(late.said) == []


async def test_a_replay_has_the_talk(referee: Referee) -> None:
    """It holds, and whoever asks for it gets the messages where they were said."""
    table = await seated(referee, rounds=1)
    await table.turn(1)
    await table.say(1, "HALL", "gl hf")
    await table.streams[1].answer(Turn(match_id=table.match_id, seat=1, turn=1), bid(0))
    await table.act(2, 0)
    ended = await table.streams[0].ended()
    assert list(ended.said) == [said(1, "gl hf")]
    await referee.server.lobby.replays_written()
    path = referee.server.lobby.folder.find_replay(table.match_id)
    assert path is not None
    assert verify(path).problem is None
    request = GetReplayRequest(match_id=table.match_id)
    records = [
        record async for part in referee.replays.GetReplay(request) for record in part.records
    ]
    assert [record.WhichOneof("record") for record in records[-4:]] == [
        "start",
        "said",
        "step",
        "end",
    ]
    talk = records[-3].said
    assert (talk.seat, talk.channel, talk.text) == (1, "HALL", "gl hf")


async def test_a_restarted_server_knows_what_was_said(tmp_path: Path) -> None:
    """Both what was told with the open turn, and what is to come with the next."""
    async with running(tmp_path) as referee:
        table = await seated(referee)
        await table.turn(1)
        await table.say(1, "HALL", "before")
        await table.streams[1].answer(Turn(match_id=table.match_id, seat=1, turn=1), bid(0))
        await table.act(2, 0)
        assert list((await table.turn(0)).said) == [said(1, "before")]
        await table.turn(2)
        await table.say(2, "ROOM", "during")
    async with running(tmp_path) as referee:
        streams = [referee.stream() for _ in table.tokens]
        for stream, token in zip(streams, table.tokens, strict=True):
            await stream.join(token)
        again = Table(table.match_id, table.tokens, streams)
        assert list((await again.act(0, 0)).said) == [said(1, "before")]
        turn = await again.turn(2)
        await again.say(2, "ROOM", "after")
        await again.say(2, "ROOM", "too many")
        assert (await again.rejected(2)).reason == error_pb2.ERROR_REASON_MSG_TOO_MANY
        await streams[2].answer(turn, bid(0))
        talk = [said(2, text, "ROOM", round=2) for text in ("during", "after")]
        assert list((await again.turn(1)).said) == [said(1, "before"), *talk]
