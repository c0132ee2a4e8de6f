"""Plans the orders of one batch, and carries each out on the bot's own board.

A method adds an order if the rulebook's checks pass as far as the bot knows (DK-4.10, DK-4.11), and
returns whether it did. Where chance decides, the board goes on as if there were no chance: no
evading, and no second attack. Then `is_open` says that the bot should wait for the next observation
before it plans on.
"""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import (
    BUILDINGS,
    CAPTURE_AP,
    KILL_MANA,
    NEUTRAL,
    REPAIR_HP,
    RUNE_MANA,
    VAMPIRISM_HP,
    Building,
    Item,
    Kind,
    MineKind,
)
from referee_bots.dungeon_keeper import fights
from referee_bots.dungeon_keeper.board import Board, House, Unit
from referee_bots.dungeon_keeper.ground import EMPTY, UNDUG, UNKNOWN, Step, can_step
from referee_bots.dungeon_keeper.waning import is_waning

__all__ = ["Plan", "is_rune"]


def is_rune(item: Item) -> bool:
    """Return whether an item is a rune, which a unit has to carry."""
    return Item.RUNE_FIRE <= item <= Item.RUNE_DEATH


class Plan:
    """Orders of a batch while they are planned.

    All methods that name an order return whether the order was added; if not, the board has not
    changed.

    Args:
        board: Board as the bot knows it; it is changed with every order.
        room: Number of orders that may still be given in this turn.
    """

    def __init__(self, board: Board, room: int) -> None:
        self.board = board
        self.orders: list[wire.Order] = []
        self.is_open = False
        """Whether chance has decided something that the board does not show, so that an observation
        is needed."""
        self._room = room
        self._is_closed = False
        self._unseen: dict[int, int] = {}  # what zeal may have taken off buildings in addition

    @property
    def is_full(self) -> bool:
        """Whether no more orders can be added before the next observation."""
        return self._is_closed or len(self.orders) >= self._room

    # Orders of units.

    def move(self, unit: Unit, step: Step) -> bool:
        """Add an order that moves a unit one step; return whether the order was added.

        `is_open` is set if the step may uncover hidden cells, which only the next observation
        shows.
        """
        board = self.board
        stack = board.stacks.get(step.to, ())
        if (
            not can_step(board.land, step)
            or any(other.owner != unit.owner for other in stack)
            or len(stack) >= board.rules.stack_limit
            or not self._give(
                unit, wire.Order(move=wire.MoveOrder(unit=unit.id, to=self.cell(step.to)))
            )
        ):
            return False
        board.put(unit, step.to)
        if not unit.is_slowed and board.is_slowing(step.to):
            unit.is_slowed, unit.ap = True, max(0, unit.ap - 1)
        # The step may have uncovered cells, which only the next observation shows.
        if any(board.land[near] == UNKNOWN for near in board.grid.around[step.to]):
            self.is_open = True
        if unit.capture_cell is not None and board.grid.distance(step.to, unit.capture_cell) > 1:
            unit.capture_cell, unit.capture_points = None, 0
        return True

    def dig(self, unit: Unit, cell: int) -> bool:
        """Add an order that an imp digs out a neighbouring cell; return whether the order was added.

        It is not added for an unknown cell, which has to be seen first; `is_open` is set instead.
        """
        board = self.board
        # Set even though the order is not given: the next observation may show what the cell is.
        self.is_open |= board.land[cell] == UNKNOWN
        if (
            unit.kind != Kind.IMP
            or board.land[cell] != UNDUG
            or not self._is_beside(unit, cell)
            or not self._give(
                unit, wire.Order(dig=wire.DigOrder(unit=unit.id, cell=self.cell(cell)))
            )
        ):
            return False
        board.land[cell] = EMPTY
        return True

    def mine(self, unit: Unit, cell: int) -> bool:
        """Add an order that an imp works in a neighbouring mine; return whether the order was added.

        It is not added if the unit is no imp, the cell is not a mine next to it, or no action point
        is left.
        """
        board = self.board
        mine = board.mines.get(cell)
        if (
            unit.kind != Kind.IMP
            or mine is None
            or not self._is_beside(unit, cell)
            or not self._give(
                unit, wire.Order(mine=wire.MineOrder(unit=unit.id, cell=self.cell(cell)))
            )
        ):
            return False
        rules, seat = board.rules, board.mine
        most = (rules.gold_per_ap, rules.iron_per_ap, rules.gem_per_ap)[mine.kind]
        amount = min(mine.left, most)
        seat.gold += amount * (mine.kind == MineKind.GOLD)
        seat.iron += amount * (mine.kind == MineKind.IRON)
        seat.taldear += amount * (mine.kind == MineKind.GEM)
        mine.left -= amount
        if mine.left <= 0:
            board.raze(cell)
        return True

    def pickup(self, unit: Unit, cell: int, item: Item) -> bool:
        """Add an order to pick up an item from the unit's own or a neighbouring cell.

        Return whether the order was added. What a chest or a crystal holds is known only from the
        next observation, so that `is_open` is set.
        """
        board = self.board
        if (
            item not in board.items.get(cell, ())
            or board.grid.distance(unit.cell, cell) > 1
            or any(other.controller != board.me for other in board.stacks.get(cell, ()))
            or (is_rune(item) and unit.rune is not None)
            or not self._give(
                unit,
                wire.Order(
                    pickup=wire.PickupOrder(
                        unit=unit.id, cell=self.cell(cell), item=f"ITEM_KIND_{item.name}"
                    )
                ),
            )
        ):
            return False
        board.items[cell].remove(item)
        if not board.items[cell]:
            del board.items[cell]
        if is_rune(item):
            unit.rune = item - Item.RUNE_FIRE
        elif item >= Item.SWORD:  # an artifact, which goes to the store
            board.mine.store[item - Item.SWORD] += 1
        else:
            self.is_open = True
        return True

    def use_rune(self, unit: Unit, *, installs: bool) -> bool:
        """Add an order to install the rune that a unit carries in the Altar, or to exchange it for mana.

        An installed rune allows further upgrades. Return whether the order was added: the unit must
        carry a rune next to its seat's Altar.

        Args:
            unit: Unit that carries the rune.
            installs: Whether the rune is installed; if not, it is exchanged for mana.
        """
        board = self.board
        altar = board.altar(board.me)
        if (
            unit.rune is None
            or altar is None
            or not self._is_beside(unit, altar)
            or (installs and unit.rune in board.mine.runes)
            or not self._give(
                unit,
                wire.Order(
                    use_rune=wire.UseRuneOrder(
                        unit=unit.id,
                        mode=wire.RUNE_MODE_INSTALL if installs else wire.RUNE_MODE_EXCHANGE,
                    )
                ),
            )
        ):
            return False
        if installs:
            board.mine.runes |= {unit.rune}
        else:
            board.mine.mana += RUNE_MANA
        unit.rune = None
        return True

    def capture(self, unit: Unit, cell: int) -> bool:
        """Add an order to work on the capture of a neighbouring Source; return whether it was added.

        A Source gives its owner mana each turn; it must be neutral or an enemy's.
        """
        board = self.board
        house = board.houses.get(cell)
        if (
            house is None
            or house.kind != Building.SOURCE
            or house.owner == board.me
            or not (house.owner == NEUTRAL or board.is_hostile_seat(house.owner))
            or not self._is_beside(unit, cell)
            or not self._give(
                unit, wire.Order(capture=wire.CaptureOrder(unit=unit.id, cell=self.cell(cell)))
            )
        ):
            return False
        if unit.capture_cell != cell:
            unit.capture_cell, unit.capture_points = cell, 0
        unit.capture_points += 1
        if unit.capture_points >= CAPTURE_AP:
            house.owner = board.me
            for other in board.units.values():
                if other.capture_cell == cell:
                    other.capture_cell, other.capture_points = None, 0
        return True

    def build(self, unit: Unit, cell: int, kind: Building) -> bool:
        """Add an order that an imp puts a building on an empty neighbouring cell.

        Return whether the order was added.
        """
        board, price = self.board, BUILDINGS[kind]
        seat = board.mine
        if (
            unit.kind != Kind.IMP
            or not self._is_beside(unit, cell)
            or board.land[cell] != EMPTY
            or cell in board.stacks
            or cell in board.items
            or seat.mana < price.mana
            or seat.gold < price.gold
            or seat.iron < price.iron
            or not self._give(
                unit,
                wire.Order(
                    build=wire.BuildOrder(
                        unit=unit.id, cell=self.cell(cell), building=f"BUILDING_KIND_{kind.name}"
                    )
                ),
            )
        ):
            return False
        seat.mana -= price.mana
        seat.gold -= price.gold
        seat.iron -= price.iron
        owner = NEUTRAL if kind == Building.WALL else board.me
        board.build(cell, House(kind, owner, hp=price.hp))
        return True

    def repair(self, unit: Unit, cell: int) -> bool:
        """Add an order that an imp repairs an own neighbouring building.

        Return whether the order was added. Walls and Sources can't be repaired, nor Altars once
        they wane.
        """
        board = self.board
        house = board.houses.get(cell)
        if (
            unit.kind != Kind.IMP
            or house is None
            or house.owner != board.me
            or house.kind == Building.SOURCE
            or house.hp >= BUILDINGS[house.kind].hp
            or (house.kind == Building.ALTAR and is_waning(board))
            or board.mine.gold <= 0
            or not self._is_beside(unit, cell)
            or not self._give(
                unit, wire.Order(repair=wire.RepairOrder(unit=unit.id, cell=self.cell(cell)))
            )
        ):
            return False
        amount = min(REPAIR_HP, BUILDINGS[house.kind].hp - house.hp, board.mine.gold)
        house.hp += amount
        board.mine.gold -= amount
        return True

    def attack(self, unit: Unit, target: Unit) -> bool:
        """Add an order to attack a hostile unit in reach; return whether the order was added.

        If chance may change the result, `is_open` is set.
        """
        board = self.board
        if not fights.reaches(board, unit, unit.cell, target.cell) or not board.is_hostile_seat(
            target.controller
        ):
            return False
        if not self._give(
            unit, wire.Order(attack=wire.AttackOrder(unit=unit.id, target=target.id))
        ):
            return False
        near = board.grid.distance(unit.cell, target.cell) <= 1
        self._strike(unit, target, near=near)
        if not unit.is_ranged and target.hp > 0:
            self._strike(target, unit, near=True)
        if target.is_ghostly or (unit.has_zeal and target.hp > 0 and unit.hp > 0):
            self.is_open = True
        return True

    def raze(self, unit: Unit, cell: int) -> bool:
        """Add an order to attack an enemy's building or a wall in reach; return whether it was added.

        Sources can't be attacked. If a second attack by zeal may have razed the building, `is_open`
        is set.
        """
        board = self.board
        house = board.houses.get(cell)
        if (
            house is None
            or house.kind == Building.SOURCE
            or not (house.owner == NEUTRAL or board.is_hostile_seat(house.owner))
            or not fights.reaches(board, unit, unit.cell, cell)
            or not self._give(
                unit, wire.Order(attack=wire.AttackOrder(unit=unit.id, cell=self.cell(cell)))
            )
        ):
            return False
        near = board.grid.distance(unit.cell, cell) <= 1
        damage = fights.damage_to_house(unit, house, near=near)
        house.hp -= damage
        house.low_mark = max(0, min(house.low_mark, house.hp))
        if house.hp <= 0:
            self._raze(cell, house)
        # A second attack may have done as much damage again. The board shows the least damage; once
        # the other could have razed the building, an observation is needed.
        if unit.has_zeal:
            self._unseen[cell] = self._unseen.get(cell, 0) + damage
        self.is_open |= self._unseen.get(cell, 0) >= house.hp
        return True

    # What orders have in common.

    def _is_beside(self, unit: Unit, cell: int) -> bool:
        return self.board.grid.distance(unit.cell, cell) == 1

    def cell(self, cell: int) -> wire.Cell:
        """Return a cell as a wire message with row and column."""
        row, col = divmod(cell, self.board.grid.size)
        return wire.Cell(row=row, col=col)

    def _give(self, unit: Unit, order: wire.Order) -> bool:
        """Add an order of a unit if it can be given, and spend one action point of the unit.

        Return whether the order was added: the bot must control the unit, which must have an action
        point, and the batch must have room.
        """
        if self.is_full or unit.ap < 1 or unit.controller != self.board.me:
            return False
        # The point is spent only when all checks have passed: `_give` is the last condition of
        # every order.
        unit.ap -= 1
        self.say(order)
        return True

    def say(self, order: wire.Order) -> None:
        """Add an order that the caller has checked; spend no action points."""
        self.orders.append(order)

    def _strike(self, unit: Unit, target: Unit, *, near: bool) -> None:
        damage = fights.damage(unit, target.defence, near=near)
        if unit.is_vampire:
            fed = min(VAMPIRISM_HP, damage, target.hp)
            unit.hp = min(unit.max_hp, unit.hp + fed)
        target.hp -= damage
        if target.hp <= 0:
            self.kill(target)

    def kill(self, unit: Unit) -> None:
        """Remove a unit that the bot has killed, and credit the mana for the kill (DK-5.25)."""
        if unit.owner != self.board.me and not unit.is_worker:
            self.board.mine.mana += KILL_MANA
        self.board.remove(unit)

    def _raze(self, cell: int, house: House) -> None:
        self.board.raze(cell)
        if house.kind == Building.ALTAR:
            # What was its seat's goes with it, and it may have been the last one (DK-5.28).
            self.is_open = self._is_closed = True
