"""SeatHouseBot: who plays seats with baseline bots is asked to, and only for free seats."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee.core.outcome import EndCause
from referee.core.time_control import SECOND
from referee.match.machine import HOUSE_WAIT_NS
from referee.replay.journal import frame, read_records
from referee.server.hosting.host import MatchHost
from referee.server.hosting.house_seats import HOUSE_NAME
from referee.server.lobby import house as keeping
from referee.server.lobby.house import MOST_DEATHS
from tests.server.running import BotStream, Problem, Referee, refusal, running, soon, terms, until

Request = lobby_service_pb2.SeatHouseBotRequest


class FakeHouseBots:
    """Has two bots for one game, and remembers what it is asked to do."""

    def __init__(self) -> None:
        self.seated: list[tuple[str, str, str]] = []
        self.starts = 1
        self._ended = asyncio.Event()

    def names(self, game: str) -> list[str]:
        """See `HouseBots`."""
        return ["meek", "bold"] if game == "toy_bid" else []

    async def seat(self, token: str, game: str, bot: str) -> None:
        """See `HouseBots`."""
        self.seated.append((token, game, bot))

    async def ended(self) -> None:
        """See `HouseBots`."""
        await self._ended.wait()

    def restart(self) -> None:
        """See `HouseBots`."""
        self.starts += 1
        self._ended.clear()

    def die(self) -> None:
        """End the process."""
        self._ended.set()


class DoomedHouseBots(FakeHouseBots):
    """Ends as soon as it is started again."""

    def restart(self) -> None:
        """See `HouseBots`."""
        self.starts += 1


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


async def _started(referee: Referee, house: FakeHouseBots) -> tuple[str, BotStream, BotStream]:
    """Start a match against a house bot; return its id, the streams of a bot and of the house bot."""
    made = await referee.create(time_control=terms(move_time=1, strikes=1))
    await _seat(referee, match_id=made.match.match_id, seat=1, bot="bold")
    bot, played = referee.stream(), referee.stream()
    await bot.join(made.seat_tokens[0])
    await played.join(house.seated[-1][0], name=HOUSE_NAME)
    return made.match.match_id, bot, played


async def _left(referee: Referee, match_id: str, played: BotStream) -> MatchHost:
    """Break off the house bot's stream, and return the match's host once it has noticed."""
    host = referee.server.lobby.match(match_id)
    await played.break_off()
    await until(lambda: not host.machine.seats[1].connected)
    return host


async def test_a_house_bot_is_seated_again_after_a_restart(tmp_path: Path) -> None:
    """And until it is back, its clock does not run."""
    house, again = FakeHouseBots(), FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        match_id, _, _ = await _started(referee, house)
    async with running(tmp_path, house=again) as referee:
        assert again.seated == house.seated
        host = referee.server.lobby.match(match_id)
        await referee.stream().join(referee.server.lobby.tokens(host)[0])
        host.expire(referee.clock.now_ns() + 3600 * SECOND, 0)
        assert (
            host.machine.seats[0].forfeit is not None
        )  # it has not answered, and is nobody's helper
        assert host.machine.seats[1].forfeit is None
        assert host.machine.seats[1].strikes == 0


async def test_a_helper_that_dies_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its seat gets its turn again, with all of its time; a seat that somebody else holds is left alone."""
    monkeypatch.setattr(keeping, "FIRST_DELAY_S", 0)
    house = FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        match_id, _, played = await _started(referee, house)
        host = await _left(referee, match_id, played)
        house.die()
        await until(lambda: house.starts == 2 and len(house.seated) == 2)
        wait_ns = host.machine.seats[1].clock_start_ns - referee.clock.now_ns()
        assert wait_ns == HOUSE_WAIT_NS
        assert house.seated[0] == house.seated[1]
        await referee.stream().join(house.seated[1][0], name=HOUSE_NAME)
        await until(lambda: host.machine.seats[1].connected)
        assert host.machine.seats[1].strikes == 0
        assert host.machine.seats[1].clock_start_ns <= referee.clock.now_ns() + SECOND


async def test_a_helper_whose_stream_ends_later_is_waited_for_as_well(tmp_path: Path) -> None:
    """Whichever is noticed first, its death or the end of its stream."""
    house = FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        match_id, _, played = await _started(referee, house)
        referee.server.lobby.match(match_id).lose_house_bots()
        host = await _left(referee, match_id, played)
        wait_ns = host.machine.seats[1].clock_start_ns - referee.clock.now_ns()
        assert wait_ns == HOUSE_WAIT_NS


async def test_no_clock_waits_for_a_bot_that_leaves_under_the_name_of_house_bots(
    tmp_path: Path,
) -> None:
    """Neither in a seat that was ordered for one, as long as their process lives, nor after a restart."""
    house = FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        match_id, bot, played = await _started(referee, house)
        host = await _left(referee, match_id, played)
        assert host.machine.seats[1].clock_start_ns <= referee.clock.now_ns()
        made = await referee.create(time_control=terms(move_time=1, strikes=1))
        await referee.stream().join(*made.seat_tokens, name=HOUSE_NAME)
        await bot.break_off()
    async with running(tmp_path, house=house) as referee:
        assert referee.server.lobby.match(made.match.match_id).house.bots == {}


async def test_a_helper_that_can_t_be_started_forfeits_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some deaths in a row the match is void, by a fault of the host."""
    monkeypatch.setattr(keeping, "FIRST_DELAY_S", 0)
    house = DoomedHouseBots()
    async with running(tmp_path, house=house) as referee:
        match_id, _, played = await _started(referee, house)
        host = await _left(referee, match_id, played)
        house.die()
        await until(lambda: host.machine.outcome is not None)
        assert host.machine.outcome is not None
        assert host.machine.outcome.cause is EndCause.HOST_FAILURE
        assert house.starts == MOST_DEATHS


async def test_a_house_bot_that_never_comes_makes_the_match_void(tmp_path: Path) -> None:
    """It is not absent: the server has ordered it, and has not brought it."""
    async with running(tmp_path, house=FakeHouseBots()) as referee:
        made = await referee.create()
        await _seat(referee, match_id=made.match.match_id, seat=1, bot="bold")
        await referee.stream().join(made.seat_tokens[0])
        host = referee.server.lobby.match(made.match.match_id)
        host.expire(host.machine.join_deadline_ns, 0)
        assert host.machine.outcome is not None
        assert host.machine.outcome.cause is EndCause.HOST_FAILURE


async def test_a_server_that_runs_no_house_bots_any_more_voids_their_matches(
    tmp_path: Path,
) -> None:
    """Nobody forfeits because its operator has switched them off."""
    house = FakeHouseBots()
    async with running(tmp_path, house=house) as referee:
        match_id, _, _ = await _started(referee, house)
    async with running(tmp_path) as referee:
        match = await referee.server.lobby.find(match_id)
        assert match.machine.outcome is not None
        assert match.machine.outcome.cause is EndCause.HOST_FAILURE


async def test_a_journal_without_names_does_not_forfeit(tmp_path: Path) -> None:
    """An older server recorded only that a bot joined as house bots do: the match waits, and is void then."""
    async with running(tmp_path, house=FakeHouseBots()) as referee:
        made = await referee.create(time_control=terms(move_time=1, strikes=1))
        for token, name in zip(made.seat_tokens, ("mine", HOUSE_NAME), strict=True):
            await referee.stream().join(token, name=name)
    (path,) = (tmp_path / "data" / "journals").glob("*.journal")
    records = list(read_records(path))
    records[1].secret.ClearField("records_house_bots")
    path.write_bytes(b"".join(frame(record.SerializeToString()) for record in records))
    async with running(tmp_path, house=FakeHouseBots()) as referee:
        host = referee.server.lobby.match(made.match.match_id)
        assert host.house.bots == {1: ""}
        host.expire(referee.clock.now_ns() + 3600 * SECOND, 0)
        assert host.machine.seats[1].forfeit is None
