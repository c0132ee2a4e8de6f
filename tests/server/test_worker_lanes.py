"""Lanes on streams that come to a worker past its router: there as at a server alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from google.protobuf import any_pb2

from gamereferee.games.diceman.v1 import diceman_pb2
from referee.games.diceman.tables import COMBO_DICE
from referee.replay.verify import verify
from referee.server.lobby.folder import DataFolder
from referee.server.process.config import parse_listen
from referee.server.process.shard import Shard, shard_of
from tests.server.lane_bot import LaneBot, Open
from tests.server.routed import LocalFleet, routed
from tests.server.running import Referee


def _choice(_: str, turn: int) -> int:
    return turn * 5 % 6


async def _matches(referee: Referee, number: int, count: int) -> list[Any]:
    """Matches that one of two workers has."""
    made: list[Any] = []
    while len(made) < count:
        one = await referee.create("diceman", config_json='{"games": 1}')
        if shard_of(one.match.match_id, 2) == number:
            made.append(one)
    return made


def _action(combo: int) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(diceman_pb2.Action(dice=COMBO_DICE[combo].tolist()))
    return packed


async def _on_lanes(referee: Referee, made: Sequence[Any]) -> list[LaneBot]:
    """Let two bots join matches of one worker at its address."""
    bots = [LaneBot(referee, made[0].worker_address) for _ in range(2)]
    for seat, bot in enumerate(bots):
        await bot.join(*(each.seat_tokens[seat] for each in made))
    return bots


async def _play_out(bots: Sequence[LaneBot], told: list[dict[str, Open]]) -> None:
    """Play from open turns to the end of all matches."""
    running = set(told[0])
    while running:
        for bot, each in zip(bots, told, strict=True):
            await bot.answer({match: each[match] for match in each if match in running}, _choice)
        for bot in (*bots, *bots):
            await bot.stream.settle()
        over: set[str] = set()
        for bot in bots:
            while bot.stream.has("ends"):
                over.add((await bot.stream.ended()).match_id)
        running -= over
        if running:
            told = [await bot.turns(len(running)) for bot in bots]


def _replay(folder: Path, made: Any) -> Path:
    return folder / "data" / "replays" / f"{made.match.match_id}.replay"


async def test_matches_of_a_worker_are_on_lanes_past_the_router(tmp_path: Path) -> None:
    """Of each worker by themselves; every match has a sound replay of its own."""
    own = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=own) as (referee, _):
        for number in range(2):
            made = await _matches(referee, number, 3)
            bots = await _on_lanes(referee, made)
            told = [await bot.turns(len(made)) for bot in bots]
            assert all(len(bot.lanes) == 1 for bot in bots)
            await _play_out(bots, told)
            await referee.replays_written()
            for one in made:
                assert verify(_replay(tmp_path, one)).problem is None


async def _kill(fleet: LocalFleet, journals: Path, made: Sequence[Any]) -> None:
    """Let worker 0 be gone as if it had been killed: what it has of these matches is what it had before."""
    names = [f"{one.match.match_id}.journal" for one in made]
    names += [path.name for path in journals.glob("0-of-2-*.lane")]
    left = {name: (journals / name).read_bytes() for name in names}
    await fleet.lose(0)
    for name, data in left.items():
        (journals / name).write_bytes(data)


async def test_what_was_stepped_on_lanes_is_not_lost_with_a_worker(tmp_path: Path) -> None:
    """It takes its lanes' steps up again, and touches none of the other worker's, whose lane goes on."""
    own = parse_listen(f"unix:{tmp_path}/own")
    journals = tmp_path / "data" / "journals"

    def lanes() -> set[str]:
        return {path.name[:7] for path in journals.glob("*.lane")}

    async with routed(tmp_path, worker_listen=own) as (referee, fleet):
        lost, kept = await _matches(referee, 0, 2), await _matches(referee, 1, 2)
        played = [await _on_lanes(referee, made) for made in (lost, kept)]
        turns = []
        for bots in played:
            told = [await bot.turns(2) for bot in bots]
            for bot, each in zip(bots, told, strict=True):
                await bot.answer(each, _choice)
            turns.append([await bot.turns(2) for bot in bots])
        assert lanes() == {"0-of-2-", "1-of-2-"}
        await _kill(fleet, journals, lost)
        await fleet.restore(0)
        assert lanes() == {"1-of-2-"}
        bots = await _on_lanes(referee, lost)
        first = [await bots[0].stream.turn() for _ in lost]  # who comes back first is told by turns
        assert {turn.turn for turn in first} == {2}
        for turn in first:
            await bots[0].stream.answer(turn, _action(_choice("", turn.turn)))
        await bots[1].answer(await bots[1].turns(2), _choice)
        await _play_out(bots, [await bot.turns(2) for bot in bots])
        await _play_out(played[1], turns[1])
        await referee.replays_written()
        for one in (*lost, *kept):
            assert verify(_replay(tmp_path, one)).problem is None


def test_journals_of_lanes_are_told_apart(tmp_path: Path) -> None:
    """A worker reads its own, and what servers with other parts left; it removes its own alone."""
    folder = DataFolder(tmp_path, sync=False)
    shards = [None, *(Shard(index, 2) for index in range(2)), Shard(1, 3), Shard(11, 12)]
    for shard in shards:
        folder.lane_journal(shard)
    assert len(folder.lanes(None)) == len(folder.own_lanes(None)) == len(shards)

    def parts(shard: Shard) -> list[str]:
        return sorted(path.name.rpartition("-")[0] for path in folder.lanes(shard))

    assert parts(Shard(1, 2)) == ["", "1-of-2", "1-of-3", "11-of-12"]
    assert parts(Shard(1, 12)) == ["", "0-of-2", "1-of-2", "1-of-3"]
    assert [path.name[:7] for path in folder.own_lanes(Shard(1, 2))] == ["1-of-2-"]
    assert folder.own_lanes(Shard(0, 12)) == []
