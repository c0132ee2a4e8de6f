"""A state of Dice Adventure from plain values and as plain values, and its scripted dice: for scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.errors import ScenarioError
from referee.core.plain import Plain, to_plain
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.rules.rounds import begin, look_around
from referee.games.dice_adventure.state import State, blank_state
from referee.games.dice_adventure.tables import MONSTER, NUM_MEMBERS, WALL
from referee.games.dice_adventure.wire.events import texts_of
from referee.games.dice_adventure.wire.records import LevelRecord, Ping
from referee.kit.flat import Texts, read_flat

__all__ = ["check_script", "parse_state", "plain_state", "script_dice", "scripted_dice_left"]

_MOST_SIDES = 20
_LEVEL_FIELDS = {"level_index": c.LEVEL, "round": c.ROUND, "attempt": c.ATTEMPT, "deaths": c.DEATHS}
_MEMBER_FIELDS = {"hearts": c.HEARTS, "ap": c.AP, "key": c.KEY, "lives": c.LIVES}


def parse_state(
    config: DiceAdventureConfig, num_parties: int, values: Mapping[str, object]
) -> State:
    """A match at the first decision of a round, in which the named fields have the given values.

    `seed` is the match seed. `parties` is a list of tables with any of `level_index`, `round`, `attempt`,
    `deaths`, `members` and `pieces`; those are lists of tables with any of `pos`, `hearts`, `ap`, `key`,
    `lives`, `respawn` (which makes the member dead), and of `pos` (of monsters) and `present`.

    Raises:
        ScenarioError: A field is unknown, or its value breaks the bounds of DA-3.1.
    """
    _check_names("", values, ("seed", "parties"))
    seed = _integer("seed", values.get("seed", 0), 0, 2**64 - 1)
    state = blank_state(config, [seed], num_parties)
    tables = _tables("parties", values.get("parties", []), num_parties)
    for party, table in enumerate(tables):
        name = f"parties[{party}]"
        _check_names(name, table, (*_LEVEL_FIELDS, "members", "pieces"))
        index = table.get("level_index", 0)
        state.table[party, c.LEVEL] = _integer(
            f"{name}.level_index", index, 0, len(config.levels) - 1
        )
    begin(state)
    for party, table in enumerate(tables):
        _parse_party(state, party, f"parties[{party}]", table)
    state.cells[:, c.MEMORY :] = 0
    look_around(state)
    return state


def _parse_party(state: State, party: int, name: str, table: Mapping[str, object]) -> None:
    row = state.table[party]
    bounds = {"round": (1, int(row[c.CAP])), "attempt": (0, 10**6), "deaths": (0, 10**6)}
    for field, (low, high) in bounds.items():
        if field in table:
            row[_LEVEL_FIELDS[field]] = _integer(f"{name}.{field}", table[field], low, high)
    pieces = _tables(f"{name}.pieces", table.get("pieces", []), int(row[c.NUM_PIECES]))
    for number, values in enumerate(pieces):
        _parse_piece(state, party, number, f"{name}.pieces[{number}]", values)
    for number in range(len(pieces)):
        _check_alone(state, party, number, f"{name}.pieces[{number}].pos")
    members = _tables(f"{name}.members", table.get("members", []), NUM_MEMBERS)
    for member, values in enumerate(members):
        _parse_member(state, party, member, f"{name}.members[{member}]", values)


def _parse_member(
    state: State, party: int, member: int, name: str, values: Mapping[str, object]
) -> None:
    _check_names(name, values, ("pos", "respawn", *_MEMBER_FIELDS))
    own = state.table[party, c.MEMBERS + c.MEMBER_WIDTH * member :][: c.MEMBER_WIDTH]
    rules = state.rules[c.MEMBER_RULES + c.MEMBER_RULES_WIDTH * member :]
    bounds = {
        "hearts": (1, int(rules[c.FULL_HEARTS])),
        "ap": (0, int(rules[c.FULL_AP])),
        "lives": (1, max(1, int(state.rules[c.FULL_LIVES]))),
    }
    for field, (low, high) in bounds.items():
        if field in values:
            number = _integer(f"{name}.{field}", values[field], low, high)
            own[_MEMBER_FIELDS[field]] = number
    if "key" in values:
        own[c.KEY] = _boolean(f"{name}.key", values["key"])
    if "pos" in values:
        own[[c.X, c.Y]] = _cell(state, party, f"{name}.pos", values["pos"])
    if "respawn" in values:
        wait = _integer(f"{name}.respawn", values["respawn"], 1, int(state.rules[c.RESPAWN_WAIT]))
        own[[c.ALIVE, c.HEARTS, c.RESPAWN, c.X, c.Y]] = (0, 0, wait, -1, -1)


def _parse_piece(
    state: State, party: int, number: int, name: str, values: Mapping[str, object]
) -> None:
    _check_names(name, values, ("pos", "present"))
    piece = state.pieces[party, number]
    is_monster = _kind(state, piece[c.TYPE]) == MONSTER
    if "pos" in values:
        if not is_monster:
            raise ScenarioError(f"{name}.pos can be given for monsters only")
        piece[[c.PIECE_X, c.PIECE_Y]] = _cell(state, party, f"{name}.pos", values["pos"])
    if "present" in values:
        piece[c.PRESENT] = _boolean(f"{name}.present", values["present"])
        if not piece[c.PRESENT] and not is_monster:
            level, x, y = state.table[party, c.LEVEL], piece[c.PIECE_X], piece[c.PIECE_Y]
            state.cells[party, c.STATICS, y, x] = 1 + state.level_cells[party, level, y, x]


def _check_alone(state: State, party: int, number: int, name: str) -> None:
    """See that no monster shares its cell with a rock or a trap (DA-3.2)."""
    its_type, x, y, present = state.pieces[party, number].tolist()
    static = state.cells[party, c.STATICS, y, x] >= c.FIRST_PIECE
    if present and static and _kind(state, its_type) == MONSTER:
        raise ScenarioError(f"{name} must be a cell without rock and trap, not {[x, y]}")


def _kind(state: State, its_type: int) -> int:
    return int(state.rules[c.TYPE_RULES + c.TYPE_RULES_WIDTH * its_type + c.KIND])


def plain_state(state: State) -> dict[str, Plain]:
    """A single match by the names of DA-3.1."""
    return {
        "seed": int(state.streams[0, c.SEED]),
        "parties": [_plain_party(state, party) for party in range(len(state.table))],
    }


def _plain_party(state: State, party: int) -> dict[str, Plain]:
    row = state.table[party].tolist()
    results = state.results[party, : row[c.NUM_RESULTS]].tolist()
    pings = state.pings[party, : row[c.NUM_PINGS]].tolist()
    return {
        "level_index": row[c.LEVEL],
        "map": _plain_cells(state, party, c.STATICS),
        "attempt": row[c.ATTEMPT],
        "round": row[c.ROUND],
        "phase": c.PHASE_NAMES[row[c.PHASE]],
        "window": row[c.WINDOW],
        "results": [
            to_plain(read_flat(LevelRecord, iter([level, 1 + outcome, *rest]), {}))
            for level, (outcome, *rest) in enumerate(results)
        ],
        "deaths": row[c.DEATHS],
        "score": row[c.SCORE],
        "members": [_plain_member(state, party, member) for member in range(NUM_MEMBERS)],
        "pieces": [_plain_piece(state, party, number) for number in range(row[c.NUM_PIECES])],
        "pings": [
            to_plain(read_flat(Ping, iter([1 + by, *rest]), _texts(state))) for by, *rest in pings
        ],
    }


def _plain_member(state: State, party: int, member: int) -> dict[str, Plain]:
    start = c.MEMBERS + c.MEMBER_WIDTH * member
    own = state.table[party, start : start + c.MEMBER_WIDTH].tolist()
    return {
        "pos": [own[c.X], own[c.Y]] if own[c.ALIVE] else None,
        "hearts": own[c.HEARTS],
        "ap": own[c.AP],
        "alive": own[c.ALIVE] == 1,
        "respawn": own[c.RESPAWN],
        "key": own[c.KEY] == 1,
        "lives": own[c.LIVES],
        "memory": _plain_cells(state, party, c.MEMORY + member),
    }


def _plain_cells(state: State, party: int, plane: int) -> list[Plain]:
    """A plane of cells, one text a row."""
    height, width = state.table[party, [c.HEIGHT, c.WIDTH]]
    lines = state.cells[party, plane, :height, :width].tolist()
    codes = _texts(state)["code"]
    return ["".join([codes[content] for content in line]) for line in lines]


def _plain_piece(state: State, party: int, number: int) -> dict[str, Plain]:
    its_type, x, y, present = state.pieces[party, number].tolist()
    code = _texts(state)["code"][c.FIRST_PIECE + its_type]
    return {"id": number, "code": code, "pos": [x, y], "present": present == 1}


def _texts(state: State) -> Texts:
    return texts_of(state.chars.tobytes())


def script_dice(state: State, values: Sequence[int]) -> None:
    """Let coming draws of both dice sources have these results, in the order of drawing.

    Each party has its own copy, as it has of the streams (DA-2.15).

    Raises:
        ScenarioError: A value is more than any die shows, or less than 1.
    """
    for index, value in enumerate(values):
        if not 1 <= value <= _MOST_SIDES:
            raise ScenarioError(f"dice[{index}] must be from 1 to {_MOST_SIDES}, not {value}")
    script = np.array([len(values), 0, 0, *values], dtype=np.int32)
    state.script = np.tile(script, (len(state.table), 1))


def scripted_dice_left(state: State) -> int:
    """Values not drawn yet; negative by the draws for which there was none.

    With several parties, that of the party which is farthest off.
    """
    left = [size - used for size, used in state.script[:, :2].tolist() if size >= 0]
    return max(left, key=abs, default=0)


def check_script(state: State) -> None:
    """See that the draws of a step that was tried could have the results of their script.

    Raises:
        ScenarioError: Some draw couldn't.
    """
    for script in state.script.tolist():
        if script[c.SCRIPT_BAD]:
            index = script[c.SCRIPT_BAD] - 1
            value = script[c.SCRIPT_VALUES + index]
            raise ScenarioError(f"dice[{index}] is more than its die can show: {value}")


def _check_names(name: str, values: Mapping[str, object], known: Sequence[str]) -> None:
    for key in values:
        if key not in known:
            path = f"{name}.{key}" if name else key
            raise ScenarioError(f"unknown field {path}; known: {', '.join(known)}")


def _tables(name: str, value: object, most: int) -> list[Mapping[str, object]]:
    if (
        not isinstance(value, list | tuple)
        or len(value) > most
        or not all(isinstance(item, Mapping) for item in value)
    ):
        raise ScenarioError(f"{name} must be a list of at most {most} tables, not {value!r}")
    return list(value)


def _integer(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ScenarioError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _boolean(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ScenarioError(f"{name} must be true or false, not {value!r}")
    return value


def _cell(state: State, party: int, name: str, value: object) -> list[int]:
    """A cell that is no wall, as x and y."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ScenarioError(f"{name} must be a list of x and y, not {value!r}")
    x = _integer(f"{name}[0]", value[0], 0, state.table.item(party, c.WIDTH) - 1)
    y = _integer(f"{name}[1]", value[1], 0, state.table.item(party, c.HEIGHT) - 1)
    if state.cells[party, c.STATICS, y, x] == 1 + WALL:
        raise ScenarioError(f"{name} must be no wall, not {[x, y]}")
    return [x, y]
