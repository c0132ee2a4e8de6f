"""Vectors of the greedy bot of Diceman (DM-9.2): configs and picks, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence

from gamereferee.games.diceman.v1 import diceman_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots.diceman.greedy_bot import GreedyBot
from referee_client import Match
from tests.clients.vectors.forms import Json, message

__all__ = ["POSITIONS", "config_of", "positions"]

DEFAULT = (4, 6, 8, 10)

Position = tuple[str, tuple[int, int, int, int], bool, Sequence[int], int]
"""Name, sides of the dice, whether Magic is disturbed by earlier phases, the opponent's picks by
combination id, and the seat."""

POSITIONS: list[Position] = [
    ("no picks yet", DEFAULT, False, (0, 0, 0, 0, 0, 0), 0),
    ("no picks yet, seat 1", DEFAULT, False, (0, 0, 0, 0, 0, 0), 1),
    ("no picks yet, earlier damage disturbs", DEFAULT, True, (0, 0, 0, 0, 0, 0), 0),
    ("against Magic and Priority", DEFAULT, False, (100, 0, 0, 0, 0, 0), 0),
    ("against Magic and Sword", DEFAULT, False, (0, 100, 0, 0, 0, 0), 0),
    ("against Magic and Shield", DEFAULT, False, (0, 0, 100, 0, 0, 0), 0),
    ("against Priority and Sword", DEFAULT, False, (0, 0, 0, 100, 0, 0), 0),
    ("against Priority and Shield", DEFAULT, False, (0, 0, 0, 0, 100, 0), 0),
    ("against Sword and Shield", DEFAULT, False, (0, 0, 0, 0, 0, 100), 0),
    ("against Magic and Priority, disturbed", DEFAULT, True, (100, 0, 0, 0, 0, 0), 1),
    ("against Magic and Sword, disturbed", DEFAULT, True, (0, 100, 0, 0, 0, 0), 1),
    ("against Magic and Shield, disturbed", DEFAULT, True, (0, 0, 100, 0, 0, 0), 1),
    ("against Priority and Sword, disturbed", DEFAULT, True, (0, 0, 0, 100, 0, 0), 1),
    ("one pick is no habit", DEFAULT, False, (0, 0, 0, 0, 0, 1), 0),
    ("two habits", DEFAULT, False, (7, 0, 0, 9, 0, 0), 1),
    ("all the same", DEFAULT, False, (5, 5, 5, 5, 5, 5), 0),
    ("a long match", DEFAULT, False, (103, 871, 2, 44, 1999, 310), 1),
    ("dice of one side", (1, 1, 1, 1), False, (0, 0, 0, 0, 0, 0), 0),
    ("dice of one side: a tie", (1, 1, 1, 1), False, (1, 0, 0, 0, 0, 0), 0),
    ("a tie that floating point breaks the wrong way", (7, 1, 5, 5), False, (0, 1, 7, 0, 8, 6), 0),
    ("dice of one side, all Sword and Shield", (1, 1, 1, 1), False, (0, 0, 0, 0, 0, 40), 0),
    ("dice of one side, disturbed", (1, 1, 1, 1), True, (0, 3, 0, 0, 0, 0), 1),
    ("no Magic to speak of", (1, 6, 8, 10), False, (3, 1, 4, 1, 5, 9), 0),
    ("a small Priority", (6, 2, 7, 3), False, (2, 7, 1, 8, 2, 8), 1),
    ("a large Shield", (4, 6, 8, 100), False, (0, 0, 0, 12, 0, 0), 0),
    ("a large Magic", (30, 6, 8, 10), False, (0, 11, 0, 0, 0, 6), 0),
    ("a large Magic, disturbed", (30, 6, 8, 10), True, (0, 11, 0, 0, 0, 6), 0),
    ("all dice alike", (6, 6, 6, 6), False, (1, 2, 3, 4, 5, 6), 1),
    ("large dice, disturbed", (97, 89, 83, 79), True, (9, 8, 7, 6, 5, 4), 0),
    ("the largest dice, a very long match", (100, 100, 100, 100), False, (10**7, 0, 1, 2, 3, 4), 0),
]


def config_of(sides: Sequence[int], is_so_far: bool) -> wire.Config:
    """A complete config with these dice."""
    magic, priority, sword, shield = sides
    return wire.Config(
        life=20,
        die_magic=magic,
        die_priority=priority,
        die_sword=sword,
        die_shield=shield,
        magic_scope=wire.MAGIC_SCOPE_SO_FAR if is_so_far else wire.MAGIC_SCOPE_PHASE,
        games=11,
        round_cap=100,
        deadline_ms=2000,
    )


def positions() -> Json:
    """All positions with greedy's answers."""
    return {"game": "diceman", "cases": [_case(*position) for position in POSITIONS]}


def _case(
    name: str, sides: Sequence[int], is_so_far: bool, picks: Sequence[int], seat: int
) -> Json:
    config = config_of(sides, is_so_far)
    own = [sum(picks), 0, 0, 0, 0, 0]
    counts = [picks, own] if seat else [own, picks]
    observation = wire.Observation(
        seat=seat,
        game=1,
        round=sum(picks) + 1,
        life=[20, 20],
        points=[0, 0],
        pick_counts=[wire.PickCounts(counts=row) for row in counts],
        config=config,
    )
    bot = GreedyBot()
    bot.on_start(Match("m", seat, "diceman", 1, config, 2, TimeControl(), b""))
    return {
        "name": name,
        **message("config", config),
        **message("observation", observation),
        **message("action", bot.act(observation)),
    }
