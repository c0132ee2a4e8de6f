"""Think slots: so many turns at once, one a stream, and who waits for one is off the clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.errors import FieldError
from referee.server.config import ServerConfig, parse_listen
from tests.server.running import BotStream, Referee, bid, running, terms

SLOTS = 2
THINKING_S = 0.1


@pytest_asyncio.fixture
async def slotted(tmp_path: Path) -> AsyncIterator[Referee]:
    """A server with two slots."""
    async with running(tmp_path, think_slots=SLOTS) as started:
        yield started


class Thinkers:
    """Bots that take a while over each turn; counts how many do at once."""

    def __init__(self) -> None:
        self.now = 0
        self.most = 0
        self.of_stream: dict[BotStream, int] = {}
        self.most_of_stream = 0
        self.elapsed_s: list[float] = []

    async def play(self, stream: BotStream, matches: int) -> list[play_service_pb2.MatchEnded]:
        """Answer each turn in a task of its own until so many matches are over."""
        ends: list[play_service_pb2.MatchEnded] = []
        async with asyncio.TaskGroup() as thoughts:
            while True:
                while stream.has("turns"):
                    thoughts.create_task(self._think(stream, await stream.turn()))
                while stream.has("ends"):
                    ends.append(await stream.ended())
                if len(ends) == matches:
                    return ends
                await stream.read()

    async def _think(self, stream: BotStream, turn: play_service_pb2.Turn) -> None:
        self.now += 1
        self.of_stream[stream] = self.of_stream.get(stream, 0) + 1
        self.most = max(self.most, self.now)
        self.most_of_stream = max(self.most_of_stream, self.of_stream[stream])
        if turn.clock.HasField("last_elapsed"):
            self.elapsed_s.append(turn.clock.last_elapsed.ToNanoseconds() / 1e9)
        await asyncio.sleep(THINKING_S)
        self.now -= 1
        self.of_stream[stream] -= 1
        await stream.answer(turn, bid(1))


async def _play(referee: Referee, num_streams: int, num_matches: int) -> tuple[Thinkers, int]:
    """Matches of three rounds, each between two of the streams; who thought, and all strikes."""
    patience = terms(move_time=20, lag_margin=2.0, strikes=0)
    streams = [referee.stream() for _ in range(num_streams)]
    seats = [0] * num_streams
    for number in range(num_matches):
        made = await referee.create(config_json='{"rounds": 3}', time_control=patience)
        for seat, token in enumerate(made.seat_tokens):
            index = (2 * number + seat) % num_streams
            await streams[index].join(token)
            seats[index] += 1
    thinkers = Thinkers()
    ends = await asyncio.gather(
        *(thinkers.play(stream, count) for stream, count in zip(streams, seats, strict=True))
    )
    outcomes = [ended.outcome for each in ends for ended in each]
    assert all(outcome.cause == match_pb2.END_CAUSE_RULES for outcome in outcomes)
    return thinkers, sum(result.strikes for outcome in outcomes for result in outcome.seats)


async def test_no_more_turns_are_thought_about_than_there_are_slots(slotted: Referee) -> None:
    """Six streams, two at work; each waits for the others twice as long as its own turn takes.

    Nobody is charged for waiting: what each turn took is about its own thinking.
    """
    thinkers, strikes = await _play(slotted, num_streams=6, num_matches=3)
    assert thinkers.most == SLOTS
    assert strikes == 0
    assert len(thinkers.elapsed_s) == 6 * 2  # all turns but the last of each seat are told of
    assert min(thinkers.elapsed_s) >= THINKING_S * 0.9


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
    """Two silent bots keep both slots for 0.4 s a turn; the turns that wait have 0.4 s as well."""
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
        if others.has("ends"):
            ends.append(await others.ended())
        elif others.has("turns"):
            await others.answer(await others.turn(), bid(1))
        else:
            await others.read()
    for ended in ends:
        assert [result.strikes for result in ended.outcome.seats] == [3, 0]
        assert ended.outcome.cause == match_pb2.END_CAUSE_BOT_TIME


async def test_the_slots_of_bots_that_go_are_free_again(slotted: Referee) -> None:
    """Both slots are taken by streams that break; others play on, and the match is taken up."""
    control = terms(move_time=30)
    made = await slotted.create(config_json='{"rounds": 1}', time_control=control)
    gone = [slotted.stream() for _ in made.seat_tokens]
    for stream, token in zip(gone, made.seat_tokens, strict=True):
        await stream.join(token)
    for stream in gone:
        await stream.turn()
    other = await slotted.create(config_json='{"rounds": 1}', time_control=control)
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
