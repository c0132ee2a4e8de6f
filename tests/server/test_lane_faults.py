"""Lanes whose journals or matches fail, their bounds, and games of long actions."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.match_pb2 import EndCause
from referee.core.rng import Stream
from referee.core.time_control import SECOND
from referee.games import registry
from referee.replay.verify import verify
from referee.server.hosting import lanes
from referee.server.hosting.host import MatchHost
from tests.server.lane_bot import LaneBot, message_to
from tests.server.lane_matches import (
    SEEDS,
    action_of,
    choice_of,
    create_seeded,
    fixed_seed,
    on_lanes,
    play_out,
    replay_path,
    steps_of,
)
from tests.server.running import Referee, Refusal, running, terms, until


def _fails_on(monkeypatch: pytest.MonkeyPatch, *endings: str) -> None:
    """Let every write to files of these endings fail as on a full disk."""

    def full(really: Any) -> Any:
        def write(fd: int, *more: Any) -> Any:
            if os.readlink(f"/proc/self/fd/{fd}").endswith(endings):
                raise OSError(errno.ENOSPC, "No space left on device")
            return really(fd, *more)

        return write

    monkeypatch.setattr(os, "write", full(os.write))
    monkeypatch.setattr(os, "pwrite", full(os.pwrite))


async def test_a_lane_whose_journal_is_full_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps go to the matches' own journals meanwhile, and to the lane's again; a kill loses none."""
    other = tmp_path / "other"
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        bots = await on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        for is_full in (False, True, False, True):
            with monkeypatch.context() as context:
                if is_full:
                    _fails_on(context, ".lane")
                for bot, each in zip(bots, told, strict=True):
                    await bot.answer(each, choice_of)
                told = [await bot.turns(2) for bot in bots]
        shutil.copytree(tmp_path / "data" / "journals", other / "data" / "journals")
        ended = await play_out(bots, told)
        assert set(ended[0]) == {each.match.match_id for each in made}
        await referee.replays_written()
        for each in made:
            assert verify(replay_path(referee, each.match.match_id)).problem is None
    async with running(other) as referee:
        assert [(await referee.get(each.match.match_id)).steps for each in made] == [4, 4]


async def test_a_full_disk_voids_what_it_hits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches whose step can be written nowhere are void; the bots are told, and nothing crashes."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        bots = await on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        with monkeypatch.context() as context:
            _fails_on(context, ".lane", f"{made[0].match.match_id}.journal")
            for bot, each in zip(bots, told, strict=True):
                await bot.answer(each, choice_of)
            for bot in bots:
                ended = await bot.stream.ended()
                assert ended.match_id == made[0].match.match_id
                assert ended.outcome.cause == EndCause.END_CAUSE_HOST_FAILURE
        told = [await bot.turns(1) for bot in bots]
        ended_next = await play_out(bots, told)
        assert ended_next == [[made[1].match.match_id]] * 2


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENOSPC, errno.EACCES])
async def test_without_a_journal_matches_go_on_by_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """And on a lane again when one can be made; it is not tried at every turn."""
    tries = []

    def fails(*_: object, **__: object) -> int:
        tries.append(1)
        raise OSError(code, os.strerror(code))

    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        with monkeypatch.context() as context:
            context.setattr("referee.replay.lane_journal.open_file", fails)
            bots = await on_lanes(referee, made)
            turns = [[await bot.stream.turn() for _ in made] for bot in bots]
        assert len(tries) == 1
        assert not list(referee.server.lobby.lanes)
        referee.clock.advance(2 * SECOND)
        for bot, some in zip(bots, turns, strict=True):
            for turn in some:
                await bot.stream.answer(turn, action_of(choice_of("", turn.turn)))
        told = [await bot.turns(2) for bot in bots]
        ended = await play_out(bots, told)
        assert set(ended[0]) == {each.match.match_id for each in made}


async def test_lanes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match with other columns makes no lane beyond the bound; one whose matches are over gives its place up."""
    monkeypatch.setattr(lanes, "MOST_OF_STREAM", 2)
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, config_json='{"games": 1}')
        bots = [LaneBot(referee) for _ in range(2)]
        names = ["table.round", "table.life", "table.game"]
        for count, each in enumerate(made[:3], start=1):
            for bot, token in zip(bots, each.seat_tokens, strict=True):
                await bot.join(token, columns=tuple(names[:count]))
        kept = referee.server.lobby.lanes
        await until(lambda: len(list(kept)) == 2)
        told = [await bot.turns(2) for bot in bots]
        for bot in bots:
            assert (await bot.stream.turn()).match_id == made[2].match.match_id
        files = referee.server.lobby.folder.journals
        assert len(list(files.glob("*.lane"))) == 2
        first = made[0].match.match_id
        await play_out(bots, [{first: each[first]} for each in told])
        for bot, token in zip(bots, made[3].seat_tokens, strict=True):
            await bot.join(token, columns=("table.life",))
        for bot in bots:
            assert set(await bot.turns(1)) == {made[3].match.match_id}
        assert len(list(kept)) == 2
        assert len(list(files.glob("*.lane"))) == 2


async def test_idle_lanes_share_few_descriptors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many lanes there are, no more of their journals are open than of others."""
    monkeypatch.setattr("referee.server.lobby.folder.most_journals", lambda _: 3)
    async with running(tmp_path) as referee:
        made = [
            (await create_seeded(referee, (seed,), time_control=terms(move_time=seed)))[0]
            for seed in range(20, 30)
        ]
        bots = await on_lanes(referee, made)
        for bot in bots:
            await bot.turns(10)
        assert len(list(referee.server.lobby.lanes)) == 10
        links = [os.path.realpath(path) for path in Path("/proc/self/fd").iterdir()]
        below = f"{referee.server.lobby.folder.journals}/"
        assert sum(link.startswith(below) for link in links) <= 3


async def test_a_match_that_fails_voids_those_of_its_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows which of them it was; matches that were not stepped go on."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:3])
        bots = await on_lanes(referee, made)
        told = [await bot.turns(3) for bot in bots]
        names = [each.match.match_id for each in made]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        told = [await bot.turns(3) for bot in bots]
        (lane,) = referee.server.lobby.lanes

        def fails(*_: object) -> None:
            raise ZeroDivisionError("a bug")

        with monkeypatch.context() as context:
            context.setattr(lane.lane.rows, "step_some", fails)
            for bot, each in zip(bots, told, strict=True):
                await bot.answer({name: each[name] for name in names[:2]}, choice_of)
            for bot in bots:
                for _ in range(2):
                    void = await bot.stream.ended()
                    assert void.outcome.cause == EndCause.END_CAUSE_REFEREE_FAULT
        ended = await play_out(bots, [{names[2]: each[names[2]]} for each in told])
        assert ended == [[names[2]], [names[2]]]
        more = await create_seeded(referee, SEEDS[:3])  # which get the rows of those that failed
        for seat, bot in enumerate(bots):
            await bot.join(*(each.seat_tokens[seat] for each in more))
        told = [await bot.turns(3) for bot in bots]
        assert all(len(bot.lanes) == 1 for bot in bots)
        await bots[0].stream.break_off()  # so that each has to be brought up to date
        await bots[1].stream.settle()
        for each in more:
            match = await referee.get(each.match.match_id)
            assert (match.steps, match.HasField("outcome")) == (0, False)


async def test_no_lanes_where_turns_wait_for_a_place_to_think(tmp_path: Path) -> None:
    """The feature is not in force, and turns come as ever."""
    async with running(tmp_path, think_slots=1) as referee:
        (made,) = await create_seeded(referee, SEEDS[:1])
        stream = referee.stream()
        joins = [wire.Join(token=token, features=["lanes"]) for token in made.seat_tokens]
        await stream.send(joins=joins)
        for _ in joins:
            assert list((await stream.next("joins")).features) == []
        assert (await stream.turn()).turn == 1


async def test_columns_are_told_as_asked_for(tmp_path: Path) -> None:
    """Those that were named, in that order; of a name that the game has not, and of too many, the join is refused."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:1])
        (tokens,) = (each.seat_tokens for each in made)
        for names, text in (
            (["table.round", "luck"], "join.lane_columns must be columns of diceman such as"),
            ([f"c{number}" for number in range(1001)], "must have at most 1000 names, not 1001"),
        ):
            bot = LaneBot(referee)
            joins = [wire.Join(token=tokens[0], features=["lanes"], lane_columns=names)]
            await bot.stream.send(joins=joins)
            assert await bot.stream.refused() == Refusal("BAD_FIELD")
            assert text in bot.stream.responses[-1].rejections[0].text
        bots = [LaneBot(referee) for _ in tokens]
        await bots[0].join(tokens[0], columns=("table.round", "table.life"))
        await bots[1].join(tokens[1], columns=())
        told = [await bot.turns(1) for bot in bots]
        (mine,), (theirs,) = (list(each.values()) for each in told)
        assert list(mine.seen) == ["table.round", "table.life"]
        assert (int(mine.seen["table.round"]), mine.seen["table.life"].tolist()) == (1, [20, 20])
        assert len(theirs.seen) > 20


LONG = [
    ("champions", "{}", 4, "round"),
    ("dungeon_keeper", '{"preset": "small"}', 2, "round"),
    ("proving_grounds", "{}", 3, "turn"),
]


async def _twelve_steps(
    referee: Referee, game: str, config: str, seats: int, column: str
) -> tuple[MatchHost, list[LaneBot], Any]:
    """Play a match at random on a lane; return it, its bots, and the state that the game comes to by itself."""
    plugin, dice = registry.find(game), Stream(5)
    made = await referee.create(
        game, config_json=config, num_seats=seats, seed_policy=fixed_seed(3)
    )
    bots = [LaneBot(referee) for _ in range(seats)]
    for bot, token in zip(bots, made.seat_tokens, strict=True):
        await bot.join(token, columns=(column,))
    (host,) = referee.server.lobby.matches()
    await until(lambda: host.is_on_lane)
    state = plugin.game.copy(host.machine.state)
    for _ in range(12):
        decision = plugin.game.decision(state)
        assert decision is not None
        actions = {}
        for seat in decision.seats:
            told = (await bots[seat].turns(1))[host.match_id]
            (seen,) = plugin.game.observe(state, [seat])
            assert int(told.seen[column]) == getattr(seen, column)
            payload = plugin.codec.encode_action(plugin.game.random_action(state, seat, dice))
            actions[seat] = plugin.codec.decode_action(payload)
            await bots[seat].stream.send(lane_answers=[message_to(told, payload)])
        plugin.game.step(state, actions)
    await until(lambda: host.steps == 12)
    assert host.is_on_lane
    return host, bots, state


@pytest.mark.parametrize(("game", "config", "seats", "column"), LONG)
async def test_games_of_long_actions_are_answered_with_messages(
    tmp_path: Path, game: str, config: str, seats: int, column: str
) -> None:
    """Whoever is asked is told the column, answers with an Action message, and the match is the one it would be."""
    async with running(tmp_path) as referee:
        host, bots, state = await _twelve_steps(referee, game, config, seats, column)
        host.leave_lane()
        digest = registry.find(game).game.digest
        assert digest(host.machine.state) == digest(state)
        for seat, bot in enumerate(bots):
            resign = wire.Resign(match_id=host.match_id, seat=seat)
            await bot.stream.send(resigns=[resign])
        for bot in bots:
            await bot.stream.ended()
        await referee.replays_written()
        path = replay_path(referee, host.match_id)
        assert verify(path).problem is None
        assert len(steps_of(path)) == 12


@pytest.mark.parametrize(("game", "config", "seats", "column"), LONG)
async def test_a_match_that_fails_keeps_the_steps_that_were_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    config: str,
    seats: int,
    column: str,
) -> None:
    """Its replay has them, whether its machine made them a second time or not."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    async with running(tmp_path) as referee:
        host, bots, state = await _twelve_steps(referee, game, config, seats, column)
        (lane,) = referee.server.lobby.lanes
        monkeypatch.setattr(lane.lane.rows, "step_some", fails)
        plugin, dice = registry.find(game), Stream(6)
        decision = plugin.game.decision(state)
        assert decision is not None
        for seat in decision.seats:
            told = (await bots[seat].turns(1))[host.match_id]
            payload = plugin.codec.encode_action(plugin.game.random_action(state, seat, dice))
            await bots[seat].stream.send(lane_answers=[message_to(told, payload)])
        for bot in bots:
            void = await bot.stream.ended()
            assert void.outcome.cause == EndCause.END_CAUSE_REFEREE_FAULT
        await referee.replays_written()
        path = replay_path(referee, host.match_id)
        assert verify(path).problem is None
        assert len(steps_of(path)) == 12
