"""Who comes late sees the same frames as who was there from the start, byte for byte."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2, play_service_pb2, spectate_service_pb2
from tests.server.played_games import GAMES, Game, draw_from_a_seed, play_game
from tests.server.running import BotStream, Referee, running

Frame = spectate_service_pb2.WatchResponse
Policy = lobby_service_pb2.SpectatePolicy
WATCH = "/gamereferee.v1.SpectateService/Watch"
DELAY = 3


def watching(referee: Referee, match_id: str, **fields: Any) -> asyncio.Task[list[bytes]]:
    """A spectator from now on, which collects the frames as they come."""
    request = spectate_service_pb2.WatchRequest(match_id=match_id, **fields)
    watch: Any = referee.channel.unary_stream(WATCH)
    call = watch(request.SerializeToString())

    async def collected() -> list[bytes]:
        return [frame async for frame in call]

    return asyncio.create_task(collected())


def steps(frames: list[bytes]) -> list[int]:
    """Steps that frames show."""
    return [Frame.FromString(frame).step for frame in frames]


@pytest.mark.parametrize("game", GAMES, ids=repr)
async def test_late_spectators_get_what_early_ones_got(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All views, from the midst of a match and after its end, with banks, misses, chat and rejoins."""
    draw_from_a_seed(monkeypatch)
    early: dict[str, asyncio.Task[list[bytes]]] = {}
    late: dict[str, list[asyncio.Task[list[bytes]]]] = {}
    views: dict[str, dict[str, Any]] = {}
    async with running(tmp_path) as referee:
        create = referee.create

        async def created(*args: Any, **fields: Any) -> lobby_service_pb2.CreateMatchResponse:
            made = await create(*args, spectate_policy=Policy(full_view_delay=DELAY), **fields)
            views.update({"public": {}, "full": {"full": True}})
            views.update(
                {f"seat {seat}": {"seat_token": made.seat_tokens[seat]} for seat in range(2)}
            )
            for name, view in views.items():
                early[name] = watching(referee, made.match.match_id, **view)
            await asyncio.gather(*(referee.get(made.match.match_id) for _ in range(3)))
            return made

        async def ask(stream: BotStream) -> play_service_pb2.Turn:
            turn = await stream.turn()
            if referee._host(turn.match_id).machine.steps == 5 and not late:
                for name, view in views.items():
                    late[name] = [
                        watching(referee, turn.match_id, from_step=first, **view)
                        for first in (0, 3)
                    ]
            return turn

        monkeypatch.setattr(referee, "create", created)
        await play_game(referee, game, play_service_pb2.Join(), ask=ask)
        (host,) = referee.server.lobby.matches()
        num_steps = host.machine.steps
        for name, view in views.items():
            seen = await early[name]
            assert steps(seen) == [*range(num_steps + 1), num_steps], name
            after = await watching(referee, host.match_id, from_step=0, **view)
            assert after == seen, name
            whole, rest = [await task for task in late[name]]
            assert whole == seen, name
            assert rest == seen[3:], name
