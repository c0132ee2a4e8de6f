"""What may be answered at the setup of Proving Grounds (PG-2.11): a party, a stash and bids, for the gold there is."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.choices import Ask, Choices, Number, Numbers, Option, Pick, When
from referee.core.view import Fields
from referee.games.proving_grounds.tables import (
    CLASSES,
    DEFAULT_ITEMS,
    ITEMS,
    MOST_ITEMS,
    MOST_STASH,
    Board,
    HeroClass,
    Item,
    Policy,
    Stat,
)

__all__ = ["PARTY", "item_label", "item_of", "policies", "setup_choices", "shuffle_bids"]

PARTY = (
    HeroClass.FIGHTER,
    HeroClass.FIGHTER,
    HeroClass.CLERIC,
    HeroClass.WIZARD,
    HeroClass.THIEF,
)
"""The default party, in its order (PG-2.13), which is offered first."""
_LIMITED = tuple(item for item in Item if ITEMS[item].is_in_setup)
_MOST_IMPROVEMENT = 4
"""Points of a characteristic that are offered."""


def setup_choices(config: Fields) -> Choices:
    """Return what may be bought before the first turn.

    Args:
        config: The Config message.
    """
    asks: list[Ask] = []
    for hero in range(config["max_heroes"]):
        asks += _hero(hero)
    stash = tuple(
        Option(f"{item_label(item)}, {ITEMS[item].gold} gold", _name(item), costs=_price(item))
        for item in _LIMITED
    )
    asks.append(Pick("stash", "For the stash", stash, ("setup", "stash"), True, 0, MOST_STASH))
    asks.append(shuffle_bids(tuple(Board), config["start_gold"], ("setup", "bids")))
    title = "Buy your party. The one that is filled in is the rulebook's."
    return Choices(title, tuple(asks), {"setup": {}}, {"gold": config["start_gold"]})


def shuffle_bids(boards: tuple[Board, ...], gold: int, into: tuple[str, str]) -> Numbers:
    """Return the question for bids on places of the leader boards (PG-5.2).

    Args:
        boards: Boards that are open.
        gold: What there is.
        into: Where the bids go, by board.
    """
    numbers = tuple(
        Number(board.name.lower(), int(board), 0, gold if board in boards else 0) for board in Board
    )
    return Numbers("bids", "Gold bid for places on boards", numbers, into, gold, "gold")


def policies() -> tuple[Option, ...]:
    """Return the options for a hero's policy, which says when it leaves a fight (PG-5.27)."""
    return tuple(
        Option(each.name.lower().replace("_", " "), f"POLICY_{each.name}") for each in Policy
    )


def item_of(name: str) -> Item:
    """Return the item that a message names."""
    return Item[name.removeprefix("ITEM_")]


def item_label(item: Item) -> str:
    """Return an item for people: `long sword`."""
    return item.name.lower().replace("_", " ")


def _hero(hero: int) -> Iterator[Ask]:
    """Yield what is asked for a hero: a class, and then what he has and how he fights."""
    into, name = ("setup", "heroes", hero), f"hero{hero}"
    none = Option("nobody", None)
    classes = tuple(
        Option(
            f"{kind.name.capitalize()}, {CLASSES[kind].price} gold",
            {"hero_class": f"HERO_CLASS_{kind.name}"},
            costs={"gold": CLASSES[kind].price},
        )
        for kind in HeroClass
    )
    default = PARTY[hero] if hero < len(PARTY) else None
    start = 0 if default is None else 1 + default
    yield Pick(name, f"Hero {hero}", (none, *classes), into, start=(start,))
    some = When(name, tuple(range(1, 1 + len(HeroClass))))
    for kind in HeroClass:
        usable = [item for item in _LIMITED if kind in ITEMS[item].users]
        items = tuple(
            Option(f"{item_label(item)}, {ITEMS[item].gold} gold", _name(item), costs=_price(item))
            for item in usable
        )
        had = tuple(usable.index(item) for item in DEFAULT_ITEMS[kind])
        yield Pick(
            id=f"{name}-items-{kind.name.lower()}",
            title=f"Items of hero {hero}, a {kind.name.capitalize()}",
            options=items,
            into=(*into, "items"),
            is_list=True,
            least=0,
            most=MOST_ITEMS,
            start=had if kind == default else (),
            when=When(name, (1 + kind,)),
        )
    on_guard = default is HeroClass.FIGHTER
    guard = (Option("no", False), Option("yes", True))
    title = f"Whether hero {hero} stands on guard"
    yield Pick(f"{name}-guard", title, guard, (*into, "guard"), start=(int(on_guard),), when=some)
    title = f"When hero {hero} leaves a fight"
    start_policy = (int(Policy.FIRST_DEATH),)
    yield Pick(
        f"{name}-policy", title, policies(), (*into, "policy"), start=start_policy, when=some
    )
    points = tuple(Number(stat.name, int(stat), 0, _MOST_IMPROVEMENT) for stat in Stat)
    title = f"Points of hero {hero} above his class, which cost gold"
    yield Numbers(f"{name}-improve", title, points, (*into, "improve"), when=some)


def _name(item: Item) -> str:
    return f"ITEM_{item.name}"


def _price(item: Item) -> dict[str, int]:
    return {"gold": ITEMS[item].gold}
