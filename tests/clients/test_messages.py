"""Game messages in and out of Any."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf import any_pb2, duration_pb2

from gamereferee.games.diceman.v1 import diceman_pb2
from referee_client.errors import UnknownMessageError
from referee_client.messages import pack, seconds, unpack
from tests.helpers.distributions import distribute


def test_messages_travel() -> None:
    """A message comes back as its generated class."""
    action = diceman_pb2.Action(dice=[1, 2])
    wrapped = pack(action)
    assert wrapped.type_url == "type.googleapis.com/gamereferee.games.diceman.v1.Action"
    assert unpack(wrapped) == action
    assert isinstance(unpack(wrapped), diceman_pb2.Action)


def test_messages_of_imported_stubs_are_found() -> None:
    """Any message whose stubs have been imported can be read, wherever it comes from."""
    wrapped = any_pb2.Any()
    wrapped.Pack(duration_pb2.Duration(seconds=4))
    assert unpack(wrapped) == duration_pb2.Duration(seconds=4)


def test_a_game_of_another_distribution_brings_its_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is imported by its entry point when a message of it comes."""
    source = (
        "from referee.kit.schema import Schema\n"
        "from tests.kit.guess import Config, Pass, Seen\n"
        "Schema('brought', config=Config, actions=[Pass], observation=Seen, events=[Pass])\n"
    )
    distribute(tmp_path, {"brought_game": source}, {"referee.games": {"brought": "brought_game:P"}})
    observation = any_pb2.Any(
        type_url="type.googleapis.com/brought.v1.Observation", value=b"\x08\x05"
    )
    with pytest.raises(UnknownMessageError, match=r"brought\.v1\.Observation"):
        unpack(observation)
    monkeypatch.syspath_prepend(tmp_path)
    assert str(unpack(observation)) == "own: 5\n"
    with pytest.raises(UnknownMessageError, match=r"brought\.v1\.Other"):
        unpack(any_pb2.Any(type_url="type.googleapis.com/brought.v1.Other"))


def test_seconds() -> None:
    """Durations become seconds."""
    assert seconds(duration_pb2.Duration(seconds=2, nanos=500_000_000)) == 2.5
