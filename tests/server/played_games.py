"""Matches of all games that go the same way each time they are played, whatever form turns are told in.

What is drawn is drawn from a seed, the clock stands still but for what is said here, and every seat has a stream of
its own. In between, bots miss deadlines, take from their banks, speak where they may, and join again.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Awaitable, Callable, Iterator

import pytest
from google.protobuf import any_pb2

from gamereferee.v1 import lobby_service_pb2, play_service_pb2
from referee.core.rng import Stream
from referee.core.time_control import MS
from referee.games import registry
from referee.replay.wire import TYPE_PREFIX
from tests.server.running import BotStream, Referee, terms

__all__ = ["GAMES", "Game", "draw_from_a_seed", "play_game"]

Answered = Callable[[BotStream, play_service_pb2.Turn, any_pb2.Any], Awaitable[None]]
"""Sends the answer to a turn."""
Asked = Callable[[BotStream], Awaitable[play_service_pb2.Turn]]
"""The next turn on a stream."""


class Game:
    """A game, and how much of it is played.

    Args:
        name: Its identifier.
        seats: Seats.
        steps: Decision points at most.
        config: JSON of the game's config.
    """

    def __init__(self, name: str, seats: int, steps: int, config: str = "") -> None:
        self.name = name
        self.seats = seats
        self.steps = steps
        self.config = config

    def __repr__(self) -> str:
        return self.name


GAMES = (
    Game("diceman", 2, 40, '{"games": 3}'),
    Game("swordman", 2, 40, '{"games": 3}'),
    Game("dice_adventure", 3, 10),
    Game("champions", 4, 12),
    Game("dungeon_keeper", 2, 12, '{"preset": "small"}'),
    Game("proving_grounds", 2, 6),
    Game("toy_talk", 3, 6, '{"rounds": 6}'),
)
"""The six games, and a toy of talk."""

MOVE, FIRST, BANK, INCREMENT = 1.0, 2.5, 4.0, 0.125
"""Seconds of the time control."""


def draw_from_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ids, tokens and salts of this process be the same each time."""
    numbers = itertools.count()

    def drawn(count: int) -> bytes:
        return hashlib.shake_128(next(numbers).to_bytes(8, "little")).digest(count)

    monkeypatch.setattr("secrets.token_bytes", drawn)


async def play_game(
    referee: Referee,
    game: Game,
    join: play_service_pb2.Join,
    *,
    ask: Asked = BotStream.turn,
    answer: Answered = BotStream.answer,
) -> list[BotStream]:
    """Play a match, and return all its streams in the order in which they were opened.

    Args:
        referee: Where.
        game: What.
        join: What each seat joins with, but for its token.
        ask: Waits for a seat's turn.
        answer: Sends its answer.
    """
    made = await referee.create(
        game.name,
        num_seats=game.seats,
        config_json=game.config,
        time_control=terms(
            move_time=MOVE, first_move=FIRST, bank=BANK, increment=INCREMENT, strikes=9
        ),
        seed_policy=lobby_service_pb2.SeedPolicy(fixed=23),
    )
    streams = [await _joined(referee, token, join) for token in made.seat_tokens]
    opened = list(streams)
    plugin = registry.find(game.name)
    machine = referee._host(made.match.match_id).machine
    dice = Stream(5, 7)
    for step in range(game.steps):
        point = plugin.game.decision(machine.state)
        if point is None:
            break
        turns = {seat: await ask(streams[seat]) for seat in point.seats}
        for stream in streams:
            await stream.settle()
        if step == 2:  # the last who is asked comes back in mid-turn, on another stream
            seat = point.seats[-1]
            streams[seat] = await _joined(referee, made.seat_tokens[seat], join)
            opened.append(streams[seat])
            turns[seat] = await ask(streams[seat])
            await streams[seat].settle()
        sent = [(seat, plugin.game.random_action(machine.state, seat, dice)) for seat in turns]
        for number, ((seat, action), elapsed_ns) in enumerate(
            zip(sent, _elapsed(step), strict=False)
        ):
            turn, stream = turns[seat], streams[seat]
            referee.clock.advance(elapsed_ns)
            for channel in turn.channels[:1]:
                say = play_service_pb2.Say(
                    match_id=turn.match_id,
                    seat=seat,
                    turn=turn.turn,
                    channel=channel.name,
                    text=f"step {step}".encode(),
                )
                await stream.send(says=[say])
            if step == 4 and number == 0:
                skip = play_service_pb2.Skip(match_id=turn.match_id, seat=seat, turn=turn.turn)
                await stream.send(skips=[skip])
            else:
                data = plugin.codec.encode_action(action)
                type_url = TYPE_PREFIX + plugin.codec.action_type
                await answer(stream, turn, any_pb2.Any(type_url=type_url, value=data))
            await stream.settle()
    if machine.outcome is None:
        await referee.abort(made.match.match_id)
    for stream in streams:
        await stream.ended()
    return opened


async def _joined(referee: Referee, token: str, join: play_service_pb2.Join) -> BotStream:
    stream = referee.stream()
    own = play_service_pb2.Join(token=token, number=1)
    own.MergeFrom(join)
    await stream.send(joins=[own])
    await stream.next("joins")
    return stream


def _elapsed(step: int) -> Iterator[int]:
    """Nanoseconds from one answer to the next; in step 3 the first is longer than what is free."""
    yield 1_300_000_000 if step == 3 else (1 + step) * MS + 7
    for number in itertools.count(1):
        yield number * 250_003
