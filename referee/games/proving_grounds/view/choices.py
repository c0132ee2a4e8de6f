"""The form by which a person answers for a seat: a party at setup, then orders, bids, purchases (PG-4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.choices import Ask, Choices, Number, Numbers, Option, Pick, When
from referee.core.view import Fields, Sight
from referee.games.proving_grounds.tables import CLASSES, ITEMS, Board, HeroClass
from referee.games.proving_grounds.view.hero_choices import gem_stocks, hero_orders
from referee.games.proving_grounds.view.setup_choices import (
    item_label,
    item_of,
    setup_choices,
    shuffle_bids,
)
from referee.games.proving_grounds.view.trade_choices import trade_offers

__all__ = ["choices"]


def choices(seen: Fields, sight: Sight) -> Choices:
    """Return the form for what the seat may answer now, as questions with options.

    Args:
        seen: Observation of the seat.
        sight: Everything else that the view gets for the step, such as the config.
    """
    config = sight.config
    if seen["turn"] == 0:
        return setup_choices(config)
    own = seen["own"]
    gold = next(told["gold"] for told in seen["players"] if told["seat"] == own["seat"])
    is_hiring = seen["turn"] % config["hire_period"] == 0
    # A full party is refused every bid, so candidates are not offered to it.
    has_room = len(own["heroes"]) < config["max_heroes"]
    orders = tuple(hero_orders(seen))
    asks: list[Ask] = []
    if orders:
        title = "Orders to heroes; those who move enter in this order"
        into = ("orders", "heroes")
        asks.append(Pick("heroes", title, orders, into, True, 0, config["max_orders"]))
    asks += trade_offers(seen, gold)
    asks += _market(seen, gold)
    if is_hiring and has_room:
        asks += _hiring(seen, gold)
    boards = tuple(Board[name.removeprefix("BOARD_")] for name in seen["open"])
    if gold and boards:
        asks.append(shuffle_bids(boards, gold, ("orders", "shuffle")))
    stash = {told["item"]: told["count"] for told in own["stash"]}
    stocks = {"gold": gold} | {item_label(item_of(name)): count for name, count in stash.items()}
    stocks |= gem_stocks(seen["own"])
    return Choices(
        f"Turn {seen['turn']}: orders, bids and purchases.", tuple(asks), {"orders": {}}, stocks
    )


def _market(seen: Fields, gold: int) -> Iterator[Ask]:
    options = []
    for told in seen["market"]:
        item = item_of(told["item"])
        price = ITEMS[item].gold
        # Each item alone can be paid; the stock of gold bounds what is picked together.
        if price <= gold:
            label = f"{item_label(item)}, {price} gold (slot {told['slot']})"
            key = f"slot {told['slot']}"
            options.append(Option(label, told["slot"], keys=(key,), costs={"gold": price}))
    if options:
        title, most = "Buy, what you want most first", len(options)
        yield Pick("buy", title, tuple(options), ("orders", "buy"), True, 0, most)


def _hiring(seen: Fields, gold: int) -> Iterator[Ask]:
    for place, told in enumerate(seen["candidates"]):
        kind = HeroClass[told["hero_class"].removeprefix("HERO_CLASS_")]
        price = CLASSES[kind].price
        if price > gold:
            continue
        number = told["candidate"]
        stats = "/".join(map(str, told["stats"]))
        title = (
            f"Hire candidate {number}, a {kind.name.capitalize()} {stats}, for {price} gold or more"
        )
        into, name = ("orders", "hire", place), f"hire{number}"
        options = (Option("no", None), Option("bid", {"candidate": number}))
        yield Pick(name, title, options, into, start=(0,))
        bid = (Number("gold", "gold", price, gold, price),)
        when = When(name, (1,))
        yield Numbers(f"{name}-bid", f"Bid on candidate {number}", bid, into, None, "gold", when)
