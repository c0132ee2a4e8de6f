"""Bridges that run a program against a scripted referee."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import RefereeClient
from referee_client.bridge import process as process_module
from referee_client.bridge.bot import Bridge
from tests.clients import scripted_referee as says
from tests.clients.scripted_referee import Stream, refereeing
from tests.helpers.patience import HANG_S

__all__ = ["ECHO", "HEAD", "Script", "bridged", "give_time", "turns"]

HEAD = "import json, os, signal, sys, time\n"
ECHO = "for line in sys.stdin: print(json.dumps({'dice': [2, 3]}), flush=True)"
"""Answers every turn."""


def give_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs that end without being told the time that they need for that."""
    monkeypatch.setattr(process_module, "GRACE_S", HANG_S / 2)


class Script:
    """Plays one match; what happens to each turn is a list of what is heard, such as `skip 2`."""

    def __init__(self, *turns: wire.Turn) -> None:
        self.turns = turns
        self.heard: list[str] = []

    async def __call__(self, stream: Stream) -> None:
        """The script."""
        await stream.seat("m")
        for number, turn in enumerate(self.turns or [says.turn("m", 1)], start=1):
            await self.play(stream, turn, number)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async def play(self, stream: Stream, turn: wire.Turn | wire.Rejected, number: int) -> None:
        """Send one turn, or a refusal of its answer, and hear what is answered."""
        await stream.say(turn)
        while len(self.heard) < number:
            await self.hear(stream)

    async def hear(self, stream: Stream) -> None:
        """Note the answers of one message."""
        request = await stream.hear()
        for action in request.actions:
            dice = list(diceman.Action.FromString(action.payload.value).dice)
            self.heard.append(f"{action.turn}: {dice}")
        self.heard += [f"skip {skip.turn}" for skip in request.skips]


def turns(count: int) -> list[wire.Turn]:
    """Turns from 1."""
    return [says.turn("m", number) for number in range(1, count + 1)]


async def bridged(address: str, script: Any, code: str, **options: Any) -> None:
    """Play a script with a program of this Python code, until all of it is gone."""
    bridge = Bridge([sys.executable, "-c", HEAD + code], **options)
    async with refereeing(script, address=address):
        try:
            await RefereeClient(address, bridge).play(["token"])
        finally:
            await bridge.close()
