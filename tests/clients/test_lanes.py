"""Bots that decide about turns in columns."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.simulation_service_pb2 import ColumnData, SimulationColumn
from referee.server.process.shard import shard_of
from referee_client import Bot, RefereeClient
from referee_client.conversation import Conversation
from referee_client.inspection import columns_of
from referee_client.lanes import LaneTurns
from tests.clients import scripted_referee as says
from tests.server.routed import routed
from tests.server.running import Referee, running, soon

MATCHES = ("a", "b", "c")


class Columns(Bot):
    """Takes down what it is asked, and answers by the numbers of decisions."""

    game = "diceman"
    columns = ("table.life",)

    def __init__(self) -> None:
        self.asked: list[LaneTurns] = []
        self.ended: list[str] = []
        self.acted = 0

    def act(self, _: object) -> Action:
        """Answer a turn that comes by itself."""
        self.acted += 1
        return Action(dice=[0, 3])

    def act_columns(self, turns: LaneTurns) -> Any:
        """Answer turns of many matches."""
        self.asked.append(turns)
        return (turns.numbers % 6).astype(np.int8)

    def on_end(self, match: Any, _: object) -> None:
        """Note the end."""
        self.ended.append(match.match_id)


def seated(bot: Bot) -> Conversation:
    """A conversation with seat 0 of three matches joined and started, on a lane."""
    talk = Conversation(bot)
    for match in MATCHES:
        talk.join(f"token-{match}")
    talk.opened()
    request = talk.take()
    assert request is not None
    assert all("lanes" in join.features for join in request.joins)
    assert all(list(join.lane_columns) == list(bot.columns) for join in request.joins)
    response = wire.PlayResponse()
    for join, match in zip(request.joins, MATCHES, strict=True):
        joined = says.joined(join, match)
        joined.game = "diceman"
        response.joins.append(joined)
        response.starts.append(says.started(match))
    response.lanes.add(
        lane=4,
        game="diceman",
        num_seats=2,
        observed=[SimulationColumn(name="table.life", dtype="int16", shape=[2], high=20)],
        answers=SimulationColumn(name="choice", dtype="int8", low=0, high=5),
    )
    response.lane_rows.add(lane=4, first_row=7, match_ids=MATCHES)
    talk.receive(response)
    talk.take()
    return talk


def told(rows: list[int], numbers: list[int]) -> wire.LaneTurns:
    """Turns of the lane, each with lives that follow from its row."""
    lives = np.array([[row, 20] for row in rows], "<i2")
    return wire.LaneTurns(
        lane=4,
        rows=np.array(rows, "<i4").tobytes(),
        turns=np.array(numbers, "<i4").tobytes(),
        observed=[ColumnData(id=0, data=lives.tobytes())],
        remaining_us=np.full(len(rows), 1_500_000, "<i8").tobytes(),
        elapsed_us=np.full(len(rows), -1, "<i8").tobytes(),
    )


def ask(talk: Conversation, *turns: wire.LaneTurns) -> wire.PlayRequest:
    """What is answered, in one message."""
    for _ in talk.play(talk.receive(wire.PlayResponse(lane_turns=turns))):
        pass
    request = talk.take()
    assert request is not None
    return request


def test_turns_are_arrays_and_so_are_answers() -> None:
    """What was told is read as it was described, and the answer names rows and turns."""
    bot = Columns()
    request = ask(seated(bot), told([7, 9], [1, 4]))
    (turns,) = bot.asked
    assert turns.match_ids == ("a", "c")
    assert turns.observed["table.life"].tolist() == [[7, 20], [9, 20]]
    assert turns.remaining.tolist() == [1.5, 1.5]
    assert turns.bank.tolist() == [np.inf, np.inf]
    assert (turns.elapsed < 0).all()
    assert (turns.lane.game, turns.lane.seat, turns.lane.num_seats) == ("diceman", 0, 2)
    (answers,) = request.lane_answers
    assert answers.lane == 4
    assert np.frombuffer(answers.rows, "<i4").tolist() == [7, 9]
    assert np.frombuffer(answers.turns, "<i4").tolist() == [1, 4]
    assert np.frombuffer(answers.values.data, "<i1").tolist() == [1, 4]


def test_matches_that_are_over_are_left_out() -> None:
    """A match that ends in the same message as turns of others needs no answer."""
    bot = Columns()
    talk = seated(bot)
    response = wire.PlayResponse(lane_turns=[told([7, 8, 9], [1, 1, 1])])
    response.ends.append(says.ended("b"))
    for _ in talk.play(talk.receive(response)):
        pass
    request = talk.take()
    assert request is not None
    assert bot.asked[0].match_ids == ("a", "c")
    assert np.frombuffer(request.lane_answers[0].rows, "<i4").tolist() == [7, 9]
    assert bot.ended == ["b"]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (np.array([1, 2], np.int8), "act_columns must return int8(3,), not int8(2,)"),
        (np.array([0.5, 1, 2]), "act_columns must return int8(3,), not float64(3,)"),
        (np.array([1, 2, 6]), "act_columns must return values from 0 to 5, not from 1 to 6"),
        (None, "act_columns must return int8(3,), not object()"),
        (ZeroDivisionError("a bug"), "a bug"),
    ],
)
def test_a_wrong_answer_gives_its_turns_up(answer: Any, text: str) -> None:
    """All turns that it was for are skipped, the failure is told, and the next turns are asked as ever."""

    class Wrong(Columns):
        def act_columns(self, turns: LaneTurns) -> Any:
            if self.asked:
                return super().act_columns(turns)
            self.asked.append(turns)
            if isinstance(answer, Exception):
                raise answer
            return answer

    talk = seated(Wrong())
    request = ask(talk, told([7, 8, 9], [1, 2, 3]))
    assert [(skip.match_id, skip.seat, skip.turn) for skip in request.skips] == [
        ("a", 0, 1),
        ("b", 0, 2),
        ("c", 0, 3),
    ]
    assert not request.lane_answers
    assert text in str(talk.bot_failures.first)
    assert len(ask(talk, told([7, 8, 9], [2, 3, 4])).lane_answers) == 1


def test_a_class_is_one_bot_for_all_seats() -> None:
    """As with `act_batch`; whoever has no `act_columns` asks for no lanes."""
    assert columns_of(Columns) == columns_of(Columns()) == ("table.life",)
    assert columns_of(Bot) is columns_of(lambda observation: observation) is None
    talk = Conversation(lambda observation: observation)
    talk.join("token")
    request = talk.take()
    assert request is not None
    assert "lanes" not in request.joins[0].features

    class Slow(Columns):
        async def act_columns(self, turns: LaneTurns) -> Any:
            return turns

    with pytest.raises(TypeError, match=r"Slow\.act_columns must be a plain function, not async"):
        Conversation(Slow).join("token")


async def _play_ten(referee: Referee) -> list[Columns]:
    """Have two such bots play ten matches without a turn of its own, and without a failure."""
    config = '{"games": 1}'
    made = [await referee.create("diceman", config_json=config) for _ in range(10)]
    bots = [Columns(), Columns()]
    clients = [RefereeClient(referee.address, bot) for bot in bots]
    tokens = [[each.seat_tokens[seat] for each in made] for seat in range(2)]
    plays = (client.play(own) for client, own in zip(clients, tokens, strict=True))
    await soon(asyncio.gather(*plays))
    for bot, client in zip(bots, clients, strict=True):
        assert client.bot_failures.count == 0
        assert bot.acted == 0
        assert sorted(bot.ended) == sorted(each.match.match_id for each in made)
    return bots


async def test_whole_matches_at_a_real_referee(tmp_path: Path) -> None:
    """All turns come in columns."""
    async with running(tmp_path) as referee:
        await _play_ten(referee)


async def test_whole_matches_through_a_router(tmp_path: Path) -> None:
    """Turns of both workers come in columns on one stream; no match has a turn of its own."""
    async with routed(tmp_path) as (referee, _):
        for bot in await _play_ten(referee):
            for turns in bot.asked:
                places = {shard_of(match_id, 2) for match_id in turns.match_ids}
                assert places == {turns.lane.number % 2}
            assert {turns.lane.number % 2 for turns in bot.asked} == {0, 1}
