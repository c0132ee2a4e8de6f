"""What counts of a choice, and what is refused (DM-4.4 to DM-4.10)."""

from __future__ import annotations

import pytest

from referee.games.diceman import PLUGIN
from referee.games.diceman.rules.actions import BAD_FORM, DEFAULT, LEGAL, parse_action, read_dice
from referee.games.diceman.tables import COMBO_NAMES

CODEC = PLUGIN.codec


def counted(dice: list[object]) -> tuple[str, list[tuple[str, int]]]:
    """Letters of the combination, and the notices as pairs."""
    action = read_dice(dice)
    return COMBO_NAMES[action.combo], [(one.code.name, one.index) for one in action.notices]


@pytest.mark.parametrize(
    ("dice", "combo", "notices"),
    [
        pytest.param([0, 1], "MP", [], id="two-dice"),
        pytest.param([3, 2], "SH", [], id="any-order"),
        pytest.param([0, 1, 2], "MP", [("TOO_MANY", 2)], id="4.5.1-third-die"),
        pytest.param([0, 1, "x"], "MP", [("TOO_MANY", 2)], id="4.5.1-before-4.5.2"),
        pytest.param([4, 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-above"),
        pytest.param([-1, 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-below"),
        pytest.param([True, 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-boolean"),
        pytest.param([1.0, 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-float"),
        pytest.param(["1", 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-string"),
        pytest.param([None, 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-null"),
        pytest.param([[0], 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-list"),
        pytest.param([10**30, 0, 1], "MP", [("NOT_A_DIE", 0)], id="4.5.2-huge"),
        pytest.param([0, 0, 1], "MP", [("DUPLICATE", 1)], id="4.5.3"),
        pytest.param(
            [0, 0, 0, 0, 0, 0, 0, 1, 2], "MP", [*(("DUPLICATE", i) for i in range(1, 7)),
            ("TOO_LONG", 8)], id="4.5-ninth-entry-is-not-read",
        ),
        pytest.param(
            [9] * 12, "SH", [*(("NOT_A_DIE", i) for i in range(8)), ("TOO_LONG", 8),
            ("INCOMPLETE", -1)], id="4.5-most-notices",
        ),
        pytest.param([], "SH", [("INCOMPLETE", -1)], id="4.6-nothing"),
        pytest.param([0], "MS", [("INCOMPLETE", -1)], id="4.6-with-sword"),
        pytest.param([1], "PS", [("INCOMPLETE", -1)], id="4.6-with-sword-too"),
        pytest.param([2], "SH", [("INCOMPLETE", -1)], id="4.6-with-shield"),
        pytest.param([3], "SH", [("INCOMPLETE", -1)], id="4.6-shield-gets-sword"),
    ],
)  # fmt: skip
def test_reading_a_list(dice: list[object], combo: str, notices: list[tuple[str, int]]) -> None:
    """Each entry is an order of its own; what is missing is filled in."""
    assert counted(dice) == (combo, notices)


@pytest.mark.parametrize("value", [None, 3, "MS", [1, 2], {}, {"dice": "MS"}, {"dice": None}])
def test_what_is_no_action(value: object) -> None:
    """Sword and shield are played, with one notice (DM-4.8)."""
    action = parse_action(value)
    assert COMBO_NAMES[action.combo] == "SH"
    assert [(one.code.name, one.index) for one in action.notices] == [("BAD_FORM", -1)]


def test_extra_fields_are_ignored() -> None:
    """Only `dice` is looked at (DM-4.4)."""
    assert parse_action({"dice": [0, 1], "note": "x"}) == read_dice([0, 1])


def test_a_missed_deadline_plays_sword_and_shield() -> None:
    """The default action is SH with one notice (DM-4.7)."""
    assert COMBO_NAMES[DEFAULT.combo] == "SH"
    assert [(one.code.name, one.index) for one in DEFAULT.notices] == [("NO_ACTION", -1)]


def test_legal_actions_are_the_six_combinations() -> None:
    """In order of their ids, and nothing about them is refused (DM-3.2)."""
    assert [COMBO_NAMES[action.combo] for action in LEGAL] == ["MP", "MS", "MH", "PS", "PH", "SH"]
    assert not any(action.notices for action in LEGAL)


@pytest.mark.parametrize(
    "dice", [[0, 1], [], [3, 3, 7, 0], [1, "x"], [10**30, 2], list(range(20)), [-5] * 200]
)
def test_the_wire_keeps_the_effect(dice: list[object]) -> None:
    """Whatever was refused is refused for the same reason at the other end."""
    action = read_dice(dice)
    told = CODEC.decode_action(CODEC.encode_action(action))
    assert (told.combo, told.notices) == (action.combo, action.notices)


def test_the_wire_carries_bad_form() -> None:
    """A bridge that reads answers as text can say that one was no action."""
    assert CODEC.decode_action(CODEC.encode_action(BAD_FORM)) == BAD_FORM
