"""Whole random matches come out as the plain reference plays them, decision by decision."""

from __future__ import annotations

import pytest

from tests.games.dice_adventure.lockstep import play_in_lockstep
from tests.helpers.tiers import some

_HUNTERS = [
    {"code": "R1", "die": 0, "modifier": 6},
    {"code": "T1", "die": 4, "modifier": 2},
    {"code": "M1", "die": 4, "steps": 3},
    {"code": "M2", "die": 6, "steps": 2, "hunt": 2},
    {"code": "M3", "die": 8, "steps": 1, "hunt": 9},
]
_CROWD = {
    "random": {
        "w": 6,
        "h": 6,
        "wall": 10,
        "pieces": [["M3", 4], ["M1", 3], ["T1", 2], ["R1", 3]],
    },
    "cap": 25,
}
_EXTENDED = {
    "random": {
        "w": 9,
        "h": 7,
        "wall": 20,
        "pieces": [["R2", 2], ["R3", 1], ["T2", 3], ["T3", 3], ["M4", 4]],
    },
    "cap": 30,
}

CONFIGS: dict[str, dict[str, object]] = {
    "default": {},
    "silent": {"ping_windows": 0},
    "hunters": {"levels": [_CROWD] * 3, "types": _HUNTERS},
    "deadly": {"levels": [_CROWD] * 4, "damage": 3, "respawn_wait": 1},
    "respawn": {"levels": [_CROWD] * 3, "damage": 3, "on_wipe": "respawn", "respawn_wait": 10},
    "lose": {"levels": [_CROWD] * 6, "damage": 3, "on_wipe": "lose", "respawn_wait": 10},
    "lives": {"levels": [_CROWD] * 6, "damage": 2, "lives": 2, "types": _HUNTERS},
    "lives and wipes": {"levels": [_CROWD] * 4, "damage": 3, "lives": 9},
    "end": {"levels": ["L1", _CROWD, "L2"], "on_fail": "end"},
    "extended": {"levels": [_EXTENDED] * 3, "types": "extended"},
    "stats": {
        "levels": ["L3", "easy"],
        "ping_cost": 3,
        "ping_windows": 6,
        "stats": {
            "dwarf": {"vision": 15, "ap": 12, "hearts": 9, "rock_die": 0, "rock_modifier": 3},
            "giant": {"vision": 1, "ap": 1, "hearts": 1},
            "human": {"monster_die": 1, "monster_modifier": 2},
        },
    },
}


@pytest.mark.parametrize("seed", some([2**64 - 1, 1, 2], 1))
@pytest.mark.parametrize("name", CONFIGS)
def test_matches_of_one_party(name: str, seed: int) -> None:
    """Who is asked, all that all seats see, every record and the deaths."""
    assert play_in_lockstep(CONFIGS[name], seed) > 10


@pytest.mark.parametrize("num_parties", some([2, 8], 1))
def test_matches_of_several_parties(num_parties: int) -> None:
    """A match of P parties is P matches with the same seed and orders (DA-1.3)."""
    values: dict[str, object] = {"levels": ["L1", _CROWD, "L3"], "damage": 2}
    assert play_in_lockstep(values, 5, num_parties=num_parties) > 50
