"""Makes the levels of a match and writes them into the arrays of a state."""

from __future__ import annotations

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes, Shorts
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.maps.builtin import PRESETS
from referee.games.dice_adventure.maps.entries import LevelEntry, make_level
from referee.games.dice_adventure.maps.level import Level

__all__ = ["levels_of", "most_pieces", "put_level"]


def levels_of(config: DiceAdventureConfig, seed: int) -> list[Level]:
    """Return all levels of a match with this config and match seed, in order (DA-2.13)."""
    types, members = config.piece_types, config.members
    return [
        make_level(entry, seed, index, types, members) for index, entry in enumerate(config.levels)
    ]


def most_pieces(config: DiceAdventureConfig) -> int:
    """Return the most pieces that any level of a match can have, whatever the match seed."""
    return max(_most_pieces(config, entry) for entry in config.levels)


def _most_pieces(config: DiceAdventureConfig, entry: LevelEntry) -> int:
    spec = entry.random or (PRESETS.get(entry.name) if entry.name else None)
    if spec is not None:
        return sum(count for _, count in spec.pieces)
    # A fixed map: the seed has no effect on it.
    return make_level(entry, 0, 0, config.piece_types, config.members).num_pieces


def put_level(level: Level, info: Shorts, cells: Bytes, pieces: Shorts) -> None:
    """Write a level into the rows of some parties, all but its cap of rounds.

    Args:
        level: The level.
        info: int16[party, column]: size, number of pieces and spawn points; changed in place. The
            column of the cap is left to the caller.
        cells: uint8[party, row, col]: terrain, all zeros before; changed in place.
        pieces: int16[party, piece, 3]: type, x and y of each piece; changed in place.
    """
    info[:, c.INFO_WIDTH] = level.width
    info[:, c.INFO_HEIGHT] = level.height
    info[:, c.INFO_PIECES] = level.num_pieces
    info[:, c.INFO_SPAWNS :] = level.spawn.ravel()
    cells[:, : level.height, : level.width] = level.terrain
    pieces[:, : level.num_pieces, 0] = level.piece_type
    pieces[:, : level.num_pieces, 1:] = level.piece_pos
