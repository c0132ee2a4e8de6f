"""A spy with a memory: it knows the dice where a seed is written, and none where they are secret."""

from __future__ import annotations

import pytest

from loadtest import spy
from tests.tournaments.sandboxes import needs_sandbox

pytestmark = [pytest.mark.slow, needs_sandbox]


def known(out: str) -> tuple[int, int]:
    """Dice that the spy took for known: right and wrong."""
    (line,) = (line for line in out.splitlines() if "dice taken for known" in line)
    right, wrong, *_ = (int(word) for word in line.replace(":", " ").split() if word.isdigit())
    return right, wrong


@pytest.mark.parametrize(
    ("way", "policy"),
    [
        ("sandbox, a process a match", "shared"),
        ("sandbox, a process a bot", "own"),
        ("no sandbox, a process a bot", "own"),
    ],
)
def test_nobody_knows_a_die(capsys: pytest.CaptureFixture[str], way: str, policy: str) -> None:
    """Neither from the first match of a block, nor from what the referee tells, nor from a file it left."""
    assert spy.main(["--blocks", "2", "--way", way]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"round_robin, {way}: dice {policy}\n")
    assert known(out) == (0, 0)


def test_the_control(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the seed is written, and so told after every match, the same spy knows the second match's dice."""
    spy.main(["--blocks", "2", "--way", "written"])
    right, wrong = known(capsys.readouterr().out)
    assert right > 10
    assert wrong == 0


@pytest.mark.parametrize(
    ("points", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_intervals(points: int, matches: int, low: float, high: float) -> None:
    """As tables of Wilson's interval have them."""
    found = spy.Share(points, matches).interval
    assert found == pytest.approx((low, high), abs=5e-5)
