"""SeatHouseBot: who plays seats with baseline bots is asked to, and only for free seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2
from tests.server.running import Problem, Referee, refusal, running, soon

Request = lobby_service_pb2.SeatHouseBotRequest


class FakeHouseBots:
    """Has two bots for one game, and remembers what it is asked to do."""

    def __init__(self) -> None:
        self.seated: list[tuple[str, str, str]] = []

    def names(self, game: str) -> list[str]:
        """See `HouseBots`."""
        return ["meek", "bold"] if game == "toy_bid" else []

    async def seat(self, token: str, game: str, bot: str) -> None:
        """See `HouseBots`."""
        self.seated.append((token, game, bot))


async def _seat(referee: Referee, **fields: Any) -> None:
    await soon(referee.lobby.SeatHouseBot(Request(**fields)))


async def test_house_bots_are_listed(tmp_path: Path) -> None:
    """With their game and no other."""
    async with running(tmp_path, house=FakeHouseBots()) as referee:
        listed = (await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest()))).games
        assert {info.game: list(info.house_bots) for info in listed}["toy_bid"] == ["meek", "bold"]
        assert {info.game: list(info.house_bots) for info in listed}["toy_draw"] == []


async def test_a_house_bot_gets_the_token_of_its_seat(tmp_path: Path) -> None:
    """And joins like any other bot."""
    house = FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        made = await referee.create()
        await _seat(referee, match_id=made.match.match_id, seat=1, bot="bold")
        assert house.seated == [(made.seat_tokens[1], "toy_bid", "bold")]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        (
            {"seat": 2, "bot": "bold"},
            Problem("INVALID_ARGUMENT", "BAD_FIELD", "seat must be from 0 to 1, not 2", ("seat",)),
        ),
        (
            {"seat": -1, "bot": "bold"},
            Problem("INVALID_ARGUMENT", "BAD_FIELD", "seat must be from 0 to 1, not -1", ("seat",)),
        ),
        (
            {"seat": 0, "bot": "shy"},
            Problem(
                "NOT_FOUND",
                "NO_HOUSE_BOT",
                "unknown house bot 'shy' for toy_bid; there are: meek, bold",
            ),
        ),
        (
            {"seat": 1, "bot": "meek"},
            Problem("FAILED_PRECONDITION", "SEAT_TAKEN", "seat 1 is taken"),
        ),
    ],
    ids=["no such seat", "negative seat", "no such bot", "taken"],
)
async def test_a_wrong_order_seats_nobody(
    tmp_path: Path, fields: dict[str, Any], problem: Problem
) -> None:
    """The status says what is wrong; seat 1 has been joined by a bot of its own."""
    house = FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        made = await referee.create()
        await referee.stream().join(made.seat_tokens[1])
        request = Request(match_id=made.match.match_id, **fields)
        assert await refusal(referee.lobby.SeatHouseBot(request)) == problem
        assert house.seated == []


async def test_a_server_without_house_bots_says_so(referee: Referee) -> None:
    """It knows none by any name."""
    made = await referee.create()
    request = Request(match_id=made.match.match_id, seat=0, bot="bold")
    problem = await refusal(referee.lobby.SeatHouseBot(request))
    text = "unknown house bot 'bold' for toy_bid; there are: none"
    assert problem == Problem("NOT_FOUND", "NO_HOUSE_BOT", text)
