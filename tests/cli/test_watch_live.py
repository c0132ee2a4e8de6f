"""Live matches are followed in the terminal."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee.cli.watch.live import LiveSource
from referee.replay.frames import Frame
from tests.cli.command import process
from tests.helpers.installed import install
from tests.helpers.toy_games import TOYS
from tests.server.running import bid, running, soon

# Live matches.


async def test_a_live_match_is_followed_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat's eyes see its observations; the public sees events only; wrong names are refused."""
    install(monkeypatch, *TOYS)
    async with running(tmp_path) as server:
        made = await server.create(config_json='{"rounds": 2}')
        match_id = made.match.match_id
        stream = server.stream()
        await stream.join(*made.seat_tokens)

        def follow(**eyes: str) -> Callable[[], list[Frame]]:
            source = LiveSource(match_id, server.address, **eyes)  # type: ignore[arg-type]  # of any text
            return lambda: list(_signalled(source, begun))

        begun = threading.Semaphore(0)
        makers = [
            await asyncio.to_thread(follow),
            await asyncio.to_thread(lambda: follow(token=made.seat_tokens[1])),
        ]
        watching = [asyncio.create_task(asyncio.to_thread(maker)) for maker in makers]
        for _ in makers:
            await soon(asyncio.to_thread(begun.acquire))
        for _ in range(2):
            for turn in [await stream.turn(), await stream.turn()]:
                await stream.answer(turn, bid(1 + turn.seat))
        public, own = [await soon(task) for task in watching]
        assert [frame.step for frame in public] == [frame.step for frame in own] == [0, 1, 2, 2]
        assert not any(frame.sight.observations for frame in public)
        assert not any(frame.sight.public for frame in (*public, *own))
        assert all(list(frame.sight.observations) == [1] for frame in own)
        assert public[1].sight.events
        assert public[-1].outcome[0] == "the match is over: RULES: the rules ended the match"


async def test_a_live_match_that_shows_the_public_nothing_says_so(tmp_path: Path) -> None:
    """In text too, once; with the flags that show more. A seat's eyes need no such hint."""
    async with running(tmp_path) as server:
        made = await server.create("dice_adventure", num_seats=3)
        match_id = made.match.match_id
        stream = server.stream()
        await stream.join(*made.seat_tokens)
        sources = [
            await asyncio.to_thread(
                functools.partial(LiveSource, match_id, server.address, token=token)
            )
            for token in ("", made.seat_tokens[0])
        ]
        public, seat = [source.heading for source in sources]
        assert "So far Dice Adventure has shown the public nothing" in public.hint[0]
        assert "--token TOKEN" in "".join(public.hint)
        assert seat.hint == ()
        for source in sources:
            source.stop()
        await server.abort(match_id, "enough")


async def test_the_full_view_says_whom_an_event_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By event the one seat that was told; a seat's own eyes are not told, as all it sees is its own."""
    install(monkeypatch, *TOYS)
    async with running(tmp_path) as server:
        policy = lobby_service_pb2.SpectatePolicy(full_view_delay=0)
        made = await server.create(config_json='{"rounds": 1}', spectate_policy=policy)
        stream = server.stream()
        await stream.join(*made.seat_tokens)
        begun = threading.Semaphore(0)

        def follow(**eyes: Any) -> list[Frame]:
            source = LiveSource(made.match.match_id, server.address, **eyes)
            return _signalled(source, begun)

        eyes: list[dict[str, Any]] = [{"full": True}, {"token": made.seat_tokens[0]}]
        watching = [asyncio.create_task(asyncio.to_thread(follow, **each)) for each in eyes]
        for _ in watching:
            await soon(asyncio.to_thread(begun.acquire))
        for turn in [await stream.turn(), await stream.turn()]:
            await stream.answer(turn, bid(1 + turn.seat))
        full, own = [await soon(task) for task in watching]
        assert full[1].sight.events
        assert [len(frame.sight.told_to) for frame in full] == [
            len(frame.sight.events) for frame in full
        ]
        assert not any(frame.sight.told_to for frame in own)


async def test_a_live_duel_is_followed_by_a_process_of_its_own(tmp_path: Path) -> None:
    """It knows no game's messages before it has heard which game it is."""
    async with running(tmp_path) as server:
        made = await server.create("diceman", players=["ann", "bob"])
        match_id = made.match.match_id
        for name, token, told in [("nothing", "", "nothing"), (match_id, "wrong", "token")]:
            ran = await asyncio.to_thread(
                process, "watch", name, "--server", server.address, "--token", token
            )
            assert ran.status == 2
            assert told in ran.err.splitlines()[-1]
        await server.abort(match_id, "enough")
        ran = await asyncio.to_thread(process, "watch", match_id, "--server", server.address)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.splitlines() == [
            f"match {match_id}: Diceman, seen by the public",
            "",
            "the match is over: OPERATOR: enough",
            "ann: void",
            "bob: void",
        ]


def _signalled(source: LiveSource, begun: threading.Semaphore) -> list[Frame]:
    frames = []
    for frame in source.frames():
        frames.append(frame)
        if len(frames) == 1:
            begun.release()
    return frames
