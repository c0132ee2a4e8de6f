"""A late spectator gets the same frames as one from the start, byte for byte."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2, play_service_pb2, spectate_service_pb2
from referee.core.time_control import SECOND
from referee.server.hosting import history, watch_views
from referee.server.hosting.history import Histories
from referee.server.hosting.watch_frames import Eyes
from referee.server.hosting.whole_views import WholeWatcher
from tests.helpers.toy_draw import DRAW, PASS
from tests.server.lane_bot import LaneBot
from tests.server.played_games import GAMES, Game, draw_from_a_seed, play_game
from tests.server.running import BotStream, Problem, Referee, bid, refusal, running, soon

Frame = spectate_service_pb2.WatchResponse
Policy = lobby_service_pb2.SpectatePolicy
WATCH = "/gamereferee.v1.SpectateService/Watch"
DELAY = 3


def watching(referee: Referee, match_id: str, **fields: Any) -> asyncio.Task[list[bytes]]:
    """A spectator from now on, which collects the frames as they come."""
    request = spectate_service_pb2.WatchRequest(match_id=match_id, **fields)
    watch: Any = referee.channel.unary_stream(WATCH)
    call = watch(request.SerializeToString())

    async def collected() -> list[bytes]:
        return [frame async for frame in call]

    return asyncio.create_task(collected())


def steps(frames: list[bytes]) -> list[int]:
    """Steps that frames show."""
    return [Frame.FromString(frame).step for frame in frames]


@pytest.mark.parametrize("game", GAMES, ids=repr)
async def test_late_spectators_get_what_early_ones_got(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All views, from the midst of a match and after its end, with banks, misses, chat and rejoins."""
    draw_from_a_seed(monkeypatch)
    early: dict[str, asyncio.Task[list[bytes]]] = {}
    late: dict[str, list[asyncio.Task[list[bytes]]]] = {}
    views: dict[str, dict[str, Any]] = {}
    async with running(tmp_path) as referee:
        create = referee.create

        async def created(*args: Any, **fields: Any) -> lobby_service_pb2.CreateMatchResponse:
            made = await create(*args, spectate_policy=Policy(full_view_delay=DELAY), **fields)
            views.update({"public": {}, "full": {"full": True}})
            views.update(
                {f"seat {seat}": {"seat_token": made.seat_tokens[seat]} for seat in range(2)}
            )
            for name, view in views.items():
                early[name] = watching(referee, made.match.match_id, **view)
            await asyncio.gather(*(referee.get(made.match.match_id) for _ in range(3)))
            return made

        async def ask(stream: BotStream) -> play_service_pb2.Turn:
            turn = await stream.turn()
            if referee._host(turn.match_id).machine.steps == 5 and not late:
                for name, view in views.items():
                    late[name] = [
                        watching(referee, turn.match_id, from_step=first, **view)
                        for first in (0, 3)
                    ]
            return turn

        monkeypatch.setattr(referee, "create", created)
        await play_game(referee, game, play_service_pb2.Join(), ask=ask)
        (host,) = referee.server.lobby.matches()
        num_steps = host.machine.steps
        for name, view in views.items():
            seen = await early[name]
            assert steps(seen) == [*range(num_steps + 1), num_steps], name
            after = await watching(referee, host.match_id, from_step=0, **view)
            assert after == seen, name
            whole, rest = [await task for task in late[name]]
            assert whole == seen, name
            assert rest == seen[3:], name


async def _begun(referee: Referee, rounds: int, **fields: Any) -> tuple[Any, BotStream]:
    """A match of bids that has begun, both seats on one stream."""
    made = await referee.create(config_json=f'{{"rounds": {rounds}}}', **fields)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    return made, stream


async def _play(stream: BotStream, rounds: int) -> None:
    """Let both seats bid in so many rounds, and wait for the turns after them, or for the ends."""
    for number in range(rounds):
        for turn in [await stream.turn() for _ in range(2)]:
            await stream.answer(turn, bid((number + turn.seat) % 7))
    await stream.settle()


async def _read(referee: Referee, match_id: str, count: int, **fields: Any) -> list[Frame]:
    """The first frames of a spectator that then leaves."""
    request = spectate_service_pb2.WatchRequest(match_id=match_id, **fields)
    call = referee.spectate.Watch(request)
    frames = [await soon(call.read()) for _ in range(count)]
    call.cancel()
    return frames


async def test_steps_of_one_event_are_shown_as_they_were(referee: Referee) -> None:
    """Turns of a seat that is out are played in the same event as the answer before them."""
    made = await referee.create("toy_draw", num_seats=3, spectate_policy=Policy(full_view_delay=0))
    match_id = made.match.match_id
    early = watching(referee, match_id, full=True)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    await stream.settle()
    await stream.send(resigns=[play_service_pb2.Resign(match_id=match_id, seat=1)])
    for choice in (DRAW, PASS, PASS):
        await stream.answer(await stream.turn(), bid(choice))
        await stream.settle()
    seen = await early
    assert steps(seen) == [0, 1, 2, 3, 4, 4]
    assert await watching(referee, match_id, full=True, from_step=0) == seen


async def test_a_match_is_whole_after_a_restart(tmp_path: Path) -> None:
    """Frames from before it and after it follow each other, for old spectators and new ones."""
    async with running(tmp_path) as referee:
        made, stream = await _begun(referee, 6)
        match_id = made.match.match_id
        await _play(stream, 3)
        before = await _read(referee, match_id, 4, from_step=0)
    assert [frame.step for frame in before] == [0, 1, 2, 3]
    async with running(tmp_path) as referee:
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        assert await _read(referee, match_id, 4, from_step=0) == before
        rest = watching(referee, match_id, from_step=4)
        whole = watching(referee, match_id, from_step=0)
        await _play(stream, 3)
        encoded = [frame.SerializeToString() for frame in before]
        assert await whole == [*encoded, *(await rest)]
        assert steps(await whole) == [0, 1, 2, 3, 4, 5, 6, 6]


async def test_steps_on_a_lane_are_shown_too(tmp_path: Path) -> None:
    """They are in the lane's journal alone until somebody asks for them."""
    async with running(tmp_path) as referee:
        made = await referee.create("diceman", config_json='{"games": 2}')
        match_id = made.match.match_id
        bots = [LaneBot(referee) for _ in range(2)]
        for bot, token in zip(bots, made.seat_tokens, strict=True):
            await bot.join(token)
        for _ in range(4):
            told = [await bot.turns(1) for bot in bots]
            for bot, each in zip(bots, told, strict=True):
                await bot.answer(each, lambda _, turn: turn * 5 % 6)
        for bot in bots:
            await bot.turns(1)
        assert referee._host(match_id).is_on_lane
        frames = await _read(referee, match_id, 5, seat_token=made.seat_tokens[1], from_step=0)
        assert [frame.step for frame in frames] == [0, 1, 2, 3, 4]
        assert [frame.clocks[0].decisions for frame in frames] == [0, 1, 2, 3, 4]
        assert not referee._host(match_id).is_on_lane


async def test_nobody_sees_the_past_sooner_than_it_may(anywhere: Referee) -> None:
    """The full view keeps its delay, and where it opens after the end, from_step opens nothing."""
    delayed, stream = await _begun(anywhere, 6, spectate_policy=Policy(full_view_delay=2))
    await _play(stream, 5)
    request = spectate_service_pb2.WatchRequest(
        match_id=delayed.match.match_id, full=True, from_step=0
    )
    call = anywhere.spectate.Watch(request)
    assert [(await soon(call.read())).step for _ in range(4)] == [0, 1, 2, 3]
    waiting = asyncio.ensure_future(call.read())
    public = await _read(anywhere, delayed.match.match_id, 6, from_step=0)
    assert [frame.step for frame in public] == [0, 1, 2, 3, 4, 5]
    assert not any(frame.observations or frame.clocks for frame in public)
    assert not waiting.done()
    await _play(stream, 1)
    assert [(await waiting).step] + [(await soon(call.read())).step for _ in range(3)] == [4, 5, 6, 6]  # fmt: skip
    secret, stream = await _begun(anywhere, 6)
    await _play(stream, 2)
    match_id = secret.match.match_id
    closed = spectate_service_pb2.WatchRequest(match_id=match_id, full=True, from_step=0)
    assert (await refusal(anywhere.spectate.Watch(closed).read())).reason == "NOT_VISIBLE"
    foreign = spectate_service_pb2.WatchRequest(
        match_id=match_id, seat_token=delayed.seat_tokens[0], from_step=0
    )
    assert (await refusal(anywhere.spectate.Watch(foreign).read())).reason == "BAD_TOKEN"


async def test_a_spectator_may_begin_anywhere(anywhere: Referee) -> None:
    """At a step to come, or beyond the last one; a step below 0 is refused."""
    made, stream = await _begun(anywhere, 4)
    match_id = made.match.match_id
    to_come = watching(anywhere, match_id, from_step=3)
    beyond = watching(anywhere, match_id, from_step=99)
    await anywhere.get(match_id)
    await _play(stream, 4)
    assert steps(await to_come) == [3, 4, 4]
    assert steps(await beyond) == [4]
    assert steps(await watching(anywhere, match_id, from_step=4)) == [4, 4]
    (end,) = await watching(anywhere, match_id, from_step=99)
    assert Frame.FromString(end).HasField("outcome")
    request = spectate_service_pb2.WatchRequest(match_id=match_id, from_step=-1)
    problem = await refusal(anywhere.spectate.Watch(request).read())
    text = "from_step must be 0 or more, not -1"
    assert problem == Problem("INVALID_ARGUMENT", "BAD_FIELD", text, ("from_step",))


async def test_without_a_journal_the_past_is_marked_as_left_out(referee: Referee) -> None:
    """Such a spectator sees the match as it is now, then all steps that follow."""
    made, stream = await _begun(referee, 5)
    match_id = made.match.match_id
    await _play(stream, 3)
    referee._host(match_id)._journal.path.unlink()
    request = spectate_service_pb2.WatchRequest(match_id=match_id, from_step=0)
    call = referee.spectate.Watch(request)
    now = await soon(call.read())
    await _play(stream, 1)
    then = await soon(call.read())
    assert [(frame.step, frame.left_out) for frame in (now, then)] == [(3, True), (4, False)]


def _all_of(watcher: WholeWatcher) -> asyncio.Task[list[int]]:
    async def read() -> list[int]:
        found = []
        while (shown := await watcher.next()) is not None:
            found.append(shown.frame.step)
        return found

    return asyncio.create_task(read())


async def test_many_late_spectators_share_the_work(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is redone once for all of them, and again only for one that has fallen far behind."""
    monkeypatch.setattr(watch_views, "QUEUE_FRAMES", 4)
    monkeypatch.setattr(history, "KEPT_BYTES", 400)
    monkeypatch.setattr(history, "SLICE_BYTES", 200)
    redone: list[int] = []
    made_by = history._Redone.make

    def noted(self: Any, first: int, stop: int) -> Any:
        if self._reader is None:
            redone.append(first)
        return made_by(self, first, stop)

    monkeypatch.setattr(history._Redone, "make", noted)
    made, stream = await _begun(referee, 20)
    host = referee._host(made.match.match_id)
    await _play(stream, 15)
    watchers = [WholeWatcher(Eyes()) for _ in range(40)]
    for watcher in watchers:
        host.watch(watcher)
    *fast, slow = watchers
    assert (await soon(slow.next())) is not None
    reading = [_all_of(watcher) for watcher in fast]
    await _play(stream, 5)
    everything = [*range(21), 20]
    assert await soon(asyncio.gather(*reading)) == [everything] * len(fast)
    assert redone == [0]
    assert await soon(_all_of(slow)) == everything[1:]
    assert redone == [0, 1]
    histories: Histories = referee.server.lobby._histories
    assert len(histories._open) == 2
    for watcher in watchers:
        host.watchers.remove(watcher)
    assert not histories._open


async def test_histories_are_bounded(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many is refused; one that nobody has read for long makes room, and is begun again."""
    monkeypatch.setattr(watch_views, "QUEUE_FRAMES", 2)
    monkeypatch.setattr(history, "MOST_HISTORIES", 1)
    hosts = []
    for _ in range(2):
        made, stream = await _begun(referee, 9)
        await _play(stream, 8)
        hosts.append(referee._host(made.match.match_id))
    idle = WholeWatcher(Eyes())
    hosts[0].watch(idle)
    assert (await soon(idle.next())) is not None
    request = spectate_service_pb2.WatchRequest(match_id=hosts[1].match_id, from_step=0)
    problem = await refusal(referee.spectate.Watch(request).read())
    assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")
    referee.clock.advance(10 * SECOND)
    frames = await _read(referee, hosts[1].match_id, 9, from_step=0)
    assert [frame.step for frame in frames] == [*range(9)]
    referee.clock.advance(10 * SECOND)
    shown = [await soon(idle.next()) for _ in range(8)]
    assert [each.frame.step for each in shown if each is not None] == [*range(1, 9)]
