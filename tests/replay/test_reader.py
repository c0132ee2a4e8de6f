"""Loading a replay: what is refused before anything is simulated, and in which words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from google.protobuf import struct_pb2

from gamereferee.v1 import replay_pb2
from referee.core.time_control import SECOND
from referee.replay.closing import close_journal
from referee.replay.errors import ReplayError
from referee.replay.reader import load
from tests.helpers.toy_bid import BidConfig
from tests.replay.recording import SERVER_SEED, Forgery, forge

HeaderChange = Callable[[replay_pb2.HeaderRecord], object]

BAD_HEADERS: dict[str, tuple[HeaderChange, str]] = {
    "format version": (
        lambda header: setattr(header, "format_version", 2),
        "format version must be 1, not 2",
    ),
    "no format version": (
        lambda header: header.ClearField("format_version"),
        "format version must be 1, not 0",
    ),
    "game": (
        lambda header: setattr(header, "game", "chess"),
        "unknown game 'chess'; installed: ",
    ),
    "game version": (
        lambda header: setattr(header, "game_version", 9),
        "made by toy_bid version 9; installed is version 1",
    ),
    "config value": (
        lambda header: _set_config(header, rounds=0),
        "header: rounds must be a whole number from 1 to 20, not 0",
    ),
    "config name": (
        lambda header: _set_config(header, turns=3),
        "header: turns must be one of rounds, purse, not 'turns'",
    ),
    "config bytes": (
        lambda header: setattr(header.config, "value", b"\xff"),
        "header: no google.protobuf.Struct",
    ),
    "config type": (
        lambda header: setattr(header.config, "type_url", "type.googleapis.com/other.Config"),
        "header: config must be a google.protobuf.Struct, not 'type.googleapis.com/other.Config'",
    ),
    "too many seats": (
        lambda header: setattr(header, "num_seats", 5),
        "header: num_seats must be from 2 to 4, not 5",
    ),
    "negative seats": (
        lambda header: setattr(header, "num_seats", -1),
        "header: num_seats must be from 2 to 4, not -1",
    ),
    "time control": (
        lambda header: setattr(header.time_control.bank, "seconds", -1),
        "header: time_control.bank must be from 0 to 30d, not '-1s'",
    ),
}
"""Changes of a header, and what loading says of each."""

BAD_ORDERS: dict[str, tuple[Forgery, str]] = {
    "no record": (lambda records: records.clear(), "no replay: the first record is no header"),
    "no header": (lambda records: records.pop(0), "no replay: the first record is no header"),
    "two headers": (
        lambda records: records.insert(3, records[0]),
        "record 3: a header record in the midst of the match",
    ),
    "a late secret": (
        lambda records: records.insert(5, records.pop(1)),
        "record 5: a secret record in the midst of the match",
    ),
}
"""Changes of the first records, and what loading says of each."""


def _set_config(header: replay_pb2.HeaderRecord, **values: int) -> None:
    struct = struct_pb2.Struct()
    struct.update(values)
    header.config.value = struct.SerializeToString()


def test_a_journal_is_loaded_with_its_secret(recorded: Path) -> None:
    """Everything it says of the match, and what only the server may know."""
    replay = load(recorded)
    assert replay.path == recorded
    assert replay.header.match_id == "recorded"
    assert replay.plugin.game.info.game == "toy_bid"
    assert replay.config == BidConfig(rounds=4, purse=10)
    assert replay.time_control.move_time_ns == 2 * SECOND
    assert replay.secret is not None
    assert replay.secret.server_seed == SERVER_SEED
    assert replay.end is not None


def test_a_replay_has_no_secret(tmp_path: Path, recorded: Path) -> None:
    """But is complete otherwise."""
    whole = load(recorded)
    close_journal(recorded, tmp_path / "m.replay")
    replay = load(tmp_path / "m.replay")
    assert replay.secret is None
    assert replay.records == [whole.records[0], *whole.records[2:]]


def test_a_journal_of_a_running_match_has_no_end(recorded: Path) -> None:
    """Its last record is a step."""
    forge(recorded, lambda records: records.pop())
    assert load(recorded).end is None


@pytest.mark.parametrize("case", BAD_HEADERS)
def test_a_header_is_checked(recorded: Path, case: str) -> None:
    """The message names file, field, bound and value."""
    change, message = BAD_HEADERS[case]
    forge(recorded, lambda records: change(records[0].header))
    with pytest.raises(ReplayError, match=re.escape(f"{recorded}: {message}")):
        load(recorded)


@pytest.mark.parametrize("case", BAD_ORDERS)
def test_header_and_secret_come_first_and_once(recorded: Path, case: str) -> None:
    """The message names file and record."""
    change, message = BAD_ORDERS[case]
    forge(recorded, change)
    with pytest.raises(ReplayError, match=re.escape(f"{recorded}: {message}")):
        load(recorded)


def test_records_of_an_unknown_kind_are_skipped(recorded: Path) -> None:
    """A later version may write more than this one knows."""
    unknown = replay_pb2.Record.FromString(bytes.fromhex("fa010161"))  # field 31, one byte long
    forge(recorded, lambda records: records.insert(4, unknown))
    replay = load(recorded)
    assert replay.records[4].WhichOneof("record") is None
    machine = replay.machine(SERVER_SEED)
    assert len(list(replay.redone(machine))) == len(replay.records)
    assert machine.outcome is not None
