"""What the trained Diceman player is made of, without the library it was trained with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import diceman_bot
import referee_bots
from diceman_search_bot import table_of
from gamereferee.games.diceman.v1.diceman_pb2 import Action, Config, Observation
from learners import network
from learners.diceman_features import COLUMNS, NUM_COMBOS, NUM_FEATURES, Table, features
from learners.duel import duel
from learners.matches import Matches
from learners.odds import best_response_value, optimal_values, responder
from learners.opponents import HOUSE, Player, draw, greedy, mixer, trained, uniform
from learners.pool import PAST, Pool
from referee.games import registry
from referee_bots.diceman.damage import COMBOS, Dice
from referee_bots.diceman.mixer_bot import best_deviation, mixture
from referee_envs import as_bot
from tests.architecture.source import ROOT

FOLDER = ROOT / "examples" / "train"
POLICY = FOLDER / "diceman_policy.npz"


def observations(config: dict[str, object], seed: int) -> Iterator[list[Observation]]:
    """Yield what both seats are sent, as messages, in a match of random picks."""
    plugin = registry.find("diceman")
    agreed = plugin.game.config_class.model_validate(config)
    state, _ = plugin.game.start(agreed, seed=seed, num_seats=2)
    random = np.random.default_rng(seed)
    while plugin.game.decision(state) is not None:
        seen = plugin.codec.encode_observations(agreed, plugin.game.observe(state, (0, 1)))
        yield [Observation.FromString(each) for each in seen]
        picks = random.integers(0, NUM_COMBOS, 2).tolist()
        actions = {
            seat: plugin.game.parse_action({"dice": list(COMBOS[pick])})
            for seat, pick in enumerate(picks)
        }
        plugin.game.step(state, actions)


def tables(rounds: int, rows: int) -> Iterator[tuple[Table, np.random.Generator]]:
    """Yield tables of matches of random picks, and dice."""
    matches, random = Matches(rows, 3), np.random.default_rng(3)
    for _ in range(rounds):
        yield matches.table(), random
        matches.step(random.integers(0, NUM_COMBOS, (rows, 2), np.int8))


def test_a_network_by_hand() -> None:
    """Two layers, with a negative number between them that becomes 0."""
    first = np.array([[1, -1], [2, 0]], np.float32), np.array([0, 0.5], np.float32)
    second = np.array([[1], [10]], np.float32), np.array([-1], np.float32)
    given = np.array([[3, 1], [-2, 0]], np.float32)
    # 3 + 2 = 5 and -3 + 0.5 < 0: 5 - 1; and -2 < 0 and 2 + 0.5: 25 - 1.
    assert network.forward([first, second], given).tolist() == [[4.0], [24.0]]


def test_chances() -> None:
    """Logits a factor apart; however large they are."""
    logits = np.log(np.array([[1, 3, 4]], np.float32)) + 500
    assert network.probabilities(logits)[0] == pytest.approx([1 / 8, 3 / 8, 4 / 8], rel=1e-4)


def test_draws_follow_chances() -> None:
    """A choice without any chance is never drawn, others as often as they should."""
    chances = np.tile(np.array([0, 0.25, 0, 0.75, 0, 0], np.float32), (40_000, 1))
    drawn = draw(chances, np.random.default_rng(1))
    shares = np.bincount(drawn, minlength=NUM_COMBOS) / len(drawn)
    # Half a percent is more than twice the standard deviation of 0.0022.
    assert shares == pytest.approx([0, 0.25, 0, 0.75, 0, 0], abs=0.005)
    assert shares[[0, 2, 4, 5]].tolist() == [0, 0, 0, 0]


def test_a_policy_is_kept(tmp_path: Path) -> None:
    """In float16, and with its text; another file is refused."""
    layers = network.starting_layers([4, 3, 2], np.random.default_rng(1))
    path = tmp_path / "policy.npz"
    network.save(path, network.Policy(layers, "for a test"))
    loaded = network.load(path)
    assert loaded.about == "for a test"
    for (weights, biases), (kept, kept_biases) in zip(layers, loaded.layers, strict=True):
        assert kept == pytest.approx(weights, rel=1e-3)
        assert kept_biases.tolist() == biases.tolist()
    np.savez(path, other=np.zeros(3))
    with pytest.raises(ValueError, match="must hold a policy, not other"):
        network.load(path)


def test_the_saved_policy() -> None:
    """It is small, and has an answer to everything."""
    assert POLICY.stat().st_size <= 200_000
    layers = network.load(POLICY).layers
    assert layers[0][0].shape[0] == NUM_FEATURES
    for table, _ in tables(20, 8):
        logits = network.forward(layers, features(table, np.arange(8) % 2))
        chances = network.probabilities(logits)
        assert chances.shape == (8, NUM_COMBOS)
        assert chances.sum(axis=1) == pytest.approx(np.ones(8), abs=1e-5)


def test_both_seats_see_alike() -> None:
    """A table with its seats exchanged looks to seat 1 as the table does to seat 0."""
    for table, _ in tables(30, 4):
        turned = Table(
            game=table.game,
            round=table.round,
            life=table.life[:, ::-1],
            points=table.points[:, ::-1],
            pick_counts=table.pick_counts[:, ::-1],
            has_last_round=table.has_last_round,
            last_combos=table.last_combos[:, ::-1],
        )
        first, second = np.zeros(4, np.int64), np.ones(4, np.int64)
        assert features(turned, second).tolist() == features(table, first).tolist()


def test_messages_look_as_columns_do() -> None:
    """A bot sees in a tournament what the learner saw."""
    matches = Matches(1, [7])
    random = np.random.default_rng(7)
    for sent in observations({"games": 11}, 7):
        for seat in (0, 1):
            seats = np.array([seat])
            one, other = features(table_of(sent[seat]), seats), features(matches.table(), seats)
            assert one.tolist() == other.tolist()
        matches.step(random.integers(0, NUM_COMBOS, 2)[None].astype(np.int8))


def test_greedy_is_the_house_bot() -> None:
    """All its picks are those that the bot makes of messages."""
    bot = referee_bots.find("diceman", "greedy")(1)
    picked = 0
    for sent in observations({"games": 3}, 5):
        action: Any = bot.act(sent[1])
        (pick,) = greedy(table_of(sent[1]), np.array([1]), np.random.default_rng(0))
        assert tuple(action.dice) == COMBOS[pick]
        picked += 1
    assert picked > 20


def test_mixer_is_the_house_bot() -> None:
    """It deviates where the bot does, and else draws from the bot's mixture."""
    shares, out_of = mixture(Dice())
    drawn = np.zeros(NUM_COMBOS, np.int64)
    deviated = 0
    for table, random in tables(60, 64):
        picks = mixer(table, np.zeros(64, np.int64), random)
        for counts, pick in zip(table.pick_counts[:, 1].tolist(), picks.tolist(), strict=True):
            best = best_deviation(Dice(), counts)
            deviated += best is not None
            if best is None:
                drawn[pick] += 1
            else:
                assert pick == best
    assert deviated > 100
    # Chi-squared with two degrees of freedom passes 18.4 once in ten thousand times.
    expected = np.array(shares) * drawn.sum() / out_of
    held = expected > 0
    assert drawn[~held].sum() == 0
    assert (((drawn - expected)[held] ** 2) / expected[held]).sum() < 18.4


def test_optimal_values_are_those_of_the_rulebook() -> None:
    """V(2, 1) = 1/8 and V(20, 10) = 0.770676 (DM-11.8)."""
    assert optimal_values()[2, 1] == pytest.approx(1 / 8)
    assert optimal_values()[20, 10] == pytest.approx(0.770676, abs=1e-6)


def test_the_best_response_to_random_picks() -> None:
    """It makes 0.6087 of them, as docs/odds.md computes by another program."""
    nothing = [(np.zeros((NUM_FEATURES, NUM_COMBOS), np.float32), np.zeros(NUM_COMBOS, np.float32))]
    assert best_response_value(nothing) == pytest.approx(0.6087, abs=5e-5)
    result = duel(responder(nothing), uniform, matches=128, seed=1)
    assert 0.45 < result.value - result.value_margin < result.value + result.value_margin < 0.75


@pytest.mark.parametrize(("house", "least"), [("greedy", 0.9), ("mixer", 0.55)])
def test_the_saved_policy_beats_house_bots(house: str, least: float) -> None:
    """In process, with seeds that it was not trained with."""
    assert _score(trained(network.load(POLICY).layers), HOUSE[house]) >= least


def _score(first: Player, second: Player) -> float:
    return duel(first, second, matches=96, seed=1001).score


def test_a_player_against_itself_is_even() -> None:
    """Both get the same of random picks, and a match is won or lost by at most all games."""
    result = duel(uniform, uniform, matches=128, seed=2)
    assert result.matches == 128
    assert abs(result.score - 0.5) < 4 * result.score_margin
    assert abs(result.value) < 4 * result.value_margin


def test_a_pool_plays_to_the_end_of_matches() -> None:
    """Rewards of a match add up to games won less games lost, and scores are kept by kind."""
    layers = network.load(POLICY).layers
    pool = Pool({"random": 8, PAST: 8}, seed=4)
    played = pool.play(layers, [layers, layers], 400)
    assert played.ended.any(axis=0).all()
    assert {len(scores) > 0 for scores in pool.scores.values()} == {True}
    assert np.mean(pool.scores["random"]) > 0.5
    won = []
    for row in range(pool.num_rows):
        first = int(played.ended[:, row].argmax())
        won.append(np.sign(played.rewards[: first + 1, row].sum()))
    assert set(won) <= {-1.0, 0.0, 1.0}
    assert np.abs(played.rewards).max() == 1
    assert np.mean(won[:8]) > 0


def test_the_bot_plays_a_match_to_its_end() -> None:
    """Against random picks, by messages alone: every answer is a legal one."""
    plugin = registry.find("diceman")
    config = Config(games=2)
    bot: Any = as_bot(diceman_bot.policy, diceman_bot.GAME, columns=COLUMNS)()
    bot.on_start(SimpleNamespace(num_seats=2, game_version=plugin.game.info.version))
    turn = SimpleNamespace(seat=0, config=config)
    answers = [bot.act(sent[0], turn) for sent in observations({"games": 2}, 9)]
    assert len(answers) > 5
    assert all(isinstance(answer, Action) for answer in answers)
    assert {tuple(answer.dice) for answer in answers} <= set(COMBOS)
