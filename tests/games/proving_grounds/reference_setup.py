"""Setup of the plain reference (PG-2.10 to 2.15)."""

from __future__ import annotations

from typing import Any

from tests.games.proving_grounds.reference_checks import shorten
from tests.games.proving_grounds.reference_pieces import Hero
from tests.games.proving_grounds.reference_state import Match
from tests.games.proving_grounds.reference_tables import (
    BOARDS,
    CLASSES,
    ITEM_NAMES,
    ITEMS,
    raise_price,
)

__all__ = ["set_up"]

DEFAULT_PARTY = (
    ("FIGHTER", ("LONG_SWORD", "LIGHT_ARMOR"), True),
    ("FIGHTER", ("LONG_SWORD", "LIGHT_ARMOR"), True),
    ("CLERIC", ("MACE",), False),
    ("WIZARD", ("MAGIC_MISSILE",), False),
    ("THIEF", ("SHORT_SWORD",), False),
)


def set_up(match: Match, messages: list[Any]) -> None:
    """All seats spend, then the boards are placed."""
    bids = []
    for seat, message in enumerate(messages):
        told = len(match.told)
        bids.append(_Shopper(match, seat).shop(message))
        shorten(match, seat, told)
    dice = match.stream(1)
    for number, name in enumerate(BOARDS):
        order = list(range(len(match.seats)))
        dice.shuffle(order)
        match.boards[name] = sorted(order, key=lambda seat: -bids[seat][number])
        match.tell("BoardOrder", None, number, tuple(match.boards[name]))


class _Shopper:
    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.party = match.seats[seat]

    def shop(self, message: Any) -> list[int]:
        """Spend by PG-2.12; the bids by board."""
        start = self.match.arrivals, self.party.gold
        if type(message).__name__ == "Setup":
            told = len(self.match.told)
            for place, spec in enumerate(message.heroes):
                self.hire(place, spec)
            for place, number in enumerate(message.stash):
                code = "TOO_MANY" if place >= 32 else self.buy(number, None)
                self.match.result(self.seat, "STASH", place, None, code)
            bids = self.bids(message.bids)
            if self.party.heroes:
                return bids
            self.match.told[told:] = [one for one in self.match.told[told:] if one[0] != "Ledger"]
        else:
            self.match.result(self.seat, "MESSAGE", 0, None, "BAD_MESSAGE")
        self.match.arrivals, self.party.gold = start
        self.party.stash.clear()
        self.default_party()
        return [0] * 5

    def default_party(self) -> None:
        for kind, items, guard in DEFAULT_PARTY[: self.match.config["max_heroes"]]:
            if CLASSES[kind].price > self.party.gold:
                continue
            self.match.pay(self.seat, -CLASSES[kind].price, "HERO")
            hero = self.match.add_hero(self.seat, kind, list(CLASSES[kind].stats))
            hero.guard = guard
            for item in items:
                self.buy(ITEM_NAMES.index(item), hero)

    def hire(self, place: int, spec: Any) -> None:
        code = "OK"
        if place >= self.match.config["max_heroes"]:
            code = "TOO_MANY"
        elif not 0 <= spec.kind < 4:
            code = "BAD_FIELD"
        elif CLASSES[list(CLASSES)[spec.kind]].price > self.party.gold:
            code = "NO_GOLD"
        self.match.result(self.seat, "HEROES", place, None, code)
        if code != "OK":
            return
        name = list(CLASSES)[spec.kind]
        self.match.pay(self.seat, -CLASSES[name].price, "HERO")
        hero = self.match.add_hero(self.seat, name, list(CLASSES[name].stats))
        hero.guard = bool(spec.guard)
        hero.policy = spec.policy if 0 <= spec.policy < 3 else 1
        if spec.guard is None or hero.policy != spec.policy:
            self.match.result(self.seat, "HEROES", place, place, "BAD_FIELD")
        if len(spec.improve) != 5:
            self.match.result(self.seat, "IMPROVE", 0, place, "BAD_FIELD")
        for stat, points in enumerate(spec.improve if len(spec.improve) == 5 else ()):
            if points:
                code = self.improve(hero, stat, points) if 0 <= points <= 10 else "BAD_FIELD"
                self.match.result(self.seat, "IMPROVE", stat, place, code)
        hero.hp, hero.mana = hero.max_hp, hero.max_mana
        for number, item in enumerate(spec.items):
            code = "TOO_MANY" if number >= 12 else self.buy(item, hero)
            self.match.result(self.seat, "ITEMS", number, place, code)

    def improve(self, hero: Hero, stat: int, points: int) -> str:
        """Point by point; the first refusal."""
        code = "OK"
        for _ in range(points):
            value = hero.stats[stat] + 1
            if value > 12:
                return "BAD_FIELD" if code == "OK" else code
            if raise_price(value) > self.party.gold:
                code = "NO_GOLD"
                break
            self.match.pay(self.seat, -raise_price(value), "IMPROVEMENT")
            hero.stats[stat] = value
        return code

    def buy(self, number: int, hero: Hero | None) -> str:
        """An item for a hero or the stash."""
        if not 0 <= number < len(ITEM_NAMES):
            return "BAD_FIELD"
        name = ITEM_NAMES[number]
        item = ITEMS[name]
        if not item.setup:
            return "NOT_OPEN"
        wearable = hero is not None and item.slot != "consumable"
        if wearable and hero and hero.kind[0] not in item.users:
            return "BAD_CLASS"
        if item.gold > self.party.gold:
            return "NO_GOLD"
        self.match.pay(self.seat, -item.gold, "ITEM")
        if not wearable or (hero and item.slot == "spell" and name in hero.items):
            self.party.stash[name] += 1
            return "OK"
        assert hero
        old = hero.put_on(name)
        if old is not None:
            self.party.stash[old] += 1
        return "OK"

    def bids(self, values: tuple[int, ...]) -> list[int]:
        """Bids that are paid, by board."""
        if len(values) != 5:
            self.match.result(self.seat, "BIDS", 0, None, "BAD_FIELD")
            return [0] * 5
        paid = [0] * 5
        for number, bid in enumerate(values):
            if not bid:
                continue
            code = "BAD_FIELD" if bid < 0 else "NO_GOLD" if bid > self.party.gold else "OK"
            self.match.result(self.seat, "BIDS", number, None, code)
            if code == "OK":
                self.match.pay(self.seat, -bid, "BID")
                paid[number] = bid
        return paid
