"""Dungeon Keeper's map generator: a symmetric board, equal for every slot (DK-2.9 to DK-2.15)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.maps.symmetry import Base, Turn, bases_of, group_of, images_of
from referee.games.dungeon_keeper.rules.board.ground import (
    clear_cell,
    distance,
    put_building,
    put_item,
    put_mine,
)
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.scenario.placing import mine_amount
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    NEUTRAL,
    Artifact,
    Building,
    Item,
    MineKind,
)

__all__ = ["ATTEMPTS", "ORBITS", "Orbit", "Placed", "generate", "lay_ground"]

ATTEMPTS = 400
"""Number of cells tried for an object before the object is left out (DK-2.13)."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Draft:
    """A map while it is generated: the match, its config, the map's dice, symmetries and Altars."""

    state: State
    config: DungeonKeeperConfig
    stream: Stream
    group: Sequence[Turn]
    altars: Sequence[Place]


Lay = Callable[[_Draft, list[Place]], None]
"""Function that draws the content of an object once, such as the gold in a chest, and puts the
object on each of the given cells (DK-2.14).
"""


class Orbit(NamedTuple):
    """Row of the table of objects (DK-2.12): what is placed, how often, how far from Altars.

    A slot is the part of the map that belongs to one base; all slots are images of each other.
    """

    name: str
    lay: Lay
    least: int
    """Lowest number of objects of this kind in each slot, the part of the map that belongs to one base."""
    area: int
    """Number of cells of a slot for each object: a slot gets its number of cells divided by this, or
    `least` objects if that is more.
    """
    near: int
    """Least distance from the nearest Altar in cells; never more than a third of the board's
    side."""
    far: int
    """Greatest distance from the nearest Altar, in cells."""
    is_cavern: bool = False
    """Whether the object is a cavern, which takes 3 x 3 cells."""

    @property
    def apart(self) -> int:
        """Least distance of two images of an accepted cell (DK-2.13)."""
        return 4 if self.is_cavern else 2

    @property
    def rock(self) -> int:
        """How far around an accepted cell all cells must be undug (DK-2.13)."""
        return 2 if self.is_cavern else 1

    def number(self, slot_area: int) -> int:
        """Return how many objects of this kind a slot with this number of cells gets."""
        return max(self.least, slot_area // self.area)

    def nearest(self, size: int) -> int:
        """Return the least distance from the nearest Altar on a board of this size."""
        return min(self.near, size // 3)


class Placed(NamedTuple):
    """An object that the generator has placed on the map: its name, its cell, and the attempts it took."""

    name: str
    place: Place
    """Cell that was accepted; the object is also on the images of this cell."""
    attempt: int
    """Number of the attempt that succeeded, from 1."""


def generate(
    state: State, config: DungeonKeeperConfig, num_seats: int, stream: Stream
) -> tuple[list[Base], list[Placed]]:
    """Dig the caves and place all objects on the board; buildings have no owner yet.

    Args:
        state: A match whose board is wholly undug; changed.
        config: The config of the match.
        num_seats: Number of seats.
        stream: Random stream of the map, from which all draws are made.

    Returns:
        The bases by slot, and the objects placed, in order.
    """
    group = group_of(num_seats, config.symmetry)
    bases = lay_ground(state, config, group)
    draft = _Draft(state, config, stream, group, [base.altar for base in bases])
    slot_area = config.size * config.size // len(group)
    placed = []
    # Objects may not touch, so their order decides the map of a seed (DK-2.12).
    for orbit in ORBITS:
        for _ in range(orbit.number(slot_area)):
            accepted = _place(draft, orbit)
            if accepted is not None:
                placed.append(accepted)
    return bases, placed


def lay_ground(state: State, config: DungeonKeeperConfig, group: Sequence[Turn]) -> list[Base]:
    """Dig the caves of all bases and the centre, which are the same in all matches; return the bases by slot.

    Args:
        state: A match whose board is wholly undug; changed.
        config: The config of the match.
        group: Symmetry group of the map, from `group_of`.
    """
    bases = bases_of(group, config.symmetry, config.size)
    for base in bases:
        _lay_base(state, config, base)
    _lay_centre(state, config)
    return bases


def _lay_base(state: State, config: DungeonKeeperConfig, base: Base) -> None:
    for row, col in _block(base.altar, 1):
        clear_cell(state, row, col)
    put_building(state, *base.altar, Building.ALTAR, NEUTRAL)
    put_building(state, *base.source, Building.SOURCE, NEUTRAL)
    put_building(state, *base.circle, Building.CIRCLE, NEUTRAL)
    put_mine(state, *base.gold_mine, MineKind.GOLD, mine_amount(config, MineKind.GOLD))


def _lay_centre(state: State, config: DungeonKeeperConfig) -> None:
    """Clear the 3 x 3 cells in the centre, and put the neutral Source there (DK-2.11)."""
    centre = Place(config.size // 2, config.size // 2)
    for row, col in _block(centre, 1):
        clear_cell(state, row, col)
    if config.centre_source_level > 0:
        put_building(state, *centre, Building.SOURCE, NEUTRAL)
        state.cells[c.B_LEVEL, *centre] = config.centre_source_level


def _block(centre: Place, reach: int) -> Iterator[Place]:
    """Yield the cells at most `reach` from the cell `centre`, row by row, also off the board."""
    for row in range(centre.row - reach, centre.row + reach + 1):
        for col in range(centre.col - reach, centre.col + reach + 1):
            yield Place(row, col)


def _place(draft: _Draft, orbit: Orbit) -> Placed | None:
    """Try cells until one is accepted, and put the object on it and all its images (DK-2.13).

    Args:
        draft: Map that is being made.
        orbit: Kind of object, with its distances from Altars.

    Returns:
        The object placed; None after `ATTEMPTS` failures, when the object is left out.
    """
    size = draft.config.size
    for attempt in range(1, ATTEMPTS + 1):
        # Row, then column: the map of a seed depends on the order of draws (DK-2.13).
        row = draft.stream.draw(size) - 1
        place = Place(row, draft.stream.draw(size) - 1)
        if _is_accepted(draft, orbit, place):
            orbit.lay(draft, images_of(draft.group, *place, size))
            return Placed(orbit.name, place, attempt)
    return None


def _is_accepted(draft: _Draft, orbit: Orbit, place: Place) -> bool:
    size = draft.config.size
    row, col = place
    if orbit.is_cavern and not (1 <= row <= size - 2 and 1 <= col <= size - 2):
        return False
    rock = orbit.rock
    around = draft.state.cells[
        c.TERRAIN,
        max(0, row - rock) : row + rock + 1,
        max(0, col - rock) : col + rock + 1,
    ]
    if around.any():  # undug rock is 0
        return False
    nearest = min(distance(row, col, *altar) for altar in draft.altars)
    if not orbit.nearest(size) <= nearest <= orbit.far:
        return False
    images = images_of(draft.group, row, col, size)[1:]
    return all(distance(row, col, *image) >= orbit.apart for image in images)


def _lay_source(draft: _Draft, places: list[Place]) -> None:
    for place in places:
        put_building(draft.state, *place, Building.SOURCE, NEUTRAL)


def _lay_mine(kind: MineKind) -> Lay:
    def lay(draft: _Draft, places: list[Place]) -> None:
        for place in places:
            put_mine(draft.state, *place, kind, mine_amount(draft.config, kind))

    return lay


def _lay_rune(kind: Item) -> Lay:
    return lambda draft, places: _lay_item(draft, places, kind)


def _lay_crystal(draft: _Draft, places: list[Place]) -> None:
    _lay_item(draft, places, Item.MANA_CRYSTAL, mana=10 + _roll(draft, 41))


def _lay_chest(draft: _Draft, places: list[Place]) -> None:
    gold = 50 + 10 * _roll(draft, 26)
    _lay_item(draft, places, Item.CHEST, gold=gold, taldear=1 + _roll(draft, 3))


def _lay_artifact(draft: _Draft, places: list[Place]) -> None:
    _lay_item(draft, places, Item.of_artifact(_roll(draft, len(Artifact))))


def _lay_cavern(draft: _Draft, places: list[Place]) -> None:
    for place in places:
        for row, col in _block(place, 1):
            clear_cell(draft.state, row, col)


def _lay_item(draft: _Draft, places: list[Place], kind: Item, **contents: int) -> None:
    for place in places:
        clear_cell(draft.state, *place)
        put_item(draft.state, *place, kind, **contents)


def _roll(draft: _Draft, sides: int) -> int:
    """Roll 0 to `sides` - 1 from the map's stream (DK-2.6)."""
    return draft.stream.draw(sides) - 1


_ANY = 63
"""Value of `Orbit.far` that sets no limit: no two cells of any board are further apart."""
_ONE = 63 * 63 + 1
"""Value of `Orbit.area` that makes a slot get exactly `Orbit.least` objects of a kind.

A slot gets its number of cells divided by `area`, rounded down, but at least `least`. No slot has
this many cells, so the quotient is 0.
"""

ORBITS: tuple[Orbit, ...] = (
    Orbit("source", _lay_source, 1, 200, 5, _ANY),
    Orbit("rune_fire", _lay_rune(Item.RUNE_FIRE), 1, _ONE, 5, _ANY),
    Orbit("rune_darkness", _lay_rune(Item.RUNE_DARKNESS), 1, _ONE, 5, _ANY),
    Orbit("rune_death", _lay_rune(Item.RUNE_DEATH), 1, _ONE, 5, _ANY),
    Orbit("gold_mine", _lay_mine(MineKind.GOLD), 1, _ONE, 3, 5),
    Orbit("gold_mine", _lay_mine(MineKind.GOLD), 1, 80, 4, _ANY),
    Orbit("iron_mine", _lay_mine(MineKind.IRON), 1, 120, 4, _ANY),
    Orbit("gem_mine", _lay_mine(MineKind.GEM), 1, 250, 6, _ANY),
    Orbit("mana_crystal", _lay_crystal, 1, 200, 5, _ANY),
    Orbit("chest", _lay_chest, 1, 200, 5, _ANY),
    Orbit("artifact", _lay_artifact, 1, 250, 6, _ANY),
    Orbit("cavern", _lay_cavern, 0, 120, 5, _ANY, is_cavern=True),
)
"""Kinds of objects on a map, in the order in which they are placed (DK-2.12)."""
