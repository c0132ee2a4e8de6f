"""The measurement of Dungeon Keeper's engine, in its smallest size."""

from __future__ import annotations

import pytest

from loadtest.bench import dungeon_keeper as bench
from loadtest.bench import dungeon_keeper_messages as messages
from loadtest.dungeon_keeper import main
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
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


@pytest.mark.parametrize("fog", [False, True])
def test_imps_step_one_a_batch(fog: bool) -> None:
    """Two seats' three imps each step aside and back; the board is told with them, or only who stepped."""
    crowd = messages.Crowd("small", seats=2, imps=3)
    _, state = messages.crowded(crowd, fog=fog)
    assert (state.match[c.ROUND], int((state.units[:, c.ID] > 0).sum())) == (2, 6)
    whole = messages.observation_costs(0.0, fog=fog, delta=False, crowd=crowd)
    delta = messages.observation_costs(0.0, fog=fog, delta=True, crowd=crowd)
    assert whole.batches == delta.batches == 12
    assert whole.num_bytes > 15 * 15
    assert 0 < delta.num_bytes < 100
    # What is shown costs the difference of two times, which chance can make less than nothing.
    assert min(whole.step_us, delta.step_us) > 0


def test_tables_have_a_row_for_each_size(capsys: pytest.CaptureFixture[str]) -> None:
    """Of one match each: without fog and with it."""
    main(["--seconds", "0", "--matches", "1", "--rounds", "1", "--presets", "small"])
    lines = capsys.readouterr().out.splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "15x15" in line]
    assert [row[:3] for row in rows] == [["`small`, 15x15", "2", fog] for fog in ("no", "yes")] * 3
    assert all(row[3] == "1" for row in rows[:2])
    headings = [line for line in lines if line.startswith("| preset")]
    assert [len(line.split("|")) - 2 for line in headings] == [len(row) for row in rows[::2]]
