"""Lists of candidates for a seat of Dungeon Keeper, from which training programs pick its actions.

A candidate is a single order, or the end of the turn. There are no candidates for chat and
alliances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import NEUTRAL, UNITS, Building, Item, Kind
from referee_bots.candidates.base import Candidate, Candidates
from referee_bots.dungeon_keeper import fights
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import UNDUG, can_step
from referee_bots.dungeon_keeper.memory import Memory, rules_of
from referee_bots.dungeon_keeper.plan import Plan, is_rune

__all__ = ["DungeonKeeperCandidates"]

_END = Candidate("end the turn", (0, 0, 0, 0))
_KINDS = ("end", "move", "dig", "mine", "pickup", "attack", "raze", "capture", "summon")


class DungeonKeeperCandidates(Candidates):
    """Candidates of Dungeon Keeper: the end of the turn, and orders that look legal to the seat.

    The four numbers of an order are its kind, the id of the unit that gets the order (of a summons,
    the kind of the summoned unit), and row and column of the order's cell. The end of the turn has
    four zeros.

    Args:
        config: Config of the match.
        num_seats: Number of seats in the match.
        width: Highest number of candidates in the list.
    """

    observation = wire.Observation
    slots = 1
    left_out = (
        "several orders in one batch",
        "build, repair, use_rune, rest, and whatever only some kinds of units can do",
        "upgrades, research, spells, artifacts, spirits, exchanges, tower shots, alliances",
    )

    def __init__(self, config: wire.Config, num_seats: int, width: int = 256) -> None:
        self.width = width
        self._rules = rules_of(config, num_seats)

    def lists(self, seen: wire.Observation) -> list[list[Candidate]]:
        """Return one list: first the end of the turn, then single orders, at most `width` candidates.

        Only the end of the turn is listed if the seat is out, or its observation has changes only.

        Args:
            seen: Observation of a seat that has to decide.
        """
        board = Memory(self._rules, seen.you).see(seen)
        if board is None or not board.mine.is_alive:
            return [[_END]]
        found = [_END]
        plan = Plan(board, self._rules.max_orders)
        if seen.orders < self._rules.max_orders:
            found += _summons(board, plan)
            for unit in board.own():
                if unit.ap > 0:
                    found += _of_unit(board, plan, unit)
        # The end of the turn stands first, so that it is never cut off.
        return [found[: self.width]]

    def build(self, seen: wire.Observation, picked: Sequence[Candidate]) -> wire.Action:
        """Return an action with the picked order, or the action that ends the turn.

        Args:
            seen: Observation from which the list was made; ignored.
            picked: The picked candidate.
        """
        del seen
        orders = [candidate.part for candidate in picked if candidate.part is not None]
        return wire.Action(orders=orders, end_turn=not orders)


def _summons(board: Board, plan: Plan) -> Iterator[Candidate]:
    if board.num_units() >= board.rules.unit_cap:
        return
    for circle in board.houses_of(board.me, Building.CIRCLE):
        for cell in board.empty_around(circle):
            stack = board.stacks.get(cell, ())
            if any(unit.owner != board.me for unit in stack):
                continue
            if len(stack) >= board.rules.stack_limit:
                continue
            for kind in (Kind.IMP, Kind.BES):
                if board.mine.mana >= UNITS[kind].mana:
                    order = wire.SummonOrder(
                        circle=plan.cell(circle),
                        kind=f"UNIT_KIND_{kind.name}",
                        cell=plan.cell(cell),
                    )
                    yield _candidate(board, "summon", kind, cell, wire.Order(summon=order))


def _of_unit(board: Board, plan: Plan, unit: Unit) -> Iterator[Candidate]:
    yield from _moves(board, plan, unit)
    around, here = board.grid.around[unit.cell], unit.id
    for cell in around if unit.kind == Kind.IMP else ():
        if board.land[cell] == UNDUG:
            dig = wire.DigOrder(unit=here, cell=plan.cell(cell))
            yield _candidate(board, "dig", here, cell, wire.Order(dig=dig))
        if cell in board.mines:
            mine = wire.MineOrder(unit=here, cell=plan.cell(cell))
            yield _candidate(board, "mine", here, cell, wire.Order(mine=mine))
    for cell in around:
        house = board.houses.get(cell)
        if house is None or house.kind != Building.SOURCE or house.owner == board.me:
            continue
        if house.owner == NEUTRAL or board.is_hostile_seat(house.owner):
            capture = wire.CaptureOrder(unit=here, cell=plan.cell(cell))
            yield _candidate(board, "capture", here, cell, wire.Order(capture=capture))
    yield from _takings(board, plan, unit)
    yield from _attacks(board, plan, unit)


def _moves(board: Board, plan: Plan, unit: Unit) -> Iterator[Candidate]:
    barred = board.barred()
    for step in board.grid.steps[unit.cell]:
        if not can_step(board.land, step) or step.to in barred:
            continue
        if len(board.stacks.get(step.to, ())) < board.rules.stack_limit:
            move = wire.MoveOrder(unit=unit.id, to=plan.cell(step.to))
            yield _candidate(board, "move", unit.id, step.to, wire.Order(move=move))


def _takings(board: Board, plan: Plan, unit: Unit) -> Iterator[Candidate]:
    for cell in (unit.cell, *board.grid.around[unit.cell]):
        if any(other.controller != board.me for other in board.stacks.get(cell, ())):
            continue
        for kind in dict.fromkeys(board.items.get(cell, ())):
            if not is_rune(Item(kind)) or unit.rune is None:
                pickup = wire.PickupOrder(
                    unit=unit.id, cell=plan.cell(cell), item=f"ITEM_KIND_{Item(kind).name}"
                )
                yield _candidate(board, "pickup", unit.id, cell, wire.Order(pickup=pickup))


def _attacks(board: Board, plan: Plan, unit: Unit) -> Iterator[Candidate]:
    for target in board.enemies():
        if fights.reaches(board, unit, unit.cell, target.cell):
            attack = wire.AttackOrder(unit=unit.id, target=target.id)
            yield _candidate(board, "attack", unit.id, target.cell, wire.Order(attack=attack))
    for cell in board.targets():
        if fights.reaches(board, unit, unit.cell, cell):
            raze = wire.AttackOrder(unit=unit.id, cell=plan.cell(cell))
            yield _candidate(board, "raze", unit.id, cell, wire.Order(attack=raze))


def _candidate(board: Board, kind: str, who: int, cell: int, order: wire.Order) -> Candidate:
    row, col = divmod(cell, board.grid.size)
    return Candidate(f"{kind} {who} at {row},{col}", (_KINDS.index(kind), who, row, col), order)
