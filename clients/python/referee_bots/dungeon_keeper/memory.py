"""Builds a bot's board from whole observations and from changes (DK-4.13, DK-6.20)."""

from __future__ import annotations

from collections.abc import Iterable

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import UNITS, Building, Item, Kind, Rune
from referee_bots.dungeon_keeper.board import Board, House, Mine, Rules, Seat, Unit
from referee_bots.dungeon_keeper.ground import LOOKS, UNKNOWN, Grid

__all__ = ["Memory", "rules_of"]


def rules_of(config: wire.Config, num_seats: int) -> Rules:
    """Return the parts of a match's config that bots need: caps, and yields of mines.

    A field without a value gets the default.
    """
    usual = Rules()
    return Rules(
        num_seats=num_seats,
        is_mirrored=config.symmetry == wire.SYMMETRY_MIRROR,
        max_rounds=config.max_rounds or usual.max_rounds,
        unit_cap=config.unit_cap or usual.unit_cap,
        stack_limit=config.stack_limit or usual.stack_limit,
        gold_per_ap=config.gold_per_ap or usual.gold_per_ap,
        iron_per_ap=config.iron_per_ap or usual.iron_per_ap,
        gem_per_ap=config.gem_per_ap or usual.gem_per_ap,
        max_orders=config.max_orders_per_turn or usual.max_orders,
        max_batches=config.max_batches_per_turn or usual.max_batches,
        waning_round=config.waning_round,
    )


class Memory:
    """The board of Dungeon Keeper as a seat has last seen it.

    Args:
        rules: Rules of the match.
        seat: Index of the bot's seat, 0-based.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self._rules = rules
        self._seat = seat
        self._board: Board | None = None

    def see(self, seen: wire.Observation) -> Board | None:
        """Bring the board up to date with an observation, and return a copy of it.

        Returns:
            The board, which the caller may change; None if the observation has only changes to an
            earlier one that was not received, so that a whole observation has to be asked for.
        """
        if not seen.is_delta:
            self._board = self._whole(seen)
        elif self._board is None:
            return None
        else:
            self._change(self._board, seen)
        self._board.round = seen.round
        self._board.settle()
        # A copy, because plans change the board as if all orders had succeeded; the memory keeps
        # what was really seen.
        return self._board.copy()

    def _whole(self, seen: wire.Observation) -> Board:
        grid = Grid.of(len(seen.rows))
        land = [LOOKS.get(look, UNKNOWN) for row in seen.rows for look in row]
        board = Board(grid, self._seat, land, rules=self._rules)
        size = grid.size
        for mine in seen.mines:
            board.mines[mine.row * size + mine.col] = _mine(mine)
        for house in seen.buildings:
            if (made := _house(house)) is not None:
                board.houses[house.row * size + house.col] = made
        for item in seen.items:
            if (kind := _item(item)) is not None:
                board.items.setdefault(item.row * size + item.col, []).append(kind)
        self._take_units(board, seen.units)
        for seat in seen.seats:
            board.seats.append(_seat(seat))
        return board

    def _change(self, board: Board, seen: wire.Observation) -> None:
        size = board.grid.size
        for view in seen.cells:
            cell = view.row * size + view.col
            board.land[cell] = LOOKS.get(view.look, UNKNOWN)
            # A delta describes a cell as a whole: what it does not name is not there any more.
            for known in (board.mines, board.houses, board.items):
                known.pop(cell, None)
            if view.HasField("mine"):
                board.mines[cell] = _mine(view.mine)
            if view.HasField("building") and (house := _house(view.building)) is not None:
                board.houses[cell] = house
            items: list[int] = [kind for item in view.items if (kind := _item(item)) is not None]
            if items:
                board.items[cell] = items
        for gone in seen.gone_units:
            board.units.pop(gone, None)
        self._take_units(board, seen.units)
        for seat in seen.seats:
            board.seats[seat.seat] = _seat(seat)

    @staticmethod
    def _take_units(board: Board, units: Iterable[wire.Unit]) -> None:
        for unit in units:
            if 0 < unit.kind <= len(UNITS):
                board.units[unit.id] = _unit(unit, board.grid.size)


# Names of a later day are left out: a bot that has not heard of a thing cannot use it.


def _mine(mine: wire.Mine) -> Mine:
    return Mine(mine.kind - 1, mine.left)


def _house(house: wire.Building) -> House | None:
    if not 0 < house.kind <= len(Building):
        return None
    kind = Building(house.kind - 1)
    state = house.hp, house.level, house.ap, house.upgraded, house.low_mark
    return House(kind, house.owner, *state)


def _item(item: wire.Item) -> Item | None:
    return Item(item.kind - 1) if 0 < item.kind <= len(Item) else None


def _unit(unit: wire.Unit, size: int) -> Unit:
    works = unit.HasField("capture_cell")
    return Unit(
        unit.id,
        unit.owner,
        unit.controller,
        # On the wire, 0 means that none is given: kinds, artifacts and runes begin at 1.
        Kind(unit.kind - 1),
        unit.row * size + unit.col,
        unit.hp,
        unit.ap,
        unit.attack,
        unit.defence,
        unit.max_hp,
        unit.max_ap,
        frozenset(artifact - 1 for artifact in unit.artifacts),
        unit.rune - 1 if unit.rune else None,
        unit.upgraded,
        unit.tower_slowed,
        any(status.status == wire.STATUS_GHOSTLINESS for status in unit.statuses),
        unit.capture_cell.row * size + unit.capture_cell.col if works else None,
        unit.capture_points,
    )


def _seat(seat: wire.Seat) -> Seat:
    has = seat.holdings
    return Seat(
        seat.alive,
        seat.serial,
        has.gold,
        has.iron,
        has.taldear,
        has.mana,
        [*has.store, 0, 0, 0, 0][:4],
        frozenset(Rune(rune - 1) for rune in has.runes if 0 < rune <= len(Rune)),
        frozenset(seat.allies),
    )
