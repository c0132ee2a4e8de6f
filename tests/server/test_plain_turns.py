"""A bot that asks for no feature is told what it was told before there were any, byte for byte.

`recorded/plain_turns.json` was written by the referee as it was before small turns, by

    python -m tests.server.test_plain_turns
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2
from tests.helpers.installed import install
from tests.helpers.toy_games import TOYS
from tests.server.played_games import GAMES, Game, draw_from_a_seed, play_game
from tests.server.running import BotStream, running

RECORDED = Path(__file__).parent / "recorded" / "plain_turns.json"
PINGS = {"ping", "pong"}
"""They come as the tests ask for them."""
SHOWN = 2
"""Entries of a field that are recorded whole, the first ones; of all there is a digest."""

Told = dict[str, dict[str, object]]
"""By field: how many entries, their bytes, their digest, and the first ones."""


@pytest.mark.parametrize("game", GAMES, ids=repr)
async def test_who_asks_for_nothing_is_told_the_same_bytes(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All streams of a match: answers to joins, starts, turns, misses, ends."""
    draw_from_a_seed(monkeypatch)
    async with running(tmp_path) as referee:
        streams = await play_game(referee, game, play_service_pb2.Join())
    assert [told(stream) for stream in streams] == json.loads(RECORDED.read_text())[game.name]


def told(stream: BotStream) -> Told:
    """What was told on a stream."""
    names = {field.number: field.name for field in play_service_pb2.PlayResponse.DESCRIPTOR.fields}
    entries: dict[str, list[bytes]] = {}
    for message in stream.raw:
        for number, entry in fields_of(message):
            if names[number] not in PINGS:
                entries.setdefault(names[number], []).append(entry)
    return {
        name: {
            "count": len(parts),
            "bytes": sum(map(len, parts)),
            "sha256": hashlib.sha256(b"".join(parts)).hexdigest(),
            "first": [part.hex() for part in parts[:SHOWN] if len(part) < 1000],
        }
        for name, parts in sorted(entries.items())
    }


def fields_of(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each field of a message, as it stands there."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        value, end = _varint(message, at)
        if tag & 7 == 2:
            at, end = end, end + value
        else:
            assert tag & 7 == 0
        yield tag >> 3, message[at:end]
        at = end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def test_fields_are_cut_as_they_stand() -> None:
    """Two turns, a flag and an end, each as it was put in."""
    whole = b"".join([b"\x0a\x02ab", b"\x0a\x00", b"\x48\x01", b"\x32\x81\x01" + b"e" * 129])
    assert list(fields_of(whole)) == [(1, b"ab"), (1, b""), (9, b"\x01"), (6, b"e" * 129)]


async def _record() -> dict[str, list[Told]]:
    recorded = {}
    for game in GAMES:
        with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
            install(patch, *TOYS)
            draw_from_a_seed(patch)
            async with running(Path(folder)) as referee:
                streams = await play_game(referee, game, play_service_pb2.Join())
            recorded[game.name] = [told(stream) for stream in streams]
    return recorded


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(asyncio.run(_record()), indent=1) + "\n")
