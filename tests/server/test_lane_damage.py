"""Damage to journals of lanes: found, kept, mended exactly, or the matches are void; never an earlier turn."""

from __future__ import annotations

import asyncio
import collections
import itertools
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.cli.app import app
from referee.core.rng import Stream
from referee.games import registry
from referee.replay.journal import frame, read_records, varint_at
from tests.server.lane_bot import LaneBot, Open, message_to
from tests.server.running import Referee, running, until

GAMES = [
    ("champions", "{}", 4, "round"),
    ("dungeon_keeper", '{"preset": "small"}', 2, "round"),
    ("proving_grounds", "{}", 3, "turn"),
]
MATCHES, STEPS = 2, 4


class Left(NamedTuple):
    """What a kill leaves of a lane."""

    journals: Path
    lane: str
    """Name of the lane's file."""
    steps: dict[str, int]
    """Steps that bots have been shown, by match."""
    before: int
    """Bytes of the lane's file before its last tick."""


async def _steps(referee: Referee, game: str, config: str, seats: int, column: str) -> None:
    """Play some steps of matches side by side on one lane."""
    plugin, dice = registry.find(game), Stream(5)
    made = []
    for number in range(MATCHES):
        seed = lobby_service_pb2.SeedPolicy(fixed=number)
        made.append(
            await referee.create(game, config_json=config, num_seats=seats, seed_policy=seed)
        )
    bots = [LaneBot(referee) for _ in range(seats)]
    for seat, bot in enumerate(bots):
        await bot.join(*(each.seat_tokens[seat] for each in made), columns=(column,))
    hosts = {host.match_id: host for host in referee.server.lobby.matches()}
    await until(lambda: all(host.is_on_lane for host in hosts.values()))
    states = {name: plugin.game.copy(host.machine.state) for name, host in hosts.items()}
    for _ in range(STEPS):
        asked = {name: _asked(plugin.game, state) for name, state in states.items()}
        told: dict[int, dict[str, Open]] = {}
        for seat, bot in enumerate(bots):
            count = sum(seat in each for each in asked.values())
            told[seat] = await bot.turns(count) if count else {}
        for name, state in states.items():
            actions = {}
            for seat in asked[name]:
                payload = plugin.codec.encode_action(plugin.game.random_action(state, seat, dice))
                actions[seat] = plugin.codec.decode_action(payload)
                answers = message_to(told[seat][name], payload)
                await bots[seat].stream.send(lane_answers=[answers])
            plugin.game.step(state, actions)
    await until(lambda: all(host.steps == STEPS for host in hosts.values()))


def _asked(game: Any, state: Any) -> Sequence[int]:
    """Seats that have to decide."""
    seats: Sequence[int] = game.decision(state).seats
    return seats


async def _left(folder: Path, game: tuple[str, str, int, str]) -> Left:
    """What a server leaves that is killed in the midst of play."""
    async with running(folder) as referee:
        await _steps(referee, *game)
        steps = {host.match_id: host.steps for host in referee.server.lobby.matches()}
        journals = folder / "left"
        shutil.copytree(folder / "data" / "journals", journals)
    (lane,) = journals.glob("*.lane")
    return Left(journals, lane.name, steps, _ends(lane.read_bytes())[-2])


def _ends(data: bytes) -> list[int]:
    """Where frames end."""
    ends = [0]
    while ends[-1] < len(data):
        length, start = varint_at(data, ends[-1])
        ends.append(start + length + 4)
    return ends


def _flipped(data: bytes, dice: random.Random) -> bytes:
    flipped = bytearray(data)
    bit = dice.randrange(8 * len(data))
    flipped[bit // 8] ^= 1 << bit % 8
    return bytes(flipped)


def _torn(data: bytes, dice: random.Random) -> bytes:
    """Cut off anywhere, or with the beginning of a record that nobody was shown behind it."""
    ends = _ends(data)
    if dice.random() < 0.5:
        return data[: dice.randrange(len(data))]
    last = data[ends[-2] : ends[-1]]
    return data + last[: dice.randrange(1, len(last))]


def _spliced(data: bytes, other: bytes, dice: random.Random) -> bytes:
    """Records swapped, twice, gone, or of another lane; or pieces of that anywhere."""
    ends, others = _ends(data), _ends(other)
    frames = [data[a:b] for a, b in itertools.pairwise(ends)]
    foreign = [other[a:b] for a, b in itertools.pairwise(others)]
    one, two = sorted(dice.sample(range(len(frames)), 2))
    kind = dice.randrange(6)
    if kind == 0:
        frames[one], frames[two] = frames[two], frames[one]
    elif kind == 1:
        frames.insert(two, frames[one])
    elif kind == 2:
        del frames[one]
    elif kind == 3:
        frames.insert(dice.randrange(len(frames) + 1), dice.choice(foreign))
    elif kind == 4:
        frames[one] = dice.choice(foreign)
    else:
        at, begin = dice.randrange(len(data)), dice.randrange(len(other))
        return data[:at] + other[begin : begin + dice.randrange(1, 400)] + data[at:]
    return b"".join(frames)


async def _outcome(folder: Path, left: Left, damaged: bytes) -> str:
    """Start a server on a damaged lane; return what has become of the matches, having seen that all is as it should."""
    shutil.rmtree(folder, ignore_errors=True)
    journals = folder / "data" / "journals"
    shutil.copytree(left.journals, journals)
    (journals / left.lane).write_bytes(damaged)
    result = CliRunner().invoke(app, ["journal", "check", str(journals)])
    whole = (left.journals / left.lane).read_bytes()
    is_more = damaged.startswith(whole)
    if damaged != whole:
        assert result.exit_code == 1 or (is_more and "torn" in result.output), result.output
    async with running(folder) as referee:
        hosts = referee.server.lobby.matches()
        assert {host.match_id for host in hosts} == set(left.steps)
        over = [host.machine.outcome for host in hosts]
        at = {host.match_id: host.machine.steps for host in hosts}
    kept = [path for path in journals.glob("*.lane.*") if path.is_file()]
    if damaged != whole:
        is_kept = any(path.read_bytes() == damaged for path in kept)
        is_tail_kept = is_more and any(path.read_bytes() == damaged[len(whole) :] for path in kept)
        assert is_kept or is_tail_kept
    if any(over):
        assert all(
            outcome and outcome.cause.value == match_pb2.END_CAUSE_HOST_FAILURE for outcome in over
        )
        return "void"
    assert at == left.steps
    return (
        "torn tail kept"
        if is_more and not any(p.read_bytes() == damaged for p in kept)
        else "mended"
    )


async def _tried(folder: Path, left: Sequence[Left], counts: tuple[int, int, int]) -> Any:
    dice = random.Random(39)
    outcomes: collections.Counter[tuple[str, str]] = collections.Counter()
    for kind, count in zip(("flip", "torn", "splice"), counts, strict=True):
        for number in range(count):
            one, other = left[number % len(left)], left[(number + 1) % len(left)]
            data = (one.journals / one.lane).read_bytes()
            foreign = (other.journals / other.lane).read_bytes()
            if kind == "flip":
                damaged = _flipped(data, dice)
            elif kind == "torn":
                damaged = _torn(data, dice)
            else:
                damaged = _spliced(data, foreign, dice)
            outcomes[kind, await _outcome(folder / "tried", one, damaged)] += 1
            await asyncio.sleep(0)
    return outcomes


async def _all_left(tmp_path: Path, games: Sequence[tuple[str, str, int, str]]) -> list[Left]:
    left = []
    for game in games:
        folder = tmp_path / game[0]
        folder.mkdir()
        left.append(await _left(folder, game))
    return left


async def test_damage_is_found_kept_and_mended_or_voids(tmp_path: Path) -> None:
    """Some of it, in one game with the records of another beside."""
    left = await _all_left(tmp_path, GAMES[:2])
    outcomes = await _tried(tmp_path, left[:1] + left[1:], (6, 6, 6))
    assert outcomes["flip", "mended"] == 6


async def test_without_its_lanes_journal_a_match_is_void(tmp_path: Path) -> None:
    """For bots have seen more of it; `check` names what is missing."""
    left = await _left(tmp_path, GAMES[0])
    journals = tmp_path / "other" / "data" / "journals"
    shutil.copytree(left.journals, journals)
    (journals / left.lane).unlink()
    result = CliRunner().invoke(app, ["journal", "check", str(journals)])
    assert (result.exit_code, result.output.count("is not there")) == (1, MATCHES)
    async with running(tmp_path / "other") as referee:
        for host in referee.server.lobby.matches():
            assert host.machine.outcome is not None
            assert host.machine.outcome.cause.value == match_pb2.END_CAUSE_HOST_FAILURE


async def test_a_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    """Ticks without numbers and a first record, of matches whose journals name no lane; a flipped bit is mended."""
    left = await _left(tmp_path, GAMES[0])
    journals = tmp_path / "other" / "data" / "journals"
    journals.mkdir(parents=True)
    for path in left.journals.iterdir():
        kept = []
        for record in read_records(path):
            if record.HasField("tick"):
                record.tick.ClearField("number")
                record.tick.ClearField("chain")
            if not record.HasField("lane"):
                kept.append(frame(record.SerializeToString()))
        (journals / path.name).write_bytes(b"".join(kept))
    old = (journals / left.lane).read_bytes()
    (journals / left.lane).write_bytes(_flipped(old, random.Random(1)))
    async with running(tmp_path / "other") as referee:
        at = {host.match_id: host.machine.steps for host in referee.server.lobby.matches()}
    assert at == left.steps


async def test_repair_mends_a_lanes_journal(tmp_path: Path) -> None:
    """Bit for bit; what is cut off at the end is given up only when asked."""
    left = await _left(tmp_path, GAMES[0])
    path = left.journals / left.lane
    whole = path.read_bytes()
    path.write_bytes(_flipped(whole, random.Random(2)))
    result = CliRunner().invoke(app, ["journal", "repair", str(path)])
    assert (result.exit_code, path.read_bytes()) == (0, whole)
    path.write_bytes(whole[: left.before])
    result = CliRunner().invoke(app, ["journal", "repair", str(path)])
    assert result.exit_code == 1
    assert "cut off: 7 ticks are whole, and 8 may have been shown" in result.output
    result = CliRunner().invoke(app, ["journal", "repair", "--cut", str(path)])
    assert result.exit_code == 0
    assert CliRunner().invoke(app, ["journal", "check", str(path)]).exit_code == 0


@pytest.mark.slow
@pytest.mark.nightly
async def test_1600_damages(tmp_path: Path) -> None:
    """1,000 flipped bits, 300 torn tails, 300 splices: minutes, which is why it is among the nightly ones."""
    outcomes = await _tried(tmp_path, await _all_left(tmp_path, GAMES), (1000, 300, 300))
    print(dict(outcomes))
    assert sum(outcomes.values()) == 1600
    assert outcomes["flip", "mended"] == 1000
