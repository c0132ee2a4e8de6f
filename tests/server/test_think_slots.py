"""Think slots: so many turns at once, one a stream, and who waits for one is off the clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.errors import FieldError
from referee.server.process.config import ServerConfig, parse_listen
from tests.server.running import BotStream, Referee, bid, running, soon, terms, until

SLOTS = 2
THINKING_S = 0.1
MOVE_S = 0.15
"""Enough to think once, and not to wait for another's thinking besides."""


@pytest_asyncio.fixture
async def slotted(tmp_path: Path) -> AsyncIterator[Referee]:
    """A server with two slots."""
    async with running(tmp_path, think_slots=SLOTS) as started:
        yield started


class Thinkers:
    """Bots that take a while over each turn; knows how many do at once.

    All that are asked at a time think for equally long, by the server's clock; those that then answer make
    room for others.
    """

    def __init__(self, referee: Referee, streams: list[BotStream]) -> None:
        self._referee = referee
        self._streams = streams
        self.most = 0
        self.most_of_stream = 0
        self.elapsed_s: list[float] = []

    async def play(self, seats: int) -> list[play_service_pb2.MatchEnded]:
        """Answer all turns until the matches of so many seats are over."""
        ends: list[play_service_pb2.MatchEnded] = []
        while len(ends) < seats:
            asked = [(stream, await self._asked(stream)) for stream in self._streams]
            self.most = max(self.most, sum(len(turns) for _, turns in asked))
            self._referee.pass_time(THINKING_S)
            for stream, turns in asked:
                for turn in turns:
                    await stream.answer(turn, bid(1))
                await stream.settle()
            for stream in self._streams:
                while stream.has("ends"):
                    ends.append(await stream.ended())
        return ends

    async def _asked(self, stream: BotStream) -> list[play_service_pb2.Turn]:
        """All turns a stream has to think about."""
        await stream.settle()
        turns = []
        while stream.has("turns"):
            turns.append(await stream.turn())
        self.most_of_stream = max(self.most_of_stream, len(turns))
        clocks = [turn.clock for turn in turns if turn.clock.HasField("last_elapsed")]
        self.elapsed_s += [clock.last_elapsed.ToNanoseconds() / 1e9 for clock in clocks]
        return turns


async def _play(referee: Referee, num_streams: int, num_matches: int) -> tuple[Thinkers, int]:
    """Matches of three rounds, each between two of the streams; who thought, and all strikes."""
    control = terms(move_time=MOVE_S, lag_margin=0, strikes=0)
    streams = [referee.stream() for _ in range(num_streams)]
    matches = [
        await referee.create(config_json='{"rounds": 3}', time_control=control)
        for _ in range(num_matches)
    ]
    for number, made in enumerate(matches):
        for seat, token in enumerate(made.seat_tokens):
            await streams[(2 * number + seat) % num_streams].join(token)
    thinkers = Thinkers(referee, streams)
    outcomes = [ended.outcome for ended in await thinkers.play(2 * num_matches)]
    assert all(outcome.cause == match_pb2.END_CAUSE_RULES for outcome in outcomes)
    return thinkers, sum(result.strikes for outcome in outcomes for result in outcome.seats)


async def test_no_more_turns_are_thought_about_than_there_are_slots(slotted: Referee) -> None:
    """Six streams, two at work; each waits for the others twice as long as its own turn takes.

    Nobody is charged for waiting: what each turn took is its own thinking.
    """
    thinkers, strikes = await _play(slotted, num_streams=6, num_matches=3)
    assert thinkers.most == SLOTS
    assert strikes == 0
    assert len(thinkers.elapsed_s) == 6 * 2  # all turns but the last of each seat are told of
    assert set(thinkers.elapsed_s) == {THINKING_S}


async def test_without_slots_all_think_at_once(referee: Referee) -> None:
    """The count can tell: the same bots at a server that does not hold turns."""
    thinkers, _ = await _play(referee, num_streams=6, num_matches=3)
    assert thinkers.most == 6


async def test_a_stream_thinks_about_one_turn_at_a_time(slotted: Referee) -> None:
    """Two bots with four matches between them: two slots, one for each."""
    thinkers, strikes = await _play(slotted, num_streams=2, num_matches=4)
    assert (thinkers.most, thinkers.most_of_stream) == (SLOTS, 1)
    assert strikes == 0


async def test_waiting_for_a_slot_misses_no_deadline(slotted: Referee) -> None:
    """A silent bot keeps a slot for 0.4 s a turn in one match; in the other its turns wait, and have 0.4 s too."""
    control = terms(move_time=0.2, lag_margin=0.2, strikes=3)
    silent = slotted.stream()
    others = slotted.stream()
    made = [
        await slotted.create(config_json='{"rounds": 3}', time_control=control) for _ in range(2)
    ]
    for match in made:
        await silent.join(match.seat_tokens[0])
        await others.join(match.seat_tokens[1])
    ends: list[play_service_pb2.MatchEnded] = []
    while len(ends) < 2:
        await silent.settle()
        await others.settle()
        if others.has("ends"):
            ends.append(await others.ended())
        elif others.has("turns"):
            await others.answer(await others.turn(), bid(1))
        else:
            slotted.pass_time(0.4)
    for ended in ends:
        assert [result.strikes for result in ended.outcome.seats] == [3, 0]
        assert ended.outcome.cause == match_pb2.END_CAUSE_BOT_TIME


async def test_the_slots_of_bots_that_go_are_free_again(slotted: Referee) -> None:
    """Both slots are taken by streams that break; others play on, and the match is taken up."""
    made = await slotted.create(config_json='{"rounds": 1}')
    gone = [slotted.stream() for _ in made.seat_tokens]
    for stream, token in zip(gone, made.seat_tokens, strict=True):
        await stream.join(token)
    for stream in gone:
        await stream.turn()
    other = await slotted.create(config_json='{"rounds": 1}')
    playing = [slotted.stream() for _ in other.seat_tokens]
    for stream, token in zip(playing, other.seat_tokens, strict=True):
        await stream.join(token)
        await stream.settle()
        assert not stream.has("turns")
    for stream in gone:
        await stream.break_off()
    for stream in playing:
        await stream.answer(await stream.turn(), bid(1))
    for stream in playing:
        assert (await stream.ended()).outcome.cause == match_pb2.END_CAUSE_RULES
    back = slotted.stream()
    await back.join(*made.seat_tokens)
    for _ in made.seat_tokens:
        await back.answer(await back.turn(), bid(1))
    assert (await back.ended()).outcome.cause == match_pb2.END_CAUSE_RULES


async def test_an_aborted_match_gives_its_slots_back(slotted: Referee) -> None:
    """Whoever waited gets its turn."""
    first = await slotted.create()
    second = await slotted.create(config_json='{"rounds": 1}')
    thinking = slotted.stream(), slotted.stream()
    waiting = slotted.stream(), slotted.stream()
    for streams, made in ((thinking, first), (waiting, second)):
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
    for stream in thinking:
        await stream.turn()
    await slotted.abort(first.match.match_id)
    for stream in waiting:
        await stream.answer(await stream.turn(), bid(1))
    assert (await waiting[0].ended()).outcome.cause == match_pb2.END_CAUSE_RULES


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        pytest.param({"think_slots": -1}, "think_slots must be from 0 to 10000, not -1", id="less"),
        pytest.param({"think_slots": 10_001}, "think_slots must be from 0 to 10000", id="more"),
        pytest.param({"think_slots": 2, "workers": 2}, "0 where workers share", id="workers"),
    ],
)
def test_bad_numbers_of_slots_are_refused(
    tmp_path: Path, settings: dict[str, int], problem: str
) -> None:
    """By name, bound and value."""
    with pytest.raises(FieldError, match=problem):
        ServerConfig(listen=(parse_listen("unix:/x"),), data_dir=tmp_path, **settings)  # type: ignore[arg-type]  # all of them are numbers


async def test_a_held_turn_is_not_to_be_read_by_watching(tmp_path: Path) -> None:
    """Neither through the seat's own eyes nor in public: a step is shown when all its clocks run."""
    async with running(tmp_path, think_slots=1) as referee:
        made = await referee.create(config_json='{"rounds": 2}')
        match_id, tokens = made.match.match_id, list(made.seat_tokens)
        streams = [referee.stream(), referee.stream()]
        for stream, token in zip(streams, tokens, strict=True):
            await stream.join(token)
        turn = await streams[0].turn()
        watched = [
            referee.watch(match_id, seat_token=tokens[1]),
            referee.watch(match_id, public=True),
        ]
        host = referee._host(match_id)
        firsts = [asyncio.ensure_future(frames.next()) for frames in watched]
        await until(lambda: len(host.watchers._held) == len(watched))
        await streams[1].settle()
        assert not streams[1].has("turns")
        assert not any(first.done() for first in firsts)
        await streams[0].answer(turn, bid(1))
        await streams[1].turn()
        shown = [await soon(first) for first in firsts]
        assert [frame.step for frame in shown if frame is not None] == [0, 0]
        assert not host.watchers.holds
