"""Static checks of the plain reference (PG-4.10): what of a message counts at all."""

from __future__ import annotations

from typing import Any

from tests.games.proving_grounds.reference_pieces import Hero
from tests.games.proving_grounds.reference_state import Match
from tests.games.proving_grounds.reference_tables import SPELL_NAMES

__all__ = ["FREE", "Accepted", "check", "shorten"]

FREE = ("Equip", "Unequip", "Guard", "PolicyOrder", "Pass", "Deposit", "Withdraw")
_CLASS = {
    "Clw": "CLERIC", "Csw": "CLERIC", "Bless": "CLERIC", "Cast": "WIZARD", "Search": "THIEF",
    "Spike": "THIEF", "Unspike": "THIEF", "SetTrap": "THIEF", "Disarm": "THIEF", "Scout": "THIEF",
    "Steal": "THIEF",
}  # fmt: skip
_ON_HERO = ("SHIELD", "HASTE", "TELEPORT")


class Accepted:
    """What is left of a message."""

    def __init__(self) -> None:
        self.shuffle = [0] * 5
        self.hire: list[tuple[int, Any]] = []
        self.buy: list[tuple[int, int]] = []
        self.free: list[tuple[int, Any, Hero]] = []
        self.actions: list[tuple[int, Any, Hero]] = []


def check(match: Match, seat: int, message: Any) -> Accepted:
    """The parts of a message of a turn that pass."""
    accepted, told = Accepted(), len(match.told)
    if type(message).__name__ != "Orders":
        match.result(seat, "MESSAGE", 0, None, "BAD_MESSAGE")
        return accepted
    _shuffle(match, seat, message.shuffle, accepted)
    _lists(match, seat, message, accepted)
    acting: set[int] = set()
    for place, order in enumerate(message.heroes):
        code = _hero_order(match, seat, place, order, acting)
        if code:
            match.result(seat, "HEROES", place, None, code)
            continue
        hero = match.hero(seat, order.hero)
        assert hero
        if type(order).__name__ in FREE:
            accepted.free.append((place, order, hero))
        else:
            acting.add(order.hero)
            accepted.actions.append((place, order, hero))
    shorten(match, seat, told)
    return accepted


def shorten(match: Match, seat: int, begin: int) -> None:
    """Leave 32 of the refusals that were told since, and the number of the others (AM-3)."""
    refused = [
        number
        for number, (kind, _, body) in enumerate(match.told)
        if number >= begin and kind == "Result" and body[-1] != "OK"
    ]
    for number in reversed(refused[32:]):
        del match.told[number]
    if refused[32:]:
        match.result(seat, "MESSAGE", len(refused) - 32, None, "MORE")


def _shuffle(match: Match, seat: int, bids: tuple[int, ...], accepted: Accepted) -> None:
    if len(bids) != 5 or min(bids) < 0:
        match.result(seat, "SHUFFLE", 0, None, "BAD_FIELD")
        return
    accepted.shuffle = list(bids)


def _lists(match: Match, seat: int, message: Any, accepted: Accepted) -> None:
    is_open = match.turn % match.config["hire_period"] == 0
    wanted: set[int] = set()
    for place, bid in enumerate(message.hire):
        if place >= match.kinds:
            code = "TOO_MANY"
        elif not 0 <= bid.candidate < match.kinds or bid.gold < 0:
            code = "BAD_FIELD"
        elif not is_open:
            code = "NOT_OPEN"
        elif bid.candidate in wanted:
            code = "DUPLICATE"
        else:
            wanted.add(bid.candidate)
            accepted.hire.append((place, bid))
            continue
        match.result(seat, "HIRE", place, None, code)
    slots: set[int] = set()
    for place, slot in enumerate(message.buy):
        if place >= len(match.market):
            code = "TOO_MANY"
        elif not 0 <= slot < len(match.market):
            code = "BAD_FIELD"
        elif slot in slots:
            code = "DUPLICATE"
        else:
            slots.add(slot)
            accepted.buy.append((place, slot))
            continue
        match.result(seat, "BUY", place, None, code)


def _hero_order(match: Match, seat: int, place: int, order: Any, acting: set[int]) -> str | None:
    kind = type(order).__name__
    if place >= match.config["max_orders"]:
        return "TOO_MANY"
    if order.hero < 0 or not _is_well_formed(match, seat, kind, order):
        return "BAD_FIELD"
    hero = match.hero(seat, order.hero)
    if hero is None:
        return "NO_HERO"
    if hero.kind != _CLASS.get(kind, hero.kind):
        return "BAD_CLASS"
    if kind not in FREE and order.hero in acting:
        return "DUPLICATE"
    return None


def _is_well_formed(match: Match, seat: int, kind: str, order: Any) -> Any:
    rooms, kinds = len(match.rooms), match.kinds

    def gems(values: tuple[int, ...]) -> bool:
        return len(values) == kinds and min(values) >= 0

    def goods(values: Any) -> bool:
        return bool(
            values is not None
            and values.gold >= 0
            and (not values.gems or gems(values.gems))
            and -1 <= values.item < 26
        )

    if kind in ("Equip", "Unequip"):
        return 0 <= order.item < 26
    if kind == "Guard":
        return order.on is not None
    if kind == "PolicyOrder":
        return 0 <= order.policy < 3
    if kind in ("Pass", "Deposit", "Withdraw"):
        return gems(order.gems) and (kind != "Pass" or order.target >= 0)
    if kind == "Move":
        return 1 <= len(order.path) <= 64 and all(0 <= room < rooms for room in order.path)
    if kind == "Trade":
        partner = 0 <= order.with_seat < len(match.seats) and order.with_seat != seat
        return partner and order.with_hero >= 0 and goods(order.give) and goods(order.want)
    if kind in ("Potion", "Clw", "Csw"):
        return order.target >= 0
    if kind == "Cast":
        if not 0 <= order.spell < 7:
            return False
        on_hero = SPELL_NAMES[order.spell] in _ON_HERO
        return order.target >= 0 if on_hero else 0 <= order.room < rooms
    if kind in ("Force", "Spike", "Unspike", "Disarm", "Scout", "Steal"):
        return 0 <= order.room < rooms and (kind != "Steal" or 0 <= order.gem < kinds)
    return kind != "BadOrder"
