"""The bots in C, Perl and shell play real matches, and nothing they answer is refused."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import LagMeter
from referee.server.serve import Server, running_server
from referee_bots.diceman.random_bot import RandomBot
from referee_client import Bot, Lobby, Match, Outcome, RefereeClient, Turn, time_control
from referee_client.bridge.bot import Bridge, BridgeBot
from tests.docs.markdown import ROOT

FOLDER = ROOT / "clients" / "stdio"


def command_of(language: str, folder: Path) -> list[str]:
    """What starts a bot; the one in C is compiled for it."""
    if language == "c":
        program = folder / "diceman_bot"
        flags = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
        source = str(FOLDER / "diceman_bot.c")
        subprocess.run(["cc", *flags, "-o", str(program), source], check=True)
        return [str(program)]
    if language == "perl":
        return ["perl", str(FOLDER / "diceman_bot.pl")]
    return [language, str(FOLDER / "diceman_bot.sh")]


TOOLS = {"c": "cc", "perl": "perl", "sh": "sh", "dash": "dash"}


class Rival(RandomBot):
    """Picks the same in every run, whatever the match is called."""

    def __init__(self) -> None:
        super().__init__(seed=2008)
        self.mixes_match = False


class Watched(Bot):
    """Notes which combinations the bot picked, and sees that nothing was refused."""

    def __init__(self, bot: BridgeBot, seen: list[int]) -> None:
        self._bot = bot
        self._seen = seen

    def on_start(self, match: Match) -> None:
        """Pass it on."""
        self._bot.on_start(match)

    async def act(self, observation: Any, turn: Turn) -> Any:
        """Ask the bot."""
        assert list(observation.notices) == []
        self._seen[:] = observation.pick_counts[observation.seat].counts
        return await self._bot.act(observation, turn)

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Pass it on."""
        self._bot.on_end(match, outcome)


@pytest.mark.parametrize("language", TOOLS)
async def test_bot_plays(language: str, tmp_path: Path, address: str) -> None:
    """Both seats of a match each against a random bot, to the end by the rules, without a strike."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"there is no {TOOLS[language]}")
    bridge = Bridge(command_of(language, tmp_path), restarts=0)
    picks: list[list[int]] = [[], []]
    config = ServerConfig(listen=(parse_listen(address),), data_dir=tmp_path)
    async with running_server(Server(config, meter=LagMeter())):
        client = RefereeClient(address, Rival)
        with Lobby(address) as lobby:
            made = [
                await asyncio.to_thread(
                    lobby.create_match,
                    "diceman",
                    config={"games": 3},
                    time_control=time_control(3600),
                    seed=2008 + seat,
                )
                for seat in range(2)
            ]
            for seat, match in enumerate(made):
                seen = picks[seat]
                client.join(match.seat_tokens[seat], lambda seen=seen: Watched(bridge(), seen))
                client.join(match.seat_tokens[1 - seat])
            client.finish()
            await client.play()
            ended = [await asyncio.to_thread(lobby.wait, match.match.match_id) for match in made]
        await bridge.close()
    assert client.bot_failures.count == 0
    for over in ended:
        assert [result.strikes for result in over.outcome.seats] == [0, 0]
        assert sum(result.score for result in over.outcome.seats) == 2 * 3  # DM-7.2
    assert all(sum(row) >= 3 for row in picks)
    # What they see decides: all of them change their mind, and stay within what they know.
    used = {combo for row in picks for combo, count in enumerate(row) if count}
    assert len(used) > 1
    assert used <= {"c": {1, 2, 4, 5}, "perl": {1, 3, 5}}.get(language, {1, 5})
