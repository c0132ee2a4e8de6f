"""Dungeon Keeper: archdemons and their creatures on a board that they dig themselves."""

from importlib.resources import files

from referee.core.game import Plugin
from referee.games.dungeon_keeper.codec import DungeonKeeperCodec
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.engine import DungeonKeeper
from referee.games.dungeon_keeper.observation import Observation
from referee.games.dungeon_keeper.orders import Batch
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.view import VIEW

__all__ = ["PLUGIN"]

PLUGIN: Plugin[DungeonKeeperConfig, State, Batch, Observation] = Plugin(
    game=DungeonKeeper(),
    codec=DungeonKeeperCodec(),
    rulebook=files(__name__).joinpath("RULEBOOK.md").read_text(encoding="utf-8"),
    view=VIEW,
)
