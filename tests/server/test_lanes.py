"""Matches on lanes: the same matches as without, whatever happens to some of them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.match_pb2 import EndCause
from referee.replay.journal import read_records
from referee.replay.verify import verify
from tests.server.lane_bot import LaneBot, Open, answers_to
from tests.server.lane_matches import (
    SEEDS,
    action_of,
    choice_of,
    create_seeded,
    on_lanes,
    play_out,
    replay_path,
    settle_all,
    steps_of,
)
from tests.server.running import BotStream, Referee, Refusal, running, terms


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
            await stream.answer(turn, action_of(choice_of("", turn.turn)))
            await stream.settle()  # what it led to is written before another stream is answered


async def test_a_match_on_a_lane_is_the_same_match(tmp_path: Path) -> None:
    """Same seeds and choices: the same steps and digests as by turns, one sound replay each, of that match alone."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        assert all(len(bot.lanes) == 1 for bot in bots)
        assert {each.turn for each in told[0].values()} == {1}
        ended = await play_out(bots, told)
        names = {each.match.match_id for each in made}
        assert set(ended[0]) == set(ended[1]) == names
        plain = await create_seeded(referee)
        for each in plain:
            await _plainly(referee, each)
        await referee.replays_written()
        for mine, theirs in zip(made, plain, strict=True):
            path, other = replay_path(referee, mine.match.match_id), theirs.match.match_id
            assert verify(path).problem is None
            assert steps_of(path) == steps_of(replay_path(referee, other))
            text = b"".join(record.SerializeToString() for record in read_records(path))
            assert all(name.encode() not in text for name in names - {mine.match.match_id})
        journals = referee.server.lobby.folder.journals
        assert not [path for path in journals.iterdir() if path.suffix == ".journal"]


async def test_nobody_waits_for_another_match(tmp_path: Path) -> None:
    """One match goes on to its end while no answer comes in the others."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        first = made[0].match.match_id
        ended = await play_out(bots, [{first: each[first]} for each in told])
        assert ended == [[first], [first]]
        for each in made[1:]:
            assert (await referee.get(each.match.match_id)).steps == 0
        rest = [{match: each[match] for match in each if match != first} for each in told]
        assert set((await play_out(bots, rest))[0]) == {each.match.match_id for each in made[1:]}


async def test_bad_answers_cost_only_themselves(tmp_path: Path) -> None:
    """Stale, early, twice, out of bounds, of no row, of no lane, of another size: each is told, and the rest taken."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee)
        bots = await on_lanes(referee, made)
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
        await one.answer({names[0]: mine[names[0]]}, choice_of)
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
        await one.answer(left, choice_of)
        await two.answer(told[1], choice_of)
        after = [await bot.turns(len(names)) for bot in bots]
        assert {each.turn for each in after[0].values()} == {2}
        ended = await play_out(bots, after)
        assert set(ended[0]) == set(names)
        await referee.replays_written()
        for name in names:
            assert verify(replay_path(referee, name)).problem is None


async def test_a_flood_of_answers_ends_the_stream(tmp_path: Path) -> None:
    """Many more than were asked for are not looked at one by one."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:1])
        bots = await on_lanes(referee, made)
        (mine,) = (await bots[0].turns(1)).values()
        answers = answers_to({"": mine}, {"": 1})
        answers.rows, answers.turns = answers.rows * 1000, answers.turns * 1000
        answers.values.data *= 1000
        await bots[0].stream.send(lane_answers=[answers])
        assert (await bots[0].stream.status()).reason == "FLOOD"


async def test_a_missed_deadline_is_one_matchs_own(tmp_path: Path) -> None:
    """The row that has no answer gets its strike and goes on with the next turn; others' clocks had stopped."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, time_control=terms(move_time=10, strikes=2))
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        slow = made[2].match.match_id
        assert {each.remaining_us for each in told[0].values()} == {10_000_000}
        await bots[0].answer({n: t for n, t in told[0].items() if n != slow}, choice_of)
        await bots[1].answer(told[1], choice_of)
        told = [await bot.turns(len(made) - 1) for bot in bots]
        await bots[0].answer(told[0], choice_of)
        await settle_all(bots)
        referee.pass_time(11)
        missed = await bots[0].stream.next("missed")
        assert (missed.match_id, missed.turn, missed.strikes) == (slow, 1, 1)
        told = [await bot.turns(len(made)) for bot in bots]
        assert told[0][slow].turn == told[1][slow].turn == 2
        for _ in range(len(made) - 1):  # where nobody else had answered turn 2
            assert (await bots[1].stream.next("missed")).turn == 2
        ended = await play_out(bots, told)
        assert set(ended[0]) == {each.match.match_id for each in made}


async def test_a_bot_may_come_back_without_lanes(tmp_path: Path) -> None:
    """Its rival's answer that is under way counts, and the match goes on by turns; its replay is whole."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        told = [await bot.turns(len(made)) for bot in bots]
        await bots[0].stream.break_off()
        names = [each.match.match_id for each in made]
        back: BotStream = referee.stream()
        for each in made:
            (joined,) = await back.join(each.seat_tokens[0])
            assert joined.rejoined
        turns = [await back.turn() for _ in made]
        assert {turn.turn for turn in turns} == {2}
        await bots[1].answer(told[1], choice_of)  # as it was asked, on a lane that is no more
        for turn in turns:
            await back.answer(turn, action_of(choice_of("", turn.turn)))
        over = 0
        while over < len(made):
            for stream in (back, bots[1].stream):
                await stream.settle()
                while stream.has("turns"):
                    turn = await stream.turn()
                    assert turn.turn > 2
                    await stream.answer(turn, action_of(choice_of("", turn.turn)))
            while back.has("ends"):
                over += bool(await back.ended())
        await referee.replays_written()
        for name in names:
            assert verify(replay_path(referee, name)).problem is None
        assert all(not response.rejections for response in bots[1].stream.responses)


async def test_a_seat_that_was_taken_is_not_answered_for(tmp_path: Path) -> None:
    """Whoever held it on a lane can answer its open turn no more than by an action."""
    async with running(tmp_path) as referee:
        (made,) = await create_seeded(referee, SEEDS[:1])
        bots = await on_lanes(referee, [made])
        told = [await bot.turns(1) for bot in bots]
        other = referee.stream()
        await other.join(made.seat_tokens[0])
        turn = await other.turn()
        assert await bots[0].stream.refused() == Refusal("TAKEN_OVER", 0)
        await bots[0].answer(told[0], choice_of)
        assert await bots[0].stream.refused() == Refusal("ENDED", 0, 1)
        await bots[1].answer(told[1], choice_of)
        await bots[1].stream.settle()
        assert (await referee.get(made.match.match_id)).steps == 0
        await other.answer(turn, action_of(choice_of("", 1)))
        assert (await other.turn()).turn == 2


async def test_a_killed_server_loses_and_repeats_no_row(tmp_path: Path) -> None:
    """The files as a kill leaves them in the midst of play: every match goes on after its last step."""
    other = tmp_path / "other"
    async with running(tmp_path) as referee:
        made = await create_seeded(referee)
        bots = await on_lanes(referee, made)
        names = [each.match.match_id for each in made]
        told = [await bot.turns(len(made)) for bot in bots]
        for count in (4, 3, 2):
            some = names[:count]
            for bot, each in zip(bots, told, strict=True):
                await bot.answer({name: each[name] for name in some}, choice_of)
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
        bots = await on_lanes(referee, made)
        # Who comes back first is told by turns, since nobody knows how the other comes back.
        first = [await bots[0].stream.turn() for _ in made]
        second = await bots[1].turns(len(made))
        due = {name: step + 1 for name, step in steps.items()}
        assert {turn.match_id: turn.turn for turn in first} == due
        assert {name: each.turn for name, each in second.items()} == due
        for turn in first:
            await bots[0].stream.answer(turn, action_of(choice_of("", turn.turn)))
        await bots[1].answer(second, choice_of)
        told = [await bot.turns(len(made)) for bot in bots]
        ended = await play_out(bots, told)
        assert set(ended[0]) == set(names)
        await referee.replays_written()
        for name in names:
            assert verify(replay_path(referee, name)).problem is None


async def test_a_stopped_server_leaves_whole_journals(tmp_path: Path) -> None:
    """Nothing is left of a lane: its matches' own journals have all steps."""
    async with running(tmp_path, drain_grace_ns=0) as referee:
        made = await create_seeded(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        for bot in bots:
            await bot.turns(len(made))
    journals = tmp_path / "data" / "journals"
    assert not list(journals.glob("*.lane"))
    for each in made:
        assert len(steps_of(journals / f"{each.match.match_id}.journal")) == 1


async def test_who_is_watched_goes_by_turns(tmp_path: Path) -> None:
    """A spectator sees every step; whoever sees the end alone takes nobody from a lane."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        first, second = (each.match.match_id for each in made)
        end = referee.watch(second, only_end=True)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        frames = referee.watch(first)
        standing = await frames.next()
        assert standing is not None
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        frame = await frames.next()
        assert frame is not None
        assert frame.step == 1
        for bot in bots:
            assert set(await bot.turns(1)) == {second}
            turn = await bot.stream.turn()
            assert (turn.match_id, turn.turn) == (first, 2)
        await referee.abort(second)
        assert (await end.last()).outcome.cause == EndCause.END_CAUSE_OPERATOR


async def test_a_turn_that_waits_to_be_sent_is_not_lost_when_its_match_leaves(
    tmp_path: Path,
) -> None:
    """A seat joins again, so that its turn is to come again on the lane, and its rival says something at once."""
    async with running(tmp_path) as referee:
        (made,) = await create_seeded(referee, SEEDS[:1])
        bot, match_id = LaneBot(referee), made.match.match_id
        await bot.join(*made.seat_tokens)
        first = [await bot.stream.next("lane_turns") for _ in made.seat_tokens]
        join = wire.Join(token=made.seat_tokens[1], features=["lanes"])
        say = wire.Say(match_id=match_id, seat=0, turn=1, channel="all", text=b"hello")
        await bot.stream.send(joins=[join], says=[say])
        assert await bot.stream.refused() == Refusal("MSG_NO_ROOM", 0, 1)
        again = await bot.stream.next("lane_turns")
        assert again.turns == first[1].turns
        opened = [each for response in bot.stream.responses for each in response.lanes]
        assert [each.seat for each in opened if each.lane == again.lane] == [1]
