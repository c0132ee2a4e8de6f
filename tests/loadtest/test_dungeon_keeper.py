"""The measurement of Dungeon Keeper's engine, in its smallest size."""

from __future__ import annotations

import pytest

from loadtest.bench import dungeon_keeper as bench
from loadtest.dungeon_keeper import main
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig

TINY = DungeonKeeperConfig(preset="small", max_rounds=3)


def test_what_was_played_is_counted() -> None:
    """Two matches of three rounds by the same random orders, counted here by another way."""
    played = bench.play_matches(TINY, 2, seconds=1e9, most=2)
    game = PLUGIN.game
    batches = orders = 0
    for seed in range(2):
        state, _ = game.start(TINY, seed=seed, num_seats=2)
        dice = Stream(seed, 99)
        while (point := game.decision(state)) is not None:
            (seat,) = point.seats
            action = game.random_action(state, seat, dice)
            events = game.step(state, {seat: action})
            batches += 1
            orders += sum(type(event.body).__name__ == "OrderResult" for event in events)
    assert (played.matches, played.rounds) == (2, 6)
    assert (played.batches, played.orders) == (batches, orders)
    assert played.step_s > 0
    assert played.draw_s > 0


def test_a_delta_is_far_smaller_than_the_whole() -> None:
    """After one order in a match of some rounds, which is not changed by looking."""
    state = bench.played_on(TINY, 2, rounds=1)
    digest = PLUGIN.game.digest(state)
    whole = bench.shown(TINY, state, 0.0, delta=False)
    delta = bench.shown(TINY, state, 0.0, delta=True)
    assert 0 < delta.num_bytes < whole.num_bytes / 3
    assert min(*whole, *delta) > 0
    assert PLUGIN.game.digest(state) == digest
    assert bench.copy_us(state, 0.0) > 0
    assert bench.begin_us(TINY, 2, 0.0) > 0


def test_tables_have_a_row_for_each_size(capsys: pytest.CaptureFixture[str]) -> None:
    """Of one match each: without fog and with it."""
    main(["--seconds", "0", "--matches", "1", "--rounds", "1", "--presets", "small"])
    lines = capsys.readouterr().out.splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "15x15" in line]
    assert [row[:3] for row in rows] == [["`small`, 15x15", "2", fog] for fog in ("no", "yes")] * 3
    assert all(row[3] == "1" for row in rows[:2])
    headings = [line for line in lines if line.startswith("| preset")]
    assert [len(line.split("|")) - 2 for line in headings] == [len(row) for row in rows[::2]]
