"""A spy with a memory: it knows dice and levels where a seed is written, and none where they are secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from loadtest import spy
from loadtest.spy_memory import Words
from loadtest.spy_party_bot import floor_of
from referee.games.dice_adventure.maps.builtin import PRESETS
from referee.games.dice_adventure.maps.generator import generate
from referee.games.dice_adventure.tables import DEFAULT_TYPES
from tests.tournaments.sandboxes import needs_sandbox
from tournaments.spec.reading import parse_spec
from tournaments.tables.formats import make_scheduler


def known(out: str) -> tuple[int, int]:
    """Dice that the spy took for known: right and wrong."""
    (line,) = (line for line in out.splitlines() if "dice taken for known" in line)
    right, wrong, *_ = (int(word) for word in line.replace(":", " ").split() if word.isdigit())
    return right, wrong


@pytest.mark.slow
@needs_sandbox
@pytest.mark.parametrize(
    ("form", "way", "policy"),
    [
        ("round_robin", "sandbox, a process a match", "shared"),
        ("round_robin", "sandbox, a process a bot", "own"),
        ("round_robin", "no sandbox, a process a bot", "own"),
        ("team", "sandbox, a process a match", "shared"),
    ],
)
def test_nobody_knows_a_die(
    capsys: pytest.CaptureFixture[str], form: str, way: str, policy: str
) -> None:
    """Neither from the first match of a block, nor from what the referee tells, nor from a file it left."""
    assert spy.main(["--blocks", "2", "--format", form, "--way", way]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{form}, {way}: dice {policy}\n")
    assert known(out) == (0, 0)


@pytest.mark.slow
@needs_sandbox
@pytest.mark.parametrize("form", ["round_robin", "contest"])
def test_the_control(capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Where the seed is written, and so told after every match or to be computed, the same spy knows."""
    spy.main(["--blocks", "2", "--format", form, "--way", "written"])
    right, wrong = known(capsys.readouterr().out)
    assert right > 10
    assert wrong == 0


@pytest.mark.parametrize("form", spy.FORMATS)
def test_every_format_has_its_ways(tmp_path: Path, form: str) -> None:
    """Tournament files that can be read, with at least as many blocks as were asked for."""
    for way in spy.ways_of(form):
        text = spy.tournament_file(form, way, blocks=30, games=3, run="r")
        spec = parse_spec(text, tmp_path / "spy.toml")
        assert spec.format == form
        scheduler = make_scheduler(spec)
        assert scheduler.total is None or scheduler.total >= 30
        assert {bot.cwd for bot in spec.bots if bot.command} == {"spy", "twin"}


@pytest.mark.parametrize("seed", [0, 1, 2008, 2**64 - 1])
def test_the_spy_knows_how_levels_are_made(seed: int) -> None:
    """Its floor is that of the game's own generator."""
    level = generate(seed, 3, PRESETS["hard"], DEFAULT_TYPES)
    rows, cols = level.terrain.nonzero()
    assert floor_of(seed, 3) == set(zip(cols.tolist(), rows.tolist(), strict=True))


def test_the_spy_knows_how_dice_are_rolled() -> None:
    """DA-8.14."""
    words = Words(1, 1, 0, 0)
    assert [words.draw(6) for _ in range(10)] == [1, 2, 3, 3, 6, 1, 5, 5, 2, 1]
