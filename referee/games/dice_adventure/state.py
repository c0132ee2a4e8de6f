"""State of Dice Adventure: any number of parties, as arrays with a leading party axis.

A match of P parties is P consecutive rows, and a batch is the rows of its matches. Rows never depend on each
other (DA-1.3). The module `columns` says what each column means.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.core.digest import hidden_from_digest
from referee.core.rng import substreams
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes, Ints, Shorts, Words
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.levels import levels_of, most_pieces, put_level
from referee.games.dice_adventure.maps.entries import cap_of
from referee.games.dice_adventure.rules.log import log_width
from referee.games.dice_adventure.tables import (
    MAX_ENTRIES,
    NUM_MEMBERS,
    TERRAIN_CODES,
    UNEXPLORED,
    OnFail,
    OnWipe,
)
from referee.kit.dice import no_script

__all__ = ["SHARED", "State", "blank_state", "reseed", "rows_of", "rules_of"]


@dataclasses.dataclass(slots=True)
class State:
    """State of any number of parties. Of a party that has finished, only the log still changes."""

    rules: Shorts
    """int16[column]: the config's parameters, the same for all parties."""
    chars: Bytes
    """uint8[content, 2]: map code, as two ASCII characters, of each content (terrain or piece) that
    a cell can have; the same for all parties.
    """
    streams: Words
    """uint64[party, 3]: match seed, states of the streams of encounter dice and monster moves; no seat sees them."""
    table: Ints
    """int32[party, column]: level, round, phase and other numbers of the party, then of its members."""
    pieces: Shorts
    """int16[party, piece, 4]: type, x, y and presence of each piece; the index is the piece's id."""
    pings: Shorts
    """int16[party, ping, 5]: member, symbol, x, y and window of the pings of this round, in order."""
    cells: Bytes
    """uint8[party, plane, row, col]: real content of each cell, then what each member remembers of it."""
    results: Ints
    """int32[party, level, 4]: outcome, keys, rounds and score of each level that has ended."""
    refused: npt.NDArray[np.int8]
    """int8[party, member, refusal, 2]: code and entry index of each refused part of the member's last order."""
    level_info: Shorts
    """int16[party, level, column]: size, cap of rounds, number of pieces and spawn points of all levels."""
    level_cells: Bytes
    """uint8[party, level, row, col]: terrain of all levels, 0 beyond their edges."""
    level_pieces: Shorts
    """int16[party, level, piece, 3]: type, x and y of each piece when its level begins."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[party, column]: scripted results for both streams of dice, as in `kit.dice`: their
    number (-1 for none), rolls so far, mark of a bad result, then the results.
    """
    log: Shorts = dataclasses.field(metadata=hidden_from_digest)
    """int16[party, column]: what has happened in the last step, as `rules.log` writes it."""


SHARED = ("rules", "chars")
"""Names of the fields of `State` without a party axis, which all parties share."""


def rows_of(state: State, start: int, stop: int) -> State:
    """Return the parties from index `start` up to, not including, `stop`, as views of the state's arrays."""
    return State(*[
        getattr(state, name) if name in SHARED else getattr(state, name)[start:stop]
        for name in _FIELDS
    ])  # fmt: skip


_FIELDS = tuple(field.name for field in dataclasses.fields(State))


def reseed(state: State, seeds: Words) -> None:
    """Replace the match seed of each party, so that coming dice are drawn from the new ones.

    Args:
        state: The parties; changed in place.
        seeds: uint64[party]: new match seed of each party.
    """
    state.streams[:, c.SEED] = seeds
    # The current attempt goes on with streams made from the new seed directly; later ones make theirs in
    # `begin_streams`.
    for column in (c.DICE_STREAM, c.MOVE_STREAM):
        state.streams[:, column] = substreams(seeds, np.full(len(seeds), column))


def rules_of(config: DiceAdventureConfig) -> Shorts:
    """Return the config's parameters as one row of integers, in the order of `columns`."""
    rules = [
        config.ping_windows,
        config.ping_symbols,
        config.ping_cost,
        config.damage,
        config.respawn_wait,
        config.lives,
        OnWipe[config.on_wipe.upper()].value - 1,
        OnFail[config.on_fail.upper()].value - 1,
        len(config.levels),
        len(config.piece_types),
    ]
    for member in config.members:
        rules += [member.radius, member.ap, member.hearts, *member.dice, *member.modifiers]
    for piece in config.piece_types:
        rules += [piece.kind, piece.die, piece.modifier, piece.steps, piece.hunt]
    return np.array(rules, dtype=np.int16)


def _chars_of(config: DiceAdventureConfig) -> Bytes:
    codes = [UNEXPLORED, *TERRAIN_CODES, *(piece.code for piece in config.piece_types)]
    return np.frombuffer("".join(codes).encode(), np.uint8).reshape(-1, 2).copy()


def blank_state(config: DiceAdventureConfig, seeds: Sequence[int], num_parties: int) -> State:
    """Return new parties whose first level has not begun.

    Args:
        config: Config of all matches.
        seeds: Match seed of each match, 0..2^64-1.
        num_parties: Number of parties in each match.
    """
    matches = [levels_of(config, seed) for seed in seeds]
    num_rows, num_levels = len(seeds) * num_parties, len(config.levels)
    # All matches and levels share one size of array: the largest level's, with zeros beyond the edges of others.
    height = max((level.height for match in matches for level in match), default=1)
    width = max((level.width for match in matches for level in match), default=1)
    # By the config, not by these levels: rows of other seeds must fit into the same arrays.
    num_pieces = most_pieces(config)
    state = State(
        rules=rules_of(config),
        chars=_chars_of(config),
        streams=np.zeros((num_rows, c.NUM_STREAMS), np.uint64),
        table=np.zeros((num_rows, c.TABLE_WIDTH), np.int32),
        pieces=np.zeros((num_rows, num_pieces, c.PIECE_WIDTH), np.int16),
        pings=np.zeros((num_rows, c.MOST_PINGS, c.PING_WIDTH), np.int16),
        cells=np.zeros((num_rows, c.NUM_PLANES, height, width), np.uint8),
        results=np.zeros((num_rows, num_levels, c.RESULT_WIDTH), np.int32),
        refused=np.zeros((num_rows, NUM_MEMBERS, MAX_ENTRIES + 1, 2), np.int8),
        level_info=np.zeros((num_rows, num_levels, c.LEVEL_INFO_WIDTH), np.int16),
        level_cells=np.zeros((num_rows, num_levels, height, width), np.uint8),
        level_pieces=np.zeros((num_rows, num_levels, num_pieces, 3), np.int16),
        script=np.tile(no_script(), (num_rows, 1)),
        log=np.zeros((num_rows, _log_width(config, num_pieces)), np.int16),
    )
    state.streams[:, c.SEED] = np.repeat(np.array(seeds, np.uint64), num_parties)
    state.table[:, c.PARTY] = np.tile(np.arange(num_parties), len(seeds))
    for index, match in enumerate(matches):
        rows = slice(index * num_parties, (index + 1) * num_parties)
        for place, level in enumerate(match):
            info, cells = state.level_info[rows, place], state.level_cells[rows, place]
            put_level(level, info, cells, state.level_pieces[rows, place])
    # Caps are no part of a level, since the same level may have another cap in another match.
    caps = [cap_of(entry, config.round_cap) for entry in config.levels]
    state.level_info[:, :, c.INFO_CAP] = caps
    return state


def _log_width(config: DiceAdventureConfig, num_pieces: int) -> int:
    most_ap = max(member.ap for member in config.members)
    most_steps = max(piece.steps for piece in config.piece_types)
    return log_width(most_ap, most_steps, num_pieces)
