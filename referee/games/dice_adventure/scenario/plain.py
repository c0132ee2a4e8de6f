"""Converts a state of Dice Adventure from and to plain data; used by scenario files."""

from __future__ import annotations

from collections.abc import Mapping

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
from referee.kit.scenario import (
    Place,
    check_names,
    put_numbers,
    read_tables,
    read_truth,
    read_whole,
)

__all__ = ["parse_state", "plain_state"]

_MOST_TOLD = 10**6


def _of_party(cap: int) -> dict[str, Place]:
    """Return the fields of a party that are a single column of its row, with their bounds (DA-3.1).

    Args:
        cap: Highest number of rounds of the party's level.
    """
    return {
        "round": Place(c.ROUND, 1, cap),
        "attempt": Place(c.ATTEMPT, 0, _MOST_TOLD),
        "deaths": Place(c.DEATHS, 0, _MOST_TOLD),
    }


def parse_state(
    config: DiceAdventureConfig, num_parties: int, values: Mapping[str, object]
) -> State:
    """Return a match at the first decision of a round, in which the named fields have the given values.

    `seed` is the match seed. `parties` is a list of tables, one for each party, with any of
    `level_index`, `round`, `attempt`, `deaths`, `members` and `pieces`. `members` is a list of
    tables with any of `pos`, `hearts`, `ap`, `key`, `lives` and `respawn` (which makes the member
    dead). `pieces` is a list of tables with any of `pos` (only of monsters) and `present`.

    Raises:
        ScenarioError: A field is unknown, or its value breaks the bounds of DA-3.1.
    """
    check_names("", values, ("seed", "parties"))
    seed = read_whole("seed", values.get("seed", 0), 0, 2**64 - 1)
    state = blank_state(config, [seed], num_parties)
    tables = read_tables("parties", values.get("parties", []), num_parties)
    for party, table in enumerate(tables):
        name = f"parties[{party}]"
        check_names(name, table, ("level_index", *_of_party(0), "members", "pieces"))
        index = table.get("level_index", 0)
        state.table[party, c.LEVEL] = read_whole(
            f"{name}.level_index", index, 0, len(config.levels) - 1
        )
    # Levels are begun first: what a scenario gives overwrites parts of a complete state.
    begin(state)
    for party, table in enumerate(tables):
        _parse_party(state, party, f"parties[{party}]", table)
    # Memory from `begin` is of members' spawn points; look again from where the scenario puts them.
    state.cells[:, c.MEMORY :] = 0
    look_around(state)
    return state


def _parse_party(state: State, party: int, name: str, table: Mapping[str, object]) -> None:
    row = state.table[party]
    put_numbers(name, table, _of_party(int(row[c.CAP])), row)
    pieces = read_tables(f"{name}.pieces", table.get("pieces", []), int(row[c.NUM_PIECES]))
    for number, values in enumerate(pieces):
        _parse_piece(state, party, number, f"{name}.pieces[{number}]", values)
    # In a second loop: a monster may be put where a rock is, if the scenario removes the rock.
    for number in range(len(pieces)):
        _check_alone(state, party, number, f"{name}.pieces[{number}].pos")
    members = read_tables(f"{name}.members", table.get("members", []), NUM_MEMBERS)
    for member, values in enumerate(members):
        _parse_member(state, party, member, f"{name}.members[{member}]", values)


def _parse_member(
    state: State, party: int, member: int, name: str, values: Mapping[str, object]
) -> None:
    check_names(name, values, ("pos", "respawn", "hearts", "ap", "key", "lives"))
    own = c.members_of(state.table)[party, member]
    rules = c.member_rules_of(state.rules)[member]
    places = {
        "hearts": Place(c.HEARTS, 1, int(rules[c.FULL_HEARTS])),
        "ap": Place(c.AP, 0, int(rules[c.FULL_AP])),
        "lives": Place(c.LIVES, 1, max(1, int(state.rules[c.FULL_LIVES]))),
        "key": Place(c.KEY),
    }
    put_numbers(name, values, places, own)
    if "pos" in values:
        own[[c.X, c.Y]] = _cell(state, party, f"{name}.pos", values["pos"])
    # Last, because it overrides `pos` and `hearts`: a dead member has neither.
    if "respawn" in values:
        wait = read_whole(f"{name}.respawn", values["respawn"], 1, int(state.rules[c.RESPAWN_WAIT]))
        own[[c.ALIVE, c.HEARTS, c.RESPAWN, c.X, c.Y]] = (0, 0, wait, -1, -1)


def _parse_piece(
    state: State, party: int, number: int, name: str, values: Mapping[str, object]
) -> None:
    check_names(name, values, ("pos", "present"))
    piece = state.pieces[party, number]
    is_monster = _kind(state, piece[c.TYPE]) == MONSTER
    if "pos" in values:
        if not is_monster:
            raise ScenarioError(f"{name}.pos can be given for monsters only")
        piece[[c.PIECE_X, c.PIECE_Y]] = _cell(state, party, f"{name}.pos", values["pos"])
    if "present" in values:
        piece[c.PRESENT] = read_truth(f"{name}.present", values["present"])
        # The plane of static contents must agree with the pieces.
        if not piece[c.PRESENT] and not is_monster:
            level, x, y = state.table[party, c.LEVEL], piece[c.PIECE_X], piece[c.PIECE_Y]
            state.cells[party, c.STATICS, y, x] = 1 + state.level_cells[party, level, y, x]


def _check_alone(state: State, party: int, number: int, name: str) -> None:
    """Check that a piece, if it is a monster, does not share its cell with a rock or trap (DA-3.2).

    `number` is the id of the piece, and `name` the path of its cell in the scenario, for the error.

    Raises:
        ScenarioError: The monster is in a cell with a rock or trap.
    """
    its_type, x, y, present = state.pieces[party, number].tolist()
    static = state.cells[party, c.STATICS, y, x] >= c.FIRST_PIECE
    if present and static and _kind(state, its_type) == MONSTER:
        raise ScenarioError(f"{name} must be a cell without rock and trap, not {[x, y]}")


def _kind(state: State, its_type: int) -> int:
    return int(c.type_rules_of(state.rules)[its_type, c.KIND])


def plain_state(state: State) -> dict[str, Plain]:
    """Return a single match as plain data, by the field names of DA-3.1."""
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
    own = c.members_of(state.table)[party, member].tolist()
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
    """Return the contents of one plane of cells as map codes, one text for each row."""
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


def _cell(state: State, party: int, name: str, value: object) -> list[int]:
    """Return x and y of a cell that a scenario gives.

    Raises:
        ScenarioError: The value is no list of x and y, the cell is not on the map, or it is a wall.
    """
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ScenarioError(f"{name} must be a list of x and y, not {value!r}")
    x = read_whole(f"{name}[0]", value[0], 0, state.table.item(party, c.WIDTH) - 1)
    y = read_whole(f"{name}[1]", value[1], 0, state.table.item(party, c.HEIGHT) - 1)
    if state.cells[party, c.STATICS, y, x] == 1 + WALL:
        raise ScenarioError(f"{name} must be no wall, not {[x, y]}")
    return [x, y]
