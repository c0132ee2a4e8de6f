"""Solvability (DA-2.11) by hand, and against the rule's own rounds."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given

from referee.games.dice_adventure.maps.reader import MapError, read_level
from referee.games.dice_adventure.maps.solver import Target, unreached
from referee.games.dice_adventure.tables import (
    DEFAULT_MEMBERS,
    EXTENDED_TYPES,
    ROCK,
    Member,
    PieceType,
)
from tests.games.dice_adventure.maps.reference import is_solvable
from tests.games.dice_adventure.maps.test_reader import maps
from tests.helpers.tiers import examples

R4 = PieceType("R4", "Scree", ROCK, 0, 4)
R5 = PieceType("R5", "Cliff", ROCK, 10, 13)
TYPES = (*EXTENDED_TYPES, R4, R5)


def can_be_solved(text: str, members: tuple[Member, ...] = DEFAULT_MEMBERS) -> bool:
    """Whether `read_level` takes it."""
    try:
        read_level(text, TYPES, members)
    except MapError as error:
        if error.code != "E_UNSOLVABLE":
            raise
        return False
    return True


def with_rock_dice(*dice: tuple[int, int]) -> tuple[Member, ...]:
    """The members with other dice and modifiers against rocks."""
    return tuple(
        dataclasses.replace(
            member, dice=(die, *member.dice[1:]), modifiers=(modifier, *member.modifiers[1:])
        )
        for member, (die, modifier) in zip(DEFAULT_MEMBERS, dice, strict=True)
    )


CASES: dict[str, tuple[str, bool]] = {
    "nothing in the way": ("C1C2C3**\nK1K2K3..", True),
    "traps and monsters do not block": ("C1C2C3M3**\nK1K2K3T3##", True),
    "a wall does": ("C1C2C3##**\nK1K2K3##..", False),
    "one member to the tower is enough": ("K1C1##**C2K2\n####..##....\nK3C3########", True),
    "each needs its own shrine": ("C1K1K2**\n########\nC2C3K3..", False),
    # Highest rock rolls: Dwarf 4, Giant 8, Human 6.
    "the Dwarf alone at R4 (lowest 4)": ("C1R4K1**##K2C2##K3C3", True),
    "the Dwarf alone at R1 (lowest 6)": ("C1R1K1**##K2C2##K3C3", False),
    "the Human alone at R1": ("C3R1K3**##K2C2##K1C1", True),
    "the Human alone at R2 (lowest 7)": ("C3R2K3**##K2C2##K1C1", False),
    "the Giant alone at R2": ("C2R2K2**##K3C3##K1C1", True),
    "the Giant alone at R3 (lowest 12)": ("C2R3K2**##K3C3##K1C1", False),
    "Dwarf and Giant at R3": ("C1C2R3K1K2**##K3C3", True),
    "Dwarf and Human at R3": ("C1C3R3K1K3**##K2C2", False),
    "Dwarf and Giant from two sides": ("C1R3C2K2**K1##K3C3", True),
    "Giant and Human at R5 (lowest 14)": ("C2C3R5K2K3**##K1C1", True),
    "Dwarf and Giant at R5": ("C1C2R5K1K2**##K3C3", False),
    "opened by one, then two are before the next": (
        "C1##C2R1..R3**\n....R3..######\nK1..##..K2K3C3",
        True,
    ),
    "a rock on both sides of which nobody is": ("C1C2C3K1K2K3**##R3..", True),
}


@pytest.mark.parametrize("case", CASES)
def test_by_hand(case: str) -> None:
    """DA-2.11, one clause each."""
    text, solvable = CASES[case]
    assert can_be_solved(text) is solvable


def test_the_members_dice_decide() -> None:
    """Die and modifier of `stats` count, not the default's."""
    text = "C1R1K1**##K2C2##K3C3"
    assert not can_be_solved(text)
    assert can_be_solved(text, with_rock_dice((2, 4), (8, 0), (6, 0)))
    assert can_be_solved(text, with_rock_dice((0, 6), (8, 0), (6, 0)))
    assert not can_be_solved(text, with_rock_dice((5, 0), (20, 20), (20, 20)))


def test_a_rock_that_asks_for_nothing() -> None:
    """A lowest roll of 0 opens to members who can only roll 0, but not by itself."""
    types = (PieceType("R7", "Gravel", ROCK, 0, 0),)
    members = with_rock_dice((0, 0), (0, 0), (0, 0))
    read_level("C1C2C3R7K1K2K3**", types, members)
    with pytest.raises(MapError, match="E_UNSOLVABLE"):
        read_level("C1C2C3##R7K1K2K3**", types, members)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("C1C2C3**##K1K2K3", Target.DWARF_SHRINE),
        ("C1C2C3**K1##K2K3", Target.GIANT_SHRINE),
        ("C1C2C3**K2K1##K3", Target.HUMAN_SHRINE),
        ("C1C2C3K3K2K1##**", Target.TOWER),
    ],
)
def test_the_first_target_is_named(text: str, target: Target) -> None:
    """Shrines by map number, then the tower, each with its cell."""
    with pytest.raises(MapError) as raised:
        read_level(text, TYPES)
    assert raised.value.column == 1 + text.index(
        "**" if target is Target.TOWER else f"K{target.value + 1}"
    )
    level = read_level(text.replace("##", ".."), TYPES)
    assert unreached(level, TYPES, DEFAULT_MEMBERS) is None


@examples(500)
@given(maps())
def test_the_rules_rounds_agree(text: str) -> None:
    """Opening rocks as they come ends where opening them in rounds does."""
    assert can_be_solved(text) == is_solvable(text)


def test_both_outcomes_are_met() -> None:
    """The maps above are no mere formality: a labyrinth of rocks that only teams can open."""
    text = "C1R3C2R1C3\n######R3##\n**K1K2..K3"
    assert is_solvable(text)
    assert can_be_solved(text)
    for human, solvable in ((4, True), (3, False)):
        assert can_be_solved(text, with_rock_dice((4, 0), (4, 0), (human, 0))) is solvable
        assert is_solvable(text, (4, 4, human)) is solvable
