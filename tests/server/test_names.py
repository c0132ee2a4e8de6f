"""Names and texts that strangers bring: what a terminal would obey gets nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import play_service_pb2
from referee.core.text import printable
from referee.replay.reader import load
from referee.replay.render import show_lines
from tests.server.running import Referee, bid, refusal, running

ATTACKS = {
    "clears the screen": "\x1b[2Jme",
    "sets the title": "\x1b]0;winner\x07me",
    "rings": "me\a\a\a",
    "writes over": "you\b\b\bme",
    "ends the line": "me\r\nyou: 100 points",
    "turns the direction": "me\u202e001",
    "isolates": "me\u2066you\u2069",
    "hides": "m\u200be\u00ad\ufeff",
    "single-byte escapes": "\x9b2Jme\x85you",
    "separates": "me\u2028you\u2029he",
    "has no character": "me\ufdd0\U0010ffff",
}


@pytest.mark.parametrize("text", ATTACKS.values(), ids=ATTACKS)
def test_what_is_shown_is_seen(text: str) -> None:
    """Nothing is left that is not printed, and what can be printed stays."""
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    assert [b for a, b in zip(text, shown, strict=True) if a != b] == ["?"] * shown.count("?")
    assert "me" in shown.replace("?", "")
    assert printable("Zoë 💎 李") == "Zoë 💎 李"


@pytest.mark.parametrize("field", ["players", "label"])
@pytest.mark.parametrize("text", [*ATTACKS.values(), "x" * 10_000], ids=[*ATTACKS, "long"])
async def test_an_organizer_is_told_of_such_names(referee: Referee, field: str, text: str) -> None:
    """They are refused by their field, and the answer is harmless too."""
    value: Any = ["a", text] if field == "players" else text
    problem = await refusal(referee.create(**{field: value}))
    where = "players[1]" if field == "players" else "label"
    assert problem.code == "INVALID_ARGUMENT"
    assert problem.fields == (where,)
    assert problem.text.isprintable()
    assert len(problem.text) < 1000


@pytest.mark.parametrize("text", [*ATTACKS.values(), "x" * 10_000], ids=[*ATTACKS, "long"])
async def test_a_bot_of_such_a_name_plays(tmp_path: Path, text: str) -> None:
    """Its name is harmless wherever the referee tells it: in lists, to spectators, in the replay."""
    async with running(tmp_path) as referee:
        made = await referee.create(config_json='{"rounds": 1}')
        stream = referee.stream()
        for number, token in enumerate(made.seat_tokens, 1):
            join = play_service_pb2.Join(token=token, bot_name=text, client=text, number=number)
            await stream.send(joins=[join])
            await stream.next("joins")
        told = [seat.bot_name for seat in (await referee.get(made.match.match_id)).seats]
        for turn in [await stream.turn() for _ in range(2)]:
            await stream.answer(turn, bid(1))
        await stream.ended()
    replay = load(tmp_path / "data" / "replays" / f"{made.match.match_id}.replay")
    joins = [record.join for record in replay.records if record.HasField("join")]
    told += [each for join in joins for each in (join.bot_name, join.client)]
    assert len(told) == 6
    assert all(name and name.isprintable() and len(name) <= 100 for name in told)
    assert all(line.isprintable() for line in show_lines(replay))
