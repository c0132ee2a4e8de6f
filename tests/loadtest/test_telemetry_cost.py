"""What metrics cost is measured in pairs."""

from __future__ import annotations

from loadtest.telemetry_cost import in_process, in_turn, metrics


def test_pairs_are_compared_in_turn() -> None:
    """Each side is first in every second pair, and a ratio is that of the two next to each other."""
    calls: list[str] = []

    def took(name: str, seconds: float) -> float:
        calls.append(name)
        return seconds * len(calls)

    ratios = in_turn(lambda: took("without", 1.0), lambda: took("with", 2.0), 2)
    assert calls == ["with", "without", "without", "with"]
    assert ratios == [2 * 1 / (1 * 2), 2 * 4 / (1 * 3)]


def test_matches_are_played_in_process() -> None:
    """Whole ones, with what is measured and without it."""
    (ratio,) = in_process(metrics, 1, 1)
    assert ratio > 0
