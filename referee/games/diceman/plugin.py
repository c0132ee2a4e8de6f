"""The plug-in that the entry point of Diceman names: its rules, codec, rulebook and view."""

from __future__ import annotations

from importlib.resources import files

from referee.core.game import Plugin
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.engine import Diceman
from referee.games.diceman.rules.actions import Action
from referee.games.diceman.state import State
from referee.games.diceman.tables import TABLES
from referee.games.diceman.view.text import DicemanFace
from referee.games.diceman.view.view import VIEW
from referee.games.diceman.visibility.visibility import Sight
from referee.games.diceman.wire.codec import DicemanCodec

__all__ = ["PLUGIN"]

_GAME, _CODEC = Diceman(), DicemanCodec()
_RULEBOOK = files(__package__).joinpath("RULEBOOK.md").read_text(encoding="utf-8")

PLUGIN: Plugin[DicemanConfig, State, Action, Sight] = Plugin(
    game=_GAME,
    codec=_CODEC,
    rulebook=_RULEBOOK,
    view=VIEW,
    tables=TABLES,
    text=DicemanFace(_GAME, _CODEC, _RULEBOOK, VIEW),
)
