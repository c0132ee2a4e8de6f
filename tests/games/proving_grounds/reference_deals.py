"""Phases 1 to 5 of the plain reference: boards, hiring, buying, free orders, trades (PG-5.2 to 5.6)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from tests.games.proving_grounds.reference_checks import Accepted
from tests.games.proving_grounds.reference_pieces import Hero
from tests.games.proving_grounds.reference_state import Match
from tests.games.proving_grounds.reference_tables import (
    BOARDS,
    CLASSES,
    ITEM_NAMES,
    ITEMS,
)

__all__ = ["buying", "free_orders", "hiring", "shuffle_board", "shuffling", "trades"]


def shuffle_board(
    board: Sequence[int], bids: Sequence[int], tie: Sequence[int]
) -> tuple[list[int], list[int], list[int]]:
    """PG-5.2: the new board, and what is left of move up and defend by seat."""
    board, up, defend = list(board), list(bids), list(bids)

    def beats(low: int, high: int) -> bool:
        is_higher = tie.index(low) < tie.index(high)
        return up[low] >= 1 and (up[low] > defend[high] or (up[low] == defend[high] and is_higher))

    def swap(low: int, high: int) -> None:
        i, j = board.index(low), board.index(high)
        board[i], board[j] = high, low
        up[low] -= 1
        defend[low] -= 1
        defend[high] += 1

    start = list(board)
    moved: set[int] = set()
    for high, low in itertools.pairwise(start):
        if not {high, low} & moved and beats(low, high):
            swap(low, high)
            moved |= {high, low}
    swapped = bool(moved)
    while swapped:
        swapped = False
        for place in range(1, len(board)):
            if beats(board[place], board[place - 1]):
                swap(board[place], board[place - 1])
                swapped = True
    return board, up, defend


def shuffling(match: Match, accepted: list[Accepted]) -> None:
    """Phase 1."""
    open_boards = {(match.turn - 1) % 5, (match.turn + 1) % 5}
    tie = list(match.boards["TIE"])
    for number, name in enumerate(BOARDS):
        bids = [0] * len(match.seats)
        for seat, message in enumerate(accepted):
            bid = message.shuffle[number]
            if not bid:
                continue
            code = "OK"
            if number not in open_boards:
                code = "NOT_OPEN"
            elif bid > match.seats[seat].gold:
                code = "NO_GOLD"
            else:
                bids[seat] = bid
                match.pay(seat, -bid, "BID")
            match.result(seat, "SHUFFLE", number, None, code)
        shuffled = shuffle_board(match.boards[name], bids, tie)[0]
        if shuffled != match.boards[name]:
            match.boards[name] = shuffled
            match.tell("BoardOrder", None, number, tuple(match.boards[name]))


def hiring(match: Match, accepted: list[Accepted]) -> None:
    """Phase 2."""
    for number, candidate in enumerate(match.candidates):
        bids = []
        for seat, message in enumerate(accepted):
            for place, bid in message.hire:
                if bid.candidate != number:
                    continue
                party = match.seats[seat]
                if bid.gold < CLASSES[candidate["class"]].price:
                    code = "BELOW_MIN"
                elif bid.gold > party.gold:
                    code = "NO_GOLD"
                elif len(party.heroes) >= match.config["max_heroes"]:
                    code = "PARTY_FULL"
                else:
                    rank = [match.boards[name].index(seat) for name in ("HIRE", "ORDER", "TIE")]
                    bids.append((-bid.gold, rank[0] + rank[1], rank[2], seat, place))
                    continue
                match.result(seat, "HIRE", place, None, code)
        for won, (gold, _, _, seat, place) in enumerate(sorted(bids)):
            match.result(seat, "HIRE", place, None, "OUTBID" if won else "OK")
            if not won:
                match.pay(seat, gold, "HIRED")
                hero = match.add_hero(seat, candidate["class"], candidate["stats"])
                match.tell("Hired", None, seat, number, hero.id, -gold)
                match.candidates[number] = None


def buying(match: Match, accepted: list[Accepted]) -> None:
    """Phase 3."""
    for seat in match.boards["BUY"]:
        for place, slot in accepted[seat].buy:
            item = match.market[slot]
            code = "OK"
            if item is None:
                code = "TAKEN"
            elif ITEMS[item].gold > match.seats[seat].gold:
                code = "NO_GOLD"
            else:
                match.pay(seat, -ITEMS[item].gold, "BOUGHT")
                match.seats[seat].stash[item] += 1
                match.market[slot] = None
                match.tell("Bought", None, seat, slot, ITEM_NAMES.index(item))
            match.result(seat, "BUY", place, None, code)


def free_orders(match: Match, accepted: list[Accepted]) -> None:
    """Phase 4."""
    for seat, message in enumerate(accepted):
        for place, order, hero in message.free:
            code = _FREE[type(order).__name__](match, hero, order)
            match.result(seat, "HEROES", place, None, code)


def _equip(match: Match, hero: Hero, order: Any) -> str:
    item, stash = ITEM_NAMES[order.item], match.seats[hero.seat].stash
    if ITEMS[item].slot == "consumable":
        return "BAD_TARGET"
    if hero.kind[0] not in ITEMS[item].users:
        return "BAD_CLASS"
    if not stash[item]:
        return "NO_ITEM"
    if ITEMS[item].slot == "spell" and item in hero.items:
        return "ALREADY"
    stash[item] -= 1
    old = hero.put_on(item)
    if old is not None:
        stash[old] += 1
    return "OK"


def _unequip(match: Match, hero: Hero, order: Any) -> str:
    item = ITEM_NAMES[order.item]
    if item not in hero.items:
        return "NO_ITEM"
    hero.take_off(item)
    match.seats[hero.seat].stash[item] += 1
    return "OK"


def _guard(match: Match, hero: Hero, order: Any) -> str:  # noqa: ARG001
    hero.guard = order.on
    return "OK"


def _policy(match: Match, hero: Hero, order: Any) -> str:  # noqa: ARG001
    hero.policy = order.policy
    return "OK"


def _give(gems: Sequence[int], source: list[int], sink: list[int]) -> str:
    if any(a > b for a, b in zip(gems, source, strict=True)):
        return "NO_GOODS"
    for kind, count in enumerate(gems):
        source[kind] -= count
        sink[kind] += count
    return "OK"


def _pass(match: Match, hero: Hero, order: Any) -> str:
    target = match.hero(hero.seat, order.target)
    if target is None or target is hero or target.room != hero.room:
        return "BAD_TARGET"
    return _give(order.gems, hero.gems, target.gems)


def _deposit(match: Match, hero: Hero, order: Any) -> str:
    if match.entry(hero.seat) != hero.room:
        return "NOT_HOME"
    return _give(order.gems, hero.gems, match.seats[hero.seat].vault)


def _withdraw(match: Match, hero: Hero, order: Any) -> str:
    if match.entry(hero.seat) != hero.room:
        return "NOT_HOME"
    return _give(order.gems, match.seats[hero.seat].vault, hero.gems)


_FREE = {
    "Equip": _equip, "Unequip": _unequip, "Guard": _guard, "PolicyOrder": _policy, "Pass": _pass,
    "Deposit": _deposit, "Withdraw": _withdraw,
}  # fmt: skip


def _goods(match: Match, values: Any) -> dict[str, Any]:
    item = None if values.item < 0 else ITEM_NAMES[values.item]
    return {"gold": values.gold, "gems": list(values.gems or [0] * match.kinds), "item": item}


def trades(match: Match, accepted: list[Accepted]) -> None:
    """Phase 5."""
    offers: list[dict[str, Any]] = []
    for seat in match.boards["ORDER"]:
        for place, order, hero in accepted[seat].actions:
            if type(order).__name__ != "Trade":
                continue
            partner = match.hero(order.with_seat, order.with_hero)
            if partner is None or not match.joined(partner.room, hero.room):
                match.result(seat, "HEROES", place, None, "BAD_TARGET")
                continue
            hero.acted = True
            offers.append({
                "seat": seat, "hero": hero.id, "with_seat": order.with_seat, "with_hero": order.with_hero,
                "give": _goods(match, order.give), "want": _goods(match, order.want), "place": place,
            })  # fmt: skip
    renewed = {(offer["seat"], offer["hero"]) for offer in offers}
    standing = [o for o in match.offers if (o["seat"], o["hero"]) not in renewed]
    left = list(offers)
    for offer in offers:
        if offer not in left:
            continue
        if not _has(match, offer):
            left.remove(offer)
            match.result(offer["seat"], "HEROES", offer["place"], None, "NO_GOODS")
            continue
        mirror = next(
            (o for o in (*left, *standing) if _mirrors(offer, o) and _has(match, o)), None
        )
        if mirror is None:
            continue
        _exchange(match, offer, mirror)
        for one in (offer, mirror):
            if "place" in one:
                left.remove(one)
                match.result(one["seat"], "HEROES", one["place"], None, "OK")
            else:
                standing.remove(one)
    match.offers = []
    for offer in left:
        match.result(offer["seat"], "HEROES", offer["place"], None, "NO_MATCH")
        match.offers.append({name: value for name, value in offer.items() if name != "place"})
        match.tell(
            "OfferMade", {offer["seat"], offer["with_seat"]}, (offer["seat"], offer["hero"]),
            (offer["with_seat"], offer["with_hero"]), *_told(offer["give"]), *_told(offer["want"]),
        )  # fmt: skip


def _told(goods: dict[str, Any]) -> tuple[int, tuple[int, ...], int | None]:
    item = None if goods["item"] is None else ITEM_NAMES.index(goods["item"])
    return goods["gold"], tuple(goods["gems"]), item


def _has(match: Match, offer: dict[str, Any]) -> bool:
    seat, give = match.seats[offer["seat"]], offer["give"]
    hero = match.hero(offer["seat"], offer["hero"])
    assert hero
    return (
        give["gold"] <= seat.gold
        and all(a <= b for a, b in zip(give["gems"], hero.gems, strict=True))
        and (give["item"] is None or seat.stash[give["item"]] > 0)
    )


def _mirrors(offer: dict[str, Any], other: dict[str, Any]) -> bool:
    return (
        (offer["with_seat"], offer["with_hero"]) == (other["seat"], other["hero"])
        and (other["with_seat"], other["with_hero"]) == (offer["seat"], offer["hero"])
        and offer["give"] == other["want"]
        and offer["want"] == other["give"]
    )


def _exchange(match: Match, offer: dict[str, Any], mirror: dict[str, Any]) -> None:
    for giver, taker in ((offer, mirror), (mirror, offer)):
        give = giver["give"]
        one, other = (match.hero(o["seat"], o["hero"]) for o in (giver, taker))
        assert one
        assert other
        _give(give["gems"], one.gems, other.gems)
        if give["item"] is not None:
            match.seats[one.seat].stash[give["item"]] -= 1
            match.seats[other.seat].stash[give["item"]] += 1
    match.tell(
        "Traded", {offer["seat"], mirror["seat"]}, (offer["seat"], offer["hero"]),
        (mirror["seat"], mirror["hero"]), *_told(offer["give"]), *_told(mirror["give"]),
    )  # fmt: skip
    for giver, taker in ((offer, mirror), (mirror, offer)):
        match.pay(giver["seat"], taker["give"]["gold"] - giver["give"]["gold"], "TRADE")
