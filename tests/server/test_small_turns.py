"""Turns and answers in short: they tell what turns at length tell, and bad ones cost nobody anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from google.protobuf import any_pb2, duration_pb2

from gamereferee.games.diceman.v1.diceman_pb2 import Action as Dice
from gamereferee.v1 import error_pb2, play_service_pb2
from gamereferee.v1.play_service_pb2 import Join, PlayRequest, SmallAction, SmallTurn, Turn
from referee.replay.verify import verify
from referee_client.messages import unpack
from referee_client.small_turns import SMALL_TURNS, WITHOUT_EVENTS, ShortForm
from tests.server.played_games import GAMES, Game, draw_from_a_seed, play_game
from tests.server.running import BotStream, Referee, Refusal, action_of, bid, running, soon

BOTH = [SMALL_TURNS, WITHOUT_EVENTS]


async def join(stream: BotStream, *tokens: str, features: list[str]) -> list[ShortForm]:
    """Join seats with features; how each is told its turns in short."""
    joins = [Join(token=token, features=features, number=n) for n, token in enumerate(tokens, 1)]
    await stream.send(joins=joins)
    return [ShortForm(await stream.next("joins")) for _ in tokens]


async def small(stream: BotStream) -> SmallTurn:
    """The next turn in short."""
    turn: SmallTurn = await stream.next("small_turns")
    return turn


def answer_to(turn: SmallTurn, payload: any_pb2.Any) -> SmallAction:
    """The answer to it."""
    return SmallAction(handle=turn.handle, turn=turn.turn, payload=payload.value)


async def match_in_short(referee: Referee, **fields: Any) -> tuple[str, list[str], list[BotStream]]:
    """A match of bids with a stream for each seat, joined in short; its id, tokens and streams."""
    made = await referee.create(**fields)
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await join(stream, token, features=[SMALL_TURNS])
    return made.match.match_id, list(made.seat_tokens), streams


# What is told.


class InShort:
    """Reads turns in short and puts them at length; answers in short.

    It keeps all turns, as they came and at length.
    """

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.small: list[SmallTurn] = []
        self._forms: dict[BotStream, ShortForm] = {}
        self._open: dict[BotStream, SmallTurn] = {}

    async def ask(self, stream: BotStream) -> Turn:
        """The next turn, at length."""
        if stream not in self._forms:
            (joined,) = [joined for response in stream.responses for joined in response.joins]
            self._forms[stream] = ShortForm(joined)
        self._open[stream] = await small(stream)
        self.small.append(self._open[stream])
        told = self._forms[stream].turn(self._open[stream])
        turn = Turn(
            match_id=told.match_id,
            seat=told.seat,
            turn=told.turn,
            observation=self._whole(stream),
            phase=told.phase,
            clock=told.clock,
            said=told.said,
            channels=told.channels,
        )
        if told.HasField("events"):
            turn.events.CopyFrom(told.events)
        self.turns.append(turn)
        return turn

    def _whole(self, stream: BotStream) -> any_pb2.Any:
        form = self._forms[stream]
        data = form.known + self._open[stream].observation
        return any_pb2.Any(type_url=form.observation_url, value=data)

    async def answer(self, stream: BotStream, _turn: Turn, payload: any_pb2.Any) -> None:
        """Send the answer in short."""
        await stream.send(small_actions=[answer_to(self._open[stream], payload)])


async def _plain(game: Game, folder: Path, *features: str) -> tuple[list[Turn], list[BotStream]]:
    """Play a match at length; all its turns in the order in which they were read, and its streams."""
    turns = []

    async def ask(stream: BotStream) -> Turn:
        turns.append(await stream.turn())
        return turns[-1]

    async with running(folder) as referee:
        streams = await play_game(referee, game, Join(features=features), ask=ask)
    return turns, streams


async def _in_short(game: Game, folder: Path, *features: str) -> tuple[InShort, list[BotStream]]:
    heard = InShort()
    async with running(folder) as referee:
        asked = Join(features=[SMALL_TURNS, *features])
        streams = await play_game(referee, game, asked, ask=heard.ask, answer=heard.answer)
    return heard, streams


def _floored(turn: Turn) -> Turn:
    """A turn whose durations are rounded down to microseconds."""
    told = Turn()
    told.CopyFrom(turn)
    for name in ("remaining", "bank", "last_elapsed", "last_lag"):
        if told.clock.HasField(name):
            duration: duration_pb2.Duration = getattr(told.clock, name)
            duration.nanos -= duration.nanos % 1000
    return told


@pytest.mark.parametrize("game", GAMES, ids=repr)
async def test_they_tell_what_turns_at_length_tell(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same match is played in both ways: equal turns, and all else that is told is equal too."""
    with monkeypatch.context() as patch:
        draw_from_a_seed(patch)
        plain, streams = await _plain(game, tmp_path / "plain")
    with monkeypatch.context() as patch:
        draw_from_a_seed(patch)
        heard, small_streams = await _in_short(game, tmp_path / "small")
    assert len(heard.turns) == len(plain) > 4
    for at_length, turn in zip(heard.turns, plain, strict=True):
        expected = _floored(turn)
        if game.name != "toy_talk":  # whose messages are no classes that a bot finds
            assert unpack(at_length.observation) == unpack(expected.observation)
            at_length.ClearField("observation")
            expected.ClearField("observation")
        assert at_length == expected
    for one, other in zip(small_streams, streams, strict=True):
        assert not any(response.turns for response in one.responses)
        assert _rest(one) == _rest(other)


def _rest(stream: BotStream) -> list[bytes]:
    """All that was told besides turns, in order; of joins but what is said in both ways."""
    rest = []
    for response in stream.responses:
        for field, value in response.ListFields():
            if field.name not in {"turns", "small_turns", "ping", "pong"}:
                for entry in value:
                    if field.name == "joins":
                        entry.ClearField("small_form")
                        entry.ClearField("features")
                    rest.append(entry.SerializeToString(deterministic=True))
    return rest


@pytest.mark.parametrize("features", [[], [SMALL_TURNS]], ids=["at length", "in short"])
async def test_who_wants_no_events_is_told_none(
    features: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else of the turns is as it is with them; the end of the match has its events all the same."""
    (game,) = [game for game in GAMES if game.name == "diceman"]
    with monkeypatch.context() as patch:
        draw_from_a_seed(patch)
        plain, with_events = await _plain(game, tmp_path / "plain")
    draw_from_a_seed(monkeypatch)
    if features:
        heard, streams = await _in_short(game, tmp_path / "small", WITHOUT_EVENTS)
        turns = heard.turns
        assert not any(turn.events for turn in heard.small)
    else:
        turns, streams = await _plain(game, tmp_path / "small", WITHOUT_EVENTS)
    for turn, expected in zip(turns, map(_floored, plain), strict=True):
        assert not turn.HasField("events")
        assert expected.HasField("events")
        expected.ClearField("events")
        assert turn.clock == expected.clock or not features
        assert unpack(turn.observation) == unpack(expected.observation)
    assert _rest(streams[0]) == _rest(with_events[0])
    assert b"".join(_rest(streams[0])).count(b"diceman.v1.Events") == 1


async def test_a_turn_of_diceman_has_130_bytes_and_its_answer_20(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most, at the median, message and all."""
    draw_from_a_seed(monkeypatch)
    (game,) = [game for game in GAMES if game.name == "diceman"]
    heard, _ = await _in_short(game, tmp_path, WITHOUT_EVENTS)
    sizes = sorted(
        play_service_pb2.PlayResponse(small_turns=[turn]).ByteSize() for turn in heard.small
    )
    assert sizes[len(sizes) // 2] <= 130
    dice = Dice(dice=[1, 2]).SerializeToString()
    longest = SmallAction(handle=2**14, turn=2**14, payload=dice)
    assert PlayRequest(small_actions=[longest]).ByteSize() <= 20


async def test_a_phase_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stream is told the name with the first turn of that number, and again when it joins again."""
    draw_from_a_seed(monkeypatch)
    (game,) = [game for game in GAMES if game.name == "champions"]
    heard, streams = await _in_short(game, tmp_path)
    assert len({turn.phase for turn in heard.turns}) > 2
    for stream in streams:
        told = [turn for response in stream.responses for turn in response.small_turns]
        named = [turn.phase for turn in told if turn.phase_name]
        assert named == sorted(set(named)) == list(range(len({turn.phase for turn in told})))


async def test_a_server_tells_what_was_agreed(referee: Referee) -> None:
    """The form has the types of the game's messages, and is there for who asks alone."""
    made = await referee.create("diceman")
    stream = referee.stream()
    await stream.send(joins=[Join(token=made.seat_tokens[0], features=["x", *BOTH])])
    joined = await stream.next("joins")
    assert list(joined.features) == BOTH
    package = "type.googleapis.com/gamereferee.games.diceman.v1."
    form = joined.small_form
    assert form.handle == 1
    assert form.observation_url == f"{package}Observation"
    assert form.events_url == f"{package}Events"
    assert form.action_url == f"{package}Action"
    await stream.send(joins=[Join(token=made.seat_tokens[1])])
    joined = await stream.next("joins")
    assert not joined.HasField("small_form")
    assert not joined.features


# What is answered.


async def test_a_match_is_played_in_short(anywhere: Referee) -> None:
    """Through a router too: matches of both workers on the same streams have handles of their own."""
    streams = [anywhere.stream(), anywhere.stream()]
    ids = []
    handles: list[list[int]] = [[], []]
    for _ in range(6):
        made = await anywhere.create(config_json='{"rounds": 2}')
        ids.append(made.match.match_id)
        for stream, token, own in zip(streams, made.seat_tokens, handles, strict=True):
            (form,) = await join(stream, token, features=[SMALL_TURNS])
            own.append(form.handle)
    assert all(len(set(own)) == 6 for own in handles)
    for _ in range(2):
        for stream in streams:
            turns = [await small(stream) for _ in ids]
            answers = [answer_to(turn, bid(1)) for turn in turns]
            await stream.send(small_actions=answers)
    for stream in streams:
        ends = [await stream.ended() for _ in ids]
        assert {end.match_id for end in ends} == set(ids)
        assert not stream.has("rejections")


async def test_a_seat_in_short_may_answer_at_length(referee: Referee) -> None:
    """And may answer in short again."""
    match_id, _, streams = await match_in_short(referee, config_json='{"rounds": 2}')
    for stream in streams:
        await small(stream)
    for seat, stream in enumerate(streams):
        turn = Turn(match_id=match_id, seat=seat, turn=1)
        await stream.send(actions=[action_of(turn, bid(1))])
    for stream in streams:
        await stream.send(small_actions=[answer_to(await small(stream), bid(1))])
    for stream in streams:
        await stream.ended()


async def test_of_two_answers_in_one_message_the_one_at_length_counts(referee: Referee) -> None:
    """It is taken in first; the other is a duplicate."""
    match_id, _, (stream, _) = await match_in_short(referee)
    turn = await small(stream)
    at_length = action_of(Turn(match_id=match_id, seat=0, turn=1), bid(2))
    await stream.send(actions=[at_length], small_actions=[answer_to(turn, bid(3))])
    assert await stream.refused() == Refusal("DUPLICATE", seat=0, turn=1)
    host = referee._host(match_id)
    assert host.machine.seats[0].answer is not None
    assert host.machine.seats[0].answer.payload == bid(2).value


async def test_a_handle_that_was_not_told_names_nobody(anywhere: Referee) -> None:
    """Neither 0 nor one that may come later; the rejection says what it should have been."""
    _, _, (stream, _) = await match_in_short(anywhere)
    await small(stream)
    for handle in (0, 77, 2**32 - 1):
        await stream.send(small_actions=[SmallAction(handle=handle, turn=1)])
        rejected = await stream.next("rejections")
        assert rejected.reason == error_pb2.ERROR_REASON_NOT_YOUR_SEAT
        assert (rejected.match_id, rejected.seat, rejected.turn) == ("", 0, 1)
        assert rejected.text == (
            f"small_actions.handle must be one of a seat that this stream holds, not {handle}"
        )


async def test_a_handle_of_another_stream_names_nobody(referee: Referee) -> None:
    """A stream can't answer for a seat that it has not joined."""
    match_id, _, (stream, _) = await match_in_short(referee)
    turn = await small(stream)
    other = referee.stream()
    await other.send(small_actions=[answer_to(turn, bid(1))])
    assert await other.refused() == Refusal("NOT_YOUR_SEAT", turn=1)
    assert referee._host(match_id).machine.seats[0].is_open


async def test_a_seat_at_length_has_no_handle(referee: Referee) -> None:
    """Its turns come at length, beside those in short of another seat on the same stream."""
    made = await referee.create()
    stream = referee.stream()
    await join(stream, made.seat_tokens[0], features=[SMALL_TURNS])
    await stream.join(made.seat_tokens[1])
    assert (await small(stream)).handle == 1
    assert (await stream.turn()).seat == 1
    await stream.send(small_actions=[SmallAction(handle=2, turn=1, payload=bid(1).value)])
    assert await stream.refused() == Refusal("NOT_YOUR_SEAT", turn=1)


async def test_a_turn_that_is_not_open_is_refused(referee: Referee) -> None:
    """With match and seat, as an answer at length is."""
    match_id, _, (stream, rival) = await match_in_short(referee)
    turn = await small(stream)
    for number, reason in ((2, "EARLY"), (0, "STALE"), (-1, "STALE")):
        early = SmallAction(handle=turn.handle, turn=number, payload=bid(1).value)
        await stream.send(small_actions=[early])
        assert await stream.refused() == Refusal(reason, seat=0, turn=number)
    await stream.send(small_actions=[answer_to(turn, bid(1))] * 2)
    rejected = await stream.next("rejections")
    assert rejected.match_id == match_id
    assert rejected.reason == error_pb2.ERROR_REASON_DUPLICATE
    await rival.send(small_actions=[answer_to(await small(rival), bid(1))])
    assert (await small(stream)).turn == 2


async def test_bytes_that_are_no_action_leave_the_turn_open(referee: Referee) -> None:
    """And are told as malformed, as are too many of them."""
    match_id, _, (stream, _) = await match_in_short(referee)
    turn = await small(stream)
    for payload in (b"\xff", bytes(64 * 1024 + 1)):
        sent = SmallAction(handle=turn.handle, turn=1, payload=payload)
        await stream.send(small_actions=[sent])
        assert await stream.refused() == Refusal("MALFORMED", seat=0, turn=1)
    assert referee._host(match_id).machine.seats[0].is_open
    await stream.send(small_actions=[answer_to(turn, bid(1))])
    await stream.settle()
    assert not referee._host(match_id).machine.seats[0].is_open


async def test_after_the_end_a_handle_still_says_whose_it_was(referee: Referee) -> None:
    """ENDED, with match and seat; no other seat gets the handle."""
    match_id, _, streams = await match_in_short(referee, config_json='{"rounds": 1}')
    turns = [await small(stream) for stream in streams]
    for stream, turn in zip(streams, turns, strict=True):
        await stream.send(small_actions=[answer_to(turn, bid(1))])
    for stream in streams:
        await stream.ended()
    await streams[1].send(small_actions=[answer_to(turns[1], bid(1))])
    rejected = await streams[1].next("rejections")
    assert (rejected.match_id, rejected.seat, rejected.turn) == (match_id, 1, 1)
    assert rejected.reason == error_pb2.ERROR_REASON_ENDED
    made = await referee.create()
    (form,) = await join(streams[1], made.seat_tokens[0], features=[SMALL_TURNS])
    assert form.handle == 2


# Joining again.


async def test_a_rejoin_on_another_stream_has_a_handle_of_that(anywhere: Referee) -> None:
    """The turn comes again there, with its phase's name; the stream of before answers for nobody."""
    match_id, tokens, (stream, rival) = await match_in_short(anywhere)
    before = await small(stream)
    again = anywhere.stream()
    (form,) = await join(again, tokens[0], features=[SMALL_TURNS])
    turn = await small(again)
    assert (turn.handle, turn.turn, turn.phase_name) == (form.handle, 1, "bid")
    assert turn.observation == before.observation
    assert await stream.refused() == Refusal("TAKEN_OVER", seat=0)
    await stream.send(small_actions=[answer_to(before, bid(9))])
    rejected = await stream.next("rejections")
    assert (rejected.match_id, rejected.reason) == (match_id, error_pb2.ERROR_REASON_ENDED)
    await again.send(small_actions=[answer_to(turn, bid(1))])
    await rival.send(small_actions=[answer_to(await small(rival), bid(1))])
    assert (await small(again)).turn == 2


async def test_a_rejoin_on_the_same_stream_has_a_new_handle(referee: Referee) -> None:
    """The one of before names nobody any more."""
    _, tokens, (stream, _) = await match_in_short(referee)
    before = await small(stream)
    (form,) = await join(stream, tokens[0], features=[SMALL_TURNS])
    turn = await small(stream)
    assert before.handle != turn.handle == form.handle
    await stream.send(small_actions=[answer_to(before, bid(9))])
    assert await stream.refused() == Refusal("NOT_YOUR_SEAT", turn=1)
    await stream.send(small_actions=[answer_to(turn, bid(1))])
    await stream.settle()
    assert not stream.has("rejections")


async def test_a_rejoin_may_ask_for_other_features(referee: Referee) -> None:
    """They count for the stream that has asked."""
    _, tokens, (stream, _) = await match_in_short(referee)
    await small(stream)
    await stream.join(tokens[0])
    turn = await stream.turn()
    await stream.send(small_actions=[SmallAction(handle=1, turn=1, payload=bid(1).value)])
    assert await stream.refused() == Refusal("NOT_YOUR_SEAT", turn=1)
    await stream.answer(turn, bid(1))
    await stream.settle()
    assert not stream.has("rejections")


async def test_a_match_goes_on_in_short_after_a_restart(tmp_path: Path) -> None:
    """The server is gone in mid-turn; the replay is what it would have been."""
    async with running(tmp_path) as referee:
        match_id, tokens, streams = await match_in_short(referee, config_json='{"rounds": 2}')
        for stream in streams:
            await stream.send(small_actions=[answer_to(await small(stream), bid(1))])
        for stream in streams:
            await small(stream)
        await streams[0].send(small_actions=[SmallAction(handle=1, turn=2, payload=bid(3).value)])
        await streams[0].settle()
    async with running(tmp_path) as referee:
        stream = referee.stream()
        forms = await join(stream, *tokens, features=[SMALL_TURNS])
        turns = [await small(stream) for _ in tokens]
        assert [turn.handle for turn in turns] == [form.handle for form in forms] == [1, 2]
        assert [turn.phase_name for turn in turns] == ["bid", "bid"]
        await stream.send(small_actions=[answer_to(turn, bid(1)) for turn in turns])
        for _ in tokens:
            await stream.ended()
    assert verify(tmp_path / "data" / "replays" / f"{match_id}.replay").problem is None


# Other parts of the server.


async def test_turns_in_short_wait_for_think_slots(tmp_path: Path) -> None:
    """One at a time, each answered before the next is handed over."""
    async with running(tmp_path, think_slots=1) as referee:
        _, _, streams = await match_in_short(referee, config_json='{"rounds": 3}')
        for _ in range(3):
            for stream in streams:
                await stream.send(small_actions=[answer_to(await small(stream), bid(1))])
        for stream in streams:
            await stream.ended()


async def test_too_many_answers_in_short_are_a_flood(referee: Referee) -> None:
    """As those at length are."""
    _, _, (stream, _) = await match_in_short(referee)
    await small(stream)
    await stream.send(small_actions=[SmallAction(handle=9, turn=1)] * 400)
    assert (await soon(stream.status())).reason == "FLOOD"
