"""The plug-in that the entry point of Dice Adventure names: its rules, codec, rulebook and view."""

from __future__ import annotations

import dataclasses
from importlib.resources import files

from referee.core.game import Plugin
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.engine import DiceAdventure
from referee.games.dice_adventure.rules.actions import Action
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import TABLES
from referee.games.dice_adventure.view.text import DiceAdventureFace
from referee.games.dice_adventure.view.view import VIEW
from referee.games.dice_adventure.visibility.observation import Observation
from referee.games.dice_adventure.wire.codec import DiceAdventureCodec

__all__ = ["PLUGIN"]

_OLD, _GAME, _CODEC = DiceAdventure(version=1), DiceAdventure(), DiceAdventureCodec()
_RULEBOOK = files(__package__).joinpath("RULEBOOK.md").read_text(encoding="utf-8")

_FIRST: Plugin[DiceAdventureConfig, State, Action, Observation] = Plugin(
    game=_OLD,
    codec=_CODEC,
    rulebook=_RULEBOOK,
    view=VIEW,
    tables=TABLES,
    text=DiceAdventureFace(_OLD, _CODEC, _RULEBOOK, VIEW),
)
PLUGIN: Plugin[DiceAdventureConfig, State, Action, Observation] = dataclasses.replace(
    _FIRST, game=_GAME, text=DiceAdventureFace(_GAME, _CODEC, _RULEBOOK, VIEW), older=(_FIRST,)
)
