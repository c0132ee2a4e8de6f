"""What holds in every match, under any config and any choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.config import parse_config
from referee.core.errors import ConfigError, FieldError, ScenarioError
from referee.core.rng import Stream
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import LEGAL
from referee.games.diceman.state import State
from referee.games.diceman.tables import COMBO_DICE
from referee.games.diceman.wire.records import Phase, Round
from referee.games.duel import DRAWN, GOES_ON, WON_BY_FIRST, WON_BY_SECOND
from tests.games.diceman.reference import ReferenceMatch
from tests.strategies import SEEDS

GAME = PLUGIN.game

DIE = st.integers(1, 12)
CONFIGS = st.builds(
    DicemanConfig,
    life=st.integers(1, 30),
    die_magic=DIE,
    die_priority=DIE,
    die_sword=DIE,
    die_shield=DIE,
    magic_scope=st.sampled_from(["phase", "so_far"]),
    games=st.integers(1, 3),
    round_cap=st.integers(1, 15),
)


def last_round(state: State) -> Round:
    """The round that has just been played."""
    played = GAME.observe(state, [0])[0].table.last_round
    assert played is not None
    return played


def damage_by(seat: int, phase: Phase) -> int:
    """All damage a seat deals in a phase."""
    return sum(kind[seat] for kind in (phase.edge, phase.preempt, phase.sword, phase.magic))


@given(config=CONFIGS, seed=SEEDS, choices=SEEDS)
def test_a_whole_match(config: DicemanConfig, seed: int, choices: int) -> None:
    """It agrees with the closed form to the end, and keeps its books.

    Lives stay in their bounds and fall by recorded damage alone, each game gives two points, picks are
    counted, and the match is over within games x round_cap rounds.
    """
    dice = Stream(choices)
    sides = (config.die_magic, config.die_priority, config.die_sword, config.die_shield)
    reference = ReferenceMatch(
        seed, config.life, sides, config.magic_scope == "so_far", config.games, config.round_cap
    )
    state, _ = GAME.start(config, seed=seed, num_seats=2)
    rounds = 0
    while GAME.decision(state) is not None:
        combos = dice.draw(6) - 1, dice.draw(6) - 1
        GAME.step(state, {seat: LEGAL[combo] for seat, combo in enumerate(combos)})
        rounds += 1
        played = last_round(state)
        assert reference.play(*combos) == played.life_after
        for seat in (0, 1):
            hurt = sum(damage_by(1 - seat, phase) for phase in played.phases)
            assert played.life_after[seat] == max(0, played.life_before[seat] - hurt)
            assert 0 <= played.life_after[seat] <= config.life
        table = GAME.observe(state, [0])[0].table
        assert (table.game, table.round) == (reference.game, reference.round)
        assert (table.life, table.points) == (reference.life, reference.points)
        assert [sum(counts) for counts in table.pick_counts] == [rounds, rounds]
    assert reference.over
    assert rounds <= config.games * config.round_cap
    assert sum(reference.points) == 2 * config.games
    assert GAME.outcome(state).scores == reference.points


@given(config=CONFIGS, seed=SEEDS, choices=SEEDS)
def test_seats_are_symmetric(config: DicemanConfig, seed: int, choices: int) -> None:
    """With seats and dice swapped, everything comes out swapped (DM-2.3)."""
    dice = Stream(choices)
    state, _ = GAME.start(config, seed=seed, num_seats=2)
    mirror, _ = GAME.start(config, seed=seed, num_seats=2)
    sides = (config.die_magic, config.die_priority, config.die_sword, config.die_shield)
    swapped_result = {
        GOES_ON: GOES_ON,
        DRAWN: DRAWN,
        WON_BY_FIRST: WON_BY_SECOND,
        WON_BY_SECOND: WON_BY_FIRST,
    }
    while GAME.decision(state) is not None:
        combos = dice.draw(6) - 1, dice.draw(6) - 1
        rolls = [
            [dice.draw(sides[die]) for die in COMBO_DICE[combo] if sides[die] > 1]
            for combo in combos
        ]
        GAME.script_dice(state, rolls[0] + rolls[1])
        GAME.script_dice(mirror, rolls[1] + rolls[0])
        GAME.step(state, {0: LEGAL[combos[0]], 1: LEGAL[combos[1]]})
        GAME.step(mirror, {0: LEGAL[combos[1]], 1: LEGAL[combos[0]]})
        one, other = last_round(state), last_round(mirror)
        assert one.life_after == other.life_after[::-1]
        assert one.rolls == other.rolls[::-1]
        assert one.result == swapped_result[other.result]
        for phase, reflected in zip(one.phases, other.phases, strict=True):
            assert phase.number == reflected.number
            assert phase.duel == reflected.duel
            assert [damage_by(seat, phase) for seat in (0, 1)] == [
                damage_by(seat, reflected) for seat in (1, 0)
            ]
    assert GAME.outcome(state).placements == GAME.outcome(mirror).placements[::-1]


def test_a_silent_match_ends() -> None:
    """Two seats that never answer play sword and shield to the end (DM-7.4)."""
    state, _ = GAME.start(DicemanConfig(games=2, round_cap=5), seed=1, num_seats=2)
    for _ in range(10):
        if GAME.decision(state) is None:
            break
        GAME.step(state, {0: None, 1: None})
    assert GAME.decision(state) is None


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("life", 1, 1000),
        ("die_magic", 1, 100),
        ("die_priority", 1, 100),
        ("die_sword", 1, 100),
        ("die_shield", 1, 100),
        ("games", 1, 1000),
        ("round_cap", 1, 10_000),
        ("deadline_ms", 50, 600_000),
    ],
)
def test_bounds_of_the_config(field: str, low: int, high: int) -> None:
    """The bounds of DM-2.1 are allowed, the next values are not."""
    for good in (low, high):
        assert getattr(parse_config(DicemanConfig, {field: good}), field) == good
    for bad in (low - 1, high + 1, 2.5, "2", True):
        with pytest.raises(ConfigError, match=f"{field} must be a whole number from {low} to"):
            parse_config(DicemanConfig, {field: bad})


def test_defaults_of_the_config() -> None:
    """The table of DM-2.1."""
    assert DicemanConfig().model_dump() == {
        "life": 20,
        "die_magic": 4,
        "die_priority": 6,
        "die_sword": 8,
        "die_shield": 10,
        "magic_scope": "phase",
        "games": 11,
        "round_cap": 100,
        "deadline_ms": 2000,
    }


@pytest.mark.parametrize("num_seats", [0, 1, 3])
def test_only_two_can_play(num_seats: int) -> None:
    """DM-1.2."""
    with pytest.raises(FieldError, match=f"num_seats must be 2, not {num_seats}"):
        GAME.check_seats(DicemanConfig(), num_seats)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"live": [1, 2]}, "unknown field live; known: seed, game, round, life"),
        ({"life": [0, 5]}, r"life\[0\] must be a whole number from 1 to 20, not 0"),
        ({"life": [5]}, r"life must be a list of 2, not \[5\]"),
        ({"life": 5}, "life must be a list of 2, not 5"),
        ({"points": [0, 23]}, r"points\[1\] must be a whole number from 0 to 22, not 23"),
        ({"game": 12}, "game must be a whole number from 1 to 11, not 12"),
        ({"round": True}, "round must be a whole number from 1 to 100, not True"),
        ({"pick_counts": [[0] * 6, [0] * 5]}, r"pick_counts\[1\] must be a list of 6"),
    ],
)
def test_a_given_state_must_fit(values: dict[str, object], message: str) -> None:
    """The error names the field, the bound and the value."""
    with pytest.raises(ScenarioError, match=message):
        GAME.parse_state(DicemanConfig(), 2, values)


def test_a_given_state_is_the_start_but_for_what_is_named() -> None:
    """Nothing named gives the start; what is named is there."""
    start, _ = GAME.start(DicemanConfig(), seed=0, num_seats=2)
    assert GAME.digest(GAME.parse_state(DicemanConfig(), 2, {})) == GAME.digest(start)
    counts = [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]]
    fields = {"game": 3, "round": 7, "life": [4, 9], "points": [3, 1], "pick_counts": counts}
    plain = GAME.plain_state(GAME.parse_state(DicemanConfig(), 2, fields))
    assert {name: plain[name] for name in fields} == fields
