"""Plug-in of Dungeon Keeper: rules of versions 1 and 2, codec, rulebook, view and rule tables."""

from __future__ import annotations

import dataclasses
from importlib.resources import files

from referee.core.game import Plugin
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.engine import DungeonKeeper
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import TABLES
from referee.games.dungeon_keeper.view.text import DungeonKeeperFace
from referee.games.dungeon_keeper.view.view import VIEW
from referee.games.dungeon_keeper.visibility.observation import Observation
from referee.games.dungeon_keeper.wire.codec import DungeonKeeperCodec

__all__ = ["PLUGIN"]

_OLD, _GAME, _CODEC = DungeonKeeper(version=1), DungeonKeeper(), DungeonKeeperCodec()
_RULEBOOK = files(__package__).joinpath("RULEBOOK.md").read_text(encoding="utf-8")

_FIRST: Plugin[DungeonKeeperConfig, State, Batch, Observation] = Plugin(
    game=_OLD,
    codec=_CODEC,
    rulebook=_RULEBOOK,
    view=VIEW,
    text=DungeonKeeperFace(_OLD, _CODEC, _RULEBOOK, VIEW),
    tables=TABLES,
)
_HERO = {
    "preset": "small",
    "hero_enabled": True,
    "hero_first_round": 1,
    "hero_chance": 100,
    "hero_sense": 20,
}
_RICH = {**_HERO, "fog_of_war": True, "gold_mine_amount": 1000}
"""Config with rich gold mines, so that its board is int16 and not int8.

Kernels are compiled for each of the two types."""
PLUGIN = dataclasses.replace(
    _FIRST,
    game=_GAME,
    text=DungeonKeeperFace(_GAME, _CODEC, _RULEBOOK, VIEW),
    older=(_FIRST,),
    rare=(_HERO, _RICH),
)
