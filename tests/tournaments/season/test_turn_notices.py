"""Notices of open turns in matches of days: which turns are reported, how often, and to whom."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from tests.helpers.patience import patience
from tests.tournaments.season.test_notices import A, B, Targets, spec
from tournaments.season.turn_notices import LOOK_S, TurnNotices
from tournaments.spec.errors import RefereeCallError
from tournaments.spec.matches import OpenTurn

DEADLINE = datetime.datetime(2027, 3, 4, 8, 5, 30, tzinfo=datetime.UTC)
ANN = OpenTurn("m1", "diceman", 0, 12, "ann", DEADLINE)
BOB = OpenTurn("m2", "diceman", 1, 3, "bob", DEADLINE)
TEXT = "cup: ann is to move in match m1 of diceman, turn 12, until 2027-03-04 08:05 UTC"


class World:
    """A referee whose open turns are given look by look, and notices with pauses that pass at once."""

    def __init__(self, folder: Path, targets: Targets, *looks: Sequence[OpenTurn] | None) -> None:
        self.looks = list(looks)
        self.said: list[str] = []
        self.pauses: list[float] = []
        self.over = asyncio.Event()
        self.notices = TurnNotices(
            [spec(A, "turn"), spec(B)],
            folder,
            season="cup",
            season_id="t1",
            look=self.look,
            client=httpx.AsyncClient(transport=httpx.MockTransport(targets.answer)),
            note=self.said.append,
            sleep=self.sleep,
        )

    async def look(self) -> Sequence[OpenTurn]:
        """Return the turns of the next look; None among the looks is a referee that is away."""
        turns = self.looks.pop(0)
        if turns is None:
            raise RefereeCallError("it is away")
        return turns

    async def sleep(self, seconds: float) -> None:
        """Pass at once; after the last look, for ever."""
        self.pauses.append(seconds)
        if not self.looks:
            self.over.set()
            await asyncio.Event().wait()

    async def run(self) -> None:
        """Send notices until all looks are used up."""
        running = asyncio.create_task(self.notices.run())
        async with asyncio.timeout(patience()):
            await self.over.wait()
        running.cancel()


def told(targets: Targets) -> list[str]:
    """Return the names of the turns in the keys of what was sent, in order."""
    return [key.removeprefix("t1-") for _, _, key in targets.sent]


async def test_a_turn_is_reported_once_and_only_where_asked(tmp_path: Path) -> None:
    """With all that somebody needs to find the match."""
    targets = Targets()
    await World(tmp_path, targets, [ANN], [ANN], [ANN]).run()
    assert [(url, notice) for url, notice, _ in targets.sent] == [
        (
            A,
            {
                "season": "cup",
                "season_id": "t1",
                "type": "turn",
                "entry": "ann",
                "match": "m1",
                "game": "diceman",
                "seat": 0,
                "turn": 12,
                "deadline": "2027-03-04T08:05:30.000+00:00",
                "text": TEXT,
                "content": TEXT,
            },
        )
    ]


async def test_programs_that_answer_soon_need_no_notice(tmp_path: Path) -> None:
    """Each look finds another turn of theirs."""
    targets = Targets()
    turns = [[dataclasses.replace(ANN, turn=turn), BOB] for turn in range(5)]
    await World(tmp_path, targets, *turns).run()
    assert told(targets) == ["m2-1-3"]


async def test_a_further_run_repeats_nothing(tmp_path: Path) -> None:
    """What is over is forgotten, so that the file stays small."""
    targets = Targets()
    await World(tmp_path, targets, [ANN, BOB], [ANN, BOB]).run()
    await World(tmp_path, targets, [ANN, BOB], [ANN], [ANN]).run()
    assert told(targets) == ["m1-0-12", "m2-1-3"]
    (file,) = tmp_path.iterdir()
    assert file.read_text() == '{"turns": ["m1-0-12"]}'


async def test_a_referee_that_is_away_ends_no_turn(tmp_path: Path) -> None:
    """Neither for what was sent nor for what was seen once."""
    targets = Targets()
    await World(tmp_path, targets, [ANN], None, [ANN], None, [ANN]).run()
    assert told(targets) == ["m1-0-12"]


async def test_what_a_target_does_not_take_comes_later(tmp_path: Path) -> None:
    """As long as the turn is open; a refusal for good is not repeated."""
    targets = Targets()
    again = httpx.Response(503, headers={"Retry-After": "30"})
    targets.answers[A] = [again, httpx.Response(200), httpx.Response(410)]
    world = World(tmp_path, targets, *([[ANN, BOB]] * 5))
    await world.run()
    assert told(targets) == ["m1-0-12", "m1-0-12", "m2-1-3"]
    assert world.pauses == [LOOK_S, LOOK_S, 30, LOOK_S, LOOK_S, LOOK_S]
    assert world.said == [
        "chat.example.org takes no notices now; they will be sent later",
        "chat.example.org takes notices again",
        "chat.example.org has refused the notice of turn m2-1-3 with status 410",
    ]


@pytest.mark.parametrize("text", ["", "{", '{"turns": 3}', "[]"])
async def test_a_broken_file_is_replaced(tmp_path: Path, text: str) -> None:
    """At worst a notice comes twice, with the same key."""
    targets = Targets()
    await World(tmp_path, targets, [ANN], [ANN]).run()
    (file,) = tmp_path.iterdir()
    file.write_text(text)
    await World(tmp_path, targets, [ANN], [ANN]).run()
    assert told(targets) == ["m1-0-12"] * 2
    assert file.read_text() == '{"turns": ["m1-0-12"]}'
