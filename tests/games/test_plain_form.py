"""Messages in plain form: the plans of `as_plain` give what protobuf gives, in all games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pool, json_format, message_factory

from gamereferee.v1 import match_pb2
from referee.core.rng import Stream
from referee.games import registry, sights
from referee.games.plain_form import as_plain
from referee.games.sights import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from tests.replay.recording import Recorder

GAMES = (
    "champions",
    "dice_adventure",
    "diceman",
    "dungeon_keeper",
    "proving_grounds",
    "swordman",
)
STEPS = 25


def _by_protobuf(type_name: str, data: bytes) -> Any:
    descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    message = message_factory.GetMessageClass(descriptor).FromString(data)
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


@pytest.mark.parametrize("game", GAMES)
def test_everything_told_of_a_match_is_told_as_by_protobuf(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Configs, observations and events of the first steps of a match of random actions, for all eyes."""
    recorder = Recorder(registry.find(game), tmp_path / "m.journal", fixed_seed=1)
    recorder.join_all()
    dice = Stream(7)
    while recorder.machine.outcome is None and recorder.machine.steps < STEPS:
        recorder.answer(dice)
    recorder.journal.close()
    told: list[tuple[str, bytes]] = []

    def kept(type_name: str, data: bytes) -> Any:
        told.append((type_name, data))
        return as_plain(type_name, data)

    monkeypatch.setattr(sights, "as_plain", kept)
    recording = Recording(load(recorder.path))
    for _ in recording.frames(Eyes.of(recording.replay.header.num_seats)):
        pass
    assert len(told) > STEPS
    for type_name, data in dict.fromkeys(told):
        assert as_plain(type_name, data) == _by_protobuf(type_name, data)


def test_nothing_set_is_told_as_zeros() -> None:
    """An empty message has its fields all the same, in the schema's order, but for those that may be absent."""
    told = as_plain("gamereferee.games.diceman.v1.Phase", b"")
    assert list(told) == ["number", "edge", "preempt", "sword", "magic", "duel", "life"]
    assert told == _by_protobuf("gamereferee.games.diceman.v1.Phase", b"")
    assert "winner" not in as_plain("gamereferee.games.diceman.v1.GameEnd", b"")


@pytest.mark.parametrize("number", [0, 3, 99])
def test_an_enum_is_told_by_its_name_or_else_its_number(number: int) -> None:
    """99 is no reason; a newer referee may have more."""
    data = bytes([8, number])
    told = as_plain("gamereferee.games.diceman.v1.Notice", data)
    assert told == _by_protobuf("gamereferee.games.diceman.v1.Notice", data)


def test_what_is_told_otherwise_is_left_to_protobuf() -> None:
    """Times, 64-bit numbers, bytes, and a message packed in another."""
    match = match_pb2.Match(match_id="m", game="diceman")
    match.create_time.FromSeconds(1_000)
    match.seed_commitment = b"\x00\xff"
    match.steps = 2**40
    match.config.Pack(match_pb2.Outcome(text="over"))
    data = match.SerializeToString()
    assert as_plain("gamereferee.v1.Match", data) == _by_protobuf("gamereferee.v1.Match", data)
