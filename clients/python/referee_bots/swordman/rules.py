"""Computations about a round of Swordman: splits of the points, blows, lives (SW-4, SW-5).

All are on whole arrays, because bots that compare their settings compare hundreds of them.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gamereferee.games.swordman.v1.swordman_pb2 import Config

__all__ = ["Bools", "Ints", "Rules", "Settings", "Splits", "lives_left"]

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class Splits(NamedTuple):
    """Ways to spend all points, int64[split] each, in ascending order of sword, then shield.

    Ways that leave points unspent are not needed: more points in the shield do no harm.
    """

    sword: Ints
    """int64[split]: points spent on the sword, which makes the own blow strong."""
    shield: Ints
    """int64[split]: points spent on the shield."""
    priority: Ints
    """int64[split]: points spent on priority; the seat with more strikes first."""


class Settings(NamedTuple):
    """Ways to spend all points and to place sword and shield, int64[setting] each.

    A sword or shield without points is at location 0, so that no two settings are the same in
    effect.
    """

    sword: Ints
    """int64[setting]: points spent on the sword."""
    shield: Ints
    """int64[setting]: points spent on the shield."""
    priority: Ints
    """int64[setting]: points spent on priority; the seat with more strikes first."""
    sword_at: Ints
    """int64[setting]: location at which the sword strikes, from 0."""
    shield_at: Ints
    """int64[setting]: location at which the shield is held, from 0."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rules:
    """Parts of a match's config that decide a round of Swordman: points, life, locations (SW-2.1)."""

    power: int = 10
    """Number of points to spend in a round, 1 to 100."""
    priority: bool = True
    """Whether points may be spent on priority, which makes a seat strike first."""
    life: int = 20
    """Life of each seat at the start of a game, 1 to 1000."""
    locations: int = 3
    """Number of locations for sword and shield, 2 to 9."""
    guard_on: int = 3
    """Points of a blow that each point of shield stops at the shield's own location, 1 to 10."""
    guard_off: int = 2
    """Number of points of shield that stop one point of a blow at another location, 0 to 10; 0
    means that none is stopped."""

    @classmethod
    def of(cls, config: Config) -> Rules:
        """Return the rules of a config, which must have all fields set."""
        return cls(*(getattr(config, field.name) for field in dataclasses.fields(cls)))

    def splits(self) -> Splits:
        """Return all ways to spend the points under these rules."""
        return _splits(self.power, self.priority)

    def settings(self) -> Settings:
        """Return all ways to spend the points and to place sword and shield under these rules."""
        return _settings(self.power, self.priority, self.locations)

    def blows(self, sword: Ints | int, shield: Ints | int, met: Bools | bool) -> Ints:
        """Return the points of a sword that a shield does not stop (SW-5.3, SW-5.4).

        Arrays are broadcast.

        Args:
            sword: Points in the sword.
            shield: Points in the other seat's shield.
            met: Whether sword and shield are at the same location.
        """
        # Rounded up by integers: also a part of `guard_off` points gives one point of cover.
        elsewhere = -(-shield // self.guard_off) if self.guard_off else 0
        return np.maximum(0, sword - np.where(met, self.guard_on * shield, elsewhere))


@functools.lru_cache(maxsize=16)
def _splits(power: int, priority: bool) -> Splits:
    sword, shield = np.divmod(np.arange((power + 1) ** 2), power + 1)
    fits = sword + shield <= power if priority else sword + shield == power
    return Splits(sword[fits], shield[fits], (power - sword - shield)[fits])


@functools.lru_cache(maxsize=16)
def _settings(power: int, priority: bool, locations: int) -> Settings:
    chosen = _splits(power, priority)
    split, sword_at, shield_at = (
        axis.ravel()
        for axis in np.meshgrid(
            np.arange(len(chosen.sword)), np.arange(locations), np.arange(locations), indexing="ij"
        )
    )
    sword, shield, points = (powers[split] for powers in chosen)
    # A sword or shield without points has no effect at any location: only location 0 is kept, or
    # equal settings would count several times.
    once = ((sword > 0) | (sword_at == 0)) & ((shield > 0) | (shield_at == 0))
    return Settings(*(field[once] for field in (sword, shield, points, sword_at, shield_at)))


def lives_left(lives: tuple[int, int], blows: tuple[Ints, Ints], lead: Ints) -> tuple[Ints, Ints]:
    """Return the life of both seats after a round (SW-5.5); arrays are broadcast.

    Args:
        lives: Life of both seats before the round.
        blows: Blow of each seat, in points of life.
        lead: Priority of the first seat less priority of the second seat; only the sign counts.
    """
    first = np.maximum(0, lives[0] - blows[1])
    second = np.maximum(0, lives[1] - blows[0])
    return (
        # A seat that strikes first and kills is not struck back.
        np.where((lead > 0) & (second == 0), lives[0], first),
        np.where((lead < 0) & (first == 0), lives[1], second),
    )
