"""The bot that searches: its copies are the match, and its picks are legal and its own."""

from __future__ import annotations

import collections
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import diceman_search_bot
from diceman_search_bot import SearchBot, copies, table_of
from gamereferee.games.diceman.v1.diceman_pb2 import Observation
from learners.diceman_features import NUM_COMBOS
from referee.games import registry
from referee.games.diceman.columns import LIFE, OVER, POINTS
from referee.games.diceman.rules.round import play_round
from referee_bots.diceman.damage import COMBOS

PLUGIN = registry.find("diceman")
CONFIG = PLUGIN.game.config_class()


def seen(state: Any, seat: int) -> Observation:
    """Return what a seat is sent."""
    (message,) = PLUGIN.codec.encode_observations(CONFIG, PLUGIN.game.observe(state, (seat,)))
    return Observation.FromString(message)


def test_a_copy_with_the_seed_of_the_match_is_the_match() -> None:
    """From any point on, lives and points go the same way to the end."""
    seed, random = 31, np.random.default_rng(31)
    state, _ = PLUGIN.game.start(CONFIG, seed=seed, num_seats=2)
    made = {}
    for number in range(40):
        if number in (0, 1, 17):
            made[number] = copies(CONFIG, table_of(seen(state, 0)), np.array([seed], np.uint64))
        picks = random.integers(0, NUM_COMBOS, 2).tolist()
        PLUGIN.game.step(
            state,
            {
                seat: PLUGIN.game.parse_action({"dice": list(COMBOS[pick])})
                for seat, pick in enumerate(picks)
            },
        )
        for copy in made.values():
            play_round(copy, np.array([picks], np.int8))
            for column in (LIFE, LIFE + 1, POINTS, POINTS + 1, OVER):
                assert copy.table[0, column] == state.table[0, column]
    assert made.keys() == {0, 1, 17}


def test_it_answers_what_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who always picks magic and sword is met with sword and shield most often: it deals most more than it (DM-11.8)."""
    monkeypatch.setattr(diceman_search_bot, "PLAYS", 128)
    monkeypatch.setattr(diceman_search_bot, "MOST_ROUNDS", 6)
    state, _ = PLUGIN.game.start(CONFIG, seed=5, num_seats=2)
    bot: Any = SearchBot(seed=1)
    bot.on_start(SimpleNamespace(match_id="m", seat=1))
    theirs = PLUGIN.game.parse_action({"dice": [0, 2]})
    answers = []
    for _ in range(16):
        answer = list(bot.act(seen(state, 1)).dice)
        answers.append(tuple(answer))
        PLUGIN.game.step(state, {0: theirs, 1: PLUGIN.game.parse_action({"dice": answer})})
    assert set(answers) <= set(COMBOS)
    assert collections.Counter(answers[6:]).most_common(1)[0][0] == (2, 3)
