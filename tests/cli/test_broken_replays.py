"""`referee replay feed` and `referee replay rerun` refuse replays that do not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gamereferee.v1 import replay_pb2
from tests.cli.command import Ran
from tests.cli.recorded_matches import Recorded, check_refused
from tests.replay.recording import forge

FEED = ("feed", "--seat", "0", "--", "house:greedy")
RERUN = ("rerun", "--replace", "0=house:greedy", "--from", "5")


def _other_version(records: list[replay_pb2.Record]) -> None:
    records[0].header.game_version += 1


def _other_digest(records: list[replay_pb2.Record]) -> None:
    step = next(record.step for record in records if record.HasField("step"))
    step.digest = bytes(16)


def _no_end(records: list[replay_pb2.Record]) -> None:
    del records[-1]


def _other_seed(records: list[replay_pb2.Record]) -> None:
    records[-1].end.reveal.server_seed = bytes(32)


@pytest.mark.parametrize(
    ("words", "change", "said"),
    [
        (RERUN, _other_version, "made by diceman version 2; installed is version 1"),
        (FEED, _other_digest, "step 1: digest is 00000000"),
        (RERUN, _other_digest, "step 1: digest is 00000000"),
        (FEED, _no_end, "the match has not ended"),
        (RERUN, _no_end, "the match has not ended"),
        (RERUN, _other_seed, "the reveal doesn't match the seed commitment"),
    ],
)
def test_a_replay_that_does_not_hold_is_refused(
    recorded: Recorded,
    referee: Callable[..., Ran],
    words: tuple[str, ...],
    change: Any,
    said: str,
) -> None:
    """With what is wrong, as `verify` has it."""
    forge(recorded.path, change)
    check_refused(referee("replay", words[0], str(recorded.path), *words[1:]), said)


@pytest.mark.parametrize("words", [FEED, RERUN[:-2]])
def test_a_damaged_file_is_refused(
    recorded: Recorded, referee: Callable[..., Ran], words: tuple[str, ...]
) -> None:
    """Like everywhere."""
    recorded.path.write_bytes(recorded.path.read_bytes()[:-20])
    check_refused(referee("replay", words[0], str(recorded.path), *words[1:]), "damaged")
