"""The plug-in that the entry point of Swordman names: its rules, codec, rulebook and view."""

from __future__ import annotations

from importlib.resources import files

from referee.core.game import Plugin
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.engine import Swordman
from referee.games.swordman.rules.actions import Action
from referee.games.swordman.state import State
from referee.games.swordman.view.text import SwordmanFace
from referee.games.swordman.view.view import VIEW
from referee.games.swordman.visibility.visibility import Sight
from referee.games.swordman.wire.codec import SwordmanCodec

__all__ = ["PLUGIN"]

_GAME, _CODEC = Swordman(), SwordmanCodec()
_RULEBOOK = files(__package__).joinpath("RULEBOOK.md").read_text(encoding="utf-8")

PLUGIN: Plugin[SwordmanConfig, State, Action, Sight] = Plugin(
    game=_GAME,
    codec=_CODEC,
    rulebook=_RULEBOOK,
    view=VIEW,
    text=SwordmanFace(_GAME, _CODEC, _RULEBOOK, VIEW),
)
