"""`python -m loadtest.seed_search`: the search finds the seed, and nothing else, from dice of real streams."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from loadtest.seed_search import (
    Attempt,
    battle_attempt,
    diceman_attempt,
    found_seeds,
    main,
    mix,
    unmix,
)

SEED = 0xFEDC_BA98_7654_3210
ATTEMPTS = [pytest.param(diceman_attempt, id="diceman"), pytest.param(battle_attempt, id="battle")]


def test_mix_gives_the_published_words() -> None:
    """SplitMix64's first words from state zero, as `tests/core/test_rng.py` has them."""
    golden = 0x9E3779B97F4A7C15
    states = np.array([golden * count % 2**64 for count in (1, 2, 3)], np.uint64)
    words = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert mix(states).tolist() == words
    assert unmix(np.array(words, np.uint64)).tolist() == states.tolist()


@pytest.mark.parametrize("attempt_of", ATTEMPTS)
def test_the_seed_alone_is_found(attempt_of: Callable[[int], Attempt]) -> None:
    """Among 2^12 words for the first die, one explains all dice, and its seed is the match's."""
    assert list(found_seeds(attempt_of(SEED), 12)) == [SEED]


@pytest.mark.parametrize("attempt_of", ATTEMPTS)
def test_other_words_explain_nothing(attempt_of: Callable[[int], Attempt]) -> None:
    """Where the right word is not among those that are tried, none is found."""
    attempt = attempt_of(SEED)
    elsewhere = attempt._replace(word=attempt.word ^ 1 << 40)
    assert list(found_seeds(elsewhere, 12)) == []


def test_the_table_tells_what_a_whole_search_would_take(capsys: pytest.CaptureFixture[str]) -> None:
    """2^64 / 10 words for a Shield of ten sides, 2^64 / 20 for a Healer's die."""
    assert main(["--unknown-bits", "8"]) == 0
    diceman, battle = capsys.readouterr().out.splitlines()[-2:]
    assert diceman.startswith("| Diceman | 2^60.7 |")
    assert battle.startswith("| Champions | 2^59.7 |")
    assert diceman.endswith("| found |")
    assert battle.endswith("| found |")
