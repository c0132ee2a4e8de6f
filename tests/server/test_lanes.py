"""Matches on lanes: the same matches as without, whatever happens to some of them."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import any_pb2

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1 import lobby_service_pb2
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.match_pb2 import EndCause
from referee.core.rng import Stream
from referee.core.time_control import SECOND
from referee.games import registry
from referee.games.diceman.tables import COMBO_DICE
from referee.replay.journal import read_records
from referee.replay.verify import verify
from referee.server.hosting import lanes
from referee.server.hosting.host import MatchHost
from tests.server.lane_bot import LaneBot, Open, answers_to, message_to
from tests.server.running import BotStream, Referee, Refusal, running, soon, terms, until

SEEDS = (11, 12, 13, 14)


def _choice(_: str, turn: int) -> int:
    """What both seats play in each turn, whichever match it is."""
    return turn * 5 % 6


def _action(combo: int) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(diceman_pb2.Action(dice=COMBO_DICE[combo].tolist()))
    return packed


def _fixed(seed: int) -> lobby_service_pb2.SeedPolicy:
    return lobby_service_pb2.SeedPolicy(fixed=seed)


async def _create(referee: Referee, seeds: Sequence[int] = SEEDS, **fields: Any) -> list[Any]:
    fields = {"config_json": '{"games": 2}'} | fields
    return [await referee.create("diceman", seed_policy=_fixed(seed), **fields) for seed in seeds]


async def _on_lanes(referee: Referee, made: Sequence[Any]) -> list[LaneBot]:
    """Let two bots join all matches."""
    bots = [LaneBot(referee) for _ in range(2)]
    for seat, bot in enumerate(bots):
        await bot.join(*(each.seat_tokens[seat] for each in made))
    return bots


async def _play_out(bots: Sequence[LaneBot], told: list[dict[str, Open]]) -> list[list[str]]:
    """Play from open turns to the end; return the matches whose end each bot was told, as they were told."""
    ended: list[list[str]] = [[] for _ in bots]
    running = set(told[0])
    while running:
        for bot, each in zip(bots, told, strict=True):
            await bot.answer({match: each[match] for match in each if match in running}, _choice)
        await _settle(bots)
        for bot, mine in zip(bots, ended, strict=True):
            while bot.stream.has("ends"):
                mine.append((await bot.stream.ended()).match_id)
        running -= set(ended[0])
        if running:
            told = [await bot.turns(len(running)) for bot in bots]
    return ended


async def _settle(bots: Sequence[LaneBot]) -> None:
    """Wait until all that the bots have sent is taken in, and each has read what came of it."""
    for bot in (*bots, *bots):
        await bot.stream.settle()


def _steps(path: Path) -> list[Any]:
    """All steps of a replay, without their times."""
    steps = []
    for record in read_records(path):
        if record.HasField("step"):
            step = record.step
            for action in step.actions:
                for name in ("elapsed_us", "lag_us", "handed_us"):
                    action.ClearField(name)
            steps.append(step)
    return steps


def _replay(referee: Referee, match_id: str) -> Path:
    return referee.server.lobby.folder.replay_path(match_id)


async def _plainly(referee: Referee, made: Any) -> None:
    """Play a match by turns and actions."""
    streams = [referee.stream() for _ in range(2)]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    while True:
        referee.pass_time(0.05)  # so that all these pings are no flood
        for stream in streams:
            await stream.settle()
            if stream.has("ends"):
                return
            turn = await stream.turn()
            await stream.answer(turn, _action(_choice("", turn.turn)))
            await stream.settle()  # what it led to is written before another stream is answered


async def test_a_match_on_a_lane_is_the_same_match(tmp_path: Path) -> None:
    """Same seeds and choices: the same steps and digests as by turns, one sound replay each, of that match alone."""
    async with running(tmp_path) as referee:
        made = await _create(referee)
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        assert all(len(bot.lanes) == 1 for bot in bots)
        assert {each.turn for each in told[0].values()} == {1}
        ended = await _play_out(bots, told)
        names = {each.match.match_id for each in made}
        assert set(ended[0]) == set(ended[1]) == names
        plain = await _create(referee)
        for each in plain:
            await _plainly(referee, each)
        await referee.replays_written()
        for mine, theirs in zip(made, plain, strict=True):
            path, other = _replay(referee, mine.match.match_id), theirs.match.match_id
            assert verify(path).problem is None
            assert _steps(path) == _steps(_replay(referee, other))
            text = b"".join(record.SerializeToString() for record in read_records(path))
            assert all(name.encode() not in text for name in names - {mine.match.match_id})
        journals = referee.server.lobby.folder.journals
        assert not [path for path in journals.iterdir() if path.suffix == ".journal"]


async def test_nobody_waits_for_another_match(tmp_path: Path) -> None:
    """One match goes on to its end while no answer comes in the others."""
    async with running(tmp_path) as referee:
        made = await _create(referee)
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        first = made[0].match.match_id
        ended = await _play_out(bots, [{first: each[first]} for each in told])
        assert ended == [[first], [first]]
        for each in made[1:]:
            assert (await referee.get(each.match.match_id)).steps == 0
        rest = [{match: each[match] for match in each if match != first} for each in told]
        assert set((await _play_out(bots, rest))[0]) == {each.match.match_id for each in made[1:]}


async def test_bad_answers_cost_only_themselves(tmp_path: Path) -> None:
    """Stale, early, twice, out of bounds, of no row, of no lane, of another size: each is told, and the rest taken."""
    async with running(tmp_path) as referee:
        made = await _create(referee)
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        names = [each.match.match_id for each in made]
        one, two = bots
        mine = told[0]
        wrong = {
            names[0]: mine[names[0]],
            names[1]: Open(mine[names[1]].lane, mine[names[1]].row, 7, {}, 0),
            names[2]: mine[names[2]],
            names[3]: Open(mine[names[3]].lane, 999, 1, {}, 0),
        }
        chosen = {names[0]: 1, names[1]: 1, names[2]: 17, names[3]: 1}
        await one.stream.send(lane_answers=[answers_to(wrong, chosen)])
        assert [await one.stream.refused() for _ in range(3)] == [
            Refusal("EARLY", 0, 7),
            Refusal("MALFORMED", 0, 1),
            Refusal("NOT_YOUR_SEAT", 0, 1),
        ]
        texts = [each.text for response in one.stream.responses for each in response.rejections]
        assert texts[1] == "choice must be from 0 to 5, not 17"
        await one.answer({names[0]: mine[names[0]]}, _choice)
        assert await one.stream.refused() == Refusal("DUPLICATE", 0, 1)
        await one.stream.send(lane_answers=[wire.LaneAnswers(lane=3)])
        assert await one.stream.refused() == Refusal("NOT_YOUR_SEAT")
        short = answers_to({names[1]: mine[names[1]]}, {names[1]: 1})
        short.values.data = b""
        await one.stream.send(lane_answers=[short])
        assert await one.stream.refused() == Refusal("MALFORMED", 0)
        assert one.stream.responses[-1].rejections[-1].text == (
            "lane_answers.values.data must have 1 bytes, not 0"
        )
        left = {name: mine[name] for name in names[1:]}
        await one.answer(left, _choice)
        await two.answer(told[1], _choice)
        after = [await bot.turns(len(names)) for bot in bots]
        assert {each.turn for each in after[0].values()} == {2}
        ended = await _play_out(bots, after)
        assert set(ended[0]) == set(names)
        await referee.replays_written()
        for name in names:
            assert verify(_replay(referee, name)).problem is None


async def test_a_flood_of_answers_ends_the_stream(tmp_path: Path) -> None:
    """Many more than were asked for are not looked at one by one."""
    async with running(tmp_path) as referee:
        made = await _create(referee, SEEDS[:1])
        bots = await _on_lanes(referee, made)
        (mine,) = (await bots[0].turns(1)).values()
        answers = answers_to({"": mine}, {"": 1})
        answers.rows, answers.turns = answers.rows * 1000, answers.turns * 1000
        answers.values.data *= 1000
        await bots[0].stream.send(lane_answers=[answers])
        assert (await bots[0].stream.status()).reason == "FLOOD"


async def test_a_missed_deadline_is_one_matchs_own(tmp_path: Path) -> None:
    """The row that has no answer gets its strike and goes on with the next turn; others' clocks had stopped."""
    async with running(tmp_path) as referee:
        made = await _create(referee, time_control=terms(move_time=10, strikes=2))
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        slow = made[2].match.match_id
        assert {each.remaining_us for each in told[0].values()} == {10_000_000}
        await bots[0].answer({n: t for n, t in told[0].items() if n != slow}, _choice)
        await bots[1].answer(told[1], _choice)
        told = [await bot.turns(len(made) - 1) for bot in bots]
        await bots[0].answer(told[0], _choice)
        await _settle(bots)
        referee.pass_time(11)
        missed = await bots[0].stream.next("missed")
        assert (missed.match_id, missed.turn, missed.strikes) == (slow, 1, 1)
        told = [await bot.turns(len(made)) for bot in bots]
        assert told[0][slow].turn == told[1][slow].turn == 2
        for _ in range(len(made) - 1):  # where nobody else had answered turn 2
            assert (await bots[1].stream.next("missed")).turn == 2
        ended = await _play_out(bots, told)
        assert set(ended[0]) == {each.match.match_id for each in made}


async def test_a_bot_may_come_back_without_lanes(tmp_path: Path) -> None:
    """Its rival's answer that is under way counts, and the match goes on by turns; its replay is whole."""
    async with running(tmp_path) as referee:
        made = await _create(referee, SEEDS[:2])
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, _choice)
        told = [await bot.turns(len(made)) for bot in bots]
        await bots[0].stream.break_off()
        names = [each.match.match_id for each in made]
        back: BotStream = referee.stream()
        for each in made:
            (joined,) = await back.join(each.seat_tokens[0])
            assert joined.rejoined
        turns = [await back.turn() for _ in made]
        assert {turn.turn for turn in turns} == {2}
        await bots[1].answer(told[1], _choice)  # as it was asked, on a lane that is no more
        for turn in turns:
            await back.answer(turn, _action(_choice("", turn.turn)))
        over = 0
        while over < len(made):
            for stream in (back, bots[1].stream):
                await stream.settle()
                while stream.has("turns"):
                    turn = await stream.turn()
                    assert turn.turn > 2
                    await stream.answer(turn, _action(_choice("", turn.turn)))
            while back.has("ends"):
                over += bool(await back.ended())
        await referee.replays_written()
        for name in names:
            assert verify(_replay(referee, name)).problem is None
        assert all(not response.rejections for response in bots[1].stream.responses)


async def test_a_seat_that_was_taken_is_not_answered_for(tmp_path: Path) -> None:
    """Whoever held it on a lane can answer its open turn no more than by an action."""
    async with running(tmp_path) as referee:
        (made,) = await _create(referee, SEEDS[:1])
        bots = await _on_lanes(referee, [made])
        told = [await bot.turns(1) for bot in bots]
        other = referee.stream()
        await other.join(made.seat_tokens[0])
        turn = await other.turn()
        assert await bots[0].stream.refused() == Refusal("TAKEN_OVER", 0)
        await bots[0].answer(told[0], _choice)
        assert await bots[0].stream.refused() == Refusal("NOT_YOUR_SEAT", 0, 1)
        await bots[1].answer(told[1], _choice)
        await bots[1].stream.settle()
        assert (await referee.get(made.match.match_id)).steps == 0
        await other.answer(turn, _action(_choice("", 1)))
        assert (await other.turn()).turn == 2


async def test_a_killed_server_loses_and_repeats_no_row(tmp_path: Path) -> None:
    """The files as a kill leaves them in the midst of play: every match goes on after its last step."""
    other = tmp_path / "other"
    async with running(tmp_path) as referee:
        made = await _create(referee)
        bots = await _on_lanes(referee, made)
        names = [each.match.match_id for each in made]
        told = [await bot.turns(len(made)) for bot in bots]
        for count in (4, 3, 2):
            some = names[:count]
            for bot, each in zip(bots, told, strict=True):
                await bot.answer({name: each[name] for name in some}, _choice)
            told = [each | await bot.turns(count) for bot, each in zip(bots, told, strict=True)]
        assert list(referee.server.lobby.folder.journals.glob("*.lane"))
        other.mkdir()
        shutil.copytree(tmp_path / "data" / "journals", other / "data" / "journals")
        steps = {name: (await referee.get(name)).steps for name in names}
    (lane,) = (other / "data" / "journals").glob("*.lane")
    with lane.open("ab") as file:  # and a tick was being written
        file.write(b"\x80\x01half of a record")
    async with running(other) as referee:
        assert referee.server.recovered == len(made)
        assert not list(referee.server.lobby.folder.journals.glob("*.lane"))
        assert {name: (await referee.get(name)).steps for name in names} == steps
        assert steps == dict(zip(names, (3, 3, 2, 1), strict=True))
        bots = await _on_lanes(referee, made)
        # Who comes back first is told by turns, since nobody knows how the other comes back.
        first = [await bots[0].stream.turn() for _ in made]
        second = await bots[1].turns(len(made))
        due = {name: step + 1 for name, step in steps.items()}
        assert {turn.match_id: turn.turn for turn in first} == due
        assert {name: each.turn for name, each in second.items()} == due
        for turn in first:
            await bots[0].stream.answer(turn, _action(_choice("", turn.turn)))
        await bots[1].answer(second, _choice)
        told = [await bot.turns(len(made)) for bot in bots]
        ended = await _play_out(bots, told)
        assert set(ended[0]) == set(names)
        await referee.replays_written()
        for name in names:
            assert verify(_replay(referee, name)).problem is None


async def test_a_stopped_server_leaves_whole_journals(tmp_path: Path) -> None:
    """Nothing is left of a lane: its matches' own journals have all steps."""
    async with running(tmp_path, drain_grace_ns=0) as referee:
        made = await _create(referee)
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, _choice)
        for bot in bots:
            await bot.turns(len(made))
    journals = tmp_path / "data" / "journals"
    assert not list(journals.glob("*.lane"))
    for each in made:
        assert len(_steps(journals / f"{each.match.match_id}.journal")) == 1


async def test_who_is_watched_goes_by_turns(tmp_path: Path) -> None:
    """A spectator sees every step; whoever sees the end alone takes nobody from a lane."""
    async with running(tmp_path) as referee:
        made = await _create(referee, SEEDS[:2])
        first, second = (each.match.match_id for each in made)
        end = referee.watch(second, only_end=True)
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        frames = referee.watch(first)
        standing = await frames.next()
        assert standing is not None
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, _choice)
        frame = await frames.next()
        assert frame is not None
        assert frame.step == 1
        for bot in bots:
            assert set(await bot.turns(1)) == {second}
            turn = await bot.stream.turn()
            assert (turn.match_id, turn.turn) == (first, 2)
        await referee.abort(second)
        assert (await end.last()).outcome.cause == EndCause.END_CAUSE_OPERATOR


async def test_who_is_metered_goes_by_turns(tmp_path: Path) -> None:
    """Begun while its match is on a lane: its decisions have figures from then on, and other matches stay there."""
    async with running(tmp_path) as referee:
        made = await _create(referee, SEEDS[:2])
        first, second = (each.match.match_id for each in made)
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        request = lobby_service_pb2.MeterSeatRequest(match_id=first, seat=0, pid=os.getpid())
        await soon(referee.lobby.MeterSeat(request))
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, _choice)
        turns = []
        for bot in bots:
            assert set(await bot.turns(1)) == {second}
            turns.append(await bot.stream.turn())
            assert (turns[-1].match_id, turns[-1].turn) == (first, 2)
        for bot, turn in zip(bots, turns, strict=True):
            await bot.stream.answer(turn, _action(_choice("", 2)))
        for bot in bots:
            assert (await bot.stream.turn()).turn == 3
        await referee.abort(first)
        path = _replay(referee, first)
        await until(path.exists)
        steps = [record.step for record in read_records(path) if record.HasField("step")]
    assert [action.HasField("cpu_us") for action in steps[1].actions] == [True, False]


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
        made = await _create(referee, SEEDS[:2])
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        for is_full in (False, True, False, True):
            with monkeypatch.context() as context:
                if is_full:
                    _fails_on(context, ".lane")
                for bot, each in zip(bots, told, strict=True):
                    await bot.answer(each, _choice)
                told = [await bot.turns(2) for bot in bots]
        shutil.copytree(tmp_path / "data" / "journals", other / "data" / "journals")
        ended = await _play_out(bots, told)
        assert set(ended[0]) == {each.match.match_id for each in made}
        await referee.replays_written()
        for each in made:
            assert verify(_replay(referee, each.match.match_id)).problem is None
    async with running(other) as referee:
        assert [(await referee.get(each.match.match_id)).steps for each in made] == [4, 4]


async def test_a_full_disk_voids_what_it_hits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches whose step can be written nowhere are void; the bots are told, and nothing crashes."""
    async with running(tmp_path) as referee:
        made = await _create(referee, SEEDS[:2])
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        with monkeypatch.context() as context:
            _fails_on(context, ".lane", f"{made[0].match.match_id}.journal")
            for bot, each in zip(bots, told, strict=True):
                await bot.answer(each, _choice)
            for bot in bots:
                ended = await bot.stream.ended()
                assert ended.match_id == made[0].match.match_id
                assert ended.outcome.cause == EndCause.END_CAUSE_HOST_FAILURE
        told = [await bot.turns(1) for bot in bots]
        ended_next = await _play_out(bots, told)
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
        made = await _create(referee, SEEDS[:2])
        with monkeypatch.context() as context:
            context.setattr("referee.replay.lane_journal.open_file", fails)
            bots = await _on_lanes(referee, made)
            turns = [[await bot.stream.turn() for _ in made] for bot in bots]
        assert len(tries) == 1
        assert not list(referee.server.lobby.lanes)
        referee.clock.advance(2 * SECOND)
        for bot, some in zip(bots, turns, strict=True):
            for turn in some:
                await bot.stream.answer(turn, _action(_choice("", turn.turn)))
        told = [await bot.turns(2) for bot in bots]
        ended = await _play_out(bots, told)
        assert set(ended[0]) == {each.match.match_id for each in made}


async def test_lanes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match with other columns makes no lane beyond the bound; one whose matches are over gives its place up."""
    monkeypatch.setattr(lanes, "MOST_OF_STREAM", 2)
    async with running(tmp_path) as referee:
        made = await _create(referee, config_json='{"games": 1}')
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
        await _play_out(bots, [{first: each[first]} for each in told])
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
            (await _create(referee, (seed,), time_control=terms(move_time=seed)))[0]
            for seed in range(20, 30)
        ]
        bots = await _on_lanes(referee, made)
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
        made = await _create(referee, SEEDS[:3])
        bots = await _on_lanes(referee, made)
        told = [await bot.turns(3) for bot in bots]
        names = [each.match.match_id for each in made]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, _choice)
        told = [await bot.turns(3) for bot in bots]
        (lane,) = referee.server.lobby.lanes

        def fails(*_: object) -> None:
            raise ZeroDivisionError("a bug")

        with monkeypatch.context() as context:
            context.setattr(lane.lane.rows, "step_some", fails)
            for bot, each in zip(bots, told, strict=True):
                await bot.answer({name: each[name] for name in names[:2]}, _choice)
            for bot in bots:
                for _ in range(2):
                    void = await bot.stream.ended()
                    assert void.outcome.cause == EndCause.END_CAUSE_REFEREE_FAULT
        ended = await _play_out(bots, [{names[2]: each[names[2]]} for each in told])
        assert ended == [[names[2]], [names[2]]]
        more = await _create(referee, SEEDS[:3])  # which get the rows of those that failed
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
        (made,) = await _create(referee, SEEDS[:1])
        stream = referee.stream()
        joins = [wire.Join(token=token, features=["lanes"]) for token in made.seat_tokens]
        await stream.send(joins=joins)
        for _ in joins:
            assert list((await stream.next("joins")).features) == []
        assert (await stream.turn()).turn == 1


async def test_columns_are_told_as_asked_for(tmp_path: Path) -> None:
    """Those that were named, in that order; of a name that the game has not, and of too many, the join is refused."""
    async with running(tmp_path) as referee:
        made = await _create(referee, SEEDS[:1])
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
    made = await referee.create(game, config_json=config, num_seats=seats, seed_policy=_fixed(3))
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
        path = _replay(referee, host.match_id)
        assert verify(path).problem is None
        assert len(_steps(path)) == 12


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
        path = _replay(referee, host.match_id)
        assert verify(path).problem is None
        assert len(_steps(path)) == 12
