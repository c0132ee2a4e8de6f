"""Run as a process: a server whose Diceman goes over to compiled code while matches run at it.

`python -m tests.integration.changing_over FOLDER` keeps the server's socket and data in FOLDER, takes
compiled code from `REFEREE_CACHE_DIR`, and prints a JSON object about it as its last line.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from google.protobuf import any_pb2

from gamereferee.games.diceman.v1.diceman_pb2 import Observation
from gamereferee.v1 import lobby_service_pb2
from referee.core.kernel import groups
from referee.core.native import loading
from referee.games.warm_up import group_of_game
from referee.replay.journal import read_records
from tests.integration.policy import choose
from tests.server.running import BotStream, Referee, running

__all__ = ["GAMES", "SEEDS"]

GAMES = 6
"""Games of a match."""
SEEDS = (2008, 2009, 2010)
"""Seeds of the matches that run when it happens, and of their twins that run before."""

GROUP = groups[group_of_game("diceman")]


class Table:
    """One match, with a stream that holds both seats.

    Args:
        referee: The server.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._stream: BotStream = referee.stream()
        self.match_id = ""

    async def sit(self, seed: int) -> None:
        """Make the match and join it."""
        made = await self._referee.create(
            "diceman",
            config_json=json.dumps({"games": GAMES}),
            seed_policy=lobby_service_pb2.SeedPolicy(fixed=seed),
        )
        self.match_id = made.match.match_id
        await self._stream.join(*made.seat_tokens)

    async def play(self, rounds: int | None = None) -> None:
        """Play so many rounds, and wait for what comes of the last; without a number, to the end."""
        while not self._stream.has("ends") and (rounds is None or rounds > 0):
            turn = await self._stream.turn()
            seen = Observation()
            assert turn.observation.Unpack(seen)
            answer = any_pb2.Any()
            answer.Pack(choose(seen))
            await self._stream.answer(turn, answer)
            if turn.seat == 1:
                while not (self._stream.has("turns") or self._stream.has("ends")):
                    await self._stream.read()
                rounds = None if rounds is None else rounds - 1

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return self._stream.has("ends")

    @property
    def told(self) -> list[str]:
        """What the seats were told of the game, byte by byte."""
        told = []
        for response in self._stream.responses:
            for turn in response.turns:
                told += [turn.observation.value.hex(), turn.events.value.hex()]
            told += [end.events.value.hex() for end in response.ends]
        return told


def compiled_kernels() -> int:
    """How many of the game's kernels run compiled."""
    return sum(
        type(one._run).__module__ == "referee.core.native.compiling" for one in GROUP.kernels
    )


async def _play(folder: Path) -> dict[str, object]:
    GROUP.limit_ns = float("inf")
    async with running(folder) as referee:
        undisturbed = [Table(referee) for _ in SEEDS]
        changed = [Table(referee) for _ in SEEDS]
        for table, seed in zip([*undisturbed, *changed], SEEDS * 2, strict=True):
            await table.sit(seed)
        for table in undisturbed:
            await table.play()
        for table in changed:
            await table.play(rounds=GAMES)
        begun = {"compiled": compiled_kernels(), "over": [table.is_over for table in changed]}
        GROUP.limit_ns = 0  # as if it had been played for long enough: the next call looks for code
        for table in changed:
            await table.play(rounds=1)
        while any(thread.is_alive() for thread in loading._threads):
            other = Table(referee)
            await other.sit(1)
            await other.play()
        taken_up = {"compiled": compiled_kernels(), "over": [table.is_over for table in changed]}
        for table in changed:
            await table.play()
        await referee.server.lobby.replays_written()
    return {
        "begun": begun,
        "threads": len(loading._threads),
        "taken up": taken_up,
        "fallbacks": GROUP.fallbacks,
        "undisturbed": [_digests(folder, table) for table in undisturbed],
        "changed": [_digests(folder, table) for table in changed],
        "told alike": [one.told == two.told for one, two in zip(undisturbed, changed, strict=True)],
    }


def _digests(folder: Path, table: Table) -> list[str]:
    found = []
    for record in read_records(folder / "data" / "replays" / f"{table.match_id}.replay"):
        if record.HasField("start"):
            found.append(record.start.digest.hex())
        elif record.HasField("step"):
            found.append(record.step.digest.hex())
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_play(Path(sys.argv[1])))))
