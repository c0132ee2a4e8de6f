"""What spectators are sent of clocks: who has to decide, what is left of each seat's time, and until when."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1 import lobby_service_pb2, spectate_service_pb2
from referee.core.time_control import SECOND
from tests.server.running import Referee, soon, terms

Frame = spectate_service_pb2.WatchResponse
Policy = lobby_service_pb2.SpectatePolicy
BANKED = terms(move_time=1, bank=10, lag_margin=0.5)
"""A second for each decision, and ten for all that take longer."""


class Duel:
    """A match of two seats at one stream."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.match_id = ""
        self.tokens: list[str] = []
        self.stream = referee.stream()

    async def begin(self, game: str = "diceman", *, seats: int = 2, time: object = BANKED) -> None:
        """Make the match and let its seats join."""
        made = await self.referee.create(
            game,
            num_seats=seats,
            time_control=time,
            spectate_policy=Policy(full_view_delay=0),
        )
        self.match_id, self.tokens = made.match.match_id, list(made.seat_tokens)
        await self.stream.join(*self.tokens)
        await self.stream.settle()

    async def answer(self, *waits: float) -> None:
        """Let seats answer one after the other, each after so many seconds more."""
        for wait in waits:
            turn = await self.stream.turn()
            self.referee.pass_time(wait)
            payload = diceman_pb2.Action(dice=[2, 3])
            packed = type(turn.observation)()
            packed.Pack(payload)
            await self.stream.answer(turn, packed)
            await self.stream.settle()

    async def frames(self, number: int, **view: object) -> list[Frame]:
        """The first frames of a spectator that comes now."""
        watching = self.referee.watch(self.match_id, **view)
        found = [await soon(watching.next()) for _ in range(number)]
        return [frame for frame in found if frame is not None]


def _clocks(frame: Frame) -> list[tuple[bool, bool, float]]:
    """By seat whether it is asked, whether it is out, and seconds left; -1 without a reserve."""
    return [
        (
            clock.asked,
            clock.out,
            clock.bank_left.ToNanoseconds() / SECOND if clock.HasField("bank_left") else -1,
        )
        for clock in frame.public_clocks
    ]


def _left(frame: Frame) -> tuple[float | None, dict[int, float]]:
    """Seconds from when it was sent to the last of the deadlines, and to that of each seat."""
    deadlines = frame.deadlines
    now_ns = deadlines.now.ToNanoseconds()
    latest = deadlines.latest.ToNanoseconds() - now_ns if deadlines.HasField("latest") else None
    seats = {
        each.seat: (each.deadline.ToNanoseconds() - now_ns) / SECOND for each in deadlines.seats
    }
    return None if latest is None else latest / SECOND, seats


async def test_the_public_sees_what_is_left_of_each_seats_time(referee: Referee) -> None:
    """Seat 0 takes 3 s, of which 1 is free; seat 1 answers half a second after it."""
    duel = Duel(referee)
    await duel.begin()
    await duel.answer(3, 0.5)
    first, second = await duel.frames(2, public=True, from_step=0)
    assert _clocks(first) == [(True, False, 10), (True, False, 10)]
    assert _clocks(second) == [(True, False, 8), (True, False, 7.5)]
    assert not second.clocks
    assert not second.HasField("deadlines")
    (own,) = await duel.frames(1, seat_token=duel.tokens[1])
    assert _clocks(own) == _clocks(second)
    assert [clock.seat for clock in own.clocks] == [1]


async def test_without_a_reserve_none_is_shown(referee: Referee) -> None:
    """Who has to decide is shown all the same."""
    duel = Duel(referee)
    await duel.begin(time=terms(move_time=5))
    (frame,) = await duel.frames(1, public=True)
    assert _clocks(frame) == [(True, False, -1), (True, False, -1)]


@pytest.mark.parametrize(("game", "seats"), [("champions", 4), ("dice_adventure", 3)])
async def test_hidden_turns_have_no_public_clocks(referee: Referee, game: str, seats: int) -> None:
    """CH-6.5: who fights is known on its tile alone; DA-6.4: members may not signal by the time they take."""
    duel = Duel(referee)
    await duel.begin(game, seats=seats)
    for view in ({"public": True}, {"full": True}, {"seat_token": duel.tokens[0]}):
        (frame,) = await duel.frames(1, **view)
        assert not frame.public_clocks


async def test_deadlines_are_sent_to_who_asks_for_them(referee: Referee) -> None:
    """11 s without the lag margin, by the server's clock; of them 4 are gone for who comes after 4 s."""
    duel = Duel(referee)
    await duel.begin()
    (early,) = await duel.frames(1, public=True, deadlines=True)
    assert early.deadlines.now.ToNanoseconds() == referee.clock.wall_ns()
    assert _left(early) == (11, {0: 11, 1: 11})
    referee.pass_time(4)
    (late,) = await duel.frames(1, public=True, deadlines=True, from_step=0)
    assert _left(late) == (7, {0: 7, 1: 7})
    assert early.deadlines.latest == late.deadlines.latest
    (unasked,) = await duel.frames(1, public=True, from_step=0)
    late.ClearField("deadlines")
    assert unasked == late


async def test_deadlines_do_not_show_who_has_answered(referee: Referee) -> None:
    """Seat 0 has answered after 3 s, and its time seems to go on as that of seat 1 does."""
    duel = Duel(referee)
    await duel.begin()
    await duel.answer(3)
    (frame,) = await duel.frames(1, public=True, deadlines=True, from_step=0)
    assert frame.step == 0
    assert _left(frame) == (8, {0: 8, 1: 8})


async def test_frames_of_the_past_have_no_deadlines(referee: Referee) -> None:
    """Only the one of the present has them: 1 s and the reserve of each."""
    duel = Duel(referee)
    await duel.begin()
    await duel.answer(3, 0.5)
    past, present = await duel.frames(2, public=True, deadlines=True, from_step=0)
    assert not past.HasField("deadlines")
    assert _left(present) == (9, {0: 9, 1: 8.5})
    watching = referee.watch(duel.match_id, public=True, deadlines=True)
    await soon(watching.next())
    await referee.abort(duel.match_id)
    end = await soon(watching.next())
    assert end is not None
    assert end.HasField("outcome")
    assert not end.HasField("deadlines")


@pytest.mark.parametrize(
    ("fields", "public", "own"),
    [
        ({"move_time": 5}, 5, [5]),
        ({"move_time": 5, "bank": 10}, None, [15]),
        ({"move_time": 5, "first_move": 9}, None, [9]),
    ],
)
async def test_hidden_turns_have_a_common_deadline_at_most(
    referee: Referee, fields: dict[str, float], public: float | None, own: Sequence[float]
) -> None:
    """Where all seats have the same time the public may know it, for it does not depend on who is asked."""
    duel = Duel(referee)
    await duel.begin("dice_adventure", seats=3, time=terms(**fields))
    (frame,) = await duel.frames(1, public=True, deadlines=True)
    assert _left(frame) == (public, {}) if public else not frame.HasField("deadlines")
    (frame,) = await duel.frames(1, seat_token=duel.tokens[1], deadlines=True)
    assert _left(frame) == (public, {1: own[0]})
    (frame,) = await duel.frames(1, full=True, deadlines=True)
    assert _left(frame) == (own[0], dict.fromkeys(range(3), own[0]))


async def test_without_a_time_limit_there_is_no_deadline(referee: Referee) -> None:
    """Nothing expires."""
    duel = Duel(referee)
    await duel.begin(time=terms())
    (frame,) = await duel.frames(1, public=True, deadlines=True)
    assert not frame.HasField("deadlines")
