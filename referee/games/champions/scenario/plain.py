"""Reads a state of Champions from plain values and writes it as plain values, for scenarios."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from referee.core.errors import ScenarioError
from referee.core.plain import Plain
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.equipment import may_hold
from referee.games.champions.rules.ground import tile_of
from referee.games.champions.rules.rounds import begin
from referee.games.champions.state import State, blank_state, board_of
from referee.games.champions.tables import NUM_KINDS, NUM_SLOTS, NUM_TYPES, START_HEALTH
from referee.kit.scenario import Place, check_names, put_numbers, read_whole

__all__ = ["parse_state", "plain_state"]

_MOST = 10**6
_SEAT = {
    "kills": Place(c.KILLS, 0, _MOST),
    "damage": Place(c.DAMAGE, 0, _MOST),
    "out_round": Place(c.OUT_ROUND, 0, _MOST),
}
"""Fields of a seat in a scenario that are one number, with their columns and bounds."""


def _match(max_rounds: int) -> dict[str, Place]:
    """Return the scenario fields that are one number of the match, each with its column and bounds.

    `max_rounds` is the upper bound of the round.
    """
    return {
        "round": Place(c.ROUND, 1, max_rounds),
        "size": Place(c.SIZE, 1, 4),
        "stage_age": Place(c.STAGE_AGE, 0, _MOST),
    }


def parse_state(config: ChampionsConfig, num_seats: int, values: Mapping[str, object]) -> State:
    """Return a new match in which the fields named in `values` have the values given there.

    `seed` is the match seed, 0 if absent; `round`, `size`, `stage_age` and `phase` (MOVE to BATTLE) are those of
    the match. `items` is a table of kinds by instance id in place of all items, which then lie
    nowhere. `pools` is a table of lists of instance ids by tile, in place of all pools. `seats` is
    a list of tables with any of `pos`, `health`, `slots` (three ids for each champion, 0 for none),
    `stash`, `kills`, `damage` and `out_round` (not 0 takes the seat out). `battles` is a list of
    pairs of seats.

    Raises:
        ScenarioError: A field is unknown, or its value breaks the bounds of section 3.
    """
    places = _match(config.max_rounds)
    check_names("", values, ("seed", *places, "phase", "items", "pools", "seats", "battles"))
    seed = read_whole("seed", values.get("seed", 0), 0, 2**64 - 1)
    state = blank_state(config, seed, num_seats)
    begin(board_of(state))
    put_numbers("", values, places, state.match)
    if "phase" in values:
        if values["phase"] not in c.PHASE_NAMES:
            raise ScenarioError(
                f"phase must be one of {', '.join(c.PHASE_NAMES)}, not {values['phase']!r}"
            )
        state.match[c.PHASE] = c.PHASE_NAMES.index(values["phase"])
    if "items" in values:
        _parse_items(state, values["items"])
    if "pools" in values:
        _parse_pools(state, values["pools"])
    seats = _list("seats", values.get("seats", []), num_seats)
    for seat, table in enumerate(seats):
        _parse_seat(state, seat, f"seats[{seat}]", table)
    _check_on_map(state)
    if "battles" in values:
        _parse_battles(state, values["battles"])
    elif state.match[c.PHASE] == c.BATTLE:
        raise ScenarioError("battles must be given for the phase BATTLE")
    return state


def _parse_items(state: State, value: object) -> None:
    table = _by_number("items", value, 1, len(state.item_kind) - 1)
    state.item_kind[1:] = -1
    state.item_place[:] = c.GONE
    state.match[c.NUM_ITEMS] = max(table, default=0)
    for item, kind in table.items():
        state.item_kind[item] = read_whole(f"items.{item}", kind, 0, NUM_KINDS - 1)


def _parse_pools(state: State, value: object) -> None:
    state.item_place[(state.item_place >= 0) & (state.item_place < c.STASH)] = c.GONE
    tiles = int(state.match[c.SIZE]) ** 2
    for tile, items in _by_number("pools", value, 0, tiles - 1).items():
        for number, item in enumerate(_list(f"pools.{tile}", items, len(state.item_kind))):
            state.item_place[_free_item(state, f"pools.{tile}[{number}]", item)] = tile


def _parse_seat(state: State, seat: int, name: str, value: object) -> None:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{name} must be a table, not {value!r}")
    check_names(name, value, ("pos", "health", "slots", "stash", *_SEAT))
    row = state.seats[seat]
    put_numbers(name, value, _SEAT, row)
    if "health" in value:
        health = _list(f"{name}.health", value["health"], NUM_TYPES, exactly=True)
        for champion, number in enumerate(health):
            most = int(START_HEALTH[champion])
            state.health[seat, champion] = read_whole(f"{name}.health[{champion}]", number, 0, most)
    if row[c.OUT_ROUND]:
        row[c.ALIVE] = 0
        row[[c.ROW, c.COL]] = -1
        state.health[seat] = 0
        if value.get("pos", [-1, -1]) != [-1, -1]:
            raise ScenarioError(f"{name}.pos must be [-1, -1] for a seat that is out")
    elif "pos" in value:
        pos = _list(f"{name}.pos", value["pos"], 2, exactly=True)
        last = int(state.match[c.SIZE]) - 1
        row[c.ROW] = read_whole(f"{name}.pos[0]", pos[0], 0, last)
        row[c.COL] = read_whole(f"{name}.pos[1]", pos[1], 0, last)
    if not row[c.OUT_ROUND] and not state.health[seat].any():
        raise ScenarioError(f"{name}.health must leave a champion alive, or out_round be given")
    for number, item in enumerate(_list(f"{name}.stash", value.get("stash", []), _MOST)):
        state.item_place[_free_item(state, f"{name}.stash[{number}]", item)] = c.STASH + seat
    _parse_slots(state, seat, f"{name}.slots", value.get("slots", []))


def _parse_slots(state: State, seat: int, name: str, value: object) -> None:
    for champion, held in enumerate(_list(name, value, NUM_TYPES)):
        for slot, item in enumerate(_list(f"{name}[{champion}]", held, NUM_SLOTS)):
            if item == 0:
                continue
            where = f"{name}[{champion}][{slot}]"
            number = _free_item(state, where, item)
            if not may_hold(int(state.item_kind[number]), champion, slot):
                raise ScenarioError(f"{where} can't hold item {number} (CH-3.3)")
            state.slots[seat, champion, slot] = number
            state.item_place[number] = c.EQUIPPED + seat


def _free_item(state: State, name: str, value: object) -> int:
    """Return an item's id, the value of the field `name`; the item must be in no stash or slot.

    Raises:
        ScenarioError: The value is no item's id, or the item is in a stash or slot already.
    """
    item = read_whole(name, value, 1, int(state.match[c.NUM_ITEMS]))
    if state.item_kind[item] < 0 or state.item_place[item] >= c.STASH:
        raise ScenarioError(f"{name} must be an item that is nowhere else, not {item}")
    return item


def _check_on_map(state: State) -> None:
    last = int(state.match[c.SIZE]) - 1
    for seat, row in enumerate(state.seats.tolist()):
        if max(row[c.ROW], row[c.COL]) > last:
            raise ScenarioError(f"size {last + 1} has no tile for seats[{seat}].pos")


def _parse_battles(state: State, value: object) -> None:
    board = board_of(state)
    pairs = _list("battles", value, len(state.battles))
    if pairs and state.match[c.PHASE] != c.BATTLE:
        raise ScenarioError("battles can be given for the phase BATTLE only")
    for number, pair in enumerate(pairs):
        name = f"battles[{number}]"
        seats = _list(name, pair, 2, exactly=True)
        most = len(state.seats) - 1
        one, other = (read_whole(f"{name}[{n}]", seat, 0, most) for n, seat in enumerate(seats))
        tile = int(tile_of(board, one))
        if one >= other or tile < 0 or tile != tile_of(board, other):
            raise ScenarioError(f"{name} must be two seats of a tile, ascending, not {pair!r}")
        state.battles[number] = (one, other, tile)
    state.match[c.NUM_BATTLES] = len(pairs)


def plain_state(state: State) -> dict[str, Plain]:
    """Return a match as plain data, by the field names of the rulebook's section 3."""
    match = state.match.tolist()
    items = range(1, match[c.NUM_ITEMS] + 1)
    pools: dict[str, Plain] = {}
    for tile in range(match[c.SIZE] ** 2):
        left: list[Plain] = [item for item in items if state.item_place[item] == tile]
        if left:
            pools[str(tile)] = left
    battles: list[Plain] = list(state.battles[: match[c.NUM_BATTLES], :2].tolist())
    return {
        "seed": int(state.seed[0]),
        **{field: match[place.column] for field, place in _match(0).items()},
        "phase": c.PHASE_NAMES[match[c.PHASE]],
        "items": {
            str(item): int(state.item_kind[item]) for item in items if state.item_kind[item] >= 0
        },
        "pools": pools,
        "seats": [_plain_seat(state, seat) for seat in range(len(state.seats))],
        "battles": battles,
    }


def _plain_seat(state: State, seat: int) -> dict[str, Plain]:
    row = state.seats[seat].tolist()
    return {
        "pos": [row[c.ROW], row[c.COL]],
        "health": state.health[seat].tolist(),
        "slots": state.slots[seat].tolist(),
        "stash": np.flatnonzero(state.item_place == c.STASH + seat).tolist(),
        **{field: row[place.column] for field, place in _SEAT.items()},
    }


def _list(name: str, value: object, most: int, *, exactly: bool = False) -> list[object]:
    if not isinstance(value, list | tuple) or len(value) > most or (exactly and len(value) < most):
        bound = f"{most}" if exactly else f"at most {most}"
        raise ScenarioError(f"{name} must be a list of {bound}, not {value!r}")
    return list(value)


def _by_number(name: str, value: object, low: int, high: int) -> dict[int, object]:
    """Return a table whose keys are numbers in text form with these keys as integers.

    Args:
        name: Name of the field, for messages.
        value: The table, as a scenario gives it.
        low: Lowest key allowed.
        high: Highest key allowed.

    Raises:
        ScenarioError: The value is no table, or a key is no number from `low` to `high`.
    """
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{name} must be a table by number, not {value!r}")
    numbered = {}
    for key, item in value.items():
        text = str(key)
        if not text.isdecimal() or not low <= int(text) <= high:
            raise ScenarioError(f"{name}: a key must be from {low} to {high}, not {text!r}")
        numbered[int(text)] = item
    return numbered
