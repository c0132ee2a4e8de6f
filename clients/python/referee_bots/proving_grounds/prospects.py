"""Rooms to which a planner bot's heroes may go: their values, and results of fights there."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import BLESS_MANA
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.fights import (
    Estimate,
    Fighter,
    creature,
    estimate,
    hero,
    stranger,
)
from referee_bots.proving_grounds.tables import CREATURES

__all__ = ["Prospect", "prospects"]

GEM, UNKNOWN_GEMS = 15.0, 7.0
"""Worth of a gem in gold, and worth of the gems that may be in a room whose contents are not known."""
EXPLORED, OWNED = 2.0, 2.0
"""Worth in gold of being the first to enter a room, and of owning a room."""
TRAP = 4.0
"""Cost of walking into a trap, in gold."""
BEYOND = 0.4
"""Share of the worth of the best room behind a room that is added to the room's own worth."""
MOST = 5
"""Highest number of rooms for which fights are simulated, those of most worth."""
STRANGERS_GEM = 6.0
"""Worth of a gem that a hurt rival party carries, in gold. It is less than `GEM`, since the gem's
bearer may escape."""
EASY, BETTER = 0.9, 0.05
"""Least share of simulated fights won without the death of an own hero with which a room needs no
blessing, and least increase of that share for which a Cleric stays behind to bless the others.
"""


@dataclasses.dataclass(slots=True)
class Prospect:
    """A room to which heroes can go in this turn: its value, and the result to expect of a fight."""

    room: int
    way: list[int]
    reward: float
    """Worth of the room in gold, if all goes well."""
    chance: Estimate
    is_raid: bool = False
    stays: int | None = None
    """Number of the Cleric (own hero) that should stay behind to bless the others; None if all go."""


def prospects(
    board: Board,
    members: Sequence[wire.Hero],
    room: int,
    dice: random.Random,
    *,
    shunned: frozenset[int] = frozenset(),
    cap: int = 30,
) -> list[Prospect]:
    """Return the most valuable rooms within one move, with the expected results of fights there.

    Args:
        board: The dungeon in this turn.
        members: Heroes that would go, in the order in which they enter.
        room: Room in which these heroes are.
        dice: Random numbers of the bot.
        shunned: Rooms to leave out.
        cap: Number of rounds after which a fight is broken off.
    """
    reach = board.reach(room)
    ways = {goal: way for goal, way in reach.items() if goal not in shunned and _calls(board, goal)}
    rewards = {goal: _reward(board, goal, set(ways)) for goal in ways}
    # Fights are simulated for these rooms only. Ties are broken by distance and number, so that the
    # decision is always the same.
    best = sorted(ways, key=lambda goal: (-rewards[goal], len(ways[goal]), goal))[:MOST]
    mine = [hero(member) for member in members]
    return [
        _blessed(
            board,
            members,
            Prospect(
                goal,
                ways[goal],
                rewards[goal],
                _estimate(board, goal, mine, dice, cap),
                is_raid=bool(board.rivals.get(goal)),
            ),
            dice,
            cap,
        )
        for goal in best
    ]


def _calls(board: Board, goal: int) -> bool:
    """Return whether a visit of the room `goal` may be of use to a group of heroes.

    It is not if it is an own room without known enemies. A room with rival heroes counts only if
    one of them is seen to be hurt and they may carry gems.
    """
    dots = board.rivals.get(goal)
    if dots:
        return _spoils(board, dots) > 0
    return not board.is_mine(goal) or board.is_hostile(goal)


def _estimate(
    board: Board, goal: int, mine: Sequence[Fighter], dice: random.Random, cap: int
) -> Estimate:
    place = board.place(goal)
    # Nothing to fight: no simulation, and no random numbers are used.
    is_empty = place.foes == () or (place.is_explored and not place.has_foes)
    if is_empty and not board.rivals.get(goal):
        return Estimate(1.0, 1.0, 0.0)
    return estimate(mine, lambda: _foes(board, goal, dice), dice, cap=cap)


def _foes(board: Board, goal: int, dice: random.Random) -> list[Fighter]:
    dots = board.rivals.get(goal)
    if dots:
        return [
            stranger(
                dot.hero_class or wire.HERO_CLASS_FIGHTER, dot.hp if dot.HasField("hp") else None
            )
            for dot in dots
        ]
    return [creature(kind, hp) for kind, hp in board.foes(goal, dice)]


def _blessed(
    board: Board,
    members: Sequence[wire.Hero],
    prospect: Prospect,
    dice: random.Random,
    cap: int,
) -> Prospect:
    """Return a prospect with better odds because a Cleric stays behind and blesses the others.

    A prospect is a room to which heroes can go, with the expected result of a fight there. Return
    the given one if a blessing gains too little (`EASY`, `BETTER`).

    Args:
        board: The dungeon in this turn.
        members: Heroes that would go, in the order in which they enter.
        prospect: Room, with the result if all members go.
        dice: Random numbers of the bot.
        cap: Number of rounds after which a fight is broken off.
    """
    clerics = [
        member
        for member in members
        if member.hero_class == wire.HERO_CLASS_CLERIC and member.mana >= BLESS_MANA
    ]
    # A fight that is easy anyway needs no blessing, and somebody has to be left to go.
    if prospect.chance.clean >= EASY or not clerics or len(members) <= len(clerics[:1]):
        return prospect
    others = [hero(member, blessed=True) for member in members if member is not clerics[0]]
    chance = _estimate(board, prospect.room, others, dice, cap)
    if chance.clean > prospect.chance.clean + BETTER:
        return dataclasses.replace(prospect, chance=chance, stays=clerics[0].hero)
    return prospect


def _reward(board: Board, goal: int, within: set[int]) -> float:
    behind = [
        _worth(board, other)
        for other in board.neighbours(goal)
        # Rooms that can be entered directly count for themselves, and must not count for their
        # neighbours as well.
        if other not in within and not board.is_closed(other) and not board.is_mine(other)
    ]
    return _worth(board, goal) + BEYOND * max(behind, default=0.0)


def _worth(board: Board, goal: int) -> float:
    """Return the value of going to the room `goal` in gold, without that of the rooms behind it."""
    dots = board.rivals.get(goal)
    if dots:
        return _spoils(board, dots)
    place = board.place(goal)
    worth = (0.0 if board.is_mine(goal) else OWNED) - (TRAP if place.has_trap else 0.0)
    if not place.is_explored:
        worth += EXPLORED
    if place.gems:
        return worth + GEM * sum(place.gems) + place.gold
    if place.foes:
        gold = sum(CREATURES[kind].gold for kind, _ in place.foes)
        return worth + gold + (0.0 if place.is_explored else UNKNOWN_GEMS)
    if place.has_foes is False or place.is_explored:
        return worth
    return worth + UNKNOWN_GEMS + 2 * board.tier(goal)


def _spoils(board: Board, dots: Sequence[wire.Dot]) -> float:
    """Return the value in gold of the gems that rival heroes in a room may carry.

    It is 0 unless one of the heroes is seen to be hurt.

    Args:
        board: The dungeon in this turn.
        dots: The rival heroes, as the map shows them.
    """
    if not any(dot.HasField("hp") and _is_hurt(dot) for dot in dots):
        return 0.0
    player = next((one for one in board.seen.players if one.seat == dots[0].hero.seat), None)
    if player is None:
        return 0.0
    return STRANGERS_GEM * player.gems * len(dots) / max(1, player.heroes)


def _is_hurt(dot: wire.Dot) -> bool:
    return 2 * dot.hp <= stranger(dot.hero_class).max_hp
