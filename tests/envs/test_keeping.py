"""Matches that are kept, gone on from, copied and pickled."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.core.game import AnyPlugin
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Rollout
from referee_envs import BackendError, InputError, env, gym_env, make_vec, parallel_env
from referee_envs.opponents import random_policy
from tests.envs.episodes import GAMES, SMALL, assert_same
from tests.helpers.example_games import EXAMPLES, install_example

STEPS = 12


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], AnyPlugin]:
    """Installs an example game."""
    return partial(install_example, monkeypatch, tmp_path)


def _on(vector: Any, steps: int = STEPS, seed: int = 5) -> list[Any]:
    """What is told of some steps, with legal actions that depend on what is seen and a seed."""
    policy = random_policy(vector.views.form, np.random.default_rng(seed))
    observations, _ = vector._infos.of_views([batch.view for batch in vector._batches])
    told = []
    for _ in range(steps):
        told.append(vector.step(policy(observations)))
        observations = told[-1][0]
    return told


@pytest.mark.parametrize("game", ["diceman", "proving_grounds"])
def test_what_comes_after_a_snapshot_comes_again(game: str, backend: str) -> None:
    """Dice, random opponents and house policies alike; of the same other seeds it is the same again."""
    for opponents in ("random", "house:random"):
        vector = make_vec(game, 3, opponents=opponents, backend=backend, **SMALL[game])
        vector.reset(seed=1)
        _on(vector, 1)
        kept = vector.snapshot()
        seen, infos = vector._infos.of_views([vector._batches[0].view])
        first = _on(vector, 4)
        assert_same((seen, infos), vector.restore(kept))
        assert_same(first, _on(vector, 4))
        vector.restore(kept, seed=[7, 7, 8], places=[2, 2, 2])
        rows = _on(vector, 4)
        vector.restore(kept, seed=[7, 7, 8], places=[2, 2, 2])
        assert_same(rows, _on(vector, 4))
        vector.forget(kept)
        vector.close()


def test_another_seed_is_another_future(backend: str) -> None:
    """Of equal seeds it is equal, in whichever row; one seed gives each row its own."""
    vector = make_vec("diceman", 3, columns=["table.life", "digest"], backend=backend)
    vector.reset(seed=1)
    kept = vector.snapshot([1])

    def played(**options: Any) -> list[Any]:
        vector.restore(kept, places=[0, 0, 0], **options)
        told = [vector.step(np.ones(3, np.int64))[0]["digest"] for _ in range(5)]
        return [[each[row].tolist() for each in told] for row in range(3)]

    one, two, three = played(seed=[7, 7, 8])
    assert one == two
    assert one != three
    assert played(seed=[8, 7, 7])[::-1] == [one, two, three]
    apart = played(seed=7)
    assert apart == played(seed=np.int64(7).item())
    assert apart[0] != apart[1]
    assert len({str(each) for each in played()}) == 1
    vector.close()


@pytest.mark.parametrize("game", EXAMPLES)
def test_games_of_the_kit_are_gone_on_from(game: str, examples: Callable[[str], AnyPlugin]) -> None:
    """With what would have come, with other seeds, and with what a seat can't know redrawn."""
    plugin = examples(game)
    seats = plugin.game.info.default_seats
    rows = start_rows(plugin, plugin.game.config_class(), num_rows=2, num_seats=seats)
    rollout = Rollout(rows, seed=3)

    def on(steps: int = 6) -> list[Any]:
        told: list[Any] = []
        for _ in range(steps):
            actions = rows.nothing()
            asked = rows.asked()
            for row, seat in np.argwhere(asked).tolist():
                state = rows.match(row)
                legal = plugin.game.legal_actions(state, seat)
                if legal:  # of the others the default is played
                    rows.put(actions, row, seat, legal[-1])
                    answered = actions["answered"]
                    assert not isinstance(answered, Ragged)
                    answered[row, seat] = True
            rows.step(actions)
            (digests,) = rollout.observe(["digest"])
            assert not isinstance(digests, Ragged)
            told.append(digests.tolist())
        return told

    on(2)
    kept = rollout.snapshot()
    first = on()
    rollout.restore(kept, None)
    assert on() == first
    seeds = np.array([5, 5], np.uint64)
    rollout.restore(kept, seeds, places=np.array([0, 0]))
    assert all(one == other for one, other in on())
    rollout.restore(kept, None, places=np.array([0, 0]))
    before = plugin.game.observe(rows.match(0), range(seats))
    for seat in range(seats):
        rollout.restore(kept, seeds, places=np.array([0, 0]), redraw_for=seat)
        again = plugin.game.observe(rows.match(0), range(seats))
        assert again[seat] == before[seat]


def test_what_a_seat_cannot_know_is_drawn_anew(examples: Callable[[str], AnyPlugin]) -> None:
    """In Leduc: its own card stays, and the other's is any that it may be; without, it stays what it was."""
    examples("leduc")
    vector = make_vec("leduc", 2 * 40, seat=None, columns=["card", "paid"])
    observations, _ = vector.reset(seed=2)
    kept = vector.snapshot([0])
    own, other = observations["card"][:2].tolist()
    matches: dict[str, Any] = {"places": [0] * 40, "seed": 4}
    seen, _ = vector.restore(kept, **matches)
    assert seen["card"].reshape(-1, 2).tolist() == [[own, other]] * 40
    seen, _ = vector.restore(kept, redraw_for=0, **matches)
    cards = seen["card"].reshape(-1, 2)
    assert set(cards[:, 0].tolist()) == {own}
    assert set(cards[:, 1].tolist()) == {0, 1, 2}


@pytest.mark.parametrize("game", [game for game in GAMES if game not in {"diceman", "swordman"}])
def test_where_nothing_can_be_drawn_anew_it_is_said(game: str) -> None:
    """And nothing has changed."""
    vector = make_vec(game, **SMALL[game])
    vector.reset(seed=1)
    kept = vector.snapshot()
    with pytest.raises(BackendError, match="redraw_for must be absent in a game that can't"):
        vector.restore(kept, seed=1, redraw_for=0)
    assert_same(vector.restore(kept), vector._infos.of_views([vector._batches[0].view]))


def test_what_is_wrong_with_a_restore() -> None:
    """It names the argument, what it must be, and what it is."""
    vector, other = (make_vec("diceman", 2) for _ in range(2))
    with pytest.raises(InputError, match="snapshot must be asked for after reset, not before"):
        vector.snapshot()
    vector.reset(seed=1)
    other.reset(seed=1)
    kept, one = vector.snapshot(), vector.snapshot([1])
    cases: list[tuple[Any, dict[str, Any], str]] = [
        (other.snapshot(), {}, "snapshot must be one of this environment, not another's"),
        (one, {}, "places must be given where 2 matches go on from 1, not None"),
        (one, {"places": [0, 1]}, "places must be from 0 to 0, not 1"),
        (one, {"places": [0]}, "places must be one for each of 2 matches, not 1 of them"),
        (kept, {"matches": [0, 2]}, "matches must be from 0 to 1, not 2"),
        (kept, {"matches": [0, 0]}, "matches must be each once, not [0, 0]"),
        (kept, {"matches": []}, "matches must be a list of whole numbers, at least one, not []"),
        (kept, {"seed": [1]}, "seed must be one for each of 2 matches, not 1 of them"),
        (kept, {"seed": -1}, "seed must be from 0 to 2^64-1, not -1"),
        (kept, {"redraw_for": 0}, "redraw_for must be given with a seed, not 0"),
    ]
    for snapshot, options, text in cases:
        with pytest.raises(InputError, match=re.escape(text)):
            vector.restore(snapshot, **options)
    with pytest.raises(BackendError, match="redraw_for must be from 0 to 1, not 2"):
        vector.restore(kept, seed=1, redraw_for=2)
    several = make_vec("diceman", 2, batch_size=1)
    several.reset(seed=1)
    with pytest.raises(
        InputError, match="batch_size must be that of all environments for snapshot"
    ):
        several.snapshot()


def test_single_environments_and_tables_are_gone_on_from() -> None:
    """The one seat, all at once, and in the midst of a decision point in turn."""
    single = gym_env("diceman", **SMALL["diceman"])
    single.reset(seed=1)
    kept = single.snapshot()
    first = [single.step(1) for _ in range(4)]
    single.restore(kept)
    assert_same(first, [single.step(1) for _ in range(4)])
    single.forget(kept)
    both = parallel_env("diceman", **SMALL["diceman"])
    both.reset(seed=1)
    of_both = both.snapshot()
    while both.agents:
        last = both.step(dict.fromkeys(both.agents, 1))
    both.restore(of_both)
    assert both.agents == both.possible_agents
    while both.agents:
        again = both.step(dict.fromkeys(both.agents, 1))
    assert_same(last, again)
    turns = env("diceman", **SMALL["diceman"])
    turns.reset(seed=1)
    turns.step(2)
    assert turns.agent_selection == "seat_1"
    of_turns = turns.snapshot()

    def played() -> list[Any]:
        told = []
        for _ in range(9):
            turns.step(1)
            told.append((turns.agent_selection, *turns.last()))
        return told

    once = played()
    turns.restore(of_turns)
    assert turns.agent_selection == "seat_1"
    assert_same(once, played())


@pytest.mark.parametrize("game", GAMES)
def test_copies_go_on_exactly(game: str) -> None:
    """By `copy` and by `pickle`, beside opponents of both kinds, and neither knows of the other."""
    house = "house:random" if game != "dice_adventure" else "house:wanderer"
    for options in (
        {"opponents": "random", "autoreset": "same_step", "stagger": 3},
        {"opponents": house, "autoreset": "next_step"},
    ):
        vector: Any = make_vec(game, 2, max_steps=9, **options, **SMALL[game])
        vector.reset(seed=1)
        _on(vector, 2)
        copies = [pickle.loads(pickle.dumps(vector)), copy.deepcopy(vector), copy.copy(vector)]
        first = _on(vector)
        for each in copies:
            assert_same(first, _on(each))
        vector.action_space.seed(3)
        other = copy.deepcopy(vector)
        assert_same(vector.action_space.sample(), other.action_space.sample())


def test_copies_of_what_wraps_a_vector() -> None:
    """Single environments and those of PettingZoo; before the first reset, too."""
    single = gym_env("diceman", **SMALL["diceman"])
    unborn = pickle.loads(pickle.dumps(single))
    assert_same(single.reset(seed=4), unborn.reset(seed=4))
    single.step(1)
    twin = copy.deepcopy(single)
    assert_same([single.step(2) for _ in range(5)], [twin.step(2) for _ in range(5)])
    assert_same(single.reset(), twin.reset())
    both = parallel_env("diceman", **SMALL["diceman"])
    both.reset(seed=1)
    other = pickle.loads(pickle.dumps(both))
    actions = dict.fromkeys(both.agents, 3)
    assert_same(both.step(actions), other.step(actions))
    turns = env("diceman", **SMALL["diceman"])
    turns.reset(seed=1)
    turns.step(1)
    beside = copy.deepcopy(turns)
    for each in (turns, beside):
        each.step(2)
    assert_same(turns.last(), beside.last())


def test_matches_of_a_server_are_not_copied(address: str) -> None:
    """The error names what to do; before the first reset a copy asks for matches of its own."""
    vector = make_vec("diceman", 2, backend=address, **SMALL["diceman"])
    twin = pickle.loads(pickle.dumps(vector))
    assert_same(vector.reset(seed=1), twin.reset(seed=1))
    twin.close()
    with pytest.raises(
        BackendError, match=r"can't be copied or pickled; keep them by snapshot\(\)"
    ):
        copy.deepcopy(vector)
    vector.close()


def test_no_copy_is_made_of_steps_that_are_ahead() -> None:
    """What has been sent has to be received first."""
    vector = make_vec("diceman", 2)
    vector.reset(seed=1)
    vector.send(np.zeros(2, np.int64))
    with pytest.raises(
        InputError, match="copy must be of an environment that has answered all steps"
    ):
        copy.deepcopy(vector)
