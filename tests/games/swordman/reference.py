"""Swordman written down once more from its rulebook, in plain Python: the second opinion.

It shares no line with the package: actions are the plain values a bot sends, a match is a handful of
integers, and nothing is quick.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

__all__ = ["SILENT", "ReferenceMatch", "Rules", "Set", "read", "strike"]

SILENT = object()
"""Stands for a missed deadline."""


@dataclasses.dataclass(frozen=True)
class Rules:
    """SW-2.1."""

    power: int = 10
    priority: bool = True
    life: int = 20
    locations: int = 3
    guard_on: int = 3
    guard_off: int = 2
    games: int = 11
    round_cap: int = 50


@dataclasses.dataclass(frozen=True)
class Set:
    """A setting as it counts."""

    sword: int
    shield: int
    priority: int
    sword_at: int
    shield_at: int


Notices = list[tuple[str, str]]


def read(rules: Rules, answer: Any) -> tuple[Set, Notices]:
    """SW-4.4 to SW-4.7: what counts of an answer, and its notices."""
    middle = math.floor(rules.locations / 2)
    if answer is SILENT or not isinstance(answer, dict):
        sword = math.ceil(rules.power / 2)
        shield = rules.power - sword
        default = Set(sword, shield, 0, middle, middle if shield > 0 else -1)
        return default, [("NO_ACTION" if answer is SILENT else "BAD_FORM", "")]
    notices = []
    left = rules.power
    counted = {}
    for name in ("sword", "shield", "priority"):
        value = answer.get(name, 0)
        if type(value) is not int or value < 0:
            notices.append(("BAD_VALUE", name))
            value = 0
        elif name == "priority" and value > 0 and not rules.priority:
            notices.append(("NO_PRIORITY", name))
            value = 0
        elif value > left:
            notices.append(("OVER_BUDGET", name))
            value = 0
        counted[name] = value
        left = left - value
    for name in ("sword", "shield"):
        if counted[name] == 0:
            counted[name + "_at"] = -1
            continue
        place = answer.get(name + "_at")
        if type(place) is not int or place < 0 or place >= rules.locations:
            notices.append(("BAD_PLACE", name + "_at"))
            place = middle
        counted[name + "_at"] = place
    return Set(**counted), notices


def blow(rules: Rules, own: Set, rival: Set) -> int:
    """SW-5.3 and SW-5.4."""
    if own.sword == 0:
        return 0
    if rival.shield == 0:
        cover = 0
    elif own.sword_at == rival.shield_at:
        cover = rules.guard_on * rival.shield
    elif rules.guard_off == 0:
        cover = 0
    else:
        cover = math.ceil(rival.shield / rules.guard_off)
    return own.sword - cover if own.sword > cover else 0


@dataclasses.dataclass(frozen=True)
class Struck:
    """What a round comes to."""

    blow: tuple[int, int]
    landed: tuple[bool, bool]
    first: int
    life: tuple[int, int]


def strike(rules: Rules, a: Set, b: Set, life: tuple[int, int]) -> Struck:
    """SW-5.5."""
    blows = blow(rules, a, b), blow(rules, b, a)
    lives = list(life)
    landed = [True, True]
    if a.priority == b.priority:
        first = -1
        lives[0] -= blows[1]
        lives[1] -= blows[0]
    else:
        first = 0 if a.priority > b.priority else 1
        second = 1 - first
        lives[second] -= blows[first]
        if lives[second] <= 0:
            landed[second] = False
        else:
            lives[first] -= blows[second]
    after = tuple(x if x > 0 else 0 for x in lives)
    return Struck(blows, (landed[0], landed[1]), first, (after[0], after[1]))


@dataclasses.dataclass
class ReferenceMatch:
    """A whole match (SW-7)."""

    rules: Rules
    game: int = 1
    round: int = 1
    over: bool = False
    points: tuple[int, int] = (0, 0)
    life: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.life = (self.rules.life, self.rules.life)

    def play(self, answers: tuple[Any, Any]) -> tuple[tuple[Set, Set], Struck, list[Notices]]:
        """Play a round: what both had set, what came of it, and the notices of both."""
        (a, told_a), (b, told_b) = read(self.rules, answers[0]), read(self.rules, answers[1])
        struck = strike(self.rules, a, b, self.life)
        self.life = struck.life
        if 0 in struck.life or self.round == self.rules.round_cap:
            self._end_game()
        else:
            self.round += 1
        return (a, b), struck, [told_a, told_b]

    def _end_game(self) -> None:
        a, b = self.life
        won = (2, 0) if a > b else (0, 2) if b > a else (1, 1)
        self.points = (self.points[0] + won[0], self.points[1] + won[1])
        if self.game == self.rules.games:
            self.over = True
        else:
            self.game, self.round = self.game + 1, 1
            self.life = (self.rules.life, self.rules.life)
