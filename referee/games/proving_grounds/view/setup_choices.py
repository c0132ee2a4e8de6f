"""Questions to people at setup: a party, a stash and bids, for the gold there is (PG-2.11)."""

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
"""Classes of the default party, in its order; the form starts with them (PG-2.13)."""
_LIMITED = tuple(item for item in Item if ITEMS[item].is_in_setup)
_MOST_IMPROVEMENT = 4
"""Highest number of points by which a person may raise a characteristic; the rules allow more."""


def setup_choices(config: Fields) -> Choices:
    """Return the questions for what a seat may buy before the first turn.

    Args:
        config: Config message of the match.
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
        boards: Boards that are open for bids.
        gold: Gold that the seat can bid.
        into: Path of the list of bids in the action.
    """
    numbers = tuple(
        Number(board.name.lower(), int(board), 0, gold if board in boards else 0) for board in Board
    )
    return Numbers("bids", "Gold bid for places on boards", numbers, into, gold, "gold")


def policies() -> tuple[Option, ...]:
    """Return the options for a retreat policy, which says when a hero leaves a fight (PG-5.27)."""
    return tuple(
        Option(each.name.lower().replace("_", " "), f"POLICY_{each.name}") for each in Policy
    )


def item_of(name: str) -> Item:
    """Return an item by its name in the schema, such as `ITEM_LONG_SWORD`."""
    return Item[name.removeprefix("ITEM_")]


def item_label(item: Item) -> str:
    """Return the words for an item, such as `long sword`."""
    return item.name.lower().replace("_", " ")


def _hero(hero: int) -> Iterator[Ask]:
    """Yield the questions for one hero: a class, then items, posture, policy and improvements."""
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
    # The form starts with the default party, so a person who changes nothing buys that.
    default = PARTY[hero] if hero < len(PARTY) else None
    start = 0 if default is None else 1 + default
    yield Pick(name, f"Hero {hero}", (none, *classes), into, start=(start,))
    # Option 0 is nobody, of whom nothing else is asked.
    some = When(name, tuple(range(1, 1 + len(HeroClass))))
    for kind in HeroClass:
        # One question for each class; only that of the class that is picked is shown.
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
