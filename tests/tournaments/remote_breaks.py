"""Breaks off what remote matches depend on, over and over, in an order that a seed decides."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from collections import Counter
from pathlib import Path

from tests.server.proxy import Proxy
from tests.tournaments.remote_season import GREEDY, Season, helping

__all__ = ["breaking"]

WAYS = ("connection", "connection", "helper", "program", "referee")
"""What is broken off; connections twice as often."""


class _Breaker:
    """Keeps a helper of ann running, and breaks something off whenever it is asked to.

    Args:
        season: The season.
        proxy: Through which the helper and its program reach the referee.
        folder: Folder of the helper.
        rng: Decides what is broken off.
    """

    def __init__(self, season: Season, proxy: Proxy, folder: Path, rng: random.Random) -> None:
        self._season = season
        self._proxy = proxy
        self._folder = folder
        self._rng = rng
        self._pid = 0
        self.broken: Counter[str] = Counter()
        """How often each thing was broken off."""

    async def keep_helping(self) -> None:
        """Start a helper again whenever it has been killed."""
        while True:
            per_match = ("--per-match",) if self._rng.random() < 0.3 else ()
            words = ("--at-once", "4", *per_match, "--", *GREEDY)
            async with helping(self._folder, self._proxy.address, *words) as helper:
                self._pid = helper.process.pid
                await helper.process.wait()

    async def break_off(self) -> None:
        """Break one thing off."""
        way = self._rng.choice(WAYS)
        self.broken[way] += 1
        match way:
            case "connection":
                self._proxy.cut()
            case "helper":
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGKILL)
            case "program":
                self._kill_a_program()
            case "referee":
                await asyncio.to_thread(self._season.server.kill)
                await asyncio.to_thread(self._season.server.start)

    def _kill_a_program(self) -> None:
        marks = (b"REFEREE_ATTEND=", f"REFEREE_ADDRESS={self._proxy.address}".encode())
        for process in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if process.name.isdigit():
                    env = (process / "environ").read_bytes()
                    if all(mark in env for mark in marks):
                        os.kill(int(process.name), signal.SIGKILL)
                        return


async def breaking(
    season: Season, proxy: Proxy, folder: Path, *, matches: int, seed: int
) -> tuple[list[object], Counter[str]]:
    """Play matches of ann against greedy, three at a time, while everything breaks off.

    Returns:
        The ends of the matches, and how often each thing was broken off.
    """
    rng = random.Random(seed)
    breaker = _Breaker(season, proxy, folder, rng)
    slots = asyncio.Semaphore(3)

    async def play(number: int) -> object:
        async with slots:
            players = ("greedy", "ann") if number % 2 else ("ann", "greedy")
            return (await season.play(*players, games=40)).end

    async def go_on_breaking() -> None:
        while True:
            await asyncio.sleep(rng.uniform(0.5, 4.0))  # some play in between; it proves nothing
            await breaker.break_off()

    helping_on = asyncio.create_task(breaker.keep_helping())
    breaking_on = asyncio.create_task(go_on_breaking())
    try:
        ends = list(await asyncio.gather(*(play(number) for number in range(matches))))
    finally:
        for task in (breaking_on, helping_on):
            task.cancel()
        await asyncio.gather(breaking_on, helping_on, return_exceptions=True)
    return ends, breaker.broken
