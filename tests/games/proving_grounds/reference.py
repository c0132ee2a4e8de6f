"""A plain reference of Proving Grounds, written from the rulebook alone: a turn in the order of PG-5.1.

It knows nothing of the game's own rules, arrays and tables; it shares its orders as they were read, its dice,
and, for matches on a generated map, the dungeon to start from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.proving_grounds.reference_actions import phase_actions
from tests.games.proving_grounds.reference_checks import check
from tests.games.proving_grounds.reference_deals import (
    buying,
    free_orders,
    hiring,
    shuffling,
    trades,
)
from tests.games.proving_grounds.reference_fight import fights
from tests.games.proving_grounds.reference_moves import (
    knowledge,
    loot,
    movement,
    ownership,
    rest,
    search,
)
from tests.games.proving_grounds.reference_setup import set_up
from tests.games.proving_grounds.reference_state import Match, Told
from tests.games.proving_grounds.reference_tables import CLASSES, ITEMS

__all__ = ["Standing", "final", "play"]

Standing = dict[str, Any]
"""How a seat ended."""


def play(match: Match, messages: Mapping[int, Any]) -> list[Told]:
    """One decision point with the messages of all seats, None for one that is late; what is told."""
    match.told = []
    said = [messages.get(seat) for seat in range(len(match.seats))]
    if match.phase == "SETUP":
        set_up(match, said)
        match.phase, match.turn = "ORDERS", 1
        draw_market(match)
        return match.told
    match.clamors = {}
    _turn(match, said)
    for room in sorted(match.clamors):  # PG-6.7 as amended: last, by room, one a room
        match.tell("Clamor", match.clamors[room], room)
    return match.told


def _turn(match: Match, said: list[Any]) -> None:
    match.conflicts = []
    match.owners = [room.owner for room in match.rooms]
    accepted = [check(match, seat, message) for seat, message in enumerate(said)]
    shuffling(match, accepted)
    hiring(match, accepted)
    buying(match, accepted)
    free_orders(match, accepted)
    actions = [message.actions for message in accepted]
    searchers: set[tuple[int, int]] = set()
    for hero, kind in (
        (hero, type(order).__name__) for orders in actions for _, order, hero in orders
    ):
        if kind == "Rest":
            hero.rests = True
        elif kind == "Search":
            searchers.add(hero.ref)
    trades(match, accepted)
    phase_actions(match, actions)
    movement(match, actions)
    fights(match)
    for seat, orders in enumerate(actions):
        for place, order, hero in orders:
            if type(order).__name__ in ("Rest", "Search"):
                code = "OK" if match.hero(*hero.ref) else "NO_HERO"
                match.result(seat, "HEROES", place, None, code)
    loot(match)
    search(match, searchers)
    rest(match)
    ownership(match)
    knowledge(match)
    _clear(match)
    cause = end_cause(match)
    if cause is None:
        match.turn += 1
        draw_market(match)
    else:
        _end(match, cause)


def _clear(match: Match) -> None:
    for room in match.rooms:
        room.entered_by, room.noise = None, False
    for hero in match.heroes():
        hero.acted = hero.fought = hero.rests = False
        hero.blessed = hero.hasted = hero.shielded = False
        hero.came_from = None


def draw_market(match: Match) -> None:
    """Phase 0 (PG-5.1a)."""
    dice = match.stream(2, match.turn)
    sack = [name for name, item in ITEMS.items() for _ in range(item.weight)]
    assert len(sack) == 48
    match.market = [sack[dice.draw(48) - 1] for _ in range(len(match.seats) + 2)]
    match.candidates = [None] * match.kinds
    if match.turn % match.config["hire_period"] == 0:
        for place in range(match.kinds):
            name = list(CLASSES)[dice.draw(4) - 1]
            stats = [min(12, max(2, base + dice.draw(4) - 2)) for base in CLASSES[name].stats]
            match.candidates[place] = {"class": name, "stats": stats}


def end_cause(match: Match) -> int | None:
    """Number of the step of PG-7.1 that ends the match, from 0."""
    config = match.config
    unexplored = sum(not room.explored for room in match.rooms)

    def chance(number: int) -> bool:
        return bool(match.stream(6, match.turn, number).draw(100) <= config["end_pct"])

    if not unexplored:
        return 0
    if unexplored <= config["end_rooms"] and chance(0):
        return 1
    if match.turn > config["late_turn"] and chance(1):
        return 2
    if not match.heroes():
        return 3
    return 4 if match.turn == config["max_turns"] else None


def final(match: Match) -> list[Standing]:
    """PG-7.2 to 7.4; by seat."""
    tie, bonus = match.boards["TIE"], match.config["bonus_gold"]
    found: list[Standing] = []
    for number, seat in enumerate(match.seats):
        carried = [sum(hero.gems[kind] for hero in seat.heroes) for kind in range(match.kinds)]
        found.append({
            "seat": number,
            "gems": tuple(a + b for a, b in zip(seat.vault, carried, strict=True)),
            "gold": seat.gold,
            "rooms": sum(room.owner == number for room in match.rooms),
            "heroes": len(seat.heroes),
            "qualified": (),
            "bonuses": [],
        })  # fmt: skip
    for kind in range(match.kinds):
        best = max(found, key=lambda s: (s["gems"][kind], -tie.index(s["seat"])))
        if best["gems"][kind]:
            best["qualified"] += (kind,)
    for name, cause in (("rooms", "ROOMS"), ("heroes", "SURVIVORS")):
        most = max(s[name] for s in found)
        for standing in found:
            if most and standing[name] == most:
                standing["gold"] += bonus
                standing["bonuses"].append(cause)
    ranked = sorted(found, key=lambda s: (not s["qualified"], -s["gold"], tie.index(s["seat"])))
    for place, standing in enumerate(ranked):
        standing["placement"] = place + 1
    return found


def _end(match: Match, cause: int) -> None:
    standings, seats = final(match), []
    for s in standings:
        for reason in s["bonuses"]:
            match.pay(s["seat"], match.config["bonus_gold"], reason)
        bonus = match.config["bonus_gold"] * len(s["bonuses"])
        seats.append(
            (s["seat"], s["gems"], s["gold"], s["rooms"], s["heroes"], s["qualified"], bonus, s["placement"])
        )  # fmt: skip
    match.phase = "OVER"
    match.tell("End", None, cause, match.turn, match.seed, tuple(seats))
