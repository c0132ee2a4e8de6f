"""What holds in every match, under any config and any answers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.config import parse_config
from referee.core.errors import ConfigError, FieldError, ScenarioError
from referee.core.rng import Stream
from referee.games.swordman import PLUGIN
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.state import State
from referee.games.swordman.wire.records import Round
from tests.games.swordman.reference import SILENT, ReferenceMatch, Rules

GAME = PLUGIN.game

CONFIGS = st.builds(
    SwordmanConfig,
    power=st.integers(1, 12),
    priority=st.booleans(),
    life=st.integers(1, 25),
    locations=st.integers(2, 5),
    guard_on=st.integers(1, 4),
    guard_off=st.integers(0, 3),
    games=st.integers(1, 3),
    round_cap=st.integers(1, 12),
)

NUMBER = st.one_of(st.integers(-2, 14), st.integers(-2, 14), st.integers(), st.none(), st.text())
FIELD = st.sampled_from(["sword", "shield", "priority", "sword_at", "shield_at"])
SPLIT = st.tuples(*[st.integers(0, 5)] * 5).map(
    lambda five: dict(zip(("sword", "shield", "priority", "sword_at", "shield_at"), five, strict=True))
)  # fmt: skip
ANSWER = st.one_of(
    SPLIT,
    st.dictionaries(FIELD, NUMBER),
    st.just(SILENT),
    st.sampled_from([None, 5, [1, 2], "sword"]),
)
"""Good answers, silence, and all that can be wrong with one."""


def rules_of(config: SwordmanConfig) -> Rules:
    """The same for the reference."""
    return Rules(**config.model_dump(exclude={"deadline_ms"}))


def last_round(state: State) -> Round:
    """The round that has just been played."""
    played = GAME.observe(state, [0])[0].table.last_round
    assert played is not None
    return played


def step(state: State, answers: tuple[Any, Any]) -> None:
    """Play a round of answers in plain form."""
    GAME.step(state, {
        seat: None if answer is SILENT else GAME.parse_action(answer)
        for seat, answer in enumerate(answers)
    })  # fmt: skip


@given(config=CONFIGS, answers=st.lists(st.tuples(ANSWER, ANSWER), min_size=1, max_size=8))
def test_a_whole_match(config: SwordmanConfig, answers: list[tuple[Any, Any]]) -> None:
    """It agrees with the reference to the end, whatever is answered, and keeps its books.

    Settings stay within the budget, lives within their bounds and fall by blows that landed alone, each
    game gives two points, and the match is over within games x round_cap rounds.
    """
    reference = ReferenceMatch(rules_of(config))
    state, _ = GAME.start(config, seed=0, num_seats=2)
    rounds = 0
    while GAME.decision(state) is not None:
        pair = answers[rounds % len(answers)]
        step(state, pair)
        settings, struck, notices = reference.play(pair)
        rounds += 1
        played = last_round(state)
        assert [tuple(one) for one in played.settings] == [
            (one.sword, one.shield, one.priority, one.sword_at, one.shield_at) for one in settings
        ]
        assert (played.blow, played.landed, played.first) == (
            struck.blow, struck.landed, struck.first,
        )  # fmt: skip
        assert played.life_after == struck.life
        for seat, own in enumerate(GAME.observe(state, [0, 1])):
            assert [(one.code.name, one.field) for one in own.notices] == notices[seat]
            setting = played.settings[seat]
            assert min(setting[:3]) >= 0
            assert sum(setting[:3]) <= config.power
            assert max(setting[3:]) < config.locations
            hurt = played.blow[1 - seat] * played.landed[1 - seat]
            assert played.life_after[seat] == max(0, played.life_before[seat] - hurt)
            assert played.life_after[seat] <= config.life
        table = GAME.observe(state, [0])[0].table
        assert (table.game, table.round) == (reference.game, reference.round)
        assert (table.life, table.points) == (reference.life, reference.points)
        assert sum(table.points) == 2 * (table.game - 1 + reference.over)
    assert reference.over
    assert rounds <= config.games * config.round_cap
    assert GAME.outcome(state).scores == reference.points


@given(config=CONFIGS, answers=st.lists(st.tuples(ANSWER, ANSWER), min_size=1, max_size=8))
def test_seats_are_symmetric(config: SwordmanConfig, answers: list[tuple[Any, Any]]) -> None:
    """With seats swapped, everything comes out swapped (SW-2.3)."""
    state, _ = GAME.start(config, seed=0, num_seats=2)
    mirror, _ = GAME.start(config, seed=1, num_seats=2)
    rounds = 0
    while GAME.decision(state) is not None:
        first, second = answers[rounds % len(answers)]
        rounds += 1
        step(state, (first, second))
        step(mirror, (second, first))
        one, other = last_round(state), last_round(mirror)
        assert one.settings == other.settings[::-1]
        assert (one.blow, one.landed) == (other.blow[::-1], other.landed[::-1])
        assert one.first == {0: 1, 1: 0, -1: -1}[other.first]
        assert one.life_after == other.life_after[::-1]
    assert GAME.decision(mirror) is None
    assert GAME.outcome(state).placements == GAME.outcome(mirror).placements[::-1]
    assert GAME.outcome(state).scores == GAME.outcome(mirror).scores[::-1]


@given(config=CONFIGS, seed=st.integers(0, 1000), turn=st.integers(1, 4))
def test_locations_are_all_alike(config: SwordmanConfig, seed: int, turn: int) -> None:
    """With all locations renamed, a match comes out the same (SW-2.2)."""
    state, _ = GAME.start(config, seed=0, num_seats=2)
    renamed, _ = GAME.start(config, seed=0, num_seats=2)
    dice = Stream(seed)
    while GAME.decision(state) is not None:
        actions = {seat: GAME.random_action(state, seat, dice) for seat in (0, 1)}
        GAME.step(state, actions)
        GAME.step(renamed, {
            seat: action._replace(
                sword_at=(action.sword_at + turn) % config.locations,
                shield_at=(action.shield_at + turn) % config.locations,
            )
            for seat, action in actions.items()
        })  # fmt: skip
        one, other = last_round(state), last_round(renamed)
        assert one._replace(settings=other.settings) == other
    assert GAME.outcome(state) == GAME.outcome(renamed)


@given(config=CONFIGS, seed=st.integers(0, 1000))
def test_more_shield_never_hurts(config: SwordmanConfig, seed: int) -> None:
    """Points that are left over are worth no more than the same points in the shield (SW-5.4)."""
    dice = Stream(seed)
    state, _ = GAME.start(config, seed=0, num_seats=2)
    theirs = GAME.random_action(state, 1, dice)
    ours = GAME.random_action(state, 0, dice)
    if ours.shield == 0:
        return
    bare = GAME.copy(state)
    GAME.step(state, {0: ours, 1: theirs})
    GAME.step(bare, {0: ours._replace(shield=ours.shield - 1), 1: theirs})
    assert last_round(state).life_after[0] >= last_round(bare).life_after[0]
    assert last_round(state).blow[0] == last_round(bare).blow[0]


def test_a_silent_match_ends() -> None:
    """Two seats that never answer stand sword against shield until the cap (SW-7.2, SW-7.5)."""
    state, _ = GAME.start(SwordmanConfig(games=2), seed=1, num_seats=2)
    for _ in range(100):
        GAME.step(state, {0: None, 1: None})
    assert GAME.decision(state) is None
    assert GAME.outcome(state).scores == (2, 2)
    assert GAME.outcome(state).placements == (1, 1)


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("power", 1, 100),
        ("life", 1, 1000),
        ("locations", 2, 9),
        ("guard_on", 1, 10),
        ("guard_off", 0, 10),
        ("games", 1, 1000),
        ("round_cap", 1, 10_000),
        ("deadline_ms", 50, 600_000),
    ],
)
def test_bounds_of_the_config(field: str, low: int, high: int) -> None:
    """The bounds of SW-2.1 are allowed, the next values are not."""
    for good in (low, high):
        assert getattr(parse_config(SwordmanConfig, {field: good}), field) == good
    for bad in (low - 1, high + 1, 2.5, "2", True):
        message = f"{field} must be a whole number from {low} to {high}, not {bad!r}"
        with pytest.raises(ConfigError, match=f"^{message}$"):
            parse_config(SwordmanConfig, {field: bad})


@pytest.mark.parametrize("bad", [0, 1, "true", None])
def test_priority_is_on_or_off(bad: object) -> None:
    """A truth value, and nothing like one."""
    with pytest.raises(ConfigError, match=f"^priority must be true or false, not {bad!r}$"):
        parse_config(SwordmanConfig, {"priority": bad})


def test_unknown_parameters() -> None:
    """The error lists what there is."""
    with pytest.raises(ConfigError, match="dice must be one of power, priority, life, locations"):
        parse_config(SwordmanConfig, {"dice": 2})


def test_defaults_of_the_config() -> None:
    """The table of SW-2.1."""
    assert SwordmanConfig().model_dump() == {
        "power": 10,
        "priority": True,
        "life": 20,
        "locations": 3,
        "guard_on": 3,
        "guard_off": 2,
        "games": 11,
        "round_cap": 50,
        "deadline_ms": 2000,
    }


@pytest.mark.parametrize("num_seats", [0, 1, 3])
def test_only_two_can_play(num_seats: int) -> None:
    """SW-1.2."""
    with pytest.raises(FieldError, match=f"num_seats must be 2, not {num_seats}"):
        GAME.check_seats(SwordmanConfig(), num_seats)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"live": [1, 2]}, "unknown field live; known: game, round, life, points"),
        ({"seed": 5}, "unknown field seed; known: game, round, life, points"),
        ({"life": [0, 5]}, r"life\[0\] must be a whole number from 1 to 20, not 0"),
        ({"life": 5}, "life must be a list of 2, not 5"),
        ({"points": [0, 23]}, r"points\[1\] must be a whole number from 0 to 22, not 23"),
        ({"game": 12}, "game must be a whole number from 1 to 11, not 12"),
        ({"round": 51}, "round must be a whole number from 1 to 50, not 51"),
    ],
)
def test_a_given_state_must_fit(values: dict[str, object], message: str) -> None:
    """The error names the field, the bound and the value."""
    with pytest.raises(ScenarioError, match=message):
        GAME.parse_state(SwordmanConfig(), 2, values)


def test_a_given_state_is_the_start_but_for_what_is_named() -> None:
    """Nothing named gives the start; what is named is there."""
    start, _ = GAME.start(SwordmanConfig(), seed=0, num_seats=2)
    assert GAME.digest(GAME.parse_state(SwordmanConfig(), 2, {})) == GAME.digest(start)
    fields = {"game": 3, "round": 7, "life": [4, 9], "points": [3, 1]}
    plain = GAME.plain_state(GAME.parse_state(SwordmanConfig(), 2, fields))
    assert {name: plain[name] for name in fields} == fields


def test_there_are_no_dice() -> None:
    """A script of them is a mistake in the scenario (SW-1.3)."""
    state, _ = GAME.start(SwordmanConfig(), seed=0, num_seats=2)
    with pytest.raises(ScenarioError, match="Swordman has no dice"):
        GAME.script_dice(state, [1])
