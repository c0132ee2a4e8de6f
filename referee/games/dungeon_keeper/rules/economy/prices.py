"""Prices of orders in gold, iron, taldear and mana (DK-3.7 to DK-3.12).

Repairs are missing here: how much of a repair is paid for depends on the seat's gold (DK-5.17).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    BUILDINGS,
    EXCHANGE_MANA,
    SOURCE_GOLD,
    SPELLS,
    UNITS,
)

__all__ = ["Price", "pay", "price_of"]


class Price(NamedTuple):
    """Price of an order, in the order of a seat's columns of stocks."""

    gold: int = 0
    iron: int = 0
    taldear: int = 0
    mana: int = 0


# `pay` compares with this object, since most orders are free and need no change of an array.
_FREE = Price()

_PRICES: dict[type[o.Order], Callable[[State, Any], Price]] = {
    # Kinds of orders that are missing here are free.
    o.Build: lambda _, order: _of_building(order),
    o.Summon: lambda _, order: Price(gold=UNITS[order.kind].gold, mana=UNITS[order.kind].mana),
    o.UpgradeUnit: lambda _, order: Price(gold=UNITS[order.to].gold, mana=UNITS[order.to].mana),
    # The level before the upgrade, so the price must be asked before the effect (DK-3.10).
    o.UpgradeSource: lambda state, order: Price(
        gold=SOURCE_GOLD * state.cells.item(c.B_LEVEL, *order.source)
    ),
    o.Research: lambda _, order: Price(mana=SPELLS[order.spell].research),
    o.Cast: lambda _, order: Price(mana=SPELLS[order.spell].cast),
    o.Forge: lambda _, order: _of_artifact(order),
    o.Exchange: lambda _, order: Price(mana=EXCHANGE_MANA[order.resource] * order.amount),
}


def price_of(state: State, order: o.Order) -> Price:
    """Return the price of an order that has passed all other checks; all 0 if it is free."""
    price = _PRICES.get(type(order))
    return _FREE if price is None else price(state, order)


def pay(state: State, seat: int, price: Price) -> None:
    """Take a price off a seat's stocks, which are known to suffice."""
    if price is not _FREE:
        state.seats[seat, c.STOCKS : c.STORE] -= price


def _of_building(order: o.Build) -> Price:
    row = BUILDINGS[order.building]
    return Price(row.gold, row.iron, mana=row.mana)


def _of_artifact(order: o.Forge) -> Price:
    row = ARTIFACTS[order.artifact]
    return Price(row.gold, row.iron, row.taldear)
