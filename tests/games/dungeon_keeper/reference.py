"""A match of Dungeon Keeper by the letter of the rulebook, in dataclasses, dicts and unbounded integers.

It shares no line with the package and stands beside it as the second opinion. It starts from a position
in the format of DK-2.20: the map generator has tests of its own. Batches are in plain form, well-formed or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.dungeon_keeper.reference_archdemon import ARCHDEMON_ORDERS
from tests.games.dungeon_keeper.reference_fog import Fog
from tests.games.dungeon_keeper.reference_observe import observe
from tests.games.dungeon_keeper.reference_orders import carry_out
from tests.games.dungeon_keeper.reference_plain import read_world, write_world
from tests.games.dungeon_keeper.reference_schema import is_batch, read_order
from tests.games.dungeon_keeper.reference_scoring import result
from tests.games.dungeon_keeper.reference_turns import end_turn
from tests.games.dungeon_keeper.reference_world import Cell

__all__ = ["ReferenceMatch"]


class ReferenceMatch:
    """One match.

    Args:
        position: Where it starts, with every field.
        rules: The config, by its names.
        seed: Match seed.
        version: Of the game.
    """

    def __init__(
        self, position: Mapping[str, Any], rules: dict[str, Any], seed: int, *, version: int = 2
    ) -> None:
        self.world = read_world(position, rules, seed, is_first=version == 1)
        self.fog = Fog(self.world) if rules["fog_of_war"] else None
        self.world.moment = self._moment
        self._moment()
        self.batches = self.orders = 0

    def _moment(self) -> None:
        if self.fog is not None:
            self.fog.look()

    def heard(self, seat: int) -> list[tuple[str, dict[str, Any]]]:
        """What a seat was told in the last step (DK-6.1, DK-6.22)."""
        if self.fog is not None:
            return self.fog.heard[seat]
        return [
            (kind, fields)
            for kind, fields in self.world.log
            if kind != "order_result" or fields["seat"] == seat
        ]

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat sees."""
        return observe(self.world, self.fog, seat, self.batches, self.orders)

    def acting(self) -> int | None:
        """Who decides now; None at the end."""
        return None if self.world.over else self.world.acting

    def step(self, batch: Any) -> list[tuple[str, dict[str, Any]]]:
        """One batch of the acting seat, None for a missed deadline; what happened in it."""
        w, seat = self.world, self.world.acting
        w.log = []
        if self.fog is not None:
            self.fog.begin_step()
        self.batches += 1
        ends = batch is None
        if batch is not None and not is_batch(batch):
            w.tell("order_result", seat=seat, code="BAD_SCHEMA")
        elif batch is not None:
            self._orders(seat, batch.get("orders") or [])
            ends = batch.get("end_turn") is True
        if not w.over and (ends or self.batches >= w.rules["max_batches_per_turn"]):
            self.batches = self.orders = 0
            end_turn(w)
        if w.over:
            told = result(w)
            w.tell("match_end", placements=told["placements"], scores=told["scores"])
        w.moment()
        return w.log

    def _orders(self, seat: int, orders: list[Any]) -> None:
        """DK-4.6: 32 orders that are not looked at are answered one by one, then the others counted."""
        w, unread = self.world, 0
        for index, order in enumerate(orders):
            if w.over or self.orders >= w.rules["max_orders_per_turn"]:
                unread += 1
            if unread > 32:
                w.tell("order_result", seat=seat, place=len(orders) - index, code="MORE")
                return
            self._order(seat, index, order)

    def _order(self, seat: int, index: int, value: Any) -> None:
        """DK-4.6: its result comes before what happened by it."""
        w = self.world
        before, w.log = w.log, []
        code = self._carry_out(seat, value)
        events, w.log = w.log, before
        w.tell("order_result", seat=seat, place=index, code=code)
        w.log += events
        if code == "OK":
            w.moment()

    def _carry_out(self, seat: int, value: Any) -> str:
        w = self.world
        if w.over:
            return "MATCH_OVER"
        if self.orders >= w.rules["max_orders_per_turn"]:
            return "LIMIT"
        self.orders += 1
        order = read_order(value)
        if order is None:
            return "BAD_SCHEMA"
        if order["type"] in ARCHDEMON_ORDERS:
            return ARCHDEMON_ORDERS[order["type"]](w, seat, order, self._sees(seat)) or "OK"
        return carry_out(w, seat, order, self._sees(seat))

    def _sees(self, seat: int) -> Any:
        fog = self.fog

        def sees(cell: Cell) -> bool:
            return fog is None or cell in fog.vision[seat]

        return sees

    def plain(self) -> dict[str, Any]:
        """The whole state by the names of DK-2.20."""
        return write_world(self.world)

    def result(self) -> dict[str, list[int]]:
        """Placements and scores as they stand."""
        return result(self.world)
