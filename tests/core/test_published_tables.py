"""What a module tells of its tables: read from its source, as plain data and as JSON."""

from __future__ import annotations

import enum
import json
from typing import NamedTuple

import numpy as np
import pytest

from referee.core.published_tables import PublishedTables, tables_json
from referee.core.tables import RuleTables

# A module of tables, as games have them.


class Metal(enum.IntEnum):
    """Metals (XX-1)."""

    TIN = 0
    GOLD = 1
    """The dear one."""


class Trait(enum.IntFlag):
    """What a coin can do."""

    SHINES = 1
    RINGS = 2


class Coin(NamedTuple):
    """A coin (XX-2)."""

    worth: int
    """Points."""
    metal: Metal
    traits: Trait
    rival: Metal | None
    """What beats it."""
    users: frozenset[Metal]


LIMIT = 3
"""Most coins (XX-3)."""
LOW, HIGH = 1, 2
"""Bounds."""
COINS = (
    Coin(1, Metal.TIN, Trait(0), None, frozenset()),
    Coin(5, Metal.GOLD, Trait.SHINES | Trait.RINGS, Metal.TIN, frozenset({Metal.GOLD, Metal.TIN})),
)
"""Coins, by Metal."""
BEATS = np.array([[False, True], [True, False]])
"""bool[metal, metal]: which metal beats
which.
"""
BOXES = [3]
"""What is no table."""
FIRST = (Metal.GOLD,)
"""Which comes first."""
UNSAID = 7

TABLES = RuleTables(
    __name__,
    enums=(Metal, Trait),
    numbers=("LIMIT", "LOW"),
    rows={"COINS": (Metal,), "BEATS": (Metal, Metal), "FIRST": ()},
)


def test_plain_data() -> None:
    """Names stand for members, rows go by the names of their enum, and docstrings tell the meaning."""
    coins = {
        "TIN": {"worth": 1, "metal": "TIN", "traits": [], "rival": None, "users": []},
        "GOLD": {
            "worth": 5,
            "metal": "GOLD",
            "traits": ["SHINES", "RINGS"],
            "rival": "TIN",
            "users": ["TIN", "GOLD"],
        },
    }
    assert PublishedTables(TABLES).plain() == {
        "Metal": {
            "text": "Metals (XX-1).",
            "members": {"GOLD": "The dear one."},
            "value": {"TIN": 0, "GOLD": 1},
        },
        "Trait": {"text": "What a coin can do.", "value": {"SHINES": 1, "RINGS": 2}},
        "LIMIT": {"text": "Most coins (XX-3).", "value": 3},
        "LOW": {"text": "Bounds.", "value": 1},
        "COINS": {
            "text": "Coins, by Metal.",
            "by": ["Metal"],
            "fields": {"worth": "Points.", "rival": "What beats it."},
            "value": coins,
        },
        "BEATS": {
            "text": "Which metal beats\nwhich.",
            "by": ["Metal", "Metal"],
            "value": {"TIN": {"TIN": False, "GOLD": True}, "GOLD": {"TIN": True, "GOLD": False}},
        },
        "FIRST": {"text": "Which comes first.", "value": ["GOLD"]},
    }


def test_json() -> None:
    """The same, laid out for people; nothing of a game that tells nothing."""
    text = tables_json(TABLES)
    assert json.loads(text) == PublishedTables(TABLES).plain()
    assert '\n  "LIMIT": {"text": "Most coins (XX-3).", "value": 3},\n' in text
    assert max(map(len, text.splitlines())) <= 110
    assert tables_json(None) == ""


def test_types_of_fields() -> None:
    """As they are written, of those classes alone that tables have rows of."""
    assert PublishedTables(TABLES).row_classes() == [Coin]
    assert PublishedTables(TABLES).field_types("Coin")["rival"] == "Metal | None"


def test_what_means_nothing_is_not_told() -> None:
    """Whoever tells a number without a docstring hears its name."""
    with pytest.raises(ValueError, match=r"\.UNSAID is published and has no docstring$"):
        PublishedTables(RuleTables(__name__, numbers=("UNSAID",))).plain()


def test_what_is_no_data() -> None:
    """A list can change, and is no table."""
    with pytest.raises(TypeError, match=r"^list is no data of a table$"):
        PublishedTables(RuleTables(__name__, rows={"BOXES": ()})).plain()
