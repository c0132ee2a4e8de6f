"""Proving Grounds as a plug-in of the referee: its rules, codec, rulebook, view and rule tables."""

from __future__ import annotations

from importlib.resources import files

from referee.core.game import Plugin
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.engine import ProvingGrounds
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import TABLES
from referee.games.proving_grounds.view.text import ProvingGroundsFace
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.visibility.observation import Observation
from referee.games.proving_grounds.wire.codec import ProvingGroundsCodec
from referee.games.proving_grounds.wire.orders import Action

__all__ = ["PLUGIN"]

_GAME, _CODEC = ProvingGrounds(), ProvingGroundsCodec()
_RULEBOOK = files(__package__).joinpath("RULEBOOK.md").read_text(encoding="utf-8")

PLUGIN: Plugin[ProvingGroundsConfig, State, Action, Observation] = Plugin(
    game=_GAME,
    codec=_CODEC,
    rulebook=_RULEBOOK,
    view=VIEW,
    text=ProvingGroundsFace(_GAME, _CODEC, _RULEBOOK, VIEW),
    tables=TABLES,
)
