"""Game messages in and out of Any."""

from __future__ import annotations

from google.protobuf import any_pb2, duration_pb2

from gamereferee.games.diceman.v1 import diceman_pb2
from referee_client.messages import pack, seconds, unpack


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


def test_seconds() -> None:
    """Durations become seconds."""
    assert seconds(duration_pb2.Duration(seconds=2, nanos=500_000_000)) == 2.5
