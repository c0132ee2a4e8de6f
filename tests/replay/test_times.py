"""What decisions took: figures by hand from a match recorded with known times."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.match import events as ev
from referee.replay.reader import load
from referee.replay.times import PlayerTimes, Spread, player_times, spread_of
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SIMULTANEOUS
from tests.replay.recording import Recorder

MS = 1_000_000


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """Three rounds: ada takes 1, 2 and 5 ms and is metered twice; seat 1 takes 4 ms, misses, 4 ms."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "times.journal", config={"rounds": 3})
    recorder.join_all()
    now_ns = 0
    for turn, (elapsed_ms, cpu_ms) in enumerate(((1, None), (2, 1), (5, 4)), start=1):
        for seat in (0, 1):
            recorder.machine.note(ev.TurnHanded(seat, turn, now_ns))
        if cpu_ms is not None:
            recorder.machine.note(ev.CpuRead(0, turn, cpu_ms * MS, now_ns))
        action = ToyAction(1)
        payload = recorder.plugin.codec.encode_action(action)
        at_ns = now_ns + elapsed_ms * MS
        recorder.handle(ev.ActionReceived(0, turn, action, payload, at_ns))
        if turn == 2:
            deadline_ns = recorder.machine.next_deadline_ns
            assert deadline_ns is not None
            now_ns = deadline_ns
            recorder.handle(ev.TimePassed(now_ns))
        else:
            recorder.handle(ev.ActionReceived(1, turn, action, payload, now_ns + 4 * MS))
            now_ns += 10 * MS
    return recorder.path


def test_times_of_a_match(match: Path) -> None:
    """In microseconds; a missed deadline is no answer."""
    assert player_times([load(match)]) == [
        PlayerTimes("ada", 3, 0, Spread(8000, 2000, 5000, 5000), 2, Spread(5000, 1000, 4000, 4000)),
        PlayerTimes("seat 1", 2, 1, Spread(8000, 4000, 4000, 4000), 0, None),
    ]


def test_times_of_several_matches_are_put_together(match: Path) -> None:
    """By name."""
    ada, other = player_times([load(match), load(match)])
    assert (ada.answered, ada.metered, other.missed) == (6, 4, 2)
    assert ada.wall == Spread(16_000, 2000, 5000, 5000)


@pytest.mark.parametrize(
    ("values", "spread"),
    [
        pytest.param([], None, id="none"),
        pytest.param([7], Spread(7, 7, 7, 7), id="one"),
        pytest.param([2, 1], Spread(3, 1, 2, 2), id="two: the lower is the median"),
        pytest.param(range(200, 0, -1), Spread(20_100, 100, 198, 200), id="1 to 200"),
    ],
)
def test_spread_by_nearest_rank(values: list[int], spread: Spread | None) -> None:
    """The least value that so many of 100 don't exceed."""
    assert spread_of(values) == spread
