"""What counts of an action, and what is refused (SW-4.4 to SW-4.9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.games.swordman import PLUGIN
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import BAD_FORM, ORDER_WIDTH, Action, parse_action
from referee.games.swordman.rules.round import play_round
from referee.games.swordman.state import new_state
from referee.games.swordman.tables import NUM_SEATS
from referee.kit.arrays import rows_of

GAME, CODEC = PLUGIN.game, PLUGIN.codec

Counted = tuple[tuple[int, ...], list[tuple[str, str]]]


def counted(action: Action | None, config: SwordmanConfig | None = None) -> Counted:
    """The setting of seat 0 after a round, and its notices as pairs."""
    state, _ = GAME.start(config or SwordmanConfig(), seed=0, num_seats=2)
    GAME.step(state, {0: action, 1: parse_action({})})
    seen = GAME.observe(state, [0])[0]
    assert seen.table.last_round is not None
    told = [(notice.code.name, notice.field) for notice in seen.notices]
    return tuple(seen.table.last_round.settings[0]), told


def values(text: str) -> dict[str, Any]:
    """An action in short: `8 5 2 @0 @1` is sword, shield, priority and both locations; `-` is missing."""
    names = ("sword", "shield", "priority", "sword_at", "shield_at")
    pairs = zip(names, text.replace("@", "").split(), strict=True)
    return {name: int(value) for name, value in pairs if value != "-"}


@pytest.mark.parametrize(
    ("sent", "setting", "notices"),
    [
        pytest.param("4 3 3 @0 @2", (4, 3, 3, 0, 2), [], id="all-points"),
        pytest.param("1 1 1 @2 @2", (1, 1, 1, 2, 2), [], id="4.3-not-all-points"),
        pytest.param("0 0 0 @0 @0", (0, 0, 0, -1, -1), [], id="4.5-no-power-no-location"),
        pytest.param("- - - - -", (0, 0, 0, -1, -1), [], id="4.7-empty"),
        pytest.param("- 10 - @9 @1", (0, 10, 0, -1, 1), [], id="4.5-location-not-read"),
        pytest.param("10 0 0 @0 -", (10, 0, 0, 0, -1), [], id="4.5-location-not-missed"),
        pytest.param("0 0 10 - -", (0, 0, 10, -1, -1), [], id="4.3-priority-has-no-location"),
        pytest.param("-1 10 0 @0 @0", (0, 10, 0, -1, 0), [("BAD_VALUE", "sword")], id="4.4.1"),
        pytest.param("11 10 0 @0 @0", (0, 10, 0, -1, 0), [("OVER_BUDGET", "sword")], id="4.4.3"),
        pytest.param("6 5 4 @0 @0", (6, 0, 4, 0, -1), [("OVER_BUDGET", "shield")],
                     id="4.4.3-what-is-left-after-a-refusal"),
        pytest.param("6 4 1 @0 @0", (6, 4, 0, 0, 0), [("OVER_BUDGET", "priority")],
                     id="4.4.3-nothing-left"),
        pytest.param("5 5 0 - -", (5, 5, 0, 1, 1), [("BAD_PLACE", "sword_at"),
                     ("BAD_PLACE", "shield_at")], id="4.5-missing"),
        pytest.param("5 5 0 @3 @-1", (5, 5, 0, 1, 1), [("BAD_PLACE", "sword_at"),
                     ("BAD_PLACE", "shield_at")], id="4.5-out-of-range"),
        pytest.param("-1 99 10 @9 @9", (0, 0, 10, -1, -1), [("BAD_VALUE", "sword"),
                     ("OVER_BUDGET", "shield")], id="4.5-refused-power-has-no-location"),
        pytest.param("1 1 -7 @9 @9", (1, 1, 0, 1, 1), [("BAD_VALUE", "priority"),
                     ("BAD_PLACE", "sword_at"), ("BAD_PLACE", "shield_at")], id="4.9-in-order"),
    ],
)  # fmt: skip
def test_reading_an_action(
    sent: str, setting: tuple[int, ...], notices: list[tuple[str, str]]
) -> None:
    """Each field is an order of its own, and a refused one does not cost the others."""
    assert counted(parse_action(values(sent))) == (setting, notices)


@pytest.mark.parametrize("value", [True, False, 1.0, "5", None, [5], {"n": 5}, -1, -(10**30)])
@pytest.mark.parametrize("field", ["sword", "shield", "priority"])
def test_what_is_no_power(field: str, value: object) -> None:
    """Anything but an integer from 0 is refused by name (SW-4.4.1), null too: it is not missing."""
    action = parse_action({"sword_at": 0, "shield_at": 0, field: value})
    assert counted(action) == ((0, 0, 0, -1, -1), [("BAD_VALUE", field)])


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], -1, 3, 10**30])
def test_what_is_no_location(value: object) -> None:
    """The middle counts instead (SW-4.5)."""
    action = parse_action({"sword": 9, "sword_at": value})
    assert counted(action) == ((9, 0, 0, 1, -1), [("BAD_PLACE", "sword_at")])


@pytest.mark.parametrize("value", [11, 2**31 - 1, 2**31, 2**63, 2**64, 10**30])
def test_powers_of_any_size_are_over_the_budget(value: int) -> None:
    """However many digits a number has (SW-4.4.3)."""
    action = parse_action({"sword": value, "shield": 3, "shield_at": 0})
    assert counted(action) == ((0, 3, 0, -1, 0), [("OVER_BUDGET", "sword")])


@pytest.mark.parametrize("value", [None, 3, "sword", [7, 3, 0], True, 1.5])
def test_what_is_no_action(value: object) -> None:
    """The default counts, with one notice (SW-4.7)."""
    assert counted(parse_action(value)) == ((5, 5, 0, 1, 1), [("BAD_FORM", "")])


def test_extra_fields_are_ignored() -> None:
    """Only the five fields are looked at (SW-4.2)."""
    assert parse_action({"sword": 1, "note": "x", 3: 4}) == parse_action({"sword": 1})


@pytest.mark.parametrize(
    ("power", "locations", "setting"),
    [
        (10, 3, (5, 5, 0, 1, 1)),
        (7, 2, (4, 3, 0, 1, 1)),
        (100, 9, (50, 50, 0, 4, 4)),
        (2, 4, (1, 1, 0, 2, 2)),
        (1, 3, (1, 0, 0, 1, -1)),
    ],
)
def test_a_missed_deadline(power: int, locations: int, setting: tuple[int, ...]) -> None:
    """Half in the sword, rounded up, the rest in the shield, both in the middle (SW-4.6)."""
    config = SwordmanConfig(power=power, locations=locations)
    assert counted(None, config) == (setting, [("NO_ACTION", "")])
    assert counted(BAD_FORM, config) == (setting, [("BAD_FORM", "")])


@pytest.mark.parametrize(
    ("priority", "notices"),
    [
        (0, []),
        (1, [("NO_PRIORITY", "priority")]),
        (99, [("NO_PRIORITY", "priority")]),
        (-1, [("BAD_VALUE", "priority")]),
    ],
)
def test_without_priority(priority: int, notices: list[tuple[str, str]]) -> None:
    """Only no priority at all is accepted; bad values come first (SW-4.4.1), the budget last."""
    config = SwordmanConfig(priority=False)
    action = parse_action({"priority": priority})
    assert counted(action, config) == ((0, 0, 0, -1, -1), notices)


SAMPLES = [
    {},
    {"sword": 8, "shield": 5, "priority": 2, "sword_at": 0, "shield_at": 1},
    {"sword": "x", "shield": 2.5, "priority": None, "sword_at": "y"},
    {"sword": 10**30, "shield": 10, "shield_at": 10**30},
    {"sword": -5, "shield": 4, "shield_at": -5},
    {"sword": 5, "shield": 5, "sword_at": 0, "shield_at": 0},
]


@pytest.mark.parametrize("value", [*SAMPLES, [], None])
def test_the_wire_keeps_the_effect(value: object) -> None:
    """Whatever was refused is refused for the same reason at the other end."""
    action = parse_action(value)
    assert CODEC.decode_action(CODEC.encode_action(action)) == action


def test_random_actions_spend_every_point() -> None:
    """Each split is as likely as any other; 106.0 is chi-square's 0.1% point for 65 degrees of freedom."""
    state, _ = GAME.start(SwordmanConfig(), seed=0, num_seats=2)
    dice = Stream(2008)
    drawn = [GAME.random_action(state, 0, dice) for _ in range(6600)]
    splits = Counter(action[:3] for action in drawn)
    assert all(sum(split) == 10 for split in splits)
    assert len(splits) == 66
    assert sum((count - 100) ** 2 / 100 for count in splits.values()) < 106.0
    places = Counter(action[3:5] for action in drawn)
    assert set(places) == {(a, b) for a in range(3) for b in range(3)}


def test_random_actions_without_priority() -> None:
    """All points in sword and shield."""
    state, _ = GAME.start(SwordmanConfig(priority=False, power=3), seed=0, num_seats=2)
    dice = Stream(2008)
    splits = {GAME.random_action(state, 0, dice)[:3] for _ in range(100)}
    assert splits == {(0, 3, 0), (1, 2, 0), (2, 1, 0), (3, 0, 0)}


def test_extreme_numbers() -> None:
    """Whatever 32 bits can hold is read by the rules, next to other matches."""
    matches = new_state(SwordmanConfig(), 3)
    orders = np.zeros((3, NUM_SEATS, ORDER_WIDTH), np.int32)
    orders[0, 0, :5] = 2**31 - 1
    orders[1, 0, :5] = -(2**31)
    orders[2, 0, :5] = [10, 0, 0, 2**31 - 1, 0]
    play_round(matches, orders)
    seen = [PLUGIN.game.observe(rows_of(matches, slice(i, i + 1)), [0])[0] for i in range(3)]
    notices = [[one.code.name for one in each.notices] for each in seen]
    assert notices == [["OVER_BUDGET"] * 3, ["BAD_VALUE"] * 3, ["BAD_PLACE"]]
